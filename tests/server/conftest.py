"""What the server's tests share: a server over the kernel's tiny game, on SQLite and on PostgreSQL."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import tempfile
import warnings
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from grognard.server.app import create_app
from grognard.server.migrate import upgrade
from server.helpers import settings_for


def postgres_programs() -> Path | None:
    """The folder of PostgreSQL's own programs; Debian keeps them off the path."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda f: float(f.parent.name))
    return folders[-1] if folders else None


@pytest.fixture(scope="session")
def postgres() -> Iterator[str]:
    """A PostgreSQL of our own, where the machine has one; its address. It holds an empty store, `template`."""
    programs = postgres_programs()
    if programs is None:
        warnings.warn("PostgreSQL is not installed: nothing was tested on it", stacklevel=1)
        pytest.skip("PostgreSQL is not installed (no initdb on the path or in /usr/lib/postgresql)")
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    as_user: dict[str, Any] = {}
    if os.getuid() == 0:  # PostgreSQL refuses to run as root
        shutil.chown(folder, "nobody")
        as_user = {"user": "nobody", "env": {**os.environ, "HOME": str(folder)}}

    def run(program: str, *arguments: object) -> None:
        command = [str(programs / program), *map(str, arguments)]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL, cwd=folder, **as_user)

    data = folder / "data"
    try:
        run("initdb", "-D", data, "-A", "trust", "-U", "app", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        run("pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
        run("createdb", "-h", "127.0.0.1", "-p", port, "-U", "app", "template")
        address = f"postgresql+asyncpg://app@127.0.0.1:{port}"
        upgrade(f"{address}/template")
        yield address
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
        shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(scope="session")
def empty_store(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty SQLite store, copied by every test that wants one: making it anew takes most of a second."""
    file = tmp_path_factory.mktemp("store") / "empty.sqlite3"
    upgrade(f"sqlite:///{file}")
    return file


@pytest.fixture
def new_database(request: pytest.FixtureRequest, tmp_path: Path, empty_store: Path) -> str:
    """An empty store: SQLite, unless the test asks for `postgresql` by indirect parameter."""
    if getattr(request, "param", "sqlite") == "sqlite":
        shutil.copy(empty_store, tmp_path / "grognard.sqlite3")
        return f"sqlite:///{tmp_path}/grognard.sqlite3"
    server = request.getfixturevalue("postgres")
    name = f"t{abs(hash(request.node.nodeid)) % 10**12}"
    host, port = server.partition("@")[2].split(":")
    programs = postgres_programs()
    assert programs is not None
    command = [programs / "createdb", "-h", host, "-p", port, "-U", "app", "-T", "template", name]
    subprocess.run(command, check=True)
    return f"{server}/{name}"


@pytest.fixture
def alone(new_database: str) -> Iterator[TestClient[Any]]:
    """A server over a store of its own."""
    with TestClient(create_app(settings_for(new_database))) as client:
        yield client


@pytest.fixture(scope="session")
def client(empty_store: Path) -> Iterator[TestClient[Any]]:
    """One server for all tests that don't mind each other's matches."""
    file = empty_store.with_name("shared.sqlite3")
    shutil.copy(empty_store, file)
    with TestClient(create_app(settings_for(f"sqlite:///{file}"))) as client:
        yield client
