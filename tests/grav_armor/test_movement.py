"""Movement: points, minimum moves, stacking, edges, free flight."""

from __future__ import annotations

import pytest

from grognard.core import Match

from .table import actions, number, play, refused, start_phase, state, table, where

FAR = {"i_zeta7_1": "5-0909"}


def goals(found: list[str], verb: str) -> set[str]:
    return {text.split()[1] for text in found if text.startswith(f"{verb} ")}


def test_units_move_one_at_a_time_and_each_finishes_before_the_next() -> None:
    match = table(FAR | {"l_nu3_1": "4-0101", "l_tau8_1": "4-0101"})
    play(match, "move l_nu3_1", "go 4-0202")
    assert refused(match, "move l_tau8_1") == "Movement/General Rule/1"
    play(match, "stop", "move l_tau8_1")


def test_a_unit_may_use_part_of_its_points_and_need_not_move() -> None:
    match = table(FAR | {"l_nu3_1": "4-0101"})
    play(match, "move l_nu3_1", "go 4-0104")
    assert state(match).left == 4
    play(match, "stop")
    assert where(match, "l_nu3_1") == "4-0104"


def test_a_hex_costs_its_terrain_and_no_more_is_spent_than_there_is() -> None:
    match = table(FAR | {"l_omi9_1": "4-0109"})  # hover, 3 points: hills cost 3
    play(match, "move l_omi9_1")
    found = goals(actions(match), "go")
    assert "4-0110" in found and "4-0111" not in found
    assert "4-0106" in found and "4-0105" not in found
    play(match, "go 4-0110")
    assert where(match, "l_omi9_1") == "4-0110" and state(match).mover < 0


def test_points_are_not_kept_for_the_next_turn() -> None:
    match = table(FAR | {"l_nu3_1": "4-0101"})
    play(match, "move l_nu3_1", "stop")
    start_phase(match, "league")
    play(match, "move l_nu3_1")
    assert state(match).left == 10


def test_minimum_move_one_hex_is_always_allowed() -> None:
    match = table(FAR | {"l_zho1_1": "4-0502"})  # deep water costs 6, the unit has 3 points
    play(match, "move l_zho1_1")
    assert goals(actions(match), "go") >= {"4-0501", "4-0503", "4-0402", "4-0403", "4-0602", "4-0603"}
    play(match, "go 4-0503")
    assert where(match, "l_zho1_1") == "4-0503" and state(match).mover < 0


def test_units_without_movement_points_do_not_move() -> None:
    match = table(FAR | {"l_m_mil_1": "4-0101", "l_nu3_1": "4-0102"})
    assert "move l_m_mil_1" not in actions(match)
    assert refused(match, "move l_m_mil_1") == "Movement/Movement Points/1"


def test_forts_never_move() -> None:
    match = table({"fort_alpha": "5-0712", "i_nu3_1": "5-0909", "l_nu3_1": "4-0101"}, phase="imperial")
    assert "move fort_alpha" not in actions(match)
    assert refused(match, "move fort_alpha") == "Movement/Movement Points/1"


def test_friends_stack_without_limit_and_may_be_passed_through() -> None:
    match = table(FAR | {"l_nu3_1": "4-0101", "l_tau8_1": "4-0102", "l_zho1_1": "4-0102"})
    play(match, "move l_nu3_1", "go 4-0102")
    assert where(match, "l_nu3_1") == "4-0102"
    play(match, "go 4-0103")


def test_no_unit_enters_a_hex_that_an_enemy_holds_even_a_disrupted_one() -> None:
    at = {"i_a_inf_1": "4-0202", "l_nu3_1": "4-0101", "l_tau8_1": "5-0201"}
    match = table(at, phase="league", disrupted=["i_a_inf_1"])
    play(match, "move l_nu3_1")
    assert "4-0202" not in goals(actions(match), "go")
    assert refused(match, "go 4-0202") == "Movement/Enemy Units"


def test_there_are_no_zones_of_control() -> None:
    match = table({"i_omi9_1": "4-0207", "l_nu3_1": "4-0108"})
    play(match, "done", "move l_nu3_1", "pass phase", "go 4-0105")
    assert where(match, "l_nu3_1") == "4-0105"


def test_units_come_in_over_their_edge_and_pay_for_the_first_hex() -> None:
    match = table({"i_zeta7_1": "5-0909", "l_nu3_1": "edge_west"})
    play(match, "move l_nu3_1")
    assert goals(actions(match), "go") == {f"4-01{row:02d}" for row in range(1, 13)}
    play(match, "go 4-0105")
    assert state(match).left == 8
    assert "4-0101" in goals(actions(match), "go")


def test_a_unit_that_leaves_the_map_is_lost() -> None:
    match = table(FAR | {"l_nu3_1": "4-0101", "l_tau8_1": "4-0505"})
    play(match, "move l_tau8_1")
    assert refused(match, "leave") == "Movement/Map Exit"
    play(match, "stop", "move l_nu3_1", "leave")
    assert where(match, "l_nu3_1") == "left_map"
    start_phase(match, "league")
    assert refused(match, "move l_nu3_1") == "Movement/Map Exit"


