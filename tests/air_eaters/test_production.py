"""10.0 to 13.0, 28.0: production, research, reinforcements, victory in the Introductory Game."""

from __future__ import annotations

import pytest

from grognard.games.air_eaters import charts, research, units
from grognard.games.air_eaters.world import INDUSTRY

from .table import Ground, V, finish_phase, site

T = V["type"].index


def producing(scenario: str = "introductory") -> Ground:
    ground = Ground(scenario)
    ground.put("venus_orbit", "ms_1")
    return ground


def points(ground: Ground) -> int:
    return ground.s.points[0]


def test_10_1_all_undevastated_industry_counts_even_where_aliens_stand() -> None:
    ground = producing()
    ground.put("earth_1716", "cw_1")
    ground.devastate("mars_1212")
    ground.go("terran_production")
    assert points(ground) == 52 == ground.figures()["terran_production"]


def test_10_2_what_is_left_over_is_lost() -> None:
    ground = producing()
    ground.go("terran_production")
    ground.play("build dt", "done")
    assert points(ground) == 0


COSTS = {
    "army": 30, "sf": 15, "dt": 5, "tr": 5, "corv": 10, "bi": 5, "isf": 15, "ftr": 15,
    "dd": 15, "ca": 20, "bb": 20, "itr": 5,
}  # fmt: skip
RESEARCHED = {"bi", "isf", "ftr", "dd", "ca", "bb", "itr"}


def test_10_3_the_production_chart_cell_by_cell() -> None:
    assert {t: units.COST[T[t]] for t in COSTS} == COSTS
    assert {t for t in COSTS if units.NEEDS_RESEARCH[T[t]]} == RESEARCHED


def test_10_3_example_three_destroyers_and_a_tank_for_50() -> None:
    ground = producing()
    ground.s.researched[0] = 1 << V["project"].index["dd"]
    ground.go("terran_production")
    ground.s.points[0] = 52
    ground.play("build dd", "build dd", "build dd", "build dt")
    assert points(ground) == 2
    ground.play("invest dd", "pay 2")
    assert ground.s.paid[T["dd"]] == 2 and points(ground) == 0


def test_10_2_ius_allocated_towards_a_unit_count_on_later_turns() -> None:
    ground = producing()
    ground.s.paid[T["army"]] = 28
    ground.go("terran_production")
    before = points(ground)
    ground.play("build army")
    assert points(ground) == before - 2 and ground.s.paid[T["army"]] == 0


def test_10_2_a_whole_unit_is_built_not_paid_in_part() -> None:
    ground = producing()
    ground.go("terran_production")
    ground.play("invest dt")
    assert ground.texts() == ["pay 1", "pay 2", "pay 3", "pay 4"]
    ground.refused("pay 5", "10.2")


def test_10_3_units_are_limited_by_the_counters() -> None:
    ground = producing()
    ground.put("earth_1716", "army_1", "army_2", "army_3")
    ground.go("terran_production")
    ground.refused("build army", "10.3", "no more counters")
    ground.refused("invest army", "10.3", "no more counters")
    ground.play("dismantle army_2", "build army", "place army", "to earth_2113")
    assert ground.at("army_2") == "earth_2113"


def test_10_3_dismantling_is_for_counters_that_have_run_out() -> None:
    ground = producing()
    ground.put("earth_1716", "army_1")
    ground.go("terran_production")
    ground.refused("dismantle army_1", "10.3")


def test_10_4_new_units_stand_on_undevastated_industry() -> None:
    ground = producing()
    ground.devastate("earth_1616")
    ground.go("terran_production")
    ground.play("build dt", "place dt")
    assert "to earth_1716" in ground.texts()
    ground.refused("to earth_1616", "10.4", "undevastated")
    ground.refused("to earth_1816", "10.4", "undevastated")
    ground.play("to earth_1716")
    assert ground.at("dt_1") == "earth_1716"


