"""The German catalogue says everything that the game can say."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

from grognard.games import imperium
from grognard.games.imperium import fire, game, intervention

from .stars import game as the_game

SOURCES = sorted(Path(imperium.__file__).parent.glob("*.py"))
# What is called with a template, and as which argument it comes.
SPEAKERS = {"Msg": 0, "Refusal": 1, "event": 1, "Modifier": 1, "either": 0}


def templates(source: Path) -> Iterator[str]:
    """Every text that a module hands to the table, read from its syntax."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            where = SPEAKERS.get(name, 99)
            said = node.args[where : where + 1] + (node.args[2:3] if name == "either" else [])
            for text in said:
                if isinstance(text, ast.Constant) and isinstance(text.value, str):
                    yield text.value


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)
def test_every_prompt_refusal_and_event_is_there_in_german(source: Path) -> None:
    german = the_game().lexicon.catalogues["de"]
    missing = [text for text in templates(source) if text not in german]
    assert not missing


def test_titles_results_and_reasons_are_there_in_german() -> None:
    german = the_game().lexicon.catalogues["de"]
    said = [*intervention.TITLES.values(), *fire.HOW.values(), *game.WON_BY, "the insurgents", "the loyalists"]
    for option in game.OPTIONS:
        said += [option.title, option.about]
    for scenario in the_game().scenarios.values():
        said += [scenario.title, scenario.about]
    assert not [text for text in said if text and text not in german]


def test_the_scan_finds_what_is_said() -> None:
    found = {text for source in SOURCES for text in templates(source)}
    assert "Order new forces; you have {ru:int} RU" in found and "the firer is disrupted" in found
    assert "worlds can't be built" in found and "{piece} is destroyed" in found and len(found) > 250
