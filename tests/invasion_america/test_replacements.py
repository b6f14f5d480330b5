"""Chapter 8: destroyed units and their return."""

from .ground import (
    CANADA,
    CUBA,
    DEPOT,
    HARBOUR,
    MEXICO,
    PORT,
    SUPPLY,
    arrange,
    at,
    begin,
    game,
    piece,
    texts,
    where,
    why,
)

BOX = "destroyed_usa"


def test_8_11_destroyed_units_go_to_their_box() -> None:
    match = arrange({"usa_i1": ((20, 30), 2), **{f"esc_a{i}": ((20, 31), 10) for i in (1, 2, 3)}}, "esc_combat")
    match.play("esc", f"attack {at(20, 30)}")
    for i in (1, 2, 3):
        match.play("esc", f"with esc_a{i}")
    match.force_dice([1])
    match.play("esc", "resolve")
    assert where(match, "usa_i1") == BOX and not match.state.tried >> piece("usa_i1") & 1


def test_8_12_destroyed_units_are_mixed() -> None:
    seen = set()
    for seed in range(12):
        match = game().new("northern_gate", {}, seed)
        s = match.state
        from grognard.games.invasion_america.base import bury

        pool = game().forces.pool_of[piece("usa_i1")]
        units = game().forces.members[pool]
        for unit in units:
            s.at[unit] = -1
        s._presence = None
        for number, unit in enumerate(units):
            s.strength[unit] = game().forces.values[pool][number]
        for unit in units:
            bury(s, unit)
        seen.add(s.strength[units[0]])
        assert sorted(s.strength[u] for u in units) == sorted(game().forces.values[pool])
    assert len(seen) > 1


def test_8_21_only_what_lies_in_the_box_returns() -> None:
    match = arrange({"usa_i1": BOX}, "us_replacements")
    assert [t for t in texts(match, "us") if t.startswith("replace")] == ["replace usa_i1"]
    assert why(match, "us", "replace usa_a1") == "8.21"
    match.play("us", "replace usa_i1")
    match.play("us", f"at {at(*SUPPLY)}")
    assert where(match, "usa_i1") == at(*SUPPLY)


def test_8_22_only_the_listed_kinds_return() -> None:
    match = arrange({"usa_mi1": BOX, "usa_i1": BOX}, "us_replacements", control=dict.fromkeys((SUPPLY, DEPOT), "esc"))
    assert why(match, "us", "replace usa_mi1") == "8.22"


def test_8_23_us_units_return_in_any_supply_hex_they_control() -> None:
    match = arrange({"can_i1": "destroyed_can"}, "us_replacements", control={DEPOT: "esc"})
    match.play("us", "replace can_i1")
    assert set(texts(match, "us")) == {f"at {at(*p)}" for p in (SUPPLY, CANADA, MEXICO)}
    assert why(match, "us", f"at {at(*DEPOT)}") == "8.23"


def test_8_24_aggressors_return_in_ports_and_beside_supplies() -> None:
    units = {"esc_i1": "destroyed_esc", "esc_a1": CUBA, "esc_s1": (16, 10), "esc_a2": (20, 20)}
    match = arrange(units, "esc_replacements")
    match.play("esc", "replace esc_i1")
    assert set(texts(match, "esc")) == {f"at {at(*CUBA)}", f"at {at(16, 10)}"}
    assert why(match, "esc", f"at {at(*PORT)}") == "8.24"


def test_8_25_replacements_may_move_the_turn_they_appear() -> None:
    match = arrange({"usa_i1": BOX}, "us_replacements")
    match.play("us", "replace usa_i1")
    match.play("us", f"at {at(*SUPPLY)}")
    match.play("us", "done")
    assert "move usa_i1" in texts(match, "us")


def test_8_26_in_a_controlled_hex_they_stay() -> None:
    match = arrange({"usa_i1": BOX, "esc_a1": (31, 20), "usa_i2": (40, 40)}, "us_replacements")
    match.play("us", "replace usa_i1")
    match.play("us", f"at {at(*SUPPLY)}")
    match.play("us", "done")
    begin(match, "us_movement")
    assert why(match, "us", "move usa_i1") == "8.26"


def test_8_26_partisans_are_not_held_by_zones() -> None:
    match = arrange({"usa_m1": BOX, "esc_a1": (31, 20), "usa_i2": (40, 40)}, "us_replacements", partisans=True)
    match.play("us", "replace usa_m1")
    match.play("us", f"at {at(*SUPPLY)}")
    begin(match, "us_movement")
    assert why(match, "us", "move usa_m1") == ""


def test_8_27_without_a_hex_nothing_returns() -> None:
    match = arrange({"esc_i1": "destroyed_esc", "esc_a1": (20, 20)}, "esc_replacements")
    assert match.phase_title() == "Land Movement"


def test_8_28_variable_replacements_follow_the_supply_hexes() -> None:
    held = dict.fromkeys((SUPPLY, DEPOT, CANADA, MEXICO), "us")
    match = arrange({"usa_mi1": BOX, "usa_mi2": BOX}, "us_replacements", scenario="scenario_v", control=held)
    assert match.state.due_any == 2  # four supply hexes on the proving ground, one unit for every two
    match.play("us", "replace usa_mi1")
    match.play("us", f"at {at(*SUPPLY)}")
    assert match.state.due_any == 2 and not match.state.due[game().forces.pool_of[piece("usa_mi1")]]
    match.play("us", "replace usa_mi2")
    match.play("us", f"at {at(*SUPPLY)}")
    assert match.state.due_any == 1


def test_8_35_returning_units_are_untried_again() -> None:
    match = arrange({"usa_i1": BOX}, "us_replacements")
    match.play("us", "replace usa_i1")
    match.play("us", f"at {at(*SUPPLY)}")
    unit = next(p for p in match.view("us")["pieces"] if p["id"] == "usa_i1")
    assert "untried" in unit["marks"] and unit["factors"] == ["3", "8"]


def test_8_23_rail_units_return_on_the_rail_net() -> None:
    match = arrange({"usa_rr1": BOX, "usa_a1": BOX}, "us_replacements")
    match.state.due_any = 2
    match.play("us", "replace usa_rr1")
    assert f"at {at(*SUPPLY)}" in texts(match, "us")
    assert why(match, "us", f"at {at(*MEXICO)}") == "16.42"


def test_8_2_what_keeps_a_unit_from_a_hex_is_named() -> None:
    units = {"esc_h1": "destroyed_esc", "esc_i9": HARBOUR, "esc_i8": CUBA, "esc_s1": (16, 10)}
    match = arrange(units, "esc_replacements", turn=13, scenario="campaign_game")
    match.play("esc", "replace esc_h1")
    assert why(match, "esc", f"at {at(*HARBOUR)}") == "16.22" and why(match, "esc", f"at {at(*CUBA)}") == ""
    units |= {"esc_t1": "destroyed_esc"} | {f"esc_cv{i}": CUBA for i in (1, 2, 3)}
    match = arrange(units, "esc_replacements", turn=13, scenario="campaign_game")
    match.play("esc", "replace esc_t1")
    assert why(match, "esc", f"at {at(*CUBA)}") == "6.11"
