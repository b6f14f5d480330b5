"""Terrain, country, region, weather and rail for every hex (13.8, 16.42, 17.3), from the survey and the overrides."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from tools.invasion_america_map import grid
from tools.invasion_america_map.survey import HEXES, Survey

OVERRIDES = Path(__file__).parent / "overrides"

LEAST_LAND = 0.12  # a hex with less land than this is water
COASTAL_SEA = 0.03  # a land hex with more sea than this is coastal
# Ranges of height within a hex, in metres, from which it is broken or rough: in the old, low mountains of the east,
# in the west, and in the tropics, where the ranges are so high that only the highest should stop an army.
EASTERN, WESTERN, SOUTHERN = (430, 1150), (600, 1150), (750, 1350)
DESERT_RANGE = 900  # desert with less relief than this is wilderness
EASTERN_LONGITUDE, SOUTHERN_LATITUDE = -100.0, 24.0
NORTHERN_DESERT, NORTHERN_ICE = 48.0, 54.0
MUSKEG = (50.0, -95.0)  # north and east of here, and anywhere north of 58, open land is bog, not farmland


@dataclass
class Hex:
    """One hex of the map while it is being made."""

    place: int
    terrain: str
    ground: str
    source: str
    latitude: float
    longitude: float
    country: str = ""
    region: str = ""
    coastal: bool = False
    rail: bool = False
    weather: bool = False
    height: int = 0
    shade: int = 0
    sea: int = 0


def override(name: str) -> dict[str, Any]:
    return tomllib.loads((OVERRIDES / f"{name}.toml").read_text())


def make(survey: Survey) -> list[Hex]:
    """All hexes in order of place."""
    x, y = grid.centres()
    latitude, longitude = grid.to_globe(x, y)
    mended = override("terrain")
    countries = {name: key for key, names in override("countries")["names"].items() for name in names}
    hexes = []
    for place in range(HEXES):
        terrain, source = natural(survey, place, latitude[place], longitude[place])
        code = grid.code(place)
        for kind in ("restored", "rebuilt"):
            if code in mended[kind]:
                terrain, source = mended[kind][code], "errata" if kind == "restored" else "hand"
        one = Hex(place, terrain, terrain, source, float(latitude[place]), float(longitude[place]))
        if terrain not in ("sea", "lake"):
            one.coastal = bool(survey.sea[place] > COASTAL_SEA)
            one.country = mended["country"].get(code) or majority(
                survey, place, survey.country, survey.countries, countries
            )
            one.region = majority(survey, place, survey.region, survey.regions, None)
            one.height = round(float(survey.mean_height[place]))
            one.shade = round(100 * float(survey.shade[place]))
            one.sea = round(100 * float(survey.sea[place]))
        hexes.append(one)
    for one in hexes:
        touching = any(other >= 0 and hexes[other].terrain == "sea" for other in grid.neighbours(one.place))
        one.coastal |= one.terrain not in ("sea", "lake") and touching
    mark_lines(hexes)
    return hexes


def natural(survey: Survey, place: int, latitude: float, longitude: float) -> tuple[str, str]:
    """The terrain by the survey alone, and which of its rasters decided."""
    if survey.land[place] < LEAST_LAND:
        return ("lake" if survey.lake[place] > survey.sea[place] else "sea"), "coast"
    if survey.polar[place] > 0.5:
        # Ice on the Rockies is a mountain first.
        return ("tundra", "climate") if latitude > NORTHERN_ICE else ("rough", "relief")
    broken, rough = EASTERN if longitude > EASTERN_LONGITUDE else WESTERN
    if latitude < SOUTHERN_LATITUDE:
        broken, rough = SOUTHERN
    if survey.height_range[place] > rough:
        return "rough", "relief"
    if survey.arid[place] > 0.4 and survey.height_range[place] < DESERT_RANGE and latitude < NORTHERN_DESERT:
        return "wilderness", "cover"
    if survey.height_range[place] > broken:
        return "broken", "relief"
    if survey.boreal[place] > 0.5:
        return "wilderness", "climate"
    if survey.forest[place] > 0.5:
        return "forest", "cover"
    if latitude > 58 or (latitude > MUSKEG[0] and longitude > MUSKEG[1]):
        return "wilderness", "cover"
    return "clear", "cover"


def majority(
    survey: Survey, place: int, raster: np.ndarray, names: tuple[str, ...], keys: dict[str, str] | None
) -> str:
    """What most of a hex belongs to; "" where the outlines show nothing."""
    x, y = grid.centres()
    row, column = survey.at(x[place : place + 1], y[place : place + 1])
    reach = 18
    window = np.s_[max(row[0] - reach, 0) : row[0] + reach, max(column[0] - reach, 0) : column[0] + reach]
    values = raster[window][survey.place[window] == place]
    tally = np.bincount(values[values > 0], minlength=len(names))
    order = [int(index) for index in np.argsort(-tally, kind="stable") if tally[index] > 0]
    for index in order:
        if keys is None:
            return names[index]
        if names[index] in keys:
            return keys[names[index]]
    return ""


def mark_lines(hexes: list[Hex]) -> None:
    """The Weather Line and the Rail Net Boundary are drawn by hand from west to east; a hex's centre decides."""
    lines = override("lines")
    for one in hexes:
        one.weather = one.latitude > along(lines["weather"], one.longitude)
        one.rail = (
            one.terrain not in ("sea", "lake")
            and one.latitude <= along(lines["rail_net"], one.longitude)
            and one.country in ("us", "canada")
            and one.region != "AK"
        )


def along(line: list[list[float]], longitude: float) -> float:
    """The latitude of a line of (longitude, latitude) points at a longitude."""
    points = np.array(line)
    return float(np.interp(longitude, points[:, 0], points[:, 1]))
