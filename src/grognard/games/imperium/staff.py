"""The staff's judgement: what a position is worth to a side. Used by bots, never by the rules.

Everything is counted in resource units: counters by price and use, worlds and outposts by what they earn, glory by what
it wins, ships by how near they stand to something worth having, fire that is declared by what it promises.
"""

from __future__ import annotations

from grognard.core import Code
from grognard.games.imperium import words
from grognard.games.imperium.appraisal import FAR, POWER, clash, distances, power, worth
from grognard.games.imperium.attrition import ageing_ships, ship_addition
from grognard.games.imperium.control import markers, warships
from grognard.games.imperium.economics import payable
from grognard.games.imperium.facts import (
    ABOARD,
    ARMED,
    BOX_STAR,
    BOXES,
    FORCE,
    IMPERIAL,
    JUMPERS,
    KEEP,
    LOST,
    OF_SIDE,
    OF_TYPE,
    OUTPOSTS,
    OWNER,
    PLACE,
    QUEUE,
    ROUTE_BITS,
    SHIPS,
    SIDE_IDS,
    SYSTEMS,
    TANKERS,
    TERRAN,
    TRACK,
    TROOPS,
    TYPE,
    WORLDS,
    pieces_in,
    value_of,
)
from grognard.games.imperium.glory import glory_to_lose, glory_to_win, is_held_by_enemy
from grognard.games.imperium.sequence import FACTS, REACT_MOVE
from grognard.games.imperium.staff_battles import OUTPOST_WORTH, battle, landings
from grognard.games.imperium.state import State

GLORY_POINT = 14.0
EDGE = 150.0  # standing beyond the edge of the window: the war ends so
ZEAL = (0.06, 0.1)  # how strongly ships are drawn to the enemy: time works for Terra
BLOCKADE = 2.0  # holding the hex above an enemy marker
WORLD_WORTH = (60.0, 45.0)
MONEY = 0.7  # an RU in hand
ADVICE = 5.0  # a counter set up where it is recommended
STRANDED = 0.4  # of a ship's value, without fuel at a tertiary star or between the stars
GATE = PLACE["sirius"]  # the way between the halves of the map
LIFELINE = 6.0  # a tanker there
UNSORTED = 100.0  # losses that wait for their place on the track: nothing is won by putting it off
SKIRMISH = 6.0  # a battle that promises no more is not worth leaving one's place for
CALLED = 0.25  # of the best battle that a reaction force could seek


def evaluate(s: State, side: int) -> float:
    """Positive where things stand well for `side`."""
    value = _half(s, side) - _half(s, 1 - side)
    glory = _glory(s)
    value += glory if side == IMPERIAL else -glory
    if s.reaction:
        value += _prospect(s, side)
    if s.battle >= 0:
        value += battle(s, side)
    elif s.in_space & SHIPS:
        value += landings(s, side) - landings(s, 1 - side)
    return value


def _glory(s: State) -> float:
    """For the Imperium, with what the present turn would bring if it ended now."""
    change = s.glory_change
    for world in pieces_in(WORLDS & s.neutral & ~s.conquered & s.on_surface):
        if is_held_by_enemy(s, world):
            change += 4 if OWNER[world] == TERRAN else -4
    glory = s.glory + change * (2 if s.attention else 1)
    value = (glory - 5) * GLORY_POINT
    if glory >= glory_to_win(s.turn):
        value += EDGE
    elif glory >= glory_to_win(s.turn + 1):
        value += EDGE / 2
    elif glory <= glory_to_lose(s.turn):
        value -= EDGE
    elif glory <= glory_to_lose(s.turn + 1):
        value -= EDGE / 2
    return value


def _half(s: State, side: int) -> float:
    own = OF_SIDE[side]
    fielded = (s.on_map | s.here[ABOARD]) & own & ~WORLDS
    value = worth(fielded & ~(OUTPOSTS & ~s.unplaced) | _in_time(s, s.here[TRACK] & own))
    value += worth((s.here[QUEUE] | s.here[LOST]) & own) * 0.3
    held = markers(s, side)
    value += (held & WORLDS).bit_count() * WORLD_WORTH[side]
    value += (held & OUTPOSTS).bit_count() * OUTPOST_WORTH
    value += s.ru[side] * MONEY
    for piece in pieces_in(s.disrupted & own):
        value -= 0.5 + KEEP[piece] * 0.8
    for piece in pieces_in((s.dry | s.in_deep) & own):
        value -= 1.0 + STRANDED * value_of(piece)
    if s.here[GATE] & TANKERS & own and not warships(s, 1 - side, GATE):
        value += LIFELINE
    if s.phase < 0:
        value += _array(s, side)
    return value + _stance(s, side) - _neglect(s, side)


def _in_time(s: State, ordered: int) -> int:
    """Of what is on the track that which still comes before the last turn of a single war is over."""
    last = int(s.setup.scenario.data["turns"])
    if not last or s.turn < last - 1:
        return ordered
    return sum(1 << p for p in pieces_in(ordered) if s.due[p] <= last)


def _array(s: State, side: int) -> float:
    """Before the first phase: how far the forces stand where the scenario recommends them."""
    value = 0.0
    for name, places in s.setup.scenario.data["recommended"][SIDE_IDS[side]].items():
        if name not in TYPE:
            continue
        for place in set(places):
            standing = s.here[PLACE[place]] & OF_TYPE[TYPE[name]] & OF_SIDE[side]
            value += ADVICE * min(standing.bit_count(), places.count(place))
    return value


