"""Chapter 19: the scenarios, the campaign, scenarios of one's own, several players."""

import random
from typing import Any

import pytest

from grognard.board.bits import to_list
from grognard.core import BadSetup
from grognard.games.invasion_america.deployment import zone_of
from grognard.games.invasion_america.forces import ESC, FORCES, PAL, SAU, US
from grognard.games.invasion_america.game import build
from grognard.games.invasion_america.scenarios import read
from grognard.games.invasion_america.victory import judge

from .ground import (
    SCENARIOS,
    SUPPLY,
    URBAN,
    arrange,
    at,
    begin,
    deploy_all,
    piece,
    place,
    real,
    texts,
    where,
    why,
)

# The orders of battle in the rulebook's codes.
ORDERS = {
    "three_pronged_invasion": {
        "usa": "10a 12mi 15i 15m 4rr 6cas 6lrb",
        "can": "3a 4mi 4i 2rr 2cas",
        "esc": "8a 10mi 10i 6h 4s 6cas 2lrb 6cv 3am 6t",
        "sau": "8a 12mi 15i 3s 6cas 2lrb 3am 4t",
        "pal": "8mi 16i 2si 3h 3s 4cas 2lrb 3cv 3am 6t",
    },
    "early_assault": {
        "usa": "10a 12mi 15i 10m 4rr 6cas 8lrb",
        "can": "3a 4mi 4i 2cas",
        "esc": "6a 8mi 15i 3h 3s 5cas 2lrb 3cv 3am 4t",
        "sau": "6a 8mi 12i 2s 6cas 2lrb 2am 3t",
        "pal": "6mi 10i 3s 4cas 2lrb 2cv 3am 4t",
    },
    "european_invasion": {
        "usa": "6a 6mi 10i 25m 4rr 6cas 4lrb",
        "can": "2a 2mi 3i 2rr 2cas",
        "esc": "10a 10mi 15i 3h 6cas 2lrb 4cv 3am 4t 3s",
        "sau": "6a 8mi 12i 4cas 2lrb 3am 4t 2s",
    },
    "inland_campaign": {
        "usa": "8a 12mi 12i 15m 4rr 4cas 6lrb",
        "can": "3a 3mi 4i 8m 2rr 2cas",
        "esc": "8a 9mi 16i 4h 4cas 2lrb 4cv 2am 4t 3s",
        "sau": "8a 10mi 18i 4cas 2lrb 2am 4t 3s",
        "pal": "7mi 14i 3si 3h 4cas 2lrb 2cv 3am 6t 3s",
    },
    "scenario_v": {
        "usa": "14a 12mi 17i 5m 4rr 4cas 4lrb",
        "can": "3a 3mi 4i 8m 2rr 2cas",
        "esc": "8a 9mi 16i 4h 4cas 2lrb 4cv 2am 4t 3s",
        "sau": "8a 10mi 18i 4cas 2lrb 2am 4t 3s",
        "pal": "7mi 14i 3si 3h 4cas 2lrb 2cv 3am 6t 3s",
    },
    "partisan_revolt": {
        "usa": "10m",
        "can": "3m",
        "esc": "2a 4mi 6i 2cas 1lrb",
        "sau": "2a 2mi 4i",
        "pal": "4mi 4i",
    },
}
CONSTANT = {
    "three_pronged_invasion": {
        "usa": "1i 1a 1m 1lrb 1cas",
        "can": "1i 1m 1cas",
        "esc": "3i 1lrb 1cas",
        "sau": "2i 2a 1cas",
        "pal": "1mi 2i 1cas",
    },
    "early_assault": {
        "usa": "1i 1a 1m 1lrb 1cas",
        "can": "1i 1m 1cas",
        "esc": "1i 1a 1cas 1lrb",
        "sau": "1i 1a 1cas",
        "pal": "1i 1cas",
    },
    "european_invasion": {
        "usa": "1i 1a 1m 1lrb 1cas",
        "can": "1i 1a 1m 1cas",
        "esc": "2i 2a 1cas 1lrb",
        "sau": "1i 1a 1cas",
    },
    "inland_campaign": {
        "usa": "1i 1a 1mi 1m 1cas",
        "can": "1i 1m 1cas",
        "esc": "1i 1mi 1a 1lrb 1cas",  # the 1(m) is read as 1(mi)
        "sau": "1i 2a 1cas",
        "pal": "1mi 1i 1cas",
    },
    "scenario_v": {
        "usa": "1mi 1i 1cas",
        "can": "1i 1cas",
        "esc": "2i 1mi 1a 1lrb 1cas",
        "sau": "1i 1mi 1a 1cas",
        "pal": "1mi 2i 1cas",
    },
    "partisan_revolt": {"usa": "2m", "can": "1m", "esc": "1i", "sau": "2i", "pal": "1i"},
}
LENT = {"esc": {"usa": "1a 1mi 2i", "can": "1mi 1i"}, "sau": {"usa": "2i"}, "pal": {"usa": "1mi 2i"}}
THRESHOLDS = {
    "three_pronged_invasion": 340,
    "early_assault": 400,
    "european_invasion": 400,
    "inland_campaign": 240,
    "scenario_v": 80,
}
VARIABLE = {
    "three_pronged_invasion": (1, 5),
    "early_assault": (2, 4),
    "european_invasion": (2, 5),
    "inland_campaign": (1, 3),
    "scenario_v": (1, 2),
}


def plan(name: str) -> Any:
    return real().scenarios[name].data["plan"]


