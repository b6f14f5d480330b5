"""What must hold in every state: stacks, cargo, counters (6.11, 7.11, 12.13)."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.board.bits import from_list
from grognard.games.invasion_america.forces import SIDES
from grognard.games.invasion_america.naval import CAPACITY
from grognard.games.invasion_america.state import STACK_LIMIT, State


def problems(s: State) -> Iterator[str]:
    """Everything that is wrong, one text each."""
    yield from _stacks(s)
    yield from _pieces(s)


def _stacks(s: State) -> Iterator[str]:
    theatre, forces = s.game.theatre, s.game.forces
    names = theatre.vocabulary.ids
    for place, units in s.presence.stacks.items():
        if place == theatre.holding:
            continue
        ground = from_list(forces.side_of[p] for p in units if forces.is_ground[p])
        for side in range(len(SIDES)):
            if s.count_ground(side, place) > STACK_LIMIT or s.count_naval(side, place) > STACK_LIMIT:
                yield f"{names[place]}: more than three units of {SIDES[side]}"
        if ground.bit_count() > 1:
            yield f"{names[place]}: land units of different sides"
        for piece in units:
            room = s.game.ship_hexes if forces.is_naval[piece] else theatre.land
            if not room >> place & 1:
                yield f"{s.game.pieces[piece]}: can't be in {names[place]}"


def _pieces(s: State) -> Iterator[str]:
    forces = s.game.forces
    ids = s.game.pieces
    for piece, ship in enumerate(s.aboard):
        if ship >= 0 and (not forces.carries[ship] or s.at[ship] != s.at[piece] or not s.is_on_map(ship)):
            yield f"{ids[piece]}: is aboard {ids[ship]}, which is no ship in the same place"
        if ship >= 0 and forces.force_of[ship] != forces.force_of[piece]:
            yield f"{ids[piece]}: is aboard a ship of another force"
    for ship in {ship for ship in s.aboard if ship >= 0}:
        if len(s.cargo(ship)) > CAPACITY:
            yield f"{ids[ship]}: carries more than three units"
    for pool, members in enumerate(forces.members):
        seen: dict[int, int] = {}
        for piece in members:
            if s.at[piece] >= 0:
                seen[s.strength[piece]] = seen.get(s.strength[piece], 0) + 1
        for value, count in seen.items():
            if count > forces.values[pool].count(value):
                yield f"{forces.pool.ids[pool]}: {count} units of strength {value}"
