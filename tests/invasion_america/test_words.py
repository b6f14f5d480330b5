"""The German catalogue: every sentence has its translation, with the same slots."""

import ast
import re
from pathlib import Path

from .ground import real

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "grognard" / "games" / "invasion_america"
SLOT = re.compile(r"\{(\w+)")
WHERE = {"Msg": 0, "Refusal": 1, "EventKind": 1}


def templates() -> set[str]:
    found = set()
    for path in PACKAGE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name):
                continue
            at = WHERE.get(node.func.id)
            if at is not None and len(node.args) > at:
                value = node.args[at]
                if isinstance(value, ast.Constant):
                    found.add(value.value)
    return found


def test_every_sentence_is_translated_with_its_slots() -> None:
    words = real().lexicon.catalogues["de"]
    missing = sorted(t for t in templates() if t not in words)
    assert not missing, missing
    for template in templates():
        assert sorted(SLOT.findall(template)) == sorted(SLOT.findall(words[template])), template


def test_counters_are_named_in_german() -> None:
    piece = real().vocab["piece"].index["esc_a1"]
    assert real().lexicon.value("piece", piece, "de") == "E.S.C.-Panzer 1"
