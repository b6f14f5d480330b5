"""Alien production (22.0), deployment (18.0), and loans and gifts between two Alien players (34.2)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import dealings, players
from grognard.games.air_eaters.charts import HEAVY, LOCATIONS, PRODUCE, PRODUCED_TYPES
from grognard.games.air_eaters.combat import chances, rolls
from grognard.games.air_eaters.conversion import SURFACE_OF_INDEX
from grognard.games.air_eaters.state import (
    State,
    converted,
    deployed_bases,
    dismantle,
    enter_new,
    free_pieces,
)
from grognard.games.air_eaters.units import (
    AC,
    ALIENS,
    BASE,
    BASES,
    CONVERTERS,
    KIND,
    MOTHERSHIPS,
    NS,
    OF_TYPE,
    QS,
    SPACE,
    TYPE,
)
from grognard.games.air_eaters.verbs import (
    DEPLOY,
    DISMANTLE,
    DONE,
    MAKE,
    V_DEPLOY,
    V_DISMANTLE,
    V_GIVE,
    V_MAKE,
    V_PAIR,
    V_PRODUCE,
    Eager,
    Picked,
)
from grognard.games.air_eaters.verbs import (
    PRODUCE as PRODUCE_CODES,
)
from grognard.games.air_eaters.world import (
    BELT_RINGS,
    HEX0,
    MOTHERSHIP_BOX,
    ON_EARTH,
    ON_JUPITER,
    ORBIT,
    ORBIT0,
    ORBIT_NAMES,
    RING,
    RING_PLACES,
    SEA,
    SURFACE,
    SURFACES,
    TERRAIN,
    TROJANS,
)

PRODUCED = EventKind("produced", "{base:piece} produces {piece} at {place} with {roll:int}, needing {need:text}")
NOTHING = EventKind("nothing", "{base:piece} fails to produce {type} with {roll:int}, needing {need:text}")
DEPLOYED = EventKind("deployed", "{piece} is deployed at {place}", rule="18.1")

_ORBIT_ROW = {
    "mercury": "orbit_mercury_venus",
    "venus": "orbit_mercury_venus",
    "earth": "orbit_earth",
    "mars": "orbit_mars",
    "ceres": "orbit_asteroid",
    "pallas": "orbit_asteroid",
    "vesta": "orbit_asteroid",
    "jupiter": "orbit_jupiter",
}
_ROW = {name: LOCATIONS.index(name) for name in LOCATIONS}


def mothership_of(s: State, base: int) -> int:
    """The Mothership a Base is deployed on, or -1."""
    box = s.at[base] - MOTHERSHIP_BOX
    return MOTHERSHIPS[box] if 0 <= box < 2 else -1


def location(s: State, base: int) -> int:
    """The line of the Alien Production table for a Base (22.1)."""
    mothership = mothership_of(s, base)
    if mothership < 0:
        place = s.at[base]
        if place == ON_JUPITER:
            return _ROW["on_jupiter"]
        surface = SURFACE[place]
        if surface == ON_EARTH:
            return _ROW["underwater" if TERRAIN[place] == SEA else "earth_land"]
        name = SURFACES.ids[surface]
        return _ROW["asteroid" if name in ("ceres", "pallas", "vesta") else name]
    place = s.at[mothership]
    if place >= ORBIT0:
        return _ROW[_ORBIT_ROW[ORBIT_NAMES[place - ORBIT0]]]
    if place in s.body_at[TROJANS : TROJANS + 2]:
        return _ROW["trojans"]
    return _ROW["asteroid_belt" if place < RING_PLACES and RING[place] in BELT_RINGS else "empty"]


def twice(s: State, base: int) -> bool:
    """A Base on a converted planet, or on a Mothership in orbit around one, rolls twice (22.3)."""
    mothership = mothership_of(s, base)
    if mothership < 0:
        return s.at[base] != ON_JUPITER and converted(s, SURFACE[s.at[base]])
    orbit = s.at[mothership]
    return orbit >= ORBIT0 and any(
        converted(s, surface) and _orbit_of(surface) == orbit for surface in SURFACE_OF_INDEX
    )


def _orbit_of(surface: int) -> int:
    return next(ORBIT[h] for h in range(HEX0, len(SURFACE)) if SURFACE[h] == surface)


def need(s: State, base: int, kind: int) -> int:
    """The highest roll that produces; 0: impossible there."""
    row = PRODUCE[location(s, base)]
    return row[PRODUCED_TYPES.index(kind)] if kind in PRODUCED_TYPES else row[HEAVY]


def makes(s: State, base: int) -> list[int]:
    """The small types a Base can try to produce: possible where it is, and a counter is free (22.1, 22.2)."""
    return [t for t in PRODUCED_TYPES if need(s, base, t) and free_pieces(s, t)]


def pairs(s: State, base: int) -> list[Code]:
    """Novaships and Quasarships that a Mothership's Base can try with a Base on the planet below (22.4, 22.5)."""
    mothership = mothership_of(s, base)
    if mothership < 0 or s.at[mothership] < ORBIT0 or not need(s, base, NS):
        return []
    orbit = s.at[mothership]
    out: list[Code] = []
    for other in deployed_bases(s):
        if s.at[other] < ORBIT0 or ORBIT[s.at[other]] != orbit or not s.shots[other]:
            continue
        if not players.may_use_base(s, base, other):
            continue
        if free_pieces(s, NS):
            out.append((V_PAIR, NS, other))
        fresh = s.shots[base] == _rolls(s, base) and s.shots[other] == _rolls(s, other)
        on_planet = s.at[other] != ON_JUPITER and converted(s, SURFACE[s.at[other]])
        if free_pieces(s, QS) and on_planet and fresh:
            out.append((V_PAIR, QS, other))
    return out


