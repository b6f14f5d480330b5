"""Taking units aboard and setting them down. Chapters Movement, Carriers, and Orbital Assault, Drop-ships."""

from __future__ import annotations

from grognard.core import ACT, EventKind, Refusal, rule
from grognard.games.grav_armor.equipment import DROPSHIP, GRAV, INFANTRY
from grognard.games.grav_armor.state import GravState, cell_of, put, riders

LOADED = EventKind("loaded", "{carrier:piece} takes {piece} aboard", level=ACT, rule=rule("Movement/Carriers/1"))
SET_DOWN = EventKind(
    "set_down", "{carrier:piece} sets {piece} down in {place}", level=ACT, rule=rule("Movement/Carriers/1")
)

DROPSHIP_HOLDS = 3


def why_not_load(s: GravState, carrier: int, piece: int) -> Refusal | None:
    """Why this unit can't be taken aboard here and now; None where it can."""
    g = s.ground
    if not g.carrier[carrier]:
        return Refusal(rule("Movement/Carriers/1"), "{carrier:piece} carries nobody", carrier=carrier)
    if g.side[piece] != g.side[carrier] or piece == carrier or not g.kind[piece].is_unit:
        return Refusal(rule("Movement/Carriers/1"), "{piece} can't be carried", piece=piece)
    if s.aloft:
        return Refusal(rule("Movement/Carriers/1"), "nobody gets in or out in flight")
    if cell_of(s, carrier) < 0 or s.at[piece] != s.at[carrier] or s.on[piece] >= 0:
        return Refusal(rule("Movement/Carriers/1"), "{piece} does not stand in this hex", piece=piece)
    if s.disrupted[carrier]:
        return Refusal(rule("Combat/Disruption"), "{carrier:piece} is disrupted", carrier=carrier)
    if s.disrupted[piece]:
        return Refusal(rule("Movement/Carriers/3"), "{piece} is disrupted and can't be carried", piece=piece)
    if s.moved[piece]:
        return Refusal(
            rule("Movement/Carriers/1"), "{piece} has moved, and no unit moves and is carried in one turn", piece=piece
        )
    if s.ridden[piece]:
        return Refusal(rule("Movement/Carriers/3"), "{piece} has been carried in this turn already", piece=piece)
    if g.move[carrier] == DROPSHIP:
        return _why_not_lift(s, carrier, piece)
    if g.move[piece] != INFANTRY:
        return Refusal(rule("Movement/Carriers/1"), "{carrier:piece} carries infantry only", carrier=carrier)
    if riders(s, carrier):
        return Refusal(rule("Movement/Carriers/1"), "{carrier:piece} is full: it holds one unit", carrier=carrier)
    return None


def _why_not_lift(s: GravState, ship: int, piece: int) -> Refusal | None:
    """Drop-ships take three units of infantry and vehicles in a turn; a loaded carrier is one unit."""
    if s.ground.move[piece] > GRAV:
        return Refusal(rule("Orbital/Drop-ships/1"), "{piece} does not go into a drop-ship", piece=piece)
    if s.lifted[ship] >= DROPSHIP_HOLDS:
        return Refusal(rule("Orbital/Drop-ships/4"), "{ship:piece} has carried three units in this turn", ship=ship)
    return None


def loadable(s: GravState, carrier: int) -> list[int]:
    g = s.ground
    if not g.carrier[carrier] or s.aloft or cell_of(s, carrier) < 0:
        return []
    at, here = s.at, s.at[carrier]
    return [
        p for p in g.bodies[g.side[carrier]] if at[p] == here and p != carrier and why_not_load(s, carrier, p) is None
    ]


def unloadable(s: GravState, carrier: int) -> list[int]:
    g = s.ground
    if not g.carrier[carrier] or s.aloft or cell_of(s, carrier) < 0:
        return []
    return [p for p in riders(s, carrier) if why_not_unload(s, carrier, p) is None]


def why_not_unload(s: GravState, carrier: int, piece: int) -> Refusal | None:
    g = s.ground
    if piece < 0 or s.on[piece] != carrier:
        return Refusal(
            rule("Movement/Carriers/1"), "{piece} is not inside {carrier:piece}", piece=piece, carrier=carrier
        )
    if s.aloft:
        return Refusal(rule("Movement/Carriers/1"), "nobody gets in or out in flight")
    cell = cell_of(s, carrier)
    if cell < 0:
        return Refusal(rule("Movement/Carriers/1"), "{piece} can get out on the map only", piece=piece)
    if (g.lethal[g.move[piece]] | g.closed[g.move[piece]]) >> cell & 1:
        return Refusal(rule("Movement/Example"), "{piece} could not live in {place}", piece=piece, place=s.at[carrier])
    return None


def load(s: GravState, carrier: int, piece: int) -> None:
    s.on[piece] = carrier
    s.lifted[carrier] += s.ground.move[carrier] == DROPSHIP
    _ride(s, piece)
    s.emit(LOADED, carrier, piece)


def unload(s: GravState, carrier: int, piece: int) -> None:
    """Whoever was inside during the carrier's move does not move by itself this turn. [Movement/Carriers/1]"""
    s.on[piece] = -1
    _ride(s, piece)
    put(s, piece, s.at[carrier])
    s.emit(SET_DOWN, carrier, piece, s.at[carrier])


def _ride(s: GravState, piece: int) -> None:
    s.ridden[piece] = 1
    for rider in riders(s, piece) if s.ground.carrier[piece] else []:
        _ride(s, rider)
