"""Martian moons (25.0) and Free Asteroids (26.0) of the Advanced Game; crashing ships do the same harm (31.5)."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from math import comb

from grognard.core.events import OUTCOME, EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import players, world
from grognard.games.air_eaters.state import (
    State,
    destroy,
    devastate,
    industry_here,
    orbit_in,
    standing,
)
from grognard.games.air_eaters.units import MOTHERSHIPS, N_PIECES, PIECES, WARSHIPS
from grognard.games.air_eaters.verbs import DONE, HIT, PUSH, TO, V_HIT, V_PUSH, V_TO, Eager, Picked
from grognard.games.air_eaters.world import (
    ASTEROID,
    BASE_SITE,
    BELT_RINGS,
    DEIMOS,
    DROPS,
    MARS_HEXES,
    MARS_ORBIT,
    MINING_BASE,
    NEAR,
    OFF_MAP,
    ON_JUPITER,
    ON_VENUS,
    ORBIT,
    ORBIT0,
    PHOBOS,
    RING,
    SITES,
    SURFACE,
)

PUSHED = EventKind("pushed", "The Motherships push {body} towards {place}", rule="26.1")
GUIDED = EventKind("guided", "{body} moves from {from:place} to {to:place}", rule="26.3")
STRAYED = EventKind("strayed", "{body} is not guided and is lost", rule="26.2")
SUNK = EventKind("sunk", "{body} falls into the Sun", rule="26.6")
HITS = EventKind("hits", "{body} hits {place}", rule="26.7")
SPARED = EventKind("spared", "{thing:text} is spared: {roll:int}", level=OUTCOME)
STRUCK = EventKind("struck", "{thing:text} is struck: {roll:int}", level=OUTCOME)
STAYS = 2  # in `moved`: a Mothership that has pushed a moon this turn (25.1)
DEADLY = 3  # a roll of 1 to this destroys or devastates (25.2, 26.7)


# --- effects of hits


def units_in(s: State, place: int) -> list[int]:
    return [p for p in range(N_PIECES) if s.at[p] == place]


def _roll_for(s: State, thing: str) -> bool:
    roll = s.roll(6, f"collision: {thing}")
    s.emit(STRUCK if roll <= DEADLY else SPARED, thing, roll)
    return roll <= DEADLY


def hit_by_moon(s: State, place: int) -> None:
    """A die for each undevastated IU and each unit in the hex (25.2)."""
    site = industry_here(s, place)
    if site >= 0:
        for _ in range(standing(s, site)):
            if _roll_for(s, SITES.names[site]):
                devastate(s, site)
    for piece in units_in(s, place):
        if _roll_for(s, PIECES.names[piece]):
            destroy(s, piece)


def hit_by_asteroid(s: State, place: int) -> None:
    """Everything in the hex, and a die for each unit and IU in each adjacent hex (26.7)."""
    site = industry_here(s, place)
    if site >= 0:
        for _ in range(standing(s, site)):
            devastate(s, site)
    for piece in units_in(s, place):
        destroy(s, piece)
    for other in sorted(NEAR[place]):
        hit_by_moon(s, other)
    if SURFACE[place] == ON_VENUS:
        s.venus_hit = 1


def dice_for(s: State, place: int) -> int:
    """How many dice a hex takes: one for each unit and standing Industrial Unit (25.2)."""
    site = industry_here(s, place)
    return len(units_in(s, place)) + (standing(s, site) if site >= 0 else 0)


def losses(certain: int, dice: int) -> dict[str, Fraction]:
    """The chances of each number of losses: some are certain, the rest fall on even chances (25.2, 26.7)."""
    return {f"{certain + n} lost": Fraction(comb(dice, n), 2**dice) for n in range(dice + 1)}


def impending(s: State) -> list[int]:
    """The hexes that guided asteroids will hit when the ships have moved, as things stand (26.6)."""
    return [place for place in s.impact[ASTEROID : ASTEROID + 2] if place >= 0 and guides(s, ORBIT[place])]


def impact_odds(s: State) -> dict[str, Fraction] | None:
    """What those hits will cost, all together: each thing beside a hit has an even chance, beside two a quarter."""
    hexes = impending(s)
    if not hexes:
        return None
    certain = sum(dice_for(s, place) for place in set(hexes))
    chances = {0: Fraction(1)}
    for other in sorted({near for place in hexes for near in NEAR[place]} - set(hexes)):
        lost = 1 - Fraction(1, 2 ** sum(other in NEAR[place] for place in hexes))
        for _ in range(dice_for(s, other)):
            after: dict[int, Fraction] = {}
            for n, p in chances.items():
                after[n] = after.get(n, Fraction(0)) + p * (1 - lost)
                after[n + 1] = after.get(n + 1, Fraction(0)) + p * lost
            chances = after
    return {f"{certain + n} lost": p for n, p in chances.items()}


# --- pushing


def together(s: State) -> int:
    """The place both Motherships are in, or -1."""
    one, two = (s.at[m] for m in MOTHERSHIPS)
    return one if one == two else -1


def pushable(s: State) -> list[int]:
    """Moons or an asteroid that the Motherships can push now (25.1, 26.1)."""
    place = together(s)
    if place == MARS_ORBIT:
        return [m for m in (DEIMOS, PHOBOS) if s.body_at[m] >= 0]
    if 0 <= place < OFF_MAP and RING[place] in BELT_RINGS:
        return [b for b in (ASTEROID, ASTEROID + 1) if s.body_at[b] < 0][:1]
    return []


class Pushing(Step[State]):
    """At the start of the Alien movement: unguided asteroids go, and the Motherships may push something."""

    name = "pushing"

    def run(self, s: State, frame: Frame) -> None:
        s.new_asteroid = -1
        for body in (ASTEROID, ASTEROID + 1):
            if s.body_at[body] >= 0 and not guides(s, s.body_at[body]):
                _stray(s, body)
        if pushable(s):
            s.push("push", 1 << s.owner[MOTHERSHIPS[0]])


MOON_RULE = rule("25.1")


class Push(Eager):
    name = "push"
    rule = rule("26.1")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if together(s) == MARS_ORBIT:
            return Msg("Both Motherships are at Mars: push a moon and stay in orbit this turn, or be done")
        return Msg("The Motherships are together: push an asteroid, or be done")

    def cited(self, s: State, frame: Frame) -> str:
        return MOON_RULE if together(s) == MARS_ORBIT else self.rule

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        if players.push_consent(s, side) < 0:
            return [DONE]
        return [*(PUSH[b] for b in pushable(s)), DONE]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_PUSH:
            return Refusal(self.rule, "both Motherships must be in orbit around Mars, or in one asteroid belt space")
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code == DONE:
            self.close(s, frame, side)
        elif not players.ask_to_push(s, side, code):
            s.pop()
            s.push("push_to", side, code[1])


class PushTo(Picked):
    """Where the moon comes down, or which way the asteroid leaves where its line is a border."""

    name = "push_to"
    rule = rule("26.1")

    def cited(self, s: State, frame: Frame) -> str:
        return MOON_RULE if frame[2] in (DEIMOS, PHOBOS) else self.rule

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Push {body} where?", body=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        if frame[2] in (DEIMOS, PHOBOS):
            return [TO[h] for h in MARS_HEXES]
        return ends(s, world.inwards(together(s)))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(
            self.cited(s, frame), "a moon falls on Mars, an asteroid moves one space directly towards the Sun"
        )

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction] | None:
        return losses(0, dice_for(s, code[1])) if frame[2] in (DEIMOS, PHOBOS) else None

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        body, place = frame[2], code[1]
        s.emit(PUSHED, body, place)
        s.pop()
        if body in (DEIMOS, PHOBOS):
            s.body_at[body] = -1
            for mothership in MOTHERSHIPS:
                s.moved[mothership] = STAYS
            hit_by_moon(s, place)
            return
        head_for(s, body, place)
        s.body_inertia[body] = -1
        s.new_asteroid = body


# --- guidance


def guides(s: State, place: int) -> list[int]:
    """Motherships, Novaships and Quasarships in a place (26.2)."""
    return [p for p in (*MOTHERSHIPS, *WARSHIPS) if s.at[p] == place]


def unguided(s: State) -> int:
    """The first asteroid that would be lost if no more ships moved (26.2), or -1."""
    for body in (ASTEROID, ASTEROID + 1):
        if s.body_at[body] >= 0 and not guides(s, s.body_at[body]):
            place = s.impact[body]
            if place < 0 or not guides(s, ORBIT[place]):
                return body
    return -1


def _stray(s: State, body: int) -> None:
    s.emit(STRAYED, body)
    _gone(s, body)


def _gone(s: State, body: int) -> None:
    s.body_at[body] = s.impact[body] = -1
    s.body_inertia[body] = 0


class GuidanceBegins(Step[State]):
    """Before the ships move, each asteroid's movement is decided (26.3)."""

    name = "guidance_begins"

    def run(self, s: State, frame: Frame) -> None:
        for body in (ASTEROID + 1, ASTEROID):
            if s.body_at[body] >= 0 and body != s.new_asteroid:
                found = guides(s, s.body_at[body])
                if found:
                    s.push("guide", s.owner[found[0]], body)


