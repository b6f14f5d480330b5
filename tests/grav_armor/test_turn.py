"""Turn Procedure: phases, roles, recovery, the end."""

from __future__ import annotations

from .table import actions, game, heard, number, play, refused, start_phase, state, table

PAIR = {"i_zeta7_1": "5-0206", "l_aza3_1": "4-0806", "l_nu3_1": "4-0301"}


def test_a_turn_has_two_phases_and_the_roles_reverse() -> None:
    match = game().new("ice_world", {"free_setup": False}, 1)
    track = [(p["name"], p["side"]) for p in match.view(None)["phase"]["track"]]
    assert track == [
        ("recovery_1", "imperial"),
        ("move_fire_1", "imperial"),
        ("recovery_2", "league"),
        ("move_fire_2", "league"),
    ]
    assert match.to_act == ("imperial",)
    play(match, "done")
    assert match.to_act == ("league",) and "move l_zeta7_1" in actions(match)


def test_the_scenario_says_who_moves_first() -> None:
    match = game().new("the_meatgrinder", {"free_setup": False}, 1)
    assert match.view(None)["phase"]["track"][1]["side"] == "league"


def test_only_the_moving_sides_units_recover() -> None:
    match = table(PAIR | {"l_a_inf_1": "4-0101"}, phase="league", disrupted=["l_a_inf_1", "i_zeta7_1"])
    s = state(match)
    assert not s.disrupted[number(match, "l_a_inf_1")]
    assert s.disrupted[number(match, "i_zeta7_1")]


def test_a_unit_moves_once_a_phase_and_fires_once_a_phase() -> None:
    match = table(PAIR)
    assert match.to_act == ("imperial",)
    match.force_dice([1, 1])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert match.to_act == ("league",)
    play(match, "move l_nu3_1", "go 4-0201", "stop")
    assert refused(match, "move l_nu3_1") == "Turn/Procedural Notes/2"
    start_phase(match, "imperial")
    assert not state(match).fired[number(match, "i_zeta7_1")]
    assert not state(match).moved[number(match, "l_nu3_1")]


def test_only_the_firing_side_fires_and_only_the_moving_side_moves() -> None:
    match = table(PAIR)
    assert refused(match, "move i_zeta7_1") == "Combat/Firing Before Moves"
    play(match, "done")
    assert refused(match, "fire l_nu3_1 at i_zeta7_1") == "Turn/Procedural Notes/1"


def test_the_game_ends_after_its_last_turn() -> None:
    match = game().new("raid_on_wendarst", {"free_setup": False}, 3)
    while match.to_act:
        play(match, "done")
    assert state(match).turn == 8
    assert match.result is not None
    assert any(text.startswith("The game ends") for text in heard(match))


def test_a_side_may_concede() -> None:
    match = game().new("raid_on_wendarst", {"free_setup": False}, 3)
    match.resign("league")
    assert match.result is not None and match.result.winner == "imperial"
    assert match.to_act == ()


def test_a_phase_in_which_nobody_has_anything_to_choose_passes_by_itself() -> None:
    match = table({"i_zeta7_1": "5-0909", "l_m_mil_1": "4-0101"}, phase="league")
    assert match.to_act == ("imperial",)
    assert "move i_zeta7_1" in actions(match)


def test_a_side_without_units_ends_the_game() -> None:
    match = table({"i_zeta7_1": "5-0206", "l_aza3_1": "4-0806"})
    match.force_dice([4, 4])
    play(match, "fire i_zeta7_1 at l_aza3_1")
    assert match.result is not None
