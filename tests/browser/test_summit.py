"""Three people, one summit: those at the table talk in secret, the third sees and hears nothing of it."""

from __future__ import annotations

from typing import Any

import pytest
from tests.browser.table import QUICK, Browser, Seat, Site, changed
from tests.browser.test_access import complaints

PEOPLE = {"Ann": ["us"], "Bob": ["esc"], "Cem": ["pal", "sau"]}


def in_diplomacy(site: Site) -> dict[str, Seat]:
    """A match of three people in its first Diplomacy Phase, which is Ann's; the deployment is the staff's."""
    seats = [
        {"sides": sides, "holder": "link" if n else "me", "name": name}
        for n, (name, sides) in enumerate(PEOPLE.items())
    ]
    options = {"players": 3, "summits": True}
    wish = {"game": "invasion_america", "scenario": "partisan_revolt", "options": options, "seats": seats}
    made = site.call("POST", "/matches", wish)
    tokens = [made["token"], *(link["token"] for link in made["links"])]
    held = {name: Seat(made["match"], token) for name, token in zip(PEOPLE, tokens, strict=True)}
    for name, seat in held.items():
        site.call("POST", f"/matches/{seat.match}/join", {"name": name}, seat.token)
    while True:
        deciding = [(seat, site.state(seat)) for seat in held.values()]
        seat, state = next((seat, state) for seat, state in deciding if state["decision"])
        texts = [a["text"] for a in state["decision"]["actions"]]
        if "invite esc" in texts:
            return held
        action = next(text for text in ("deploy rest", "done") if text in texts)
        body = {"side": state["decision"]["side"], "action": action, "expect": state["step"]}
        site.call("POST", f"/matches/{seat.match}/play", body, seat.token)


def come(site: Site, chrome: Browser, people: dict[str, Seat], **context: Any) -> list[Any]:
    pages = [chrome.page(site, seat.path, {**QUICK, "autoPass": False}, **context) for seat in people.values()]
    for page in pages:
        page.wait_for_selector(".unit")
        page.locator("#tab-talk").click()
    return pages


def do(page: Any, action: str) -> None:
    page.locator(f'[data-action="{action}"]').click()


def say(page: Any, words: str) -> None:
    page.locator("#panel-talk form input").fill(words)
    page.keyboard.press("Enter")


def test_a_secret_summit_is_heard_by_its_guests_alone(site: Site, chrome: Browser) -> None:
    ann, bob, cem = come(site, chrome, in_diplomacy(site))
    do(ann, "invite esc")
    ann.locator("#decide .summit").get_by_text("Calling a summit").wait_for()
    do(ann, "secret talks")
    bob.locator("#decide .summit").get_by_text("Summit in secret").wait_for()
    do(ann, "raise truce")
    for page in (ann, bob):
        page.locator("#decide .summit .topic").get_by_text("a truce").wait_for()
        page.locator("#decide .summit").get_by_text("is to answer").wait_for()
    say(bob, "What do you offer?")
    say(ann, "The north is yours")
    for page in (ann, bob):
        page.locator("#panel-talk .private").get_by_text("The north is yours").wait_for()
        page.locator("#panel-talk .private").get_by_text("What do you offer?").wait_for()
    assert "only for" in bob.locator("#panel-talk .private").last.inner_text()
    do(bob, "agree")
    ann.locator("#decide .summit").get_by_text("agrees").wait_for()
    ann.locator("#panel-talk select").select_option("")
    say(ann, "We speak of the weather")
    cem.locator("#panel-talk").get_by_text("We speak of the weather").wait_for()
    seen = cem.locator("body").inner_text()
    assert not any(words in seen for words in ("north is yours", "offer", "a truce", "only for"))
    assert not cem.locator(".summit").count()
    do(ann, "adjourn")
    bob.locator(".summit").first.wait_for(state="detached")
    assert bob.locator("#panel-talk select").input_value() == ""
    assert not chrome.errors


def test_a_guest_ends_the_summit_while_nothing_is_put_to_him(site: Site, chrome: Browser) -> None:
    people = in_diplomacy(site)
    ann, bob, cem = come(site, chrome, people)
    for action in ("invite esc", "invite pal", "open talks"):
        do(ann, action)
    bob.locator("#decide .prompt").get_by_text("You may break them off at any moment").wait_for()
    assert bob.locator("#decide .main").is_disabled()  # nothing happens by Enter or by itself
    bob.keyboard.press("Enter")
    assert "● " not in bob.title() and "● " in ann.title()
    do(ann, "raise truce")
    do(bob, "agree")
    cem.locator("#decide .prompt").get_by_text("speaks of").wait_for()
    bob.locator("#decide .prompt").get_by_text("is to answer").wait_for()
    assert complaints(bob) == complaints(ann) == []
    do(bob, "object")
    for page in (ann, bob, cem):
        page.locator(".summit").first.wait_for(state="detached")
    ann.locator('[data-action="invite esc"]').wait_for()
    assert not site.state(people["Cem"])["decision"]
    assert not chrome.errors


def test_the_only_word_of_a_guest_at_a_secret_table_is_not_said_for_him(site: Site, chrome: Browser) -> None:
    people = in_diplomacy(site)
    ann = chrome.page(site, people["Ann"].path, {**QUICK, "autoPass": False})
    bob = chrome.page(site, people["Bob"].path, {**QUICK, "autoPass": True})
    for action in ("invite esc", "secret talks", "raise truce"):
        do(ann, action)
    do(bob, "agree")
    bob.locator('[data-action="object"]').wait_for()
    assert bob.locator("#decide [data-action]").count() == 1
    bob.wait_for_timeout(600)
    bob.locator("#decide .prompt").click()
    bob.keyboard.press("Enter")
    bob.wait_for_timeout(300)
    assert bob.locator("#decide .summit").count() and ann.locator("#decide .summit").count()
    assert not chrome.errors


