"""Areas to lay over the star map, and who threatens a place."""

from __future__ import annotations

from grognard.core import Match
from grognard.games.imperium.facts import PLACE

from .stars import act, state, table


def area(m: Match, kind: str, side: str) -> set[str]:
    return {p for a in m.areas(None) if (a["kind"], a["side"]) == (kind, side) for p in a["places"]}


def test_connected_systems_are_those_an_open_path_joins_to_a_friendly_world() -> None:
    at = {"t_o1": "procyon_surface", "t_o2": "luuru_surface", "t_o3": "markhashi_surface"}
    at |= {"i_dd1": "agidda"}
    open_map = area(table("terran_movement_1", at), "connection", "terran")
    assert {"sol", "sol_surface", "procyon", "procyon_surface", "barnards_star", "luuru_surface"} <= open_map
    assert not {"agidda", "sirius", "markhashi", "markhashi_surface", "luuru"} & open_map  # no tanker, no route
    cut = area(table("terran_movement_1", at | {"i_dd2": "procyon"}), "connection", "terran")
    assert not {"procyon", "procyon_surface", "ys"} & cut and "junction" in cut
    with_tanker = area(table("terran_movement_1", at | {"t_ao1": "sirius"}), "connection", "terran")
    assert {"sirius", "markhashi", "markhashi_surface"} <= with_tanker


def test_ships_reach_as_far_as_enemies_and_tertiary_stars_let_them() -> None:
    at = {"i_dd1": "junction", "i_dd2": "agidda", "t_o1": "junction_surface"}
    reached = area(table("terran_movement_1", {"t_sc1": "sol"} | at), "reach", "terran")
    assert {"sol", "junction", "barnards_star", "agidda", "procyon", "mirabilis"} <= reached
    assert not {"nusku_dushaam", "ishimshulgi"} & reached  # a destroyer bars the way
    assert "sirius" in reached and not {"markhashi", "epsilon_eridani"} & reached
    assert "sol_surface" in reached and "junction_surface" not in reached  # who comes upon enemies must stop
    assert any(place.startswith("hex_") for place in reached)  # one hex at sublight
    for tanker in ("sol", "sirius"):  # it could come along, or waits there
        with_tanker = table("terran_movement_1", {"t_sc1": "sol", "t_ao1": tanker} | at)
        assert {"markhashi", "epsilon_eridani"} <= area(with_tanker, "reach", "terran")


def test_transports_stop_nobody() -> None:
    reached = area(table("terran_movement_1", {"t_sc1": "sol", "i_tr1": "agidda"}), "reach", "terran")
    assert "nusku_dushaam" in reached


def test_the_reach_of_a_reaction_is_three_jumps() -> None:
    m = table("imperial_movement_1", {"t_sc1": "sol"})  # what comes next for Terra is its reaction
    reached = area(m, "reach", "terran")
    assert {"barnards_star", "agidda", "nusku_dushaam"} <= reached
    assert not {"apishal", "ishimshulgi"} & reached
    assert not any(place.startswith("hex_") for place in reached)


def test_monitors_reach_the_next_hex_and_fighters_nothing() -> None:
    reached = area(table("terran_movement_1", {"t_m1": "sol"}), "reach", "terran")
    assert "barnards_star" not in reached and sum(p.startswith("hex_") for p in reached) > 3
    assert area(table("terran_movement_1", {"t_f1": "sol"}), "reach", "terran") == {"sol", "sol_surface"}


def test_fire_covers_guarded_surfaces_and_those_that_can_be_bombarded() -> None:
    at = {"t_cs1": "shuruppak", "i_o1": "shuruppak_surface", "i_dd1": "hades", "t_dd1": "hades"}
    m = table("terran_movement_1", at)
    assert {"shuruppak_surface", "sol_surface", "hades"} <= area(m, "fire", "terran")
    assert {"shuruppak_surface", "dingir_surface", "hades"} <= area(m, "fire", "imperial")
    held = table("terran_movement_1", at | {"i_dd2": "shuruppak"})
    assert "shuruppak_surface" not in area(held, "fire", "terran")


def test_victory_lies_in_the_surfaces_of_the_enemy() -> None:
    m = table("terran_movement_1", {"i_o1": "shuruppak_surface", "t_o1": "hades_surface"})
    assert area(m, "victory", "terran") == {"dingir_surface", "gashidda_surface", "shuruppak_surface"}
    assert area(m, "victory", "imperial") == {"sol_surface", "alpha_centauri_a_surface", "hades_surface"}
    state(m).lost_here[1] |= 1 << PLACE["hades_surface"]
    assert "hades_surface" not in area(m, "victory", "imperial")  # taking back is no conquest


def test_who_threatens_a_hex_and_a_surface() -> None:
    at = {"t_cl1": "sol", "t_mb1": "junction", "t_tr1": "sol", "i_b2_1": "sirius", "i_o1": "procyon_surface"}
    m = table("terran_movement_1", at, aboard={"t_troop_1": "t_tr1"})
    assert set(m.threats("terran", "procyon")) == {"t_cl1", "t_mb1", "i_b2_1", "i_o1"}
    assert set(m.threats("terran", "procyon_surface")) == {"t_cl1", "t_mb1", "t_tr1", "t_troop_1", "i_b2_1", "i_o1"}
    assert m.threats("terran", "luuru") == []


def test_a_ship_that_has_stopped_threatens_only_where_it_is() -> None:
    m = table("terran_movement_1", {"t_cl1": "sol", "i_dd1": "junction"})
    act(m, "take t_cl1", "jump junction")
    assert area(m, "reach", "terran") == {"junction"}
    assert "t_cl1" in m.threats(None, "junction") and "t_cl1" not in m.threats(None, "procyon")
