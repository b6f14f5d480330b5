"""What the table promises: tabs agree, lines come back, nothing is lost, everything can be looked at again."""

from __future__ import annotations

import re
from typing import Any

import pytest
from tests.browser.table import MARKS, QUICK, SHORT, Browser, Seat, Site, changed, over, settle, step_of

import grognard

GAME = "grav_armor" if "grav_armor" in grognard.games() else grognard.games()[0]


def open_match(site: Site, chrome: Browser, **like: Any) -> tuple[Seat, Any]:
    seat = site.match(GAME, bots=None)
    page = chrome.page(site, seat.path, {**QUICK, "autoPass": False, **like})
    settle(page)
    return seat, page


def act(page: Any) -> None:
    before = step_of(page)
    page.locator("[data-action]").first.click()
    changed(page, lambda: step_of(page), before)


def test_two_tabs_of_a_match_agree(site: Site, chrome: Browser) -> None:
    seat, one = open_match(site, chrome)
    other = one.context.new_page()
    other.goto(f"/m/{seat.match}")
    settle(other)
    act(one)
    changed(other, lambda: step_of(other) == step_of(one), False)
    act(other)
    changed(one, lambda: step_of(other) == step_of(one), False)


def test_a_broken_line_is_mended(site: Site, chrome: Browser) -> None:
    seat, page = open_match(site, chrome)
    page.context.set_offline(True)
    page.wait_for_timeout(200)
    state = site.state(seat)
    action = state["decision"]["actions"][0]["text"]
    body = {"side": state["side"], "action": action, "expect": state["step"]}
    before = step_of(page)
    site.call("POST", f"/matches/{seat.match}/play", body, seat.token)
    page.context.set_offline(False)
    changed(page, lambda: step_of(page), before, 25)


def test_a_pick_is_taken_back_with_ctrl_z(site: Site, chrome: Browser) -> None:
    seat, page = open_match(site, chrome)
    prompt = page.locator(".prompt")
    before = prompt.inner_text()
    act(page)
    assert prompt.inner_text() != before
    page.keyboard.press("Control+z")
    changed(page, lambda: prompt.inner_text() == before, False)
    assert site.state(seat)["actions"] == 0


def test_what_may_be_chosen_out_of_sight_is_counted_at_the_edge_and_shown(site: Site, chrome: Browser) -> None:
    seat = site.match("air_eaters", "introductory", bots=None)
    page = chrome.page(site, seat.path, {**QUICK, "autoPass": False})
    settle(page)
    assert page.locator(".beyond").count() == 0
    box = page.locator(".frame").bounding_box()
    page.mouse.move(box["x"] + 100, box["y"] + 300)
    for _ in range(8):
        page.mouse.wheel(0, -300)
    page.locator(".beyond").first.click()
    changed(page, lambda: len(page.evaluate(MARKS)) > 0, False)


def test_page_down_goes_to_what_may_be_chosen(site: Site, chrome: Browser) -> None:
    seat = site.match("air_eaters", "introductory", bots=None)
    page = chrome.page(site, seat.path, {**QUICK, "autoPass": False})
    settle(page)
    before = step_of(page)
    page.locator(".frame").focus()
    page.keyboard.press("PageDown")
    page.keyboard.press("PageDown")
    page.keyboard.press("Enter")
    changed(page, lambda: step_of(page), before)


def test_the_name_of_the_player_turn_stays_by_the_track(site: Site, chrome: Browser) -> None:
    seat = site.match("invasion_america", "partisan_revolt", bots=None)
    page = chrome.page(site, seat.path, {**QUICK, "autoPass": True})
    settle(page)
    for _ in range(30):
        now = page.locator(".chip.now")
        if now.count() and page.locator(".track").evaluate("e => e.scrollLeft") > 0:
            break
        page.locator(".main:not([disabled])").click()
        page.wait_for_timeout(100)
    track, chip = page.locator(".track").bounding_box(), now.bounding_box()
    name = page.locator(".part:has(.now) .under").bounding_box()
    assert abs(name["x"] - track["x"]) < 2
    assert chip["x"] >= name["x"] + name["width"] - 1
    assert chip["x"] + chip["width"] <= track["x"] + track["width"]


def test_a_wrong_command_is_refused_with_its_reason(site: Site, chrome: Browser) -> None:
    _, page = open_match(site, chrome)
    page.locator("#command").fill("conquer the universe")
    page.keyboard.press("Enter")
    page.wait_for_selector(".said.bad")
    assert len(page.locator(".said.bad").inner_text()) > 10