def _rolls(s: State, base: int) -> int:
    return 2 if twice(s, base) else 1


def idle(s: State, side: int) -> list[int]:
    """Deployed Bases of a side that still have a roll and something to try."""
    return [b for b in unspent(s, side) if makes(s, b) or pairs(s, b)]


def scrap(s: State, side: int) -> list[int]:
    """Own units that may be dismantled because no counter of their type is left (22.2)."""
    found: list[int] = []
    for kind in (*PRODUCED_TYPES, NS, QS):
        if not free_pieces(s, kind):
            found += [p for p in OF_TYPE[kind] if s.at[p] >= 0 and s.owner[p] == side]
    return found


def busy(s: State, side: int) -> bool:
    """Can a side still produce, or free a counter to produce with (22.2)?"""
    if idle(s, side):
        return True
    kinds = {TYPE[p] for p in scrap(s, side)}
    return any(t in kinds and need(s, b, t) for b in unspent(s, side) for t in PRODUCED_TYPES)


def unspent(s: State, side: int) -> list[int]:
    """Deployed Bases of a side that still have a roll."""
    return [b for b in deployed_bases(s) if s.owner[b] == side and s.shots[b]]


class AlienProductionPhase(Step[State]):
    name = "alien_production"

    def run(self, s: State, frame: Frame) -> None:
        for p in ALIENS:
            s.fresh[p] = 0
        s.given = 0
        for b in deployed_bases(s):
            s.shots[b] = _rolls(s, b)
        open_for = 0
        for side in s.setup.sides:
            if s.setup.aliens >> side & 1 and busy(s, side):
                open_for |= 1 << side
        if open_for:
            s.push("produce", open_for)


class Produce(Eager):
    name = "produce"
    rule = rule("22.1")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Alien production: choose a Base, or be done")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out = [PRODUCE_CODES[b] for b in idle(s, side)]
        if unspent(s, side):
            out += [DISMANTLE[p] for p in scrap(s, side)]
        if s.setup.split_aliens:
            out += dealings.trades(s, side)
        out.append(DONE)
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_PRODUCE:
            base = code[1]
            if base not in BASES or s.at[base] < 0 or s.owner[base] != side:
                return Refusal(self.rule, "{piece} is no Base of yours", piece=base)
            if not s.deployed[base]:
                return Refusal(rule("18.3"), "{piece} is not deployed", piece=base)
            if not s.shots[base]:
                return Refusal(self.rule, "{piece} has produced this turn", piece=base)
            return Refusal(self.rule, "{piece} can produce nothing where it is", piece=base)
        if code[0] == V_DISMANTLE:
            return Refusal(rule("22.2"), "only own units whose counters have run out are dismantled")
        if code[0] == V_GIVE:
            return dealings.why_no_gift(s, side, code[1])
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            self.close(s, frame, side)
        elif code[0] == V_DISMANTLE:
            dismantle(s, code[1])
        elif code[0] == V_GIVE:
            other = dealings.give(s, side, code[1])
            if unspent(s, other):  # a Base that has come to a partner who was done, or had none to produce with
                s.stack[-1] = (frame[0], frame[1] | 1 << other)
        else:
            s.push("make", side, code[1])


