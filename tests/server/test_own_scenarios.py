"""Scenarios of one's own over the wire: checked as they are sent, played, kept, and taken along in records."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from grognard.server.app import create_app
from server.helpers import Player, settings_for

OWN = """
name = "raid"
title = "A raid"
aim = "Hold the south."
turns = 2
victory = { kind = "hold", points = 470 }
[[order]]
force = "esc"
units = { infantry = 2 }
area = ["cuba"]
[[order]]
force = "usa"
units = { militia = 3 }
area = ["usa"]
"""


@pytest.fixture(scope="module")
def client(empty_store: Path) -> Any:
    file = empty_store.with_name("own.sqlite3")
    file.write_bytes(empty_store.read_bytes())
    with TestClient(create_app(settings_for(f"sqlite:///{file}"))) as client:
        yield client


def test_its_card_is_told_before_anyone_plays(client: TestClient[Any]) -> None:
    assert client.get("/api/games/invasion_america").json()["own"] is True
    assert client.get("/api/games/imperium").json()["own"] is False
    answer = client.post("/api/games/invasion_america/scenarios", json={"documents": [OWN]})
    assert answer.status_code == 200, answer.text
    [card] = answer.json()
    assert (card["id"], card["title"], card["turns"], card["sides"]) == ("raid", "A raid", 2, ["us", "esc"])


def test_a_wrong_one_is_refused_by_line_and_field(client: TestClient[Any]) -> None:
    wrong = OWN.replace("infantry = 2", "tank = 2")
    for path, more in (("games/invasion_america/scenarios", {}), ("matches", {"game": "invasion_america"})):
        body = {"documents": [wrong], **({"scenario": "raid", **more} if more else {})}
        answer = client.post(f"/api/{path}", json=body)
        assert answer.status_code == 400 and answer.json()["where"] == "documents"
        assert "line 9, order 1.units.tank: no such type" in answer.json()["error"]
    answer = client.post("/api/games/imperium/scenarios", json={"documents": [OWN]})
    assert answer.status_code == 400 and "takes no scenarios" in answer.json()["error"]


def test_it_is_played_kept_and_taken_along(client: TestClient[Any]) -> None:
    wish = {"game": "invasion_america", "scenario": "raid", "documents": [OWN]}
    made = client.post("/api/matches", json=wish)
    assert made.status_code == 201, made.text
    player = Player(client, made.json()["match"], made.json()["token"])
    assert player.post("/join")["status"] == "live"
    player.play("deploy rest", "esc")
    info = player.get()
    assert (info["scenario"], info["scenario_title"], info["aim"]) == ("raid", "A raid", "Hold the south.")
    assert len(player.get("/board")["places"]) > 4408
    record = player.get("/record")["record"]
    again = client.post("/api/matches/import", json={"record": record})
    assert again.status_code == 201, again.text
    branch = client.post(f"/api/matches/{player.match}/branch", json={}, headers=player.headers)
    assert branch.status_code == 201, branch.text
    for copy in (again.json(), branch.json()):
        other = Player(client, copy["match"], copy["token"])
        assert other.state()["view"]["scenario"] == "raid"
        other.play("done", "esc")


def test_a_restarted_server_finds_it_again(empty_store: Path) -> None:
    file = empty_store.with_name("again.sqlite3")
    file.write_bytes(empty_store.read_bytes())
    settings = settings_for(f"sqlite:///{file}")
    with TestClient(create_app(settings)) as client:
        wish = {"game": "invasion_america", "scenario": "raid", "documents": [OWN]}
        made = client.post("/api/matches", json=wish).json()
        Player(client, made["match"], made["token"]).post("/join")
    with TestClient(create_app(settings)) as client:
        assert Player(client, made["match"], made["token"]).state()["view"]["scenario"] == "raid"


def test_no_summits_are_held_in_one_hand(client: TestClient[Any]) -> None:
    wish: dict[str, Any] = {"game": "invasion_america", "scenario": "early_assault"}
    wish["options"] = {"players": 4, "summits": True}
    sides = ("sau", "pal", "esc", "us")
    for holders, talks in (
        (("me", "me", "me", "me"), False),
        (("me", "bot", "bot", "bot"), False),
        (("me", "link", "bot", "bot"), True),
        (("bot", "link", "link", "bot"), True),
    ):
        seats = [
            {"sides": [side], "holder": holder, "bot": "greedy" if holder == "bot" else None}
            for side, holder in zip(sides, holders, strict=True)
        ]
        made = client.post("/api/matches", json={**wish, "seats": seats}).json()
        token = made["token"] if made["sides"] else made["links"][0]["token"]
        info = Player(client, made["match"], token).get()
        assert info["options"]["summits"] is talks, holders
