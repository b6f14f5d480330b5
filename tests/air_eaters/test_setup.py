"""4.0, 16.0, 34.1, 35.1, 36.1, 37.1: preparation for play."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

import grognard
from grognard.core import Illegal, Match
from grognard.games.air_eaters.charts import PLACEMENT

from .table import GAME, V


def start(scenario: str, **options: Any) -> Match:
    match: Match = GAME.new(scenario, options, seed=5)
    return match


def place_terrans(match: Match) -> None:
    while match.to_act and match.decision(match.to_act[0]).name == "set_up_terrans":
        match.play(match.to_act[0], match.decision(match.to_act[0]).actions[0])


def prepared(scenario: str, forces: list[str] | None = None, **options: Any) -> Match:
    """Set up to the first turn, with the first legal choice everywhere."""
    match = start(scenario, **options)
    wanted = list(forces or [])
    while match.to_act and match.state.phase < 0:
        side = match.to_act[0]
        actions = match.decision(side).actions
        if wanted and match.decision(side).name == "choose_forces":
            match.play(side, f"take {wanted.pop(0)}")
        else:
            match.play(side, actions[0])
    return match


def census(match: Match) -> Counter[tuple[str, str]]:
    """Units by type and by where they are: an orbit box, or a planet's surface."""
    out: Counter[tuple[str, str]] = Counter()
    for p in match.view(None)["pieces"]:
        where = p["at"] if p["at"].endswith("_orbit") else p["at"].split("_")[0]
        out[p["type"], where] += 1
    return out


SHIPS = {
    ("corv", "mercury_orbit"): 1,
    ("corv", "earth_orbit"): 3,
    ("corv", "mars_orbit"): 3,
    ("corv", "jupiter_orbit"): 1,
}
TROOPS = {
    ("army", "earth"): 2, ("tr", "earth"): 1, ("dt", "earth"): 4, ("sf", "earth"): 2,
    ("dt", "mars"): 2, ("tr", "mars"): 1,
}  # fmt: skip


def test_4_1_the_terrans_set_up_on_earth_and_mars() -> None:
    match = start("introductory")
    place_terrans(match)
    assert census(match) - Counter({("ms", "l"): 2}) == Counter({**SHIPS, **TROOPS})
    assert match.figures()["terran_production"] == 53


def test_4_1_armies_go_to_land_and_submarines_to_the_sea() -> None:
    match = start("introductory")
    assert match.decision("terran").prompt == "Set up Army 1"
    assert match.why_not("terran", "to earth_2416").rule == "4.1"  # sea  # type: ignore[union-attr]
    assert match.why_not("terran", "to mars_1212").rule == "4.1"  # type: ignore[union-attr]
    match.play("terran", "to earth_1816")
    while match.decision("terran").prompt != "Set up SF 1":
        match.play("terran", match.decision("terran").actions[0])
    assert match.why_not("terran", "to earth_2016").rule == "4.1"  # land  # type: ignore[union-attr]
    match.play("terran", "to earth_2416")


def test_4_2_fourteen_units_and_a_novaship_counts_as_three() -> None:
    forces = ["ns", *["esc"] * 5, *["ln"] * 3, *["cw"] * 3]  # the rulebook's example
    match = prepared("introductory", forces)
    aliens = Counter(p["type"] for p in match.view(None)["pieces"] if p["side"] == "alien")
    assert aliens == Counter(ms=2, ns=1, esc=5, ln=3, cw=3)


def test_4_2_at_most_two_novaships_and_no_quasarships_or_bases() -> None:
    match = start("introductory")
    place_terrans(match)
    for kind in ("qs", "base", "ac"):
        assert match.why_not("alien", f"take {kind}").rule == "4.2"  # type: ignore[union-attr]
    match.play("alien", "take ns")
    match.play("alien", "take ns")
    with pytest.raises(Illegal):
        match.play("alien", "take ns")
    assert match.why_not("alien", "done").rule == "4.2"  # type: ignore[union-attr]


