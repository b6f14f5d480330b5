"""A second reading of the rules, straight from map.json and without tables: it must agree with the game everywhere."""

import random
from collections import deque
from collections.abc import Callable, Iterable
from heapq import heappop, heappush
from typing import Any

import pytest

from grognard.board.bits import to_list
from grognard.games.invasion_america.forces import SIDE_OF_FORCE, US, USA
from grognard.games.invasion_america.naval import harbours
from grognard.games.invasion_america.paths import allowance, ignores_zones, reach
from grognard.games.invasion_america.rail import RAIL_POINTS, rail_reach
from grognard.games.invasion_america.supply import is_fed, supply_lines

from .ground import real

LAND = real().theatre.data["hexes"]
SIZE, COLUMNS = len(LAND), real().theatre.columns
FORCES = real().forces
BOX = real().theatre.holding
COSTS = {"clear": 1, "forest": 1, "urban": 1, "wilderness": 2, "broken": 2, "rough": 3, "tundra": 4}
WET = ("sea", "lake")
SIDES: dict[tuple[int, int], set[str]] = {}
for _side in real().theatre.data["sides"]:
    _a, _b = (real().vocab["place"].index[code] for code in _side["between"])
    SIDES[_a, _b] = SIDES[_b, _a] = set(_side["kinds"])


def neighbours(place: int) -> list[int]:
    row, column = divmod(place, COLUMNS)
    lean = row % 2
    around = ((0, -1), (0, 1), (1, lean - 1), (1, lean), (-1, lean - 1), (-1, lean))
    return [
        (row + up) * COLUMNS + column + right
        for up, right in around
        if 0 <= row + up < SIZE // COLUMNS and 0 <= column + right < COLUMNS
    ]


NEAR = [neighbours(place) for place in range(SIZE)]


def kinds(a: int, b: int) -> set[str]:
    return SIDES.get((a, b), set())


def has(place: int, mark: str) -> bool:
    return mark in LAND[place].get("marks", ())


def is_land(place: int) -> bool:
    return LAND[place]["terrain"] not in WET


def may_sail(place: int) -> bool:
    return LAND[place]["terrain"] == "sea" or bool(LAND[place].get("coastal"))


def crosses(a: int, b: int) -> bool:
    return is_land(a) and is_land(b) and not kinds(a, b) & {"blocked", "sea", "lake"}


def toll(a: int, b: int, hovering: bool) -> int | None:
    """13.8, 16.22 to 16.24."""
    if hovering:
        closed = LAND[b]["terrain"] in ("lake", "broken", "rough", "urban") or has(b, "supply")
        return None if closed or "lake" in kinds(a, b) else 1
    if not crosses(a, b):
        return None
    cost = 1 if has(b, "supply") or has(b, "port") else COSTS[LAND[b]["terrain"]]
    return cost + (2 if "great_river" in kinds(a, b) else 1 if "river" in kinds(a, b) else 0)


