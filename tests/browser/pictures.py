"""Takes the pictures of docs/pictures: `python -m tests.browser.pictures ADDRESS` against a running server.

With Pillow at hand they are reduced to a palette, which makes them small; without it they are left as they come.
"""

from __future__ import annotations

import sys
from pathlib import Path

from playwright.sync_api import sync_playwright
from tests.browser.conftest import FLAGS, chromium
from tests.browser.table import QUICK, Browser, Site, play_by_mouse, settle

import grognard

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SIZES = {"desktop": (1440, 900), "tablet": (820, 1180), "phone": (390, 844)}
CLICKS = {"air_eaters": 66, "grav_armor": 50, "imperium": 46, "invasion_america": 30}


def shrink(file: Path) -> None:
    try:
        from PIL import Image
    except ImportError:
        return
    # The octree keeps the few strong colours of the counters, which the median cut gives up.
    few = Image.open(file).convert("RGB").quantize(256, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE)
    few.save(file, optimize=True)


def main(address: str) -> None:
    FOLDER.mkdir(parents=True, exist_ok=True)
    site = Site(address)
    with sync_playwright() as playwright:
        browser = Browser(playwright, playwright.chromium.launch(executable_path=chromium(), args=FLAGS))

        def take(name: str, path: str, size: str, scheme: str, wait: str) -> None:
            width, height = SIZES[size]
            page = browser.page(site, path, QUICK, viewport={"width": width, "height": height}, color_scheme=scheme)
            page.wait_for_selector(wait)
            page.wait_for_timeout(2500)
            file = FOLDER / f"{name}_{size}{'_dark' if scheme == 'dark' else ''}.png"
            page.screenshot(path=file)
            shrink(file)
            page.context.close()

        for size in SIZES:
            take("start", "/", size, "light", ".card")
        take("start", "/", "desktop", "dark", ".card")
        for game in grognard.games():
            seat = site.match(game)
            page = browser.page(site, seat.path, QUICK)
            settle(page)
            play_by_mouse(page, CLICKS.get(game, 40), seed=5)
            page.context.close()
            for size in SIZES:
                take(game, seat.path, size, "light", ".unit")
            take(game, seat.path, "desktop", "dark", ".unit")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "http://127.0.0.1:8377")
