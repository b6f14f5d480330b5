"""Spacecraft, climbs and dives, ortillery, orbital assaults, drop-ships."""

from __future__ import annotations

import pytest

from grognard.core import GrognardError

from .table import actions, number, play, refused, start_phase, state, table, where

BASE = {"i_zeta7_1": "5-0909", "l_nu3_1": "4-0101"}


def test_a_dive_goes_straight_to_any_hex_without_an_enemy_and_is_the_whole_move() -> None:
    match = table(BASE | {"l_fl6_1": "orbit_league"})
    play(match, "move l_fl6_1")
    dives = {a.split()[1] for a in actions(match) if a.startswith("dive ")}
    assert "5-0909" not in dives and {"4-0101", "5-0201", "5-0412"} <= dives
    play(match, "dive 4-0404")
    assert where(match, "l_fl6_1") == "4-0404" and state(match).mover < 0
    assert refused(match, "move l_fl6_1") == "Turn/Procedural Notes/2"


def test_while_it_dives_a_unit_is_detected_at_once_and_terrain_is_nothing() -> None:
    match = table({"i_zeta7_1": "5-0211", "l_nu3_1": "4-0101", "l_fl6_1": "orbit_league"})
    play(match, "move l_fl6_1", "dive 5-0611")  # behind hills and peaks
    assert match.to_act == ("imperial",)
    assert "terrain of the target" not in [m.reason for m in match.ledger("imperial", "fire i_zeta7_1 at l_fl6_1")]
    play(match, "pass", "done")
    assert match.decision("imperial").name == "move"  # no shot is left after the moves


def test_in_orbit_nobody_can_be_fired_at() -> None:
    match = table({"i_zeta7_1": "4-0103", "l_nu3_1": "4-0101", "l_fl6_1": "orbit_league"})
    assert refused(match, "fire i_zeta7_1 at l_fl6_1") == "Combat/General"


def test_a_climb_goes_straight_up_and_can_be_fired_at_on_the_way() -> None:
    match = table({"i_zeta7_1": "5-0211", "l_nu3_1": "4-0101", "l_fl6_1": "5-0611"})
    play(match, "move l_fl6_1", "climb")
    assert match.to_act == ("imperial",)
    play(match, "pass")
    assert where(match, "l_fl6_1") == "orbit_league"
    start_phase(match, "league")
    play(match, "move l_fl6_1", "dive 4-0404")


def test_only_spacecraft_climb() -> None:
    match = table(BASE)
    play(match, "move l_nu3_1")
    assert refused(match, "climb") == "Movement/Climb and Dive/1"


def test_spacecraft_fly_to_any_hex_and_are_in_the_air_on_the_way() -> None:
    match = table(BASE | {"l_fl6_1": "4-0101"})
    play(match, "move l_fl6_1")
    assert sum(a.startswith("fly ") for a in actions(match)) == state(match).ground.map.n - 2
    play(match, "fly 5-0201")
    assert where(match, "l_fl6_1") == "5-0201" and state(match).mover < 0


def test_a_flight_keeps_out_of_range_where_it_can_and_is_halted_where_it_cannot() -> None:
    match = table({"i_zeta7_1": "4-0506", "l_nu3_1": "4-0101", "l_fl6_1": "4-0101"})
    play(match, "move l_fl6_1", "fly 4-0901")
    assert match.to_act == ("league",)
    match = table({"i_zeta7_1": "4-0506", "l_nu3_1": "4-0101", "l_fl6_1": "4-0101"})
    play(match, "move l_fl6_1", "fly 4-0508")
    assert match.to_act == ("imperial",) and state(match).aloft


def test_a_spacecraft_on_the_ground_has_its_terrain_again() -> None:
    match = table({"i_zeta7_1": "5-0408", "l_nu3_1": "4-0101", "l_fl6_1": "4-0101"})
    play(match, "move l_fl6_1", "fly 5-0407")
    while state(match).aloft:
        play(match, "pass")
    assert match.to_act == ("imperial",) and where(match, "l_fl6_1") == "5-0407"
    reasons = {m.reason: m.value for m in match.ledger("imperial", "fire i_zeta7_1 at l_fl6_1")}
    assert reasons["terrain of the target"] == -1


