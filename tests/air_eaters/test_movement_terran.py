"""6.4 to 6.8 and 20.0: Terran movement."""

from __future__ import annotations

from itertools import pairwise

from grognard.games.air_eaters import units, world

from .table import Ground, V, piece, place


def ids(places: object) -> set[str]:
    return {V["place"].ids[p] for p in places}  # type: ignore[attr-defined]


# --- ground movement


def test_6_4_1_air_transport_takes_any_unit_to_any_land_hex_of_earth() -> None:
    ground = Ground()
    ground.put("earth_1716", "army_1", "corv_1")
    ground.go("terrans_move")
    ground.play("move army_1", "to earth_2113")
    ground.play("move corv_1", "to earth_1215")
    assert ground.at("army_1") == "earth_2113" and ground.at("corv_1") == "earth_1215"


def test_6_4_1_air_transport_does_not_go_to_sea() -> None:
    ground = Ground()
    ground.put("earth_1716", "army_1")
    ground.go("terrans_move")
    ground.play("move army_1")
    ground.refused("to earth_2416", "6.4.1", "land")
    ground.refused("to luna_1212", "6.4.1")
    ground.refused("to earth_1716", "6.1", "already")


def test_6_4_2_submarines_move_to_any_sea_or_part_sea_hex() -> None:
    ground = Ground()
    ground.put("earth_1716", "sf_1")
    ground.go("terrans_move")
    ground.play("move sf_1")
    ground.refused("to earth_2016", "6.4.2", "sea")
    ground.play("to earth_2313")
    assert ground.at("sf_1") == "earth_2313"


def test_6_4_3_tanks_move_one_hex_on_other_planets() -> None:
    ground = Ground()
    ground.put("mars_1713", "dt_1")
    ground.go("terrans_move")
    ground.play("move dt_1")
    ground.refused("to mars_1313", "6.4.3", "adjacent")
    ground.play("to mars_1712")
    assert ground.at("dt_1") == "mars_1712"
    assert ground.name != "ground_movement"


def test_6_4_3_tanks_do_not_cross_mountains_but_bounce_infantry_do() -> None:
    ground = Ground()
    ground.put("mars_1212", "dt_1", "bi_1")
    ground.go("terrans_move")
    ground.play("move dt_1")
    ground.refused("to mars_1313", "6.4.3", "mountains")
    ground.play("to mars_1112")
    ground.play("move bi_1", "to mars_1313")
    assert ground.at("bi_1") == "mars_1313"


def test_6_4_3_east_joins_west_and_polar_hexes_are_all_adjacent() -> None:
    near = ids(world.NEAR[place("mars_1112")])
    assert "mars_1812" in near  # across the map's edge
    north = {f"mars_{11 + n}14" for n in range(8)}
    assert north - {"mars_1214"} <= ids(world.NEAR[place("mars_1214")])
    south = {f"mars_{11 + n}11" for n in range(8)}
    assert south - {"mars_1511"} <= ids(world.NEAR[place("mars_1511")])


def test_6_4_3_armies_are_on_earth_only() -> None:
    ground = Ground()
    ground.put("earth_1716", "army_1", "tr_1")
    ground.go("terrans_move")
    ground.play("done", "move tr_1")
    assert ground.name == "lift_to"  # there is nothing that the Transport could load
    ground.play("to earth_orbit")


def test_6_1_a_unit_moves_once_in_its_stage() -> None:
    ground = Ground()
    ground.put("earth_1716", "army_1", "army_2")
    ground.go("terrans_move")
    ground.play("move army_1", "to earth_2016")
    ground.refused("move army_1", "6.1", "already moved")
    ground.refused("move dt_1", "6.1", "not in play")


# --- lift-offs, landings, Transports


def test_6_5_a_ship_on_luna_lifts_off_to_earths_orbit_box() -> None:
    ground = Ground()
    ground.put("luna_1212", "corv_1")
    ground.go("terrans_move")
    ground.play("move corv_1", "to earth_orbit")
    assert ground.at("corv_1") == "earth_orbit"


