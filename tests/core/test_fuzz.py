"""The fuzzer finds what it says it looks for: defects planted in the tiny game, one for each promise."""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from core import tiny
from core.tiny import FIRE, MOVE, SPARE, Mercy, Moves, State, Tiny, build, verbs
from grognard.cli.main import main
from grognard.core import Area, BadRecord, FlatState, Match, Refusal, position
from grognard.core.fuzz import Failure, fuzz, told
from grognard.core.record import read_record

Patch = pytest.MonkeyPatch
Frame = tuple[int, ...]


def problems(games: int = 12, **how: Any) -> list[str]:
    return [failure.problem for failure in fuzz(build(), games=games, seed=1, **how).failures]


def test_the_tiny_game_is_clean() -> None:
    report = fuzz(build(), games=12, seed=100)
    assert not report.failures
    assert report.decisions > 500
    assert not fuzz(build(), games=2, seed=3, thorough=1.0).failures


PLANTS: dict[str, tuple[Callable[[Patch], None], str]] = {}


def plant(expected: str) -> Callable[[Callable[[Patch], None]], Callable[[Patch], None]]:
    def keep(sow: Callable[[Patch], None]) -> Callable[[Patch], None]:
        PLANTS[sow.__name__] = sow, expected
        return sow

    return keep


def wrapped(patch: Patch, owner: Any, name: str, around: Callable[..., Any]) -> None:
    """`around` is called with the true function before its arguments."""
    real = getattr(owner, name)
    patch.setattr(owner, name, lambda *given: around(real, *given))


# --- deciding


@plant("must decide but nothing is legal")
def nothing_to_choose(patch: Patch) -> None:
    patch.setattr(Mercy, "actions", lambda *given: [])


@plant("nobody can act but the match is not over")
def nobody_acts(patch: Patch) -> None:
    patch.setattr(Mercy, "sides", lambda *given: ())


@plant("does not come to a decision")
def steps_without_end(patch: Patch) -> None:
    patch.setattr(tiny.Open, "run", lambda self, s, frame: s.push("open"))


@plant("may act out of turn")
def out_of_turn(patch: Patch) -> None:
    patch.setattr(Match, "_not_now", lambda self, side: None)


@plant("is listed but refused: out of reach")
def listed_but_refused(patch: Patch) -> None:
    def refusal(real: Any, self: Moves, s: State, frame: Frame, side: int, code: Frame) -> Refusal | None:
        return Refusal("2.1", "out of reach") if code[0] == MOVE else real(self, s, frame, side, code)

    wrapped(patch, Moves, "refusal", refusal)


@plant("which is not listed")
def drawn_but_not_listed(patch: Patch) -> None:
    patch.setattr(Mercy, "sample", lambda self, s, frame, side, rng: (SPARE, frame[2]))


@plant("is not listed, yet nothing refuses it")
def accepted_but_not_listed(patch: Patch) -> None:
    patch.setattr(Moves, "refusal", lambda *given: None)


@plant("is refused by why_not but play took it")
def refused_but_played(patch: Patch) -> None:
    patch.setattr(Match, "play", lambda self, side, action: self.play_code(self._side(side), self._code(action)))


@plant("is refused without rule or reason")
def no_reason(patch: Patch) -> None:
    patch.setattr(Moves, "unlisted", lambda *given: Refusal("2.1", ""))


@plant("is refused without rule or reason")
def no_rule(patch: Patch) -> None:
    patch.setattr(Moves, "unlisted", lambda *given: Refusal("", "out of reach"))


@plant("a refused action changed the state: fired")
def refusal_with_effect(patch: Patch) -> None:
    def unlisted(real: Any, self: Moves, s: State, *given: Any) -> Refusal:
        s.fired ^= 1
        refusal: Refusal = real(self, s, *given)
        return refusal

    wrapped(patch, Moves, "unlisted", unlisted)


@plant("does not parse back")
def two_actions_of_one_text(patch: Patch) -> None:
    def text(real: Any, self: Any, code: Frame, vocab: Any) -> str:
        return "done" if code[0] == SPARE else str(real(self, code, vocab))

    wrapped(patch, type(verbs), "print", text)


# --- undo, copies, records


@plant("rolled dice or showed something, yet can be undone")
def undo_past_dice(patch: Patch) -> None:
    patch.setattr(Match, "can_undo", lambda self, side: None)


@plant("does not restore the")
def undo_that_forgets(patch: Patch) -> None:
    count = itertools.count()

    def rewind(real: Any, self: Match, number: int) -> None:
        real(self, number)
        self.state.fired = next(count) & 1  # type: ignore[attr-defined]

    wrapped(patch, Match, "rewind", rewind)


