"""Bombardment, planetary defense fire, landings, surface combat (Combat)."""

from __future__ import annotations

import pytest

from grognard.core import Match
from grognard.games.imperium.facts import PIECE

from .stars import act, decision, has, listed, refused, state, table, where


def siege(*ships: str, ground: dict[str, str] | None = None, **more: object) -> Match:
    """Terran ships over an Imperial outpost at Shuruppak."""
    at = dict.fromkeys(ships, "shuruppak")
    at["i_o1"] = "shuruppak_surface"
    at.update(ground or {})
    return table("terran_combat_1", at, **more)  # type: ignore[arg-type]


# --- bombardment


def test_ships_that_possess_the_hex_may_approach_its_surface() -> None:
    m = siege("t_cs1")
    assert decision(m) == "approach" and "approach shuruppak" in listed(m)
    held = siege("t_cs1", ground={"i_dd1": "shuruppak"})
    act(held, "done")
    assert held.result is None and decision(held) != "approach"


def test_several_ships_combine_their_missiles_on_one_target() -> None:
    m = siege("t_cs1", "t_mb1")
    act(m, "approach shuruppak", "bombard i_o1 with t_cs1")
    assert m.odds("terran", "bombard i_o1 with t_mb1") == {"neutralized": 2 / 6, "no effect": 4 / 6}
    m.force_dice([2, 6, 6])
    act(m, "bombard i_o1 with t_mb1")
    assert has(m, state(m).neutral, "i_o1")


def test_a_ship_bombards_once() -> None:
    m = siege("t_cs1", "t_mb1", ground={"i_troop_741": "shuruppak_surface"})
    act(m, "approach shuruppak", "bombard i_o1 with t_cs1")
    assert refused(m, "bombard i_troop_741 with t_cs1") == "Combat/Bombardment"


def test_worlds_and_outposts_are_neutralized_at_worst_and_troops_destroyed() -> None:
    ships = [f"t_cs{n}" for n in range(1, 6)]
    m = siege(*ships)
    act(m, "approach shuruppak")
    assert m.odds("terran", "bombard i_o1") == {"neutralized": 5 / 6, "no effect": 1 / 6}
    m = siege(*ships, ground={"i_troop_741": "shuruppak_surface"})
    act(m, "approach shuruppak")
    assert m.odds("terran", "bombard i_troop_741") == {"destroyed": 3 / 6, "neutralized": 2 / 6, "no effect": 1 / 6}


def test_high_intensity_is_not_for_bombardment_and_empty_ships_do_not_bombard() -> None:
    m = siege("t_cs1", "t_mb1")
    state(m).spent = 1 << PIECE["t_cs1"]
    act(m, "approach shuruppak")
    assert [a for a in listed(m) if "with" in a] == ["bombard i_o1 with t_mb1"]
    assert refused(m, "bombard i_o1 with t_cs1") == "Combat/Bombardment/Missile Factors"
    assert m.odds("terran", "bombard i_o1") == {"no effect": 1.0}  # six factors, not twelve, and none of the cruiser


def test_neutralized_counters_recover_at_the_end_of_the_player_turn() -> None:
    m = table("terran_combat_2", {"i_o1": "shuruppak_surface"}, marks={"neutral": ["i_o1"]})
    assert not has(m, state(m).neutral, "i_o1")


def test_a_ship_neutralized_on_the_ground_stays_there_for_the_player_turn() -> None:
    at = {"i_dd1": "shuruppak_surface", "i_dd2": "shuruppak_surface", "i_o1": "shuruppak_surface"}
    m = table("terran_reaction_movement", at, marks={"neutral": ["i_dd1"]})
    act(m, "react shuruppak_surface")
    assert refused(m, "take i_dd1") == "Combat/Bombardment/Neutralized"
    act(m, "take i_dd2", "lift")


# --- planetary defense fire


def test_every_marker_fires_once_at_every_ship_that_bombarded_or_lands() -> None:
    m = siege("t_cs1", "t_tr1", ground={"i_pd1": "shuruppak_surface"})
    m.force_dice([6, 3, 3, 3, 3])
    log = act(m, "approach shuruppak", "bombard i_o1", "land t_tr1 shuruppak_surface", "done")
    shots = [line for line in log if "fires at" in line]
    assert len(shots) == 4


