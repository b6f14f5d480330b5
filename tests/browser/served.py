"""A server of one's own, for as long as it is needed."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from tests.browser.table import Site

ROOT = Path(__file__).resolve().parents[2]


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@contextmanager
def served(folder: Path, settings: Mapping[str, str] | None = None) -> Iterator[Site]:
    """The server of this source tree with its store in a folder; ended when the work with it is."""
    port = free_port()
    address = f"http://127.0.0.1:{port}"
    store = f"sqlite:///{folder / 'site.sqlite3'}"
    server = subprocess.Popen(
        [sys.executable, "-m", "grognard.server", "--port", str(port), "--database", store],
        env={**os.environ, **(settings or {}), "PYTHONPATH": str(ROOT / "src")},
    )
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{address}/api/health", timeout=2).read()
                break
            except OSError:
                if server.poll() is not None:
                    raise RuntimeError("the server ended before it began") from None
                time.sleep(0.1)
        else:
            raise RuntimeError("the server does not answer")
        yield Site(address)
    finally:
        server.terminate()
        server.wait(timeout=20)
