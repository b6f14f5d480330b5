"""Landing in friendly boxes, besieged and not; what the reaction force may land (Surface/Space Interaction)."""

from __future__ import annotations

from .stars import act, decision, has, listed, refused, state, table, where


def test_after_a_battle_cargo_may_land_in_a_friendly_box_too() -> None:
    at = {"t_tr1": "alpha_centauri", "t_dd1": "sol", "i_dd1": "sol"}
    m = table("terran_movement_1", at, aboard={"t_troop_1": "t_tr1"})
    act(m, "take t_tr1", "jump sol", "done")
    while decision(m) in ("which_battle", "break_off"):
        act(m, "stand" if decision(m) == "break_off" else "fight sol")
    m.force_dice([6])
    while decision(m) in ("extras", "forward", "match", "declare"):
        act(m, next(a for a in listed(m) if a in ("match t_dd1", "screen rest", "fire all")))
    assert where(m, "i_dd1") == "lost" and decision(m) == "approach"
    act(m, "approach sol", "land t_tr1 sol_surface", "done")
    assert where(m, "t_troop_1") == "sol_surface"


def test_ships_that_could_unload_in_movement_are_not_asked_again() -> None:
    m = table("terran_combat_1", {"t_tr1": "sol"}, aboard={"t_troop_1": "t_tr1"})
    assert m.to_act == () or decision(m) != "approach"


def test_a_besieged_box_with_a_working_marker_stays_open_to_its_owner() -> None:
    at = {"t_tr1": "sol", "i_troop_18": "sol_surface", "t_troop_4": "sol_surface"}
    m = table("terran_movement_1", at, aboard={"t_troop_1": "t_tr1"})
    act(m, "take t_tr1", "unload t_troop_1 sol_surface", "load t_troop_4")
    assert where(m, "t_troop_1") == "sol_surface" and where(m, "t_troop_4") == "aboard"
    m = table("terran_movement_1", at, aboard={"t_troop_1": "t_tr1"}, marks={"neutral": ["t_w1"]})
    act(m, "take t_tr1")
    assert refused(m, "unload t_troop_1 sol_surface") == "Transportation/Embarking"


def test_enemies_in_ones_own_box_may_be_bombarded() -> None:
    m = table("terran_combat_1", {"t_cs1": "sol", "i_troop_18": "sol_surface"})
    act(m, "approach sol")
    assert "bombard i_troop_18 with t_cs1" in listed(m)


def test_what_is_embarked_in_the_reaction_phase_does_not_land_in_it() -> None:
    at = {"i_tr1": "junction", "i_tr2": "junction", "t_o1": "junction_surface"}
    aboard = {"i_troop_18": "i_tr1", "i_troop_29": "i_tr2"}
    marks = {"reaction": ["i_tr1", "i_tr2"], "embarked": ["i_tr1"]}
    m = table("terran_reaction_combat", at, aboard=aboard, marks=marks)
    act(m, "approach junction")
    assert refused(m, "land i_tr1 junction_surface") == "Transportation/Reaction"
    assert {"land i_tr2 junction_surface", "drop i_troop_29 junction_surface"} <= set(listed(m))


def test_a_stack_that_can_not_move_may_react_where_it_stands() -> None:
    at = {"i_m1": "hades", "t_dd1": "hades"}
    m = table("terran_reaction_movement", at)
    assert "react hades" in listed(m)
    log = act(m, "react hades")
    assert decision(m) == "which_battle" and "The force at Hades reacts" in log


def test_an_outpost_that_works_keeps_an_enemy_world_neutralized() -> None:
    at = {"t_o1": "dingir_surface", "t_sc1": "sol"}
    m = table("imperial_combat_2", at, marks={"neutral": ["i_w1"]})
    assert has(m, state(m).conquered, "i_w1") and m.figures()["glory"] == 1
    m = table("imperial_combat_2", at, marks={"neutral": ["i_w1"], "unplaced": ["t_o1"]})
    assert not has(m, state(m).neutral, "i_w1") and m.figures()["glory"] == 5


def test_refusals_above_a_surface_name_what_is_in_the_way() -> None:
    at = {"t_cs1": "shuruppak", "i_o1": "shuruppak_surface", "t_cs2": "dingir", "i_dd1": "dingir", "t_sc1": "sol"}
    m = table("terran_combat_1", at)
    if decision(m) == "which_battle":
        act(m, "done")
    for place, said in (
        ("dingir", "enemy warships hold the hex Dingir against you"),
        ("sirius", "Sirius has no planetary surface"),
        ("kinunir", "you have no ships in the hex Kinunir"),
        ("sol", "nothing is left to bombard or to land at Sol"),
    ):
        refusal = m.why_not("terran", f"approach {place}")
        assert refusal is not None and refusal.reason == said


def test_a_ship_may_land_on_a_surface_that_nobody_holds() -> None:
    m = table("terran_combat_1", {"t_sc1": "hades", "t_f1": "calgary"})
    assert listed(m) == ["done", "approach hades"]
    act(m, "approach hades", "land t_sc1 hades_surface")
    assert where(m, "t_sc1") == "hades_surface"


def test_troops_embark_in_friendly_systems_only() -> None:
    at = {"t_tr1": "dingir_surface", "t_troop_1": "dingir_surface", "t_tr2": "junction", "t_o1": "junction_surface"}
    m = table("terran_movement_1", at, marks={"neutral": ["i_w1"], "conquered": ["i_w1"]})
    act(m, "take t_tr1")
    assert refused(m, "load t_troop_1") == "Transportation/Embarking"