def test_talk_may_go_to_one_seat(site: Site, chrome: Browser) -> None:
    ann, bob, cem = come(site, chrome, in_diplomacy(site))
    cem.locator("#tab-log").click()
    cem.locator("#panel-log").wait_for()
    ann.locator("#panel-talk select").select_option("pal,sau")
    say(ann, "Not a word to Bob")
    cem.locator("#tab-talk .unread").wait_for()
    cem.locator("#tab-talk").click()
    cem.locator("#panel-talk .private").get_by_text("Not a word to Bob").wait_for()
    ann.locator("#panel-talk select").select_option("")
    say(ann, "Hello all")
    bob.locator("#panel-talk").get_by_text("Hello all").wait_for()
    assert not bob.locator("#panel-talk .private").count()


def test_words_written_at_a_summit_stay_there_when_it_ends(site: Site, chrome: Browser) -> None:
    """Who was still writing does not tell everybody: the line goes to whom it was meant for."""
    people = in_diplomacy(site)
    ann, bob, cem = come(site, chrome, people)
    do(ann, "invite esc")
    do(ann, "secret talks")
    bob.locator("#decide .summit").wait_for()
    bob.locator("#panel-talk form input").fill("Burn this")
    do(ann, "adjourn")
    bob.locator(".summit").first.wait_for(state="detached")
    bob.locator("#panel-talk form input").press("Enter")
    ann.locator("#panel-talk .private").get_by_text("Burn this").wait_for()
    assert "Burn this" not in cem.locator("body").inner_text()
    assert [t["text"] for t in site.state(people["Cem"])["talk"]] == []


def test_a_line_whose_answer_was_lost_is_said_once(site: Site, chrome: Browser) -> None:
    people = in_diplomacy(site)
    ann, bob, _ = come(site, chrome, people)
    sent: list[str] = []

    def lose_the_first(route: Any) -> None:
        sent.append(route.request.post_data_json["nonce"])
        if len(sent) > 1:
            route.continue_()
            return
        route.fetch()
        route.abort()

    ann.route("**/talk", lose_the_first)
    say(ann, "Can you hear me?")
    bob.locator("#panel-talk").get_by_text("Can you hear me?").wait_for()
    changed(ann, lambda: ann.locator("#panel-talk form input").input_value(), "Can you hear me?")
    assert len(sent) == 2 and len(set(sent)) == 1
    assert [t["text"] for t in site.state(people["Bob"])["talk"]] == ["Can you hear me?"]


def test_whom_the_next_line_goes_to_may_be_chosen_while_one_is_sent(site: Site, chrome: Browser) -> None:
    ann, bob, cem = come(site, chrome, in_diplomacy(site))
    for action in ("invite esc", "secret talks"):
        do(ann, action)
    bob.locator("#decide .summit").wait_for()
    slow: list[Any] = []
    ann.route("**/talk", lambda route: slow.append(route) if not slow else route.continue_())
    say(ann, "Just us")
    changed(ann, lambda: len(slow), 0)
    ann.locator("#panel-talk select").select_option("")
    slow[0].continue_()
    ann.locator("#panel-talk .private").get_by_text("Just us").wait_for()
    changed(ann, lambda: ann.locator("#panel-talk form input").input_value(), "Just us")
    say(ann, "Good evening to all")
    cem.locator("#panel-talk").get_by_text("Good evening to all").wait_for()
    assert "Just us" not in cem.locator("body").inner_text()


def test_a_refused_line_is_kept_and_the_reason_told(site: Site, chrome: Browser) -> None:
    people = in_diplomacy(site)
    ann, _, _ = come(site, chrome, people)
    refusal = {"error": "Too much talk at once.", "code": "too_many", "hint": "Wait a moment."}
    ann.route("**/talk", lambda route: route.fulfill(status=429, json=refusal))
    say(ann, "And another thing")
    ann.locator("#panel-talk [role=alert]").get_by_text("Too much talk at once.").wait_for()
    assert ann.locator("#panel-talk form input").input_value() == "And another thing"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_is_content_with_a_summit(site: Site, chrome: Browser, scheme: str) -> None:
    ann, bob, _ = come(site, chrome, in_diplomacy(site), color_scheme=scheme)
    for action in ("invite esc", "secret talks", "raise truce"):
        do(ann, action)
    say(bob, "What do you offer?")
    ann.locator("#panel-talk .private").wait_for()
    assert complaints(ann) == complaints(bob) == []


def test_on_a_phone_the_summit_stands_above_the_talk(site: Site, chrome: Browser) -> None:
    people = in_diplomacy(site)
    ann, _, _ = come(site, chrome, people)
    for action in ("invite esc", "secret talks"):
        do(ann, action)
    phone = chrome.page(site, people["Bob"].path, {**QUICK}, device="Pixel 7")
    phone.locator("#tab-talk").tap()
    assert phone.locator("#panel-talk .summit").is_visible()
    phone.locator("#panel-talk form input").fill("What do you offer?")
    phone.locator("#panel-talk form button").tap()
    phone.locator("#panel-talk .private").get_by_text("What do you offer?").wait_for()
    assert not ann.locator("#panel-talk .summit").is_visible()  # on a desk it is seen beside the decision
    ann.locator("#panel-talk .private").get_by_text("What do you offer?").wait_for()
