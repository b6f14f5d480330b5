"""Pages of other sites, senders that dawdle, paths and bodies that are none: each is refused, and holds up nobody."""

from __future__ import annotations

import gc
import socket
import threading
import time
from typing import Any

import pytest
import uvicorn
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

from grognard.server import limits, serving
from grognard.server.app import create_app
from grognard.server.shelf import Shelf
from server.helpers import make, settings_for

Client = TestClient[Any]
DUEL = {"game": "tiny", "scenario": "duel"}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "http://testserver.local"}, 201),
        ({"Origin": "https://TestServer.local:443"}, 201),  # the proxy speaks TLS
        ({"Origin": "https://evil.example"}, 403),
        ({"Origin": "http://testserver.local.evil.example"}, 403),
        ({"Origin": "http://testserver.local:8000"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "https://evil.example", "X-Forwarded-Host": "evil.example"}, 403),
        ({"Origin": "https://friend.example"}, 201),
    ],
)
def test_only_our_own_pages_may_act(new_database: str, headers: dict[str, str], status: int) -> None:
    settings = settings_for(new_database, origins=frozenset({"https://friend.example"}))
    with TestClient(create_app(settings)) as client:
        answer = client.post("/api/matches", json=DUEL, headers=headers)
        assert answer.status_code == status
        assert status == 201 or answer.json()["code"] == "foreign"
        [player] = make(client)
        live = f"/api/matches/{player.match}/live"
        if status == 201:
            with client.websocket_connect(live, headers=headers) as one:
                one.send_json({"hello": {}})
                assert one.receive_json(timeout=10)["type"] == "hello"
        else:
            with pytest.raises(WebSocketDisconnect), client.websocket_connect(live, headers=headers):
                pass
        assert client.get(f"/api/matches/{player.match}/state", headers=headers).status_code == 200


def test_a_proxy_says_under_which_name_people_came(new_database: str) -> None:
    headers = {"Origin": "https://play.example", "X-Forwarded-Host": "play.example"}
    for proxies, status in ((frozenset({"testclient"}), 201), (frozenset[str](), 403)):
        with TestClient(create_app(settings_for(new_database, proxies=proxies))) as client:
            assert client.post("/api/matches", json=DUEL, headers=headers).status_code == status


@pytest.mark.parametrize("path", ["/%00", "/assets/%00.js", "/" + "a" * 5000, "/m/" + "a" * 300, "/%ff%fe", "/C:/x"])
def test_a_path_that_can_be_no_file_is_no_failure(client: Client, path: str) -> None:
    assert client.get(path).status_code in {200, 404, 503}  # the client's page, where it has been built


def test_the_head_of_an_answer_can_be_asked_for(client: Client) -> None:
    whole, head = client.get("/api/games"), client.head("/api/games")
    assert (head.status_code, head.headers["etag"]) == (200, whole.headers["etag"])
    assert client.head("/api/nothing").status_code == 404


def test_a_method_that_is_not_taken_is_named(client: Client) -> None:
    for method, path, allowed in (("PUT", "/api/games", {"GET"}), ("DELETE", "/api/matches", {"GET", "POST"})):
        answer = client.request(method, path)
        assert (answer.status_code, answer.json()["code"]) == (405, "no_method")
        assert allowed == set(answer.headers["allow"].split(", ")) - {"OPTIONS"}
    assert client.request("POST", "/m/abc").status_code == 405


@pytest.mark.parametrize(
    ("body", "words"),
    [
        (b'{"game":"\xff\xfe"}', "UTF-8"),
        (b'{"game":"\xed\xa0\x80"}', "UTF-8"),
        (b"[" * 60_000, "deep"),
        (b'{"game":"tiny","options":' + b'{"a":' * 9000 + b"1" + b"}" * 9001, "deep"),
    ],
)
def test_a_body_that_is_no_text_or_has_no_end_is_refused(client: Client, body: bytes, words: str) -> None:
    answer = client.post("/api/matches", content=body)
    assert (answer.status_code, answer.json()["code"], answer.json()["where"]) == (400, "bad_input", "body")
    assert words in answer.json()["error"]


def test_a_page_of_the_shelf_is_kept_once(client: Client) -> None:
    """However many slashes it is asked with: memory doesn't grow with strangers' spelling."""
    kept: list[Shelf] = [one for one in gc.get_objects() if isinstance(one, Shelf)]
    client.get("/api/games/tiny")
    before = [len(shelf._pages) for shelf in kept]
    assert client.get("/api///games//tiny/").headers["etag"] == client.get("/api/games/tiny").headers["etag"]
    assert [len(shelf._pages) for shelf in kept] == before


# --- slow on purpose


@pytest.fixture
def port(new_database: str, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A server on a real port that is soon out of patience."""
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.5)
    monkeypatch.setattr(serving, "HEAD_SECONDS", 0.5)
    listener = serving.listen("127.0.0.1", 0)
    server = serving._Server(uvicorn.Config(create_app(settings_for(new_database)), log_level="error"), "", False)
    thread = threading.Thread(target=server.run, kwargs={"sockets": [listener]})
    thread.start()
    while not server.started:
        time.sleep(0.01)
    yield listener.getsockname()[1]
    server.should_exit = True
    thread.join(10)
    listener.close()


@pytest.mark.parametrize(
    ("said", "drip"),
    [
        (b"", b""),
        (b"GET /api/games HTTP/1.1\r\nHost: x\r\n", b"X-More: x\r\n"),
        (b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\nGET /api/games HTTP/1.1\r\n", b"X-More: x\r\n"),
        (b"POST /api/matches HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{", b" "),
    ],
)
def test_who_dawdles_is_hung_up_on(port: int, said: bytes, drip: bytes) -> None:
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(0.2)
        line.sendall(said)
        heard, until = b"", time.monotonic() + 20
        while time.monotonic() < until:
            try:
                line.sendall(drip)
                more = line.recv(4096)
            except TimeoutError:
                continue
            except OSError:
                break
            if not more:
                break
            heard += more
        assert time.monotonic() < until
        assert (b"too_slow" in heard) == said.startswith(b"POST")


def test_who_asks_often_enough_is_left_on_the_line(port: int) -> None:
    with socket.create_connection(("127.0.0.1", port)) as line:
        line.settimeout(10)
        for _ in range(12):
            line.sendall(b"GET /api/health HTTP/1.1\r\nHost: x\r\n\r\n")
            assert line.recv(4096).startswith(b"HTTP/1.1 200")
            time.sleep(0.2)
