"""What units are worth to the staff, what is near, and what fire may bring. Shared by the judgements of all forms."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache, lru_cache

from grognard.games.air_eaters.charts import COMBAT
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.targets import environment
from grognard.games.air_eaters.units import TYPE
from grognard.games.air_eaters.world import NEAR, SITE_PLACE, SOLAR, SURFACE

IU = 5.0
# army, dt, bi, sf, isf, tr, itr, corv, dd, ca, bb, ftr, ms, qs, ns, esc, ln, cw, base, ac
WORTH = (6.0, 5.0, 6.0, 4.0, 6.0, 2.5, 3.5, 8.0, 13.0, 20.0, 24.0, 13.0, 160.0, 60.0, 30.0, 10.0, 6.0, 9.0, 9.0, 9.0)
LATE, END = 15, 21  # turns from which it is late in an invasion
POINT, PAID, READY = 0.05, 0.25, 0.9


@cache
def hexes_to_industry() -> list[int]:
    """For each place, hexes to the nearest industry of the same planet; 9 where there is none."""
    return hexes_from(SITE_PLACE)


def hexes_from(places: Sequence[int]) -> list[int]:
    """For each place, hexes to the nearest of these on the same planet; 9 where there is none."""
    away = [9] * len(SURFACE)
    edge = list(places)
    for place in edge:
        away[place] = 0
    for place in edge:
        for other in NEAR[place]:
            if away[other] > away[place] + 1:
                away[other] = away[place] + 1
                edge.append(other)
    return away


@cache
def hexes_to_living(alive: int) -> list[int]:
    """The same, for the planets with industry that stands, given as bits."""
    return [away if n >= 0 and alive >> n & 1 else 9 for away, n in zip(hexes_to_industry(), SURFACE, strict=True)]


@cache
def steps(space: int) -> tuple[int, ...]:
    """Spaces from here to everywhere on the rings."""
    return tuple(SOLAR.distances(space))


def volley(place: int, here: list[int], foes: list[int]) -> tuple[float, float]:
    """What `here` may expect to destroy of `foes` by one volley, at half weight (targets are shared), and the share
    of the foes that it would put out of action."""
    return _volley(environment(place), tuple([TYPE[p] for p in here]), tuple([TYPE[p] for p in foes]))


@lru_cache(20_000)
def _volley(where: int, here: tuple[int, ...], foes: tuple[int, ...]) -> tuple[float, float]:
    table = COMBAT[where]
    total = kills = 0.0
    kinds = set(foes)
    for firer in here:
        row = table[firer]
        best = max(row[kind] * WORTH[kind] for kind in kinds)
        if best > 0:
            total += best / 12
            kills += sum([row[kind] for kind in foes]) / (6 * len(foes))
    return min(total, 0.5 * sum(WORTH[foe] for foe in foes)), min(1.0, kills / len(foes))


def stage(s: State) -> int:
    """0, 1 and 2: early, late and at the end. Few steps, as a weight that changes from turn to turn would make the last
    action of every turn, which brings the next, look better or worse than it is."""
    return (s.turn >= LATE) + (s.turn >= END)


def ship_weight(s: State) -> float:
    """Ships count less towards the end of an invasion, when only industry and air decide (13.0, 24.0)."""
    return (1.0, 0.75, 0.3)[stage(s)]