class Make(Picked):
    name = "make"
    rule = rule("22.1")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("What does {piece} try to produce?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [*(MAKE[t] for t in makes(s, frame[2])), *pairs(s, frame[2])] or [DONE]  # the loan was refused (34.2)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] not in (V_MAKE, V_PAIR):
            return super().unlisted(s, frame, side, code)
        kind = code[1]
        if kind not in (*PRODUCED_TYPES, NS, QS):
            return Refusal(rule("22.2"), "{type} can't be produced", type=kind)
        if not free_pieces(s, kind):
            return Refusal(rule("22.2"), "there are no more counters: {type}", type=kind)
        if code[0] == V_PAIR and s.at[code[2]] >= 0 and not players.may_use_base(s, frame[2], code[2]):
            return Refusal(rule("34.2"), "its owner does not lend {piece}", piece=code[2])
        if kind in (NS, QS):
            return Refusal(
                rule("22.4") if kind == NS else rule("22.5"),
                "this takes a Mothership's Base in orbit and a Base below, for a Quasarship on a converted planet",
            )
        return Refusal(self.rule, "{piece} can't produce {type} where it is", piece=frame[2], type=kind)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        return None if code == DONE else chances(need(s, frame[2], code[1]), "produced")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            s.pop()
            _close_if_idle(s)
            return
        base, kind = frame[2], code[1]
        if code[0] == V_PAIR:
            if players.ask_for_base(s, base, code):
                return
            spent = s.shots[base] if kind == QS else 1
            s.shots[code[2]] = 0 if kind == QS else s.shots[code[2]] - 1
        else:
            spent = 1
        s.shots[base] -= spent
        s.pop()
        produce(s, base, kind)
        _close_if_idle(s)


def _close_if_idle(s: State) -> None:
    frame = s.stack[-1]
    mask = frame[1]
    for side in s.setup.sides:
        if mask >> side & 1 and not busy(s, side) and not s.setup.split_aliens:
            mask &= ~(1 << side)
    if not mask:
        s.pop()


def produce(s: State, base: int, kind: int) -> None:
    """One production roll; what is made appears with the Base, ships beside its Mothership (22.1)."""
    highest = need(s, base, kind)
    roll = s.roll(6, f"production: {s.game.vocab['type'].ids[kind]}")
    if roll > highest:
        s.emit(NOTHING, base, kind, roll, rolls(highest))
        return
    mothership = mothership_of(s, base)
    place = s.at[mothership] if mothership >= 0 and KIND[kind] == SPACE else s.at[base]
    piece = enter_new(s, kind, place, s.owner[base])
    s.fresh[piece] = 1
    s.emit(PRODUCED, base, piece, place, roll, rolls(highest))


# --- deployment (18.0)


def deployable(s: State, side: int) -> list[int]:
    """Face-down Bases not produced this turn and face-down Converters that may be turned over here (18.1, 18.4)."""
    return [
        p
        for p in (*BASES, *CONVERTERS)
        if s.at[p] >= 0 and s.owner[p] == side and not s.deployed[p] and may_deploy(s, p)
    ]


def may_deploy(s: State, piece: int) -> bool:
    place = s.at[piece]
    if place < HEX0 and place != ON_JUPITER:
        return False
    if TYPE[piece] == BASE and s.fresh[piece]:
        return False
    if TYPE[piece] == AC and (place == ON_JUPITER or TERRAIN[place] == SEA or SURFACE[place] not in SURFACE_OF_INDEX):
        return False
    return not any(s.deployed[p] and s.at[p] == place for p in OF_TYPE[TYPE[piece]])


class DeploymentPhase(Step[State]):
    name = "alien_deployment"

    def run(self, s: State, frame: Frame) -> None:
        open_for = 0
        for side in s.setup.sides:
            if s.setup.aliens >> side & 1 and deployable(s, side):
                open_for |= 1 << side
        if open_for:
            s.push("deploy", open_for)


class Deploy(Eager):
    name = "deploy"
    rule = rule("18.1")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Deploy which unit, or be done?")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [*(DEPLOY[p] for p in deployable(s, side)), DONE]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_DEPLOY:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if piece not in (*BASES, *CONVERTERS) or s.at[piece] < 0 or s.owner[piece] != side:
            return Refusal(self.rule, "{piece} is no Base or Converter of yours on the map", piece=piece)
        if s.deployed[piece]:
            return Refusal(self.rule, "{piece} is deployed already", piece=piece)
        if TYPE[piece] == BASE and s.fresh[piece]:
            return Refusal(self.rule, "{piece} was produced this turn", piece=piece)
        if s.at[piece] < HEX0 and s.at[piece] != ON_JUPITER:
            return Refusal(rule("18.4"), "{piece} must be on a planet", piece=piece)
        if any(s.deployed[p] and s.at[p] == s.at[piece] for p in OF_TYPE[TYPE[piece]]):
            return Refusal(rule("18.4"), "one such unit is deployed in that hex already")
        return Refusal(rule("18.4"), "Converters are deployed on land, on planets with an atmospheric index")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            self.close(s, frame, side)
            return
        s.deployed[code[1]] = 1
        s.emit(DEPLOYED, code[1], s.at[code[1]])
        if not deployable(s, side):
            self.close(s, frame, side)
