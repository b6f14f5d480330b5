"""What lies over the board: where a side could get, fire and win, what beams connect, what threatens a place."""

from __future__ import annotations

from random import Random

import pytest

import grognard
from grognard.games.air_eaters import world

from .table import Ground, V


def area(ground: Ground, kind: str, side: str) -> set[str]:
    found = [a["places"] for a in ground.match.areas(side) if a["kind"] == kind and a["side"] == side]
    assert len(found) <= 1
    return set(found[0]) if found else set()


def hexes(planet: str) -> set[str]:
    return {i for i in V["place"].ids if i.startswith(f"{planet}_") and not i.endswith("_orbit")}


# --- fire


def test_9_2_a_bombarding_ship_covers_the_planets_below_and_its_own_box() -> None:
    ground = Ground()
    ground.put("jupiter_orbit", "ca_1")
    moons = hexes("io") | hexes("europa") | hexes("ganymede") | hexes("callisto")
    assert area(ground, "fire", "terran") == moons | {"jupiter_orbit", "on_jupiter"}


def test_9_2_a_corvette_covers_its_own_place_only() -> None:
    ground = Ground()
    ground.put("mars_orbit", "corv_1")
    ground.put("mars_1212", "corv_2", "tr_1")  # on the ground ships have no line, Transports nowhere
    assert area(ground, "fire", "terran") == {"mars_orbit"}


def test_8_2_submarines_cover_sea_hexes_but_not_part_sea() -> None:
    ground = Ground()
    ground.put("earth_2416", "sf_1")
    ground.put("earth_1716", "sf_2")
    assert area(ground, "fire", "terran") == {"earth_2416"}


@pytest.mark.parametrize("air_forces", [False, True])
def test_31_3_armies_cover_all_earth_with_air_forces(air_forces: bool) -> None:
    ground = Ground("intermediate", air_forces=air_forces)
    ground.put("earth_1816", "army_1")
    assert area(ground, "fire", "terran") == (hexes("earth") if air_forces else {"earth_1816"})


def test_23_0_a_novaship_covers_the_mining_base_in_its_space() -> None:
    ground = Ground("intermediate")
    ground.put("f_2", "ns_1")
    assert area(ground, "fire", "alien") == {"f_2"}


def test_7_0_what_is_aboard_fires_at_nothing() -> None:
    ground = Ground()
    ground.put("mars_orbit", "tr_1", "ms_1")
    ground.aboard("tr_1", "dt_1")
    ground.put("mothership_one", "cw_1")
    assert not area(ground, "fire", "terran") and not area(ground, "fire", "alien")


# --- reach


def test_6_8_reach_before_movement_is_by_ground_landing_and_flight() -> None:
    ground = Ground()
    ground.put("mars_1713", "dt_1")
    ground.put("earth_orbit", "corv_1")
    ground.go("terrans_move")
    found = area(ground, "reach", "terran")
    near = {V["place"].ids[p] for p in world.OPEN[V["place"].index["mars_1713"]]}
    assert found & hexes("mars") == near
    assert hexes("luna") <= found and "earth_2416" not in found  # no landing in the sea
    spaces = {i for i in found if world.PLACES.index[i] < world.OFF_MAP}
    assert spaces == {"c_3", *(V["place"].ids[p] for p in world.SOLAR.neighbours[V["place"].index["c_3"]])}


def test_6_3_reach_after_movement_is_that_of_the_next_turn() -> None:
    ground = Ground()
    ground.put("c_1", "corv_1")
    ground.put("c_1", "esc_1")
    ground.go("aliens_fire")
    found = area(ground, "reach", "terran")
    c_2 = V["place"].index["c_2"]
    near = {V["place"].ids[p] for p in world.SOLAR.neighbours[c_2]}
    assert found == {"c_2", *near, "mars_orbit", "venus_orbit"}  # Mars has gone on to D-5, Venus to B-1


