"""When to fire: before, during and after moves; standing orders."""

from __future__ import annotations

import random

import pytest

from grognard.core import Match
from grognard.core.words import THEN
from grognard.games.grav_armor.documents import NAMES
from grognard.games.grav_armor.state import HOLD, GravState

from .table import actions, game, number, play, refused, start_phase, state, table, where

CROSSING = {"i_zeta7_1": "4-0104", "l_nu3_1": "4-0110", "l_tau8_1": "4-0912"}


def orders(match: Match, side: str, piece: str, *changes: str) -> None:
    """Give standing orders by hand, whoever must act now."""
    s = state(match)
    for change in changes:
        s.push("order", match.game.vocab["side"].index[side], number(match, piece))
        match.epoch += 1
        match.play(side, change)


def test_fire_is_allowed_before_any_move() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_nu3_1": "4-0106"})
    assert match.to_act == ("imperial",)
    match.force_dice([4, 4])
    play(match, "fire i_zeta7_1 at l_nu3_1")
    assert where(match, "l_nu3_1") == "destroyed"


def test_a_unit_that_declares_its_move_can_be_fired_at_where_it_stands() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_nu3_1": "4-0106", "l_tau8_1": "4-0912"})
    play(match, "done", "move l_nu3_1")
    assert match.to_act == ("imperial",)
    assert "fire i_zeta7_1 at l_nu3_1" in actions(match)


def test_a_moving_unit_is_halted_in_each_hex_where_it_can_be_fired_at() -> None:
    match = table(CROSSING)
    play(match, "move l_nu3_1", "go 4-0105")
    halts = []
    while match.to_act == ("imperial",):
        halts.append(where(match, "l_nu3_1"))
        play(match, "pass")
    assert len(halts) >= 3 and halts[-1] == "4-0105"


def test_a_shot_ends_the_leg_and_the_mover_decides_anew() -> None:
    match = table(CROSSING)
    play(match, "move l_nu3_1", "go 4-0105")
    match.force_dice([1, 1])
    halted = where(match, "l_nu3_1")
    play(match, "fire i_zeta7_1 at l_nu3_1")
    assert match.to_act == ("league",) and where(match, "l_nu3_1") == halted != "4-0105"
    assert any(a.startswith("go ") for a in actions(match))


def test_letting_a_whole_move_pass_asks_no_more_until_the_next_unit() -> None:
    match = table(CROSSING | {"l_omi2_1": "4-0107"})
    play(match, "done", "move l_nu3_1", "go 4-0106", "pass unit")
    assert match.to_act == ("league",) and where(match, "l_nu3_1") == "4-0106"
    play(match, "stop", "move l_omi2_1")
    assert match.to_act == ("imperial",)


def test_letting_the_phase_pass_asks_only_after_all_moves() -> None:
    match = table(CROSSING | {"l_omi2_1": "4-0107"})
    play(match, "done", "move l_nu3_1", "go 4-0106", "pass phase", "stop", "move l_omi2_1", "stop", "done")
    assert match.to_act == ("imperial",)
    assert match.decision("imperial").rule == "Combat/Firing After Moves"
    assert "fire i_zeta7_1 at l_nu3_1" in actions(match)


def test_no_clock_is_turned_back_once_a_move_has_ended() -> None:
    """The unit was seen on its way; where it ended it is out of range, and no shot is offered any more."""
    match = table({"i_zeta7_1": "4-0104", "l_psi5_1": "4-0109", "l_tau8_1": "4-0912"})
    play(match, "move l_psi5_1", "go 4-0108")
    assert match.to_act == ("imperial",)
    play(match, "pass", "go 4-0109", "stop")
    assert match.to_act == ("league",)
    play(match, "done")
    assert match.decision("league").name == "before"  # the next phase: the firing side was not even asked


def test_at_a_halt_any_other_target_may_be_fired_at_too() -> None:
    match = table(CROSSING | {"l_omi2_1": "4-0107"})
    play(match, "done", "move l_nu3_1", "go 4-0106")
    assert "fire i_zeta7_1 at l_omi2_1" in actions(match)


def test_a_target_that_moves_on_may_be_fired_at_later_from_a_better_place() -> None:
    match = table(CROSSING)
    play(match, "move l_nu3_1", "go 4-0105")
    first = where(match, "l_nu3_1")
    play(match, "pass")
    assert match.to_act == ("imperial",) and where(match, "l_nu3_1") != first
    match.force_dice([4, 4])
    play(match, "fire i_zeta7_1 at l_nu3_1")
    assert where(match, "l_nu3_1") == "destroyed"


