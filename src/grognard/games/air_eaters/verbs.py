"""What players say (5.1): the verbs of the game, their codes made once, and the common shape of choices."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core.dice import Random
from grognard.core.nodes import Choice
from grognard.core.state import Frame
from grognard.core.verbs import Code, VerbTable
from grognard.core.words import Refusal, rule
from grognard.games.air_eaters.sides import MEMBERS
from grognard.games.air_eaters.state import State
from grognard.games.air_eaters.units import N_PIECES, N_TYPES
from grognard.games.air_eaters.world import BODIES, N_PLACES, SITES

VERBS = VerbTable()
V_DONE = VERBS.done
V_MOVE = VERBS.add("move {piece}", "Move {piece}")
V_TO = VERBS.add("to {place}", "To {place}")
V_CRUISE = VERBS.add("cruise", "Into open space")
V_LAND = VERBS.add("land", "Land elsewhere")
V_LOAD = VERBS.add("load {piece}", "Load {piece}")
V_EMPTY = VERBS.add("empty", "Carry nothing")
V_BEAM = VERBS.add("beam {piece}", "Beam {piece}")
V_FIRE = VERBS.add("fire {piece}", "Fire {piece}")
V_AT = VERBS.add("at {piece}", "At {piece}")
V_HIT = VERBS.add("hit {site}", "Hit {site}")
V_BOMBARD = VERBS.add("bombard {piece}", "Bombard with {piece}")
V_RESEARCH = VERBS.add("research {project}", "Research: {project}")
V_BUILD = VERBS.add("build {type}", "Build: {type}")
V_INVEST = VERBS.add("invest {type}", "Allocate towards: {type}")
V_PAY = VERBS.add("pay {int}", "{int|IU|IUs}")
V_PLACE = VERBS.add("place {type}", "Place: {type}")
V_REPAIR = VERBS.add("repair {site}", "Repair {site}")
V_DISMANTLE = VERBS.add("dismantle {piece}", "Dismantle {piece}")
V_TAKE = VERBS.add("take {type}", "Take: {type}")
V_RECEIVE = VERBS.add("receive {type}", "Receive: {type}")
V_ABOARD = VERBS.add("aboard {piece}", "With {piece}")
V_PRODUCE = VERBS.add("produce {piece}", "Produce with {piece}")
V_MAKE = VERBS.add("make {type}", "Produce: {type}")
V_PAIR = VERBS.add("pair {type} with {piece}", "Produce with {piece}: {type}")
V_DEPLOY = VERBS.add("deploy {piece}", "Deploy {piece}")
V_PUSH = VERBS.add("push {body}", "Push {body}")
V_CRASH = VERBS.add("crash {piece}", "Crash {piece}")
V_RETREAT = VERBS.add("retreat", "Retreat")
V_STAND = VERBS.add("stand", "Stand and fight")
V_ALLOW = VERBS.add("allow", "Allow it")
V_REFUSE = VERBS.add("refuse", "Refuse it")
V_GIVE = VERBS.add("give {piece}", "Give {piece} away")
V_PASS_ON = VERBS.add("pass_on {type}", "Pass on IUs allocated to: {type}")
V_FOR = VERBS.add("for {side}", "For {side}")
V_LEND = VERBS.add("lend {side}", "Lend IUs to {side}")
V_BLOCKADE = VERBS.add("blockade", "Declare a blockade")
V_PROSPECT = VERBS.add("prospect", "Prospect for a mining base")

DONE: Code = (V_DONE,)
EMPTY: Code = (V_EMPTY,)
CRUISE: Code = (V_CRUISE,)
LAND: Code = (V_LAND,)
_pieces = range(N_PIECES)
MOVE: list[Code] = [(V_MOVE, p) for p in _pieces]
LOAD: list[Code] = [(V_LOAD, p) for p in _pieces]
BEAM: list[Code] = [(V_BEAM, p) for p in _pieces]
FIRE: list[Code] = [(V_FIRE, p) for p in _pieces]
AT: list[Code] = [(V_AT, p) for p in _pieces]
BOMBARD: list[Code] = [(V_BOMBARD, p) for p in _pieces]
PRODUCE: list[Code] = [(V_PRODUCE, p) for p in _pieces]
DEPLOY: list[Code] = [(V_DEPLOY, p) for p in _pieces]
DISMANTLE: list[Code] = [(V_DISMANTLE, p) for p in _pieces]
GIVE: list[Code] = [(V_GIVE, p) for p in _pieces]
TO: list[Code] = [(V_TO, p) for p in range(N_PLACES)]
HIT: list[Code] = [(V_HIT, i) for i in range(len(SITES))]
REPAIR: list[Code] = [(V_REPAIR, i) for i in range(len(SITES))]
BUILD: list[Code] = [(V_BUILD, t) for t in range(N_TYPES)]
INVEST: list[Code] = [(V_INVEST, t) for t in range(N_TYPES)]
PLACE: list[Code] = [(V_PLACE, t) for t in range(N_TYPES)]
MAKE: list[Code] = [(V_MAKE, t) for t in range(N_TYPES)]
TAKE: list[Code] = [(V_TAKE, t) for t in range(N_TYPES)]
PUSH: list[Code] = [(V_PUSH, b) for b in range(len(BODIES))]

NOT_NOW = rule("5.1")
"""The sequence of play: what is asked for belongs to another moment."""


class Open(Choice[State]):
    """A choice of the sides in the mask that is the frame's first argument; each goes on until it says `done`."""

    def sides(self, s: State, frame: Frame) -> tuple[int, ...]:
        return MEMBERS[frame[1]]

    def close(self, s: State, frame: Frame, side: int) -> None:
        """This side is done; the frame goes when all are."""
        mask = frame[1] & ~(1 << side)
        if mask:
            s.stack[-1] = (frame[0], mask, *frame[2:])
        else:
            s.pop()

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code == DONE:
            return Refusal(self.rule, "a choice must be made here first")
        return Refusal(NOT_NOW, "that belongs to another moment of the turn")

    def sample(self, s: State, frame: Frame, side: int, rng: Random) -> Code:
        return sparing(rng.choice(codes := self.actions(s, frame, side)), codes, rng)


