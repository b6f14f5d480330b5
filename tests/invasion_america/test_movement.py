"""Chapters 10 to 12: land movement, zones of control, stacking."""

import random

from grognard.board.bits import to_list
from grognard.games.invasion_america.base import codes

from .ground import (
    BLOCKED,
    BROKEN,
    FOREST,
    GREAT,
    LAKE,
    LAKESIDE,
    RIVER,
    ROUGH,
    SEASIDE,
    SUPPLY,
    TUNDRA,
    URBAN,
    WILDERNESS,
    arrange,
    at,
    begin,
    east,
    game,
    place,
    reached,
    real,
    texts,
    where,
    why,
)


def cost(name: str, start: tuple[int, int], goal: tuple[int, int], budget: int = 20) -> int:
    match = arrange({name: start}, f"{'us' if name[0] in 'uc' else name[:3]}_movement")
    return reached(match, name, start, budget).get(place(goal), -1)


def test_10_11_only_the_phasing_force_moves() -> None:
    match = arrange({"esc_a1": (20, 30), "usa_a1": (20, 40)}, "esc_movement")
    assert why(match, "esc", "move usa_a1") == "10.11"
    assert why(match, "us", "move usa_a1") == "table/turn"


def test_10_12_no_unit_enters_a_hex_with_enemies() -> None:
    match = arrange({"esc_a1": (20, 30), "usa_m1": (21, 30)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert why(match, "esc", f"to {at(21, 30)}") == "10.12"


def test_10_13_the_allowance_bounds_the_move_and_is_not_saved() -> None:
    match = arrange({"usa_a1": (20, 30)}, "us_movement")
    match.play("us", "move usa_a1")
    assert why(match, "us", f"to {at(20, 38)}") == "" and why(match, "us", f"to {at(20, 39)}") == "10.13"
    match.play("us", "stay")
    begin(match, "us_movement")
    match.play("us", "move usa_a1")
    assert why(match, "us", f"to {at(20, 39)}") == "10.13"


def test_10_14_a_unit_moves_once() -> None:
    match = arrange({"usa_a1": (20, 30)}, "us_movement")
    match.play("us", "move usa_a1")
    match.play("us", f"to {at(20, 31)}")
    assert why(match, "us", "move usa_a1") == "10.14"


def test_10_14_a_pick_can_be_taken_back() -> None:
    match = arrange({"usa_a1": (20, 30)}, "us_movement")
    match.play("us", "move usa_a1")
    match.play("us", f"to {at(20, 31)}")
    match.undo("us")
    assert where(match, "usa_a1") == at(20, 30)


def test_10_21_and_13_8_what_each_terrain_costs() -> None:
    costs = {FOREST: 1, WILDERNESS: 2, BROKEN: 2, ROUGH: 3, URBAN: 1, SUPPLY: 1, TUNDRA: 4}
    for goal, points in costs.items():
        assert cost("usa_a1", (goal[0] - 1, goal[1]), goal) == points
    foot = game().theatre.foot
    assert dict(foot[place(RIVER)])[place(east(RIVER))] == 2
    assert dict(foot[place(GREAT)])[place(east(GREAT))] == 3


def test_10_22_lakes_seas_and_barred_sides_stop_land_units() -> None:
    for side in (BLOCKED, LAKESIDE, SEASIDE):
        assert cost("usa_a1", side, east(side), 1) == -1
    assert cost("usa_a1", (LAKE[0] - 1, LAKE[1]), LAKE) == -1
    assert cost("usa_a1", (20, 10), (20, 9)) == -1


def test_10_22_units_never_leave_the_map() -> None:
    match = arrange({"usa_a1": (20, 30)}, "us_movement")
    match.play("us", "move usa_a1")
    assert why(match, "us", "to pal_box") == "10.22"


def test_11_13_a_unit_stops_in_the_first_controlled_hex() -> None:
    match = arrange({"usa_a1": (20, 34), "esc_a1": (24, 34)}, "us_movement")
    match.play("us", "move usa_a1")
    assert why(match, "us", f"to {at(23, 34)}") == ""
    assert why(match, "us", f"to {at(26, 36)}") == ""  # round the zone
    match = arrange({"usa_i1": (22, 30), "esc_a1": (24, 30), "esc_a2": (24, 33), "esc_a3": (24, 27)}, "us_movement")
    match.play("us", "move usa_i1")
    assert why(match, "us", f"to {at(25, 30)}") == "11.13"


def test_11_13_it_leaves_freely_and_may_go_from_zone_to_zone_one_hex() -> None:
    match = arrange({"usa_a1": (23, 30), "esc_a1": (24, 30)}, "us_movement")
    match.play("us", "move usa_a1")
    assert why(match, "us", f"to {at(20, 30)}") == ""
    found = reached(match, "usa_a1", (23, 30), 2)
    ways = [p for p in found if match.state.enemy_zone(0) >> p & 1 and found[p] == 1]
    assert ways  # the neighbouring controlled hexes


def test_11_12_zones_cost_no_points() -> None:
    match = arrange({"usa_a1": (20, 34), "esc_a1": (24, 34)}, "us_movement")
    assert reached(match, "usa_a1", (20, 34), 8)[place((23, 34))] == 3


def test_11_14_friends_zones_do_not_hinder() -> None:
    match = arrange({"usa_a1": (20, 32), "usa_a2": (24, 32), "esc_i1": (45, 55)}, "us_movement")
    found = reached(match, "usa_a1", (20, 32), 8)
    assert place((28, 32)) in found


def test_11_15_zones_hold_both_ways() -> None:
    match = arrange({"usa_a1": (20, 32), "esc_a1": (21, 32)}, "us_movement")
    s = match.state
    assert s.zone(0) >> place((21, 32)) & 1 and s.zone(1) >> place((20, 32)) & 1


def test_11_16_a_zone_reaches_over_lake_and_sea_sides() -> None:
    for side in (LAKESIDE, SEASIDE):
        match = arrange({"usa_i1": side}, "esc_movement")
        assert match.state.zone(game().sides.index("us")) >> place(east(side)) & 1


def test_11_16_zones_reach_six_hexes_with_three_exceptions() -> None:
    match = arrange({"usa_a1": (20, 34)}, "us_movement")
    assert match.state.zone(0).bit_count() == 6
    for side in (GREAT, BLOCKED):
        match = arrange({"usa_a1": side}, "us_movement")
        assert not match.state.zone(0) >> place(east(side)) & 1
    match = arrange({"usa_a1": RIVER}, "us_movement")
    assert match.state.zone(0) >> place(east(RIVER)) & 1
    match = arrange({"usa_a1": (16, 10)}, "us_movement")
    assert not match.state.zone(0) & game().theatre.sea


def test_11_17_several_units_make_no_stronger_zone() -> None:
    one = arrange({"usa_a1": (20, 34)}, "us_movement").state.zone(0)
    two = arrange({"usa_a1": (20, 34), "usa_a2": (20, 34)}, "us_movement").state.zone(0)
    assert one == two


def test_11_21_units_aboard_have_no_zone() -> None:
    match = arrange({"esc_t1": (16, 10), "esc_a1": "esc_t1"}, "us_movement")
    assert match.state.zone(1) == 0


def test_11_23_who_has_no_zone_but_is_held_by_zones() -> None:
    none = {"esc_cas1": (20, 34), "esc_h1": (25, 34), "esc_s1": (16, 10)}
    match = arrange(none, "us_movement")
    assert match.state.zone(1) == 0
    match = arrange({"usa_m1": (20, 34), "usa_rr1": (25, 34)}, "us_movement")
    assert match.state.zone(0) == 0
    match = arrange({"usa_m1": (20, 34), "esc_a1": (22, 34)}, "us_movement")
    found = reached(match, "usa_m1", (20, 34), 4)
    assert found.get(place((21, 34))) == 1 and place((23, 34)) not in found


def test_12_13_three_units_to_a_hex() -> None:
    units = {f"usa_i{i}": (20, 34) for i in (1, 2, 3)}
    match = arrange({**units, "usa_a1": (21, 34)}, "us_movement")
    match.play("us", "move usa_a1")
    assert why(match, "us", f"to {at(20, 34)}") == "12.13"
    assert why(match, "us", f"to {at(19, 34)}") == ""  # passing through is allowed


def test_12_0_rail_units_do_not_count() -> None:
    units = {"usa_i1": (20, 34), "usa_i2": (20, 34), "usa_rr1": (20, 34), "usa_a1": (21, 34)}
    match = arrange(units, "us_movement")
    match.play("us", "move usa_a1")
    assert why(match, "us", f"to {at(20, 34)}") == ""


def test_12_11_ships_do_not_count_ashore() -> None:
    units = {f"esc_t{i}": (20, 10) for i in (1, 2, 3)} | {f"esc_i{i}": (20, 10) for i in (1, 2)}
    match = arrange({**units, "esc_a1": (20, 11)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert why(match, "esc", f"to {at(20, 10)}") == ""


def test_12_14_different_aggressors_do_not_stack() -> None:
    match = arrange({"esc_a1": (20, 30), "sau_i1": (21, 31)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert why(match, "esc", f"to {at(21, 31)}") == "10.12"


def test_10_0_armor_and_mechanized_move_again() -> None:
    units = {"usa_a1": (20, 30), "usa_mi1": (21, 31), "usa_i1": (22, 32), "usa_cas1": (23, 33)}
    match = arrange(units, "us_mechanized")
    assert texts(match, "us") == ["move usa_a1", "move usa_mi1", "done"]
    assert why(match, "us", "move usa_i1") == "10.0"


def test_18_4_a_unit_passing_takes_victory_hexes() -> None:
    match = arrange({"esc_a1": (26, 20), "esc_s1": (16, 10)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert f"via {at(*URBAN)}" in texts(match, "esc")
    match.play("esc", f"via {at(*URBAN)}")
    match.play("esc", f"to {at(30, 20)}")
    figures = match.figures()
    assert figures["vp_esc"] == 3 + 5


def test_12_12_ships_and_land_units_defend_together() -> None:
    units = {"esc_t1": ((20, 10), 6), "esc_i1": ((20, 10), 6), "usa_a1": ((20, 11), 8), "esc_s1": (16, 10)}
    match = arrange(units, "us_combat")
    match.play("us", f"attack {at(20, 10)}")
    match.play("us", "with usa_a1")
    match.force_dice([1])
    log = match.play("us", "resolve")
    assert "8 against 12" in " ".join(e.text for e in log)


def test_13_8_a_port_costs_one_point_whatever_ground_it_lies_on() -> None:
    theatre = real().theatre
    rough = [p for p in range(theatre.size) if theatre.port >> p & 1 and theatre.terrain[p] == "rough"]
    assert rough
    for port in rough:
        tolls = {toll for a, toll in theatre.foot_back[port] if (a, port) not in theatre.river}
        assert tolls <= {1} and theatre.cover[port] == 3


def test_10_11_a_list_made_from_the_one_before_holds_the_same() -> None:
    rng = random.Random(10)
    places = 0
    for _ in range(400):
        for _ in range(rng.choice((1, 1, 3, 60))):
            places ^= 1 << rng.randrange(500)
        listed = codes(9, places)
        assert listed == [(9, place) for place in to_list(places)]
        listed.append((0,))  # callers add to it: the next list must not know
