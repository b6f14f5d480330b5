"""6.9 to 6.11, 18.2, 19.0, 31.5: Alien movement and beaming."""

from __future__ import annotations

from .table import Ground, V


def test_6_9_a_crawler_moves_one_hex_on_land_or_through_the_sea() -> None:
    ground = Ground()
    ground.put("earth_1615", "cw_1")
    ground.go("aliens_move")
    ground.play("move cw_1")
    assert "to earth_1514" in ground.texts()  # sea
    ground.refused("to earth_2113", "6.9", "adjacent")
    ground.play("to earth_1514")
    assert ground.at("cw_1") == "earth_1514"


def test_6_9_a_crawler_does_not_cross_mountains() -> None:
    ground = Ground()
    ground.put("earth_1716", "cw_1")
    ground.go("aliens_move")
    ground.play("move cw_1")
    ground.refused("to earth_1717", "6.9", "mountains")


def test_6_9_crawlers_cross_poles_and_map_edges() -> None:
    ground = Ground()
    ground.put("mars_1214", "cw_1")
    ground.put("mars_1112", "cw_2")
    ground.go("aliens_move")
    ground.play("move cw_1", "to mars_1714", "move cw_2", "to mars_1812")
    assert ground.at("cw_1") == "mars_1714" and ground.at("cw_2") == "mars_1812"


# The rulebook's example: two Motherships and a Lander in orbit around Jupiter.


def jupiter() -> Ground:
    ground = Ground()
    ground.put("jupiter_orbit", "ms_1", "ms_2", "ln_1")
    ground.put("mothership_one", "cw_1")
    ground.put("mothership_two", "cw_2")
    ground.go("aliens_move")
    return ground


def test_6_10_example_a_lander_takes_a_crawler_from_either_mothership_to_a_moon() -> None:
    ground = jupiter()
    ground.play("move ln_1")
    assert {"load cw_1", "load cw_2", "empty"} == set(ground.texts())
    ground.play("load cw_2", "to europa_1111")
    assert ground.at("cw_2") == ground.at("ln_1") == "europa_1111"


def test_6_10_example_or_to_jupiter() -> None:
    ground = jupiter()
    ground.play("move ln_1", "load cw_1", "to on_jupiter")
    assert ground.at("cw_1") == "on_jupiter"


def test_6_10_example_or_stays_and_unloads_onto_the_other_mothership() -> None:
    ground = jupiter()
    ground.play("move ln_1", "load cw_1")
    ground.refused("to jupiter_orbit", "6.10", "Mothership")
    ground.play("to mothership_two")
    assert ground.at("cw_1") == "mothership_two" and ground.at("ln_1") == "jupiter_orbit"


def test_6_10_landers_do_not_cross_between_planets() -> None:
    ground = jupiter()
    ground.play("move ln_1", "empty")
    ground.refused("to mars_1212", "6.10", "planets")


def test_6_10_landers_cross_between_earth_and_luna() -> None:
    ground = Ground()
    ground.put("earth_2416", "ln_1", "cw_1")
    ground.go("aliens_move")
    ground.play("done", "move ln_1", "load cw_1", "to luna_1212")
    assert ground.at("cw_1") == "luna_1212"


def test_6_10_a_lander_in_empty_space_does_not_land() -> None:
    ground = Ground()
    ground.put("c_3", "ln_1", "ms_1")
    ground.go("aliens_move")
    assert ground.name == "ships_move"
    ground.refused("move ln_1", "6.11", "Mothership")


def test_6_11_ships_move_without_limit() -> None:
    ground = Ground()
    ground.put("mercury_orbit", "esc_1", "ns_1")
    ground.go("aliens_move")
    ground.play("move esc_1", "to jupiter_orbit", "move ns_1", "cruise", "to l_30")
    assert ground.at("esc_1") == "jupiter_orbit" and ground.at("ns_1") == "l_30"


