"""How bots answer at a summit: by what the matter would do to them, and never breaking it off for nothing."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

from grognard.bots import make
from grognard.core import Match, Rng, Seat
from grognard.games.invasion_america.summits import TOPICS

from .ground import CANADA, HARBOUR, SUPPLY, arrange, deploy_all, real


def summit(caller: str, *guests: str, **control: Any) -> Match:
    """Open talks among four players; the US has too few points to win (18.4)."""
    units = {"esc_a1": (12, 3), "sau_a1": (32, 3)}
    return called(arrange(units, f"{caller}_diplomacy", players=4, summits=True, **control), caller, *guests)


def called(match: Match, caller: str, *guests: str) -> Match:
    for guest in guests:
        match.play(caller, f"invite {guest}")
    match.play(caller, "open talks")
    return match


@cache
def first_day() -> Match:
    """Scenario I as it begins, in the first Diplomacy Phase: the US would win if the war ended now."""
    match = real().new("three_pronged_invasion", {"players": 4, "summits": True}, 3)
    deploy_all(match)
    assert match.phase_title() == "Diplomacy"
    return match


def choice(match: Match, side: str, seed: int = 0) -> str:
    return make("greedy").choose(Seat(match, side, Rng(f"envoy {seed}"))).text


def answer(match: Match, caller: str, guest: str, topic: str) -> str:
    trial = match.copy()
    trial.play(caller, f"raise {topic}")
    return choice(trial, guest)


@pytest.mark.parametrize("topic", ["truce", "joint_attack", "passage", "alliance", "division", "warning"])
def test_invaders_agree_with_an_invader_who_is_not_ahead(topic: str) -> None:
    assert answer(summit("esc", "sau"), "esc", "sau", topic) == "agree"


def test_an_invader_asks_the_one_who_leads_for_other_terms() -> None:
    match = summit("esc", "sau", control={CANADA: "esc", SUPPLY: "esc"})
    for topic in ("alliance", "division"):
        assert answer(match, "esc", "sau", topic) == "amend"
    assert answer(match, "esc", "sau", "truce") == "agree"


def test_who_is_winning_may_as_well_stop_and_who_is_not_goes_on() -> None:
    match = called(first_day().copy(), "sau", "us", "esc")
    assert answer(match, "sau", "us", "truce") == "agree"
    for topic in ("passage", "division", "alliance", "joint_attack"):
        assert answer(match, "sau", "us", topic) == "decline"
    behind = summit("esc", "us", control={CANADA: "esc", SUPPLY: "sau"})
    assert answer(behind, "esc", "us", "truce") == "decline"  # the US must win land back


def test_a_common_rival_makes_friends() -> None:
    ahead = summit("esc", "us", control={CANADA: "sau", SUPPLY: "sau", HARBOUR: "esc"})
    assert answer(ahead, "esc", "us", "joint_attack") == "agree"
    alone = summit("esc", "us", control={CANADA: "esc", SUPPLY: "esc"})
    assert answer(alone, "esc", "us", "joint_attack") == "decline"


def test_no_bot_breaks_talks_off_or_shuts_the_doors_and_all_answer_alike_twice() -> None:
    match = summit("esc", "us")
    for topic in TOPICS:
        asked = match.copy()
        asked.play("esc", f"raise {topic}")
        answers = {choice(asked, "us", seed) for seed in range(4)}
        assert len(answers) == 1 and answers < {"agree", "amend", "decline"}


def test_bots_call_no_summit_and_adjourn_one_that_they_find_themselves_leading() -> None:
    match = arrange({"esc_a1": (12, 3), "sau_a1": (32, 3)}, "esc_diplomacy", players=4, summits=True)
    assert choice(match, "esc") == "done"
    match.play("esc", "invite sau")
    assert choice(match, "esc") == "done"
    assert choice(summit("esc", "sau", "us"), "esc") == "adjourn"


def test_a_summit_with_bots_comes_to_an_end_whatever_its_caller_does() -> None:
    for seed in range(6):
        rng = random.Random(seed)
        match = arrange({"esc_a1": (12, 3), "sau_a1": (32, 3)}, "esc_diplomacy", players=4, summits=True)
        for _ in range(600):
            if match.phase_title() != "Diplomacy":
                break
            [side] = match.to_act
            decision = match.decision(side)
            texts = [a.text for a in decision.actions if a.text != "done"]
            match.play(side, choice(match, side, seed) if side != "esc" else rng.choice(texts or ["done"]))
        assert match.phase_title() != "Diplomacy"