def counted(text: str) -> dict[str, int]:
    """Units by code from the rulebook's way of writing them."""
    return {word.lstrip("0123456789"): int(word.rstrip("abcdefghijklmnopqrstuvwxyz")) for word in text.split()}


def by_code(units: dict[int, int]) -> dict[str, int]:
    forces = real().forces
    return {forces.codes[forces.type_of_pool[pool]]: count for pool, count in units.items()}


@pytest.mark.parametrize("scenario", list(ORDERS))
def test_19_x1_orders_of_battle(scenario: str) -> None:
    found = {FORCES[order.force]: by_code(order.units) for order in plan(scenario).orders}
    assert found == {force: counted(text) for force, text in ORDERS[scenario].items()}


def test_19_61_units_lent_to_the_occupiers() -> None:
    orders = plan("partisan_revolt").orders
    found = {FORCES[o.force]: {FORCES[part.force]: by_code(part.units) for part in o.lent} for o in orders if o.lent}
    assert found == {owner: {f: counted(text) for f, text in parts.items()} for owner, parts in LENT.items()}


@pytest.mark.parametrize("scenario", list(CONSTANT))
def test_19_x3_constant_replacements(scenario: str) -> None:
    found = {FORCES[order.force]: by_code(order.constant) for order in plan(scenario).orders}
    assert found == {force: counted(text) for force, text in CONSTANT[scenario].items()}


@pytest.mark.parametrize("scenario", list(ORDERS))
def test_19_0_scenarios_last_eight_turns(scenario: str) -> None:
    assert plan(scenario).turns == 8


@pytest.mark.parametrize("scenario", list(ORDERS))
def test_19_x5_the_garrison_is_for_the_first_three_alone(scenario: str) -> None:
    invasion = scenario in ("three_pronged_invasion", "early_assault", "european_invasion")
    setup = real().new(scenario, {}, 1).setup
    assert setup.options["garrison"] is invasion
    assert setup.options["partisans"] is (scenario == "partisan_revolt")
    assert setup.options["weather"] is False and real().new("campaign_game", {}, 1).setup.options["weather"] is True


def test_19_x4_variable_replacements() -> None:
    for scenario, (every, per) in VARIABLE.items():
        variable = plan(scenario).variable
        assert (variable["every"], variable["per"]) == (every, per)


@pytest.mark.parametrize("scenario", list(THRESHOLDS))
def test_19_x6_the_us_must_hold_its_points(scenario: str) -> None:
    s, level = real().new(scenario, {"players": 3}, 1).state, THRESHOLDS[scenario]
    for held, winner in ((level, "us"), (level - 1, "esc")):
        s.control = [ESC] * len(s.control)
        give(s, US, held, real().all_points)
        assert real().points(s)[US] == held and judge(s).winner == winner  # type: ignore[arg-type]


def give(s: Any, side: int, points: int, values: list[int]) -> None:
    """Let a side hold hexes of the E.S.C. (or of nobody) worth exactly so many points."""
    threes = next(n for n in range(5) if (points - 3 * n) % 5 == 0 and points >= 3 * n)
    fives = (points - 3 * threes) // 5
    most = sum(1 for prize, value in enumerate(values) if value == 5 and s.control[prize] in (ESC, -1))
    while fives > most:
        fives, threes = fives - 3, threes + 5
    for value, count in ((5, fives), (3, threes)):
        free = [prize for prize, worth in enumerate(values) if worth == value and s.control[prize] in (ESC, -1)]
        for prize in free[:count]:
            s.control[prize] = side


def test_19_16_the_aggressor_with_most_points_wins() -> None:
    match = real().new("three_pronged_invasion", {"players": 4}, 1)
    s = match.state
    s.control = [ESC] * len(s.control)
    s.control[0:100] = [SAU] * 100
    assert judge(s).winner == "sau"  # type: ignore[arg-type]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_19_0_every_scenario_deploys_completely(scenario: str) -> None:
    match = real().new(scenario, {}, 2)
    deploy_all(match)
    assert match.decision(match.to_act[0]).name not in ("deploy", "deploy_at")
    for job in match.setup.jobs:
        assert all(match.state.at[p] >= 0 for p in job.pieces), job.side
    assert not list(real().check(match.state))


@pytest.mark.parametrize(("scenario", "radii"), [("inland_campaign", (4, 3, 2)), ("scenario_v", (8, 6, 4))])
def test_19_42_and_19_52_aggressors_stand_round_their_depots(scenario: str, radii: tuple[int, ...]) -> None:
    match = real().new(scenario, {}, 2)
    deploy_all(match)
    s, forces, theatre = match.state, real().forces, real().theatre
    for side, radius, depots in zip(
        (ESC, SAU, PAL),
        radii,
        (("s3043", "n0146", "n1037"), ("s2437", "s2334", "s2129"), ("s3011", "s3410", "n0411")),
        strict=True,
    ):
        hexes = [theatre.vocabulary.index[d] for d in depots]
        supplies = sorted(s.at[p] for p in forces.of_side[side] if forces.is_supply[p] and s.is_on_map(p))
        assert supplies == sorted(hexes)
        for unit in forces.of_side[side]:
            if s.is_on_map(unit) and forces.is_ground[unit] and s.aboard[unit] < 0:
                assert min(theatre.distance(s.at[unit], d) for d in hexes) <= radius


def test_19_42_the_us_deploys_in_supply() -> None:
    from grognard.games.invasion_america.supply import is_fed

    match = real().new("inland_campaign", {}, 2)
    deploy_all(match)
    us = [p for p in real().forces.of_side[US] if match.state.is_on_map(p)]
    assert all(is_fed(match.state, p) for p in us)


