"""Movement and Transportation."""

from __future__ import annotations

from grognard.games.imperium import facts

from .stars import act, decision, has, listed, refused, state, table, where


def test_a_jump_follows_a_route_and_jumps_are_without_number() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol"})
    act(m, "take t_sc1")
    assert {"jump junction", "jump barnards_star", "jump alpha_centauri", "jump peraspera"} <= set(listed(m))
    assert refused(m, "jump procyon") == "Movement/Hyperspace Jump"
    act(m, "jump junction", "jump procyon", "jump sirius", "done")
    assert where(m, "t_sc1") == "sirius"


def test_ships_move_together_and_in_any_order() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol", "t_sc2": "sol", "t_dd1": "junction"})
    act(m, "fleet sol", "jump junction", "take t_dd1", "jump hades", "take t_sc1", "take t_sc2", "jump midway")
    assert [where(m, p) for p in ("t_sc1", "t_sc2", "t_dd1")] == ["midway", "midway", "hades"]


def test_a_ship_stops_where_it_comes_upon_armed_enemies_and_must_fight() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol", "i_dd1": "junction"})
    act(m, "take t_sc1", "jump junction")
    assert refused(m, "take t_sc1") == "Movement/Hyperspace Jump/Stopping"
    log = act(m, "done")
    assert "Battle at Junction" in log


def test_transports_tankers_and_motherships_do_not_stop_a_ship() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol", "i_tr1": "junction", "i_ao1": "junction", "i_ms1": "junction"})
    act(m, "take t_sc1", "jump junction", "jump procyon")
    assert where(m, "t_sc1") == "procyon"


def test_enemies_without_weapons_may_be_attacked_or_ignored() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol", "i_tr1": "junction"})
    act(m, "take t_sc1", "jump junction", "done")
    assert decision(m) == "which_battle"
    assert listed(m) == ["done", "fight junction"]


def test_monitors_and_fighters_do_not_jump() -> None:
    m = table("terran_movement_1", {"t_m1": "sol", "t_f1": "sol"})
    act(m, "take t_m1")
    assert refused(m, "jump junction") == "Movement/Hyperspace Jump"
    act(m, "release", "take t_f1")
    assert refused(m, "jump junction") == "Movement/Hyperspace Jump"


def test_sublight_is_one_hex_in_the_first_movement_phase() -> None:
    m = table("terran_movement_1", {"t_m1": "sol"})
    act(m, "take t_m1")
    near = [a for a in listed(m) if a.startswith("sublight")]
    assert len(near) == 6
    act(m, near[0])
    assert refused(m, "take t_m1") == "Movement/Sublight"
    later = table("terran_movement_2", {"t_sc1": "sol"})
    act(later, "take t_sc1")
    assert refused(later, near[0]) == "Movement/Sublight"


def test_fighters_and_missile_boats_do_not_cruise() -> None:
    m = table("terran_movement_1", {"t_mb1": "sol", "t_f1": "sol"})
    for ship in ("t_mb1", "t_f1"):
        act(m, f"take {ship}")
        assert not [a for a in listed(m) if a.startswith("sublight")]
        act(m, "release")


def test_a_ship_jumps_or_cruises_in_a_phase_not_both() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol"})
    act(m, "take t_sc1", "jump junction")
    assert not [a for a in listed(m) if a.startswith("sublight")]


def test_a_jump_begins_in_a_stellar_hex() -> None:
    m = table("terran_movement_1", {"t_sc1": "hex_1715"})
    act(m, "take t_sc1")
    assert refused(m, "jump sol") == "Movement/Hyperspace Jump"
    m = table("terran_movement_2", {"t_sc1": "hex_1715", "t_sc2": "sol"})
    assert "take t_sc1" not in listed(m)
    refusal = m.why_not("terran", "take t_sc1")
    assert refusal is not None and refusal.rule == "Movement/Hyperspace Jump"
    assert refusal.reason == "Terran Scout 1 is in interstellar space: a jump begins in a stellar hex"


def test_monitors_stay_in_the_second_movement_phase() -> None:
    m = table("terran_movement_2", {"t_m1": "hades", "t_sc2": "sol"})
    refusal = m.why_not("terran", "take t_m1")
    assert refusal is not None and "cruise in the first movement phase only" in refusal.reason


def test_a_ship_that_jumps_to_a_tertiary_star_has_no_fuel_to_jump_on() -> None:
    m = table("terran_movement_1", {"t_sc1": "procyon"})
    act(m, "take t_sc1", "jump sirius")
    assert refused(m, "jump markhashi") == "Movement/Refueling"
    assert refused(m, "take t_sc1") == "Movement/Refueling"
    again = table("terran_movement_1", {"t_sc1": "sirius"}, marks={"dry": ["t_sc1"]})
    act(again, "take t_sc1")
    assert all(a.startswith(("sublight", "release")) for a in listed(again))


