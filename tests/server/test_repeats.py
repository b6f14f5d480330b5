"""A click that comes twice, or fifty times, or again after a lost connection counts once and is answered the same."""

from __future__ import annotations

import json
import socket
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx
import pytest
from litestar.testing import TestClient

from server.helpers import Player, make
from server.process import Server

Client = TestClient[Any]


def bytes_of(player: Player, path: str, body: dict[str, Any]) -> bytes:
    answer = player.client.post(f"/api/matches/{player.match}{path}", json=body, headers=player.headers)
    assert answer.status_code == 200, answer.text
    return answer.content


def twice(player: Player, path: str, **body: Any) -> Any:
    """The same command sent two times: one answer, one change."""
    first = bytes_of(player, path, body)
    again = bytes_of(player, path, body)
    assert again == first
    assert player.get()["seq"] == json.loads(first)["seq"]
    return json.loads(first)


def test_every_command_sent_twice_counts_once(client: Client) -> None:
    red, blue = make(client, "me", "link")
    twice(red, "/play", action="bid 1", expect=0)
    twice(blue, "/play", action="bid 0", expect=0)
    twice(red, "/play", action="move r1 to p1", expect=2)
    twice(red, "/undo", expect=3)
    twice(red, "/undo", expect=4)  # not a pick: the other is asked
    twice(blue, "/answer", expect=4, agree=False)
    twice(red, "/undo", expect=4)
    assert twice(blue, "/answer", expect=4, agree=True)["type"] == "undo"
    assert red.state()["step"] == 5
    twice(red, "/draw", expect=5)
    twice(blue, "/answer", expect=5, agree=False)
    twice(blue, "/resign", expect=5)


def test_talk_sent_twice_is_said_once(client: Client) -> None:
    red, blue = make(client, "me", "link")
    twice(red, "/talk", text="hello", nonce="n1")
    twice(blue, "/talk", text="hello", nonce="n1", to=["red"])  # of another seat: not the same
    twice(red, "/talk", text="hello", nonce="n2")
    red.post("/talk", {"text": "hello"})
    assert [t["name"] for t in blue.state()["talk"]] == ["red", "blue", "red", "red"]
    assert red.post("/talk", {"text": "other words", "nonce": "n2"}, 400)["where"] == "nonce"


def test_an_agreed_draw_sent_twice_is_answered_the_same(client: Client) -> None:
    red, blue = make(client, "me", "link")
    twice(red, "/draw", expect=0)
    assert twice(blue, "/answer", expect=0, agree=True)["status"] == "over"


@pytest.mark.parametrize("new_database", ["sqlite", "postgresql"], indirect=True)
def test_fifty_clicks_at_once_count_once(new_database: str) -> None:
    with Server(new_database) as server, ThreadPoolExecutor(50) as pool:
        match, [token] = server.new("me", "me")
        headers = {"Authorization": f"Bearer {token}"}
        path = f"http://127.0.0.1:{server.port}/api/matches/{match}/play"

        def click(body: dict[str, Any]) -> httpx.Response:
            return httpx.post(path, json=body, headers=headers, timeout=60)

        same = list(pool.map(click, [{"side": "red", "action": "bid 1", "expect": 0}] * 50))
        assert {(a.status_code, a.content) for a in same} == {(200, same[0].content)}
        assert server.state(match, token, "red")["actions"] == 1
        server.post(f"/api/matches/{match}/play", token, {"side": "blue", "action": "bid 0", "expect": 1})
        moves = [{"side": "red", "action": f"move r1 to p{1 + n % 2 * 4}", "expect": 2} for n in range(50)]
        answers = list(pool.map(click, moves))
        assert server.state(match, token, "red")["actions"] == 3
        taken = {a.content for a in answers if a.status_code == 200}
        assert len(taken) == 1
        assert {a.status_code for a in answers} <= {200, 409, 422}


def test_a_click_whose_answer_was_lost_is_sent_again(tmp_path: Path) -> None:
    """The connection breaks before the answer, or the server is killed after it: the same command gets it still."""
    server = Server(f"sqlite:///{tmp_path}/a.sqlite3")
    with server:
        match, [token] = server.new("me", "me")
        body = {"side": "red", "action": "bid 1", "expect": 0}
        content = json.dumps(body).encode()
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(
                f"POST /api/matches/{match}/play HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
                f"Authorization: Bearer {token}\r\nContent-Length: {len(content)}\r\n\r\n".encode()
                + content
            )
        first = server.post(f"/api/matches/{match}/play", token, body)
        assert server.state(match, token, "red")["actions"] == 1
        server.kill()
        server.start()
        assert server.post(f"/api/matches/{match}/play", token, body) == first
        assert server.state(match, token, "red")["actions"] == 1