def test_19_35_the_sau_and_canada_wait_in_the_two_player_game() -> None:
    units = {"esc_a1": (26, 20), "sau_a1": (40, 40), "can_a1": (30, 50), "usa_a1": (12, 40), "esc_s1": (16, 10)}
    match = arrange(units, "us_movement", scenario="european_invasion")
    assert why(match, "us", "move can_a1") == "19.35" and why(match, "us", "move usa_a1") == ""
    titles = [p.under for i, p in enumerate(match.setup.sequence) if not match.game.skip_phase(match.state, i)]
    assert not any(t.startswith("S.A.U.") for t in titles)
    assert arrange(units, "us_movement", scenario="european_invasion", players=3).state.sau_awake


def test_19_31_canadas_rail_units_are_among_the_six_of_the_us() -> None:
    match = real().new("european_invasion", {}, 2)
    deploy_all(match)
    s, rails = match.state, [piece(f"{force}_rr{n}") for force, n in (("can", 1), ("can", 2), ("usa", 1))]
    assert all(real().theatre.areas["usa"] >> s.at[unit] & 1 for unit in rails)
    units = {"esc_a1": (26, 20), "can_rr1": (30, 44), "can_i1": (30, 44), "usa_i1": (30, 43)}
    match = arrange(units, "us_rail", scenario="european_invasion")
    match.play("us", "rail can_rr1")
    assert why(match, "us", "carry can_i1") == "19.35"  # Canada's troops stand by nevertheless
    match = arrange(units, "us_movement", scenario="european_invasion")
    assert why(match, "us", "move can_i1") == "19.35"


def test_19_35_fifteen_points_with_a_supply_hex_bring_both_in() -> None:
    units = {"esc_a1": (29, 20), "can_a1": (30, 50), "esc_s1": (16, 10)}
    held = {(22, 10): "esc", (35, 10): "esc", (36, 20): "esc"}  # 5 + 3 + 5
    match = arrange(units, "esc_movement", scenario="european_invasion", control=held)
    match.play("esc", "move esc_a1")
    match.play("esc", f"to {at(*SUPPLY)}")
    assert match.state.sau_awake and match.state.canada_awake


def test_19_35_canada_also_joins_when_the_esc_enters_it() -> None:
    match = arrange({"esc_a1": (20, 43), "esc_s1": (16, 10)}, "esc_movement", scenario="european_invasion")
    match.play("esc", "move esc_a1")
    match.play("esc", f"to {at(20, 46)}")
    assert match.state.canada_awake and not match.state.sau_awake


@pytest.mark.parametrize("length", [1, 3, 4])  # of the wall of militia; there is no way round the longest
def test_19_35_a_way_round_is_taken_rather_than_through_canada(length: int) -> None:
    wall = [(22, 44), (22, 43), (21, 43), (22, 42)][:length]
    militia = {f"usa_m{n}": (spot, 1) for n, spot in enumerate(wall, start=1)}
    units = {"esc_a1": (21, 44), "esc_s1": (16, 10), **militia}
    match = arrange(units, "esc_movement", scenario="european_invasion")
    match.play("esc", "move esc_a1")
    spent, way = match.ways("esc")[f"to {at(23, 44)}"]
    assert len(way) == spent + 1
    match.play("esc", f"to {at(23, 44)}")
    canada = match.game.theatre.areas["canada"]  # type: ignore[attr-defined]
    assert any(canada >> place(code) & 1 for code in way) == (length == 4)
    assert match.state.canada_awake == (length == 4)  # type: ignore[attr-defined]


def test_19_35_canada_joins_however_the_esc_comes() -> None:
    fleet = {"esc_am1": (20, 9), "esc_i1": "esc_am1", "esc_a1": ((20, 44), 10), "can_i1": ((20, 45), 2)}
    match = arrange(fleet, "esc_combat", scenario="european_invasion")
    match.play("esc", f"attack {at(20, 45)}")
    match.play("esc", "with esc_a1")
    match.force_dice([1])
    match.play("esc", "resolve")
    assert not match.state.canada_awake
    match.play("esc", f"advance esc_a1 to {at(20, 45)}")
    assert match.state.canada_awake
    match = arrange({"esc_a1": (20, 43), "esc_s1": (16, 10)}, "esc_movement", scenario="european_invasion")
    match.play("esc", "move esc_a1")
    match.play("esc", f"to {at(20, 44)}")
    assert not match.state.canada_awake


def test_19_62_occupiers_stand_alone_near_cities_with_lent_units_beside_them() -> None:
    match = real().new("partisan_revolt", {}, 2)
    deploy_all(match)
    s, forces = match.state, real().forces
    near = real().near_cities(2)
    for unit in range(forces.count):
        if s.is_on_map(unit) and forces.side_of[unit] != US:
            assert near >> s.at[unit] & 1 and len(s.units_in(s.at[unit])) == 1
    regulars = [p for p in forces.of_side[US] if s.is_on_map(p) and not forces.is_militia[p]]
    assert len(regulars) == 6 + 2 + 3
    for unit in regulars:
        assert near >> s.at[unit] & 1
        assert any(forces.side_of[q] != US for n in real().theatre.near[s.at[unit]] for q in s.units_in(n))


