"""The worked examples of the rulebook, shipped as lessons, with their dice."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path
from typing import Any

import pytest

from grognard.core import Match
from grognard.games.imperium.facts import PIECE

from .stars import act, game, has, state, where

LESSONS = {lesson["id"]: lesson for lesson in game().lessons()}


def tried(name: str) -> tuple[Match, list[str]]:
    lesson = LESSONS[name]
    match = game().from_position(lesson["position"])
    return match, act(match, *lesson["try"])


@pytest.mark.parametrize("name", LESSONS)
def test_a_lesson_loads_and_plays(name: str) -> None:
    lesson = LESSONS[name]
    assert lesson["title"] and lesson["text"] and lesson["rule"]
    match, _ = tried(name)
    assert list(game().check(match.state)) == []


def test_the_illustrated_space_combat() -> None:
    m, log = tried("1_space_combat")
    assert [where(m, p) for p in ("t_f1", "t_mb1", "i_cs1")] == ["none", "none", "lost"]
    assert [where(m, p) for p in ("i_dd1", "i_b2_1", "t_cr1")] == ["junction"] * 3
    shots = [line for line in log if "fires" in line]
    assert [line.split("needs ")[1] for line in shots] == [
        "5, rolls 4", "2, rolls 3", "3, rolls 4", "6, rolls 4", "5, rolls 6",
    ]  # fmt: skip
    assert has(m, state(m).spent, "t_cr1")


def test_the_second_round_of_the_illustrated_space_combat() -> None:
    m, log = tried("1_space_combat_again")
    assert [where(m, p) for p in ("t_cr1", "i_b2_1", "i_dd1")] == ["none", "lost", "junction"]
    shots = [line.split("needs ")[1] for line in log if "fires" in line]
    assert shots == ["6, rolls 6", "4, rolls 5"]
    assert state(m).battle == -1


def test_the_illustrated_bombardment() -> None:
    m, log = tried("2_bombardment")
    assert has(m, state(m).neutral, "i_troop_741") and not has(m, state(m).neutral, "i_o1")
    assert [where(m, p) for p in ("t_b1", "t_dd1", "t_mb1")] == ["shuruppak", "none", "shuruppak"]
    assert [line.split(": ")[1] for line in log if "fires at" in line] == [
        "1, needs 2 or less", "2, needs 1 or less", "3, needs 2 or less",
    ]  # fmt: skip


def test_the_illustrated_surface_combat() -> None:
    m, log = tried("3_surface_combat")
    gone = ("t_troop_1", "i_troop_982", "i_troop_60", "i_troop_36")
    assert all(where(m, p) == "none" for p in gone)
    assert all(where(m, p) == "shuruppak_surface" for p in ("t_troop_3", "t_troop_23", "i_troop_741", "i_o1"))
    attacks = [line for line in log if "needs" in line]
    assert [line.split(", ", 1)[1] for line in attacks] == [
        "-1: 2, needs 2 or less", "1: 1, needs 4 or less", "1: 2, needs 4 or less", "-1: 2, needs 2 or less",
        "-1: 4, needs 2 or less",
    ]  # fmt: skip
    assert attacks[0].startswith("Terran Troop 3 on Imperial Jump Troop 60")
    assert not any(line.startswith("Imperial Jump Troop 60 on") for line in attacks)
    assert state(m).battle == -1


def test_the_tanker_at_sirius() -> None:
    m, _ = tried("4_tanker")
    assert where(m, "t_sc1") == where(m, "t_ao1") == "markhashi"
    assert not state(m).dry >> PIECE["t_sc1"] & 1


TOOLS = Path(__file__).parents[2] / "tools"


def tool(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, TOOLS / name / "build.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_lessons_are_what_their_tool_writes(tmp_path: Path) -> None:
    builder = tool("imperium_lessons")
    shipped = builder.OUT
    builder.OUT = tmp_path
    builder.main()
    written = {file.name: file.read_text() for file in tmp_path.iterdir()}
    assert written == {file.name: file.read_text() for file in shipped.iterdir()} and len(written) == len(LESSONS)


def test_the_map_is_what_its_tool_writes(tmp_path: Path) -> None:
    builder = tool("imperium_map")
    shipped = builder.OUT
    builder.OUT = tmp_path / "map.json"
    builder.main()
    assert json.loads(builder.OUT.read_text()) == json.loads(shipped.read_text())
