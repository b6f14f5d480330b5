"""Hexsides: water, borders and blocked sides from the survey; rivers from hand-drawn courses (13.8)."""

import heapq
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np
from scipy import ndimage
from tools.geography import outlines
from tools.invasion_america_map import grid
from tools.invasion_america_map.survey import LAKE, LAND, SEA, Survey
from tools.invasion_america_map.terrain import Hex, override

SEA_SHARE, LAKE_SHARE = 0.8, 0.7  # a side with more water than this can't be crossed by land
COAST_SHARE = 0.1  # a side between two coastal hexes with more sea than this can be passed by ships
LEAST_LAKE = 0.35  # less lake than this never stops a march
JOINED_SHARE = 0.25  # a piece of land counts when it holds this much of a hex's land
BLOCKED_HEIGHT = 2300

Side = tuple[int, int]
Corner = tuple[int, int]


@dataclass
class Mark:
    """What one hexside carries."""

    kinds: set[str] = field(default_factory=set)
    river: str = ""


def make(survey: Survey, hexes: list[Hex], opened: set[Side]) -> dict[Side, Mark]:
    """All hexsides between two land hexes that carry something."""
    water = {"sea", "lake"}
    land_sides = [side for side in grid.all_sides() if not water & {hexes[side[0]].terrain, hexes[side[1]].terrain}]
    marks: dict[Side, Mark] = {side: Mark() for side in land_sides}
    for side, mark in marks.items():
        first, second = hexes[side[0]], hexes[side[1]]
        wet = waters(survey, side)
        if wet == "" and side in opened:
            wet = "coast"
        if wet in ("sea", "lake") or (wet == "coast" and first.coastal and second.coastal):
            mark.kinds.add(wet)
        if first.country != second.country and wet != "sea":
            mark.kinds.add("border")
        if first.terrain == second.terrain == "rough" and wet == "" and crest(survey, side) > BLOCKED_HEIGHT:
            mark.kinds.add("blocked")
    draw_rivers(survey, marks)
    mend(marks)
    return {side: mark for side, mark in marks.items() if mark.kinds}


def waters(survey: Survey, side: Side) -> str:
    """Sea, lake, coast (part sea) or nothing, by the surface in a narrow strip along the side."""
    (x0, y0), (x1, y1) = grid.side_ends(*side)
    step = np.linspace(0.04, 0.96, 25)
    across = np.array([-0.05, 0.0, 0.05])
    x = x0 + (x1 - x0) * step[:, None] - (y1 - y0) * across
    y = y0 + (y1 - y0) * step[:, None] + (x1 - x0) * across
    seen = survey.surface[survey.at(x, y)]
    sea, lake = float((seen == SEA).mean()), float((seen == LAKE).mean())
    apart = sea + lake > 0 and not joined(survey, side)
    if sea >= lake and (apart or sea + lake >= SEA_SHARE):
        return "sea"
    if lake > sea and sea + lake >= (LEAST_LAKE if apart else LAKE_SHARE):
        return "lake"
    return "coast" if sea >= COAST_SHARE else ""


def joined(survey: Survey, side: Side) -> bool:
    """Whether one piece of land holds a good part of both hexes' land, going by these two hexes alone."""
    x, y = grid.centres()
    row, column = survey.at(x[list(side)], y[list(side)])
    reach = 18
    window = np.s_[max(row.min() - reach, 0) : row.max() + reach, max(column.min() - reach, 0) : column.max() + reach]
    place, land = survey.place[window], survey.surface[window] == LAND
    pieces, number = ndimage.label(land & np.isin(place, side), structure=np.ones((3, 3)))
    shares = [np.bincount(pieces[land & (place == one)], minlength=number + 1) for one in side]
    held = [share[1:] >= JOINED_SHARE * share.sum() for share in shares]
    return bool((held[0] & held[1]).any())


def crest(survey: Survey, side: Side) -> float:
    (x0, y0), (x1, y1) = grid.side_ends(*side)
    step = np.linspace(0, 1, 25)
    return float(survey.height[survey.at(x0 + (x1 - x0) * step, y0 + (y1 - y0) * step)].mean())


