"""The forecast of an attack: exact chances over the die and over every strength nobody has seen yet (13.4, 18.32)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import to_list
from grognard.games.invasion_america.state import ATTACKER, State
from grognard.games.invasion_america.strength import cover, halved, halvings, odds_column, share
from grognard.games.invasion_america.targets import defenders_in

Sums = dict[int, float]
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


def backs(s: State, piece: int) -> tuple[int, int]:
    """The heap of counters an untried unit was drawn from: its pool, and whether it has been out since set-up."""
    return s.game.forces.pool_of[piece], s.fresh >> piece & 1


def heap(s: State, pool: int, fresh: int) -> dict[int, int]:
    """How many counters of each strength the unit may be, by what everybody has seen."""
    game = s.game
    forces = game.forces
    counts: dict[int, int] = {}
    for value in forces.values[pool]:
        counts[value] = counts.get(value, 0) + 1
    if fresh:
        for value in counts:
            counts[value] -= s.shown[game.value_index[pool, value]]
    else:
        for piece in forces.members[pool]:
            if s.tried >> piece & 1:
                counts[s.strength[piece]] -= 1
    return {value: max(count, 0) for value, count in counts.items()}


def forecast(s: State) -> dict[str, float]:
    """What `resolve` may bring."""
    forces = s.game.forces
    attackers = to_list(s.roles[ATTACKER])
    side = forces.side_of[attackers[0]]
    defenders = [p for place in to_list(s.targets) for p in defenders_in(s, side, place) if not forces.is_rail[p]]
    militia = [p for p in (*attackers, *defenders) if forces.is_militia[p] and not s.tried >> p & 1]
    columns: dict[int, float] = {}
    for gone, chance in _zero_cases(s, militia).items():
        fought = [p for p in attackers if s.at[p] not in gone or forces.is_naval[p] or s.aboard[p] >= 0]
        held = [p for p in defenders if s.at[p] not in gone or forces.is_naval[p]]
        if not fought or not held:
            columns[-1] = columns.get(-1, 0.0) + chance
            continue
        multiples = {place: cover(s, place, fought) for place in {s.at[p] for p in held}}
        attack = _total(s, [(p, halvings(s, p), 1) for p in fought])
        defence = _total(s, [(p, *share(s, p, fought, multiples[s.at[p]])) for p in held])
        for strong, one in attack.items():
            for weak, two in defence.items():
                column = odds_column(strong, weak)
                columns[column] = columns.get(column, 0.0) + chance * one * two
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


def _zero_cases(s: State, militia: list[int]) -> dict[frozenset[int], float]:
    """The hexes in which an untried militia turns out to be worthless, with the chance of each case (16.32)."""
    heaps = list({backs(s, p): None for p in militia})
    counts = [heap(s, *key) for key in heaps]
    start = tuple((h.get(0, 0), sum(h.values())) for h in counts)
    cases: dict[tuple[frozenset[int], tuple[tuple[int, int], ...]], float] = {(frozenset(), start): 1.0}
    for piece in militia:
        number = heaps.index(backs(s, piece))
        longer: dict[tuple[frozenset[int], tuple[tuple[int, int], ...]], float] = {}
        for (gone, left), chance in cases.items():
            nothing, total = left[number]
            for hexes, taken, ways in ((gone | {s.at[piece]}, 1, nothing), (gone, 0, total - nothing)):
                if ways or (not total and not taken):
                    rest = (max(nothing - taken, 0), max(total - 1, 0))
                    key = (hexes, (*left[:number], rest, *left[number + 1 :]))
                    longer[key] = longer.get(key, 0.0) + chance * (ways / total if total else 1.0)
        cases = longer
    found: dict[frozenset[int], float] = {}
    for (gone, _), chance in cases.items():
        found[gone] = found.get(gone, 0.0) + chance
    return found


def _total(s: State, units: list[tuple[int, int, int]]) -> Sums:
    """The chances of each total strength of the units, each with its halvings and multiple."""
    forces = s.game.forces
    sums: Sums = {0: 1.0}
    known = 0
    unseen: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for piece, times, multiple in units:
        if forces.hidden[piece] and not s.tried >> piece & 1:
            unseen.setdefault(backs(s, piece), []).append((times, multiple))
        else:
            known += halved(s.strength[piece], times) * multiple
    for (pool, fresh), modifiers in unseen.items():
        counts = heap(s, pool, fresh)
        if forces.is_militia[forces.members[pool][0]]:
            counts[0] = 0  # the worthless are out of it by now
        sums = _add(sums, _draws(counts, modifiers))
    return {value + known: chance for value, chance in sums.items()}


def _draws(counts: Mapping[int, int], modifiers: list[tuple[int, int]]) -> Sums:
    """Drawing without putting back: the chances of the sum, each draw halved and multiplied as its unit is."""
    values = [v for v, n in counts.items() if n > 0]
    start = tuple(counts[v] for v in values)
    states: dict[tuple[tuple[int, ...], int], float] = {(start, 0): 1.0}
    for times, multiple in modifiers:
        after: dict[tuple[tuple[int, ...], int], float] = {}
        for (left, total), chance in states.items():
            size = sum(left)
            if not size:
                after[left, total] = after.get((left, total), 0.0) + chance
                continue
            for i, n in enumerate(left):
                if n:
                    rest = (*left[:i], n - 1, *left[i + 1 :])
                    key = (rest, total + halved(values[i], times) * multiple)
                    after[key] = after.get(key, 0.0) + chance * n / size
        states = after
    sums: Sums = {}
    for (_, total), chance in states.items():
        sums[total] = sums.get(total, 0.0) + chance
    return sums


def _add(one: Sums, two: Sums) -> Sums:
    out: Sums = {}
    for a, chance in one.items():
        for b, more in two.items():
            out[a + b] = out.get(a + b, 0.0) + chance * more
    return out
