"""The data files of the games: what is wrong in one is told with file, line and field."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from grognard.core import GrognardError
from grognard.core import data as module
from grognard.core.data import read_data, read_folder


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that the reader takes for that of every game."""
    monkeypatch.setattr(module, "files", lambda name: tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("name", "text", "error"),
    [
        ("map.json", '{"a": 1,\n "b" 2}', r"tiny/map\.json: Expecting ':' delimiter: line 2 column 6"),
        ("map.json", "[1]", r"tiny/map\.json: expected an object, found a list"),
        ("map.json", "", r"tiny/map\.json: Expecting value: line 1"),
        ("charts.toml", "a = 1\nb = \n", r"tiny/charts\.toml: Invalid value \(at line 2"),
    ],
)
def test_a_file_that_cannot_be_read_is_named_with_its_line(package: Path, name: str, text: str, error: str) -> None:
    (package / name).write_text(text)
    with pytest.raises(GrognardError, match=error):
        read_data("tiny", name)


def test_a_field_that_is_missing_is_told_with_its_place(package: Path) -> None:
    (package / "map.json").write_text('{"grid": {"rows": 3}, "hexes": [{"id": "a"}, {"id": "b", "terrain": "sea"}]}')
    data = read_data("tiny", "map.json")
    assert data == json.loads((package / "map.json").read_text())
    for ask, error in (
        (lambda: data["boxes"], r"tiny/map\.json: 'boxes' is missing; there are grid, hexes"),
        (lambda: data["grid"]["columns"], r"tiny/map\.json: grid: 'columns' is missing; there are rows"),
        (lambda: data["hexes"][0]["terrain"], r"tiny/map\.json: hexes 1: 'terrain' is missing; there are id"),
    ):
        with pytest.raises(GrognardError, match=error):
            ask()


def test_a_folder_is_read_in_the_order_of_its_names(package: Path) -> None:
    (package / "lessons").mkdir()
    for name in ("b.json", "a.json", "notes.txt"):
        (package / "lessons" / name).write_text("{}")
    assert list(read_folder("tiny", "lessons")) == ["a", "b"]
