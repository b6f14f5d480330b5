"""How the table draws the game: an orrery of rings, orbit boxes and planet insets (2.0), as board.toml lays it out."""

from __future__ import annotations

from functools import cache
from math import cos, pi, sin, sqrt
from typing import Any

from grognard.core.data import read_data
from grognard.games.air_eaters.sides import SIDES
from grognard.games.air_eaters.units import ABBR, MS, TYPE_DATA, TYPES
from grognard.games.air_eaters.world import (
    ASTEROID,
    BELT_RINGS,
    BODIES,
    DEIMOS,
    GRIDS,
    HEX0,
    HEX_OF,
    INDUSTRY,
    MINING_BASE,
    MOUNTAINS,
    OFF_MAP,
    ON_EARTH,
    PHOBOS,
    PLACES,
    RING,
    RING_LETTERS,
    SITE_AT,
    SOLAR,
    SURFACES,
    TERRAIN,
)

GAP, TITLE = 10, 26  # around and above the hexes of an inset
OWN_TERRAIN = {"ceres": "asteroid", "pallas": "asteroid", "vesta": "asteroid"}


@cache
def _look() -> dict[str, Any]:
    return read_data("air_eaters", "board.toml")


def _rings() -> list[dict[str, Any]]:
    look = _look()["board"]
    (sx, sy), inner, width = look["sun"], look["inner"], look["ring"]
    out = []
    for place in range(OFF_MAP):
        ring, space = RING[place], SOLAR.space_of[place]
        size = SOLAR.sizes[ring]
        r0 = inner + ring * width
        middle = r0 + width / 2
        angle = 2 * pi * (2 * space + 1) / (2 * size)
        out.append(
            {
                "id": PLACES.ids[place],
                "name": PLACES.names[place],
                "label": PLACES.names[place],
                "shape": "ring",
                "x": round(sx + middle * sin(angle), 1),
                "y": round(sy - middle * cos(angle), 1),
                "r": width / 2,
                "r0": r0,
                "r1": r0 + width,
                "a0": space / size,
                "a1": (space + 1) / size,
                "terrain": "belt" if ring in BELT_RINGS else "space",
                "group": f"ring_{RING_LETTERS[ring]}",
            }
        )
    return out


def _row_drawn(surface: int, row: int) -> float:
    """Venus shows its polar rows only: the southern one is drawn not far below the northern."""
    return 1.6 if SURFACES.ids[surface] == "venus" and row else float(row)


def _inset(name: str) -> dict[str, Any]:
    found: dict[str, Any] = next(i for i in _look()["insets"] if i["planet"] == name)
    return found


def _hexes() -> list[dict[str, Any]]:
    out = []
    for place in range(HEX0, len(PLACES)):
        surface, number = HEX_OF[place - HEX0]
        planet = SURFACES.ids[surface]
        inset = _inset(planet)
        pitch = inset["pitch"]
        col, row = GRIDS[surface].cells[number]
        terrain = ("land", "coast", "sea")[TERRAIN[place]] if surface == ON_EARTH else OWN_TERRAIN.get(planet, planet)
        hexagon: dict[str, Any] = {
            "id": PLACES.ids[place],
            "name": PLACES.names[place],
            "label": PLACES.ids[place].rsplit("_", 1)[1],
            "shape": "hex",
            "x": round(inset["x"] + GAP + pitch * (col + 0.5 + (0.5 if row % 2 else 0)), 1),
            "y": round(inset["y"] + TITLE + pitch / sqrt(3) + pitch * sqrt(3) / 2 * _row_drawn(surface, row), 1),
            "r": round(pitch / sqrt(3), 2),
            "terrain": terrain,
            "group": planet,
        }
        if SITE_AT[place] >= 0:
            hexagon["hint"] = f"{INDUSTRY[SITE_AT[place]]} Industrial Units"
        out.append(hexagon)
    return out