def test_20_0_reach_follows_inertia() -> None:
    ground = Ground("intermediate")
    ground.put("f_6", "corv_1", inertia=2)
    ground.go("terrans_move")
    rings = {i.split("_")[0] for i in area(ground, "reach", "terran")}
    assert rings == {"f", "g", "h", "i"}  # two out, one by acceleration, one back by the Sun's pull


def test_6_11_alien_ships_reach_every_space_and_orbit() -> None:
    ground = Ground()
    ground.put("mars_orbit", "esc_1")
    found = area(ground, "reach", "alien")
    assert len(found) == world.OFF_MAP + 8


def test_6_10_landers_reach_the_surfaces_of_their_orbit() -> None:
    ground = Ground()
    ground.put("io_1111", "ln_1")
    moons = hexes("io") | hexes("europa") | hexes("ganymede") | hexes("callisto")
    assert area(ground, "reach", "alien") == moons | {"on_jupiter", "jupiter_orbit"}


def test_19_1_a_crawler_reaches_by_beam_what_bases_connect() -> None:
    ground = Ground("intermediate")
    ground.put("mars_1212", "base_1", deployed=True)
    ground.put("venus_1918", "base_2", deployed=True)
    ground.put("mars_1212", "cw_1")
    assert area(ground, "connection", "alien") == {"mars_1212", "venus_1918"}
    assert "venus_1918" in area(ground, "reach", "alien")


# --- victory


def test_13_0_industry_that_stands_counts_for_victory() -> None:
    ground = Ground()
    ground.devastate("mercury_1312")
    found = area(ground, "victory", "terran")
    assert "mercury_1312" not in found and "mercury_1512" in found and "earth_1716" in found
    assert found == area(ground, "victory", "alien")


def test_24_0_settling_aliens_look_to_earths_land_until_it_is_converted() -> None:
    ground = Ground("intermediate", alien_players=2)
    assert "earth_1816" in area(ground, "victory", "settlers")
    assert "earth_1816" not in area(ground, "victory", "strike_force")
    ground.s.index[1] = 0
    assert "earth_1816" not in area(ground, "victory", "settlers")


def test_33_8_each_terran_counts_industry_of_its_own() -> None:
    ground = Ground("intermediate", terran_players=3)
    assert area(ground, "victory", "earth") <= hexes("earth")
    assert {"earth_orbit", "f_2", "luna_1212"} <= area(ground, "victory", "mining_consortium")
    assert not area(ground, "victory", "space_fleet")


def test_36_12_only_mars_counts_in_the_revolt_and_37_13_ones_own_in_the_expansion() -> None:
    revolt, expansion = Ground("martian_revolt"), Ground("expansion")
    assert area(revolt, "victory", "earth") == {"mars_1513", "mars_1713", "mars_1212", "mars_1412"}
    assert "ceres_1111" in area(expansion, "victory", "mars") and "earth_1716" not in area(expansion, "victory", "mars")


# --- threats


def test_threats_to_a_hex_are_what_stands_there_bombards_it_or_flies_there() -> None:
    ground = Ground("intermediate", air_forces=True)
    ground.put("earth_1716", "cw_1", "dt_1", "tr_1", "ln_1")
    ground.put("earth_orbit", "ns_1", "dd_1", "corv_1")
    ground.put("earth_2016", "army_1", "dt_2")
    ground.put("mars_orbit", "ns_2")
    assert set(ground.match.threats("terran", "earth_1716")) == {"cw_1", "dt_1", "ns_1", "dd_1", "army_1"}
    assert set(ground.match.threats(None, "earth_orbit")) == {"ns_1", "dd_1", "corv_1"}


@pytest.mark.parametrize("scenario", sorted(grognard.load("air_eaters").scenarios))
def test_areas_can_be_asked_for_from_the_first_moment_on(scenario: str) -> None:
    match, rng = grognard.load("air_eaters").new(scenario, seed=4), Random(4)
    kinds = set()
    for _ in range(300):
        side = match.to_act[0]
        kinds |= {(a["kind"], a["side"]) for a in match.areas(side)}
        match.threats(side, "earth_1716")
        match.play(side, match.decision(side).sample(rng))
    assert {("reach", side) for side in match.sides} <= kinds