def test_6_6_a_ship_in_orbit_lands_on_any_connected_planet() -> None:
    ground = Ground()
    ground.put("earth_orbit", "corv_1", "corv_2")
    ground.go("terrans_move")
    ground.play("move corv_1", "to luna_1411")
    ground.play("move corv_2")
    ground.refused("to earth_2416", "6.6", "land")
    ground.refused("to mars_1212", "6.6")
    ground.play("to earth_1816")
    assert ground.at("corv_1") == "luna_1411" and ground.at("corv_2") == "earth_1816"


def test_6_6_a_ship_may_lift_off_and_land_in_one_turn() -> None:
    ground = Ground()
    ground.put("luna_1212", "corv_1")
    ground.go("terrans_move")
    ground.play("move corv_1")
    ground.refused("to earth_1716", "6.6", "land")
    ground.play("land", "to earth_1716")
    assert ground.at("corv_1") == "earth_1716"


def test_6_7_a_transport_takes_a_tank_to_luna_and_unloads() -> None:
    ground = Ground()
    ground.put("earth_1716", "tr_1", "dt_1")
    ground.go("terrans_move")
    ground.play("done", "move tr_1", "load dt_1", "land", "to luna_1212")
    assert ground.at("tr_1") == ground.at("dt_1") == "luna_1212"
    assert ground.s.carrier[V["piece"].index["dt_1"]] == -1


def test_6_7_a_passenger_stays_aboard_in_space() -> None:
    ground = Ground()
    ground.put("earth_1716", "tr_1", "dt_1")
    ground.go("terrans_move")
    ground.play("done", "move tr_1", "load dt_1", "to earth_orbit", "move tr_1", "to c_2")
    assert ground.at("dt_1") == "c_2"
    assert {"id": "dt_1", "on": "tr_1"}.items() <= next(
        p for p in ground.match.view(None)["pieces"] if p["id"] == "dt_1"
    ).items()


def test_6_7_the_passenger_must_be_in_the_transports_hex() -> None:
    ground = Ground()
    ground.put("earth_1716", "tr_1", "dt_1", "army_1")
    ground.put("earth_1816", "dt_2")
    ground.go("terrans_move")
    ground.play("done", "move tr_1")
    ground.refused("load dt_2", "6.7", "hex")
    ground.refused("load army_1", "6.7", "tanks and bounce infantry")
    ground.refused("done", "6.7", "finish")


def test_6_7_a_loaded_transport_in_orbit_unloads_where_it_lands() -> None:
    ground = Ground()
    ground.put("mars_orbit", "tr_1")
    ground.aboard("tr_1", "dt_1")
    ground.go("terrans_move")
    ground.refused("move dt_1", "6.7", "passenger")
    ground.play("move tr_1", "to mars_1212")
    assert ground.at("dt_1") == "mars_1212" and ground.s.carrier[V["piece"].index["dt_1"]] == -1


# --- movement through the Solar System (6.8)


def test_6_8_a_boosting_out_of_orbit_costs_nothing() -> None:
    ground = Ground()
    ground.put("earth_orbit", "corv_1")
    ground.put("earth_orbit", "esc_1")  # enemies in the box do not matter
    ground.go("terrans_move")
    ground.play("done", "move corv_1")
    spaces = {t.split()[1] for t in ground.texts()}
    assert {"c_3", "c_2", "c_4", "b_1", "b_2"} <= spaces


def test_6_8_b_acceleration_takes_a_unit_as_far_as_its_factor_diagonals_included() -> None:
    ground = Ground()
    ground.put("d_3", "corv_1", "dd_1")
    ground.bodies(venus="b_1")
    ground.go("terrans_move")
    ground.play("move corv_1")
    spaces = {t.split()[1] for t in ground.texts()}
    assert spaces == {"d_3", "d_2", "d_4", "c_1", "c_2", "e_3", "e_4", "e_5", "mars_orbit"}
    ground.refused("to d_1", "6.8", "reach")
    ground.play("to mars_orbit", "move dd_1", "to d_1")


