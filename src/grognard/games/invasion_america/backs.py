"""What the backs of counters may hide, by all that everybody has seen (8.11, 8.12, 18.32, 18.35).

Counters of a kind are dealt at random; the destroyed are mixed into their box, and whoever returns is drawn from it.
So a unit out since set-up may be anything that hasn't been seen, but one that came back only what lay in the box then.
`State.mixed` keeps what went into the boxes and came out of them, as far as it still tells something. Here all ways in
which the hidden draws may have gone are counted: each is as likely as any other.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb
from typing import NamedTuple

from grognard.core import Rng
from grognard.games.invasion_america.state import State

CODES = 32  # an entry of `mixed` is a piece and a code: the strength that went into the box, or
UNSEEN = 30  # a unit destroyed before anybody saw its strength, or
DRAWN = 31  # a unit that came back

Piles = tuple[int, ...]  # counters of each strength of the kind
Held = tuple[tuple[int, int], ...]  # pieces and their strengths
Events = tuple[tuple[int, int], ...]
Gains = tuple[int | None, ...]  # what a unit adds to the tally, for each strength that it may have; None: it has not
Sums = dict[int, float]

# What may happen to a box; the second number is a strength or a piece:
SHOWN_OUT, SHOWN_IN, HIDDEN_OUT, HELD_OUT, HELD_IN, HOME_IN = range(6)
OUT = (SHOWN_OUT, HIDDEN_OUT, HELD_OUT)


class Way(NamedTuple):
    """One way in which it may have gone. Nothing else of it matters to what comes after."""

    box: Piles
    home: Piles  # those out since the start that will be destroyed before anybody sees them
    held: Held  # those that came back and will be destroyed likewise


Ways = dict[Way, float]


class Story(NamedTuple):
    """What is known of the counters of a kind."""

    values: tuple[int, ...]
    start: Piles  # what nobody had seen when it began, in the box or out of it
    box: int  # how many of these lay in the box
    events: Events
    home: tuple[int, ...]  # units out since it began, not seen yet
    late: tuple[int, ...]  # units that came back since the last burial, likewise


# --- what is kept


def note_burial(s: State, piece: int) -> None:
    """Before a destroyed unit goes into its box."""
    forces = s.game.forces
    pool = forces.pool_of[piece]
    if not forces.hidden_pool[pool]:
        return
    code = s.strength[piece] if s.tried >> piece & 1 else UNSEEN
    box = s.box_of(piece)
    if any(p != piece and s.at[p] != box and not s.tried >> p & 1 for p in forces.members[pool]):
        _append(s, piece * CODES + code)
    else:
        _forget(s, pool)  # all that is not in sight lies in the box now


def note_return(s: State, piece: int) -> None:
    """Before a unit leaves its box, if it lies there. As long as nothing went in, it is no better known than those out
    since set-up."""
    forces = s.game.forces
    pool = forces.pool_of[piece]
    members, box = forces.members[pool], s.box_of(piece)
    if not forces.hidden_pool[pool] or s.at[piece] != box:
        return
    if all(s.at[p] == box or s.tried >> p & 1 for p in members):
        _forget(s, pool)
    elif any(entry >= 0 and entry // CODES in members for entry in s.mixed):
        _append(s, piece * CODES + DRAWN)


def _append(s: State, entry: int) -> None:
    mixed = s.mixed
    if mixed[-1] >= 0:
        del mixed[0]  # the oldest is forgotten: a little less is known, nothing false
        mixed.append(entry)
    else:
        mixed[mixed.index(-1)] = entry


def _forget(s: State, pool: int) -> None:
    mixed, members = s.mixed, s.game.forces.members[pool]
    kept = [entry for entry in mixed if entry >= 0 and entry // CODES not in members]
    s.mixed = kept + [-1] * (len(mixed) - len(kept))


def story(s: State, pool: int) -> Story:
    """Put in order what is kept of a kind, with what is known of it by now."""
    forces = s.game.forces
    members = forces.members[pool]
    values = forces.kinds[pool]
    number = {value: n for n, value in enumerate(values)}
    place = s.box_of(members[0])
    left = [forces.values[pool].count(value) for value in values]
    entries = [divmod(entry, CODES) for entry in s.mixed if entry // CODES in members]
    first = dict(reversed(entries))  # the first entry of each unit
    box = 0
    home = []
    for piece in members:
        tried = s.tried >> piece & 1
        code = first.get(piece, s.strength[piece] if tried else UNSEEN)
        if code == DRAWN or (piece not in first and s.at[piece] == place):
            box += 1
        elif code != UNSEEN:
            left[number[code]] -= 1
        elif piece not in first:
            home.append(piece)
    events, late = _events(s, entries, number)
    return Story(values, tuple(max(n, 0) for n in left), box, events, tuple(home), late)


def _events(s: State, entries: list[tuple[int, int]], number: Mapping[int, int]) -> tuple[Events, tuple[int, ...]]:
    """What happened to the box, told by what is known of each unit now; who came back last and hasn't been seen."""
    events: list[tuple[int, int]] = []
    late: list[int] = []
    fate: dict[int, int] = {}  # what a unit was when it went into the box again
    buried = False
    for place in range(len(entries) - 1, -1, -1):
        piece, code = entries[place]
        if code != DRAWN:
            fate[piece] = code
            buried = True
            if code == UNSEEN:
                came_back = (piece, DRAWN) in entries[:place]
                events.append((HELD_IN, piece) if came_back else (HOME_IN, piece))
            else:
                events.append((SHOWN_IN, number[code]))
            continue
        then = fate.pop(piece, s.strength[piece] if s.tried >> piece & 1 else -1)
        if then == UNSEEN:
            events.append((HELD_OUT, piece))
        elif then >= 0:
            events.append((SHOWN_OUT, number[then]))
        elif buried:
            events.append((HIDDEN_OUT, piece))
        else:
            late.append(piece)
    return tuple(reversed(events)), tuple(late)


