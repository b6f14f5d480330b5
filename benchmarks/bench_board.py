"""The board library against plain queues: reach, supply, sums and odds, both measured in the same run.

Run `python benchmarks/bench_board.py`. CPU microseconds, the best of several rounds; the ratio is what counts.
"""

import sys
from collections import deque
from collections.abc import Callable
from pathlib import Path
from random import Random
from time import process_time

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "src"))

from grognard.board import odds
from grognard.board.bits import from_list, to_list
from grognard.board.hexgrid import HexGrid
from grognard.board.lines import Values, sums_within
from grognard.board.reach import NEVER, Costs, costs, flood, reach
from grognard.board.sphere import Sphere
from grognard.board.topology import Topology

ROUNDS = 7
SPAN = 0.03  # seconds a round


def best(work: Callable[[], object]) -> float:
    """CPU microseconds of one call."""
    work()
    begin = process_time()
    work()
    calls = max(1, int(SPAN / max(process_time() - begin, 1e-6)))
    least = float("inf")
    for _ in range(ROUNDS):
        begin = process_time()
        for _ in range(calls):
            work()
        least = min(least, (process_time() - begin) / calls)
    return least * 1e6


def queue_reach(ways: Costs, start: int, budget: int) -> dict[int, int]:
    """Reach by buckets, the tuned plain way."""
    spent = {start: 0}
    buckets: list[list[int]] = [[] for _ in range(budget + 1)]
    buckets[0].append(start)
    neighbours = ways.topology.neighbours
    entry = ways.entry
    extra = ways.step_extra
    for total, bucket in enumerate(buckets):
        for place in bucket:
            if spent[place] != total:
                continue
            for other in neighbours[place]:
                if entry[other] == NEVER:
                    continue
                more = extra.get((place, other), 0) if extra else 0
                if more == NEVER:
                    continue
                cost = total + entry[other] + more
                if cost <= budget and cost < spent.get(other, budget + 1):
                    spent[other] = cost
                    buckets[cost].append(other)
    return spent


def queue_flood(topology: Topology, start: int, allowed: list[bool]) -> set[int]:
    """Supply by a queue."""
    seen = {start}
    queue = deque(seen)
    neighbours = topology.neighbours
    while queue:
        for other in neighbours[queue.popleft()]:
            if other not in seen and allowed[other]:
                seen.add(other)
                queue.append(other)
    return seen


def report(what: str, size: int, ours: float, plain: float) -> None:
    print(f"{what:<44} {size:>6} {ours:>9.1f} {plain:>9.1f} {plain / ours:>7.1f}")


def bench_reach(grid: HexGrid, label: str, ways: Costs, budgets: tuple[int, ...]) -> None:
    start = grid.at(grid.width // 2, grid.height // 2)
    for budget in budgets:
        wanted = queue_reach(ways, start, budget)
        if reach(ways, start, budget).by_cost() != wanted:
            raise SystemExit(f"reach differs from the queue: {label}, {budget} points")
        report(
            f"reach, {budget} points, {label}",
            len(wanted),
            best(lambda budget=budget: reach(ways, start, budget)),
            best(lambda budget=budget: queue_reach(ways, start, budget)),
        )


def bench_flood(label: str, topology: Topology, rng: Random, open_share: float) -> None:
    start = topology.n // 2
    free = [place == start or rng.random() < open_share for place in range(topology.n)]
    allowed = from_list(place for place in range(topology.n) if free[place])
    wanted = queue_flood(topology, start, free)
    if flood(topology.steps, 1 << start, allowed) != from_list(wanted):
        raise SystemExit(f"flood differs from the queue: {label}")
    report(
        f"supply flood, {label}",
        len(wanted),
        best(lambda: flood(topology.steps, 1 << start, allowed)),
        best(lambda: queue_flood(topology, start, free)),
    )


def bench_others(rng: Random) -> None:
    board = HexGrid(25, 25)
    values = Values(board, [rng.choice([0, 1, 1, 2, 3]) for _ in range(board.n)])
    middle = board.at(12, 12)
    print(f"{'sums within 5 hexes, limit 6':<44} {'':>6} {best(lambda: sums_within(values, middle, 5, 6)):>9.1f}")
    everything = board.everything
    print(f"{'list of 625 places':<44} {'':>6} {best(lambda: to_list(everything)):>9.1f}")
    roll = odds.dice("2d6")
    print(f"{'odds: 12 rolls of 2d6 summed':<44} {'':>6} {best(lambda: odds.repeat(roll, 12)):>9.1f}")
    for text in ("2d6+1", "10d6", "20d100"):
        print(f"{'odds: ' + text:<44} {'':>6} {best(lambda text=text: odds._dice.__wrapped__(text)):>9.1f}")
    shots = odds.through(roll, lambda eyes: max(0, eyes - 7))
    lost = odds.hits(odds.chance_of(roll, bool), 12)

    def battle() -> dict[object, object]:
        return odds.combine(odds.repeat(shots, 12), lost, lambda damage, hit: (damage > 20, min(hit, 4)))

    print(f"{'odds: twelve shots each way':<44} {'':>6} {best(battle):>9.1f}")
    print(f"{'odds: 40 shots':<44} {'':>6} {best(lambda: odds.hits(odds.chance_of(roll, bool), 40)):>9.1f}")


def main() -> None:
    rng = Random(1)
    print(f"{'kernel':<44} {'places':>6} {'ours us':>9} {'queue us':>9} {'ratio':>7}")
    for size in (32, 64):
        grid = HexGrid(size, size)
        entry = [rng.choice([1, 1, 1, 1, 2, 2, 3]) for _ in range(grid.n)]
        rivers = {side: rng.choice([NEVER, 1, 2]) for side in range(len(grid.sides)) if rng.random() < 0.1}
        bench_reach(grid, f"{grid.n:,} hexes", costs(grid, entry), (4, 8, 20))
        bench_reach(grid, f"{grid.n:,} hexes, rivers", costs(grid, entry, rivers), (8, 20))
        bench_flood(f"{grid.n:,} hexes, 84 % open", grid, rng, 0.84)
        bench_flood(f"{grid.n:,} hexes, 60 % open", grid, rng, 0.6)
    continent = HexGrid(58, 76, shifted=0)
    bench_flood("4,408 hexes, 90 % open", continent, rng, 0.9)
    bench_flood("sphere of 492, 90 % open", Sphere(7), rng, 0.9)
    bench_others(rng)


if __name__ == "__main__":
    main()
