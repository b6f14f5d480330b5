"""What must hold in every state: the fuzzer asks, and every position that is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.games.imperium.facts import (
    ABOARD,
    COUNT,
    DEFENSES,
    IMPERIAL,
    LOST,
    OF_SIDE,
    OFF_MAP_BOXES,
    OUTPOSTS,
    OWNER,
    PIECES,
    PLACES,
    QUEUE,
    ROOM,
    SHIPS,
    SIDE_IDS,
    TERRAN,
    WORLDS,
    pieces_in,
)
from grognard.games.imperium.state import State
from grognard.games.imperium.transportation import carries


def problems(s: State) -> Iterator[str]:
    """Invariants: every counter in one place, cargo aboard a ship that can hold it, marks only where they belong."""
    count: dict[int, int] = {}
    for piece in range(COUNT):
        name = PIECES.ids[piece]
        place, ship = s.at[piece], s.on[piece]
        if place >= 0 and not s.here[place] >> piece & 1:
            yield f"{name}: the index does not know that it is at {PLACES.ids[place]}"
        if (place == ABOARD) != (ship >= 0):
            yield f"{name}: aboard, but on no ship, or the reverse"
        if ship >= 0:
            count[ship] = count.get(ship, 0) + 1
            if not carries(ship, piece) or OWNER[ship] != OWNER[piece] or s.at[ship] < 0:
                yield f"{name}: can't be aboard {PIECES.ids[ship]}"
        if place in (QUEUE, LOST) and (OWNER[piece] != IMPERIAL or not SHIPS >> piece & 1):
            yield f"{name}: only Imperial ships are replaced"
    if sum(bits.bit_count() for bits in s.here) != sum(place >= 0 for place in s.at):
        yield "the index holds counters that are nowhere"
    for ship, number in count.items():
        if number > ROOM[ship]:
            yield f"{PIECES.ids[ship]}: carries {number}, room for {ROOM[ship]}"
    for piece in pieces_in(s.disrupted & ~SHIPS):
        yield f"{PIECES.ids[piece]}: only ships are disrupted"
    for piece in pieces_in(s.disrupted | s.neutral | s.conquered | s.unplaced):
        if s.at[piece] < 0 or s.at[piece] in (QUEUE, LOST):
            yield f"{PIECES.ids[piece]}: marked, but not in play"
    if s.here[ABOARD] and any(s.at[s.on[p]] in OFF_MAP_BOXES[:3] for p in pieces_in(s.here[ABOARD])):
        yield "a cargo is aboard a ship that is not on the map"
    for side in (TERRAN, IMPERIAL):
        if s.ru[side] < 0:
            yield f"{SIDE_IDS[side]} has {s.ru[side]} RU"
    yield from _marks(s)


def _marks(s: State) -> Iterator[str]:
    """Marks stand on counters that can bear them; who is picked or engaged is there."""
    bearers = (
        ("dry", s.dry, SHIPS),
        ("conquered", s.conquered, WORLDS & s.neutral),
        ("unplaced", s.unplaced, OUTPOSTS | DEFENSES),
        ("mandated", s.mandated, SHIPS & OF_SIDE[IMPERIAL]),
        ("neutral", s.neutral, s.on_surface),
        ("group", s.group, SHIPS & s.on_map),
        ("engaged", s.engaged, s.attack_force | s.defense_force),
    )
    for name, bits, allowed in bearers:
        for piece in pieces_in(bits & ~allowed):
            yield f"{PIECES.ids[piece]}: can't be {name}"
    if len({s.at[piece] for piece in pieces_in(s.group)}) > 1:
        yield "group: ships that move together are in one place"
    for piece in pieces_in(s.engaged):
        if s.foe[piece] < 0 or OWNER[s.foe[piece]] == OWNER[piece]:
            yield f"{PIECES.ids[piece]}: engaged, but with no enemy"
    if s.battle < 0 and s.engaged:
        yield "engaged: there is no battle"
