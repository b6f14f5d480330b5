"""The contract, on the tiny game: acting, refusing, undoing, reading."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterator
from types import FunctionType, ModuleType

import pytest

from core.tiny import build
from grognard.core import BadSetup, Dice, GrognardError, Illegal, Match, Rng, Seat
from grognard.core.decision import Action
from grognard.core.words import Refusal

GAME = build()


def duel(seed: int = 3, **options: object) -> Match:
    match: Match = GAME.new("duel", options, seed)
    return match


def bid(match: Match, red: int = 2, blue: int = 1) -> Match:
    match.play("red", f"bid {red}")
    match.play("blue", f"bid {blue}")
    return match


def test_two_sides_decide_at_once_and_either_may_go_first() -> None:
    match = duel()
    assert match.to_act == ("red", "blue")
    match.play("blue", "bid 3")
    assert match.to_act == ("red",)
    match.play("red", "bid 0")
    assert match.to_act == ("blue",)


def test_a_secret_bid_is_told_to_its_bidder_only() -> None:
    match = duel()
    match.play("red", "bid 3")
    assert "red bids 3" in [e.text.lower() for e in match.events(viewer="red")]
    assert "red has bid" in [e.text.lower() for e in match.events(viewer="blue")]
    assert "red has bid" in [e.text.lower() for e in match.events()]
    assert match.view("red")["extra"]["bid"] == [3, -1]
    assert match.view("blue")["extra"]["bid"] == [-1, -1]


def test_a_refusal_names_the_rule_and_the_reason() -> None:
    match = bid(duel())
    refusal = match.why_not("red", "move b1 to p5")
    assert isinstance(refusal, Refusal)
    assert (refusal.rule, refusal.reason) == ("2.2", "B1 is not yours")
    with pytest.raises(Illegal, match=r"tiny, moves, action 3: B1 is not yours \[2.2\]"):
        match.play("red", "move b1 to p5")


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "an action is missing"),
        ("jump r1", "'jump' is no verb here"),
        ("move r1", "the form is: move {piece} to {place}"),
        ("move r9 to p1", "'r9' is no piece"),
        ("bid 01", "'01' is no number"),
    ],
)
def test_a_text_that_is_no_action_says_what_was_expected(text: str, reason: str) -> None:
    match = bid(duel())
    with pytest.raises(Illegal) as caught:
        match.play("red", text)
    assert reason in str(caught.value)


def test_it_says_for_whom_the_table_waits() -> None:
    match = bid(duel())
    refusal = match.why_not("blue", "done")
    assert refusal is not None
    assert refusal.reason == "it is for Red to decide"
    with pytest.raises(GrognardError, match="the sides are red, blue"):
        match.decision("green")


def test_undo_takes_back_ones_own_picks_to_the_byte() -> None:
    match = bid(duel())
    before, lines = match.digest(), len(match.log)
    match.play("red", "move r1 to p1")
    match.play("red", "move r1 to p2")
    match.undo("red")
    match.undo("red")
    assert (match.digest(), len(match.log)) == (before, lines)


def test_undo_stops_at_reveals_dice_and_other_sides() -> None:
    match = bid(duel())
    assert "shown" in str(match.can_undo("blue").reason)  # type: ignore[union-attr]
    match.play("red", "done")
    match.play("blue", "move b1 to p5")
    assert "another side" in str(match.can_undo("red").reason)  # type: ignore[union-attr]
    match.undo("blue")
    match.undo("red")
    assert match.to_act == ("red",)


def test_undo_works_across_checkpoints() -> None:
    match = bid(duel())
    seen = []
    for number in range(300):
        seen.append(match.digest())
        match.play("red", f"move r1 to p{(number + 1) % 2}")
    for digest in reversed(seen):
        match.undo("red")
        assert match.digest() == digest


def test_forced_dice_come_first_and_mark_the_match() -> None:
    match = bid(duel())
    match.force_dice([6])
    assert match.arranged
    for text in ("move r1 to p1", "move r1 to p2", "move r1 to p3", "move r1 to p4", "move r1 to p5"):
        match.play("red", text)
    events = match.play("red", "fire r1 at b1")
    assert events[0].text == "R1 fires at B1: 6"
    assert match.to_act == ("blue",)


def test_odds_are_exact_and_only_for_what_is_legal() -> None:
    match = bid(duel())
    assert match.odds("red", "done") is None
    with pytest.raises(Illegal):
        match.odds("red", "fire r1 at b1")


def test_a_copy_is_independent() -> None:
    match = bid(duel())
    other = match.copy()
    other.play("red", "move r1 to p1")
    assert match.digest() != other.digest()
    assert len(match.log) + 1 == len(other.log)
    other.undo("red")
    assert match.digest() == other.digest()


def test_a_redrawn_copy_looks_the_same_and_tells_nothing() -> None:
    match = duel()
    match.play("blue", "bid 3")
    worlds = [match.determinize("red", n) for n in range(20)]
    assert {json.dumps(w.view("red")) for w in worlds} == {json.dumps(match.view("red"))}
    assert len({w.state.bid[1] for w in worlds}) > 1  # type: ignore[attr-defined]
    assert all("3" not in str(w.inputs) for w in worlds)
    with pytest.raises(GrognardError, match="no record"):
        worlds[0].save()


def test_resigning_gives_the_other_side_the_game() -> None:
    match = bid(duel())
    match.resign("red")
    assert match.result is not None
    assert (match.result.winner, match.result.level) == ("blue", "resignation")
    assert match.to_act == ()
    with pytest.raises(Illegal, match="the game is over"):
        match.play("red", "done")


def test_a_draw_needs_both_and_any_action_withdraws_the_offer() -> None:
    match = bid(duel())
    match.offer_draw("blue")
    match.play("red", "done")
    match.accept_draw("red")
    assert match.result is None
    match.offer_draw("blue")
    assert match.result is not None
    assert match.result.winner is None


def test_options_are_checked_by_name() -> None:
    with pytest.raises(BadSetup, match="has no option 'fgo'; known are: fog, level"):
        duel(fgo=True)
    with pytest.raises(BadSetup, match="level takes 1, 2, 3; not 7"):
        duel(level=7)
    assert duel(level="2").setup.options["level"] == 2


def test_one_player_may_hold_both_sides() -> None:
    match = GAME.new("duel", {}, 1, {"me": ["red", "blue"]})
    match.play("red", "bid 3")
    assert match.view("blue")["extra"]["bid"] == [3, -1]
    with pytest.raises(BadSetup, match="nobody holds blue"):
        GAME.new("duel", {}, 1, {"me": ["red"]})
    with pytest.raises(BadSetup, match="'green' is not in play"):
        GAME.new("duel", {}, 1, {"me": ["green"]})


def test_a_seat_shows_one_side_only() -> None:
    match = duel()
    seat = Seat(match, "red", Rng(1), 2.0)
    assert seat.view == match.view("red")
    assert seat.decision.prompt == "Bid for the first move"
    assert not [name for name in dir(seat) if name in ("match", "state")]


def test_areas_and_threats_are_told_by_id() -> None:
    match = bid(duel())
    match.play("red", "move r1 to p1")
    assert match.areas("red") == [
        {"kind": "fire", "side": "red", "places": ["p0", "p1", "p2"]},
        {"kind": "fire", "side": "blue", "places": ["p5", "p6"]},
    ]
    assert match.threats(None, "p2") == ["r1"]
    with pytest.raises(GrognardError, match="there is no place 'p9'"):
        match.threats("red", "p9")


def test_who_talks_apart_is_told_by_side(monkeypatch: pytest.MonkeyPatch) -> None:
    match = duel()
    assert match.confidants("red") == ()
    monkeypatch.setattr(type(match.game), "confidants", lambda self, s, side: 1 << side)
    assert match.confidants("blue") == ("blue",)
    with pytest.raises(GrognardError, match="no side"):
        match.confidants("green")


def reachable(start: object) -> Iterator[object]:
    """All that one can get hold of from an object, but for modules, classes and the functions in them."""
    seen: set[int] = set()
    todo = [start]
    while todo:
        one = todo.pop()
        if id(one) in seen or isinstance(one, (type, ModuleType, FunctionType)):
            continue
        seen.add(id(one))
        yield one
        todo.extend(gc.get_referents(one))


def test_no_way_leads_from_a_seat_to_the_true_match() -> None:
    match = duel(seed=8)
    match.play("blue", "bid 3")
    seat = Seat(match, "red", Rng(1), 2.0)
    decision = seat.decision
    held = [seat, decision, decision.actions[0], list(seat.events), seat.view, seat.determinize(5), seat.odds("bid 1")]
    found = list(reachable(held))
    assert any(isinstance(one, Match) for one in found)
    true = {id(one) for one in (match, match.state, match.state.dice, match.inputs, match.log, match.state.rolls)}
    assert not [one for one in found if id(one) in true]
    assert "8" not in {one.seed for one in found if isinstance(one, Dice)}


def test_a_seat_keeps_up_with_its_match() -> None:
    match = duel()
    red, blue = Seat(match, "red"), Seat(match, "blue")
    while match.to_act:
        seat = red if "red" in match.to_act else blue
        match.play(seat.side, seat.decision.sample(seat.rng))
        for side, one in (("red", red), ("blue", blue)):
            assert one.view == match.view(side)
            assert one.events == match.events(0, side)
    assert len(match.inputs) > 30


def test_what_a_bot_forges_is_judged() -> None:
    match = bid(duel())
    seat = Seat(match, "red")
    forged = Action(seat.decision, match.game.verbs.parse("move b1 to p5", match.game.vocab))
    with pytest.raises(Illegal, match="B1 is not yours"):
        match.play("red", forged)


def test_events_stay_what_they_were_when_moves_are_taken_back() -> None:
    match = bid(duel())
    events = match.play("red", "move r1 to p1")
    match.undo("red")
    match.play("red", "move r2 to p1")
    assert [event.text for event in events] == ["R1 moves to P1"]
    assert events != match.events(events[0].number)
    assert match.events() == match.copy().events()


@pytest.mark.parametrize("seed", [None, True, 1.5, " 7", "a\nb", "x" * 201, pytest.param(10**5000, id="huge"), ["7"]])
def test_a_seed_is_a_number_or_a_short_line(seed: object) -> None:
    with pytest.raises(BadSetup, match="seed: expected a number or a short line of text"):
        GAME.new("duel", {}, seed)  # type: ignore[arg-type]


@pytest.mark.parametrize("dice", [5, "36", [0], [True], [2.0], pytest.param([10**5000], id="huge"), None, {3: 1}])
def test_forced_dice_are_a_list_of_faces(dice: object) -> None:
    match = duel()
    with pytest.raises(GrognardError, match="forced dice are a list of whole numbers from 1"):
        match.force_dice(dice)  # type: ignore[arg-type]
    match.force_dice([])
    assert not match.inputs and not match.arranged


def test_a_chart_that_is_not_there_is_told_by_name() -> None:
    with pytest.raises(GrognardError, match="Tiny has no chart 'crt'; there are odds"):
        GAME.chart("crt")
    assert GAME.chart("odds") == {"hit": "5, 6"}


def test_a_bystander_may_act_though_nobody_waits_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bids of red are shut to blue, but it may move a piece of red's meanwhile: a rule of this test alone."""
    match = bid(duel())
    mover, other = match.to_act[0], ({"red", "blue"} - {match.to_act[0]}).pop()
    assert match.may_act == () and match.why_not(other, "done") is not None
    node = next(n for n in match.game.nodes if n.name == match.decision(mover).name)
    number = match.setup.number[other]
    monkeypatch.setattr(type(node), "bystanders", lambda self, s, frame: (number,))
    assert match.to_act == (mover,) and match.may_act == (other,)
    assert match.decision(other).actions
    match.play(other, match.decision(other).actions[0])
    match.resign("red")
    assert match.may_act == ()