def test_a_question_mark_asks_why_without_playing(site: Site, chrome: Browser) -> None:
    seat, page = open_match(site, chrome)
    text = site.state(seat)["decision"]["actions"][0]["text"]
    page.keyboard.press("?")
    page.keyboard.type(text)
    page.keyboard.press("Enter")
    page.wait_for_selector(".said:not(.bad)")
    assert site.state(seat)["actions"] == 0


def test_dice_are_shown_with_their_odds_before_they_roll(site: Site, chrome: Browser) -> None:
    made = site.call("POST", "/games/grav_armor/lessons/2_detection_and_fire/play", {})
    seat = Seat(made["match"], made["token"])
    page = chrome.page(site, seat.path, {**QUICK, "confirmDice": True})
    settle(page)
    shots = [a["text"] for a in site.state(seat)["decision"]["actions"] if a["text"].startswith("fire ")]
    page.keyboard.press("/")
    page.keyboard.type(shots[0])
    page.keyboard.press("Enter")
    page.wait_for_selector(".odds .bar")
    assert site.state(seat)["actions"] == 0
    shares = [float(re.sub(r"[^\d.]", "", t) or 0) for t in page.locator(".odds b").all_inner_texts()]
    assert 96 <= sum(shares) <= 104


def test_a_match_is_saved_opened_again_and_played_on(site: Site, chrome: Browser, tmp_path: Any) -> None:
    _, page = open_match(site, chrome)
    for _ in range(3):
        act(page)
    page.locator(".menu").click()
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save the record").click()
    file = tmp_path / "match.txt"
    saved.value.save_as(file)
    home = chrome.page(site, "/", QUICK)
    home.locator("input[type=file]").set_input_files(file)
    home.wait_for_url("**/m/*")
    settle(home)


def test_the_past_is_walked_linked_and_branched_from(site: Site, chrome: Browser) -> None:
    seat, page = open_match(site, chrome)
    for _ in range(3):
        act(page)
    later = chrome.page(site, f"/m/{seat.match}#seat={seat.token}&at=1", QUICK)
    later.wait_for_selector(".replay")
    assert later.locator(".replay .num").inner_text().startswith("1 /")
    later.get_by_role("button", name="One step on").click()
    changed(later, lambda: later.locator(".replay .num").inner_text()[0], "1")
    later.get_by_role("button", name="Branch from here").click()
    later.wait_for_url(lambda url: seat.match not in url)
    settle(later)


@pytest.mark.parametrize("game", grognard.games())
def test_lessons_open_on_their_position(site: Site, chrome: Browser, game: str) -> None:
    lessons = site.call("GET", f"/games/{game}")["lessons"]
    if not lessons:
        pytest.skip(f"{game} has no lessons")
    page = chrome.page(site, f"/g/{game}", QUICK)
    page.locator("aside button").first.click()
    page.wait_for_url("**/m/*")
    page.wait_for_selector(".body h3")
    assert page.locator(".body").inner_text()
    assert not chrome.errors


@pytest.mark.parametrize("game", grognard.games())
def test_every_paper_beside_the_board_opens(site: Site, chrome: Browser, game: str) -> None:
    seat = site.match(game, SHORT.get(game))
    page = chrome.page(site, seat.path, QUICK)
    page.wait_for_selector("#decide")
    for name in ("log", "forces", "charts", "rules", "notes"):
        page.locator(f"#tab-{name}").click()
        page.wait_for_selector(f"#panel-{name}")
        page.wait_for_timeout(250)
        assert len(page.locator(f"#panel-{name}").inner_text()) > 10, f"{name} of {game} is empty"
    assert not chrome.errors


@pytest.mark.parametrize("game", grognard.games())
def test_every_symbol_of_a_game_is_drawn(site: Site, chrome: Browser, game: str) -> None:
    seat = site.match(game, SHORT.get(game))
    page = chrome.page(site, seat.path, QUICK)
    page.wait_for_selector(".unit")
    lost = page.evaluate(
        "[...document.querySelectorAll('use')].map((u) => u.getAttribute('href'))"
        ".filter((h) => !document.querySelector(h))"
    )
    assert lost == []
    assert page.locator(".unit .c-letters").count() == 0, "a counter with letters instead of a drawing"


def test_plain_text_mode_tells_the_whole_board(site: Site, chrome: Browser) -> None:
    seat, page = open_match(site, chrome, reader=True)
    names = {p["name"] for p in site.state(seat)["view"]["pieces"]}
    told = page.locator(".reader").inner_text()
    assert sum(name in told for name in names) > len(names) * 0.6
    act(page)


