"""The odds shown before dice are the very ones that the dice follow: every throw is tried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import product

import pytest

from grognard.core import Match
from grognard.games.imperium.facts import FORCE, OF_SIDE, TRACK, pieces_in

from .stars import act, decision, has, listed, state, table, where
from .test_space import at_range, battle, stand
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


def test_a_volley_of_all_ships() -> None:
    def made() -> Match:
        m = battle("i_cs1", "i_b2_1", "i_cl1", "t_cr1", "t_sc1")
        stand(m)
        act(m, "forward t_cr1", "match i_cs1", "match i_b2_1", "extra i_cl1", "against t_cr1")
        return m

    def hit(m: Match) -> str:
        act(m, "fire all", "fire nothing more")
        return f"{sum(where(m, p) == 'none' for p in ('t_cr1', 't_sc1'))} destroyed"

    check(made(), "fire all", every_throw(made, 3, hit, quiet=(1, 6)))


def test_the_end_of_a_bombardment_and_the_fire_that_follows() -> None:
    def made() -> Match:
        ground = {"i_o1": "shuruppak_surface", "i_pd1": "shuruppak_surface"}
        m = siege("t_b1", "t_dd1", "t_cs1", ground=ground)
        act(m, "approach shuruppak", "bombard i_o1 with t_b1", "bombard i_pd1 with t_cs1")
        return m

    def hit(m: Match) -> str:
        act(m, "done")
        return f"{sum(has(m, state(m).neutral, p) for p in ('i_o1', 'i_pd1'))} hit"

    check(made(), "done", every_throw(made, 2, hit, quiet=(6,) * 9))

    def bombarded() -> Match:
        m = made()
        m.force_dice([6, 6])
        act(m, "done")
        return m

    def shot(m: Match) -> str:
        act(m, "done")
        return f"{sum(where(m, p) == 'none' for p in ('t_b1', 't_cs1'))} destroyed"

    check(bombarded(), "done", every_throw(bombarded, 4, shot))


def test_ships_that_are_not_paid_for_roll_on_the_frontier() -> None:
    def made() -> Match:
        at = {"t_sc1": "sol", "t_cl1": "hades", "t_dd1": "junction", "t_o1": "junction_surface", "t_dd2": "hades"}
        return table("terran_production", at, marks={"disrupted": ["t_dd2"]})

    def down(m: Match) -> str:
        act(m, "done")
        return f"{(state(m).disrupted & OF_SIDE[0]).bit_count()} disrupted"

    check(made(), "done", every_throw(made, 3, down))
    check(made(), "maintain t_sc1", every_throw(made, 3, _paid))


def _paid(m: Match) -> str:
    act(m, "maintain t_sc1")
    return f"{(state(m).disrupted & OF_SIDE[0]).bit_count()} disrupted"


def test_a_mothership_takes_its_fighters_with_it() -> None:
    def made() -> Match:
        at = {"t_sc1": "sol", "t_ms1": "hades"}
        return table("terran_production", at, aboard={"t_f1": "t_ms1", "t_f2": "t_ms1"}, ru=(0, 0))

    def down(m: Match) -> str:
        act(m, "done")
        return f"{(state(m).disrupted & OF_SIDE[0]).bit_count()} disrupted"

    check(made(), "done", every_throw(made, 3, down))


def test_which_troop_answers_the_call() -> None:
    m = table("terran_production", {"t_troop_10": "sol_surface", "t_troop_1": "sol_surface"})
    while "buy regular" not in listed(m):
        act(m, "done")
    assert m.odds("terran", "buy regular") == pytest.approx({"factor 2": 5 / 8, "factor 3": 3 / 8})
    assert m.odds("terran", "buy destroyer") is None
    drawn = Counter[str]()
    for seed in range(300):
        one = m.determinize("terran", seed)
        act(one, "buy regular")
        drawn[f"factor {sum(FORCE[p] for p in pieces_in(state(one).here[TRACK]))}"] += 1
    assert drawn["factor 2"] / 300 == pytest.approx(5 / 8, abs=0.1)


def test_a_peace_wears_out_what_is_not_preserved() -> None:
    def made() -> Match:
        at = {"t_cl1": "sol", "t_m1": "sol", "t_troop_4": "sol_surface"}
        m = table("attrition", at, scenario="campaign", turn=6, peace=3, winner="terran", ru=(99, 0))
        assert decision(m) == "preserve"
        return m

    def worn(m: Match) -> str:
        log = act(m, "done")
        return f"{sum('falls to attrition' in line for line in log)} worn out"

    check(made(), "done", every_throw(made, 3, worn))


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

    def sent(m: Match) -> str:
        log = act(m, "send i_sc1")
        return "the loyalists win" if any("the loyalists win" in line for line in log) else "the insurgents win"

    check(made(), "send i_sc1", every_throw(made, 2, sent))


def test_heavy_screens_and_disruption_stand_in_the_ledger_of_a_landing() -> None:
    m = siege("t_b1", marks={"disrupted": ["t_b1"]})
    act(m, "approach shuruppak", "done")
    lines = m.ledger("terran", "land t_b1 shuruppak_surface")
    assert [(x.value, x.rule) for x in lines] == [(1, "Combat/Planetary Defense Fire"), (-1, "Economics/Disruption")]


def test_a_volley_of_all_troops() -> None:
    def made() -> Match:
        m = assault(["t_troop_1", "t_troop_3", "t_troop_23"], ["i_troop_982", "i_troop_36"])
        act(m, "assault shuruppak_surface", "forward i_troop_982", "match t_troop_1", "match t_troop_23")
        act(m, "extra t_troop_3", "against i_troop_982")
        return m

    def hit(m: Match) -> str:
        act(m, "fire all", "fire nothing more")
        return f"{sum(where(m, p) == 'none' for p in ('i_troop_982', 'i_troop_36'))} destroyed"

    check(made(), "fire all", every_throw(made, 3, hit))


def test_nobody_knows_the_odds_of_jump_troops_that_regulars_may_fire_at_first() -> None:
    m = assault(["t_troop_7"], ["i_troop_18"])
    act(m, "assault shuruppak_surface")
    assert m.odds("terran", "fire all") is None
    assert m.odds("terran", "fire t_troop_7 at i_troop_18") is not None
    act(m, "fire all")
    assert m.odds("imperial", "fire all") == pytest.approx({"0 destroyed": 4 / 6, "1 destroyed": 2 / 6})
    down = assault(["t_troop_7"], ["i_troop_18"], marks={"neutral": ["i_troop_18"]})
    act(down, "assault shuruppak_surface")
    assert down.odds("terran", "fire all") == pytest.approx({"0 destroyed": 2 / 6, "1 destroyed": 4 / 6})


def test_a_suicide_attack_that_its_target_answers() -> None:
    def made() -> Match:
        m = battle("i_cl1", "t_cl1")
        at_range(m, short=True)
        return m

    check(made(), "ram i_cl1 at t_cl1", every_throw(made, 2, _rammed, quiet=(1, 1)))
    m = battle("i_cl1", "t_tr1", marks={"entered": []})
    act(m, "fight peraspera")
    at_range(m, short=True)
    assert m.odds("imperial", "ram i_cl1 at t_tr1") == pytest.approx({"destroyed": 5 / 6, "no effect": 1 / 6})


def _rammed(m: Match) -> str:
    act(m, "ram i_cl1 at t_cl1", "defend t_cl1")
    return outcome(m, "i_cl1", "t_cl1")


def outcome(m: Match, firer: str, target: str) -> str:
    if where(m, target) in ("none", "lost"):
        return "destroyed"
    return "no effect" if where(m, firer) == "peraspera" else "shot down first"


def test_a_whole_store_that_its_target_answers() -> None:
    def made() -> Match:
        m = battle("i_b2_1", "t_mb1")
        stand(m)
        act(m, "fire i_b2_1 at t_mb1")
        return m

    def fired(m: Match) -> str:
        act(m, "salvo t_mb1 at i_b2_1")
        return outcome(m, "t_mb1", "i_b2_1")

    check(made(), "salvo t_mb1 at i_b2_1", every_throw(made, 2, fired, quiet=(1, 6)))


def test_late_missiles_that_beams_come_before() -> None:
    def made() -> Match:
        m = battle("i_cl1", "i_dd1", "t_cs1")
        at_range(m, short=True)
        act(m, "match i_cl1", "extra i_dd1", "against t_cs1")
        act(m, "fire i_cl1 at t_cs1", "fire i_dd1 at t_cs1")
        return m

    def fired(m: Match) -> str:
        act(m, "missiles t_cs1 at i_cl1")
        return outcome(m, "t_cs1", "i_cl1")

    check(made(), "missiles t_cs1 at i_cl1", every_throw(made, 3, fired, quiet=(1, 6)))


def test_a_jump_troop_that_a_regular_fires_at_first() -> None:
    def made() -> Match:
        m = assault(["t_troop_7"], ["i_troop_18"])
        act(m, "assault shuruppak_surface")
        return m

    def fought(m: Match) -> str:
        act(m, "fire t_troop_7 at i_troop_18", "fire i_troop_18 at t_troop_7")
        if where(m, "i_troop_18") == "none":
            return "destroyed"
        return "shot down first" if where(m, "t_troop_7") == "none" else "no effect"

    check(made(), "fire t_troop_7 at i_troop_18", every_throw(made, 2, fought, quiet=(1,)))
