"""The Imperium beyond the map: the intervention table and what comes of it (The Imperium, Intervention)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.civil_war import frontier_crisis, with_a_way_out
from grognard.games.imperium.control import arrival_boxes
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.deployment import ENTERING, PRODUCED, deploy
from grognard.games.imperium.facts import (
    CAPITAL_TYPES,
    CHARTS,
    ENTRIES,
    IMPERIAL,
    IS_SHIP_TYPE,
    MAJOR_TYPES,
    PRICE,
    SHIPS,
    STAR_BOXES,
    TRACK,
    TYPE,
    TYPES,
    pieces_in,
)
from grognard.games.imperium.production import draw_counter, draw_odds
from grognard.games.imperium.state import State
from grognard.games.imperium.words import (
    DONE,
    GRANTED,
    INTERVENTION,
    LEAVES,
    OBTAIN,
    OFFENSIVE,
    SUBPHASE,
    WITHDRAWN,
)

TABLE: dict[str, str] = CHARTS["intervention"]["results"]
REINFORCING = rule("Imperium/Reinforcements")
TOKEN = rule("Imperium/Token Reinforcements")


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


def offensive_fails(s: State, risen: int) -> None:
    """The emperor's ships go home in the turn in which the glory index does not rise, or as soon as they find a way."""
    if risen > 0:
        return
    for piece in pieces_in(with_a_way_out(s, s.mandated & SHIPS)):
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
    "frontier_crisis": frontier_crisis,
    "token_reinforcements": _token_reinforcements,
    "reinforcements": _reinforcements,
    "mandated_offensive": _mandated_offensive,
    "recentralization": _recentralization,
}
