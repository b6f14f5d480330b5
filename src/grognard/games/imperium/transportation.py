"""Cargoes: who carries what, embarking and disembarking (Transportation)."""

from __future__ import annotations

from grognard.core import Code, Refusal, rule
from grognard.games.imperium.control import is_open_box, open_boxes
from grognard.games.imperium.facts import (
    ABOARD,
    CAPITALS,
    CARRIERS,
    DEFENSES,
    FIGHTERS,
    IS_BOX,
    IS_STAR,
    MOST_CARGOES,
    MOTHERSHIPS,
    OF_SIDE,
    OUTPOSTS,
    ROOM,
    TRANSPORTS,
    TROOPS,
    pieces_in,
)
from grognard.games.imperium.state import REACTION, State
from grognard.games.imperium.words import LOAD, LOADED, UNLOAD

CARGO = rule("Transportation/Cargo")
EMBARKING = rule("Transportation/Embarking")
NEUTRALIZED = rule("Combat/Bombardment/Neutralized")
REACTION_CARGO = rule("Transportation/Reaction")
_CARGOES = TROOPS | OUTPOSTS | DEFENSES | FIGHTERS


def carries(ship: int, cargo: int) -> bool:
    """Transports take any cargo, capital ships troops, motherships fighters."""
    bit = 1 << cargo
    if TRANSPORTS >> ship & 1:
        return bool(_CARGOES & bit)
    if CAPITALS >> ship & 1:
        return bool(TROOPS & bit)
    return bool(MOTHERSHIPS >> ship & 1 and FIGHTERS & bit)


def loadable(s: State, side: int, place: int) -> int:
    """Cargoes that a ship in this hex or box may embark."""
    if IS_BOX[place]:
        here = s.here[place] if is_open_box(s, side, place) else 0
    else:
        here = 0
        for box in open_boxes(s, side, place) if IS_STAR[place] else ():
            here |= s.here[box]
    return here & OF_SIDE[side] & ~s.neutral & (TROOPS | DEFENSES | FIGHTERS | (OUTPOSTS & s.unplaced))


def ships_with_room(s: State, group: int, kind: int) -> list[int]:
    """Ships of a group that may take something aboard."""
    out = []
    for ship in pieces_in(group & CARRIERS):
        if s.loads[ship] >= MOST_CARGOES[ship] or (kind == REACTION and s.landed >> ship & 1):
            continue
        if len(s.cargo_of(ship)) < ROOM[ship]:
            out.append(ship)
    return out


def carrier_for(s: State, ships: list[int], cargo: int) -> int:
    """The first of these ships that has the right to take this cargo; -1: none. In space only motherships do."""
    place = s.at[cargo]
    for ship in ships:
        if carries(ship, cargo) and (IS_BOX[place] or MOTHERSHIPS >> ship & 1):
            return ship
    return -1


def cargo_codes(s: State, side: int, kind: int, group: int) -> list[Code]:
    """What the ships of a group may embark and disembark."""
    carriers = group & CARRIERS
    place = s.at[(group & -group).bit_length() - 1]
    out: list[Code] = []
    room = ships_with_room(s, carriers, kind)
    if room:
        cargoes = loadable(s, side, place)
        if carriers & MOTHERSHIPS and not IS_BOX[place]:
            cargoes |= s.here[place] & FIGHTERS & OF_SIDE[side] & ~s.stopped
        for cargo in pieces_in(cargoes):
            if carrier_for(s, room, cargo) >= 0:
                out.append((LOAD, cargo))
    if s.here[ABOARD] & OF_SIDE[side]:
        out += _unloading(s, side, kind, carriers, place)
    return out


def _unloading(s: State, side: int, kind: int, carriers: int, place: int) -> list[Code]:
    out: list[Code] = []
    boxes: list[int] | None = None
    for ship in pieces_in(carriers):
        cargoes = s.cargo_of(ship)
        if not cargoes or (kind == REACTION and s.embarked >> ship & 1):
            continue
        if boxes is None:
            if IS_BOX[place]:
                boxes = [place] if is_open_box(s, side, place) else []
            else:
                boxes = open_boxes(s, side, place) if IS_STAR[place] else []
        for cargo in cargoes:
            out.extend((UNLOAD, cargo, box) for box in boxes)
            if MOTHERSHIPS >> ship & 1 and not IS_BOX[place]:
                out.append((UNLOAD, cargo, place))
    return out


def embark(s: State, cargo: int, ship: int) -> None:
    s.loads[ship] += 1
    s.embarked |= 1 << ship
    s.unplaced |= (1 << cargo) & DEFENSES
    s.group &= ~(1 << cargo)
    s.load(cargo, ship)
    s.emit(LOADED, cargo, ship)


def why_not_cargo(s: State, kind: int, side: int, code: Code) -> Refusal:
    cargo = code[1]
    if cargo < 0 or not OF_SIDE[side] >> cargo & 1 or not _CARGOES >> cargo & 1:
        return Refusal(CARGO, "{piece} is no cargo of yours", piece=cargo)
    if kind == REACTION and (s.embarked | s.landed) & s.group:
        return Refusal(REACTION_CARGO, "in the reaction phase a ship embarks or disembarks, not both")
    if code[0] == UNLOAD:
        if s.on[cargo] < 0 or not s.group >> s.on[cargo] & 1:
            return Refusal(CARGO, "{piece} is not aboard the picked ships", piece=cargo)
        return Refusal(EMBARKING, "cargo is set down in a friendly system; elsewhere after space combat")
    if s.on[cargo] >= 0:
        return Refusal(CARGO, "{piece} is already aboard; cargoes do not change ships in space", piece=cargo)
    if s.neutral >> cargo & 1:
        said = "{piece} is neutralized on the ground until the player turn ends"
        return Refusal(NEUTRALIZED, said, piece=cargo)
    if OUTPOSTS >> cargo & 1 and not s.unplaced >> cargo & 1:
        return Refusal(CARGO, "an outpost that works can't be carried away")
    if any(s.loads[ship] >= MOST_CARGOES[ship] for ship in pieces_in(s.group & CARRIERS)):
        return Refusal(EMBARKING, "a ship carries no more than two cargoes in one movement phase")
    if not any(carries(ship, cargo) for ship in pieces_in(s.group & CARRIERS)):
        return Refusal(CARGO, "none of the picked ships can carry {piece}", piece=cargo)
    return Refusal(EMBARKING, "cargo is taken aboard in a friendly system, one counter a ship")
