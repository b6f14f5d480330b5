"""The true coast and lakes as outlines in map units, for drawing under the hexes: writes coast.json beside map.json."""

import json

import numpy as np
from tools.geography import outlines
from tools.invasion_america_map import grid
from tools.invasion_america_map.build import OUTPUT
from tools.invasion_america_map.survey import BOTTOM, LEFT, RIGHT, TOP, lakes

TOLERANCE = 0.045  # in hex widths; finer detail than this is left out
LEAST = {"land": 0.2, "lakes": 0.3}  # outlines that reach less far than this are left out
MARGIN = 0.6

Line = outlines.Line


def main() -> None:
    layers = {"land": outlines.read("land.json", "land"), "lakes": lakes()}
    data = {name: rings(shapes, LEAST[name]) for name, shapes in layers.items()}
    output = OUTPUT.with_name("coast.json")
    parts = [
        f'"{name}": [\n' + ",\n".join(json.dumps(ring, separators=(",", ":")) for ring in found) + "\n]"
        for name, found in data.items()
    ]
    output.write_text("{\n" + ",\n".join(parts) + "\n}\n", encoding="utf-8")
    print(
        {name: (len(found), sum(len(ring) // 2 for ring in found)) for name, found in data.items()},
        output.stat().st_size,
    )


def rings(shapes: list[outlines.Shape], least: float) -> list[list[int]]:
    """Closed outlines, largest first, as east and north by turns in hundredths of a hex from the centre of (s)0101."""
    found = []
    for shape in shapes:
        for polygon in shape.polygons:
            if not near(polygon[0]):
                continue
            for ring in polygon:
                x, y = grid.to_map(ring[:, 1], ring[:, 0])
                cut = clip(np.stack([x, y], axis=1))
                if len(cut) < 3 or np.ptp(cut, axis=0).max() < least:
                    continue
                line = simplify(cut)
                if len(line) >= 3:
                    found.append([int(value) for value in np.rint(100 * line).ravel()])
    return sorted(found, key=len, reverse=True)


def near(outside: Line) -> bool:
    """Leave out what the projection would smear across the map from the far side of the globe."""
    west, (east, north) = outside[:, 0].min(), outside.max(axis=0)
    return bool(north > 0 and west < -5 and not (east > 0 and west > -175))


def clip(points: Line) -> Line:
    """Cut a ring to the map and a margin, one edge after the other."""
    for axis, edge, sign in ((0, LEFT, 1), (0, RIGHT, -1), (1, BOTTOM, 1), (1, TOP, -1)):
        bound = edge - sign * MARGIN
        kept: list[Line] = []
        for here, there in zip(points, np.roll(points, -1, axis=0), strict=True):
            inside, next_inside = sign * (here[axis] - bound) >= 0, sign * (there[axis] - bound) >= 0
            if inside:
                kept.append(here)
            if inside != next_inside:
                share = (bound - here[axis]) / (there[axis] - here[axis])
                kept.append(here + share * (there - here))
        if not kept:
            return np.empty((0, 2))
        points = np.array(kept)
    return points


def simplify(points: Line) -> Line:
    """Douglas and Peucker's thinning of a ring, cut open at its first point and the one farthest from it."""
    far = int(((points - points[0]) ** 2).sum(axis=1).argmax())
    keep = np.zeros(len(points), dtype=bool)
    keep[[0, far]] = True
    closed = np.concatenate([points, points[:1]])
    spans = [(0, far), (far, len(points))]
    while spans:
        first, last = spans.pop()
        if last - first < 2:
            continue
        start, along = closed[first], closed[last] - closed[first]
        middle = closed[first + 1 : last] - start
        length = np.hypot(*along)
        away = np.abs(middle[:, 0] * along[1] - middle[:, 1] * along[0]) / length if length else np.hypot(*middle.T)
        worst = int(away.argmax())
        if away[worst] > TOLERANCE:
            keep[first + 1 + worst] = True
            spans += [(first, first + 1 + worst), (first + 1 + worst, last)]
    return points[keep]


if __name__ == "__main__":
    main()
