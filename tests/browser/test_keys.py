"""The keyboard on the board: what Enter means in a stack, before dice and where a ship may fly."""

from __future__ import annotations

from typing import Any

import pytest
from tests.air_eaters.table import Ground
from tests.browser.table import QUICK, Browser, Seat, Site, changed, settle, step_of

SLOW = {**QUICK, "autoPass": False, "confirmDice": True}


def arranged(site: Site, ground: Ground) -> Seat:
    made = site.call("POST", "/matches/position", {"game": "air_eaters", "position": ground.match.position()})
    return Seat(made["match"], made["token"])


def at_board(page: Any) -> bool:
    return bool(page.evaluate("document.activeElement?.classList.contains('frame')"))


@pytest.fixture
def battle(site: Site) -> Seat:
    ground = Ground()
    ground.put("earth_orbit", "corv_1", "corv_2", "ns_1", "esc_1", "esc_2")
    ground.put("mars_orbit", "corv_3", "ns_2")
    return arranged(site, ground.go("aliens_fire"))


def test_a_stack_is_opened_chosen_from_and_fired_with_enter_alone(site: Site, chrome: Browser, battle: Seat) -> None:
    page = chrome.page(site, battle.path, SLOW)
    settle(page)
    page.keyboard.press("PageDown")
    assert at_board(page), "with the focus nowhere, the keys of the board find it"
    page.keyboard.press("Enter")
    page.wait_for_selector(".tray.pinned .can:focus")
    page.keyboard.press("Escape")
    page.wait_for_selector(".tray.pinned", state="detached")
    assert at_board(page)
    page.keyboard.press("Enter")
    page.wait_for_selector(".tray.pinned .can:focus")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.locator(".prompt", has_text="fires at what").wait_for()
    page.keyboard.press("Enter")
    page.wait_for_selector(".tray.pinned .can:focus")
    acted = site.state(battle)["actions"]
    page.keyboard.press("Enter")
    page.locator(".main:not([disabled])", has_text="Roll").wait_for()
    assert at_board(page) and site.state(battle)["actions"] == acted
    page.keyboard.press("Enter")
    changed(page, lambda: site.state(battle)["actions"], acted)


def test_shift_and_enter_do_the_main_action_from_the_board(site: Site, chrome: Browser, battle: Seat) -> None:
    page = chrome.page(site, battle.path, SLOW)
    settle(page)
    page.keyboard.press("PageDown")
    before = step_of(page)
    page.keyboard.press("Shift+Enter")
    changed(page, lambda: step_of(page), before)
    assert site.state(battle)["view"]["phase"]["name"] == "terrans_fire"


def test_the_tray_shows_no_counter_that_has_gone(site: Site, chrome: Browser, battle: Seat) -> None:
    page = chrome.page(site, battle.path, QUICK)
    settle(page)
    page.keyboard.press("PageDown")

    def standing() -> set[str]:
        return {p["name"] for p in site.state(battle)["view"]["pieces"] if p["at"] == "earth_orbit"}

    def in_tray() -> set[str]:
        return set(page.locator(".tray li button > span").all_inner_texts())

    assert in_tray() == standing()
    for _ in range(12):
        if len(standing()) < 5:
            break
        before = step_of(page)
        page.keyboard.press(page.locator(".action .key").first.inner_text())
        changed(page, lambda before=before: step_of(page), before)
    assert len(standing()) < 5
    changed(page, lambda: in_tray() == standing(), False, 2)


def test_a_flight_tells_what_inertia_it_leaves(site: Site, chrome: Browser) -> None:
    ground = Ground("intermediate")
    ground.put("f_3", "ca_1", inertia=1)
    ground.go("terrans_move").play("move ca_1")
    page = chrome.page(site, arranged(site, ground).path, SLOW)
    told = page.locator("[data-action='to d_2'] small")
    told.wait_for()
    assert told.inner_text() == "inertia 2 inwards: drifts on to ring B next turn"
    page.locator("[data-action='to d_2']").hover()
    page.locator(".notes", has_text="drifts to G-4 first · boosts 2 of 3").wait_for()
    page.mouse.move(5, 5)
    page.keyboard.press("PageDown")
    page.locator(".notes", has_text="boosts").wait_for()
    assert "inertia" in (page.locator(".pane [aria-live]").text_content() or "")
