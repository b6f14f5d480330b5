"""Bad input by the hundred: whatever is sent, the answer is a refusal in the one shape, and the match is as it was."""

from __future__ import annotations

import json
import random
from typing import Any
from urllib.parse import quote

import pytest
from litestar.testing import TestClient

from core import tiny
from server.helpers import make

Client = TestClient[Any]
BOTH = pytest.mark.parametrize("new_database", ["sqlite", "postgresql"], indirect=True)

ODD: list[Any] = [
    None,
    True,
    -1,
    0,
    1.5,
    2**31,
    2**63,
    10**400,
    "",
    " ",
    "\x00",
    "a\x00b",
    "\ud800",
    "\u202eevil",
    "<script>alert(1)</script>",
    "'; drop table match; --",
    "x" * 70,
    "x" * 5000,
    "none",
    "red",
    "bid 1",
    "bid 99999999999999999999999999",
    "bid -0",
    "move r1 to none",
    "move none to p1",
    "fire r1 at r1",
    "😀" * 30,
    [],
    {},
    [[]],
    {"a": {"b": []}},
]
BENT: list[Any] = [None, True, -1, 0, 1, 7, 10**9, 2**70, "", "p3", "none", "nowhere", [], {}, ["bids"], [["moves", 1]]]
POSTS = {  # each route with its own fields
    "play": ("action", "expect", "side"),
    "undo": ("expect", "side", "to"),
    "answer": ("expect", "agree", "side"),
    "draw": ("expect", "side"),
    "resign": ("expect", "side"),
    "talk": ("text", "to", "side", "nonce"),
    "join": ("mix", "name"),
    "branch": ("at", "side"),
    "/api/matches": ("game", "scenario", "options", "seats", "title", "pace", "listed", "spectators"),
    "/api/matches/mine": ("tokens",),
    "/api/matches/import": ("record",),
    "/api/matches/position": ("game", "position"),
}
RIGHT: dict[str, list[Any]] = {  # a right value, so that the others of a request are looked at
    **{"action": ["bid 1"], "expect": [0, 1, 2], "side": ["red", None], "agree": [True], "game": ["tiny"]},
    **{"scenario": ["duel"], "seats": [None], "text": ["hello"], "name": ["Ann"], "mix": ["share"], "at": [0]},
}
GETS = ("", "state", "updates", "log", "why", "odds", "acts", "record", "at/1", "moments", "areas", "threats")
ASKED = ("side", "action", "since", "place", "piece", "verb", "q", "kind", "lang", "at")


def text_of(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value)


def requests(match: str, rng: random.Random, count: int) -> list[tuple[str, str, bytes | None]]:
    """Requests with the right names and wrong values, and some with nothing right."""
    out: list[tuple[str, str, bytes | None]] = []
    for _ in range(count):
        name = rng.choice([match] * 9 + [quote(text_of(rng.choice(ODD)).encode("utf-8", "surrogatepass"), safe="")])
        if rng.random() < 0.4:
            asked = {rng.choice(ASKED): rng.choice(ODD) for _ in range(rng.randrange(3))}
            query = "&".join(f"{k}={quote(text_of(v).encode('utf-8', 'surrogatepass'))}" for k, v in asked.items())
            out.append(("GET", f"/api/matches/{name}/{rng.choice(GETS)}?{query}", None))
            continue
        route, fields = rng.choice(list(POSTS.items()))
        body = {f: rng.choice(RIGHT[f] if f in RIGHT and rng.random() < 0.6 else ODD) for f in fields}
        for field in fields:
            if rng.random() < 0.2:
                del body[field]
        if rng.random() < 0.1:
            body["surprise"] = 1
        path = route if route.startswith("/") else f"/api/matches/{name}/{route}"
        content = json.dumps(body).encode()
        if rng.random() < 0.1:
            content = content[: rng.randrange(len(content))]
        out.append(("POST", path, content))
    return out


