"""Put the map together, check it and write it: `python -m tools.invasion_america_map.build [file]`."""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from tools.invasion_america_map import check, grid, places, sides, survey, terrain
from tools.invasion_america_map.places import Place
from tools.invasion_america_map.sides import Mark, Side
from tools.invasion_america_map.terrain import Hex

OUTPUT = Path("src/grognard/games/invasion_america/map.json")
SOURCES = {
    "errata": "restored: a published correction names this hex",
    "coast": "rebuilt: share of land and water by the outlines of the coast and lakes",
    "climate": "rebuilt: prevailing climate zone",
    "relief": "rebuilt: range of heights within the hex",
    "cover": "rebuilt: prevailing land cover",
    "city": "rebuilt: a city of the list we chose to reach the totals",
    "hand": "rebuilt: mended by hand after judging the picture",
}


def main() -> None:
    taken = survey.take()
    hexes = terrain.make(taken)
    found, opened = places.make(taken, hexes)
    marks = sides.make(taken, hexes, opened)
    check.coasts(hexes, found, marks)
    counts = tally(hexes, found, marks)
    check.totals(counts)
    output = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    output.parent.mkdir(parents=True, exist_ok=True)
    output.write_text(text(header(counts, hexes), hexes, found, marks), encoding="utf-8")
    print(json.dumps(counts, indent=1))


def tally(hexes: list[Hex], found: dict[int, Place], marks: dict[Side, Mark]) -> dict[str, Any]:
    points = [mark for place in found.values() for mark in place.marks]
    urban = sum(one.terrain == "urban" for one in hexes)
    victory = {"supply": points.count("supply"), "urban": urban, "resource": points.count("resource")}
    return {
        "terrain": dict(sorted(Counter(one.terrain for one in hexes).items())),
        "victory": victory,
        "victory_points": sum(check.VALUES[kind] * number for kind, number in victory.items()),
        "coastal": sum(one.coastal for one in hexes),
        "ports": points.count("port"),
        "beaches": dict(sorted(Counter(place.beach for place in found.values() if place.beach).items())),
        "sides": dict(sorted(Counter(kind for mark in marks.values() for kind in mark.kinds).items())),
        "countries": dict(sorted(Counter(one.country for one in hexes if one.country).items())),
    }


def header(counts: dict[str, Any], hexes: list[Hex]) -> dict[str, Any]:
    """Everything about the map that isn't a hex or a hexside."""
    countries = terrain.override("countries")
    return {
        "title": "Invasion: America",
        "edition": "Rebuilt from open geography; the printed map was not at hand.",
        "grid": {
            "columns": grid.COLUMNS,
            "rows": grid.ROWS,
            "pointy": True,
            "first_row": "south",
            "shifted_rows": "odd",
            "sheets": [
                {"prefix": "s", "rows": grid.SOUTH_ROWS},
                {"prefix": "n", "rows": grid.ROWS - grid.SOUTH_ROWS},
            ],
        },
        "projection": {
            "kind": "lambert_conformal_conic",
            "radius_km": grid.RADIUS_KM,
            "parallels": list(grid.PARALLELS),
            "origin": list(grid.ORIGIN),
            "hex_km": grid.HEX_KM,
            "anchor": {"hex": "s2830", "east_km": grid.ANCHOR[2], "north_km": grid.ANCHOR[3]},
        },
        "sources": SOURCES,
        "countries": {
            key: {"title": countries["titles"][key], "group": group}
            for group, keys in countries["groups"].items()
            for key in keys
        },
        "regions": terrain.override("regions")["names"],
        "boxes": boxes(hexes),
        "labels": labels(),
        "counts": counts,
    }


def boxes(hexes: list[Hex]) -> list[dict[str, Any]]:
    """Places beside the hexes: the holding box with the hexes it opens on, and where the destroyed units lie."""
    opens = " ".join(grid.code(place) for place in check.western_waters(hexes))
    holding = {"id": "pal_box", "title": "P.A.L. Holding Box", "kind": "holding", "force": "pal", "opens": opens}
    forces = (("usa", "USA"), ("can", "Canada"), ("esc", "E.S.C."), ("sau", "S.A.U."), ("pal", "P.A.L."))
    return [holding] + [
        {"id": f"destroyed_{force}", "title": f"Destroyed Units: {title}", "kind": "destroyed", "force": force}
        for force, title in forces
    ]


def labels() -> list[dict[str, Any]]:
    """Names of seas, countries and ranges, placed in hundredths of a hex east and north of the centre of (s)0101."""
    found = []
    for label in terrain.override("labels")["label"]:
        x, y = grid.to_map(np.array(label["at"][0]), np.array(label["at"][1]))
        found.append({**label, "at": [round(100 * float(x)), round(100 * float(y))]})
    return found


def hex_record(one: Hex, place: Place | None) -> dict[str, Any]:
    row, column = divmod(one.place, grid.COLUMNS)
    code = grid.code(one.place)
    record: dict[str, Any] = {
        "id": code,
        "printed": f"({code[0]}){code[1:]}",
        "at": [column, row],
        "terrain": one.terrain,
        "ground": one.ground if one.ground != one.terrain else None,
        "country": one.country,
        "region": one.region if one.country in ("us", "canada") else "",
        "coastal": one.coastal,
        "marks": place.marks if place else [],
        "beach": place.beach if place else "",
        "name": place.name if place else "",
        "spot": spot(one, place),
        "resource": place.resource if place else "",
        "rail": one.rail,
        "weather": one.weather,
        "height": one.height,
        "shade": one.shade,
        "sea": one.sea,
        "source": one.source,
    }
    return {key: value for key, value in record.items() if value or key == "at"}


def spot(one: Hex, place: Place | None) -> list[float] | None:
    """Where in its hex a named place lies, in hundredths of a hex east and north of the centre."""
    if place is None or place.spot is None:
        return None
    x, y = grid.centres()
    return [round(100 * (place.spot[0] - float(x[one.place]))), round(100 * (place.spot[1] - float(y[one.place])))]


def side_record(side: Side, mark: Mark, hexes: list[Hex]) -> dict[str, Any]:
    record: dict[str, Any] = {"between": [grid.code(side[0]), grid.code(side[1])], "kinds": sorted(mark.kinds)}
    if mark.river:
        record["river"] = mark.river
    if "border" in mark.kinds:
        record["border"] = sorted((hexes[side[0]].country, hexes[side[1]].country))
    return record


def text(head: dict[str, Any], hexes: list[Hex], found: dict[int, Place], marks: dict[Side, Mark]) -> str:
    """One hex and one hexside a line, so that a change to the map reads as one."""
    lines = [json.dumps(hex_record(one, found.get(one.place)), ensure_ascii=False) for one in hexes]
    borders = [json.dumps(side_record(side, marks[side], hexes)) for side in sorted(marks)]
    top = json.dumps(head, indent=1, ensure_ascii=False)[:-2]
    return f'{top},\n "hexes": [\n' + ",\n".join(lines) + '\n],\n "sides": [\n' + ",\n".join(borders) + "\n]\n}\n"


if __name__ == "__main__":
    main()
