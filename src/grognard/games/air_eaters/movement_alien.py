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
from grognard.games.air_eaters import asteroids
from grognard.games.air_eaters.movement_terran import MOVED
from grognard.games.air_eaters.state import State, deployed_bases, destroy
from grognard.games.air_eaters.units import (
    ALIENS,
    CARGO,
    CRAWLERS,
    CW,
    KIND_OF,
    LANDERS,
    LN,
    MOTHERSHIPS,
    QS,
    SHIPS,
    SPACE,
    TYPE,
    WARSHIPS,
)
from grognard.games.air_eaters.verbs import (
    BEAM,
    CRUISE,
    DONE,
    EMPTY,
    LOAD,
    MOVE,
    TO,
    V_BEAM,
    V_CRASH,
    V_LOAD,
    V_MOVE,
    V_TO,
    Eager,
    Picked,
)
from grognard.games.air_eaters.world import (
    DROPS,
    HEX0,
    MOTHERSHIP_BOX,
    NEAR,
    OFF_MAP,
    ON_JUPITER,
    OPEN,
    ORBIT,
    ORBIT0,
)

CARRIED = EventKind("carried", "{piece} carries {cargo:piece} from {from:place} to {to:place}", rule="6.10")
BEAMED = EventKind("beamed", "{piece} is beamed from {from:place} to {to:place}", rule="19.1")
CRASHED = EventKind("crashed", "{piece} crashes into {place}", rule="31.5")

BOX_OF = {piece: MOTHERSHIP_BOX + i for i, piece in enumerate(MOTHERSHIPS)}
OPEN_SPACE = [TO[p] for p in range(OFF_MAP)]
STEP_CODES = [[TO[h] for h in near] for near in OPEN]
DROP_CODES = [[TO[h] for h in hexes] for hexes in DROPS]
CRAWL, LAND_, FLY = range(3)
STAGE_NODES = ("crawlers_move", "landers_move", "ships_move")


class AliensMove(Step[State]):
    """Pushes the stages; first come the moons and asteroids of the Advanced Game (25.1, 26.1)."""

    name = "aliens_move"

    def run(self, s: State, frame: Frame) -> None:
        for p in ALIENS:
            s.moved[p] = s.beamed[p] = 0
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
        able = able_sides(s, mask, stage)
        if able:
            s.push(STAGE_NODES[stage], able)


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
    """Where a Lander may follow a Mothership that began its space movement in the same place (6.11)."""
    here = s.at[lander]
    if here >= HEX0 or here == ON_JUPITER:
        return []
    places = []
    for i, mothership in enumerate(MOTHERSHIPS):
        there = s.at[mothership]
        if s.began[i] == here and there >= 0 and there != here and there not in places:
            places.append(there)
    return places


# --- beaming (19.0)


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
        s.pop()
        go_on(s)


def stirred(s: State) -> None:
    """Something moved: whatever was beamed may be beamed again (19.1)."""
    if s.setup.bases:
        for p in (*CARGO, *LANDERS):
            s.beamed[p] = 0


def go_on(s: State) -> None:
    """After a move or beam: the stage on top stays open for the sides that can still do something."""
    frame = s.stack[-1]
    stage = STAGE_NODES.index(s.game.nodes[frame[0]].name)
    able = able_sides(s, frame[1], stage)
    if not able:
        s.pop()
    elif able != frame[1]:
        s.stack[-1] = (frame[0], able)


# --- the stages


class _AlienChoice(Eager):
    stage = CRAWL

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        owner = s.owner
        out = [MOVE[p] for p in movers(s, self.stage) if owner[p] == side]
        if s.setup.bases:
            out += [BEAM[p] for p in beamable(s) if owner[p] == side]
        out.append(DONE)
        return out

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            self.close(s, frame, side)
        elif code[0] == V_BEAM:
            s.push("beam_to", side, code[1])
        else:
            self.move(s, side, code)

    def move(self, s: State, side: int, code: Code) -> None:
        raise NotImplementedError

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] not in (V_MOVE, V_BEAM, V_CRASH):
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if s.at[piece] < 0:
            return Refusal(self.rule, "{piece} is not in play", piece=piece)
        if s.owner[piece] != side:
            return Refusal(self.rule, "{piece} is not yours to move", piece=piece)
        if code[0] == V_BEAM:
            return why_not_beam(s, piece)
        if s.moved[piece]:
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


