"""The German catalogue: every template stands in it with the same slots."""

from __future__ import annotations

import ast
from pathlib import Path

from grognard.core.words import slots
from grognard.games.air_eaters import game as module

from .table import GAME, Ground, V

FOLDER = Path(module.__file__).parent
CALLS = {"EventKind": 1, "Msg": 0, "Refusal": 1, "Phase": 1}


def templates() -> set[str]:
    found = {v.title for v in GAME.verbs.verbs if v.title}
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                at = CALLS.get(name, -1)
                if 0 <= at < len(node.args) and isinstance(node.args[at], ast.Constant):
                    found.add(str(node.args[at].value))  # type: ignore[attr-defined]
    return found


def test_german_has_every_template_with_the_same_slots() -> None:
    words = GAME.lexicon.catalogues["de"]
    assert not {t for t in templates() if t not in words}
    for english, german in words.items():
        assert {s.name for s in slots(english)} == {s.name for s in slots(german)}, english


def test_german_tells_of_the_game_its_scenarios_and_options() -> None:
    words = GAME.lexicon.catalogues["de"]
    told = [GAME.about]
    for card in (*GAME.scenarios.values(), *GAME.options.values()):
        told += [card.title, card.about]
    assert not {text for text in told if text and text not in words}


def test_german_names_are_put_together() -> None:
    ground = Ground()
    ground.put("earth_1716", "army_1", "cw_1")
    ground.go("terrans_fire")
    ground.play("fire army_1")
    ground.dice(1)
    ground.play("at cw_1")
    log = [e.render("de") for e in ground.match.events()]
    assert "Armee 1 feuert auf CW 1 und trifft mit 1, nötig 1" in log
    assert GAME.lexicon.word(V["site"].names[0], "de").startswith("Industrie in Merkur")
    assert GAME.lexicon.word("orbit around Earth", "de") == "Umlaufbahn um Erde"
