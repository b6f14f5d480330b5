"""Summits: talks called in the Diplomacy Phase of a game of three or four (19.92 to 19.98).

What is said there is said at the table; the program keeps who sits at it, what is raised, and how it ended.
"""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Code, Msg, Refusal, rule
from grognard.core.events import EVERYONE
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarChoice, WarStep
from grognard.games.invasion_america.events import ADJOURNED, AGREED, EXCLUDED, OBJECTED, SUMMIT, TOPIC
from grognard.games.invasion_america.state import State
from grognard.games.invasion_america.verbs import (
    ADJOURN,
    AGREE,
    DONE,
    EXCLUDE,
    INVITE,
    OBJECT,
    OPEN,
    RAISE_TOPIC,
    SECRET,
)

TOPICS = ("truce", "alliance", "joint_attack", "division", "passage", "withdrawal", "warning")
TOPIC_NAMES = (
    "a truce",
    "an alliance",
    "a joint attack",
    "the division of territory",
    "passage for troops",
    "a withdrawal",
    "a warning",
)
MOST = 3  # summits in one Diplomacy Phase: what fifteen minutes hold (19.96)


class Summit(WarStep):
    """Opens the Diplomacy Phase."""

    name = "summit"

    def run(self, s: State, frame: Frame) -> None:
        s.guests = s.secret = 0
        s.topic = -1
        s.push("call", s.setup.phase_side[frame[1]], MOST)


def players(s: State, side: int) -> list[int]:
    """One side for each other player: the first he holds."""
    held = s.setup.holder_of
    return [sides[0] for number, sides in enumerate(s.setup.holders) if number != held[side]]


class Call(WarChoice):
    """Invite players and begin, or hold no summit: frame (side, summits left)."""

    name = "call"
    rule = rule("19.93")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = []
        if frame[2]:
            out.extend((INVITE, other) for other in players(s, side) if not s.guests >> other & 1)
            out.extend((EXCLUDE, other) for other in to_list(s.guests))
            if s.guests:
                out.extend(((OPEN,), (SECRET,)))
        out.append((DONE,))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if not frame[2]:
            return Refusal(rule("19.96"), "the time for talks in this phase is over")
        if code[0] in (OPEN, SECRET):
            return Refusal(rule("19.93"), "invite somebody first")
        return Refusal(rule("19.97"), "invite or leave out the other players, begin, or go on")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.guests = 0
            s.pop()
        elif code[0] == INVITE:
            s.guests |= 1 << code[1]
        elif code[0] == EXCLUDE:
            s.guests &= ~(1 << code[1])
        else:
            s.secret = int(code[0] == SECRET)
            tell(s, side, SUMMIT, side, to_list(s.guests), "secret" if s.secret else "open")
            s.replace("call", side, frame[2] - 1)
            s.push("talk", side)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Call a summit: invite players, then open or secret talks. Done holds none.")


def tell(s: State, side: int, kind: object, *args: object) -> None:
    """Secret talks are heard by those at the table alone (19.94)."""
    from grognard.core import EventKind

    assert isinstance(kind, EventKind)
    mask = s.setup.mask[side]
    for guest in to_list(s.guests):
        mask |= s.setup.mask[guest]
    s.emit_to(mask if s.secret else EVERYONE, kind, *args)


class Talk(WarChoice):
    """The caller raises topics, sends guests away, adjourns (19.95, 19.97)."""

    name = "talk"
    rule = rule("19.95")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = [(RAISE_TOPIC, topic) for topic in range(len(TOPICS)) if topic > s.topic]
        out.extend((EXCLUDE, guest) for guest in to_list(s.guests))
        out.append((ADJOURN,))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == RAISE_TOPIC:
            return Refusal(rule("19.95"), "topics are raised once and in order")
        return Refusal(rule("19.95"), "raise a topic, send a guest away, or adjourn")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == RAISE_TOPIC:
            s.topic = code[1]
            tell(s, side, TOPIC, side, code[1])
            for guest in reversed(to_list(s.guests)):
                s.push("answer", guest, side)
            return
        if code[0] == EXCLUDE:
            tell(s, side, EXCLUDED, code[1])
            s.guests &= ~(1 << code[1])
            if s.guests:
                return
        adjourn(s, side)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("You are at the summit. Raise a topic, send a guest away, or adjourn.")


def adjourn(s: State, side: int) -> None:
    tell(s, side, ADJOURNED)
    s.guests = s.secret = 0
    s.topic = -1
    while s.game.nodes[s.stack[-1][0]].name in ("talk", "answer"):
        s.pop()


class Answer(WarChoice):
    """A guest agrees, or breaks the talks off: frame (guest, caller)."""

    name = "answer"
    rule = rule("19.95")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(AGREE,), (OBJECT,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(rule("19.95"), "agree, or break the talks off; agreements bind nobody")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == AGREE:
            s.pop()
            tell(s, frame[2], AGREED, side)
        else:
            tell(s, frame[2], OBJECTED, side)
            adjourn(s, frame[2])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("{caller:side} speaks of {topic:topic}. Do you agree?", caller=frame[2], topic=s.topic)


NODES = (Summit, Call, Talk, Answer)
