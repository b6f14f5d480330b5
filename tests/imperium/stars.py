"""Positions among the stars: any counters anywhere, at the beginning of any phase, with dice that are known."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from grognard.core import Match
from grognard.core.position import FORMAT
from grognard.games.imperium import facts, sequence
from grognard.games.imperium.game import Imperium, build
from grognard.games.imperium.state import State

HOMES = {
    "t_w1": "sol_surface",
    "t_w2": "alpha_centauri_a_surface",
    "i_w1": "dingir_surface",
    "i_w2": "gashidda_surface",
}


@cache
def game() -> Imperium:
    return build()


def table(
    phase: str,
    at: Mapping[str, str] | None = None,
    *,
    aboard: Mapping[str, str] | None = None,
    marks: Mapping[str, list[str]] | None = None,
    options: Mapping[str, Any] | None = None,
    scenario: str = "first_war",
    turn: int = 2,
    homes: bool = True,
    each: Mapping[str, Mapping[str, Any]] | None = None,
    ru: tuple[int, int] | list[int] = (0, 0),
    dice: tuple[int, ...] = (),
    **fields: Any,
) -> Match:
    """The match at the beginning of a phase. `aboard` maps cargo to ship; `marks` maps a set to its counters."""
    names = [p.name for p in (sequence.CAMPAIGN if scenario == "campaign" else sequence.ONE_WAR)]
    index = names.index(phase)
    rows: dict[str, dict[str, Any]] = {}
    for piece, place in {**(HOMES if homes else {}), **(at or {})}.items():
        rows.setdefault(piece, {})["at"] = place
    for piece, ship in (aboard or {}).items():
        rows[piece] = {"at": "aboard", "on": ship}
    for piece, values in (each or {}).items():
        rows.setdefault(piece, {}).update(values)
    active, phasing, _ = sequence.FACTS[phase]
    document = {
        "format": FORMAT,
        "game": "imperium",
        "edition": 1,
        "scenario": scenario,
        "options": dict(options or {}),
        "seed": "stars",
        "turn": turn,
        "phase": index,
        "forced": list(dice),
        "stack": [["next_phase"], [sequence_node(phase), index]],
        "fields": {
            "active": facts.SIDE_IDS[active],
            "mover": facts.SIDE_IDS[phasing],
            **(marks or {}),
            **fields,
            "each piece": rows,
            "each side": {who: {"ru": money} for who, money in zip(facts.SIDE_IDS, ru, strict=True)},
        },
    }
    match: Match = game().from_position(document)
    return match


def sequence_node(phase: str) -> str:
    return next(p.node for p in sequence.CAMPAIGN if p.name == phase)


def act(match: Match, *texts: str) -> list[str]:
    """Play these actions, each by whoever must decide; returns the log of what they brought."""
    out: list[str] = []
    for text in texts:
        out += [event.text for event in match.play(match.to_act[0], text)]
    return out


def listed(match: Match) -> list[str]:
    return [str(a) for a in match.decision(match.to_act[0]).actions]


def refused(match: Match, text: str) -> str:
    """The rule by which the deciding side's action is refused."""
    refusal = match.why_not(match.to_act[0], text)
    assert refusal is not None, f"{text} is legal"
    return refusal.rule


def state(match: Match) -> State:
    assert isinstance(match.state, State)
    return match.state


def where(match: Match, piece: str) -> str:
    """The place of a counter; `none` when it is back in the mix."""
    return facts.PLACES.id(state(match).at[facts.PIECE[piece]])


def has(match: Match, bits: int, piece: str) -> bool:
    return bool(bits >> facts.PIECE[piece] & 1)


def decision(match: Match) -> str:
    return match.decision(match.to_act[0]).name


def skip_to(match: Match, name: str, most: int = 400) -> None:
    """Pass with the first of these that is legal until a decision of that name comes."""
    for _ in range(most):
        if decision(match) == name:
            return
        choices = listed(match)
        act(match, next((c for c in PASSES if c in choices), choices[0]))
    raise AssertionError(f"no decision {name} came")


PASSES = ("recommended", "done", "stand", "release", "fire nothing more", "queue rest", "screen rest")
