"""Outlines out of TopoJSON files: coasts, lakes, rivers, countries, states, as lists of longitude-latitude points."""

import json
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tools.geography.fetch import path_to

Line = NDArray[np.float64]  # points by (longitude, latitude)


@dataclass(frozen=True)
class Shape:
    """One feature: its properties, and its rings; of each polygon the first ring is the outside, the rest are holes."""

    name: str
    properties: dict[str, Any]
    polygons: tuple[tuple[Line, ...], ...]
    lines: tuple[Line, ...]


def read(file_name: str, layer: str) -> list[Shape]:
    """All the shapes of one layer of one file of the cache."""
    topology = json.loads(path_to(file_name).read_text())
    arcs = [decode(arc, topology.get("transform")) for arc in topology["arcs"]]
    return [shape(geometry, arcs) for geometry in topology["objects"][layer]["geometries"]]


def decode(arc: list[list[float]], transform: dict[str, list[float]] | None) -> Line:
    points: Line = np.array(arc, dtype=np.float64)[:, :2]
    if transform is None:
        return points
    placed: Line = np.cumsum(points, axis=0) * np.array(transform["scale"]) + np.array(transform["translate"])
    return placed


def shape(geometry: dict[str, Any], arcs: list[Line]) -> Shape:
    properties = dict(geometry.get("properties") or {})
    name = str(properties.get("name") or geometry.get("id") or "")
    properties["id"] = str(geometry.get("id") or "")
    kind, parts = geometry.get("type"), geometry.get("arcs", [])
    polygons: list[tuple[Line, ...]] = []
    lines: list[Line] = []
    if kind == "Polygon":
        polygons = [tuple(join(ring, arcs) for ring in parts)]
    elif kind == "MultiPolygon":
        polygons = [tuple(join(ring, arcs) for ring in polygon) for polygon in parts]
    elif kind == "LineString":
        lines = [join(parts, arcs)]
    elif kind == "MultiLineString":
        lines = [join(line, arcs) for line in parts]
    return Shape(name, properties, tuple(polygons), tuple(lines))


def join(indexes: list[int], arcs: list[Line]) -> Line:
    """A ring or line from its arcs; a negative index is the arc run backwards."""
    parts = [arcs[index] if index >= 0 else arcs[~index][::-1] for index in indexes]
    return np.concatenate([part if number == 0 else part[1:] for number, part in enumerate(parts)])
