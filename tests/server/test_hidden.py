"""Hidden facts never leave the server: two matches that differ only in what red can't know give red the same bytes.

The pair has the same secrets, clock and dice. Blue's strengths are redrawn in the second, and blue bids differently
in it; whatever red or a spectator asks, posts or hears must come out alike to the byte.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from litestar.testing import TestClient

import grognard
from core import tiny
from grognard.core import Match, Rng
from grognard.server.app import create_app
from grognard.server.migrate import upgrade
from grognard.server.store import MatchRow, SeatRow, Store
from server.helpers import Counted, settings_for

RED, BLUE = "red-secret-red-secret", "blue-secret-blue-secret"
GAME = tiny.build()


def positions() -> list[dict[str, Any]]:
    """A position, and the same with another draw of what red can't know."""
    match = GAME.new("duel", seed=4)
    for seed in range(20):
        other = match.determinize("red", seed)
        if other.view("blue") != match.view("blue"):
            assert other.view("red") == match.view("red")
            return [match.position(), other.position()]
    raise AssertionError("nothing is hidden in this game")


async def put(database: str, position: dict[str, Any], sides: tuple[str, ...] = ("red", "blue")) -> None:
    """The match `pair`, begun from a position; the first side has RED's secret, each other one its own."""
    store = Store(database)
    start = {"kind": "position", "position": position, "begun": True}
    names = {"game": position["game"], "scenario": position["scenario"], "options": position["options"]}
    row = MatchRow(
        **{"id": "pair", **names, "title": "Pair", "pace": "live"},
        **{"listed": True, "spectators": True, "sandbox": False, "status": "live", "edition": 1},
        **{"start": start, "origin": None, "secret": "same", "commitment": "same", "seq": 0, "step": 0},
        **{"face": {"turn": 1, "phase": "", "to_act": ["red", "blue"], "result": None}, "started": 1, "last": 1},
    )
    seats = [
        SeatRow(n, [side], "person", None, side, hashlib.sha256(token.encode()).hexdigest(), "", True)
        for n, (side, token) in enumerate(zip(sides, [RED, *[BLUE] * len(sides)], strict=False))
    ]
    await store.add_match(row, seats)
    await store.close()


def served(folder: Path, stack: ExitStack, position: dict[str, Any], sides: tuple[str, ...]) -> TestClient[Any]:
    folder.mkdir()
    database = f"sqlite:///{folder}/a.sqlite3"
    upgrade(database)
    asyncio.run(put(database, position, sides))
    settings = settings_for(database, clock=lambda: 1000.0, token=Counted())
    return stack.enter_context(TestClient(create_app(settings)))


@pytest.fixture
def pair(tmp_path: Path) -> Iterator[list[TestClient[Any]]]:
    with ExitStack() as stack:
        found = enumerate(positions())
        yield [served(tmp_path / str(n), stack, position, ("red", "blue")) for n, position in found]


QUESTIONS = [
    "",
    "/state",
    "/state?side=red",
    "/state?side=blue",
    "/updates?since=0",
    "/updates?since=1",
    "/updates?since=99",
    "/log",
    "/log?q=bid",
    "/log?kind=bid_made",
    "/why?action=bid+1",
    "/why?action=move+r1+to+p1",
    "/why?action=fire+r1+at+b1",
    "/why?action=nonsense",
    "/odds?action=bid+1",
    "/odds?action=fire+r1+at+b1",
    "/acts",
    "/acts?piece=r1",
    "/acts?piece=b1",
    "/acts?place=p6",
    "/record",
    "/at/0",
    "/at/1",
    "/at/2",
    "/at/9",
    "/moments",
    "/areas",
    "/areas?at=0",
    "/areas?side=blue",
    "/threats?place=p0",
    "/threats?place=p6&at=1",
]


def ask(client: TestClient[Any], token: str | None) -> list[tuple[int, bytes, list[tuple[str, str]]]]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    paths = [f"/api/matches/pair{q}" for q in QUESTIONS] + ["/api/matches", "/api/health", "/api/games/tiny"]
    answers = [client.get(path, headers=headers) for path in paths]
    answers.append(client.post("/api/matches/mine", json={"tokens": [token or "nobody-nobody"]}))
    return [(a.status_code, a.content, sorted(a.headers.items())) for a in answers]