def test_19_62_and_19_65_where_lent_units_may_stand() -> None:
    match = real().new("partisan_revolt", {"players": 4}, 2)
    s, forces, theatre = match.state, real().forces, real().theatre
    outpost = next(  # at the edge of what lies within two hexes of a city
        p
        for p in to_list(real().near_cities(2) & theatre.areas["usa"])
        if theatre.grid.masks[p] & theatre.areas["usa"] & ~real().near_cities(2)
    )
    for force in ("usa", "can"):
        job = next(
            j for j in s.setup.jobs if j.lent and j.side == ESC and FORCES[forces.force_of[j.pieces[0]]] == force
        )
        s.put(forces.members[forces.pool_number(2, "armor")][0], outpost)
        area = zone_of(s, job, job.pieces[0])
        assert area and not area & ~real().near_cities(2) and not area & ~theatre.grid.masks[outpost]


def test_19_64_militia_raise_militia_in_empty_cities() -> None:
    units = {"usa_m1": (25, 20), "usa_m2": "destroyed_usa", "usa_m3": "destroyed_usa", "usa_m4": "destroyed_usa"}
    match = arrange(units, "us_movement", scenario="partisan_revolt", turn=1)
    match.play("us", "move usa_m1")
    match.play("us", f"to {at(28, 20)}")
    town = at(*URBAN)
    assert where(match, "usa_m2") == where(match, "usa_m3") == town and where(match, "usa_m4") != town
    assert why(match, "us", "move usa_m2") == "10.14" and why(match, "us", "move usa_m3") == ""


def test_19_64_militia_may_pass_through_a_city_of_their_own_to_raise_more() -> None:
    units = {"usa_m1": (26, 20), "usa_m2": "destroyed_usa", "usa_m3": "destroyed_usa", "can_m1": (26, 21)}
    match = arrange(units, "us_movement", scenario="partisan_revolt", control={URBAN: "us"})
    match.play("us", "move can_m1")
    assert why(match, "us", f"via {at(*URBAN)}") == "18.4"  # no city of its own country, and nobody to drive out
    match.play("us", "stay")
    match.play("us", "move usa_m1")
    match.play("us", f"via {at(*URBAN)}")
    assert where(match, "usa_m2") == where(match, "usa_m3") == at(*URBAN) and match.decision("us").name == "move_to"
    match.play("us", f"to {at(28, 20)}")
    assert where(match, "usa_m1") == at(28, 20)


def test_19_64_fresh_troops_in_the_third_turn() -> None:
    match = arrange({"esc_i1": (20, 30)}, "esc_replacements", scenario="partisan_revolt", turn=3)
    assert match.state.due_any == 6
    match.play("esc", "replace esc_t1")
    match.play("esc", "at s0413")
    match.play("esc", "replace esc_a1")
    match.play("esc", "aboard esc_t1")
    assert match.state.due_any == 5 and match.state.aboard[piece("esc_a1")] == piece("esc_t1")


def test_19_64_fixed_replacements_of_the_third_turn_come_from_the_box() -> None:
    match = arrange({"esc_i1": (20, 30)}, "esc_replacements", scenario="partisan_revolt", turn=3)
    assert "replace esc_i2" in texts(match, "esc")  # one of the six of choice
    match.state.due_any = 0
    assert texts(match, "esc") == ["replace esc_t1", "done"] and why(match, "esc", "replace esc_i2") == "8.22"
    box = {"esc_i1": (20, 30), "esc_i2": "destroyed_esc"}
    match = arrange(box, "esc_replacements", scenario="partisan_revolt", turn=3)
    match.play("esc", "replace esc_i2")
    match.play("esc", match.decision("esc").actions[0].text)
    assert match.state.due_any == 6


def test_19_65_no_aggressor_turn_at_first_and_all_militia_are_partisans() -> None:
    match = real().new("partisan_revolt", {}, 2)
    deploy_all(match)
    assert match.to_act == ("us",) and match.state.turn == 1 and match.state.partisans
    assert match.figures()["destroyed_usa"] == 30 and match.figures()["destroyed_esc"] == 0


def test_19_66_occupiers_need_fifty_points_of_cities() -> None:
    match = real().new("partisan_revolt", {}, 2)
    s = match.state
    assert judge(s).winner == "us"  # type: ignore[arg-type]
    cities = [i for i, v in enumerate(real().city_points) if v]
    for prize in cities[:17]:
        s.control[prize] = ESC
    assert judge(s).winner == "esc+sau+pal"  # type: ignore[arg-type]
    assert 0 in real().city_points  # resources count nothing
    match = real().new("partisan_revolt", {"players": 4}, 2)
    match.state.control = s.control[:]
    for number, prize in enumerate(cities[:17]):
        match.state.control[prize] = (ESC, SAU, PAL)[number % 3]
    assert judge(match.state).winner == "us"  # type: ignore[arg-type]  # together enough, nobody above thirty


@pytest.mark.parametrize(
    ("players", "held", "winner"),
    [
        (2, (50, 0), "esc+sau+pal"),  # at least fifty
        (2, (49, 0), "us"),
        (2, (20, 30), "esc+sau+pal"),
        (4, (20, 31), "sau"),  # above fifty together and above thirty alone
        (4, (21, 30), "us"),
        (4, (18, 32), "us"),
        (3, (18, 33), "pal+sau"),  # one player's forces count together
    ],
)
def test_19_66_where_the_lines_run(players: int, held: tuple[int, int], winner: str) -> None:
    s = real().new("partisan_revolt", {"players": players}, 2).state
    s.control = [-1] * len(s.control)
    for side, points in zip((PAL, SAU), held, strict=True):
        give(s, side, points, real().city_points)
    assert judge(s).winner == winner  # type: ignore[arg-type]