def test_a_spacecraft_may_be_steered() -> None:
    match = table(BASE | {"l_fl6_1": "4-0101"})
    play(match, "move l_fl6_1", "over 4-0202", "over 4-0302", "fly 4-0302")
    assert where(match, "l_fl6_1") == "4-0302" and state(match).mover < 0


def test_ortillery_fires_only_after_all_moves() -> None:
    match = table({"i_zeta7_1": "4-0104", "i_ortillery_beam_1": "orbit_imperial", "l_nu3_1": "4-0101"})
    assert refused(match, "fire i_ortillery_beam_1 at l_nu3_1") == "Orbital/When Ortillery Fires"
    play(match, "done", "move l_nu3_1", "pass phase", "stop", "done")
    assert "fire i_ortillery_beam_1 at l_nu3_1" in actions(match)
    match.force_dice([1, 1])
    play(match, "fire i_ortillery_beam_1 at l_nu3_1")
    assert refused(match, "fire i_ortillery_beam_1 at l_nu3_1") == "Combat/Rate of Fire"


def test_only_batteries_in_orbit_fire() -> None:
    at = {"i_zeta7_1": "4-0104", "i_ortillery_beam_1": "orbit_imperial", "l_nu3_1": "4-0101"}
    match = table(at)
    play(match, "done", "move l_nu3_1", "pass phase", "stop", "done")
    assert {a.split()[1] for a in actions(match) if a.startswith("fire ")} == {"i_zeta7_1", "i_ortillery_beam_1"}


def test_ortillery_needs_a_friend_on_the_map_that_ranges_and_detects() -> None:
    match = table(
        {"i_zeta7_1": "5-0209", "i_ortillery_beam_1": "orbit_imperial", "l_nu3_1": "5-0207", "l_omi9_1": "4-0101"}
    )
    play(match, "done", "move l_nu3_1", "pass phase", "stop", "done")
    assert "fire i_ortillery_beam_1 at l_nu3_1" in actions(match)
    assert refused(match, "fire i_ortillery_beam_1 at l_omi9_1") == "Orbital/Ranging Ortillery"


def test_disrupted_infantry_ranges_for_ortillery() -> None:
    at = {"i_a_inf_1": "4-0104", "i_ortillery_beam_1": "orbit_imperial", "l_nu3_1": "4-0102"}
    match = table(at, disrupted=["i_a_inf_1"])
    play(match, "move l_nu3_1", "stop", "done")
    assert "fire i_ortillery_beam_1 at l_nu3_1" in actions(match)
    assert "fire i_a_inf_1 at l_nu3_1" not in actions(match)


def test_ortillery_fires_like_a_unit_and_its_missiles_at_the_whole_hex() -> None:
    at = {"i_zeta7_1": "4-0103", "i_ortillery_missile_1": "orbit_imperial", "l_nu3_1": "4-0102", "l_omi9_1": "4-0102"}
    match = table(at)
    play(match, "done", "move l_nu3_1", "pass phase", "stop", "done")
    reasons = {m.reason for m in match.ledger("imperial", "fire i_ortillery_missile_1 at l_nu3_1")}
    assert "active defenses at one hex" not in reasons
    match.force_dice([1, 1, 1, 1])
    play(match, "fire i_ortillery_missile_1 at l_nu3_1")
    fired = [e.args[1] for e in match.events() if e.kind.name == "fired"]
    assert fired == [number(match, "l_nu3_1"), number(match, "l_omi9_1")]


def test_ortillery_cannot_be_fired_at() -> None:
    match = table(
        {"i_zeta7_1": "5-0909", "i_ortillery_beam_1": "orbit_imperial", "l_nu3_1": "4-0101"}, phase="imperial"
    )
    assert not [a for a in actions(match) if "at i_ortillery" in a]


