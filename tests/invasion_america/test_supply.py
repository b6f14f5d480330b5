"""Chapter 9: sources, lines, judgment, ports."""

import random

from grognard.board.bits import from_list, to_list
from grognard.board.reach import flood
from grognard.games.invasion_america.paths import allowance
from grognard.games.invasion_america.strength import halved, halvings
from grognard.games.invasion_america.supply import is_fed, passable, search, supply_lines

from .ground import (
    BEACH,
    BLOCKED,
    CANADA,
    CUBA,
    DEPOT,
    HARBOUR,
    PORT,
    SUPPLY,
    arrange,
    at,
    begin,
    east,
    game,
    piece,
    place,
    where,
)
from .test_combat import AROUND, PLAIN, fight, follow


def fed(match, name: str) -> bool:  # type: ignore[no-untyped-def]
    unit = piece(name)
    s = match.state
    lines = supply_lines(s, match.game.forces.force_of[unit])
    alone = is_fed(s, unit)
    forces = match.game.forces
    if not forces.is_naval[unit] and not forces.is_rail[unit] and s.aboard[unit] < 0:
        assert alone == bool(lines >> s.at[unit] & 1)
    return alone


def test_9_11_us_units_trace_to_a_supply_hex_of_their_country() -> None:
    match = arrange({"usa_a1": (40, 40), "can_a1": (40, 55)}, "us_movement")
    assert fed(match, "usa_a1") and fed(match, "can_a1")
    match = arrange({"can_a1": (40, 55), "esc_i1": CANADA}, "us_movement")
    assert not fed(match, "can_a1")


def test_9_11_aggressors_trace_to_supplies_on_the_coast_or_a_port_they_hold() -> None:
    match = arrange({"esc_a1": (20, 30), "esc_s1": (16, 10)}, "esc_movement")
    assert fed(match, "esc_a1")
    match = arrange({"esc_a1": (20, 30), "esc_i1": PORT}, "esc_movement")
    assert fed(match, "esc_a1")
    match = arrange({"esc_a1": (20, 30), "sau_i1": PORT}, "esc_movement")
    assert not fed(match, "esc_a1")


def test_9_11_who_stands_on_a_source_under_assault_needs_no_way_to_it() -> None:
    units = {"esc_i1": BEACH, "esc_s1": BEACH, "esc_i2": (BEACH[0], 12), "sau_am1": BEACH, "sau_i1": "sau_am1"}
    match = arrange(units, "sau_combat", players=4)
    assert is_fed(match.state, piece("esc_i1"))  # type: ignore[arg-type]
    assert not is_fed(match.state, piece("esc_i2"))  # type: ignore[arg-type]


def test_9_12_a_landing_ship_on_a_beach_feeds_three_hexes() -> None:
    for row, expected in ((13, True), (14, False)):
        match = arrange({"esc_am1": BEACH, "esc_a1": (25, row)}, "esc_movement")
        assert fed(match, "esc_a1") is expected
    match = arrange({"esc_am1": (16, 10), "esc_a1": (16, 11)}, "esc_movement")
    assert not fed(match, "esc_a1")


def test_9_12_the_beach_feeds_in_an_enemy_zone_but_the_way_inland_must_be_free() -> None:
    near = {"esc_am1": BEACH, "esc_a1": (26, 10), "esc_a2": (27, 10)}
    match = arrange({**near, "usa_i1": (24, 10)}, "esc_movement")  # its zone covers the beach, not the way
    assert fed(match, "esc_a1") and fed(match, "esc_a2")
    begin(match, "esc_supply")
    assert not match.state.short >> piece("esc_a2") & 1
    match = arrange({"esc_am1": BEACH, "esc_a2": (27, 10), "usa_i1": (26, 11)}, "esc_movement")
    assert not fed(match, "esc_a2")


def test_9_12_an_enemy_on_the_beach_ends_it() -> None:
    match = arrange({"esc_am1": BEACH, "esc_a1": (26, 10), "usa_m1": BEACH}, "esc_combat")
    assert not fed(match, "esc_a1")


def test_9_53_a_supply_unit_feeds_as_soon_as_it_is_ashore() -> None:
    match = arrange({"esc_am1": BEACH, "esc_s1": "esc_am1", "esc_a1": (25, 20)}, "esc_naval")
    assert not fed(match, "esc_a1")
    match.play("esc", "unload esc_s1")
    assert fed(match, "esc_a1")


def test_9_13_ships_and_their_cargo_are_always_in_supply() -> None:
    match = arrange({"esc_t1": (5, 5), "esc_a1": "esc_t1"}, "esc_movement")
    assert fed(match, "esc_t1") and fed(match, "esc_a1")


