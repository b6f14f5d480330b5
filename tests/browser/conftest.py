"""A real server, a real Chromium, the built client. Skips loudly where one of them is missing."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="browser tests need Playwright for Python")

from tests.browser.table import Browser, Site  # noqa: E402

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src" / "grognard" / "server" / "static" / "index.html"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]


def chromium() -> str:
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome"):
        if name and (found := shutil.which(name)):
            return found
    pytest.skip("browser tests need Chromium (Debian: apt-get install chromium)")


def free_port() -> int:
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return int(s.getsockname()[1])


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not STATIC.exists():
        pytest.skip("browser tests need the built client (npm run build in web/)")
    port = free_port()
    database = tmp_path_factory.mktemp("site") / "site.sqlite3"
    limits = {
        "GROGNARD_REQUESTS_A_SECOND": "2000",
        "GROGNARD_BURST": "20000",
        "GROGNARD_CREATIONS_A_MINUTE": "1000",
        "GROGNARD_SOCKETS": "200",
    }
    server = subprocess.Popen(
        [sys.executable, "-m", "grognard.server", "--port", str(port), "--database", f"sqlite:///{database}"],
        env={**os.environ, **limits, "PYTHONPATH": str(ROOT / "src")},
    )
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(200):
            try:
                urllib.request.urlopen(f"{address}/api/health", timeout=2).read()
                break
            except OSError:
                if server.poll() is not None:
                    pytest.fail("the server ended before it began")
                time.sleep(0.1)
        yield Site(address)
    finally:
        server.terminate()
        server.wait(timeout=20)


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield Browser(playwright, browser)
        browser.close()
