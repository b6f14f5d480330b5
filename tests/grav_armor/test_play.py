"""Whole games: a short fuzz of every scenario, bots that finish, the staff's judgement, lessons."""

from __future__ import annotations

import pytest

import grognard
from grognard.bots import make
from grognard.core import Seat
from grognard.core.fuzz import fuzz
from grognard.games.grav_armor.documents import NAMES

from .table import game, number, state, table


@pytest.mark.parametrize("name", NAMES)
def test_random_games_keep_every_promise(name: str) -> None:
    report = fuzz(grognard.load("grav_armor"), [name], games=3, seed=40)
    assert not report.failures, report.failures[0].problem
    assert report.finished == 3


def test_the_proving_ground_with_every_unit_keeps_every_promise() -> None:
    report = fuzz(game(), ["proving_ground"], games=3, seed=40)
    assert not report.failures, report.failures[0].problem


def test_greedy_bots_play_to_the_end() -> None:
    match = grognard.load("grav_armor").new("raid_on_wendarst", seed=4)
    bots = {side: make("greedy") for side in match.sides}
    for _ in range(1500):
        if not match.to_act:
            break
        side = match.to_act[0]
        match.play(side, bots[side].choose(Seat(match, side, seconds_left=0.02)))
    assert match.result is not None


def test_the_staff_likes_a_dead_enemy_and_is_even_handed() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_nu3_1": "4-0102", "l_tau8_1": "4-0912"})
    before = match.game.evaluate(match.state, 0)
    assert match.game.evaluate(match.state, 1) == -before
    state(match).at[number(match, "l_nu3_1")] = match.game.vocab["place"].index["destroyed"]
    assert match.game.evaluate(match.state, 0) > before + 1


@pytest.mark.parametrize("lesson", [x["id"] for x in grognard.load("grav_armor").lessons()])
def test_lessons_load_and_play(lesson: str) -> None:
    the_game = grognard.load("grav_armor")
    found = next(x for x in the_game.lessons() if x["id"] == lesson)
    match = the_game.from_position(found["position"])
    for text in found["try"]:
        match.play(match.to_act[0], text)
    assert found["title"] and found["text"] and found["rule"]


def test_the_staff_shortlists_hexes_on_the_way_or_in_cover() -> None:
    match = table({"i_nu3_1": "5-0909", "l_tau8_1": "4-0901"}, scenario="raid_on_wendarst")
    match.play("league", "move l_tau8_1")
    codes = match.decision("league").codes
    short = match.game.shortlist(match.state, 1, codes)
    assert set(short) < set(codes) and len(short) > 10
    ground = state(match).ground
    goals = [ground.cell[o.places[0]] for o in ground.objectives]
    assert "take off" in [match.game.verbs.print(code, match.game.vocab) for code in short]
    hexes = [code for code in short if len(code) > 1]
    first, last = ground.cell[hexes[0][1]], ground.cell[hexes[-1][1]]
    assert min(ground.map.distance(first, g) for g in goals) < min(ground.map.distance(last, g) for g in goals)


def test_the_staff_likes_an_objective_in_which_its_side_stands_alone() -> None:
    near = table({"i_nu3_1": "5-0410", "l_aza3_1": "5-0803"}, scenario="raid_on_wendarst")
    there = table({"i_nu3_1": "5-0410", "l_aza3_1": "5-0804"}, scenario="raid_on_wendarst")
    shared = table({"i_nu3_1": "5-0410", "l_aza3_1": "5-0809"}, scenario="raid_on_wendarst")
    worth = there.game.evaluate(there.state, 1) - near.game.evaluate(near.state, 1)
    assert worth > 0.4 * 6  # the smelter brings 6 points when the phase ends
    both = there.game.evaluate(shared.state, 1)
    assert both == pytest.approx(there.game.evaluate(there.state, 1), abs=0.5)  # either smelter will do


def test_the_staff_fears_a_stack_under_missiles_and_no_other_fire() -> None:
    """Three tanks in one hex or each in its own, all at two hexes from one gun."""
    for gun, feared in (("i_zeta6_1", True), ("i_zeta5_1", False)):
        units = ("l_nu3_1", "l_tau8_1", "l_psi5_1")
        spread = dict(zip(units, ("4-0101", "4-0102", "4-0105"), strict=True))
        stacked = dict.fromkeys(units, "4-0101")
        alone, together = (table({gun: "4-0103"} | at, phase="imperial") for at in (spread, stacked))
        loss = alone.game.evaluate(alone.state, 1) - together.game.evaluate(together.state, 1)
        assert (loss > 0.5) == feared, (gun, loss)
