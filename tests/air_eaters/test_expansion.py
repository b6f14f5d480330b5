"""37.0: Expansion in the Solar System."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.games.air_eaters import building, economy, expansion, victory
from grognard.games.air_eaters.world import MINING_BASE, ON_MARS, PLACES

from .table import Ground, V, body, piece, site

T = V["type"].index
EARTH, MARS = V["side"].index["earth"], V["side"].index["mars"]


def expand(**options: object) -> Ground:
    ground = Ground("expansion", **options)
    for n in range(1, 5):
        ground.s.body_at[body(f"mining_base_{n}")] = -1
        ground.s.exists[site(f"mining_base_{n}")] = 0
    return ground


def test_37_2_ceres_belongs_to_mars() -> None:
    ground = expand()
    assert economy.producer_of(ground.s, site("ceres_1111")) == MARS


def test_37_4_a_warship_over_the_others_home_stops_its_owners_production() -> None:
    ground = expand()
    ground.put("earth_orbit", "dd_1", side="mars")
    assert economy.income(ground.s, MARS) == 0 and economy.income(ground.s, EARTH) == 42


def test_37_4_landing_a_tank_on_the_others_home_loses() -> None:
    ground = expand()
    ground.put("mars_orbit", "tr_1", side="earth")
    ground.put("mars_orbit", "dt_1", side="earth")
    ground.s.carrier[piece("dt_1")] = piece("tr_1")
    ground.go("earth_moves")
    ground.play("move tr_1")
    assert "loses the game" in ground.prompt
    ground.play("to mars_1312")
    assert ground.match.result is not None and ground.match.result.winner == "mars"


def test_37_5_development_costs_15_or_10_and_needs_a_unit_alone_there() -> None:
    ground = expand()
    ground.put("mercury_1312", "tr_1", side="mars")
    ground.put("luna_1212", "dt_1", side="earth")
    ground.go("earth_produces")
    before = ground.s.points[EARTH]
    assert [t for t in ground.texts() if t.startswith("repair")] == ["repair luna_1212"]
    ground.play("repair luna_1212")
    assert ground.s.points[EARTH] == before - 15 and ground.s.site_side[site("luna_1212")] == EARTH
    ground.s.points[MARS] = 10
    assert building.repairable(ground.s, MARS) == [site("mercury_1312")]
    ground.put("mercury_1312", "dt_2", side="earth")
    assert building.repairable(ground.s, MARS) == []


def test_37_6_1_prospecting_costs_12_or_3() -> None:
    ground = expand()
    ground.go("earth_produces")
    ground.play("prospect", "prospect", "prospect")
    assert ground.s.points[EARTH] == 42 - 36 and ground.s.surveys[EARTH] == 3
    ground.play("done")
    ground.play("prospect", "prospect")
    assert ground.s.points[MARS] == 1


def test_37_6_2_example_a_three_and_a_six_lead_to_h_26() -> None:
    ground = expand()
    ground.s.forced.extend([1, 3, 6])
    expansion.prospect(ground.s, MARS)
    slot = next(i for i in range(40) if ground.s.body_at[MINING_BASE + i] >= 0)
    assert PLACES.ids[ground.s.body_at[MINING_BASE + slot]] == "h_26"
    assert economy.producer_of(ground.s, site(f"mining_base_{slot + 1}")) == MARS


def test_37_6_2_an_occupied_space_gives_nothing() -> None:
    ground = expand()
    ground.bodies(ceres="g_3")
    ground.s.forced.extend([2, 1, 1, 1, 3, 6, 1, 3, 6, 3])
    for _ in range(4):
        expansion.prospect(ground.s, EARTH)
    assert sum(1 for at in ground.s.body_at[MINING_BASE:] if at >= 0) == 1  # G-3 is Ceres', H-26 only once, a 3 fails


def test_37_7_developed_sites_may_be_devastated_but_do_not_change_hands() -> None:
    ground = expand()
    ground.s.devastated[site("mercury_1312")] = 0
    ground.s.site_side[site("mercury_1312")] = MARS
    ground.put("mercury_1312", "dt_1", side="earth")
    ground.put("mercury_1312", "dt_2", side="mars")
    ground.go("earth_fires")
    ground.dice(1)
    ground.play("fire dt_1", "hit mercury_1312")
    assert ground.s.site_side[site("mercury_1312")] == MARS and ground.s.devastated[site("mercury_1312")] == 1


def test_37_8_martian_prices() -> None:
    ground = expand()
    assert [building.cost(ground.s, MARS, T[t]) for t in ("dd", "corv", "dt", "tr", "itr")] == [8, 5, 3, 3, 3]


def test_37_9_mars_places_on_its_undevastated_industry() -> None:
    ground = expand()
    ground.devastate("mars_1412")
    ground.go("mars_produces")
    ground.play("build dt", "place dt")
    assert set(ground.texts()) == {f"to mars_{n}" for n in ("1212", "1513", "1713")}


def test_37_10_limits_of_each_side() -> None:
    ground = expand()
    wanted = {"dt": 6, "tr": 4, "itr": 4, "corv": 7, "dd": 4}
    assert {t: building.limit(ground.s, EARTH, T[t]) for t in wanted} == wanted


def test_37_11_research_of_each_side() -> None:
    ground = expand()
    ground.go("earth_produces")
    assert {t for t in ground.texts() if t.startswith("research")} == {"research dd", "research itr"}
    ground.play("research itr", "done")
    assert {t for t in ground.texts() if t.startswith("research")} == {"research itr"}
    ground.play("research itr")
    assert ground.s.points[MARS] == 2
    ground.refused("research dd", "37.11")
    ground.dice(2, 3)  # no modifier: 3 fails
    ground.play("done")
    assert ground.s.researched[EARTH] and not ground.s.researched[MARS]


def test_37_12_mars_is_besieged_like_any_planet() -> None:
    ground = expand(besieged_planets=True)
    ground.put("mars_orbit", "corv_1", side="earth")
    assert economy.besieged(ground.s, ON_MARS, MARS)


def test_37_13_the_greater_gain_wins_at_the_end_of_turn_12() -> None:
    ground = expand()
    for slot, side in ((0, EARTH), (1, MARS), (2, MARS)):
        ground.s.exists[site(f"mining_base_{slot + 1}")] = 1
        ground.s.site_side[site(f"mining_base_{slot + 1}")] = side
    assert (victory.expansion_gain(ground.s, EARTH), victory.expansion_gain(ground.s, MARS)) == (1, 2)
    ground.s.turn = 12
    victory.end_of_turn(ground.s)
    assert ground.s.result is not None and ground.s.result.winner == "mars"


def test_37_4_a_retreat_that_lands_a_tank_on_the_others_home_loses_too() -> None:
    ground = expand(continuing_combat=True)
    ground.put("mars_orbit", "tr_1", "corv_1", side="earth")
    ground.aboard("tr_1", "dt_1")
    ground.s.owner[piece("dt_1")] = EARTH
    ground.put("mars_orbit", "dd_1", side="mars")
    ground.go("earth_fires")
    ground.dice(6, 6)
    ground.play("fire corv_1", "at dd_1", "fire dd_1", "at corv_1", "retreat")
    assert ground.prompt == "Where does TR 1 retreat? Its tank on the enemy's home planet loses the game"
    ground.play("to mars_1312")
    assert ground.match.result is not None and ground.match.result.winner == "mars"


def test_37_5_nothing_is_developed_under_siege() -> None:
    ground = expand(besieged_planets=True)
    ground.put("luna_1212", "dt_1", side="earth")
    ground.put("earth_orbit", "dd_1", side="mars")
    ground.go("earth_produces")
    ground.refused("repair luna_1212", "28.0", "besieged")
    ground.put("earth_orbit", "corv_1", side="earth")
    ground.play("repair luna_1212")


def test_37_5_why_a_site_is_not_developed() -> None:
    ground = expand()
    ground.go("earth_produces")
    ground.refused("repair mercury_1312", "37.5", "Transport or tank")
    ground.refused("repair earth_1716", "28.0", "not repaired in this game")


def test_36_5_is_no_rule_of_expansion_and_transports_fly_on_earth() -> None:
    ground = expand()
    ground.put("earth_1716", "tr_1", side="mars")
    ground.go("mars_moves")
    ground.play("move tr_1", "to earth_2113")
    assert ground.at("tr_1") == "earth_2113"


def test_37_6_the_odds_of_prospecting_are_those_of_the_dice() -> None:
    """By every roll of the two surveys before and of the one that is asked about."""
    ground = expand()
    ground.bodies(ceres="g_3")
    ground.bodies(mining_base_1="h_26")
    ground.go("mars_produces")
    assert ground.match.odds("mars", "prospect") == {
        "a mining base": pytest.approx(34 / 108),
        "nothing": pytest.approx(74 / 108),
    }
    ground.play("prospect")
    # 34 of 36 spaces are free; the first roll takes one away where it finds one
    first = Fraction(34, 108)
    chance = first * Fraction(33, 108) + (1 - first) * Fraction(34, 108)
    assert ground.match.odds("mars", "prospect")["a mining base"] == pytest.approx(float(chance))
    counted = sum(not expansion.taken(ground.s, cell) for line in expansion.LINES for cell in expansion.PLACEMENT[line])
    assert counted == 34


def test_37_6_1_a_roll_must_be_paid_for() -> None:
    ground = expand()
    ground.go("mars_produces")
    ground.play("prospect", "prospect")
    ground.refused("prospect", "37.6.1", "3 IUs")


def test_37_10_the_limit_is_named() -> None:
    ground = expand()
    ground.put("mars_orbit", *(f"corv_{n}" for n in range(1, 8)), side="mars")
    ground.go("mars_produces")
    ground.refused("build corv", "37.10", "limit")
    ground.refused("build army", "10.4", "Earth only")