def test_19_7_a_scenario_of_your_own_is_read_and_played() -> None:
    text = """
name = "raid"
title = "A raid"
turns = 2
[victory]
kind = "hold"
points = 470
[[order]]
force = "esc"
units = { infantry = 2, hovercraft = 1 }
area = ["cuba"]
[[order]]
force = "usa"
units = { militia = 3 }
area = ["usa", "s2437"]
"""
    own = build([text])
    match = own.new("raid", {}, 1)
    deploy_all(match)
    assert match.to_act


OWN = 'turns = 2\nvictory = { kind = "hold", points = 1 }\n'
ESC_ORDER = '[[order]]\nforce = "esc"\narea = ["cuba"]\n'


@pytest.mark.parametrize(
    ("wrong", "expected"),
    [
        ('turns = "two"', "turns: expected a whole number"),
        ("turns = 2\ncolour = 1", "colour: no such field"),
        ('turns = 2\n[victory]\nkind = "glory"', "victory.kind"),
        ('turns = 2\n[victory]\nkind = "hold"', "line 4, victory.points: missing"),
        ('turns = 2\n[victory]\nkind = "revolt"\npoints = 3', "line 4, victory.single: missing"),
        (f'{OWN}[[order]]\nforce = "moon"', "line 6, order 1.force: 'moon'"),
        (f"{OWN}{ESC_ORDER}units = {{ armor = 99 }}", "line 8, order 1.units: esc_armor: there are only 12"),
        (f"{OWN}{ESC_ORDER}units = {{ tank = 9 }}", "line 8, order 1.units.tank: no such type"),
        (f'{OWN}[[order]]\nforce = "esc"\narea = ["atlantis"]', "line 7, order 1.area: 'atlantis'"),
        (f'{OWN}[[order]]\nforce = "esc"\narea = [["cuba"]]', "line 7, order 1.area"),
        (f'{OWN}[[order]]\nforce = "esc"\narea = ["pal_box"]', "line 7, order 1.area: the Holding Box"),
        (f'{OWN}[[order]]\nforce = "esc"\narea = ["destroyed_esc"]', "line 7, order 1.area"),
        (f'{OWN}[[order]]\nforce = "esc"\nunits = {{ armor = 1 }}\narea = ["s2001"]', "there is no land"),
        (f'{OWN}{ESC_ORDER}depots = ["s2437"]\nunits = {{ supply = 2 }}', "line 8, order 1.depots: 2 supply units"),
        (f'{OWN}{ESC_ORDER}lent = [{{ force = "sau", units = {{ armor = 1 }} }}]', "order 1.lent 1.force"),
        (f"{OWN}{ESC_ORDER}", "order: expected the US or Canada"),
        (f"{OWN}variable = {{ every = 0, per = 1 }}", "line 5, variable.every: expected 1 or more"),
        (f'{OWN}variable = {{ every = 1, per = 1, country = "mars" }}', "variable.country: 'mars'"),
        (f"{OWN}waiting = {{ points = 1 }}", "waiting.watched: missing"),
        (f"{OWN}revolt = {{ raised = 1, reinforced = 3 }}", "revolt.units: missing"),
        (f"{OWN}[options]\ngarrisons = true", "line 6, options.garrisons: no such option"),
        (f"{OWN}[options]\nplayers = 5", "line 6, options.players: expected one of 2, 3, 4"),
        (f"{OWN}players = [4, 2]", "line 5, players: expected the fewest"),
        (f'{OWN}opening = "early_assault"\n{ESC_ORDER}', "line 5, opening: brings orders of battle of its own"),
        (f'{OWN}opening = "sunrise"', "line 5, opening: expected one of"),
        ("turns = [", "own.toml"),
        (f"{OWN}[[or-der]]\nforce = 1", "line 5, or-der: no such field"),
        (f"{OWN}minu.tes = 3", "line 5, minu: no such field"),
    ],
)
def test_19_7_a_wrong_scenario_is_refused_by_field(wrong: str, expected: str) -> None:
    with pytest.raises(BadSetup, match=r".*") as error:
        read(f'name = "x"\ntitle = "X"\n{wrong}\n', real().forces, real().theatre, "own.toml")
    assert expected in str(error.value) and "own.toml" in str(error.value)


def test_19_7_two_scenarios_of_one_name_are_refused() -> None:
    own = f'name = "raid"\ntitle = "X"\n{OWN}{ESC_ORDER}[[order]]\nforce = "usa"\narea = ["usa"]\n'
    assert "raid" in build([own]).scenarios
    with pytest.raises(BadSetup, match="scenario 2, name: there is a scenario 'raid' already"):
        build([own, own])
    with pytest.raises(BadSetup, match="there is a scenario 'early_assault' already"):
        build([own.replace("raid", "early_assault")])


def test_19_8_a_campaign_of_ones_own_names_its_opening() -> None:
    own = build(
        ['name = "short"\ntitle = "Short"\nturns = 12\nopening = "early_assault"\nvictory = { kind = "conquest" }']
    )
    assert own.new("short", {}, 1).setup.plan.variable["per"] == 4  # replacements as in II


def test_19_8_what_a_campaign_of_ones_own_says_goes_before_its_opening() -> None:
    text = 'name = "short"\ntitle = "Short"\nturns = 12\nopening = "european_invasion"\n'
    text += 'variable = { every = 3, per = 7 }\nvictory = { kind = "conquest" }\n'
    plan = build([text]).new("short", {}, 1).setup.plan
    assert plan.variable == {"every": 3, "per": 7} and plan.waiting["watched"] == "esc"


