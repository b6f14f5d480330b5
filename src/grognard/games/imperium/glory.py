"""Glory: what is conquered and lost, the index, its shrinking window, the end of a war (Glory)."""

from __future__ import annotations

from grognard.games.imperium.control import opposition
from grognard.games.imperium.facts import (
    BOX_STAR,
    CHARTS,
    FORCE,
    HOME,
    IMPERIAL,
    OF_SIDE,
    OUTPOSTS,
    OWNER,
    TERRAN,
    TROOPS,
    WORLDS,
    pieces_in,
)
from grognard.games.imperium.state import State
from grognard.games.imperium.words import CONQUERED, FREED, GLORY, GLORY_NOW

CHART = CHARTS["glory"]
FREE_TURNS: int = CHART["free_turns"]


def glory_to_win(turn: int) -> int:
    """The window narrows by one at each end with every turn after the third."""
    return int(CHART["win"]) - max(0, turn - FREE_TURNS)


def glory_to_lose(turn: int) -> int:
    return int(CHART["loss"]) + max(0, turn - FREE_TURNS)


def defense_of_world(s: State, world: int) -> int:
    """A world defends with 1; a homeworld, under the optional rule, with 10."""
    if s.setup.options["homeworlds"] and s.at[world] == HOME[OWNER[world]]:
        return 10
    return FORCE[world]


def is_held_by_enemy(s: State, world: int) -> bool:
    """With none of its own side left, a working enemy outpost, or troops as strong as its defense, hold it down."""
    box = s.at[world]
    enemy = 1 - OWNER[world]
    if box not in BOX_STAR or opposition(s, enemy, box):
        return False
    if s.here[box] & OUTPOSTS & OF_SIDE[enemy] & ~s.unplaced:
        return True
    troops = s.here[box] & TROOPS & OF_SIDE[enemy]
    return sum(FORCE[p] for p in pieces_in(troops)) >= defense_of_world(s, world)


def _change(s: State, box: int, change: int) -> None:
    s.glory_change += change
    s.emit(GLORY, box, change)


def note_changes(s: State) -> None:
    """Outposts whose box has been cleared of all their side's forces are lost, and so conquered."""
    for side in (TERRAN, IMPERIAL):
        for box in pieces_in(s.fallen[side]):
            here = s.here[box] & OF_SIDE[side]
            if here & OUTPOSTS & ~s.unplaced:
                s.fallen[side] &= ~(1 << box)
            elif not here & ~(WORLDS & s.conquered):
                s.fallen[side] &= ~(1 << box)
                _lose(s, side, box, int(CHART["outpost"]))


def _lose(s: State, side: int, box: int, points: int) -> None:
    """Only the Imperium gains and loses; taking back what it lost in this war is no conquest."""
    if side == IMPERIAL:
        _change(s, box, -points)
    elif not s.lost_here[IMPERIAL] >> box & 1:
        _change(s, box, points)
    s.lost_here[side] |= 1 << box


def conquer_worlds(s: State) -> None:
    """At the end of a game turn a world that enemy troops hold is lost for the rest of the war."""
    for world in pieces_in(WORLDS & s.neutral & ~s.conquered & s.on_surface):
        if is_held_by_enemy(s, world):
            s.conquered |= 1 << world
            s.emit(CONQUERED, world)
            _lose(s, OWNER[world], s.at[world], int(CHART["world"]))
        else:
            s.neutral &= ~(1 << world)


def recover_world(s: State, world: int) -> None:
    keep = ~(1 << world)
    s.neutral &= keep
    s.conquered &= keep
    s.held_over &= keep


def free_worlds_lost_before(s: State) -> None:
    """A world lost in an earlier war works again once the outpost that holds it down is gone."""
    for world in pieces_in(s.held_over):
        outposts = s.here[s.at[world]] & OUTPOSTS & OF_SIDE[1 - OWNER[world]] & ~s.unplaced
        if not outposts and not is_held_by_enemy(s, world):
            recover_world(s, world)
            s.emit(FREED, world)


def settle_glory(s: State) -> int:
    """The changes of the turn take effect, doubled under the emperor's eyes; returns by how much glory has risen in it,
    all that was spent on appeals taken off."""
    change = s.glory_change * (2 if s.attention else 1)
    s.glory += change
    risen = change - s.glory_spent
    s.glory_change = s.glory_spent = 0
    s.attention = 0
    s.emit(GLORY_NOW, s.glory)
    return risen


def winner_of_war(s: State) -> int:
    """The side that has won at the end of this turn; -1: the war goes on."""
    if s.glory <= glory_to_lose(s.turn):
        return TERRAN
    if s.glory >= glory_to_win(s.turn):
        return IMPERIAL
    return -1


def holds_nothing(s: State, side: int) -> bool:
    """All its worlds and outposts have been conquered."""
    return not s.on_surface & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced & ~s.conquered