def test_6_8_c_a_unit_in_a_planets_space_may_enter_its_orbit_but_not_land() -> None:
    ground = Ground()
    ground.put("c_3", "corv_1")
    ground.go("terrans_move")
    ground.play("move corv_1")
    ground.refused("to earth_1716", "6.8", "land")
    ground.play("to earth_orbit")
    assert ground.at("corv_1") == "earth_orbit"


def test_6_8_fighters_do_not_move_through_the_solar_system() -> None:
    ground = Ground()
    ground.put("earth_orbit", "ftr_1", "corv_1")
    ground.go("terrans_move")
    ground.play("done")
    ground.refused("move ftr_1", "6.8", "Fighters")


# --- inertia and solar gravity (20.0)


def test_20_0_a_inertia_carries_a_unit_on_as_far_as_it_went() -> None:
    ground = Ground("intermediate")
    ground.put("e_5", "corv_1", inertia=2)
    ground.go("terrans_move")
    ground.play("done")
    assert ground.at("corv_1") in ids(world.drift(place("e_5"), 2)) and ground.at("corv_1").startswith("g_")


def test_20_0_a_the_line_from_the_sun_decides_and_a_border_leaves_a_choice() -> None:
    # the middle of C-1 is at 1/8 of the circle, the border between D-1 and D-2: either
    assert ids(world.drift(place("c_1"), 1)) == {"d_1", "d_2"}
    # the middle of D-3 is at 5/16: inside F-6 (5/18 to 6/18)
    assert ids(world.drift(place("d_3"), 2)) == {"f_6"}
    assert ids(world.drift(place("h_1"), -20)) == {"a_1"}


def test_20_0_a_inertia_is_lost_in_a_1() -> None:
    ground = Ground("intermediate")
    ground.put("c_1", "corv_1", inertia=-2)
    ground.go("terrans_move")
    ground.play("done")
    assert ground.at("corv_1") == "a_1" and ground.s.inertia[V["piece"].index["corv_1"]] == 0


def test_20_0_a_what_accelerates_away_from_a_1_has_only_that_inertia() -> None:
    ground = Ground("intermediate")
    ground.put("c_1", "corv_1", "dd_1", inertia=-2)
    ground.go("terrans_move")
    ground.play("move corv_1", "to b_1", "move dd_1", "to c_4")
    inertia = ground.s.inertia
    assert inertia[V["piece"].index["corv_1"]] == 1 and inertia[V["piece"].index["dd_1"]] == 2


def test_20_0_a_a_unit_that_stays_off_the_map_is_lost() -> None:
    ground = Ground("intermediate")
    ground.put("k_10", "corv_1", inertia=4)
    ground.put("e_5", "corv_2", inertia=1)
    ground.go("terrans_move")
    assert ground.prompt.endswith("let 2 drift, 1 off the map for good")
    ground.play("done")
    assert not ground.alive("corv_1")
    assert any("leaves the map" in t for t in ground.log())


def test_20_0_a_a_unit_may_come_back_from_off_the_map_in_the_same_turn() -> None:
    ground = Ground("intermediate")
    ground.put("l_10", "dd_1", inertia=2)
    ground.go("terrans_move")
    ground.play("move dd_1")
    spaces = {t.split()[1] for t in ground.texts()}
    assert spaces and all(t.startswith(("l_", "k_", "jupiter")) for t in spaces)
    ground.play("to l_10")
    assert ground.s.inertia[V["piece"].index["dd_1"]] == 0


def test_20_0_d_gravity_adds_one_space_towards_the_sun() -> None:
    ground = Ground("intermediate")
    ground.put("h_10", "corv_1")
    ground.go("terrans_move")
    ground.play("move corv_1")
    rings = {t.split()[1][0] for t in ground.texts()}
    assert rings == {"f", "g", "h", "i"}


def test_20_0_f_inertia_is_the_rings_moved_this_turn() -> None:
    ground = Ground("intermediate")
    ground.put("h_10", "ca_1")
    ground.go("terrans_move")
    ground.play("move ca_1", "to e_4")
    assert ground.s.inertia[V["piece"].index["ca_1"]] == -3
    assert "inertia-3" in next(p for p in ground.match.view(None)["pieces"] if p["id"] == "ca_1")["marks"]


