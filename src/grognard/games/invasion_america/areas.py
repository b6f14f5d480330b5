"""What a table may lay over the board: zones of control, supply, reach, attacks, air cover, what counts for victory.

All of it follows from where units stand, which everybody sees; strengths nobody has seen play no part (18.32).
Both questions are asked for, never in play.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from grognard.board.bits import to_list
from grognard.core import Area
from grognard.games.invasion_america.air import strike_zone
from grognard.games.invasion_america.forces import FORCES_OF_SIDE
from grognard.games.invasion_america.naval import is_assaulting, landing_cost
from grognard.games.invasion_america.paths import allowance, reach
from grognard.games.invasion_america.special import is_asleep
from grognard.games.invasion_america.supply import supply_lines

if TYPE_CHECKING:
    from grognard.games.invasion_america.state import State


def areas(s: State) -> Iterator[Area]:
    """For every side in play, kind by kind."""
    for side in s.setup.sides:
        yield Area("zone", side, s.zone(side))
        yield Area("supply", side, supplied(s, side))
        yield Area("reach", side, reachable(s, side))
        yield Area("fire", side, attackable(s, side))
        yield Area("air", side, air_cover(s, side))
        yield Area("victory", side, held(s, side))


def threats(s: State, place: int) -> list[int]:
    """The units that could attack a hex if they were free to; where somebody stands, his enemies' only (13.1, 14.1)."""
    found = s.presence
    owners = [o for o in s.setup.sides if (found.ground[o] | found.naval[o]) >> place & 1]
    sides = s.setup.sides if not owners else {e for owner in owners for e in s.setup.enemies[owner]}
    out: list[int] = []
    for side in sides:
        out.extend(p for p in s.game.attackers_of[side] if attack_zone(s, p) >> place & 1)
    return sorted(out)


# --- what each area holds


def supplied(s: State, side: int) -> int:
    """The hexes in supply of a side's forces (9.11, 9.12)."""
    lines = 0
    for force in FORCES_OF_SIDE[side]:
        lines |= supply_lines(s, force)
    return lines


def reachable(s: State, side: int) -> int:
    """Where land and air units could get in a Land Movement Phase, with supply as it was judged last (10.0, 9.31)."""
    found = s.presence
    places = 0
    asked: set[tuple[int, int, int, bool]] = set()
    for piece in to_list((found.ashore[side] | found.loaded[side]) & s.game.mover_bits[side]):
        if is_asleep(s, piece):
            continue
        spent = landing_cost(s, piece) if s.aboard[piece] >= 0 else 0
        points = allowance(s, piece)
        if not 0 <= spent <= points:
            continue
        landing = s.aboard[piece] >= 0 and s.enemy_zone(side) >> s.at[piece] & 1
        kind = (s.at[piece], 0 if landing else points, spent, s.game.forces.is_hover[piece])
        if kind not in asked or s.game.forces.is_militia[piece]:
            asked.add(kind)
            places |= 1 << s.at[piece] if landing else reach(s, piece, s.at[piece], points, spent)[1]
    return places & s.game.theatre.land


def attackable(s: State, side: int) -> int:
    """The hexes that land units and assaulting troops could attack (13.11, 15.0)."""
    forces = s.game.forces
    places = 0
    for piece in s.game.attackers_of[side]:
        if not forces.is_flier[piece]:
            places |= attack_zone(s, piece)
    return places


def air_cover(s: State, side: int) -> int:
    """The hexes in range of bombers, close air support and carriers (14.12)."""
    places = 0
    for piece in s.game.fliers_of[side]:
        places |= attack_zone(s, piece)
    return places


def attack_zone(s: State, piece: int) -> int:
    """The hexes that one unit could attack: next to it, in range, or where its troops go ashore."""
    game = s.game
    forces, place = game.forces, s.at[piece]
    if not 0 <= place < game.theatre.size or is_asleep(s, piece):
        return 0
    if forces.is_landing[piece]:
        return 1 << place if is_assaulting(s, piece) else 0
    if s.aboard[piece] >= 0:
        return 1 << place if forces.is_land[piece] and is_assaulting(s, s.aboard[piece]) else 0
    if forces.is_flier[piece]:
        return strike_zone(s, piece)
    return (game.strike_hover if forces.is_hover[piece] else game.strike)[place]


def held(s: State, side: int) -> int:
    """The victory hexes that a side controls (18.4)."""
    places = 0
    for place, holder, value in zip(s.game.theatre.prizes, s.control, s.game.prize_points(s), strict=True):
        if holder == side and value:
            places |= 1 << place
    return places
