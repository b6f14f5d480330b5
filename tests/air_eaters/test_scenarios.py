"""35.0 to 37.0: Quasarship Assault, Martian Revolt, Expansion in the Solar System."""

from __future__ import annotations

import pytest

from grognard.games.air_eaters import building, economy, players, quasarship, victory
from grognard.games.air_eaters.world import INDUSTRY, ON_MARS, PLACES

from .table import Ground, V, body, piece, place, site

T = V["type"].index
Side = V["side"].index
EARTH, MARS = Side["earth"], Side["mars"]


# --- Quasarship Assault


def assault(**options: object) -> Ground:
    ground = Ground("quasarship_assault", **options)
    ground.s.owner = [-1] * len(ground.s.owner)
    return ground


def quasar(ground: Ground, number: int, at: str) -> None:
    ground.s.at[piece(f"qs_{number}")] = place(at)
    ground.s.owner[piece(f"qs_{number}")] = Side["alien"]


@pytest.mark.parametrize(
    ("roll", "goal"),
    [(1, "mercury_orbit"), (2, "earth_orbit"), (3, "mars_orbit"), (4, "ceres_orbit"), (6, "jupiter_orbit")],
)
def test_35_4_a_die_says_where_a_quasarship_goes(roll: int, goal: str) -> None:
    assert PLACES.ids[quasarship.destination(assault().s, roll)] == goal


@pytest.mark.parametrize(("roll", "names"), [(1, "mercury_1312 mercury_1512"), (4, "ceres_1111"), (6, "callisto_1312")])
def test_35_4_earth_takes_the_place_of_a_devastated_planet(roll: int, names: str) -> None:
    ground = assault()
    for name in names.split():
        ground.devastate(name)
    assert PLACES.ids[quasarship.destination(ground.s, roll)] == "earth_orbit"


def test_35_4_a_five_leads_to_an_undefended_mining_base() -> None:
    ground = assault()
    ground.put("f_2", "corv_1", side="terran")
    ground.put("f_4", "corv_2", side="terran")
    ground.put("f_7", "corv_3", side="terran")
    assert PLACES.ids[quasarship.destination(ground.s, 5)] == "f_9"
    ground.put("f_9", "corv_4", side="terran")
    assert PLACES.ids[quasarship.destination(ground.s, 5)].startswith("f_")
    for n in range(1, 5):
        ground.s.devastated[site(f"mining_base_{n}")] = 1
        ground.s.body_at[body(f"mining_base_{n}")] = -1
    assert PLACES.ids[quasarship.destination(ground.s, 5)] == "earth_orbit"


def test_35_5_the_colony_first_then_battleships_fighters_cruisers() -> None:
    ground = assault()
    quasar(ground, 1, "earth_orbit")
    ground.put("earth_orbit", "corv_1", "ftr_1", "ca_1", "tr_1", side="terran")
    ground.s.forced.append(1)
    ground.go("quasarships_fire")
    assert ground.s.devastated[site("space_colony")] == 1
    ground.s.stack.clear()
    ground.s.forced.append(1)
    ground.go("quasarships_fire")
    assert not ground.alive("ftr_1") and ground.alive("ca_1")
    order = [T[t] for t in ("bb", "ftr", "ca", "dd", "corv")]
    assert list(quasarship.SPACE_PREFERENCE) == order


def test_35_6_bombardment_by_preference_and_luna_last() -> None:
    ground = assault()
    quasar(ground, 1, "earth_orbit")
    ground.put("earth_1716", "bb_1", "corv_1", "tr_1", side="terran")
    ground.s.forced.extend([1, 4, 1, 2])
    ground.go("quasarships_bombard")
    assert not ground.alive("bb_1") and ground.alive("corv_1") and ground.alive("tr_1")
    assert ground.figures()["devastated_ius"] == 2
    assert not ground.s.devastated[site("luna_1212")] and not ground.s.devastated[site("luna_1411")]


