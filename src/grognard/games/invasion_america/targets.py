"""Who may attack what: targets, adjacency, the units that may join (13.1, 13.2, 14.1, 15.0)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Refusal, rule
from grognard.games.invasion_america.air import denied, is_adjacent, no_strike, strike_zone
from grognard.games.invasion_america.naval import is_assaulting
from grognard.games.invasion_america.special import is_asleep
from grognard.games.invasion_america.state import ATTACKER, State


def attacked_hexes(s: State) -> int:
    """Hexes that hold a unit attacked in this phase already (13.14)."""
    places = 0
    at = s.at
    size = s.game.theatre.size
    for piece in to_list(s.hit):
        if 0 <= at[piece] < size:
            places |= 1 << at[piece]
    return places


def landings(s: State, side: int) -> dict[int, int]:
    """Assaults still to be fought: hex to landing ship (15.0)."""
    return {
        s.at[p]: p
        for p in s.game.landers_of[side]
        if s.is_on_map(p) and not s.fought >> p & 1 and s.at[p] < s.game.theatre.size and is_assaulting(s, p)
    }


def prey(s: State, side: int) -> tuple[int, int]:
    """Hexes with enemies ashore, and with any enemies, that may still be attacked."""
    ground = naval = 0
    for enemy in s.setup.enemies[side]:
        ground |= s.presence.ground[enemy]
        naval |= s.presence.naval[enemy]
    shut = attacked_hexes(s) | 1 << s.game.theatre.holding
    return ground & ~shut, (ground | naval) & ~shut


def target_hexes(s: State, side: int) -> int:
    """Every hex that at least one unit could attack now (13.11, 13.14, 14.1)."""
    game = s.game
    if not s.sau_awake and is_asleep(s, game.forces.of_side[side][0]):
        return 0
    ground, anything = prey(s, side)
    if not anything:
        return 0
    land = 0
    fought, at, aboard = s.fought, s.at, s.aboard
    size = game.theatre.size
    is_land, is_hover = game.forces.is_land, game.forces.is_hover
    around = game.theatre.grid.spread(ground) if ground else 0
    for place in to_list(around & s.presence.ground[side]):
        for piece in s.units_in(place):
            if is_land[piece] and not fought >> piece & 1 and not is_asleep(s, piece):
                land |= (game.strike_hover if is_hover[piece] else game.strike)[place]
    found = land & ground
    air = 0
    for piece in game.fliers_of[side]:
        if not fought >> piece & 1 and 0 <= at[piece] < size and aboard[piece] < 0 and not is_asleep(s, piece):
            zone = strike_zone(s, piece)
            air |= zone & (ground if game.forces.is_naval[piece] and len(s.setup.holders) == 2 else anything)
    air &= ~found
    if air:
        found |= air & ~denied(s, side, air)
    for place in landings(s, side):
        if ground >> place & 1:
            found |= 1 << place
    return found


def no_attack(s: State, side: int, piece: int, targets: list[int]) -> Refusal | None:
    """None where a unit may join an attack on all these hexes at once (13.1, 13.2)."""
    forces, theatre = s.game.forces, s.game.theatre
    if forces.side_of[piece] != side:
        return Refusal(rule("13.11"), "{unit:piece} is not yours", unit=piece)
    if not s.is_on_map(piece) or s.at[piece] == theatre.holding:
        return Refusal(rule("13.11"), "{unit:piece} is not on the map", unit=piece)
    if s.fought >> piece & 1:
        return Refusal(rule("13.14"), "{unit:piece} has attacked in this phase", unit=piece)
    if s.roles[ATTACKER] >> piece & 1:
        return Refusal(rule("13.14"), "{unit:piece} takes part already", unit=piece)
    if is_asleep(s, piece):
        return Refusal(rule("19.35"), "{unit:piece} does not take part yet", unit=piece)
    if forces.is_supply[piece]:
        return Refusal(rule("9.52"), "supply units never attack")
    if forces.is_rail[piece]:
        return Refusal(rule("16.43"), "rail units never attack")
    if forces.is_naval[piece] and not forces.is_flier[piece]:
        return Refusal(rule("7.4"), "of ships only carriers attack; amphibious units assault where they lie")
    if s.aboard[piece] >= 0:
        return Refusal(rule("7.0"), "{unit:piece} is aboard a ship", unit=piece)
    return out_of_reach(s, side, piece, targets)


def out_of_reach(s: State, side: int, piece: int, targets: list[int]) -> Refusal | None:
    """None where a unit that is free to fight gets at all these hexes (13.11, 13.23, 13.8, 14.1)."""
    forces, theatre = s.game.forces, s.game.theatre
    if forces.is_flier[piece]:
        return no_strike(s, piece, targets)
    strike = (s.game.strike_hover if forces.is_hover[piece] else s.game.strike)[s.at[piece]]
    for place in targets:
        if not theatre.grid.masks[s.at[piece]] >> place & 1:
            return Refusal(rule("13.23"), "{unit:piece} is not adjacent to {place}", unit=piece, place=place)
        if not strike >> place & 1:
            return Refusal(
                rule("13.8"), "the hexside between {unit:piece} and {place} bars attacks", unit=piece, place=place
            )
        if not s.enemy_ground(side) >> place & 1:
            return Refusal(rule("7.4"), "land units can't attack ships")
    return None


def holder(s: State, side: int, place: int) -> int:
    """Which enemy side stands in a hex; -1 for none."""
    found = s.presence
    for enemy in s.setup.enemies[side]:
        if (found.ground[enemy] | found.naval[enemy]) >> place & 1:
            return enemy
    return -1


def candidates(s: State, side: int, targets: list[int]) -> list[int]:
    """The units that may join the attack."""
    game = s.game
    near = game.theatre.grid.masks[targets[0]]
    for place in targets[1:]:
        near &= game.theatre.grid.masks[place]
    out = []
    for place in to_list(near & s.presence.ground[side]):
        for piece in s.units_in(place):
            if game.forces.is_land[piece] and no_attack(s, side, piece, targets) is None:
                out.append(piece)
    zone = 0
    for place in targets:
        zone |= 1 << place
    within, range_of, at = game.theatre.within, game.forces.range_of, s.at
    for piece in to_list(game.flier_bits[side] & ~(s.fought | s.roles[ATTACKER])):
        if not 0 <= at[piece] < game.theatre.size or s.aboard[piece] >= 0:
            continue
        if within(at[piece], range_of[piece]) & zone and no_attack(s, side, piece, targets) is None:
            out.append(piece)
    return out


def committed(s: State, role: int) -> list[int]:
    return to_list(s.roles[role])


def is_close(s: State, piece: int, targets: list[int]) -> bool:
    """Adjacent to all of the hexes, or assaulting the one (13.23)."""
    if s.at[piece] >= s.game.theatre.size:
        return False
    if s.game.forces.is_flier[piece]:
        return all(is_adjacent(s, piece, t) for t in targets)
    return s.aboard[piece] < 0


def defenders_in(s: State, side: int, place: int) -> list[int]:
    """All enemies in a hex; who is aboard a ship is left out (6.22)."""
    enemies = s.setup.enemies[side]
    return [p for p in s.units_in(place) if s.game.forces.side_of[p] in enemies]
