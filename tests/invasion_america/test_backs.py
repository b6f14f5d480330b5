"""What may be under a back, against a plain count of all ways in which the hidden draws may have gone (18.35)."""

import itertools
import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from functools import partial
from typing import Any

import pytest

from grognard.core import Rng
from grognard.games.invasion_america import backs, check
from grognard.games.invasion_america.base import bury

from .ground import arrange, game, place

HEX = place((30, 40))
Worlds = dict[tuple[int, ...], Fraction]  # the strengths of all units of a kind, and how likely they are


class Told:
    """A few counters of a kind that come and go, with every world that may be true by what was shown."""

    def __init__(self, kind: str, out: int, seed: int) -> None:
        self.match = arrange({}, "esc_movement", garrison=False)
        state: Any = self.match.state
        self.s = state
        self.pool = game().forces.pool.index[kind]
        self.members = list(game().forces.members[self.pool])
        self.box = self.s.box_of(self.members[0])
        self.chance = random.Random(seed)
        for piece in self.members[out:]:
            self.s.put(piece, self.box)
        for piece in self.members[:out]:
            self.s.put(piece, HEX)
        deals = set(itertools.permutations(game().forces.values[self.pool]))
        self.worlds: Worlds = {deal: Fraction(1, len(deals)) for deal in deals}

    def strengths(self) -> tuple[int, ...]:
        return tuple(self.s.strength[p] for p in self.members)

    def out(self) -> list[int]:
        return [p for p in self.members if self.s.at[p] != self.box]

    def show(self, piece: int) -> None:
        self.s.tried |= 1 << piece
        number, value = self.members.index(piece), self.s.strength[piece]
        kept = {world: chance for world, chance in self.worlds.items() if world[number] == value}
        total = sum(kept.values())
        self.worlds = {world: chance / total for world, chance in kept.items()}

    def bury(self, piece: int) -> None:
        bury(self.s, piece)
        number = self.members.index(piece)
        mates = [self.members.index(p) for p in self.members if self.s.at[p] == self.box]
        after: Worlds = {}
        for world, chance in self.worlds.items():
            for other in mates:
                mixed = list(world)
                mixed[number], mixed[other] = mixed[other], mixed[number]
                after[tuple(mixed)] = after.get(tuple(mixed), Fraction(0)) + chance / len(mates)
        self.worlds = after

    def bring_back(self) -> None:
        piece = next(p for p in self.members if self.s.at[p] == self.box)
        backs.note_return(self.s, piece)
        self.s.put(piece, HEX)

    def step(self) -> None:
        """Something happens to one of the units."""
        untried = [p for p in self.out() if not self.s.tried >> p & 1]
        ways: list[Callable[[], None]] = [self.bring_back] if len(self.out()) < len(self.members) else []
        ways += [partial(self.bury, p) for p in self.out() if self.s.tried >> p & 1 or self.chance.random() < 0.2]
        ways += [partial(self.show, p) for p in untried]
        self.chance.choice(ways)()


@pytest.mark.parametrize("seed", range(40))
def test_18_35_odds_and_redraws_are_those_of_every_way_it_may_have_gone(seed: int) -> None:
    kind = ("can_armor", "esc_long_range_bomber", "can_infantry", "pal_long_range_bomber")[seed % 4]
    told = Told(kind, 2 + seed % 3, seed)
    for _ in range(25):
        told.step()
        assert told.strengths() in told.worlds
        assert list(check._mixed(told.s)) == []
        untried = [p for p in told.out() if not told.s.tried >> p & 1][-3:]
        values = game().forces.kinds[told.pool]
        gains: dict[int, backs.Gains] = {p: tuple(v << 8 * n for v in values) for n, p in enumerate(untried)}
        found = backs.tallies(told.s, told.pool, gains)
        expected: dict[int, Fraction] = {}
        for world, chance in told.worlds.items():
            tally = sum(world[told.members.index(p)] << 8 * n for n, p in enumerate(untried))
            expected[tally] = expected.get(tally, Fraction(0)) + chance
        assert set(found) == set(expected)
        assert all(abs(found[tally] - float(expected[tally])) < 1e-9 for tally in expected)
        for piece in untried[:1]:  # a strength that it has not: the chances of all the others, no more
            rest = backs.tallies(told.s, told.pool, {**gains, piece: (None, *gains[piece][1:])})
            kept = {tally: chance for tally, chance in expected.items() if tally & 255 != values[0]}
            assert set(rest) == set(kept)
            assert all(abs(rest[tally] - float(kept[tally])) < 1e-9 for tally in kept)


def test_18_35_redraws_are_as_likely_as_what_they_show() -> None:
    """Strengths of units on the map and in the box are dealt in the shares of the true law, and in no other world."""
    told = Told("can_armor", 3, 5)
    for _ in range(14):
        told.step()
    assert any(entry >= 0 for entry in told.s.mixed)
    number = 2000
    drawn: Counter[tuple[int, ...]] = Counter()
    rng = Rng("redraw")
    for _ in range(number):
        world: Any = told.s.copy()
        backs.redraw(world, rng)
        drawn[tuple(world.strength[p] for p in told.members)] += 1
    assert set(drawn) <= set(told.worlds)
    for world_, chance in told.worlds.items():
        expected = number * float(chance)
        assert abs(drawn[world_] - expected) < 5 * max(expected * (1 - float(chance)), 1) ** 0.5


def test_18_35_the_only_counter_in_the_box_is_known_when_it_comes_back() -> None:
    told = Told("can_armor", 6, 1)
    first = told.members[0]
    told.show(first)
    value = told.s.strength[first]
    told.bury(first)
    told.bring_back()
    gains = {first: game().forces.kinds[told.pool]}
    assert backs.tallies(told.s, told.pool, gains) == {value: 1.0}
    for seed in range(10):
        state: Any = told.match.determinize("us", seed).state
        assert state.strength[first] == value


def test_what_is_kept_of_the_boxes_is_refused_where_it_cannot_be() -> None:
    told = Told("can_armor", 6, 1)
    first = told.members[0]
    told.show(first)
    told.bury(first)
    good = told.s.mixed[:]
    assert list(check._mixed(told.s)) == []
    wrong = 4 if told.s.strength[first] == 6 else 6
    for entries, words in (
        ([first * backs.CODES + wrong], "can't be as they are"),
        ([first * backs.CODES + 7], "no such strength"),
        ([game().forces.count * backs.CODES + 1], "no such unit"),
        ([good[0], good[0]], "the same way twice"),
        ([good[0], first * backs.CODES + backs.DRAWN], "not where it went"),
        ([-1, good[0]], "an empty entry"),
    ):
        told.s.mixed = entries + [-1] * (len(good) - len(entries))
        assert any(words in text for text in check._mixed(told.s))


def test_a_full_list_forgets_the_oldest_and_stays_true() -> None:
    told = Told("can_armor", 3, 7)
    told.s.mixed = told.s.mixed[:4]
    for _ in range(60):
        told.step()
        assert list(check._mixed(told.s)) == []
        backs.redraw(told.s.copy(), Rng("x"))