def test_35_6_luna_is_bombarded_when_earth_is_waste() -> None:
    ground = assault()
    quasar(ground, 1, "earth_orbit")
    for i, name in enumerate(V["site"].ids):
        if name.startswith("earth_"):
            ground.s.devastated[i] = INDUSTRY[i]
    ground.s.forced.extend([1, 1, 1, 1])
    ground.go("quasarships_bombard")
    assert ground.s.devastated[site("luna_1212")] == ground.s.devastated[site("luna_1411")] == 1


def test_35_3_there_are_no_ground_units() -> None:
    ground = assault()
    quasar(ground, 1, "mars_orbit")
    ground.go("terran_production")
    for kind in ("dt", "army", "sf", "tr"):
        ground.refused(f"build {kind}", "35.3")
    assert "research itr" not in ground.texts() and "research dd" in ground.texts()
    assert not players.may_build(ground.s, 0, T["itr"])


@pytest.mark.parametrize(
    ("left", "winner", "level"),
    [
        (47, "terran", "decisive victory"),
        (40, "terran", "substantial victory"),
        (30, "terran", "marginal victory"),
        (20, "alien", "marginal Terran defeat"),
        (1, "alien", "substantial Terran defeat"),
        (0, "alien", "decisive Terran defeat"),
    ],
)
def test_35_8_the_six_levels(left: int, winner: str, level: str) -> None:
    ground = assault()
    keep = left
    for i, there in enumerate(ground.s.exists):
        if there:
            stand = min(keep, INDUSTRY[i])
            keep -= stand
            ground.s.devastated[i] = INDUSTRY[i] - stand
    victory.end_of_turn(ground.s)  # both Quasarships are gone
    assert ground.s.result is not None and (ground.s.result.winner, ground.s.result.level) == (winner, level)


def test_35_7_inertia_and_sieges_are_options() -> None:
    ground = assault(inertia=True, besieged_planets=True)
    assert ground.match.setup.inertia and ground.match.setup.besieged  # type: ignore[attr-defined]


# --- Martian Revolt


def revolt(**options: object) -> Ground:
    ground = Ground("martian_revolt", **options)
    ground.put("mars_1212", "dt_12", side="mars")
    return ground


def test_36_2_the_sides_control_their_industry() -> None:
    ground = revolt()
    producers = {V["site"].ids[i]: economy.producer_of(ground.s, i) for i, there in enumerate(ground.s.exists) if there}
    assert producers["earth_1716"] == producers["space_colony"] == producers["luna_1212"] == EARTH
    assert producers["mars_1212"] == MARS and producers["mercury_1312"] == producers["ceres_1111"] == -1


def test_36_4_warships_alone_in_orbit_take_neutral_industry_and_keep_it() -> None:
    ground = revolt()
    ground.put("mercury_orbit", "dd_1", side="mars")
    economy.take_neutral_sites(ground.s)
    assert economy.producer_of(ground.s, site("mercury_1312")) == MARS
    ground.put("ceres_orbit", "dd_1", side="mars")
    economy.take_neutral_sites(ground.s)
    assert economy.producer_of(ground.s, site("mercury_1312")) == MARS
    ground.put("ceres_orbit", "corv_1", side="earth")
    economy.take_neutral_sites(ground.s)
    assert economy.producer_of(ground.s, site("ceres_1111")) == -1  # both are there


def test_36_4_luna_follows_any_units_in_orbit_around_earth() -> None:
    ground = revolt()
    ground.put("earth_orbit", "tr_1", side="mars")
    economy.take_neutral_sites(ground.s)
    assert economy.producer_of(ground.s, site("luna_1212")) == MARS


def test_36_5_martian_tanks_on_earth_move_hex_by_hex() -> None:
    ground = revolt()
    ground.put("earth_1615", "dt_5", side="mars")
    ground.go("mars_moves")
    ground.play("move dt_5")
    ground.refused("to earth_1514", "36.5", "sea")
    ground.refused("to earth_2113", "6.4.3", "adjacent")
    ground.play("to earth_1616")


def test_36_6_an_army_attacks_martians_anywhere_on_earth() -> None:
    ground = revolt()
    ground.put("earth_1716", "army_1", side="earth")
    ground.put("earth_2113", "dt_5", "corv_14", side="mars")
    ground.go("earth_fires")
    ground.play("fire army_1")
    assert {"at dt_5", "at corv_14"} == set(ground.texts())
    assert ground.match.odds("earth", "at dt_5") == pytest.approx({"destroyed": 0.5, "no effect": 0.5})


