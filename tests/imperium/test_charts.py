"""The charts, cell by cell, read from the rulebook."""

from __future__ import annotations

import pytest

from grognard.games.imperium import appeals, facts, intervention
from grognard.games.imperium.economics import RATES
from grognard.games.imperium.facts import CHARTS

BEAM = """
4 4 5 6 6 7 7 8 9
3 4 5 5 6 7 7 8 9
3 4 4 5 6 6 7 8 8
2 3 4 5 5 6 7 7 8
2 3 4 4 5 6 6 7 8
2 3 3 4 5 5 6 7 7
1 2 3 4 4 5 6 6 7
1 2 3 3 4 5 5 6 7
1 2 2 3 4 4 5 6 6
1 1 2 2 3 4 5 5 6
1 1 1 2 3 3 4 5 5
1 1 1 1 2 2 3 3 4
"""
MISSILE = """
5 6 6 6 7 7 7 8 8
5 5 6 6 6 7 7 7 8
5 5 5 6 6 6 7 7 7
4 5 5 5 6 6 6 7 7
4 4 5 5 5 6 6 6 7
4 4 4 5 5 5 6 6 6
3 4 4 4 5 5 5 6 6
3 3 4 4 4 5 5 5 6
3 3 3 4 4 4 5 5 5
2 3 3 3 4 4 4 5 5
2 2 3 3 3 4 4 4 5
2 2 2 3 3 3 4 4 4
"""


def cells(text: str) -> list[list[int]]:
    return [[int(n) for n in line.split()] for line in text.split("\n") if line]


@pytest.mark.parametrize("factor", range(1, 13))
def test_beam_combat_results(factor: int) -> None:
    assert [facts.beam_need(factor, screen) for screen in range(1, 10)] == cells(BEAM)[factor - 1]


@pytest.mark.parametrize("factor", range(1, 13))
def test_missile_combat_results(factor: int) -> None:
    assert [facts.missile_need(factor, screen) for screen in range(1, 10)] == cells(MISSILE)[factor - 1]


@pytest.mark.parametrize(
    ("factors", "column"),
    [
        ((0, 6), "------"), ((7, 13), "N-----"), ((14, 20), "NN----"), ((21, 27), "DNN---"),
        ((28, 34), "DDNN--"), ((35, 41), "DDDNN-"), ((42, 99), "DDDDNN"),
    ],
)  # fmt: skip
def test_planetary_bombardment(factors: tuple[int, int], column: str) -> None:
    for total in factors:
        assert "".join(facts.bombardment_result(total, die) for die in range(1, 7)) == column


@pytest.mark.parametrize(
    ("differential", "column"),
    [
        (-9, "------"), (-3, "------"), (-2, "D-----"), (-1, "DD----"), (0, "DDD---"), (1, "DDDD--"),
        (2, "DDDDD-"), (3, "DDDDDD"), (12, "DDDDDD"),
    ],
)  # fmt: skip
def test_surface_combat_results(differential: int, column: str) -> None:
    need = facts.surface_need(differential)
    assert "".join("D" if die <= need else "-" for die in range(1, 7)) == column


def test_planetary_defense_fire_chart() -> None:
    chart = CHARTS["defense_fire"]
    assert (chart["world"], chart["outpost"], chart["defense"]) == (3, 2, 2)


def test_glory_points_chart() -> None:
    chart = CHARTS["glory"]
    assert (chart["outpost"], chart["world"], chart["appeal"]) == (1, 4, 2)
    assert (chart["start"], chart["win"], chart["loss"]) == (5, 10, 0)


def test_income_charts() -> None:
    assert RATES["imperial"] == {"budget": 10, "world": 1, "outpost": 1}
    assert RATES["terran"] == {"world": 8, "unconnected_world": 6, "outpost": 1}


def test_intervention_chart() -> None:
    assert [intervention.result_of(n) for n in range(2, 16)] == [
        "", "depression", "boom", "succession", "", "", "attention", "", "", "frontier_crisis",
        "token_reinforcements", "reinforcements", "mandated_offensive", "recentralization",
    ]  # fmt: skip


def test_appeal_charts() -> None:
    production = [appeals.production_words(n) for n in range(2, 13)]
    assert production == [
        *["no further appeals"] * 3, "nothing", "nothing", "production accelerated", "Heavy Cruiser permitted",
        "Dreadnought permitted", "Improved Dreadnought permitted", "Battleship permitted", "any three ships",
    ]  # fmt: skip
    finances = [appeals.finance_words(n) for n in range(2, 13)]
    assert finances == [
        *["no further appeals"] * 3, "nothing", "nothing", "10 RU", *[f"budget +{n}" for n in range(1, 6)],
    ]  # fmt: skip


def test_civil_war_chart() -> None:
    chart = CHARTS["civil_war"]
    assert chart["insurgent"] == {"2": 2, "3": 2, "4": 3, "5": 4}
    assert chart["loyalist"] == {"6": 4, "7": 3, "8": 3, "9": 3, "10": 2, "11": 1, "12": 1}


def test_offensive_chart() -> None:
    assert CHARTS["offensive"]["forces"] == [
        [["improved_dreadnought", 2], ["attack_cruiser", 2]],
        [["dreadnought", 2], ["attack_cruiser", 2]],
        [["dreadnought", 2], ["attack_cruiser", 2]],
        [["improved_dreadnought", 3], ["attack_cruiser", 2]],
        [["battleship", 1], ["attack_cruiser", 1]],
        [["battleship", 2], ["attack_cruiser", 1]],
    ]


def test_peace_charts() -> None:
    assert CHARTS["peace"] == {"title": "Length of the Peace", "turns": [1, 2, 3, 4, 5, 6], "again": [3, 5]}
    assert CHARTS["attrition"]["need"] == [7, 6, 5, 4, 3]
    assert CHARTS["attrition"]["ship_addition"] == [4, 3, 2, 1, 0]
    assert CHARTS["favour"]["lost"] == ["heavy_cruiser", "dreadnought", "improved_dreadnought", "battleship", "", ""]
