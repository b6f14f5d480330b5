"""New forces: arrivals, orders, the Imperial restrictions and replacements (Economics, Production).

Orders come last in the phase, so that what the emperor grants or permits can be used at once.
"""

from __future__ import annotations

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import arrival_boxes, is_friendly_box
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.facts import (
    AWAY,
    BOX_STAR,
    BOXES,
    DEFENSES,
    ENTRIES,
    FORCE,
    IMPERIAL,
    JUMP,
    KIND,
    LOST,
    MAJOR_TYPES,
    OF_SIDE,
    OUTPOSTS,
    PLACE,
    PRICE,
    QUEUE,
    REGULAR,
    SHIPS,
    SIDE_IDS,
    STAR_BOXES,
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
from grognard.games.imperium.terraforming import can_terraform, end_terraforming, terraform
from grognard.games.imperium.words import (
    ARRIVED,
    BOUGHT,
    BUY,
    DONE,
    NEXT,
    PLACE_ONE,
    PLACE_REST,
    QUEUE_REST,
    QUEUED,
    RECOMMENDED,
    SCRAP,
    SCRAPPED,
    SUBPHASE,
    TERRAFORM,
)
from grognard.games.imperium.words import QUEUE as QUEUE_VERB

ARRIVING = rule("Economics/Production/Arrival")
ORDERING = rule("Economics/Production")
COUNTER_MIX = rule("Economics/Production/Counters")
RESTRICTED = rule("Economics/Imperial Restrictions")
REPLACEMENTS = rule("Economics/Imperial Replacements")
ENTRY = rule("Imperium/Entry")
RESTRICTED_SHIPS = rule("Options/Restricted Ship Construction")
BATTLESHIP = TYPE["battleship"]

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
            return Refusal(rule("Options/Terraforming"), "{place} can't be terraformed now", place=code[1])
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
    """A replacement is given up; those behind it move forward."""
    due = s.due[piece]
    s.wipe(piece)
    s.emit(SCRAPPED, piece)
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
        return [(QUEUE_REST,), *((QUEUE_VERB, p) for p in (first, *alternatives(lost, first)))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(REPLACEMENTS, "first put the ships lost in this player turn on the track")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == QUEUE_VERB:
            enqueue(s, code[1])
        if code[0] == QUEUE_REST or s.here[LOST].bit_count() == 1:
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