@cache
def asteroid_spaces(space: int, inertia: int) -> tuple[int, ...]:
    """Where inertia and, if wanted, one space of solar gravity take an asteroid (26.3 A, B)."""
    found: list[int] = []
    for end in world.drift(space, inertia) if inertia else (space,):
        for place in (end, *world.inwards(end)):
            if place not in found and place < OFF_MAP:
                found.append(place)
    return tuple(found)


def ends(s: State, spaces: tuple[int, ...]) -> list[Code]:
    """Those spaces, and every hex of a planet in one of them (26.6)."""
    out: list[Code] = []
    for space in spaces:
        out.append(TO[space])
        orbit = orbit_in(s, space)
        if orbit >= 0:
            out += [TO[h] for h in DROPS[orbit - ORBIT0] if h != ON_JUPITER]
    return out


def head_for(s: State, body: int, place: int) -> None:
    """Puts an asteroid into a space; a hex is what it will hit if its guide is in orbit there (26.6)."""
    s.body_at[body] = place if place < OFF_MAP else s.body_at[ORBIT[place] - ORBIT0]
    s.impact[body] = place if place >= OFF_MAP else -1


class Guide(Picked):
    name = "guide"
    rule = rule("26.3")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {body} go? It needs a guide there at the end of this phase", body=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return ends(s, asteroid_spaces(s.body_at[frame[2]], s.body_inertia[frame[2]]))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_TO:
            return Refusal(self.rule, "inertia and solar gravity do not take {body} there", body=frame[2])
        return Refusal(self.rule, "{body} must move first", body=frame[2])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        body, place = frame[2], code[1]
        here = s.body_at[body]
        s.emit(GUIDED, body, here, place)
        head_for(s, body, place)
        s.body_inertia[body] = RING[s.body_at[body]] - RING[here]
        s.pop()


