"""The live socket: hello, updates as they come, resuming, two tabs, bad messages, two processes on one PostgreSQL."""

from __future__ import annotations

import asyncio
import json
import time
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient
from websockets.sync.client import connect

from grognard.server.app import create_app
from grognard.server.store import Entry, Store
from server.helpers import Player, make, settings_for
from server.process import Server

Client = TestClient[Any]


class Live:
    """A live socket of the test client."""

    def __init__(self, player: Player, **hello: Any) -> None:
        self._context = player.client.websocket_connect(f"/api/matches/{player.match}/live")
        self.socket = self._context.__enter__()
        self.socket.send_json({"hello": {"token": player.token, **hello}})

    def next(self, kind: str) -> Any:
        """The next message of that kind; who comes and goes is skipped."""
        while True:
            message = self.socket.receive_json(timeout=10)
            if message["type"] != "here" or kind == "here":
                assert message["type"] == kind, message
                return message

    def close(self) -> None:
        self._context.__exit__(None, None, None)


def test_hello_brings_the_state_and_then_every_update(client: Client) -> None:
    red, blue = make(client, "me", "link")
    live = Live(red)
    hello = live.next("hello")
    assert hello["state"] == red.state()
    blue.play("bid 2")
    update = live.next("update")["update"]
    assert (update["side"], update["action"]) == ("blue", None)
    assert [e["text"] for e in update["events"]] == ["Blue has bid"]
    assert update["decision"]["side"] == "red"
    live.close()


def test_two_tabs_of_one_match_agree(client: Client) -> None:
    [player] = make(client)
    tabs = [Live(player, side="red"), Live(player, side="red")]
    for tab in tabs:
        tab.next("hello")
    answer = player.play("bid 1", "red")
    assert [tab.next("update")["update"] for tab in tabs] == [answer, answer]
    for tab in tabs:
        tab.close()


def test_a_client_that_was_away_gets_what_it_missed(client: Client) -> None:
    red, blue = make(client, "me", "link")
    seen = red.state()["seq"]
    red.play("bid 3")
    blue.play("bid 1")
    red.play("move r1 to p1")
    red.post("/undo", {"expect": 3})
    live = Live(red, since=seen)
    assert live.next("hello") == {"type": "hello", "seq": seen + 4, "state": None}
    missed = [live.next("update")["update"] for _ in range(4)]
    assert [u["seq"] for u in missed] == [seen + n for n in (1, 2, 3, 4)]
    assert missed == red.get("/updates", since=seen)["updates"]
    live.close()


def test_who_is_far_behind_gets_the_state(client: Client) -> None:
    [player] = make(client)
    live = Live(player, since=10**6)
    assert live.next("hello")["state"]["seq"] == player.state()["seq"]
    live.close()


def test_hot_seat_looks_through_the_other_side(client: Client) -> None:
    [player] = make(client)
    live = Live(player, side="red")
    live.next("hello")
    live.socket.send_json({"side": "blue"})
    assert live.next("hello")["state"]["view"]["viewer"] == "blue"
    player.play("bid 1", "red")
    assert live.next("update")["update"]["events"][0]["text"] == "Red has bid"
    live.close()


def test_presence_is_told(client: Client) -> None:
    red, blue = make(client, "me", "link")
    live = Live(red)
    live.next("hello")
    assert live.next("here") == {"type": "here", "sides": ["red"], "watching": 0}
    other = Live(blue)
    other.next("hello")
    while live.next("here")["sides"] != ["blue", "red"]:
        pass
    other.close()
    while live.next("here")["sides"] != ["red"]:
        pass
    live.close()


def test_ping_is_answered(client: Client) -> None:
    [player] = make(client)
    live = Live(player)
    live.next("hello")
    live.socket.send_json({"ping": 1})
    live.next("pong")
    live.close()


