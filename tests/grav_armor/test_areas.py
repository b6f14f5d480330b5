"""What a table may lay over the board: reach, detection, fire, victory; who threatens a hex."""

from __future__ import annotations

import random

import pytest

from grognard.core import GrognardError, Match
from grognard.games.grav_armor.documents import NAMES

from .table import actions, game, number, play, start_phase, state, table

FAR = {"i_zeta7_1": "5-0909"}


def area(match: Match, kind: str, side: str, viewer: str | None = None) -> set[str]:
    return {p for a in match.areas(viewer) if (a["kind"], a["side"]) == (kind, side) for p in a["places"]}


def goals(match: Match, *verbs: str) -> set[str]:
    return {a.split()[1] for a in actions(match) if a.split()[0] in verbs}


@pytest.mark.parametrize(("unit", "at"), [("l_omi9_1", "4-0109"), ("l_zho1_1", "4-0502"), ("l_a_inf_1", "5-0407")])
def test_reach_is_where_the_next_move_may_end(unit: str, at: str) -> None:
    match = table(FAR | {unit: at})
    told = area(match, "reach", "league")
    play(match, f"move {unit}")
    found = goals(match, "go")
    if "take off" in actions(match):
        play(match, "take off")
        found |= goals(match, "land")
    assert told == found
    assert area(match, "reach", "league") == told  # a move begun changes nothing: it is about the next


def test_reach_goes_on_from_the_edge_and_comes_from_orbit() -> None:
    match = table(FAR | {"l_omi9_1": "edge_west"})
    assert {"4-0101", "4-0201"} <= area(match, "reach", "league")
    assert "4-0301" not in area(match, "reach", "league")
    match = table(FAR | {"l_fl6_1": "orbit_league"})
    assert area(match, "reach", "league") == set(match.game.ground("proving_ground").map.names) - {"5-0909"}


def test_who_is_gone_or_inside_another_reaches_nothing() -> None:
    match = table(FAR | {"l_eta5_1": "4-0101"}, aboard={"l_a_inf_1": "l_eta5_1"})
    alone = table(FAR | {"l_eta5_1": "4-0101"})
    assert area(match, "reach", "league") == area(alone, "reach", "league")


def test_detection_goes_round_hills_and_stops_where_the_sum_is_too_high() -> None:
    match = table({"i_nu3_1": "5-0410", "l_tau8_1": "4-0101"}, scenario="raid_on_wendarst")
    seen = area(match, "detection", "imperial")
    assert {"5-0309", "5-0208"} <= seen and "5-0408" not in seen  # as in the rulebook's example


def test_disrupted_infantry_detects_but_does_not_fire() -> None:
    at = {"i_a_inf_1": "4-0104", "l_nu3_1": "4-0901"}
    match = table(at, disrupted=["i_a_inf_1"])
    assert "4-0102" in area(match, "detection", "imperial") and not area(match, "fire", "imperial")
    match = table(at | {"i_ortillery_beam_1": "orbit_imperial"}, disrupted=["i_a_inf_1"])
    assert "4-0102" in area(match, "fire", "imperial")  # by ortillery
    assert match.threats(None, "4-0102") == ["i_ortillery_beam_1"]


def test_a_spent_gun_threatens_nobody_until_the_next_phase() -> None:
    match = table({"i_zeta7_1": "4-0104", "l_nu3_1": "4-0102", "l_omi2_1": "4-0901"})
    assert match.threats("league", "4-0103") == ["i_zeta7_1", "l_nu3_1"]
    match.force_dice([1, 1])
    play(match, "fire i_zeta7_1 at l_nu3_1")
    assert match.threats("league", "4-0103") == ["l_nu3_1"] and not area(match, "fire", "imperial")
    start_phase(match, "imperial")
    assert match.threats("league", "4-0103") == ["i_zeta7_1", "l_nu3_1"]


def test_no_hex_no_threat_and_no_place_no_answer() -> None:
    match = table(FAR | {"l_nu3_1": "4-0101"})
    assert match.threats(None, "orbit_league") == []
    with pytest.raises(GrognardError, match="there is no place"):
        match.threats(None, "9-9999")


def test_victory_shows_what_is_worth_points_to_each_side() -> None:
    match = game().new("raid_on_wendarst", seed=1)
    assert area(match, "victory", "league") == {"5-0804", "5-0809"}
    assert not area(match, "victory", "imperial")


@pytest.mark.parametrize("name", NAMES)
def test_threats_are_the_shots_that_are_offered(name: str) -> None:
    """After the moves of random games: who threatens a hex where enemies stand is who may fire at one of them."""
    checked = 0
    for seed in range(6):
        match = game().new(name, {"free_setup": False}, seed)
        rng = random.Random(seed)
        while match.to_act and checked < 40:
            side = match.to_act[0]
            decision = match.decision(side)
            if decision.name == "after":
                checked += _compare(match, side)
            pick = [a for a in decision.actions if not a.text.startswith(("orders", "leave"))]
            match.play(side, rng.choice(pick or decision.actions))
    assert checked >= 3


def _compare(match: Match, side: str) -> int:
    s, ids = state(match), match.game.vocab["place"].ids
    shots = [a.code[1:] for a in match.decision(side).actions if a.text.startswith("fire ")]
    places = {s.at[target] for _, target in shots}
    for place in places:
        told = {number(match, p) for p in match.threats(side, ids[place])}
        mine = {p for p in told if match.game.sides[s.ground.side[p]] == side}
        assert mine == {firer for firer, target in shots if s.at[target] == place}
    return len(places)


@pytest.mark.parametrize("name", NAMES)
def test_areas_tell_nothing_of_secret_orders(name: str) -> None:
    match = game().new(name, {"free_setup": False}, 3)
    rng = random.Random(2)
    for _ in range(120):
        if match.to_act:
            match.play(match.to_act[0], rng.choice(match.decision(match.to_act[0]).actions))
    for side in (*match.sides, None):
        other = match.determinize(side or "imperial", 4)
        assert other.areas(side) == match.areas(side)
        for place in ("5-0505", "5-0101", "6-0505"):
            if place in match.game.vocab["place"].index:
                assert other.threats(side, place) == match.threats(side, place)
