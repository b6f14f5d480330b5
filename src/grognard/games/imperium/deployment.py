"""Putting forces on the map: new ones, returning ones, those of a set-up or of a redistribution (Production)."""

from __future__ import annotations

from grognard.core import Choice, Code, Frame, Msg, Refusal, rule
from grognard.games.imperium.control import arrival_boxes, is_friendly_box
from grognard.games.imperium.facts import (
    BOX_STAR,
    BOXES,
    DEFENSES,
    ENTRIES,
    FORCE,
    KIND,
    OUTPOSTS,
    PLACE,
    SHIPS,
    SIDE_IDS,
    STAR_BOXES,
    TRACK,
    TYPES,
    pieces_in,
)
from grognard.games.imperium.state import TURNS_AHEAD, State
from grognard.games.imperium.words import ARRIVED, DONE, NEXT, PLACE_ONE, PLACE_REST, RECOMMENDED

ARRIVING = rule("Economics/Production/Arrival")
ENTRY = rule("Imperium/Entry")
PRODUCED, ENTERING, REDISTRIBUTED, SET_UP = range(4)


# --- where forces are put


def spots(s: State, side: int, mode: int, piece: int) -> list[int]:
    """Where this counter may be put: ships in space or on the surface, all else on the surface."""
    if mode == ENTERING:
        boxes = [b for star in ENTRIES for b in STAR_BOXES[star] if b in arrival_boxes(s, side)]
        if SHIPS >> piece & 1:
            return [*ENTRIES, *boxes]
        return boxes
    boxes = friendly_boxes(s, side) if mode == REDISTRIBUTED else arrival_boxes(s, side)
    if SHIPS >> piece & 1:
        stars: list[int] = []
        for box in boxes:
            if BOX_STAR[box] not in stars:
                stars.append(BOX_STAR[box])
        return [*stars, *boxes]
    return boxes


def friendly_boxes(s: State, side: int) -> list[int]:
    return [box for box in BOXES if is_friendly_box(s, side, box)]


def look(piece: int) -> tuple[int, int]:
    """What makes two counters the same for their owner."""
    return KIND[piece], FORCE[piece]


def alternatives(pending: int, current: int) -> list[int]:
    """One counter of each other kind that waits."""
    seen = {look(current)}
    out = []
    for piece in pieces_in(pending):
        if look(piece) not in seen:
            seen.add(look(piece))
            out.append(piece)
    return out


def current_of(s: State) -> int:
    if s.picked >= 0 and s.pending >> s.picked & 1:
        return s.picked
    return (s.pending & -s.pending).bit_length() - 1


def station(s: State, piece: int, place: int) -> None:
    """Put a counter that waits on the map."""
    s.pending &= ~(1 << piece)
    s.due[piece] = 0
    s.put(piece, place)
    if (OUTPOSTS | DEFENSES) >> piece & 1:
        s.unplaced |= 1 << piece


class Deploy(Choice[State]):
    """Put waiting counters on the map, in any order."""

    name = "deploy"
    rule = ARRIVING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        piece = current_of(s)
        places = spots(s, side, frame[2], piece)
        out: list[Code] = []
        if frame[2] == SET_UP:
            out.append((RECOMMENDED,))
        elif frame[2] == REDISTRIBUTED:
            out.append((DONE,))
        out.extend((PLACE_ONE, piece, place) for place in places)
        if s.pending & ~(1 << piece):
            out.extend((PLACE_REST, place) for place in self._common(s, side, frame[2], places))
            out.extend((NEXT, other) for other in alternatives(s.pending, piece))
        return out

    @staticmethod
    def _common(s: State, side: int, mode: int, places: list[int]) -> list[int]:
        """Systems where everything that waits may be put: ships in space, all else on the surface."""
        if s.pending & ~SHIPS:
            other = (s.pending & ~SHIPS & -(s.pending & ~SHIPS)).bit_length() - 1
            return [box for box in spots(s, side, mode, other) if box in places or BOX_STAR[box] in places]
        return [place for place in places if place not in BOX_STAR]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == PLACE_ONE and code[1] != current_of(s):
            return Refusal(self.rule, "it is {piece} that is to be put down now", piece=current_of(s))
        if code[0] in (PLACE_ONE, PLACE_REST):
            where = "friendly worlds, and outposts connected to one" if frame[2] != ENTERING else "the entry systems"
            return Refusal(
                ENTRY if frame[2] == ENTERING else ARRIVING, "new forces appear at {where:text}", where=where
            )
        if code[0] == NEXT:
            return Refusal(self.rule, "{piece} does not wait to be put down", piece=code[1])
        return Refusal(self.rule, "first put the waiting forces on the map")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == NEXT:
            s.picked = code[1]
            s.push("deploy_next", side, frame[2])
            return
        if code[0] == PLACE_ONE:
            station(s, code[1], code[2])
            s.emit(ARRIVED, code[1], code[2])
        elif code[0] == DONE:
            s.pending = 0
        elif code[0] == RECOMMENDED:
            station_as_recommended(s, side)
        else:
            for piece in pieces_in(s.pending):
                place = code[1]
                if SHIPS >> piece & 1 and place in BOX_STAR:
                    place = BOX_STAR[place]
                station(s, piece, place)
                s.emit(ARRIVED, piece, place)
        if not s.pending:
            s.picked = -1
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {piece} appear?", piece=current_of(s))


class DeployNext(Choice[State]):
    """Another counter is put down first."""

    name = "deploy_next"
    rule = ARRIVING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(PLACE_ONE, s.picked, place) for place in spots(s, side, frame[2], s.picked)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(self.rule, "it is {piece} that is to be put down now", piece=s.picked)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        station(s, code[1], code[2])
        s.emit(ARRIVED, code[1], code[2])
        s.picked = -1
        if not s.pending:
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {piece} appear?", piece=s.picked)


def station_as_recommended(s: State, side: int) -> None:
    """The scenario's own set-up; what it has no free place for goes to the first that is allowed."""
    plan = s.setup.scenario.data["recommended"][SIDE_IDS[side]]
    used: dict[str, int] = {}
    for piece in pieces_in(s.pending):
        name = TYPES.ids[KIND[piece]]
        wanted = plan.get(name, [])
        number = used.get(name, 0)
        used[name] = number + 1
        allowed = spots(s, side, SET_UP, piece)
        place = PLACE[wanted[number]] if number < len(wanted) else allowed[0]
        place = place if place in allowed else allowed[0]
        station(s, piece, place)
        s.emit(ARRIVED, piece, place)


def deploy(s: State, side: int, pieces: int, mode: int) -> None:
    """Ask for the places of these counters; what can be put nowhere waits another turn."""
    for piece in pieces_in(pieces):
        if not spots(s, side, mode, piece):
            pieces &= ~(1 << piece)
            s.due[piece] = min(s.turn + 1, TURNS_AHEAD + 39)
            if s.at[piece] < 0:
                s.put(piece, TRACK)
    if pieces:
        s.pending = pieces
        s.picked = -1
        s.push("deploy", side, mode)