# The rulebook's example of four ships.


def test_20_0_example_the_transport_boosts_and_drifts_outwards_by_one() -> None:
    ground = Ground("intermediate")
    ground.put("mars_orbit", "tr_1")
    ground.go("terrans_move")
    ground.play("done", "move tr_1", "to e_6")
    assert ground.s.inertia[V["piece"].index["tr_1"]] == 1


def test_20_0_example_the_corvette_drifts_two_accelerates_one_and_enters_jupiters_orbit() -> None:
    ground = Ground("intermediate")
    ground.bodies(jupiter="l_12")
    ground.put("i_9", "corv_1", "corv_2", inertia=2)
    ground.go("terrans_move")
    # the middle of I-9 lies at 17/72 of the circle, in K-11; L-12 is next to it
    assert ids(world.drift(place("i_9"), 2)) == {"k_11"}
    ground.play("move corv_1", "to jupiter_orbit")
    assert ground.s.inertia[V["piece"].index["corv_1"]] == 0
    ground.play("move corv_2", "to l_12")
    assert ground.s.inertia[V["piece"].index["corv_2"]] == 3  # and would leave the map for good


def test_20_0_example_the_destroyer_turns_with_acceleration_and_gravity() -> None:
    ground = Ground("intermediate")
    ground.put("d_4", "dd_1", inertia=4)
    ground.go("terrans_move")
    # inertia takes it to H-14 (the middle of D-4 is at 7/16), then one clockwise, one inwards, one more by gravity
    assert ids(world.drift(place("d_4"), 4)) == {"h_14"}
    assert "h_15" in ids(world.SOLAR.neighbours[place("h_14")])
    assert "g_12" in ids(world.SOLAR.neighbours[place("h_15")])
    assert "f_9" in ids(world.inwards(place("g_12")))
    ground.play("move dd_1", "to f_9")
    assert ground.s.inertia[V["piece"].index["dd_1"]] == 2


def test_20_0_example_the_cruiser_leaves_jupiter_with_four_inwards() -> None:
    ground = Ground("intermediate")
    ground.bodies(jupiter="l_12")
    ground.put("jupiter_orbit", "ca_1")
    ground.go("terrans_move")
    # L-12, K-11, J-10, I-9, each the next inwards, share the quarter line; the middle of I-9 is at 17/72, in H-8
    chain = [place(name) for name in ("l_12", "k_11", "j_10", "i_9")]
    assert all(inner in world.SOLAR.neighbours[outer] for outer, inner in pairwise(chain))
    assert ids(world.inwards(chain[-1])) == {"h_8"}
    ground.play("done", "move ca_1")
    assert not any(t.split()[1].startswith("g_") for t in ground.texts())
    ground.play("to h_8")
    assert ground.s.inertia[V["piece"].index["ca_1"]] == -4


def ways_of(ground: Ground, ship: str) -> dict[str, tuple[float, list[str]]]:
    ground.go("terrans_move")
    ground.play(f"move {ship}")
    return ground.match.ways("terran")


def test_6_8_a_flight_tells_how_many_spaces_it_crosses_and_which() -> None:
    ground = Ground()
    ground.put("f_3", "ca_1")
    ways = ways_of(ground, "ca_1")
    assert all(cost == len(path) - 1 for cost, path in ways.values())
    assert all(path[0] == "f_3" for _, path in ways.values())
    assert ways["to f_3"] == (0, ["f_3"])
    assert max(cost for cost, _ in ways.values()) == units.MOVE[units.CA] > 1


def test_20_0_drifting_and_falling_cost_nothing_on_the_way() -> None:
    ground = Ground("intermediate")
    ground.put("f_3", "corv_1")
    ground.s.inertia[piece("corv_1")] = 1
    ways = ways_of(ground, "corv_1")
    assert set(ways) == {a.text for a in ground.match.decision("terran").actions}
    assert {path[0] for _, path in ways.values()} <= {"f_3"} | {V["place"].ids[p] for p in world.drift(place("f_3"), 1)}
    drifted = [V["place"].ids[p] for p in world.drift(place("f_3"), 1)]
    assert all(ways[f"to {goal}"][0] == 0 for goal in drifted)
    assert ways["to f_3"][0] == 0, "one space out by inertia, one back by gravity"


