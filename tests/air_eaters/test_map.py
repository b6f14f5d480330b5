"""2.0 and 3.0: rings, planets, industry, counters."""

from __future__ import annotations

from grognard.games.air_eaters import units, world

from .table import GAME, Ground, V, place, site

TERRAN_COUNTERS = {
    "army": 3, "dt": 12, "bi": 10, "sf": 6, "isf": 6, "tr": 8, "itr": 7,
    "corv": 14, "dd": 8, "ca": 8, "bb": 4, "ftr": 8,
}  # fmt: skip
ALIEN_COUNTERS = {"ms": 2, "qs": 3, "ns": 7, "esc": 15, "ln": 8, "cw": 13, "base": 13, "ac": 7}
FACTORS = {"dt": 1, "bi": 1, "tr": 1, "itr": 3, "corv": 1, "dd": 2, "ca": 3, "bb": 4, "ftr": 0, "army": -1, "ms": -1}


def ids(places: object) -> set[str]:
    return {V["place"].ids[p] for p in places}  # type: ignore[attr-defined]


def test_2_0_the_rings_have_the_sizes_of_their_orbits() -> None:
    sizes = dict(zip("abcdefghijkl", world.SOLAR.sizes, strict=False))
    assert sizes == {
        "a": 1, "b": 2, "c": 4, "d": 8, "e": 12, "f": 18, "g": 24, "h": 30, "i": 36, "j": 40, "k": 44, "l": 48,
    }  # fmt: skip


def test_2_0_spaces_are_adjacent_by_an_edge_or_a_corner() -> None:
    near = ids(world.SOLAR.neighbours[place("d_3")])
    assert near == {"d_2", "d_4", "c_1", "c_2", "e_3", "e_4", "e_5"}
    assert ids(world.SOLAR.neighbours[place("a_1")]) == {"b_1", "b_2"}


def test_2_0_planets_are_as_large_as_their_scale_says() -> None:
    hexes = dict.fromkeys(world.SURFACES.ids, 0)
    for surface, _ in world.HEX_OF:
        hexes[world.SURFACES.ids[surface]] += 1
    assert hexes == {
        "mercury": 18, "venus": 28, "earth": 120, "luna": 8, "mars": 32, "ceres": 1, "pallas": 1, "vesta": 1,
        "ganymede": 18, "callisto": 18, "io": 8, "europa": 8,
    }  # fmt: skip


def test_2_0_industry_stands_where_the_counters_say() -> None:
    found: dict[str, int] = {}
    for number, at in zip(world.INDUSTRY, world.SITE_PLACE, strict=False):
        name = world.SURFACES.ids[world.SURFACE[at]]
        found[name] = found.get(name, 0) + number
    assert found == {"earth": 41, "luna": 2, "mars": 6, "mercury": 2, "ceres": 1, "callisto": 1}
    assert world.INDUSTRY[site("earth_1716")] == 3


def test_2_0_hex_numbers_of_the_earth_are_oblique() -> None:
    assert ids(world.NEAR[place("earth_1716")]) == {
        f"earth_{n}" for n in ("1615", "1616", "1715", "1717", "1816", "1817")
    }
    for n in ("1615", "1616", "1715", "1717", "1817"):
        assert world.SITE_AT[place(f"earth_{n}")] >= 0
    assert world.SITE_AT[place("earth_1816")] < 0 and world.TERRAIN[place("earth_1816")] != world.SEA


def test_2_0_orbit_boxes_are_shared_by_earth_and_luna_and_by_jupiters_moons() -> None:
    assert world.ORBIT[place("luna_1212")] == world.ORBIT[place("earth_1716")] == place("earth_orbit")
    for moon in ("ganymede_1111", "callisto_1111", "io_1111", "europa_1111", "on_jupiter"):
        assert world.ORBIT[place(moon)] == place("jupiter_orbit")


def test_3_1_counters_are_those_of_the_sheet() -> None:
    assert {t: len(units.OF_TYPE[V["type"].index[t]]) for t in TERRAN_COUNTERS} == TERRAN_COUNTERS
    assert {t: len(units.OF_TYPE[V["type"].index[t]]) for t in ALIEN_COUNTERS} == ALIEN_COUNTERS
    assert {t: units.MOVE[V["type"].index[t]] for t in FACTORS} == FACTORS


def test_3_2_planets_have_an_orbit_box_and_move() -> None:
    ground = Ground().go("terran_production")
    view = ground.match.view(None)
    assert view["extra"]["planets"]["earth"] == "c_3"
    assert set(world.ORBIT_NAMES) <= set(view["extra"]["planets"])


def test_3_3_devastation_is_marked_hex_by_hex() -> None:
    ground = Ground()
    ground.devastate("earth_1716", 2)
    ground.go("terran_production")
    marks = [m for m in ground.match.view(None)["marks"] if m["at"] == "earth_1716"]
    assert {"at": "earth_1716", "kind": "devastation", "value": 2} in marks
    assert {"at": "earth_1716", "kind": "industry", "value": 1} in marks


def test_the_board_draws_every_place_on_the_map() -> None:
    for scenario in GAME.scenarios:
        drawn = {p["id"] for p in GAME.board(scenario)["places"]}
        wanted = {name for i, name in enumerate(V["place"].ids) if not world.OFF_MAP <= i < world.RING_PLACES}
        assert wanted <= drawn
