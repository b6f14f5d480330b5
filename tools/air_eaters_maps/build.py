"""Builds the planet maps of The Air-Eaters Strike Back (2.0): `python tools/air_eaters_maps/build.py`.

Needs numpy and global-land-mask (see requirements.txt); its output, map.json in the game's package, is committed.
The printed maps are missing. Their scale is 2670 km to a hex at the equator; the Earth's land and sea are sampled from
an open mask (GLOBE, 1 km), everything else below is chosen by hand and says so in the notes on this edition.
"""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import numpy as np
from global_land_mask import globe

OUT = Path(__file__).resolve().parents[2] / "src/grognard/games/air_eaters/map.json"

# Land below and above these shares of a hex counts as none and as all.
SEA_BELOW, LAND_ABOVE = 0.04, 0.95

# name, hexes round the equator, rows, the orbit box it is connected to, turn of the numbering
PLANETS = (
    ("mercury", 6, 3, "mercury", 0),
    ("venus", 14, 8, "venus", 0),
    ("earth", 15, 8, "earth", 11),
    ("luna", 4, 2, "earth", 0),
    ("mars", 8, 4, "mars", 0),
    ("ceres", 1, 1, "ceres", 0),
    ("pallas", 1, 1, "pallas", 0),
    ("vesta", 1, 1, "vesta", 0),
    ("ganymede", 6, 3, "jupiter", 0),
    ("callisto", 6, 3, "jupiter", 0),
    ("io", 4, 2, "jupiter", 0),
    ("europa", 4, 2, "jupiter", 0),
)
CAPS_ONLY = {"venus"}  # only the rows at the poles are printed

INDUSTRY: dict[str, dict[str, int]] = {
    "mercury": {"1312": 1, "1512": 1},
    "earth": {
        # Europe and Africa round 1716, as the rulebook's example of an asteroid needs them
        "1716": 3, "1616": 1, "1717": 3, "1817": 3, "1615": 1, "1715": 1,
        # Asia
        "1917": 1, "2016": 3, "2116": 3, "2216": 3, "1915": 2, "2015": 1, "2115": 1, "2217": 1,
        # North America
        "1316": 3, "1216": 2, "1116": 1, "1417": 1, "1217": 1, "1215": 1,
        # the southern continents
        "1313": 1, "1213": 1, "1613": 1, "2113": 1, "2014": 1,
    },
    "luna": {"1212": 1, "1411": 1},
    "mars": {"1212": 2, "1412": 1, "1513": 2, "1713": 1},
    "ceres": {"1111": 1},
    "callisto": {"1312": 1},
}  # fmt: skip

# Pairs of hexes with mountains or another barrier between them, and what stands there.
MOUNTAINS: dict[str, tuple[tuple[str, str, str], ...]] = {
    "earth": (
        ("2016", "2017", "Tien Shan"),
        ("2016", "2117", "Kunlun"),
        ("2016", "2015", "Himalaya"),
        ("1917", "2017", "Urals"),
        ("1816", "1917", "Caucasus"),
        ("1716", "1717", "Alps"),
        ("1217", "1317", "Rocky Mountains"),
        ("1216", "1116", "Sierra Nevada"),
        ("1214", "1314", "Andes"),
        ("1213", "1214", "Atacama"),
    ),
    "mars": (
        ("1212", "1313", "Valles Marineris"),
        ("1312", "1313", "Valles Marineris"),
        ("1211", "1212", "Tharsis"),
        ("1513", "1613", "Isidis rim"),
        ("1711", "1712", "Hellas rim"),
    ),
    "mercury": (("1312", "1412", "Discovery scarp"), ("1512", "1612", "Caloris rim")),
    "luna": (("1112", "1212", "Apennines"), ("1311", "1412", "Altai scarp")),
    "venus": (("1518", "1618", "Maxwell Montes"),),
    "ganymede": (("1312", "1313", "Galileo Regio"),),
    "callisto": (("1412", "1413", "Valhalla"),),
    "io": (("1211", "1312", "Pele"),),
}


def number(col: int, row: int, width: int, rows: int, turn: int) -> str:
    """Oblique numbers from 11: the second pair counts rows from the south, the first runs south-west to north-east."""
    up = rows - 1 - row
    across = (col + (up + rows % 2) // 2 + turn) % width
    return f"{11 + across:02d}{11 + up:02d}"


Shares = dict[tuple[int, int], float]


def earth_land() -> Shares:
    """Share of land in each hex of the Earth: rows of 22.5 degrees, every second shifted half a hex east."""
    width, rows = 15, 8
    lat = np.arange(-89.875, 90, 0.25)
    lon = np.arange(-179.875, 180, 0.25)
    land = globe.is_land(*np.meshgrid(lat, lon, indexing="ij"))
    total: dict[tuple[int, int], float] = {}
    dry: dict[tuple[int, int], float] = {}
    for i, a in enumerate(lat):
        weight = math.cos(math.radians(float(a)))
        near = (78.75 - float(a)) / 22.5
        for j, o in enumerate(lon):
            best = (9.0, (0, 0))
            for row in {max(0, min(rows - 1, math.floor(near))), max(0, min(rows - 1, math.ceil(near)))}:
                x = (float(o) + 178 - 12 * (row % 2)) / 24
                col = round(x)
                gap = (x - col) ** 2 + ((near - row) * 0.866) ** 2
                best = min(best, (gap, (col % width, row)))
            cell = best[1]
            total[cell] = total.get(cell, 0.0) + weight
            if land[i, j]:
                dry[cell] = dry.get(cell, 0.0) + weight
    return {cell: dry.get(cell, 0.0) / total[cell] for cell in total}


def terrain(share: float) -> str:
    return "sea" if share < SEA_BELOW else "land" if share > LAND_ABOVE else "coast"


def planet(name: str, width: int, rows: int, orbit: str, turn: int, land: Shares) -> dict[str, Any]:
    hexes = []
    for row in range(rows):
        if name in CAPS_ONLY and row not in (0, rows - 1):
            continue
        for col in range(width):
            kind = terrain(land[col, row]) if name == "earth" else "land"
            key = number(col, row, width, rows, turn)
            industry = INDUSTRY.get(name, {}).get(key, 0)
            hexes.append({"hex": key, "col": col, "row": row, "terrain": kind, "industry": industry})
    keys = {h["hex"] for h in hexes}
    wrong = [key for key in INDUSTRY.get(name, {}) if key not in keys]
    if wrong:
        raise SystemExit(f"{name}: no such hexes {wrong}")
    mountains = [list(pair) for pair in MOUNTAINS.get(name, ()) if pair[0] in keys and pair[1] in keys]
    return {"planet": name, "width": width, "rows": rows, "orbit": orbit, "hexes": hexes, "mountains": mountains}


def main() -> None:
    land = earth_land()
    planets = [planet(*row, land) for row in PLANETS]
    lines = []
    for p in planets:
        hexes = ",\n".join("    " + json.dumps(h) for h in p.pop("hexes"))
        head = json.dumps(p)[:-1]
        lines.append(f'  {head}, "hexes": [\n{hexes}\n  ]}}')
    OUT.write_text('{"planets": [\n' + ",\n".join(lines) + "\n]}\n")
    for p in planets:
        print(p["planet"])


if __name__ == "__main__":
    main()
