"""The rebuilt map agrees with the hexes the rulebook names, with the totals of its victory levels and with itself."""

import json
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import Any

import pytest

COLUMNS, ROWS = 58, 76
LAND = {"clear", "forest", "wilderness", "broken", "rough", "tundra", "urban"}
SCENARIO_IV = {
    "sau": ("s2437", "s2334", "s2129"),
    "esc": ("s3043", "n0146", "n1037"),
    "pal": ("s3011", "s3410", "n0411"),
}

Hex = dict[str, Any]


@cache
def board() -> dict[str, Any]:
    text = files("grognard.games.invasion_america").joinpath("map.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    return data


@cache
def hexes() -> dict[str, Hex]:
    return {one["id"]: one for one in board()["hexes"]}


@cache
def sides() -> dict[tuple[int, int], set[str]]:
    return {(place(a), place(b)): set(side["kinds"]) for side in board()["sides"] for a, b in [side["between"]]}


def place(code: str) -> int:
    column, row = hexes()[code]["at"]
    return int(row * COLUMNS + column)


def neighbours(number: int) -> list[int]:
    row, column = divmod(number, COLUMNS)
    east = row % 2
    around = ((0, 1), (1, east), (1, east - 1), (0, -1), (-1, east - 1), (-1, east))
    return [
        (row + up) * COLUMNS + column + over
        for up, over in around
        if 0 <= row + up < ROWS and 0 <= column + over < COLUMNS
    ]


def kinds(a: int, b: int) -> set[str]:
    return sides().get((min(a, b), max(a, b)), set())


def by_land(a: int, b: int) -> bool:
    return board()["hexes"][b]["terrain"] in LAND and not kinds(a, b) & {"sea", "lake", "blocked"}


def by_sea(a: int, b: int) -> bool:
    first, second = board()["hexes"][a], board()["hexes"][b]
    if second["terrain"] != "sea" and not second.get("coastal"):
        return False
    return "sea" in (first["terrain"], second["terrain"]) or bool(kinds(a, b) & {"sea", "coast"})


def reached(start: list[int], can: Callable[[int, int], bool]) -> set[int]:
    seen, queue = set(start), list(start)
    while queue:
        here = queue.pop()
        for there in neighbours(here):
            if there not in seen and can(here, there):
                seen.add(there)
                queue.append(there)
    return seen


def named(name: str) -> Hex:
    return next(one for one in board()["hexes"] if one.get("name") == name)


def marked(mark: str) -> list[Hex]:
    return [one for one in board()["hexes"] if mark in one.get("marks", ())]


def at_sea(force: str) -> set[int]:
    if force == "pal":
        box = next(box for box in board()["boxes"] if box["id"] == "pal_box")
        return reached([place(code) for code in box["opens"].split()], by_sea)
    return reached([place("s0858")], by_sea)


def test_3_1_the_grid_runs_north_from_the_south_sheet_and_numbers_its_rows_anew() -> None:
    assert len(board()["hexes"]) == COLUMNS * ROWS
    assert [one["at"] for one in board()["hexes"]] == [[c, r] for r in range(ROWS) for c in range(COLUMNS)]
    assert hexes()["s3858"]["at"] == [57, 37]
    assert hexes()["n0101"]["at"] == [0, 38]
    assert hexes()["n0101"]["printed"] == "(n)0101"


def test_13_8_every_hex_has_one_of_the_nine_terrains_and_says_where_it_comes_from() -> None:
    assert {one["terrain"] for one in board()["hexes"]} == LAND | {"sea", "lake"}
    assert {one["source"] for one in board()["hexes"]} <= set(board()["sources"])
    assert all(text.split(":")[0] in ("printed", "restored", "rebuilt") for text in board()["sources"].values())


@pytest.mark.parametrize("force", SCENARIO_IV)
def test_19_42_supply_units_deploy_on_coasts_their_ships_can_reach(force: str) -> None:
    for code in SCENARIO_IV[force]:
        assert hexes()[code]["coastal"], code
        assert place(code) in at_sea(force), code
        assert "port" in hexes()[code].get("marks", ()) or hexes()[code].get("beach"), code


def test_19_42_the_nine_hexes_lie_on_the_coasts_they_were_fitted_to() -> None:
    regions = [hexes()[code]["region"] for codes in SCENARIO_IV.values() for code in codes]
    assert regions == ["FL", "LA", "TX", "NC", "MA", "ON", "CA", "CA", "OR"]


def test_corrections_2715_is_rough_and_3145_has_forest_enough() -> None:
    assert hexes()["s2715"]["terrain"] == "rough" and "name" not in hexes()["s2715"]
    assert hexes()["s3145"]["terrain"] == "forest"
    assert hexes()["s2715"]["source"] == hexes()["s3145"]["source"] == "errata"


def test_corrections_miami_and_san_diego_are_not_on_the_map() -> None:
    names = {one.get("name") for one in board()["hexes"]}
    assert not names & {"Miami", "San Diego"}


def test_norfolk_is_a_port_beside_two_beaches() -> None:
    norfolk = named("Norfolk")
    around = [board()["hexes"][other] for other in neighbours(place(norfolk["id"]))]
    assert "port" in norfolk["marks"]
    assert sum(bool(one.get("beach")) for one in around) == 2


def test_18_4_victory_hexes_are_worth_480_points_in_the_lands_the_defender_holds() -> None:
    home = {key for key, one in board()["countries"].items() if one["group"] in ("home", "annexation")}
    urban = [one for one in board()["hexes"] if one["terrain"] == "urban"]
    supply, resource = marked("supply"), marked("resource")
    assert (len(supply), len(urban), len(resource)) == (30, 65, 27)
    assert 5 * len(supply) + 3 * len(urban) + 5 * len(resource) == 480
    assert {one["country"] for one in [*supply, *urban, *resource]} <= home


def test_every_urban_and_supply_hex_is_a_city_with_a_name_of_its_own() -> None:
    cities = [one for one in board()["hexes"] if one["terrain"] == "urban"] + marked("supply")
    assert len({one["name"] for one in cities}) == 95
    names = [one["name"] for one in board()["hexes"] if "name" in one]
    assert len(set(names)) == len(names)


def test_a_hex_holds_one_prize_at_most() -> None:
    for one in board()["hexes"]:
        prizes = [mark for mark in one.get("marks", ()) if mark in ("supply", "resource")]
        assert len(prizes) + (one["terrain"] == "urban") <= 1, one["id"]


def test_9_62_coastal_urban_and_supply_hexes_are_ports() -> None:
    for one in board()["hexes"]:
        if one.get("coastal") and (one["terrain"] == "urban" or "supply" in one.get("marks", ())):
            assert "port" in one["marks"], one["id"]


def test_9_6_every_port_and_beach_is_coastal_and_open_to_ships_of_one_ocean_or_the_other() -> None:
    wet = at_sea("pal") | at_sea("esc")
    for one in marked("port") + marked("amphibious"):
        assert one["coastal"] and place(one["id"]) in wet, one["id"]


def test_15_13_beaches_are_easy_or_hard() -> None:
    assert {one["beach"] for one in marked("amphibious")} == {"3/2", "6/3"}
    assert all("amphibious" in one["marks"] for one in board()["hexes"] if one.get("beach"))


def test_5_21_no_ship_passes_from_ocean_to_ocean() -> None:
    assert not at_sea("pal") & at_sea("esc")


def test_19_12_each_force_has_a_port_in_the_land_it_deploys_in() -> None:
    ports = marked("port")
    groups = {key: one["group"] for key, one in board()["countries"].items()}
    assert sum(groups[one["country"]] == "esc" for one in ports) >= 2
    assert sum(groups[one["country"]] == "sau" for one in ports) >= 2
    sau = at_sea("sau")
    assert all(place(one["id"]) in sau for one in ports if groups[one["country"]] in ("esc", "sau"))


def test_17_1_the_annexation_joins_the_united_states_to_the_s_a_u_by_land() -> None:
    land = reached([place(named("Kansas City")["id"])], by_land)
    for name in ("Mexico City", "Panama", "Cartagena", "Halifax", "Anchorage", "Vancouver"):
        assert place(named(name)["id"]) in land, name
    for name in ("Havana", "St. John's", "San Juan", "Kingston"):
        assert place(named(name)["id"]) not in land, name


def test_16_42_the_rail_net_is_the_lower_states_and_settled_canada_in_one_piece() -> None:
    rail = {place(one["id"]) for one in board()["hexes"] if one.get("rail")}
    assert {board()["hexes"][number]["country"] for number in rail} == {"us", "canada"}
    assert not any(board()["hexes"][number].get("region") == "AK" for number in rail)
    start = place(named("Kansas City")["id"])
    joined = reached([start], lambda a, b: b in rail and by_land(a, b))
    for name in ("Montréal", "Halifax", "Winnipeg", "Edmonton", "Vancouver", "Prince Rupert", "Los Angeles", "Tampa"):
        assert place(named(name)["id"]) in joined, name
    for name in ("Churchill", "Goose Bay", "Anchorage", "Monterrey"):
        assert place(named(name)["id"]) not in rail, name


def test_17_3_winter_lies_north_of_45_degrees_and_spares_the_pacific_coast() -> None:
    cold = ("Winnipeg", "Montréal", "Minneapolis", "Edmonton", "Anchorage", "Québec")
    mild = ("Boston", "Chicago", "Denver", "Seattle", "Toronto", "Portland")
    assert all(named(name).get("weather") for name in cold)
    assert not any(named(name).get("weather") for name in mild)


def test_13_8_hexsides_lie_between_neighbouring_land_hexes_and_say_one_thing() -> None:
    for (a, b), kind in sides().items():
        assert b in neighbours(a)
        assert {board()["hexes"][a]["terrain"], board()["hexes"][b]["terrain"]} <= LAND
        assert not {"river", "great_river"} <= kind
        assert len(kind & {"sea", "lake", "coast"}) <= 1
        assert not (kind & {"sea", "lake"} and kind & {"river", "great_river", "blocked"})


def test_13_8_rivers_have_names_and_borders_two_countries() -> None:
    for side in board()["sides"]:
        assert ("river" in side) == bool({"river", "great_river"} & set(side["kinds"]))
        assert ("border" in side) == ("border" in side["kinds"])
        if "border" in side:
            assert {hexes()[code]["country"] for code in side["between"]} == set(side["border"])
    great = {side["river"] for side in board()["sides"] if "great_river" in side["kinds"]}
    assert {"Mississippi", "Missouri", "Ohio", "St. Lawrence", "Columbia"} <= great


def test_every_land_frontier_has_a_border_and_no_other_side_has() -> None:
    table = board()["hexes"]
    for a in range(len(table)):
        for b in neighbours(a):
            if a < b and table[a]["terrain"] in LAND and table[b]["terrain"] in LAND and "sea" not in kinds(a, b):
                assert ("border" in kinds(a, b)) == (table[a]["country"] != table[b]["country"])


def test_the_header_counts_what_is_there() -> None:
    counts = board()["counts"]
    for terrain, number in counts["terrain"].items():
        assert number == sum(one["terrain"] == terrain for one in board()["hexes"])
    assert counts["victory_points"] == 480
    assert counts["ports"] == len(marked("port"))


def on_land(x: float, y: float) -> bool:
    text = files("grognard.games.invasion_america").joinpath("coast.json").read_text(encoding="utf-8")
    inside = False
    for ring in json.loads(text)["land"]:
        corners = list(zip(ring[::2], ring[1::2], strict=True))
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            if (y0 > y) != (y1 > y) and x < x0 + (y - y0) * (x1 - x0) / (y1 - y0):
                inside = not inside
    return inside


def test_the_drawn_coast_fits_the_hexes() -> None:
    def centre(code: str) -> tuple[float, float]:
        column, row = hexes()[code]["at"]
        return 100 * column + 50 * (row % 2), 100 * row * 0.866025

    for name in ("Kansas City", "Winnipeg", "Atlanta", "Fairbanks", "Mexico City"):
        assert on_land(*centre(named(name)["id"])), name
    for code in ("s2001", "s2033", "s2350", "n1634", "n2304"):
        assert hexes()[code]["terrain"] == "sea" and not on_land(*centre(code)), code
