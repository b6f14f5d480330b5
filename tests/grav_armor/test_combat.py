"""Combat: range, detection, hit values, the tables, effects, special armaments, forts."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core import Match
from grognard.games.grav_armor.combat import EFFECTS, hits_in_36, is_hit

from .table import actions, number, play, refused, start_phase, state, table, where

WAYS = (0, 0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1)
FIRING_TABLE = {
    -10: [12], -9: [11], -8: [11, 12], -7: [10, 12], -6: [10, 11], -5: [10, 11, 12], -4: [9, 11, 12], -3: [9, 10, 12],
    -2: [9, 10, 11, 12], -1: [8, 9, 11, 12], 0: [8, 9, 10, 11], 1: [7, 9, 10, 11, 12], 2: [7, 8, 9, 11, 12],
    3: [6, 8, 9, 10, 11, 12], 4: [6, 7, 8, 10, 11, 12], 5: [6, 7, 8, 9, 10, 12], 6: [6, 7, 8, 9, 10, 11, 12],
    7: [3, 6, 7, 8, 9, 10, 11, 12], 8: [5, 6, 7, 8, 9, 10, 11, 12], 9: [3, 5, 6, 7, 8, 9, 10, 11, 12],
    10: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
}  # fmt: skip
SERIES = [1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 35]
HIT_EFFECTS = {  # two dice less terrain: 2 or less, 3, 4, 5, 6, 7, 8 or more
    "j_inf": ["-", "D", "D", "D", "D", "X", "X"],
    "a_inf": ["-", "D", "D", "D", "D", "D", "X"],
    "militia": ["D", "D", "D", "D", "X", "X", "X"],
    "fort": ["-", "-", "EW-1", "EW-1", "EW-2", "EW-2", "X"],
}
EXAMPLE = {"i_nu3_1": "5-0410", "l_aza3_1": "5-0408", "l_a_inf_1": "5-0309", "l_omi9_1": "5-0208"}


def value(match: Match, text: str) -> int:
    return sum(m.value for m in match.ledger(match.to_act[0], text))


def reasons(match: Match, text: str) -> dict[str, int]:
    return {m.reason: m.value for m in match.ledger(match.to_act[0], text)}


@pytest.mark.parametrize("column", range(-10, 11))
def test_firing_table_cell_by_cell(column: int) -> None:
    for roll in range(2, 13):
        assert is_hit(column, roll) == (roll in FIRING_TABLE[column]), roll
    assert hits_in_36(column) == sum(WAYS[roll] for roll in FIRING_TABLE[column]) == SERIES[column + 10]


def test_firing_table_ends_hold_for_anything_beyond() -> None:
    assert [is_hit(-14, roll) for roll in range(2, 13)] == [is_hit(-10, roll) for roll in range(2, 13)]
    assert [is_hit(17, roll) for roll in range(2, 13)] == [is_hit(10, roll) for roll in range(2, 13)]


@pytest.mark.parametrize("row", HIT_EFFECTS)
def test_hit_effects_cell_by_cell(row: str) -> None:
    column = EFFECTS.column(row)
    for roll in range(-3, 13):
        assert EFFECTS.cell(column, roll) == HIT_EFFECTS[row][min(max(roll, 2), 8) - 2], roll


def test_combat_example_the_aza_3_is_in_range_but_not_detected() -> None:
    match = table(EXAMPLE, scenario="raid_on_wendarst")
    assert refused(match, "fire i_nu3_1 at l_aza3_1") == "Combat/Detection/1"
    assert {"fire i_nu3_1 at l_a_inf_1", "fire i_nu3_1 at l_omi9_1"} <= set(actions(match))


def test_combat_example_the_nu_3_fires_at_the_omi_9_at_plus_4_and_an_8_hits() -> None:
    match = table(EXAMPLE, scenario="raid_on_wendarst")
    assert value(match, "fire i_nu3_1 at l_omi9_1") == 4
    assert match.odds("imperial", "fire i_nu3_1 at l_omi9_1") == {"destroyed": 22 / 36, "miss": 14 / 36}
    match.force_dice([5, 3])
    play(match, "fire i_nu3_1 at l_omi9_1")
    assert where(match, "l_omi9_1") == "destroyed"


def test_combat_example_the_a_inf_fires_at_the_nu_3_at_plus_3_and_a_4_misses() -> None:
    match = table(EXAMPLE, phase="imperial", scenario="raid_on_wendarst")
    assert match.to_act == ("league",)
    assert value(match, "fire l_a_inf_1 at i_nu3_1") == 3
    assert reasons(match, "fire l_a_inf_1 at i_nu3_1")["active defenses at one hex"] == 7
    match.force_dice([1, 3])
    play(match, "fire l_a_inf_1 at i_nu3_1")
    assert where(match, "i_nu3_1") == "5-0410"
    assert state(match).fired[number(match, "l_a_inf_1")]
    assert "fire l_a_inf_1 at i_nu3_1" not in actions(match)


def test_no_fire_beyond_maximum_range() -> None:
    match = table({"i_zeta7_1": "4-0101", "l_omi9_1": "4-0106", "l_omi2_1": "4-0105"})
    assert refused(match, "fire i_zeta7_1 at l_omi9_1") == "Combat/Maximum Range"
    assert "fire i_zeta7_1 at l_omi2_1" in actions(match)


def test_detection_goes_along_the_path_of_least_terrain_not_the_straight_line() -> None:
    """From 4-0109 to 4-0111 hills (2) stand on every way of two hexes; plains lead round about in four or more."""
    ground = state(table({"i_zeta7_1": "4-0109", "l_omi9_1": "4-0111"})).ground
    here, there = ground.map.place("4-0109"), ground.map.place("4-0111")
    direct = ground.best_track(here, 2, there, 1)
    assert direct is not None and direct.total == 2 and len(direct.places) == 3
    here, there = ground.map.place("5-0604"), ground.map.place("5-0606")
    round_about = ground.best_track(here, 4, there, 1)
    assert round_about is not None and round_about.total == 0
    hills = {ground.map.place("5-0505"), ground.map.place("5-0506")}
    assert not hills & set(round_about.places)
    match = table({"i_omi2_1": "5-0407", "l_omi9_1": "5-0505", "l_zho1_1": "5-0504"})  # woods; hills on the line
    assert {"fire i_omi2_1 at l_omi9_1", "fire i_omi2_1 at l_zho1_1"} <= set(actions(match))


def test_detection_counts_the_targets_hex_but_not_the_firers() -> None:
    match = table({"i_zeta7_1": "5-0408", "l_nu3_1": "5-0407"})  # from peaks (3) into woods (1)
    ground = state(match).ground
    track = ground.best_track(ground.map.place("5-0408"), 4, ground.map.place("5-0407"), 2)
    assert track is not None and track.total == 1
    assert "fire i_zeta7_1 at l_nu3_1" in actions(match)


def test_the_targets_own_ew_plays_no_part_in_detection() -> None:
    match = table(EXAMPLE | {"l_tau8_1": "5-0208", "l_psi5_1": "5-0208"})
    assert {"fire i_nu3_1 at l_tau8_1", "fire i_nu3_1 at l_psi5_1"} <= set(actions(match))


def test_a_special_value_counts_only_in_the_targets_own_hex() -> None:
    """Woods are worth 3 to infantry in them, and 1 to whoever looks through them."""
    ground = state(table(EXAMPLE)).ground
    woods = ground.map.place("5-0407")
    assert ground.worth[0][woods] == 3 and ground.worth[1][woods] == 1
    match = table({"i_zeta7_1": "5-0507", "l_a_inf_1": "5-0407", "l_omi9_1": "5-0307"})
    assert reasons(match, "fire i_zeta7_1 at l_a_inf_1")["terrain of the target"] == -3
    beyond = ground.best_track(ground.map.place("5-0507"), 4, ground.map.place("5-0307"), 1)
    assert beyond is not None and beyond.total == 2
    assert not ground.detects(ground.map.place("5-0507"), 2, 4, woods, 0)
    assert ground.detects(ground.map.place("5-0507"), 3, 4, woods, 0)
    assert ground.detects(ground.map.place("5-0507"), 1, 4, woods, 1)


def test_terrain_between_does_not_change_the_hit_value() -> None:
    match = table({"i_xi2_1": "5-0208", "l_omi9_1": "5-0206", "l_omi2_1": "5-0406"})
    near = reasons(match, "fire i_xi2_1 at l_omi9_1")
    assert near == {
        "EW of the firer": 5,
        "attack value": 6,
        "EW of the target": -4,
        "defense of the target": -2,
        "detected: the best path sums to 0": 0,
    }


def test_the_sum_of_the_best_path_stands_beside_the_hit_value() -> None:
    match = table(EXAMPLE, scenario="raid_on_wendarst")
    assert "detected: the best path sums to 2" in reasons(match, "fire i_nu3_1 at l_a_inf_1")
    assert "detected: the best path sums to 4" in reasons(match, "fire i_nu3_1 at l_omi9_1")  # over two mountains
    refusal = match.why_not("imperial", "fire i_nu3_1 at l_aza3_1")
    assert refusal is not None and "the best path sums to 5, its EW is 4" in str(match.game.lexicon.refusal(refusal))
    words = match.game.lexicon.catalogues["de"]
    assert all(f"detected: the best path sums to {n}" in words for n in range(6))


def test_particle_beams_add_one_against_infantry_and_hover() -> None:
    match = table({"i_zeta5_1": "4-0103", "l_a_inf_1": "4-0101", "l_omi9_1": "4-0101", "l_nu3_1": "4-0101"})
    bonus = "particle beam at infantry or hover"
    assert reasons(match, "fire i_zeta5_1 at l_a_inf_1")[bonus] == 1
    assert reasons(match, "fire i_zeta5_1 at l_omi9_1")[bonus] == 1
    assert bonus not in reasons(match, "fire i_zeta5_1 at l_nu3_1")


def test_magnetic_bolts_add_one_against_grav_units_and_spacecraft() -> None:
    match = table({"i_zeta7_1": "4-0103", "l_nu3_1": "4-0101", "l_fl6_1": "4-0101", "l_omi9_1": "4-0101"})
    bonus = "magnetic bolts at a grav unit"
    assert reasons(match, "fire i_zeta7_1 at l_nu3_1")[bonus] == 1
    assert reasons(match, "fire i_zeta7_1 at l_fl6_1")[bonus] == 1
    assert bonus not in reasons(match, "fire i_zeta7_1 at l_omi9_1")


def test_gatling_lasers_add_two_at_one_hex() -> None:
    match = table({"i_chi2_1": "4-0103", "l_omi9_1": "4-0102", "l_omi2_1": "4-0101"})
    assert reasons(match, "fire i_chi2_1 at l_omi9_1")["gatling lasers at one hex"] == 2
    assert "gatling lasers at one hex" not in reasons(match, "fire i_chi2_1 at l_omi2_1")


def test_active_defenses_add_at_one_hex_and_passive_ones_do_not() -> None:
    match = table({"i_chi2_1": "4-0103", "i_fl6_1": "4-0103", "l_omi9_1": "4-0102", "l_omi2_1": "4-0101"})
    assert reasons(match, "fire i_chi2_1 at l_omi9_1")["active defenses at one hex"] == 4
    assert "active defenses at one hex" not in reasons(match, "fire i_chi2_1 at l_omi2_1")
    assert "active defenses at one hex" not in reasons(match, "fire i_fl6_1 at l_omi9_1")


def test_enhanced_ew_doubles_on_defense_only_and_even_when_disrupted() -> None:
    match = table({"i_zeta7_1": "4-0103", "l_a_inf_1": "4-0101"})
    assert reasons(match, "fire i_zeta7_1 at l_a_inf_1")["EW of the target, enhanced"] == -6
    state(match).disrupted[number(match, "l_a_inf_1")] = 1
    assert reasons(match, "fire i_zeta7_1 at l_a_inf_1")["EW of the target, enhanced"] == -6
    start_phase(match, "imperial")
    match = table({"i_zeta7_1": "4-0103", "l_a_inf_1": "4-0101"}, phase="imperial")
    assert reasons(match, "fire l_a_inf_1 at i_zeta7_1")["EW of the firer"] == 3


def test_missiles_attack_every_unit_of_the_hex_each_at_one_less() -> None:
    at = {"i_zeta6_1": "4-0103", "l_nu3_1": "4-0101", "l_omi9_1": "4-0101", "l_tau8_1": "4-0101", "l_zho1_1": "4-0901"}
    match = table(at)
    assert value(match, "fire i_zeta6_1 at l_nu3_1") == 4
    match.force_dice([1, 1, 1, 1, 1, 1])
    play(match, "fire i_zeta6_1 at l_nu3_1")
    assert set(actions(match)) == {"next l_omi9_1", "next l_tau8_1"}
    assert reasons(match, "next l_tau8_1")["missiles spent on others in the hex"] == -1
    assert refused(match, "next l_nu3_1") == "Combat/Missiles/1"
    play(match, "next l_tau8_1")
    fired = [e for e in match.events() if e.kind.name == "fired"]
    assert [e.args[1] for e in fired] == [number(match, n) for n in ("l_nu3_1", "l_tau8_1", "l_omi9_1")]
    assert [e.args[3] for e in fired] == [4, 10 - 3 - 2 - 1, 10 - 4 - 2 - 2]


def test_missiles_go_on_after_a_hit_and_take_a_loaded_carrier_as_one_target() -> None:
    at = {"i_zeta6_1": "4-0103", "l_aza3_1": "4-0101", "l_nu3_1": "4-0101", "l_zho1_1": "4-0901"}
    match = table(at, aboard={"l_a_inf_1": "l_aza3_1"})
    match.force_dice([4, 4, 1, 1, 1, 1])
    play(match, "fire i_zeta6_1 at l_aza3_1")
    assert where(match, "l_aza3_1") == "destroyed" and where(match, "l_a_inf_1") == "4-0101"
    fired = [e.args[1] for e in match.events() if e.kind.name == "fired"]
    assert fired == [number(match, "l_aza3_1"), number(match, "l_nu3_1")]


def test_missiles_attack_every_unit_of_the_hex_detected_or_not() -> None:
    """Woods hide infantry, at 3, from a militia's EW of 2, but not the vehicle beside it."""
    match = table({"i_m_mil_1": "5-0408", "l_omi9_1": "5-0407", "l_a_inf_1": "5-0407", "l_zho1_1": "4-0901"})
    assert refused(match, "fire i_m_mil_1 at l_a_inf_1") == "Combat/Detection/1"
    match.force_dice([1, 1, 1, 1])
    play(match, "fire i_m_mil_1 at l_omi9_1")
    fired = [e.args[1] for e in match.events() if e.kind.name == "fired"]
    assert fired == [number(match, "l_omi9_1"), number(match, "l_a_inf_1")]