@pytest.mark.parametrize(
    ("message", "code"),
    [
        ('{"hello": {"token": "wrong-wrong-wrong"}}', 4401),
        ('{"ping": 1}', 4400),
        ("nonsense", 4400),
        ('{"hello": {"side": "red"}}', 4403),
        ('{"hello": {}, "ping": 1}', 4400),
        ('{"hello": {"token": "' + "x" * 5000 + '"}}', 4400),
        ('{"surprise": 1}', 4400),
    ],
)
def test_a_bad_first_message_closes_the_socket_with_a_reason(client: Client, message: str, code: int) -> None:
    [player] = make(client)
    with client.websocket_connect(f"/api/matches/{player.match}/live") as socket:
        socket.send_text(message)
        assert socket.receive_json(timeout=10)["type"] == "error"
        with pytest.raises(WebSocketDisconnect) as closed:
            socket.receive_json(timeout=10)
        assert closed.value.code == code


def test_a_client_that_sends_without_end_is_cut_off(client: Client) -> None:
    [player] = make(client)
    live = Live(player)
    live.next("hello")
    for _ in range(60):
        live.socket.send_json({"ping": 1})
    kinds = []
    with pytest.raises(WebSocketDisconnect) as closed:
        while True:
            kinds.append(live.socket.receive_json(timeout=10)["type"])
    assert closed.value.code == 4429
    assert kinds.count("pong") < 30
    assert kinds[-1] == "error"


def test_an_unknown_match_closes_the_socket(client: Client) -> None:
    with client.websocket_connect("/api/matches/nothing/live") as socket:
        socket.send_json({"hello": {}})
        assert socket.receive_json(timeout=10)["code"] == "unknown"


def test_an_address_holds_only_so_many_sockets(new_database: str) -> None:
    with TestClient(create_app(settings_for(new_database, sockets=2))) as client:
        [player] = make(client)
        open_ones = [Live(player), Live(player)]
        for live in open_ones:
            live.next("hello")
        third = Live(player)
        assert third.socket.receive_json(timeout=10)["code"] == "too_many"
        third.close()
        for live in open_ones:
            live.close()


@pytest.mark.parametrize("new_database", ["postgresql"], indirect=True)
def test_two_processes_serve_one_match(new_database: str) -> None:
    """Moves go to one server and the other in turn; a listener at the second hears every one, in order, in time."""
    with Server(new_database) as one, Server(new_database) as two:
        match, [token] = one.new("me", "me")
        with connect(f"ws://127.0.0.1:{two.port}/api/matches/{match}/live") as socket:
            socket.send(json.dumps({"hello": {"token": token, "side": "red"}}))
            seq = _next(socket, "hello")["seq"]
            bids = [("red", "bid 1"), ("blue", "bid 0")]
            moves = bids + [("red", f"move r1 to p{(n + 1) % 2}") for n in range(30)]
            waits = []
            for step, (side, action) in enumerate(moves):
                server = (one, two)[step % 2]
                server.post(f"/api/matches/{match}/play", token, {"action": action, "expect": step, "side": side})
                sent = time.monotonic()
                update = _next(socket, "update")["update"]
                waits.append(time.monotonic() - sent)
                assert (update["seq"], update["step"]) == (seq + step + 1, step + 1)
            assert sorted(waits)[len(waits) // 2] < 0.5
        assert one.state(match, token, "red") == two.state(match, token, "red")


def _next(socket: Any, kind: str) -> Any:
    while True:
        message = json.loads(socket.recv(timeout=10))
        if message["type"] == kind:
            return message


def test_a_match_continued_behind_the_servers_back_is_read_anew(alone: Client, new_database: str) -> None:
    """Somebody else has stored an entry: the next move is refused as stale, and listeners hear what they missed."""
    red, blue = make(alone, "me", "link")
    live = Live(blue)
    seq = live.next("hello")["seq"]

    async def move() -> None:
        store = Store(new_database)
        entry = Entry(seq + 1, 1, 0, "play", "red", "bid 3", None, False, 7)
        await store.append(red.match, seq, [entry], {"seq": seq + 1, "step": 1})
        await store.close()

    asyncio.run(move())
    assert blue.play("bid 0", expect=0, status=409)["step"] == 1
    assert live.next("update")["update"]["side"] == "red"
    assert blue.play("bid 0", expect=1)["step"] == 2
    assert live.next("update")["update"]["side"] == "blue"
    live.close()
