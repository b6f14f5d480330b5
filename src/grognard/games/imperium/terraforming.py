"""Making a secondary system a primary one, at a price paid turn after turn (Optional Rules, Terraforming)."""

from __future__ import annotations

from grognard.core import Refusal, rule
from grognard.games.imperium.control import is_friendly_box
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.facts import CHARTS, OF_SIDE, OUTPOSTS, TERRAFORMABLE, WORLD, WORLDS, pieces_in
from grognard.games.imperium.state import State
from grognard.games.imperium.words import NEW_WORLD, TERRAFORMED

TERRAFORMING = rule("Options/Terraforming")
COST: int = CHARTS["terraforming"]["cost"]
NEEDED: int = CHARTS["terraforming"]["turns"]


def price(s: State) -> int:
    """Three RU a turn; the turns of a peace are paid for together."""
    return COST * max(1, s.peace)


def can_terraform(s: State, side: int) -> list[int]:
    """Boxes of secondary stars, not of class M, with an own outpost, not yet paid for in this turn."""
    if not s.setup.options["terraforming"] or s.ru[side] < price(s):
        return []
    return [
        box for box in TERRAFORMABLE if is_friendly_box(s, side, box) and not _paid(s, box) and not _is_world(s, box)
    ]


def why_not_terraform(s: State, side: int, box: int) -> Refusal:
    if not s.setup.options["terraforming"]:
        return Refusal(TERRAFORMING, "terraforming is an optional rule that this match is played without")
    if box not in TERRAFORMABLE:
        return Refusal(TERRAFORMING, "{place} is no surface of a secondary star that is not of class M", place=box)
    if _is_world(s, box):
        return Refusal(TERRAFORMING, "{place} is a world already", place=box)
    if not is_friendly_box(s, side, box):
        return Refusal(TERRAFORMING, "an outpost of yours must work at {place}", place=box)
    if _paid(s, box):
        return Refusal(TERRAFORMING, "the work at {place} has been paid for in this turn", place=box)
    return Refusal(TERRAFORMING, "the work at {place} costs {ru:int} RU, more than you have", place=box, ru=price(s))


def _paid(s: State, box: int) -> bool:
    return bool(s.fought >> box & 1)


def _is_world(s: State, box: int) -> bool:
    return bool(s.here[box] & WORLDS)


def terraform(s: State, side: int, box: int) -> None:
    """Pay for one turn. Another's work is gone on with only without a break."""
    s.ru[side] -= price(s)
    if s.terraformer[box] != side:
        s.terraforming[box] = 0
        s.terraformer[box] = side
    s.fought |= 1 << box
    advance(s, side, box, max(1, s.peace))


def advance(s: State, side: int, box: int, turns: int) -> None:
    s.terraforming[box] += turns
    s.emit(TERRAFORMED, box, s.terraforming[box])
    if s.terraforming[box] >= NEEDED and in_mix(s, side, WORLD):
        settle_world(s, side, box)


def settle_world(s: State, side: int, box: int) -> None:
    """An outpost gives way to a world, and so does a conquered world of the enemy."""
    gone = s.here[box] & (OF_SIDE[side] & OUTPOSTS & ~s.unplaced | OF_SIDE[1 - side] & WORLDS & s.conquered)
    for piece in pieces_in(gone):
        s.wipe(piece)
    s.put(in_mix(s, side, WORLD)[0], box)
    s.emit(NEW_WORLD, box, side)


def end_terraforming(s: State, side: int) -> None:
    """Work that was not paid for in this turn begins again from nothing."""
    for box in TERRAFORMABLE:
        if s.terraforming[box] and s.terraformer[box] == side and not _paid(s, box) and s.terraforming[box] < NEEDED:
            s.terraforming[box] = 0
    s.fought = 0