def test_holding_fire_never_asks() -> None:
    match = table(CROSSING)
    orders(match, "imperial", "i_zeta7_1", "hold")
    play(match, "move l_nu3_1", "go 4-0106")
    assert match.to_act == ("league",) and where(match, "l_nu3_1") == "4-0106"


def test_orders_fire_by_themselves_when_the_chance_is_good_enough() -> None:
    match = table(CROSSING)
    orders(match, "imperial", "i_zeta7_1", "when 60")
    match.force_dice([4, 4])
    play(match, "move l_nu3_1", "go 4-0106")
    assert where(match, "l_nu3_1") == "destroyed"
    assert any("standing orders" in e.text for e in match.events())
    match = table(CROSSING)
    orders(match, "imperial", "i_zeta7_1", "when 90")
    play(match, "move l_nu3_1", "go 4-0106")
    assert where(match, "l_nu3_1") == "4-0106"


def test_orders_may_name_targets_and_hexes() -> None:
    match = table(CROSSING | {"l_omi2_1": "4-0110"})
    orders(match, "imperial", "i_zeta7_1", "when 20", "only l_omi2_1")
    play(match, "move l_nu3_1", "go 4-0106", "stop")
    assert where(match, "l_nu3_1") == "4-0106" and not state(match).fired[number(match, "i_zeta7_1")]
    match = table(CROSSING)
    orders(match, "imperial", "i_zeta7_1", "when 20", "within 4-0106")
    match.force_dice([1, 1])
    play(match, "move l_nu3_1", "go 4-0106")
    assert state(match).fired[number(match, "i_zeta7_1")] and where(match, "l_nu3_1") == "4-0106"
    orders(match, "imperial", "i_zeta7_1", "anywhere", "any target")
    assert not state(match).zone[number(match, "i_zeta7_1")]


def test_orders_that_cannot_be_given_are_refused_by_their_own_reason() -> None:
    match = table(CROSSING | {"l_omi2_1": "edge_west"})
    play(match, "orders", "order l_nu3_1")
    assert refused(match, "within 4-0101") == "Combat/Maximum Range"
    assert refused(match, "within 1-0101") == "Scenarios/Mapboard Configuration"
    play(match, "within 4-0109", "order l_nu3_1")
    assert refused(match, "within 4-0109") == "Turn/Move and Fire"
    play(match, "done", "order l_omi2_1")
    refusal = match.why_not("league", "within 4-0101")
    assert refusal is not None and "not on the map" in refusal.template


def test_orders_for_all_units_at_once() -> None:
    match = table(CROSSING | {"i_chi2_1": "5-0909"})
    play(match, "orders", "all when 50")
    assert match.to_act == ("league",)
    s = state(match)
    assert s.order[number(match, "l_nu3_1")] == s.order[number(match, "l_tau8_1")] == 50
    assert s.order[number(match, "i_zeta7_1")] == 0
    assert refused(match, "order i_zeta7_1") == "Movement/General Rule/1"


def test_orders_are_read_by_their_owner_alone() -> None:
    match = table(CROSSING)
    play(match, "orders", "order l_nu3_1", "when 50")
    assert "l_nu3_1" in match.view("league")["extra"]["orders"]
    assert "l_nu3_1" not in match.view("imperial")["extra"]["orders"]
    assert match.view(None)["extra"]["orders"] == {}
    assert any("Standing orders" in e.text for e in match.events(viewer="league"))
    assert not any("Standing orders" in e.text for e in match.events(viewer="imperial"))


@pytest.mark.parametrize("scenario", NAMES)
@pytest.mark.parametrize("kind", ["20", "50", "mixed"])
def test_standing_orders_equal_the_same_fire_given_by_hand(scenario: str, kind: str) -> None:
    """The same games twice: orders do the firing in one, a person in the other. Same dice, same losses, same ground.

    `mixed`: every piece has orders of its own, some to hold, some only at named targets or in named hexes.
    """
    shots = 0
    for seed in range(20):  # three games, and as many more as it takes until somebody has met the enemy
        if seed >= 3 and shots:
            break
        ordered = game().new(scenario, {"free_setup": False}, seed)
        by_hand = game().new(scenario, {"free_setup": False}, seed)
        rng = random.Random(f"{scenario} {seed}")
        _give_orders(state(ordered), kind, rng)
        for _ in range(1000):
            if not ordered.to_act:
                break
            side = ordered.to_act[0]
            choice = [a for a in ordered.decision(side).actions if not a.text.startswith("orders")]
            text = rng.choice(choice).text
            ordered.play(side, text)
            by_hand.play(side, text)
            shots += _fire_by_hand(by_hand, ordered)
            assert by_hand.to_act == ordered.to_act
            a, b = state(ordered), state(by_hand)
            assert (a.at, a.disrupted, a.fired, a.moved, a.draws) == (b.at, b.disrupted, b.fired, b.moved, b.draws)
    assert shots > 0


