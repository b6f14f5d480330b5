"""What the server's tests share: a server over the kernel's tiny game, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from grognard.server.app import create_app
from grognard.server.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1] / "core"))  # where the tiny game is; bots' processes inherit it
TINY = {"tiny": "tiny"}


class Counted:
    """Tokens that come out the same in every run, so that whole answers can be compared."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, length: int) -> str:
        self.count += 1
        return f"t{self.count:03}".ljust(min(32, max(10, length)), "x")


class Player:
    """A client with a seat's secret (or none) at one match."""

    def __init__(self, client: TestClient[Any], match: str, token: str | None) -> None:
        self.client, self.match, self.token = client, match, token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str = "", status: int = 200, **params: Any) -> Any:
        answer = self.client.get(f"/api/matches/{self.match}{path}", params=params, headers=self.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: dict[str, Any] | None = None, status: int | None = None) -> Any:
        answer = self.client.post(f"/api/matches/{self.match}{path}", json=body or {}, headers=self.headers)
        assert answer.status_code == (status or 200), answer.text
        return answer.json()

    def state(self, side: str | None = None) -> Any:
        return self.get("/state", **({"side": side} if side else {}))

    def play(self, action: str, side: str | None = None, expect: int | None = None, status: int = 200) -> Any:
        if expect is None:
            expect = self.state(side)["step"]
        return self.post("/play", {"action": action, "expect": expect, "side": side}, status)


def make(client: TestClient[Any], *holders: str, join: bool = True, **more: Any) -> list[Player]:
    """A match of the tiny game: red and blue held as named (`me`, `link`, `bot`); the players of its seats."""
    seats = [
        {"sides": [side], "holder": holder.partition(":")[0], "bot": holder.partition(":")[2] or None, "name": side}
        for side, holder in zip(("red", "blue"), holders or ("me", "me"), strict=True)
    ]
    answer = client.post("/api/matches", json={"game": "tiny", "scenario": "duel", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = [made["token"]] * ("me" in holders or not holders) + [x["token"] for x in made["links"]]
    players = [Player(client, made["match"], token) for token in tokens]
    if join:
        for player in players:
            player.post("/join", {"mix": "share"})
    return players


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, where the machine has one; its address."""
    if shutil.which("initdb") is None:
        warnings.warn("initdb is not here: nothing was tested on PostgreSQL", stacklevel=1)
        pytest.skip("PostgreSQL is not installed: initdb not found")
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    as_user: dict[str, Any] = {}
    if os.getuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "nobody")
        as_user = {"user": "nobody", "env": {**os.environ, "HOME": str(folder)}}
    quiet: dict[str, Any] = {"check": True, "stdout": subprocess.DEVNULL, "cwd": folder, **as_user}
    data = folder / "data"
    try:
        subprocess.run(["initdb", "-D", data, "-A", "trust", "-U", "app", "--no-sync"], **quiet)
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        subprocess.run(["pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start"], **quiet)
        yield f"postgresql+asyncpg://app@127.0.0.1:{port}"
    finally:
        subprocess.run(["pg_ctl", "-D", data, "-m", "immediate", "stop"], **{**quiet, "check": False})
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty store: SQLite, unless the test asks for `postgresql` by indirect parameter."""
    if getattr(request, "param", "sqlite") == "sqlite":
        return f"sqlite:///{tmp_path}/grognard.sqlite3"
    server = request.getfixturevalue("postgres")
    name = f"t{abs(hash(request.node.nodeid)) % 10**12}"
    host, port = server.partition("@")[2].split(":")
    subprocess.run(["createdb", "-h", host, "-p", port, "-U", "app", name], check=True)
    return f"{server}/{name}"


def settings_for(database: str, **more: Any) -> Settings:
    values: dict[str, Any] = {
        "database": database,
        "extra_games": TINY,
        "requests_a_second": 1e6,
        "burst": 10**6,
        "creations_a_minute": 10**6,
        "bot_seconds": 2.0,
        **more,
    }
    return Settings(**values)


@pytest.fixture
def client(new_database: str) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(settings_for(new_database))) as client:
        yield client