def test_9_14_aggressors_use_supply_hexes_on_the_coast_only() -> None:
    match = arrange({"esc_a1": SUPPLY}, "esc_movement")
    assert not fed(match, "esc_a1")
    match = arrange({"esc_a1": DEPOT}, "esc_movement")
    assert fed(match, "esc_a1")


def test_9_21_out_of_supply_strength_and_movement_are_halved() -> None:
    match = arrange({"esc_a1": ((20, 30), 10)}, "esc_supply")
    s = match.state
    assert s.short >> piece("esc_a1") & 1 and allowance(s, piece("esc_a1")) == 3
    assert halved(s.strength[piece("esc_a1")], halvings(s, piece("esc_a1"))) == 5


def test_9_22_aircraft_keep_their_range() -> None:
    match = arrange({"esc_cas1": ((20, 30), 4), "usa_i1": (24, 30), "esc_i1": (40, 40)}, "esc_supply")
    assert allowance(match.state, piece("esc_cas1")) == 2
    begin(match, "esc_combat")
    assert f"attack {at(24, 30)}" in [a.text for a in match.decision("esc").actions]


def test_9_23_units_out_of_supply_are_never_eliminated_for_it() -> None:
    match = arrange({"esc_a1": (20, 30)}, "esc_supply")
    assert match.state.at[piece("esc_a1")] == place((20, 30))


def test_9_24_rail_units_are_always_in_supply() -> None:
    match = arrange({"usa_rr1": (20, 30), "esc_a1": SUPPLY, "esc_a2": DEPOT, "usa_i1": (20, 40)}, "us_supply")
    assert fed(match, "usa_rr1") and not match.state.short >> piece("usa_rr1") & 1


def test_9_31_supply_for_movement_is_judged_in_its_phase() -> None:
    match = arrange({"esc_a1": (20, 12), "esc_i1": PORT}, "esc_supply")
    assert not match.state.short >> piece("esc_a1") & 1
    begin(match, "esc_movement")
    match.state.put(piece("esc_i1"), place((40, 40)))  # the port is lost, but the judgment stands
    assert allowance(match.state, piece("esc_a1")) == 6


def test_9_31_fractions_are_rounded_up() -> None:
    match = arrange({"esc_h1": (20, 30), "sau_cas1": (20, 32)}, "esc_supply")
    assert allowance(match.state, piece("esc_h1")) == 3
    begin(match, "sau_supply")
    assert allowance(match.state, piece("sau_cas1")) == 2


def test_9_32_supply_for_combat_is_judged_at_the_instant() -> None:
    match = arrange({"esc_a1": ((20, 12), 10), "esc_i1": PORT}, "esc_supply")
    unit = piece("esc_a1")
    assert halvings(match.state, unit) == 0
    match.state.put(piece("esc_i1"), place((40, 40)))
    assert halvings(match.state, unit) == 1


def test_9_4_enemies_and_their_zones_block_the_line() -> None:
    units = {"usa_a1": (29, 32), "esc_a1": (27, 32), "esc_a2": (31, 32), "esc_a3": (29, 34), "esc_a4": (29, 30)}
    match = arrange(units, "us_movement")
    assert not fed(match, "usa_a1")


def test_9_4_a_friend_in_the_zone_lets_the_line_through() -> None:
    units = {"usa_a1": (29, 32), "esc_a1": (27, 32), "esc_a2": (31, 32), "esc_a3": (29, 34), "esc_a4": (29, 30)}
    hexes = [place(spot) for spot in ((28, 32), (30, 32))]
    bare = passable(arrange(units, "us_movement").state, 0)
    held = passable(arrange({**units, "usa_i1": (28, 32)}, "us_movement").state, 0)
    assert [bare >> p & 1 for p in hexes] == [0, 0] and [held >> p & 1 for p in hexes] == [1, 0]


def test_9_4_blocked_hexsides_cut_the_line() -> None:
    match = arrange({"usa_a1": BLOCKED}, "us_movement")
    trace = match.game.theatre.trace
    assert not trace[place(BLOCKED)] >> place(east(BLOCKED)) & 1


def test_9_4_no_line_runs_over_water() -> None:
    match = arrange({"esc_a1": CUBA, "esc_i1": PORT}, "esc_movement")
    lines = supply_lines(match.state, 2)
    assert not lines & match.game.theatre.sea and not lines & match.game.theatre.lake


def test_9_51_a_supply_unit_counts_for_stacking() -> None:
    match = arrange({"esc_s1": CUBA, "esc_a1": CUBA, "esc_a2": CUBA, "esc_i1": (13, 3)}, "esc_movement")
    assert match.state.presence.full[1] >> place(CUBA) & 1


