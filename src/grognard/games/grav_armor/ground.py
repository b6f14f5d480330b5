"""The battlefield of one scenario: its land, edges and objectives, and the units dealt out. Chapter Scenarios."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from operator import itemgetter
from typing import TYPE_CHECKING, Any

from grognard.board.bits import to_list
from grognard.core.vocab import Vocabulary
from grognard.games.grav_armor.equipment import (
    DROPSHIP,
    EDGES,
    FIGHTER,
    FORT,
    FORT_NAMES,
    FORT_WEAPONS,
    GRAV,
    INFANTRY,
    OBJECTIVES,
    ORTILLERY,
    SIDES,
    WEAPON,
    BadScenario,
    UnitType,
    bits_of,
    counters,
    place_words,
    unit_types,
)
from grognard.games.grav_armor.land import Land

if TYPE_CHECKING:
    from grognard.games.grav_armor.sensors import Look, Sensors

DEALT_LIMIT = 80  # units in one scenario


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


class Ground(Land):
    """The land and what stands on it at the start; shared by all matches of the scenario."""

    def __init__(self, name: str, data: Mapping[str, Any], pieces: Vocabulary) -> None:
        super().__init__(f"scenario {name}", data)
        self.data = data
        self.pieces = pieces
        self._edges()
        self._objectives()
        self._units()
        self.looks: dict[tuple[int, int], Look] = {}  # what a piece senses from a place, as `sensors` keeps it
        self.lines: dict[tuple[object, ...], Sensors] = {}  # what firing lines detect, as `sensors` keeps it
        self.hit_values: dict[tuple[int, ...], int] = {}  # as `combat` keeps them
        self.estimates: object = None  # what the staff works out once, on first use

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
                listed = bits_of(self.cell[p] for p in self.places_named(f"entry.{edge}", only))
                if listed & ~cells:
                    raise BadScenario(self.where, f"entry.{edge}", "not all of these hexes lie on that edge")
                cells = listed
            self.entry[words.index[edge]] = cells
        self.way_out = [0, 0]
        out = self.data["victory"].get("exit")
        if out is not None:
            self.way_out[SIDES.index(out["side"])] = self.entry[words.index[out["edge"]]]

    def _objectives(self) -> None:
        rows = self.data.get("objectives", [])
        if len(rows) > OBJECTIVES:
            raise BadScenario(self.where, "objectives", f"at most {OBJECTIVES}")
        self.objectives = []
        for number, row in enumerate(rows, start=1):
            holder = SIDES.index(row["holder"]) if "holder" in row else -1
            places = tuple(self.places_named(f"objectives[{number}].hexes", row["hexes"]))
            if not places:
                raise BadScenario(self.where, f"objectives[{number}].hexes", "name one hex at least")
            points = row.get("points", [0, 0])
            title = row.get("title", row["name"])
            self.objectives.append(Objective(row["name"], title, places, (points[0], points[1]), holder))

    def area(self, name: str, within: tuple[str, ...] = ()) -> int:
        """The cells of an area of the document: hexes, sections, a ring round each of some hexes; minus `without`."""
        row = self.data.get("areas", {}).get(name)
        if row is None or name in within:
            reason = "an area can't be without itself" if row else "there is no such area"
            raise BadScenario(self.where, f"areas.{name}", reason)
        field = f"areas.{name}"
        cells = bits_of(self.cell[p] for p in self.places_named(f"{field}.hexes", row.get("hexes", [])))
        for section in row.get("sections", []):
            cells |= bits_of(c for c in range(self.map.n) if self.map.printed[c][0][0] == section)
        for place in self.places_named(f"{field}.around", row.get("around", [])):
            cells |= self.map.within(self.cell[place], row.get("radius", 1))
        for other in row.get("without", []):
            cells &= ~self.area(other, (*within, name))
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
        for row_number, row in enumerate(self.data["forces"], start=1):
            self._deal(f"forces[{row_number}]", row, pool)
        if len(self.dealt) > DEALT_LIMIT:
            raise BadScenario(self.where, "forces", f"{len(self.dealt)} units, at most {DEALT_LIMIT}")
        self.units = tuple(tuple(d.piece for d in self.dealt if d.side == s) for s in (0, 1))
        self.bodies = tuple(tuple(p for p in units if self.kind[p].is_unit) for units in self.units)
        self.factors()
        self.guns = tuple(
            tuple(p for p in units if self.range[p] and self.kind[p].move != ORTILLERY) for units in self.units
        )
        self.gun_row = [itemgetter(*guns, 0, 0) for guns in self.guns]  # a state's flags of these pieces at one grasp
        self.mobile = tuple(tuple(p for p in units if self.mp[p] or self.is_spacecraft(p)) for units in self.bodies)
        self.area_of = {d.piece: d.area for d in self.dealt}
        bad = self._overlap()
        if bad:
            raise BadScenario(self.where, "forces", f"both sides may begin in {bad}")

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

    def comes_from_orbit(self, piece: int) -> bool:
        """Spacecraft, grav vehicles and jump infantry come down by themselves. [Orbital/Orbital Assaults]"""
        kind = self.kind[piece]
        return kind.move in (GRAV, FIGHTER, DROPSHIP, ORTILLERY) or kind.id == "j_inf"

    def _overlap(self) -> str:
        held = [0, 0]
        for unit in self.dealt:
            if self.kind[unit.piece].move != WEAPON:
                held[unit.side] |= self.bit[unit.at]
        both = held[0] & held[1]
        return self.map.names[to_list(both)[0]] if both else ""

    def _deal(self, line: str, row: Mapping[str, Any], pool: dict[tuple[int, str], list[int]]) -> None:
        kind, side = row["type"], SIDES.index(row["side"])
        field = f"{line} ({row['side']} {kind})"
        if kind == "fort":
            self._deal_fort(field, row, side)
            return
        for only in ("name", "weapons", "defense"):
            if only in row:
                raise BadScenario(self.where, f"{field}.{only}", "only forts have that")
        if kind not in unit_types() or (unit_types()[kind].move >= FORT and unit_types()[kind].counters == 0):
            raise BadScenario(self.where, f"{field}.type", f"there is no unit type {kind!r}")
        if row["side"] not in unit_types()[kind].sides:
            raise BadScenario(self.where, f"{field}.side", f"{unit_types()[kind].name} has no counters of this side")
        values = {name: row[name] for name in ("ew", "attack") if name in row}
        if values and unit_types()[kind].move != ORTILLERY:
            raise BadScenario(
                self.where, f"{field}.{next(iter(values))}", "the counters say that; only ortillery varies"
            )
        left = pool[side, kind]
        count = row.get("count", 1)
        if count > len(left):
            raise BadScenario(self.where, f"{field}.count", f"{count} wanted, {len(left)} counters left")
        spots = self._spots(field, row, side, count)
        area = self._area_of(field, row)
        for number in range(count):
            piece = left.pop(0)
            self.side[piece] = side
            self.kind[piece] = replace(self.kind[piece], **values)
            at, aboard = spots[number]
            self._check_spot(f"{field}.at" if aboard < 0 else f"{field}.aboard", piece, at, aboard)
            self.dealt.append(Dealt(piece, side, at, aboard, area, row.get("formation", "")))

    def _area_of(self, field: str, row: Mapping[str, Any]) -> int:
        if "area" not in row:
            return 0
        if not isinstance(row.get("at"), list):
            raise BadScenario(self.where, f"{field}.area", "only units that begin on the map are shifted in an area")
        if row["area"] not in self.data.get("areas", {}):
            raise BadScenario(self.where, f"{field}.area", f"there is no area {row['area']!r}")
        return self.area(row["area"])

    def _spots(self, field: str, row: Mapping[str, Any], side: int, count: int) -> list[tuple[int, int]]:
        """Place and carrier of each unit of a line: `at` is a box or a list of hexes, `aboard` a type dealt before."""
        words = place_words()
        if ("aboard" in row) == ("at" in row):
            raise BadScenario(self.where, field, "say either at or aboard")
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
                raise BadScenario(self.where, f"{field}.aboard", f"no room for {count} aboard {row['aboard']}")
            return room[:count]
        at = row.get("at")
        if at == "orbit":
            at = f"orbit_{SIDES[side]}"
        if isinstance(at, str):
            if at not in (*EDGES, f"orbit_{SIDES[side]}"):
                raise BadScenario(self.where, f"{field}.at", f"expected orbit, {', '.join(EDGES)} or a list of hexes")
            return [(words.index[at], -1)] * count
        places = self.places_named(f"{field}.at", at)
        if not places:
            raise BadScenario(self.where, f"{field}.at", "no hexes")
        return [(places[n % len(places)], -1) for n in range(count)]

    def _check_spot(self, field: str, piece: int, at: int, aboard: int) -> None:
        kind = self.kind[piece]
        cell = self.cell[at]
        name = place_words().ids[at]
        if aboard < 0 and cell >= 0 and (self.lethal[kind.move] | self.closed[kind.move]) >> cell & 1:
            raise BadScenario(self.where, field, f"{kind.name} can't stand in {name}")
        if aboard < 0 and name in EDGES and not (kind.mp and self.entry[at]):
            raise BadScenario(self.where, field, f"{kind.name} can't come in over {name}")
        if aboard < 0 and name.startswith("orbit") and not self.comes_from_orbit(piece):
            raise BadScenario(self.where, field, f"{kind.name} has no way down from orbit but inside another unit")
        if kind.move == ORTILLERY and not name.startswith("orbit"):
            raise BadScenario(self.where, field, "ortillery stays in orbit")
        if aboard >= 0 and self.kind[aboard].move != DROPSHIP and kind.move != INFANTRY:
            raise BadScenario(self.where, field, "a carrier takes infantry only")
        if aboard >= 0 and kind.move > GRAV:
            raise BadScenario(self.where, field, "a drop-ship takes infantry and vehicles only")

    def _deal_fort(self, field: str, row: Mapping[str, Any], side: int) -> None:
        name = row.get("name")
        index = self.pieces.index
        if f"fort_{name}" not in index or self.side[index[f"fort_{name}"]] >= 0:
            raise BadScenario(
                self.where, f"{field}.name", f"expected one of {', '.join(FORT_NAMES)}, each once; found {name!r}"
            )
        fort = index[f"fort_{name}"]
        places = self.places_named(f"{field}.at", row.get("at"))
        if len(places) != 1:
            raise BadScenario(self.where, f"{field}.at", "a fort stands in one hex")
        for only in ("ew", "attack"):
            if only in row:
                raise BadScenario(self.where, f"{field}.{only}", "a fort's weapons have that, each its own")
        rows = [w if isinstance(w, dict) else {"type": w} for w in row.get("weapons", FORT_WEAPONS)]
        if len({w["type"] for w in rows}) != len(rows):
            raise BadScenario(self.where, f"{field}.weapons", "each system once")
        weapons = tuple(index[f"{name}_{w['type']}"] for w in rows)
        self.weapons_of[fort] = weapons
        self.kind[fort] = replace(self.kind[fort], defense=row.get("defense", self.kind[fort].defense))
        for piece, values in zip(weapons, rows, strict=True):
            self.kind[piece] = replace(self.kind[piece], **{k: v for k, v in values.items() if k != "type"})
        for piece in (fort, *weapons):
            self.side[piece] = side
            self.dealt.append(Dealt(piece, side, places[0], -1, 0, f"Fort {str(name).capitalize()}"))
        for weapon in weapons:
            self.fort_of[weapon] = fort
