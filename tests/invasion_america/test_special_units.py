"""Chapter 16: special infantry, hovercraft, militia, rail units."""

from .ground import (
    BLOCKED,
    BROKEN,
    CUBA,
    FOREST,
    HARBOUR,
    LAKESIDE,
    MEXICO,
    PORT,
    ROUGH,
    SUPPLY,
    TUNDRA,
    URBAN,
    arrange,
    at,
    begin,
    east,
    game,
    piece,
    place,
    reached,
    texts,
    where,
    why,
)
from .test_combat import FED, PLAIN, fight


def test_16_11_special_infantry_never_boards_amphibious_units() -> None:
    match = arrange({"pal_si1": "pal_box", "pal_am1": "pal_box", "pal_t1": "pal_box"}, "pal_movement")
    match.play("pal", "move pal_si1")
    assert texts(match, "pal") == ["board pal_t1", "stay"]
    assert why(match, "pal", "board pal_am1") == "16.11"


def test_16_12_special_infantry_is_lost_first_in_an_exchange() -> None:
    units = {"pal_s1": (16, 10), "pal_si1": (19, 34), "pal_i1": ((19, 34), 8), "usa_a1": (PLAIN, 8)}
    match = arrange(units, "pal_combat")
    assert "28 against 8" in fight(match, "pal", PLAIN, ["pal_si1", "pal_i1"], 2)  # 3-1: Dx
    assert texts(match, "pal") == ["lose pal_si1"]
    assert why(match, "pal", "lose pal_i1") == "16.12"


def test_16_13_and_14_special_infantry_is_known_and_otherwise_normal() -> None:
    forces = game().forces
    assert not forces.hidden[piece("pal_si1")] and forces.has_zone[piece("pal_si1")]


def test_16_21_hovercraft_have_no_zone() -> None:
    assert not game().forces.has_zone[piece("esc_h1")]


def test_16_22_hovercraft_pay_one_point_but_keep_out_of_rough_ground_and_towns() -> None:
    match = arrange({"esc_h1": (20, 24)}, "esc_movement")
    for goal, legal in (
        (FOREST, True),
        (TUNDRA, True),
        (BROKEN, False),
        (ROUGH, False),
        (URBAN, False),
        (SUPPLY, False),
    ):
        found = reached(match, "esc_h1", (goal[0] - 1, 20), 5)
        assert found.get(place(goal), 0) == int(legal), goal
    match = arrange({"esc_h1": (20, 20), **FED}, "esc_movement")
    match.play("esc", "move esc_h1")
    assert why(match, "esc", f"to {at(*BROKEN)}") == "16.22"


def test_16_22_hovercraft_go_ashore_in_no_port_that_is_a_town() -> None:
    units = {"esc_t1": HARBOUR, "esc_h1": "esc_t1", "esc_i1": "esc_t1", "esc_i2": HARBOUR}
    match = arrange(units, "esc_movement")
    assert why(match, "esc", "move esc_h1") == "16.22" and why(match, "esc", "move esc_i1") == ""
    match = arrange({"esc_t1": PORT, "esc_h1": "esc_t1", "esc_i2": PORT}, "esc_movement")
    match.play("esc", "move esc_h1")
    assert why(match, "esc", f"to {at(*PORT)}") == ""


def test_16_23_hovercraft_cross_the_sea_but_never_stop_there() -> None:
    match = arrange({"esc_h1": (14, 2), "esc_i1": CUBA}, "esc_movement")
    match.play("esc", "move esc_h1")
    assert why(match, "esc", f"to {at(16, 2)}") == "16.23"
    match = arrange({"esc_h1": (30, 10), "esc_s1": (16, 10)}, "esc_movement")
    match.play("esc", "move esc_h1")
    assert why(match, "esc", f"to {at(26, 10)}") == ""


def test_16_23_hovercraft_that_stay_at_sea_are_lost() -> None:
    match = arrange({"esc_h1": (14, 2), "esc_i1": (16, 10), "usa_rr1": (9, 1)}, "esc_movement")
    match.play("esc", "move esc_h1")
    match.play("esc", next(a.text for a in match.decision("esc").actions if a.text.startswith("via ")))
    s = match.state
    hover = match.game.vocab["piece"].index["esc_h1"]
    assert match.game.theatre.sea >> s.at[hover] & 1
    match.play("esc", "stay")
    assert not s.is_on_map(hover)
    assert not list(match.game.check(s))


