"""The staff's judgement: what a position is worth to a side. Used by bots, never by the rules.

Everything is counted in resource units: counters by price and use, worlds and outposts by what they earn, glory by what
it wins, ships by how near they stand to something worth having, fire that is declared by what it promises.
"""

from __future__ import annotations

from functools import lru_cache

from grognard.core import Code
from grognard.games.imperium import words
from grognard.games.imperium.attrition import ageing_ships, ship_addition
from grognard.games.imperium.control import defenses_at, markers, opposition
from grognard.games.imperium.economics import payable
from grognard.games.imperium.facts import (
    ABOARD,
    ARMED,
    BEAM,
    BOX_STAR,
    BOXES,
    COUNT,
    FORCE,
    IMPERIAL,
    KEEP,
    KIND,
    LOST,
    MISSILE,
    OF_SIDE,
    OF_TYPE,
    OUTPOSTS,
    OWNER,
    PLACE,
    PRICE,
    QUEUE,
    ROUTES,
    SCREEN,
    SHIPS,
    SIDE_IDS,
    STAR_BOXES,
    SYSTEMS,
    TERRAN,
    TRACK,
    TROOPS,
    TYPE,
    WORLDS,
    bombardment_result,
    pieces_in,
    surface_need,
    value_of,
)
from grognard.games.imperium.glory import glory_to_lose, glory_to_win, is_held_by_enemy
from grognard.games.imperium.gunnery import chance, defense_factor, missiles, need_on_die
from grognard.games.imperium.landings import defense_need
from grognard.games.imperium.pairing import threat
from grognard.games.imperium.state import LONG, NONE, SALVO, SUICIDE, State

GLORY_POINT = 14.0
EDGE = 150.0  # standing beyond the edge of the window: the war ends so
ZEAL = (0.06, 0.1)  # how strongly ships are drawn to the enemy: time works for Terra
BLOCKADE = 2.0  # holding the hex above an enemy marker
WORLD_WORTH = (60.0, 45.0)
OUTPOST_WORTH = 9.0
MONEY = 0.7  # an RU in hand
ADVICE = 5.0  # a counter set up where it is recommended
STRANDED = 0.4  # of a ship's value, without fuel at a tertiary star
FAR = 9  # how far an objective still draws
# How useful a type is beyond its price, and how many of it one wants.
_USE: dict[str, tuple[float, int]] = {
    "outpost": (1.2, 3),
    "defense": (0.85, 3),
    "regular": (1.3, 6),
    "jump": (1.3, 4),
    "transport": (1.2, 5),
    "tanker": (1.0, 1),
    "scout": (0.9, 6),
    "destroyer": (1.0, 11),
    "light_cruiser": (1.1, 11),
    "strike_cruiser": (1.15, 11),
    "heavy_cruiser": (1.2, 11),
    "attack_cruiser": (1.2, 5),
    "dreadnought": (1.15, 5),
    "improved_dreadnought": (1.15, 6),
    "battleship": (1.2, 6),
    "monitor": (1.0, 2),
    "terran_monitor": (1.0, 1),
    "missile_boat": (1.1, 5),
    "mothership": (0.75, 1),
    "fighter": (0.6, 3),
}
_KINDS = {TYPE[name]: (use * PRICE[TYPE[name]], most) for name, (use, most) in _USE.items()}
POWER = [(BEAM[p] + MISSILE[p]) / 2 + SCREEN[p] if ARMED >> p & 1 else 0.2 for p in range(COUNT)]


@lru_cache(maxsize=1 << 15)
def worth(bits: int) -> float:
    """What a set of counters of one side is worth; more than one wants of a type counts half."""
    count: dict[int, int] = {}
    for piece in pieces_in(bits):
        count[KIND[piece]] = count.get(KIND[piece], 0) + 1
    total = 0.0
    for kind, number in count.items():
        price, most = _KINDS.get(kind, (0.0, 0))
        total += price * (min(number, most) + max(0, number - most) / 2)
    return total


