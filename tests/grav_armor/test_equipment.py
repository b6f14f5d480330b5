"""Game Equipment: sections, colours, counters."""

from __future__ import annotations

from grognard.board.sections import SectionMap
from grognard.games.grav_armor import equipment
from grognard.games.grav_armor.equipment import color_of, counters, sections, unit_types
from grognard.games.grav_armor.game import build

from .table import document, game

# EW, attack and weapon, range, defense, movement: as printed (* enhanced EW, . passive defense)
PRINTED = """
a_inf 3* 2M 3 7 2 infantry|j_inf 4* 2M 2 6 3 infantry|m_mil 2 2M 2 4 0 infantry|l_mil 2 1G 2 4 0 infantry
aza3 3 3G 2 3 5 grav|eta5 3 3G 2 3 4 hover|chi1 3 4G 2 2 5 grav|chi2 4 6G 2 4 4 grav
del1 3 5G 2 4 4 grav|del2 3 5B 4 4 4 grav|del3 3 5M 3 4 4 grav
zeta5 4 6P 4 4 4 grav|zeta6 4 6M 3 4 4 grav|zeta7 4 6B 4 4 4 grav
xi2 5 6B 5 5 3 grav|xi3 5 6M 4 5 3 grav|xi4 5 6P 5 5 3 grav
titan1 5 9M 3 6 2 hover|titan2 5 9G 2 6 2 hover|lia5 4 5P 4 3 4 hover|int7 4 3M 3 2 5 hover
tau8 3 5M 3 2 5 grav|psi5 5 3P 5 1 6 grav|rhu1 4 4P 5 2 6 grav|nu3 4 6B 4 2 5 grav
omi2 3 6M 3 2 4 hover|omi9 4 8M 4 2 3 hover|ota2 4 7M 4 3 4 grav|siga3 4 6M 3 3 5 grav
silon4 5 7M 3 5 2 hover|silon5 5 7B 4 5 2 hover|silon6 5 7P 4 5 2 hover|zho1 4 7G 2 6 3 grav
fl6 4 5G 3 8. F fighter|fm3 3 6M 3 8. F fighter|ds8 4* 4G 2 3. D dropship|ds3 3* 4G 2 2. D dropship
"""


def test_counters_carry_the_printed_values() -> None:
    from grognard.games.grav_armor.show import factors

    rows = [row.split() for row in PRINTED.replace("\n", "|").split("|") if row.strip()]
    assert len(rows) == 37
    for name, *printed, move in rows:
        kind = unit_types()[name]
        assert factors(kind) == printed, name
        assert equipment.MOVES[kind.move] == move, name
    assert {k.id for k in unit_types().values() if k.carrier} == {"aza3", "eta5", "ds8", "ds3"}


def test_unit_colors_say_who_may_have_a_unit() -> None:
    assert unit_types()["zho1"].sides == ("league",)
    assert unit_types()["titan1"].sides == ("imperial",)
    special = {k.id for k in unit_types().values() if k.special}
    assert special == {"j_inf", "m_mil", "l_mil", "del1", "del2", "del3", "ds3"}
    assert all(unit_types()[name].sides == ("imperial", "league") for name in special)
    ids = {c[0] for c in counters()}
    assert "i_del2_1" in ids and "l_del2_1" in ids and "i_zho1_1" not in ids


def test_sections_have_nine_columns_of_twelve_hexes_and_thirteen_in_even_ones() -> None:
    for columns in sections()["sections"].values():
        assert [len(c) for c in columns] == [12, 13, 12, 13, 12, 13, 12, 13, 12]
        assert columns[0] == columns[8] == "YYOYYYYYYOYY"
    assert color_of(1, 7, 1) == "brown" and color_of(6, 2, 7) == "brown" and color_of(4, 7, 2) == "blue"


def test_hexes_along_joints_carry_the_number_of_the_lower_section() -> None:
    board = SectionMap([[6, 5], [1, 4]])
    names = set(board.names)
    assert {"5-0101", "5-0112", "1-0901", "1-0912"} <= names
    assert not {"6-0901", "4-0101", "6-0213", "5-0213"} & names
    assert {"1-0201", "4-0201"} <= names


def test_six_sections_make_25_columns_and_edge_hexes_count_in_full() -> None:
    board = SectionMap([[1, 2, 3], [4, 5, 6]])
    assert board.n == 13 * 24 + 12 * 25
    assert board.adjacent(board.place("1-0101"), board.place("1-0201"))
    ground = game().ground("proving_ground")
    assert ground.half_cost[equipment.GRAV][ground.map.place("4-0201")] == 2


def test_a_section_may_lie_upside_down() -> None:
    ground = build([document("turned", '[["4", "5"], ["", "3 turned"]]')]).ground("turned")
    assert ground.map.adjacent(ground.map.place("4-0912"), ground.map.place("3-0912"))
    upright = SectionMap([[1]])
    turned = SectionMap([[(1, "turned")]])
    here = upright.place("1-0101")
    assert turned.cells[turned.place("1-0101")] == (8, 11)
    assert upright.cells[here] == (0, 0)


def test_streaks_count_only_where_the_terrain_key_has_a_line_for_them() -> None:
    streak = '[terrain.streak]\nname = "Lava"\nvalue = 2\ngrav = 3\nhover = 3\ninfantry = 3\n'
    plain = game().ground("proving_ground")
    marked = build([document("streaked", extra=streak)]).ground("streaked")
    place = plain.map.place("4-0607")
    assert plain.terrain[place].color == "yellow"
    assert marked.terrain[place].color == "streak"
    assert marked.terrain[marked.map.place("4-0606")].value == 2


def test_along_a_joint_the_lines_on_either_half_count() -> None:
    """The east edge of section 6 bears lines; laid against section 5, its hexes carry the numbers of 5."""
    streak = '[terrain.streak]\nname = "Lava"\nvalue = 2\ngrav = 3\nhover = 3\ninfantry = 3\n'
    ground = build([document("joint", '[["6", "5"], ["4", ""]]', streak).replace("5-0909", "5-0901")]).ground("joint")
    assert ground.terrain[ground.map.place("5-0111")].color == "streak"  # the line is printed on 6-0911 only
    assert ground.terrain[ground.map.place("4-0801")].color == "streak"  # and here on 6-0813
    assert ground.terrain[ground.map.place("5-0105")].color == "yellow"


def test_a_city_takes_the_place_of_the_terrain() -> None:
    city = '[terrain.city]\nname = "City"\nvalue = 2\ngrav = 1\nhover = 1\ninfantry = 1\nspecial = { infantry = 4 }\n'
    ground = build([document("town", extra='cities = ["5-0410"]\n' + city)]).ground("town")
    cell = ground.map.place("5-0410")
    assert ground.terrain[cell].name == "City"
    assert ground.worth[equipment.INFANTRY][cell] == 4 and ground.worth[equipment.HOVER][cell] == 2
