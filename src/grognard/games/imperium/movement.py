"""Movement: hyperspace jumps, sublight, refuelling, and cargoes (Movement; Transportation)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium import facts
from grognard.games.imperium.control import open_boxes, opposition
from grognard.games.imperium.counters import disembark
from grognard.games.imperium.facts import (
    ABOARD,
    BOX_STAR,
    CARRIERS,
    HEX_NEXT,
    IS_BOX,
    IS_STAR,
    JUMPERS,
    KEEP,
    OF_SIDE,
    ROUTES,
    SHIPS,
    STAR_BOXES,
    pieces_in,
)
from grognard.games.imperium.gunnery import either, how_many
from grognard.games.imperium.jumps import arrive, can_jump, can_sublight, cruise, jump
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.state import FIRST, REACTION, SECOND, State
from grognard.games.imperium.transportation import (
    CARGO,
    cargo_codes,
    carrier_for,
    embark,
    ships_with_room,
    why_not_cargo,
)
from grognard.games.imperium.words import (
    DONE,
    FLEET,
    JUMP,
    LAND,
    LIFT,
    LOAD,
    MOVES,
    REACT,
    REACTS,
    RELEASE,
    SUBLIGHT,
    TAKE,
    UNLOAD,
)

JUMPS = rule("Movement/Hyperspace Jump")
STOPPING = rule("Movement/Hyperspace Jump/Stopping")
SUBLIGHT_RULE = rule("Movement/Sublight")
REACTING = rule("Movement/Reaction")
REFUELING = rule("Movement/Refueling")
DISRUPTED_JUMP = rule("Economics/Disruption")
SURFACES = rule("Game Board/Systems")
NEUTRALIZED = rule("Combat/Bombardment/Neutralized")

JUMP_CODES: list[list[Code]] = [[(JUMP, to) for to in ends] for ends in ROUTES]
SUBLIGHT_CODES: list[list[Code]] = [[(SUBLIGHT, to) for to in near] for near in HEX_NEXT]
_LIFT: Code = (LIFT,)
_RELEASE: Code = (RELEASE,)
_DONE: Code = (DONE,)


# --- predicates


def may_move(s: State, side: int, kind: int) -> int:
    """Ships of the side that are free to move at all."""
    ships = SHIPS & OF_SIDE[side] & (s.in_space | s.on_surface | s.in_deep) & ~(s.stopped | s.stuck | s.neutral)
    return ships & s.reaction if kind == REACTION else ships


def movable(s: State, side: int, kind: int, among: int = -1) -> int:
    """Ships that have something to do in this movement phase."""
    free = may_move(s, side, kind) & among
    out = free & (s.on_surface | can_jump(s, kind) | (can_sublight(s, kind) & (s.in_space | s.in_deep)))
    rest = free & s.in_space & ~out
    while rest:  # stack by stack: what lies open to one ship lies open to all
        star = s.at[(rest & -rest).bit_length() - 1]
        stack = rest & s.here[star]
        rest ^= stack
        if open_boxes(s, side, star):
            out |= stack
        else:
            out |= sum(1 << p for p in pieces_in(stack & CARRIERS) if cargo_codes(s, side, kind, 1 << p))
    return out


# --- the phase


class BeginMovement(Step[State]):
    """Forgets what the last movement phase noted; cargoes already aboard count as carried."""

    name = "begin_movement"

    def run(self, s: State, frame: Frame) -> None:
        _, side, kind = frame
        s.group = s.stopped = s.entered = s.moved = s.embarked = s.landed = 0
        s.loads = [0] * facts.COUNT
        for cargo in pieces_in(s.here[ABOARD] & OF_SIDE[side]):
            s.loads[s.on[cargo]] += 1
        if kind == REACTION:
            s.jumps = [0] * facts.COUNT
            s.reaction = 0
            if stacks(s, side):
                s.push("react", side)
        elif movable(s, side, kind):
            s.push("move", side, kind)


def stacks(s: State, side: int) -> list[int]:
    """Places whose ships could be the reaction force: they can move, or face enemies where they are."""
    seen = 0
    out = []
    ships = movable(s, side, SECOND)
    for piece in pieces_in(SHIPS & OF_SIDE[side] & (s.in_space | s.in_deep) & ~ships):
        if faces_enemies(s, side, s.at[piece]):
            ships |= 1 << piece
    for piece in pieces_in(ships):
        place = s.at[piece]
        if not seen >> place & 1:
            seen |= 1 << place
            out.append(place)
    return out


def faces_enemies(s: State, side: int, place: int) -> bool:
    """Enemy ships in the hex, or enemies on a surface of its system."""
    if s.here[place] & SHIPS & OF_SIDE[1 - side]:
        return True
    return bool(IS_STAR[place]) and any(opposition(s, side, box) for box in STAR_BOXES[place])


class React(Choice[State]):
    """One stack, in one hex or box, may be designated as the reaction force."""

    name = "react"
    rule = REACTING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [_DONE, *((REACT, place) for place in stacks(s, side))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == REACT:
            return Refusal(REACTING, "you have no ships at {place} that could move or fight", place=code[1])
        return Refusal(REACTING, "first name the stack that reacts, or pass with done")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == REACT:
            s.reaction = s.here[code[1]] & SHIPS & OF_SIDE[side]
            s.emit(REACTS, code[1])
            if movable(s, side, REACTION):
                s.push("move", side, REACTION)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Between the enemy's moves one of your stacks may make up to three jumps and fight: name it, or pass"
        )


class Move(Choice[State]):
    """Pick ships to move, move those picked last farther, or end the phase; in any order, again and again."""

    name = "move"
    rule = rule("Movement")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        kind = frame[2]
        ships = movable(s, side, kind)
        out = [_DONE]
        if s.group:
            out += acts(s, side, kind, s.group)
        out += piece_codes(TAKE, ships)
        at, here = s.at, s.here
        while ships:
            place = at[(ships & -ships).bit_length() - 1]
            stack = ships & here[place]
            ships &= ~stack
            if stack & (stack - 1):
                out.append((FLEET, place))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == TAKE:
            return why_fixed(s, side, frame[2], code[1])
        if code[0] == FLEET:
            return Refusal(self.rule, "you have no two ships free to move at {place}", place=code[1])
        if s.group:
            return _why_not_group(s, frame[2], side, code)
        return Refusal(self.rule, "first pick the ships that are to move")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        if verb == DONE:
            s.group = 0
            s.pop()
        elif verb in (TAKE, FLEET):
            s.group = movable(s, side, frame[2]) & s.here[code[1]] if verb == FLEET else 1 << code[1]
            s.push("group", side, frame[2])
        else:
            act(s, side, frame[2], code)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if frame[2] == REACTION:
            return Msg("Reaction: up to three jumps for each ship of the stack. Pick ships to move, or end the phase")
        return Msg("Pick ships to move, or end the phase")

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        return jump_odds(s, frame[2], code)


class Group(Choice[State]):
    """What the picked ships do: jump, cruise, lift off, land, embark, disembark; or pick more of them."""

    name = "group"
    rule = rule("Movement")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        kind = frame[2]
        group = s.group
        out = acts(s, side, kind, group)
        others = may_move(s, side, kind) & s.here[s.at[(group & -group).bit_length() - 1]] & ~group
        if others:
            out += piece_codes(TAKE, movable(s, side, kind, others))
        out.append(_RELEASE)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return _why_not_group(s, frame[2], side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == TAKE:
            s.group |= 1 << code[1]
            return
        s.pop()
        if code[0] == RELEASE:
            s.group = 0
        else:
            act(s, side, frame[2], code)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        ships = pieces_in(s.group)
        if len(ships) == 1:
            return Msg("Move {ship:piece}, or release it", ship=ships[0])
        return Msg("Move these {count:int} ships together, or release them", count=len(ships))

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        return jump_odds(s, frame[2], code)


def acts(s: State, side: int, kind: int, group: int) -> list[Code]:
    """All that a group of ships in one place can do now."""
    place = s.at[(group & -group).bit_length() - 1]
    out: list[Code] = []
    if group & can_jump(s, kind):
        out += JUMP_CODES[place]
    if IS_BOX[place]:
        out.append(_LIFT)
    else:
        if group & can_sublight(s, kind):
            out += SUBLIGHT_CODES[place]
        if IS_STAR[place]:
            out.extend((LAND, box) for box in open_boxes(s, side, place))
    if group & CARRIERS:
        out += cargo_codes(s, side, kind, group)
    return out


def act(s: State, side: int, kind: int, code: Code) -> None:
    """Carry it out; the ships stay picked as long as they are free to move on."""
    verb = code[0]
    if verb == JUMP:
        jump(s, side, kind, code[1])
    elif verb == SUBLIGHT:
        cruise(s, side, s.group & can_sublight(s, kind), code[1])
    elif verb == LIFT:
        arrive(s, side, s.group, BOX_STAR[s.at[(s.group & -s.group).bit_length() - 1]])
    elif verb == LAND:
        for piece in pieces_in(s.group):
            s.put(piece, code[1])
        s.emit(MOVES, code[1], pieces_in(s.group))
    elif verb == LOAD:
        embark(s, code[1], carrier_for(s, ships_with_room(s, s.group, kind), code[1]))
    elif verb == UNLOAD:
        s.landed |= 1 << s.on[code[1]]
        if kind == REACTION:  # what the force has brought fights with it
            s.reaction |= 1 << code[1]
        disembark(s, code[1], code[2])


def jump_odds(s: State, kind: int, code: Code) -> dict[str, Fraction | float] | None:
    """Disrupted ships may fail."""
    slow = s.group & can_jump(s, kind) & s.disrupted
    if code[0] != JUMP or not slow:
        return None
    chances = [Fraction(7 - KEEP[ship], 6) for ship in pieces_in(slow)]
    if len(chances) == 1:
        return either("jumps", chances[0], "stays")
    return {f"{n} jump": chance for n, chance in enumerate(how_many(chances)) if chance}


def why_fixed(s: State, side: int, kind: int, piece: int) -> Refusal:
    """Why this counter can't move now."""
    bit = 1 << piece if piece >= 0 else 0
    if not bit & OF_SIDE[side]:
        return Refusal(rule("Movement"), "{piece} is not yours", piece=piece)
    if not bit & SHIPS:
        return Refusal(CARGO, "{piece} moves only as cargo", piece=piece)
    if s.on[piece] >= 0:
        return Refusal(CARGO, "{piece} is aboard a ship", piece=piece)
    if not bit & s.on_map:
        return Refusal(rule("Movement"), "{piece} is not on the map", piece=piece)
    if kind == REACTION and not bit & s.reaction:
        return Refusal(REACTING, "{piece} is not part of the reaction force", piece=piece)
    if bit & s.stuck:
        return Refusal(DISRUPTED_JUMP, "{piece} has failed to jump and moves no farther this player turn", piece=piece)
    if bit & s.neutral:
        return Refusal(NEUTRALIZED, "{piece} is neutralized on the ground until the player turn ends", piece=piece)
    if bit & s.entered:
        return Refusal(STOPPING, "{piece} has come upon enemy ships and must stop", piece=piece)
    if bit & s.stopped:
        return Refusal(SUBLIGHT_RULE, "{piece} has cruised its one hex", piece=piece)
    if bit & s.dry:
        return Refusal(REFUELING, "{piece} has no fuel to jump from a tertiary star", piece=piece)
    if kind == REACTION and s.jumps[piece] >= 3:
        return Refusal(REACTING, "{piece} has made its three jumps", piece=piece)
    if bit & s.in_deep and kind != FIRST:
        return Refusal(JUMPS, "{piece} is in interstellar space: a jump begins in a stellar hex", piece=piece)
    if not bit & JUMPERS and kind != FIRST:
        return Refusal(JUMPS, "{piece} can't jump, and ships cruise in the first movement phase only", piece=piece)
    return Refusal(rule("Movement"), "{piece} has nowhere to go", piece=piece)