def test_19_7_resources_count_nothing_where_cities_decide() -> None:
    text = 'name = "cities"\ntitle = "Cities"\nturns = 2\nvictory = { kind = "revolt", points = 50, single = 30 }\n'
    own = build([f'{text}{ESC_ORDER}[[order]]\nforce = "usa"\narea = ["usa"]\n'])
    assert own.new("cities", {}, 1).figures()["vp_us"] == 480 - 27 * 5


def test_19_8_the_campaign_opens_with_any_of_the_first_three_invasions() -> None:
    match = real().new("campaign_game", {"opening": "european_invasion"}, 1)
    assert match.setup.plan.turns == 60 and set(match.sides) == {"us", "esc", "sau"}
    assert match.setup.plan.variable["per"] == 5
    assert set(real().new("campaign_game", {}, 1).sides) == {"us", "esc", "sau", "pal"}


def test_19_81_each_year_the_aggressors_get_five_units_of_choice() -> None:
    units = {"esc_a1": "destroyed_esc", "esc_i1": (12, 3)}
    assert arrange(units, "esc_replacements", scenario="campaign_game", turn=13).state.due_any == 5
    assert arrange(units, "esc_replacements", scenario="campaign_game", turn=12).state.due_any == 0


def test_19_82_and_83_the_partisan_rule_below_a_hundred_points() -> None:
    units = {"usa_m1": (20, 34)}
    match = arrange(units, "us_partisans", scenario="campaign_game")
    assert texts(match, "us") == ["invoke partisans", "done"]  # the proving ground is worth 34 points
    match.play("us", "invoke partisans")
    assert match.state.partisans
    match = real().new("campaign_game", {}, 1)
    deploy_all(match)
    begin(match, "us_partisans")
    assert match.decision("us").name != "call_partisans"


def test_19_84_the_aggressors_need_every_city() -> None:
    match = real().new("campaign_game", {}, 1)
    s = match.state
    cities = real().theatre.urban | real().theatre.supply
    for prize, spot in enumerate(real().theatre.prizes):
        if cities >> spot & 1:
            s.control[prize] = PAL
    assert judge(s).winner == "esc+sau+pal"  # type: ignore[arg-type]
    s.control[next(i for i, p in enumerate(real().theatre.prizes) if cities >> p & 1)] = US
    assert judge(s).winner == "us"  # type: ignore[arg-type]


def test_19_91_who_holds_which_forces() -> None:
    seats = {n: real().new("three_pronged_invasion", {"players": n}, 1).setup.seats for n in (2, 3, 4)}
    assert [set(held) for held in seats[2].values()] == [{ESC, SAU, PAL}, {US}]
    assert [set(held) for held in seats[3].values()] == [{ESC}, {SAU, PAL}, {US}]
    assert [set(held) for held in seats[4].values()] == [{SAU}, {PAL}, {ESC}, {US}]


def test_19_9_aggressors_of_different_players_fight_each_other() -> None:
    units = {"esc_a1": ((20, 34), 10), "sau_i1": ((21, 34), 3), "usa_a1": (40, 40)}
    match = arrange(units, "esc_combat", players=4)
    assert f"attack {at(21, 34)}" in texts(match, "esc")
    match = arrange(units, "esc_combat")
    assert match.phase_title() != "Combat"


def talks() -> Any:
    return arrange({"esc_a1": (12, 3), "sau_a1": (32, 3)}, "esc_diplomacy", players=4, summits=True)


def test_19_92_the_diplomacy_phase_comes_first_and_only_by_option() -> None:
    match = talks()
    assert match.phase_title() == "Diplomacy" and match.to_act == ("esc",)
    phases = [p.node for p in real().new("three_pronged_invasion", {"players": 4}, 1).setup.sequence]
    assert "summit" not in phases


def test_19_93_and_97_the_phasing_player_invites_and_excludes() -> None:
    match = talks()
    assert why(match, "esc", "open talks") == "19.93"
    match.play("esc", "invite sau")
    match.play("esc", "invite us")
    match.play("esc", "exclude us")
    match.play("esc", "open talks")
    match.play("esc", "raise truce")
    assert match.to_act == ("sau",)
    match.play("sau", "agree")
    match.play("esc", "adjourn")
    assert match.decision("esc").name == "call"


def called(manner: str, *guests: str) -> Any:
    match = talks()
    for guest in guests:
        match.play("esc", f"invite {guest}")
    match.play("esc", f"{manner} talks")
    return match


def heard(match: Any, viewer: str | None, text: str) -> bool:
    return any(text in e.text for e in match.events(0, viewer))


def test_19_94_secret_talks_are_heard_at_the_table_alone() -> None:
    match = called("secret", "sau")
    match.play("esc", "raise joint_attack")
    assert heard(match, "sau", "joint attack") and heard(match, "esc", "joint attack")
    for outsider in ("us", "pal", None):
        assert not heard(match, outsider, "joint attack") and not heard(match, outsider, "calls")
        assert match.view(outsider)["extra"]["summit"] is None
    summit = match.view("sau")["extra"]["summit"]
    assert (summit["caller"], summit["guests"], summit["topic"]) == ("esc", ["sau"], "joint_attack")