class Field:
    """A position, read anew."""

    def __init__(self, s: Any) -> None:
        self.s = s
        self.units: dict[int, list[int]] = {}
        for unit, place in enumerate(s.at):
            if 0 <= place < SIZE and s.aboard[unit] < 0:
                self.units.setdefault(place, []).append(unit)
        self.ground = [self.where(lambda u, n=n: FORCES.side_of[u] == n and FORCES.is_ground[u]) for n in range(4)]
        self.naval = [self.where(lambda u, n=n: FORCES.side_of[u] == n and FORCES.is_naval[u]) for n in range(4)]
        self.zones = [self.union(self.zone(enemy) for enemy in s.setup.enemies[n]) for n in range(4)]
        others = [[o for o in range(4) if o != n] for n in range(4)]
        self.barred = [self.union(self.ground[o] | self.naval[o] for o in others[n]) for n in range(4)]

    def where(self, test: Callable[[int], bool]) -> set[int]:
        return {place for place, units in self.units.items() if any(test(u) for u in units)}

    @staticmethod
    def union(sets: Iterable[set[int]]) -> set[int]:
        return set().union(*sets)

    def zone(self, side: int) -> set[int]:
        """11.16, 11.23."""
        kept = ("armor", "mechanized", "infantry", "special_infantry")
        types = FORCES.types.ids
        here = self.where(lambda u: FORCES.side_of[u] == side and types[FORCES.type_of[u]] in kept)
        return {
            b
            for a in here
            for b in NEAR[a]
            if not kinds(a, b) & {"blocked", "great_river"} and LAND[b]["terrain"] != "sea"
        }

    def fed(self, force: int) -> set[int]:
        """9.1, 9.4, 9.6."""
        side = SIDE_OF_FORCE[force]
        enemies = self.s.setup.enemies[side]
        held = self.union(self.ground[e] for e in enemies)
        shut = held | self.union(self.naval[e] for e in enemies) | self.zones[side] - self.ground[side]
        if side == US:
            home = "us" if force == USA else "canada"
            sources = {p for p in range(SIZE) if has(p, "supply") and LAND[p].get("country") == home}
        else:
            ashore = {p for p in self.ground[side] if LAND[p].get("coastal")}
            sources = {p for p in ashore if has(p, "port") or any(FORCES.is_supply[u] for u in self.units[p])}
        ships = self.where(lambda u: FORCES.side_of[u] == side and FORCES.is_landing[u])
        found = sources - shut
        self.spread(found, shut, SIZE)
        beaches = {p for p in ships - held if LAND[p].get("beach")}
        self.spread(beaches, shut, 3)
        return found | beaches

    def spread(self, found: set[int], shut: set[int], steps: int) -> None:
        front = set(found)
        for _ in range(steps):
            front = {b for a in front for b in NEAR[a] if crosses(a, b)} - found - shut
            if not front:
                return
            found |= front

    def reach(self, unit: int, start: int, budget: int) -> dict[int, int]:
        """10.12, 10.21, 11.13."""
        side = FORCES.side_of[unit]
        stops = set() if ignores_zones(self.s, unit) else self.zones[side]
        best, heap = {start: 0}, [(0, start)]
        while heap:
            spent, a = heappop(heap)
            if spent > best[a] or (a != start and a in stops):
                continue
            for b in NEAR[a]:
                cost = toll(a, b, FORCES.is_hover[unit])
                if cost is not None and b not in self.barred[side] and spent + cost < best.get(b, budget + 1):
                    best[b] = spent + cost
                    heappush(heap, (spent + cost, b))
        return best

    def harbours(self, ship: int) -> set[int]:
        """5.1, 5.2, 6.1, 15.0."""
        s, side, start = self.s, FORCES.side_of[ship], self.s.at[ship]
        closed = {p for p in self.barred[side] if LAND[p]["terrain"] != "sea"}
        gate = {real().vocab["place"].index[code] for code in real().theatre.boxes[0]["opens"].split()}
        queue = deque(gate - closed if start == BOX else {start})
        seen, beaches = {start, *queue}, set()
        cargo = s.cargo(ship)
        storms = FORCES.is_landing[ship] and any(FORCES.is_land[u] for u in cargo)
        storms = storms and not any(FORCES.is_supply[u] for u in cargo)
        targets = self.union(self.ground[e] for e in s.setup.enemies[side]) - self.naval[side]
        while queue:
            a = queue.popleft()
            for b in NEAR[a]:
                between = not (is_land(a) and is_land(b)) or kinds(a, b) & {"sea", "coast"}
                if b in seen or not may_sail(b) or not between:
                    continue
                if b not in closed:
                    seen.add(b)
                    queue.append(b)
                elif storms and b in targets and LAND[b].get("beach"):
                    beaches.add(b)
        if real().vocab["force"].ids[FORCES.force_of[ship]] == "pal" and seen & gate:
            seen.add(BOX)
        ships = [
            sum(FORCES.is_naval[u] and FORCES.side_of[u] == side for u in self.units.get(p, ())) for p in range(SIZE)
        ]
        free = {p for p in seen if p == BOX or (ships[p] < 3 and p not in self.barred[side])}
        return (free | beaches) - {start}

    def railway(self, unit: int) -> set[int]:
        """16.4, 16.42, 16.45."""
        shut = self.barred[US] | self.zones[US]
        found = {self.s.at[unit]}
        front = found if LAND[self.s.at[unit]].get("rail") and not found & shut else set()
        for _ in range(RAIL_POINTS):
            front = {b for a in front for b in NEAR[a] if crosses(a, b) and LAND[b].get("rail")} - found - shut
            found = found | front
        return found


