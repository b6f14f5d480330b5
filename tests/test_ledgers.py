"""The ledgers of rules: every clause has a place and a test, and every citation in the code is a clause."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
GAMES = ROOT / "src" / "grognard" / "games"
LEDGERS = sorted((ROOT / "docs" / "rules").glob("*.md"))
CITED = re.compile(r"""\brule\(\s*["']([^"']+)["']\s*\)""")
TEST = re.compile(r"\btest_\w+")
MODULE = re.compile(r"[\w/]+\.(?:py|toml|json|md)")


def rows(path: Path) -> list[tuple[str, str, str, str]]:
    """The rows `| clause | in our words | where | test |` of a ledger."""
    out = []
    for line in path.read_text().splitlines():
        cells = [c.strip() for c in line.strip().strip("|").split("|")]
        if not line.startswith("|") or len(cells) != 4 or cells[0] == "clause" or set(cells[0]) <= {"-", ":"}:
            continue
        out.append((cells[0], cells[1], cells[2], cells[3]))
    return out


def test_every_game_has_a_ledger() -> None:
    games = {p.parent.name for p in GAMES.glob("*/game.py")}
    assert games <= {p.stem for p in LEDGERS}


@pytest.mark.parametrize("path", LEDGERS, ids=lambda p: p.stem)
def test_a_ledger_has_no_holes(path: Path) -> None:
    found = rows(path)
    assert found, f"{path.name} has no rows | clause | in our words | where | test |"
    clauses = [r[0] for r in found]
    assert len(set(clauses)) == len(clauses), f"stand twice: {sorted({c for c in clauses if clauses.count(c) > 1})}"
    holes = [clause for clause, words, where, _ in found if not words or not where or where == "-"]
    assert not holes, f"{path.name}: no place named for {holes}"


@pytest.mark.parametrize("path", LEDGERS, ids=lambda p: p.stem)
def test_what_a_ledger_names_is_there(path: Path) -> None:
    package = GAMES / path.stem
    tests = "\n".join(p.read_text() for p in (ROOT / "tests" / path.stem).rglob("*.py"))
    names = set(re.findall(r"def (test_\w+)", tests))
    wrong = []
    for clause, _, where, test in rows(path):
        for module in MODULE.findall(where):
            if (
                not (package / module).exists()
                and not (ROOT / module).exists()
                and not (ROOT / "src/grognard" / module).exists()
            ):
                wrong.append(f"{clause}: there is no {module}")
        wrong.extend(f"{clause}: there is no test {name}" for name in TEST.findall(test) if name not in names)
        if not TEST.findall(test) and "notes.md" not in where and test not in ("-", "definition"):
            wrong.append(f"{clause}: names no test ({test!r})")
    assert not wrong, f"{path.name}:\n" + "\n".join(wrong)


@pytest.mark.parametrize("path", LEDGERS, ids=lambda p: p.stem)
def test_every_rule_cited_in_the_code_is_in_the_ledger(path: Path) -> None:
    known = {clause for clause, *_ in rows(path)}
    wrong = [
        f"{source.name} cites {number}"
        for source in (GAMES / path.stem).rglob("*.py")
        for number in CITED.findall(source.read_text())
        if number not in known
    ]
    assert not wrong, f"{path.name} lacks:\n" + "\n".join(sorted(set(wrong)))
