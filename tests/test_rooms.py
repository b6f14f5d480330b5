"""The rooms of the house: imports point one way, and nothing below the server reads a clock or the disk."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[1] / "src" / "grognard"
ORDER = ["core", "board", "games", "bots", "study"]
ABOVE = {room: set(ORDER[i + 1 :]) | {"server", "cli"} for i, room in enumerate(ORDER)} | {
    "server": {"cli"},
    "cli": set(),
}
PURE = ("core", "board", "games")
FORBIDDEN = {"os", "time", "random", "socket", "subprocess", "datetime", "secrets", "threading", "asyncio"}
HELPERS = {"core/fuzz.py", "core/promises.py"}  # the test rig: it keeps time and draws its own chances


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found.add(node.module)
            found.update(f"{node.module}.{alias.name}" for alias in node.names)
    return found


def test_imports_point_one_way() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for room, above in ABOVE.items()
        for path in (SOURCE / room).rglob("*.py")
        for name in imports(path)
        if name.startswith("grognard.") and name.split(".")[1] in above
    ]
    assert not wrong, "\n".join(wrong)


def test_the_rules_read_no_clock_and_no_global_chance() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for room in PURE
        for path in (SOURCE / room).rglob("*.py")
        if str(path.relative_to(SOURCE)) not in HELPERS
        for name in imports(path)
        if name.split(".")[0] in FORBIDDEN
    ]
    assert not wrong, "\n".join(wrong)


def test_games_do_not_import_each_other() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for path in (SOURCE / "games").rglob("*.py")
        for name in imports(path)
        if name.startswith("grognard.games.")
        and path.parent != SOURCE / "games"
        and name.split(".")[2] not in path.relative_to(SOURCE / "games").parts
    ]
    assert not wrong, "\n".join(wrong)


def test_importing_grognard_needs_no_server() -> None:
    needs = [
        f"{path.relative_to(SOURCE)} imports {name}"
        for room in (*ORDER, "cli")
        for path in (SOURCE / room).rglob("*.py")
        for name in imports(path)
        if name.split(".")[0] in {"litestar", "msgspec", "sqlalchemy", "uvicorn", "asyncpg", "alembic"}
    ]
    assert not needs, "\n".join(needs)
