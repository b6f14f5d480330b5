"""18.0, 21.0 to 24.0: Bases, Converters, conversion, Alien production, victory."""

from __future__ import annotations

import pytest

from grognard.games.air_eaters import alien_production, charts, victory
from grognard.games.air_eaters.world import INDUSTRY

from .table import Ground, V, finish_phase, piece

INDEX = V["index"].index


def colony(**options: object) -> Ground:
    ground = Ground("intermediate", **options)
    ground.put("venus_orbit", "ms_1")
    ground.put("mothership_one", "base_1", deployed=True)
    return ground


# --- deployment


def test_18_1_converters_deploy_at_once_but_bases_wait_a_turn() -> None:
    ground = colony()
    ground.put("mars_1212", "ac_1", "base_2", "base_3")
    ground.s.fresh[piece("ac_1")] = ground.s.fresh[piece("base_2")] = 1
    ground.go("alien_deployment")
    ground.refused("deploy base_2", "18.1", "produced this turn")
    ground.play("deploy ac_1", "deploy base_3")
    assert ground.s.deployed[piece("ac_1")] and ground.s.deployed[piece("base_3")]
    assert ground.s.turn == 3  # nothing is left to deploy


def test_18_1_deployed_units_stay_deployed() -> None:
    ground = colony()
    ground.put("mars_1212", "ac_1", "ac_2")
    ground.go("alien_deployment")
    ground.play("deploy ac_1")
    assert ground.s.turn == 3 and ground.s.deployed[piece("ac_1")]


def test_18_4_one_base_and_one_converter_in_a_hex() -> None:
    ground = colony()
    ground.put("mars_1212", "base_2", "ac_1", deployed=True)
    ground.put("mars_1212", "base_3", "ac_2")
    ground.put("mars_1312", "base_4")
    ground.go("alien_deployment")
    ground.refused("deploy base_3", "18.4", "already")
    ground.refused("deploy ac_2", "18.4", "already")
    assert ground.texts() == ["deploy base_4", "done"]


def test_18_4_converters_need_land_and_an_index_bases_any_hex() -> None:
    ground = colony()
    ground.put("luna_1212", "ac_1", "base_2")
    ground.put("earth_2416", "ac_2", "base_3")  # sea
    ground.put("earth_orbit", "ms_2")
    ground.put("mothership_two", "ac_3", "base_4")
    ground.put("on_jupiter", "base_5", "ac_4")
    ground.go("alien_deployment")
    assert set(ground.texts()) == {"deploy base_2", "deploy base_3", "deploy base_5", "done"}
    ground.refused("deploy ac_1", "18.4", "index")
    ground.refused("deploy base_4", "18.4", "planet")


def test_18_3_undeployed_units_neither_produce_nor_convert_but_can_be_hit() -> None:
    ground = colony()
    ground.put("earth_1816", "ac_1", "base_2", "dt_1")
    ground.go("terrans_fire")
    ground.play("fire dt_1")
    assert set(ground.texts()) == {"at ac_1", "at base_2"}
    ground.dice(6)
    ground.play("at ac_1")
    finish_phase(ground)
    assert ground.s.index[INDEX["earth"]] == 20
    assert ground.name == "produce"
    ground.refused("produce base_2", "18.3", "not deployed")


# --- conversion


def test_21_1_each_deployed_converter_lowers_the_index_by_one() -> None:
    ground = colony()
    ground.put("earth_1816", "ac_1", deployed=True)
    ground.put("earth_1716", "ac_2", deployed=True)
    ground.put("earth_1616", "ac_3")
    ground.put("mars_1212", "ac_4", deployed=True)
    ground.go("alien_conversion")
    assert ground.figures()["index_earth"] == 18 and ground.figures()["index_mars"] == 24


def test_21_1_an_index_that_reaches_zero_converts_the_planet() -> None:
    ground = colony()
    ground.s.index[INDEX["mars"]] = 1
    ground.put("mars_1212", "ac_4", deployed=True)
    ground.go("alien_conversion")
    assert "Mars is converted" in ground.log()
    assert ground.figures()["undevastated_ius"] == 58  # only Earth's air is poison (21.2)


