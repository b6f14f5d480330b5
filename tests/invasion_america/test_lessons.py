"""The lessons load, play through, and show what they say."""

from typing import Any

import pytest

from .ground import piece, real

LESSONS = {lesson["name"]: lesson for lesson in real().lessons()}


def play(name: str) -> tuple[Any, str]:
    match = real().from_position(LESSONS[name]["position"])
    for text in LESSONS[name]["try"]:
        match.play(match.to_act[0], text)
    return match, " | ".join(event.text for event in match.events())


@pytest.mark.parametrize("name", list(LESSONS))
def test_a_lesson_plays_through(name: str) -> None:
    lesson = LESSONS[name]
    match, _ = play(name)
    assert match.inputs and lesson["title"] and lesson["text"] and lesson["rule"]


def test_the_worked_examples_come_out() -> None:
    assert "26 against 9, odds 2-1" in play("odds")[1]
    match, log = play("exchange")
    assert "10 against 3, odds 3-1: rolled 2, Dx" in log and match.figures()["units_usa"] == 0
    assert "26 against 14" in play("assault")[1]


def test_the_cordon_cuts_and_the_friends_open() -> None:
    assert play("cut_off")[0].log and "Out of supply: 1 of 1 unit" in play("cut_off")[1]
    assert "Out of supply" not in play("line_through")[1].split("Combat")[0]


def test_the_landing_goes_on_inland() -> None:
    match, _ = play("landing")
    assert match.state.aboard[piece("esc_a1")] < 0


def test_the_strike_must_wait_for_the_attack_on_the_bomber() -> None:
    match = real().from_position(LESSONS["superiority"]["position"])
    target = next(p["at"] for p in match.view("us")["pieces"] if p["id"] == "usa_i1")
    match.play("esc", f"attack {target}")
    refusal = match.why_not("esc", "with esc_cas1")
    assert refusal is not None and refusal.rule == "14.5"
