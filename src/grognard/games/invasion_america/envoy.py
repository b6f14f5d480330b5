"""The staff's judgement at a summit (19.9): what it agrees to when asked, and that it calls none of its own.

A bot has no words, and agreements bind nobody (19.98). So it answers by what the matter would do to it as things stand:
yes to what doesn't hurt, other terms where the other gains more, no to what would cost it the war.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.games.invasion_america.forces import US
from grognard.games.invasion_america.summits import TOPICS, talks
from grognard.games.invasion_america.victory import judge, points

if TYPE_CHECKING:
    from grognard.games.invasion_america.state import State

# All of it is less than any unit is worth: a summit never outweighs the war.
PRESENT = 0.02  # to hear what is said is better than to break the talks off
YES = 0.03
TERMS = 0.01  # asking for other terms is never worse than a no that might have been a yes
APART = -0.005  # a bot has nothing to say in secret
HOST = -0.05  # nor anything to call a summit for


def attitude(s: State, side: int) -> float:
    """What a summit as it stands is worth to a side: by the answers it has given."""
    frame = talks(s)
    if frame is None or frame[0] != s.game.node("talk"):
        return 0.0
    holder_of = s.setup.holder_of
    if holder_of[frame[1]] == holder_of[side]:
        return HOST
    guest = next((one for one in s.setup.holders[holder_of[side]] if s.guests >> one & 1), -1)
    if guest < 0:
        return 0.0
    worth = PRESENT + APART * s.secret
    if s.topic < 0:
        return worth
    view = opinion(s, guest, frame[1], TOPICS[s.topic])
    if s.agreed >> guest & 1:
        worth += YES * view
    if s.amended >> guest & 1:
        worth += TERMS if view == 0 else -TERMS
    return worth


def opinion(s: State, guest: int, caller: int, topic: str) -> int:
    """1: yes; 0: on other terms; -1: no."""
    if topic == "warning":
        return 1  # it is heard
    if topic == "withdrawal":
        return 0  # who withdraws from where is for words
    if US not in (guest, caller):
        return 1 if topic in ("truce", "joint_attack", "passage") or not leads(s, caller, guest) else 0
    if topic == "truce":
        return 1 if wins(s, guest) else -1  # who is winning may as well stop here
    if topic in ("alliance", "joint_attack"):
        return 1 if rival(s, guest, caller) else -1
    return -1  # neither land nor passage for an invader, nor for those whom one has come to conquer


def total(s: State, side: int) -> int:
    held = points(s)
    return sum(held[one] for one in s.setup.holders[s.setup.holder_of[side]])


def leads(s: State, one: int, other: int) -> bool:
    return total(s, one) > total(s, other)


def wins(s: State, side: int) -> bool:
    """Would its player win if the war ended today?"""
    winner = judge(s).winner or ""
    return s.game.sides[side] in winner.split("+")


def rival(s: State, guest: int, caller: int) -> bool:
    """Is there a third player whom both have to fear more: an invader ahead of them?"""
    pair = {s.setup.holder_of[guest], s.setup.holder_of[caller]}
    invader = guest if caller == US else caller
    return any(leads(s, held[0], invader) for held in s.setup.holders if s.setup.holder_of[held[0]] not in pair)
