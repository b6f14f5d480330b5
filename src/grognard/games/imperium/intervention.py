"""The Imperium beyond the map: intervention in all its forms, and appeals to the emperor (The Imperium)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import arrival_boxes, flood, warships
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.deployment import ENTERING, PRODUCED, deploy
from grognard.games.imperium.facts import (
    AWAY,
    CAPITAL_TYPES,
    CHARTS,
    ENTRIES,
    FIGHTERS,
    IMPERIAL,
    IS_SHIP_TYPE,
    MAJOR_TYPES,
    MISSILE,
    MISSILE_SHIPS,
    MONITORS,
    OF_SIDE,
    PRICE,
    SHIPS,
    STAR_BOXES,
    STAR_OF,
    SYSTEMS,
    TRACK,
    TROOPS,
    TYPE,
    TYPES,
    pieces_in,
    value_of,
)
from grognard.games.imperium.gunnery import either
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.production import draw_counter, draw_odds
from grognard.games.imperium.state import TURNS_AHEAD, State
from grognard.games.imperium.words import (
    BUDGET,
    CIVIL_WAR,
    CRISIS,
    DONE,
    GONE,
    GRANTED,
    INSURGENTS,
    INTERVENTION,
    LEAVES,
    LOYALISTS,
    OBTAIN,
    OFFENSIVE,
    SEND,
    SENT,
    STAY_OUT,
    SUBPHASE,
    WITHDRAWN,
)

TABLE: dict[str, str] = CHARTS["intervention"]["results"]
CIVIL = rule("Imperium/Civil War")
CRISIS_RULE = rule("Imperium/Frontier Crisis")
REINFORCING = rule("Imperium/Reinforcements")
TOKEN = rule("Imperium/Token Reinforcements")
NOBODY, INSURGENT, LOYALIST = 0, 1, 2
FRONTIER = 3  # the destination of ships sent to a frontier crisis


def result_of(total: int) -> str:
    """What the intervention table says for a total of 2 to 15."""
    return TABLE.get(str(max(2, min(15, total))), "")


class Intervention(Step[State]):
    """4. Two dice on the intervention table; an offensive ordered last turn arrives first."""

    name = "intervention"

    def run(self, s: State, frame: Frame) -> None:
        _, addition, again = frame
        if not again:
            s.emit(SUBPHASE, "Imperial intervention")
            if s.offensive:
                s.push_number(*frame)
                _offensive_arrives(s)
                return
        total = s.roll(6, "Imperial intervention") + s.roll(6, "Imperial intervention") + addition
        result = result_of(total)
        if again and result == "succession":
            result = ""
        s.emit(INTERVENTION, total, TITLES[result])
        if result:
            EVENTS[result](s)


TITLES = {
    "": "nothing",
    "depression": "depression",
    "boom": "boom",
    "succession": "Imperial succession",
    "attention": "Imperial attention",
    "frontier_crisis": "frontier crisis",
    "token_reinforcements": "token reinforcements",
    "reinforcements": "reinforcements",
    "mandated_offensive": "mandated offensive",
    "recentralization": "recentralization",
}


def _depression(s: State) -> None:
    s.depression = 3


def _boom(s: State) -> None:
    s.depression = 0
    s.ru[IMPERIAL] += 10
    s.emit(GRANTED, 10)


def _attention(s: State) -> None:
    s.attention = 1


def _recentralization(s: State) -> None:
    for kind in MAJOR_TYPES:
        withdraw_permission(s, kind)


def withdraw_permission(s: State, kind: int) -> None:
    if s.permits >> kind & 1:
        s.permits &= ~(1 << kind)
        s.emit(WITHDRAWN, kind)


def _mandated_offensive(s: State) -> None:
    s.offensive = s.roll(6, "offensive force")
    s.emit(OFFENSIVE, s.offensive)


def _offensive_arrives(s: State) -> None:
    """The forces of an offensive, as far as counters are free, come through an entry system."""
    pieces = 0
    for name, number in CHARTS["offensive"]["forces"][s.offensive - 1]:
        for piece in in_mix(s, IMPERIAL, TYPE[name])[:number]:
            pieces |= 1 << piece
    s.offensive = 0
    s.mandated |= pieces
    deploy(s, IMPERIAL, pieces, ENTERING)


def offensive_fails(s: State, change: int) -> None:
    """The emperor's ships go home in the turn in which the glory index does not rise."""
    if change > 0:
        return
    for piece in pieces_in(s.mandated & SHIPS & s.on_map):
        for cargo in s.cargo_of(piece):
            s.emit(LEAVES, cargo)
            s.wipe(cargo)
        s.emit(LEAVES, piece)
        s.wipe(piece)


# --- succession and civil war


def _succession(s: State) -> None:
    if s.roll(6, "Imperial succession") <= 2:
        s.push("faction", IMPERIAL)
    else:
        s.push("intervention", 3, 1)


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


def can_leave(s: State, for_civil_war: bool = False) -> int:
    """Forces with a way to an entry system free of enemy warships: ships with missiles that can jump, and troops."""
    clear = sum(1 << star for star in range(SYSTEMS) if not warships(s, 1 - IMPERIAL, star))
    reached = flood(sum(1 << star for star in ENTRIES), clear)
    ships = SHIPS & MISSILE_SHIPS & ~MONITORS & ~FIGHTERS
    wanted = ships | TROOPS if for_civil_war else ships
    pieces = wanted & OF_SIDE[IMPERIAL] & (s.in_space | s.on_surface) & ~s.handled
    return sum(1 << p for p in pieces_in(pieces) if reached >> STAR_OF[s.at[p]] & 1)


