"""The command line: every word works, and bad input gets a clear line instead of a trace."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import grognard
from core import tiny
from core.tiny import Mercy, State
from grognard.cli.board import board_text, columns
from grognard.cli.main import main
from grognard.cli.places import lines, with_line
from grognard.cli.play import Table
from grognard.core import Frame


@pytest.fixture
def record(tmp_path: Path) -> str:
    """A match of Air-Eaters some way into its set-up."""
    match = grognard.load("air_eaters").new("introductory", seed=5)
    for _ in range(12):
        side = match.to_act[0]
        match.play(side, match.decision(side).actions[0])
    file = tmp_path / "match.record"
    file.write_text(match.save(), encoding="utf-8")
    return str(file)


def said(capsys: pytest.CaptureFixture[str]) -> str:
    return capsys.readouterr().out


def test_games_lists_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["games"]) == 0
    text = said(capsys)
    assert all(f"{name}:" in text for name in grognard.games())
    assert main(["games", "air_eaters", "--json"]) == 0
    assert json.loads(said(capsys))[0]["name"] == "air_eaters"


def test_new_writes_a_record_that_opens(tmp_path: Path) -> None:
    file = tmp_path / "new.record"
    assert main(["new", "air_eaters", "--seed", "9", "--option", "set_aside_planets=true", "--out", str(file)]) == 0
    match = grognard.open_record(file.read_text())
    assert match.setup.options["set_aside_planets"] is True


def test_show_actions_and_replay_speak_of_the_same_match(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", record, "--side", "terran"]) == 0
    assert "The Air-Eaters Strike Back, Introductory Game" in said(capsys)
    assert main(["show", record, "--json"]) == 0
    assert json.loads(said(capsys))["viewer"] is None
    assert main(["actions", record, "--json"]) == 0
    listed = json.loads(said(capsys))
    match = grognard.open_record(Path(record).read_text())
    assert [entry["side"] for entry in listed] == list(match.to_act)
    assert listed[0]["actions"] == [a.text for a in match.decision(match.to_act[0]).actions]
    assert main(["replay", record]) == 0
    assert "is set up at" in said(capsys)


def test_verify_proves_a_record_and_finds_a_forged_one(record: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["verify", record]) == 0
    said(capsys)
    text = Path(record).read_text()
    Path(record).write_text(text.replace("seed: 5", "seed: 5\ncommitment: 00\nsecret: no"))
    assert main(["verify", record]) == 1
    assert "NO" in said(capsys)


def test_a_position_is_written_edited_and_checked(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["position", "write", record, "--at", "8"]) == 0
    document = json.loads(said(capsys))
    file = tmp_path / "position.json"
    file.write_text(json.dumps(document))
    assert main(["position", "check", str(file)]) == 0
    assert "a position of The Air-Eaters Strike Back" in said(capsys)
    document["turn"] = "soon"
    file.write_text(json.dumps(document))
    assert main(["position", "check", str(file)]) == 1
    assert "turn: expected a whole number" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("arguments", "error"),
    [
        (["new", "chess"], "there is no game 'chess'"),
        (["new", "air_eaters", "--scenario", "war"], "has no 'war'; known are: introductory"),
        (["new", "air_eaters", "--option", "fog"], "write NAME=VALUE"),
        (["new", "air_eaters", "--option", "fog=1"], "has no option 'fog'"),
        (["show", "/nowhere/at.all"], "/nowhere/at.all: No such file"),
        (["play"], "name a game"),
        (["play", "air_eaters", "--bot", "terran"], "write SIDE=BOT"),
        (["play", "air_eaters", "--bot", "moon=greedy"], "the sides are terran, alien"),
        (["play", "air_eaters", "--bot", "terran=genius"], "there is no bot 'genius'"),
        (["fuzz", "air_eaters", "--scenario", "war"], "has no 'war'"),
        (["fuzz", "air_eaters", "--option", "fog=1"], "has no option 'fog'"),
        (["fuzz", "air_eaters", "--out", "/nowhere"], "--out /nowhere: there is no such folder"),
        (["play", "air_eaters", "--save", "/nowhere/a.record"], "/nowhere/a.record: No such file"),
        (["play", "air_eaters", "--record", "a.record"], "either a game or --record"),
    ],
)
def test_bad_input_says_what_was_expected(arguments: list[str], error: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == 1
    assert error in capsys.readouterr().err


def test_a_record_that_is_no_text_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "noise.record"
    file.write_bytes(b"\xff\xfe\x00")
    assert main(["show", str(file)]) == 1
    assert "this is no text file" in capsys.readouterr().err


def test_what_is_wrong_in_a_file_is_told_with_its_name(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.record"
    bad.write_text(Path(record).read_text().replace("terran: to", "terran: go", 1))
    for word in ("show", "actions", "replay", "verify"):
        assert main([word, str(bad)]) == 1
        assert f"{bad}: line 9: 'terran: go" in capsys.readouterr().err
    document = tmp_path / "bad.json"
    document.write_text('{"game": "air_eaters", "documents": 5}')
    assert main(["position", "check", str(document)]) == 1
    assert f"{document}: documents: expected a list of texts, found 5" in capsys.readouterr().err
    assert main(["replay", record, "--lang", "fr"]) == 1
    assert "--lang fr: The Air-Eaters Strike Back speaks en, de" in capsys.readouterr().err


@pytest.mark.parametrize("number", [["--games", "-3"], ["--minutes", "nan"], ["--minutes", "-1"], ["--steps", "x"]])
def test_numbers_that_make_no_sense_are_refused(number: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        main(["fuzz", "air_eaters", *number])
    assert number[0] in capsys.readouterr().err


def test_a_reader_who_has_had_enough_is_no_error(record: str) -> None:
    command = [sys.executable, "-m", "grognard.cli", "show", record]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(command, stdout=writing, stderr=subprocess.PIPE, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (141, b"")


def answers(monkeypatch: pytest.MonkeyPatch, *lines: str | type[BaseException]) -> None:
    """What a person types; an exception stands for Ctrl-C or Ctrl-D."""
    waiting = iter(lines)

    def answer(prompt: str = "") -> str:
        line = next(waiting, EOFError)
        if not isinstance(line, str):
            raise line
        return line

    monkeypatch.setattr("builtins.input", answer)


@pytest.mark.parametrize("stop", [KeyboardInterrupt, EOFError, "quit"])
def test_the_match_is_kept_however_one_stops(
    stop: str | type[BaseException], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "kept.record"
    answers(monkeypatch, "1", "1", "save /nowhere/x", stop)
    assert main(["play", "air_eaters", "--seed", "5", "--save", str(file)]) == 0
    assert "/nowhere/x: No such file" in said(capsys)
    assert len(grognard.open_record(file.read_text()).inputs) == 2
    answers(monkeypatch, "1", stop)
    assert main(["play", "air_eaters", "--seed", "5"]) == 0
    assert "this was not kept" in said(capsys)


class Forced(Mercy):
    """A choice with one action only: the terminal plays it by itself."""

    name = "forced"

    def actions(self, s: State, frame: Frame, side: int) -> list[tuple[int, ...]]:
        return [(tiny.verbs.done,)]

    def apply(self, s: State, frame: Frame, side: int, code: tuple[int, ...]) -> None:
        s.pop()


def test_undo_goes_back_past_what_was_played_for_want_of_a_choice(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(tiny.Moves, "apply", lambda self, s, frame, side, code: s.push("forced", side, 0))
    game = tiny.build(Forced())
    match = game.new("duel", seed=3)
    match.play("red", "bid 2")
    match.play("blue", "bid 1")
    answers(monkeypatch, "1", "undo", "done")
    assert Table(match, {}, None).run() == 0
    assert said(capsys).count("(red: done)") == 2
    assert [code for _, _, code in match.inputs[2:]] == [(tiny.verbs.done,)] * 2


def test_a_draw_is_agreed_and_a_match_given_up_in_the_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    answers(monkeypatch, "resign", "resign now")
    assert main(["play", "air_eaters", "--seed", "5"]) == 0
    text = said(capsys)
    assert "type `resign now`" in text
    assert "alien wins: resignation" in text
    answers(monkeypatch, "draw", "no", "draw", "yes")
    assert main(["play", "air_eaters", "--seed", "5"]) == 0
    assert "nobody wins: agreed draw" in said(capsys)
    answers(monkeypatch, "draw")
    assert main(["play", "air_eaters", "--seed", "5", "--bot", "alien=random"]) == 0
    assert "no draw" in said(capsys)


def test_a_match_is_played_by_number_text_and_beginning(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match = grognard.load("air_eaters").new("introductory", seed=5)
    first = match.decision("terran").actions[3].text
    lines = iter(
        ["?", "1", first, "why fire", "odds " + first, "undo", "board", "log", "list earth", "nonsense", "help", "quit"]
    )
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    file = tmp_path / "kept.record"
    assert main(["play", "air_eaters", "--seed", "5", "--save", str(file)]) == 0
    text = said(capsys)
    assert "no dice follow from that" in text
    assert "'nonsense' is no verb here" in text
    assert len(grognard.open_record(file.read_text()).inputs) == 1
    lines = iter(["1", "save", "quit"])
    assert main(["play", "--record", str(file), "--save", str(file)]) == 0
    assert len(grognard.open_record(file.read_text()).inputs) == 2


def test_two_bots_play_to_the_end_in_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "bots.record"
    bots = ["--bot", "terran=random", "--bot", "alien=random"]
    assert main(["play", "air_eaters", "--seed", "1", *bots, "--save", str(file)]) == 0
    assert "wins" in said(capsys)
    assert grognard.open_record(file.read_text()).result is not None


def test_fuzz_bench_and_duel_report(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        main(["fuzz", "air_eaters", "--scenario", "introductory", "--games", "1", "--json", "--out", str(tmp_path)])
        == 0
    )
    assert json.loads(said(capsys))["failures"] == []
    assert main(["bench", "grav_armor", "--seconds", "0.05", "--json"]) == 0
    assert all(row["decisions_per_second"] > 0 for row in json.loads(said(capsys)))
    duel = ["duel", "air_eaters", "--games", "1", "--bot", "terran=random", "--bot", "alien=random", "--json"]
    assert main(duel) == 0
    assert sum(json.loads(said(capsys)).values()) == 1


def test_notes_are_printed(capsys: pytest.CaptureFixture[str]) -> None:
    for name in grognard.games():
        assert main(["notes", name]) == 0
        assert len(said(capsys)) > 200


def test_a_scenarios_document_is_printed_to_be_copied(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("grav_armor", "invasion_america"):
        for scenario in grognard.load(name).scenarios:
            assert main(["scenario", name, scenario]) == 0
            assert tomllib.loads(capsys.readouterr().out)["name"] == scenario
    assert main(["scenario", "grav_armor", "nowhere"]) == 1
    assert "'nowhere' is no scenario of Grav Armor; there are relief_of_the_42nd" in capsys.readouterr().err
    assert main(["scenario", "imperium", "campaign"]) == 1
    assert "takes no scenarios of one's own" in capsys.readouterr().err


def test_a_scenario_of_ones_own_travels_with_its_record(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    packaged = Path(grognard.__file__).parent / "games" / "invasion_america" / "scenarios" / "northern_gate.toml"
    own = tmp_path / "own.toml"
    own.write_text(packaged.read_text().replace('name = "northern_gate"', 'name = "my_gate"'))
    record = tmp_path / "own.record"
    assert main(["new", "invasion_america", "--document", str(own), "--seed", "4", "--out", str(record)]) == 0
    match = grognard.open_record(record.read_text())
    assert match.scenario == "my_gate"
    assert main(["position", "write", str(record)]) == 0
    position = tmp_path / "own.json"
    position.write_text(said(capsys))
    assert main(["position", "check", str(position)]) == 0
    own.write_text(own.read_text().replace("turns = 6", 'turns = "six"'))
    assert main(["new", "invasion_america", "--document", str(own)]) == 1
    assert "own.toml: scenario 1, line 7, turns: expected a whole number" in capsys.readouterr().err
    assert main(["new", "air_eaters", "--document", str(packaged)]) == 1
    assert "takes no scenarios of one's own" in capsys.readouterr().err


def test_a_board_fits_the_terminal_and_follows_the_map(tmp_path: Path) -> None:
    match = grognard.load("invasion_america").new("three_pronged_invasion", seed=3)
    while match.decision(match.to_act[0]).name.startswith("deploy"):
        match.play(match.to_act[0], match.decision(match.to_act[0]).actions[-1])
    whole, narrow = board_text(match, None), board_text(match, None, 60)
    assert max(map(len, whole.splitlines())) > 200
    assert max(map(len, narrow.splitlines())) <= 60
    assert whole.split() == narrow.split()
    index = {name: number for number, name in enumerate(match.game.vocab["place"].names)}
    shown = [line.partition(": ")[0] for line in whole.splitlines()[4:]]
    order = [index[name] for name in shown if name in index]
    assert len(order) > 40 and order == sorted(order)
    assert "(control us)" in whole


def test_a_long_list_stands_in_columns() -> None:
    items = [f"{n:>3} to h{n}" for n in range(1, 8)]
    assert columns(items, None) == "\n".join(items)
    assert columns(items, 25).splitlines()[0] == "  1 to h1    5 to h5"
    assert columns(items, 25).splitlines()[-1] == "  4 to h4"
    assert columns([], 80) == ""


def test_a_field_of_a_position_is_told_with_its_line(
    record: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["position", "write", record]) == 0
    text = said(capsys)
    piece = next(iter(json.loads(text)["fields"]["each piece"]))
    frame = json.loads(text)["stack"][0][0]
    bad = tmp_path / "bad.json"
    for old, new, error in (
        ('"turn": 1', '"turn": "one"', "turn: expected a whole number"),
        (f'"{piece}": {{', f'"{piece}": {{"hat": 1,', f"fields.each piece.{piece}.hat: a piece has no 'hat'"),
        (f'"{frame}"', '"next_face"', "stack[0]: The Air-Eaters Strike Back has no decision or step 'next_face'"),
        ('"introductory"', '"introduction"', "scenario: The Air-Eaters Strike Back has no 'introduction'"),
    ):
        bad.write_text(text.replace(old, new, 1))
        line = next(n for n, one in enumerate(text.splitlines(), start=1) if old in one)
        assert main(["position", "check", str(bad)]) == 1
        told = capsys.readouterr().err
        assert told.startswith("grognard: ") and "bad.json: line " in told and error in told, told
        number = int(told.partition("bad.json: line ")[2].partition(":")[0])
        assert number == (line - 1 if "stack" in error else line), told  # of a frame, where it begins


def test_every_value_has_its_line() -> None:
    text = '{"a": {"b.c": [1,\n [2, "x:\\"{"]],\n "": {}}, "d":\n []}'
    assert lines(text) == {
        "": 1, "a": 1, "a.b.c": 1, "a.b.c[0]": 1, "a.b.c[1]": 2, "a.b.c[1][0]": 2, "a.b.c[1][1]": 2, "a.": 3, "d": 4,
    }  # fmt: skip
    assert with_line(text, "d: expected more: 5") == "line 4: d: expected more: 5"
    assert with_line(text, "position: nothing fits") == "position: nothing fits"