def test_16_24_hovercraft_ignore_blocked_hexsides() -> None:
    match = arrange({"esc_h1": BLOCKED, "usa_i1": (40, 50)}, "esc_movement")
    hover, trace = game().theatre.hover, game().theatre.hover_trace
    assert dict(hover[place(BLOCKED)])[place(east(BLOCKED))] == 1
    assert trace[place(BLOCKED)] >> place(east(BLOCKED)) & 1
    assert place(east(LAKESIDE)) not in dict(hover[place(LAKESIDE)])
    match = arrange({**FED, "esc_h1": BLOCKED, "usa_i1": east(BLOCKED), "esc_i1": BLOCKED}, "esc_combat")
    match.play("esc", f"attack {at(*east(BLOCKED))}")
    assert why(match, "esc", "with esc_h1") == "" and why(match, "esc", "with esc_i1") == "13.8"


def test_16_25_and_26_hovercraft_need_supply_and_are_known() -> None:
    match = arrange({"esc_h1": (20, 30)}, "esc_supply")
    assert match.state.short >> piece("esc_h1") & 1 and not game().forces.hidden[piece("esc_h1")]


def test_16_3_only_the_us_and_canada_have_militia() -> None:
    forces = game().forces
    assert {forces.force_of[p] for p in range(forces.count) if forces.is_militia[p]} == {0, 1}


def test_16_31_militia_have_no_zone() -> None:
    assert not game().forces.has_zone[piece("usa_m1")]


def test_16_32_worthless_militia_vanish_and_their_companions_retreat_two() -> None:
    units = {**FED, "esc_a1": ((19, 34), 10), "usa_m1": PLAIN, "usa_i1": (PLAIN, 3)}
    match = arrange(units, "esc_combat")
    set_strength(match, "usa_m1", 0)
    start = len(match.log)
    match.play("esc", f"attack {at(*PLAIN)}")
    match.play("esc", "with esc_a1")
    match.play("esc", "resolve")
    assert where(match, "usa_m1") == "destroyed_usa"
    for _ in range(2):
        if match.to_act == ("us",):
            match.play("us", texts(match, "us")[0])
    assert game().theatre.distance(match.state.at[piece("usa_i1")], place(PLAIN)) == 2
    story = " | ".join(e.text for e in match.events(start))
    assert "melts away" in story and "No combat is fought" in story
    assert f"advance esc_a1 to {at(*PLAIN)}" in texts(match, "esc")


def test_16_32_worthless_militia_alone_leave_the_hex_open() -> None:
    match = arrange({**FED, "esc_a1": ((19, 34), 10), "usa_m1": PLAIN}, "esc_combat")
    set_strength(match, "usa_m1", 0)
    match.play("esc", f"attack {at(*PLAIN)}")
    match.play("esc", "with esc_a1")
    match.play("esc", "resolve")
    match.play("esc", f"advance esc_a1 to {at(*PLAIN)}")
    assert where(match, "esc_a1") == at(*PLAIN)


def test_16_32_attacking_militia_may_be_worthless_too() -> None:
    match = arrange({"usa_m1": (19, 34), "usa_i1": ((19, 34), 3), "esc_i1": (PLAIN, 2), **FED}, "us_combat")
    set_strength(match, "usa_m1", 0)
    match.play("us", f"attack {at(*PLAIN)}")
    match.play("us", "with usa_m1")
    match.play("us", "with usa_i1")
    match.play("us", "resolve")
    while match.to_act == ("us",) and match.decision("us").name == "retreat":
        match.play("us", texts(match, "us")[0])
    assert where(match, "usa_m1") == "destroyed_usa" and where(match, "usa_i1") != at(19, 34)


def set_strength(match, name: str, strength: int) -> None:  # type: ignore[no-untyped-def]
    """Give an untried unit a true strength by exchanging it with another of its kind."""
    s, unit = match.state, piece(name)
    pool = game().forces.members[game().forces.pool_of[unit]]
    other = next(p for p in pool if s.strength[p] == strength)
    s.strength[unit], s.strength[other] = s.strength[other], s.strength[unit]


