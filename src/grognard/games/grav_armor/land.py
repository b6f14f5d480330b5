"""The land of a scenario: sections laid out, terrain read by its key, what reach and detection follow from it.

Everything here is fixed once made and shared by all matches of the scenario. Hexes are counted twice: as *places* (the
vocabulary, every hex of every section) and as *cells* (the hexes of this layout, as the board library counts them).
Chapters Scenarios (Terrain Key), Movement and Combat (Range & Detection).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from grognard.board.bits import to_list
from grognard.board.lines import BestPath, Values, best_path, seen_within
from grognard.board.reach import NEVER, Costs, Reach, costs, flood, reach
from grognard.board.sections import SectionMap
from grognard.core.verbs import Code
from grognard.games.grav_armor.equipment import (
    FORT,
    GRAV,
    MOVES,
    BadScenario,
    Terrain,
    bits_of,
    color_of,
    has_streak,
    layout,
    place_words,
    terrain_key,
)

OPEN_KEPT = 4096  # sets of shut cells remembered
HEMMED_KEPT = 1024  # reaches with enemies in the way remembered
Reached = tuple[Reach, int, dict[int, list[int]]]


class Land:
    """See the head of the module."""

    def __init__(self, where: str, data: Mapping[str, Any]) -> None:
        self.where = where
        try:
            self.map = SectionMap(layout(where, data["layout"]))
        except ValueError as error:
            raise BadScenario(where, "layout", str(error)) from None
        words = place_words()
        self.place = [words.index[n] for n in self.map.names]
        self.cell = [-1] * len(words)
        for cell, place in enumerate(self.place):
            self.cell[place] = cell
        self.bit = [1 << c if c >= 0 else 0 for c in self.cell]
        self.key = terrain_key(where, data["terrain"])
        self.cities = bits_of(self.cell[p] for p in self.places_named("cities", data.get("cities", [])))
        self.terrain: list[Terrain] = [self._terrain(c) for c in range(self.map.n)]
        self._movement()
        self._values()
        self._sight: dict[tuple[int, int, int], int] = {}
        self._senses: dict[tuple[int, int, int], tuple[int, tuple[int, ...]]] = {}
        self._codes: dict[int, list[Code]] = {}
        self._open: dict[int, bool] = {}
        self._free: dict[tuple[int, int, int], Reached] = {}
        self._hemmed: dict[tuple[int, int, int, int], Reached] = {}
        self._flights: dict[tuple[int, int], tuple[list[int], int]] = {}

    def places_named(self, field: str, ids: object) -> list[int]:
        words = place_words()
        if not isinstance(ids, list):
            raise BadScenario(self.where, field, "expected a list of hexes like '4-0810'")
        found = []
        for name in ids:
            place = words.index.get(name, -1) if isinstance(name, str) else -1
            if place < 0 or self.cell[place] < 0:
                raise BadScenario(self.where, field, f"{name!r} is no hex of this map")
            found.append(place)
        return found

    def _terrain(self, cell: int) -> Terrain:
        """City before streak before colour; streaks count only where the key has a line for them."""
        if self.cities >> cell & 1:
            if "city" not in self.key:
                raise BadScenario(self.where, "cities", "the terrain key has no line for city")
            return self.key["city"]
        if "streak" in self.key and any(has_streak(*part) for part in self.map.printed[cell]):
            return self.key["streak"]  # along a joint the lines on either half count
        return self.key[color_of(*self.map.printed[cell][0])]

    def _movement(self) -> None:
        """Costs are counted in half points, since a hex of free flight costs half a point."""
        self.lethal = [0] * len(MOVES)
        self.closed = [0] * len(MOVES)
        self.half_cost: list[list[int]] = []
        self.costs: list[Costs] = []
        for move, name in enumerate(MOVES):
            entry = []
            for cell, terrain in enumerate(self.terrain):
                price = terrain.costs.get(name, 1) * 2
                if name in terrain.lethal:
                    self.lethal[move] |= 1 << cell
                    price = 0
                elif not price:
                    self.closed[move] |= 1 << cell
                entry.append(price or NEVER)
            self.half_cost.append(entry)
            if move <= GRAV:
                self.costs.append(costs(self.map, entry))
        self.fit = [self.map.everything & ~(a | b) for a, b in zip(self.lethal, self.closed, strict=True)]
        self.flight = costs(self.map, [1] * self.map.n)
        self.landings = self.costs[GRAV].classes

    def _values(self) -> None:
        normal = [t.value for t in self.terrain]
        self.values = Values(self.map, normal)
        self.worth = [[t.special.get(name, t.value) for t in self.terrain] for name in MOVES]
        self.own = [bits_of(c for c, v in enumerate(row) if v != normal[c]) for row in self.worth]

    def codes_of(self, verb: int) -> list[Code]:
        """The action of this verb for each cell, made once."""
        if verb not in self._codes:
            self._codes[verb] = [(verb, place) for place in self.place]
        return self._codes[verb]

    # --- reach

    def _reach(self, move: int, cell: int, points: int, shut: int) -> Reached:
        """Reach over the ground: worked out once and kept, with its places and the ways asked for.

        Only those shut cells can change it that would be in reach, so it is kept by them.
        """
        key = (move, cell, points)
        free = self._free.get(key)
        if free is None:
            free = self._free[key] = self._reached(move, cell, points, 0)
        held = free[1] & shut
        if not held:
            return free
        barred = (*key, held)
        known = self._hemmed.get(barred)
        if known is None:
            if len(self._hemmed) > HEMMED_KEPT:
                self._hemmed.clear()
            known = self._hemmed[barred] = self._reached(move, cell, points, held)
        return known

    def _reached(self, move: int, cell: int, points: int, shut: int) -> Reached:
        found = reach(self.costs[move], cell, points, shut)
        return found, found.places, {}

    def reach_over(self, move: int, cell: int, points: int, shut: int) -> int:
        """The cells where ground movement leads."""
        return self._reach(move, cell, points, shut)[1]

    def way_over(self, move: int, cell: int, points: int, shut: int, goal: int) -> list[int]:
        """The cells to enter on the cheapest way to a goal."""
        found, _, ways = self._reach(move, cell, points, shut)
        way = ways.get(goal)
        if way is None:
            way = ways[goal] = found.path(goal)[1:]
        return way

    def flight_from(self, cell: int, points: int, shut: int) -> list[int]:
        """The cells by the number of hexes flown to them, likewise kept."""
        free = self._flights.get((cell, points))
        if free is None:
            free = self._flights[cell, points] = self._layers(cell, points, 0)
        return self._layers(cell, points, shut)[0] if free[1] & shut else free[0]

    def _layers(self, cell: int, points: int, shut: int) -> tuple[list[int], int]:
        found = reach(self.flight, cell, points, shut)
        return [layer << found.low for layer in found.layers], found.places

    def path_through(self, cell: int, goal: int, room: int) -> list[int]:
        """The cells to enter on a shortest way through these cells; empty where none leads there."""
        away = self.map.distances(goal)
        path: list[int] = []
        here = cell
        while here != goal:  # straight on, as long as that is open
            left = away[here] - 1
            here = next((c for c in self.map.neighbours[here] if away[c] == left and room >> c & 1), -1)
            if here < 0:
                return self._search(cell, goal, room)
            path.append(here)
        return path

    def _search(self, cell: int, goal: int, room: int) -> list[int]:
        layers = [1 << cell]
        seen = 1 << cell
        if not self.map.masks[goal] & (room | seen):
            return []  # shut in on all sides
        while layers[-1] and not layers[-1] >> goal & 1:
            front = self.map.spread(layers[-1]) & room & ~seen
            seen |= front
            layers.append(front)
        return air_path(layers, goal, self.map.masks) if layers[-1] else []

    def open_from(self, cell: int, shut: int) -> int:
        """All cells that some path leads to; enemies seldom cut the map in two, and whether they do is kept."""
        room = self.map.everything & ~shut
        whole = self._open.get(shut)
        if whole is None:
            if len(self._open) > OPEN_KEPT:
                self._open.clear()
            whole = self._open[shut] = flood(self.map.steps, room & -room, room) == room
        return room if whole else flood(self.map.steps, 1 << cell, room)

    # --- detection

    def sight(self, cell: int, ew: int, length: int) -> int:
        """The cells detected from a cell: some path of at most `length` hexes sums to the EW value or less."""
        key = (cell, ew, length)
        known = self._sight.get(key)
        if known is None:
            known = 0
            if ew >= 0 and length > 0:
                known = seen_within(self.values, cell, length, ew)
            known |= 1 << cell
            self._sight[key] = known
        return known

    def senses(self, cell: int, ew: int, length: int) -> tuple[int, tuple[int, ...]]:
        """The cells in range, where flyers are detected, and for each class of target the cells where it is."""
        key = (cell, ew, length)
        known = self._senses.get(key)
        if known is None:
            near = self.map.within(cell, length)
            seen = tuple(self._seen(near, cell, ew, length, move) for move in range(FORT + 1))
            known = self._senses[key] = (near, seen)
        return known

    def _seen(self, near: int, cell: int, ew: int, length: int, move: int) -> int:
        own = self.own[move] & near
        if not own:
            return self.sight(cell, ew, length)
        special = bits_of(c for c in to_list(own) if self.detects(cell, ew, length, c, move))
        return self.sight(cell, ew, length) & ~own | special

    def detects(self, cell: int, ew: int, length: int, target: int, move: int) -> bool:
        """As `sight`, with the value that the target's own hex has for this class of target."""
        if self.own[move] >> target & 1:
            left = ew - self.worth[move][target]
            return left >= 0 and bool(self.sight(cell, left, length - 1) & self.map.masks[target])
        return bool(self.sight(cell, ew, length) >> target & 1)

    def best_track(self, cell: int, length: int, target: int, move: int) -> BestPath | None:
        """The path of least terrain that the firer may count along; None beyond that many hexes."""
        return best_path(self.values, cell, target, length, last=self.worth[move][target])


def air_path(layers: list[int], there: int, masks: tuple[int, ...]) -> list[int]:
    """Back from the goal through the layers of a flight."""
    flown = next(n for n, layer in enumerate(layers) if n and layer >> there & 1)
    path = [there]
    for layer in layers[flown - 1 : 0 : -1]:
        near = layer & masks[path[-1]]
        path.append((near & -near).bit_length() - 1)
    path.reverse()
    return path
