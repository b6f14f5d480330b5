"""Glory, its window, and the emperor's interventions and appeals (Glory; The Imperium)."""

from __future__ import annotations

import pytest

from grognard.core import Match
from grognard.games.imperium.facts import PIECE, PLACE
from grognard.games.imperium.glory import glory_to_lose, glory_to_win

from .stars import act, decision, has, listed, refused, skip_to, state, table, where

QUIET = [3, 3]


def end_of_turn(at: dict[str, str] | None = None, **more: object) -> Match:
    """The last phase of a turn, with nothing left to decide in it."""
    return table("imperial_combat_2", at, **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(("turn", "win", "loss"), [(1, 10, 0), (3, 10, 0), (4, 9, 1), (5, 8, 2), (7, 6, 4), (8, 5, 5)])
def test_the_window_shrinks_after_the_third_turn(turn: int, win: int, loss: int) -> None:
    assert (glory_to_win(turn), glory_to_lose(turn)) == (win, loss)


@pytest.mark.parametrize(
    ("turn", "glory", "winner"),
    [
        (1, 10, "imperial"), (1, 9, None), (1, 0, "terran"), (1, 1, None), (4, 9, "imperial"), (4, 1, "terran"),
        (8, 5, "terran"), (8, 6, "imperial"), (8, 4, "terran"), (7, 5, None),
    ],
)  # fmt: skip
def test_the_war_ends_at_the_edge_of_the_window(turn: int, glory: int, winner: str | None) -> None:
    m = end_of_turn({"t_sc1": "sol"}, turn=turn, glory=glory)
    assert (m.result.winner if m.result else None) == winner


def test_the_loss_of_an_outpost_costs_one_point_at_the_end_of_the_turn() -> None:
    at = {"t_troop_10": "shuruppak_surface", "i_o1": "shuruppak_surface", "t_sc1": "sol"}
    m = table("terran_combat_2", at)
    act(m, "assault shuruppak_surface")
    m.force_dice([1])
    act(m, "fire all")
    assert state(m).glory_change == -1 and m.figures()["glory"] == 5
    m = end_of_turn({"t_sc1": "sol"}, glory_change=-1)
    assert m.figures()["glory"] == 4


def test_an_outpost_is_lost_only_when_all_its_side_is_gone_from_the_box() -> None:
    at = {"t_troop_10": "shuruppak_surface", "i_o1": "shuruppak_surface", "i_tr1": "shuruppak_surface"}
    m = table("terran_combat_2", {**at, "t_troop_1": "shuruppak_surface", "t_sc1": "sol"})
    act(m, "assault shuruppak_surface", "match t_troop_1")
    m.force_dice([6, 1])
    act(m, "fire all")
    assert where(m, "i_o1") == "none" and state(m).glory_change == 0
    m.force_dice([1])
    act(m, "match t_troop_10", "screen rest", "fire all")
    assert state(m).glory_change == -1


def test_the_conquest_of_an_outpost_earns_one_point_unless_it_was_lost_before() -> None:
    at = {"i_troop_18": "junction_surface", "t_o1": "junction_surface"}
    for lost, change in ((0, 1), (1 << PLACE["junction_surface"], 0)):
        m = table("imperial_combat_1", {**at, "t_sc1": "sol"})
        state(m).lost_here[1] = lost
        act(m, "assault junction_surface")
        m.force_dice([1])
        act(m, "fire all")
        assert state(m).glory_change == change


def test_a_world_is_conquered_if_troops_hold_it_to_the_end_of_the_turn() -> None:
    m = end_of_turn({"t_troop_1": "dingir_surface", "t_sc1": "sol"}, marks={"neutral": ["i_w1"]})
    assert has(m, state(m).conquered, "i_w1")
    assert m.figures()["glory"] == 1
    m = end_of_turn({"t_sc1": "sol"}, marks={"neutral": ["i_w1"]})
    assert not has(m, state(m).neutral, "i_w1") and m.figures()["glory"] == 5


def test_a_neutralized_world_recovers_while_its_own_forces_are_there() -> None:
    at = {"t_troop_1": "dingir_surface", "i_troop_741": "dingir_surface", "t_sc1": "sol"}
    m = end_of_turn(at, marks={"neutral": ["i_w1"]})
    skip_to(m, "maintain")
    assert not has(m, state(m).conquered, "i_w1")


def test_the_conquest_of_a_terran_world_earns_four() -> None:
    m = end_of_turn({"i_troop_18": "alpha_centauri_a_surface", "t_sc1": "sol"}, marks={"neutral": ["t_w2"]})
    assert m.figures()["glory"] == 9


def test_attention_doubles_all_changes_of_the_turn() -> None:
    m = end_of_turn({"t_sc1": "sol"}, glory_change=2, attention=True)
    assert m.figures()["glory"] == 9 and not state(m).attention


def test_placing_an_outpost_is_no_conquest() -> None:
    m = table("terran_combat_1", {"t_tr1": "hades"}, aboard={"t_o1": "t_tr1"}, marks={"unplaced": ["t_o1"]})
    act(m, "approach hades", "land cargo hades_surface")
    assert state(m).glory_change == 0


# --- intervention


def intervene(*dice: int, at: dict[str, str] | None = None, **more: object) -> Match:
    """The Imperial phase with these dice on the table, after a decision about maintenance."""
    m = table("imperial_production", {"i_sc1": "dingir", "t_sc1": "sol", **(at or {})}, **more)  # type: ignore[arg-type]
    m.force_dice(list(dice))
    act(m, "maintain i_sc1")
    if decision(m) == "maintain":
        act(m, "done")
    return m


def test_depression_takes_ten_from_the_budget_for_three_turns() -> None:
    m = intervene(1, 2)
    assert state(m).depression == 3 and m.figures()["imperial_income"] == 2
    later = table("imperial_production", {"i_sc1": "dingir"}, depression=3)
    assert state(later).ru[1] == 2 and state(later).depression == 2


def test_in_a_depression_that_leaves_no_income_the_budget_is_one() -> None:
    m = table("imperial_production", {"i_sc1": "dingir"}, depression=3, budget=8)
    assert state(m).ru[1] == 2 + 1
    m = table("imperial_production", {"i_sc1": "dingir"}, depression=3, budget=9)
    assert state(m).ru[1] == 2 - 1


def test_a_boom_brings_ten_ru_and_ends_a_depression() -> None:
    m = intervene(1, 3, depression=2)
    assert state(m).depression == 0 and state(m).ru[1] == 2 + 10 - 1


def test_imperial_attention_lasts_for_the_turn() -> None:
    m = intervene(4, 4)
    assert state(m).attention == 1


def test_recentralization_takes_all_permissions_back() -> None:
    m = intervene(1, 4, 3, 6, 6, marks={"permits": ["heavy_cruiser", "battleship"]})
    assert state(m).permits == 0


def test_succession_brings_civil_war_or_another_roll_with_three_more() -> None:
    m = intervene(2, 3, 2)
    assert decision(m) == "faction"
    m = intervene(2, 3, 3, 2, 3)
    assert state(m).attention == 1
    m = intervene(2, 3, 3, 1, 1)
    log = [e.text for e in m.events() if "intervention" in e.text]
    assert log[-1] == "Imperial intervention, 5: nothing"


def test_who_supports_nobody_in_a_civil_war_loses_three_of_the_budget() -> None:
    m = intervene(2, 3, 1)
    m.force_dice([3, 4])
    act(m, "support nobody")
    assert state(m).budget == 7


def test_the_budget_never_falls_below_one() -> None:
    m = intervene(2, 3, 1, budget=2)
    m.force_dice([3, 4])
    act(m, "support nobody")
    assert state(m).budget == 1


def test_loyal_forces_return_when_the_loyalists_win_and_the_budget_rises() -> None:
    m = intervene(2, 3, 1, at={"i_b2_1": "dingir", "i_b2_2": "dingir"})
    m.force_dice([3, 4, 5])
    act(m, "support loyalists", "send i_b2_1", "send i_b2_2", "done")
    assert where(m, "i_b2_1") == "off_map"
    assert state(m).due[PIECE["i_b2_1"]] == 2 + 3  # 7 and one more for 20 factors: back in three turns
    assert state(m).rise[5] == 5


def test_insurgents_pull_the_die_down_and_pay_for_the_help() -> None:
    m = intervene(2, 3, 1, at={"i_b2_1": "dingir", "i_troop_741": "dingir_surface"})
    m.force_dice([3, 3])
    act(m, "support insurgents", "send i_b2_1", "send i_troop_741", "done")
    assert state(m).due[PIECE["i_b2_1"]] == 2 + 4 and state(m).grant[6] == 18 + 2


def test_a_lost_cause_costs_ships_and_budget() -> None:
    m = intervene(2, 3, 1, at={"i_cs1": "dingir", "i_cs2": "dingir"})
    m.force_dice([6, 6, 4, 5])
    act(m, "support insurgents", "send i_cs1", "send i_cs2", "done")
    assert where(m, "i_cs1") == "none" and where(m, "i_cs2") == "off_map"
    assert state(m).due[PIECE["i_cs2"]] == 6 and state(m).budget == 7


def test_a_frontier_crisis_calls_for_missile_factors_for_two_turns() -> None:
    m = intervene(5, 6, 2, 3, 4, at={"i_cs1": "dingir", "i_cs2": "dingir", "i_m1": "dingir"})
    assert decision(m) == "commit"
    assert refused(m, "done") == "Imperium/Frontier Crisis"
    assert refused(m, "send i_m1") == "Imperium/Frontier Crisis"
    act(m, "send i_cs1", "send i_cs2")
    assert where(m, "i_cs1") == "off_map" and state(m).due[PIECE["i_cs1"]] == 4
    assert decision(m) != "commit"


def test_forces_return_through_an_entry_system() -> None:
    m = table("imperial_production", {"i_cs1": "off_map"}, each={"i_cs1": {"due": 2}})
    skip_to(m, "deploy")
    places = {a.split(" at ")[1] for a in listed(m)}
    assert {"dingir", "kinunir", "gashidda", "ishkur"} <= places
    assert refused(m, "place i_cs1 at shuruppak") == "Imperium/Entry"


def test_token_reinforcements_are_without_capital_ships_and_half_in_other_counters() -> None:
    m = intervene(6, 6, 6)
    assert decision(m) == "obtain" and state(m).budgeted == 12
    assert refused(m, "obtain dreadnought") == "Imperium/Token Reinforcements"
    act(m, "obtain outpost")
    assert refused(m, "obtain outpost") == "Imperium/Reinforcements"
    act(m, "obtain light_cruiser", "done")
    assert decision(m) == "deploy"


def test_reinforcements_bring_at_most_one_capital_ship() -> None:
    m = intervene(2, 3, 4, 4, 6, 6)
    assert decision(m) == "obtain" and state(m).budgeted == 30
    act(m, "obtain dreadnought")
    assert "obtain monitor" not in listed(m) and "obtain heavy_cruiser" in listed(m)


def test_a_mandated_offensive_arrives_in_the_next_imperial_turn() -> None:
    m = intervene(2, 3, 5, 5, 6, 5)
    assert state(m).offensive == 5
    m = table("imperial_production", offensive=5)
    skip_to(m, "deploy")
    assert where(m, "i_bb1") == "none" and has(m, state(m).pending, "i_bb1")
    act(m, "place rest at dingir")
    assert where(m, "i_bb1") == where(m, "i_ca1") == "dingir" and has(m, state(m).mandated, "i_bb1")


def test_the_emperors_ships_leave_in_the_turn_in_which_glory_does_not_rise() -> None:
    at = {"i_bb1": "dingir_surface", "t_sc1": "sol"}
    m = end_of_turn(at, marks={"mandated": ["i_bb1"]}, glory_change=1)
    assert where(m, "i_bb1") == "dingir_surface"
    m = end_of_turn(at, marks={"mandated": ["i_bb1"]})
    assert where(m, "i_bb1") == "none"
    m = end_of_turn(at, marks={"mandated": ["i_bb1"]}, glory_change=1, glory_spent=2)  # it has fallen by one in all
    assert where(m, "i_bb1") == "none" and state(m).glory_spent == 0


def test_a_second_offensive_does_not_keep_the_ships_of_the_first() -> None:
    at = {"i_b2_1": "dingir_surface", "t_sc1": "sol"}
    m = end_of_turn(at, aboard={"i_troop_18": "i_b2_1"}, marks={"mandated": ["i_b2_1"]}, offensive=3)
    assert where(m, "i_b2_1") == "none" and state(m).offensive == 3
    assert sum(e.text.endswith("leaves the map") for e in m.events()) == 2


def test_the_emperors_ships_are_not_replaced() -> None:
    m = table(
        "terran_combat_1", {"t_b1": "hades", "i_ca1": "hades"}, marks={"entered": ["t_b1"], "mandated": ["i_ca1"]}
    )
    while decision(m) == "break_off":
        act(m, "stand")
    m.force_dice([6, 1])
    act(m, "fire all", "fire all")
    assert where(m, "i_ca1") == "none"


def retaken(*marks: str) -> Match:
    """The Imperium clears Terra's outpost away from beside a world of its own that was lost."""
    at = {"i_troop_18": "dingir_surface", "t_o1": "dingir_surface", "t_sc1": "sol"}
    m = table("imperial_combat_2", at, marks={key: ["i_w1"] for key in ("neutral", "conquered", *marks)})
    state(m).lost_here[1] |= 1 << PLACE["dingir_surface"]
    m.force_dice([1])
    act(m, "assault dingir_surface", "fire all")
    assert where(m, "t_o1") == "none" and m.figures()["glory"] == 5
    return m


def test_a_world_lost_in_an_earlier_war_works_again_once_its_surface_is_clear() -> None:
    m = retaken("held_over")
    assert not has(m, state(m).neutral | state(m).conquered, "i_w1")


def test_a_world_lost_in_this_war_stays_down_to_its_end() -> None:
    m = retaken()
    assert has(m, state(m).neutral & state(m).conquered, "i_w1")


# --- appeals


def test_an_appeal_costs_two_glory_and_never_the_last() -> None:
    m = intervene(*QUIET)
    assert decision(m) == "appeal"
    m.force_dice([2, 3])
    act(m, "appeal finances")
    assert m.figures()["glory"] == 3
    m.force_dice([2, 3])
    act(m, "appeal finances")
    assert m.figures()["glory"] == 1 and decision(m) != "appeal"
    assert state(m).glory_spent == 4


def test_a_low_roll_bars_all_further_appeals_of_the_war() -> None:
    m = intervene(*QUIET)
    m.force_dice([2, 2])
    act(m, "appeal production")
    assert state(m).appeals_barred == 1 and decision(m) != "appeal"


def test_appeals_for_finances() -> None:
    for dice, ru, budget in (([3, 4], 10, 0), ([6, 6], 0, 5), ([4, 4], 0, 1)):
        m = intervene(*QUIET)
        before = state(m).ru[1]
        m.force_dice(dice)
        act(m, "appeal finances")
        assert (state(m).ru[1] - before, state(m).war_budget) == (ru, budget)


def test_appeals_for_production_permit_types() -> None:
    m = intervene(*QUIET)
    m.force_dice([4, 4])
    act(m, "appeal production", "done")
    assert m.view(None)["extra"]["permits"] == ["heavy_cruiser"]


def test_accelerated_production_moves_all_ships_three_turns_forward() -> None:
    at = {"i_cs1": "turn_track", "i_dd1": "replacement_track", "i_o1": "turn_track"}
    m = intervene(*QUIET, at=at, each={"i_cs1": {"due": 4}, "i_dd1": {"due": 7}, "i_o1": {"due": 3}})
    m.force_dice([3, 4])
    act(m, "appeal production")
    assert decision(m) == "deploy" and has(m, state(m).pending, "i_cs1")
    assert state(m).due[PIECE["i_dd1"]] == 4 and state(m).due[PIECE["i_o1"]] == 3


def test_any_three_ships_are_granted_on_twelve() -> None:
    m = intervene(*QUIET)
    m.force_dice([6, 6])
    act(m, "appeal production")
    assert decision(m) == "obtain" and "obtain outpost" not in listed(m)
    act(m, "obtain battleship", "obtain battleship", "obtain heavy_cruiser")
    assert decision(m) == "deploy" and state(m).pending.bit_count() == 3


def test_the_emperors_ships_leave_only_by_a_free_way_to_an_entry_system() -> None:
    at = {"i_bb1": "markhashi_surface", "i_ca1": "sirius", "t_dd1": "shuruppak", "t_sc1": "sol"}
    m = end_of_turn(at, marks={"mandated": ["i_bb1", "i_ca1"]})  # Shuruppak is held against both
    assert state(m).turn == 3 and has(m, state(m).mandated, "i_bb1")
    assert (where(m, "i_bb1"), where(m, "i_ca1")) == ("markhashi_surface", "sirius")
    m = end_of_turn({**at, "t_dd1": "hades"}, marks={"mandated": ["i_bb1", "i_ca1"]})
    assert (where(m, "i_bb1"), where(m, "i_ca1")) == ("none", "sirius")  # no way out of Sirius without a tanker
    m = end_of_turn({**at, "t_dd1": "hades", "i_ao1": "sirius"}, marks={"mandated": ["i_ca1"]})
    assert where(m, "i_ca1") == "none"


def test_who_supports_a_side_in_a_civil_war_sends_it_something() -> None:
    m = intervene(2, 3, 1, at={"i_b2_1": "dingir", "i_b2_2": "dingir"})
    act(m, "support loyalists")
    assert refused(m, "done") == "Imperium/Civil War"
    act(m, "send i_b2_1")
    assert "done" in listed(m)


def test_a_troop_aboard_a_ship_goes_to_a_civil_war_as_a_counter_of_its_own() -> None:
    m = intervene(2, 3, 1, at={"i_b1_1": "dingir"}, aboard={"i_troop_29": "i_b1_1"})
    m.force_dice([3, 3])
    act(m, "support insurgents", "send i_b1_1", "done")  # 9 and 2 factors: one off the dice
    assert state(m).due[PIECE["i_troop_29"]] == state(m).due[PIECE["i_b1_1"]] == 6 and state(m).grant[6] == 16 + 3
    m = intervene(2, 3, 1, at={"i_b1_1": "dingir"}, aboard={"i_troop_29": "i_b1_1"})
    m.force_dice([6, 6, 1, 6])
    act(m, "support loyalists", "send i_b1_1", "done")
    assert where(m, "i_b1_1") == "off_map" == where(m, "i_troop_29")
    m = intervene(2, 3, 1, at={"i_b1_1": "dingir"}, aboard={"i_troop_29": "i_b1_1"})
    m.force_dice([6, 6, 6, 1])
    act(m, "support insurgents", "send i_b1_1", "done")
    assert sorted((where(m, "i_b1_1"), where(m, "i_troop_29"))) == ["none", "off_map"]
    assert list(m.game.check(state(m))) == []
