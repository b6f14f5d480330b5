"""The German catalogue: every template stands in it with the same slots."""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path

from grognard.core.words import slots
from grognard.games.grav_armor import game as module

FOLDER = Path(module.__file__).parent
CALLS = {"EventKind": 1, "Msg": 0, "Refusal": 1, "Modifier": 1}


def templates() -> set[str]:
    found = set()
    for path in FOLDER.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
            at = CALLS.get(name, 1 if name == "add" and path.name == "verbs.py" else -1)
            if 0 <= at < len(node.args) and isinstance(node.args[at], ast.Constant):
                found.add(str(node.args[at].value))  # type: ignore[attr-defined]
    return found


def test_german_has_every_template_with_the_same_slots() -> None:
    words = tomllib.loads((FOLDER / "words.de.toml").read_text("utf-8"))
    missing = {t for t in templates() if t not in words}
    assert not missing
    for english, german in words.items():
        assert {s.name for s in slots(english)} == {s.name for s in slots(german)}, english