def test_missiles_add_active_defenses_against_the_first_target_only() -> None:
    at = {"i_zeta6_1": "4-0102", "l_nu3_1": "4-0101", "l_omi9_1": "4-0101", "l_tau8_1": "4-0101"}
    match = table(at)
    assert reasons(match, "fire i_zeta6_1 at l_nu3_1")["active defenses at one hex"] == 4
    match.force_dice([1, 1])
    play(match, "fire i_zeta6_1 at l_nu3_1")
    assert "active defenses at one hex" not in reasons(match, "next l_tau8_1")


def test_vehicles_and_spacecraft_are_destroyed_by_any_hit() -> None:
    for unit in ("l_zho1_1", "l_omi9_1", "l_fl6_1", "l_ds3_1"):
        match = table({"i_xi2_1": "4-0103", unit: "4-0101", "l_m_mil_1": "4-0901"})
        match.force_dice([6, 6] if unit == "l_fl6_1" else [4, 4])
        chances = match.odds("imperial", f"fire i_xi2_1 at {unit}")
        assert chances is not None and set(chances) == {"destroyed", "miss"}
        play(match, f"fire i_xi2_1 at {unit}")
        rolled = next(e for e in match.events() if e.kind.name == "fired")
        assert (where(match, unit) == "destroyed") == is_hit(rolled.args[3], rolled.args[4])