def test_4_3_planets_are_placed_by_the_table() -> None:
    match = prepared("introductory")
    for event in match.events():
        if event.kind.name == "placed_body":
            body_, at, roll = event.args
            assert PLACEMENT[body_][roll - 1] == at
    log = [e.text for e in match.events()]
    assert "Mercury stands at A-1" in log and "Jupiter stands at L-48" in log
    assert any(t.startswith("Mars is placed at D-") for t in log)


def test_4_3_venus_pallas_and_vesta_may_be_set_aside() -> None:
    match = prepared("introductory", set_aside_planets=True)
    planets = match.view(None)["extra"]["planets"]
    assert {"venus", "pallas", "vesta"}.isdisjoint(planets) and "ceres" in planets


def test_4_4_crawlers_start_aboard_and_ships_anywhere_in_space() -> None:
    match = start("introductory")
    place_terrans(match)
    for kind in ["cw"] * 10 + ["ln"] * 4:
        match.play("alien", f"take {kind}")
    assert match.decision("alien").prompt == "Set up Mothership One"
    assert match.why_not("alien", "to mars_1212").rule == "4.4"  # type: ignore[union-attr]
    match.play("alien", "cruise")
    match.play("alien", "to e_1")
    assert "to e_1" in [a.text for a in match.decision("alien").actions]
    match.play("alien", "to venus_orbit")
    for _ in range(4):
        match.play("alien", "to venus_orbit")
    assert match.decision("alien").prompt == "Set up CW 1"
    assert [a.text for a in match.decision("alien").actions] == ["to mothership_one", "to mothership_two"]


def test_16_1_the_space_colony_brings_production_to_58() -> None:
    fresh = grognard.load("air_eaters").new("intermediate")
    assert fresh.figures()["terran_production"] == 58  # the mining bases count before the dice place them
    match = prepared("intermediate")
    assert match.figures()["terran_production"] == 58
    assert any(m["kind"] == "space_colony" for m in match.view(None)["marks"])


def test_16_2_bases_and_converters_may_be_taken() -> None:
    match = prepared("intermediate", ["base", "base", "ac", *["cw"] * 5, *["esc"] * 6])
    aliens = Counter(p["type"] for p in match.view(None)["pieces"] if p["side"] == "alien")
    assert aliens == Counter(ms=2, base=4, ac=1, cw=5, esc=6)


def test_16_3_bases_trojans_and_indexes_are_placed() -> None:
    match = prepared("intermediate")
    bodies = {e.args[0]: e for e in match.events() if e.kind.name in ("placed_body", "stands")}
    for name, at in (("trojans_1", "l_40"), ("trojans_2", "l_8")):
        assert V["place"].ids[bodies[V["body"].index[name]].args[1]] == at
    assert all(V["body"].index[f"mining_base_{n}"] in bodies for n in (1, 2, 3, 4))
    figures = match.figures()
    assert [figures[f"index_{n}"] for n in ("venus", "earth", "mars", "io")] == [15, 20, 25, 40]


def test_16_4_one_base_is_deployed_on_each_mothership_and_others_are_face_down() -> None:
    match = prepared("intermediate", ["base", "ac", *["cw"] * 12])
    pieces = {p["id"]: p for p in match.view(None)["pieces"]}
    assert pieces["base_1"]["at"] == "mothership_one" and "deployed" in pieces["base_1"]["marks"]
    assert pieces["base_2"]["at"] == "mothership_two" and "deployed" in pieces["base_2"]["marks"]
    assert "undeployed" in pieces["base_3"]["marks"] and "undeployed" in pieces["ac_1"]["marks"]


def test_14_0_beginners_may_start_with_eight_devastated_units() -> None:
    match = prepared("intermediate", beginners_balance=True)
    assert match.figures()["terran_production"] == 50 and match.figures()["devastated_ius"] == 8