def _give_orders(s: GravState, kind: str, rng: random.Random) -> None:
    for side in (0, 1):
        for piece in s.ground.guns[side]:
            if kind != "mixed":
                s.order[piece] = int(kind)
                continue
            s.order[piece] = rng.choice((HOLD, 10, 20, 30))
            if rng.random() < 0.3:
                for target in rng.sample(s.ground.bodies[1 - side], len(s.ground.bodies[1 - side]) // 2):
                    s.aim[piece] |= 1 << target
            if rng.random() < 0.3:
                for place in rng.sample(s.ground.place, len(s.ground.place) // 2):
                    s.zone[piece] |= 1 << place


def _would_take(ordered: Match, match: Match, firer: int, unit: int, chance: int) -> bool:
    """Do the orders of that piece take this shot? The conditions as a person reads them."""
    s, place = state(ordered), state(match).at[unit]
    named = not s.aim[firer] or s.aim[firer] >> unit & 1
    there = not s.zone[firer] or s.zone[firer] >> place & 1
    return bool(s.order[firer] <= 100 and chance * 100 >= s.order[firer] * 36 and named and there)


def _fire_by_hand(match: Match, ordered: Match) -> int:
    """At each halt fire the best shot at the moving unit that the orders would take, else let it pass."""
    shots = 0
    while match.to_act and match.state.stack != ordered.state.stack:
        side = match.to_act[0]
        decision = match.decision(side)
        if decision.name == "before":  # whoever has given orders to all is not asked
            match.play(side, "done")
            continue
        best = None
        for action in decision.actions:
            odds = match.odds(side, action)
            if odds is None:
                continue
            chance = round((1 - sum(p for word, p in odds.items() if word.split(THEN)[0] == "miss")) * 36)
            if decision.name != "missiles":
                unit = match.state.stack[-1][2]
                if action.code[2] != unit or not _would_take(ordered, match, action.code[1], unit, chance):
                    continue
            if best is None or chance > best[0]:
                best = (chance, action)
        if best is None:
            match.play(side, "pass")
        else:
            match.play(side, best[1])
            shots += 1
    return shots


def test_fire_before_moves_is_asked_only_of_pieces_without_orders() -> None:
    at = {"i_zeta7_1": "4-0104", "i_nu3_1": "4-0105", "l_nu3_1": "4-0106", "l_omi2_1": "4-0107"}
    match = table(at)
    assert match.decision("imperial").name == "before"
    for piece in ("i_zeta7_1", "i_nu3_1"):
        state(match).order[number(match, piece)] = 90
    start_phase(match, "league")
    assert match.decision("league").name == "move"
    state(match).order[number(match, "i_nu3_1")] = 0
    start_phase(match, "league")
    assert "fire i_zeta7_1 at l_nu3_1" in actions(match)
    match.force_dice([1, 1])
    play(match, "fire i_nu3_1 at l_nu3_1")  # nobody is left who asks, but the side is at it now
    assert "fire i_zeta7_1 at l_nu3_1" in actions(match)


def test_whoever_has_given_orders_is_still_asked_after_all_moves() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_nu3_1": "4-0106", "l_omi2_1": "4-0112"})
    orders(match, "imperial", "i_zeta7_1", "hold")
    start_phase(match, "league")
    play(match, "done")
    assert match.decision("imperial").name == "after" and "fire i_zeta7_1 at l_nu3_1" in actions(match)


@pytest.mark.parametrize("order", [0, HOLD, 90])
def test_no_step_under_the_enemys_guns_is_taken_back_whatever_his_orders(order: int) -> None:
    """Else one could feel out what is secret: step, see whether anything comes, step back."""
    match = table(CROSSING)
    state(match).order[number(match, "i_zeta7_1")] = order
    play(match, "move l_nu3_1", "go 4-0109")
    assert match.can_undo("league") is None  # out of sight as yet
    play(match, "go 4-0108")
    assert match.can_undo("league") is not None


def test_undo_takes_back_picks_but_not_shots_nor_the_other_sides_word() -> None:
    match = table(CROSSING)
    before = match.digest()
    play(match, "move l_nu3_1")
    match.undo("league")
    assert match.digest() == before
    play(match, "move l_nu3_1", "go 4-0105", "pass")
    assert match.can_undo("league") is not None