def test_a_tanker_refuels_itself_and_all_friends_at_a_tertiary_star() -> None:
    m = table("terran_movement_1", {"t_sc1": "sirius", "t_ao1": "procyon"}, marks={"dry": ["t_sc1"]})
    act(m, "take t_ao1", "jump sirius", "fleet sirius", "jump markhashi")
    assert where(m, "t_sc1") == where(m, "t_ao1") == "markhashi"


def test_a_disrupted_ship_rolls_its_maintenance_number_before_each_jump() -> None:
    m = table("terran_movement_1", {"t_cl1": "sol"}, marks={"disrupted": ["t_cl1"]})
    act(m, "take t_cl1")
    assert m.odds("terran", "jump junction") == {"jumps": 4 / 6, "stays": 2 / 6}
    m.force_dice([3, 2])
    act(m, "jump junction", "jump hades")
    assert where(m, "t_cl1") == "junction"
    assert refused(m, "take t_cl1") == "Economics/Disruption"


def test_the_reaction_force_is_one_stack_with_three_jumps_each() -> None:
    m = table("terran_reaction_movement", {"i_dd1": "shuruppak", "i_dd2": "shuruppak", "i_dd3": "nusku_dushaam"})
    assert listed(m) == ["done", "react shuruppak", "react nusku_dushaam"]
    act(m, "react shuruppak")
    assert refused(m, "take i_dd3") == "Movement/Reaction"
    act(m, "fleet shuruppak", "jump epsilon_indi", "jump karkhar", "jump zaggisi")
    assert refused(m, "jump apishal") == "Movement/Reaction"
    assert refused(m, "take i_dd1") == "Movement/Reaction"
    assert "sublight" not in " ".join(listed(m))


def test_the_reaction_force_need_not_stay_together() -> None:
    m = table("terran_reaction_movement", {"i_dd1": "shuruppak", "i_dd2": "shuruppak"})
    act(m, "react shuruppak", "take i_dd1", "jump tau_ceti", "take i_dd2", "jump enki_kalamma")
    assert (where(m, "i_dd1"), where(m, "i_dd2")) == ("tau_ceti", "enki_kalamma")


def test_ships_land_and_lift_in_their_own_systems() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol", "t_sc2": "junction"})
    act(m, "take t_sc1", "land sol_surface", "lift", "release" if decision(m) == "group" else "done")
    m = table("terran_movement_1", {"t_sc1": "sol", "t_sc2": "junction"})
    act(m, "take t_sc2")
    assert refused(m, "land junction_surface") == "Game Board/Systems"
    act(m, "release", "take t_sc1", "land sol_surface")
    assert where(m, "t_sc1") == "sol_surface"


def test_cruising_into_a_tertiary_star_brings_no_fuel() -> None:
    near = facts.PLACES.ids[facts.HEX_NEXT[facts.PLACE["sirius"]][0]]
    m = table("terran_movement_1", {"t_sc1": near, "t_sc2": near, "t_sc3": "sirius"}, marks={"dry": ["t_sc1", "t_sc3"]})
    act(m, "take t_sc1", "sublight sirius", "take t_sc2", "sublight sirius", "take t_sc3", f"sublight {near}")
    assert has(m, state(m).dry, "t_sc1") and not has(m, state(m).dry, "t_sc2")
    system = next(p for p in facts.HEX_NEXT[facts.PLACE["junction"]] if facts.IS_DEEP[p])
    m = table("terran_movement_1", {"t_sc1": facts.PLACES.ids[system]}, marks={"dry": ["t_sc1"]})
    act(m, "take t_sc1", "sublight junction")
    assert not has(m, state(m).dry, "t_sc1")


def test_who_lifts_off_among_enemies_must_stop() -> None:
    m = table("terran_movement_1", {"t_sc1": "sol_surface", "i_dd1": "sol"})
    act(m, "take t_sc1", "lift")
    assert refused(m, "take t_sc1") == "Movement/Hyperspace Jump/Stopping"


# --- Transportation


def test_a_transport_carries_one_counter_of_any_cargo() -> None:
    at = {
        "t_tr1": "sol",
        "t_o1": "sol_surface",
        "t_pd1": "sol_surface",
        "t_troop_1": "sol_surface",
        "t_f1": "sol_surface",
    }
    m = table("terran_movement_1", at, marks={"unplaced": ["t_o1"]})
    act(m, "take t_tr1")
    assert {"load t_o1", "load t_pd1", "load t_troop_1", "load t_f1"} <= set(listed(m))
    act(m, "load t_o1")
    assert refused(m, "load t_pd1").startswith("Transportation/")


def test_an_operational_outpost_and_a_world_stay_where_they_are() -> None:
    m = table("terran_movement_1", {"t_tr1": "junction", "t_o1": "junction_surface"})
    act(m, "take t_tr1")
    assert refused(m, "load t_o1") == "Transportation/Cargo"
    assert refused(m, "load t_w1") == "Transportation/Cargo"


