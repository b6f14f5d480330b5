"""Carriers: getting in and out, being hit inside."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from .table import actions, number, play, refused, start_phase, state, table, where

FAR = {"i_zeta7_1": "5-0909"}


def test_a_carrier_picks_up_and_sets_down_at_no_cost() -> None:
    match = table(FAR | {"l_aza3_1": "4-0101", "l_a_inf_1": "4-0102"})
    play(match, "move l_aza3_1", "go 4-0102", "load l_a_inf_1")
    assert state(match).left == 8
    play(match, "go 4-0104", "unload l_a_inf_1")
    assert state(match).left == 4
    assert where(match, "l_a_inf_1") == "4-0104" and state(match).on[number(match, "l_a_inf_1")] < 0
    play(match, "go 4-0105")


def test_a_carrier_holds_one_unit_of_infantry_and_no_vehicle() -> None:
    match = table(FAR | {"l_eta5_1": "4-0101", "l_a_inf_1": "4-0101", "l_a_inf_2": "4-0101", "l_tau8_1": "4-0101"})
    play(match, "move l_eta5_1", "load l_a_inf_1")
    assert refused(match, "load l_a_inf_2") == "Movement/Carriers/1"
    assert refused(match, "load l_tau8_1") == "Movement/Carriers/1"
    match = table(FAR | {"l_tau8_1": "4-0101", "l_a_inf_1": "4-0101"})
    play(match, "move l_tau8_1")
    assert refused(match, "load l_a_inf_1") == "Movement/Carriers/1"


def test_infantry_that_is_carried_does_not_move_in_that_turn() -> None:
    match = table(FAR | {"l_aza3_1": "4-0101", "l_a_inf_1": "4-0101"})
    play(match, "move l_aza3_1", "load l_a_inf_1", "go 4-0102", "unload l_a_inf_1", "stop")
    assert refused(match, "move l_a_inf_1") == "Movement/Carriers/1"
    start_phase(match, "league")
    play(match, "move l_a_inf_1")


def test_infantry_that_has_moved_is_not_carried_in_that_turn() -> None:
    match = table(FAR | {"l_aza3_1": "4-0101", "l_a_inf_1": "4-0102"})
    play(match, "move l_a_inf_1", "go 4-0101", "stop", "move l_aza3_1")
    assert refused(match, "load l_a_inf_1") == "Movement/Carriers/1"


def test_only_one_carrier_carries_a_unit_in_a_turn() -> None:
    match = table(FAR | {"l_aza3_1": "4-0101", "l_eta5_1": "4-0102", "l_a_inf_1": "4-0101"})
    play(match, "move l_aza3_1", "load l_a_inf_1", "go 4-0102", "unload l_a_inf_1", "stop", "move l_eta5_1")
    assert refused(match, "load l_a_inf_1") == "Movement/Carriers/3"


def test_disrupted_infantry_is_not_carried() -> None:
    match = table(FAR | {"l_aza3_1": "4-0101", "l_a_inf_1": "4-0101"})
    state(match).disrupted[number(match, "l_a_inf_1")] = 1
    play(match, "move l_aza3_1")
    assert refused(match, "load l_a_inf_1") == "Movement/Carriers/3"


def test_a_carrier_in_free_flight_takes_up_and_sets_down_only_where_it_paid_the_full_price() -> None:
    match = table(FAR | {"l_aza3_1": "4-0101", "l_a_inf_1": "4-0101"})
    play(match, "move l_aza3_1", "load l_a_inf_1", "take off", "over 4-0102")
    assert refused(match, "unload l_a_inf_1") == "Movement/Carriers/1"
    play(match, "land 4-0103", "unload l_a_inf_1")
    assert where(match, "l_a_inf_1") == "4-0103"


def test_militia_moves_when_it_is_carried() -> None:
    match = table(FAR | {"l_eta5_1": "4-0101", "l_m_mil_1": "4-0101"})
    play(match, "move l_eta5_1", "load l_m_mil_1", "go 4-0102", "unload l_m_mil_1")
    assert where(match, "l_m_mil_1") == "4-0102"


def test_infantry_inside_can_neither_be_fired_at_nor_fire() -> None:
    match = table({"i_zeta7_1": "4-0103", "l_aza3_1": "4-0101"}, aboard={"l_a_inf_1": "l_aza3_1"})
    assert refused(match, "fire i_zeta7_1 at l_a_inf_1") == "Movement/Carriers/2"
    start_phase(match, "imperial")
    assert "fire l_aza3_1 at i_zeta7_1" in actions(match)
    assert refused(match, "fire l_a_inf_1 at i_zeta7_1") == "Movement/Carriers/2"


def test_when_the_carrier_is_destroyed_its_infantry_rolls_for_itself() -> None:
    at = {"i_zeta7_1": "4-0103", "l_aza3_1": "4-0101", "l_nu3_1": "4-0901"}
    match = table(at, aboard={"l_a_inf_1": "l_aza3_1"})
    match.force_dice([4, 4, 1, 1])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert where(match, "l_aza3_1") == "destroyed"
    assert where(match, "l_a_inf_1") == "4-0101" and state(match).on[number(match, "l_a_inf_1")] < 0
    assert not state(match).disrupted[number(match, "l_a_inf_1")]
    match = table(at, aboard={"l_a_inf_1": "l_aza3_1"})
    match.force_dice([4, 4, 6, 5])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert where(match, "l_a_inf_1") == "destroyed"


def test_infantry_whose_carrier_is_destroyed_on_the_way_neither_moves_nor_rides_on() -> None:
    at = {"i_zeta7_1": "4-0104", "l_aza3_1": "4-0102", "l_eta5_1": "4-0102", "l_nu3_1": "4-0901"}
    match = table(at, aboard={"l_a_inf_1": "l_aza3_1"})
    play(match, "done", "move l_aza3_1")
    match.force_dice([4, 4, 1, 1])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert where(match, "l_a_inf_1") == "4-0102" and not state(match).disrupted[number(match, "l_a_inf_1")]
    assert refused(match, "move l_a_inf_1") == "Movement/Carriers/1"
    play(match, "move l_eta5_1")
    assert refused(match, "load l_a_inf_1") == "Movement/Carriers/3"


def test_infantry_whose_carrier_is_destroyed_before_it_moves_has_not_been_carried() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_aza3_1": "4-0102"}, aboard={"l_a_inf_1": "l_aza3_1"})
    match.force_dice([4, 4, 1, 1])
    play(match, "fire i_zeta7_1 at l_aza3_1", "move l_a_inf_1")


def test_infantry_thrown_out_on_deadly_ground_is_lost() -> None:
    at = {"i_zeta7_1": "5-0409", "l_aza3_1": "5-0408", "l_nu3_1": "4-0101"}
    match = table(at, aboard={"l_a_inf_1": "l_aza3_1"})
    match.force_dice([4, 4, 1, 1])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert where(match, "l_a_inf_1") == "destroyed"


def test_a_carrier_hit_in_free_flight_takes_its_infantry_along() -> None:
    at = {"i_zeta7_1": "4-0304", "l_aza3_1": "4-0107", "l_nu3_1": "4-0901"}
    match = table(at, aboard={"l_a_inf_1": "l_aza3_1"}, phase="league")
    while match.to_act == ("imperial",):
        play(match, "done")
    play(match, "move l_aza3_1")
    if match.to_act == ("imperial",):
        play(match, "pass")
    play(match, "take off", "over 4-0106")
    match.force_dice([4, 4])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert where(match, "l_a_inf_1") == "destroyed"


def test_infantry_can_be_hit_alone_before_it_gets_in_and_after_it_gets_out() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_aza3_1": "4-0102", "l_a_inf_1": "4-0102"})
    play(match, "done", "move l_aza3_1", "pass", "load l_a_inf_1")
    assert match.to_act == ("imperial",)
    match.force_dice([5, 5, 2, 2])
    play(match, "fire i_zeta7_1 at l_a_inf_1")
    assert state(match).disrupted[number(match, "l_a_inf_1")]
    assert state(match).on[number(match, "l_a_inf_1")] < 0
    match = table({"i_zeta7_1": "4-0104", "l_aza3_1": "4-0102", "l_nu3_1": "4-0901"}, aboard={"l_a_inf_1": "l_aza3_1"})
    play(match, "done", "move l_aza3_1", "pass", "unload l_a_inf_1")
    assert match.to_act == ("imperial",)
    assert "fire i_zeta7_1 at l_a_inf_1" in actions(match)


def test_a_carrier_can_be_hit_with_its_infantry_inside_in_the_hex_where_it_took_it_up() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_aza3_1": "4-0102", "l_a_inf_1": "4-0102"})
    play(match, "done", "move l_aza3_1", "pass", "load l_a_inf_1", "pass")
    assert match.to_act == ("imperial",) and state(match).on[number(match, "l_a_inf_1")] >= 0
    match.force_dice([4, 4, 6, 6])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert where(match, "l_aza3_1") == where(match, "l_a_inf_1") == "destroyed"


@pytest.mark.parametrize("shaken", [False, True])
@pytest.mark.parametrize("unit", ["l_a_inf_1", "l_m_mil_1"])
def test_the_odds_of_a_shot_at_a_carrier_tell_what_becomes_of_its_infantry(unit: str, shaken: bool) -> None:
    """Every roll to hit, and every roll for whom it carries, played out."""
    at = {"i_zeta7_1": "5-0507", "l_aza3_1": "5-0407", "l_nu3_1": "4-0101"}  # woods: 3 to infantry in them
    match = table(at, aboard={unit: "l_aza3_1"})
    state(match).disrupted[number(match, unit)] = int(shaken)
    told = match.odds("imperial", "fire i_zeta7_1 at l_aza3_1")
    found: dict[str, Fraction] = {}
    rolls = list(product(range(1, 7), repeat=2))
    for first, second in product(rolls, rolls):
        after = match.copy()
        after.force_dice([*first, *second])
        kinds = {e.kind.name for e in after.play("imperial", "fire i_zeta7_1 at l_aza3_1")}
        if "missed" in kinds:
            end = "miss"
        elif where(after, unit) == "destroyed":
            end = "destroyed with all aboard"
        elif state(after).disrupted[number(after, unit)] and not shaken:
            end = "destroyed, infantry disrupted"
        else:
            end = "destroyed, infantry unharmed"
        found[end] = found.get(end, Fraction(0)) + Fraction(1, 1296)
    assert told == {word: pytest.approx(float(chance)) for word, chance in found.items()}


def test_in_the_air_in_a_drop_ship_and_over_deadly_ground_all_aboard_are_lost() -> None:
    for carrier, place in (("l_ds3_1", "4-0101"), ("l_aza3_1", "5-0408")):
        match = table(
            {"i_zeta7_1": "4-0102" if place[0] == "4" else "5-0409", carrier: place, "l_nu3_1": "4-0909"},
            aboard={"l_a_inf_1": carrier},
        )
        told = match.odds("imperial", f"fire i_zeta7_1 at {carrier}")
        assert told is not None and set(told) == {"destroyed with all aboard", "miss"}
