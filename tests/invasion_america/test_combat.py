"""Chapter 13: land combat, with the worked examples of 13.41 and 13.42."""

import itertools
from math import comb
from typing import Any

import pytest

from grognard.games.invasion_america.strength import odds_column, odds_text

from .ground import (
    BLOCKED,
    BROKEN,
    FOREST,
    GREAT,
    LAKESIDE,
    RIVER,
    ROUGH,
    SEASIDE,
    SUPPLY,
    TUNDRA,
    URBAN,
    WILDERNESS,
    arrange,
    at,
    begin,
    east,
    game,
    piece,
    place,
    texts,
    where,
    why,
)

PLAIN = (20, 34)
AROUND = [(19, 34), (21, 34), (19, 33), (20, 33), (19, 35), (20, 35)]  # its six neighbours
FED = {"esc_s1": (16, 10)}


def fight(match: Any, side: str, target: tuple[int, int], units: list[str], die: int, also: Any = ()) -> str:
    """Attack, and tell what the log says."""
    start = len(match.log)
    match.play(side, f"attack {at(*target)}")
    for other in also:
        match.play(side, f"also {at(*other)}")
    for unit in units:
        match.play(side, f"with {unit}")
    match.force_dice([die])
    match.play(side, "resolve")
    return " | ".join(event.text for event in match.events(start))


def follow(match: Any, most: int = 40) -> None:
    """Take the first choice until the next attack."""
    for _ in range(most):
        if not match.to_act or match.decision(match.to_act[0]).name in ("attack", "move"):
            return
        side = match.to_act[0]
        match.play(side, match.decision(side).actions[0])