@plant("does not restore the log")
def undo_that_keeps_the_log(patch: Patch) -> None:
    def rewind(real: Any, self: Match, number: int) -> None:
        last = self.log[-1]
        real(self, number)
        self.log.append(last)

    wrapped(patch, Match, "rewind", rewind)


@plant("does not restore the state: at is")
def a_copy_that_is_not_independent(patch: Patch) -> None:
    def copy(real: Any, self: State) -> State:
        new: State = real(self)
        new.at = self.at
        return new

    wrapped(patch, FlatState, "copy", copy)


@plant("the position does not restore the state: fired")
def position_without_a_field(patch: Patch) -> None:
    def fields(real: Any, *given: Any) -> dict[str, Any]:
        found: dict[str, Any] = real(*given)
        found.pop("fired", None)
        return found

    wrapped(patch, position, "_fields", fields)


@plant("again, the record")
def chance_from_elsewhere(patch: Patch) -> None:
    wrapped(patch, FlatState, "roll", lambda real, s, *given: max(real(s, *given) - random.randrange(2), 1))


@plant("the record tells another story")
def a_story_from_elsewhere(patch: Patch) -> None:
    count = itertools.count()

    def apply(real: Any, self: Mercy, s: State, frame: Frame, side: int, code: Frame) -> None:
        s.emit(tiny.BID_MADE, side, next(count))
        real(self, s, frame, side, code)

    wrapped(patch, Mercy, "apply", apply)


# --- secrets


@plant("what blue sees differs in a world that blue can't tell apart")
def a_view_of_all(patch: Patch) -> None:
    wrapped(patch, Tiny, "view", lambda real, self, s, mask: {**real(self, s, mask), "extra": s.worth[:]})


@plant("is told of a secret choice ('bid")
def a_secret_told_to_all(patch: Patch) -> None:
    def emit(real: Any, s: State, mask: int, kind: Any, *args: Any, public: Any = None) -> None:
        s.emit(kind, *args)

    patch.setattr(FlatState, "emit_to", lambda s, mask, kind, *args, public=None: s.emit(kind, *args))


@plant("laid over the board differs")
def an_area_that_tells(patch: Patch) -> None:
    patch.setattr(Tiny, "areas", lambda self, s, mask: [Area("reach", 0, (1 << s.worth[0]) - 1)])


@plant("what threatens")
def a_threat_that_tells(patch: Patch) -> None:
    patch.setattr(Tiny, "threats", lambda self, s, mask, place: [p for p in range(6) if s.worth[p] > 3])


@plant("who talks apart")
def a_table_that_tells(patch: Patch) -> None:
    patch.setattr(Tiny, "confidants", lambda self, s, side: 3 * (s.worth[0] % 2))


@plant("the choices of red differ")
def a_list_that_tells(patch: Patch) -> None:
    def actions(real: Any, self: Moves, s: State, frame: Frame, side: int) -> list[Frame]:
        return [c for c in real(self, s, frame, side) if c[0] != FIRE or s.worth[c[2]] % 2]

    wrapped(patch, Moves, "actions", actions)


@plant("the prompt differs")
def a_prompt_that_tells(patch: Patch) -> None:
    patch.setattr(Moves, "prompt", lambda self, s, frame, side: tiny.Msg("{n:int} first", n=s.worth[3 - 3 * side]))


@plant("the odds of")
def odds_that_tell(patch: Patch) -> None:
    def odds(self: Moves, s: State, frame: Frame, side: int, code: Frame) -> dict[str, Fraction] | None:
        hit = Fraction(s.worth[code[2]], 7) if code[0] == FIRE else 0
        return {"hit": hit, "miss": 1 - hit} if hit else None

    patch.setattr(Moves, "odds", odds)


@plant("the sum behind")
def a_sum_that_tells(patch: Patch) -> None:
    patch.setattr(
        Moves, "ledger", lambda self, s, frame, side, code: [tiny.Modifier(s.worth[3 - 3 * side], "close", "3.1")]
    )


@plant("the answer to")
def a_refusal_that_tells(patch: Patch) -> None:
    patch.setattr(
        Moves, "unlisted", lambda self, s, frame, side, code: Refusal("2.1", f"out of reach of {s.worth[3 - 3 * side]}")
    )


@plant("the log after")
def an_answer_that_tells_too_soon(patch: Patch) -> None:
    def apply(real: Any, self: Moves, s: State, frame: Frame, side: int, code: Frame) -> None:
        s.emit(tiny.BID_MADE, side, s.worth[3 - 3 * side])
        real(self, s, frame, side, code)

    wrapped(patch, Moves, "apply", apply)


