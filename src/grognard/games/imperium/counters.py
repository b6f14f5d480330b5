"""What happens to counters: destruction, outposts that begin to work, the counter mix (Markers; Transportation)."""

from __future__ import annotations

from grognard.games.imperium.control import opposition
from grognard.games.imperium.facts import (
    BOX_STAR,
    IMPERIAL,
    KIND,
    LOST,
    MOTHERSHIPS,
    OF_SIDE,
    OF_TYPE,
    OUTPOST,
    OUTPOSTS,
    OWNER,
    SHIPS,
    TERRAN,
    TYPE,
    WORLDS,
    pieces_in,
)
from grognard.games.imperium.state import State
from grognard.games.imperium.words import DESTROYED, OPERATIONAL, UNLOADED

_DREADNOUGHT = TYPE["dreadnought"]


def in_mix(s: State, side: int, kind: int) -> list[int]:
    """Counters of a type that are free to be used."""
    at = s.at
    return [p for p in pieces_in(OF_TYPE[kind] & OF_SIDE[side]) if at[p] < 0]


def destroy(s: State, piece: int) -> None:
    """Eliminate a counter and what it carries. Imperial ships wait to be put on the replacement track."""
    s.emit(DESTROYED, piece)
    if SHIPS >> piece & 1:
        for cargo in s.cargo_of(piece):
            destroy(s, cargo)
    place = s.at[piece]
    replaced = OWNER[piece] == IMPERIAL and SHIPS >> piece & 1 and not s.mandated >> piece & 1
    if OWNER[piece] == TERRAN and KIND[piece] == _DREADNOUGHT:
        s.dreadnought_lost = 1
    if KIND[piece] == OUTPOST and not s.unplaced >> piece & 1 and place in BOX_STAR:
        s.fallen[OWNER[piece]] |= 1 << place
        if s.terraforming[place]:
            s.terraformer[place] = 1 - OWNER[piece]
    s.wipe(piece)
    if replaced:
        s.put(piece, LOST)


def disembark(s: State, piece: int, place: int) -> None:
    """Put a cargo down; an outpost begins to work where nothing hinders it."""
    s.unload(piece, place)
    s.emit(UNLOADED, piece, place)
    if place in BOX_STAR:
        open_outposts(s, place)


def open_outposts(s: State, box: int) -> None:
    """An unplaced outpost becomes operational when no enemy but a neutralized world is left in its box."""
    waiting = s.here[box] & OUTPOSTS & s.unplaced
    if not waiting:
        return
    for side in (TERRAN, IMPERIAL):
        own = waiting & OF_SIDE[side]
        held = s.here[box] & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced & ~s.conquered
        if own and not held and not opposition(s, side, box):
            piece = (own & -own).bit_length() - 1
            s.unplaced &= ~(1 << piece)
            s.years[piece] = 0
            s.fallen[side] &= ~(1 << box)
            if s.terraformer[box] != side:
                s.terraforming[box] = 0
            s.emit(OPERATIONAL, piece, box)


def loose_fighters_fit(s: State, side: int, place: int) -> list[int]:
    """Motherships in the hex that have room for one more fighter."""
    ships = pieces_in(s.here[place] & MOTHERSHIPS & OF_SIDE[side])
    return [ship for ship in ships if len(s.cargo_of(ship)) < 3]