@lru_cache(maxsize=1 << 15)
def power(bits: int) -> float:
    return sum(POWER[p] for p in pieces_in(bits))


@lru_cache(maxsize=1 << 12)
def distances(goals: int) -> tuple[int, ...]:
    """Jumps from each system to the nearest goal, at most FAR."""
    out = [FAR] * SYSTEMS
    edge = list(pieces_in(goals))
    for star in edge:
        out[star] = 0
    while edge:
        nearer = []
        for star in edge:
            for other in ROUTES[star]:
                if out[other] > out[star] + 1:
                    out[other] = out[star] + 1
                    nearer.append(other)
        edge = nearer
    return tuple(out)


def evaluate(s: State, side: int) -> float:
    """Positive where things stand well for `side`."""
    value = _half(s, side) - _half(s, 1 - side)
    glory = _glory(s)
    value += glory if side == IMPERIAL else -glory
    if s.battle >= 0:
        value += _battle(s, side)
    elif s.in_space & SHIPS:
        value += _landings(s, side) - _landings(s, 1 - side)
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
    value = (
        worth(fielded & ~(OUTPOSTS & ~s.unplaced) | (s.here[TRACK] & own))
        + worth((s.here[QUEUE] | s.here[LOST]) & own) * 0.3
    )
    held = markers(s, side)
    value += (held & WORLDS).bit_count() * WORLD_WORTH[side]
    value += (held & OUTPOSTS).bit_count() * OUTPOST_WORTH
    value += s.ru[side] * MONEY
    for piece in pieces_in(s.disrupted & own):
        value -= 0.5 + KEEP[piece] * 0.8
    for piece in pieces_in(s.dry & own):
        value -= 1.0 + STRANDED * value_of(piece)
    if s.phase < 0:
        value += _array(s, side)
    return value + _stance(s, side) - _neglect(s, side)


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
            value += _clash(mine, theirs)
    if here[ABOARD] & own:
        value += _cargo(s, side, to_enemy, distances(empty))
    return value


def _clash(mine: int, theirs: int) -> float:
    """Half of what a battle to come between these ships promises; the other half is the enemy's to count."""
    a, b = power(mine & ARMED) ** 2, power(theirs & ARMED) ** 2
    if not a:
        return -0.3 * worth(mine) if b else 0.0
    odds = a / (a + b)
    return (odds * worth(theirs) - (1 - odds) * worth(mine)) / 2


def _cargo(s: State, side: int, to_enemy: tuple[int, ...], to_empty: tuple[int, ...]) -> float:
    value = 0.0
    for cargo in pieces_in(s.here[ABOARD] & OF_SIDE[side]):
        star = s.at[s.on[cargo]]
        if star >= SYSTEMS:
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


def shortlist(s: State, side: int, codes: list[Code]) -> list[Code]:
    """The likeliest actions first: whole fleets before single ships, jumps before cruises, warships before the rest."""

    def rank(code: Code) -> tuple[int, float]:
        power = POWER[code[1]] if code[0] == words.TAKE else 0.0
        return _RANK.get(code[0], len(_RANK)), -power

    return sorted(codes, key=rank)


# --- intentions


def _battle(s: State, side: int) -> float:
    """The battle on the table: matches, declared fire, range, and whether somebody is leaving."""
    value = 0.0
    for piece in pieces_in(s.engaged):
        sign = 1 if OWNER[piece] == side else -1
        if s.mode[piece] != NONE and s.aim[piece] >= 0:
            value += sign * _promise(s, piece)
        elif not s.declared >> piece & 1 and s.foe[piece] >= 0:
            value += sign * 0.4 * threat(s, piece, s.foe[piece])
    if s.ground:
        return value
    ships = s.here[s.battle] & SHIPS
    mine, theirs = ships & OF_SIDE[side], ships & OF_SIDE[1 - side]
    if s.breaking >> side & 1:
        value -= 0.2 * worth(mine)
    elif s.breaking >> (1 - side) & 1:
        value += 0.2 * worth(theirs)
    else:
        value += 2 * _clash(mine, theirs)
        guns = MISSILE if s.range == LONG else BEAM
        value += 0.3 * (sum(guns[p] for p in pieces_in(mine)) - sum(guns[p] for p in pieces_in(theirs)))
    return value