@plant("breaks an invariant: worth: the counters are not conserved")
def a_world_with_other_counters(patch: Patch) -> None:
    def redraw(self: Tiny, s: State, mask: int, rng: Any) -> None:
        for p in range(6):
            if not mask >> p // 3 & 1:
                s.worth[p] = 1

    patch.setattr(Tiny, "redraw", redraw)


# --- what can be counted and read


@plant("invariant: worth: the counters are not conserved")
def a_counter_too_many(patch: Patch) -> None:
    def apply(real: Any, self: Mercy, s: State, frame: Frame, side: int, code: Frame) -> None:
        s.worth[frame[2]] = 9
        real(self, s, frame, side, code)

    wrapped(patch, Mercy, "apply", apply)


@plant("figure men is nan")
def a_figure_that_is_none(patch: Patch) -> None:
    patch.setattr(Tiny, "figures", lambda self, s: {"men": float("nan")})


@plant("sum to 2/3")
def odds_that_lack_something(patch: Patch) -> None:
    patch.setattr(Moves, "odds", lambda *given: {"hit": Fraction(1, 3), "near": Fraction(1, 3)})


@plant("sum to 1000000000001/1000000000000")
def odds_that_are_nearly_right(patch: Patch) -> None:
    patch.setattr(Moves, "odds", lambda *given: {"hit": Fraction(1, 10**12), "miss": Fraction(1, 1)})


@plant("the prompt is")
def a_prompt_with_a_hole(patch: Patch) -> None:
    patch.setattr(Moves, "prompt", lambda *given: tiny.Msg("Move {"))


@plant("bids: no rule")
def a_decision_without_a_rule(patch: Patch) -> None:
    patch.setattr(tiny.Bids, "rule", "")
    patch.setattr(tiny.Bids, "unlisted", lambda *given: Refusal("1.1", "bid 0 to 3"))


@plant("the match goes on")
def resigning_in_vain(patch: Patch) -> None:
    patch.setattr(Tiny, "resigned", lambda self, s, side: None)


@plant("ZeroDivisionError")
def a_crash(patch: Patch) -> None:
    patch.setattr(Mercy, "apply", lambda *given: 1 // 0)


@pytest.mark.parametrize("name", PLANTS)
def test_a_planted_defect_is_found(name: str, monkeypatch: Patch) -> None:
    sow, expected = PLANTS[name]
    sow(monkeypatch)
    found = problems() + problems(games=3, thorough=1.0)
    assert any(expected in problem for problem in found), found


def first_failure(**how: Any) -> Failure:
    return fuzz(build(), games=12, seed=1, **how).failures[0]


def test_the_record_of_a_crash_leads_to_the_crash_and_replays_once_it_is_mended(monkeypatch: Patch) -> None:
    monkeypatch.setattr(Mercy, "apply", lambda *given: 1 // 0)
    text = told(first_failure(), "grognard fuzz tiny")
    assert "# ZeroDivisionError" in text
    assert text.endswith("# again: grognard fuzz tiny\n")
    with pytest.raises(BadRecord, match="ZeroDivisionError"):
        read_record(text, lambda name: build())
    monkeypatch.undo()
    assert read_record(text, lambda name: build()).inputs


def test_the_same_seed_finds_the_same_failure(monkeypatch: Patch) -> None:
    PLANTS["accepted_but_not_listed"][0](monkeypatch)
    found = first_failure()
    again = fuzz(build(), [found.scenario], games=1, seed=found.seed).failures[0]
    assert (again.step, again.problem, again.record) == (found.step, found.problem, found.record)


def test_a_failure_is_kept_in_a_file_that_tells_how_to_see_it_again(
    monkeypatch: Patch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("grognard.load", lambda name: build())
    monkeypatch.setattr(Mercy, "apply", lambda *given: 1 // 0)
    words = ["fuzz", "tiny", "--games", "3", "--seed", "1", "--steps", "500", "--option", "level=2"]
    assert main([*words, "--out", str(tmp_path)]) == 1
    files = sorted(tmp_path.glob("fuzz_tiny_duel_*.record"))
    assert files
    again = files[0].read_text().splitlines()[-1].removeprefix("# again: grognard ").split()
    capsys.readouterr()
    assert main([*again, "--json", "--out", str(tmp_path)]) == 1
    assert json.loads(capsys.readouterr().out)["failures"][0]["record"] == str(files[0])
