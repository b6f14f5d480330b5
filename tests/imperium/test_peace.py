"""The ten steps of peace, the campaign, and the optional rules (Wars and Peace; Optional Rules)."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest

from grognard.core import Match
from grognard.games.imperium import attrition, facts

from .stars import act, decision, game, has, listed, refused, skip_to, state, table, where


def at_peace(
    step: str, at: Mapping[str, str] | None = None, turns: int = 3, winner: str = "terran", **more: object
) -> Match:
    """The campaign at one step of the peace."""
    more.setdefault("turn", 6)
    return table(step, at, scenario="campaign", peace=turns, winner=winner, **more)  # type: ignore[arg-type]


def war_over(*dice: int, at: Mapping[str, str] | None = None, glory: int = 0, **more: object) -> Match:
    """The end of the last turn of a war, with the dice that follow."""
    ships = {"i_sc1": "gashidda", "t_sc1": "sol", **(at or {})}
    m = table("imperial_movement_2", ships, scenario="campaign", glory=glory, **more)  # type: ignore[arg-type]
    m.force_dice(list(dice))
    act(m, "done")
    return m


@pytest.mark.parametrize(
    ("dice", "turns"), [([1], 1), ([2], 2), ([3, 1], 4), ([3, 5], 8), ([4], 4), ([5, 6], 11), ([6], 6)]
)
def test_the_length_of_the_peace(dice: list[int], turns: int) -> None:
    m = war_over(*dice)
    assert any(e.text == f"Peace for {turns} {'turn' if turns == 1 else 'turns'}" for e in m.events())


def test_ships_and_troops_go_home_but_monitors_and_defenses_stay() -> None:
    at = {
        "t_dd1": "hades", "t_m1": "junction", "t_pd1": "junction_surface", "t_o1": "junction_surface",
        "t_troop_1": "junction_surface", "i_cl1": "shuruppak",
    }  # fmt: skip
    m = at_peace("repatriation", at, turns=1, marks={"disrupted": ["t_dd1"]})
    assert state(m).disrupted == 0
    assert where(m, "t_dd1") == where(m, "t_troop_1") == "sol_surface"
    assert where(m, "i_cl1") == "gashidda_surface"
    assert (where(m, "t_m1"), where(m, "t_pd1")) == ("junction", "junction_surface")


def test_cargoes_come_home_with_their_ships() -> None:
    m = at_peace("repatriation", {"t_tr1": "hades"}, turns=1, aboard={"t_o1": "t_tr1"}, marks={"unplaced": ["t_o1"]})
    assert where(m, "t_o1") == "sol_surface" and has(m, state(m).unplaced, "t_o1")


def test_untenable_outposts_go_with_the_monitors_and_defenses_there() -> None:
    at = {
        **{"t_o1": "shuruppak_surface", "t_m1": "shuruppak", "t_pd1": "shuruppak_surface", "t_o2": "junction_surface"},
        **{"i_o1": "markhashi_surface", "i_o2": "tau_ceti_surface", "i_o3": "enki_kalamma_surface"},
        "i_o4": "epsilon_indi_surface",
    }
    m = at_peace("exchange", at)
    assert where(m, "t_o1") == where(m, "t_m1") == where(m, "t_pd1") == "none"
    assert where(m, "i_o1") == where(m, "i_o2") == "none"
    assert where(m, "t_o2") == "junction_surface" and where(m, "i_o3") == "enki_kalamma_surface"


def test_untenable_is_not_the_same_as_unconnected() -> None:
    m = at_peace("exchange", {"t_o1": "hades_surface", "i_m1": "junction", "t_o2": "luuru_surface"})
    assert where(m, "t_o1") == "hades_surface" and where(m, "t_o2") == "luuru_surface"


def test_after_a_long_peace_an_occupied_world_changes_hands() -> None:
    at = {"t_o1": "dingir_surface"}
    marks = {"neutral": ["i_w1"], "conquered": ["i_w1"]}
    m = at_peace("exchange", {**at, **LINK}, turns=6, marks=marks)
    assert where(m, "i_w1") == "none" and where(m, "t_o1") == "none"
    assert where(m, "t_w3") == "dingir_surface"
    m = at_peace("exchange", {**at, **LINK}, turns=5, marks=marks)
    assert has(m, state(m).conquered, "i_w1") and where(m, "t_o1") == "dingir_surface"


LINK = {"t_sc1": "sol_surface"}


def test_a_conquered_world_without_an_enemy_outpost_recovers() -> None:
    m = at_peace("exchange", turns=2, marks={"neutral": ["i_w1"], "conquered": ["i_w1"]})
    assert not has(m, state(m).conquered, "i_w1")


def test_the_loser_has_a_full_turns_income_and_the_winner_half() -> None:
    m = war_over(1, glory=0)
    assert state(m).wins == [1, 0]
    gained = {e.args[0]: e.args[1] for e in m.events() if e.kind.name == "income"}
    assert gained == {0: 8, 1: 12}


def test_what_is_on_the_track_still_comes_if_the_peace_is_long_enough() -> None:
    at = {"t_dd1": "turn_track", "t_dd2": "turn_track", "i_cl1": "replacement_track", "i_cs1": "off_map"}
    each = {"t_dd1": {"due": 7}, "t_dd2": {"due": 10}, "i_cl1": {"due": 9}, "i_cs1": {"due": 12}}
    m = at_peace("postwar_production", at, turns=3, each=each, ru=(0, 6))
    assert decision(m) == "preserve"
    assert where(m, "t_dd1") == "sol_surface" and where(m, "t_dd2") == "none"
    assert where(m, "i_cl1") == "gashidda_surface" and where(m, "i_cs1") == "none"


# --- attrition


@pytest.mark.parametrize(("turns", "addition"), [(1, 4), (2, 3), (3, 2), (4, 1), (5, 0), (9, 0)])
def test_short_peaces_wear_ships_less(turns: int, addition: int) -> None:
    assert attrition.ship_addition(turns) == addition


def test_a_ship_is_lost_on_its_maintenance_number_or_less() -> None:
    m = at_peace("attrition", {"t_cl1": "sol", "t_cl2": "sol"}, turns=5, dice=(3, 4))
    assert where(m, "t_cl1") == "none" and where(m, "t_cl2") == "sol"


def test_preserving_a_ship_costs_twice_its_maintenance() -> None:
    m = at_peace("attrition", {"t_cl1": "sol", "t_dd1": "sol"}, turns=5, ru=(8, 0))
    assert refused(m, "preserve i_cl1") == "Peace/Attrition"
    m.force_dice([3])
    act(m, "preserve t_dd1", "done")
    assert where(m, "t_dd1") == "sol" and where(m, "t_cl1") == "none"
    assert state(m).ru[0] == 4


def test_counters_that_do_not_jump_roll_against_the_length_of_the_peace() -> None:
    at = {"t_m1": "sol", "t_f1": "sol_surface", "t_pd1": "sol_surface", "t_troop_1": "sol_surface", "t_sc1": "sol"}
    m = at_peace("attrition", at, turns=5, ru=(2, 0))
    m.force_dice([3, 2, 3, 2])
    act(m, "preserve t_sc1")
    assert [where(m, p) == "none" for p in ("t_pd1", "t_troop_1", "t_m1", "t_f1")] == [True, False, True, False]


def test_worn_jump_troops_become_regulars() -> None:
    m = at_peace("attrition", {"t_troop_7": "sol_surface", "t_sc1": "sol"}, turns=5, ru=(2, 0))
    m.force_dice([6, 10])
    log = act(m, "preserve t_sc1")
    assert where(m, "t_troop_7") == "none" and where(m, "t_troop_10") == "sol_surface"
    assert "Terran Troop 10 appears at Sol surface" in log


def test_a_single_turn_of_peace_wears_out_nothing_but_ships() -> None:
    m = at_peace("attrition", {"t_troop_7": "sol_surface", "t_m1": "sol"}, turns=1)
    assert where(m, "t_troop_7") == "sol_surface" and where(m, "t_m1") == "sol"


def test_the_emperor_may_take_a_permission_back_and_the_ships_with_it() -> None:
    at = {"i_cr1": "gashidda", "i_b1_1": "gashidda"}
    m = at_peace("favour", at, dice=(1,), marks={"permits": ["heavy_cruiser", "dreadnought"]})
    assert where(m, "i_cr1") == "none" and where(m, "i_b1_1") != "none"
    assert m.view(None)["extra"]["permits"] == ["dreadnought"]


def test_ships_without_a_permission_to_lose_are_kept() -> None:
    m = at_peace("favour", {"i_cr1": "gashidda"}, dice=(1,))
    assert where(m, "i_cr1") != "none"


# --- preparing the next war


def test_what_is_built_in_peace_is_there_but_capital_ships_need_two_turns() -> None:
    m = at_peace("interwar_production", turns=1, ru=(40, 0))
    act(m, "buy destroyer", "buy dreadnought", "done")
    assert where(m, "t_dd1") == "sol_surface" and where(m, "t_b1") == "turn_track"
    skip_to(m, "deploy")
    skip_to(m, "maintain")  # war again, after income
    skip_to(m, "deploy")
    assert state(m).war == 2 and state(m).turn == 1 and "place t_b1 at sol" in listed(m)
    m = at_peace("interwar_production", turns=2, ru=(40, 0))
    act(m, "buy dreadnought", "done")
    assert where(m, "t_b1") == "sol_surface"


def test_one_outpost_for_each_turn_of_peace_turn_about_the_winner_first() -> None:
    at = {"t_o1": "sol_surface", "t_o2": "sol_surface", "i_o1": "dingir_surface", "i_o2": "dingir_surface"}
    marks = {"unplaced": ["t_o1", "t_o2", "i_o1", "i_o2"]}
    m = at_peace("colonisation", at, turns=1, winner="imperial", marks=marks)
    assert m.to_act == ("imperial",)
    assert refused(m, "colonise luuru_surface") == "Economics/Connection"
    act(m, "colonise kinunir_surface")
    assert m.to_act == ("terran",)
    act(m, "colonise junction_surface")
    assert decision(m) != "colonise"
    assert where(m, "t_o1") == "junction_surface" and not has(m, state(m).unplaced, "t_o1")


def test_new_monitors_are_placed_where_they_appear_for_they_do_not_move_in_peace() -> None:
    m = at_peace("interwar_production", {"t_o1": "junction_surface"}, turns=2, ru=(12, 0))
    act(m, "buy monitor", "buy monitor", "done")
    assert decision(m) == "deploy"
    act(m, "place t_m1 at junction", "place t_m2 at sol")
    assert (where(m, "t_m1"), where(m, "t_m2")) == ("junction", "sol")
    m = at_peace("postwar_production", {"t_m3": "turn_track"}, turns=2, each={"t_m3": {"due": 7}})
    act(m, "place t_m3 at alpha_centauri")
    assert where(m, "t_m3") == "alpha_centauri"


def test_an_outpost_may_become_a_world_after_the_last_colony_too() -> None:
    at = {"t_o1": "mirabilis_surface", "t_o2": "sol_surface"}
    m = at_peace("colonisation", at, turns=1, each={"t_o1": {"years": 5}}, marks={"unplaced": ["t_o2"]})
    act(m, "colonise junction_surface", "develop mirabilis_surface")
    assert where(m, "t_w3") == "mirabilis_surface" and decision(m) != "colonise"


def test_an_outpost_with_five_turns_of_peace_in_a_primary_box_may_become_a_world() -> None:
    at = {"t_o1": "mirabilis_surface", "t_o2": "junction_surface"}
    m = at_peace("colonisation", at, turns=1, each={"t_o1": {"years": 5}, "t_o2": {"years": 9}})
    assert listed(m) == ["done", "develop mirabilis_surface"]
    act(m, "develop mirabilis_surface")
    assert where(m, "t_w3") == "mirabilis_surface" and where(m, "t_o1") == "none"


def test_an_outpost_beside_a_conquered_world_may_become_one_too() -> None:
    at = {"t_o1": "tau_ceti_surface", "i_w3": "tau_ceti_surface"}
    each = {"t_o1": {"years": 5}}
    m = at_peace("colonisation", at, turns=1, each=each, marks={"neutral": ["i_w3"], "conquered": ["i_w3"]})
    act(m, "develop tau_ceti_surface")
    assert where(m, "t_w3") == "tau_ceti_surface" and where(m, "i_w3") == where(m, "t_o1") == "none"


def test_turns_of_peace_are_counted_for_outposts() -> None:
    m = at_peace("exchange", {"t_o1": "mirabilis_surface"}, turns=4)
    assert state(m).years[facts.PIECE["t_o1"]] == 4


def test_taking_back_a_world_lost_in_an_earlier_war_is_no_conquest() -> None:
    at = {"t_o1": "dingir_surface", "t_sc1": "sol"}
    m = at_peace("attack", at, marks={"neutral": ["i_w1"], "conquered": ["i_w1"]})
    s = state(m)
    assert has(m, s.held_over, "i_w1") and s.lost_here[1] >> facts.PLACE["dingir_surface"] & 1


def test_forces_are_redistributed_the_winners_first_and_all_are_sound() -> None:
    at = {"t_dd1": "sol_surface", "t_o1": "junction_surface", "i_cl1": "gashidda_surface"}
    m = at_peace("redistribution", at, winner="imperial")
    assert m.to_act == ("imperial",)
    act(m, "place i_cl1 at dingir")
    assert refused(m, "place t_dd1 at hades") == "Economics/Production/Arrival"
    act(m, "place t_dd1 at junction")
    assert (where(m, "i_cl1"), where(m, "t_dd1")) == ("dingir", "junction")


def test_the_loser_moves_first_in_the_next_war() -> None:
    m = at_peace("attack", {"i_sc1": "dingir", "t_sc1": "sol"}, winner="terran", glory=0)
    s = state(m)
    assert (s.war, s.turn, s.glory, s.first) == (2, 1, 5, facts.IMPERIAL)
    assert m.view(None)["phase"]["name"] == "imperial_production"
    skip_to(m, "appeal") if decision(m) != "appeal" else None
    names = set()
    for _ in range(60):
        names.add(m.view(None)["phase"]["name"])
        choices = listed(m)
        act(m, "done" if "done" in choices else choices[0])
    assert "terran_second_production" in names and "terran_production" not in names


def test_the_campaign_is_won_when_the_other_side_holds_nothing() -> None:
    m = table(
        "imperial_combat_2",
        {"t_w1": "sol_surface", "i_w1": "dingir_surface", "i_troop_18": "sol_surface", "t_sc1": "hades"},
        homes=False,
        scenario="campaign",
        marks={"neutral": ["t_w1"]},
    )
    assert m.result is not None and m.result.winner == "imperial"


def test_a_campaign_of_a_number_of_wars_goes_to_who_won_more_of_them() -> None:
    m = war_over(at={}, glory=0, options={"wars": 1})
    assert m.result is not None and (m.result.winner, m.result.level) == ("terran", "wars won")


# --- optional rules


def test_homeworlds_defend_with_ten() -> None:
    at = {"t_troop_10": "gashidda_surface"}
    for on, result in ((True, "no effect"), (False, "destroyed")):
        m = table("terran_combat_1", at, options={"homeworlds": on})
        act(m, "assault gashidda_surface")
        assert m.odds("terran", "fire t_troop_10 at i_w2") == {result: 1.0}


def test_a_homeworld_is_held_only_by_ten_factors_of_troops() -> None:
    at = {"t_troop_10": "gashidda_surface", "t_sc1": "sol"}
    m = table("imperial_combat_2", at, options={"homeworlds": True}, marks={"neutral": ["i_w2"]})
    assert not has(m, state(m).conquered, "i_w2")
    at |= {"t_troop_23": "gashidda_surface"}
    m = table("imperial_combat_2", at, options={"homeworlds": True}, marks={"neutral": ["i_w2"]})
    assert has(m, state(m).conquered, "i_w2")


def test_battleships_wait_for_the_loss_of_a_dreadnought() -> None:
    m = table("terran_production", options={"restricted_ships": True}, ru=(60, 0))
    skip_to(m, "order")
    assert refused(m, "buy battleship") == "Options/Restricted Ship Construction"
    m = table("terran_production", options={"restricted_ships": True}, ru=(60, 0), dreadnought_lost=True)
    skip_to(m, "order")
    assert "buy battleship" in listed(m)


def terraformed(turns: int, **more: object) -> Match:
    m = table("terran_production", {"t_o1": "procyon_surface"}, options={"terraforming": True}, ru=(6, 0), **more)  # type: ignore[arg-type]
    box = facts.PLACE["procyon_surface"]
    state(m).terraforming[box] = turns
    state(m).terraformer[box] = facts.TERRAN
    return m


def test_terraforming_takes_three_ru_in_each_of_fifty_turns() -> None:
    m = terraformed(48)
    assert "terraform procyon_surface" in listed(m)
    ru = state(m).ru[0]
    act(m, "terraform procyon_surface")
    assert state(m).ru[0] == ru - 3 and "terraform procyon_surface" not in listed(m)
    assert where(m, "t_w3") == "none"
    m = terraformed(49)
    act(m, "terraform procyon_surface")
    assert where(m, "t_w3") == "procyon_surface" and where(m, "t_o1") == "none"


def test_terraforming_must_be_continuous() -> None:
    m = terraformed(30)
    act(m, "done")
    assert state(m).terraforming[facts.PLACE["procyon_surface"]] == 0


def test_an_enemy_who_takes_the_outpost_may_go_on_with_the_work() -> None:
    at = dict.fromkeys(("t_troop_10", "i_o1", "t_o1"), "procyon_surface")
    m = table("terran_combat_1", at, options={"terraforming": True}, marks={"unplaced": ["t_o1"]})
    box = facts.PLACE["procyon_surface"]
    state(m).terraforming[box] = 20
    state(m).terraformer[box] = facts.IMPERIAL
    m.force_dice([1])
    act(m, "assault procyon_surface", "fire all")
    assert where(m, "i_o1") == "none" and not has(m, state(m).unplaced, "t_o1")
    assert (state(m).terraforming[box], state(m).terraformer[box]) == (20, facts.TERRAN)


# --- whole campaigns


@pytest.mark.parametrize("seed", range(2))
def test_a_campaign_of_wars_plays_to_its_end(seed: int) -> None:
    m = game().new("campaign", {"wars": 2, "terraforming": True}, seed=seed)
    rng = random.Random(seed)
    for _ in range(30_000):
        if m.result is not None:
            break
        side = m.deciders()[0]
        m.play_code(side, rng.choice(m.decision(m.game.sides[side]).codes))
    assert m.result is not None
    assert list(game().check(state(m))) == []


def test_refusals_of_colonies_and_new_worlds_say_what_is_missing() -> None:
    at = {"t_o1": "mirabilis_surface", "t_o2": "sol_surface", "t_o3": "junction_surface", "i_o1": "hades_surface"}
    m = at_peace("colonisation", at, turns=1, each={"t_o1": {"years": 3}}, marks={"unplaced": ["t_o2"]})
    for text, clause in (
        ("colonise junction_surface", "Markers/Outposts"),
        ("colonise hades_surface", "Peace/Colonization"),
        ("colonise luuru_surface", "Economics/Connection"),
        ("develop junction_surface", "Peace/Colonization/Worlds"),
    ):
        assert refused(m, text) == clause
    refusal = m.why_not("terran", "develop mirabilis_surface")
    assert refusal is not None
    assert refusal.reason == "the outpost at Mirabilis surface has spent 3 of 5 turns of peace"
