"""Income, maintenance, disruption and recovery (Economics)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import (
    flood,
    free_systems,
    is_connected,
    is_friendly_box,
    is_friendly_system,
    markers,
    reached_by_worlds,
    worlds,
)
from grognard.games.imperium.facts import (
    ABOARD,
    BOX_STAR,
    CHARTS,
    DUSHAAM_BOX,
    FIGHTERS,
    IMPERIAL,
    KEEP,
    MONITORS,
    MOTHERSHIPS,
    NUSKU,
    NUSKU_BOX,
    OF_SIDE,
    OUTPOSTS,
    SHIPS,
    SOL_BOX,
    STAR_BOXES,
    STAR_OF,
    TERRAN,
    pieces_in,
    value_of,
)
from grognard.games.imperium.gunnery import how_many, together
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.state import State
from grognard.games.imperium.words import (
    BUDGET,
    DISRUPTED,
    DONE,
    FRONTIER,
    GRANTED,
    INCOME,
    MAINTAIN,
    MAINTAIN_ALL,
    MAINTAINED,
    RECOVERED,
    SUBPHASE,
)

MAINTENANCE = rule("Economics/Maintenance")
CIVILIZED = rule("Economics/Maintenance/Civilized")
FRONTIER_RULE = rule("Economics/Maintenance/Frontier")
RATES = CHARTS["income"]


# --- income


def connected_outposts(s: State, side: int) -> int:
    reached = reached_by_worlds(s, side)
    return sum(is_connected(s, side, s.at[p], reached) for p in pieces_in(markers(s, side) & OUTPOSTS))


def imperial_budget(s: State, outside: int) -> int:
    """The emperor's money for the turn, `outside` being what the province earns itself."""
    budget = s.budget + s.war_budget
    if s.depression:
        budget -= 10
        if budget + outside <= 0:
            budget = 1
    return budget


def income(s: State, side: int) -> int:
    """What a side would receive now."""
    own = worlds(s, side)
    outposts = connected_outposts(s, side)
    if side == IMPERIAL:
        outside = own.bit_count() * int(RATES["imperial"]["world"]) + outposts * int(RATES["imperial"]["outpost"])
        return outside + imperial_budget(s, outside)
    sol = 1 << BOX_STAR[SOL_BOX] if s.here[SOL_BOX] & own else 0
    reached = flood(sol, free_systems(s, TERRAN))
    total = outposts * int(RATES["terran"]["outpost"])
    for world in pieces_in(own):
        near = reached >> BOX_STAR[s.at[world]] & 1
        total += int(RATES["terran"]["world"] if near else RATES["terran"]["unconnected_world"])
    return total


class Income(Step[State]):
    """1. Income computation, with what the emperor has promised for this turn."""

    name = "income_due"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        if side == IMPERIAL and s.turn < len(s.grant):
            self._promises(s)
        ru = income(s, side)
        s.ru[side] += ru
        s.emit(INCOME, side, ru)
        if side == IMPERIAL and s.depression:
            s.depression -= 1

    @staticmethod
    def _promises(s: State) -> None:
        grant, rise = s.grant[s.turn], s.rise[s.turn]
        s.grant[s.turn] = s.rise[s.turn] = 0
        if grant:
            s.ru[IMPERIAL] += grant
            s.emit(GRANTED, grant)
        if rise:
            s.budget += rise
            s.emit(BUDGET, rise)


# --- maintenance


def ships_to_maintain(s: State, side: int) -> int:
    """Ships on the map, fighters aboard motherships among them."""
    return SHIPS & OF_SIDE[side] & (s.on_map | s.here[ABOARD])


def is_civilized(s: State, side: int, star: int) -> bool:
    own = worlds(s, side)
    return any(s.here[box] & own for box in STAR_BOXES[star])


