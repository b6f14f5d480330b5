"""32.0 to 34.0: several Terran and Alien players."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from grognard.games.air_eaters import research, units, victory
from grognard.games.air_eaters.world import INDUSTRY

from .table import GAME, Ground, V, piece, place

Side = V["side"].index
T = V["type"].index
PROJECT = V["project"].index


def two() -> Ground:
    ground = Ground("intermediate", terran_players=2)
    ground.put("venus_orbit", "ms_1")
    return ground


def three() -> Ground:
    ground = Ground("intermediate", terran_players=3)
    ground.put("venus_orbit", "ms_1")
    return ground


def aliens() -> Ground:
    ground = Ground("intermediate", alien_players=2)
    ground.put("mars_orbit", "ms_1", side="settlers")
    ground.put("mars_orbit", "ms_2", side="strike_force")
    ground.put("mothership_one", "base_1", side="settlers", deployed=True)
    ground.put("mothership_two", "base_2", side="strike_force", deployed=True)
    return ground


# --- two Terrans


def test_32_2_earth_produces_and_colonists_get_ships_and_what_stands_on_mars() -> None:
    ground = two()
    ground.go("terran_production")
    ground.play("done", side="colonist")  # no blockade
    ground.refused("blockade", "32.5", "before production", side="earth")
    assert ground.match.to_act == ("earth",)
    ground.play("build corv", "build dt", "build dt", side="earth")
    ground.play("place corv", "to earth_1716", "place dt", "to mars_1212", "place dt", "to earth_1716", side="earth")
    owners = [V["side"].ids[ground.s.owner[piece(p)]] for p in ("corv_1", "dt_1", "dt_2")]
    assert owners == ["colonist", "colonist", "earth"]


def test_32_3_earth_is_asked_before_a_colonist_lands_or_lifts_off() -> None:
    ground = two()
    ground.put("earth_orbit", "corv_1", "corv_2", side="colonist")
    ground.go("terrans_move")
    ground.play("move corv_1", "to earth_1716", side="colonist")
    assert ground.match.to_act == ("earth",) and set(ground.texts()) == {"allow", "refuse"}
    ground.play("refuse", side="earth")
    assert not any("earth" in t for t in ground.texts("colonist"))
    ground.play("to luna_1212", side="colonist")  # Luna is not Earth
    assert ground.at("corv_1") == "luna_1212"


def test_32_3_leave_is_asked_for_each_ship_and_holds_for_the_turn() -> None:
    ground = two()
    ground.put("earth_orbit", "corv_1", "corv_2", side="colonist")
    ground.go("terrans_move")
    ground.play("move corv_1", "to earth_1716", side="colonist")
    assert ground.prompt == "Asked by Colonists: may CORV 1 land at Earth 1716?"
    ground.play("allow", side="earth")
    assert ground.at("corv_1") == "earth_1716"
    ground.play("move corv_2", "to earth_1816", side="colonist")
    assert ground.prompt == "Asked by Colonists: may CORV 2 land at Earth 1816?"
    ground.play("refuse", side="earth")
    ground.refused("to earth_1716", "32.3", "refused this turn", side="colonist")
    ground.play("to luna_1212", side="colonist")
    assert ground.at("corv_1") == "earth_1716" and ground.at("corv_2") == "luna_1212"


def test_32_3_a_ship_that_may_not_land_stays_in_orbit_with_its_passenger() -> None:
    ground = three()
    ground.put("ceres_orbit", "tr_1", side="space_fleet")
    ground.put("ceres_orbit", "dt_1", side="space_fleet")
    ground.s.carrier[piece("dt_1")] = piece("tr_1")
    ground.go("terrans_move")
    ground.play("move tr_1", "to ceres_1111", side="space_fleet")
    ground.play("refuse", side="mining_consortium")
    assert ground.texts("space_fleet") == ["done"]  # Ceres is one hex
    ground.play("done", side="space_fleet")
    assert ground.at("tr_1") == "ceres_orbit" and ground.s.carrier[piece("dt_1")] == piece("tr_1")
    ground = two()
    ground.put("earth_orbit", "corv_1", side="colonist")
    ground.go("terrans_move")
    ground.play("move corv_1", "to earth_1716", side="colonist")
    ground.play("refuse", side="earth")
    ground.play("done", side="colonist")  # it need not land on Luna instead
    assert ground.at("corv_1") == "earth_orbit" and ground.name == "space_movement"


def test_34_2_a_refused_loan_leaves_a_way_out_where_no_counter_is_left() -> None:
    ground = aliens()
    for kind in ("base", "ac", "cw", "ln", "esc"):
        for p in units.OF_TYPE[V["type"].index[kind]]:
            ground.s.at[p] = place("venus_1111")
            ground.s.owner[p] = Side["settlers"]
    ground.put("mothership_two", "base_2", side="strike_force", deployed=True)
    ground.put("mars_1212", "base_3", side="settlers", deployed=True)
    ground.go("alien_production")
    ground.play("produce base_2", "pair ns with base_3", side="strike_force")
    ground.play("refuse", side="settlers")
    assert ground.texts("strike_force") == ["done"]
    ground.play("done", side="strike_force")
    assert ground.name != "make"


def test_32_3_a_ship_that_leaves_earth_for_luna_asks_to_lift_off() -> None:
    ground = two()
    ground.put("earth_1816", "corv_1", side="colonist")
    ground.go("terrans_move")
    ground.play("done", "move corv_1", "land", "to luna_1212", side="colonist")
    assert ground.prompt == "Asked by Colonists: may CORV 1 lift off from Earth 1816?"
    ground.play("allow", side="earth")
    assert ground.at("corv_1") == "luna_1212"


def test_32_3_earth_lends_one_tank_and_keeps_another() -> None:
    ground = two()
    ground.put("mars_1212", "tr_1", "tr_2", side="colonist")
    ground.put("mars_1212", "dt_1", "dt_2", side="earth")
    ground.go("terrans_move")
    ground.play("done", side="earth")
    ground.play("move tr_1", "load dt_1", side="colonist")
    assert ground.prompt == "Asked by Colonists: may DT 1 be transported?"
    ground.play("allow", side="earth")
    ground.play("to mars_orbit", "move tr_2", "load dt_2", side="colonist")
    ground.play("refuse", side="earth")
    ground.refused("load dt_2", "32.3", "does not agree", side="colonist")
    ground.play("empty", "to mars_orbit", side="colonist")
    assert ground.at("dt_1") == "mars_orbit" and ground.at("dt_2") == "mars_1212"


def test_32_3_carrying_anothers_tank_takes_both_players() -> None:
    ground = two()
    ground.put("mars_1212", "tr_1", side="colonist")
    ground.put("mars_1212", "dt_1", side="earth")
    ground.go("terrans_move")
    ground.play("done", side="earth")
    ground.play("move tr_1", "load dt_1", side="colonist")
    assert ground.match.to_act == ("earth",)
    ground.play("allow", side="earth")
    ground.play("to mars_orbit", side="colonist")
    assert ground.at("dt_1") == "mars_orbit" and ground.s.owner[piece("dt_1")] == Side["earth"]


def test_32_5_a_blockade_takes_industry_off_earth_out_of_production() -> None:
    ground = two()
    ground.go("terran_production")
    assert ground.match.to_act == ("colonist",)
    ground.play("blockade", side="colonist")
    assert ground.s.points[Side["earth"]] == 41


def test_32_6_points_of_earth_and_colonists() -> None:
    ground = two()
    ground.put("mars_orbit", "tr_1", "corv_1", "ftr_1", "dd_1", "itr_1", "ca_1", "bb_1", side="colonist")
    points = victory.victory_points(ground.s)
    assert points == {Side["earth"]: 41, Side["colonist"]: 2 * 17 + 2 + 3}
    assert ground.figures()["victory_points_colonist"] == 39


def test_32_6_the_colonists_count_every_ship_on_the_board() -> None:
    ground = two()
    ground.put("earth_1716", "tr_1", side="earth")
    assert victory.victory_points(ground.s)[Side["colonist"]] == 2 * 17 + 0.5


def test_32_3_a_retreat_to_earth_takes_leave_as_well() -> None:
    ground = Ground("intermediate", terran_players=2, continuing_combat=True)
    ground.put("earth_orbit", "corv_1", side="colonist")
    ground.put("earth_orbit", "esc_1")
    ground.go("aliens_fire")
    ground.dice(6, 6)
    ground.play("fire esc_1", "at corv_1", "fire corv_1", "at esc_1", "retreat", "to earth_1716")
    assert ground.match.to_act == ("earth",)
    ground.play("refuse")
    ground.refused("to earth_2016", "32.3", "refused this turn")
    ground.play("to luna_1212")
    assert ground.at("corv_1") == "luna_1212"


@pytest.mark.parametrize(("scenario", "phase"), [("introductory", "terran_research"), ("advanced", "alien_deployment")])
def test_32_6_without_aliens_several_terrans_play_on_for_their_points(scenario: str, phase: str) -> None:
    alone, shared = Ground(scenario, turn=9), Ground(scenario, turn=9, terran_players=2)
    for ground in (alone, shared):
        ground.put("earth_orbit", "corv_1")
        ground.go(phase)
    assert alone.match.result is not None and alone.match.result.winner == "terran"
    assert shared.match.result is None and shared.s.turn == 10


def test_32_6_the_better_terran_wins_if_no_alien_does() -> None:
    ground = two()
    ground.put("earth_orbit", "corv_1", side="colonist")
    ground.s.turn = 12
    victory.end_of_turn(ground.s)
    assert ground.s.result is not None and ground.s.result.winner == "earth"


# --- three Terrans


def open_production(ground: Ground) -> None:
    ground.go("terran_production")
    if ground.name == "blockade":
        ground.play("done", side="space_fleet")


def test_33_2_each_producer_uses_its_own_industry() -> None:
    ground = three()
    open_production(ground)
    assert ground.s.points[Side["earth"]] == 41 and ground.s.points[Side["mining_consortium"]] == 17
    assert ground.s.points[Side["space_fleet"]] == 0


def test_33_2_ius_are_lent_for_the_turn() -> None:
    ground = three()
    open_production(ground)
    ground.play("lend earth", "pay 6", side="mining_consortium")
    assert ground.s.points[Side["earth"]] == 47 and ground.s.points[Side["mining_consortium"]] == 11


def test_33_2_ius_allocated_towards_a_unit_are_given_away() -> None:
    ground = three()
    open_production(ground)
    ground.play("invest corv", "pay 4", "pass_on corv", side="mining_consortium")
    assert ground.s.paid[Side["earth"] * 20 + T["corv"]] == 4


def test_33_2_the_consortium_produces_two_units_a_turn_on_mars() -> None:
    ground = three()
    ground.put("mars_orbit", "corv_1", side="space_fleet")
    open_production(ground)
    ground.play("build dt", "build dt", side="mining_consortium")
    ground.refused("build dt", "33.2", "all it may", side="mining_consortium")
    ground.refused("build army", "33.3", "Earth only", side="mining_consortium")
    ground.refused("build dt", "33.2", "others produce", side="space_fleet")
    for _ in range(2):
        ground.play("place dt", side="mining_consortium")
        assert all(t.startswith("to mars") for t in ground.texts("mining_consortium"))
        ground.play("to mars_1212", side="mining_consortium")


def test_33_2_and_places_two_units_a_turn_even_if_more_are_ready() -> None:
    ground = three()
    ground.s.ready[Side["mining_consortium"] * 20 + T["dt"]] = 3
    open_production(ground)
    ground.play("place dt", "to mars_1212", "place dt", "to mars_1212", side="mining_consortium")
    ground.refused("place dt", "33.2", "placed all", side="mining_consortium")


def waste_mars(ground: Ground) -> None:
    for name, n in (("mars_1212", 2), ("mars_1412", 1), ("mars_1513", 2), ("mars_1713", 1)):
        ground.devastate(name, n)


def test_33_2_or_one_anywhere_off_earth_when_mars_has_none() -> None:
    ground = three()
    waste_mars(ground)
    open_production(ground)
    ground.play("build dt", side="mining_consortium")
    ground.refused("build dt", "33.2", side="mining_consortium")
    ground.play("place dt", "to luna_1212", side="mining_consortium")


def test_33_2_a_siege_of_a_waste_mars_does_not_stop_the_consortium() -> None:
    ground = Ground("advanced", terran_players=3)
    waste_mars(ground)
    ground.put("mars_orbit", "esc_1")
    ground.put("ceres_orbit", "esc_2")
    open_production(ground)
    ground.play("build dt", "place dt", side="mining_consortium")
    places = set(ground.texts("mining_consortium"))
    assert "to luna_1212" in places and "to ceres_1111" not in places  # Ceres is besieged itself


def test_33_3_earth_gives_its_ships_away() -> None:
    ground = three()
    open_production(ground)
    ground.play("build corv", "place corv", "to earth_1716", side="earth")
    assert set(ground.texts("earth")) == {"for space_fleet", "for mining_consortium"}
    ground.play("for mining_consortium", side="earth")
    assert ground.s.owner[piece("corv_1")] == Side["mining_consortium"]


def test_33_3_units_go_only_to_partners_who_may_own_them() -> None:
    ground = three()
    ground.put("earth_1716", "army_1", "dt_1", side="earth")
    ground.put("mars_orbit", "corv_1", side="space_fleet")
    open_production(ground)
    ground.refused("give army_1", "33.3", "no partner", side="earth")
    ground.play("give dt_1", side="earth")
    ground.play("give corv_1", side="space_fleet")
    assert ground.s.owner[piece("dt_1")] == ground.s.owner[piece("corv_1")] == Side["mining_consortium"]
    ground.refused("give dt_1", "33.3", "changed hands", side="mining_consortium")


def test_33_3_units_are_given_while_moving_too() -> None:
    ground = three()
    ground.put("earth_1716", "dt_1", side="earth")
    ground.put("mars_1212", "dt_2", side="mining_consortium")
    ground.go("terrans_move")
    ground.play("done", side="mining_consortium")
    assert ground.match.to_act == ("earth",)
    ground.play("give dt_1", side="earth")
    assert ground.match.to_act == ("mining_consortium",)  # who may move it now
    ground.refused("give dt_1", "33.3", "changed hands", side="mining_consortium")
    ground.play("move dt_1", "to earth_2016", side="mining_consortium")
    assert ground.at("dt_1") == "earth_2016"


def test_33_4_only_earth_researches_and_asks_for_anothers_deeds() -> None:
    ground = three()
    ground.s.deeds[Side["space_fleet"]] = 1  # space combat
    open_production(ground)
    ground.refused("research dd", "33.4", side="mining_consortium")
    ground.play("research ftr", side="earth")
    assert ground.match.to_act == ("space_fleet",)
    ground.play("refuse", side="space_fleet")
    ground.refused("research ftr", "11.2", "space combat", side="earth")


def test_33_4_with_leave_the_modifier_counts_too() -> None:
    ground = three()
    ground.s.deeds[Side["space_fleet"]] = 1
    open_production(ground)
    ground.play("research dd", side="earth")  # space combat would lower the roll
    ground.play("allow", side="space_fleet")
    assert ground.s.funded[Side["earth"]] == 1 << PROJECT["dd"]
    assert research.highest(ground.s, Side["earth"], PROJECT["dd"]) == 3


def test_33_4_the_consortium_builds_earths_designs_by_leave_which_is_kept() -> None:
    ground = three()
    ground.s.researched[Side["earth"]] = 1 << PROJECT["itr"]
    open_production(ground)
    ground.play("build itr", side="mining_consortium")
    ground.play("allow", side="earth")
    ground.play("build itr", side="mining_consortium")
    assert ground.s.ready[Side["mining_consortium"] * 20 + T["itr"]] == 2
    assert ground.s.gained[Side["mining_consortium"]] == 1 << T["itr"]


def test_33_5_the_consortium_is_asked_about_its_mining_sites() -> None:
    ground = three()
    ground.put("mars_orbit", "corv_1", side="space_fleet")
    ground.go("terrans_move")
    ground.play("move corv_1", side="space_fleet")
    ground.play("to mars_1212", side="space_fleet")
    assert ground.match.to_act == ("mining_consortium",)
    ground.play("refuse", side="mining_consortium")
    ground.refused("to mars_1212", "33.5", "refused this turn", side="space_fleet")
    ground.play("to mars_1312", side="space_fleet")  # no industry there


def test_33_6_terran_units_do_not_attack_each_other() -> None:
    ground = three()
    ground.put("mars_orbit", "corv_1", side="space_fleet")
    ground.put("mars_orbit", "corv_2", side="mining_consortium")
    ground.go("terrans_fire")
    assert ground.phase != "terrans_fire"


def test_33_7_the_space_fleet_may_stop_the_consortiums_industry() -> None:
    ground = three()
    ground.go("terran_production")
    assert ground.match.decision("space_fleet").rule == "33.7"
    ground.play("blockade", side="space_fleet")
    assert next(e.kind.rule for e in ground.match.events() if "blockade" in e.text) == "33.7"
    assert ground.s.points[Side["mining_consortium"]] == 0 and ground.s.points[Side["earth"]] == 41


def test_33_8_points_of_three_terrans() -> None:
    ground = three()
    ground.put("mars_orbit", "tr_1", "itr_1", "dd_1", "ftr_1", side="space_fleet")
    ground.put("mars_orbit", "ca_1", side="mining_consortium")
    points = victory.victory_points(ground.s)
    assert points == {Side["earth"]: 41, Side["space_fleet"]: 1 + 3 + 2, Side["mining_consortium"]: 3 * 17 + 1}


# --- two Aliens


def test_34_2_a_base_is_lent_by_leave_of_its_owner() -> None:
    ground = aliens()
    ground.put("mars_1212", "base_3", side="settlers", deployed=True)
    ground.go("alien_production")
    ground.play("produce base_2", side="strike_force")
    ground.play("pair ns with base_3", side="strike_force")
    assert ground.match.to_act == ("settlers",)
    ground.dice(1)
    ground.play("allow", side="settlers")
    assert ground.s.owner[piece("ns_1")] == Side["strike_force"]


def test_34_2_the_leave_for_one_base_is_not_that_for_another() -> None:
    ground = aliens()
    ground.put("mars_1212", "base_3", side="settlers", deployed=True)
    ground.put("mars_1312", "base_4", side="settlers", deployed=True)
    ground.go("alien_production")
    ground.play("produce base_2", "pair ns with base_3", side="strike_force")
    assert ground.match.decision("settlers").prompt == "Asked by Strike Force: may Base 3 be used to produce?"
    ground.play("refuse", side="settlers")
    ground.refused("pair ns with base_3", "34.2", "lend", side="strike_force")
    ground.play("pair ns with base_4", side="strike_force")
    assert ground.match.decision("settlers").prompt == "Asked by Strike Force: may Base 4 be used to produce?"


def test_34_2_units_are_traded_freely() -> None:
    ground = aliens()
    ground.put("mothership_one", "cw_1", side="settlers")
    ground.go("alien_production")
    ground.play("give cw_1", side="settlers")
    assert ground.s.owner[piece("cw_1")] == Side["strike_force"]
    ground.refused("give cw_1", "34.2", "changed hands", side="strike_force")


def test_34_2_units_are_traded_while_moving_too() -> None:
    ground = aliens()
    ground.put("mars_1212", "cw_1", side="settlers")
    ground.go("aliens_move")
    assert ground.match.to_act == ("settlers",)
    ground.play("give cw_1", side="settlers")
    assert ground.match.to_act == ("strike_force",)
    ground.play("move cw_1", "to mars_1112", side="strike_force")
    assert ground.at("cw_1") == "mars_1112"


def test_34_2_both_must_agree_to_push() -> None:
    ground = Ground("advanced", alien_players=2)
    ground.put("mars_orbit", "ms_1", side="settlers")
    ground.put("mars_orbit", "ms_2", side="strike_force")
    ground.go("aliens_move")
    ground.play("push deimos", side="settlers")
    assert ground.match.to_act == ("strike_force",)
    ground.play("refuse", side="strike_force")
    assert ground.texts("settlers") == ["done"]


def outcome(change: Callable[[Ground], None], turn: int) -> str | None:
    ground = aliens()
    ground.put("earth_1716", "cw_1", side="settlers")
    change(ground)
    ground.s.turn = turn
    victory.end_of_turn(ground.s)
    result = ground.s.result
    return result.winner if result else None


def lay_waste(ground: Ground) -> None:
    for i, there in enumerate(ground.s.exists):
        if there:
            ground.s.devastated[i] = INDUSTRY[i]


def convert_earth(ground: Ground) -> None:
    ground.s.index[V["index"].index["earth"]] = 0
    ground.put("mars_1212", "dt_1", side="terran")


def test_34_3_victory_of_settlers_strike_force_or_both() -> None:
    assert outcome(lay_waste, 12) == "settlers+strike_force"
    assert outcome(convert_earth, 24) == "settlers"
    assert outcome(lay_waste, 24) == "strike_force"
    assert outcome(lambda g: g.put("mars_1212", "dt_1", side="terran"), 24) == "terran"


def test_five_sides_play_together() -> None:
    ground = Ground("advanced", terran_players=3, alien_players=2)
    assert ground.match.sides == ("earth", "space_fleet", "mining_consortium", "settlers", "strike_force")


def test_32_3_and_33_5_questions_cite_the_rule_of_their_form() -> None:
    for ground, owner, number in ((two(), "colonist", "32.3"), (three(), "space_fleet", "33.5")):
        ground.put("earth_orbit", "corv_1", side=owner)
        ground.go("terrans_move")
        ground.play("move corv_1", "to earth_1716", side=owner)
        assert ground.match.decision("earth").rule == number
        ground.play("refuse", side="earth")
        ground.refused("to earth_1716", number, "refused this turn", side=owner)


def test_33_2_and_36_8_refusals_of_a_place_cite_the_form() -> None:
    ground = three()
    ground.s.ready[Side["mining_consortium"] * 20 + T["dt"]] = 3
    ground.s.ready[Side["earth"] * 20 + T["dt"]] = 1
    open_production(ground)
    ground.play("place dt", side="mining_consortium")
    ground.refused("to luna_1212", "33.2", "waste", side="mining_consortium")
    ground.play("to mars_1212", "place dt", "to mars_1212", side="mining_consortium")
    ground.refused("place dt", "33.2", "placed all", side="mining_consortium")
    ground.play("place dt", side="earth")
    ground.refused("to mars_1212", "33.2", "placed on Earth", side="earth")
    war = Ground("martian_revolt")
    war.put("mars_1212", "dt_12", side="mars")
    war.go("mars_produces")
    war.play("build dt", "place dt")
    war.refused("to earth_1716", "36.8", "own planet")


def test_37_9_mars_places_any_number_of_units_in_a_turn() -> None:
    ground = Ground("expansion")
    ground.put("mars_1212", "dt_12", side="mars")
    ready = {"dt": 5, "tr": 4, "itr": 4, "corv": 7}
    for kind, n in ready.items():
        ground.s.ready[Side["mars"] * 20 + T[kind]] = n
    ground.go("mars_produces")
    for kind, n in ready.items():
        for _ in range(n):
            ground.play(f"place {kind}", "to mars_1212")
    assert GAME.from_position(ground.match.position()).digest() == ground.match.digest()


def test_33_2_each_producer_repairs_the_industry_it_controls() -> None:
    ground = Ground("advanced", terran_players=3)
    ground.put("venus_orbit", "ms_1")
    ground.devastate("earth_1716")
    ground.devastate("mars_1212")
    open_production(ground)
    ground.refused("repair mars_1212", "28.0", "not yours", side="earth")
    ground.play("repair earth_1716", side="earth")
    ground.play("repair mars_1212", side="mining_consortium")
    assert ground.s.points[Side["earth"]] == 40 - 7 and ground.s.points[Side["mining_consortium"]] == 16 - 12


def test_33_5_carrying_takes_the_passengers_owner() -> None:
    ground = three()
    ground.put("mars_1312", "tr_1", side="space_fleet")
    ground.put("mars_1312", "dt_1", side="mining_consortium")
    ground.go("terrans_move")
    ground.play("done", side="mining_consortium")
    ground.play("move tr_1", "load dt_1", side="space_fleet")
    assert ground.match.to_act == ("mining_consortium",) and ground.match.decision("mining_consortium").rule == "33.5"
    ground.play("refuse", side="mining_consortium")
    ground.refused("load dt_1", "33.5", "does not agree", side="space_fleet")


def test_34_2_a_lander_follows_its_partners_mothership_whoever_has_moved_before() -> None:
    ground = Ground("intermediate", alien_players=2)
    ground.put("earth_orbit", "ms_1", side="settlers")
    ground.put("mars_orbit", "ln_1", side="settlers")
    ground.put("mars_orbit", "ms_2", side="strike_force")
    ground.go("aliens_move")
    ground.play("done", side="settlers")  # the Lander stays in orbit
    ground.play("move ms_1", "to venus_orbit", side="settlers")
    assert ground.match.to_act == ("strike_force",)
    ground.play("move ms_2", "to ceres_orbit", side="strike_force")
    assert ground.match.to_act == ("settlers",)  # there is something to follow now
    ground.play("move ln_1", "to ceres_orbit", side="settlers")
    assert ground.at("ln_1") == "ceres_orbit"


def test_34_2_who_has_said_done_is_not_asked_again() -> None:
    ground = aliens()
    ground.put("mars_orbit", "ln_1", side="settlers")
    ground.go("aliens_move")
    ground.play("done", side="settlers")
    assert set(ground.match.to_act) == {"settlers", "strike_force"} and ground.name == "ships_move"
    ground.play("done", side="settlers")
    ground.play("move ms_2", "to ceres_orbit", side="strike_force")
    assert ground.name != "ships_move"


def test_33_5_leave_to_carry_is_for_the_one_who_asked() -> None:
    ground = three()
    ground.put("mars_1312", "tr_1", side="space_fleet")
    ground.put("mars_1312", "tr_2", side="mining_consortium")
    ground.put("mars_1312", "dt_1", "dt_2", side="earth")
    ground.go("terrans_move")
    ground.play("done", side="earth")
    ground.play("move tr_1", "load dt_1", side="space_fleet")
    ground.play("refuse", side="earth")
    ground.play("empty", "to mars_orbit", side="space_fleet")
    ground.play("move tr_2", "load dt_1", side="mining_consortium")
    assert ground.match.decision("earth").prompt == "Asked by Mining Consortium: may DT 1 be transported?"
    ground.play("allow", side="earth")
    ground.play("to mars_orbit", side="mining_consortium")
    assert ground.at("dt_1") == "mars_orbit"


def test_33_5_leave_of_a_former_owner_does_not_hold() -> None:
    ground = three()
    ground.put("mars_1312", "tr_1", "tr_2", side="space_fleet")
    ground.put("mars_1312", "dt_1", "corv_1", side="mining_consortium")
    ground.go("terrans_move")
    ground.play("done", side="mining_consortium")
    ground.play("move tr_1", "load dt_1", side="space_fleet")
    ground.play("refuse", side="mining_consortium")
    ground.play("empty", "to mars_orbit", side="space_fleet")
    ground.play("give dt_1", side="mining_consortium")
    ground.play("move tr_2", "load dt_1", side="space_fleet")
    assert ground.match.to_act == ("earth",)


def test_33_4_earth_is_asked_for_each_design() -> None:
    ground = three()
    ground.s.researched[Side["earth"]] = 1 << PROJECT["itr"] | 1 << PROJECT["bi"]
    open_production(ground)
    ground.play("build itr", side="mining_consortium")
    asked = "Asked by Mining Consortium: may the type {} be built?"
    assert ground.match.decision("earth").prompt == asked.format("Improved Transport")
    ground.play("allow", side="earth")
    ground.play("build bi", side="mining_consortium")
    assert ground.match.decision("earth").prompt == asked.format("Bounce Infantry")
    ground.play("refuse", side="earth")
    ground.refused("build bi", "33.4", "refused this design", side="mining_consortium")
    assert ground.s.gained[Side["mining_consortium"]] == 1 << T["itr"]


def test_33_4_leave_is_for_one_project() -> None:
    ground = three()
    ground.s.deeds[Side["space_fleet"]] = 1
    open_production(ground)
    ground.play("research ftr", side="earth")
    question = "Asked by Earth: may your combat experience help to research Fighter Squadron?"
    assert ground.match.decision("space_fleet").prompt == question
    ground.play("refuse", side="space_fleet")
    ground.play("research dd", side="earth")
    ground.play("allow", side="space_fleet")
    assert research.highest(ground.s, Side["earth"], PROJECT["dd"]) == 3
    ground.refused("research ftr", "11.2", "space combat", side="earth")


def test_34_2_a_base_given_away_produces_for_its_new_owner() -> None:
    ground = Ground("intermediate", alien_players=2)
    ground.put("venus_orbit", "ms_2", side="strike_force")
    ground.put("mars_1212", "base_3", side="settlers", deployed=True)
    ground.go("alien_production")
    assert ground.match.to_act == ("settlers",)
    ground.play("give base_3", side="settlers")
    ground.dice(1)
    ground.play("produce base_3", "make cw", side="strike_force")
    assert ground.s.owner[piece("cw_1")] == Side["strike_force"]


def test_34_3_with_everything_gone_the_strike_force_has_its_aim() -> None:
    def nothing_left(ground: Ground) -> None:
        lay_waste(ground)
        for p in range(len(ground.s.at)):
            ground.s.at[p] = ground.s.owner[p] = -1

    assert outcome(nothing_left, 23) is None
    assert outcome(nothing_left, 24) == "strike_force"


def test_33_5_a_transport_with_a_third_sides_unit_aboard_does_not_change_hands() -> None:
    ground = three()
    ground.put("mars_orbit", "tr_1", "tr_2", side="space_fleet")
    ground.aboard("tr_1", "dt_1")
    ground.aboard("tr_2", "dt_2")
    ground.s.owner[piece("dt_1")], ground.s.owner[piece("dt_2")] = Side["earth"], Side["mining_consortium"]
    ground.go("terrans_move")
    ground.refused("give tr_1", "33.5", "third side", side="space_fleet")
    ground.play("give tr_2", side="space_fleet")  # to the owner of what is aboard
    assert ground.s.owner[piece("tr_2")] == Side["mining_consortium"]
