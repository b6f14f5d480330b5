"""When the machine lets the server down: every trouble with store or port is one sentence that says what and where."""

from __future__ import annotations

import asyncio
import resource
import socket
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Any

import asyncpg
import pytest
from litestar.testing import TestClient

from grognard.server import store
from grognard.server.app import create_app
from grognard.server.claim import Claim
from grognard.server.serving import main
from server.helpers import make, settings_for
from server.process import Server


def refused(*flags: str) -> str:
    """What the server says instead of starting."""
    with pytest.raises(SystemExit) as ended:
        main(["--port", "0", *flags])
    return str(ended.value)


def sql(file: Path, text: str) -> None:
    with closing(sqlite3.connect(file)) as connection:
        connection.execute(text)
        connection.commit()


def a_newer_store(file: Path) -> None:
    sql(file, "UPDATE alembic_versions SET version_num = '9999'")


def a_damaged_store(file: Path) -> None:
    content = bytearray(file.read_bytes())
    content[4096:24576] = b"\x5a" * 20480
    file.write_bytes(content)


def something_else(file: Path) -> None:
    file.write_bytes(b"these are not the bytes of a database " * 300)


def a_foreign_store(file: Path) -> None:
    file.unlink()
    sql(file, "CREATE TABLE match (x)")


def a_folder(file: Path) -> None:
    file.unlink()
    file.mkdir()


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        (a_newer_store, "The store was made by a newer version of this program"),
        (a_damaged_store, "The store's file is damaged"),
        (something_else, "The store's file is no SQLite database"),
        (a_foreign_store, "The database holds tables of something else"),
        (a_folder, "The store's file can't be opened"),
    ],
)
def test_a_store_that_cannot_be_used_is_named_and_left_alone(new_database: str, spoil: Any, words: str) -> None:
    file = Path(new_database.removeprefix("sqlite:///"))
    spoil(file)
    before = file.read_bytes() if file.is_file() else None
    assert refused("--database", new_database).startswith(f"{words} ({new_database}). Nothing was started.")
    assert (file.read_bytes() if file.is_file() else None) == before


@pytest.mark.parametrize(
    ("database", "words"),
    [
        ("mysql://x", "The store's address can't be read; expected sqlite:///FILE or postgresql+asyncpg://"),
        ("sqlite:://x", "The store's address can't be read"),
        ("sqlite://", "A SQLite store needs a file"),
        ("/no/such/folder/a.sqlite3", "The store's file can't be opened"),
        ("postgresql://u:password@127.0.0.1:1/x", "The database can't be reached"),
    ],
)
def test_a_store_that_is_nowhere_is_named_without_its_password(database: str, words: str) -> None:
    said = refused("--database", database)
    assert said.startswith(words)
    assert "password@" not in said


def test_a_store_is_served_by_one_process(new_database: str, capsys: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second one says where the first is; who only wants to play is sent there."""
    claim = Claim(new_database)
    claim.tell("http://127.0.0.1:8377/")
    assert f"serves this store ({new_database}) on http://127.0.0.1:8377/." in refused("--database", new_database)
    shown: list[str] = []
    monkeypatch.setattr("webbrowser.open", shown.append)
    main(["--port", "0", "--database", new_database, "--open"])
    assert shown == ["http://127.0.0.1:8377/"]
    assert capsys.readouterr().out == "Grognard is already on http://127.0.0.1:8377/\n"


def test_a_port_that_is_taken_is_named_with_one_that_is_free(new_database: str) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        said = refused("--port", str(port), "--database", new_database)
    assert said.startswith(f"Port {port} is taken")
    assert f"Free is --port {port + 1}" in said or "--port" in said


def test_a_store_that_another_program_holds_refuses_moves_until_it_is_free(
    new_database: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store, "LOCKED", 0.05)
    with TestClient(create_app(settings_for(new_database))) as client:
        [player] = make(client)
        with closing(sqlite3.connect(new_database.removeprefix("sqlite:///"), isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            refusal = player.play("bid 1", "red", status=503)
            assert (refusal["code"], refusal["error"]) == ("no_store", "Another program holds the store.")
            other.execute("ROLLBACK")
        assert player.play("bid 1", "red", expect=0)["step"] == 1


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    """The process may not let a file grow beyond what it has: what was answered before is there afterwards."""
    server = Server(f"sqlite:///{tmp_path}/a.sqlite3")
    with server:
        match, [token] = server.new("me", "me")
        for step, side in enumerate(("red", "blue")):
            server.post(f"/api/matches/{match}/play", token, {"action": "bid 1", "expect": step, "side": side})
        assert server.process is not None
        size = max(f.stat().st_size for f in tmp_path.iterdir())
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
        step, refusal = 2, None
        while refusal is None and step < 200:
            body = {"action": f"move r1 to p{(step + 1) % 2}", "expect": step, "side": "red"}
            answer = server.http.post(
                f"/api/matches/{match}/play", json=body, headers={"Authorization": f"Bearer {token}"}
            )
            step, refusal = (step + 1, None) if answer.status_code == 200 else (step, answer)
        assert refusal is not None
        assert (refusal.status_code, refusal.json()["code"]) == (503, "no_store")
        assert "disk" in refusal.json()["error"]
        resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY,) * 2)
        assert server.state(match, token, "red")["actions"] == step
        server.post(f"/api/matches/{match}/play", token, {**body, "expect": step})


@pytest.mark.parametrize("new_database", ["postgresql"], indirect=True)
def test_a_database_that_goes_away_refuses_moves_until_it_is_back(new_database: str) -> None:
    """Its connections are cut and new ones refused; what was answered before is there afterwards, and play goes on."""
    address, _, name = new_database.replace("+asyncpg", "").rpartition("/")

    def run(*statements: str) -> None:
        async def work() -> None:
            connection = await asyncpg.connect(f"{address}/postgres")
            for one in statements:
                await connection.execute(one)
            await connection.close()

        asyncio.run(work())

    gone = [
        f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS false',
        f"SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '{name}'",
    ]
    with TestClient(create_app(settings_for(new_database))) as client:
        [player] = make(client)
        player.play("bid 1", "red")
        run(*gone)
        refusal = player.play("bid 0", "blue", expect=1, status=503)
        assert refusal["code"] == "no_store"
        assert client.get("/api/games/tiny").status_code == 200
        run(f'ALTER DATABASE "{name}" ALLOW_CONNECTIONS true')
        assert player.play("bid 0", "blue", expect=1)["step"] == 2
        assert player.state("red")["actions"] == 2