# --- what may be


def tallies(s: State, pool: int, gains: Mapping[int, Gains]) -> Sums:
    """The chances of each tally over units nobody has seen; `gains` says for each what every strength adds."""
    told = story(s, pool)
    home = [gains[p] for p in told.home if p in gains]
    late = [gains[p] for p in told.late if p in gains]
    if not told.events:
        return _counted(told.start, [*home, *late])
    known = _ahead(told, {}, [])  # how likely all that was shown is
    ahead = _ahead(told, gains, late)
    shares: dict[Piles, Sums] = {}
    out: Sums = {}
    for (pile, tally), chance in _drawn(told.start, home).items():
        if pile not in shares:
            shares[pile] = _from(told, pile, ahead)
        for more, share in shares[pile].items():
            out[tally + more] = out.get(tally + more, 0.0) + chance * share
    total = _from(told, told.start, known)[0]
    return {tally: chance / total for tally, chance in out.items()}


def _from(told: Story, pile: Piles, ahead: Mapping[Way, Sums]) -> Sums:
    """What lies ahead when the box is filled from these counters; the rest of them stays out of it."""
    lost = sum(what == HOME_IN for what, _ in told.events)
    size = sum(pile)
    out: Sums = {}
    for gone, some in _deals(pile, lost).items():
        for boxed, others in _deals(_minus(pile, gone), told.box).items():
            share = some * others / (comb(size, lost) * comb(size - lost, told.box))
            for tally, chance in ahead[Way(boxed, gone, ())].items():
                out[tally] = out.get(tally, 0.0) + share * chance
    return out


def _ahead(told: Story, gains: Mapping[int, Gains], late: Sequence[Gains]) -> dict[Way, Sums]:
    """For every way at the start: the chances that all goes as was shown, with each tally of who came back."""
    layers = _layers(told.start, told.box, told.events)
    ahead = {way: _summed(_drawn(way.box, late)) for way in layers[-1]}
    for (what, whom), ways in zip(reversed(told.events), reversed(layers[:-1]), strict=True):
        adds = gains.get(whom) if what == HIDDEN_OUT else None
        before: dict[Way, Sums] = {}
        for way in ways:
            sums = before[way] = {}
            size = sum(way.home) if what == HOME_IN else sum(way.box) if what in OUT else 1
            for then, times, value in _steps(way, what, whom):
                more = adds[value] if adds else 0
                if more is not None:
                    for tally, chance in ahead[then].items():
                        sums[tally + more] = sums.get(tally + more, 0.0) + chance * times / size
        ahead = before
    return ahead