def test_worlds_hit_on_three_the_others_on_two() -> None:
    at = {"t_tr1": "dingir", "t_tr2": "shuruppak", "i_o1": "shuruppak_surface"}
    m = table("terran_combat_1", at, aboard={"t_troop_1": "t_tr1", "t_troop_4": "t_tr2"})
    act(m, "approach dingir")
    assert m.odds("terran", "land t_tr1 dingir_surface") == {"lands": 0.5, "destroyed": 0.5}
    act(m, "done", "approach shuruppak")
    odds = m.odds("terran", "land t_tr2 shuruppak_surface")
    assert odds is not None and odds["destroyed"] == pytest.approx(2 / 6)


def test_a_screen_of_seven_adds_one_and_disruption_takes_one_off() -> None:
    m = siege("t_b1", "t_cr1", marks={"disrupted": ["t_cr1"]})
    act(m, "approach shuruppak", "done")
    for ship, chance in (("t_b1", 1 / 6), ("t_cr1", 3 / 6)):
        odds = m.odds("terran", f"land {ship} shuruppak_surface")
        assert odds is not None and odds["destroyed"] == pytest.approx(chance)


def test_neutralized_markers_do_not_fire() -> None:
    m = siege("t_tr1", marks={"neutral": ["i_o1"]})
    act(m, "approach shuruppak")
    log = act(m, "land t_tr1 shuruppak_surface", *(["done"] if decision(m) == "land" else []))
    assert not any("fires at" in line for line in log)
    assert where(m, "t_tr1") == "shuruppak_surface"


def test_unplaced_defenses_do_not_fire() -> None:
    m = siege("t_tr1", ground={"i_pd1": "shuruppak_surface"}, marks={"neutral": ["i_o1"], "unplaced": ["i_pd1"]})
    act(m, "approach shuruppak")
    assert m.odds("terran", "land t_tr1 shuruppak_surface") is None


# --- landings


def test_jump_troops_are_ejected_and_fired_at_alone_as_with_a_screen_of_seven() -> None:
    m = siege("t_tr1", aboard={"t_troop_7": "t_tr1"})
    act(m, "approach shuruppak")
    odds = m.odds("terran", "drop t_troop_7 shuruppak_surface")
    assert odds is not None and odds["destroyed"] == pytest.approx(1 / 6)
    m.force_dice([2])
    act(m, "drop t_troop_7 shuruppak_surface", "done")
    assert where(m, "t_troop_7") == "shuruppak_surface" and where(m, "t_tr1") == "shuruppak"


def test_regulars_are_not_ejected_but_land_with_their_ship() -> None:
    m = siege("t_tr1", aboard={"t_troop_1": "t_tr1"})
    act(m, "approach shuruppak")
    assert refused(m, "drop t_troop_1 shuruppak_surface") == "Combat/Landings/Jump Troops"
    m.force_dice([3])
    act(m, "land cargo shuruppak_surface", *(["done"] if decision(m) == "land" else []))
    assert where(m, "t_tr1") == where(m, "t_troop_1") == "shuruppak_surface"


def test_an_outpost_set_down_on_an_empty_surface_is_operational_at_once() -> None:
    m = table("terran_combat_1", {"t_tr1": "hades"}, aboard={"t_o1": "t_tr1"}, marks={"unplaced": ["t_o1"]})
    act(m, "approach hades", "land cargo hades_surface")
    assert where(m, "t_o1") == "hades_surface" and not has(m, state(m).unplaced, "t_o1")


def test_an_outpost_waits_while_enemies_are_in_its_box() -> None:
    m = siege("t_tr1", aboard={"t_o1": "t_tr1"}, marks={"unplaced": ["t_o1"], "neutral": ["i_o1"]})
    act(m, "approach shuruppak", "land cargo shuruppak_surface")
    assert has(m, state(m).unplaced, "t_o1")


def test_an_outpost_works_beside_a_neutralized_world() -> None:
    at = {"t_tr1": "dingir", "t_troop_1": "dingir_surface"}
    m = table("terran_combat_1", at, aboard={"t_o1": "t_tr1"}, marks={"unplaced": ["t_o1"], "neutral": ["i_w1"]})
    act(m, "approach dingir", "land cargo dingir_surface")
    assert not has(m, state(m).unplaced, "t_o1")


# --- surface combat


def assault(terran: list[str], imperial: list[str], **more: object) -> Match:
    at = dict.fromkeys([*terran, *imperial], "shuruppak_surface")
    return table("terran_combat_1", at, **more)  # type: ignore[arg-type]


