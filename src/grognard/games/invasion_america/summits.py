"""Summits: talks called in the Diplomacy Phase of a game of three or four (19.92 to 19.98).

What is said there is said in the table's talk, which `confidants` keeps apart; the program keeps who sits at it, what
is raised, how it is answered, and how it ended. Talks may be secret in part or as a whole: then nobody else learns who
came and what was raised (19.94).
"""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Code, EventKind, Msg, Refusal, Rng, rule
from grognard.core.events import EVERYONE
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarChoice, WarStep
from grognard.games.invasion_america.events import (
    ADJOURNED,
    AGREED,
    AMENDED,
    DECLINED,
    EXCLUDED,
    IN_SECRET,
    IN_THE_OPEN,
    INVITED,
    OBJECTED,
    SUMMIT,
    TOPIC,
)
from grognard.games.invasion_america.state import State
from grognard.games.invasion_america.verbs import (
    ADJOURN,
    AGREE,
    AMEND,
    DECLINE,
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
MOST = 3  # summits in one Diplomacy Phase, and what the caller may bring up in each: what fifteen minutes hold (19.96)
TURNS = 12


class Summit(WarStep):
    """Opens the Diplomacy Phase."""

    name = "summit"

    def run(self, s: State, frame: Frame) -> None:
        end(s)
        s.push("call", s.setup.phase_side[frame[1]], MOST)


def players(s: State, side: int) -> list[int]:
    """One side for each other player: the first he holds."""
    held = s.setup.holder_of
    return [sides[0] for number, sides in enumerate(s.setup.holders) if number != held[side]]


def seated(s: State, side: int) -> int:
    """Who sits at the table of a caller, with all that they hold, as bits by side."""
    setup, mask = s.setup, 0
    for one in (side, *to_list(s.guests)):
        for held in setup.holders[setup.holder_of[one]]:
            mask |= setup.mask[held]
    return mask


def tell(s: State, side: int, kind: EventKind, *args: object) -> None:
    """Secret talks are heard by those at the table alone (19.94)."""
    s.emit_to(seated(s, side) if s.secret else EVERYONE, kind, *args)


def talks(s: State) -> Frame | None:
    """The frame of the summit that is being called or held."""
    number = {s.game.node("call"), s.game.node("talk")}
    return next((frame for frame in reversed(s.stack) if frame[0] in number), None)


def is_privy(s: State, mask: int) -> bool:
    """May these sides know who is at the table? Invitations are the caller's own until the talks begin."""
    frame = talks(s)
    if frame is None:
        return True
    if frame[0] == s.game.node("call"):
        return bool(mask & s.setup.mask[frame[1]])
    return not s.secret or bool(mask & seated(s, frame[1]))


def confidants(s: State, side: int) -> int:
    """Who hears what is said behind shut doors (19.94): those at the table, if this side is one of them."""
    frame = talks(s)
    table = seated(s, frame[1]) if frame and s.secret else 0
    return table if table >> side & 1 else 0


def waiting(s: State) -> list[int]:
    """Who has still to answer, the one who answers now first."""
    now = [s.stack[-1][1]] if s.stack[-1][0] == s.game.node("answer") else []
    return now + to_list(s.asked)


def redraw(s: State, mask: int, rng: Rng) -> None:
    """Who is not at a secret table knows neither guests nor topic, but whom the others wait for (19.94)."""
    frame = talks(s)
    if frame is None or is_privy(s, mask):
        return
    talking = frame[0] == s.game.node("talk")  # before that nobody knows of his own invitation either
    answers = s.stack[-1][1] if s.stack[-1][0] == s.game.node("answer") else -1
    s.guests = 0
    for other in players(s, frame[1]):
        if other == answers or (not (talking and s.setup.mask[other] & mask) and rng.randrange(2)):
            s.guests |= 1 << other
    if talking and not s.guests:
        strangers = [o for o in players(s, frame[1]) if not s.setup.mask[o] & mask]
        s.guests = 1 << strangers[rng.randrange(len(strangers))]
    s.asked = s.agreed = s.amended = 0
    if s.topic >= 0:
        s.topic = rng.randrange(len(TOPICS))
        s.asked = s.guests & -(2 << answers) if answers >= 0 else 0
        answering = 1 << answers if answers >= 0 else 0
        for guest in to_list(s.guests & ~s.asked & ~answering):
            answer = rng.randrange(3)
            s.agreed |= int(answer == 0) << guest
            s.amended |= int(answer == 1) << guest


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
        otherwise = Refusal(rule("19.97"), "invite or leave out the other players, begin, or go on")
        return no_guest(s, side, code) or otherwise

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
            s.push("talk", side, TURNS)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Call a summit: invite players, then open or secret talks. Done holds none.")


def no_guest(s: State, side: int, code: Code) -> Refusal | None:
    """Why this side can't be invited or sent away."""
    if code[0] not in (INVITE, EXCLUDE) or code[1] < 0:
        return None
    held = s.setup.holder_of
    if held.get(code[1]) == held[side]:
        return Refusal(rule("19.93"), "{side:side} is your own", side=code[1])
    if code[1] not in players(s, side):
        return Refusal(rule("19.93"), "{side:side} sits at the table by another of its player's forces", side=code[1])
    if code[0] == INVITE:
        return Refusal(rule("19.97"), "{side:side} is invited already", side=code[1])
    return Refusal(rule("19.97"), "{side:side} is not invited", side=code[1])


class AtTable(WarChoice):
    """While a summit lasts, each who sits there may speak up though nobody waits for him (19.94, 19.95, 19.97)."""

    rule = rule("19.95")

    def callers(self, s: State, frame: Frame) -> int:
        raise NotImplementedError

    def bystanders(self, s: State, frame: Frame) -> tuple[int, ...]:
        """Guests with all that they hold, and the caller, but for him who is waited for."""
        setup = s.setup
        holder_of, asked = setup.holder_of, setup.holder_of[frame[1]]
        present = {holder_of[one] for one in (self.callers(s, frame), *to_list(s.guests))}
        return tuple(one for one in setup.sides if holder_of[one] in present and holder_of[one] != asked)

    def aside(self, s: State, caller: int, side: int) -> list[Code]:
        """What one may do who isn't waited for: guests break the talks off, the caller sends away or adjourns."""
        shut: list[Code] = [] if s.secret else [(SECRET,)]
        if is_one(s, caller, side):
            return [*((EXCLUDE, guest) for guest in to_list(s.guests)), (ADJOURN,), *shut]
        return [(OBJECT,), *shut]

    def speak_up(self, s: State, caller: int, side: int, code: Code) -> None:
        if code[0] == SECRET:
            change_secrecy(s, True)
        elif code[0] == OBJECT:
            tell(s, caller, OBJECTED, side)
            adjourn(s, caller)
        elif code[0] == EXCLUDE:
            send_away(s, caller, code[1])
        else:
            adjourn(s, caller)


class Talk(AtTable):
    """The caller raises topics, invites, sends guests away, shuts or opens the doors, adjourns (19.93 to 19.97).

    Frame (caller, how often he may still do so).
    """

    name = "talk"

    def callers(self, s: State, frame: Frame) -> int:
        return frame[1]

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        if side != frame[1]:
            return self.aside(s, frame[1], side)
        out: list[Code] = []
        if frame[2]:
            out.extend((RAISE_TOPIC, topic) for topic in range(len(TOPICS)))
            out.extend((INVITE, other) for other in players(s, side) if not s.guests >> other & 1)
            out.append((OPEN,) if s.secret else (SECRET,))
        out.extend((EXCLUDE, guest) for guest in to_list(s.guests))
        out.append((ADJOURN,))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if side != frame[1]:
            return not_for_guests(s, code)
        refusal = no_guest(s, side, code)
        if refusal and not (code[0] == INVITE and not s.guests >> code[1] & 1 and code[1] in players(s, side)):
            return refusal
        if not frame[2] and code[0] in (RAISE_TOPIC, INVITE, OPEN, SECRET):
            return Refusal(rule("19.96"), "the time for this summit is over: adjourn")
        if code[0] in (OPEN, SECRET):
            return Refusal(rule("19.94"), "the talks are so already")
        return Refusal(rule("19.95"), "raise a topic, invite, send a guest away, or adjourn")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if side != frame[1] or code[0] in (ADJOURN, EXCLUDE):
            self.speak_up(s, frame[1], side, code)
        else:
            s.replace("talk", side, frame[2] - 1)
            self.bring_up(s, side, code)

    def bring_up(self, s: State, side: int, code: Code) -> None:
        if code[0] == RAISE_TOPIC:
            s.topic = code[1]
            s.agreed = s.amended = 0
            tell(s, side, TOPIC, side, code[1])
            s.asked = s.guests
            ask(s, side)
        elif code[0] == INVITE:
            s.guests |= 1 << code[1]
            tell(s, side, INVITED, code[1])
        else:
            change_secrecy(s, code[0] == SECRET)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if side != frame[1]:
            return Msg("{caller:side} leads the talks. You may break them off at any moment.", caller=frame[1])
        return Msg("You are at the summit. Raise a topic, invite, send a guest away, or adjourn.")


def change_secrecy(s: State, secret: bool) -> None:
    """Those at the table shut or open the doors; what was said behind them stays there (19.94)."""
    s.secret = int(secret)
    s.emit(IN_SECRET if secret else IN_THE_OPEN)


def ask(s: State, caller: int) -> None:
    """The next guest answers, the first by number."""
    if s.asked:
        guest = to_list(s.asked)[0]
        s.asked &= ~(1 << guest)
        s.push("answer", guest, caller)


def end(s: State) -> None:
    s.guests = s.secret = s.asked = s.agreed = s.amended = 0
    s.topic = -1


def adjourn(s: State, side: int) -> None:
    tell(s, side, ADJOURNED)
    end(s)
    while s.game.nodes[s.stack[-1][0]].name in ("talk", "answer"):
        s.pop()


def send_away(s: State, caller: int, guest: int) -> None:
    """A guest has to leave, even while he is asked; with the last the summit ends (19.97)."""
    tell(s, caller, EXCLUDED, guest)
    stay = ~(1 << guest)
    s.guests &= stay
    s.asked &= stay
    s.agreed &= stay
    s.amended &= stay
    if not s.guests:
        adjourn(s, caller)
    elif s.stack[-1][:2] == (s.game.node("answer"), guest):
        s.pop()
        ask(s, caller)


def is_one(s: State, one: int, other: int) -> bool:
    """Are these sides in the same hands?"""
    return s.setup.holder_of[one] == s.setup.holder_of[other]


def not_for_guests(s: State, code: Code) -> Refusal:
    """Why a guest who isn't asked may not do this."""
    if code[0] == SECRET:
        return Refusal(rule("19.94"), "the talks are so already")
    if code[0] in (AGREE, AMEND, DECLINE):
        return Refusal(rule("19.93"), "nothing is put to you just now; you may break the talks off")
    return Refusal(rule("19.95"), "only the caller leads the talks; you may break them off")


class Answer(AtTable):
    """A guest accepts, asks for other terms, rejects, or breaks the talks off: frame (guest, caller) (19.93, 19.95)."""

    name = "answer"

    def callers(self, s: State, frame: Frame) -> int:
        return frame[2]

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        aside = self.aside(s, frame[2], side)
        return aside if side != frame[1] else [(AGREE,), (AMEND,), (DECLINE,), *aside]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if is_one(s, frame[2], side):
            refusal = no_guest(s, side, code) if code[0] == EXCLUDE else None
            return refusal or Refusal(rule("19.93"), "wait for the answer, send a guest away, or adjourn")
        if side != frame[1] or code[0] in (SECRET, RAISE_TOPIC, INVITE, EXCLUDE, ADJOURN, OPEN):
            return not_for_guests(s, code)
        return Refusal(rule("19.95"), "agree, amend, decline, or break the talks off; agreements bind nobody")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] not in (AGREE, AMEND, DECLINE):
            self.speak_up(s, frame[2], side, code)
            return
        s.pop()
        s.agreed |= int(code[0] == AGREE) << side
        s.amended |= int(code[0] == AMEND) << side
        tell(s, frame[2], {AGREE: AGREED, AMEND: AMENDED, DECLINE: DECLINED}[code[0]], side)
        ask(s, frame[2])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if is_one(s, frame[2], side):
            return Msg("{guest:side} is to answer. You may adjourn, or send a guest away.", guest=frame[1])
        if side != frame[1]:
            return Msg("{guest:side} is to answer. You may break the talks off at any moment.", guest=frame[1])
        return Msg("{caller:side} speaks of {topic:topic}. Do you agree?", caller=frame[2], topic=s.topic)


NODES = (Summit, Call, Talk, Answer)
