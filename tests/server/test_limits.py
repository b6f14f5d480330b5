"""Limits, headers, the shelf, and the pages of the built client."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from litestar.exceptions import WebSocketDisconnect
from litestar.testing import TestClient

import grognard
from grognard.server.app import create_app
from grognard.server.limits import Buckets
from grognard.server.schema import schema
from grognard.server.settings import Settings
from server.helpers import make, settings_for

Client = TestClient[Any]
ROOT = Path(__file__).parents[2]


def test_a_bucket_runs_dry_and_fills_again() -> None:
    now = [0.0]
    buckets = Buckets(rate=2, burst=3, clock=lambda: now[0])
    assert [buckets.take("a") for _ in range(3)] == [0, 0, 0]
    assert buckets.take("a") == pytest.approx(0.5)
    assert buckets.take("b") == 0
    now[0] = 0.5
    assert buckets.take("a") == 0
    assert buckets.take("a") > 0


def test_buckets_forget_the_oldest() -> None:
    buckets = Buckets(rate=1, burst=1, clock=lambda: 0.0, most=2)
    for key in "abc":
        buckets.take(key)
    assert buckets.take("b") > 0
    assert buckets.take("a") == 0


def test_who_asks_too_often_is_refused(new_database: str) -> None:
    settings = settings_for(new_database, requests_a_second=0.001, burst=3)
    with TestClient(create_app(settings)) as client:
        answers = [client.get("/api/health") for _ in range(5)]
    assert [a.status_code for a in answers] == [200, 200, 200, 429, 429]
    assert answers[-1].json()["code"] == "too_many"
    assert int(answers[-1].headers["retry-after"]) > 0


def test_sockets_that_open_too_often_are_not_opened(new_database: str) -> None:
    with TestClient(create_app(settings_for(new_database, burst=2, requests_a_second=0.001))) as client:
        [player] = make(client)
        with pytest.raises(WebSocketDisconnect), client.websocket_connect(f"/api/matches/{player.match}/live"):
            pass


def test_matches_and_talk_are_limited_too(new_database: str) -> None:
    with TestClient(create_app(settings_for(new_database, creations_a_minute=1, talk_a_minute=1))) as client:
        [player] = make(client)
        assert client.post("/api/matches", json={"game": "tiny", "scenario": "duel"}).status_code == 429
        player.post("/talk", {"text": "one"})
        assert player.post("/talk", {"text": "two"}, 429)["code"] == "too_many"


def test_a_large_body_is_refused(client: Client) -> None:
    answer = client.post("/api/matches", content=b"x" * 70_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")
    answer = client.post("/api/matches/import", content=b"x" * 2_200_000)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


def test_every_answer_has_the_security_headers(client: Client) -> None:
    for path in ("/", "/api/health", "/api/nothing", "/m/abc"):
        headers = client.get(path).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe-inline" not in headers["content-security-policy"].partition("script-src")[2].partition(";")[0]
        assert headers["x-content-type-options"] == "nosniff"


# --- the shelf


def test_the_games_are_on_the_shelf(client: Client) -> None:
    names = [g["id"] for g in client.get("/api/games").json()]
    assert names == sorted([*grognard.games(), "tiny"])


@pytest.mark.parametrize("name", grognard.games())
def test_every_game_tells_all_of_itself(client: Client, name: str) -> None:
    info = client.get(f"/api/games/{name}").json()
    assert info["scenarios"]
    for scenario in info["scenarios"]:
        board = client.get(f"/api/games/{name}/board", params={"scenario": scenario["id"]})
        assert board.status_code == 200
    for part in ("charts", "notes", "rules", "lessons"):
        assert client.get(f"/api/games/{name}/{part}").status_code == 200
    for chart in info["charts"]:
        assert client.get(f"/api/games/{name}/charts/{chart}").status_code == 200
    for lesson in info["lessons"]:
        assert client.get(f"/api/games/{name}/lessons/{lesson['id']}").json()["text"]
        assert client.post(f"/api/games/{name}/lessons/{lesson['id']}/play").status_code == 201


def test_what_stays_the_same_is_sent_once(client: Client) -> None:
    first = client.get("/api/games/tiny")
    again = client.get("/api/games/tiny", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")


def test_the_rules_are_read_from_the_ledger(new_database: str, tmp_path: Path) -> None:
    head = "# Tiny\n| clause | in our words | where | test |\n|---|---|---|---|\n"
    (tmp_path / "tiny.md").write_text(head + "| 1.1 | Bid \\| pass. | `a.py` | t |\n")
    with TestClient(create_app(settings_for(new_database, rules=tmp_path))) as client:
        assert client.get("/api/games/tiny/rules").json() == [
            {"clause": "1.1", "text": "Bid | pass.", "where": "`a.py`"}
        ]


def test_the_schema_names_what_the_client_needs() -> None:
    found = json.loads(schema())
    assert {"State", "Update", "Change", "Decision", "View", "Error", "NewMatch"} <= set(found["components"]["schemas"])
    assert "/api/matches/{match}/play" in found["paths"]


def test_the_clients_types_are_those_of_the_schema() -> None:
    """Every type and field of the wire stands in the generated file: who changes the wire runs `npm run types`."""
    generated = (ROOT / "web" / "src" / "wire" / "schema.d.ts").read_text("utf-8")
    schemas = json.loads(schema())["components"]["schemas"]
    for name, one in schemas.items():
        body = generated.partition(f"    {name}: {{\n")[2].partition("\n    };")[0]
        assert body, f"{name} is missing"
        for field in one.get("properties", {}):
            assert re.search(rf"^      {field}\??: ", body, re.MULTILINE), f"{name}.{field} is missing"


def test_the_wire_is_described_route_by_route() -> None:
    """docs/wire.md names every route that the server has, and no other."""
    text = (ROOT / "docs" / "wire.md").read_text("utf-8")
    written = set(re.findall(r"`(GET|POST) (/[^`?\s]*)", text))
    there = {
        (
            method.upper(),
            path.removeprefix("/api").replace("{match}", "{id}").replace("/lessons/{lesson}", "/lessons/{id}"),
        )
        for path, methods in json.loads(schema())["paths"].items()
        for method in methods
    }
    assert written == there


# --- pages


@pytest.fixture
def built(new_database: str, tmp_path: Path) -> Any:
    static = tmp_path / "static"
    (static / "assets").mkdir(parents=True)
    (static / "index.html").write_text("<!doctype html>the client")
    (static / "assets" / "app.js").write_text("1")
    (tmp_path / "private.txt").write_text("secret")
    with TestClient(create_app(settings_for(new_database, static=static))) as client:
        yield client


def test_the_client_is_served_for_its_own_paths(built: Client) -> None:
    for path in ("/", "/m/abc123", "/games/tiny"):
        answer = built.get(path)
        assert (answer.status_code, answer.text) == (200, "<!doctype html>the client")
        assert answer.headers["content-type"].startswith("text/html")
    assert "immutable" in built.get("/assets/app.js").headers["cache-control"]
    assert built.get("/assets/gone.js").status_code == 404


@pytest.mark.parametrize(
    "path", ["/../private.txt", "/%2e%2e/private.txt", "/assets/../../private.txt", "/..%2fprivate.txt"]
)
def test_nothing_outside_the_client_is_served(built: Client, path: str) -> None:
    assert "secret" not in built.get(path).text


def test_without_a_built_client_the_page_says_so(new_database: str, tmp_path: Path) -> None:
    with TestClient(create_app(settings_for(new_database, static=tmp_path / "no"))) as client:
        answer = client.get("/")
    assert answer.status_code == 503
    assert "has not been built" in answer.text


def test_settings_come_from_the_environment_and_flags_win(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GROGNARD_PORT", "9000")
    monkeypatch.setenv("GROGNARD_PROXIES", "10.0.0.1, 10.0.0.2")
    monkeypatch.setenv("GROGNARD_EXTRA_GAMES", "tiny=core.tiny")
    settings = Settings.from_environment(host="0.0.0.0")
    assert (settings.port, settings.host, settings.extra_games) == (9000, "0.0.0.0", {"tiny": "core.tiny"})
    assert settings.proxies == {"10.0.0.1", "10.0.0.2"}
    assert Settings.from_environment(port=1).port == 1
    monkeypatch.setenv("GROGNARD_PORT", "many")
    with pytest.raises(SystemExit, match="GROGNARD_PORT"):
        Settings.from_environment()


def test_a_large_page_is_packed_once(client: Client) -> None:
    path = "/api/games/invasion_america/board"
    packed = client.get(path, headers={"Accept-Encoding": "gzip"})
    plain = client.get(path, headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.json() == plain.json()
    assert int(packed.headers["content-length"]) * 4 < len(plain.content)
