"""The contract's names, for every game and scenario: what outside code, bots and studies rely on."""

from __future__ import annotations

import itertools
import json
import random
from typing import Any

import pytest

import grognard
from grognard.bots import make
from grognard.core import Match, Seat
from grognard.core.position import packed, unpacked

CASES = [(name, scenario) for name in grognard.games() for scenario in grognard.load(name).scenarios]

SCENARIOS = {
    "air_eaters": ["introductory", "intermediate", "advanced", "quasarship_assault", "martian_revolt", "expansion"],
    "imperium": ["first_war", "campaign"],
    "invasion_america": [
        "three_pronged_invasion",
        "early_assault",
        "european_invasion",
        "inland_campaign",
        "scenario_v",
        "partisan_revolt",
        "campaign_game",
    ],
    "grav_armor": ["relief_of_the_42nd", "raid_on_wendarst", "ice_world", "the_meatgrinder", "sector_capital"],
}
FIGURES = {
    "air_eaters": {"turn", "terran_production", "undevastated_ius", "devastated_ius", "terran_units", "alien_units"},
    "imperium": {
        "turn", "war", "glory", "glory_win", "glory_loss", "terran_ru", "imperial_ru", "terran_income",
        "imperial_income", "terran_worlds", "terran_outposts", "imperial_worlds", "imperial_outposts",
    },
    "invasion_america": {"turn", "vp_us", "vp_esc", "vp_sau", "vp_pal", "supply_us"},
    "grav_armor": {"turn", "imperial_units", "league_units", "imperial_destroyed", "league_destroyed"},
}  # fmt: skip


def played(name: str, scenario: str, steps: int, seed: int = 11) -> Match:
    match: Match = grognard.load(name).new(scenario, seed=seed)
    rng = random.Random(seed)
    for _ in range(steps):
        if not match.to_act:
            break
        side = rng.choice(match.to_act)
        match.play(side, match.decision(side).sample(rng))
    return match


@pytest.mark.parametrize("name", grognard.games())
def test_a_game_has_its_names(name: str) -> None:
    game = grognard.load(name)
    assert set(SCENARIOS[name]) <= set(game.scenarios)
    assert game.name == name
    assert game.title and game.notes
    for words in (game.sides, game.places, game.piece_types):
        assert words and all(isinstance(word, str) for word in words)
    assert game.chart_names()
    for chart in game.chart_names():
        json.dumps(game.chart(chart))
    for scenario in game.scenarios.values():
        assert scenario.title and scenario.about
        json.dumps(game.board(scenario.name))


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_a_match_keeps_the_contract(name: str, scenario: str) -> None:
    match = played(name, scenario, 120)
    assert FIGURES[name] <= set(match.figures())
    for side in (*match.sides, None):
        json.dumps(match.view(side))
    assert all(event.text for event in match.events(viewer=match.sides[0]))
    again = grognard.open_record(match.save())
    assert again.digest() == match.digest()
    saved = packed(match.position())
    assert len(saved) < 5000
    placed = grognard.load(name).from_position(unpacked(saved))
    assert placed.digest() == match.digest()
    other = match.copy()
    if match.to_act:
        side = match.to_act[0]
        decision = match.decision(side)
        assert decision.prompt and decision.rule and decision.phase
        action = decision.actions[0]
        assert match.why_not(side, action.text) is None
        other.play(side, action.text)
        assert match.digest() == again.digest()


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_board_has_every_place_that_a_view_names(name: str, scenario: str) -> None:
    board: dict[str, Any] = grognard.load(name).board(scenario)
    places = {place["id"] for place in board["places"]}
    match = played(name, scenario, 80)
    view = match.view(match.sides[0])
    missing = {p["at"] for p in view["pieces"] if p.get("at") not in (None, "none")} - places
    assert not missing
    assert {p["type"] for p in view["pieces"]} <= set(board["types"])
    assert set(match.sides) <= set(board["sides"])


@pytest.mark.parametrize(("name", "scenario"), CASES)
def test_the_greedy_bot_chooses_within_its_time(name: str, scenario: str, monkeypatch: pytest.MonkeyPatch) -> None:
    looks = itertools.count()
    monkeypatch.setattr("grognard.bots.greedy.time.monotonic", lambda: next(looks) * 0.001)  # a clock of its own looks
    match = played(name, scenario, 60)
    if match.to_act:
        side = match.to_act[0]
        bot = make("greedy")
        bot.tries = bot.widest = 10**9  # type: ignore[attr-defined]  # only the clock can stop it
        action = bot.choose(Seat(match, side, seconds_left=0.1))
        assert next(looks) < 200  # half of the tenth of a second, and a few looks at the clock on the way out
        assert match.why_not(side, action) is None