def test_6_11_ships_remain_in_space() -> None:
    ground = Ground()
    ground.put("earth_orbit", "esc_1")
    ground.go("aliens_move")
    ground.play("move esc_1")
    ground.refused("to earth_1716", "6.11", "space")
    ground.refused("to c_3", "6.11", "cruise")


def test_6_11_a_lander_flies_with_a_mothership_that_began_beside_it() -> None:
    ground = Ground()
    ground.put("mars_orbit", "ms_1", "ln_1")
    ground.put("earth_orbit", "ln_2")
    ground.go("aliens_move")
    ground.play("done", "move ms_1", "to venus_orbit", "move ln_1")
    assert ground.texts() == ["to venus_orbit"]
    ground.play("to venus_orbit")
    assert ground.at("ln_1") == "venus_orbit" and ground.at("ln_2") == "earth_orbit"


# --- Bases, Converters and beams


def beams() -> Ground:
    ground = Ground("intermediate")
    ground.put("venus_orbit", "ms_1")
    ground.put("mothership_one", "base_1", deployed=True)
    ground.put("earth_2113", "base_2", deployed=True)
    return ground


def test_18_2_landers_carry_undeployed_bases_and_converters_but_no_deployed_ones() -> None:
    ground = Ground("intermediate")
    ground.put("earth_orbit", "ms_1", "ln_1")
    ground.put("mothership_one", "base_1", deployed=True)
    ground.put("mothership_one", "base_2", "ac_1")
    ground.go("aliens_move")
    ground.play("move ln_1")
    assert set(ground.texts()) == {"load base_2", "load ac_1", "empty"}
    ground.refused("load base_1", "18.2", "deployed")
    ground.play("load ac_1", "to earth_1816")
    assert ground.at("ac_1") == "earth_1816"


def test_19_1_units_are_beamed_between_deployed_bases() -> None:
    ground = beams()
    ground.put("mothership_one", "cw_1", "ac_1")
    ground.go("aliens_move")
    ground.play("beam cw_1", "to earth_2113", "beam ac_1", "to earth_2113")
    assert ground.at("cw_1") == ground.at("ac_1") == "earth_2113"


def test_19_1_a_crawler_is_beamed_moves_is_carried_and_beamed_again() -> None:
    ground = beams()
    ground.put("mothership_one", "cw_1")
    ground.put("earth_2013", "ln_1")
    ground.put("mars_1212", "base_3", deployed=True)
    ground.go("aliens_move")
    ground.play("beam cw_1", "to earth_2113")
    ground.refused("beam cw_1", "19.1", "nothing has moved")
    ground.play("move cw_1", "to earth_2013")
    ground.play("move ln_1", "load cw_1", "to earth_2113")
    ground.play("beam cw_1", "to mars_1212")
    assert ground.at("cw_1") == "mars_1212"


def test_19_1_example_a_crawler_is_beamed_moves_and_is_carried_by_lander_and_mothership_and_beamed_again() -> None:
    ground = beams()
    ground.put("venus_orbit", "ms_1")
    ground.put("mothership_one", "cw_1")
    ground.put("earth_2013", "ln_1")
    ground.put("earth_orbit", "ms_2")
    ground.put("mothership_two", "base_3", deployed=True)
    ground.go("aliens_move")
    ground.play("beam cw_1", "to earth_2113", "move cw_1", "to earth_2013")
    ground.play("move ln_1", "load cw_1", "to mothership_two", "done")
    ground.play("move ms_2", "to ceres_orbit", "beam cw_1", "to mothership_one")
    assert ground.at("cw_1") == "mothership_one" and ground.at("ms_1") == "venus_orbit"


def test_19_2_ships_and_deployed_units_are_not_beamed() -> None:
    ground = beams()
    ground.put("venus_orbit", "esc_1")
    ground.put("mothership_one", "cw_1")
    ground.go("aliens_move")
    ground.refused("beam esc_1", "19.2")
    ground.refused("beam base_1", "18.2", "deployed")


