"""What each move on offer costs and leads over, as the table draws it: the figures that the rules then charge."""

from __future__ import annotations

import random
import re

import pytest

import grognard
from grognard.core import Match

TELLS = {"grav_armor": "raid_on_wendarst", "invasion_america": "northern_gate"}


def moves(name: str, count: int) -> list[tuple[Match, str, str, float, list[str]]]:
    """Some moves that are told a way, out of a played match: the match before each, side, text, cost, path."""
    match = grognard.load(name).new(TELLS[name], seed=5)
    rng = random.Random(3)
    found: list[tuple[Match, str, str, float, list[str]]] = []
    for _ in range(6000):
        if match.result or len(found) == count:
            break
        side = match.to_act[0]
        ways = match.ways(side)
        texts = [a.text for a in match.decision(side).actions]
        if ways:
            text = rng.choice(sorted(ways))
            found.append((match.copy(), side, text, *ways[text]))
        else:
            text = rng.choice(texts)
        match.play(side, text)
    return found


@pytest.mark.parametrize("name", TELLS)
def test_a_way_leads_from_where_the_unit_is_to_where_it_goes(name: str) -> None:
    found = moves(name, 40)
    assert len(found) == 40
    for match, side, text, cost, path in found:
        assert cost > 0 or len(path) == 1, text
        goal = next(a for a in match.decision(side).actions if a.text == text)
        if text.split()[-1] in match.game.places:
            assert path[-1] == text.split()[-1], goal


def test_grav_armor_charges_what_the_way_says() -> None:
    checked = 0
    for match, side, text, cost, _ in moves("grav_armor", 60):
        left = match.state.left / 2
        place = match.game.vocab["place"].index[text.split()[-1]]
        mover = match.state.mover
        match.play(side, text)
        if match.state.mover == mover and match.state.at[mover] == place:
            assert match.state.left / 2 == left - cost
            checked += 1
    assert checked > 5


def test_invasion_america_never_offers_more_than_the_points_left() -> None:
    for match, side, text, cost, _ in moves("invasion_america", 40):
        left = int(re.search(r"(\d+) movement points", match.decision(side).prompt)[1])  # type: ignore[index]
        assert cost <= left, text


def test_where_nothing_is_told_the_list_is_empty() -> None:
    match = grognard.load("imperium").new("first_war", seed=1)
    assert match.ways(match.to_act[0]) == {}
