"""Bots at the table: they answer, they finish games, and a bot that fails or dawdles doesn't hold up the match."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from grognard import bots
from grognard.server.app import create_app
from grognard.server.bots import Worker
from grognard.server.botworker import Job
from server.helpers import Player, make, settings_for

Client = TestClient[Any]


def wait_for_turn(player: Player, seconds: float = 30) -> Any:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        state = player.state()
        if state["status"] == "over" or state["decision"]:
            return state
        time.sleep(0.02)
    raise AssertionError("the bot has not moved")


@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_a_game_against_a_bot_comes_to_its_end(client: Client, bot: str) -> None:
    [player] = make(client, "me", f"bot:{bot}")
    while True:
        state = wait_for_turn(player)
        if state["status"] == "over":
            break
        player.play(player.state()["decision"]["actions"][0]["text"])
    assert state["result"]["level"] in {"draw", "total"}
    updates = player.get("/updates", since=state["seq"] - 20)["updates"]
    assert any(u["bot"] and u["side"] == "blue" for u in updates)


def test_bots_alone_play_to_the_end(client: Client) -> None:
    answer = client.post(
        "/api/matches",
        json={
            "game": "tiny",
            "scenario": "duel",
            "seats": [{"sides": [s], "holder": "bot", "bot": "random"} for s in ("red", "blue")],
        },
    )
    assert answer.json()["token"] == ""  # a secret that fits no seat would be refused
    spectator = Player(client, answer.json()["match"], None)
    until = time.monotonic() + 30
    while spectator.state()["status"] != "over":
        assert time.monotonic() < until
        time.sleep(0.02)


def test_a_bot_agrees_to_undo_but_not_to_draws(client: Client) -> None:
    [player] = make(client, "me", "bot:random")
    player.play("bid 3")
    state = wait_for_turn(player)
    assert player.post("/draw", {"expect": state["step"]}, 409)["code"] == "not_now"
    update = player.post("/undo", {"expect": state["step"]})
    assert (update["type"], update["actions"]) == ("undo", 0 if state["actions"] < 2 else update["actions"])


def test_a_legal_move_stands_in_for_a_bot_that_fails(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: Worker, job: Job) -> list[str]:
        raise TimeoutError("too slow")

    monkeypatch.setattr(Worker, "ask", fail)
    with TestClient(create_app(settings_for(f"sqlite:///{tmp_path}/a.sqlite3"))) as client:
        [player] = make(client, "me", "bot:greedy")
        player.play("bid 3")
        assert wait_for_turn(player)["actions"] >= 2


@pytest.mark.parametrize("how", ["bad", "dies", "hangs", "raises", "ends", "cheats"])
def test_a_bot_that_goes_wrong_holds_up_nobody(new_database: str, monkeypatch: pytest.MonkeyPatch, how: str) -> None:
    """In a real process: a legal move stands in, and the next game's bot plays as if nothing had been."""
    monkeypatch.setattr("grognard.server.bots.SLACK", 0.3)
    monkeypatch.setattr(bots, "BOTS", bots.BOTS.copy())
    settings = settings_for(new_database, bot_seconds=0.3, extra_games={"tiny": "server.bad_bots"})
    with TestClient(create_app(settings)) as client:
        client.get("/api/games/tiny")  # reads the game, and with it the bots
        [player] = make(client, "me", f"bot:{how}")
        player.play("bid 3")
        assert wait_for_turn(player)["actions"] >= 2
        [other] = make(client, "me", "bot:random")
        other.play("bid 3")
        assert wait_for_turn(other)["actions"] >= 2


def test_a_worker_that_dawdles_is_ended_and_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("grognard.server.bots.CATCH_UP", 0.3)
    worker = Worker({})
    job = Job(None, [], [], "red", "random", 5)  # type: ignore[arg-type]
    try:
        with pytest.raises(RuntimeError):
            worker.ask(job)  # it has started, and says what is wrong with the job
        assert worker._process is not None
        os.kill(worker._process.pid, signal.SIGSTOP)
        with pytest.raises(TimeoutError):
            worker.ask(replace(job, seconds=0.1))
        assert worker._process is None
        with pytest.raises(RuntimeError):
            worker.ask(job)
    finally:
        worker.end()


def test_every_bot_of_the_registry_is_offered(client: Client) -> None:
    assert [b["name"] for b in client.get("/api/bots").json()] == bots.names()
