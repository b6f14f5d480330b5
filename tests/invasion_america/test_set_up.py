"""Chapter 18: deployment, tried and untried units, victory."""

import json

from grognard.games.invasion_america.forces import CAN, ESC, US, USA
from grognard.games.invasion_america.victory import judge

from .ground import arrange, at, deploy_all, game, piece, place, real, texts, why
from .test_combat import FED, PLAIN, fight


def area_of(match, name: str) -> int:  # type: ignore[no-untyped-def]
    return real().theatre.areas[name]


def test_18_2_the_orders_of_battle_are_taken_from_the_counters() -> None:
    match = real().new("three_pronged_invasion", {}, 1)
    deploy_all(match)
    figures = match.figures()
    assert figures["units_usa"] == 10 + 12 + 15 + 15 + 4 + 6 + 6
    assert figures["units_can"] == 3 + 4 + 4 + 2 + 2
    assert figures["units_esc"] == 8 + 10 + 10 + 6 + 4 + 6 + 2 + 6 + 3 + 6
    assert figures["units_sau"] == 8 + 12 + 15 + 3 + 6 + 2 + 3 + 4
    assert figures["units_pal"] == 8 + 16 + 2 + 3 + 3 + 4 + 2 + 3 + 3 + 6


def test_18_31_aggressors_deploy_first_and_within_their_areas() -> None:
    match = real().new("three_pronged_invasion", {"players": 4}, 1)
    seen = []
    while match.to_act and match.decision(match.to_act[0]).name == "deploy":
        side = match.to_act[0]
        seen.append(side)
        match.play(side, "deploy rest" if "deploy rest" in texts(match, side) else "done")
    assert list(dict.fromkeys(seen)) == ["sau", "pal", "esc", "us"]
    s, theatre, forces = match.state, real().theatre, real().forces
    for unit in range(forces.count):
        if not s.is_on_map(unit):
            continue
        side, bit = forces.side_of[unit], 1 << s.at[unit]
        if side == ESC:
            assert theatre.areas["cuba"] & bit
        if forces.force_of[unit] == CAN:
            assert theatre.areas["canada"] & bit
        if forces.force_of[unit] == USA:
            assert (theatre.areas["usa"] | theatre.areas["annexation"]) & bit


def test_18_31_a_unit_outside_its_area_is_refused() -> None:
    match = real().new("three_pronged_invasion", {"players": 4}, 1)
    match.play("sau", "deploy sau_a1")
    assert why(match, "sau", "at s2437") == "18.31"
    assert why(match, "sau", "aboard sau_t1") == "19.12"


def test_18_31_no_more_than_three_are_set_up_in_a_hex() -> None:
    match = real().new("three_pronged_invasion", {"players": 4}, 1)
    match.play("sau", "deploy sau_a1")
    spot = next(t for t in texts(match, "sau"))
    for number in (1, 2, 3):
        if number > 1:
            match.play("sau", f"deploy sau_a{number}")
        match.play("sau", spot)
    match.play("sau", "deploy sau_a4")
    assert why(match, "sau", spot) == "12.13"


def test_18_32_nobody_knows_untried_strengths() -> None:
    match = real().new("northern_gate", {}, 1)
    deploy_all(match)
    for viewer in ("us", "esc", None):
        for unit in match.view(viewer)["pieces"]:
            number = real().vocab["piece"].index[unit["id"]]
            if "untried" in unit["marks"]:
                shown = int(unit["factors"][1 if real().forces.is_air[number] else 0])
                assert shown == real().forces.untried[real().forces.pool_of[number]]


def test_18_32_a_redrawn_world_looks_the_same_and_keeps_the_counters() -> None:
    match = real().new("three_pronged_invasion", {}, 3)
    deploy_all(match)
    seen = json.dumps(match.view("us"))
    differing = 0
    for seed in range(5):
        other = match.determinize("us", seed)
        assert json.dumps(other.view("us")) == seen
        assert not list(real().check(other.state))
        differing += other.state.strength != match.state.strength
        for pool, members in enumerate(real().forces.members):
            assert sorted(other.state.strength[p] for p in members) == sorted(real().forces.values[pool])
    assert differing == 5


