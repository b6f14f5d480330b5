"""Slow and plain versions of what the board library does by bits, and random maps to compare them on."""

import heapq
from collections import deque
from random import Random

from grognard.board.hexgrid import FLAT, POINTY, HexGrid
from grognard.board.reach import NEVER, Costs
from grognard.board.topology import Topology


def random_grid(rng: Random, largest: int = 24, may_wrap: bool = True) -> HexGrid:
    orientation = rng.choice([POINTY, FLAT])
    width, height = rng.randint(1, largest), rng.randint(1, largest)
    wrap = may_wrap and rng.random() < 0.4
    if wrap and orientation == FLAT:
        width += width % 2
    missing = {(rng.randrange(width), rng.randrange(height)) for _ in range(rng.choice([0, 0, 6]))}
    if len(missing) >= width * height:
        missing = set()
    return HexGrid(width, height, None, orientation, rng.randint(0, 1), wrap, missing)


def thin(rng: Random, n: int) -> int:
    """A random set of about an eighth of n places."""
    return rng.getrandbits(n) & rng.getrandbits(n) & rng.getrandbits(n)


def flood(topology: Topology, start: int, allowed: int, rounds: int = 10**6) -> set[int]:
    seen = {place for place in range(topology.n) if start >> place & 1}
    queue = deque((place, 0) for place in seen)
    while queue:
        place, steps = queue.popleft()
        if steps == rounds:
            continue
        for other in topology.neighbours[place]:
            if other not in seen and allowed >> other & 1:
                seen.add(other)
                queue.append((other, steps + 1))
    return seen


def reach(
    costs: Costs,
    start: int,
    budget: int,
    forbidden: int = 0,
    stop: int = 0,
    zone: int = 0,
    leave: int = 0,
    leave_cost: int = 0,
) -> dict[int, int]:
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, place = heapq.heappop(heap)
        if spent > best[place] or (place != start and stop >> place & 1):
            continue
        for other in costs.topology.neighbours[place]:
            cost = costs.of(place, other)
            if cost == NEVER or forbidden >> other & 1 or zone >> place & zone >> other & 1:
                continue
            total = spent + cost + (leave_cost if leave >> place & 1 else 0)
            if total <= budget and total < best.get(other, budget + 1):
                best[other] = total
                heapq.heappush(heap, (total, other))
    return best
