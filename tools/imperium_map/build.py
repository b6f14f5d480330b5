"""Makes src/grognard/games/imperium/map.json from stars.toml: half-parsec hexes, systems, boxes, routes.

A parsec column and row becomes two half-parsec hexes each way. The board is turned so that the galactic centre lies to
the left and the Imperium above. Run by hand: python tools/imperium_map/build.py
"""

from __future__ import annotations

import json
import math
import tomllib
from pathlib import Path

HERE = Path(__file__).parent
OUT = HERE.parents[1] / "src" / "grognard" / "games" / "imperium" / "map.json"
UNIT = 40.0  # drawing units from one hex to the next
MARGIN = 2
STEPS = ((1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1))
Axial = tuple[int, int]


def axial(parsec: str, shift: list[int]) -> Axial:
    """Column and row of the parsec grid (even columns half a hex lower) as half-parsec axial coordinates."""
    column, row = int(parsec[:2]), int(parsec[2:])
    return 2 * column + shift[0], 2 * (row - (column + (column & 1)) // 2) + shift[1]


def spot(at: Axial) -> tuple[float, float]:
    return (at[1] + at[0] / 2) * UNIT, at[0] * UNIT * math.sqrt(3) / 2


def slug(name: str) -> str:
    return name.lower().replace("'", "").replace("/", "_").replace(" ", "_")


def from_line(p: tuple[float, float], a: tuple[float, float], b: tuple[float, float]) -> float:
    length = (b[0] - a[0]) ** 2 + (b[1] - a[1]) ** 2
    t = max(0.0, min(1.0, ((p[0] - a[0]) * (b[0] - a[0]) + (p[1] - a[1]) * (b[1] - a[1])) / length))
    return math.hypot(p[0] - a[0] - t * (b[0] - a[0]), p[1] - a[1] - t * (b[1] - a[1]))


def box_hexes(
    stars: dict[str, Axial], lines: list[tuple[Axial, Axial]], wanted: list[tuple[str, str]]
) -> dict[str, Axial]:
    """For every box a hex beside its star, away from other stars, boxes, routes and the names above the stars."""
    taken: dict[Axial, str] = {at: name for name, at in stars.items()}
    out: dict[str, Axial] = {}
    for star, box in wanted:
        q, r = stars[star]
        best: tuple[float, Axial] | None = None
        for dq, dr in STEPS:
            at = (q + dq, r + dr)
            if at in taken:
                continue
            here = spot(at)
            free = min((from_line(here, spot(a), spot(b)) for a, b in lines), default=UNIT)
            room = min(math.dist(here, spot(other)) for other in taken if other != (q, r))
            names = min(math.hypot((here[0] - x) / 2, here[1] - y + 17) for x, y in map(spot, stars.values()))
            score = min(free, UNIT * 0.6) * 2 + min(room, UNIT * 1.5) + min(names, UNIT * 0.8) * 2
            if best is None or score > best[0] + 1e-6:
                best = (score, at)
        assert best is not None, box
        taken[best[1]] = box
        out[box] = best[1]
    return out


def main() -> None:
    data = tomllib.loads((HERE / "stars.toml").read_text(encoding="utf-8"))
    stars = {s["name"]: axial(s["parsec"], s.get("shift", [0, 0])) for s in data["system"]}
    routes = [(a, b) for a, ends in data["routes"].items() for b in ends]
    assert len(set(stars.values())) == len(stars) == 45 and len(routes) == 58
    lines = [(stars[a], stars[b]) for a, b in routes]
    wanted = [(s["name"], box) for s in data["system"] for box, _ in s["boxes"]]
    boxes = box_hexes(stars, lines, wanted)
    rows = [q for q, _ in stars.values()]
    across = [2 * r + q for q, r in stars.values()]  # twice the distance along a row
    top, left = min(rows) - MARGIN, min(across) - 2 * MARGIN
    bottom, right = max(rows) + MARGIN, max(across) + 2 * MARGIN
    hexes: dict[Axial, str] = {}
    for q in range(top, bottom + 1):
        line = [r for r in range(-120, 120) if left <= 2 * r + q <= right]
        for column, r in enumerate(line, start=1):
            hexes[(q, r)] = f"{q - top + 1:02d}{column:02d}"
    x0, y0 = left / 2 * UNIT - UNIT, top * UNIT * math.sqrt(3) / 2 - UNIT

    def drawn(at: Axial) -> dict[str, float]:
        x, y = spot(at)
        return {"x": round(x - x0, 1), "y": round(y - y0, 1)}

    star_at = {at: name for name, at in stars.items()}
    document = {
        "size": [round(right / 2 * UNIT - x0 + UNIT, 1), round(bottom * UNIT * math.sqrt(3) / 2 - y0 + UNIT, 1)],
        "unit": UNIT,
        "systems": [
            {
                "id": slug(s["name"]),
                "name": s["name"],
                "hex": hexes[stars[s["name"]]],
                "class": s["class"],
                **drawn(stars[s["name"]]),
                "boxes": [
                    {"id": slug(box) + "_surface", "name": box, "kind": kind, **drawn(boxes[box])}
                    for box, kind in s["boxes"]
                ],
            }
            for s in data["system"]
        ],
        "routes": [[slug(a), slug(b)] for a, b in routes],
        "hexes": {
            label: {
                **drawn(at),
                "next": [hexes[n] for dq, dr in STEPS if (n := (at[0] + dq, at[1] + dr)) in hexes],
                **({"star": slug(star_at[at])} if at in star_at else {}),
            }
            for at, label in hexes.items()
        },
    }
    text = json.dumps(document, indent=None, ensure_ascii=False, separators=(",", ":"))
    OUT.write_text(text.replace('},{"id"', '},\n{"id"').replace('},"', '},\n"') + "\n", encoding="utf-8")
    print(f"{len(stars)} systems, {len(wanted)} boxes, {len(routes)} routes, {len(hexes)} hexes")


if __name__ == "__main__":
    main()