def test_10_4_one_unit_a_turn_may_stand_on_mars_but_no_army_or_submarine() -> None:
    ground = producing()
    ground.go("terran_production")
    ground.play("build corv", "build corv", "build army", "place corv", "to mars_1212", "place corv")
    ground.refused("to mars_1212", "10.4", "Mars")
    ground.play("to earth_1716", "place army")
    ground.refused("to mars_1212", "10.4", "Mars")


def test_10_4_nothing_is_placed_on_a_devastated_mars() -> None:
    ground = producing()
    for name, n in (("mars_1212", 2), ("mars_1412", 1), ("mars_1513", 2), ("mars_1713", 1)):
        ground.devastate(name, n)
    ground.go("terran_production")
    ground.play("build dt", "place dt")
    assert not any("mars" in t for t in ground.texts())


def test_10_4_a_unit_may_be_held_off_the_map() -> None:
    ground = producing()
    ground.go("terran_production")
    ground.play("build dt", "done")
    assert ground.s.ready[T["dt"]] == 1
    ground.go("terran_production")
    ground.play("place dt", "to earth_1716")
    assert ground.at("dt_1") == "earth_1716"


# --- research


def test_11_1_researched_types_wait_for_success() -> None:
    ground = producing()
    ground.go("terran_production")
    ground.refused("build dd", "11.1", "researched")


def test_11_2_the_prerequisites_cell_by_cell() -> None:
    deed = {name: 1 << i for i, name in enumerate(V["deed"].ids)}
    p = V["project"].index
    wanted = {
        "dd": (-1, 0),
        "ftr": (-1, deed["space_combat"]),
        "ca": (p["dd"], deed["space_combat"]),
        "bb": (p["ca"], deed["warship_attacked"]),
        "itr": (-1, 0),
        "bi": (-1, deed["land_combat_with_tank"]),
        "isf": (-1, deed["underwater_combat"]),
    }
    assert {name: charts.PREREQUISITE[p[name]] for name in wanted} == wanted
    modifiers = {
        "dd": (-1, deed["space_combat"]),
        "ftr": (-1, deed["escort_destroyed"]),
        "ca": (-1, deed["alien_destroyed_in_space"]),
        "bb": (-1, deed["warship_destroyed"]),
        "itr": (p["dd"], 0),
        "bi": (-1, deed["crawler_destroyed_on_land"]),
        "isf": (-1, deed["alien_destroyed_underwater"]),
    }
    assert {name: charts.MODIFIER[p[name]] for name in modifiers} == modifiers


def test_11_2_research_waits_for_its_prerequisites() -> None:
    ground = producing()
    ground.go("terran_production")
    ground.refused("research ftr", "11.2", "space combat")
    ground.refused("research ca", "11.2", "must be researched first")
    ground.play("research dd")
    ground.refused("research dd", "11.3", "has its IUs")


def test_11_2_a_hopeless_attack_on_a_quasarship_counts() -> None:
    ground = producing()
    ground.put("mars_orbit", "corv_1", "qs_1")
    ground.go("terrans_fire")
    ground.play("fire corv_1")
    assert ground.match.odds("terran", "at qs_1") == {"no effect": 1.0}
    ground.play("at qs_1")
    assert ground.s.deeds[0] & charts.WARSHIP_ATTACKED and ground.s.deeds[0] & charts.SPACE_COMBAT


def test_11_2_being_attacked_counts_as_combat_and_one_attack_serves_several_projects() -> None:
    ground = producing()
    ground.put("earth_1816", "cw_1", "dt_1")
    ground.put("mars_orbit", "esc_1", "corv_1")
    ground.go("aliens_fire")
    ground.dice(6)
    ground.play("fire cw_1", "at dt_1")
    assert ground.s.deeds[0] == charts.LAND_COMBAT
    ground.dice(6)
    ground.play("fire esc_1", "at corv_1")
    assert ground.s.deeds[0] == charts.LAND_COMBAT | charts.SPACE_COMBAT
    ground.dice(1)
    ground.play("fire dt_1", "at cw_1")
    assert ground.s.deeds[0] & charts.CRAWLER_DESTROYED
    ground.dice(1)
    ground.play("fire corv_1", "at esc_1")
    assert ground.s.deeds[0] & charts.ESCORT_DESTROYED and ground.s.deeds[0] & charts.ALIEN_DESTROYED_IN_SPACE