@BOTH
def test_no_request_breaks_the_server(alone: Client) -> None:
    [player] = make(alone)
    rng = random.Random(20)
    for method, path, content in requests(player.match, rng, 300):
        headers = player.headers if rng.random() < 0.7 else {}
        answer = alone.request(method, path, content=content, headers=headers)
        case = (method, path, content, answer.text)
        assert answer.status_code < 500, case
        if answer.status_code >= 400:
            refusal = answer.json()
            assert set(refusal) == {"error", "code", "hint", "where", "rule", "step"}, case
            assert refusal["error"].strip(), case
    assert player.state("red")["view"]["game"] == "tiny"


def test_a_stranger_changes_nothing(client: Client) -> None:
    [player] = make(client)
    before = player.state("red")
    for method, path, content in requests(player.match, random.Random(21), 200):
        client.request(method, path, content=content, headers={"Authorization": f"Bearer {'z' * 32}"})
        client.request(method, path, content=content)
    assert player.state("red") == before


@pytest.mark.parametrize("header", ["", "Bearer", "Bearer ", "Basic abc", "Bearer " + "x" * 5000, "bearer é"])
def test_an_odd_authorization_opens_nothing(client: Client, header: str) -> None:
    [player] = make(client)
    answer = client.post(
        f"/api/matches/{player.match}/play",
        json={"action": "bid 1", "expect": 0},
        headers={"Authorization": header.encode()},
    )
    assert (answer.status_code, answer.json()["code"]) == (401, "no_seat")


def test_positions_bent_at_random_are_refused_or_played(client: Client) -> None:
    """Whatever a position says, it is refused by name or it is a match that can be looked at and played."""
    rng = random.Random(22)
    for n in range(150):
        position = json.loads(json.dumps(tiny.build().new("duel", seed=n).position()))
        bend(position, rng)
        answer = client.post("/api/matches/position", json={"game": "tiny", "position": position})
        assert answer.status_code in {201, 400}, (position, answer.text)
        if answer.status_code == 201:
            made = answer.json()
            headers = {"Authorization": f"Bearer {made['token']}"}
            for side in made["sides"]:
                found = client.get(f"/api/matches/{made['match']}/state?side={side}", headers=headers)
                assert found.status_code == 200, (position, found.text)


def bend(position: dict[str, Any], rng: random.Random) -> None:
    """Change one value somewhere in the document."""
    holder: Any = position
    while True:
        keys = list(holder) if isinstance(holder, dict) else list(range(len(holder)))
        if not keys:
            holder = position
            continue
        key = rng.choice(keys)
        if isinstance(holder[key], dict | list) and holder[key] and rng.random() < 0.8:
            holder = holder[key]
            continue
        holder[key] = rng.choice(BENT)
        return


def test_records_bent_at_random_are_refused_or_played(client: Client) -> None:
    [player] = make(client)
    for action, side in [("bid 2", "red"), ("bid 1", "blue"), ("move r1 to p1", "red"), ("done", "red")]:
        player.play(action, side)
    text = player.get("/record")["record"]
    rng = random.Random(23)
    for _ in range(150):
        at = rng.randrange(len(text))
        spoiled = (
            text[:at] + rng.choice(["", "x", "\n", "{", "9" * 30, "\x00", " ", ":"]) + text[at + rng.randrange(3) :]
        )
        answer = client.post("/api/matches/import", json={"record": spoiled})
        assert answer.status_code in {201, 400}, (spoiled, answer.text)


@BOTH
@pytest.mark.parametrize("odd", ["\x00", "a\x00b", "tab\there", "\u202eevil", "\x1b[31m"])
def test_control_characters_are_never_kept(alone: Client, odd: str) -> None:
    [player] = make(alone, title=f"T{odd}", listed=True, join=False)
    player.post("/join", {"mix": odd, "name": f"N{odd}"})
    player.post("/talk", {"text": f"hello {odd}"})
    assert alone.get(f"/api/matches/{quote(odd)}/state").status_code in {400, 404}
    assert player.play(odd, "red", expect=0, status=422)["code"] == "illegal"
    state = player.state("red")
    kept = [alone.get("/api/matches").json()[0]["title"], state["seats"][0]["name"], state["talk"][0]["text"]]
    assert all(text.isprintable() for text in kept)