def test_jump_infantry_jumps_from_orbit_and_is_ready_when_down() -> None:
    match = table(BASE | {"l_j_inf_1": "orbit_league"})
    play(match, "move l_j_inf_1")
    assert refused(match, "dive 5-0410") == "Scenarios/Terrain Key/1"
    play(match, "dive 4-0105")
    assert where(match, "l_j_inf_1") == "4-0105"
    assert not state(match).disrupted[number(match, "l_j_inf_1")]


@pytest.mark.parametrize("unit", ["l_omi9_1", "l_a_inf_1", "l_m_mil_1"])
def test_hover_units_and_other_infantry_have_no_way_down_from_orbit(unit: str) -> None:
    match = table(BASE | {unit: "4-0105"})
    document = match.position()
    document["fields"]["each piece"][unit]["at"] = "orbit_league"
    with pytest.raises(GrognardError, match=f"{unit}: has no way down from orbit"):
        match.game.from_position(document)


def test_infantry_hit_in_the_air_has_no_cover() -> None:
    match = table({"i_zeta7_1": "5-0507", "l_j_inf_1": "orbit_league", "l_nu3_1": "4-0101"})
    play(match, "move l_j_inf_1", "dive 5-0407")
    match.force_dice([5, 5, 4, 3])  # a hit; 7 kills in the air, and would be a 4 in these woods
    play(match, "fire i_zeta7_1 at l_j_inf_1")
    assert where(match, "l_j_inf_1") == "destroyed"


def test_infantry_disrupted_in_the_air_comes_down_disrupted() -> None:
    match = table({"i_zeta7_1": "5-0507", "l_j_inf_1": "orbit_league", "l_nu3_1": "4-0101"})
    play(match, "move l_j_inf_1", "dive 5-0407")
    match.force_dice([5, 5, 2, 2])
    play(match, "fire i_zeta7_1 at l_j_inf_1")
    assert where(match, "l_j_inf_1") == "5-0407" and state(match).disrupted[number(match, "l_j_inf_1")]
    assert not state(match).aloft and state(match).mover < 0
    assert any("comes down" in e.text for e in match.events())


def test_grav_vehicles_descend_and_are_disrupted_with_all_they_carry() -> None:
    match = table(BASE | {"l_aza3_1": "orbit_league"}, aboard={"l_a_inf_1": "l_aza3_1"})
    play(match, "move l_aza3_1", "dive 4-0105")
    s = state(match)
    assert s.disrupted[number(match, "l_aza3_1")] and s.disrupted[number(match, "l_a_inf_1")]
    assert actions(match) == ["unload l_a_inf_1", "stop"]
    play(match, "unload l_a_inf_1")
    assert s.disrupted[number(match, "l_a_inf_1")]


def test_a_carrier_hit_in_its_descent_is_lost_with_its_infantry() -> None:
    match = table(
        {"i_zeta7_1": "4-0103", "l_aza3_1": "orbit_league", "l_nu3_1": "4-0901"}, aboard={"l_a_inf_1": "l_aza3_1"}
    )
    play(match, "move l_aza3_1", "dive 4-0105")
    match.force_dice([4, 4])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert where(match, "l_a_inf_1") == "destroyed"


def test_a_drop_ship_brings_three_units_down_and_they_are_not_disrupted() -> None:
    match = table(
        BASE | {"l_ds3_1": "orbit_league"},
        aboard={"l_omi9_1": "l_ds3_1", "l_aza3_1": "l_ds3_1", "l_a_inf_1": "l_aza3_1", "l_m_mil_1": "l_ds3_1"},
    )
    play(match, "move l_ds3_1", "dive 4-0105", "unload l_omi9_1", "unload l_aza3_1", "unload l_m_mil_1")
    s = state(match)
    for name in ("l_omi9_1", "l_aza3_1", "l_m_mil_1", "l_a_inf_1"):
        assert where(match, name) == "4-0105" and not s.disrupted[number(match, name)]
    assert s.on[number(match, "l_a_inf_1")] == number(match, "l_aza3_1")
    assert refused(match, "move l_omi9_1") == "Movement/Carriers/1"