def test_9_52_supply_units_never_attack() -> None:
    match = arrange({"esc_s1": PORT, "usa_i1": (20, 11), "esc_a1": (21, 11)}, "esc_combat")
    match.play("esc", f"attack {at(20, 11)}")
    refusal = match.why_not("esc", "with esc_s1")
    assert refusal is not None and refusal.rule == "9.52"


def test_9_53_a_supply_unit_feeds_any_number_without_end() -> None:
    units = {"esc_s1": (16, 10)} | {f"esc_i{i}": (20 + i, 30) for i in range(1, 9)}
    match = arrange(units, "esc_supply")
    assert all(fed(match, f"esc_i{i}") for i in range(1, 9))
    assert where_is(match, "esc_s1") == place((16, 10))


def where_is(match, name: str) -> int:  # type: ignore[no-untyped-def]
    return match.state.at[piece(name)]  # type: ignore[no-any-return]


def test_9_54_supply_units_never_move_over_land() -> None:
    match = arrange({"esc_s1": PORT, "esc_a1": (20, 12)}, "esc_movement")
    refusal = match.why_not("esc", "move esc_s1")
    assert refusal is not None and refusal.rule == "10.11"


def test_9_54_supply_units_do_not_retreat_over_land_either() -> None:
    units = {"usa_a1": ((19, 11), 8), "esc_s1": (20, 11), "esc_i1": ((20, 11), 2), "esc_s2": (16, 10)}
    match = arrange(units, "us_combat")
    fight(match, "us", (20, 11), ["usa_a1"], 5)  # 8 to 8 is 1-1, A1
    assert where(match, "esc_s1") == at(20, 11)
    units["usa_a2"] = ((19, 11), 8)
    match = arrange(units, "us_combat")
    fight(match, "us", (20, 11), ["usa_a1", "usa_a2"], 4)  # 2-1: D1
    assert where(match, "esc_s1") == "destroyed_esc"
    follow(match)
    assert game().theatre.distance(match.state.at[piece("esc_i1")], place((20, 11))) == 1
    match = arrange({**units, "esc_i1": (30, 12)}, "us_combat")
    fight(match, "us", (20, 11), ["usa_a1"], 5)  # the supplies alone, 8 to 6: A1
    assert where(match, "esc_s1") == at(20, 11)


def test_9_54_who_retreats_does_not_push_supplies_aside() -> None:
    around = {f"esc_s{i + 1}": spot for i, spot in enumerate(AROUND[1:4])} | {"esc_s4": (16, 10)}
    around |= {"esc_mi1": AROUND[4], "esc_mi2": AROUND[5]}
    units = {"usa_a1": (AROUND[0], 8), "esc_i1": (PLAIN, 4), **around}
    match = arrange(units, "us_combat")
    fight(match, "us", PLAIN, ["usa_a1"], 4)  # 2-1: D1
    follow(match)
    assert where(match, "esc_i1") == at(*AROUND[5]) != where(match, "esc_mi2")
    assert all(where(match, name) == at(*around[name]) for name in ("esc_s1", "esc_s2", "esc_s3"))


def test_9_61_a_port_works_the_moment_it_is_occupied() -> None:
    match = arrange({"esc_a1": (22, 12), "esc_mi1": (21, 12)}, "esc_supply")
    assert match.state.short >> piece("esc_a1") & 1
    begin(match, "esc_movement")
    match.play("esc", "move esc_mi1")
    match.play("esc", f"to {at(*PORT)}")
    assert fed(match, "esc_a1")


def test_9_62_an_empty_port_or_one_with_ships_alone_feeds_nobody() -> None:
    match = arrange({"esc_a1": (20, 12), "esc_t1": PORT}, "esc_movement")
    assert not fed(match, "esc_a1")


def test_9_62_coastal_cities_are_ports() -> None:
    match = arrange({"esc_a1": (35, 14), "esc_i1": HARBOUR}, "esc_movement")
    assert fed(match, "esc_a1")


def test_9_31_units_cut_off_are_told_as_by_tracing_every_line() -> None:
    steps, land = game().trace_steps, game().theatre.land
    rng = random.Random(9)
    for _ in range(60):
        room = land
        for _ in range(rng.randrange(400, 1500)):
            room &= ~(1 << rng.randrange(game().theatre.size))
        some = to_list(room)
        start = from_list(rng.sample(some, 2))
        wanted = from_list(rng.sample(some, 12))
        assert search(steps, start, room, wanted) & wanted == flood(steps, start, room) & wanted