def test_36_3_combat_is_simultaneous_and_earth_announces_first() -> None:
    ground = revolt()
    ground.put("venus_orbit", "corv_1", side="earth")
    ground.put("venus_orbit", "dd_1", side="mars")
    ground.go("earth_fires")
    ground.dice(1)
    ground.play("fire corv_1", "at dd_1")
    assert ground.alive("dd_1") and ground.phase == "mars_fires"
    ground.dice(1)
    ground.play("fire dd_1", "at corv_1")
    assert not ground.alive("dd_1") and not ground.alive("corv_1")


def test_36_3_martian_destroyers_bombard_earth() -> None:
    ground = revolt()
    ground.put("earth_orbit", "dd_1", side="mars")
    ground.put("earth_1716", "dt_1", side="earth")
    ground.go("bombardment")
    assert ground.match.to_act == ("mars",)
    ground.play("bombard dd_1")
    assert "at dt_1" in ground.texts() and "hit earth_1716" in ground.texts()
    ground.dice(3)
    ground.play("hit earth_1716")
    assert ground.s.devastated[site("earth_1716")] == 1


def test_36_7_martian_prices() -> None:
    ground = revolt()
    assert [building.cost(ground.s, MARS, T[t]) for t in ("dd", "dt", "tr")] == [8, 3, 3]
    assert [building.cost(ground.s, EARTH, T[t]) for t in ("dd", "dt", "tr")] == [15, 5, 5]
    assert building.known(ground.s, MARS, T["dd"]) and not building.known(ground.s, EARTH, T["dd"])


def test_36_8_each_side_places_on_its_own_planet() -> None:
    ground = revolt()
    ground.go("mars_produces")
    ground.play("build dt", "place dt")
    assert set(ground.texts()) == {f"to mars_{n}" for n in ("1212", "1412", "1513", "1713")}
    other = revolt()
    other.go("earth_produces")
    other.play("build dt", "place dt")
    assert not any("mars" in t for t in other.texts())


def test_36_9_limits_of_each_side() -> None:
    ground = revolt()
    for n in range(1, 7):
        ground.put("earth_1716", f"dt_{n}", side="earth")
    assert not building.room(ground.s, EARTH, T["dt"]) and building.room(ground.s, MARS, T["dt"])
    assert not building.room(ground.s, MARS, T["corv"])
    for n in (1, 2, 3):
        ground.put("mars_1212", f"tr_{n}", side="mars")
    assert not building.room(ground.s, MARS, T["tr"]) and building.room(ground.s, EARTH, T["tr"])


def test_36_10_there_is_no_research() -> None:
    ground = revolt()
    ground.go("earth_produces")
    ground.refused("research dd", "36.10")


def test_36_11_mars_itself_is_never_besieged() -> None:
    ground = revolt(besieged_planets=True)
    ground.put("mars_orbit", "corv_1", side="earth")
    assert not economy.besieged(ground.s, ON_MARS, MARS)
    ground.put("earth_orbit", "dd_1", side="mars")
    assert economy.site_besieged(ground.s, site("luna_1212"), EARTH)


def test_36_12_earth_wins_when_mars_lies_waste_and_mars_after_ten_turns() -> None:
    ground = revolt()
    for name, n in (("mars_1212", 1), ("mars_1412", 1), ("mars_1513", 2), ("mars_1713", 1)):
        ground.devastate(name, n)
    ground.put("mars_1212", "dt_1", side="earth")
    ground.go("earth_fires")
    ground.dice(3)
    ground.play("fire dt_1", "hit mars_1212")
    assert ground.match.result is not None and ground.match.result.winner == "earth"
    other = revolt()
    other.s.turn = 10
    victory.end_of_turn(other.s)
    assert other.s.result is not None and other.s.result.winner == "mars"


