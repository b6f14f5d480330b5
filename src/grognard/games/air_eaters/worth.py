"""What units are worth to the staff, what is near, and what fire may bring. Shared by the judgements of all forms."""

from __future__ import annotations

from functools import cache

from grognard.games.air_eaters.charts import COMBAT
from grognard.games.air_eaters.targets import environment
from grognard.games.air_eaters.units import TYPE
from grognard.games.air_eaters.world import NEAR, SITE_PLACE, SOLAR, SURFACE

IU = 4.0
# army, dt, bi, sf, isf, tr, itr, corv, dd, ca, bb, ftr, ms, qs, ns, esc, ln, cw, base, ac
WORTH = (6.0, 5.0, 6.0, 4.0, 6.0, 2.5, 3.5, 8.0, 13.0, 20.0, 24.0, 13.0, 65.0, 60.0, 30.0, 10.0, 6.0, 9.0, 9.0, 9.0)
POINT, PAID, READY = 0.05, 0.25, 0.9


@cache
def hexes_to_industry() -> list[int]:
    """For each place, hexes to the nearest industry of the same planet; 9 where there is none."""
    away = [9] * len(SURFACE)
    edge = list(SITE_PLACE)
    for place in edge:
        away[place] = 0
    for place in edge:
        for other in NEAR[place]:
            if away[other] > away[place] + 1:
                away[other] = away[place] + 1
                edge.append(other)
    return away


@cache
def steps(space: int) -> tuple[int, ...]:
    """Spaces from here to everywhere on the rings."""
    return tuple(SOLAR.distances(space))


def volley(place: int, here: list[int], foes: list[int]) -> tuple[float, float]:
    """What `here` may expect to destroy of `foes` by one volley, at half weight (targets are shared), and the share
    of the foes that it would put out of action."""
    table = COMBAT[environment(place)]
    total = kills = 0.0
    kinds = {TYPE[foe] for foe in foes}
    for firer in here:
        row = table[TYPE[firer]]
        best = max(row[kind] * WORTH[kind] for kind in kinds)
        if best > 0:
            total += best / 12
            kills += max(row[kind] for kind in kinds) / 6
    return min(total, 0.5 * sum(WORTH[TYPE[foe]] for foe in foes)), min(1.0, kills / len(foes))
