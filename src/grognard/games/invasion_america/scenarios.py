"""Scenario documents: orders of battle, areas, replacements, victory; read and checked (18.2, 18.3, 19.0, 19.7)."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from importlib.resources import files
from typing import Any

from grognard.core import BadSetup, Scenario
from grognard.games.invasion_america.forces import FORCES, SIDE_OF_FORCE, SIDES, Forces
from grognard.games.invasion_america.theatre import Theatre

OPENINGS = ("three_pronged_invasion", "early_assault", "european_invasion")
BUILT_IN = (*OPENINGS, "inland_campaign", "scenario_v", "partisan_revolt", "campaign_game", "northern_gate")
KEYS = {
    "name": str,
    "title": str,
    "rule": str,
    "about": str,
    "turns": int,
    "players": list,
    "minutes": int,
    "weight": str,
    "opening": str,
    "variable": dict,
    "options": dict,
    "victory": dict,
    "waiting": dict,
    "revolt": dict,
    "campaign": dict,
    "order": list,
}
ORDER_KEYS = {
    "force": str,
    "units": dict,
    "constant": dict,
    "area": list,
    "depots": list,
    "radius": int,
    "near_cities": int,
    "alone": bool,
    "supplied": bool,
    "lent": list,
}
TABLES: dict[str, dict[str, type]] = {
    "variable": {"every": int, "per": int, "country": str},
    "waiting": {"watched": str, "points": int, "supply_points": int, "sau": bool, "canada": bool},
    "revolt": {"first_aggressor_turn": int, "raised": int, "reinforced": int, "units": int, "transports": int},
    "campaign": {"year": int, "yearly": int, "partisans_below": int},
    "victory": {"kind": str, "points": int, "single": int},
}
VICTORIES = ("hold", "revolt", "conquest")


@dataclass(frozen=True, slots=True)
class Lent:
    """Units of another force that an aggressor sets up beside his own (19.61)."""

    force: int
    units: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Order:
    """One force's order of battle: how many units of each pool, where they deploy, what replaces them."""

    force: int
    units: Mapping[int, int]
    constant: Mapping[int, int]
    area: int
    depots: tuple[int, ...] = ()
    radius: int = 0
    near_cities: int = 0
    alone: bool = False
    supplied: bool = False
    lent: tuple[Lent, ...] = ()

    @property
    def side(self) -> int:
        return SIDE_OF_FORCE[self.force]


@dataclass(frozen=True, slots=True)
class Plan:
    """A scenario as the rules use it."""

    name: str
    turns: int
    orders: tuple[Order, ...]
    victory: Mapping[str, Any]
    variable: Mapping[str, Any] = field(default_factory=dict)
    waiting: Mapping[str, Any] = field(default_factory=dict)
    revolt: Mapping[str, Any] = field(default_factory=dict)
    campaign: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[int, ...]:
        found = {order.side for order in self.orders}
        return tuple(side for side in range(len(SIDES)) if side in found)


