"""Alien movement (6.9 to 6.11), transport of Bases and Converters (18.2) and beaming (19.0).

Three stages: Crawlers, Landers, ships. Beaming may happen at any time in between: a unit can be beamed again as soon as
anything has moved since its last beam, which leaves nothing out and comes to an end.
"""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import dealings
from grognard.games.air_eaters.ground import MOVED
from grognard.games.air_eaters.state import State, deployed_bases
from grognard.games.air_eaters.units import ALIENS, CARGO, CRAWLERS, CW, LANDERS, LN, MOTHERSHIPS, SHIPS, TYPE
from grognard.games.air_eaters.verbs import BEAM, DONE, MOVE, TO, V_BEAM, V_CRASH, V_GIVE, V_MOVE, V_TO, Eager, Picked
from grognard.games.air_eaters.world import HEX0, MOTHERSHIP_BOX, NEAR, ON_JUPITER, OPEN, ORBIT0

BEAMED = EventKind("beamed", "{piece} is beamed from {from:place} to {to:place}", rule="19.1")

BOX_OF = {piece: MOTHERSHIP_BOX + i for i, piece in enumerate(MOTHERSHIPS)}

STEP_CODES = [[TO[h] for h in near] for near in OPEN]

CRAWL, LAND_, FLY = range(3)

STAGE_NODES = ("crawlers_move", "landers_move", "ships_move")


class AliensMove(Step[State]):
    """Pushes the stages; first come the moons and asteroids of the Advanced Game (25.1, 26.1)."""

    name = "aliens_move"

    def run(self, s: State, frame: Frame) -> None:
        for p in ALIENS:
            s.moved[p] = s.beamed[p] = 0
        s.given = 0
        mask = s.setup.aliens
        if s.setup.bombs:
            s.push("guidance_ends", mask)
        s.push("alien_stage", mask, FLY)
        if s.setup.bombs:
            s.push("guidance_begins", mask)
        s.push("alien_stage", mask, LAND_)
        s.push("alien_stage", mask, CRAWL)
        if s.setup.bombs:
            s.push("pushing", mask)


class AlienStage(Step[State]):
    """Opens a stage for the sides that have something to move or beam in it."""

    name = "alien_stage"

    def run(self, s: State, frame: Frame) -> None:
        mask, stage = frame[1], frame[2]
        if stage == FLY:
            for i, piece in enumerate(MOTHERSHIPS):
                s.began[i] = s.at[piece]
                s.late[i] = 0
        able = able_sides(s, mask, stage)
        if able:
            s.push(STAGE_NODES[stage], able, mask)


def able_sides(s: State, mask: int, stage: int) -> int:
    able = 0
    owner = s.owner
    for piece in (*movers(s, stage), *beamable(s)):
        able |= 1 << owner[piece]
    return able & mask


def movers(s: State, stage: int) -> list[int]:
    """The units that may still move in a stage."""
    at, moved = s.at, s.moved
    if stage == CRAWL:
        return [p for p in CRAWLERS if at[p] >= HEX0 and not moved[p] and OPEN[at[p]]]
    if stage == LAND_:
        return [p for p in LANDERS if at[p] >= ORBIT0 and not moved[p]]
    ships = [p for p in SHIPS if at[p] >= 0 and not moved[p]]
    return ships + [p for p in LANDERS if at[p] >= 0 and moved[p] < 2 and escorts(s, p)]


def escorts(s: State, lander: int) -> list[int]:
    """Where a Lander may follow a Mothership that it was beside when that left (6.11)."""
    here = s.at[lander]
    if here >= HEX0 or here == ON_JUPITER:
        return []
    places = []
    for i, mothership in enumerate(MOTHERSHIPS):
        there = s.at[mothership]
        beside = s.began[i] == here and not s.late[i] >> lander & 1
        if beside and there >= 0 and there != here and there not in places:
            places.append(there)
    return places


def stations(s: State) -> list[int]:
    """Where deployed Bases stand: hexes and On Mothership boxes."""
    return [s.at[b] for b in deployed_bases(s)] if s.setup.bases else []


def beamable(s: State) -> list[int]:
    """Units that a Base can beam and that have somewhere to go (19.2, 19.3)."""
    posts = set(stations(s))
    if len(posts) < 2:
        return []
    return [p for p in (*CARGO, *LANDERS) if not s.beamed[p] and s.at[p] >= 0 and targets(s, p, posts)]


def targets(s: State, piece: int, posts: set[int]) -> list[int]:
    """Where a unit can be beamed to: another Base's hex, On Mothership box or, for a Lander, the Mothership's place."""
    if s.deployed[piece]:
        return []
    here = s.at[piece]
    places = posts
    if TYPE[piece] == LN:
        at = s.at
        places = {at[MOTHERSHIPS[p - MOTHERSHIP_BOX]] if p < HEX0 and p >= MOTHERSHIP_BOX else p for p in posts}
    return sorted(places - {here}) if here in places else []


