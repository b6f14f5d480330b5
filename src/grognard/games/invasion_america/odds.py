"""The forecast of an attack: exact chances over the die and over every strength nobody has seen yet (13.4, 18.32)."""

from __future__ import annotations

from collections.abc import Mapping, Set

from grognard.board.bits import to_list
from grognard.games.invasion_america.backs import tallies
from grognard.games.invasion_america.state import ATTACKER, State
from grognard.games.invasion_america.strength import cover, halved, halvings, odds_column, share
from grognard.games.invasion_america.targets import defenders_in

DEFENCE, FLAGS = 12, 24  # where in a tally the defence begins, and what tells of worthless militia
FLAG = 4  # bits for each hex
SUM_MASK, FLAG_MASK = (1 << DEFENCE) - 1, (1 << FLAG) - 1
CALLED_OFF = "no combat"
WORDS = {
    "Ae": "attackers destroyed",
    "De": "defenders destroyed",
    "Ax": "exchange: attackers destroyed",
    "Dx": "exchange: defenders destroyed",
    "A1": "attackers retreat 1",
    "A2": "attackers retreat 2",
    "A3": "attackers retreat 3",
    "D1": "defenders retreat 1",
    "D2": "defenders retreat 2",
    "D3": "defenders retreat 3",
}


def forecast(s: State) -> dict[str, float]:
    """What `resolve` may bring."""
    forces = s.game.forces
    attackers = to_list(s.roles[ATTACKER])
    side = forces.side_of[attackers[0]]
    defenders = [p for place in to_list(s.targets) for p in defenders_in(s, side, place) if not forces.is_rail[p]]
    unseen = [p for p in (*attackers, *defenders) if forces.hidden[p] and not s.tried >> p & 1]
    hidden = set(unseen)
    militia = [p for p in unseen if forces.is_militia[p]]
    slots: dict[int, int] = {}  # where they may turn out to be worthless
    for piece in militia:
        slots.setdefault(s.at[piece], FLAGS + FLAG * len(slots))
    columns: dict[int, float] = {}
    cases: dict[frozenset[int], float] = {}
    for tally, chance in _chances(s, militia, {}, slots, slots.keys()).items():
        gone = frozenset(place for place, slot in slots.items() if tally >> slot & FLAG_MASK)
        cases[gone] = cases.get(gone, 0.0) + chance
    for gone, chance in cases.items():
        fought = [p for p in attackers if s.at[p] not in gone or forces.is_naval[p] or s.aboard[p] >= 0]
        held = [p for p in defenders if s.at[p] not in gone or forces.is_naval[p]]
        if not fought or not held:
            columns[-1] = columns.get(-1, 0.0) + chance
            continue
        multiples = {place: cover(s, place, fought) for place in {s.at[p] for p in held}}
        attack = {p: (halvings(s, p), 1) for p in fought}
        defence = {p: share(s, p, fought, multiples[s.at[p]]) for p in held}
        known = sum(_weighed(s.strength[p], attack[p]) for p in fought if p not in hidden)
        known += sum(_weighed(s.strength[p], defence[p]) for p in held if p not in hidden) << DEFENCE
        modifiers = {p: (*attack[p], 0) for p in fought} | {p: (*defence[p], DEFENCE) for p in held}
        for tally, part in _chances(s, unseen, modifiers, slots, gone).items():
            if all(tally >> slots[place] & FLAG_MASK for place in gone):
                total = (tally & (1 << FLAGS) - 1) + known
                column = odds_column(total & SUM_MASK, total >> DEFENCE)
                columns[column] = columns.get(column, 0.0) + part
    return _outcomes(s, columns)


def _outcomes(s: State, columns: Mapping[int, float]) -> dict[str, float]:
    out: dict[str, float] = {}
    for column, chance in columns.items():
        if column < 0:
            out[CALLED_OFF] = out.get(CALLED_OFF, 0.0) + chance
            continue
        for outcome in s.game.results[column]:
            word = f"{outcome} {WORDS[outcome]}"
            out[word] = out.get(word, 0.0) + chance / 6
    total = sum(out.values())
    return {word: chance / total for word, chance in sorted(out.items(), key=lambda item: -item[1])}


def _chances(
    s: State, unseen: list[int], modifiers: Mapping[int, tuple[int, int, int]], slots: Mapping[int, int], gone: Set[int]
) -> dict[int, float]:
    """The chances of each tally of the units nobody has seen, as far as militia are worthless in these hexes only.

    A tally holds the attack, the defence, and how many militia of each hex are worthless (16.32). `modifiers` tells for
    each unit how often it is halved, its multiple, and where in the tally it counts.
    """
    forces = s.game.forces
    gains: dict[int, dict[int, tuple[int | None, ...]]] = {}
    for piece in unseen:
        pool = forces.pool_of[piece]
        times, multiple, place = modifiers.get(piece, (0, 0, 0))
        adds: list[int | None] = [_weighed(v, (times, multiple)) << place for v in forces.kinds[pool]]
        if forces.is_militia[piece]:
            adds[0] = 1 << slots[s.at[piece]] if s.at[piece] in gone else None
        gains.setdefault(pool, {})[piece] = tuple(adds)
    sums = {0: 1.0}
    for pool, units in gains.items():
        sums = _add(sums, tallies(s, pool, units))
    return sums


def _weighed(strength: int, modifier: tuple[int, int]) -> int:
    times, multiple = modifier
    return halved(strength, times) * multiple


def _add(one: dict[int, float], two: dict[int, float]) -> dict[int, float]:
    out: dict[int, float] = {}
    for a, chance in one.items():
        for b, more in two.items():
            out[a + b] = out.get(a + b, 0.0) + chance * more
    return out
