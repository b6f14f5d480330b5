"""Whole games: taking back, positions, options, the bots' judgement, and a short fuzz of every scenario."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

import grognard
from grognard.bots import make
from grognard.core import BadSetup, Illegal, Seat
from grognard.core.fuzz import fuzz
from grognard.core.promises import Promises

from .table import GAME, Ground


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_random_games_keep_every_promise(scenario: str) -> None:
    report = fuzz(GAME, [scenario], games=1, seed=7, steps=1300)
    assert not report.failures, report.failures[0].problem


@pytest.mark.parametrize(
    "options", [{"terran_players": 3, "alien_players": 2}, {"terran_players": 2, "continuing_combat": True}]
)
def test_random_games_of_many_sides_keep_every_promise(options: dict[str, int]) -> None:
    report = fuzz(GAME, ["advanced"], games=1, seed=3, steps=1000, options=options)
    assert not report.failures, report.failures[0].problem


@pytest.mark.parametrize("scenario", ["quasarship_assault", "martian_revolt", "expansion"])
def test_greedy_bots_play_to_the_end(scenario: str) -> None:
    match = GAME.new(scenario, {}, seed=2)
    bots = {side: make("greedy") for side in match.sides}
    for _ in range(4000):
        if match.result is not None:
            break
        side = match.to_act[0]
        match.play(side, bots[side].choose(Seat(match, side)))
    assert match.result is not None


def test_a_pick_can_be_taken_back_but_no_dice() -> None:
    ground = Ground()
    ground.put("mars_orbit", "corv_1", "corv_2", "esc_1")
    ground.go("terrans_fire")
    before = ground.match.digest()
    ground.play("fire corv_1")
    ground.match.undo("terran")
    assert ground.match.digest() == before
    ground.dice(6)
    ground.play("fire corv_1", "at esc_1")
    with pytest.raises(Illegal):
        ground.match.undo("terran")


def test_nothing_is_hidden_but_the_dice_to_come() -> None:
    match = GAME.new("introductory", {}, seed=4)
    for seed in (1, 2):
        other = match.determinize("alien", seed)
        assert json.dumps(other.view("alien")) == json.dumps(match.view("alien"))
        assert json.dumps(match.view("alien")["pieces"]) == json.dumps(match.view(None)["pieces"])


def test_a_position_goes_round_and_errors_are_named() -> None:
    ground = Ground("intermediate")
    ground.put("mars_orbit", "corv_1", "esc_1")
    ground.go("terrans_fire")
    document = json.loads(json.dumps(ground.match.position()))
    again = GAME.from_position(document)
    assert again.digest() == ground.match.digest()
    document["fields"]["each piece"]["corv_1"]["at"] = "m_3"
    with pytest.raises(grognard.BadPosition, match="corv_1"):
        GAME.from_position(document)


@pytest.mark.parametrize("frame", [["fire_at", 0, 9999], ["fire", 0, 0], ["ground_to", 0, 5], ["produce", 256]])
def test_a_stack_that_can_not_be_is_refused(frame: list[Any]) -> None:
    ground = Ground("intermediate")
    ground.put("mars_orbit", "corv_1", "esc_1")
    ground.go("terrans_fire")
    document = json.loads(json.dumps(ground.match.position()))
    document["stack"][-1] = frame
    with pytest.raises(grognard.BadPosition, match="stack"):
        GAME.from_position(document)


@pytest.mark.parametrize(
    ("scenario", "options", "word"),
    [
        ("martian_revolt", {"terran_players": 2}, "terran_players"),
        ("introductory", {"alien_players": 2}, "alien_players"),
        ("quasarship_assault", {"repair": True}, "repair"),
        ("quasarship_assault", {"continuing_combat": True}, "continuing_combat"),
        ("intermediate", {"terran_players": 4}, "1, 2, 3"),
    ],
)
def test_options_that_do_not_belong_are_refused(scenario: str, options: dict[str, int], word: str) -> None:
    with pytest.raises(BadSetup, match=word):
        GAME.new(scenario, options, seed=1)


def test_charts_are_handed_out_by_name() -> None:
    assert set(GAME.chart_names()) >= {
        "space_combat",
        "land_combat",
        "underwater_combat",
        "bombardment",
        "alien_production",
    }
    assert GAME.chart("research")["projects"]["dd"]["modifier"] == "space_combat"
    with pytest.raises(grognard.GrognardError, match="there are"):
        GAME.chart("weather")


def test_the_staff_counts_industry_and_units_from_both_sides() -> None:
    ground = Ground()
    ground.put("mars_orbit", "corv_1")
    ground.put("venus_orbit", "ms_1")
    ground.go("terran_production")
    sound = GAME.evaluate(ground.s, 0)
    assert sound == -GAME.evaluate(ground.s, 1)
    ground.devastate("earth_1716", 3)
    assert GAME.evaluate(ground.s, 0) < sound
    ground.devastate("earth_1716", -3)
    ground.put("mars_orbit", "dd_1")
    assert GAME.evaluate(ground.s, 0) > sound


@pytest.mark.parametrize("lesson", GAME.lessons(), ids=lambda lesson: lesson["id"])
def test_lessons_load_and_play(lesson: dict[str, Any]) -> None:
    match = GAME.from_position(lesson["position"])
    assert match.to_act == (lesson["side"],)
    for action in lesson["try"]:
        match.play(match.to_act[0], action)
    assert lesson["rule"] and lesson["text"]


def lieutenant(ground: Ground, side: str, *names: str) -> list[str]:
    """What the greedy bot plays for a side while the decisions have these names."""
    bot, played = make("greedy"), []
    while ground.match.to_act and ground.match.to_act[0] == side and ground.name in names:
        played.append(bot.choose(Seat(ground.match, side)).text)
        ground.match.play(side, played[-1])
    return played


def test_a_bot_thinks_a_plan_through_from_each_of_its_picks() -> None:
    ground = Ground("martian_revolt")
    ground.put("earth_1716", "tr_1", "dt_1", side="earth")
    ground.put("mars_orbit", "corv_1", "corv_2", side="earth")
    ground.put("mars_1212", "dt_12", side="mars")
    ground.go("earth_moves")
    ground.play("done")
    assert lieutenant(ground, "earth", "lift_and_land", "load", "lift_to")[:3] == [
        "move tr_1",
        "load dt_1",  # an empty Transport would gain nothing
        "to earth_orbit",
    ]


def test_transports_of_the_expansion_make_for_sites_to_develop() -> None:
    ground = Ground("expansion")
    for name in ("mercury_1312", "mercury_1512", "luna_1212", "luna_1411", "callisto_1312"):
        ground.devastate(name)
    ground.put("earth_1716", "tr_1", side="earth")
    ground.put("mars_1312", "tr_2", side="mars")
    ground.go("earth_moves")
    lieutenant(ground, "earth", "ground_movement", "lift_and_land", "lift_to", "land_at", "space_movement", "space_to")
    assert ground.at("tr_1") in ("luna_1212", "luna_1411")
    lieutenant(ground, "mars", "ground_movement", "lift_and_land", "lift_to", "land_at", "space_movement", "space_to")
    assert ground.at("tr_2") != "mars_1312"


def test_a_crash_that_hits_nothing_is_no_secret_choice() -> None:
    """Two empty hexes lead to one state, and the log still says which it was."""
    ground = Ground("intermediate", landing_ships=True)
    ground.put("venus_orbit", "ns_1", "ms_1")
    ground.go("aliens_move")
    ground.play("crash ns_1")
    actions = ground.match.decision("alien").actions
    for action in list(actions)[:5]:
        Promises(GAME, random.Random(1), 4)._silence(ground.match, "alien", action)