def test_36_5_only_martian_tanks_do_without_air_transport() -> None:
    ground = revolt()
    ground.put("earth_1716", "tr_1", side="mars")
    ground.go("mars_moves")
    ground.play("move tr_1", "to earth_2113")
    assert ground.at("tr_1") == "earth_2113"


def test_36_8_mars_builds_no_armies_and_submarines() -> None:
    ground = revolt()
    ground.go("mars_produces")
    assert not {"build army", "invest army", "build sf", "invest sf"} & set(ground.texts())
    ground.refused("build sf", "10.4", "Earth only")
    ground.refused("build corv", "36.9", "limit")


def test_35_2_only_ships_move_and_only_through_space() -> None:
    ground = assault()
    quasar(ground, 1, "mars_orbit")
    ground.put("earth_1716", "corv_1", side="terran")
    ground.go("terrans_move")
    assert ground.name == "lift_and_land"


def test_35_8_the_game_ends_when_the_last_quasarship_falls() -> None:
    ground = assault()
    quasar(ground, 1, "mars_orbit")
    ground.put("mars_orbit", "bb_1", side="terran")
    ground.go("terrans_fire")
    ground.dice(3)
    ground.play("fire bb_1", "at qs_1")
    assert ground.match.result is not None and ground.match.result.level == "decisive victory"


def test_36_4_a_warship_in_its_space_takes_a_mining_base() -> None:
    ground = revolt()
    ground.put("f_2", "corv_1", side="earth")
    ground.put("f_4", "tr_5", side="mars")  # no warship
    economy.take_neutral_sites(ground.s)
    owners = [economy.producer_of(ground.s, site(f"mining_base_{n}")) for n in (1, 2)]
    assert owners == [EARTH, -1]
    ground.put("f_2", "dd_1", side="mars")
    assert economy.producer_of(ground.s, site("mining_base_1")) == -1  # both are there
    ground.s.at[piece("corv_1")] = ground.s.owner[piece("corv_1")] = -1
    economy.take_neutral_sites(ground.s)
    assert economy.producer_of(ground.s, site("mining_base_1")) == MARS


def test_36_4_callisto_follows_warships_in_jupiters_orbit() -> None:
    ground = revolt()
    ground.put("jupiter_orbit", "corv_1", side="earth")
    economy.take_neutral_sites(ground.s)
    assert economy.producer_of(ground.s, site("callisto_1312")) == EARTH


def at_mercury(**options: object) -> Ground:
    """Both sides have a ship at Mercury, which Earth held before."""
    ground = revolt(**options)
    ground.s.site_side[site("mercury_1312")] = EARTH
    ground.put("mercury_orbit", "corv_1", side="earth")
    ground.put("mercury_orbit", "dd_1", side="mars")
    return ground


def test_36_4_who_leaves_last_keeps_the_industry() -> None:
    ground = at_mercury()
    ground.go("earth_moves")
    ground.play("done", "move corv_1", "to a_1")
    assert ground.match.to_act == ("mars",)
    assert economy.producer_of(ground.s, site("mercury_1312")) == MARS  # Earth has gone
    while ground.name != "space_movement":
        ground.play("done")
    ground.play("move dd_1", "to a_1")
    economy.take_neutral_sites(ground.s)
    assert economy.producer_of(ground.s, site("mercury_1312")) == MARS


def test_36_4_industry_works_for_nobody_when_both_have_perished() -> None:
    ground = at_mercury()
    ground.go("earth_fires")
    ground.dice(1, 1)
    ground.play("fire corv_1", "at dd_1", "fire dd_1", "at corv_1")
    assert not ground.alive("corv_1") and not ground.alive("dd_1")
    assert economy.income(ground.s, EARTH) == 44 and economy.income(ground.s, MARS) == 6
    assert economy.producer_of(ground.s, site("mercury_1312")) == -1


def test_36_4_disputed_industry_may_be_bombarded() -> None:
    ground = at_mercury()
    ground.go("earth_fires")
    ground.dice(6, 6)
    ground.play("fire corv_1", "at dd_1", "fire dd_1", "at corv_1")
    ground.play("bombard dd_1")
    assert set(ground.texts()) == {"hit mercury_1312", "hit mercury_1512"}
