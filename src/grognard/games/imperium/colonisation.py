"""New outposts and new worlds between the wars (Wars and Peace, Interwar Colonization)."""

from __future__ import annotations

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import opposition, reached_by_worlds
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.facts import BOX_STAR, BOXES, OF_SIDE, OUTPOSTS, PRIMARY, WORLD, WORLDS, pieces_in
from grognard.games.imperium.lists import place_codes
from grognard.games.imperium.production import COUNTER_MIX
from grognard.games.imperium.state import State
from grognard.games.imperium.terraforming import settle_world
from grognard.games.imperium.words import COLONISE, COLONY, DEVELOP, DONE

COLONIZING = rule("Peace/Colonization")
DEVELOPING = rule("Peace/Colonization/Worlds")
CONNECTION = rule("Economics/Connection")
ONE_OUTPOST = rule("Markers/Outposts")
YEARS_TO_WORLD = 5


def colonists(s: State, side: int) -> list[int]:
    """Unplaced outposts at hand."""
    return list(pieces_in(OUTPOSTS & OF_SIDE[side] & s.unplaced & s.on_surface))


def colony_boxes(s: State, side: int) -> list[int]:
    """Boxes without markers of either side, connected to a friendly world."""
    if not s.colonies[side] or not colonists(s, side):
        return []
    reached = reached_by_worlds(s, side)
    return [
        box
        for box in BOXES
        if reached >> BOX_STAR[box] & 1
        and not s.here[box] & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced
        and not opposition(s, side, box)
    ]


def grown_outposts(s: State, side: int) -> list[int]:
    """Outposts that have spent five turns of peace in a primary box."""
    if not in_mix(s, side, WORLD):
        return []
    return [
        box
        for box in PRIMARY
        if not s.here[box] & WORLDS & ~(s.conquered & OF_SIDE[1 - side])
        and any(s.years[p] >= YEARS_TO_WORLD for p in pieces_in(s.here[box] & OUTPOSTS & OF_SIDE[side] & ~s.unplaced))
    ]


def why_not_colonise(s: State, side: int, box: int) -> Refusal:
    if box not in BOX_STAR:
        return Refusal(COLONIZING, "{place} is no planetary surface", place=box)
    if not colonists(s, side):
        return Refusal(COLONIZING, "you have no unplaced outpost")
    if s.here[box] & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced:
        return Refusal(ONE_OUTPOST, "a marker of yours stands at {place} already", place=box)
    if opposition(s, side, box):
        return Refusal(COLONIZING, "enemies are at {place}", place=box)
    return Refusal(CONNECTION, "no open path of jump routes leads from {place} to a friendly world", place=box)


def why_not_develop(s: State, side: int, box: int) -> Refusal:
    if box not in PRIMARY:
        return Refusal(DEVELOPING, "{place} is no primary surface: worlds stand on these only", place=box)
    own = s.here[box] & OUTPOSTS & OF_SIDE[side] & ~s.unplaced
    if not own:
        return Refusal(DEVELOPING, "you have no working outpost at {place}", place=box)
    if not in_mix(s, side, WORLD):
        return Refusal(COUNTER_MIX, "no counter of {type} is left", type=WORLD)
    years = max(s.years[piece] for piece in pieces_in(own))
    return Refusal(
        DEVELOPING, "the outpost at {place} has spent {turns:int} of 5 turns of peace", place=box, turns=years
    )


class Colonisation(Step[State]):
    """8. Turn about, the winner first, one outpost at a time, as many as there were turns of peace."""

    name = "colonisation"

    def run(self, s: State, frame: Frame) -> None:
        s.colonies = [s.peace, s.peace]
        s.handled = 0
        s.push("colonists_turn", s.winner, 0)


class ColonistsTurn(Step[State]):
    """Passes the choice on until neither side has anything to place."""

    name = "colonists_turn"

    def run(self, s: State, frame: Frame) -> None:
        _, side, idle = frame
        if colony_boxes(s, side) or (s.colonies[side] and grown_outposts(s, side)):
            s.push_number(self.number, 1 - side, 0)
            s.push("colonise", side)
        elif not idle:
            s.push_number(self.number, 1 - side, 1)


class Colonise(Choice[State]):
    name = "colonise"
    rule = COLONIZING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = [(DONE,), *place_codes(COLONISE, tuple(colony_boxes(s, side)))]
        out.extend(place_codes(DEVELOP, tuple(grown_outposts(s, side))))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == DEVELOP:
            return why_not_develop(s, side, code[1])
        if code[0] == COLONISE:
            return why_not_colonise(s, side, code[1])
        return Refusal(COLONIZING, "place an outpost, or none")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DEVELOP:
            settle_world(s, side, code[1])
            if not colony_boxes(s, side) and not grown_outposts(s, side):
                s.pop()
            return
        if code[0] == DONE:
            s.pop()
            s.colonies[side] = 0
            return
        s.colonies[side] -= 1
        if s.colonies[side] or not grown_outposts(s, side):
            s.pop()  # after the last outpost those that have grown may still become worlds
        piece = colonists(s, side)[0]
        s.put(piece, code[1])
        s.unplaced &= ~(1 << piece)
        s.years[piece] = 0
        s.emit(COLONY, side, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Place an outpost ({count:int} more this peace), or none", count=s.colonies[side])