def test_the_phasing_player_chooses_where_his_troops_attack() -> None:
    m = assault(["t_troop_1"], ["i_o1"])
    assert listed(m) == ["done", "assault shuruppak_surface"]
    act(m, "done")
    assert where(m, "i_o1") == "shuruppak_surface"


def test_neutralized_troops_do_not_attack() -> None:
    at = {"t_troop_1": "shuruppak_surface", "i_o1": "shuruppak_surface", "t_troop_4": "hades_surface"}
    m = table("terran_combat_1", {**at, "i_o2": "hades_surface"}, marks={"neutral": ["t_troop_1"]})
    assert refused(m, "assault shuruppak_surface") == "Combat/Surface Combat"
    assert "assault hades_surface" in listed(m)
    m = assault(["t_troop_1"], ["i_troop_741"], marks={"neutral": ["i_troop_741"]})
    act(m, "assault shuruppak_surface")
    assert m.to_act == ("terran",)
    m.force_dice([4, 1])
    act(m, "fire all")
    assert m.to_act == ("terran",) and state(m).round == 2


def test_the_defender_moves_troops_forward_first_and_markers_last() -> None:
    troops = ["t_troop_1", "t_troop_4", "t_troop_6", "t_troop_8"]
    m = assault(troops, ["i_troop_741", "i_pd1", "i_tr1", "i_o1"])
    act(m, "assault shuruppak_surface")
    assert m.to_act == ("terran",) and state(m).forward == PIECE["i_troop_741"]
    act(m, "match t_troop_1")
    assert state(m).forward == PIECE["i_pd1"]
    act(m, "match t_troop_4")
    assert state(m).forward == PIECE["i_tr1"]
    act(m, "match t_troop_6")
    assert state(m).foe[PIECE["i_o1"]] == PIECE["t_troop_8"]


def test_with_fewer_attackers_the_rest_is_screened_for_the_whole_subphase() -> None:
    m = assault(["t_troop_10"], ["i_troop_982", "i_pd1", "i_o1"])
    m.force_dice([1, 6])
    act(m, "assault shuruppak_surface", "fire all", "fire nothing more")
    assert where(m, "i_troop_982") == "none" and where(m, "i_o1") == "shuruppak_surface"
    assert state(m).battle == -1


def test_the_defender_may_double_up_with_excess_troops() -> None:
    m = assault(["t_troop_10"], ["i_troop_982", "i_troop_1471"])
    act(m, "assault shuruppak_surface", "forward i_troop_982", "extra i_troop_1471", "against t_troop_10")
    assert {"fire t_troop_10 at i_troop_982", "fire t_troop_10 at i_troop_1471", "sweep t_troop_10"} <= set(listed(m))


def test_one_troop_may_fire_at_all_it_faces_against_the_sum_of_their_factors() -> None:
    m = assault(["t_troop_10"], ["i_troop_982", "i_troop_1471"])
    act(m, "assault shuruppak_surface", "forward i_troop_982", "extra i_troop_1471", "against t_troop_10")
    m.force_dice([5, 6, 6])
    log = act(m, "sweep t_troop_10", "fire all")
    assert any("on Imperial Troop 982, Imperial Troop 1471, 2: 5" in line for line in log)
    assert where(m, "i_troop_982") == where(m, "i_troop_1471") == "none"


def test_several_may_add_their_factors_against_one() -> None:
    m = assault(["t_troop_1", "t_troop_4"], ["i_troop_18"])
    act(m, "assault shuruppak_surface", "match t_troop_1", "extra t_troop_4", "against i_troop_18")
    m.force_dice([4, 6])
    log = act(m, "join t_troop_1 at i_troop_18", "join t_troop_4 at i_troop_18", "fire nothing more")
    assert any("on Imperial Troop 18, 1: 4" in line for line in log)
    assert where(m, "i_troop_18") == "none"


def test_fire_is_simultaneous() -> None:
    m = assault(["t_troop_1"], ["i_troop_741"])
    act(m, "assault shuruppak_surface", "fire all")
    m.force_dice([3, 3])
    act(m, "fire all")
    assert where(m, "t_troop_1") == where(m, "i_troop_741") == "none"


