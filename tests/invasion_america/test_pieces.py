"""Chapter 3: the map, the counters and their tables."""

from .ground import game, real

EXPECTED = {"usa": 133, "can": 38, "esc": 89, "sau": 66, "pal": 66}
UNTRIED = {("usa", "armor"): 6, ("usa", "mechanized"): 5, ("usa", "militia"): 2, ("sau", "infantry"): 2}


def test_3_1_the_map_has_its_two_sheets_and_boxes() -> None:
    theatre = real().theatre
    assert theatre.columns * theatre.rows == theatre.size == 4408
    names = real().vocab["place"].names
    assert any("(s)2437" in name for name in names) and any("(n)0146" in name for name in names)
    assert "P.A.L. Holding Box" in names


def test_3_3_every_force_has_its_counters() -> None:
    forces = real().forces
    for number, (force, total) in enumerate(EXPECTED.items()):
        assert forces.force_of.count(number) == total, force
    assert forces.count == 392


def test_3_36_the_backs_show_the_untried_strength() -> None:
    forces = real().forces
    for (force, kind), value in UNTRIED.items():
        assert forces.untried[forces.pool.index[f"{force}_{kind}"]] == value
    for pool, values in enumerate(forces.values):
        if forces.hidden_pool[pool] and forces.pool.ids[pool] != "usa_long_range_bomber":
            assert min(values) <= forces.untried[pool] <= max(values)
    always = {"special_infantry", "hovercraft", "supply", "railroad", "carrier", "amphibious", "transport"}
    for pool, name in enumerate(forces.pool.ids):
        assert forces.hidden_pool[pool] == (name.split("_", 1)[1] not in always), name


def test_3_37_range_and_movement_of_the_counters() -> None:
    forces = real().forces
    index = forces.vocabulary.index
    assert forces.range_of[index["usa_lrb1"]] == 10 and forces.range_of[index["esc_cas1"]] == 4
    assert forces.range_of[index["pal_cv1"]] == 6
    assert forces.move_of[index["sau_a1"]] == 10 and forces.move_of[index["usa_rr1"]] == 60
    assert forces.move_of[index["pal_si1"]] == 4 and forces.move_of[index["esc_h1"]] == 5


def test_3_2_the_combat_results_table_cell_by_cell() -> None:
    rows = (
        "A1 D1 D1 Dx De De De De De De",
        "A2 A1 D1 D1 Dx Dx De De De De",
        "A3 A2 A1 D1 D2 Dx Dx De De De",
        "Ae A3 A2 D1 D1 D2 Dx Dx De De",
        "Ae Ae Ax A1 D1 D2 D3 D3 Dx De",
        "Ae Ae Ae Ax Ax D1 D2 D3 D3 Dx",
    )
    for die, row in enumerate(rows):
        for column, result in enumerate(row.split()):
            assert real().results[column][die] == result
    assert real().chart("combat_results")["columns"][0] == "1-4"


def test_3_31_units_are_land_air_or_naval() -> None:
    forces = game().forces
    kinds = {forces.types.ids[t]: kind for t, kind in enumerate(forces.kind_of_type)}
    assert kinds["armor"] == 0 and kinds["long_range_bomber"] == 1 and kinds["carrier"] == 2
