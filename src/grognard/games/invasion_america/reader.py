"""Reads a scenario document and checks it; every error names the document, the line, the field (19.7)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from grognard.core import BadSetup, Scenario
from grognard.games.invasion_america.forces import CAN, FORCES, PAL, SIDE_OF_FORCE, SIDES, US, USA, Forces
from grognard.games.invasion_america.options import OPENINGS, OPTIONS
from grognard.games.invasion_america.scenarios import Lent, Order, Plan
from grognard.games.invasion_america.theatre import Theatre

KEYS = {
    "name": str,
    "title": str,
    "rule": str,
    "about": str,
    "aim": str,
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
NEEDED = {
    "variable": ("every", "per"),
    "waiting": ("watched", "points", "supply_points"),
    "revolt": ("raised",),
    "campaign": ("year", "yearly"),
    "victory": ("kind",),
}
NEEDED_BY_VICTORY = {"hold": ("points",), "revolt": ("points", "single"), "conquest": ()}
AT_LEAST_ONE = ("variable.every", "variable.per", "campaign.year")
WEIGHTS = ("light", "medium", "heavy", "monster")
WORDS = {int: "a whole number", str: "a text", list: "a list", dict: "a table", bool: "true or false"}
FARTHEST = 60  # hexes; no distance on the map is worth more


class Reader:
    """Reads one document."""

    def __init__(self, forces: Forces, theatre: Theatre, where: str, text: str = "") -> None:
        self.forces = forces
        self.theatre = theatre
        self.where = where
        self.lines = text.splitlines()

    def fail(self, name: str, expected: str) -> BadSetup:
        line = line_of(self.lines, name)
        return BadSetup(f"{self.where}{f', line {line}' if line else ''}, {name}: {expected}")

    def typed(self, table: Any, keys: Mapping[str, type], name: str) -> dict[str, Any]:
        if not isinstance(table, Mapping):
            raise self.fail(name, "expected a table")
        for key, value in table.items():
            path = f"{name}.{key}" if name else key
            if key not in keys:
                raise self.fail(path, f"no such field; known are {', '.join(sorted(keys))}")
            wanted = keys[key]
            odd = wanted is int and (isinstance(value, bool) or (isinstance(value, int) and value < 0))
            if odd or not isinstance(value, wanted):
                raise self.fail(path, f"expected {WORDS[wanted]}, found {value!r}")
        return dict(table)

    def scenario(self, document: Any) -> Scenario:
        data = self.typed(document, KEYS, "")
        for key in ("name", "title", "turns", "victory"):
            if key not in data:
                raise self.fail(key, "missing")
        self.plain(data)
        self.tables(data)
        orders = self.orders(data.get("order", []))
        self.together(data, orders)
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
        options = dict(data.get("options", {}))
        if "opening" in data:
            options.setdefault("opening", data["opening"])
        players = data.get("players", [2, 4])
        return Scenario(
            data["name"],
            data["title"],
            data.get("about", ""),
            data.get("rule", "19.7"),
            (players[0], players[1]),
            data["turns"],
            data.get("minutes", 0),
            data.get("weight", ""),
            data.get("aim", ""),
            {"plan": plan, "options": options, "opening": data.get("opening", "")},
        )

    def plain(self, data: dict[str, Any]) -> None:
        """The fields that are no tables."""
        if not re.fullmatch(r"[a-z][a-z0-9_]*", data["name"]):
            raise self.fail("name", "expected small letters, digits and _, such as northern_gate")
        if not data["title"].strip():
            raise self.fail("title", "expected a title")
        if not 1 <= data["turns"] <= 240:
            raise self.fail("turns", "expected 1 to 240")
        players = data.get("players", [2, 4])
        numbers = len(players) == 2 and all(type(n) is int and 2 <= n <= 4 for n in players)
        if not numbers or players[0] > players[1]:
            raise self.fail("players", "expected the fewest and the most players, such as [2, 4]")
        if data.get("weight", WEIGHTS[0]) not in WEIGHTS:
            raise self.fail("weight", f"expected one of {', '.join(WEIGHTS)}")
        if data.get("opening", OPENINGS[0]) not in OPENINGS:
            raise self.fail("opening", f"expected one of {', '.join(OPENINGS)}")
        known = {option.name: option for option in OPTIONS}
        for key, value in data.get("options", {}).items():
            if key not in known:
                raise self.fail(f"options.{key}", f"no such option; known are {', '.join(known)}")
            if not any(value is a or (value == a and type(value) is type(a)) for a in known[key].allowed):
                allowed = ", ".join(str(a).lower() for a in known[key].allowed)
                raise self.fail(f"options.{key}", f"expected one of {allowed}, found {value!r}")

    def tables(self, data: dict[str, Any]) -> None:
        for key, keys in TABLES.items():
            if key not in data:
                continue
            table = data[key] = self.typed(data[key], keys, key)
            kind = table.get("kind") if key == "victory" else ""
            if key == "victory" and kind not in NEEDED_BY_VICTORY:
                raise self.fail("victory.kind", f"expected one of {', '.join(NEEDED_BY_VICTORY)}")
            wanted = NEEDED[key] + NEEDED_BY_VICTORY.get(str(kind), ())
            if table.get("reinforced"):
                wanted += ("units", "transports")
            for field in wanted:
                if field not in table:
                    raise self.fail(f"{key}.{field}", "missing")
        for path in AT_LEAST_ONE:
            key, field = path.split(".")
            if data.get(key, {}).get(field, 1) < 1:
                raise self.fail(path, "expected 1 or more")
        country = data.get("variable", {}).get("country", "")
        if country and country not in self.theatre.areas:
            raise self.fail("variable.country", f"{country!r}, expected one of {', '.join(self.theatre.areas)}")

    def together(self, data: dict[str, Any], orders: tuple[Order, ...]) -> None:
        """What only the whole document shows."""
        sides = {order.side for order in orders}
        if not orders and "opening" not in data:
            raise self.fail("order", "expected at least one order of battle")
        if orders and "opening" in data:
            raise self.fail("opening", "brings orders of battle of its own; leave out one or the other")
        if orders and (sides == {US} or US not in sides):
            raise self.fail("order", "expected the US or Canada and at least one aggressor")
        watched = data.get("waiting", {}).get("watched")
        if watched is not None and (watched not in SIDES[1:] or (orders and SIDES.index(watched) not in sides)):
            raise self.fail("waiting.watched", f"{watched!r}, expected an aggressor in play")
        if data.get("options", {}).get("garrison"):
            for number, order in enumerate(orders, start=1):
                if order.force == USA and not order.area & self.theatre.areas["annexation"]:
                    raise self.fail(f"order {number}.area", "the garrison rule needs the area annexation here")

    def orders(self, entries: list[Any]) -> tuple[Order, ...]:
        orders: list[Order] = []
        left = [len(values) for values in self.forces.values]
        for number, entry in enumerate(entries, start=1):
            name = f"order {number}"
            data = self.typed(entry, ORDER_KEYS, name)
            force = self.force(data.get("force"), f"{name}.force")
            if any(order.force == force for order in orders):
                raise self.fail(f"{name}.force", f"{FORCES[force]} has an order already")
            order = self.order(data, force, name)
            for pool, count in [*order.units.items(), *((p, c) for part in order.lent for p, c in part.units.items())]:
                left[pool] -= count
                if left[pool] < 0:
                    total = len(self.forces.values[pool])
                    raise self.fail(f"{name}.units", f"{self.forces.pool.ids[pool]}: there are only {total} counters")
            orders.append(order)
        return tuple(orders)

    def order(self, data: dict[str, Any], force: int, name: str) -> Order:
        lent = tuple(self.lent(part, force, f"{name}.lent {i + 1}") for i, part in enumerate(data.get("lent", [])))
        units = self.units(force, data.get("units", {}), f"{name}.units")
        area = 0
        for key in data.get("area", []):
            area |= self.area(key, force, f"{name}.area")
        depots = tuple(self.place(key, f"{name}.depots") for key in data.get("depots", []))
        if not area and not depots:
            raise self.fail(f"{name}.area", "expected at least one area or depot")
        for key in ("radius", "near_cities"):
            if data.get(key, 0) > FARTHEST:
                raise self.fail(f"{name}.{key}", f"expected {FARTHEST} hexes at most")
        self.room(units, area, depots, name)
        return Order(
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

    def room(self, units: Mapping[int, int], area: int, depots: tuple[int, ...], name: str) -> None:
        """Is there land for the troops, water for the ships, a depot for each supply unit?"""
        forces, theatre = self.forces, self.theatre
        box = 1 << theatre.holding
        for pool, count in units.items():
            piece = forces.members[pool][0]
            if forces.is_supply[piece] and depots and count > len(depots):
                raise self.fail(f"{name}.depots", f"{count} supply units need as many hexes")
            wanted, what = (theatre.coastal, "coast") if forces.is_naval[piece] else (theatre.land, "land")
            if count and not depots and not area & (wanted | box):
                raise self.fail(f"{name}.area", f"{forces.pool.names[pool]}: there is no {what} in it")

    def lent(self, part: Any, lender: int, name: str) -> Lent:
        data = self.typed(part, {"force": str, "units": dict}, name)
        force = self.force(data.get("force"), f"{name}.force")
        if force not in (USA, CAN) or SIDE_OF_FORCE[lender] == US:
            raise self.fail(f"{name}.force", "aggressors set up units of usa or can, and nobody else lends any")
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
            if type(count) is not int or count < 0:
                raise self.fail(f"{name}.{key}", f"expected a whole number, found {count!r}")
            found[pool] = count
        return found

    def area(self, key: Any, force: int, name: str) -> int:
        """A named area, or a single hex."""
        number = self.theatre.vocabulary.index.get(key, -1) if isinstance(key, str) else -1
        if key == "pal_box" and SIDE_OF_FORCE[force] != PAL:
            raise self.fail(name, "the Holding Box is the P.A.L.'s alone")
        if isinstance(key, str) and key in self.theatre.areas:
            return self.theatre.areas[key]
        if not 0 <= number < self.theatre.size:
            raise self.fail(name, f"{key!r}, expected a hex or one of {', '.join(self.theatre.areas)}")
        return 1 << number

    def place(self, key: Any, name: str) -> int:
        number = self.theatre.vocabulary.index.get(key) if isinstance(key, str) else None
        if number is None or not self.theatre.coastal >> number & 1:
            raise self.fail(name, f"{key!r}, expected a coastal hex such as s2437")
        return number


def line_of(lines: list[str], path: str) -> int:
    """The line that a field stands in, counted from 1; of a field that is missing the line of its table, or 0."""
    head, *rest = path.split(".")
    table, _, number = head.partition(" ")  # "order 2.area" is the field area of the second table order
    field = rest[0].partition(" ")[0] if rest else ""
    here, count, found = "", 0, 0
    for at, line in enumerate(lines, start=1):
        header = re.match(r"\s*\[+\s*([\w.-]+)", line)
        key = re.match(r"\s*([\w-]+)\s*[.=]", line)
        if header:
            here = header[1]
            count += here == table
        if here == table and (not number or count == int(number)):
            if key and key[1] == field:
                return at
            found = found or at
        elif not here and key and key[1] == table:
            return at
    return found