def may_choose_at_nusku(s: State, side: int, star: int) -> bool:
    return star == NUSKU and is_friendly_box(s, side, NUSKU_BOX) and is_friendly_box(s, side, DUSHAAM_BOX)


def star_of(s: State, piece: int) -> int:
    """The system a ship is in, or -1 in interstellar space."""
    return STAR_OF[s.where(piece)]


def cost(s: State, piece: int) -> int:
    """The maintenance number, and one more to make a disrupted ship whole."""
    return KEEP[piece] + (s.disrupted >> piece & 1)


def payable(s: State, side: int) -> int:
    """Ships whose maintenance may be paid for: at friendly worlds, and sound monitors at outposts."""
    out = 0
    known: dict[int, bool] = {}
    for piece in pieces_in(ships_to_maintain(s, side) & ~s.handled):
        star = star_of(s, piece)
        if star < 0:
            continue
        if star not in known:
            known[star] = is_civilized(s, side, star)
        outpost = MONITORS >> piece & 1 and not s.disrupted >> piece & 1 and is_friendly_system(s, side, star)
        if known[star] or outpost:
            out |= 1 << piece
    return out


def affordable(s: State, side: int) -> int:
    return sum(1 << p for p in pieces_in(payable(s, side)) if cost(s, p) <= s.ru[side])


class Maintenance(Step[State]):
    """2. Maintenance. The player is asked only where there is something to pay for."""

    name = "maintenance"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        s.handled = 0
        s.emit(SUBPHASE, "Maintenance")
        s.push("frontier", side)
        if affordable(s, side):
            s.push("maintain", side)