def test_a_drop_ship_holds_three_and_a_loaded_carrier_is_one_of_them() -> None:
    at = {"l_ds3_1": "4-0105", "l_omi9_1": "4-0105", "l_aza3_1": "4-0105", "l_tau8_1": "4-0105", "l_psi5_1": "4-0105"}
    match = table(BASE | at, aboard={"l_a_inf_1": "l_aza3_1"})
    play(match, "move l_ds3_1", "load l_omi9_1", "load l_aza3_1", "load l_tau8_1")
    assert refused(match, "load l_psi5_1") == "Orbital/Drop-ships/4"
    play(match, "fly 4-0901", "unload l_omi9_1", "unload l_aza3_1", "unload l_tau8_1")
    assert where(match, "l_a_inf_1") == "4-0901"


def test_a_drop_ship_carries_one_after_the_other_too_but_three_a_turn() -> None:
    at = {"l_ds3_1": "4-0105", "l_omi9_1": "4-0105", "l_tau8_1": "4-0901"}
    match = table(BASE | at)
    play(match, "move l_ds3_1", "load l_omi9_1", "fly 4-0901", "unload l_omi9_1", "load l_tau8_1", "fly 4-0105")
    play(match, "unload l_tau8_1")
    assert where(match, "l_tau8_1") == "4-0105" and where(match, "l_omi9_1") == "4-0901"


def test_who_is_aboard_already_counts_towards_the_three_units_of_a_turn() -> None:
    at = {"l_ds3_1": "4-0105", "l_psi5_1": "4-0105", "l_nu3_1": "4-0101", "i_zeta7_1": "5-0909"}
    aboard = {"l_omi9_1": "l_ds3_1", "l_tau8_1": "l_ds3_1", "l_omi2_1": "l_ds3_1"}
    match = table(at, aboard=aboard)
    play(match, "move l_ds3_1")
    assert refused(match, "load l_psi5_1") == "Orbital/Drop-ships/4"
    play(match, "unload l_omi9_1")
    assert refused(match, "load l_psi5_1") == "Orbital/Drop-ships/4"  # one after the other, but three in all


def test_a_drop_ship_that_is_hit_is_lost_with_everything_aboard_even_on_the_ground() -> None:
    match = table(
        {"i_zeta7_1": "4-0103", "l_ds3_1": "4-0105", "l_nu3_1": "4-0901"},
        aboard={"l_aza3_1": "l_ds3_1", "l_a_inf_1": "l_aza3_1"},
    )
    match.force_dice([4, 4])
    play(match, "fire i_zeta7_1 at l_ds3_1")
    assert {where(match, n) for n in ("l_ds3_1", "l_aza3_1", "l_a_inf_1")} == {"destroyed"}


def test_who_is_lifted_to_orbit_does_not_come_back_but_the_ship_does() -> None:
    match = table(BASE | {"l_ds3_1": "4-0105", "l_omi9_1": "4-0105"})
    play(match, "move l_ds3_1", "load l_omi9_1", "climb")
    assert where(match, "l_omi9_1") == "evacuated" and where(match, "l_ds3_1") == "orbit_league"
    start_phase(match, "league")
    assert refused(match, "move l_omi9_1") == "Movement/Map Exit"
    play(match, "move l_ds3_1", "dive 4-0105")


def test_fighters_carry_nobody() -> None:
    match = table(BASE | {"l_fl6_1": "4-0105", "l_a_inf_1": "4-0105"})
    play(match, "move l_fl6_1")
    assert refused(match, "load l_a_inf_1") == "Movement/Carriers/1"
