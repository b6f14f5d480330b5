"""A real server, a real Chromium, the built client. Skips loudly where one of them is missing."""

from __future__ import annotations

import os
import shutil
from collections.abc import Iterator

import pytest

sync_api = pytest.importorskip("playwright.sync_api", reason="browser tests need Playwright for Python")

from tests.browser.served import ROOT, served  # noqa: E402
from tests.browser.table import Browser, Site  # noqa: E402

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


@pytest.fixture(scope="session")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    if not STATIC.exists():
        pytest.skip("browser tests need the built client (npm run build in web/)")
    limits = {
        "GROGNARD_REQUESTS_A_SECOND": "2000",
        "GROGNARD_BURST": "20000",
        "GROGNARD_CREATIONS_A_MINUTE": "1000",
        "GROGNARD_SOCKETS": "200",
    }
    with served(tmp_path_factory.mktemp("site"), limits) as running:
        yield running


@pytest.fixture(scope="session")
def chrome() -> Iterator[Browser]:
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield Browser(playwright, browser)
        browser.close()
