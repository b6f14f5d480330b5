"""axe finds nothing to complain of, in light and dark, on every page; nothing needs colour or a mouse alone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from tests.browser.table import QUICK, SHORT, Browser, Site

import grognard

AXE = Path(__file__).resolve().parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"

STILL = """() => document.getAnimations().every(
  (a) => a.playState !== 'running' || a.effect.getComputedTiming().endTime === Infinity)"""


def complaints(page: Any) -> list[str]:
    if not AXE.exists():
        pytest.skip("axe needs web/node_modules (npm ci in web/)")
    page.wait_for_function(STILL)  # half-way through a change of colour nothing has its contrast
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")["violations"]
    return [f"{v['id']}: {n['html'][:140]} {n['failureSummary'][:200]}" for v in found for n in v["nodes"][:3]]


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_is_content_with_the_start_pages(site: Site, chrome: Browser, scheme: str) -> None:
    page = chrome.page(site, "/", color_scheme=scheme)
    page.wait_for_selector(".card")
    page.wait_for_timeout(600)
    assert complaints(page) == []
    page.goto(f"/g/{grognard.games()[0]}")
    page.wait_for_selector(".scenario")
    assert complaints(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("game", grognard.games())
def test_axe_is_content_with_the_table(site: Site, chrome: Browser, game: str, scheme: str) -> None:
    seat = site.match(game, SHORT.get(game))
    page = chrome.page(site, seat.path, QUICK, color_scheme=scheme)
    page.wait_for_selector(".unit")
    page.wait_for_timeout(500)
    assert complaints(page) == []


def test_axe_is_content_with_menu_and_plain_text(site: Site, chrome: Browser) -> None:
    seat = site.match(grognard.games()[0], bots=None)
    page = chrome.page(site, seat.path, {**QUICK, "reader": True})
    page.wait_for_selector(".reader")
    assert complaints(page) == []
    page.locator(".menu").click()
    page.wait_for_selector("dialog[open]")
    assert complaints(page) == []


def test_movement_stands_still_for_those_who_ask_for_it(site: Site, chrome: Browser) -> None:
    seat = site.match(grognard.games()[0], bots=None)
    page = chrome.page(site, seat.path, reduced_motion="reduce")
    page.wait_for_selector(".unit")
    assert page.evaluate("matchMedia('(prefers-reduced-motion: reduce)').matches")
    assert page.locator(".unit.glide").count() == 0