def test_19_3_landers_are_beamed_from_and_to_the_motherships_place() -> None:
    ground = beams()
    ground.put("venus_orbit", "ln_1")
    ground.put("earth_2113", "ln_2")
    ground.put("mars_orbit", "ln_3")
    ground.go("aliens_move")
    ground.play("beam ln_1", "to earth_2113", "beam ln_2", "to venus_orbit")
    assert ground.at("ln_1") == "earth_2113" and ground.at("ln_2") == "venus_orbit"
    ground.refused("beam ln_3", "19.3")


def test_19_3_undeployed_bases_do_not_beam() -> None:
    ground = Ground("intermediate")
    ground.put("venus_orbit", "ms_1")
    ground.put("mothership_one", "base_1", deployed=True)
    ground.put("mothership_one", "cw_1")
    ground.put("earth_2113", "base_2")
    ground.go("aliens_move")
    ground.refused("beam cw_1", "19.3")


# --- crashing ships (31.5)


def test_31_5_a_novaship_crashes_like_a_moon() -> None:
    ground = Ground("intermediate", landing_ships=True)
    ground.put("earth_orbit", "ns_1")
    ground.put("earth_1716", "army_1", "dt_1")
    ground.go("aliens_move")
    ground.dice(3, 4, 1, 2, 6)  # three IUs, the Army, the tank
    ground.play("crash ns_1", "to earth_1716")
    assert not ground.alive("ns_1") and not ground.alive("army_1") and ground.alive("dt_1")
    assert ground.s.devastated[V["site"].index["earth_1716"]] == 2


def test_31_5_a_quasarship_crashes_like_an_asteroid() -> None:
    ground = Ground("intermediate", landing_ships=True)
    ground.put("mars_orbit", "qs_1")
    ground.put("mars_1212", "dt_1")
    ground.go("aliens_move")
    ground.play("crash qs_1", "to mars_1212")
    assert not ground.alive("dt_1") and ground.s.devastated[V["site"].index["mars_1212"]] == 2


def test_31_5_is_an_option_and_other_ships_do_not_crash() -> None:
    ground = Ground("intermediate")
    ground.put("earth_orbit", "ns_1", "esc_1")
    ground.go("aliens_move")
    assert "crash ns_1" not in ground.texts()


def test_19_1_the_question_says_when_there_is_only_beaming_to_do() -> None:
    ground = Ground("intermediate")
    ground.put("mars_orbit", "ms_1")
    ground.put("earth_orbit", "ms_2")
    ground.put("mothership_one", "base_1", deployed=True)
    ground.put("mothership_two", "base_2", deployed=True)
    ground.put("mothership_one", "cw_1")
    ground.go("aliens_move")
    assert ground.prompt == "No Crawler can move: choose a unit to beam, or be done"
    assert ground.texts() == ["beam cw_1", "done"]
    ground.play("done")
    assert ground.prompt == "No Lander can move: choose a unit to beam, or be done"
    ground.play("done")
    assert ground.prompt == "Ships: choose one to move or a unit to beam, or be done"


def test_6_11_a_lander_does_not_follow_a_mothership_that_had_left_when_it_came() -> None:
    ground = Ground("intermediate")
    ground.put("mars_orbit", "ms_1", "ms_2", "ln_2", "ln_3")
    ground.put("mothership_two", "base_2", deployed=True)
    ground.put("earth_2113", "base_3", deployed=True)
    ground.put("earth_2113", "ln_1")
    ground.go("aliens_move")
    ground.play("done", "done")  # beams and Landers
    ground.play("beam ln_3", "to earth_2113", "move ms_1", "to venus_orbit")
    ground.play("beam ln_1", "to mars_orbit", "beam ln_3", "to mars_orbit")
    ground.refused("move ln_1", "6.11", "along with a Mothership")
    ground.refused("move ln_3", "6.11", "along with a Mothership")
    ground.play("move ms_2", "to ceres_orbit", "move ln_1")  # this one it was beside
    assert ground.texts() == ["to ceres_orbit"]
    ground.play("to ceres_orbit", "move ln_2")
    assert set(ground.texts()) == {"to venus_orbit", "to ceres_orbit"}
