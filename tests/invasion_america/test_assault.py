"""Chapter 15: amphibious assaults, with the examples of 15.13 and 15.15."""

from typing import Any

from .ground import BEACH, STEEP, arrange, at, begin, piece, place, texts, where, why
from .test_combat import FED, fight, follow

FLEET: dict[str, Any] = {**FED, "esc_am1": BEACH, "esc_a1": ("esc_am1", 10), "esc_i1": ("esc_am1", 4)}


def test_15_0_troops_assault_from_their_ship() -> None:
    units = {"esc_am1": (25, 9), "esc_i1": "esc_am1", "usa_i1": BEACH}
    match = arrange(units, "esc_naval")
    match.play("esc", "sail esc_am1")
    match.play("esc", f"to {at(*BEACH)}")
    assert where(match, "esc_am1") == where(match, "usa_i1")
    match = arrange({**units, "usa_i1": (16, 10), "esc_am1": (16, 9)}, "esc_naval")
    match.play("esc", "sail esc_am1")
    assert why(match, "esc", f"to {at(16, 10)}") == "15.0"


def test_15_11_one_amphibious_unit_to_a_beach() -> None:
    units = {**FLEET, "esc_am2": (25, 9), "esc_i2": "esc_am2", "usa_i1": BEACH}
    match = arrange(units, "esc_naval")
    match.play("esc", "sail esc_am2")
    assert why(match, "esc", f"to {at(*BEACH)}") == "15.11"


def test_15_12_others_may_assist() -> None:
    units = {**FLEET, "usa_i1": (BEACH, 3), "esc_i2": ((25, 11), 4), "esc_cv1": ((25, 7), 6), "esc_cas1": ((27, 11), 4)}
    match = arrange(units, "esc_combat")
    assert "40 against 6" in fight(match, "esc", BEACH, ["esc_i2", "esc_cv1", "esc_cas1"], 1)


def test_15_13_example_a_3_2_beach_doubles_the_defence() -> None:
    match = arrange({**FLEET, "usa_i1": (BEACH, 4), "usa_i2": (BEACH, 4)}, "esc_combat")
    assert "26 against 16" in fight(match, "esc", BEACH, [], 1)


def test_15_13_a_6_3_beach_triples_it() -> None:
    match = arrange({**FLEET, "esc_am1": STEEP, "usa_i1": (STEEP, 4)}, "esc_combat")
    assert "26 against 12" in fight(match, "esc", STEEP, [], 1)


def test_15_14_losses_troops_first_then_the_ship_then_others() -> None:
    units = {**FLEET, "usa_i1": (BEACH, 4), "usa_a1": (BEACH, 8), "esc_a2": ((25, 11), 10)}
    match = arrange(units, "esc_combat")
    assert "36 against 24" in fight(match, "esc", BEACH, ["esc_a2"], 1)  # 1-1: Dx
    assert set(texts(match, "esc")) == {"lose esc_a1", "lose esc_i1"}
    assert why(match, "esc", "lose esc_a2") == "15.14"
    match.play("esc", "lose esc_i1")
    match.play("esc", "lose esc_a1")
    assert where(match, "esc_am1") == at(*BEACH)


def test_15_14_the_ship_pays_when_the_troops_do_not_suffice() -> None:
    units = {**FED, "esc_am1": BEACH, "esc_i1": ("esc_am1", 4), "usa_a1": (BEACH, 8), "esc_a2": ((25, 11), 10)}
    match = arrange(units, "esc_combat")
    fight(match, "esc", BEACH, ["esc_a2"], 1)
    assert texts(match, "esc") == ["lose esc_i1"]
    match.play("esc", "lose esc_i1")
    assert texts(match, "esc") == ["lose esc_am1"]
    match.play("esc", "lose esc_am1")
    assert where(match, "esc_a2") != "destroyed_esc"