def test_regulars_fire_first_at_jump_troops_that_attack_them() -> None:
    m = assault(["t_troop_7"], ["i_troop_18"])
    act(m, "assault shuruppak_surface", "fire all")
    m.force_dice([2])
    act(m, "fire all")
    assert where(m, "t_troop_7") == "none" and where(m, "i_troop_18") == "shuruppak_surface"


def test_joint_fire_of_regulars_and_jump_troops_is_not_answered_first() -> None:
    m = assault(["t_troop_1", "t_troop_7"], ["i_troop_18"])
    act(m, "assault shuruppak_surface", "match t_troop_7", "extra t_troop_1", "against i_troop_18")
    act(m, "join t_troop_1 at i_troop_18", "join t_troop_7 at i_troop_18")
    m.force_dice([1, 1])
    act(m, "fire i_troop_18 at t_troop_7", "enough i_troop_18")
    assert where(m, "t_troop_7") == where(m, "i_troop_18") == "none"


def test_defenses_defend_with_two_and_all_other_counters_with_one() -> None:
    m = assault(["t_troop_1"], ["i_pd1"])
    act(m, "assault shuruppak_surface")
    odds = m.odds("terran", "fire t_troop_1 at i_pd1")
    assert odds is not None and odds["destroyed"] == 3 / 6
    m = assault(["t_troop_1"], ["i_b2_1"])
    act(m, "assault shuruppak_surface")
    odds = m.odds("terran", "fire t_troop_1 at i_b2_1")
    assert odds is not None and odds["destroyed"] == 4 / 6


def test_a_world_is_neutralized_never_destroyed() -> None:
    m = table("terran_combat_1", {"t_troop_10": "dingir_surface"})
    act(m, "assault dingir_surface")
    m.force_dice([5])
    act(m, "fire all")
    assert where(m, "i_w1") == "dingir_surface" and has(m, state(m).neutral, "i_w1")


def test_when_all_attacking_troops_are_gone_their_ships_and_cargoes_go_too() -> None:
    m = assault(["t_troop_1", "t_tr1", "t_o1"], ["i_troop_18"], marks={"unplaced": ["t_o1"]})
    act(m, "assault shuruppak_surface", "fire nothing more")
    m.force_dice([1])
    act(m, "fire all")
    assert where(m, "t_tr1") == where(m, "t_o1") == "none"


def test_combat_ends_when_nobody_fires() -> None:
    m = assault(["t_troop_1"], ["i_troop_18"])
    act(m, "assault shuruppak_surface", "fire nothing more", "fire nothing more")
    assert state(m).battle == -1


def test_only_the_reaction_force_attacks_in_the_reaction_phase() -> None:
    at = {"i_troop_18": "junction_surface", "t_o1": "junction_surface"}
    m = table("terran_reaction_combat", at)
    log = [e.text for e in m.events()]
    assert "Surface combat" not in log
    m = table("terran_reaction_combat", at, marks={"reaction": ["i_troop_18"]})
    assert listed(m) == ["done", "assault junction_surface"]


def test_troops_that_come_with_the_reaction_force_attack() -> None:
    at = {"i_tr1": "junction", "t_o1": "junction_surface"}
    m = table("terran_reaction_combat", at, aboard={"i_troop_18": "i_tr1"}, marks={"reaction": ["i_tr1"]})
    m.force_dice([6])
    act(m, "approach junction", "land cargo junction_surface", *(["done"] if decision(m) == "land" else []))
    assert "assault junction_surface" in listed(m)


def test_a_neutralized_troop_is_not_taken_aboard() -> None:
    at = {"i_tr1": "dingir", "i_troop_741": "dingir_surface", "i_troop_18": "dingir_surface"}
    m = table("terran_reaction_movement", at, marks={"neutral": ["i_troop_741"]})
    act(m, "react dingir", "take i_tr1")
    assert "load i_troop_18" in listed(m)
    assert refused(m, "load i_troop_741") == "Combat/Bombardment/Neutralized"


def test_troops_that_the_reaction_force_has_put_down_in_movement_attack_too() -> None:
    at = {"i_tr1": "dingir", "t_troop_1": "dingir_surface"}
    m = table("terran_reaction_movement", at, aboard={"i_troop_18": "i_tr1"})
    act(m, "react dingir", "take i_tr1", "unload i_troop_18 dingir_surface", "done")
    assert decision(m) == "approach"
    act(m, "done")
    assert m.to_act == ("imperial",) and listed(m) == ["done", "assault dingir_surface"]
