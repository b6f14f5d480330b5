"""A tiny game that uses every corner of the kernel: hidden cards, dice, picks, an interrupt, simultaneous bids."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from grognard.core import (
    NEXT_PHASE,
    Area,
    Choice,
    EventKind,
    FlatState,
    Frame,
    Game,
    Modifier,
    Msg,
    Option,
    Phase,
    Random,
    Refusal,
    Result,
    Rng,
    Scenario,
    Step,
    VerbTable,
    Vocabulary,
    array,
    rule,
    scalar,
)

verbs = VerbTable()
BID = verbs.add("bid {int}")
MOVE = verbs.add("move {piece} to {place}")
FIRE = verbs.add("fire {piece} at {target:piece}")
SPARE = verbs.add("spare {piece}")

MOVED = EventKind("moved", "{piece} moves to {place}")
FIRED = EventKind("fired", "{piece} fires at {target:piece}: {roll:int}", rule=rule("3.1"))
BID_MADE = EventKind("bid_made", "{side:side} bids {bid:int}")
BID_HIDDEN = EventKind("bid_hidden", "{side:side} has bid")


class State(FlatState):
    FIELDS = (
        array("at", per="piece", of="place"),
        array("worth", per="piece", low=1, high=9, default=1),
        array("bid", per="side", low=-1, high=3, default=-1),
        scalar("fired", of="bits:piece"),
        scalar("mover", of="side"),
    )
    at: list[int]
    worth: list[int]
    bid: list[int]
    fired: int
    mover: int


class Bids(Choice[State]):
    name = "bids"
    rule = rule("1.1")

    def sides(self, s: State, frame: Frame) -> tuple[int, ...]:
        return tuple(i for i in (0, 1) if s.bid[i] < 0)

    def actions(self, s: State, frame: Frame, side: int) -> list[tuple[int, ...]]:
        return [(BID, n) for n in range(4)]

    def apply(self, s: State, frame: Frame, side: int, code: tuple[int, ...]) -> None:
        s.bid[side] = code[1]
        s.emit_to(1 << side, BID_MADE, side, code[1], public=(BID_HIDDEN, (side,)))
        if min(s.bid) >= 0:
            s.reveal()
            s.mover = 0 if s.bid[0] >= s.bid[1] else 1
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Bid for the first move")


class Moves(Choice[State]):
    name = "moves"
    rule = rule("2.1")

    def sides(self, s: State, frame: Frame) -> tuple[int, ...]:
        return (s.mover,)

    def actions(self, s: State, frame: Frame, side: int) -> list[tuple[int, ...]]:
        out: list[tuple[int, ...]] = [(verbs.done,)]
        for p in range(side * 3, side * 3 + 3):
            if s.at[p] >= 0:
                out.extend((MOVE, p, q) for q in (s.at[p] - 1, s.at[p] + 1) if 0 <= q < 7)
                if not s.fired >> p & 1:
                    out.extend(
                        (FIRE, p, t)
                        for t in range(6)
                        if t // 3 != side and abs(s.at[t] - s.at[p]) <= 1 and s.at[t] >= 0
                    )
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: tuple[int, ...]) -> Refusal:
        if code[0] == MOVE and code[1] // 3 != side:
            return Refusal(rule("2.2"), "{piece} is not yours", piece=code[1])
        return Refusal(self.rule, "out of reach")

    def apply(self, s: State, frame: Frame, side: int, code: tuple[int, ...]) -> None:
        if code[0] == verbs.done:
            s.pop()
            s.mover = 1 - side
            s.fired = 0
        elif code[0] == MOVE:
            s.at[code[1]] = code[2]
            s.emit(MOVED, code[1], code[2])
        else:
            roll = s.roll(6, "fire")
            s.fired |= 1 << code[1]
            s.emit(FIRED, code[1], code[2], roll)
            if roll >= 5:
                s.push("mercy", 1 - side, code[2])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Move or fire, {side}", side=side)

    def odds(self, s: State, frame: Frame, side: int, code: tuple[int, ...]) -> dict[str, Fraction] | None:
        return {"hit": Fraction(1, 3), "miss": Fraction(2, 3)} if code[0] == FIRE else None

    def ledger(self, s: State, frame: Frame, side: int, code: tuple[int, ...]) -> list[Modifier]:
        return [Modifier(1, "close", rule("3.1"))]


class Mercy(Choice[State]):
    name = "mercy"
    rule = rule("3.2")

    def actions(self, s: State, frame: Frame, side: int) -> list[tuple[int, ...]]:
        return [(SPARE, p) for p in range(side * 3, side * 3 + 3) if s.at[p] >= 0 and p != frame[2]] or [(verbs.done,)]

    def sample(self, s: State, frame: Frame, side: int, rng: Random) -> tuple[int, ...]:
        return self.actions(s, frame, side)[0]

    def apply(self, s: State, frame: Frame, side: int, code: tuple[int, ...]) -> None:
        s.pop()
        s.at[frame[2]] = -1
        if not any(s.at[p] >= 0 for p in range(side * 3, side * 3 + 3)):
            s.result = Result(s.game.sides[1 - side], "total", "the other side is gone")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("{piece} is lost", piece=frame[2])


class Open(Step[State]):
    name = "open"

    def run(self, s: State, frame: Frame) -> None:
        for i in (0, 1):
            s.bid[i] = -1
        s.push("bids")


class Tiny(Game[State]):
    name = "tiny"
    title = "Tiny"
    State = State

    def setup_state(self, s: State) -> None:
        s.at[:] = [0, 0, 0, 6, 6, 6]
        worth = [1, 2, 3, 4, 5, 6]
        s.shuffle(worth)
        s.worth[:] = worth
        s.push(NEXT_PHASE)

    def view(self, s: State, mask: int) -> dict[str, Any]:
        return {
            "pieces": [
                {
                    "id": self.pieces[p],
                    "side": self.sides[p // 3],
                    "type": "man",
                    "at": self.vocab["place"].id(s.at[p]),
                    "factors": [str(s.worth[p])] if mask >> (p // 3) & 1 else ["?"],
                }
                for p in range(6)
            ],
            "marks": [],
            "extra": {"bid": [s.bid[i] if mask >> i & 1 else -1 for i in (0, 1)]},
        }

    def areas(self, s: State, mask: int) -> Iterator[Area]:
        for side in (0, 1):
            held = {s.at[p] for p in range(side * 3, side * 3 + 3) if s.at[p] >= 0}
            yield Area("fire", side, sum(1 << q for q in range(7) if {q - 1, q, q + 1} & held))

    def threats(self, s: State, mask: int, place: int) -> Iterator[int]:
        return (p for p in range(6) if s.at[p] >= 0 and abs(s.at[p] - place) <= 1)

    def chart_names(self) -> tuple[str, ...]:
        return ("odds",)

    def table(self, name: str) -> dict[str, str]:
        return {"hit": "5, 6"}

    def figures(self, s: State) -> dict[str, float]:
        return {"turn": s.turn, "men": sum(a >= 0 for a in s.at)}

    def redraw(self, s: State, mask: int, rng: Rng) -> None:
        for side in (0, 1):
            if not mask >> side & 1:
                if s.bid[side] >= 0 and min(s.bid) < 0:
                    s.bid[side] = rng.randrange(4)
                mine = s.worth[side * 3 : side * 3 + 3]
                rng.shuffle(mine)
                s.worth[side * 3 : side * 3 + 3] = mine

    def end_turn(self, s: State) -> None:
        if s.turn >= 6:
            s.result = Result(None, "draw", "time is up")
        else:
            super().end_turn(s)

    def check(self, s: State) -> Iterator[str]:
        if sorted(s.worth) != [1, 2, 3, 4, 5, 6]:
            yield "worth: the counters are not conserved"


def build(*more: Choice[State]) -> Tiny:
    return Tiny(
        sides=("red", "blue"),
        places=Vocabulary("place", [f"p{i}" for i in range(7)]),
        pieces=Vocabulary("piece", ["r1", "r2", "r3", "b1", "b2", "b3"]),
        types=Vocabulary("type", ["man"]),
        verbs=verbs,
        nodes=[Bids(), Moves(), Mercy(), Open(), *more],
        scenarios=[Scenario("duel", "Duel")],
        options=[Option("fog", "Fog"), Option("level", "Level", 1, (1, 2, 3))],
        sequence=[
            Phase("bid", "Bidding", "1.0", "open"),
            Phase("first", "First move", "2.0", "moves"),
            Phase("second", "Second move", "2.0", "moves"),
        ],
    )