def test_19_94_invitations_are_the_callers_own_until_the_talks_begin() -> None:
    match = talks()
    match.play("esc", "invite sau")
    assert match.view("esc")["extra"]["summit"]["guests"] == ["sau"]
    assert match.view("sau")["extra"]["summit"] is None and match.view(None)["extra"]["summit"] is None
    match.play("esc", "open talks")
    assert match.view(None)["extra"]["summit"]["guests"] == ["sau"]


def test_19_94_the_excluded_hear_no_more() -> None:
    match = called("secret", "sau", "pal")
    match.play("esc", "exclude pal")
    match.play("esc", "raise alliance")
    assert heard(match, "pal", "is asked to leave") and not heard(match, "pal", "alliance")
    assert match.view("pal")["extra"]["summit"] is None


def test_19_94_part_of_a_summit_may_be_secret_at_anybodys_word() -> None:
    match = called("open", "sau")
    match.play("esc", "raise truce")
    assert heard(match, "us", "a truce")
    match.play("sau", "secret talks")
    assert heard(match, "us", "go on in secret") and why(match, "sau", "secret talks") == "19.94"
    match.play("sau", "decline")
    match.play("esc", "raise division")
    match.play("sau", "agree")
    assert not heard(match, "us", "agrees") and not heard(match, "us", "division")
    match.play("esc", "open talks")
    match.play("esc", "raise passage")
    assert heard(match, "us", "passage") and not heard(match, "us", "division")


def test_19_94_who_sits_at_a_secret_table_talks_apart() -> None:
    match = called("secret", "sau")
    assert match.confidants("esc") == match.confidants("sau") == tuple(s for s in match.sides if s in ("esc", "sau"))
    assert match.confidants("us") == match.confidants("pal") == ()
    match.play("esc", "invite us")
    assert set(match.confidants("us")) == {"esc", "sau", "us"}
    match.play("esc", "exclude sau")
    assert match.confidants("sau") == () and set(match.confidants("us")) == {"esc", "us"}
    match.play("esc", "open talks")
    assert match.confidants("esc") == ()  # for everybody's ears again
    match.play("esc", "secret talks")
    match.play("esc", "adjourn")
    assert match.confidants("esc") == match.confidants("us") == ()


def test_19_94_a_guest_talks_apart_with_all_that_he_holds() -> None:
    match = arrange({"esc_a1": (12, 3), "sau_a1": (32, 3)}, "esc_diplomacy", players=3, summits=True)
    for action in ("invite pal", "secret talks"):
        match.play("esc", action)
    assert set(match.confidants("sau")) == set(match.confidants("pal")) == {"esc", "pal", "sau"}
    assert match.confidants("us") == ()


def test_19_95_the_table_shows_who_is_still_to_answer() -> None:
    match = talks()
    match.play("esc", "invite sau")
    assert not match.view("esc")["extra"]["summit"]["begun"]
    for action in ("invite us", "open talks", "raise truce"):
        match.play("esc", action)
    for guest in ("us", "sau"):
        summit = match.view("pal")["extra"]["summit"]
        assert summit["begun"] and summit["asked"][0] == guest == match.to_act[0]
        match.play(guest, "agree")
    assert match.view("pal")["extra"]["summit"]["asked"] == []


def test_19_94_redrawn_worlds_tell_an_outsider_nothing() -> None:
    match = called("secret", "sau")
    match.play("esc", "raise joint_attack")
    worlds = [match.determinize("us", seed).state for seed in range(40)]
    assert {w.topic for w in worlds} > {worlds[0].topic}  # any topic might be on the table
    assert {w.guests for w in worlds} == {1 << SAU, 1 << SAU | 1 << PAL}  # they wait for the S.A.U., and for whom else?
    assert all(match.determinize("sau", seed).state.topic == match.state.topic for seed in range(5))
    match.play("sau", "agree")
    assert {match.determinize("us", seed).state.guests for seed in range(40)} > {1 << SAU, 1 << PAL}


@pytest.mark.parametrize(("players", "guests"), [(3, ["pal", "us"]), (4, ["us", "sau", "pal"])])
def test_19_94_secrets_are_kept_all_through_a_summit(players: int, guests: list[str]) -> None:
    from grognard.core.promises import Promises

    match = arrange({"esc_a1": (12, 3), "sau_a1": (32, 3)}, "esc_diplomacy", players=players, summits=True)
    keeper = Promises(match.game, random.Random(players), 4)
    steps = [("esc", f"invite {guest}") for guest in guests] + [("esc", "secret talks"), ("esc", "raise warning")]
    for side, action in steps:
        match.play(side, action)
        for viewer in match.sides:
            keeper.secrets(match, viewer)
    while match.decision(match.to_act[0]).name == "answer":
        match.play(match.to_act[0], "amend")
        for viewer in match.sides:
            keeper.secrets(match, viewer)
    match.play("esc", f"exclude {guests[0]}")
    for viewer in match.sides:
        keeper.secrets(match, viewer)


def test_19_93_terms_may_be_taken_changed_or_refused() -> None:
    match = called("open", "sau", "pal", "us")
    match.play("esc", "raise division")
    answers = {"us": ("decline", "declines"), "sau": ("amend", "other terms"), "pal": ("agree", "agrees")}
    for side, (answer, text) in answers.items():
        assert match.to_act == (side,)
        match.play(side, answer)
        assert heard(match, None, text)
    match.play("esc", "raise division")  # again, with the terms changed
    assert match.to_act == ("us",)


def test_19_95_only_the_caller_raises_topics() -> None:
    match = called("open", "sau")
    match.play("esc", "raise truce")
    assert why(match, "sau", "raise truce") == "19.95" and why(match, "sau", "adjourn") == "19.95"


