"""Whole matches in the browser: by mouse, by keyboard alone, on a phone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from tests.browser.table import (
    QUICK,
    WHOLE,
    WHOLE_MATCH,
    Browser,
    Site,
    changed,
    over,
    play_by_mouse,
    settle,
    step_of,
)

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
def test_a_whole_match_is_played_by_mouse(site: Site, chrome: Browser, game: str) -> None:
    seat = site.match(game, WHOLE_MATCH[game])
    page = chrome.page(site, seat.path, QUICK)
    page.wait_for_selector("#decide")
    on_board = play_by_mouse(page, WHOLE, haste=0.5)
    assert on_board > 5
    assert over(page), step_of(page)
    assert site.state(seat)["status"] == "over"
    assert not chrome.errors


def press_on(page: Any, rng: random.Random) -> None:
    """One decision by keyboard: Enter for the main action, else or now and then a letter of the list."""
    before = step_of(page)
    keys = page.locator(".action .key").all_text_contents()
    main = page.locator(".main:not([disabled])").count()
    if main and (not keys or rng.random() < 0.7):
        page.keyboard.press("Enter")
    else:
        page.keyboard.press(rng.choice(keys))
    changed(page, lambda: step_of(page), before)


def test_a_whole_match_is_played_by_keyboard_alone(site: Site, chrome: Browser) -> None:
    seat = site.match("grav_armor")
    page = chrome.page(site, seat.path, QUICK)
    page.wait_for_selector("#decide")
    rng = random.Random(4)
    for _ in range(WHOLE):
        settle(page)
        if over(page):
            break
        press_on(page, rng)
    assert over(page), step_of(page)
    assert site.state(seat)["status"] == "over"
    assert not chrome.errors


def test_a_piece_is_moved_with_arrows_and_enter_alone(site: Site, chrome: Browser) -> None:
    seat = site.match("grav_armor", bots=None)
    page = chrome.page(site, seat.path, {**QUICK, "autoPass": False})
    settle(page)
    page.keyboard.press("/")
    page.keyboard.type(site.state(seat)["decision"]["actions"][0]["text"])
    page.keyboard.press("Enter")
    page.wait_for_selector(".h-dot")
    before = site.state(seat)["actions"]
    page.locator(".frame").focus()
    spoken = page.locator(".pane [aria-live]")
    for way in ["ArrowRight"] * 30 + ["ArrowDown", "ArrowLeft", "ArrowDown", "ArrowLeft"] * 30:
        page.keyboard.press(way)
        page.wait_for_timeout(20)
        if "Choose" in (spoken.text_content() or ""):
            page.keyboard.press("Enter")
            break
    changed(page, lambda: site.state(seat)["actions"], before)


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


def test_a_whole_match_is_played_on_a_phone(site: Site, chrome: Browser) -> None:
    seat = site.match("air_eaters", "martian_revolt")
    page = chrome.page(site, seat.path, QUICK, device="Pixel 7", viewport={"width": 390, "height": 844})
    page.wait_for_selector("#decide")
    on_board = play_by_mouse(page, WHOLE, tap=True, haste=0.5)
    assert on_board > 5
    assert over(page), step_of(page)
    wide = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page must not scroll sideways"
    assert not chrome.errors


SMALL = """() => [...document.querySelectorAll('button, select, summary, input:not([type=file]), a.btn')]
  .filter((e) => e.checkVisibility() && !e.closest('.recap li, label, .out')
    && !e.matches('.rule, .sign, .line, .head'))
  .map((e) => [e.getBoundingClientRect(), e])
  .filter(([b]) => b.width && (b.height < 43.5 || b.width < 43.5))
  .map(([b, e]) => `${e.className || e.tagName} ${e.innerText.slice(0, 20)} ${b.width | 0}x${b.height | 0}`)"""


def test_what_is_tapped_on_a_phone_is_as_large_as_a_fingertip(site: Site, chrome: Browser) -> None:
    seat = site.match("grav_armor")
    page = chrome.page(site, seat.path, QUICK, device="Pixel 7", viewport={"width": 390, "height": 844})
    settle(page)
    assert page.evaluate(SMALL) == []
    for name in ("forces", "charts", "rules"):
        page.locator(f"#tab-{name}").click()
        page.wait_for_timeout(250)
        assert page.evaluate(SMALL) == [], name
    page.locator(".menu").click()
    page.wait_for_selector("dialog[open]")
    assert page.evaluate(SMALL) == []


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
