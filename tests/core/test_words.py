"""What the kernel says is there in German too, with the same slots."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

import pytest

import grognard
from grognard.core import match as module
from grognard.core.words import Lexicon, slots

FOLDER = Path(module.__file__).parent
CALLS = {"EventKind": 1, "Msg": 0, "Refusal": 1}
WORDS: dict[str, str] = tomllib.loads((FOLDER / "words.de.toml").read_text("utf-8"))


def templates() -> set[str]:
    found: set[str] = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
                said = node.args[CALLS[node.func.id]] if len(node.args) > CALLS[node.func.id] else None
                if isinstance(said, ast.Constant) and said.value:
                    found.add(str(said.value))
    return found


def test_every_template_of_the_kernel_is_there_in_german() -> None:
    found = templates()
    assert len(found) > 8
    assert not found - set(WORDS)
    for english, german in WORDS.items():
        assert {(s.name, s.kind) for s in slots(english)} == {(s.name, s.kind) for s in slots(german)}


@pytest.mark.parametrize("name", grognard.games())
def test_a_game_tells_its_turns_its_refusals_and_its_end_in_german(name: str) -> None:
    game = grognard.load(name)
    match = game.new(next(iter(game.scenarios)), seed=1)
    assert match.events()[0].render("de") == "Runde 1"
    waiting = next(side for side in match.sides if side not in match.to_act)
    late = match.why_not(waiting, "done", "de")
    assert late is not None
    assert late.reason.startswith("die Entscheidung liegt bei: ")
    for side in match.sides:
        if match.result is None:
            match.offer_draw(side)
    assert game.lexicon.word(f"{game.vocab['side'].names[0]} resigned", "de").endswith(": aufgegeben")
    view = match.view(None, "de")
    assert view["result"] == {
        "winner": None,
        "level": "vereinbartes Remis",
        "reason": "alle Seiten haben sich auf Remis geeinigt",
    }
    assert match.events()[-1].render("de") == "Das Spiel endet: alle Seiten haben sich auf Remis geeinigt"


@pytest.mark.parametrize(("n", "said"), [(0, "0 units attack"), (1, "1 unit attacks"), (3, "3 units attack")])
def test_a_slot_can_say_what_follows_one_and_what_follows_many(n: int, said: str) -> None:
    lexicon = Lexicon({}, {"de": {"{n:int|unit attacks|units attack}": "{n:int|Einheit greift|Einheiten greifen} an"}})
    template = "{n:int|unit attacks|units attack}"
    assert [slot.name for slot in slots(template)] == ["n"]
    assert lexicon.render(template, {"n": n}) == said
    assert lexicon.render(template, [1], "de") == "1 Einheit greift an"


def test_a_finished_sentence_is_known_whatever_its_numbers() -> None:
    lexicon = Lexicon({}, {"de": {"# of # held": "# von # gehalten"}})
    assert lexicon.word("12 of -3 held", "de") == "12 von -3 gehalten"
    assert lexicon.word("12 of many held", "de") == "12 of many held"
    assert lexicon.word("7", "de") == "7"