class Eager(Open):
    """An open choice whose random player rarely stops before all is done."""

    def sample(self, s: State, frame: Frame, side: int, rng: Random) -> Code:
        codes = self.actions(s, frame, side)
        if len(codes) > 1 and codes[-1] == DONE and rng.randrange(10):
            codes = codes[:-1]
        return sparing(rng.choice(codes), codes, rng)


def sparing(code: Code, codes: list[Code], rng: Random) -> Code:
    """A random player's pick, with fewer gifts: partners would do little else all game long (33.3, 34.2)."""
    if code[0] == V_GIVE and rng.randrange(20):
        return rng.choice([other for other in codes if other[0] != V_GIVE] or [DONE])
    return code


class Picked(Choice[State]):
    """The second half of a pick: frame argument 1 is the side, 2 the piece picked before."""

    inside = 1

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_DONE:
            return Refusal(self.rule, "{piece} was picked: finish its action or take the pick back", piece=frame[2])
        return Refusal(NOT_NOW, "{piece} was picked and must be dealt with first", piece=frame[2])


def holders(s: State, pieces: int) -> int:
    """The sides that own any of these pieces, as bits."""
    mask = 0
    for piece in to_list(pieces):
        mask |= 1 << s.owner[piece]
    return mask


def settle(s: State) -> None:
    """After a move: sides with nothing left to move drop out of the open choice on top of the stack."""
    frame = s.stack[-1]
    mask = frame[1]
    if mask & (mask - 1) == 0:
        if not s.movable:
            s.pop()
        return
    mask &= holders(s, s.movable)
    if not mask:
        s.pop()
    elif mask != frame[1]:
        s.stack[-1] = (frame[0], mask, *frame[2:])


def own(s: State, codes: list[Code], side: int) -> list[Code]:
    """The movable pieces of a side as codes from a table, and `done`."""
    pieces = to_list(s.movable)
    if s.stack[-1][1] & (s.stack[-1][1] - 1):
        owner = s.owner
        pieces = [p for p in pieces if owner[p] == side]
    out = [codes[p] for p in pieces]
    out.append(DONE)
    return out
