"""Cities, ports, resources and landing beaches (7.0, 9.6, 15.13, 18.4)."""

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from tools.geography import cities
from tools.invasion_america_map import grid
from tools.invasion_america_map.survey import LAND, SEA, Survey
from tools.invasion_america_map.terrain import Hex, override

COUNTRIES = {
    "US": "us",
    "CA": "canada",
    "MX": "mexico",
    "GT": "guatemala",
    "BZ": "belize",
    "HN": "honduras",
    "SV": "el_salvador",
    "NI": "nicaragua",
    "CR": "costa_rica",
    "PA": "panama",
    "CU": "cuba",
    "JM": "jamaica",
    "HT": "haiti",
    "DO": "dominican_republic",
    "PR": "puerto_rico",
    "BS": "bahamas",
    "GL": "greenland",
    "CO": "colombia",
    "VE": "venezuela",
}
OPEN_SEA = 0.2  # a beach needs this much of its hex to be sea
EASY_HEIGHT, STEEP_HEIGHT = 60, 300  # mean height in metres of the land near the shore
NORTHERN, FARTHEST = 52.0, 61.0


@dataclass
class Place:
    """What people have put into a hex."""

    name: str = ""
    marks: list[str] = field(default_factory=list)
    resource: str = ""
    beach: str = ""
    spot: tuple[float, float] | None = None


def make(survey: Survey, hexes: list[Hex]) -> tuple[dict[int, Place], set[tuple[int, int]]]:
    """All places by hex, and the sides opened to ships; fails by name when one falls into the sea or onto another."""
    listed = override("places")
    known = cities.read(frozenset(COUNTRIES))
    found: dict[int, Place] = {}
    opened: set[tuple[int, int]] = set()
    for kind in ("supply", "urban", "port", "resource"):
        for entry in listed[kind]:
            latitude, longitude = spot_of(entry, known)
            x, y = grid.to_map(np.array(latitude), np.array(longitude))
            number = grid.place_of(entry["hex"]) if "hex" in entry else int(grid.nearest(x, y))
            if number < 0:
                raise ValueError(f"{entry['name']} lies off the map")
            opened.update(
                (min(pair), max(pair)) for pair in ((number, grid.place_of(c)) for c in entry.get("coast", []))
            )
            hexes[number].coastal |= "coast" in entry
            put(hexes[number], found.setdefault(number, Place()), kind, entry, (float(x), float(y)))
    for number, place in found.items():
        one = hexes[number]
        if "urban" in place.marks:
            one.terrain, one.source = "urban", "city"
            place.marks.remove("urban")
        if "supply" in place.marks:
            one.terrain, one.source = "clear", "city"
        if one.coastal and (one.terrain == "urban" or "supply" in place.marks) and "port" not in place.marks:
            place.marks.append("port")
    lay_beaches(survey, hexes, found, listed["beaches"])
    return found, opened


def spot_of(entry: dict[str, Any], known: list[cities.City]) -> tuple[float, float]:
    if "at" in entry:
        return entry["at"][0], entry["at"][1]
    for city in known:
        if city.name == entry["name"] and city.country == entry["country"]:
            return city.latitude, city.longitude
    raise ValueError(f"no city {entry['name']} in {entry['country']}")


def put(one: Hex, place: Place, kind: str, entry: dict[str, Any], spot: tuple[float, float]) -> None:
    code, title = grid.code(one.place), entry.get("title", entry["name"])
    if one.terrain in ("sea", "lake"):
        raise ValueError(f"{title} falls into hex {code}, which is {one.terrain}")
    if kind == "port" and not one.coastal:
        raise ValueError(f"the port {title} falls into hex {code}, which has no coast")
    if kind == "resource":
        if place.marks:
            raise ValueError(f"{title} falls into hex {code}, which already holds {place.name}")
        place.resource = title
    else:
        if place.name:
            raise ValueError(f"{title} falls into hex {code}, which already holds {place.name}")
        place.name, place.spot = title, spot
        # A city on a frontier takes its hex with it.
        one.country = COUNTRIES[entry["country"]]
    place.marks.append(kind)


def lay_beaches(survey: Survey, hexes: list[Hex], found: dict[int, Place], mended: dict[str, list[str]]) -> None:
    """Propose beaches from the height of the shore, then mend by hand."""
    for one in hexes:
        beach = proposed(survey, hexes, one)
        if one.place in found and found[one.place].marks:
            beach = ""
        code = grid.code(one.place)
        for kind in ("3/2", "6/3", "none"):
            if code in mended[kind]:
                beach = "" if kind == "none" else kind
        if beach:
            place = found.setdefault(one.place, Place())
            place.beach = beach
            place.marks.append("amphibious")


def proposed(survey: Survey, hexes: list[Hex], one: Hex) -> str:
    """Easy on a low coast, hard on a steep or northern one, none in the far north or where the land falls sheer."""
    open_water = any(other >= 0 and hexes[other].terrain == "sea" for other in grid.neighbours(one.place))
    if not one.coastal or one.sea < 100 * OPEN_SEA or not open_water or one.latitude > FARTHEST:
        return ""
    shore = shore_height(survey, one.place)
    if shore > STEEP_HEIGHT:
        return ""
    return "3/2" if shore <= EASY_HEIGHT and one.latitude < NORTHERN else "6/3"


def shore_height(survey: Survey, place: int) -> float:
    """Mean height of a hex's land within some 20 km of its sea."""
    x, y = grid.centres()
    row, column = survey.at(x[place : place + 1], y[place : place + 1])
    reach = 22
    window = np.s_[max(row[0] - reach, 0) : row[0] + reach, max(column[0] - reach, 0) : column[0] + reach]
    wet = survey.surface[window] == SEA
    near = np.zeros_like(wet)
    for down in range(-4, 5, 2):
        for over in range(-4, 5, 2):
            near |= np.roll(wet, (down, over), (0, 1))
    shore = near & (survey.surface[window] == LAND) & (survey.place[window] == place)
    return float(np.maximum(survey.height[window][shore], 0).mean()) if shore.any() else 0.0