def test_16_41_a_rail_unit_carries_one_unit_after_another() -> None:
    match = arrange({"usa_rr1": (20, 40), "usa_a1": (22, 40), "usa_i1": (30, 40)}, "us_rail")
    match.play("us", "rail usa_rr1")
    assert "carry usa_a1" in texts(match, "us")
    match.play("us", "carry usa_a1")
    match.play("us", f"drop {at(28, 40)}")
    assert where(match, "usa_a1") == where(match, "usa_rr1") == at(28, 40)
    assert match.state.spent[piece("usa_rr1")] == 8
    match.play("us", "rail usa_rr1")
    match.play("us", "carry usa_i1")
    match.play("us", f"drop {at(31, 40)}")
    match.play("us", "done")
    assert match.phase_title() == "Mechanized Movement"  # neither may move in the Land Movement Phase


def test_16_41_carried_units_may_use_the_mechanized_phase() -> None:
    match = arrange({"usa_rr1": (20, 40), "usa_a1": (20, 40)}, "us_rail")
    match.play("us", "rail usa_rr1")
    match.play("us", "carry usa_a1")
    match.play("us", f"drop {at(25, 40)}")
    begin(match, "us_mechanized")
    assert "move usa_a1" in texts(match, "us")


def test_16_42_rail_units_keep_to_the_net() -> None:
    match = arrange({"usa_rr1": (20, 40)}, "us_rail")
    match.play("us", "rail usa_rr1")
    assert why(match, "us", f"to {at(20, 55)}") == "16.42" and why(match, "us", f"to {at(45, 20)}") == "16.42"
    assert why(match, "us", f"to {at(33, 20)}") == ""  # tundra costs them one point like all else


def test_16_4_rail_units_neither_enter_nor_leave_enemy_zones() -> None:
    match = arrange({"usa_rr1": (20, 40), "esc_a1": (25, 40)}, "us_rail")
    match.play("us", "rail usa_rr1")
    assert why(match, "us", f"to {at(24, 40)}") == "16.4"
    match = arrange({"usa_rr1": (24, 40), "usa_i1": (24, 40), "usa_rr2": (10, 40), "esc_a1": (25, 40)}, "us_rail")
    assert why(match, "us", "rail usa_rr1") == "16.4"


def test_16_43_a_lone_rail_unit_is_caught_by_passing_enemies() -> None:
    match = arrange(
        {**FED, "esc_a1": (20, 34), "usa_rr1": (22, 35), "usa_rr2": (23, 33), "usa_i1": (23, 33)}, "esc_movement"
    )
    match.play("esc", "move esc_a1")
    match.play("esc", f"to {at(22, 36)}")
    assert where(match, "usa_rr1") == "destroyed_usa" and where(match, "usa_rr2") == at(23, 33)


