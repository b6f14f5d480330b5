"""Whole matches in the browser: by mouse, by keyboard alone, on a phone."""

from __future__ import annotations

import pytest

import grognard
from tests.browser.table import QUICK, Browser, Site, changed, over, play_by_mouse, settle, step_of


def test_three_clicks_from_the_start_page_to_playing(site: Site, chrome: Browser) -> None:
    page = chrome.page(site)
    page.locator(".card a").first.click()
    page.locator("form .btn.primary").click()
    page.wait_for_url("**/m/*")
    settle(page)
    assert page.locator(".unit").count() > 0
    assert not chrome.errors


@pytest.mark.parametrize("game", grognard.games())
def test_a_match_is_played_by_mouse(site: Site, chrome: Browser, game: str) -> None:
    seat = site.match(game)
    page = chrome.page(site, seat.path, QUICK)
    page.wait_for_selector("#decide")
    on_board = play_by_mouse(page, 120)
    assert on_board > 5
    state = site.state(seat)
    assert state["actions"] > 20 or state["status"] == "over"
    assert not chrome.errors


def test_a_match_is_played_by_keyboard_alone(site: Site, chrome: Browser) -> None:
    seat = site.match(grognard.games()[0])
    page = chrome.page(site, seat.path, QUICK)
    page.wait_for_selector("#decide")
    for _ in range(60):
        settle(page)
        if over(page):
            break
        before = step_of(page)
        keys = page.locator(".action .key")
        if page.locator(".main:not([disabled])").count():
            page.keyboard.press("Enter")
        else:
            page.keyboard.press(keys.first.text_content())
        changed(page, lambda: step_of(page), before)
    assert site.state(seat)["actions"] > 10
    assert not chrome.errors


def test_the_board_is_walked_and_chosen_from_with_arrows_and_enter(site: Site, chrome: Browser) -> None:
    seat = site.match(grognard.games()[0], bots=None)
    page = chrome.page(site, seat.path, QUICK)
    page.wait_for_selector("#decide")
    page.locator(".frame").focus()
    page.keyboard.press("ArrowRight")
    first = page.locator(".pane [aria-live]").text_content()
    page.keyboard.press("ArrowRight")
    changed(page, lambda: page.locator(".pane [aria-live]").text_content(), first)
    assert page.locator(".h-cursor").count() == 1


def test_the_command_line_takes_the_actions_own_text(site: Site, chrome: Browser) -> None:
    seat = site.match(grognard.games()[0], bots=None)
    page = chrome.page(site, seat.path, QUICK)
    settle(page)
    text = site.state(seat)["decision"]["actions"][0]["text"]
    page.keyboard.press("/")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.wait_for_timeout(400)
    assert site.state(seat)["actions"] == 1


def test_a_match_is_played_on_a_phone(site: Site, chrome: Browser) -> None:
    seat = site.match(grognard.games()[0])
    page = chrome.page(site, seat.path, QUICK, device="Pixel 7", viewport={"width": 390, "height": 844})
    page.wait_for_selector("#decide")
    play_by_mouse(page, 40, tap=True)
    assert site.state(seat)["actions"] > 5
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page must not scroll sideways"
    assert not chrome.errors
