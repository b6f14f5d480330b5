"""Chapters 5 to 7: ships, their stacking, what they carry."""

from typing import Any

import pytest

from grognard.board.bits import to_list
from grognard.core import Illegal
from grognard.games.invasion_america.naval import harbours

from .ground import (
    BEACH,
    CUBA,
    DEPOT,
    HARBOUR,
    PORT,
    STEEP,
    arrange,
    at,
    begin,
    game,
    piece,
    place,
    real,
    texts,
    where,
    why,
)


def test_5_11_only_the_phasing_force_sails() -> None:
    match = arrange({"esc_t1": (5, 5), "sau_t1": (6, 6)}, "esc_naval")
    assert "sail esc_t1" in texts(match, "esc")
    assert why(match, "esc", "sail sau_t1") == "5.11"


def test_5_11_no_land_unit_moves_in_the_naval_phase() -> None:
    match = arrange({"esc_t1": CUBA, "esc_a1": CUBA}, "esc_naval")
    assert why(match, "esc", "sail esc_a1") == "5.11"
    assert why(match, "esc", "move esc_a1") == "5.11"


def test_5_12_ships_have_no_limit_of_movement() -> None:
    match = arrange({"esc_t1": (0, 0)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    match.play("esc", f"to {at(57, 75)}")
    assert where(match, "esc_t1") == at(57, 75)


def test_5_21_ships_keep_to_the_sea_and_the_coast() -> None:
    match = arrange({"esc_t1": (5, 5)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    assert why(match, "esc", f"to {at(20, 20)}") == "5.21"
    assert why(match, "esc", f"to {at(20, 10)}") == ""
    assert why(match, "esc", "to destroyed_esc") == "5.21"


def test_5_21_ships_do_not_cross_hexsides_of_land() -> None:
    match = arrange({"esc_t1": (20, 10), "usa_i1": (21, 9)}, "esc_naval")
    reach = match.game.theatre.lanes[place((20, 10))]
    assert not reach >> place((21, 10)) & 1 and reach >> place((20, 9)) & 1


def test_5_22_zones_of_control_do_not_touch_ships() -> None:
    match = arrange({"esc_t1": (15, 9), "usa_a1": (16, 10)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    assert why(match, "esc", f"to {at(15, 10)}") == ""


def test_5_23_ships_do_not_enter_a_coast_with_enemies() -> None:
    match = arrange({"esc_t1": (15, 9), "usa_i1": (16, 10)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    assert why(match, "esc", f"to {at(16, 10)}") == "5.23"


def test_5_23_at_sea_ships_of_different_forces_pass_but_do_not_stop_together() -> None:
    ring = {f"sau_am{i}": p for i, p in enumerate(((4, 5), (6, 5), (5, 6)), start=1)}
    ring |= {f"pal_am{i}": p for i, p in enumerate(((6, 6), (5, 4), (6, 4)), start=1)}
    match = arrange({"esc_t1": (5, 5), **ring}, "esc_naval", players=4)
    assert sorted(game().theatre.near[place((5, 5))]) == sorted(place(p) for p in ring.values())
    match.play("esc", "sail esc_t1")
    assert why(match, "esc", f"to {at(9, 5)}") == ""
    assert why(match, "esc", f"to {at(6, 5)}") == "4.1"


def test_5_24_ships_pass_through_friends() -> None:
    match = arrange({"esc_t1": (5, 5), "esc_cv1": (6, 5), "esc_cv2": (4, 5)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    assert why(match, "esc", f"to {at(6, 5)}") == ""


def test_6_11_at_most_three_ships_end_in_a_hex() -> None:
    match = arrange({"esc_t1": (5, 5), **{f"esc_cv{i}": (7, 7) for i in (1, 2, 3)}}, "esc_naval")
    match.play("esc", "sail esc_t1")
    assert why(match, "esc", f"to {at(7, 7)}") == "6.11"
    assert why(match, "esc", f"to {at(8, 7)}") == ""


def test_6_12_a_stack_may_part_while_sailing() -> None:
    match = arrange({"esc_t1": (5, 5), "esc_t2": (5, 5)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    match.play("esc", f"to {at(9, 5)}")
    assert where(match, "esc_t2") == at(5, 5)


def test_6_24_passengers_do_not_count_and_sail_along() -> None:
    units = {f"esc_t{i}": (5, 5) for i in (1, 2, 3)} | {"esc_i1": "esc_t1", "esc_i2": "esc_t1"}
    match = arrange(units, "esc_naval")
    match.play("esc", "sail esc_t1")
    match.play("esc", f"to {at(9, 9)}")
    assert where(match, "esc_i1") == where(match, "esc_t1") == at(9, 9)
    assert not list(match.game.check(match.state))


def test_7_0_boarding_takes_two_points_in_a_port() -> None:
    match = arrange({"esc_t1": CUBA, "esc_a1": (13, 3)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert "board esc_t1" in texts(match, "esc")
    match.play("esc", "board esc_t1")
    assert match.state.aboard[piece("esc_a1")] == piece("esc_t1")
    assert why(match, "esc", "move esc_a1") == "10.14"


def test_7_0_boarding_needs_the_points() -> None:
    match = arrange({"sau_t1": (20, 10), "sau_lrb1": (22, 10)}, "sau_movement")
    match.play("sau", "move sau_lrb1")  # three points: two hexes leave one
    assert why(match, "sau", "board sau_t1") == "7.0"


def test_7_0_no_boarding_on_open_coast() -> None:
    match = arrange({"esc_t1": (16, 10), "esc_a1": (16, 10), "usa_rr1": (40, 40)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert why(match, "esc", "board esc_t1") == "7.0"


def test_7_0_supplies_make_any_coast_a_quay() -> None:
    match = arrange({"esc_t1": (16, 10), "esc_a1": (16, 10), "esc_s1": (16, 10)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert "board esc_t1" in texts(match, "esc")


def test_7_0_who_is_stopped_by_a_zone_does_not_board() -> None:
    units = {"esc_t1": PORT, "esc_a1": (18, 10), "esc_a2": PORT, "usa_i1": (20, 11), "usa_i2": (40, 40)}
    match = arrange(units, "esc_movement")
    match.play("esc", "move esc_a1")
    assert f"to {at(*PORT)}" in texts(match, "esc") and why(match, "esc", "board esc_t1") == "11.13"
    match.play("esc", "stay")
    match.play("esc", "move esc_a2")
    assert "board esc_t1" in texts(match, "esc")  # it stands there


def test_7_0_landing_in_a_port_needs_a_friend_ashore() -> None:
    match = arrange({"esc_t1": PORT, "esc_a1": "esc_t1", "esc_i1": (40, 40)}, "esc_movement")
    assert why(match, "esc", "move esc_a1") == "7.0"
    match = arrange({"esc_t1": PORT, "esc_a1": "esc_t1", "esc_i1": PORT}, "esc_movement")
    match.play("esc", "move esc_a1")
    # six points, two to land: four hexes
    assert why(match, "esc", f"to {at(PORT[0], 14)}") == ""
    assert why(match, "esc", f"to {at(PORT[0], 15)}") == "10.13"


def test_7_0_the_holding_box_is_a_quay() -> None:
    match = arrange({"pal_t1": "pal_box", "pal_i1": "pal_box"}, "pal_movement")
    match.play("pal", "move pal_i1")
    assert texts(match, "pal") == ["board pal_t1", "stay"]


def test_7_0_from_the_box_ships_sail_into_the_western_sea() -> None:
    match = arrange({"pal_t1": "pal_box"}, "pal_naval")
    match.play("pal", "sail pal_t1")
    match.play("pal", f"to {at(0, 30)}")
    begin(match, "pal_naval")
    match.play("pal", "sail pal_t1")
    assert why(match, "pal", "to pal_box") == ""
    match = arrange({"esc_t1": (5, 5)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    assert why(match, "esc", "to pal_box") == "5.21"


def test_7_0_the_box_opens_on_the_coasts_of_the_western_edge_too() -> None:
    match: Any = real().new("three_pronged_invasion", {}, 1)
    index = real().vocab["place"].index
    ship = real().vocab["piece"].index["pal_t1"]
    match.state.put(ship, index["pal_box"])
    box = next(box for box in real().theatre.boxes if box["id"] == "pal_box")
    assert {index[code] for code in box["opens"].split()} <= set(to_list(harbours(match.state, ship)))
    match.state.put(ship, index["n3501"])  # Nome, by no other water
    assert harbours(match.state, ship) >> index["pal_box"] & 1


def test_7_11_a_ship_carries_three() -> None:
    units = {"esc_t1": CUBA, **{f"esc_i{i}": "esc_t1" for i in (1, 2, 3)}, "esc_a1": CUBA}
    match = arrange(units, "esc_movement")
    match.play("esc", "move esc_a1")
    assert why(match, "esc", "board esc_t1") == "7.11"


def test_7_12_a_ship_carries_its_own_nation() -> None:
    match = arrange({"esc_t1": (33, 3), "sau_a1": COLOMBIA_PORT}, "sau_movement")
    match.play("sau", "move sau_a1")
    assert why(match, "sau", "board esc_t1") == "7.12"


COLOMBIA_PORT = (32, 3)


def test_7_13_carriers_carry_nothing() -> None:
    match = arrange({"esc_cv1": CUBA, "esc_cas1": CUBA}, "esc_movement")
    match.play("esc", "move esc_cas1")
    assert why(match, "esc", "board esc_cv1") == "7.13"


def test_7_0_aircraft_need_transports_and_supplies_landing_ships() -> None:
    match = arrange({"esc_am1": CUBA, "esc_cas1": CUBA}, "esc_movement")
    match.play("esc", "move esc_cas1")
    assert why(match, "esc", "board esc_am1") == "7.0"
    match = arrange({"esc_t1": CUBA, "esc_am1": CUBA, "esc_s1": CUBA}, "esc_naval")
    assert why(match, "esc", "load esc_s1 on esc_t1") == "7.21"
    assert why(match, "esc", "load esc_s1 on esc_am1") == ""


def test_7_2_supplies_need_a_ship_that_stays() -> None:
    match = arrange({"esc_am1": (12, 9), "esc_s1": "esc_am1"}, "esc_naval")
    match.play("esc", "sail esc_am1")
    match.play("esc", f"to {at(*BEACH)}")
    assert why(match, "esc", "unload esc_s1") == "7.2"
    begin(match, "esc_naval")
    match.play("esc", "unload esc_s1")
    assert match.state.aboard[piece("esc_s1")] < 0
    assert why(match, "esc", "sail esc_am1") == "7.2"
    begin(match, "esc_naval")
    match.play("esc", "load esc_s1 on esc_am1")
    assert why(match, "esc", "unload esc_s1") == "7.2"
    begin(match, "esc_naval")
    match.play("esc", "sail esc_am1")
    match.play("esc", f"to {at(9, 9)}")
    assert where(match, "esc_s1") == at(9, 9)


def test_7_2_supplies_land_only_where_ships_unload() -> None:
    match = arrange({"esc_am1": (16, 10), "esc_s1": "esc_am1"}, "esc_naval")
    assert why(match, "esc", "unload esc_s1") == "7.2"


def test_7_22_a_ship_with_supplies_does_not_assault() -> None:
    units = {"esc_am1": (25, 9), "esc_s1": "esc_am1", "esc_i1": "esc_am1", "usa_i1": BEACH}
    match = arrange(units, "esc_naval")
    match.play("esc", "sail esc_am1")
    assert why(match, "esc", f"to {at(*BEACH)}") == "7.22"


def test_7_3_ships_and_cargo_have_no_zone_of_control() -> None:
    match = arrange({"esc_t1": PORT, "esc_a1": "esc_t1", "esc_cv1": (20, 9)}, "us_movement")
    assert match.state.zone(1) == 0


def test_7_4_land_units_do_not_attack_ships() -> None:
    match = arrange({"esc_cv1": PORT, "usa_a1": (20, 11), "usa_cas1": (20, 13)}, "us_combat")
    match.play("us", f"attack {at(*PORT)}")
    assert why(match, "us", "with usa_a1") == "7.4"
    assert why(match, "us", "with usa_cas1") == ""


def test_7_4_carriers_fight_ships_where_aggressors_are_enemies() -> None:
    units = {"esc_cv1": (5, 5), "sau_cv": (8, 5)}
    units = {"esc_cv1": (5, 5), "sau_t1": (8, 5)}
    match = arrange(units, "esc_combat", players=4)
    assert f"attack {at(8, 5)}" in texts(match, "esc")
    match = arrange({**units, "usa_rr1": (30, 30)}, "esc_combat")
    assert match.phase_title() != "Combat"


def test_6_21_ships_in_a_hex_are_attacked_as_one() -> None:
    match = arrange({"esc_cv1": (5, 9), "esc_t1": (5, 9), "usa_lrb1": ((12, 11), 10)}, "us_combat")
    match.play("us", f"attack {at(5, 9)}")
    match.play("us", "with usa_lrb1")
    match.force_dice([6])
    log = match.play("us", "resolve")
    assert "10 against 12" in " ".join(e.text for e in log)


def test_6_22_passengers_add_nothing_and_share_the_loss() -> None:
    units = {"esc_t1": (5, 9), "esc_a1": ("esc_t1", 10), "usa_lrb1": ((12, 11), 10), "usa_lrb2": ((12, 11), 10)}
    units |= {f"usa_lrb{i}": ((12, 12), 10) for i in (3, 4, 5)}
    match = arrange(units, "us_combat")
    match.play("us", f"attack {at(5, 9)}")
    for i in range(1, 6):
        match.play("us", f"with usa_lrb{i}")
    match.force_dice([1])
    log = match.play("us", "resolve")
    assert "50 against 6" in " ".join(e.text for e in log)
    assert where(match, "esc_t1") == where(match, "esc_a1") == "destroyed_esc"


def test_6_23_an_exchange_counts_the_ship_alone() -> None:
    units = {"esc_t1": (5, 9), "esc_a1": ("esc_t1", 10), "usa_lrb1": ((12, 11), 10), "usa_cas1": ((7, 10), 5)}
    match = arrange(units, "us_combat")
    match.state.at[piece("usa_cas1")] = place((7, 10))
    match.play("us", f"attack {at(5, 9)}")
    match.play("us", "with usa_lrb1")
    match.play("us", "with usa_cas1")
    match.force_dice([2])  # 15 to 6 is 2-1: Dx
    match.play("us", "resolve")
    assert "6" in match.decision("us").prompt
    match.play("us", "lose usa_lrb1")
    assert where(match, "usa_cas1") == at(7, 10)


def test_6_25_passengers_retreat_with_their_ship() -> None:
    units = {"esc_t1": (5, 5), "esc_a1": "esc_t1", "usa_lrb1": ((12, 10), 10)}
    match = arrange(units, "us_combat")
    match.play("us", f"attack {at(5, 5)}")
    match.play("us", "with usa_lrb1")
    match.force_dice([3])  # 10 to 6 is 1-1: D1
    match.play("us", "resolve")
    match.play("esc", texts(match, "esc")[0])
    assert where(match, "esc_t1") == where(match, "esc_a1") != at(5, 5)


def test_7_0_the_depot_hex_is_a_port_for_all_purposes() -> None:
    theatre = real_theatre()
    coastal = theatre.coastal & (theatre.urban | theatre.supply)
    assert coastal & ~theatre.port == 0


def real_theatre():  # type: ignore[no-untyped-def]
    from .ground import real

    return real().theatre


def test_5_0_a_wrong_word_is_refused_politely() -> None:
    match = arrange({"esc_t1": (5, 5)}, "esc_naval")
    with pytest.raises(Illegal):
        match.play("esc", "sail nowhere")
    assert HARBOUR and STEEP and DEPOT
