"""What the browser tests share: setting matches up, opening pages, playing as a person would."""

from __future__ import annotations

import json
import random
import time
import urllib.request
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import TimeoutError as Timeout

SHORT = {
    "air_eaters": "introductory",
    "grav_armor": "raid_on_wendarst",
    "imperium": "first_war",
    "invasion_america": "partisan_revolt",
}
WHOLE_MATCH = SHORT | {"invasion_america": "northern_gate"}
"""The scenarios that are played from the first click to the result."""

QUICK = {"animate": False, "confirmDice": False, "autoPass": True, "pace": 0}

MARKS = """() => {
  const frame = document.querySelector('.frame').getBoundingClientRect();
  const free = ([x, y]) => x > frame.x && y > frame.y && x < frame.right && y < frame.bottom
    && document.elementFromPoint(x, y)?.closest('.frame');
  const middle = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  return [...document.querySelectorAll('.over .h-ring:not(.h-litring), .over .h-dot, .over .h-cross')]
    .map(middle).filter(free);
}"""


@dataclass
class Seat:
    match: str
    token: str

    @property
    def path(self) -> str:
        return f"/m/{self.match}#seat={self.token}"


@dataclass
class Site:
    address: str

    def call(self, method: str, path: str, body: object = None, token: str | None = None) -> Any:
        headers = {"Content-Type": "application/json"}
        if token:
            headers["Authorization"] = f"Bearer {token}"
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.address}/api{path}", data=data, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return json.load(answer)

    def match(self, game: str, scenario: str | None = None, bots: str | None = "random") -> Seat:
        """A match of which we hold the first side, bots the rest; all sides without bots."""
        cards = {s["id"]: s for s in self.call("GET", f"/games/{game}")["scenarios"]}
        card = cards[scenario or SHORT.get(game) or next(iter(cards))]
        seats = [
            {"sides": [side], "holder": "bot", "bot": bots} if bots and i else {"sides": [side], "holder": "me"}
            for i, side in enumerate(card["sides"])
        ]
        made = self.call("POST", "/matches", {"game": game, "scenario": card["id"], "seats": seats})
        self.call("POST", f"/matches/{made['match']}/join", {"mix": "test"}, made["token"])
        return Seat(made["match"], made["token"])

    def state(self, seat: Seat) -> Any:
        return self.call("GET", f"/matches/{seat.match}/state", token=seat.token)


@dataclass
class Browser:
    playwright: Any
    browser: Any
    errors: list[str] = field(default_factory=list)

    def page(self, site: Site, path: str = "/", likes: dict[str, object] | None = None, **context: Any) -> Any:
        """A fresh page with storage of its own; what goes wrong in it lands in `errors`."""
        device = context.pop("device", None)
        options = {**(self.playwright.devices[device] if device else {}), **context}
        options.setdefault("viewport", {"width": 1440, "height": 900})
        made = self.browser.new_context(base_url=site.address, **options)
        if likes is not None:
            made.add_init_script(
                f"localStorage.getItem('likes') || localStorage.setItem('likes', '{json.dumps(likes)}')"
            )
        made.set_default_timeout(10_000)
        page = made.new_page()
        self.errors = []
        page.on("pageerror", lambda e: self.errors.append(str(e)))
        page.on("console", lambda m: self.errors.append(m.text) if m.type == "error" else None)
        page.goto(path)
        return page


def step_of(page: Any) -> str:
    """What the player sees of the decision: changes whenever something has been done."""
    return str(page.locator("#decide").inner_text())


def over(page: Any) -> bool:
    return bool(page.locator(".result").count())


def settle(page: Any) -> None:
    """Wait until there is something to decide, or the game is over."""
    page.wait_for_selector(".result, [data-action], .main:not([disabled])", timeout=20_000)


def changed(page: Any, look: Callable[[], object], before: object, seconds: float = 10) -> None:
    """Wait until what `look` sees is no longer what it was."""
    end = time.monotonic() + seconds
    while look() == before:
        assert time.monotonic() < end, f"nothing changed from {before!r}"
        page.wait_for_timeout(20)


WHOLE = 1500
"""Clicks that no short match needs."""


def play_by_mouse(page: Any, clicks: int, seed: int = 1, tap: bool = False, haste: float = 0.3) -> int:
    """Clicks what is marked on the board, the main button (as often as haste bids) or the list, until the game is over.

    Answers how many clicks went to the board."""
    rng = random.Random(seed)
    on_board = misses = 0
    for _ in range(clicks):
        if page.locator(".curtain").count():
            page.locator(".curtain button").click()
        settle(page)
        if over(page):
            break
        marks = page.evaluate(MARKS)
        main = page.locator(".main:not([disabled])")
        listed = page.locator("[data-action]")
        choice = rng.random()
        try:
            if marks and choice < 0.85 - haste:
                x, y = rng.choice(marks)
                page.touchscreen.tap(x, y) if tap else page.mouse.click(x, y)
                on_board += 1
                opened = page.locator(".tray.pinned .can")
                if opened.count():
                    opened.first.click(timeout=2000)
            elif main.count() and choice < 0.85:
                main.click(timeout=2000)
            elif count := listed.count():
                listed.nth(rng.randrange(min(count, 8))).click(timeout=2000)
        except Timeout:  # the list changed under the pointer: look again, as a person would
            misses += 1
            assert misses < 5, page.locator(".rail").inner_html()
        page.wait_for_timeout(15)
    return on_board