class Reader:
    """Reads one document; every error names the document, the field and what was expected."""

    def __init__(self, forces: Forces, theatre: Theatre, where: str) -> None:
        self.forces = forces
        self.theatre = theatre
        self.where = where

    def fail(self, field_name: str, expected: str) -> BadSetup:
        return BadSetup(f"{self.where}, {field_name}: {expected}")

    def typed(self, table: Any, keys: Mapping[str, type], name: str) -> dict[str, Any]:
        if not isinstance(table, Mapping):
            raise self.fail(name, "expected a table")
        for key, value in table.items():
            if key not in keys:
                raise self.fail(f"{name}.{key}" if name else key, f"no such field; known are {', '.join(sorted(keys))}")
            wanted = keys[key]
            odd = wanted is int and (isinstance(value, bool) or (isinstance(value, int) and value < 0))
            if odd or not isinstance(value, wanted):
                words = {int: "a whole number", str: "a text", list: "a list", dict: "a table", bool: "true or false"}
                raise self.fail(f"{name}.{key}" if name else key, f"expected {words[wanted]}, found {value!r}")
        return dict(table)

    def scenario(self, document: Any) -> Scenario:
        data = self.typed(document, KEYS, "")
        for key in ("name", "title", "turns", "victory"):
            if key not in data:
                raise self.fail(key, "missing")
        if not 1 <= data["turns"] <= 240:
            raise self.fail("turns", "expected 1 to 240")
        for key, keys in TABLES.items():
            if key in data:
                data[key] = self.typed(data[key], keys, key)
        if data["victory"].get("kind") not in VICTORIES:
            raise self.fail("victory.kind", f"expected one of {', '.join(VICTORIES)}")
        players = data.get("players", [2, 4])
        if len(players) != 2 or not all(isinstance(n, int) and 2 <= n <= 4 for n in players):
            raise self.fail("players", "expected two numbers from 2 to 4")
        orders = self.orders(data.get("order", []))
        if not orders and data.get("opening") not in OPENINGS:
            raise self.fail("order", "expected at least one order of battle")
        if orders and ({o.side for o in orders} == {0} or 0 not in {o.side for o in orders}):
            raise self.fail("order", "expected the US or Canada and at least one aggressor")
        plan = Plan(
            data["name"],
            data["turns"],
            orders,
            data["victory"],
            data.get("variable", {}),
            data.get("waiting", {}),
            data.get("revolt", {}),
            data.get("campaign", {}),
        )
        return Scenario(
            data["name"],
            data["title"],
            data.get("about", ""),
            data.get("rule", "19.7"),
            (players[0], players[1]),
            data["turns"],
            data.get("minutes", 0),
            data.get("weight", ""),
            {"plan": plan, "options": data.get("options", {}), "opening": data.get("opening", "")},
        )

    def orders(self, entries: list[Any]) -> tuple[Order, ...]:
        orders: list[Order] = []
        left = [len(values) for values in self.forces.values]
        for number, entry in enumerate(entries):
            name = f"order {number + 1}"
            data = self.typed(entry, ORDER_KEYS, name)
            force = self.force(data.get("force"), f"{name}.force")
            if any(order.force == force for order in orders):
                raise self.fail(f"{name}.force", f"{FORCES[force]} has an order already")
            lent = tuple(self.lent(part, f"{name}.lent {i + 1}") for i, part in enumerate(data.get("lent", [])))
            units = self.units(force, data.get("units", {}), f"{name}.units")
            for pool, count in [*units.items(), *((p, c) for part in lent for p, c in part.units.items())]:
                left[pool] -= count
                if left[pool] < 0:
                    total = len(self.forces.values[pool])
                    raise self.fail(f"{name}.units", f"{self.forces.pool.ids[pool]}: there are only {total} counters")
            area = 0
            for key in data.get("area", []):
                area |= self.area(key, f"{name}.area")
            if not area and not data.get("depots"):
                raise self.fail(f"{name}.area", "expected at least one area or depot")
            depots = tuple(self.place(key, f"{name}.depots") for key in data.get("depots", []))
            orders.append(
                Order(
                    force,
                    units,
                    self.units(force, data.get("constant", {}), f"{name}.constant"),
                    area,
                    depots,
                    data.get("radius", 0),
                    data.get("near_cities", 0),
                    data.get("alone", False),
                    data.get("supplied", False),
                    lent,
                )
            )
        return tuple(orders)

    def lent(self, part: Any, name: str) -> Lent:
        data = self.typed(part, {"force": str, "units": dict}, name)
        force = self.force(data.get("force"), f"{name}.force")
        return Lent(force, self.units(force, data.get("units", {}), f"{name}.units"))

    def force(self, key: Any, name: str) -> int:
        if key not in FORCES:
            raise self.fail(name, f"{key!r}, expected one of {', '.join(FORCES)}")
        return FORCES.index(key)

    def units(self, force: int, table: Mapping[str, Any], name: str) -> dict[int, int]:
        found: dict[int, int] = {}
        for key, count in table.items():
            if key not in self.forces.types.index:
                raise self.fail(f"{name}.{key}", f"no such type; known are {', '.join(self.forces.types.ids)}")
            pool = self.forces.pool_number(force, key)
            if pool < 0:
                raise self.fail(f"{name}.{key}", f"{FORCES[force]} has no such counters")
            if isinstance(count, bool) or not isinstance(count, int) or count < 0:
                raise self.fail(f"{name}.{key}", f"expected a whole number, found {count!r}")
            found[pool] = count
        return found

    def area(self, key: Any, name: str) -> int:
        """A named area, or a single hex."""
        if key in self.theatre.areas:
            return self.theatre.areas[key]
        if key in self.theatre.vocabulary.index:
            return 1 << self.theatre.vocabulary.index[key]
        raise self.fail(name, f"{key!r}, expected a hex or one of {', '.join(self.theatre.areas)}")

    def place(self, key: Any, name: str) -> int:
        number = self.theatre.vocabulary.index.get(key) if isinstance(key, str) else None
        if number is None or not self.theatre.coastal >> number & 1:
            raise self.fail(name, f"{key!r}, expected a coastal hex such as s2437")
        return number


def built_in(forces: Forces, theatre: Theatre) -> list[Scenario]:
    """The scenarios of chapter 19 and one of ours."""
    folder = files("grognard.games.invasion_america").joinpath("scenarios")
    found = []
    for name in BUILT_IN:
        text = folder.joinpath(f"{name}.toml").read_text(encoding="utf-8")
        found.append(read(text, forces, theatre, f"{name}.toml"))
    return found


def read(text: str, forces: Forces, theatre: Theatre, where: str = "scenario") -> Scenario:
    """A scenario from the text of its document (19.7)."""
    try:
        document = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSetup(f"{where}: {error}") from None
    return Reader(forces, theatre, where).scenario(document)