class BeamTo(Picked):
    name = "beam_to"
    rule = rule("19.3")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Beam {piece} to which Base?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [TO[p] for p in targets(s, frame[2], set(stations(s)))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_TO:
            return Refusal(self.rule, "there is no other deployed Base at {to:place}", to=code[1])
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        s.emit(BEAMED, piece, s.at[piece], code[1])
        s.at[piece] = code[1]
        s.beamed[piece] = 1
        if TYPE[piece] == LN:
            for i, mothership in enumerate(MOTHERSHIPS):
                if s.began[i] == code[1] and s.at[mothership] != code[1]:
                    s.late[i] |= 1 << piece
        s.pop()
        go_on(s)


def stirred(s: State) -> None:
    """Something moved: whatever was beamed may be beamed again (19.1)."""
    if s.setup.bases:
        for p in (*CARGO, *LANDERS):
            s.beamed[p] = 0


def go_on(s: State) -> None:
    """After a move or beam: the stage on top stays open for the sides that can still do something."""
    stay_open(s, s.stack[-1][2])


def stay_open(s: State, mask: int) -> None:
    """Opens the stage on top for those of these sides that can do something now. The frame keeps all of them: what one
    side does can give a partner something to do, a Mothership to follow or a Base to beam from (6.11, 19.3)."""
    frame = s.stack[-1]
    able = able_sides(s, mask, STAGE_NODES.index(s.game.nodes[frame[0]].name))
    if able:
        s.stack[-1] = (frame[0], able, mask)
    else:
        s.pop()


class AlienChoice(Eager):
    """Frame: the sides that can do something now, and all that have not said `done`."""

    stage = CRAWL

    def moving(self, s: State, side: int) -> list[Code]:
        owner = s.owner
        return [MOVE[p] for p in movers(s, self.stage) if owner[p] == side]

    def beaming(self, s: State, side: int) -> list[Code]:
        owner = s.owner
        return [BEAM[p] for p in beamable(s) if owner[p] == side]

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = self.moving(s, side)
        if s.setup.bases:
            out += self.beaming(s, side)
            if s.setup.split_aliens:
                out += dealings.trades(s, side)
        out.append(DONE)
        return out

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            stay_open(s, frame[2] & ~(1 << side))
        elif code[0] == V_BEAM:
            s.push("beam_to", side, code[1])
        elif code[0] == V_GIVE:
            stay_open(s, frame[2] | 1 << dealings.give(s, side, code[1]))
        else:
            self.move(s, side, code)

    def move(self, s: State, side: int, code: Code) -> None:
        raise NotImplementedError

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_GIVE:
            return dealings.why_no_gift(s, side, code[1])
        if code[0] not in (V_MOVE, V_BEAM, V_CRASH):
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if s.at[piece] < 0:
            return Refusal(self.rule, "{piece} is not in play", piece=piece)
        if s.owner[piece] != side:
            return Refusal(self.rule, "{piece} is not yours to move", piece=piece)
        if code[0] == V_BEAM:
            return why_not_beam(s, piece)
        if s.moved[piece] == (2 if self.stage == FLY and TYPE[piece] == LN else 1):
            return Refusal(self.rule, "{piece} has already moved", piece=piece)
        return self.cannot(s, piece)

    def cannot(self, s: State, piece: int) -> Refusal:
        return Refusal(self.rule, "{piece} does not move in this stage", piece=piece)


def why_not_beam(s: State, piece: int) -> Refusal:
    if not s.setup.bases:
        return Refusal(rule("19.1"), "there are no Bases in this game")
    if s.deployed[piece]:
        return Refusal(rule("18.2"), "{piece} is deployed and stays where it is", piece=piece)
    if piece not in CARGO and TYPE[piece] != LN:
        return Refusal(rule("19.2"), "{piece} can't be beamed", piece=piece)
    if s.beamed[piece]:
        return Refusal(rule("19.1"), "nothing has moved since {piece} was beamed", piece=piece)
    return Refusal(rule("19.3"), "{piece} is not with one of two deployed Bases", piece=piece)


class CrawlersMove(AlienChoice):
    name = "crawlers_move"
    rule = rule("6.9")
    stage = CRAWL

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if not self.moving(s, side):
            return Msg("No Crawler can move: choose a unit to beam, or be done")
        if self.beaming(s, side):
            return Msg("Crawlers: choose one to move or a unit to beam, or be done")
        return Msg("Crawlers: choose one to move, or be done")

    def move(self, s: State, side: int, code: Code) -> None:
        s.push("crawl_to", side, code[1])

    def cannot(self, s: State, piece: int) -> Refusal:
        if TYPE[piece] != CW:
            return Refusal(self.rule, "only Crawlers move in this stage")
        return Refusal(self.rule, "{piece} is not in a hex it could leave", piece=piece)


class CrawlTo(Picked):
    name = "crawl_to"
    rule = rule("6.9")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Move {piece} to which hex?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return STEP_CODES[s.at[frame[2]]]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        if code[1] in NEAR[s.at[frame[2]]]:
            return Refusal(self.rule, "Crawlers can't cross the mountains into {to:place}", to=code[1])
        return Refusal(self.rule, "{to:place} is not adjacent", to=code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        s.emit(MOVED, piece, s.at[piece], code[1])
        s.at[piece] = code[1]
        s.moved[piece] = 1
        stirred(s)
        s.pop()
        go_on(s)