def scatter(s: Any, rng: random.Random) -> None:
    """Put most units on the map, most of them near one place, where each may stand."""
    centre = rng.choice([p for p in range(SIZE) if is_land(p)])
    near = to_list(real().theatre.within(centre, rng.choice((3, 5, 8, 14))))
    s.at, s.aboard = [-1] * FORCES.count, [-1] * FORCES.count
    taken: dict[int, list[tuple[int, bool]]] = {}
    fleet = [u for u in range(FORCES.count) if FORCES.is_naval[u]]
    for unit in [*fleet, *(u for u in range(FORCES.count) if u not in fleet)]:
        side, naval, place = FORCES.side_of[unit], FORCES.is_naval[unit], rng.choice(near)
        ships = [q for q in fleet if FORCES.carries[q] and FORCES.side_of[q] == side and s.at[q] >= 0]
        if side not in s.setup.sides or rng.random() < 0.3:
            continue
        if ships and not naval and rng.random() < 0.25:
            s.aboard[unit] = rng.choice([q for q in ships if s.aboard.count(q) < 3] or [-1])
            s.at[unit] = s.at[s.aboard[unit]] if s.aboard[unit] >= 0 else -1
        elif naval and side == 3 and rng.random() < 0.2:
            s.at[unit] = BOX
        elif may_sail(place) if naval else is_land(place) and toll(place, place, FORCES.is_hover[unit]):
            here = taken.setdefault(place, [])
            if all(other == side for other, _ in here) and here.count((side, naval)) < 3:
                here.append((side, naval))
                s.at[unit] = place
    s._presence = None


@pytest.mark.parametrize("seed", range(8))
def test_a_second_reading_agrees_on_zones_lines_and_ways(seed: int) -> None:
    rng = random.Random(seed)
    scenario = ("three_pronged_invasion", "inland_campaign", "european_invasion")[seed % 3]
    match: Any = real().new(scenario, {"players": 2 + seed % 3, "partisans": seed % 4 == 0}, seed)
    s = match.state
    scatter(s, rng)
    field = Field(s)
    for side in s.setup.sides:
        assert set(to_list(s.enemy_zone(side))) == field.zones[side]
    for force in range(5):
        if SIDE_OF_FORCE[force] in s.setup.sides:
            assert set(to_list(supply_lines(s, force))) == field.fed(force)
    fed = [field.fed(force) for force in range(5)]
    for unit in [u for units in field.units.values() for u in units]:
        name, place = real().pieces[unit], s.at[unit]
        always = FORCES.is_naval[unit] or FORCES.is_rail[unit] or ignores_zones(s, unit)
        assert is_fed(s, unit) == (always or place in fed[FORCES.force_of[unit]]), name
        if FORCES.is_land[unit] or FORCES.is_air[unit]:
            points = allowance(s, unit)
            found, places = reach(s, unit, place, points)
            assert {p: found[p] for p in to_list(places)} == field.reach(unit, place, points), name
        elif FORCES.is_naval[unit]:
            assert set(to_list(harbours(s, unit))) == field.harbours(unit), name
        elif FORCES.is_rail[unit]:
            assert set(to_list(rail_reach(s, unit))) == field.railway(unit), name
    for unit in s.units_in(BOX):
        assert set(to_list(harbours(s, unit))) == field.harbours(unit), real().pieces[unit]
