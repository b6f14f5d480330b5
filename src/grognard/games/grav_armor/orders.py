"""Standing orders: the firing side says once what each piece fires at, so that it need not be asked at every hex."""

from __future__ import annotations

from grognard.board.bits import pick
from grognard.core import ACT, Choice, Code, EventKind, Frame, Msg, Refusal, rule
from grognard.games.grav_armor.state import ASK, GONE, HOLD, GravState, cell_of
from grognard.games.grav_armor.verbs import (
    ALL_ASK,
    ALL_HOLD,
    ALL_WHEN,
    ANY_TARGET,
    ANYWHERE,
    DONE,
    ONE_ASK,
    ONE_HOLD,
    ONE_WHEN,
    ONLY,
    ORDER,
    WITHIN,
)

CHANCES = (20, 30, 40, 50, 60, 70, 80, 90)  # percent, as offered; any from 1 to 100 can stand in a position
ORDERED = EventKind("ordered", "Standing orders of {piece}: {order:text}", level=ACT, rule=rule("Turn/Move and Fire"))
ORDERED_ALL = EventKind(
    "ordered_all", "Standing orders of all units: {order:text}", level=ACT, rule=rule("Turn/Move and Fire")
)


def give_orders(s: GravState, frame: Frame, side: int) -> None:
    """Open the orders from another choice, whose frame ends in a flag: once at each moment, so that time goes on."""
    s.stack[-1] = (*frame[:-1], 1)
    s.push("orders", side)


def takes_orders(s: GravState, side: int) -> list[int]:
    """Pieces that can fire during moves, wherever they are now."""
    at = s.at
    return [p for p in s.ground.guns[side] if at[p] not in GONE]


class Orders(Choice[GravState]):
    """Choose whose orders to change, piece by piece, or all at once, which closes it. Frame: side."""

    name = "orders"
    rule = rule("Turn/Move and Fire")

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        found: list[Code] = [(ORDER, p) for p in takes_orders(s, side)]
        return [*found, (ALL_ASK,), (ALL_HOLD,), *((ALL_WHEN, c) for c in CHANCES), (DONE,)]

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        if code[0] == ORDER:
            s.push("order", side, code[1])
            return
        s.pop()
        if code[0] != DONE:
            value = {ALL_ASK: ASK, ALL_HOLD: HOLD}.get(code[0], code[-1])
            for piece in takes_orders(s, side):
                s.order[piece] = value
            s.emit_to(s.setup.mask[side], ORDERED_ALL, order_words(value))

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(self.rule, "orders are for your own pieces that can fire during moves")

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("Standing orders: for which unit?")


class Order(Choice[GravState]):
    """One change to one piece's orders. Frame: side, piece."""

    name = "order"
    rule = rule("Turn/Move and Fire")

    def actions(self, s: GravState, frame: Frame, side: int) -> list[Code]:
        g, piece = s.ground, frame[2]
        found: list[Code] = [(ONE_ASK,), (ONE_HOLD,), *((ONE_WHEN, c) for c in CHANCES)]
        at, aim, zone = s.at, s.aim[piece], s.zone[piece]
        found += [(ONLY, t) for t in g.bodies[1 - side] if at[t] not in GONE and not aim >> t & 1]
        cell = cell_of(s, piece)
        if cell >= 0:
            near = pick(g.codes_of(WITHIN), g.map.within(cell, g.range[piece]))
            found += [code for code in near if not zone >> code[1] & 1] if zone else near
        return [*found, (ANY_TARGET,), (ANYWHERE,), (DONE,)]

    def apply(self, s: GravState, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        piece, verb = frame[2], code[0]
        if verb == DONE:
            return
        if verb == ONLY:
            s.aim[piece] |= 1 << code[1]
        elif verb == WITHIN:
            s.zone[piece] |= 1 << code[1]
        elif verb == ANY_TARGET:
            s.aim[piece] = 0
        elif verb == ANYWHERE:
            s.zone[piece] = 0
        else:
            s.order[piece] = {ONE_ASK: ASK, ONE_HOLD: HOLD}.get(verb, code[-1])
        s.emit_to(s.setup.mask[side], ORDERED, piece, order_words(s.order[piece]))

    def unlisted(self, s: GravState, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == WITHIN:
            return _why_not_within(s, frame[2], code[1])
        if code[0] == ONLY:
            return Refusal(self.rule, "name an enemy unit in play that is not named yet")
        return Refusal(self.rule, "choose one order for this piece")

    def prompt(self, s: GravState, frame: Frame, side: int) -> Msg:
        return Msg("What are the orders of {piece}?", piece=frame[2])


def _why_not_within(s: GravState, piece: int, place: int) -> Refusal:
    g = s.ground
    if cell_of(s, piece) < 0:
        return Refusal(rule("Turn/Move and Fire"), "{piece} is not on the map: no hex can be named for it", piece=piece)
    if place < 0 or g.cell[place] < 0:
        return Refusal(rule("Scenarios/Mapboard Configuration"), "{place} is no hex of this map", place=place)
    if s.zone[piece] >> place & 1:
        return Refusal(rule("Turn/Move and Fire"), "{place} is named already", place=place)
    length = g.range[piece]
    return Refusal(
        rule("Combat/Maximum Range"),
        "{place} is {away:int} hexes away, the range of {firer:piece} is {length:int}",
        place=place,
        away=g.map.distance(cell_of(s, piece), g.cell[place]),
        firer=piece,
        length=length,
    )


def order_words(order: int) -> Msg:
    if order == ASK:
        return Msg("ask")
    return Msg("hold fire") if order == HOLD else Msg("fire at {chance:int} % or better", chance=order)