def _neglect(s: State, side: int) -> float:
    """What is to be lost if the player leaves it at this, where upkeep or preservation is being paid for."""
    frame = s.stack[-1] if s.stack else (0, -1)
    if len(frame) < 2 or frame[1] != side:
        return 0.0
    name = s.game.nodes[frame[0]].name
    if name == "replacements":
        return UNSORTED
    if name == "maintain":
        sound = payable(s, side) & ~s.disrupted
        return sum(0.5 + KEEP[p] * 0.8 for p in pieces_in(sound))
    if name == "preserve":
        addition = ship_addition(s.peace)
        return sum((KEEP[p] - addition) / 6 * value_of(p) for p in pieces_in(ageing_ships(s, side)))
    return 0.0


def _stance(s: State, side: int) -> float:
    """Where the ships of a side stand: near objectives, in superior numbers, cargo near its purpose."""
    own, enemy = OF_SIDE[side], OF_SIDE[1 - side]
    goals = empty = 0
    here = s.here
    for piece in pieces_in(markers(s, 1 - side)):
        goals |= 1 << BOX_STAR[s.at[piece]]
    for box in BOXES:
        if not here[box] & (WORLDS | OUTPOSTS):
            empty |= 1 << BOX_STAR[box]
    to_enemy = distances(goals)
    value = 0.0
    seen = 0
    for piece in pieces_in(SHIPS & own & s.in_space):
        star = s.at[piece]
        if seen >> star & 1:
            continue
        seen |= 1 << star
        mine = here[star] & SHIPS & own
        armed = mine & ARMED
        if armed:
            value += power(armed) * ZEAL[side] * (FAR - to_enemy[star])
            if goals >> star & 1 and power(armed) > power(here[star] & ARMED & enemy):
                value += BLOCKADE
        theirs = here[star] & SHIPS & enemy
        if theirs and star != s.battle:
            value += clash(mine, theirs)
    if here[ABOARD] & own:
        value += _cargo(s, side, to_enemy, distances(empty))
    return value


def _prospect(s: State, side: int) -> float:
    """What a reaction force that has been named, and has not moved yet, may look forward to."""
    force = s.reaction & s.in_space & ARMED
    if not force or s.moved & s.reaction or side != s.mover or not is_reacting(s):
        return 0.0
    home = s.at[(force & -force).bit_length() - 1]
    force &= s.here[home] & JUMPERS & ~s.dry
    best = 0.0
    for star in pieces_in(within(s, side, home, 3)):
        theirs = s.here[star] & SHIPS & OF_SIDE[1 - side]
        if theirs and star != home:
            best = max(best, clash(force | s.here[star] & SHIPS & OF_SIDE[side], theirs))
    return CALLED * best if best > SKIRMISH else 0.0


def is_reacting(s: State) -> bool:
    return s.phase >= 0 and FACTS[s.setup.sequence[s.phase].name][2] == REACT_MOVE


def within(s: State, side: int, start: int, jumps: int) -> int:
    """Systems within so many jumps; enemy warships stop a force."""
    seen = edge = 1 << start
    for _ in range(jumps):
        spread = 0
        for star in pieces_in(edge):
            spread |= ROUTE_BITS[star]
        fresh = spread & ~seen
        seen |= fresh
        edge = sum(1 << star for star in pieces_in(fresh) if not warships(s, 1 - side, star))
    return seen


def _cargo(s: State, side: int, to_enemy: tuple[int, ...], to_empty: tuple[int, ...]) -> float:
    value = 0.0
    for cargo in pieces_in(s.here[ABOARD] & OF_SIDE[side]):
        star = s.at[s.on[cargo]]
        if star >= SYSTEMS or not JUMPERS >> s.on[cargo] & 1:
            continue
        bit = 1 << cargo
        if bit & OUTPOSTS:
            value += 0.4 + 0.4 * (FAR - to_empty[star])
        elif bit & TROOPS:
            value += 0.2 + 0.15 * FORCE[cargo] * (FAR - to_enemy[star])
    return value


# --- what is worth looking at

_RANK = {
    verb: rank
    for rank, verbs in enumerate(
        (
            (words.FIRE_ALL, words.MAINTAIN_ALL, words.FLEET, words.JUMP, words.UNLOAD, words.RECOMMENDED),
            (words.LAND, words.LOAD, words.LIFT, words.SALVO, words.FIRE, words.BOMBARD_ALL, words.SET_DOWN_ALL),
            (words.BUY, words.PLACE_ONE, words.PLACE_REST, words.DROP, words.FORWARD, words.MATCH, words.AGAINST),
            (words.RELEASE, words.TAKE, words.SET_DOWN, words.BOMBARD, words.RAM, words.PRESERVE),
        )
    )
    for verb in verbs
}


def follow(s: State, codes: list[Code]) -> list[Code]:
    """To pick ships and let them go again leads nowhere."""
    if s.stack[-1][0] != s.game.node("group"):
        return codes
    return [code for code in codes if code[0] != words.RELEASE]


def shortlist(s: State, side: int, codes: list[Code]) -> list[Code]:
    """The likeliest actions first: whole fleets before single ships, jumps before cruises, warships before the rest."""

    def rank(code: Code) -> tuple[int, float]:
        power = POWER[code[1]] if code[0] == words.TAKE else 0.0
        return _RANK.get(code[0], len(_RANK)), -power

    return sorted(codes, key=rank)
