"""Income, connection, maintenance, disruption, production, replacements (Economics), and set-up."""

from __future__ import annotations

from grognard.games.imperium.facts import PIECE

from .stars import act, decision, game, has, listed, refused, skip_to, state, table, where

IMPERIAL_QUIET = [3, 3]  # nothing on the intervention table


def income(m: object, side: str) -> float:
    return m.figures()[f"{side}_income"]  # type: ignore[attr-defined]


# --- income


def test_imperial_income_is_budget_worlds_and_connected_outposts() -> None:
    m = table("terran_movement_1", {"i_o1": "kinunir_surface", "i_o2": "luuru_surface", "t_sc1": "sol"})
    assert income(m, "imperial") == 10 + 2 + 2


def test_terran_worlds_earn_eight_and_six_when_cut_off() -> None:
    m = table("terran_movement_1", {"t_o1": "junction_surface", "t_sc1": "hades"})
    assert income(m, "terran") == 8 + 8 + 1
    m = table("terran_movement_1", {"t_o1": "junction_surface", "i_dd1": "alpha_centauri", "t_sc1": "hades"})
    assert income(m, "terran") == 8 + 6 + 1


def test_enemy_warships_cut_an_outpost_off_at_its_own_end_too() -> None:
    m = table("terran_movement_1", {"t_o1": "junction_surface", "i_dd1": "junction", "t_sc1": "hades"})
    assert income(m, "terran") == 16
    m = table("terran_movement_1", {"t_o1": "junction_surface", "i_tr1": "junction", "t_sc1": "hades"})
    assert income(m, "terran") == 17


def test_motherships_do_cut_a_path() -> None:
    m = table("terran_movement_1", {"t_o1": "junction_surface", "i_ms1": "junction", "t_sc1": "hades"})
    assert income(m, "terran") == 16


def test_a_path_through_a_tertiary_system_needs_a_tanker_there() -> None:
    at = {"t_o1": "markhashi_surface", "t_sc1": "sol", "i_dd1": "agidda"}
    assert income(table("terran_movement_1", at), "terran") == 16
    assert income(table("terran_movement_1", {**at, "t_ao1": "sirius"}), "terran") == 17


def test_luuru_earns_as_if_connected() -> None:
    m = table("terran_movement_1", {"t_o1": "luuru_surface", "t_sc1": "sol"})
    assert income(m, "terran") == 17


def test_outposts_connect_to_any_world_even_one_that_is_cut_off() -> None:
    at = {"t_w3": "mirabilis_surface", "t_o1": "sarpedon_surface", "i_dd1": "procyon", "t_sc1": "sol"}
    assert income(table("terran_movement_1", at), "terran") == 16 + 6 + 1


def test_conquered_worlds_earn_nothing() -> None:
    m = table("terran_movement_1", {"t_sc1": "hades"}, marks={"conquered": ["t_w2"], "neutral": ["t_w2"]})
    assert income(m, "terran") == 8


# --- maintenance


def test_ships_at_a_friendly_world_are_paid_for_or_disrupted() -> None:
    m = table("terran_production", {"t_cl1": "sol", "t_dd1": "sol_surface"})
    assert "maintain all" in listed(m)
    ru = state(m).ru[0]
    act(m, "maintain t_cl1", "done")
    assert state(m).ru[0] == ru - 3
    assert has(m, state(m).disrupted, "t_dd1") and not has(m, state(m).disrupted, "t_cl1")


def test_frontier_ships_roll_their_number_or_more_one_less_without_an_outpost() -> None:
    at = {"t_cl1": "junction", "t_o1": "junction_surface", "t_cl2": "hades"}
    m = table("terran_movement_1", at)
    m = table("terran_production", at)
    draws = state(m).draws
    assert draws == 2
    seen = [e.text for e in m.events() if "frontier" in e.text]
    assert seen[0].endswith("against 3") and seen[1].endswith("against 4")


def test_frontier_maintenance_fails_below_the_number() -> None:
    m = table("imperial_combat_2", {"t_cl1": "hades", "t_sc1": "sol_surface", "i_sc1": "dingir_surface"})
    skip_to(m, "maintain")
    m.force_dice([3])
    act(m, "done")
    assert has(m, state(m).disrupted, "t_cl1")


def test_a_disrupted_ship_recovers_for_one_more_or_by_rolling_above_its_number() -> None:
    at = {"t_cl1": "hades", "t_cl2": "sol"}
    m = table("terran_production", at, marks={"disrupted": ["t_cl1", "t_cl2"]})
    ru = state(m).ru[0]
    m.force_dice([4])
    act(m, "maintain t_cl2")
    assert state(m).ru[0] == ru - 4
    assert not has(m, state(m).disrupted, "t_cl2") and not has(m, state(m).disrupted, "t_cl1")
    m = table("terran_production", at, marks={"disrupted": ["t_cl1", "t_cl2"]})
    m.force_dice([3])
    act(m, "maintain t_cl2")
    assert has(m, state(m).disrupted, "t_cl1")