def _why_not_group(s: State, kind: int, side: int, code: Code) -> Refusal:
    verb = code[0]
    place = s.at[(s.group & -s.group).bit_length() - 1]
    if verb == JUMP:
        if not IS_STAR[place]:
            return Refusal(JUMPS, "a jump begins in a stellar hex")
        if code[1] not in ROUTES[place]:
            return Refusal(JUMPS, "no jump route leads from here to {place}", place=code[1])
        if not s.group & JUMPERS:
            return Refusal(JUMPS, "monitors and fighters can't jump")
        return why_fixed(s, side, kind, (s.group & -s.group).bit_length() - 1)
    if verb == SUBLIGHT:
        if kind != FIRST:
            return Refusal(SUBLIGHT_RULE, "sublight movement is for the first movement phase")
        if code[1] not in HEX_NEXT[place]:
            return Refusal(SUBLIGHT_RULE, "sublight movement is to an adjacent hex")
        return Refusal(SUBLIGHT_RULE, "fighters, missile boats and ships that have jumped can't cruise")
    if verb in (LAND, LIFT):
        if verb == LIFT:
            return Refusal(SURFACES, "the picked ships are in space already")
        return Refusal(
            SURFACES, "in movement ships land only where their own marker is, or beside it where no enemy is"
        )
    if verb in (LOAD, UNLOAD):
        return why_not_cargo(s, kind, side, code)
    if verb == TAKE:
        if code[1] >= 0 and s.at[code[1]] != place:
            return Refusal(rule("Movement"), "{piece} is not where the picked ships are", piece=code[1])
        return why_fixed(s, side, kind, code[1])
    return Refusal(rule("Movement"), "first move the picked ships, or release them")
