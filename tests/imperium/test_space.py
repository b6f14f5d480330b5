"""Combat in space: rounds, range, allocation, fire options, breaking off (Combat, Space Combat)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.core import Match
from grognard.games.imperium.facts import PIECE
from grognard.games.imperium.gunnery import hit_number, modifiers, need_on_die
from grognard.games.imperium.state import CLOSE_MISSILES, CLOSE_SALVO, DEFEND, LONG, PLAIN, SALVO, SHORT, SUICIDE

from .stars import act, decision, has, listed, refused, state, table, where


def battle(*ships: str, phase: str = "imperial_combat_1", place: str = "peraspera", **more: object) -> Match:
    """The Imperium has come upon Terran ships at a place."""
    at = dict.fromkeys(ships, place)
    marks = {"entered": [s for s in ships if s.startswith("i_")], **more.pop("marks", {})}  # type: ignore[dict-item]
    at.update(more.pop("at", {}))  # type: ignore[call-overload]
    return table(phase, at, marks=marks, **more)  # type: ignore[arg-type]


def stand(m: Match) -> None:
    while decision(m) in ("break_off", "fighters"):
        act(m, "stand" if decision(m) == "break_off" else "done")


def quietly(m: Match, until: int) -> None:
    """Get through rounds without a shot until a later one begins."""
    order = ("stand", "fire nothing more", "forward rest", "match rest", "screen rest", "done")
    while state(m).round < until:
        choices = listed(m)
        act(m, next(c for c in order if c in choices))


def at_range(m: Match, short: bool, mine: int = 6, theirs: int = 1) -> None:
    """Get through the first round without fire, then let the attacker choose the range."""
    m.force_dice([mine, theirs])
    quietly(m, 2)
    assert decision(m) == "set_range"
    act(m, "range short" if short else "range long")
    stand(m)


def test_the_first_round_is_at_long_range() -> None:
    m = battle("i_dd1", "t_dd1")
    assert state(m).range == LONG and state(m).round == 1


def test_the_higher_roll_chooses_the_range() -> None:
    m = battle("i_dd1", "t_dd1")
    stand(m)
    m.force_dice([6, 1])
    act(m, "fire nothing more", "fire nothing more")
    assert decision(m) == "set_range" and m.to_act == ("imperial",)
    act(m, "range short")
    assert state(m).range == SHORT


def test_a_tie_keeps_the_range_for_this_round_and_changes_it_in_the_next() -> None:
    m = battle("i_dd1", "t_dd1")
    stand(m)
    m.force_dice([4, 4])
    act(m, "fire nothing more", "fire nothing more")
    assert (state(m).round, state(m).range) == (2, LONG)
    stand(m)
    draws = state(m).draws
    act(m, "fire nothing more", "fire nothing more")
    assert (state(m).round, state(m).range) == (3, SHORT)
    assert state(m).draws == draws


def test_the_smaller_force_adds_one_to_its_range_die_and_fighters_do_not_count() -> None:
    m = battle("i_dd1", "t_dd1", "t_dd2", "t_f1")
    stand(m)
    m.force_dice([3, 3])
    quietly(m, 2)
    assert decision(m) == "set_range" and m.to_act == ("imperial",)
    even = battle("i_dd1", "t_dd1", "t_f1", at={"t_o1": "peraspera_surface"})
    stand(even)
    even.force_dice([3, 3])
    quietly(even, 2)
    assert state(even).flip == 1


def test_the_defender_moves_forward_and_the_attacker_answers() -> None:
    m = battle("i_dd1", "i_dd2", "t_dd1", "t_sc1")
    stand(m)
    assert m.to_act == ("terran",) and listed(m) == ["forward rest", "forward t_sc1", "forward t_dd1"]
    assert refused(m, "match i_dd1") == "Combat/Space Combat/Allocation"
    act(m, "forward t_sc1")
    assert m.to_act == ("imperial",) and listed(m) == ["match rest", "match i_dd1", "match i_dd2"]
    act(m, "match i_dd2")
    assert state(m).foe[PIECE["t_dd1"]] == PIECE["i_dd1"]
    assert state(m).foe[PIECE["t_sc1"]] == PIECE["i_dd2"]


def test_extra_ships_double_up_or_stay_screened() -> None:
    m = battle("i_dd1", "i_dd2", "i_dd3", "t_dd1")
    stand(m)
    act(m, "match i_dd1")
    assert decision(m) == "extras"
    act(m, "extra i_dd2", "against t_dd1", "screen rest")
    assert has(m, state(m).engaged, "i_dd2") and not has(m, state(m).engaged, "i_dd3")
    fires = [a for a in listed(m) if a.startswith("fire i_")]
    assert fires == ["fire i_dd1 at t_dd1", "fire i_dd2 at t_dd1"]


def test_a_ship_that_faces_several_chooses_its_target_and_fires_once() -> None:
    m = battle("i_dd1", "i_dd2", "t_dd1")
    stand(m)
    act(m, "match i_dd1", "extra i_dd2", "against t_dd1", "fire nothing more")
    assert {"fire t_dd1 at i_dd1", "fire t_dd1 at i_dd2"} <= set(listed(m))
    m.force_dice([1])
    log = act(m, "fire t_dd1 at i_dd2")
    assert sum("fires" in line for line in log) == 1


def test_fire_in_a_round_is_simultaneous() -> None:
    m = battle("i_dd1", "t_dd1")
    stand(m)
    m.force_dice([6, 6])
    act(m, "fire i_dd1 at t_dd1", "fire t_dd1 at i_dd1")
    assert where(m, "t_dd1") == "none" and where(m, "i_dd1") == "lost"


def test_the_attacker_declares_first() -> None:
    m = battle("i_dd1", "t_dd1")
    stand(m)
    assert m.to_act == ("imperial",)
    assert refused(m, "fire t_dd1 at i_dd1") == "Combat/Space Combat/Declaration"
    act(m, "fire i_dd1 at t_dd1")
    assert m.to_act == ("terran",)


def test_only_missiles_fire_at_long_range_and_beams_or_missiles_at_short() -> None:
    m = battle("i_dd1", "t_dd1", "t_sc1")
    stand(m)
    act(m, "forward t_sc1", "extra t_dd1", "against i_dd1", "fire nothing more")
    assert refused(m, "fire t_sc1 at i_dd1") == "Combat/Space Combat/Resolution"
    m = battle("i_cr1", "t_cr1")
    at_range(m, short=True)
    verbs = {a.split()[0] for a in listed(m)}
    assert {"fire", "missiles", "salvo", "ram", "hold"} <= verbs


def test_odds_before_firing_are_exact() -> None:
    m = battle("i_cr1", "t_cr1")
    stand(m)
    assert m.odds("imperial", "fire i_cr1 at t_cr1") == {"destroyed": 1 / 6, "no effect": 5 / 6}
    assert m.odds("imperial", "salvo i_cr1 at t_cr1") == {"destroyed": 3 / 6, "no effect": 3 / 6}


def test_high_intensity_doubles_the_missiles_to_twelve_at_most_and_empties_the_store() -> None:
    m = battle("i_dd1", "t_cr1")
    s = state(m)
    assert hit_number(s, PIECE["i_dd1"], PIECE["t_cr1"], SALVO) == 6  # factor 4 against screen 6
    assert hit_number(s, PIECE["t_cr1"], PIECE["i_dd1"], SALVO) == 2  # factor 12, not more, against screen 2
    stand(m)
    m.force_dice([1, 1])
    act(m, "salvo i_dd1 at t_cr1", "hold t_cr1")
    assert has(m, state(m).spent, "i_dd1")
    skip_round(m)
    assert "fire i_dd1 at t_cr1" not in listed(m)


def skip_round(m: Match) -> None:
    while decision(m) in ("set_range", "break_off"):
        act(m, "range long" if decision(m) == "set_range" else "stand")


def test_fire_of_its_own_target_on_a_ship_that_empties_its_store_comes_first() -> None:
    m = battle("i_b2_1", "t_mb1")
    stand(m)
    m.force_dice([3])
    act(m, "fire i_b2_1 at t_mb1", "salvo t_mb1 at i_b2_1")
    assert where(m, "t_mb1") == "none" and where(m, "i_b2_1") == "peraspera"


def test_missiles_at_short_range_fire_at_half_factor_after_all_beams() -> None:
    m = battle("i_cs1", "t_cs1")
    at_range(m, short=True)
    s = state(m)
    assert hit_number(s, PIECE["t_cs1"], PIECE["i_cs1"], CLOSE_MISSILES) == 5  # 8 halved is 4, against screen 4
    assert hit_number(s, PIECE["i_cs1"], PIECE["t_cs1"], CLOSE_SALVO) == 5  # 7 halved is 3, doubled 6, against 5
    m.force_dice([6])
    act(m, "fire i_cs1 at t_cs1", "missiles t_cs1 at i_cs1")
    assert where(m, "t_cs1") == "none" and where(m, "i_cs1") == "peraspera"


def test_a_suicide_attack_suffers_defensive_fire_first_and_adds_one() -> None:
    m = battle("i_dd1", "t_dd1")
    at_range(m, short=True)
    promised = {"shot down first": 3 / 6, "destroyed": 3 / 6 * 4 / 6, "no effect": 3 / 6 * 2 / 6}
    assert m.odds("imperial", "ram i_dd1 at t_dd1") == pytest.approx(promised)
    act(m, "ram i_dd1 at t_dd1")
    assert "defend t_dd1" in listed(m)
    m.force_dice([6])
    act(m, "defend t_dd1")
    assert where(m, "i_dd1") == "lost" and where(m, "t_dd1") == "peraspera"


def test_fire_by_rote_defends_against_suicide_attacks() -> None:
    m = battle("i_dd1", "t_dd1")
    at_range(m, short=True)
    act(m, "ram i_dd1 at t_dd1")
    m.force_dice([6])
    act(m, "fire all")
    assert where(m, "i_dd1") == "lost" and where(m, "t_dd1") == "peraspera"


def test_a_suicide_attacker_that_survives_attacks_with_one_more() -> None:
    m = battle("i_dd1", "t_dd1")
    at_range(m, short=True)
    act(m, "ram i_dd1 at t_dd1")
    m.force_dice([1, 3])
    act(m, "defend t_dd1")
    assert where(m, "t_dd1") == "none"


def test_a_ship_attacked_by_several_suicides_fires_in_defense_at_each() -> None:
    m = battle("i_dd1", "i_dd2", "t_cl1")
    at_range(m, short=True)
    act(m, "match i_dd1", "extra i_dd2", "against t_cl1")
    act(m, "ram i_dd1 at t_cl1", "ram i_dd2 at t_cl1")
    m.force_dice([6, 6])
    act(m, "defend t_cl1")
    assert where(m, "i_dd1") == where(m, "i_dd2") == "lost"


def test_who_makes_a_suicide_attack_can_not_suffer_one() -> None:
    m = battle("i_dd1", "t_dd1")
    at_range(m, short=True)
    act(m, "ram i_dd1 at t_dd1")
    assert refused(m, "ram t_dd1 at i_dd1") == "Combat/Fire Options/Suicide"


def test_nobody_at_all_attacks_such_a_ship_by_suicide() -> None:
    m = battle("i_dd1", "t_dd1", "t_sc1")
    at_range(m, short=True)
    act(m, "forward t_dd1", "extra t_sc1", "against i_dd1", "ram i_dd1 at t_dd1")
    assert "fire t_sc1 at i_dd1" in listed(m)
    assert refused(m, "ram t_sc1 at i_dd1") == "Combat/Fire Options/Suicide"


def test_a_store_is_kept_if_its_target_is_gone_before_it_fires() -> None:
    m = battle("i_b2_1", "i_cs1", "t_mb1")
    act(m, "stand", "stand", "match i_b2_1", "extra i_cs1", "against t_mb1")
    m.force_dice([6])
    act(m, "fire i_b2_1 at t_mb1", "salvo i_cs1 at t_mb1", "salvo t_mb1 at i_b2_1")
    assert where(m, "t_mb1") == "none" and not state(m).spent >> PIECE["i_cs1"] & 1


def test_a_ship_told_to_stay_screened_is_not_asked_for_again() -> None:
    m = battle("i_dd1", "i_dd2", "i_dd3", "t_dd1")
    stand(m)
    act(m, "match i_dd1", "extra i_dd2", "screen")
    assert decision(m) == "extras" and "extra i_dd2" not in listed(m)
    act(m, "extra i_dd3", "screen")
    assert decision(m) == "declare" and state(m).engaged.bit_count() == 2


def test_who_breaks_off_is_not_asked_for_extra_ships() -> None:
    m = battle("i_dd1", "t_dd1", "t_dd2")
    act(m, "stand", "retreat sol", "forward t_dd1")
    assert m.to_act == ("imperial",) and decision(m) == "declare"


def test_the_attacker_may_answer_the_defenders_suicides_instead_of_his_own_fire() -> None:
    m = battle("i_dd1", "t_dd1")
    at_range(m, short=True)
    act(m, "fire i_dd1 at t_dd1", "ram t_dd1 at i_dd1")
    assert decision(m) == "reply" and m.to_act == ("imperial",)
    m.force_dice([6])
    act(m, "defend i_dd1")
    assert where(m, "t_dd1") == "none" and where(m, "i_dd1") == "peraspera"


def test_defensive_fire_uses_beams_in_full_or_missiles_at_half() -> None:
    m = battle("i_cs1", "t_cs1", marks={})
    s = state(m)
    s.range = SHORT
    assert hit_number(s, PIECE["t_cs1"], PIECE["i_cs1"], DEFEND) == 5
    assert hit_number(s, PIECE["i_cs1"], PIECE["t_cs1"], DEFEND) == 6


def test_disrupted_ships_fire_at_one_less_and_are_hit_at_one_more() -> None:
    m = battle("i_dd1", "t_dd1", marks={"disrupted": ["i_dd1"]})
    s = state(m)
    firer, target = PIECE["i_dd1"], PIECE["t_dd1"]
    assert [(x.value, x.rule) for x in modifiers(s, firer, target, PLAIN)] == [(-1, "Combat/Fire Options/Disrupted")]
    assert need_on_die(s, firer, target, PLAIN) == hit_number(s, firer, target, PLAIN) + 1
    assert need_on_die(s, target, firer, PLAIN) == hit_number(s, target, firer, PLAIN) - 1
    stand(m)
    assert refused(m, "salvo i_dd1 at t_dd1") == "Combat/Fire Options/Disrupted"
    s.range = SHORT
    assert need_on_die(s, firer, target, SUICIDE) == hit_number(s, firer, target, SUICIDE)
    assert m.ledger("imperial", "fire i_dd1 at t_dd1")[0].value == -1


def test_breaking_off_goes_to_a_friendly_system_without_enemy_ships_first() -> None:
    m = battle("i_dd1", "t_dd1", place="peraspera", at={"t_o1": "midway_surface"})
    act(m, "stand")
    assert m.to_act == ("terran",)
    assert listed(m) == ["stand", "retreat sol", "retreat midway"]
    assert refused(m, "retreat loki") == "Combat/Breaking Off"


def test_failing_friends_it_goes_to_an_empty_system() -> None:
    m = battle("i_dd1", "t_dd1", place="inferno", at={"i_o1": "hades_surface", "i_sc1": "forlorn"})
    act(m, "stand")
    assert listed(m) == ["stand", "retreat dismal"]


def test_without_an_exit_nobody_breaks_off() -> None:
    m = battle("i_dd1", "t_dd1", place="remulak", at={"i_sc1": "ys"})
    assert m.to_act == ("imperial",)
    act(m, "stand")
    assert decision(m) == "declare"


def test_who_breaks_off_does_not_fire_but_is_fired_on_and_leaves_at_the_end_of_the_round() -> None:
    m = battle("i_dd1", "t_dd1")
    act(m, "stand", "retreat sol")
    m.force_dice([1])
    act(m, "fire all")
    assert where(m, "t_dd1") == "sol"
    assert state(m).battle == -1


def test_monitors_and_fighters_stay_behind_when_the_others_break_off() -> None:
    m = battle("i_dd1", "t_dd1", "t_m1")
    act(m, "stand", "retreat sol")
    quietly(m, 2)
    assert where(m, "t_m1") == "peraspera" and where(m, "t_dd1") == "sol"
    assert state(m).round == 2


def test_a_disrupted_ship_must_roll_to_break_off() -> None:
    m = battle("i_dd1", "t_cl1", marks={"disrupted": ["t_cl1"]})
    act(m, "stand", "retreat sol")
    m.force_dice([2])
    act(m, "fire nothing more")
    assert where(m, "t_cl1") == "peraspera"


def test_reaction_forces_that_have_jumped_three_times_can_not_break_off() -> None:
    m = table(
        "terran_reaction_combat",
        {"i_dd1": "peraspera", "t_dd1": "peraspera"},
        marks={"entered": ["i_dd1"], "reaction": ["i_dd1"]},
        each={"i_dd1": {"jumps": 3}},
    )
    assert m.to_act == ("terran",)


def test_in_deep_space_there_is_no_breaking_off() -> None:
    m = battle("i_dd1", "t_dd1", place="hex_1715")
    assert decision(m) == "declare"


def test_motherships_launch_fighters_at_the_beginning_of_a_round() -> None:
    m = table(
        "imperial_combat_1",
        {"i_dd1": "hades", "t_ms1": "hades"},
        aboard={"t_f1": "t_ms1", "t_f2": "t_ms1"},
        marks={"entered": ["i_dd1"]},
    )
    if decision(m) == "which_battle":
        act(m, "fight hades")
    assert decision(m) == "fighters" and m.to_act == ("terran",)
    act(m, "launch t_f1", "done")
    assert where(m, "t_f1") == "hades" and where(m, "t_f2") == "aboard"


def test_fighters_without_a_base_do_not_fire() -> None:
    m = battle("i_dd1", "t_f1", place="hades")
    stand(m)
    log = act(m, "fire nothing more")
    assert decision(m) != "declare" and not any("Fighter" in line for line in log)


def test_reaction_combat_is_where_the_reaction_force_is() -> None:
    at = {"i_dd1": "peraspera", "t_dd1": "peraspera", "i_dd2": "hades", "t_dd2": "hades"}
    m = table("terran_reaction_combat", at, marks={"entered": ["i_dd1"], "reaction": ["i_dd1"]})
    log = [e.text for e in m.events()]
    assert "Battle at Peraspera" in log and "Battle at Hades" not in log


def test_friends_already_there_join_the_reaction_force() -> None:
    at = {"i_dd1": "peraspera", "i_dd2": "peraspera", "t_dd1": "peraspera"}
    m = table("terran_reaction_combat", at, marks={"entered": ["i_dd1"], "reaction": ["i_dd1"]})
    stand(m)
    assert listed(m) == ["match rest", "match i_dd1", "match i_dd2"]


def test_either_side_may_break_off_even_from_enemies_without_weapons() -> None:
    m = battle("i_dd1", "t_tr1", at={"i_dd1": "hades", "t_tr1": "hades"}, marks={"entered": []})
    act(m, "fight hades")
    assert m.to_act == ("imperial",) and "retreat calgary" in listed(m)
    act(m, "retreat calgary")
    assert m.to_act == ("terran",) and "retreat junction" in listed(m)


def test_a_battle_that_nobody_can_decide_is_left() -> None:
    m = battle("i_tr1", "i_m1", "t_m1", marks={"spent": ["i_m1"], "entered": []})
    picks = ("fight peraspera", "fire nothing more", "forward rest", "match rest", "screen rest", "stand", "range long")
    log: list[str] = []
    for _ in range(200):
        choices = listed(m)
        log += act(m, next((c for c in picks if c in choices), choices[0]))
        if "Neither side can decide the battle; both remain" in log:
            break
    assert state(m).battle == -1 and where(m, "t_m1") == where(m, "i_m1") == "peraspera"


def test_fraction_of_a_die() -> None:
    from grognard.games.imperium.gunnery import chance

    assert [chance(n) for n in (1, 4, 6, 7, 9)] == [1, Fraction(1, 2), Fraction(1, 6), 0, 0]


def test_enemy_ships_on_a_surface_of_a_friendly_system_keep_it_from_being_an_exit() -> None:
    at = {"t_o1": "midway_surface", "i_tr1": "midway_surface"}
    m = battle("i_dd1", "t_dd1", place="peraspera", at=at)
    act(m, "stand")
    assert listed(m) == ["stand", "retreat sol"]
    assert refused(m, "retreat midway") == "Combat/Breaking Off"


def test_both_sides_do_not_break_off_to_one_system() -> None:
    m = battle("i_dd1", "t_dd1", place="inferno")
    act(m, "retreat dismal")
    assert m.to_act == ("terran",) and "retreat dismal" not in listed(m) and "retreat hades" in listed(m)


def test_an_empty_store_is_full_again_in_the_next_combat_phase() -> None:
    m = battle("i_cs1", "t_mb1", phase="imperial_combat_1")
    stand(m)
    m.force_dice([6])
    act(m, "salvo i_cs1 at t_mb1", "hold t_mb1")
    assert decision(m) == "approach" and has(m, state(m).spent, "i_cs1")  # it can't bombard what it has come for
    act(m, "done")
    assert m.view(None)["phase"]["name"] != "imperial_combat_1" and not has(m, state(m).spent, "i_cs1")


def test_extra_ships_that_only_their_whole_store_lets_hurt_an_enemy_may_still_go_against_it() -> None:
    m = battle("i_cl1", "i_cl2", "t_bb1")
    stand(m)
    act(m, "match i_cl1")
    assert decision(m) == "extras"
    act(m, "extra i_cl2", "against t_bb1")
    assert m.odds("imperial", "fire i_cl2 at t_bb1") == {"no effect": 1}
    assert m.odds("imperial", "salvo i_cl2 at t_bb1") == {"destroyed": 1 / 6, "no effect": 5 / 6}


def test_a_mothership_attacks_with_the_fighters_it_carries() -> None:
    m = table("imperial_combat_1", {"i_ms1": "hades", "t_tr1": "hades"}, aboard={"i_f1": "i_ms1"})
    act(m, "fight hades", "launch all")
    stand(m)
    assert state(m).battle >= 0 and state(m).round == 1
    m = table("imperial_combat_1", {"i_ms1": "hades", "t_ms1": "hades"}, aboard={"t_f1": "t_ms1"})
    assert decision(m) != "which_battle"


def test_fire_by_rote_does_not_defend_where_that_is_hopeless() -> None:
    m = battle("i_bb1", "i_dd1", "t_sc1")
    at_range(m, short=True)
    act(m, "match i_bb1", "extra i_dd1", "against t_sc1", "ram i_bb1 at t_sc1", "fire nothing more")
    m.force_dice([6, 6])
    act(m, "fire all")
    assert where(m, "i_dd1") == "lost" and where(m, "t_sc1") == "none"
