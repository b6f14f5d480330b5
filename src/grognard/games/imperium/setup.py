"""Starting the first war: fixed markers, free placement under its constraints, the recommended set-up."""

from __future__ import annotations

from typing import Any

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import reached_by_worlds
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.deployment import SET_UP, station_as_recommended
from grognard.games.imperium.facts import (
    BOX_STAR,
    BOXES,
    CHARTS,
    DEFENSES,
    IMPERIAL,
    OF_SIDE,
    OF_TYPE,
    OUTPOST,
    PLACE,
    PRIMARY,
    SIDE_IDS,
    TERRAN,
    TERRAN_SPACE,
    TRACK,
    TYPE,
    WORLD,
)
from grognard.games.imperium.lists import place_codes
from grognard.games.imperium.production import draw_counter
from grognard.games.imperium.state import State
from grognard.games.imperium.words import ARRIVED, RECOMMENDED, SETTLE

IMPERIUM = rule("First War/The Imperium")
CONNECTION = rule("First War/Connection")
FAR_SIDE = rule("First War/Procyon")
WORLD_BOXES = rule("Game Board/Primary Systems")


def begin(s: State) -> None:
    """A new game: the markers whose places are printed, then the players' own placements, Terra first."""
    s.index()
    data = s.setup.scenario.data
    s.first = s.active = s.mover = SIDE_IDS.index(data["first"])
    s.glory = int(CHARTS["glory"]["start"])
    s.budget = int(CHARTS["income"]["imperial"]["budget"])
    for side, who in enumerate(SIDE_IDS):
        s.ru[side] = int(data[who]["ru"])
        for name, boxes in data[who]["fixed"].items():
            for box in boxes:
                s.put(in_mix(s, side, TYPE[name])[0], PLACE[f"{box}_surface"])
    s.push("next_phase")
    s.push("set_up", IMPERIAL)
    s.push("settle", IMPERIAL)
    s.push("set_up", TERRAN)


class SetUp(Step[State]):
    """The forces of a side are drawn and wait to be placed."""

    name = "set_up"
    rule = rule("First War/Terra")

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        s.pending = 0
        s.picked = -1
        for name, number in s.setup.scenario.data[SIDE_IDS[side]]["forces"].items():
            for _ in range(number):
                piece = draw_counter(s, side, TYPE[name])
                s.put(piece, TRACK)
                s.pending |= 1 << piece
        s.push("begin_service", side)
        if s.fought:  # the recommended set-up was asked for when the markers were placed
            s.fought = 0
            station_as_recommended(s, side)
        else:
            s.push("deploy", side, SET_UP)


class BeginService(Step[State]):
    """Planetary defenses that are set up work from the start."""

    name = "begin_service"

    def run(self, s: State, frame: Frame) -> None:
        s.unplaced &= ~(DEFENSES & OF_SIDE[frame[1]])


# --- the Imperial worlds and outposts


def left_to_settle(s: State) -> tuple[int, int]:
    """Outposts and worlds still to be placed."""
    data = s.setup.scenario.data["imperial"]
    outposts = int(data["free_outposts"]) - _number(s, OUTPOST)
    worlds = len(data["fixed"]["world"]) + int(data["free_worlds"]) - _number(s, WORLD)
    return outposts, worlds


def _number(s: State, kind: int) -> int:
    return (s.on_surface & OF_SIDE[IMPERIAL] & OF_TYPE[kind]).bit_count()


def free_boxes(s: State) -> list[int]:
    """Empty boxes on the Imperial side of the stars, connected to an Imperial world."""
    reached = reached_by_worlds(s, IMPERIAL)
    return [
        box
        for box in BOXES
        if not s.here[box] and not TERRAN_SPACE >> BOX_STAR[box] & 1 and reached >> BOX_STAR[box] & 1
    ]


def settle_boxes(s: State) -> list[int]:
    """Where the next marker may go: outposts anywhere as long as room is left for the worlds, worlds in primaries."""
    outposts, worlds = left_to_settle(s)
    boxes = free_boxes(s)
    primaries = [box for box in boxes if box in PRIMARY]
    if not outposts:
        return primaries
    return [box for box in boxes if box not in PRIMARY or len(primaries) > worlds]


class Settle(Choice[State]):
    """Seven outposts, then three worlds."""

    name = "settle"
    rule = IMPERIUM

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(RECOMMENDED,), *place_codes(SETTLE, tuple(settle_boxes(s)))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != SETTLE:
            return Refusal(IMPERIUM, "first place the outposts and worlds of the Imperium")
        box = code[1]
        if box not in BOX_STAR:
            return Refusal(IMPERIUM, "{place} is no planetary surface", place=box)
        if TERRAN_SPACE >> BOX_STAR[box] & 1:
            return Refusal(FAR_SIDE, "nothing Imperial is set up at Procyon or on its side of Sirius")
        if s.here[box]:
            return Refusal(IMPERIUM, "{place} is taken", place=box)
        if box not in PRIMARY and not left_to_settle(s)[0]:
            return Refusal(WORLD_BOXES, "worlds stand in primary systems only")
        if box not in free_boxes(s):
            return Refusal(CONNECTION, "no open path of jump routes leads from {place} to an Imperial world", place=box)
        return Refusal(CONNECTION, "the last free primary systems are left for the worlds")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == RECOMMENDED:
            self._recommended(s)
            s.fought = 1
        else:
            self._place(s, code[1])
        if left_to_settle(s) == (0, 0):
            s.pop()

    @staticmethod
    def _place(s: State, box: int) -> None:
        piece = in_mix(s, IMPERIAL, OUTPOST if left_to_settle(s)[0] else WORLD)[0]
        s.put(piece, box)
        s.emit(ARRIVED, piece, box)

    def _recommended(self, s: State) -> None:
        plan: dict[str, Any] = s.setup.scenario.data["recommended"]["imperial"]
        while left_to_settle(s) != (0, 0):
            names = plan["outposts"] if left_to_settle(s)[0] else plan["worlds"]
            allowed = settle_boxes(s)
            wanted = [PLACE[f"{name}_surface"] for name in names if PLACE[f"{name}_surface"] in allowed]
            self._place(s, (wanted or allowed)[0])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        outposts, worlds = left_to_settle(s)
        if outposts:
            return Msg(
                "Place {outposts:int|outpost|outposts}, then {worlds:int|world|worlds}",
                outposts=outposts,
                worlds=worlds,
            )
        return Msg("Place {worlds:int|world|worlds} in primary systems", worlds=worlds)