def test_18_32_what_has_been_shown_is_not_redrawn_onto_others() -> None:
    match = real().new("three_pronged_invasion", {}, 3)
    deploy_all(match)
    s = match.state
    pool = real().forces.pool_of[real().vocab["piece"].index["esc_a1"]]
    tens = [p for p in real().forces.members[pool] if s.strength[p] == 10 and s.is_on_map(p)]
    for unit in tens:
        s.tried |= 1 << unit
    hidden = 3 - len(tens)
    for seed in range(20):
        other = match.determinize("us", seed).state
        assert all(other.strength[p] == 10 for p in tens)
        rest = [p for p in real().forces.members[pool] if s.is_on_map(p) and p not in tens and other.strength[p] == 10]
        assert len(rest) <= hidden


def test_18_33_units_of_a_kind_are_alike_and_drawn_at_random() -> None:
    match = real().new("three_pronged_invasion", {"players": 4}, 1)
    legal = texts(match, "sau")
    assert "deploy sau_a1" in legal and "deploy sau_a2" not in legal
    assert why(match, "sau", "deploy sau_a2") == "18.33"
    first = {real().new("northern_gate", {}, seed).state.strength[0] for seed in range(12)}
    assert len(first) > 1


def test_18_34_combat_shows_the_strengths_of_both_sides() -> None:
    match = arrange({**FED, "esc_i1": (19, 34), "usa_i1": PLAIN}, "esc_combat")
    log = fight(match, "esc", PLAIN, ["esc_i1"], 3)
    assert "E.S.C. infantry 1 shows strength" in log and "US infantry 1 shows strength" in log
    assert match.state.tried >> piece("esc_i1") & 1


def test_18_36_the_rest_begin_in_the_box() -> None:
    match = real().new("three_pronged_invasion", {}, 1)
    deploy_all(match)
    assert match.figures()["destroyed_usa"] == 133 - 68 and match.figures()["destroyed_can"] == 38 - 15


def test_18_4_victory_points_at_the_start() -> None:
    match = real().new("three_pronged_invasion", {}, 1)
    assert match.figures()["vp_us"] == 480 and match.figures()["supply_us"] == 30


def test_18_4_control_stays_with_the_last_to_pass() -> None:
    match = arrange({**FED, "esc_a1": (26, 20)}, "esc_movement")
    match.play("esc", "move esc_a1")
    match.play("esc", f"to {at(28, 20)}")
    prize = game().theatre.prize_of[place((27, 20))]
    assert match.state.control[prize] == ESC
    match.state.control[prize] = US
    assert match.figures()["vp_esc"] == 0


def test_18_4_ships_take_nothing() -> None:
    match = arrange({"esc_t1": (5, 5)}, "esc_naval")
    match.play("esc", "sail esc_t1")
    match.play("esc", f"to {at(22, 10)}")
    assert match.figures()["vp_esc"] == 0


def test_18_1_result_is_judged_on_points() -> None:
    match = real().new("three_pronged_invasion", {}, 1)
    assert judge(match.state).winner == "us"  # type: ignore[arg-type]
    match.state.control = [ESC] * len(match.state.control)
    assert judge(match.state).winner == "esc+sau+pal"  # type: ignore[arg-type]


def test_18_3_deployment_aboard_in_home_ports() -> None:
    match = real().new("three_pronged_invasion", {"players": 4}, 1)
    while match.to_act == ("sau",):
        match.play("sau", "deploy rest" if "deploy rest" in texts(match, "sau") else "done")
    match.play("pal", "deploy pal_t1")
    match.play("pal", "at pal_box")
    match.play("pal", "deploy pal_i1")
    assert texts(match, "pal") == ["at pal_box", "aboard pal_t1"]


def test_18_1_who_resigns_loses() -> None:
    match = real().new("three_pronged_invasion", {"players": 4}, 1)
    match.state.control[0] = ESC
    match.resign("us")
    assert match.result is not None and match.result.winner == "esc"
    match = real().new("three_pronged_invasion", {}, 1)
    match.resign("esc")
    assert match.result is not None and match.result.winner == "us"
