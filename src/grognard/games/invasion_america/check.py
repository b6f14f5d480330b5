"""What must hold in every state: stacks, cargo, counters, and what is derived from them (6.11, 7.11, 12.13)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from grognard.games.invasion_america import backs
from grognard.games.invasion_america.forces import SIDES
from grognard.games.invasion_america.naval import CAPACITY
from grognard.games.invasion_america.state import STACK_LIMIT, STALE, Presence, State

KEPT_UP = ("stacks", "ashore", "loaded", "ground", "naval", "full", "zoners", "rails")


def problems(s: State) -> Iterator[str]:
    """Everything that is wrong, one text each."""
    yield from _stacks(s)
    yield from _cargo(s)
    yield from _counters(s)
    yield from _mixed(s)
    yield from _derived(s)


def _stacks(s: State) -> Iterator[str]:
    theatre, forces = s.game.theatre, s.game.forces
    names = theatre.vocabulary.ids
    side_of, is_naval, is_ground = forces.side_of, forces.is_naval, forces.is_ground
    for place, units in s.presence.stacks.items():
        if place == theatre.holding:
            continue
        ground, naval = [0] * len(SIDES), [0] * len(SIDES)
        for piece in units:
            ground[side_of[piece]] += is_ground[piece]
            naval[side_of[piece]] += is_naval[piece]
        for side in {side_of[p] for p in units}:
            if ground[side] > STACK_LIMIT or naval[side] > STACK_LIMIT:
                yield f"{names[place]}: more than three units of {SIDES[side]}"
        if sum(map(bool, ground)) > 1:
            yield f"{names[place]}: land units of different sides"
        ships, land = s.game.ship_hexes >> place & 1, theatre.land >> place & 1
        for piece in units:
            if not (ships if is_naval[piece] else land):
                yield f"{s.game.pieces[piece]}: can't be in {names[place]}"


def _cargo(s: State) -> Iterator[str]:
    forces = s.game.forces
    ids = s.game.pieces
    for ship, cargo in s.presence.cargo.items():
        if len(cargo) > CAPACITY:
            yield f"{ids[ship]}: carries more than three units"
        for piece in cargo:
            if not forces.carries[ship] or s.at[ship] != s.at[piece] or not s.is_on_map(ship):
                yield f"{ids[piece]}: is aboard {ids[ship]}, which is no ship in the same place"
            if forces.force_of[ship] != forces.force_of[piece]:
                yield f"{ids[piece]}: is aboard a ship of another force"


def _counters(s: State) -> Iterator[str]:
    forces = s.game.forces
    for pool, members in enumerate(forces.members):
        if not forces.hidden_pool[pool]:
            continue
        places = s.at[members.start : members.stop]
        strengths = s.strength[members.start : members.stop]
        seen = Counter(value for value, place in zip(strengths, places, strict=True) if place >= 0)
        for value, count in seen.items():
            if count > forces.values[pool].count(value):
                yield f"{forces.pool.ids[pool]}: {count} units of strength {value}"


def _mixed(s: State) -> Iterator[str]:
    """What is kept of the boxes must make sense, and the true strengths must be possible by it."""
    forces = s.game.forces
    entries = s.mixed[: s.mixed.index(-1)] if -1 in s.mixed else s.mixed
    if any(entry >= 0 for entry in s.mixed[len(entries) :]):
        yield "what was mixed: an empty entry before others"
    last: dict[int, bool] = {}
    for number, entry in enumerate(entries):
        piece, code = divmod(entry, backs.CODES)
        if piece >= forces.count or not forces.hidden[piece]:
            yield f"what was mixed, entry {number + 1}: no such unit"
            return
        if code not in (*forces.kinds[forces.pool_of[piece]], backs.UNSEEN, backs.DRAWN):
            yield f"what was mixed, entry {number + 1}: no such strength"
            return
        if last.get(piece, code != backs.DRAWN) != (code != backs.DRAWN):
            yield f"what was mixed, entry {number + 1}: {s.game.pieces[piece]} goes the same way twice"
            return
        last[piece] = code == backs.DRAWN
    for piece, came_back in last.items():
        if (s.at[piece] != s.box_of(piece)) != came_back:
            yield f"what was mixed: {s.game.pieces[piece]} is not where it went"
            return
    for pool in sorted({forces.pool_of[piece] for piece in last}):
        if not backs.is_possible(s, pool):
            yield f"what was mixed: the strengths of {forces.pool.ids[pool]} can't be as they are"


def _derived(s: State) -> Iterator[str]:
    """What State.put and State.lift keep up must be what a fresh look at the map gives."""
    kept, fresh = s.presence, s.survey()
    yield from (f"who stands where: {name} is out of date" for name in KEPT_UP if _differ(kept, fresh, name))
    held = [s.foreign_prizes(side) for side in s.setup.sides]
    kept.foreign = [STALE] * len(SIDES)
    if held != [s.foreign_prizes(side) for side in s.setup.sides]:
        yield "who holds what is out of date"
    if {ship: units for ship, units in kept.cargo.items() if units} != fresh.cargo:
        yield "who stands where: cargo is out of date"


def _differ(kept: Presence, fresh: Presence, name: str) -> bool:
    return bool(getattr(kept, name) != getattr(fresh, name))