def test_ships_on_the_frontier_can_not_pay_but_monitors_at_outposts_can() -> None:
    at = {"t_cl1": "junction", "t_m1": "junction", "t_o1": "junction_surface"}
    m = table("terran_production", at)
    assert refused(m, "maintain t_cl1") == "Economics/Maintenance/Frontier"
    assert "maintain t_m1" in listed(m)


def test_who_holds_both_boxes_at_nusku_chooses_the_form_of_maintenance() -> None:
    at = {"i_w3": "nusku_surface", "i_o1": "dushaam_surface", "i_cl1": "nusku_dushaam"}
    m = table("imperial_production", at)
    assert "maintain i_cl1" in listed(m)
    m.force_dice([3, *IMPERIAL_QUIET])
    act(m, "done")
    assert not has(m, state(m).disrupted, "i_cl1")
    m = table("imperial_production", {**at, "i_o1": "kinunir_surface"})
    m.force_dice(IMPERIAL_QUIET)
    act(m, "done")
    assert has(m, state(m).disrupted, "i_cl1")


def test_a_disrupted_mothership_disrupts_the_fighters_aboard() -> None:
    m = table("terran_production", {"t_ms1": "sol"}, aboard={"t_f1": "t_ms1"})
    act(m, "maintain t_f1", "done")
    assert has(m, state(m).disrupted, "t_ms1") and has(m, state(m).disrupted, "t_f1")
    m = table("terran_production", {"t_ms1": "hades", "t_sc1": "sol"}, aboard={"t_f1": "t_ms1"})
    m.force_dice([1, 6])
    act(m, "maintain t_sc1")
    assert has(m, state(m).disrupted, "t_ms1") and has(m, state(m).disrupted, "t_f1")


# --- production


def order(m: object) -> None:
    skip_to(m, "order")  # type: ignore[arg-type]


def test_orders_come_next_turn_and_capital_ships_after_two() -> None:
    m = table("terran_production", ru=[40, 0])
    order(m)
    act(m, "buy destroyer", "buy dreadnought")
    due = state(m).due
    assert due[PIECE["t_dd1"]] == 3 and due[PIECE["t_b1"]] == 4
    assert where(m, "t_dd1") == "turn_track"


def test_nobody_buys_what_he_can_not_pay_or_what_has_no_counter() -> None:
    m = table("terran_production", {"t_ao1": "sol", "t_ao2": "sol"}, ru=[0, 0])
    order(m)
    assert refused(m, "buy battleship") == "Economics/Production"
    assert refused(m, "buy tanker") == "Economics/Production/Counters"
    assert refused(m, "buy world") == "Markers/Worlds"


def test_troops_are_drawn_at_random_from_the_pool() -> None:
    m = table("terran_production", ru=[40, 0])
    order(m)
    m.force_dice([10])
    act(m, "buy regular")
    assert where(m, "t_troop_10") == "turn_track"
    assert m.can_undo("terran") is not None


def test_new_ships_appear_in_space_or_on_the_ground_all_else_on_the_ground() -> None:
    at = {"t_dd1": "turn_track", "t_o1": "turn_track", "t_o2": "junction_surface", "t_o3": "sarpedon_surface"}
    m = table("terran_production", at, each={"t_dd1": {"due": 2}, "t_o1": {"due": 2}})
    skip_to(m, "deploy")
    assert "next t_dd1" in listed(m)
    places = {a.split(" at ")[1] for a in listed(m) if a.startswith("place t_o1")}
    act(m, "next t_dd1")
    ships = {a.split(" at ")[1] for a in listed(m)}
    assert {"sol", "sol_surface", "junction", "sarpedon_surface"} <= ships
    assert refused(m, "place t_o1 at sol_surface") == "Economics/Production/Arrival"
    assert places and all(place.endswith("_surface") for place in places)
    act(m, "place t_dd1 at junction", "place t_o1 at sol_surface")
    assert (where(m, "t_dd1"), where(m, "t_o1")) == ("junction", "sol_surface")


def test_an_outpost_that_is_cut_off_receives_nothing() -> None:
    at = {"t_dd1": "turn_track", "t_o2": "junction_surface", "i_dd1": "junction"}
    m = table("terran_production", at, each={"t_dd1": {"due": 2}})
    skip_to(m, "deploy")
    assert "place t_dd1 at junction" not in listed(m)


def test_outposts_and_defenses_appear_unplaced() -> None:
    m = table("terran_production", {"t_o1": "turn_track"}, each={"t_o1": {"due": 2}})
    skip_to(m, "deploy")
    act(m, "place t_o1 at sol_surface")
    assert has(m, state(m).unplaced, "t_o1")


