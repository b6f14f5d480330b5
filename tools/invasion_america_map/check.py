"""What must hold of a finished map: the totals of the rulings, and that ships and columns can get where they should."""

from typing import Any

from tools.invasion_america_map import grid
from tools.invasion_america_map.places import Place
from tools.invasion_america_map.sides import Mark, Side
from tools.invasion_america_map.terrain import Hex

TOTALS = {"supply": 30, "urban": 65, "resource": 27}
VALUES = {"supply": 5, "urban": 3, "resource": 5}
VICTORY_POINTS = 480


def totals(counts: dict[str, Any]) -> None:
    """The totals that keep the printed thresholds of victory meaningful."""
    if counts["victory"] != TOTALS or counts["victory_points"] != VICTORY_POINTS:
        raise SystemExit(f"victory hexes are {counts['victory']}, {counts['victory_points']} points; wanted {TOTALS}")


def coasts(hexes: list[Hex], found: dict[int, Place], marks: dict[Side, Mark]) -> None:
    """A coast or beach that no ship can reach is none; a port that none can reach is a mistake."""
    reached = sailed(hexes, marks)
    for one in hexes:
        if not one.coastal or one.place in reached:
            continue
        place = found.get(one.place)
        one.coastal = False
        if place and "port" in place.marks:
            raise SystemExit(f"no ship can reach {place.name} in hex {grid.code(one.place)}")
        if place and place.beach:
            place.beach = ""
            place.marks.remove("amphibious")


def western_waters(hexes: list[Hex]) -> list[int]:
    """Where the holding box opens on the map."""
    edge = (one for one in hexes if one.place % grid.COLUMNS == 0)
    return [one.place for one in edge if one.terrain == "sea" or one.coastal]


def sailed(hexes: list[Hex], marks: dict[Side, Mark]) -> set[int]:
    """Every hex that ships reach out of the holding box or from the eastern edge, the two oceans (5.1, 5.21)."""
    east = grid.COLUMNS - 1
    edge = [one.place for one in hexes if one.terrain == "sea" and one.place % grid.COLUMNS == east]
    edge += western_waters(hexes)
    reached, queue = set(edge), list(edge)
    while queue:
        place = queue.pop()
        for other in grid.neighbours(place):
            if other < 0 or other in reached or not (hexes[other].terrain == "sea" or hexes[other].coastal):
                continue
            mark = marks.get((min(place, other), max(place, other)), Mark())
            if "sea" in (hexes[place].terrain, hexes[other].terrain) or mark.kinds & {"sea", "coast"}:
                reached.add(other)
                queue.append(other)
    return reached