def post(client: TestClient[Any], token: str | None, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    answer = client.post(f"/api/matches/pair{path}", json=body, headers=headers)
    return answer.status_code, answer.content


class Ears:
    """A live socket that writes down every byte it hears."""

    def __init__(self, client: TestClient[Any], token: str | None, stack: ExitStack) -> None:
        self.socket = stack.enter_context(client.websocket_connect("/api/matches/pair/live"))
        self.socket.send_json({"hello": {"token": token}})
        self.heard: list[str] = []

    def listen(self, updates: int) -> list[str]:
        """Everything up to and with the given number of updates; who comes and goes is not waited for."""
        while updates:
            text = self.socket.receive_text(timeout=10)
            if '"type":"here"' not in text:
                self.heard.append(text)
            updates -= '"type":"update"' in text
        return self.heard


def test_the_pair_differs_for_blue(pair: list[TestClient[Any]]) -> None:
    one, two = (ask(client, BLUE) for client in pair)
    assert one != two


@pytest.mark.parametrize("token", [RED, None])
def test_what_red_or_a_spectator_gets_is_the_same_to_the_byte(pair: list[TestClient[Any]], token: str | None) -> None:
    moves = [
        (BLUE, "/play", [{"action": "bid 1", "expect": 0}, {"action": "bid 0", "expect": 0}]),  # hidden from red
        (BLUE, "/undo", [{"expect": 1}] * 2),
        (BLUE, "/play", [{"action": "bid 0", "expect": 2}, {"action": "bid 1", "expect": 2}]),
        (BLUE, "/talk", [{"text": "hello"}] * 2),
        (RED, "/draw", [{"expect": 3}] * 2),
        (BLUE, "/answer", [{"expect": 3, "agree": False}] * 2),
        (RED, "/play", [{"action": "move r1 to p1", "expect": 3}] * 2),  # refused
        (RED, "/undo", [{"expect": 3}] * 2),
    ]
    with ExitStack() as stack:
        ears = [Ears(client, token, stack) for client in pair]
        accepted = 0
        assert ask(pair[0], token) == ask(pair[1], token)
        for mover, path, bodies in moves:
            answers = [post(client, mover, path, body) for client, body in zip(pair, bodies, strict=True)]
            assert answers[0][0] == answers[1][0]
            if mover == RED:
                assert answers[0] == answers[1]
            accepted += answers[0][0] == 200
            assert ask(pair[0], token) == ask(pair[1], token)
        heard = [one.listen(accepted) for one in ears]
    assert accepted == 6
    assert heard[0] == heard[1]


def test_a_branch_shows_red_the_same(pair: list[TestClient[Any]]) -> None:
    post_answers = [post(client, RED, "/branch", {}) for client in pair]
    assert post_answers[0] == post_answers[1]
    views = []
    for client in pair:
        made = post(client, RED, "/branch", {"at": 0})
        body = json.loads(made[1])
        headers = {"Authorization": f"Bearer {body['token']}"}
        views.append(client.get(f"/api/matches/{body['match']}/state?side=red", headers=headers).content)
    assert views[0] == views[1]


def test_no_secret_of_a_running_match_is_in_any_answer(pair: list[TestClient[Any]]) -> None:
    """Neither the seed, nor the server's part of it, nor the hashes of the seats' secrets."""
    client = pair[0]
    blue_hash = hashlib.sha256(BLUE.encode()).hexdigest().encode()
    for _, content, _headers in ask(client, RED) + ask(client, None):
        for word in (b'"secret"', b'"seed"', b"seed:", b"token_hash", blue_hash):
            assert word not in content


# --- the real games


def in_mid_game(name: str, scenario: str, moves: int) -> Match:
    """A match of that game after some moves at random."""
    match: Match = grognard.load(name).new(scenario, seed=5)
    rng = Rng(f"pair {name}")
    for _ in range(moves):
        if not match.to_act:
            break
        side = match.to_act[0]
        match.play(side, match.decision(side).sample(rng))
    return match


@pytest.mark.parametrize("name", grognard.games())
def test_every_game_keeps_its_secrets_on_every_route(name: str, tmp_path: Path) -> None:
    """Mid-game, all that the side to move can't know is redrawn: its answers, and a spectator's, stay the same."""
    game = grognard.load(name)
    scenario = next(iter(game.scenarios))
    match = in_mid_game(name, scenario, 60)
    if not match.to_act:
        match = in_mid_game(name, scenario, 5)
    mover = match.to_act[0]
    sides = (mover, *(s for s in match.sides if s != mover))
    pieces = [p["id"] for p in match.view(mover)["pieces"]][:: max(1, len(match.view(mover)["pieces"]) // 12)]
    paths = [q for q in QUESTIONS if "+r1" not in q and "=r1" not in q and "=b1" not in q and "=p6" not in q]
    paths += [f"/threats?place={place}" for place in game.places[:: max(1, len(game.places) // 12)]]
    paths += [f"/acts?piece={piece}" for piece in pieces]
    paths += [f"/{what}?action={quote(a.text)}" for what in ("why", "odds") for a in match.decision(mover).actions[:5]]
    with ExitStack() as stack:
        documents = [match.position(), match.determinize(mover, 3).position()]
        pair = [served(tmp_path / str(n), stack, d, sides) for n, d in enumerate(documents)]
        for token in (RED, None):
            headers = {"Authorization": f"Bearer {token}"} if token else {}
            for path in paths:
                one, two = (client.get(f"/api/matches/pair{path}", headers=headers) for client in pair)
                assert one.status_code < 500, path
                assert (one.status_code, one.content) == (two.status_code, two.content), path