class GuidanceEnds(Step[State]):
    """After the ships have moved: hits, asteroids that have lost their guide, and the Sun (26.2, 26.5, 26.6)."""

    name = "guidance_ends"

    def run(self, s: State, frame: Frame) -> None:
        for body in (ASTEROID, ASTEROID + 1):
            if s.body_at[body] >= 0:
                self._end(s, body)

    def _end(self, s: State, body: int) -> None:
        place, space = s.impact[body], s.body_at[body]
        s.impact[body] = -1
        if place >= 0 and guides(s, ORBIT[place]):
            s.emit(HITS, body, place)
            _gone(s, body)
            hit_by_asteroid(s, place)
        elif not guides(s, space):
            _stray(s, body)
        elif space == 0:
            s.emit(SUNK, body)
            _gone(s, body)
        elif bases_at(s, space):
            s.push("hit_base", 1 << s.owner[guides(s, space)[0]], body)


def bases_at(s: State, space: int) -> list[int]:
    """Sites of the mining bases in a space."""
    return [
        BASE_SITE + i
        for i, at in enumerate(s.body_at[MINING_BASE:])
        if at == space and at >= 0 and standing(s, BASE_SITE + i)
    ]


class HitBase(Eager):
    """A guided asteroid may destroy a mining base in its space, and itself with it (26.5)."""

    name = "hit_base"
    rule = rule("26.5")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Destroy the mining base with {body}, or be done", body=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [*(HIT[site] for site in bases_at(s, s.body_at[frame[2]])), DONE]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == V_HIT:
            return Refusal(self.rule, "that mining base is not in the asteroid's space")
        return super().unlisted(s, frame, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code != DONE:
            _gone(s, frame[2])
            devastate(s, code[1])