def _promise(s: State, piece: int) -> float:
    """What a declared shot may be expected to destroy, less what it costs to fire it."""
    target = s.aim[piece]
    if s.ground:
        return surface_need(FORCE[piece] - defense_factor(s, target)) / 6 * _prize(target) + 0.05
    mode = s.mode[piece]
    value = float(chance(need_on_die(s, piece, target, mode))) * value_of(target) + 0.01
    if mode == SUICIDE:
        value -= 0.5 * threat(s, target, piece) * value_of(piece) / max(1, value_of(target))
    elif mode == SALVO:
        value -= 0.1 * value_of(piece)
    return value


def _prize(target: int) -> float:
    """What taking a counter on the ground is worth."""
    if WORLDS >> target & 1:
        return 40.0
    return 16.0 if OUTPOSTS >> target & 1 else float(value_of(target)) + 2


def _landings(s: State, side: int) -> float:
    """Bombardments and landings that have been chosen, and troops that face an enemy on the ground."""
    value = 0.0
    for piece in pieces_in((s.in_space | s.here[ABOARD]) & OF_SIDE[side]):
        target, box = s.aim[piece], s.dest[piece]
        if target >= 0 and OWNER[target] != side:
            value += _bombardment(s, piece, target)
        if box >= 0:
            value += _landing(s, side, piece, box)
    for piece in pieces_in(TROOPS & OF_SIDE[side] & s.on_surface):
        enemies = opposition(s, side, s.at[piece])
        if enemies:
            value += 2.0 * FORCE[piece] - 1.0 * enemies.bit_count()
    return value


def _bombardment(s: State, ship: int, target: int) -> float:
    """A ship's share in a bombardment, less the fire it draws."""
    star = s.at[ship]
    total = sum(missiles(s, p) for p in pieces_in(s.here[star] & SHIPS) if s.aim[p] == target)
    hits = sum(bombardment_result(total, die) != "-" for die in range(1, 7)) / 6
    risk = _risk(s, OWNER[ship], ship, s.at[target])
    return hits * min(10.0, _prize(target)) * missiles(s, ship) / max(1, total) - risk * value_of(ship)


def _risk(s: State, side: int, piece: int, box: int) -> float:
    """The chance to be shot down on the way to a surface."""
    if box not in BOX_STAR:
        return 0.0
    alive = 1.0
    for marker in pieces_in(defenses_at(s, 1 - side, box)):
        alive *= 1 - max(0, defense_need(s, marker, piece)) / 6
    return 1 - alive


def _landing(s: State, side: int, piece: int, box: int) -> float:
    alive = 1 - _risk(s, side, piece, box)
    cargo = [piece] if TROOPS >> piece & 1 else s.cargo_of(piece)
    enemies = opposition(s, side, box)
    value = -(1 - alive) * value_of(piece)
    for one in cargo:
        if OUTPOSTS >> one & 1:
            value += alive * (OUTPOST_WORTH if not enemies and not _has_marker(s, side, box) else -4)
        elif TROOPS >> one & 1 and enemies:
            value += alive * (3.0 * FORCE[one] - 1.2 * enemies.bit_count()) - (1 - alive) * value_of(one)
    return value - (0.2 if not cargo else 0.0)


def _has_marker(s: State, side: int, box: int) -> bool:
    return bool(s.here[box] & OF_SIDE[side] & (WORLDS | OUTPOSTS) & ~s.unplaced) or not STAR_BOXES[BOX_STAR[box]]