def test_a_spacecraft_too_may_leave_over_an_edge_hex_and_is_lost() -> None:
    match = table(FAR | {"l_fl6_1": "4-0505", "l_tau8_1": "4-0505"})
    play(match, "move l_fl6_1")
    assert refused(match, "leave") == "Movement/Map Exit"
    play(match, "over 4-0405", "over 4-0304", "over 4-0204", "over 4-0103", "leave")
    assert where(match, "l_fl6_1") == "left_map" and state(match).mover < 0 and not state(match).aloft
    start_phase(match, "league")
    assert refused(match, "move l_fl6_1") == "Movement/Map Exit"


def test_deadly_terrain_is_entered_only_by_those_who_live_in_it() -> None:
    match = table(FAR | {"l_omi9_1": "5-0409", "l_nu3_1": "5-0409"})
    play(match, "move l_omi9_1")
    assert refused(match, "go 5-0410") == "Scenarios/Terrain Key/1"
    play(match, "stop", "move l_nu3_1", "go 5-0410")


def test_free_flight_costs_half_a_point_a_hex_and_the_full_price_of_the_last() -> None:
    match = table(FAR | {"l_zho1_1": "4-0107"})  # 3 points: four hexes flown for 2, one plain hex for 1
    play(match, "move l_zho1_1", "take off")
    assert "4-0112" in goals(actions(match), "land")
    assert "4-0101" not in goals(actions(match), "land")
    play(match, "land 4-0112")
    assert where(match, "l_zho1_1") == "4-0112" and not state(match).aloft


def test_free_flight_may_be_steered_hex_by_hex() -> None:
    match = table(FAR | {"l_zho1_1": "4-0107"})
    play(match, "move l_zho1_1", "take off", "over 4-0207", "over 4-0307")
    assert state(match).left == 4 and state(match).aloft
    assert refused(match, "stop") == "Movement/Free Flight"
    assert refused(match, "go 4-0308") == "Movement/Free Flight"
    play(match, "land 4-0107")
    assert state(match).mover < 0


def test_a_flight_always_keeps_enough_to_land() -> None:
    match = table(FAR | {"l_zho1_1": "4-0502"})  # over water whose price, 6, no flight can pay
    play(match, "move l_zho1_1", "take off", "land 4-0503")
    assert where(match, "l_zho1_1") == "4-0503"
    match = table(FAR | {"l_zho1_1": "4-0301"})
    play(match, "move l_zho1_1", "take off")
    assert not any(a.startswith("over 4-0502") for a in actions(match))


def test_a_flight_may_be_steered_across_ground_on_which_it_could_not_land() -> None:
    """Over the middle of the deep water no neighbour can be landed on, but the shore beyond can."""
    match = table(FAR | {"l_psi5_1": "4-0306"})
    s = state(match)
    water = s.ground.landings[-1][1]
    play(match, "move l_psi5_1", "take off")
    for _ in range(12):
        over = [a for a in actions(match) if a.startswith("over ")]
        deep = [a for a in over if not s.ground.map.masks[s.ground.cell[_place(match, a)]] & ~water]
        if deep:
            break
        wet = [a for a in over if water >> s.ground.cell[_place(match, a)] & 1]
        play(match, (wet or over)[0])
    assert deep
    play(match, deep[0])
    assert any(a.startswith("land ") for a in actions(match))


def _place(match: Match, text: str) -> int:
    return match.game.vocab["place"].index[text.split()[1]]


@pytest.mark.parametrize("unit", ["l_omi9_1", "l_a_inf_1"])
def test_only_grav_units_fly(unit: str) -> None:
    match = table(FAR | {unit: "4-0107"})
    play(match, f"move {unit}")
    assert "take off" not in actions(match)
    assert refused(match, "take off") == "Movement/Free Flight"


def test_free_flight_takes_the_place_of_the_whole_move() -> None:
    match = table(FAR | {"l_nu3_1": "4-0107"})
    play(match, "move l_nu3_1", "go 4-0106")
    assert refused(match, "take off") == "Movement/Free Flight"


def test_in_free_flight_terrain_is_nothing_and_detection_automatic() -> None:
    at = {"i_zeta7_1": "5-0211", "l_nu3_1": "5-0611", "l_tau8_1": "4-0101"}  # range 4 with hills and peaks between
    match = table(at, phase="league")
    assert match.to_act == ("league",)
    play(match, "move l_nu3_1", "take off", "over 5-0511")
    assert match.to_act == ("imperial",)
    ledger = match.ledger("imperial", "fire i_zeta7_1 at l_nu3_1")
    assert "terrain of the target" not in [m.reason for m in ledger]


def test_the_last_hex_of_a_flight_is_on_the_ground_again() -> None:
    at = {"i_zeta7_1": "5-0211", "l_nu3_1": "5-0710", "l_tau8_1": "4-0101"}
    match = table(at, phase="league")
    play(match, "move l_nu3_1", "take off", "land 5-0611")
    assert where(match, "l_nu3_1") == "5-0611"
    assert match.to_act == ("league",)