def corner_net(sides: list[Side]) -> tuple[dict[Corner, list[tuple[Corner, Side]]], dict[Corner, tuple[float, float]]]:
    """The corners of the hexes as a graph whose edges are hexsides."""
    net: dict[Corner, list[tuple[Corner, Side]]] = {}
    where: dict[Corner, tuple[float, float]] = {}
    for side in sides:
        ends = grid.side_ends(*side)
        first, second = ((round(x * 1000), round(y * 1000)) for x, y in ends)
        where[first], where[second] = ends
        net.setdefault(first, []).append((second, side))
        net.setdefault(second, []).append((first, side))
    return net, where


def draw_rivers(survey: Survey, marks: dict[Side, Mark]) -> None:
    """Lead each river of the list along the hexsides that keep closest to its course."""
    net, where = corner_net(grid.all_sides())
    corners = list(where)
    spots = np.array([where[corner] for corner in corners])
    for river in override("rivers")["river"]:
        course = np.array(river["course"])
        x, y = grid.to_map(course[:, 0], course[:, 1])
        points = np.stack([x, y], axis=1)
        line = dense(points)
        ends = [corners[int(((spots - point) ** 2).sum(axis=1).argmin())] for point in (points[0], points[-1])]
        great = river.get("great", 0)
        for side in path(net, where, ends[0], ends[1], line):
            if side not in marks or marks[side].kinds & {"sea", "lake"}:
                continue
            kind = "great_river" if great and reached(side, line, points, great) else "river"
            marks[side].kinds.add(kind)
            marks[side].river = marks[side].river or river["name"]
    for mark in marks.values():
        if "great_river" in mark.kinds:
            mark.kinds.discard("river")


def reached(side: Side, line: grid.Floats, points: grid.Floats, great: int) -> bool:
    """Whether a side lies below the course's point from which the river is great (1 for all of it)."""
    (x0, y0), (x1, y1) = grid.side_ends(*side)
    middle = np.array([(x0 + x1) / 2, (y0 + y1) / 2])
    nearest = int(((line - middle) ** 2).sum(axis=1).argmin())
    from_point = int(((line - points[great - 1]) ** 2).sum(axis=1).argmin())
    return nearest >= from_point


def dense(points: grid.Floats) -> grid.Floats:
    """A course with a point every tenth of a hex or so."""
    parts = [points[:1]]
    for start, end in pairwise(points):
        steps = max(2, int(np.hypot(*(end - start)) * 12))
        parts.append(start + (end - start) * np.linspace(0, 1, steps + 1)[1:, None])
    return np.concatenate(parts)


def path(
    net: dict[Corner, list[tuple[Corner, Side]]],
    where: dict[Corner, tuple[float, float]],
    start: Corner,
    end: Corner,
    line: grid.Floats,
) -> list[Side]:
    """The cheapest way along hexsides, where straying from the course costs by the square of the distance."""
    best = {start: 0.0}
    came: dict[Corner, tuple[Corner, Side]] = {}
    queue = [(0.0, start)]
    while queue:
        cost, corner = heapq.heappop(queue)
        if corner == end:
            break
        if cost > best[corner]:
            continue
        for other, side in net[corner]:
            spot = (np.array(where[corner]) + np.array(where[other])) / 2
            away = float(((line - spot) ** 2).sum(axis=1).min())
            reach = cost + 1 + 60 * away
            if reach < best.get(other, np.inf):
                best[other] = reach
                came[other] = (corner, side)
                heapq.heappush(queue, (reach, other))
    found = []
    while end != start:
        end, side = came[end]
        found.append(side)
    return found


def mend(marks: dict[Side, Mark]) -> None:
    """Changes made by eye: what to add to a side and what to take away."""
    for change in override("sides")["side"]:
        first, second = sorted(grid.place_of(code) for code in change["between"])
        mark = marks[first, second]
        mark.kinds |= set(change.get("add", []))
        mark.kinds -= set(change.get("remove", []))
        mark.river = change.get("river", mark.river) if mark.kinds & {"river", "great_river"} else ""


def river_lines() -> list[outlines.Line]:
    """The rivers of the outlines, for judging ours against."""
    return [line for shape in outlines.read("north-america.json", "rivers") for line in shape.lines]
