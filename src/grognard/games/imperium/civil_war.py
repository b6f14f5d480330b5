"""Forces that leave the map: for a frontier crisis, for a side in a civil war (The Imperium, Intervention)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import flood, warships
from grognard.games.imperium.facts import (
    AWAY,
    CHARTS,
    ENTRIES,
    FIGHTERS,
    IMPERIAL,
    MISSILE,
    MISSILE_SHIPS,
    MONITORS,
    OF_SIDE,
    SHIPS,
    STAR_OF,
    SYSTEMS,
    TANKERS,
    TERTIARY,
    TROOPS,
    pieces_in,
    value_of,
)
from grognard.games.imperium.gunnery import either
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.state import TURNS_AHEAD, State
from grognard.games.imperium.words import (
    BUDGET,
    CIVIL_WAR,
    CRISIS,
    DONE,
    GONE,
    INSURGENTS,
    LOYALISTS,
    SEND,
    SENT,
    STAY_OUT,
)

CIVIL = rule("Imperium/Civil War")
CRISIS_RULE = rule("Imperium/Frontier Crisis")
NOBODY, INSURGENT, LOYALIST = 0, 1, 2
FRONTIER = 3  # the destination of ships sent to a frontier crisis


class Faction(Choice[State]):
    """Which side the governor supports."""

    name = "faction"
    rule = CIVIL

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        if not can_leave(s, for_civil_war=True):
            return [(STAY_OUT,)]
        return [(STAY_OUT,), (LOYALISTS,), (INSURGENTS,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(CIVIL, "first choose a side in the civil war, or none")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        s.handled = 0
        if code[0] == STAY_OUT:
            s.push("civil_war", NOBODY)
            return
        faction = LOYALIST if code[0] == LOYALISTS else INSURGENT
        s.push("civil_war", faction)
        s.push("commit", IMPERIAL, faction, 0)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Civil war: whom do you support?")

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        if code[0] != STAY_OUT:
            return None
        win = Fraction(sum(a + b <= 5 for a in range(1, 7) for b in range(1, 7)), 36)
        return either("the insurgents win", win, "the loyalists win")


def ways_out(s: State) -> int:
    """Systems with a way to an entry system free of enemy warships; through a tertiary star it takes a tanker."""
    own = TANKERS & OF_SIDE[IMPERIAL]
    clear = 0
    for star in range(SYSTEMS):
        if not warships(s, 1 - IMPERIAL, star) and (not TERTIARY >> star & 1 or s.here[star] & own):
            clear |= 1 << star
    return flood(sum(1 << star for star in ENTRIES), clear)


def with_a_way_out(s: State, pieces: int) -> int:
    """Of these counters those that stand in such a system, with fuel to leave it."""
    reached = ways_out(s)
    pieces &= (s.in_space | s.on_surface) & ~s.dry
    return sum(1 << p for p in pieces_in(pieces) if reached >> STAR_OF[s.at[p]] & 1)


def can_leave(s: State, for_civil_war: bool = False) -> int:
    """Forces that may be sent away: ships with missiles that can jump, and troops to a civil war."""
    ships = SHIPS & MISSILE_SHIPS & ~MONITORS & ~FIGHTERS
    wanted = ships | TROOPS if for_civil_war else ships
    return with_a_way_out(s, wanted & OF_SIDE[IMPERIAL] & ~s.handled)


def factors_of(piece: int) -> int:
    """A troop counts as two missile factors."""
    return 2 if TROOPS >> piece & 1 else MISSILE[piece]


def contribution(s: State, piece: int) -> int:
    """What a counter brings to a civil war with the troop it carries."""
    return factors_of(piece) + sum(factors_of(cargo) for cargo in s.cargo_of(piece))


class Commit(Choice[State]):
    """Counters sent off the map: for a frontier crisis until enough are sent, for a civil war as many as one likes."""

    name = "commit"
    rule = CRISIS_RULE

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        free = can_leave(s, frame[2] != FRONTIER)
        out = piece_codes(SEND, free)
        owed = frame[2] == FRONTIER or not frame[3]  # who supports a side sends it something
        return out if owed and free else [(DONE,), *out]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == SEND:
            return Refusal(
                CRISIS_RULE if frame[2] == FRONTIER else CIVIL,
                "{piece} can't be sent: it needs missiles, a jump drive and a free way to an entry system",
                piece=code[1],
            )
        if frame[2] != FRONTIER:
            return Refusal(CIVIL, "a side is supported with forces: send it at least one counter")
        return Refusal(CRISIS_RULE, "{need:int} missile factors must still be sent", need=max(0, frame[3]))

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == DONE:
            return
        piece = code[1]
        s.handled |= 1 << piece
        faction = frame[2]
        if faction == FRONTIER:
            need = frame[3] - factors_of(piece)
            send_away(s, piece, s.turn + 2)
        else:
            need = frame[3] - contribution(s, piece)
            for cargo in s.cargo_of(piece):
                s.handled |= 1 << cargo
        if faction == FRONTIER and need <= 0:
            s.handled = 0
        elif can_leave(s, faction != FRONTIER):
            s.push("commit", side, faction, need)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if frame[2] == FRONTIER:
            return Msg(
                "A crisis on another frontier: send {need:int} more missile factors off the map, for two turns",
                need=max(0, frame[3]),
            )
        if frame[2] == LOYALIST:
            return Msg(
                "Commit forces to the loyalists: {sent:int} missile factors so far, each 20 add one to their dice",
                sent=-frame[3],
            )
        return Msg(
            "Commit forces to the insurgents: {sent:int} missile factors so far, each 10 take one off the dice",
            sent=-frame[3],
        )

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        """Of the civil war, if nothing more is sent, or nothing more can be."""
        if frame[2] == FRONTIER:
            return None
        sent = -frame[3]
        if code[0] == SEND:
            if can_leave(s, for_civil_war=True) != 1 << code[1]:
                return None
            sent += contribution(s, code[1])
        shift = shift_of(frame[2], sent)
        win = Fraction(sum(a + b + shift <= 5 for a in range(1, 7) for b in range(1, 7)), 36)
        return either("the insurgents win", win, "the loyalists win")


def send_away(s: State, piece: int, turn: int) -> None:
    s.put(piece, AWAY)
    s.due[piece] = min(turn, TURNS_AHEAD + 39)
    s.emit(SENT, piece, turn)


def shift_of(faction: int, factors: int) -> int:
    """What committed missile factors add to the dice of a civil war."""
    if faction == LOYALIST:
        return factors // 20
    return -(factors // 10) if faction == INSURGENT else 0


class CivilWar(Step[State]):
    """Two dice, shifted by what was committed: on five or less the insurgents win."""

    name = "civil_war"

    def run(self, s: State, frame: Frame) -> None:
        faction = frame[1]
        sent = pieces_in(s.handled)
        factors = sum(factors_of(p) for p in sent)
        for cargo in sent:
            if s.on[cargo] >= 0:  # it has a fate of its own
                s.unload(cargo, AWAY)
        roll = s.roll(6, "civil war") + s.roll(6, "civil war")
        roll = max(2, min(12, roll + shift_of(faction, factors)))
        insurgents_win = roll <= 5
        s.emit(CIVIL_WAR, roll, "the insurgents" if insurgents_win else "the loyalists")
        s.handled = 0
        if faction == NOBODY or insurgents_win != (faction == INSURGENT):
            self._lost(s, sent, 5 if faction == INSURGENT else 4)
        else:
            self._won(s, sent, roll, insurgents_win)

    @staticmethod
    def _won(s: State, sent: tuple[int, ...], roll: int, insurgents: bool) -> None:
        turns = int(CHARTS["civil_war"]["insurgent" if insurgents else "loyalist"][str(roll)])
        for piece in sent:
            send_away(s, piece, s.turn + turns)
        back = s.turn + turns
        if back >= TURNS_AHEAD:
            return
        if insurgents:
            s.grant[back] += sum(value_of(p) for p in sent)
        else:
            s.rise[back] += s.roll(6, "increase of the budget")

    @staticmethod
    def _lost(s: State, sent: tuple[int, ...], need: int) -> None:
        for piece in sent:
            if s.roll(6, "fate of the committed forces") >= need:
                send_away(s, piece, s.turn + 4)
            else:
                s.wipe(piece)
                s.emit(GONE, piece)
        before = s.budget
        s.budget = max(1, s.budget - 3)
        if s.budget != before:
            s.emit(BUDGET, s.budget - before)


def frontier_crisis(s: State) -> None:
    need = sum(s.roll(6, "frontier crisis") for _ in range(3))
    s.emit(CRISIS, need)
    s.handled = 0
    if can_leave(s):
        s.push("commit", IMPERIAL, FRONTIER, need)