# --- the Imperium's yards


def test_the_emperor_keeps_the_major_ships_to_himself() -> None:
    m = table("imperial_production", ru=[0, 60])
    m.force_dice(IMPERIAL_QUIET)
    order(m)
    for kind in ("heavy_cruiser", "attack_cruiser", "dreadnought", "improved_dreadnought", "battleship"):
        assert refused(m, f"buy {kind}") == "Economics/Imperial Restrictions"
    assert "buy strike_cruiser" in listed(m) and "buy terran_monitor" in listed(m)


def test_with_permission_he_does_not() -> None:
    m = table("imperial_production", ru=[0, 60], marks={"permits": ["heavy_cruiser"]})
    skip_to(m, "order")
    assert "buy heavy_cruiser" in listed(m)


def test_imperial_losses_return_one_a_turn_behind_those_that_wait() -> None:
    at = {"i_cl1": "lost", "i_dd1": "lost", "i_sc1": "replacement_track"}
    m = table("terran_combat_2", at, each={"i_sc1": {"due": 4}})
    assert decision(m) == "replacements" and m.to_act == ("imperial",)
    act(m, "queue i_dd1")
    due = state(m).due
    assert due[PIECE["i_dd1"]] == 5 and due[PIECE["i_cl1"]] == 6


def test_a_scrapped_replacement_moves_the_others_forward() -> None:
    at = {"i_cl1": "replacement_track", "i_dd1": "replacement_track", "i_sc1": "replacement_track"}
    each = {"i_cl1": {"due": 3}, "i_dd1": {"due": 4}, "i_sc1": {"due": 5}}
    m = table("imperial_production", at, each=each)
    m.force_dice(IMPERIAL_QUIET)
    order(m)
    act(m, "scrap i_dd1")
    due = state(m).due
    assert due[PIECE["i_cl1"]] == 3 and due[PIECE["i_sc1"]] == 4 and where(m, "i_dd1") == "none"


def test_scrapping_one_of_two_on_a_turn_leaves_no_gap_to_fill() -> None:
    at = {"i_cl1": "replacement_track", "i_dd1": "replacement_track", "i_sc1": "replacement_track"}
    m = table("imperial_production", at, each={"i_cl1": {"due": 3}, "i_dd1": {"due": 3}, "i_sc1": {"due": 4}})
    m.force_dice(IMPERIAL_QUIET)
    order(m)
    act(m, "scrap i_dd1")
    assert state(m).due[PIECE["i_sc1"]] == 4
    act(m, "scrap i_cl1")
    assert state(m).due[PIECE["i_sc1"]] == 3


def test_replacements_arrive_like_new_ships() -> None:
    m = table("imperial_production", {"i_cl1": "replacement_track"}, each={"i_cl1": {"due": 2}})
    skip_to(m, "deploy")
    act(m, "place i_cl1 at gashidda")
    assert where(m, "i_cl1") == "gashidda"


def test_terran_losses_go_back_to_the_mix() -> None:
    m = table("imperial_combat_1", {"i_dd1": "hades", "t_sc1": "hades"}, marks={"entered": ["i_dd1"]})
    if decision(m) == "which_battle":
        act(m, "fight hades")
    while decision(m) == "break_off":
        act(m, "stand")
    m.force_dice([6])
    act(m, "fire all")
    assert where(m, "t_sc1") == "none"


# --- the first war


def test_the_first_war_begins_with_the_printed_forces() -> None:
    m = game().new("first_war", seed=1)
    act(m, "recommended", "recommended")
    counts: dict[tuple[str, str], int] = {}
    for piece in m.view(None)["pieces"]:
        key = (piece["side"], piece["type"])
        counts[key] = counts.get(key, 0) + 1
    terran = {"world": 3, "outpost": 6, "defense": 2, "monitor": 1, "missile_boat": 1, "scout": 6, "destroyer": 2}
    terran |= {"light_cruiser": 1, "transport": 6, "regular": 2, "jump": 1}
    imperial = {"world": 6, "outpost": 7, "defense": 3, "monitor": 1, "scout": 2, "destroyer": 4, "light_cruiser": 2}
    imperial |= {"heavy_cruiser": 1, "tanker": 1, "transport": 4, "regular": 3, "jump": 1}
    assert {k[1]: n for k, n in counts.items() if k[0] == "terran"} == terran
    assert {k[1]: n for k, n in counts.items() if k[0] == "imperial"} == imperial
    assert m.figures()["glory"] == 5 and m.figures()["terran_income"] == 27
    assert state(m).phase == 0 and m.to_act == ("terran",)