def test_15_the_additional_counters_stand_on_the_map() -> None:
    match = prepared("advanced")
    planets = match.view(None)["extra"]["planets"]
    moons = {m["value"]: m["at"] for m in match.view(None)["marks"] if m["kind"] == "moon"}
    assert moons == {"Deim": "mars_orbit", "Phob": "mars_orbit"}
    assert {"trojans_1", "trojans_2", "mining_base_1", "mining_base_4"} <= set(planets)


def test_34_1_settlers_and_strike_force_set_up_apart() -> None:
    match = prepared("intermediate", ["esc"] * 6, alien_players=2)
    owners = Counter(
        (p["side"], p["type"]) for p in match.view(None)["pieces"] if p["side"] in ("settlers", "strike_force")
    )
    assert owners == Counter(
        {("settlers", "ms"): 1, ("settlers", "base"): 1, ("settlers", "esc"): 6,
         ("strike_force", "ms"): 1, ("strike_force", "base"): 1, ("strike_force", "ns"): 3}
    )  # fmt: skip


def test_32_1_earth_and_colonists_share_the_terran_units() -> None:
    match = prepared("intermediate", terran_players=2)
    for p in match.view(None)["pieces"]:
        if p["side"] in ("earth", "colonist"):
            assert p["side"] == ("earth" if p["at"].startswith("earth_") and p["at"] != "earth_orbit" else "colonist")


def test_33_1_three_terrans_share_the_units() -> None:
    match = prepared("intermediate", terran_players=3)
    owners = Counter((p["side"], p["type"]) for p in match.view(None)["pieces"] if p["side"] != "alien")
    assert owners == Counter(
        {("earth", "army"): 2, ("earth", "dt"): 4, ("earth", "sf"): 2, ("space_fleet", "corv"): 7,
         ("space_fleet", "tr"): 1,
         ("mining_consortium", "dt"): 2, ("mining_consortium", "tr"): 1, ("mining_consortium", "corv"): 1}
    )  # fmt: skip


def test_35_1_eight_corvettes_against_two_quasarships() -> None:
    match = prepared("quasarship_assault")
    terrans = Counter({k: v for k, v in census(match).items() if k[0] != "qs"})
    assert terrans == Counter(SHIPS)
    assert match.figures()["terran_production"] == 58 and match.sides == ("terran",)


def test_36_1_earth_has_44_and_mars_6() -> None:
    match = prepared("martian_revolt")
    assert census(match) == Counter(
        {("army", "earth"): 2, ("tr", "earth"): 1, ("dt", "earth"): 4, ("corv", "earth_orbit"): 4, ("tr", "mars"): 2,
         ("dt", "mars"): 4, ("dd", "mars_orbit"): 3}
    )  # fmt: skip
    assert (match.figures()["earth_production"], match.figures()["mars_production"]) == (44, 6)
    assert match.figures()["terran_production"] == 44


def test_37_1_earth_has_42_and_mars_7() -> None:
    match = prepared("expansion")
    assert (match.figures()["earth_production"], match.figures()["mars_production"]) == (42, 7)
    assert match.figures()["devastated_ius"] == 5
    assert not any(name.startswith("mining_base") for name in match.view(None)["extra"]["planets"])


def test_16_2_and_34_1_the_choice_of_forces_cites_the_rule_of_its_game() -> None:
    for scenario, options, choice, setting_up in (
        ("introductory", {}, "4.2", "4.4"),
        ("intermediate", {}, "16.2", "16.4"),
        ("advanced", {"alien_players": 2}, "34.1", "34.1"),
    ):
        match = GAME.new(scenario, options, seed=1)
        while match.decision(match.to_act[0]).name != "choose_forces":
            match.play(match.to_act[0], match.decision(match.to_act[0]).actions[0])
        assert match.decision(match.to_act[0]).rule == choice
        while match.decision(match.to_act[0]).name == "choose_forces":
            match.play(match.to_act[0], match.decision(match.to_act[0]).actions[0])
        assert match.decision(match.to_act[0]).rule == setting_up