def test_the_movement_example() -> None:
    """An Aza 3 pays 1 + 1 + 1 + 2 and ends on volcanic mountains; its infantry can't get out there."""
    match = table(
        {"i_nu3_1": "5-0909", "l_aza3_1": "4-0908", "l_tau8_1": "4-0101"},
        aboard={"l_a_inf_1": "l_aza3_1"},
        scenario="raid_on_wendarst",
    )
    play(match, "move l_aza3_1", "go 5-0209")
    assert "unload l_a_inf_1" in actions(match)
    play(match, "go 5-0309")
    assert "unload l_a_inf_1" in actions(match)
    play(match, "go 5-0409")
    assert "unload l_a_inf_1" in actions(match)
    assert state(match).left == 4
    play(match, "go 5-0408")
    assert state(match).mover < 0
    assert where(match, "l_a_inf_1") == "5-0408" and state(match).on[number(match, "l_a_inf_1")] >= 0
    match = table(
        {"i_nu3_1": "5-0909", "l_aza3_1": "5-0409"}, aboard={"l_a_inf_1": "l_aza3_1"}, scenario="raid_on_wendarst"
    )
    play(match, "move l_aza3_1", "go 5-0408")
    assert refused(match, "unload l_a_inf_1") == "Movement/Example"


STEPS = {  # where it stands, what it has done in its move, what it wants; the rule that forbids it
    "a climb by a tank": ("l_nu3_1 4-0101", "", "climb", "Movement/Climb and Dive/1"),
    "a climb after a flight": ("l_ds3_1 4-0101", "fly 4-0303", "climb", "Movement/Climb and Dive/1"),
    "flight by hover": ("l_omi9_1 4-0101", "", "take off", "Movement/Free Flight"),
    "flight after a step": ("l_nu3_1 4-0101", "go 4-0102", "take off", "Movement/Free Flight"),
    "a landing on foot": ("l_nu3_1 4-0101", "", "land 4-0103", "Movement/Free Flight"),
    "a step in the air": ("l_nu3_1 4-0101", "take off", "go 4-0103", "Movement/Free Flight"),
    "a stop in the air": ("l_nu3_1 4-0101", "take off", "stop", "Movement/Free Flight"),
    "far over the map": ("l_nu3_1 4-0101", "take off", "over 4-0303", "Movement/Free Flight"),
    "endless speed": ("l_nu3_1 4-0101", "", "fly 4-0303", "Movement/Spacecraft/2"),
    "a spacecraft on wheels": ("l_fl6_1 4-0101", "", "go 4-0102", "Movement/Spacecraft/2"),
    "a dive from the ground": ("l_fl6_1 4-0101", "", "dive 4-0102", "Movement/Climb and Dive/1"),
    "a flight from orbit": ("l_fl6_1 orbit_league", "", "fly 4-0102", "Movement/Climb and Dive/1"),
    "a step from orbit": ("l_nu3_1 orbit_league", "", "go 4-0102", "Movement/Climb and Dive/1"),
    "a flight to where it is": ("l_fl6_1 4-0101", "", "fly 4-0101", "Movement/Spacecraft/2"),
    "a step to where it is": ("l_nu3_1 4-0101", "", "go 4-0101", "Movement/General Rule/2"),
    "too far": ("l_omi9_1 4-0101", "", "go 4-0112", "Movement/Movement Points/1"),
    "in over another edge": ("l_nu3_1 edge_west", "", "go 5-0901", "Movement/Map Entrance"),
    "into the enemy": ("l_nu3_1 5-0908", "", "go 5-0909", "Movement/Enemy Units"),
    "off the map": ("l_nu3_1 4-0303", "", "leave", "Movement/Map Exit"),
    "another move": ("l_nu3_1 4-0101", "", "move l_omi2_1", "Movement/General Rule/1"),
    "an end of all moves": ("l_nu3_1 4-0101", "", "done", "Movement/General Rule/1"),
    "fire": ("l_nu3_1 4-0101", "", "fire l_nu3_1 at i_zeta7_1", "Turn/Procedural Notes/1"),
}


@pytest.mark.parametrize("case", STEPS)
def test_a_refused_step_names_its_own_rule(case: str) -> None:
    spot, done, wanted, why = STEPS[case]
    unit, place = spot.split()
    match = table({"i_zeta7_1": "5-0909", "l_omi2_1": "4-0112", "l_a_inf_1": "4-0303", unit: place})
    while match.to_act == ("imperial",):
        play(match, "done")
    play(match, f"move {unit}")
    while match.to_act == ("imperial",):
        play(match, "pass")
    if done:
        play(match, done)
    refusal = match.why_not("league", wanted)
    assert match.decision("league").name == "go"
    assert refusal is not None and refusal.rule == why
    assert "can't do that now" not in refusal.template
