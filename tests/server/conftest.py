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
from server.helpers import settings_for


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

    def run(*command: object) -> None:
        subprocess.run([str(c) for c in command], check=True, stdout=subprocess.DEVNULL, cwd=folder, **as_user)

    data = folder / "data"
    try:
        run("initdb", "-D", data, "-A", "trust", "-U", "app", "--no-sync")
        options = f"-p {port} -k {folder} -c listen_addresses=127.0.0.1 -c fsync=off"
        run("pg_ctl", "-D", data, "-w", "-o", options, "-l", folder / "log", "start")
        yield f"postgresql+asyncpg://app@127.0.0.1:{port}"
    finally:
        run("pg_ctl", "-D", data, "-m", "immediate", "stop")
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


@pytest.fixture
def client(new_database: str) -> Iterator[TestClient[Any]]:
    with TestClient(create_app(settings_for(new_database))) as client:
        yield client
