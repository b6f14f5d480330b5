"""Whole matches in the browser: by mouse, by keyboard alone, on a phone."""

from __future__ import annotations

import pytest
from tests.browser.table import QUICK, Browser, Site, changed, over, play_by_mouse, settle, step_of

import grognard


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


def test_a_piece_is_dragged_to_its_place(site: Site, chrome: Browser) -> None:
    if "grav_armor" not in grognard.games():
        pytest.skip("needs a game whose pieces are moved over hexes")
    seat = site.match("grav_armor", "raid_on_wendarst", bots=None)
    page = chrome.page(site, seat.path, {**QUICK, "autoPass": False})
    settle(page)
    state = site.state(seat)
    action = next(a for a in state["decision"]["actions"] if a["args"])
    piece = action["args"][0]["id"]
    body = {"side": state["side"], "action": action["text"], "expect": state["step"]}
    probe = site.call("POST", f"/matches/{seat.match}/play", body, seat.token)
    place = next(a for a in probe["decision"]["actions"] if a["args"])["args"][0]["id"]
    site.call("POST", f"/matches/{seat.match}/undo", {"side": state["side"], "expect": probe["step"]}, seat.token)
    settle(page)
    page.wait_for_selector(".over .h-ring")
    box = page.locator(f"[data-piece={piece}]").bounding_box()
    goal = page.evaluate(
        """([id, piece]) => {
          const name = id.split('-').pop();
          const numbers = [...document.querySelectorAll('.numbers text')].find((t) => t.textContent === name);
          const b = numbers?.getBoundingClientRect();
          return b && [b.x + b.width / 2, b.y + b.height * 2];
        }""",
        [place, piece],
    )
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(goal[0], goal[1], steps=8)
    assert page.locator(".ghost").count() == 1
    page.mouse.up()
    changed(page, lambda: site.state(seat)["actions"], 0)
    assert page.locator(".ghost").count() == 0
