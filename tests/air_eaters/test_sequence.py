"""5.0, 6.1 to 6.3, 17.0, 35.2, 36.3, 37.3: the sequence of play and Solar Orbit."""

from __future__ import annotations

from .table import Ground, finish_phase


def track(scenario: str) -> list[str]:
    return [p.name for p in Ground(scenario).match.setup.sequence]


def test_5_1_the_phases_of_the_introductory_game() -> None:
    assert track("introductory") == [
        "solar_orbit",
        "terrans_move",
        "aliens_move",
        "aliens_fire",
        "terrans_fire",
        "bombardment",
        "terran_production",
        "terran_research",
        "alien_reinforcements",
    ]


def test_17_0_the_intermediate_game_has_its_own_reinforcements() -> None:
    assert track("intermediate")[6:] == [
        "terran_production",
        "terran_research",
        "alien_conversion",
        "alien_production",
        "alien_deployment",
    ]


def test_35_2_the_phases_of_the_quasarship_assault() -> None:
    assert track("quasarship_assault") == [
        "solar_orbit",
        "terrans_move",
        "quasarships_move",
        "quasarships_fire",
        "terrans_fire",
        "quasarships_bombard",
        "terran_production",
        "terran_research",
    ]


def test_36_3_earth_moves_fires_and_produces_first() -> None:
    assert track("martian_revolt") == [
        "solar_orbit",
        "earth_moves",
        "mars_moves",
        "earth_fires",
        "mars_fires",
        "bombardment",
        "earth_produces",
        "mars_produces",
    ]


def test_37_3_expansion_adds_research_and_prospecting() -> None:
    assert track("expansion")[-3:] == ["earth_produces", "mars_produces", "research"]


def test_6_3_everything_in_space_moves_one_space_clockwise() -> None:
    ground = Ground("intermediate")
    ground.put("l_48", "corv_1", inertia=0)
    ground.put("e_12", "ms_1")
    ground.put("mars_orbit", "corv_2")
    ground.put("earth_1716", "dt_1")
    ground.go("solar_orbit")
    assert ground.at("corv_1") == "l_1" and ground.at("ms_1") == "e_1"
    assert ground.at("corv_2") == "mars_orbit" and ground.at("dt_1") == "earth_1716"
    planets = ground.match.view(None)["extra"]["planets"]
    assert planets["mercury"] == "a_1" and planets["earth"] == "c_4" and planets["jupiter"] == "l_2"
    assert planets["mining_base_1"] == "f_3" and planets["trojans_1"] == "l_42"


def test_6_1_a_crawler_may_move_be_landed_and_be_carried_in_one_turn() -> None:
    ground = Ground()
    ground.put("earth_orbit", "ms_1")
    ground.put("earth_1816", "cw_1")
    ground.put("earth_1817", "ln_1")
    ground.go("aliens_move")
    ground.play("move cw_1", "to earth_1817", "move ln_1", "load cw_1", "to mothership_one")
    assert ground.at("cw_1") == "mothership_one" and ground.at("ln_1") == "earth_orbit"
    ground.play("move ms_1", "to mars_orbit")
    assert ground.at("cw_1") == "mothership_one" and ground.at("ms_1") == "mars_orbit"


def test_6_2_units_pass_through_and_share_places_with_the_enemy() -> None:
    ground = Ground()
    ground.put("earth_1716", "cw_1", "dt_1")
    ground.put("earth_1816", "dt_2")
    ground.go("terrans_move")
    ground.play("move dt_2", "to earth_1716")
    assert ground.at("dt_2") == "earth_1716"


def test_7_0_any_number_of_units_may_share_a_place() -> None:
    ground = Ground()
    ground.put("earth_1816", *(f"dt_{n}" for n in range(1, 13)), "cw_1")
    ground.put("earth_1716", "army_1")
    ground.go("terrans_move")
    ground.play("move army_1", "to earth_1816")
    assert ground.at("army_1") == "earth_1816"


def test_phases_in_which_nothing_can_happen_are_passed_over() -> None:
    ground = Ground()
    ground.put("earth_1716", "army_1")
    ground.put("pallas_orbit", "ms_1")
    ground.go("aliens_move")
    ground.play("done")
    assert ground.name == "production"
    finish_phase(ground)
    assert ground.s.turn == 3
