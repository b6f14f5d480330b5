"""The battlefield of one scenario: sections laid out, terrain read by its key, units dealt out. Chapter Scenarios.

Everything here is fixed once made and shared by all matches of the scenario. Hexes are counted twice: as *places* (the
vocabulary, every hex of every section) and as *cells* (the hexes of this layout, as the board library counts them).
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grognard.board.bits import from_list, to_list
from grognard.board.lines import BestPath, Values, best_path, sums_within
from grognard.board.reach import NEVER, Costs, Reach, costs, flood, reach
from grognard.board.sections import SectionMap
from grognard.core.verbs import Code
from grognard.core.vocab import Vocabulary
from grognard.games.grav_armor.equipment import (
    DROPSHIP,
    EDGES,
    FIGHTER,
    FORT,
    GRAV,
    HOVER,
    INFANTRY,
    MOVES,
    OBJECTIVES,
    ORTILLERY,
    SIDES,
    WEAPON,
    BadScenario,
    Terrain,
    UnitType,
    bits_of,
    color_of,
    counters,
    has_streak,
    layout,
    place_words,
    terrain_key,
    unit_types,
)

DEALT_LIMIT = 80  # units in one scenario
OPEN_KEPT = 4096  # sets of shut cells remembered


@dataclass(frozen=True, slots=True)
class Objective:
    """Hexes worth points to whoever holds them at the end; `holder` is the side that holds them at the start."""

    name: str
    title: str
    places: tuple[int, ...]
    points: tuple[int, int]
    holder: int


@dataclass(frozen=True, slots=True)
class Dealt:
    """One unit of the scenario: where it begins, aboard what, and the hexes its owner may shift it to."""

    piece: int
    side: int
    at: int
    aboard: int
    area: int
    formation: str


class Ground:
    """See the head of the module."""

    def __init__(self, name: str, data: Mapping[str, Any], pieces: Vocabulary) -> None:
        self.where = f"scenario {name}"
        self.data = data
        self.pieces = pieces
        self.map = SectionMap(layout(self.where, data["layout"]))
        words = place_words()
        self.place = [words.index[n] for n in self.map.names]
        self.cell = [-1] * len(words)
        for cell, place in enumerate(self.place):
            self.cell[place] = cell
        self.bit = [1 << c if c >= 0 else 0 for c in self.cell]
        self.key = terrain_key(self.where, data["terrain"])
        self.cities = bits_of(self.cell[p] for p in self._places("cities", data.get("cities", [])))
        self.terrain: list[Terrain] = [self._terrain(c) for c in range(self.map.n)]
        self._movement()
        self._values()
        self._edges()
        self._objectives()
        self._units()
        self.sensors: dict[tuple[int, ...], object] = {}  # what firing lines detect, as `firing` keeps it
        self.estimates: object = None  # what the staff works out once, on first use
        self._sight: dict[tuple[int, int, int], int] = {}
        self._senses: dict[tuple[int, int, int], tuple[int, int]] = {}
        self._codes: dict[int, list[Code]] = {}
        self._open: dict[int, bool] = {}
        self._free: dict[tuple[int, int, int], tuple[Reach, int, dict[int, list[int]]]] = {}
        self._flights: dict[tuple[int, int], tuple[list[int], int]] = {}

    # --- the map

    def _terrain(self, cell: int) -> Terrain:
        """City before streak before colour; streaks count only where the key has a line for them."""
        if self.cities >> cell & 1:
            if "city" not in self.key:
                raise BadScenario(f"{self.where}, cities: the terrain key has no line for city")
            return self.key["city"]
        section, column, row = self.map.printed[cell][0]
        if "streak" in self.key and has_streak(section, column, row):
            return self.key["streak"]
        return self.key[color_of(section, column, row)]

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
        self.flight = costs(self.map, [1] * self.map.n)
        self.landings = self.costs[GRAV].classes

    def _values(self) -> None:
        normal = [t.value for t in self.terrain]
        self.values = Values(self.map, normal)
        self.worth = [[t.special.get(name, t.value) for t in self.terrain] for name in MOVES]
        self.own = [bits_of(c for c, v in enumerate(row) if v != normal[c]) for row in self.worth]

    def _edges(self) -> None:
        """The hexes by which one comes from beyond each edge; the rim, from which one may leave."""
        ys = [y for _, y in self.map.xy]
        xs = [x for x, _ in self.map.xy]
        rim = bits_of(c for c in range(self.map.n) if len(self.map.neighbours[c]) < 6)
        near = {
            "edge_north": lambda x, y: y <= min(ys) + 0.6,
            "edge_south": lambda x, y: y >= max(ys) - 0.6,
            "edge_west": lambda x, y: x <= min(xs) + 0.1,
            "edge_east": lambda x, y: x >= max(xs) - 0.1,
        }
        words = place_words()
        self.rim = rim
        self.entry: dict[int, int] = {}
        for edge in EDGES:
            cells = bits_of(c for c in to_list(rim) if near[edge](*self.map.xy[c]))
            only = self.data.get("entry", {}).get(edge)
            if only is not None:
                listed = bits_of(self.cell[p] for p in self._places(f"entry.{edge}", only))
                if listed & ~cells:
                    raise BadScenario(f"{self.where}, entry.{edge}: not all of these hexes lie on that edge")
                cells = listed
            self.entry[words.index[edge]] = cells
        self.way_out = [0, 0]
        out = self.data["victory"].get("exit")
        if out is not None:
            if out.get("side") not in SIDES or out.get("edge") not in EDGES:
                raise BadScenario(f"{self.where}, victory.exit: expected a side and one of {', '.join(EDGES)}")
            self.way_out[SIDES.index(out["side"])] = self.entry[words.index[out["edge"]]]

    # --- reading the document

    def _places(self, field: str, ids: object) -> list[int]:
        words = place_words()
        if not isinstance(ids, list):
            raise BadScenario(f"{self.where}, {field}: expected a list of hexes like '4-0810'")
        found = []
        for name in ids:
            place = words.index.get(name, -1) if isinstance(name, str) else -1
            if place < 0 or self.cell[place] < 0:
                raise BadScenario(f"{self.where}, {field}: {name!r} is no hex of this map")
            found.append(place)
        return found

    def _objectives(self) -> None:
        rows = self.data.get("objectives", [])
        if len(rows) > OBJECTIVES:
            raise BadScenario(f"{self.where}, objectives: at most {OBJECTIVES}")
        self.objectives = []
        for row in rows:
            field = f"objectives.{row.get('name')}"
            holder = SIDES.index(row["holder"]) if row.get("holder") in SIDES else -1
            points = row.get("points", [0, 0])
            if not isinstance(points, list) or len(points) != 2:
                raise BadScenario(f"{self.where}, {field}.points: expected two numbers, Imperial and League")
            places = tuple(self._places(f"{field}.hexes", row.get("hexes")))
            title = str(row.get("title", row["name"]))
            self.objectives.append(Objective(str(row["name"]), title, places, (points[0], points[1]), holder))

    def area(self, name: str) -> int:
        """The cells of an area of the document: sections, hexes, a ring round a hex, an edge strip; minus `without`."""
        row = self.data.get("areas", {}).get(name)
        if row is None:
            raise BadScenario(f"{self.where}, areas: there is no area {name!r}")
        field = f"areas.{name}"
        cells = bits_of(self.cell[p] for p in self._places(field, row.get("hexes", [])))
        for section in row.get("sections", []):
            cells |= bits_of(c for c in range(self.map.n) if self.map.printed[c][0][0] == int(section))
        if "around" in row:
            for place in self._places(f"{field}.around", row["around"]):
                cells |= self.map.within(self.cell[place], int(row.get("radius", 1)))
        for other in row.get("without", []):
            cells &= ~self.area(other)
        return cells

    def _units(self) -> None:
        """Deal counters to the forces in the order of the document."""
        total = len(self.pieces)
        self.side = [-1] * total
        self.kind: list[UnitType] = [unit_types()["fort"]] * total
        self.fort_of = [-1] * total
        self.weapons_of: dict[int, tuple[int, ...]] = {}
        self.dealt: list[Dealt] = []
        pool: dict[tuple[int, str], list[int]] = {}
        for number, (_, kind, side, _) in enumerate(counters()):
            self.kind[number] = unit_types()[kind]
            pool.setdefault((side, kind), []).append(number)
        for row in self.data["forces"]:
            self._deal(row, pool)
        if len(self.dealt) > DEALT_LIMIT:
            raise BadScenario(f"{self.where}, forces: {len(self.dealt)} units, at most {DEALT_LIMIT}")
        self.units = tuple(tuple(d.piece for d in self.dealt if d.side == s) for s in (0, 1))
        self.bodies = tuple(tuple(p for p in units if self.kind[p].is_unit) for units in self.units)
        self.factors()
        self.guns = tuple(
            tuple(p for p in units if self.range[p] and self.kind[p].move != ORTILLERY) for units in self.units
        )
        self.mobile = tuple(tuple(p for p in units if self.mp[p] or self.is_spacecraft(p)) for units in self.bodies)
        bad = self._overlap()
        if bad:
            raise BadScenario(f"{self.where}, forces: both sides may begin in {bad}")

    def factors(self) -> None:
        """Printed factors by piece number, for speed."""
        self.ew = [k.ew for k in self.kind]
        self.attack = [k.attack for k in self.kind]
        self.arms = [k.weapon for k in self.kind]
        self.range = [k.range for k in self.kind]
        self.resist = [k.ew * (2 if k.enhanced else 1) + k.defense for k in self.kind]
        self.mp = [k.mp for k in self.kind]
        self.move = [k.move for k in self.kind]
        self.points = [k.worth for k in self.kind]
        self.carrier = [k.carrier for k in self.kind]

    def is_spacecraft(self, piece: int) -> bool:
        return self.kind[piece].move in (FIGHTER, DROPSHIP)

    def _overlap(self) -> str:
        held = [0, 0]
        for unit in self.dealt:
            if self.kind[unit.piece].move != WEAPON:
                held[unit.side] |= self.bit[unit.at]
        both = held[0] & held[1]
        return self.map.names[to_list(both)[0]] if both else ""

    def _deal(self, row: Mapping[str, Any], pool: dict[tuple[int, str], list[int]]) -> None:
        kind, side_name = row.get("type"), row.get("side")
        field = f"forces ({side_name} {kind})"
        if side_name not in SIDES:
            raise BadScenario(f"{self.where}, {field}: side is imperial or league")
        side = SIDES.index(side_name)
        if kind == "fort":
            self._deal_fort(row, side)
            return
        if kind not in unit_types() or (unit_types()[kind].move >= FORT and unit_types()[kind].counters == 0):
            raise BadScenario(f"{self.where}, {field}: there is no unit type {kind!r}")
        left = pool.get((side, kind), [])
        count = int(row.get("count", 1))
        if not 1 <= count <= len(left):
            raise BadScenario(f"{self.where}, {field}: {count} wanted, {len(left)} counters left")
        spots = self._spots(field, row, side, count)
        area = self.area(row["area"]) if "area" in row else 0
        for number in range(count):
            piece = left.pop(0)
            self.side[piece] = side
            at, aboard = spots[number]
            self._check_spot(field, piece, at, aboard)
            self.dealt.append(Dealt(piece, side, at, aboard, area, str(row.get("formation", ""))))

    def _spots(self, field: str, row: Mapping[str, Any], side: int, count: int) -> list[tuple[int, int]]:
        """Place and carrier of each unit of a line: `at` is a box or a list of hexes, `aboard` a type dealt before."""
        words = place_words()
        if "aboard" in row:
            taken = {d.aboard for d in self.dealt}
            free = [d for d in self.dealt if d.side == side and self.kind[d.piece].id == row["aboard"]]
            room = []
            for carrier in free:
                holds = 3 if self.kind[carrier.piece].mp == 0 else 1
                if holds == 1 and carrier.piece in taken:
                    continue
                riders = sum(1 for d in self.dealt if d.aboard == carrier.piece)
                room += [(carrier.at, carrier.piece)] * (holds - riders)
            if len(room) < count:
                raise BadScenario(f"{self.where}, {field}: no room for {count} aboard {row['aboard']}")
            return room[:count]
        at = row.get("at")
        if at == "orbit":
            at = f"orbit_{SIDES[side]}"
        if isinstance(at, str):
            if at not in (*EDGES, f"orbit_{SIDES[side]}"):
                raise BadScenario(f"{self.where}, {field}.at: expected orbit, {', '.join(EDGES)} or a list of hexes")
            return [(words.index[at], -1)] * count
        places = self._places(f"{field}.at", at)
        if not places:
            raise BadScenario(f"{self.where}, {field}.at: no hexes")
        return [(places[n % len(places)], -1) for n in range(count)]

    def _check_spot(self, field: str, piece: int, at: int, aboard: int) -> None:
        kind = self.kind[piece]
        cell = self.cell[at]
        name = place_words().ids[at]
        if aboard < 0 and cell >= 0 and (self.lethal[kind.move] | self.closed[kind.move]) >> cell & 1:
            raise BadScenario(f"{self.where}, {field}: {kind.name} can't stand in {name}")
        if aboard < 0 and name in EDGES and not (kind.mp and self.entry[at]):
            raise BadScenario(f"{self.where}, {field}: {kind.name} can't come in over {name}")
        if aboard < 0 and name.startswith("orbit") and kind.move == HOVER:
            raise BadScenario(f"{self.where}, {field}: hover units have no way down from orbit but a drop-ship")
        if aboard < 0 and name.startswith("orbit") and kind.move == INFANTRY and kind.id != "j_inf":
            raise BadScenario(f"{self.where}, {field}: only jump infantry jumps from orbit")
        if aboard >= 0 and self.kind[aboard].mp and kind.move != INFANTRY:
            raise BadScenario(f"{self.where}, {field}: a carrier takes infantry only")

    def _deal_fort(self, row: Mapping[str, Any], side: int) -> None:
        name = str(row.get("name"))
        index = self.pieces.index
        if f"fort_{name}" not in index or self.side[index[f"fort_{name}"]] >= 0:
            raise BadScenario(f"{self.where}, forces: fort {name!r} is unknown or dealt twice")
        fort = index[f"fort_{name}"]
        at = self._places(f"forces (fort {name}).at", row.get("at"))[0]
        weapons = (index[f"{name}_missiles"], index[f"{name}_gatling"])
        self.weapons_of[fort] = weapons
        for piece in (fort, *weapons):
            self.side[piece] = side
            self.dealt.append(Dealt(piece, side, at, -1, 0, f"Fort {name.capitalize()}"))
        for weapon in weapons:
            self.fort_of[weapon] = fort

    def codes_of(self, verb: int) -> list[Code]:
        """The action of this verb for each cell, made once."""
        if verb not in self._codes:
            self._codes[verb] = [(verb, place) for place in self.place]
        return self._codes[verb]

    # --- reach

    def _reach(self, move: int, cell: int, points: int) -> tuple[Reach, int, dict[int, list[int]]]:
        """Reach where no enemy stands in the way: worked out once and kept, with its places and the ways asked for."""
        key = (move, cell, points)
        free = self._free.get(key)
        if free is None:
            found = reach(self.costs[move], cell, points)
            free = self._free[key] = (found, found.places, {})
        return free

    def reach_over(self, move: int, cell: int, points: int, shut: int) -> int:
        """The cells where ground movement leads."""
        free = self._reach(move, cell, points)
        return reach(self.costs[move], cell, points, shut).places if free[1] & shut else free[1]

    def way_over(self, move: int, cell: int, points: int, shut: int, goal: int) -> list[int]:
        """The cells to enter on the cheapest way to a goal."""
        free = self._reach(move, cell, points)
        if free[1] & shut:
            return reach(self.costs[move], cell, points, shut).path(goal)[1:]
        way = free[2].get(goal)
        if way is None:
            way = free[2][goal] = free[0].path(goal)[1:]
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
                known = from_list(sums_within(self.values, cell, length, ew))
            known |= 1 << cell
            self._sight[key] = known
        return known

    def senses(self, cell: int, ew: int, length: int) -> tuple[int, int]:
        """The cells in range, where flyers are detected, and the cells of `sight`."""
        key = (cell, ew, length)
        known = self._senses.get(key)
        if known is None:
            known = self._senses[key] = (self.map.within(cell, length), self.sight(cell, ew, length))
        return known

    def detects(self, cell: int, ew: int, length: int, target: int, move: int) -> bool:
        """As `sight`, with the value that the target's own hex has for this class of target."""
        if self.own[move] >> target & 1:
            left = ew - self.worth[move][target]
            return left >= 0 and bool(self.sight(cell, left, length - 1) & self.map.masks[target])
        return bool(self.sight(cell, ew, length) >> target & 1)

    def best_track(self, cell: int, length: int, target: int, move: int) -> BestPath | None:
        """The path of least terrain that the firer may count along; None beyond that many hexes."""
        return best_path(self.values, cell, target, length, last=self.worth[move][target])
