"""What lies beside the board is told in the reader's language: boards, keys, charts, figures, lessons, bots."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import grognard
from grognard.core import BadSetup
from grognard.core.result import Result
from grognard.server.library import SAID, Library
from grognard.server.reader import result_on_wire

LIBRARY = Library()
ENDS = {"Result", "aliens_win", "terrans_win", "best_aggressor"}
ENGLISH = re.compile(
    r"\b(the|of|and|or|with|by|hex|orbit|around|near|units?|points?|combat|off|this|that|rows|table|ocean|edge)\b", re.I
)


def said(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if key in SAID:
            yield value
    elif isinstance(value, dict):
        for k, v in value.items():
            yield from said(v, "name" if key == "figures" else k)
    elif isinstance(value, (list, tuple)):
        for v in value:
            yield from said(v, key)


@pytest.mark.parametrize("name", grognard.games())
def test_nothing_beside_the_board_is_left_in_english(name: str) -> None:
    game = LIBRARY.game(name)
    told: list[Any] = [LIBRARY.board(name, scenario, "de") for scenario in game.scenarios]
    told += [LIBRARY.chart(name, chart, "de") for chart in game.chart_names()]
    words = [w for part in told for w in said(part)]
    words += [c.title for c in LIBRARY.charts(name, "de")]
    words += [lesson.title for lesson in LIBRARY.lessons(name, "de")]
    card = LIBRARY.card(name, "de")
    words += [card.text, *(s.weight for s in card.scenarios), *(s.text for s in card.scenarios)]
    words += [s.aim for s in card.scenarios]
    assert sorted({w for w in words if w != game.title and ENGLISH.search(w)}) == []


@pytest.mark.parametrize("name", grognard.games())
def test_every_figure_has_a_name_for_people(name: str) -> None:
    board, game = LIBRARY.board(name, ""), LIBRARY.game(name)
    figures = set(LIBRARY.info(name).figures)
    for scenario in game.scenarios:
        forms = [
            o
            for o in game.options.values()
            if o.name.endswith("players") and scenario in (o.scenarios or game.scenarios)
        ]
        for values in product(*(o.allowed for o in forms)):
            with suppress(BadSetup):  # not every form may be joined with every other
                figures |= set(game.new(scenario, dict(zip([o.name for o in forms], values, strict=True))).figures())
    figures -= {"turn"}
    assert set(board["figures"]) == figures
    german = LIBRARY.board(name, "", "de")["figures"]
    assert all(german[f] != board["figures"][f] for f in figures)


def test_discs_of_planets_are_named_in_the_readers_language() -> None:
    discs = [p["name"] for p in LIBRARY.board("air_eaters", "expansion", "de")["places"] if p.get("group") == "bodies"]
    assert "Bergbaubasis 3" in discs and not any("Mining" in name for name in discs)
    assert "Trojaner" in [p["name"] for p in LIBRARY.board("air_eaters", "intermediate", "de")["places"]]


def test_a_language_changes_words_alone() -> None:
    english, german = LIBRARY.board("air_eaters", ""), LIBRARY.board("air_eaters", "", "de")
    assert [p["id"] for p in english["places"]] == [p["id"] for p in german["places"]]
    assert english["types"]["army"]["name"] == "Army"
    assert german["types"]["army"]["name"] == "Armee"
    assert english["types"].keys() == german["types"].keys()


def test_bots_are_introduced_in_the_readers_language() -> None:
    assert {b.title for b in LIBRARY.bot_cards("de")} >= {"Leutnant", "Würfel"}
    assert {b.title for b in LIBRARY.bot_cards()} >= {"Lieutenant", "Dice"}


@pytest.mark.parametrize("name", grognard.games())
def test_every_button_is_translated(name: str) -> None:
    game = LIBRARY.game(name)
    said = {v.title or v.pattern for v in game.verbs.verbs} - {"done"}  # the table has a word of its own for done
    assert sorted(said - game.lexicon.catalogues["de"].keys()) == []


def test_pieces_of_grav_armor_are_named_in_german() -> None:
    game = LIBRARY.game("grav_armor")
    names = [game.lexicon.word(n, "de") for n in game.vocab["piece"].names]
    assert not [n for n in names if n.startswith(("Imperial ", "League "))]


@pytest.mark.parametrize("name", grognard.games())
def test_positions_of_lessons_are_plain_data(name: str) -> None:
    def plain(value: Any) -> bool:
        if isinstance(value, dict):
            return type(value) is dict and all(map(plain, value.values()))
        return all(map(plain, value)) if isinstance(value, list) else True

    assert all(plain(LIBRARY.lesson_position(name, lesson.id)) for lesson in LIBRARY.lessons(name))


@pytest.mark.parametrize("name", grognard.games())
def test_every_scenario_says_what_wins(name: str) -> None:
    for card in LIBRARY.card(name).scenarios:
        victory = getattr(LIBRARY.game(name).scenarios[card.id].data.get("plan"), "victory", {})
        assert len(card.aim) > 40
        assert str(victory.get("points", "")) in card.aim


@pytest.mark.parametrize("name", grognard.games())
def test_counters_bear_the_names_that_the_list_calls_them_by(name: str) -> None:
    game = LIBRARY.game(name)
    match = game.new(next(iter(game.scenarios)), seed=1)
    for side in (None, *match.sides):
        english = {p["id"]: p["name"] for p in match.view(side, "en")["pieces"]}
        german = {p["id"]: p["name"] for p in match.view(side, "de")["pieces"]}
        assert german == {piece: game.lexicon.word(said, "de") for piece, said in english.items()}
        assert german != english


def results(name: str) -> Iterator[str]:
    """What a game's source says of its results, level and reason, 7 for any number in them."""
    for file in sorted((Path(grognard.__file__).parent / "games" / name).glob("*.py")):
        for call in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(call, ast.Call) or getattr(call.func, "id", "") not in ENDS:
                continue
            for said in (
                part for a in call.args[1:] for part in ([a.body, a.orelse] if isinstance(a, ast.IfExp) else [a])
            ):
                if isinstance(said, ast.Constant) and isinstance(said.value, str):
                    yield said.value
                elif isinstance(said, ast.JoinedStr):
                    yield "".join(str(v.value) if isinstance(v, ast.Constant) else "7" for v in said.values)


@pytest.mark.parametrize("name", grognard.games())
def test_how_a_game_ended_is_told_in_german(name: str) -> None:
    found = {said for said in results(name) if said != "resignation" and not said.endswith(" resigned")}
    assert found
    assert {said for said in found if LIBRARY.game(name).lexicon.word(said, "de") == said} == set()


def test_the_result_on_the_wire_is_in_the_readers_language() -> None:
    match = LIBRARY.game("air_eaters").new("quasarship_assault", seed=1)
    match.state.result = Result("alien", "substantial Terran defeat", "7 Industrial Units are left")
    german, english = (result_on_wire(match, lang) for lang in ("de", "en"))
    assert german is not None and english is not None
    assert (german.level, german.reason) == ("deutliche Niederlage der Terraner", "7 Industrieeinheiten sind übrig")
    assert (english.level, english.reason) == match.state.result.as_tuple()[1:]
    assert result_on_wire(None, "de") is None