def esc(*strengths: int) -> dict[str, Any]:
    """E.S.C. armor (10, 8, 4), mechanized (5, 3) or infantry (6, 4, 2) of these strengths west of the plain hex."""
    out: dict[str, Any] = dict(FED)
    kinds = {10: "a", 8: "a", 5: "mi", 3: "mi", 6: "i", 4: "i", 2: "i"}
    count: dict[str, int] = {}
    for number, strength in enumerate(strengths):
        kind = kinds[strength]
        count[kind] = count.get(kind, 0) + 1
        out[f"esc_{kind}{count[kind]}"] = (AROUND[number // 3], strength)
    return out


def names(units: dict[str, Any]) -> list[str]:
    return [name for name in units if name != "esc_s1"]


def test_13_41_example_26_to_9_is_2_to_1() -> None:
    assert odds_text(odds_column(26, 9)) == "2-1"
    units = esc(10, 10, 6)
    match = arrange({**units, "usa_a1": (PLAIN, 6), "usa_i1": (PLAIN, 3)}, "esc_combat")
    assert "26 against 9, odds 2-1" in fight(match, "esc", PLAIN, names(units), 4)


def test_13_41_odds_are_rounded_for_the_defender_and_held_at_the_ends() -> None:
    chart = game().charts["combat_results"]
    for attack in range(1, 60):
        for defence in range(1, 40):
            assert odds_column(attack, defence) == chart.odds_column(attack, defence)
    assert odds_text(odds_column(1, 40)) == "1-4" and odds_text(odds_column(60, 1)) == "7-1"


def test_13_42_example_of_a_defender_exchange() -> None:
    """Strength 3 attacked by 6 and 4: the defender goes, then either attacker, at its owner's choice."""
    units = esc(6, 4)
    match = arrange({**units, "usa_i1": (PLAIN, 3)}, "esc_combat")
    log = fight(match, "esc", PLAIN, ["esc_i1", "esc_i2"], 2)
    assert "10 against 3, odds 3-1" in log and "Dx" in log
    assert where(match, "usa_i1") == "destroyed_usa"
    assert texts(match, "esc") == ["lose esc_i1", "lose esc_i2"]
    match.play("esc", "lose esc_i2")
    assert where(match, "esc_i2") == "destroyed_esc" and where(match, "esc_i1") != "destroyed_esc"


def test_13_42_an_attacker_exchange_is_the_same_turned_round() -> None:
    units = esc(4)
    match = arrange({**units, "usa_a1": (PLAIN, 4), "usa_i1": (PLAIN, 3)}, "esc_combat")
    assert "Ax" in fight(match, "esc", PLAIN, ["esc_i1"], 5)  # 4 to 7: 1-2
    assert where(match, "esc_i1") == "destroyed_esc"
    assert texts(match, "us") == ["lose usa_a1", "lose usa_i1"]
    match.play("us", "lose usa_i1")
    assert texts(match, "us") == ["lose usa_a1"] or where(match, "usa_a1") == "destroyed_usa"


def test_13_42_exchanges_count_printed_strength() -> None:
    units = {"esc_a1": ((19, 34), 8), "esc_a2": ((19, 34), 10)}  # out of supply: 4 and 5
    match = arrange({**units, "usa_i1": (PLAIN, 4)}, "esc_combat")
    assert "9 against 4, odds 2-1" in fight(match, "esc", PLAIN, list(units), 2)
    match.play("esc", "lose esc_a1")
    assert where(match, "esc_a2") == at(19, 34)  # eight pay for four


@pytest.mark.parametrize(("die", "gone"), [(4, "esc_i1"), (1, "usa_i1")])
def test_13_42_eliminated_units_leave_the_map(die: int, gone: str) -> None:
    units = esc(2) if gone == "esc_i1" else esc(10, 10, 8)
    strength = 4 if gone == "esc_i1" else 2
    more = {"usa_i2": (PLAIN, 4)} if gone == "esc_i1" else {}
    match = arrange({**units, "usa_i1": (PLAIN, strength), **more}, "esc_combat")
    fight(match, "esc", PLAIN, names(units), die)
    assert where(match, gone).startswith("destroyed")


def test_13_11_only_adjacent_land_units_attack() -> None:
    match = arrange({**esc(6), "esc_i2": (17, 34), "usa_i1": PLAIN}, "esc_combat")
    match.play("esc", f"attack {at(*PLAIN)}")
    assert why(match, "esc", "with esc_i2") == "13.23"


def test_13_12_attacking_is_voluntary_and_bystanders_are_untouched() -> None:
    units = {**esc(6), "esc_i2": ((19, 34), 6)}
    match = arrange({**units, "usa_a1": (PLAIN, 8), "usa_a2": (PLAIN, 8)}, "esc_combat")
    assert "done" in texts(match, "esc")
    fight(match, "esc", PLAIN, ["esc_i1"], 6)
    assert where(match, "esc_i1") == "destroyed_esc" and where(match, "esc_i2") == at(19, 34)
    assert not match.state.fought >> piece("esc_i2") & 1


def test_13_13_all_six_hexes_may_take_part() -> None:
    units = {f"esc_i{i + 1}": (AROUND[i], 6 if i < 4 else 4) for i in range(6)}
    match = arrange({**FED, **units, "usa_a1": (PLAIN, 8)}, "esc_combat")
    # surrounded, the defender is out of supply: 8 counts as 4
    assert "32 against 4" in fight(match, "esc", PLAIN, list(units), 1)


def test_13_14_one_attack_a_unit_and_one_attack_on_a_unit() -> None:
    match = arrange({**esc(6, 6), "usa_a1": (PLAIN, 8), "usa_a2": (PLAIN, 8), "usa_i1": (18, 35)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_i1"], 4)  # 6 to 16 is 1-3: A3
    follow(match)
    assert why(match, "esc", f"attack {at(*PLAIN)}") == "13.14"
    match.play("esc", f"attack {at(18, 35)}")
    assert why(match, "esc", "with esc_i1") == "13.14"


def test_13_21_a_stack_defends_as_one() -> None:
    match = arrange({**esc(6), "usa_i1": (PLAIN, 3), "usa_i2": (PLAIN, 2), "usa_m1": (PLAIN, 1)}, "esc_combat")
    assert "6 against 6" in fight(match, "esc", PLAIN, ["esc_i1"], 1)


def test_13_22_units_of_one_hex_may_attack_different_hexes() -> None:
    match = arrange({**esc(6, 6), "usa_i1": (PLAIN, 3), "usa_i2": ((18, 35), 3)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_i1"], 4)
    follow(match)
    assert f"attack {at(18, 35)}" in texts(match, "esc")


def test_13_23_several_hexes_at_once_if_all_are_adjacent() -> None:
    units = {**FED, "esc_a1": ((19, 34), 10), "esc_a2": ((19, 35), 8)}
    match = arrange({**units, "usa_i1": (PLAIN, 3), "usa_i2": ((20, 33), 3), "usa_i3": ((19, 33), 2)}, "esc_combat")
    match.play("esc", f"attack {at(*PLAIN)}")
    match.play("esc", "with esc_a1")
    assert f"also {at(19, 33)}" in texts(match, "esc")
    assert why(match, "esc", f"also {at(20, 33)}") == "13.23"
    match.play("esc", f"also {at(19, 33)}")
    assert why(match, "esc", "with esc_a2") == "13.23"
    match.force_dice([4])
    log = " ".join(e.text for e in match.play("esc", "resolve"))
    assert "10 against 5, odds 2-1" in log


def test_13_24_strength_is_not_divided() -> None:
    match = arrange({**esc(10), "usa_i1": (PLAIN, 3), "usa_i2": ((18, 35), 3)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1"], 4)
    follow(match)
    assert why(match, "esc", f"attack {at(18, 35)}") in ("13.11", "table/turn")


MULTIPLES = {FOREST: 2, WILDERNESS: 2, BROKEN: 3, ROUGH: 3, URBAN: 2, SUPPLY: 3, TUNDRA: 2}


@pytest.mark.parametrize("target", list(MULTIPLES))
def test_13_3_and_13_8_terrain_multiplies_the_defence(target: tuple[int, int]) -> None:
    match = arrange({**FED, "esc_i1": ((target[0] - 1, 20), 6), "usa_i1": (target, 2)}, "esc_combat")
    assert f"6 against {2 * MULTIPLES[target]}" in fight(match, "esc", target, ["esc_i1"], 1)


@pytest.mark.parametrize(("side", "multiple"), [(RIVER, 2), (GREAT, 3)])
def test_13_31_rivers_multiply_when_all_attack_across(side: tuple[int, int], multiple: int) -> None:
    target = east(side)
    units = {**FED, "esc_i1": (side, 6), "usa_i1": (target, 2)}
    match = arrange(units, "esc_combat")
    assert f"6 against {2 * multiple}" in fight(match, "esc", target, ["esc_i1"], 1)
    match = arrange({**units, "esc_i2": ((target[0], 31), 6)}, "esc_combat")
    assert "12 against 2" in fight(match, "esc", target, ["esc_i1", "esc_i2"], 1)
    match = arrange({**units, "esc_cas1": (east(target, 3), 4)}, "esc_combat")
    assert "10 against 2" in fight(match, "esc", target, ["esc_i1", "esc_cas1"], 1)


def test_13_32_only_the_best_terrain_counts() -> None:
    theatre = game().theatre
    pair = place((FOREST[0] - 1, 20)), place(FOREST)
    theatre.river[pair] = 2  # a great river in front of the forest
    try:
        match = arrange({**FED, "esc_i1": ((FOREST[0] - 1, 20), 6), "usa_i1": (FOREST, 2)}, "esc_combat")
        assert "6 against 6" in fight(match, "esc", FOREST, ["esc_i1"], 1)
    finally:
        del theatre.river[pair]


def test_13_31_a_river_and_a_great_river_are_worth_the_lesser() -> None:
    theatre = game().theatre
    pair = place((GREAT[0], 31)), place(east(GREAT))
    theatre.river[pair] = 1
    try:
        units = {**FED, "esc_i1": (GREAT, 6), "esc_i2": ((GREAT[0], 31), 6), "usa_i1": (east(GREAT), 2)}
        match = arrange(units, "esc_combat")
        assert "12 against 4" in fight(match, "esc", east(GREAT), ["esc_i1", "esc_i2"], 1)
    finally:
        del theatre.river[pair]


@pytest.mark.parametrize("side", [BLOCKED, LAKESIDE, SEASIDE])
def test_13_8_no_attack_over_lake_sea_and_blocked_sides(side: tuple[int, int]) -> None:
    match = arrange({**FED, "esc_i1": side, "usa_i1": east(side), "esc_i2": east(side, 2)}, "esc_combat")
    match.play("esc", f"attack {at(*east(side))}")
    assert why(match, "esc", "with esc_i1") == "13.8" and why(match, "esc", "with esc_i2") == ""


def test_13_5_retreat_leads_away_hex_by_hex() -> None:
    match = arrange({**esc(6), "usa_i1": (PLAIN, 2)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_i1"], 6)  # 3-1: D1
    assert match.to_act == ("us",)
    assert set(texts(match, "us")) <= {f"retreat {at(*p)}" for p in AROUND}
    match.play("us", "retreat " + at(21, 34))
    assert where(match, "usa_i1") == at(21, 34)


def test_13_54_the_full_distance_and_no_way_back() -> None:
    match = arrange({**esc(10, 6), "usa_i1": (PLAIN, 4)}, "esc_combat")
    fight(match, "esc", PLAIN, names(esc(10, 6)), 5)  # 4-1: D3
    for step in (1, 2, 3):
        before = game().theatre.distance(match.state.at[piece("usa_i1")], place(PLAIN))
        assert before == step - 1
        if match.to_act == ("us",):
            match.play("us", texts(match, "us")[0])
    assert game().theatre.distance(match.state.at[piece("usa_i1")], place(PLAIN)) == 3


def test_13_51_no_retreat_into_enemy_zones_even_with_friends_there() -> None:
    units = {**esc(6), "esc_a9": (22, 34), "esc_a8": (21, 36), "esc_a7": (21, 32)}
    match = arrange({**units, "usa_i1": (PLAIN, 2), "usa_i2": (21, 34)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_i1"], 6)
    assert where(match, "usa_i1") == "destroyed_usa"


def test_13_52_no_retreat_over_barred_hexsides() -> None:
    match = arrange({**FED, "esc_a1": ((24, 30), 10), "usa_i1": (BLOCKED, 4)}, "esc_combat")
    fight(match, "esc", BLOCKED, ["esc_a1"], 4)  # 2-1: D1
    assert f"retreat {at(*east(BLOCKED))}" not in texts(match, "us")
    assert why(match, "us", f"retreat {at(*east(BLOCKED))}") == "13.52"


def test_13_53_vacant_hexes_come_first_and_stacks_stay_together() -> None:
    units = {**esc(10), "usa_i1": (PLAIN, 2), "usa_i2": (PLAIN, 2), "usa_m1": (21, 34)}
    match = arrange(units, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1"], 4)  # 2-1: D1
    assert why(match, "us", f"retreat {at(21, 34)}") == "13.53"
    match.play("us", texts(match, "us")[0])
    assert where(match, "usa_i1") == where(match, "usa_i2") != at(*PLAIN)


def boxed_in(*free: tuple[int, int]) -> dict[str, Any]:
    """Friends in every hex round the plain one that the attackers in the west leave open."""
    hexes = [p for p in ((21, 34), (20, 33), (20, 35)) if p not in free]
    return {f"usa_m{i + 1}": (p, 1) for i, p in enumerate(hexes)}


def test_13_61_friends_in_the_only_way_are_displaced_by_one_hex() -> None:
    match = arrange({**esc(10), "usa_i1": (PLAIN, 4), **boxed_in()}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1"], 4)
    assert f"retreat {at(21, 34)}" in texts(match, "us")
    match.play("us", f"retreat {at(21, 34)}")
    assert match.decision("us").name == "displace"
    match.play("us", f"displace {at(22, 34)}")
    assert where(match, "usa_m1") == at(22, 34) and where(match, "usa_i1") == at(21, 34)
    assert match.state.count_ground(0, place((21, 34))) == 1


def test_13_62_displacement_runs_on_in_a_chain() -> None:
    units = {**esc(10), "usa_i1": (PLAIN, 4), **boxed_in()}
    outer = [
        (22, 34),
        (21, 33),
        (21, 35),
        (22, 33),
        (22, 35),
        (19, 32),
        (20, 32),
        (21, 32),
        (19, 36),
        (20, 36),
        (21, 36),
    ]
    units |= {f"usa_i{i + 5}": p for i, p in enumerate(outer)}
    match = arrange(units, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1"], 4)
    follow(match)
    assert not list(match.game.check(match.state))
    assert where(match, "usa_i1") not in ("destroyed_usa", at(*PLAIN))
    ground = [match.state.at[piece(f"usa_i{i + 5}")] for i in range(len(outer))]
    assert len(set(ground)) == len(outer)


def test_13_62_a_second_displacement_only_where_there_is_no_other() -> None:
    units = {**esc(10), "usa_i1": (PLAIN, 4), **boxed_in()}
    for often, free in ((("usa_m1",), {(20, 33), (20, 35)}), (("usa_m1", "usa_m2", "usa_m3"), None)):
        match = arrange(units, "esc_combat")
        for name in often:
            match.state.displaced |= 1 << piece(name)
        fight(match, "esc", PLAIN, ["esc_a1"], 4)  # 2-1: D1
        expected = free or {(20, 33), (20, 35), (21, 34)}
        assert set(texts(match, "us")) == {f"retreat {at(*spot)}" for spot in expected}
        if free:
            assert why(match, "us", f"retreat {at(21, 34)}") == "13.62"
    match.play("us", f"retreat {at(21, 34)}")
    match.play("us", f"displace {at(22, 34)}")
    assert match.state.displaced >> piece("usa_m1") & 1
    begin(match, "us_combat")
    assert not match.state.displaced


def test_13_62_who_would_destroy_friends_by_displacing_dies_instead() -> None:
    theatre = game().theatre
    ring = [p for p in range(theatre.size) if theatre.distance(p, place(PLAIN)) == 3]
    walls = {f"esc_mi{i + 1}": theatre.vocabulary.ids[p] for i, p in enumerate(ring[:16])}
    walls |= {f"esc_i{i + 7}": theatre.vocabulary.ids[p] for i, p in enumerate(ring[16:])}
    match = arrange({**esc(10), **walls, "usa_i1": (PLAIN, 4), **boxed_in()}, "esc_combat")
    zone = match.state.enemy_zone(0)
    assert all(zone >> p & 1 for p in range(theatre.size) if theatre.distance(p, place(PLAIN)) == 2)
    fight(match, "esc", PLAIN, ["esc_a1"], 6)  # surrounded: 10 against 2 is 5-1, D3
    assert where(match, "usa_i1") == "destroyed_usa" and where(match, "usa_m1") == at(21, 34)


def test_13_63_retreating_units_never_stack() -> None:
    units = {**esc(10), "usa_i1": (PLAIN, 4), **boxed_in()}
    match = arrange(units, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1"], 4)
    follow(match)
    assert match.state.count_ground(0, match.state.at[piece("usa_i1")]) == 1


def test_13_71_victors_advance_along_the_path() -> None:
    match = arrange({**esc(10, 6), "usa_i1": (PLAIN, 4)}, "esc_combat")
    fight(match, "esc", PLAIN, names(esc(10, 6)), 5)  # D3
    for _ in range(3):
        if match.to_act == ("us",):
            match.play("us", texts(match, "us")[0])
    path = {text.split()[-1] for text in texts(match, "esc") if text.startswith("advance esc_a1")}
    assert at(*PLAIN) in path and len(path) == 3
    assert where(match, "usa_i1") not in path
    stray = next(p for p in AROUND if at(*p) not in path and p != (19, 34))
    assert why(match, "esc", f"advance esc_a1 to {at(*stray)}") == "13.75"
    match.play("esc", f"advance esc_a1 to {at(*PLAIN)}")
    assert where(match, "esc_a1") == at(*PLAIN)
    assert match.decision("esc").name == "advance"  # the other may still go


def test_13_71_defenders_advance_into_the_hex_of_the_beaten() -> None:
    match = arrange({**esc(2), "usa_i1": (PLAIN, 4), "usa_i2": (PLAIN, 4)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_i1"], 4)  # 2 to 8: 1-4, Ae
    assert match.to_act == ("us",)
    match.play("us", f"advance usa_i1 to {at(19, 34)}")
    assert where(match, "usa_i1") == at(19, 34)


def test_13_73_advance_ignores_zones_and_13_76_ends_the_fighting() -> None:
    match = arrange({**esc(10, 10, 8), "usa_i1": (PLAIN, 2), "usa_a1": (22, 34)}, "esc_combat")
    fight(match, "esc", PLAIN, names(esc(10, 10, 8)), 1)
    match.play("esc", f"advance esc_a1 to {at(*PLAIN)}")
    match.play("esc", "done")
    assert why(match, "esc", f"attack {at(22, 34)}") in ("13.11", "table/turn")


def test_13_74_who_took_no_part_does_not_advance() -> None:
    match = arrange({**esc(10, 10, 8), "esc_i1": (21, 35), "usa_i1": (PLAIN, 2)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1", "esc_a2", "esc_a3"], 1)
    assert why(match, "esc", f"advance esc_i1 to {at(*PLAIN)}") == "13.74"


def test_13_77_no_more_than_three_after_the_advance() -> None:
    units = {**esc(10, 10, 8), "esc_i1": ((19, 33), 6)}
    match = arrange({**units, "usa_i1": (PLAIN, 2)}, "esc_combat")
    fight(match, "esc", PLAIN, names(units), 1)
    for unit in ("esc_a1", "esc_a2", "esc_a3"):
        match.play("esc", f"advance {unit} to {at(*PLAIN)}")
    assert match.to_act != ("esc",) or match.decision("esc").name != "advance"
    assert match.state.count_ground(1, place(PLAIN)) == 3


def test_13_0_no_withdrawal_once_resolved_and_no_undo() -> None:
    match = arrange({**esc(6), "usa_i1": PLAIN}, "esc_combat")
    match.play("esc", f"attack {at(*PLAIN)}")
    match.play("esc", "with esc_i1")
    match.undo("esc")
    assert why(match, "esc", "resolve") == "13.0"
    match.play("esc", "with esc_i1")
    match.play("esc", "resolve")
    assert match.can_undo("esc") is not None


def test_13_4_the_odds_shown_are_exact() -> None:
    match = arrange({**esc(10, 6), "usa_i1": (PLAIN, 4)}, "esc_combat")
    match.play("esc", f"attack {at(*PLAIN)}")
    for unit in names(esc(10, 6)):
        match.play("esc", f"with {unit}")
    odds = match.odds("esc", "resolve")
    assert {k.split()[0]: round(6 * v) for k, v in odds.items()} == {"De": 2, "Dx": 2, "D3": 1, "D2": 1}
    assert sum(m.value for m in match.ledger("esc", "resolve")) == 16 - 4


def test_13_4_untried_units_are_weighed_in() -> None:
    match = arrange({**esc(6), "usa_m1": PLAIN}, "esc_combat")
    match.play("esc", f"attack {at(*PLAIN)}")
    match.play("esc", "with esc_i1")
    odds = match.odds("esc", "resolve")
    assert abs(odds["no combat"] - 8 / 40) < 1e-9  # eight of the forty militia are worthless
    assert abs(sum(odds.values()) - 1) < 1e-9


def test_12_14_one_attack_is_made_on_units_of_one_force() -> None:
    units = {"esc_a1": ((19, 34), 10), "sau_i1": (PLAIN, 3), "usa_i1": ((19, 33), 3), "usa_i2": ((20, 35), 3)}
    match = arrange({**FED, **units}, "esc_combat", players=4)
    match.play("esc", f"attack {at(*PLAIN)}")
    match.play("esc", "with esc_a1")
    assert why(match, "esc", f"also {at(19, 33)}") == "12.14"
    assert f"also {at(19, 33)}" not in texts(match, "esc")


def test_13_4_the_odds_are_those_of_every_deal_and_every_roll() -> None:
    """Three untried militia in two hexes and a tried unit attack: all deals and all rolls, played out."""
    units = {"usa_m1": (19, 34), "usa_m2": (19, 34), "usa_m3": (19, 33), "usa_a1": ((19, 33), 8), "esc_i1": (PLAIN, 4)}
    match = arrange({**units, "usa_i1": (19, 33), "esc_s1": (16, 10)}, "us_combat")
    match.play("us", f"attack {at(*PLAIN)}")
    for unit in ("usa_m1", "usa_m2", "usa_m3", "usa_a1"):
        match.play("us", f"with {unit}")
    expected = match.odds("us", "resolve")
    militia = [piece(f"usa_m{i}") for i in (1, 2, 3)]
    counters = {3: 8, 2: 16, 1: 8, 0: 8}
    found: dict[str, float] = {}
    for deal in itertools.product(counters, repeat=3):
        left, chance = dict(counters), 1.0
        for value in deal:
            chance *= left[value] / sum(left.values())
            left[value] -= 1
        for die in range(1, 7):
            trial = match.copy()
            for unit, value in zip(militia, deal, strict=True):
                trial.state.strength[unit] = value
            mixing = [1] * (deal.count(0) - 1)  # the worthless are mixed in the box first (8.12)
            trial.force_dice([*mixing, die])
            trial.play("us", "resolve")
            while any(
                s in ("retreat_order", "retreat", "displace")
                for s in [trial.decision(side).name for side in trial.to_act]
            ):
                trial.play(trial.to_act[0], trial.decision(trial.to_act[0]).actions[0])
            fought = [e for e in trial.events() if e.kind.name == "fought"]
            outcome = fought[0].args[-1] if fought else "no combat"
            found[outcome] = found.get(outcome, 0.0) + chance / 6
    assert {k: round(v, 9) for k, v in found.items()} == {k: round(v, 9) for k, v in expected.items()}


def test_13_4_many_militia_are_weighed_in_at_once_and_exactly() -> None:
    hexes = [p for p in AROUND for _ in range(2)]
    units = {f"usa_m{i + 1}": p for i, p in enumerate(hexes)}
    match = arrange({**units, "esc_i1": (PLAIN, 4)}, "us_combat")
    match.play("us", f"attack {at(*PLAIN)}")
    for unit in units:
        match.play("us", f"with {unit}")
    odds = match.odds("us", "resolve")
    # no combat where each of the six pairs holds at least one of the eight worthless among forty
    every = sum((-1) ** k * comb(6, k) * comb(40 - 2 * k, 8) / comb(40, 8) for k in range(7))
    assert abs(odds["no combat"] - every) < 1e-12
    assert abs(sum(odds.values()) - 1) < 1e-9


ODDS = {
    "1-4": ((2,), (4, 4)),
    "1-3": ((2,), (3, 3)),
    "1-2": ((4,), (4, 4)),
    "1-1": ((4,), (4,)),
    "2-1": ((8,), (4,)),
    "3-1": ((6,), (2,)),
    "4-1": ((8,), (2,)),
    "5-1": ((10,), (2,)),
    "6-1": ((8, 4), (2,)),
    "7-1": ((10, 4), (2,)),
}


def distances(match: Any, units: dict[str, Any]) -> set[int]:
    """How far from where they stood the units are now; -1 for the destroyed."""
    found = set()
    for name, (spot, _) in units.items():
        now = match.state.at[piece(name)]
        found.add(game().theatre.distance(now, place(spot)) if now < game().theatre.size else -1)
    return found


@pytest.mark.parametrize("die", range(1, 7))
@pytest.mark.parametrize("odds", ODDS)
def test_13_9_every_cell_played_out(odds: str, die: int) -> None:
    """All sixty cells: who is destroyed, who retreats and how far, what an exchange costs (13.42)."""
    strong, weak = ODDS[odds]
    attackers = {name: spot for name, spot in esc(*strong).items() if name != "esc_s1"}
    defenders = {f"usa_i{i + 1}": (PLAIN, strength) for i, strength in enumerate(weak)}
    match = arrange({**FED, **attackers, **defenders}, "esc_combat")
    log = fight(match, "esc", PLAIN, list(attackers), die)
    outcome = game().charts["combat_results"].cell(list(ODDS).index(odds), die)  # type: ignore[union-attr]
    assert f"odds {odds}" in log and outcome in log
    while match.to_act and match.decision(match.to_act[0]).name in ("lose", "retreat"):
        match.play(match.to_act[0], match.decision(match.to_act[0]).actions[0])
    loser, winner = (attackers, defenders) if outcome[0] == "A" else (defenders, attackers)
    if outcome[1] in "ex":
        assert distances(match, loser) == {-1}
    else:
        assert distances(match, loser) == {int(outcome[1])}
    left = [strength for name, (_, strength) in winner.items() if not where(match, name).startswith("destroyed")]
    if outcome[1] == "x":
        need = sum(strength for _, strength in loser.values())
        assert sum(s for _, s in winner.values()) - sum(left) >= min(need, sum(s for _, s in winner.values()))
    else:
        assert distances(match, winner) == {0}


def test_13_4_the_ledger_names_every_halving_and_every_multiple() -> None:
    forest = {"esc_i1": ((FOREST[0] - 1, 20), 6), "usa_i1": (FOREST, 3), "usa_cas1": (FOREST, 5)}
    match = arrange({**forest, "esc_a9": (45, 50)}, "esc_combat")
    match.play("esc", f"attack {at(*FOREST)}")
    match.play("esc", "with esc_i1")
    lines = [(m.value, m.rule) for m in match.ledger("esc", "resolve")]
    assert lines == [(6, "13.0"), (-3, "9.32"), (-3, "13.21"), (-5, "13.21"), (-3, "13.3")]
    match = arrange({**forest, "esc_cas1": ((FOREST[0] - 2, 20), 4), "esc_s1": (16, 10)}, "esc_combat")
    match.play("esc", f"attack {at(*FOREST)}")
    match.play("esc", "with esc_i1")
    match.play("esc", "with esc_cas1")
    assert (0, "14.16") in [(m.value, m.rule) for m in match.ledger("esc", "resolve")]
    match = arrange({**FED, "esc_i1": (RIVER, 6), "usa_cas1": (east(RIVER), 5)}, "esc_combat")
    match.play("esc", f"attack {at(*east(RIVER))}")
    match.play("esc", "with esc_i1")
    assert [(m.value, m.rule) for m in match.ledger("esc", "resolve")] == [
        (6, "13.0"),
        (-5, "13.21"),
        (2, "14.43"),
        (0, "13.31"),
    ]
    words = game().lexicon.catalogues["de"]
    assert all(m.reason in words for m in match.ledger("esc", "resolve"))


def test_9_32_supply_is_judged_as_the_units_are_committed() -> None:
    """So do the odds, and so the combat, though the worthless militia that kept the way open is gone by then."""
    units = {"usa_a1": ((19, 34), 8), "usa_m1": (19, 33), "esc_i1": (PLAIN, 4)}
    units |= {"esc_i2": (17, 33), "esc_i3": (17, 35), "esc_s1": (16, 10)}
    for strength, expected in ((3, "11 against 4"), (0, "8 against 4")):
        match = arrange(units, "us_combat")
        s, militia = match.state, piece("usa_m1")
        other = next(p for p in game().forces.members[game().forces.pool_of[militia]] if s.strength[p] == strength)
        s.strength[militia], s.strength[other] = s.strength[other], s.strength[militia]
        assert expected in fight(match, "us", PLAIN, ["usa_a1", "usa_m1"], 1)


def test_13_71_aircraft_beside_a_coast_follow_a_beaten_ship_ashore() -> None:
    units = {"esc_t1": ((20, 10), 6), "usa_cas1": ((20, 11), 5), "usa_lrb1": ((20, 14), 10)}
    for die, name in ((3, "D"), (1, "De")):
        match = arrange(units, "us_combat")
        assert name in fight(match, "us", (20, 10), ["usa_cas1", "usa_lrb1"], die)
        while match.to_act == ("esc",):
            match.play("esc", texts(match, "esc")[0])
        advances = [text for text in texts(match, "us") if text.startswith("advance")]
        assert f"advance usa_cas1 to {at(20, 10)}" in advances
        assert not any("usa_lrb1" in text for text in advances)


def test_12_12_ships_share_the_terrain_of_the_hex_they_defend() -> None:
    units = {"sau_t1": ((35, 10), 4), "sau_i1": ((35, 10), 3), "usa_a1": ((35, 11), 8), "sau_s1": (16, 10)}
    match = arrange(units, "us_combat")
    assert "8 against 14" in fight(match, "us", (35, 10), ["usa_a1"], 1)  # a city doubles both


def test_14_32_a_carrier_beside_two_hexes_may_attack_both() -> None:
    units = {"esc_cv1": ((20, 9), 6), "usa_i1": ((20, 10), 2), "usa_i2": ((21, 10), 2), "esc_s1": (30, 10)}
    near = game().theatre.grid.masks[place((20, 9))]
    spots = [p for p in range(game().theatre.size) if near >> p & 1 and p // 58 == 10]
    units["usa_i1"], units["usa_i2"] = ((spots[0] % 58, 10), 2), ((spots[1] % 58, 10), 2)
    match = arrange(units, "esc_combat")
    match.play("esc", f"attack {at(spots[0] % 58, 10)}")
    match.play("esc", "with esc_cv1")
    match.play("esc", f"also {at(spots[1] % 58, 10)}")
    assert why(match, "esc", "resolve") == ""


def test_13_11_a_refused_attack_says_what_keeps_the_nearest_units_back() -> None:
    match = arrange(
        {**FED, "esc_i1": BLOCKED, "usa_i1": east(BLOCKED), "esc_a1": (30, 40), "usa_i2": (31, 40)}, "esc_combat"
    )
    assert why(match, "esc", f"attack {at(*east(BLOCKED))}") == "13.8"
    match = arrange({"usa_a1": (20, 11), "esc_t1": (20, 10), "usa_a2": (30, 40), "esc_i1": (31, 40)}, "us_combat")
    assert why(match, "us", f"attack {at(20, 10)}") == "7.4"
    match = arrange({**FED, "esc_i1": PLAIN, "sau_i1": (21, 34), "usa_i1": (19, 34)}, "esc_combat")
    assert why(match, "esc", f"attack {at(21, 34)}") == "4.1"
    match = arrange(
        {**FED, "esc_i1": PLAIN, "usa_i1": (19, 34), "usa_i2": (25, 34), "usa_lrb1": (26, 36)}, "esc_combat"
    )
    assert why(match, "esc", f"attack {at(25, 34)}") == "13.11"  # covered, but no air unit is near either


def test_13_5_the_owner_says_which_stack_retreats_first() -> None:
    units = {"esc_i1": ((19, 34), 2), "esc_i2": ((19, 35), 2), "esc_i3": ((19, 35), 4)}
    match = arrange({**FED, **units, "usa_a1": (PLAIN, 8), "usa_a2": (PLAIN, 8)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_i1", "esc_i2"], 1)  # 4 to 16 is 1-4: A1
    assert match.decision("esc").name == "retreat_order"
    assert texts(match, "esc") == [f"withdraw {at(19, 34)}", f"withdraw {at(19, 35)}"]
    assert why(match, "esc", f"withdraw {at(20, 20)}") == "13.5" and why(match, "esc", "done") == "13.5"
    match.play("esc", f"withdraw {at(19, 35)}")
    assert match.decision("esc").name == "retreat"
    match.play("esc", texts(match, "esc")[0])
    assert where(match, "esc_i2") not in (at(19, 35), at(19, 34)) and where(match, "esc_i3") == at(19, 35)
    assert where(match, "esc_i1") == at(19, 34) and match.decision("esc").name == "retreat"


def test_13_5_far_off_stacks_need_no_order() -> None:
    units = {"esc_i1": ((19, 34), 2), "esc_lrb1": ((14, 34), 5), "usa_a1": (PLAIN, 8), "usa_a2": (PLAIN, 8)}
    match = arrange({**FED, **units, "usa_a3": (PLAIN, 8)}, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_i1", "esc_lrb1"], 1)  # 7 to 24 is 1-4: A1
    assert match.decision("esc").name == "retreat" and where(match, "esc_lrb1") == at(14, 34)