def test_15_15_example_landing_on_an_empty_3_2_beach_costs_three() -> None:
    match = arrange(FLEET, "esc_movement")
    match.play("esc", "move esc_a1")  # six points: three to land, three to go on
    assert why(match, "esc", f"to {at(*BEACH)}") == ""
    assert why(match, "esc", f"to {at(25, 13)}") == "" and why(match, "esc", f"to {at(25, 14)}") == "10.13"


def test_15_15_who_assaults_moves_no_farther_and_must_attack() -> None:
    match = arrange({**FLEET, "usa_i1": BEACH, "esc_i5": (40, 40)}, "esc_movement")
    assert why(match, "esc", "move esc_a1") == "7.0"
    begin(match, "esc_combat")
    assert why(match, "esc", "done") == "15.15"
    assert texts(match, "esc") == [f"attack {at(*BEACH)}"]


def test_15_16_the_assault_has_no_zone_and_the_path_is_open_to_it() -> None:
    match = arrange({**FLEET, "usa_i1": (BEACH, 3), "usa_i2": (BEACH, 2)}, "esc_combat")
    assert match.state.zone(1) == 0
    fight(match, "esc", BEACH, [], 4)  # 26 to 10 is 2-1: D1
    match.play("us", texts(match, "us")[0])
    assert f"advance esc_a1 to {at(*BEACH)}" in texts(match, "esc")
    match.play("esc", f"advance esc_a1 to {at(*BEACH)}")
    assert match.state.aboard[piece("esc_a1")] < 0
    assert why(match, "esc", f"advance esc_am1 to {at(*BEACH)}") == "15.16"


def test_15_16_beaten_troops_retreat_aboard() -> None:
    units = {"esc_am1": BEACH, "esc_i1": ("esc_am1", 4), "usa_a1": (BEACH, 8), "usa_a2": (BEACH, 8)}
    match = arrange(units, "esc_combat")
    fight(match, "esc", BEACH, [], 3)  # 16 to 32 is 1-2: A1
    follow(match)
    assert where(match, "esc_am1") == where(match, "esc_i1") != at(*BEACH)
    assert match.state.aboard[piece("esc_i1")] == piece("esc_am1")


def test_15_16_who_assaulted_has_no_zone_in_that_player_turn_even_ashore() -> None:
    units = {**FLEET, "usa_i1": (BEACH, 3), "usa_i2": ((27, 10), 3), "esc_i2": ((28, 10), 4)}
    match = arrange(units, "esc_combat")
    assert "De" in fight(match, "esc", BEACH, [], 1)
    match.play("esc", f"advance esc_a1 to {at(*BEACH)}")
    match.play("esc", f"advance esc_i1 to {at(*BEACH)}")
    assert not match.state.zone(1) >> place((26, 10)) & 1
    begin(match, "esc_mechanized")
    assert match.state.zone(1) >> place((26, 10)) & 1


def test_15_0_a_beach_with_enemy_troops_and_ships_may_be_assaulted() -> None:
    units = {**FED, "esc_am1": (25, 9), "esc_a1": ("esc_am1", 10), "sau_i1": (BEACH, 3), "sau_t1": BEACH}
    units["sau_s1"] = (27, 10)
    match = arrange(units, "esc_naval", players=4)
    match.play("esc", "sail esc_am1")
    match.play("esc", f"to {at(*BEACH)}")
    begin(match, "esc_combat")
    assert "22 against 14" in fight(match, "esc", BEACH, [], 3)  # 3 and the transport's 4, doubled on the beach
    follow(match)
    assert where(match, "sau_t1") != at(*BEACH) != where(match, "sau_i1")
    ships = {"esc_am1": (25, 9), "esc_a1": "esc_am1", "sau_t1": BEACH}
    match = arrange(ships, "esc_naval", players=4)
    match.play("esc", "sail esc_am1")
    assert why(match, "esc", f"to {at(*BEACH)}") == "5.23"  # nobody ashore to assault
    match = arrange({**ships, "sau_i1": BEACH}, "esc_naval", players=2)
    match.play("esc", "sail esc_am1")
    assert why(match, "esc", f"to {at(*BEACH)}") == "4.1"  # one player's forces do not fight