def test_infantry_that_is_hit_rolls_on_the_effects_table_less_its_terrain() -> None:
    match = table({"i_zeta7_1": "5-0507", "l_a_inf_1": "5-0407", "l_nu3_1": "4-0101"})
    chances = match.odds("imperial", "fire i_zeta7_1 at l_a_inf_1")
    hit = Fraction(hits_in_36(value(match, "fire i_zeta7_1 at l_a_inf_1")), 36)
    assert chances is not None
    assert chances["no effect"] == pytest.approx(float(hit * Fraction(10, 36)))  # 2 to 5 less 3
    assert chances["destroyed"] == pytest.approx(float(hit * Fraction(3, 36)))  # 11 and 12 less 3
    match.force_dice([6, 6, 3, 3])
    play(match, "fire i_zeta7_1 at l_a_inf_1")
    assert state(match).disrupted[number(match, "l_a_inf_1")]


def test_a_second_disruption_destroys() -> None:
    match = table({"i_zeta7_1": "4-0103", "i_zeta5_1": "4-0103", "l_a_inf_1": "4-0101", "l_nu3_1": "4-0901"})
    match.force_dice([6, 6, 2, 2, 6, 6, 2, 2])
    play(match, "fire i_zeta7_1 at l_a_inf_1")
    assert state(match).disrupted[number(match, "l_a_inf_1")]
    chances = match.odds("imperial", "fire i_zeta5_1 at l_a_inf_1")
    assert chances is not None and set(chances) == {"destroyed", "no effect", "miss"}
    play(match, "fire i_zeta5_1 at l_a_inf_1")
    assert where(match, "l_a_inf_1") == "destroyed"