def _insets() -> list[dict[str, Any]]:
    out = []
    for inset in _look()["insets"]:
        grid = GRIDS[SURFACES.index[inset["planet"]]]
        pitch = inset["pitch"]
        rows = max(_row_drawn(SURFACES.index[inset["planet"]], row) for _, row in grid.cells)
        half = 0.5 if rows else 0
        out.append(
            {
                "id": inset["planet"],
                "name": inset["name"],
                "x": inset["x"],
                "y": inset["y"],
                "w": round(2 * GAP + pitch * (grid.width + half), 1),
                "h": round(TITLE + GAP + pitch * (2 / sqrt(3) + rows * sqrt(3) / 2), 1),
            }
        )
    return out


def _boxes() -> list[dict[str, Any]]:
    out = []
    for box in _look()["boxes"]:
        name = box["place"]
        kind = "orbit" if name.endswith("_orbit") else "gas" if name == "on_jupiter" else "aboard"
        title = PLACES.names[PLACES.index[name]]
        out.append(
            {
                "id": name,
                "name": title,
                "label": title[:1].upper() + title[1:],
                "shape": "box",
                "x": box["x"] + box["w"] / 2,
                "y": box["y"] + box["h"] / 2,
                "w": box["w"],
                "h": box["h"],
                "terrain": kind,
                "group": name.removesuffix("_orbit"),
            }
        )
    return out


def bodies_in(scenario: dict[str, Any]) -> list[int]:
    """The planets, bases, moons and asteroids that a scenario can have on the map."""
    out = [BODIES.index[name] for name in scenario["bodies"]]
    if "asteroids" in scenario["rules"]:
        out += [ASTEROID, ASTEROID + 1]
    if scenario["form"] == "expansion":
        out += range(MINING_BASE, len(BODIES))
    return out


def _bodies(scenario: dict[str, Any]) -> list[dict[str, Any]]:
    """Discs that travel: the view's `planets` says where each is; what is not there is not on the map."""
    sun = _look()["board"]["sun"]
    return [
        {
            "id": BODIES.ids[body],
            "name": _short(BODIES.names[body]),
            "label": "",
            "shape": "star",
            "x": sun[0],
            "y": sun[1],
            "r": 9 if body < 8 else 5,
            "terrain": "planet" if body < 8 else "rock",
            "group": "bodies",
        }
        for body in bodies_in(scenario)
        if body not in (DEIMOS, PHOBOS)
    ]


def _short(name: str) -> str:
    """A body's name as it stands beside its disc."""
    return (
        name.split(" (", maxsplit=1)[0]
        .replace("Trojan Asteroids", "Trojans")
        .replace("Asteroid Mining Base", "Mining Base")
    )


def board(scenario: dict[str, Any]) -> dict[str, Any]:
    look = _look()
    head = look["board"]
    sun = head["sun"]
    return {
        "kind": head["kind"],
        "title": head["title"],
        "palette": head["palette"],
        "background": head["background"],
        "size": head["size"],
        "sun": sun,
        "lines": [{"name": "Altair", "from": sun, "to": [sun[0], 0]}],
        "places": [*_rings(), *_boxes(), *_hexes(), *_bodies(scenario)],
        "edges": [{"a": a, "b": b, "kind": "mountain", "name": name} for a, b, name in MOUNTAINS],
        "terrains": look["terrains"],
        "legend": look["legend"],
        "figures": look["figures"],
        "types": {
            name: {
                "symbol": TYPE_DATA[name]["symbol"],
                "name": TYPES.names[kind],
                "short": ABBR[kind],
                # The unit's own name above, as lists and log have it; its movement below.
                "factors": "{0} / {1}" if kind == MS else "{name} / {1}",
            }
            for kind, name in enumerate(TYPES.ids)
        },
        "sides": {side: {**colours, "name": SIDES.names[SIDES.index[side]]} for side, colours in look["sides"].items()},
        "insets": _insets(),
    }