def ended(match: Any) -> bool:
    return match.decision("esc").name == "call" and not match.state.guests and match.to_act == ("esc",)


def test_19_95_a_guest_may_break_the_talks_off() -> None:
    match = called("open", "sau")
    match.play("esc", "raise warning")
    match.play("sau", "object")
    assert ended(match) and heard(match, "us", "breaks the talks off")


def test_19_95_a_guest_may_break_the_talks_off_at_any_moment() -> None:
    """Before anything is said, while another is asked, after his own answer, and between two topics."""
    said = ["raise truce", ("us", "agree"), ("sau", "decline"), ("pal", "amend"), "secret talks", "exclude sau"]
    for moment in range(len(said) + 1):
        for guest in ("pal", "us"):
            match = called("open", "us", "sau", "pal")
            for step in said[:moment]:
                match.play(*(step if isinstance(step, tuple) else ("esc", step)))
            assert guest in match.to_act or guest in match.may_act
            assert "object" in texts(match, guest)
            match.play(guest, "object")
            assert ended(match)


def test_19_95_nobody_waits_for_a_guest_who_says_nothing() -> None:
    match = called("open", "sau", "us")
    assert match.to_act == ("esc",) and match.may_act == ("us", "sau")
    match.play("esc", "raise truce")
    assert match.to_act == ("us",) and set(match.may_act) == {"esc", "sau"}
    match.play("us", "agree")
    match.play("sau", "agree")
    assert match.to_act == ("esc",) and match.may_act == ("us", "sau")
    match.play("esc", "adjourn")
    assert match.may_act == ()


def test_19_95_who_is_not_at_the_table_can_t_end_the_talks() -> None:
    match = called("open", "sau")
    for outsider in ("us", "pal"):
        assert outsider not in match.may_act and why(match, outsider, "object")
    match.play("esc", "raise truce")
    assert why(match, "us", "object") and why(match, "esc", "object") == "19.93"
    match.play("sau", "agree")
    match.play("esc", "invite us")
    match.play("us", "object")
    assert ended(match)


def test_19_95_refusals_to_a_guest_who_is_not_asked() -> None:
    match = called("secret", "us", "sau")
    match.play("esc", "raise truce")
    assert why(match, "sau", "agree") == "19.93"
    assert why(match, "sau", "secret talks") == "19.94"
    for action in ("raise truce", "adjourn", "exclude us", "invite pal", "open talks"):
        assert why(match, "sau", action) == "19.95"
    assert why(match, "esc", "raise warning") == "19.93" and why(match, "esc", "exclude pal") == "19.97"


def test_19_95_a_player_of_two_forces_breaks_the_talks_off_with_either() -> None:
    match = arrange({"esc_a1": (12, 3), "sau_a1": (32, 3)}, "esc_diplomacy", players=3, summits=True)
    for action in ("invite pal", "open talks"):
        match.play("esc", action)
    assert set(match.may_act) == {"pal", "sau"}
    match.play("sau", "object")
    assert ended(match)


def test_19_97_the_caller_need_not_wait_for_an_answer() -> None:
    match = called("open", "us", "sau")
    match.play("esc", "raise truce")
    match.play("esc", "exclude us")  # who was asked
    assert match.to_act == ("sau",) and "us" not in match.may_act
    match.play("esc", "adjourn")
    assert ended(match)
    match.play("esc", "invite sau")
    match.play("esc", "open talks")
    match.play("esc", "raise truce")
    match.play("esc", "exclude sau")
    assert ended(match)  # nobody is left to talk to


def test_19_94_a_guest_may_shut_the_doors_at_any_moment() -> None:
    match = called("open", "us", "sau")
    match.play("sau", "secret talks")
    assert why(match, "sau", "secret talks") == "19.94"
    match.play("esc", "raise joint_attack")
    assert not heard(match, "pal", "joint attack")


def test_19_96_the_talks_have_an_end() -> None:
    match = talks()
    for _ in range(3):
        match.play("esc", "invite sau")
        match.play("esc", "open talks")
        match.play("esc", "adjourn")
    assert texts(match, "esc") == ["done"] and why(match, "esc", "invite sau") == "19.96"


def test_19_96_a_summit_takes_no_more_than_its_time() -> None:
    match = called("open", "sau")
    for _ in range(12):
        match.play("esc", "raise truce")
        match.play("sau", "agree")
    assert texts(match, "esc") == ["exclude sau", "adjourn"] and why(match, "esc", "raise truce") == "19.96"


def test_19_97_guests_come_and_go_while_the_talks_last() -> None:
    match = called("open", "sau")
    assert why(match, "esc", "invite sau") == "19.97" and why(match, "esc", "exclude us") == "19.97"
    match.play("esc", "invite us")
    match.play("esc", "exclude sau")
    match.play("esc", "exclude us")
    assert match.decision("esc").name == "call"  # nobody is left to talk to


def test_19_98_agreements_bind_nobody() -> None:
    units = {"esc_a1": ((20, 34), 10), "sau_i1": ((21, 34), 3)}
    match = arrange(units, "esc_diplomacy", players=4, summits=True)
    for side, action in (("esc", "invite sau"), ("esc", "open talks"), ("esc", "raise truce"), ("sau", "agree")):
        match.play(side, action)
    match.play("esc", "adjourn")
    while match.phase_title() != "Combat":
        match.play("esc", "done")
    assert f"attack {at(21, 34)}" in texts(match, "esc")