def test_a_disrupted_unit_neither_moves_nor_fires() -> None:
    match = table({"i_zeta7_1": "4-0107", "l_a_inf_1": "4-0101", "l_nu3_1": "4-0101"})
    state(match).disrupted[number(match, "l_a_inf_1")] = 1
    assert refused(match, "move l_a_inf_1") == "Combat/Disruption"
    match = table({"i_zeta7_1": "4-0103", "l_a_inf_1": "4-0101", "l_nu3_1": "4-0101"}, phase="imperial")
    state(match).disrupted[number(match, "l_a_inf_1")] = 1
    assert refused(match, "fire l_a_inf_1 at i_zeta7_1") == "Combat/Disruption"


FORT = {"fort_alpha": "5-0712", "l_zho1_1": "5-0711", "l_xi2_1": "5-0711", "l_nu3_1": "5-0710", "i_nu3_1": "4-0101"}


def test_each_weapon_system_of_a_fort_fires_by_itself() -> None:
    match = table(FORT)
    assert {"fire alpha_missiles at l_zho1_1", "fire alpha_gatling at l_zho1_1"} <= set(actions(match))
    assert refused(match, "fire fort_alpha at l_zho1_1") == "Combat/General"
    match.force_dice([1, 1])
    play(match, "fire alpha_gatling at l_zho1_1")
    assert refused(match, "fire alpha_gatling at l_xi2_1") == "Combat/Rate of Fire"
    assert "fire alpha_missiles at l_zho1_1" in actions(match)