def test_16_43_enemies_move_right_through_it() -> None:
    match = arrange({**FED, "esc_a1": (20, 34), "usa_rr1": (21, 34)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert why(match, "esc", f"to {at(21, 34)}") == ""


def test_16_43_rail_units_neither_attack_nor_help_but_share_results() -> None:
    match = arrange({"usa_rr1": PLAIN, "usa_i1": (PLAIN, 3), **FED, "esc_a1": ((19, 34), 10)}, "esc_combat")
    assert "10 against 3" in fight(match, "esc", PLAIN, ["esc_a1"], 1)
    assert where(match, "usa_rr1") == "destroyed_usa"


def test_16_44_rail_units_do_not_stack_against_the_limit() -> None:
    units = {f"usa_i{i}": (20, 40) for i in (1, 2, 3)} | {"usa_rr1": (20, 40), "usa_rr2": (20, 40)}
    match = arrange(units, "us_rail")
    assert not list(match.game.check(match.state))


def test_16_45_sixty_points() -> None:
    match = arrange({"usa_rr1": (10, 15), "usa_a1": (10, 15)}, "us_rail")
    match.play("us", "rail usa_rr1")
    match.play("us", f"to {at(39, 15)}")
    match.play("us", "rail usa_rr1")
    match.play("us", f"to {at(12, 15)}")
    assert match.state.spent[piece("usa_rr1")] == 56
    match.play("us", "rail usa_rr1")
    assert why(match, "us", f"to {at(30, 15)}") == "16.45"


def test_16_43_a_ship_catches_a_lone_rail_unit_in_the_hex_it_enters() -> None:
    units = {"esc_t1": (20, 9), "usa_rr1": (20, 10), "usa_rr2": (21, 10)}
    match = arrange(units, "esc_naval")
    match.play("esc", "sail esc_t1")
    match.play("esc", f"to {at(20, 10)}")
    assert where(match, "usa_rr1") == "destroyed_usa" and where(match, "usa_rr2") == at(21, 10)


def test_16_41_a_unit_may_change_trains_and_trains_run_out_of_points() -> None:
    match = arrange({"usa_rr1": (20, 40), "usa_rr2": (35, 40), "usa_a1": (20, 40)}, "us_rail")
    for train, goal in (("usa_rr1", (34, 40)), ("usa_rr2", (45, 40))):
        match.play("us", f"rail {train}")
        match.play("us", "carry usa_a1")
        match.play("us", f"drop {at(*goal)}")
    assert where(match, "usa_a1") == at(45, 40) and where(match, "usa_rr1") == at(34, 40)
    assert match.state.spent[piece("usa_rr2")] == 1 + 11
    match.state.spent[piece("usa_rr1")] = 49
    match.play("us", "rail usa_rr1")
    assert why(match, "us", "carry usa_a1") == "16.42"  # eleven hexes there, and none left to go on


def test_16_4_why_a_unit_is_not_fetched_is_told() -> None:
    units = {"usa_rr1": (20, 40), "usa_a1": (30, 40), "esc_a1": (31, 40), "usa_a2": MEXICO, "usa_a3": (20, 40)}
    match = arrange(units, "us_rail")
    match.play("us", "rail usa_rr1")
    assert why(match, "us", "carry usa_a1") == "16.4"  # in an enemy zone
    assert why(match, "us", "carry usa_a2") == "16.42"  # off the net


def test_16_42_a_rail_unit_forced_over_the_boundary_is_lost() -> None:
    edge = (30, 50)  # the last row of the rail net
    walls = {"esc_a2": (28, 50), "esc_a3": (32, 50)}
    units = {**FED, "esc_a1": ((30, 49), 10), **walls, "usa_i1": (edge, 4), "usa_rr1": edge}
    match = arrange(units, "esc_combat")
    fight(match, "esc", edge, ["esc_a1"], 4)  # 2-1: D1
    match.play("us", texts(match, "us")[0])
    assert where(match, "usa_i1").startswith("n1") and where(match, "usa_rr1") == "destroyed_usa"
    match = arrange({**units, "esc_a1": ((30, 51), 10)}, "esc_combat")
    fight(match, "esc", edge, ["esc_a1"], 4)
    match.play("us", texts(match, "us")[0])
    assert where(match, "usa_i1") == where(match, "usa_rr1") != at(*edge)  # inside the net it goes along


def test_16_44_rail_units_do_not_give_way() -> None:
    full = {f"usa_m{i + 1}": (p, 1) for i, p in enumerate(((21, 34), (20, 33), (20, 35)))}
    units = {**FED, "esc_a1": ((19, 34), 10), "usa_i1": (PLAIN, 4), **full, "usa_rr1": (21, 34)}
    match = arrange(units, "esc_combat")
    fight(match, "esc", PLAIN, ["esc_a1"], 4)  # 2-1: D1
    match.play("us", f"retreat {at(21, 34)}")
    match.play("us", texts(match, "us")[0])
    assert where(match, "usa_i1") == where(match, "usa_rr1") == at(21, 34) != where(match, "usa_m1")


def test_16_43_a_unit_may_name_the_hex_where_it_catches_a_rail_unit() -> None:
    match = arrange({**FED, "esc_a1": (20, 34), "usa_rr1": (24, 36)}, "esc_movement")
    match.play("esc", "move esc_a1")
    assert why(match, "esc", f"via {at(22, 34)}") == "18.4"
    match.play("esc", f"via {at(23, 35)}")
    assert where(match, "usa_rr1") == "destroyed_usa"
    match.play("esc", f"to {at(22, 34)}")
    assert where(match, "esc_a1") == at(22, 34)