class CrawlersMove(_AlienChoice):
    name = "crawlers_move"
    rule = rule("6.9")
    stage = CRAWL

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
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


class LandersMove(_AlienChoice):
    name = "landers_move"
    rule = rule("6.10")
    stage = LAND_

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Landers: choose one to move, or be done")

    def move(self, s: State, side: int, code: Code) -> None:
        lander = code[1]
        if cargo_for(s, lander):
            s.push("take_aboard", side, lander)
        else:
            s.push("lander_to", side, lander, -1)

    def cannot(self, s: State, piece: int) -> Refusal:
        if TYPE[piece] != LN:
            return Refusal(self.rule, "only Landers move in this stage")
        return Refusal(self.rule, "{piece} is not on a planet or in orbit", piece=piece)


def cargo_for(s: State, lander: int) -> list[int]:
    """What a Lander may load: in its hex, or from a Mothership in its orbit box (6.10, 18.2)."""
    here = s.at[lander]
    if here >= HEX0 or here == ON_JUPITER:
        if len(DROPS[ORBIT[here] - ORBIT0]) == 1 and not boxes_in(s, ORBIT[here]):
            return []
        return [p for p in CARGO if s.at[p] == here and not s.deployed[p] and s.owner[p] == s.owner[lander]]
    boxes = boxes_in(s, here)
    return [p for p in CARGO if s.at[p] in boxes and not s.deployed[p] and s.owner[p] == s.owner[lander]]


def boxes_in(s: State, orbit: int) -> list[int]:
    """The On Mothership boxes of the Motherships in an orbit box."""
    return [BOX_OF[m] for m in MOTHERSHIPS if s.at[m] == orbit]


def lander_codes(s: State, lander: int, cargo: int) -> list[Code]:
    """Where a Lander may go: a surface of its orbit, or the orbit box, its cargo onto a Mothership (6.10)."""
    here = s.at[lander]
    orbit = here if here < ON_JUPITER else ORBIT[here]
    out = [c for c in DROP_CODES[orbit - ORBIT0] if c[1] != here]
    if cargo >= 0:
        out += [TO[box] for box in boxes_in(s, orbit) if s.at[cargo] != box]
    elif here != orbit:
        out.append(TO[orbit])
    return out


