"""Whatever is handed in is taken whole or refused by name: damaged records, positions and actions, for every game."""

from __future__ import annotations

import json
import random
import re

import pytest

import grognard
from contract.mutations import bent_document, bent_text
from grognard.core import BadPosition, BadRecord, GrognardError, Match
from grognard.core.data import read_text

LONGEST = 700  # characters of an error: it must fit a screen


def begun(name: str, rng: random.Random) -> Match:
    game = grognard.load(name)
    match = game.new(rng.choice(list(game.scenarios)), seed=rng.randrange(1000))
    for _ in range(rng.randrange(60)):
        if match.to_act:
            side = rng.choice(match.to_act)
            match.play(side, match.decision(side).sample(rng))
    return match


def stands(match: Match, rng: random.Random) -> None:
    """What was taken in can be looked at and played on."""
    for side in match.sides:
        json.dumps(match.view(side))
    for side in match.to_act:
        assert len(match.decision(side).actions)
        match.copy().play(side, match.decision(side).sample(rng))


@pytest.mark.parametrize("name", grognard.games())
def test_a_damaged_record_is_refused_by_line_or_replays(name: str) -> None:
    rng = random.Random(f"records {name}")
    refused = 0
    for _ in range(3):
        text = begun(name, rng).save()
        for _ in range(12):
            try:
                match = grognard.open_record(bent_text(text, rng))
            except BadRecord as error:
                refused += 1
                assert 0 < len(str(error)) < LONGEST
            else:
                stands(match, rng)
    assert refused > 12


@pytest.mark.parametrize("name", grognard.games())
def test_a_damaged_position_is_refused_by_field_or_stands(name: str) -> None:
    rng = random.Random(f"positions {name}")
    refused = 0
    for _ in range(3):
        match = begun(name, rng)
        document = json.loads(json.dumps(match.position()))
        for _ in range(12):
            try:
                again = match.game.from_position(bent_document(document, rng))
            except BadPosition as error:
                refused += 1
                assert 0 < len(str(error)) < LONGEST
            else:
                stands(again, rng)
    assert refused > 12


TEMPLATES = {"invasion_america": "northern_gate", "grav_armor": "ice_world"}


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize(
    "line", ["turns = " + "9" * 5000, "turns = " + "[" * 4000, "turns = '\x00'", "turns = 1e999", "turns = nan", "[["]
)
def test_a_scenario_of_ones_own_with_a_monstrous_line_is_refused(name: str, line: str) -> None:
    text = read_text(name, "scenarios", f"{TEMPLATES[name]}.toml")
    assert "\nturns = " in text
    own = re.sub(r"^turns = .*$", lambda found: line, text, count=1, flags=re.M)
    with pytest.raises(GrognardError) as caught:
        grognard.load(name, (own.replace(f'name = "{TEMPLATES[name]}"', 'name = "my_own"'),))
    assert 0 < len(str(caught.value)) < LONGEST and "scenario" in str(caught.value)


@pytest.mark.parametrize("name", TEMPLATES)
def test_a_damaged_scenario_is_refused_or_plays(name: str) -> None:
    rng = random.Random(f"scenarios {name}")
    text = read_text(name, "scenarios", f"{TEMPLATES[name]}.toml").replace(f'"{TEMPLATES[name]}"', '"my_own"', 1)
    refused = 0
    for _ in range(8):
        try:
            game = grognard.load(name, (bent_text(text, rng),))
            match = game.new(list(game.scenarios)[-1], seed=1)
        except GrognardError as error:
            refused += 1
            assert 0 < len(str(error)) < LONGEST
        else:
            stands(match, rng)
    assert refused > 1


@pytest.mark.parametrize("name", grognard.games())
def test_a_damaged_action_is_refused_with_a_rule_or_is_another_legal_one(name: str) -> None:
    rng = random.Random(f"actions {name}")
    match = begun(name, rng)
    while not match.to_act:
        match = begun(name, rng)
    side = match.to_act[0]
    listed = {action.text for action in match.decision(side).actions}
    before = match.digest()
    for _ in range(60):
        text = bent_text(rng.choice(sorted(listed)), rng)
        refusal = match.why_not(side, text)
        if refusal is None:
            assert " ".join(text.lower().split()) in listed
            continue
        assert refusal.rule and 0 < len(refusal.reason) < LONGEST
        with pytest.raises(grognard.Illegal):
            match.play(side, text)
    assert match.digest() == before
