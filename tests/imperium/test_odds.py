"""The odds shown before dice are the very ones that the dice follow: every throw is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

import pytest

from grognard.core import Match

from .stars import act, listed, state, table, where
from .test_space import at_range, battle
from .test_surface import assault, siege


def every_throw(
    make: Callable[[], Match], dice: int, then: Callable[[Match], str], quiet: tuple[int, ...] = ()
) -> Mapping[str, float]:
    """How often each outcome comes over all throws of so many dice."""
    found: Counter[str] = Counter()
    for throw in product(range(1, 7), repeat=dice):
        m = make()
        m.force_dice([*throw, *quiet])
        found[then(m)] += 1
    return {outcome: float(Fraction(n, 6**dice)) for outcome, n in found.items()}


def check(m: Match, action: str, found: Mapping[str, float]) -> None:
    odds = m.odds(m.to_act[0], action)
    assert odds is not None
    assert {k: v for k, v in odds.items() if v} == pytest.approx(found)


def test_cargo_that_lands_together() -> None:
    def made() -> Match:
        ground = {"i_pd1": "shuruppak_surface"}
        m = siege("t_tr1", "t_b1", ground=ground, aboard={"t_troop_1": "t_tr1", "t_troop_4": "t_b1"})
        act(m, "approach shuruppak", "done")
        return m

    def landed(m: Match) -> str:
        act(m, "land cargo shuruppak_surface")
        return f"{sum(where(m, p) == 'shuruppak_surface' for p in ('t_tr1', 't_b1'))} land"

    check(made(), "land cargo shuruppak_surface", every_throw(made, 4, landed))


def test_a_ship_that_has_bombarded_one_box_and_lands_in_the_other() -> None:
    def made() -> Match:
        at = {"t_cs1": "lagash_amarku", "i_o1": "lagash_surface", "i_w3": "amarku_surface"}
        m = table("terran_combat_1", at)
        m.force_dice([6])
        act(m, "approach lagash_amarku", "bombard i_w3 with t_cs1")
        return m

    def landed(m: Match) -> str:
        act(m, "land t_cs1 lagash_surface")
        return "lands" if where(m, "t_cs1") == "lagash_surface" else "destroyed"

    check(made(), "land t_cs1 lagash_surface", every_throw(made, 2, landed))


def test_disrupted_ships_that_jump_together() -> None:
    def made() -> Match:
        ships = {"t_cl1": "sol", "t_dd1": "sol", "t_sc1": "sol"}
        m = table("terran_movement_1", ships, marks={"disrupted": ["t_cl1", "t_dd1"]})
        act(m, "fleet sol")
        return m

    def jumped(m: Match) -> str:
        act(m, "jump junction")
        return f"{sum(where(m, p) == 'junction' for p in ('t_cl1', 't_dd1'))} jump"

    check(made(), "jump junction", every_throw(made, 2, jumped))


def test_defensive_fire_at_several_suicide_attacks() -> None:
    def made() -> Match:
        m = battle("i_dd1", "i_cl1", "t_cl1")
        at_range(m, short=True)
        act(m, "match i_dd1", "extra i_cl1", "against t_cl1", "ram i_dd1 at t_cl1", "ram i_cl1 at t_cl1")
        return m

    def hit(m: Match) -> str:
        act(m, "defend t_cl1")
        return f"{sum(where(m, p) == 'lost' for p in ('i_dd1', 'i_cl1'))} destroyed"

    check(made(), "defend t_cl1", every_throw(made, 2, hit, quiet=(1, 1, 1, 1)))


def facing_two() -> Match:
    m = assault(["t_troop_10"], ["i_troop_982", "i_troop_18"])
    act(m, "assault shuruppak_surface", "forward i_troop_982", "extra i_troop_18", "against t_troop_10")
    return m


def test_a_troop_that_fires_at_all_it_faces() -> None:
    def swept(m: Match) -> str:
        act(m, "sweep t_troop_10", "fire nothing more")
        return "destroyed" if where(m, "i_troop_18") == "none" else "no effect"

    check(facing_two(), "sweep t_troop_10", every_throw(facing_two, 1, swept))
    m = facing_two()
    act(m, "fire t_troop_10 at i_troop_982")
    assert m.odds("terran", "fire t_troop_10 at i_troop_18") == facing_two().odds("terran", "sweep t_troop_10")
    assert [line.value for line in m.ledger("terran", "fire t_troop_10 at i_troop_18")] == [4, -1, -3]


def test_troops_that_join_their_fire() -> None:
    def made() -> Match:
        m = assault(["t_troop_1", "t_troop_4"], ["i_troop_18"])
        act(m, "assault shuruppak_surface", "match t_troop_1", "extra t_troop_4", "against i_troop_18")
        act(m, "join t_troop_1 at i_troop_18")
        return m

    def joined(m: Match) -> str:
        act(m, "join t_troop_4 at i_troop_18", "fire nothing more")
        return "destroyed" if where(m, "i_troop_18") == "none" else "no effect"

    check(made(), "join t_troop_4 at i_troop_18", every_throw(made, 1, joined))


def test_a_civil_war_with_what_has_been_sent() -> None:
    def made() -> Match:
        m = table("imperial_production", {"i_sc1": "dingir", "i_b2_1": "dingir", "i_b2_2": "dingir"})
        m.force_dice([2, 3, 1])
        act(m, "done", "support loyalists", "send i_b2_1", "send i_b2_2")
        return m

    def decided(m: Match) -> str:
        log = act(m, "done")
        return "the loyalists win" if any("the loyalists win" in line for line in log) else "the insurgents win"

    assert "done" in listed(made()) and state(made()).handled
    check(made(), "done", every_throw(made, 2, decided))


def test_heavy_screens_and_disruption_stand_in_the_ledger_of_a_landing() -> None:
    m = siege("t_b1", marks={"disrupted": ["t_b1"]})
    act(m, "approach shuruppak", "done")
    lines = m.ledger("terran", "land t_b1 shuruppak_surface")
    assert [(x.value, x.rule) for x in lines] == [(1, "Combat/Planetary Defense Fire"), (-1, "Economics/Disruption")]