def test_20_0_f_a_move_tells_what_inertia_it_leaves_and_the_steps_that_lead_there() -> None:
    ground = Ground("intermediate")
    ground.put("f_3", "ca_1", inertia=1)
    ground.put("k_20", "corv_3", inertia=1)
    ways_of(ground, "ca_1")
    told = ground.match.notes("terran")
    assert set(told) == {a.text for a in ground.match.decision("terran").actions}
    assert told["to g_4"] == [
        "inertia 1 outwards: drifts on to ring H next turn",
        "drifts to G-4 first",
        "boosts 0 of 3",
    ]
    assert told["to d_2"] == [
        "inertia 2 inwards: drifts on to ring B next turn",
        "drifts to G-4 first",
        "boosts 2 of 3",
        "the Sun pulls it in by 1",
    ]
    assert told["to f_3"][0] == "no inertia: stays in its ring"
    assert told["to c_1"][0] == "inertia 3 inwards: drifts on to A-1 next turn"
    assert told["to vesta_orbit"][0] == "enters orbit: no inertia left"
    assert ground.match.notes("terran", "de")["to g_4"][0].startswith("Trägheit 1 nach außen: ")
    for goal in ("g_4", "d_2", "f_3"):
        match = ground.match.copy()
        match.play("terran", f"to {goal}")
        after = match.state.inertia[piece("ca_1")]
        assert told[f"to {goal}"][0].startswith(f"inertia {abs(after)}" if after else "no inertia")


def test_20_0_a_a_move_warns_of_drifting_off_the_map() -> None:
    ground = Ground("intermediate")
    ground.put("k_20", "corv_3", inertia=1)
    ground.put("i_1", "corv_4", inertia=3)
    ways_of(ground, "corv_3")
    assert any("lost unless it comes back at once" in note[0] for note in ground.match.notes("terran").values())
    ground.play("to k_20", "move corv_4")
    lost = {text: note[0] for text, note in ground.match.notes("terran").items() if note[0].endswith("and is lost")}
    assert lost and all(text.startswith("to l_") for text in lost)


def test_6_8_without_inertia_there_is_nothing_to_tell() -> None:
    ground = Ground()
    ground.put("f_3", "ca_1")
    ways_of(ground, "ca_1")
    assert ground.match.notes("terran") == {}


def test_20_0_e_entering_orbit_ends_inertia() -> None:
    ground = Ground("intermediate")
    ground.put("e_6", "dd_1", inertia=-1)
    ground.go("terrans_move")
    ground.play("move dd_1", "to mars_orbit")
    assert ground.s.inertia[V["piece"].index["dd_1"]] == 0


def test_6_7_what_was_unloaded_is_not_taken_along_by_another_transport() -> None:
    """All load before anything lands (5.1): no relay of Transports in one turn."""
    ground = Ground()
    ground.put("earth_orbit", "tr_1")
    ground.aboard("tr_1", "dt_1")
    ground.put("luna_1212", "tr_2", "dt_2")
    ground.go("terrans_move")
    ground.play("done", "move tr_1", "to luna_1212", "move tr_2")
    assert ground.texts() == ["load dt_2", "empty"]
    ground.refused("load dt_1", "6.7", "just been unloaded")
    ground.play("load dt_2", "land", "to luna_1411")
    assert ground.at("dt_1") == "luna_1212" and ground.at("dt_2") == "luna_1411"


def test_20_0_decisions_and_refusals_cite_the_rule_of_their_game() -> None:
    for scenario, number in (("introductory", "6.8"), ("intermediate", "20.0")):
        ground = Ground(scenario)
        ground.put("d_4", "corv_1")
        ground.go("terrans_move")
        assert ground.match.decision("terran").rule == number
        ground.play("move corv_1")
        ground.refused("to l_1", number, "reach")
