"""Air units and carriers: range, adjacent and distant strikes, air superiority (chapter 14)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Refusal, rule
from grognard.games.invasion_america.special import is_asleep
from grognard.games.invasion_america.state import ATTACKER, State


def strike_zone(s: State, piece: int) -> int:
    """The hexes within range, its own left out (14.12)."""
    place = s.at[piece]
    theatre = s.game.theatre
    if not 0 <= place < theatre.size:
        return 0
    return theatre.within(place, s.game.forces.range_of[piece]) & ~(1 << place)


def contested(s: State, side: int) -> int:
    """Hexes covered by enemy bombers and carriers that have not been attacked in this phase (14.5)."""
    forces = s.game.forces
    known = s.presence.covered.get((side, s.hit))
    if known is not None:
        return known
    places = 0
    size = s.game.theatre.size
    for enemy in s.setup.enemies[side]:
        for piece in s.game.disputers_of[enemy]:
            if not s.hit >> piece & 1 and s.aboard[piece] < 0 and 0 <= s.at[piece] < size and not is_asleep(s, piece):
                places |= s.game.theatre.within(s.at[piece], forces.range_of[piece])
    s.presence.covered[side, s.hit] = places
    return places


def denied(s: State, side: int, places: int) -> int:
    """The hexes with enemy land combat units that are contested: closed to air attacks (14.5, 14.52 with 7.4)."""
    forces = s.game.forces
    doubtful = places & contested(s, side)
    out = 0
    for place in to_list(doubtful):
        land = air = False
        for piece in s.units_in(place):
            land = land or forces.is_land[piece]
            air = air or forces.is_flier[piece]
        if land and not air:
            out |= 1 << place
    return out


def is_adjacent(s: State, piece: int, place: int) -> bool:
    """Does an air unit count as adjacent? Across a side that bars attacks it does not (13.8)."""
    return bool(s.game.strike[s.at[piece]] >> place & 1) if s.at[piece] < s.game.theatre.size else False


def no_strike(s: State, piece: int, targets: list[int]) -> Refusal | None:
    """None where an air unit may join an attack on these hexes (14.1 to 14.3, 13.23)."""
    forces = s.game.forces
    side = forces.side_of[piece]
    near = [t for t in targets if is_adjacent(s, piece, t)]
    if near and len(near) < len(targets):
        return Refusal(rule("14.32"), "{unit:piece} is adjacent to one of the hexes but not to all of them", unit=piece)
    zone = strike_zone(s, piece)
    if not any(zone >> t & 1 for t in targets):
        return Refusal(rule("14.12"), "{unit:piece} is out of range", unit=piece)
    if len(targets) > 1 and not near and not any(forces.is_land[p] for p in to_list(s.roles[ATTACKER])):
        return Refusal(
            rule("14.13"), "{unit:piece} strikes several hexes from afar only where land units lead", unit=piece
        )
    for place in targets:
        if denied(s, side, 1 << place):
            return Refusal(
                rule("14.5"), "enemy bombers or carriers within range of {place} must be attacked first", place=place
            )
    if forces.is_naval[piece] and not all(s.enemy_ground(side) >> t & 1 for t in targets) and is_two_player(s):
        return Refusal(rule("7.4"), "carriers attack ships only where aggressors fight each other")
    return None


def is_two_player(s: State) -> bool:
    return len(s.setup.holders) == 2