def test_21_2_when_earth_is_converted_armies_and_industry_go() -> None:
    ground = colony()
    ground.s.index[INDEX["earth"]] = 1
    ground.put("earth_1816", "ac_1", "army_1", "dt_1")
    ground.s.deployed[piece("ac_1")] = 1
    ground.go("alien_conversion")
    assert not ground.alive("army_1") and ground.alive("dt_1")
    assert ground.figures()["undevastated_ius"] == 17


def test_21_3_venus_is_not_converted_before_an_asteroid_has_hit_it() -> None:
    ground = Ground("advanced")
    ground.put("venus_orbit", "ms_1")
    ground.put("venus_1418", "ac_1", deployed=True)
    ground.go("alien_conversion")
    assert ground.s.index[INDEX["venus"]] == 15
    ground.s.venus_hit = 1
    ground.go("alien_conversion")
    assert ground.s.index[INDEX["venus"]] == 14


def test_21_4_on_io_crawlers_convert_one_for_each_hex() -> None:
    ground = colony()
    ground.put("io_1111", "cw_1", "cw_2", "ac_1")
    ground.put("io_1212", "cw_3")
    ground.s.deployed[piece("ac_1")] = 1
    ground.go("alien_conversion")
    assert ground.s.index[INDEX["io"]] == 38


# --- production

ROWS = {
    "mercury": "1-3 1 1-6 1 - -",
    "venus": "1 1-6 1 1 - -",
    "earth_land": "1-6 1-6 1-6 1-6 - -",
    "underwater": "1-3 1-3 1-3 1-6 - -",
    "luna": "1 1 1-6 1 - -",
    "mars": "1-3 1-3 1-3 1-3 - -",
    "asteroid": "1 1 1-3 1 - -",
    "on_jupiter": "1 1-6 1 1 - -",
    "io": "1-6 1 1-3 1 - -",
    "europa": "1 1 1 1-6 - -",
    "callisto": "1 1 1 1-3 - -",
    "ganymede": "1 1-3 1 1-3 - -",
    "orbit_mercury_venus": "1 1 1-6 1 1 1-3",
    "orbit_earth": "1-3 1 1-6 1-3 1-3 1-5",
    "orbit_mars": "1 1 1-3 1 1-3 1-3",
    "orbit_asteroid": "1 1 1-3 1 1-6 1-2",
    "asteroid_belt": "1 1 1-3 1 1-6 -",
    "orbit_jupiter": "1 1 1 1-3 1-3 1-2",
    "trojans": "1 1 1 1-3 1-4 -",
    "empty": "- - - - - -",
}


@pytest.mark.parametrize("row", ROWS)
def test_22_1_the_production_table_cell_by_cell(row: str) -> None:
    wanted = [charts.highest(cell) for cell in ROWS[row].split()]
    assert charts.PRODUCE[charts.LOCATIONS.index(row)] == wanted


@pytest.mark.parametrize(
    ("at", "row"),
    [
        ("earth_1716", "earth_land"),
        ("earth_2416", "underwater"),
        ("venus_1418", "venus"),
        ("pallas_1111", "asteroid"),
        ("io_1111", "io"),
        ("on_jupiter", "on_jupiter"),
        ("mercury_1312", "mercury"),
    ],
)
def test_22_1_the_environment_of_a_base_on_a_planet(at: str, row: str) -> None:
    ground = colony()
    ground.put(at, "base_2", deployed=True)
    assert charts.LOCATIONS[alien_production.location(ground.s, piece("base_2"))] == row


@pytest.mark.parametrize(
    ("at", "row"),
    [
        ("mercury_orbit", "orbit_mercury_venus"),
        ("jupiter_orbit", "orbit_jupiter"),
        ("vesta_orbit", "orbit_asteroid"),
        ("g_11", "asteroid_belt"),
        ("g_6", "asteroid_belt"),
        ("l_41", "trojans"),
        ("l_1", "empty"),
        ("i_15", "empty"),
    ],
)
def test_22_1_the_environment_of_a_mothership(at: str, row: str) -> None:
    ground = colony()
    ground.put(at, "ms_1")
    assert charts.LOCATIONS[alien_production.location(ground.s, piece("base_1"))] == row