def test_terra_places_its_forces_at_its_worlds_and_outposts() -> None:
    m = game().new("first_war", seed=1)
    assert m.to_act == ("terran",)
    piece = listed(m)[1].split()[1]
    assert refused(m, f"place {piece} at hades_surface") == "Economics/Production/Arrival"
    act(m, f"place {piece} at sol_surface")


def test_nothing_imperial_is_set_up_at_procyon_or_on_its_side_of_sirius() -> None:
    m = game().new("first_war", seed=1)
    act(m, "recommended")
    assert refused(m, "settle procyon_surface") == "First War/Procyon"
    assert refused(m, "settle mirabilis_surface") == "First War/Procyon"
    assert refused(m, "settle peraspera_surface") == "First War/Procyon"
    assert refused(m, "settle dingir_surface") == "First War/The Imperium"
    act(m, "settle markhashi_surface")
    act(m, "settle agidda_surface")


def test_luuru_is_connected_to_nothing_at_set_up() -> None:
    m = game().new("first_war", seed=1)
    act(m, "recommended")
    assert refused(m, "settle luuru_surface") == "First War/Connection"


def test_seven_outposts_then_three_worlds_in_primary_systems() -> None:
    m = game().new("first_war", seed=1)
    act(m, "recommended")
    outposts = ["nusku", "lagash", "dushaam", "apishal", "zaggisi", "shulgi", "kinunir"]
    for name in outposts[:2]:
        act(m, f"settle {name}_surface")
    assert refused(m, "settle amarku_surface") == "First War/Connection"
    for name in outposts[2:]:
        act(m, f"settle {name}_surface")
    assert sorted(listed(m)[1:]) == [
        "settle amarku_surface",
        "settle epsilon_eridani_surface",
        "settle tau_ceti_surface",
    ]
    assert refused(m, "settle shuruppak_surface") == "Game Board/Primary Systems"


def test_the_recommended_set_up_is_one_pick_away_at_any_point() -> None:
    m = game().new("first_war", seed=2)
    act(m, "recommended", "settle mukhaldim_surface", "recommended")
    assert state(m).phase == 0
    assert list(game().check(state(m))) == []


def test_terra_moves_first_in_the_first_war() -> None:
    m = game().new("first_war", seed=2)
    act(m, "recommended", "recommended")
    assert m.view(None)["extra"]["first"] == "terran"


def test_lost_ships_may_be_scrapped_instead_of_going_on_the_track() -> None:
    at = {"i_dd1": "lost", "i_cl1": "lost", "i_sc1": "replacement_track"}
    m = table("terran_combat_2", at, each={"i_sc1": {"due": 3}})
    assert listed(m) == ["queue rest", "queue i_dd1", "queue i_cl1", "scrap i_dd1", "scrap i_cl1"]
    assert refused(m, "scrap i_sc1") == "Economics/Imperial Replacements"
    act(m, "scrap i_dd1")
    assert where(m, "i_dd1") == "none" and decision(m) == "replacements" and state(m).due[PIECE["i_sc1"]] == 3
    act(m, "queue i_cl1")
    assert state(m).due[PIECE["i_cl1"]] == 4 and decision(m) != "replacements"


def test_no_new_forces_appear_at_a_world_that_is_down() -> None:
    at = {"t_troop_10": "dingir_surface", "i_troop_18": "turn_track"}
    m = table("imperial_production", at, each={"i_troop_18": {"due": 2}}, marks={"neutral": ["i_w1"]})
    skip_to(m, "deploy")
    assert "place i_troop_18 at gashidda_surface" in listed(m)
    assert refused(m, "place i_troop_18 at dingir_surface") == "Economics/Production/Arrival"


def test_refusals_of_terraforming_say_what_is_missing() -> None:
    at = {"t_o1": "procyon_surface", "t_o2": "junction_surface"}
    m = table("terran_production", at, options={"terraforming": True}, ru=(0, 0))
    skip_to(m, "order")
    act(m, "terraform procyon_surface")
    for place, said in (
        ("procyon_surface", "the work at Procyon surface has been paid for in this turn"),
        ("junction_surface", "Junction surface is no surface of a secondary star that is not of class M"),
        ("sarpedon_surface", "an outpost of yours must work at Sarpedon surface"),
    ):
        refusal = m.why_not("terran", f"terraform {place}")
        assert refusal is not None and (refusal.rule, refusal.reason) == ("Options/Terraforming", said)


def test_troops_cost_no_maintenance() -> None:
    at = {"t_troop_1": "sol_surface", "t_troop_4": "hades_surface", "t_sc1": "sol"}
    m = table("terran_production", at)
    assert [a for a in listed(m) if a.startswith("maintain t_")] == ["maintain t_sc1"]
    assert refused(m, "maintain t_troop_1") == "Economics/Maintenance"
    ru = state(m).ru[0]
    log = act(m, "maintain all")
    assert state(m).ru[0] == ru - 1 and not any("Troop" in line for line in log)
