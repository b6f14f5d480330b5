"""Pairs of servers whose matches differ only in what somebody can't know: whatever they ask must come out alike."""

from __future__ import annotations

import asyncio
import hashlib
import json
import shutil
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from litestar.testing import TestClient

from grognard.server.app import create_app
from grognard.server.store import MatchRow, SeatRow, Store
from server.helpers import Counted, settings_for

Client = TestClient[Any]
Heard = tuple[int, bytes, list[tuple[str, str]]]


def secret(side: str) -> str:
    return f"{side}-secret-{side}-secret"


def from_position(position: dict[str, Any]) -> dict[str, Any]:
    return {"kind": "position", "position": position, "begun": True}


async def put(database: str, match: str, setup: dict[str, Any], start: dict[str, Any], sides: tuple[str, ...]) -> None:
    """A match that has begun; each side sits alone, with the secret of its name."""
    store = Store(database)
    names = {"game": setup["game"], "scenario": setup["scenario"], "options": setup["options"]}
    row = MatchRow(
        **{"id": match, **names, "title": "Pair", "pace": "live"},
        **{"listed": True, "spectators": True, "sandbox": False, "status": "live", "edition": 1},
        **{"start": start, "origin": None, "secret": "same", "commitment": "same", "seq": 0, "step": 0},
        **{"face": {"turn": 1, "phase": "", "to_act": list(sides[:1]), "result": None}, "started": 1, "last": 1},
    )
    seats = [
        SeatRow(n, [side], "person", None, side, hashlib.sha256(secret(side).encode()).hexdigest(), "", True)
        for n, side in enumerate(sides)
    ]
    await store.add_match(row, seats)
    await store.close()


class World:
    """One server of a pair: the same clock, the same tokens, its own store."""

    def __init__(self, empty: Path, folder: Path, stack: ExitStack) -> None:
        folder.mkdir()
        shutil.copy(empty, folder / "a.sqlite3")
        self.database = f"sqlite:///{folder}/a.sqlite3"
        settings = settings_for(self.database, clock=lambda: 1000.0, token=Counted())
        self.client = stack.enter_context(TestClient(create_app(settings)))

    def put(self, match: str, setup: dict[str, Any], start: dict[str, Any], sides: tuple[str, ...]) -> None:
        asyncio.run(put(self.database, match, setup, start, sides))

    def get(self, path: str, token: str | None) -> Heard:
        return heard(self.client.get(f"/api{path}", headers=bearer(token)))

    def post(self, path: str, token: str | None, body: dict[str, Any]) -> Heard:
        return heard(self.client.post(f"/api{path}", json=body, headers=bearer(token)))

    def state(self, match: str, side: str) -> Any:
        return json.loads(self.get(f"/matches/{match}/state?side={side}", secret(side))[1])

    def play(self, match: str, side: str, action: str) -> Heard:
        body = {"side": side, "action": action, "expect": self.state(match, side)["step"]}
        answer = self.post(f"/matches/{match}/play", secret(side), body)
        assert answer[0] == 200, answer[1]
        return answer


def bearer(token: str | None) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"} if token else {}


def heard(answer: Any) -> Heard:
    return answer.status_code, answer.content, sorted(answer.headers.items())


class Ears:
    """A live socket that writes down every byte it hears."""

    def __init__(self, client: Client, match: str, token: str | None, stack: ExitStack) -> None:
        self.socket = stack.enter_context(client.websocket_connect(f"/api/matches/{match}/live"))
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
