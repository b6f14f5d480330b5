"""New forces: arrivals, orders, the Imperial restrictions and replacements (Economics, Production).

Orders come last in the phase, so that what the emperor grants or permits can be used at once.
"""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.deployment import ENTERING, PRODUCED, alternatives, deploy
from grognard.games.imperium.facts import (
    AWAY,
    FORCE,
    IMPERIAL,
    JUMP,
    LOST,
    MAJOR_TYPES,
    OF_SIDE,
    PRICE,
    QUEUE,
    REGULAR,
    SHIPS,
    TERRAN,
    TRACK,
    TURNS,
    TYPE,
    TYPES,
    WORLD,
    pieces_in,
    value_of,
)
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.state import TURNS_AHEAD, State
from grognard.games.imperium.terraforming import can_terraform, end_terraforming, terraform, why_not_terraform
from grognard.games.imperium.words import (
    BOUGHT,
    BUY,
    DONE,
    QUEUE_REST,
    QUEUED,
    SCRAP,
    SCRAPPED,
    SUBPHASE,
    TERRAFORM,
)
from grognard.games.imperium.words import QUEUE as QUEUE_VERB

ORDERING = rule("Economics/Production")
COUNTER_MIX = rule("Economics/Production/Counters")
RESTRICTED = rule("Economics/Imperial Restrictions")
REPLACEMENTS = rule("Economics/Imperial Replacements")
RESTRICTED_SHIPS = rule("Options/Restricted Ship Construction")
BATTLESHIP = TYPE["battleship"]


class Arrivals(Step[State]):
    """3. New production and replacements that are due; forces that return from afar."""

    name = "arrivals"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        back = sum(1 << p for p in pieces_in(s.here[AWAY] & OF_SIDE[side]) if s.due[p] <= s.turn)
        made = sum(1 << p for p in pieces_in((s.here[TRACK] | s.here[QUEUE]) & OF_SIDE[side]) if s.due[p] <= s.turn)
        if made or back:
            s.emit(SUBPHASE, "New production")
        s.push("place_forces", side, ENTERING)
        s.push("place_forces", side, PRODUCED)


class PlaceForces(Step[State]):
    """What is due is handed to its owner to put on the map."""

    name = "place_forces"

    def run(self, s: State, frame: Frame) -> None:
        _, side, mode = frame
        waiting = s.here[AWAY] if mode == ENTERING else s.here[TRACK] | s.here[QUEUE]
        pieces = sum(1 << p for p in pieces_in(waiting & OF_SIDE[side]) if s.due[p] <= s.turn)
        deploy(s, side, pieces, mode)


# --- orders


def is_permitted(s: State, side: int, kind: int) -> bool:
    """The emperor keeps the major ships to himself; the optional rule holds back Terran battleships."""
    if side == IMPERIAL:
        return kind not in MAJOR_TYPES or bool(s.permits >> kind & 1)
    return not (kind == BATTLESHIP and s.setup.options["restricted_ships"] and not s.dreadnought_lost)


def for_sale(s: State, side: int) -> list[int]:
    """Types that can be ordered now."""
    ru = s.ru[side]
    return [
        kind
        for kind in range(len(TYPES))
        if 0 < PRICE[kind] <= ru and is_permitted(s, side, kind) and in_mix(s, side, kind)
    ]


def draw_counter(s: State, side: int, kind: int) -> int:
    """The next counter of a type; troops are drawn unseen from the pool."""
    free = in_mix(s, side, kind)
    if kind in (REGULAR, JUMP) and len(free) > 1:
        return free[s.draw(len(free), "which troop answers the call")]
    return free[0]


def draw_odds(s: State, side: int, kind: int) -> dict[str, Fraction | float] | None:
    """Which strength the troop will have that is drawn from the pool."""
    free = in_mix(s, side, kind)
    if kind not in (REGULAR, JUMP) or len(free) < 2:
        return None
    strengths = [FORCE[piece] for piece in free]
    return {f"factor {force}": Fraction(strengths.count(force), len(free)) for force in sorted(set(strengths))}


def order(s: State, side: int, kind: int) -> None:
    piece = draw_counter(s, side, kind)
    s.ru[side] -= PRICE[kind]
    s.put(piece, TRACK)
    s.due[piece] = s.turn + TURNS[kind]
    s.emit(BOUGHT, side, piece, PRICE[kind], s.due[piece])