def test_capital_ships_carry_one_troop_and_nothing_else() -> None:
    at = {"t_b1": "sol", "t_m1": "sol", "t_f1": "sol_surface", "t_troop_1": "sol_surface", "t_troop_4": "sol_surface"}
    m = table("terran_movement_1", at)
    act(m, "take t_b1")
    assert "load t_f1" not in listed(m)
    act(m, "load t_troop_1")
    assert not [a for a in listed(m) if a.startswith("load")]
    act(m, "take t_m1")
    assert "load t_troop_4" in listed(m)


def test_a_mothership_carries_three_fighters_and_nothing_else() -> None:
    at = {"t_ms1": "sol", "t_troop_1": "sol_surface", **{f"t_f{n}": "sol_surface" for n in range(1, 5)}}
    m = table("terran_movement_1", at)
    act(m, "take t_ms1")
    assert "load t_troop_1" not in listed(m)
    act(m, "load t_f1", "load t_f2", "load t_f3")
    assert refused(m, "load t_f4") == "Transportation/Embarking"


def test_no_more_than_two_cargoes_in_one_movement_phase() -> None:
    at = {"t_tr1": "sol", "t_o9": "junction_surface", "t_troop_1": "sol_surface", "t_troop_4": "sol_surface"}
    m = table("terran_movement_1", {**at, "t_troop_6": "sol_surface"})
    for troop in ("t_troop_1", "t_troop_4"):
        act(m, "take t_tr1", f"load {troop}", "jump junction", f"unload {troop} junction_surface", "jump sol")
    act(m, "take t_tr1")
    assert refused(m, "load t_troop_6") == "Transportation/Embarking"


def test_cargo_aboard_at_the_start_counts_as_one() -> None:
    at = {"t_tr1": "sol", "t_troop_1": "sol_surface", "t_troop_4": "sol_surface"}
    m = table("terran_movement_1", at, aboard={"t_troop_6": "t_tr1"})
    act(m, "take t_tr1", "unload t_troop_6 sol_surface", "load t_troop_1", "unload t_troop_1 sol_surface")
    assert refused(m, "load t_troop_4") == "Transportation/Embarking"


def test_cargo_is_set_down_in_movement_in_friendly_systems_only() -> None:
    m = table("terran_movement_1", {"t_tr1": "junction"}, aboard={"t_o1": "t_tr1"}, marks={"unplaced": ["t_o1"]})
    act(m, "take t_tr1")
    assert refused(m, "unload t_o1 junction_surface") == "Transportation/Embarking"


def test_in_the_reaction_phase_a_ship_embarks_or_disembarks_not_both() -> None:
    at = {"i_tr1": "dingir", "i_troop_982": "dingir_surface"}
    m = table("terran_reaction_movement", at)
    act(m, "react dingir", "take i_tr1", "load i_troop_982")
    assert refused(m, "unload i_troop_982 dingir_surface") == "Transportation/Reaction"
    m = table("terran_reaction_movement", at, aboard={"i_troop_1471": "i_tr1"})
    act(m, "react dingir", "take i_tr1", "unload i_troop_1471 dingir_surface")
    assert refused(m, "load i_troop_982") == "Transportation/Reaction"


def test_cargoes_do_not_change_ships_in_space_but_motherships_handle_fighters() -> None:
    m = table("terran_movement_1", {"t_ms1": "hades", "t_tr1": "hades"}, aboard={"t_f1": "t_ms1"})
    act(m, "take t_ms1", "unload t_f1 hades")
    assert where(m, "t_f1") == "hades"
    act(m, "take t_tr1")
    assert refused(m, "load t_f1").startswith("Transportation/")
    act(m, "release", "take t_ms1", "load t_f1")
    assert where(m, "t_f1") == "aboard"


def test_the_cargo_of_a_destroyed_ship_is_destroyed() -> None:
    at = {"i_dd1": "junction", "t_tr1": "junction"}
    m = table("imperial_combat_1", at, aboard={"t_troop_1": "t_tr1"}, marks={"entered": ["i_dd1"]})
    act(m, "fight junction")
    m.force_dice([6])
    act(m, "stand", "stand", "fire all")
    assert where(m, "t_tr1") == where(m, "t_troop_1") == "none"


def test_planetary_defenses_may_be_moved_and_work_from_the_end_of_the_player_turn() -> None:
    m = table("terran_movement_2", {"t_tr1": "sol", "t_pd1": "sol_surface"})
    act(m, "take t_tr1", "load t_pd1", "unload t_pd1 sol_surface")
    assert has(m, state(m).unplaced, "t_pd1")
    act(m, "done")
    assert not has(m, state(m).unplaced, "t_pd1")