def test_22_1_a_base_names_a_unit_and_rolls() -> None:
    ground = colony()
    ground.put("mars_1212", "base_2", deployed=True)
    ground.go("alien_production")
    ground.play("produce base_2")
    assert set(ground.texts()) == {"make base", "make ac", "make cw", "make ln"}
    ground.refused("make esc", "22.1", "can't produce")
    assert ground.match.odds("alien", "make cw") == pytest.approx({"produced": 0.5, "no effect": 0.5})
    ground.dice(3)
    ground.play("make cw")
    assert ground.at("cw_1") == "mars_1212"
    ground.refused("produce base_2", "22.1", "has produced")


def test_22_1_ships_of_a_mothership_appear_beside_it_and_ground_units_aboard() -> None:
    ground = colony()
    ground.go("alien_production")
    ground.dice(1)
    ground.play("produce base_1", "make esc")
    assert ground.at("esc_1") == "venus_orbit"
    ground.go("alien_production")
    ground.dice(6)
    ground.play("produce base_1", "make cw")
    assert ground.at("cw_1") == "mothership_one"


def test_22_2_no_more_units_than_counters_but_own_ones_may_be_dismantled() -> None:
    ground = colony()
    ground.put("mars_orbit", *(f"ln_{n}" for n in range(1, 9)))
    ground.go("alien_production")
    ground.play("produce base_1")
    ground.refused("make ln", "22.2", "counters")
    ground.refused("make ms", "22.2", "can't be produced")
    ground.match.undo("alien")
    ground.play("dismantle ln_8", "produce base_1")
    assert "make ln" in ground.texts()


def test_22_2_deployed_units_may_be_dismantled_too() -> None:
    ground = colony()
    ground.put("mars_1212", *(f"base_{n}" for n in range(2, 14)), deployed=True)
    ground.go("alien_production")
    ground.play("dismantle base_13", "produce base_1")
    assert "make base" in ground.texts()


def test_22_2_a_base_whose_every_type_has_run_out_may_free_a_counter() -> None:
    ground = colony()
    ground.put("venus_orbit", *(f"base_{n}" for n in range(2, 14)))
    others = {"ac": 7, "cw": 13, "ln": 8, "esc": 15}
    ground.put("venus_orbit", *(f"{kind}_{n}" for kind, last in others.items() for n in range(1, last + 1)))
    ground.go("alien_production")
    assert ground.phase == "alien_production" and not [t for t in ground.texts() if t.startswith("produce")]
    ground.play("dismantle cw_7", "produce base_1")
    assert ground.texts() == ["make cw"]


def test_22_3_bases_on_and_motherships_over_converted_planets_roll_twice() -> None:
    ground = colony()
    ground.s.index[INDEX["mars"]] = 0
    ground.put("mars_orbit", "ms_1")
    ground.put("mars_1212", "base_2", deployed=True)
    ground.go("alien_production")
    for base in ("base_1", "base_2"):
        for _ in range(2):
            ground.dice(6)
            ground.play(f"produce {base}", "make base")
    assert ground.s.turn == 3


def nova(at: str = "mars") -> Ground:
    ground = colony()
    ground.put(f"{at}_orbit", "ms_1")
    ground.put("mars_1212", "base_2", deployed=True)
    return ground


def test_22_4_a_novaship_takes_two_bases_and_one_roll() -> None:
    ground = nova()
    ground.go("alien_production")
    ground.play("produce base_1")
    assert "pair ns with base_2" in ground.texts()
    ground.refused("pair qs with base_2", "22.5")
    ground.dice(3)
    ground.play("pair ns with base_2")
    assert ground.at("ns_1") == "mars_orbit"
    assert ground.s.turn == 3  # both Bases have produced