def test_a_forts_defenses_are_passive() -> None:
    match = table(FORT)
    assert "active defenses at one hex" not in reasons(match, "fire alpha_gatling at l_zho1_1")
    assert reasons(match, "fire alpha_gatling at l_zho1_1")["gatling lasers at one hex"] == 2


def test_a_fort_loses_ew_in_every_weapon_and_the_losses_add_up() -> None:
    match = table(FORT, phase="imperial")
    assert match.to_act == ("league",)
    before = value(match, "fire l_zho1_1 at fort_alpha")
    match.force_dice([4, 4, 3, 3])  # a hit; 6 less 2 for hills: one lost
    play(match, "fire l_xi2_1 at fort_alpha")
    fort = number(match, "fort_alpha")
    printed = state(match).ground.kind[number(match, "alpha_missiles")].ew
    assert state(match).loss[fort] == 1
    assert value(match, "fire l_zho1_1 at fort_alpha") == before + 1
    factors = {p["id"]: p["factors"][0] for p in match.view(None)["pieces"]}
    assert factors["alpha_missiles"] == factors["alpha_gatling"] == str(printed - 1)


def test_a_fort_without_ew_is_destroyed_with_its_weapons() -> None:
    match = table(FORT, phase="imperial")
    fort = number(match, "fort_alpha")
    state(match).loss[fort] = 2
    chances = match.odds("league", "fire l_zho1_1 at fort_alpha")
    assert chances is not None and set(chances) <= {"destroyed", "no effect", "miss"}
    match.force_dice([4, 4, 3, 4])
    play(match, "fire l_zho1_1 at fort_alpha")
    assert {where(match, p) for p in ("fort_alpha", "alpha_missiles", "alpha_gatling")} == {"destroyed"}


def test_combat_is_by_one_unit_at_one_target_and_a_shot_each() -> None:
    match = table({"i_zeta7_1": "4-0103", "l_omi9_1": "4-0101", "l_nu3_1": "4-0101"})
    match.force_dice([1, 1])
    play(match, "fire i_zeta7_1 at l_omi9_1")
    assert where(match, "l_nu3_1") == "4-0101"
    assert match.to_act == ("league",)
    assert refused(match, "fire i_zeta7_1 at l_nu3_1") == "Turn/Procedural Notes/1"


