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


CLAUSES = {
    "air_eaters": (
        "0; 0; 0-5; 0-4; 0-2; 0-11; 0; 0-6; 0-2; 0-4; 0-4; 0; 0; 0; 0-6; 0-4; 0; 0-4; 0-3; 0; 0-4; 0-5; 0; "
        "0; 0-2; 0-7; 0-2; 0; 0-2; 0-4; 0-6; 0-6; 0-8; 0-3; 0-8; 0-12; 0-13"
    ),
    "invasion_america": (
        "0; 0; 0-5 31-37; 0-3; 0-2 11-12 21-24; 0-2 11-12 21-25; 0-4 11-13 21-22; 0-2 11-12 21-28; 0-6 11-14 "
        "21-24 31-32 51-54 61-62; 0-2 11-14 21-22; 0-2 11-19 21-23; 0-1 11-14; 0-9 11-14 21-24 31-32 41-42 "
        "51-54 61-63 71-77; 0-5 11-16 21-22 31-32 41-44 51-52; 0-1 11-16; 0-4 11-14 21-26 31-33 41-45; 0-3 "
        "21-22 31-33; 0-4 31-36; 0-9 11-16 21-26 31-36 41-46 51-56 61-66 81-84 91-98; 0"
    ),
}
"""What the rulebooks with numbers have, chapter after chapter from 1: `0-2` is n.0, n.1 and n.2."""


def numbers(chapter: str) -> list[str]:
    ends = [part.partition("-") for part in chapter.split()]
    return [str(n) for low, _, high in ends for n in range(int(low), int(high or low) + 1)]


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


@pytest.mark.parametrize("game", CLAUSES)
def test_a_ledger_has_every_clause_of_its_rulebook(game: str) -> None:
    known = {clause for clause, *_ in rows(ROOT / "docs" / "rules" / f"{game}.md")}
    wanted = {
        f"{n}.{clause}" for n, chapter in enumerate(CLAUSES[game].split(";"), start=1) for clause in numbers(chapter)
    }
    assert not wanted - known, f"{game}.md lacks {sorted(wanted - known)}"
    assert not {c for c in known if c.count(".") == 1} - wanted, "clauses that no rulebook has"


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
        if not TEST.findall(test) and "notes.md" not in where and test != "definition":
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