def test_the_table_speaks_german(site: Site, chrome: Browser) -> None:
    page = chrome.page(site, "/", locale="de-DE")
    page.wait_for_selector(".card")
    assert "kennt" in page.locator(".tag").inner_text()
    assert page.evaluate("document.documentElement.lang") == "de"


def test_an_unknown_match_is_told_plainly(site: Site, chrome: Browser) -> None:
    page = chrome.page(site, "/m/nothinghere")
    page.wait_for_selector("[role=alert]")
    assert "no such match" in page.locator("[role=alert]").inner_text()


def meet(site: Site, chrome: Browser) -> tuple[Any, Any]:
    """Ann invites Bob, who comes by the address alone; both stand at the table."""
    host = chrome.page(site, f"/g/{GAME}", {**QUICK, "name": "Ann"})
    host.wait_for_selector(".side select")
    host.locator(".side select").nth(1).select_option("link")
    host.locator("form .btn.primary").click()
    host.wait_for_url("**/m/*")
    address = host.locator(".invite input").input_value()
    assert "#seat=" in address
    guest = chrome.page(site, address.removeprefix(site.address), {**QUICK, "name": "Bob"})
    guest.wait_for_selector("#decide")
    host.wait_for_selector(".invite", state="detached")
    assert "#seat=" not in guest.url, "the secret must not stay in the address bar"
    return host, guest


def mover_and_other(host: Any, guest: Any) -> tuple[Any, Any]:
    """Who decides now, and who waits."""
    changed(host, lambda: any(p.locator("[data-action]").count() for p in (host, guest)), False)
    return (host, guest) if host.locator("[data-action]").count() else (guest, host)


def test_two_people_meet_by_an_invitation(site: Site, chrome: Browser) -> None:
    host, guest = meet(site, chrome)
    guest.wait_for_selector(".unit")
    host.wait_for_selector(".unit")
    assert host.locator(".unit").count() == guest.locator(".unit").count() > 10
    host.get_by_text("Bob").wait_for()
    mover, other = mover_and_other(host, guest)
    before = other.locator("#panel-log").inner_text()
    act(mover)
    act(mover)
    changed(other, lambda: other.locator("#panel-log").inner_text(), before)
    guest.locator("#tab-talk").click()
    guest.locator(".body input").fill("Good evening")
    guest.keyboard.press("Enter")
    host.locator("#tab-talk").click()
    host.get_by_text("Good evening").wait_for()


def test_undo_draw_and_resignation_between_two_people(site: Site, chrome: Browser) -> None:
    host, guest = meet(site, chrome)
    mover, other = mover_and_other(host, guest)
    while mover.locator("[data-action]").count():
        main = mover.locator(".main:not([disabled])")
        before = step_of(mover)
        main.click() if main.count() else mover.locator("[data-action]").first.click()
        changed(mover, lambda: step_of(mover), before)
    other.wait_for_selector("[data-action]")
    act(other)
    mover.get_by_role("button", name="Ask to take back").click()
    other.get_by_role("button", name="Agree").click()
    mover.wait_for_selector("[data-action]")
    for answer in ("Refuse", "Agree"):
        mover.locator(".menu").click()
        mover.get_by_role("button", name="Offer a draw").click()
        other.get_by_role("button", name=answer).click()
        if answer == "Refuse":
            mover.get_by_text("says no").wait_for()
            assert not over(other)
    for page in (mover, other):
        page.wait_for_selector(".result")
        assert "draw" in page.locator(".result").inner_text().lower()


def test_whoever_resigns_has_lost(site: Site, chrome: Browser) -> None:
    host, guest = meet(site, chrome)
    host.wait_for_selector(".unit")
    host.locator(".menu").click()
    host.get_by_role("button", name="Resign").click()
    host.locator(".sure .primary").click()
    guest.wait_for_selector(".result")
    assert "won" in guest.locator(".result .cap").inner_text().lower()
    host.wait_for_selector(".result")
    assert "lost" in host.locator(".result .cap").inner_text().lower()


def test_whoever_has_only_the_address_watches(site: Site, chrome: Browser) -> None:
    seat = site.match(GAME, bots=None)
    page = chrome.page(site, f"/m/{seat.match}", QUICK)
    page.wait_for_selector(".waiting")
    assert page.locator("[data-action]").count() == 0
    assert page.locator(".main:not([disabled])").count() == 0