def test_22_4_without_a_base_below_there_is_no_novaship() -> None:
    ground = nova("venus")
    ground.go("alien_production")
    ground.play("produce base_1")
    assert not any(t.startswith("pair") for t in ground.texts())


def test_22_5_a_quasarship_needs_a_converted_planet_and_all_rolls() -> None:
    ground = nova()
    ground.s.index[INDEX["mars"]] = 0
    ground.go("alien_production")
    ground.dice(3)
    ground.play("produce base_1", "pair qs with base_2")
    assert ground.at("qs_1") == "mars_orbit"
    assert ground.s.turn == 3


# --- victory (24.0)


def ruin(ground: Ground, but: int) -> None:
    s = ground.s
    left = but
    for i, there in enumerate(s.exists):
        if there:
            keep = min(left, INDUSTRY[i])
            left -= keep
            s.devastated[i] = INDUSTRY[i] - keep


def ends(ground: Ground, turn: int) -> tuple[str | None, str] | None:
    ground.s.turn = turn
    victory.end_of_turn(ground.s)
    result = ground.s.result
    return None if result is None else (result.winner, result.level)


def test_24_0_turn_12_terran_decisive_with_earth_free_and_no_planet_converted() -> None:
    ground = colony()
    ground.put("earth_orbit", "corv_1")
    assert ends(ground, 12) == ("terran", "decisive victory")


def test_24_0_turn_12_goes_on_with_an_alien_at_earth_or_a_converted_planet() -> None:
    ground = colony()
    ground.put("luna_1212", "cw_1")
    assert ends(ground, 12) is None
    other = colony()
    other.s.index[INDEX["io"]] = 0
    assert ends(other, 12) is None


def test_24_0_turn_12_alien_decisive_with_no_terran_in_space_and_under_25_ius() -> None:
    ground = colony()
    ground.put("earth_1716", "cw_1", "corv_1")
    ruin(ground, 24)
    assert ends(ground, 12) == ("alien", "decisive victory")
    other = colony()
    other.put("earth_1716", "cw_1")
    ruin(other, 25)
    assert ends(other, 12) is None


def test_24_0_alien_decisive_when_everything_is_gone() -> None:
    ground = colony()
    ground.s.index[INDEX["earth"]] = 0
    ruin(ground, 0)
    assert ends(ground, 20) == ("alien", "decisive victory")


def test_24_0_alien_substantial_when_earth_is_converted() -> None:
    ground = colony()
    ground.s.index[INDEX["earth"]] = 0
    ground.put("mars_1212", "dt_1")
    assert ends(ground, 24) == ("alien", "substantial victory")


def test_24_0_alien_marginal_with_45_devastated() -> None:
    ground = colony()
    ground.put("mars_1212", "dt_1")
    ruin(ground, 13)
    assert ends(ground, 24) == ("alien", "marginal victory")


def test_24_0_terran_levels() -> None:
    ground = colony()
    ground.put("mars_orbit", "ns_1")
    ruin(ground, 30)
    assert ends(ground, 24) == ("terran", "marginal victory")
    ruin(ground, 45)
    ground.s.result = None
    assert ends(ground, 24) == ("terran", "substantial victory")
    ground.s.at[piece("ns_1")] = ground.s.owner[piece("ns_1")] = -1
    ground.s.result = None
    assert ends(ground, 24) == ("terran", "decisive victory")


def test_23_0_the_colony_stays_in_orbit_and_bases_move_by_solar_orbit_only() -> None:
    ground = colony()
    ground.go("solar_orbit")
    planets = ground.match.view(None)["extra"]["planets"]
    assert planets["mining_base_1"] == "f_3" and planets["mining_base_4"] == "f_10"
    colony_mark = next(m for m in ground.match.view(None)["marks"] if m["kind"] == "space_colony")
    assert colony_mark["at"] == "earth_orbit"


def test_23_0_nothing_lands_on_or_is_built_at_the_colony_and_the_mining_bases() -> None:
    ground = colony()
    ground.go("terran_production")
    ground.play("build corv", "place corv")
    ground.refused("to earth_orbit", "10.4")
    ground.refused("to f_2", "10.4")