def test_11_3_ten_ius_a_project_a_turn() -> None:
    ground = producing()
    ground.go("terran_production")
    ground.play("research dd", "research itr")
    assert points(ground) == 33


@pytest.mark.parametrize(("deeds", "roll", "works"), [(0, 2, True), (0, 3, False), (charts.SPACE_COMBAT, 3, True)])
def test_11_4_one_or_two_succeeds_and_three_with_the_modifier(deeds: int, roll: int, works: bool) -> None:
    ground = producing()
    ground.s.deeds[0] = deeds
    ground.go("terran_production")
    ground.play("research dd")
    ground.dice(roll)
    ground.play("done")
    assert bool(ground.s.researched[0] >> V["project"].index["dd"] & 1) is works


def test_11_4_destroyers_must_have_been_researched_on_an_earlier_turn() -> None:
    ground = producing()
    ground.go("terran_production")
    itr = V["project"].index["itr"]
    ground.play("research dd", "research itr")
    assert research.highest(ground.s, 0, itr) == 2
    ground.dice(1, 3)  # Destroyers succeed; the Transport's 3 does not
    ground.play("done")
    assert not ground.s.researched[0] >> itr & 1
    assert research.highest(ground.s, 0, itr) == 3


def test_11_4_an_alien_bombed_in_the_sea_is_destroyed_underwater() -> None:
    ground = Ground()
    ground.put("earth_orbit", "dd_1", "corv_1")
    ground.put("earth_2416", "cw_1")
    ground.put("earth_1716", "cw_2")
    ground.go("bombardment")
    ground.dice(1)
    ground.play("bombard dd_1", "at cw_1")
    assert ground.s.deeds[0] == charts.ALIEN_DESTROYED_UNDERWATER


# --- reinforcements


def altair(turn: int, *places: str) -> Ground:
    ground = Ground(turn=turn)
    ground.bodies(earth="c_1")
    for n, at in enumerate(places, 1):
        ground.put(at, f"ms_{n}")
    ground.go("alien_reinforcements")
    return ground


def test_12_0_the_chart_turn_by_turn() -> None:
    names = {turn: V["type"].ids[kind] for turn, kind in charts.SPECIAL.items()}
    assert names == {3: "ns", 6: "ns", 9: "ns", 12: "ns", 15: "qs", 18: "ns", 21: "qs", 24: "ns"}


def test_12_0_each_mothership_in_line_with_altair_receives_a_unit() -> None:
    ground = altair(1, "e_1", "earth_orbit")
    ground.play("receive cw")
    assert set(ground.texts()) == {"aboard ms_1", "aboard ms_2"}
    ground.play("aboard ms_2")
    assert ground.at("cw_1") == "mothership_two"
    ground.play("receive esc")
    assert "ESC 1 arrives at E-1" in ground.log() and ground.s.turn == 2


def test_12_0_with_one_mothership_one_unit_of_choice_arrives() -> None:
    ground = altair(3, "d_1", "d_2")
    ground.refused("receive qs", "12.0", "does not arrive")
    ground.play("receive ns")
    assert "NS 1 arrives at D-1" in ground.log() and ground.s.turn == 4


def test_12_0_without_a_mothership_in_line_both_are_lost() -> None:
    ground = Ground(turn=1)
    ground.put("e_2", "ms_1", "ms_2")
    ground.go("alien_reinforcements")
    assert ground.s.turn == 2


def test_12_0_a_unit_may_be_dismantled_for_its_counter() -> None:
    ground = Ground(turn=1)
    ground.put("e_1", "ms_1")
    ground.put("mars_orbit", *(f"ln_{n}" for n in range(1, 9)))
    ground.go("alien_reinforcements")
    ground.refused("receive ln", "12.0", "counters")
    ground.play("dismantle ln_3", "receive ln")
    assert "LN 3 arrives at E-1" in ground.log()


# --- victory