def redraw(s: State, rng: Rng) -> None:
    """Deal all strengths nobody has seen anew, each way as likely as it is."""
    forces = s.game.forces
    mixed = {forces.pool_of[entry // CODES] for entry in s.mixed if entry >= 0}
    for pool, members in enumerate(forces.members):
        if pool in mixed:
            _redraw(s, pool, rng)
        elif forces.hidden_pool[pool]:
            pieces = [p for p in members if not s.tried >> p & 1]
            heap = [s.strength[p] for p in pieces]
            _deal(s, pieces, heap, rng)


def _redraw(s: State, pool: int, rng: Rng) -> None:
    told = story(s, pool)
    layers = _layers(told.start, told.box, told.events)
    ends = list(layers[-1])
    end = way = ends[_pick(list(layers[-1].values()), rng)]
    for (what, whom), ways in zip(reversed(told.events), reversed(layers[:-1]), strict=True):
        way, value = _before(ways, way, what, whom, rng)
        if what == HIDDEN_OUT:
            s.strength[whom] = told.values[value]
    _deal(s, told.home, _heap(told.values, _minus(_minus(told.start, way.box), way.home)), rng)
    _deal(s, _boxed(s, pool, told), _heap(told.values, end.box), rng)


def _heap(values: Piles, pile: Piles) -> list[int]:
    return [value for value, count in zip(values, pile, strict=True) for _ in range(count)]


def _deal(s: State, pieces: Sequence[int], heap: list[int], rng: Rng) -> None:
    rng.shuffle(heap)
    for piece, value in zip(pieces, heap, strict=True):
        s.strength[piece] = value


def is_possible(s: State, pool: int) -> bool:
    """May the true strengths be what they are, by all that is kept?"""
    told = story(s, pool)
    ends = _layers(told.start, told.box, told.events)[-1]
    boxed = [s.strength[p] for p in _boxed(s, pool, told)]
    return any(way.box == tuple(map(boxed.count, told.values)) for way in ends)


def _boxed(s: State, pool: int, told: Story) -> list[int]:
    """Who lies in the box, and who has left it since it last changed: all drawn from one heap."""
    members = s.game.forces.members[pool]
    place = s.box_of(members[0])
    return [*told.late, *(p for p in members if s.at[p] == place)]


@lru_cache(maxsize=32)
def _layers(start: Piles, box: int, events: Events) -> list[Ways]:
    """The ways it may have gone, with their shares: at the start, and after each event."""
    lost = sum(what == HOME_IN for what, _ in events)
    ways: Ways = {}
    for gone, some in _deals(start, lost).items():
        for boxed, others in _deals(_minus(start, gone), box).items():
            ways[Way(boxed, gone, ())] = some * others
    layers = [ways]
    for what, whom in events:
        after: Ways = {}
        for way, weight in ways.items():
            for then, times, _ in _steps(way, what, whom):
                after[then] = after.get(then, 0.0) + weight * times
        total = sum(after.values())
        ways = {way: weight / total for way, weight in after.items()}
        layers.append(ways)
    return layers


def _steps(way: Way, what: int, whom: int) -> list[tuple[Way, int, int]]:
    """How a way may go on: the next, how many counters make it so, and the strength in question."""
    box, home, held = way
    if what == SHOWN_OUT:
        return [(Way(_less(box, whom), home, held), box[whom], whom)] if box[whom] else []
    if what == SHOWN_IN:
        return [(Way(_more(box, whom), home, held), 1, whom)]
    if what == HIDDEN_OUT:
        return [(Way(_less(box, v), home, held), n, v) for v, n in enumerate(box) if n]
    if what == HELD_OUT:
        return [(Way(_less(box, v), home, _with(held, whom, v)), n, v) for v, n in enumerate(box) if n]
    if what == HOME_IN:
        return [(Way(_more(box, v), _less(home, v), held), n, v) for v, n in enumerate(home) if n]
    value = dict(held)[whom]
    return [(Way(_more(box, value), home, _without(held, whom)), 1, value)]


def _origins(way: Way, what: int, whom: int) -> list[tuple[Way, int, int]]:
    """What may have led to a way: the way before, how many counters made it so, and the strength in question."""
    box, home, held = way
    kinds = range(len(box))
    if what == SHOWN_OUT:
        return [(Way(_more(box, whom), home, held), box[whom] + 1, whom)]
    if what == SHOWN_IN:
        return [(Way(_less(box, whom), home, held), 1, whom)]
    if what == HIDDEN_OUT:
        return [(Way(_more(box, v), home, held), box[v] + 1, v) for v in kinds]
    if what == HELD_OUT:
        value = dict(held)[whom]
        return [(Way(_more(box, value), home, _without(held, whom)), box[value] + 1, value)]
    if what == HOME_IN:
        return [(Way(_less(box, v), _more(home, v), held), home[v] + 1, v) for v in kinds]
    return [(Way(_less(box, v), home, _with(held, whom, v)), 1, v) for v in kinds]


def _before(ways: Ways, after: Way, what: int, whom: int, rng: Rng) -> tuple[Way, int]:
    """Draw the way that led here, and the strength in question."""
    origins = [(way, times, value) for way, times, value in _origins(after, what, whom) if way in ways]
    number = _pick([ways[way] * times for way, times, _ in origins], rng)
    return origins[number][0], origins[number][2]


def _pick(weights: Sequence[float], rng: Rng) -> int:
    mark = rng.random() * sum(weights)
    for number, weight in enumerate(weights):
        mark -= weight
        if mark < 0:
            return number
    return len(weights) - 1


def _deals(start: Piles, box: int) -> dict[Piles, float]:
    """How the counters may have lain at the start: so many in the box, all others out of it."""
    deals: dict[Piles, float] = {(): 1.0}
    for count in start:
        longer: dict[Piles, float] = {}
        for pile, weight in deals.items():
            ways = 1
            for n in range(min(count, box - sum(pile)) + 1):
                longer[*pile, n] = weight * ways
                ways = ways * (count - n) // (n + 1)
        deals = longer
    return {pile: weight for pile, weight in deals.items() if sum(pile) == box}


def _drawn(pile: Piles, units: Sequence[Gains]) -> dict[tuple[Piles, int], float]:
    """Draw for these units from a pile, one after the other: what is left of it, and the tally."""
    chances = {(pile, 0): 1.0}
    for adds in units:
        after: dict[tuple[Piles, int], float] = {}
        for (left, tally), chance in chances.items():
            size = sum(left)
            for v, n in enumerate(left):
                more = adds[v]
                if n and more is not None:
                    key = (_less(left, v), tally + more)
                    after[key] = after.get(key, 0.0) + chance * n / size
        chances = after
    return chances


def _summed(chances: Mapping[tuple[Piles, int], float]) -> Sums:
    out: Sums = {}
    for (_, tally), chance in chances.items():
        out[tally] = out.get(tally, 0.0) + chance
    return out


def _counted(pile: Piles, units: Sequence[Gains]) -> Sums:
    """The same, the tally alone: strengths that are alike to all units still to draw are counted as one."""
    units = sorted(units, key=lambda adds: -len(set(adds)))
    chances = {(pile, 0): 1.0}
    while units:
        sorts = list(zip(*units, strict=True))
        kinds = sorted(set(sorts), key=sorts.index)
        units = list(zip(*kinds, strict=True))
        after: dict[tuple[Piles, int], float] = {}
        for (left, tally), chance in chances.items():
            counts = tuple(sum(n for n, sort in zip(left, sorts, strict=True) if sort == kind) for kind in kinds)
            for (rest, more), share in _drawn(counts, units[:1]).items():
                after[rest, tally + more] = after.get((rest, tally + more), 0.0) + chance * share
        chances = after
        units = units[1:]
    return _summed(chances)


def _with(held: Held, piece: int, value: int) -> Held:
    return tuple(sorted((*held, (piece, value))))


def _without(held: Held, piece: int) -> Held:
    return tuple(pair for pair in held if pair[0] != piece)


def _more(pile: Piles, value: int) -> Piles:
    return (*pile[:value], pile[value] + 1, *pile[value + 1 :])


def _less(pile: Piles, value: int) -> Piles:
    return (*pile[:value], pile[value] - 1, *pile[value + 1 :])


def _minus(pile: Piles, other: Piles) -> Piles:
    return tuple(a - b for a, b in zip(pile, other, strict=True))