SHOTS = {  # firer, target, where each stands, what was lost or shaken before
    "vehicle": ("i_zeta7_1", "l_nu3_1", {"i_zeta7_1": "4-0103", "l_nu3_1": "4-0101"}, ""),
    "infantry in woods": ("i_xi2_1", "l_a_inf_1", {"i_xi2_1": "5-0507", "l_a_inf_1": "5-0407"}, ""),
    "jump infantry": ("i_chi2_1", "l_j_inf_1", {"i_chi2_1": "4-0102", "l_j_inf_1": "4-0101"}, ""),
    "militia": ("i_zeta5_1", "l_m_mil_1", {"i_zeta5_1": "4-0103", "l_m_mil_1": "4-0101"}, ""),
    "disrupted militia": ("i_zeta5_1", "l_l_mil_1", {"i_zeta5_1": "4-0103", "l_l_mil_1": "4-0101"}, "l_l_mil_1"),
    "fort": ("l_zho1_1", "fort_alpha", {"fort_alpha": "5-0712", "l_zho1_1": "5-0711"}, ""),
    "fort with one EW left": ("l_zho1_1", "fort_alpha", {"fort_alpha": "5-0712", "l_zho1_1": "5-0711"}, "fort_alpha"),
}


@pytest.mark.parametrize("case", SHOTS)
def test_odds_are_what_all_dice_together_do(case: str) -> None:
    """Every roll to hit, and every roll for its effect, played out: the odds are their exact shares."""
    firer, target, at, before = SHOTS[case]
    match = table(at | {"l_tau8_1": "4-0901", "i_nu3_1": "5-0909"}, phase="imperial" if firer[0] == "l" else "league")
    if before == "fort_alpha":
        state(match).loss[number(match, before)] = 2
    elif before:
        state(match).disrupted[number(match, before)] = 1
    side, text = match.to_act[0], f"fire {firer} at {target}"
    told = match.odds(side, text)
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    found: dict[str, Fraction] = {}
    for first in rolls:
        for second in rolls:
            outcome = _outcome(match, target, side, text, [*first, *second])
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 1296)
    assert told == {word: pytest.approx(float(chance)) for word, chance in found.items()}


def test_odds_of_missiles_at_two_units_tell_both_attacks() -> None:
    """No choice lies between the two, so every roll of both is played out; with a third unit there is one."""
    at = {"i_zeta6_1": "4-0103", "l_nu3_1": "4-0101", "l_omi9_1": "4-0101", "l_zho1_1": "4-0901"}
    match = table(at)
    text = "fire i_zeta6_1 at l_nu3_1"
    found: dict[str, Fraction] = {}
    rolls = [(a, b) for a in range(1, 7) for b in range(1, 7)]
    for first in rolls:
        for second in rolls:
            after = match.copy()
            after.force_dice([*first, *second])
            play(after, text)
            ends = ["destroyed" if where(after, p) == "destroyed" else "miss" for p in ("l_nu3_1", "l_omi9_1")]
            outcome = "; then ".join(ends)
            found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 1296)
    assert len(found) == 4
    assert match.odds("imperial", text) == {word: pytest.approx(float(chance)) for word, chance in found.items()}
    assert "missiles attack every unit of the hex" in reasons(match, text)
    assert match.game.lexicon.word("destroyed; then miss", "de") == "zerstört; dann verfehlt"
    match = table(at | {"l_tau8_1": "4-0101"})
    assert set(match.odds("imperial", text) or {}) == {"destroyed", "miss"}
    match.force_dice([1, 1])
    play(match, text)
    assert set(match.odds("imperial", "next l_tau8_1") or {}) == set(found)


def _outcome(match: Match, target: str, side: str, text: str, dice: list[int]) -> str:
    """What this shot with these dice does to its target, in the words of the odds: read off what has changed."""
    after = match.copy()
    after.force_dice(dice)
    s, piece = state(after), number(after, target)
    shaken, loss = s.disrupted[piece], s.loss[piece]
    told = {event.kind.name for event in after.play(side, text)}
    if where(after, target) == "destroyed":
        outcome = "destroyed"
    elif s.loss[piece] > loss:
        outcome = f"its weapons lose {s.loss[piece] - loss} EW"
    elif s.disrupted[piece] > shaken:
        outcome = "disrupted"
    else:
        outcome = "miss" if "missed" in told else "no effect"
    assert ("missed" in told) == (outcome == "miss")
    return outcome
