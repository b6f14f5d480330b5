"""What a counter can do to another: factors, hit numbers, modifiers and chances (Combat Resolution; Fire Options)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Modifier, rule
from grognard.games.imperium.control import grounded
from grognard.games.imperium.facts import (
    BEAM,
    FORCE,
    MISSILE,
    OF_SIDE,
    SCREEN,
    SHIPS,
    WORLDS,
    beam_need,
    missile_need,
    pieces_in,
)
from grognard.games.imperium.glory import defense_of_world
from grognard.games.imperium.state import (
    CLOSE_MISSILES,
    CLOSE_SALVO,
    DEFEND,
    LONG,
    PLAIN,
    SALVO,
    SHORT,
    SUICIDE,
    State,
)

RESOLUTION = rule("Combat/Space Combat/Resolution")
HIGH_INTENSITY = rule("Combat/Fire Options/High-Intensity")
SHORT_MISSILES = rule("Combat/Fire Options/Short-Range Missiles")
SUICIDES = rule("Combat/Fire Options/Suicide")
DISRUPTED_SHIPS = rule("Combat/Fire Options/Disrupted")


def missiles(s: State, piece: int) -> int:
    """The missile factor; nothing is left after high-intensity fire."""
    return 0 if s.spent >> piece & 1 else MISSILE[piece]


def can_fire(s: State, piece: int, range_: int) -> bool:
    if range_ == LONG:
        return missiles(s, piece) > 0
    return BEAM[piece] > 0 or missiles(s, piece) > 1


def armed_now(s: State, side: int, place: int) -> int:
    """Ships of a side in a hex that have any weapon left."""
    out = 0
    for piece in pieces_in(s.here[place] & SHIPS & OF_SIDE[side] & ~grounded(s, side, place)):
        if BEAM[piece] > 0 or missiles(s, piece) > 0:
            out |= 1 << piece
    return out


def hit_number(s: State, piece: int, target: int, mode: int) -> int:
    """What the die must show before modifiers."""
    screen = SCREEN[target]
    factor = missiles(s, piece)
    if mode == PLAIN:
        return missile_need(factor, screen) if s.range == LONG else beam_need(BEAM[piece], screen)
    if mode == SALVO:
        return missile_need(min(12, 2 * factor), screen)
    if mode == CLOSE_MISSILES:
        return missile_need(factor // 2, screen)
    if mode == CLOSE_SALVO:
        return missile_need(min(12, factor // 2 * 2), screen)
    if mode == SUICIDE:
        return beam_need(BEAM[piece], screen)
    if mode == DEFEND:
        return min(beam_need(BEAM[piece], screen), missile_need(factor // 2, screen))
    return 99


def modifiers(s: State, piece: int, target: int, mode: int) -> list[Modifier]:
    """What is added to the die; the same list stands behind odds and log."""
    out: list[Modifier] = []
    if mode == SUICIDE:
        out.append(Modifier(1, "suicide attack", SUICIDES))
    if s.disrupted:
        if s.disrupted >> piece & 1:
            out.append(Modifier(-1, "the firer is disrupted", DISRUPTED_SHIPS))
        if s.disrupted >> target & 1:
            out.append(Modifier(1, "the target is disrupted", DISRUPTED_SHIPS))
    return out


def need_on_die(s: State, piece: int, target: int, mode: int) -> int:
    return hit_number(s, piece, target, mode) - sum(m.value for m in modifiers(s, piece, target, mode))


def chance(need: int) -> Fraction:
    return Fraction(max(0, min(6, 7 - need)), 6)


def either(yes: str, chance: Fraction, no: str) -> dict[str, Fraction | float]:
    """Two outcomes; what can't happen is not shown."""
    return {word: share for word, share in ((yes, chance), (no, 1 - chance)) if share}


def how_many(chances: list[Fraction]) -> list[Fraction]:
    """The chance that exactly none, one, two ... of these independent things happen."""
    out = [Fraction(1)]
    for chance in chances:
        out = together(out, [1 - chance, chance])
    return out


def together(one: list[Fraction], other: list[Fraction]) -> list[Fraction]:
    """The chances of sums, where each list holds the chances of none, one, two ... of something."""
    out = [Fraction(0)] * (len(one) + len(other) - 1)
    for m, p in enumerate(one):
        for n, q in enumerate(other):
            out[m + n] += p * q
    return out


def best_shot(s: State, piece: int, target: int) -> float:
    """The chance of the plainest shot at the present range."""
    need = hit_number(s, piece, target, PLAIN)
    if s.range == SHORT:
        need = min(need, missile_need(missiles(s, piece) // 2, SCREEN[target]))
    return max(0, min(6, 7 - need)) / 6


def defense_factor(s: State, piece: int) -> int:
    """What a counter defends with on the ground."""
    return defense_of_world(s, piece) if WORLDS >> piece & 1 else FORCE[piece]
