"""Special rules: garrison of the annexation, partisans, winter (17); who waits or rises by scenario (19.35, 19.64)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Code, Msg, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.backs import note_return
from grognard.games.invasion_america.base import WarChoice, WarStep
from grognard.games.invasion_america.events import GARRISON_FAILS, GARRISON_HOLDS, PARTISANS, RAISED
from grognard.games.invasion_america.forces import CAN, FORCES_OF_SIDE, SAU, US, USA
from grognard.games.invasion_america.state import STACK_LIMIT, State
from grognard.games.invasion_america.verbs import DONE, INVOKE

GARRISON = 8
THIN = 6  # so few units, and the die is rolled


def garrison(s: State) -> int | None:
    """US land combat units, militia apart, in the annexation; None where the rule is not in force (17.1)."""
    if not s.opt("garrison"):
        return None
    forces = s.game.forces
    area = s.game.theatre.areas["annexation"] & s.presence.ground[US]
    count = 0
    for place in to_list(area):
        for piece in s.units_in(place):
            if forces.force_of[piece] == USA and forces.is_land[piece] and not forces.is_militia[piece]:
                count += 1
    return count


class CheckGarrison(WarStep):
    """In the US/Canadian Replacement Phase: a thin garrison may be cut off for good (17.1)."""

    name = "check_garrison"

    def run(self, s: State, frame: Frame) -> None:
        count = garrison(s)
        if count is None or count > THIN or s.cut_off:
            return
        roll = s.roll(6, "garrison of the annexation")
        if roll >= count:
            s.cut_off = 1
            s.emit(GARRISON_FAILS, count, roll)
        else:
            s.emit(GARRISON_HOLDS, count, roll)


def is_snowed_in(s: State, place: int) -> bool:
    """Winter bites here: north of the Weather Line from November to February (17.32, 17.33)."""
    return s.setup.is_winter(s.turn) and bool(s.game.theatre.winter >> place & 1)


def is_asleep(s: State, piece: int) -> bool:
    """Units of a force that stands by (19.35)."""
    forces = s.game.forces
    if forces.force_of[piece] == CAN:
        return not (s.canada_awake or forces.is_rail[piece])  # the rail units are the US's then (19.31, M5)
    return forces.side_of[piece] == SAU and not s.sau_awake


def asleep(s: State) -> int:
    """All units of forces that stand by."""
    bits = s.game.force_bits
    return (0 if s.canada_awake else bits[CAN]) | (0 if s.sau_awake else bits[FORCES_OF_SIDE[SAU][0]])


def recruiting_cities(s: State, piece: int) -> int:
    """Where this unit would raise militia by passing through: empty cities of its country (19.64)."""
    forces, theatre = s.game.forces, s.game.theatre
    if not s.setup.plan.revolt or not forces.is_militia[piece] or not idle_militia(s, piece):
        return 0
    home = theatre.areas["usa" if forces.force_of[piece] == USA else "canada"]
    held = 0
    for side in s.setup.sides:
        held |= s.presence.ground[side] | s.presence.naval[side]
    return home & (theatre.urban | theatre.supply) & ~held


def idle_militia(s: State, piece: int) -> list[int]:
    """The militia of the same force that wait in the box."""
    box = s.box_of(piece)
    forces = s.game.forces
    return [p for p in forces.members[forces.pool_of[piece]] if s.at[p] == box]


def raise_militia(s: State, piece: int, place: int) -> None:
    """Militia passing through an empty city of its country raises more: one stays, one may go on (19.64)."""
    revolt = s.setup.plan.revolt
    forces, theatre = s.game.forces, s.game.theatre
    if not revolt or not forces.is_militia[piece]:
        return
    force = forces.force_of[piece]
    home = theatre.areas["usa" if force == USA else "canada"]
    if not home & (theatre.urban | theatre.supply) & (1 << place):
        return
    if any(p != piece and not forces.is_rail[p] for p in s.units_in(place)):
        return
    idle = idle_militia(s, piece)
    for number, new in enumerate(idle[: revolt["raised"]]):
        if s.count_ground(US, place) >= STACK_LIMIT:
            break
        note_return(s, new)
        s.put(new, place)
        s.moved = s.moved | 1 << new if number == 0 else s.moved & ~(1 << new)
        s.emit(RAISED, new, place)


class PartisanCall(WarStep):
    """At the start of a US/Canadian player-turn of the campaign (19.82, 19.83)."""

    name = "partisan_call"

    def run(self, s: State, frame: Frame) -> None:
        below = s.setup.plan.campaign.get("partisans_below", 0)
        if not s.partisans and s.game.points(s)[US] < below:
            s.push("call_partisans", US)


class CallPartisans(WarChoice):
    """Whether the militia become partisans; asked anew each turn until it is done."""

    name = "call_partisans"
    rule = rule("19.83")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(INVOKE,), (DONE,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(rule("19.83"), "decide first whether the militia take to partisan war")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == INVOKE:
            s.partisans = 1
            s.emit(PARTISANS)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Shall all militia fight as partisans from now on?")


NODES = (CheckGarrison, PartisanCall, CallPartisans)