def factors_of(piece: int) -> int:
    """A troop counts as two missile factors."""
    return 2 if TROOPS >> piece & 1 else MISSILE[piece]


class Commit(Choice[State]):
    """Counters sent off the map: for a frontier crisis until enough are sent, for a civil war as many as one likes."""

    name = "commit"
    rule = CRISIS_RULE

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        free = can_leave(s, frame[2] != FRONTIER)
        out = piece_codes(SEND, free)
        return out if frame[2] == FRONTIER and free else [(DONE,), *out]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == SEND:
            return Refusal(
                CRISIS_RULE if frame[2] == FRONTIER else CIVIL,
                "{piece} can't be sent: it needs missiles, a jump drive and a free way to an entry system",
                piece=code[1],
            )
        return Refusal(CRISIS_RULE, "{need:int} missile factors must still be sent", need=max(0, frame[3]))

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == DONE:
            return
        piece = code[1]
        s.handled |= 1 << piece
        faction, need = frame[2], frame[3] - factors_of(piece)
        if faction == FRONTIER:
            send_away(s, piece, s.turn + 2)
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
            sent += factors_of(code[1])
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
        if not sent or back >= TURNS_AHEAD:
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
                for cargo in s.cargo_of(piece):
                    s.wipe(cargo)
                s.wipe(piece)
                s.emit(GONE, piece)
        before = s.budget
        s.budget = max(1, s.budget - 3)
        if s.budget != before:
            s.emit(BUDGET, s.budget - before)


def _frontier_crisis(s: State) -> None:
    need = sum(s.roll(6, "frontier crisis") for _ in range(3))
    s.emit(CRISIS, need)
    s.handled = 0
    if can_leave(s):
        s.push("commit", IMPERIAL, FRONTIER, need)


# --- reinforcements


def _token_reinforcements(s: State) -> None:
    _reinforce(s, 2 * s.roll(6, "token reinforcements"), 0)


def _reinforcements(s: State) -> None:
    _reinforce(s, 5 * s.roll(6, "reinforcements"), 1)


def _reinforce(s: State, ru: int, capital: int) -> None:
    s.budgeted, s.civilian, s.big = ru, ru // 2, capital
    s.pending = 0
    s.emit(GRANTED, ru)
    s.push("obtain", IMPERIAL, 0)


def obtainable(s: State, limit: int) -> list[int]:
    """Types that the reinforcement still pays for; `limit`: so many ships of any type, for a grant."""
    grounds = any(box in arrival_boxes(s, IMPERIAL) for star in ENTRIES for box in STAR_BOXES[star])
    out = []
    for kind in range(len(TYPES)):
        if not PRICE[kind] or not in_mix(s, IMPERIAL, kind):
            continue
        if limit:
            fits = IS_SHIP_TYPE[kind]
        elif IS_SHIP_TYPE[kind]:
            fits = PRICE[kind] <= s.budgeted and (s.big > 0 or kind not in CAPITAL_TYPES)
        else:
            fits = PRICE[kind] <= min(s.budgeted, s.civilian) and grounds
        if fits:
            out.append(kind)
    return out


class Obtain(Choice[State]):
    """Forces taken at once from what is available: for a sum of RU, or a number of ships."""

    name = "obtain"
    rule = REINFORCING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(DONE,), *((OBTAIN, kind) for kind in obtainable(s, frame[2]))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == OBTAIN and code[1] in CAPITAL_TYPES and not s.big:
            return Refusal(TOKEN, "no more capital ships come with these reinforcements")
        if code[0] == OBTAIN:
            return Refusal(REINFORCING, "{type} is not to be had from these reinforcements", type=code[1])
        return Refusal(REINFORCING, "first take the reinforcements")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        limit = frame[2]
        if code[0] == OBTAIN:
            kind = code[1]
            self._take(s, kind, limit)
            if obtainable(s, limit - 1 if limit else 0) and limit != 1:
                s.push("obtain", side, max(0, limit - 1))
                return
        got = s.pending
        s.budgeted = s.civilian = s.big = 0
        s.pending = 0
        deploy(s, side, got, PRODUCED if limit else ENTERING)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        return draw_odds(s, side, code[1]) if code[0] == OBTAIN else None

    @staticmethod
    def _take(s: State, kind: int, limit: int) -> None:
        piece = draw_counter(s, IMPERIAL, kind)
        s.put(piece, TRACK)
        s.due[piece] = s.turn
        s.pending |= 1 << piece
        if not limit:
            s.budgeted -= PRICE[kind]
            if not IS_SHIP_TYPE[kind]:
                s.civilian -= PRICE[kind]
            if kind in CAPITAL_TYPES:
                s.big -= 1

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if frame[2]:
            return Msg("Choose any ships: {count:int} more", count=frame[2])
        return Msg("Choose reinforcements for {ru:int} RU", ru=s.budgeted)


EVENTS = {
    "depression": _depression,
    "boom": _boom,
    "succession": _succession,
    "attention": _attention,
    "frontier_crisis": _frontier_crisis,
    "token_reinforcements": _token_reinforcements,
    "reinforcements": _reinforcements,
    "mandated_offensive": _mandated_offensive,
    "recentralization": _recentralization,
}