class Orders(Step[State]):
    """Production is begun; without anything to buy nobody is asked."""

    name = "orders"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        s.handled = 0
        if for_sale(s, side) or can_terraform(s, side) or (side == IMPERIAL and s.here[QUEUE]):
            s.push("end_orders", side)
            s.push("order", side)
        else:
            end_terraforming(s, side)


class EndOrders(Step[State]):
    name = "end_orders"

    def run(self, s: State, frame: Frame) -> None:
        end_terraforming(s, frame[1])


class Order(Choice[State]):
    """Buy forces, scrap replacements, go on with terraforming."""

    name = "order"
    rule = ORDERING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = [(DONE,), *((BUY, kind) for kind in for_sale(s, side))]
        out.extend((TERRAFORM, box) for box in can_terraform(s, side))
        if side == IMPERIAL:
            out.extend(piece_codes(SCRAP, s.here[QUEUE]))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == BUY:
            return why_not_buy(s, side, code[1])
        if code[0] == SCRAP:
            return Refusal(REPLACEMENTS, "{piece} is not on the replacement track", piece=code[1])
        if code[0] == TERRAFORM:
            return why_not_terraform(s, side, code[1])
        return Refusal(ORDERING, "first order new forces, or end the phase")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
        elif code[0] == BUY:
            order(s, side, code[1])
        elif code[0] == TERRAFORM:
            terraform(s, side, code[1])
        else:
            scrap(s, code[1])

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        return draw_odds(s, side, code[1]) if code[0] == BUY else None

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Order new forces; you have {ru:int} RU", ru=s.ru[side])


def why_not_buy(s: State, side: int, kind: int) -> Refusal:
    if kind < 0 or kind == WORLD:
        return Refusal(rule("Markers/Worlds"), "worlds can't be built")
    if not is_permitted(s, side, kind):
        if side == TERRAN:
            return Refusal(RESTRICTED_SHIPS, "battleships wait until a dreadnought has been lost in combat")
        return Refusal(RESTRICTED, "the emperor has not permitted the building of {type}", type=kind)
    if not in_mix(s, side, kind):
        return Refusal(COUNTER_MIX, "no counter of {type} is left", type=kind)
    return Refusal(ORDERING, "{type} costs {ru:int} RU, more than you have", type=kind, ru=PRICE[kind])


# --- replacements


def scrap(s: State, piece: int) -> None:
    """A replacement is given up; those behind it move forward to fill the gap."""
    due = s.due[piece]
    waited = s.here[QUEUE] >> piece & 1
    s.wipe(piece)
    s.emit(SCRAPPED, piece)
    if not waited or any(s.due[other] == due for other in pieces_in(s.here[QUEUE])):
        return  # accelerated production has put several on one turn
    for other in pieces_in(s.here[QUEUE]):
        if s.due[other] > due:
            s.due[other] -= 1


class Replacements(Choice[State]):
    """The Imperial ships lost in a player turn go on the track, one a turn, in the order the player likes."""

    name = "replacements"
    rule = REPLACEMENTS

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        lost = s.here[LOST]
        first = (lost & -lost).bit_length() - 1
        kinds = (first, *alternatives(lost, first))
        return [(QUEUE_REST,), *((QUEUE_VERB, p) for p in kinds), *((SCRAP, p) for p in kinds)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] in (QUEUE_VERB, SCRAP):
            return Refusal(REPLACEMENTS, "{piece} is not the first of a kind lost in this player turn", piece=code[1])
        return Refusal(REPLACEMENTS, "first put the ships lost in this player turn on the track")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == QUEUE_VERB:
            enqueue(s, code[1])
        elif code[0] == SCRAP:
            scrap(s, code[1])
        if code[0] == QUEUE_REST or (code[0] == QUEUE_VERB and s.here[LOST].bit_count() == 1):
            for piece in sorted(pieces_in(s.here[LOST]), key=lambda p: (-value_of(p), p)):
                enqueue(s, piece)
        if not s.here[LOST]:
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("In which order do the lost ships come back?")


def enqueue(s: State, piece: int) -> None:
    last = max((s.due[p] for p in pieces_in(s.here[QUEUE])), default=s.turn)
    s.due[piece] = min(max(last, s.turn) + 1, TURNS_AHEAD + 39)
    s.put(piece, QUEUE)
    s.emit(QUEUED, piece, s.due[piece])


def accelerate(s: State) -> None:
    """All ships on the chart move forward three turns."""
    for piece in pieces_in((s.here[TRACK] | s.here[QUEUE]) & SHIPS & OF_SIDE[IMPERIAL]):
        s.due[piece] = max(s.turn, s.due[piece] - 3)