def ruin(ground: Ground, but: int = 0) -> None:
    """Devastate all industry but so many units."""
    s = ground.s
    left = but
    for i, there in enumerate(s.exists):
        if there:
            keep = min(left, INDUSTRY[i])
            left -= keep
            s.devastated[i] = INDUSTRY[i] - keep


def test_13_0_the_aliens_win_when_the_last_industry_falls() -> None:
    ground = Ground()
    ruin(ground, but=1)
    name = next(V["site"].ids[i] for i in range(34) if ground.s.exists[i] and not ground.s.devastated[i])
    ground.put(name, "cw_1")
    ground.go("aliens_fire")
    ground.dice(1)
    ground.play("fire cw_1", f"hit {name}")
    assert ground.match.result is not None and ground.match.result.winner == "alien"


def test_13_0_the_terrans_win_at_the_end_of_turn_24() -> None:
    ground = Ground(turn=24)
    ground.put("venus_orbit", "ms_1")
    ruin(ground, but=1)
    ground.go("terran_production")
    finish_phase(ground)
    assert ground.match.result is not None and ground.match.result.winner == "terran"


def test_13_0_the_game_goes_on_at_turn_23() -> None:
    ground = Ground(turn=23)
    ground.put("venus_orbit", "ms_1")
    ground.go("terran_production")
    finish_phase(ground)
    assert ground.match.result is None and ground.s.turn == 24


# --- repair


def test_28_0_seven_ius_on_earth_and_twelve_elsewhere() -> None:
    ground = producing("advanced")
    ground.devastate("earth_1716", 2)
    ground.devastate("luna_1212")
    ground.go("terran_production")
    before = points(ground)
    ground.play("repair earth_1716")
    assert points(ground) == before - 7
    ground.play("repair luna_1212")
    assert points(ground) == before - 19
    assert ground.s.devastated[site("earth_1716")] == 1 and not ground.s.devastated[site("luna_1212")]
    ground.refused("repair earth_1616", "28.0")
    ground.refused("repair space_colony", "28.0")


def test_28_0_besieged_industry_is_not_repaired_and_not_in_the_intermediate_game() -> None:
    ground = producing("advanced")
    ground.devastate("mars_1212")
    ground.put("mars_orbit", "esc_1")
    ground.go("terran_production")
    ground.refused("repair mars_1212", "28.0")
    other = producing("intermediate")
    other.devastate("earth_1716")
    other.go("terran_production")
    other.refused("repair earth_1716", "28.0")


def test_10_4_refusals_of_a_place_name_the_reason() -> None:
    ground = Ground("advanced")
    ground.put("venus_orbit", "ms_1")
    ground.devastate("mars_1713")
    for kind in ("army", "sf", "dt"):
        ground.s.ready[T[kind]] = 2
    ground.go("terran_production")
    ground.play("place army")
    ground.refused("to mars_1212", "10.4", "Armies and submarines")
    ground.refused("to luna_1212", "10.4", "one a turn on Mars")
    ground.refused("to c_3", "10.4", "undevastated")
    ground.play("to earth_1716", "place sf")
    ground.refused("to earth_1715", "10.4", "part-sea")
    ground.play("to earth_1716", "place dt")
    ground.refused("to mars_1713", "10.4", "undevastated")
    ground.play("to mars_1212", "place dt")
    ground.refused("to mars_1212", "10.4", "one unit has been placed")
    ground.play("to earth_1716", "place army")
    ground.put("mars_orbit", "esc_1")
    ground.s.placed[0] = 0
    ground.s.ready[T["dt"]] = 1
    ground.play("to earth_1716", "place dt")
    ground.refused("to mars_1212", "27.2", "besieged")


def test_28_0_what_is_repaired_adds_nothing_that_turn_but_takes_new_units() -> None:
    ground = Ground("advanced")
    ground.put("venus_orbit", "ms_1")
    ground.devastate("mars_1713")
    ground.s.ready[T["dt"]] = 1
    ground.go("terran_production")
    before = ground.s.points[0]
    ground.play("repair mars_1713")
    assert ground.s.points[0] == before - 12
    ground.play("place dt", "to mars_1713")