class TakeAboard(Picked):
    name = "take_aboard"
    rule = rule("6.10")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("What does {piece} carry?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = [LOAD[p] for p in cargo_for(s, frame[2])]
        out.append(EMPTY)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_LOAD:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if piece not in CARGO:
            return Refusal(self.rule, "Landers carry Crawlers and undeployed Bases and Converters")
        if s.deployed[piece]:
            return Refusal(rule("18.2"), "{piece} is deployed and stays where it is", piece=piece)
        return Refusal(self.rule, "{piece} is not within reach of the Lander", piece=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.replace("lander_to", side, frame[2], -1 if code == EMPTY else code[1])


class LanderTo(Picked):
    name = "lander_to"
    rule = rule("6.10")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if frame[3] >= 0:
            return Msg("Where does {piece} take {cargo:piece}?", piece=frame[2], cargo=frame[3])
        return Msg("Move {piece} where?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return lander_codes(s, frame[2], frame[3])

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        here, place = s.at[frame[2]], code[1]
        orbit = here if here < ON_JUPITER else ORBIT[here]
        if frame[3] >= 0 and place == orbit:
            return Refusal(self.rule, "in orbit a passenger is unloaded onto a Mothership: name its box")
        if place == here:
            return Refusal(self.rule, "{piece} is there already", piece=frame[2])
        return Refusal(self.rule, "Landers do not cross between planets by themselves")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        lander, cargo, place = frame[2], frame[3], code[1]
        here = s.at[lander]
        if cargo >= 0:
            s.emit(CARRIED, lander, cargo, s.at[cargo], place)
            s.at[cargo] = place
        else:
            s.emit(MOVED, lander, here, place)
        in_box = MOTHERSHIP_BOX <= place < HEX0
        s.at[lander] = s.at[MOTHERSHIPS[place - MOTHERSHIP_BOX]] if in_box else place
        s.moved[lander] = 1
        stirred(s)
        s.pop()
        go_on(s)


class ShipsMove(_AlienChoice):
    name = "ships_move"
    rule = rule("6.11")
    stage = FLY

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Ships: choose one to move, or be done")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = super().actions(s, frame, side)
        if s.setup.landing_ships:
            out[-1:-1] = [(V_CRASH, p) for p in WARSHIPS if can_crash(s, p) and s.owner[p] == side]
        return out

    def move(self, s: State, side: int, code: Code) -> None:
        s.push("crash_at" if code[0] == V_CRASH else "ship_to", side, code[1])

    def cannot(self, s: State, piece: int) -> Refusal:
        if TYPE[piece] == LN:
            return Refusal(self.rule, "Landers fly only along with a Mothership that began where they are")
        if KIND_OF[piece] != SPACE:
            return Refusal(self.rule, "only ships move in this stage")
        return Refusal(self.rule, "{piece} stays in orbit: it has pushed a moon this turn", piece=piece)


class ShipTo(Picked):
    """An orbit box, or open space: that is wide, and picked in a second step."""

    name = "ship_to"
    rule = rule("6.11")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Move {piece} where?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        if TYPE[frame[2]] == LN:
            return [TO[p] for p in escorts(s, frame[2])]
        here = s.at[frame[2]]
        return [*(TO[ORBIT0 + n] for n in range(8) if s.body_at[n] >= 0 and ORBIT0 + n != here), CRUISE]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        if TYPE[frame[2]] == LN:
            return Refusal(self.rule, "a Lander flies only to where its Mothership has gone")
        if code[1] >= HEX0 or code[1] == ON_JUPITER:
            return Refusal(self.rule, "{piece} must remain in space", piece=frame[2])
        if code[1] < OFF_MAP:
            return Refusal(self.rule, "for open space choose `cruise` first")
        return Refusal(self.rule, "that is no place a ship can fly to")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        if code == CRUISE:
            s.replace("cruise_to", side, piece)
            return
        arrive(s, piece, code[1])


def arrive(s: State, piece: int, place: int) -> None:
    s.emit(MOVED, piece, s.at[piece], place)
    s.at[piece] = place
    s.moved[piece] = 2 if TYPE[piece] == LN else 1
    stirred(s)
    s.pop()
    go_on(s)


class CruiseTo(Picked):
    name = "cruise_to"
    rule = rule("6.11")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("To which space does {piece} cruise?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return OPEN_SPACE

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_TO:
            return Refusal(self.rule, "{to:place} is no open space of the Solar System map", to=code[1])
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        arrive(s, frame[2], code[1])


# --- crashing ships (31.5)


def can_crash(s: State, piece: int) -> bool:
    """A Novaship or Quasarship in orbit that has not moved may crash on a planet connected to that orbit."""
    return ORBIT0 <= s.at[piece] < ON_JUPITER and not s.moved[piece]


class CrashAt(Picked):
    name = "crash_at"
    rule = rule("31.5")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {piece} come down?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [c for c in DROP_CODES[s.at[frame[2]] - ORBIT0] if c[1] != ON_JUPITER]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_TO:
            return Refusal(self.rule, "{to:place} is not on a planet of this orbit", to=code[1])
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        quasar = TYPE[piece] == QS
        s.emit(CRASHED, piece, code[1])
        destroy(s, piece)
        s.pop()
        if quasar:
            asteroids.hit_by_asteroid(s, code[1])
        else:
            asteroids.hit_by_moon(s, code[1])
        if s.result is None:
            go_on(s)