class Maintain(Choice[State]):
    """Which ships at friendly worlds are paid for; the others fall into disorder."""

    name = "maintain"
    rule = CIVILIZED

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        ships = affordable(s, side)
        head: list[Code] = [(MAINTAIN_ALL,)] if ships else []
        return [*head, (DONE,), *piece_codes(MAINTAIN, ships)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != MAINTAIN:
            return Refusal(MAINTENANCE, "first see to the maintenance of your ships")
        piece = code[1]
        if piece < 0 or not ships_to_maintain(s, side) >> piece & 1:
            return Refusal(MAINTENANCE, "{piece} is no ship of yours on the map", piece=piece)
        if s.handled >> piece & 1:
            return Refusal(MAINTENANCE, "{piece} has been maintained already", piece=piece)
        if not payable(s, side) >> piece & 1:
            return Refusal(FRONTIER_RULE, "{piece} is on the frontier: there a die is rolled", piece=piece)
        return Refusal(CIVILIZED, "{piece} costs {ru:int} RU, more than you have", piece=piece, ru=cost(s, piece))

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            return
        if code[0] == MAINTAIN_ALL:
            self._pay_all(s, side)
        else:
            self._pay(s, side, code[1])
        if not affordable(s, side):
            s.pop()

    def _pay_all(self, s: State, side: int) -> None:
        for piece in sorted(pieces_in(payable(s, side)), key=lambda p: (-value_of(p), p)):
            if cost(s, piece) <= s.ru[side]:
                self._pay(s, side, piece)

    @staticmethod
    def _pay(s: State, side: int, piece: int) -> None:
        ru = cost(s, piece)
        s.ru[side] -= ru
        s.handled |= 1 << piece
        s.emit(MAINTAINED, side, ru, piece)
        if s.disrupted >> piece & 1:
            s.disrupted &= ~(1 << piece)
            s.emit(RECOVERED, piece)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        """Of the dice for the ships that are not paid for, where this payment is the last."""
        after = s.copy()
        if code[0] == MAINTAIN_ALL:
            self._pay_all(after, side)
        elif code[0] == MAINTAIN:
            self._pay(after, side, code[1])
        return frontier_odds(after, side) if code[0] == DONE or not affordable(after, side) else None

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        ships = pieces_in(payable(s, side))
        total = sum(cost(s, p) for p in ships)
        return Msg("Pay to maintain your ships: {total:int} RU for all, you have {ru:int}", total=total, ru=s.ru[side])


class Frontier(Step[State]):
    """Unpaid ships at friendly worlds are disrupted; all others roll. Motherships come before what they carry."""

    name = "frontier"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        before = s.disrupted
        ships = ships_to_maintain(s, side) & ~s.handled
        for piece in (*pieces_in(ships & MOTHERSHIPS), *pieces_in(ships & ~MOTHERSHIPS)):
            if s.on[piece] >= 0 and s.disrupted & ~before & 1 << s.on[piece]:
                continue  # a fighter that has just been disrupted with its mothership
            if is_left_unpaid(s, side, piece):
                if not s.disrupted >> piece & 1:
                    disrupt(s, piece)
            elif s.disrupted >> piece & 1:
                self._recover(s, piece)
            else:
                self._roll(s, piece, frontier_need(s, side, piece))
        s.handled = 0

    @staticmethod
    def _recover(s: State, piece: int) -> None:
        """A disrupted ship on the frontier must roll more than its maintenance number."""
        if KEEP[piece] >= 6:
            return
        roll = s.roll(6, "recovery on the frontier")
        s.emit(FRONTIER, piece, roll, KEEP[piece] + 1)
        if roll > KEEP[piece]:
            s.disrupted &= ~(1 << piece)
            s.emit(RECOVERED, piece)

    @staticmethod
    def _roll(s: State, piece: int, need: int) -> None:
        if need <= 1:
            return
        roll = s.roll(6, "frontier maintenance")
        s.emit(FRONTIER, piece, roll, need)
        if roll < need:
            disrupt(s, piece)


def is_left_unpaid(s: State, side: int, piece: int) -> bool:
    """At a friendly world only money helps, unless the form of maintenance may be chosen."""
    star = star_of(s, piece)
    return star >= 0 and is_civilized(s, side, star) and not may_choose_at_nusku(s, side, star)


def frontier_need(s: State, side: int, piece: int) -> int:
    """The maintenance number or more on one die, one less without an outpost."""
    star = star_of(s, piece)
    return KEEP[piece] + (0 if star >= 0 and is_friendly_system(s, side, star) else 1)


def frontier_odds(s: State, side: int) -> dict[str, Fraction | float] | None:
    """How many of a side's ships will be disrupted when all dice of maintenance have been rolled."""
    ships = ships_to_maintain(s, side) & ~s.handled
    chances = {piece: _chance_of_disruption(s, side, piece) for piece in pieces_in(ships)}
    if all(chance in (0, 1) for chance in chances.values()):
        return None
    out = [Fraction(1)]
    for mother in pieces_in(ships & MOTHERSHIPS & ~s.disrupted):
        squadron = [p for p in s.cargo_of(mother) if FIGHTERS >> p & 1]
        down = chances.pop(mother)
        spared = how_many([chances.pop(p, Fraction(0)) for p in squadron])
        group = [(1 - down) * share for share in spared] + [Fraction(0)] * 2
        group[1 + len(squadron)] += down
        out = together(out, group)
    out = together(out, how_many(list(chances.values())))
    return {f"{n} disrupted": share for n, share in enumerate(out) if share}


def _chance_of_disruption(s: State, side: int, piece: int) -> Fraction:
    if is_left_unpaid(s, side, piece):
        return Fraction(1)
    faces = KEEP[piece] if s.disrupted >> piece & 1 else frontier_need(s, side, piece) - 1
    return Fraction(min(6, max(0, faces)), 6)


def disrupt(s: State, piece: int) -> None:
    """A mothership takes the fighters aboard with it."""
    s.disrupted |= 1 << piece
    s.emit(DISRUPTED, piece)
    if MOTHERSHIPS >> piece & 1:
        for fighter in s.cargo_of(piece):
            if FIGHTERS >> fighter & 1:
                s.disrupted |= 1 << fighter
