"""The contract over every scenario: short fuzzed games, crowded fields, counters kept."""

import json
import random

import pytest

from grognard.core import fuzz
from grognard.core.position import match_from_position
from grognard.games.invasion_america.scenarios import BUILT_IN

from .ground import arrange, deploy_all, game, real


@pytest.mark.parametrize("scenario", BUILT_IN)
def test_short_fuzzed_games_are_clean(scenario: str) -> None:
    report = fuzz.fuzz(real(), [scenario], games=1, seed=7, steps=250)
    assert not report.failures, report.failures[0].problem


def crowd(seed: int) -> dict[str, tuple[int, int]]:
    """Units of every kind thrown into a few hexes round the coast of the proving ground, nobody on top of another."""
    rng = random.Random(seed)
    hexes = [(column, row) for column in range(18, 34) for row in range(8, 17)]
    rng.shuffle(hexes)
    forces = game().forces
    units: dict[str, tuple[int, int]] = {}
    names = [n for n in game().pieces if rng.random() < 0.35]
    for name in names:
        unit = game().vocab["piece"].index[name]
        sea = forces.is_naval[unit]
        spot = next((h for h in hexes if (h[1] < 10) == sea), None)
        if spot is None:
            break
        hexes.remove(spot)
        units[name] = spot
    return units


@pytest.mark.parametrize("seed", range(6))
def test_fuzzed_battles_in_a_crowd_are_clean(seed: int) -> None:
    players = 2 + seed % 3
    match = arrange(crowd(seed), "sau_naval", players=players)
    document = json.loads(json.dumps(match.position()))
    run = fuzz._Run(game(), "three_pronged_invasion", seed, 350, None, thorough=0.05)
    run.match = match_from_position(game(), document)
    run._play(run.match)
    assert run.verbs.get("resolve", 0) > 3


def test_two_bots_play_on() -> None:
    from grognard.bots import make
    from grognard.core import Rng, Seat

    match = real().new("northern_gate", {}, 4)
    deploy_all(match)
    bot = make("random")
    for _ in range(300):
        if not match.to_act:
            break
        side = match.to_act[0]
        match.play(side, bot.choose(Seat(match, side, Rng(1))))
    assert match.state.turn > 1


def test_the_judgement_is_zero_sum_for_two() -> None:
    match = real().new("three_pronged_invasion", {}, 4)
    deploy_all(match)
    s = match.state
    assert abs(real().evaluate(s, 0) + real().evaluate(s, 1)) < 1e-6


def test_the_board_names_every_place_once() -> None:
    board = real().board()
    ids = [p["id"] for p in board["places"]]
    assert tuple(ids) == real().places and len(set(ids)) == len(ids)
    known = set(board["terrains"])
    assert {p["terrain"] for p in board["places"] if "terrain" in p} <= known
    assert {e["kind"] for e in board["edges"]} <= set(board["edge_kinds"])
    assert set(board["types"]) == set(real().piece_types)
    json.dumps(board)
