"""How far a mover gets: floods and reach with costs by place and by side, with stops, by rounds of set operations."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from grognard.board.bits import to_list
from grognard.board.steps import Steps
from grognard.board.topology import Topology

NEVER = -1  # the cost of a place or side that can't be entered or crossed
_CHUNK = 256  # windows on a large map start and end on multiples of this


def flood(steps: Steps, start: int, allowed: int, rounds: int = -1) -> int:
    """All places reached from the set `start` through allowed places, in at most `rounds` steps; start included."""
    room = allowed & ~start
    front = start
    wave = steps.wave
    while front and rounds:
        front = wave(front) & room
        room ^= front
        rounds -= 1
    return start | (allowed & ~room)


def components(steps: Steps, allowed: int) -> list[int]:
    """The connected parts of a set of places."""
    parts = []
    while allowed:
        part = flood(steps, allowed & -allowed, allowed)
        parts.append(part)
        allowed &= ~part
    return parts


class Costs:
    """What every step of one kind of movement costs on one map. Make it once per map and movement class, and keep it.

    A step into place b over a side costs entry[b] plus what the side adds. Costs are whole numbers from 1 up (count
    in halves where a rulebook has halves).
    """

    def __init__(self, topology: Topology, entry: Sequence[int], step_extra: Mapping[tuple[int, int], int]) -> None:
        """`step_extra[a, b]` is what the step from a to b costs beyond entry[b], or NEVER."""
        if len(entry) != topology.n:
            raise ValueError(f"{len(entry)} entry costs for {topology.n} places")
        self.topology = topology
        self.entry = tuple(entry)
        self.step_extra = dict(step_extra)
        by_cost: dict[int, int] = {}
        for place, cost in enumerate(entry):
            if cost != NEVER and cost < 1:
                raise ValueError(f"{topology.names[place]}: entry cost {cost}, expected 1 or more, or NEVER")
            if cost != NEVER:
                by_cost[cost] = by_cost.get(cost, 0) | 1 << place
        self.classes = tuple(sorted(by_cost.items()))
        self.enterable = sum(by_cost.values())
        self.groups = self._group()
        self.longest = max(topology.steps.longest, 1)
        self._windows: dict[tuple[int, int], Window] = {}

    def _group(self) -> tuple[tuple[int, int, Steps], ...]:
        """Steps by what their side adds: (extra cost, the places they start from, the steps)."""
        topology = self.topology
        plain = list(topology.masks)
        extra: dict[int, list[int]] = {}
        for (a, b), cost in self.step_extra.items():
            if not topology.masks[a] >> b & 1:
                raise ValueError(f"no step from {topology.names[a]} to {topology.names[b]}")
            if cost < NEVER:
                raise ValueError(f"step {topology.names[a]} to {topology.names[b]}: extra cost {cost}")
            if cost:
                plain[a] &= ~(1 << b)
            if cost > 0:
                extra.setdefault(cost, [0] * topology.n)[a] |= 1 << b
        touched = sum(1 << place for place, mask in enumerate(plain) if mask != topology.masks[place])
        free = topology.everything & ~touched
        groups = [(0, free, topology.steps)] if free else []
        if touched:
            cut = [mask if touched >> place & 1 else 0 for place, mask in enumerate(plain)]
            groups.append((0, touched, Steps(topology.n, cut)))
        for cost, out in sorted(extra.items()):
            groups.append((cost, sum(1 << place for place, mask in enumerate(out) if mask), Steps(topology.n, out)))
        return tuple(groups)

    def of(self, a: int, b: int) -> int:
        """The cost of one step, or NEVER."""
        if not self.topology.masks[a] >> b & 1 or self.entry[b] == NEVER:
            return NEVER
        extra = self.step_extra.get((a, b), 0) if self.step_extra else 0
        return NEVER if extra == NEVER else self.entry[b] + extra

    def window(self, start: int, budget: int) -> "Window":
        """The part of the map a mover with this budget can touch, cut out so that the sets stay short."""
        span = budget * self.longest
        low = max(0, start - span) // _CHUNK * _CHUNK
        high = min(self.topology.n, (start + span) // _CHUNK * _CHUNK + _CHUNK)
        known = self._windows.get((low, high))
        if known is None:
            known = self._windows[low, high] = Window(self, low, high)
        return known


def costs(
    topology: Topology,
    entry: Sequence[int],
    sides: Mapping[int, int] | None = None,
    step_extra: Mapping[tuple[int, int], int] | None = None,
) -> Costs:
    """Costs by place, plus extras by side (both ways) and by step (one way). NEVER forbids."""
    extra: dict[tuple[int, int], int] = {}
    for side, cost in (sides or {}).items():
        a, b = topology.sides[side]
        extra[a, b] = extra[b, a] = cost
    extra.update(step_extra or {})
    return Costs(topology, entry, extra)


def costs_from(topology: Topology, step: Callable[[int, int], int]) -> Costs:
    """Costs from a rule `step(a, b)` that gives the whole cost of each step, or NEVER."""
    entry = [NEVER] * topology.n
    full: dict[tuple[int, int], int] = {}
    for a, near in enumerate(topology.neighbours):
        for b in near:
            cost = full[a, b] = step(a, b)
            if cost != NEVER and (entry[b] == NEVER or cost < entry[b]):
                entry[b] = cost
    extra = {(a, b): cost if cost == NEVER else cost - entry[b] for (a, b), cost in full.items()}
    return Costs(topology, entry, {pair: cost for pair, cost in extra.items() if cost})


class Window:
    """The sets of a Costs cut to the places from `low` up to `high` and moved down by `low`."""

    __slots__ = ("classes", "cut", "enterable", "groups", "high", "low")

    def __init__(self, costs: Costs, low: int, high: int) -> None:
        self.low = low
        self.high = high
        self.cut = (1 << (high - low)) - 1
        self.enterable = costs.enterable >> low & self.cut
        self.classes = tuple((cost, mask >> low & self.cut) for cost, mask in costs.classes if mask >> low & self.cut)
        cut = self.cut
        self.groups = tuple(
            (extra, starts >> low & cut, steps.window(low, high))
            for extra, starts, steps in costs.groups
            if starts >> low & cut
        )


class Reach:
    """The answer of `reach`: which places, at what cost, by which path."""

    __slots__ = ("costs", "layers", "leave", "leave_cost", "low", "start", "stop", "zone")

    def __init__(
        self,
        costs: Costs,
        start: int,
        low: int,
        layers: list[int],
        limits: tuple[int, int, int, int],
    ) -> None:
        self.costs = costs
        self.start = start
        self.low = low
        self.layers = layers
        self.stop, self.zone, self.leave, self.leave_cost = limits

    @property
    def places(self) -> int:
        """Every place the mover can get to, its start included."""
        found = 0
        for layer in self.layers:
            found |= layer
        return found << self.low

    def cost(self, place: int) -> int:
        """The least cost to get to a place, or NEVER."""
        at = place - self.low
        if at >= 0:
            for spent, layer in enumerate(self.layers):
                if layer >> at & 1:
                    return spent
        return NEVER

    def by_cost(self) -> dict[int, int]:
        """The least cost of every place reached."""
        return {place + self.low: spent for spent, layer in enumerate(self.layers) if layer for place in to_list(layer)}

    def path(self, place: int) -> list[int]:
        """A cheapest path, start and end included; empty when the place is out of reach."""
        spent = self.cost(place)
        if spent == NEVER:
            return []
        path = [place]
        while place != self.start:
            place, spent = self._before(place, spent)
            path.append(place)
        path.reverse()
        return path

    def _before(self, place: int, spent: int) -> tuple[int, int]:
        costs, layers, low = self.costs, self.layers, self.low
        for near in costs.topology.neighbours[place]:
            if near < low or (near != self.start and self.stop and self.stop >> near & 1):
                continue
            if self.zone and self.zone >> near & self.zone >> place & 1:
                continue
            cost = costs.of(near, place)
            if cost == NEVER:
                continue
            earlier = spent - cost - (self.leave_cost if self.leave and self.leave >> near & 1 else 0)
            if earlier >= 0 and layers[earlier] >> (near - low) & 1:
                return near, earlier
        raise AssertionError("a place reached has a place before it")


def reach(
    costs: Costs,
    start: int,
    budget: int,
    forbidden: int = 0,
    stop: int = 0,
    zone: int = 0,
    leave: int = 0,
    leave_cost: int = 0,
) -> Reach:
    """Where a mover with a budget of movement points gets to.

    forbidden   places that can't be entered
    stop        places where it must stop on entering (it may leave the one it starts in)
    zone        places between which it may not step directly
    leave       places that cost `leave_cost` more to step out of
    """
    if budget < 0 or not 0 <= start < costs.topology.n:
        raise ValueError(f"reach from place {start} with {budget} points on a map of {costs.topology.n} places")
    window = costs.window(start, budget)
    low = window.low
    limits = (stop, zone, leave, leave_cost)
    origin = 1 << (start - low)
    room = window.enterable
    if forbidden:
        room &= ~(forbidden >> low)
    room &= ~origin
    stop = stop >> low & ~origin
    zone >>= low
    leave = leave >> low if leave_cost else 0
    layers = [0] * (budget + 1)
    layers[0] = origin
    classes = window.classes
    groups = window.groups
    for spent in range(budget):
        front = layers[spent]
        if not front:
            continue
        if spent:
            front &= room
            layers[spent] = front
            room ^= front
            if stop:
                front &= ~stop
            if not front:
                continue
        for part, place_cost, target in _parts(front, room, zone, leave, leave_cost, spent):
            for extra, starts, steps in groups:
                held = part & starts
                wave = steps.wave(held) & target if held else 0
                if wave:
                    before = place_cost + extra
                    for cost, mask in classes:
                        if before + cost > budget:
                            break
                        layers[before + cost] |= wave & mask
    layers[budget] &= room if budget else origin
    return Reach(costs, start, low, layers, limits)


def _parts(front: int, room: int, zone: int, leave: int, leave_cost: int, spent: int) -> Iterable[tuple[int, int, int]]:
    """The front cut by what limits its next step: (places, points spent when stepping, places it may enter)."""
    if not zone and not leave:
        return ((front, spent, room),)
    parts = []
    for inside, target in ((front & zone, room & ~zone), (front & ~zone, room)):
        for held, price in ((inside & leave, leave_cost), (inside & ~leave, 0)):
            if held:
                parts.append((held, spent + price, target))
    return parts
