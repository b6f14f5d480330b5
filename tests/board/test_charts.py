"""Charts as data."""

import tomllib
from fractions import Fraction
from typing import Any

import pytest

from grognard.board.charts import Chart, ChartError, HitChart, load_chart, load_charts

LAND = {
    "kind": "odds",
    "columns": ["1-2", "1:1.5", "1-1", "1.5:1", "2-1", "3-1"],
    "rows": {"1": "D D D D D D", "2-4": ["A", "-", "D", "D", "D", "D"], "5+": "A A A A - D"},
}


def chart(**changes: Any) -> Chart:
    found = load_chart("land", {**LAND, **changes})
    assert isinstance(found, Chart)
    return found


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [
        (1, 9, "1-2"),
        (9, 10, "1:1.5"),
        (10, 10, "1-1"),
        (13, 5, "2-1"),
        (16, 10, "1.5:1"),
        (99, 1, "3-1"),
        (1, 0, "3-1"),
    ],
)
def test_odds_are_rounded_in_the_defenders_favour(attack: int, defence: int, column: str) -> None:
    found = chart()
    assert found.columns[found.odds_column(attack, defence)] == column


def test_odds_can_be_rounded_up() -> None:
    found = chart(rounding="up")
    assert found.columns[found.odds_column(13, 5)] == "3-1"
    assert found.columns[found.odds_column(2, 1)] == "2-1"
    assert found.columns[found.odds_column(1, 9)] == "1-2"
    assert found.columns[found.odds_column(9, 1)] == "3-1"


def test_odds_below_the_first_column_may_have_none() -> None:
    found = chart(below="none")
    assert found.odds_column(1, 9) == -1
    with pytest.raises(IndexError, match="column -1"):
        found.cell(-1, 3)


def test_value_columns_take_the_highest_not_above_the_value() -> None:
    table = chart(kind="value", columns=["1", "3", "6", "12", "18-23", "24+"])
    assert [table.columns[table.value_column(value)] for value in (0, 1, 5, 6, 17, 29, 900)] == [
        "1",
        "1",
        "3",
        "6",
        "12",
        "24+",
        "24+",
    ]


def test_differences_may_be_negative() -> None:
    table = chart(kind="value", columns=["<=-10", "-9", "-1..0", "1", "2", "3+"])
    assert [table.columns[table.value_column(value)] for value in (-30, -10, -9, -2, -1, 0, 7)] == [
        "<=-10",
        "<=-10",
        "-9",
        "-9",
        "-1..0",
        "-1..0",
        "3+",
    ]


def test_shifts_stop_at_the_ends() -> None:
    found = chart()
    assert found.shift(found.column("1-1"), -1) == found.column("1:1.5")
    assert found.shift(found.column("1-1"), -9) == 0
    assert found.shift(found.column("1-1"), 9) == 5


def test_a_roll_reads_its_row_and_past_an_end_the_row_at_that_end() -> None:
    found = chart()
    assert [found.cell(0, roll) for roll in (-3, 1, 2, 4, 5, 6, 40)] == ["D", "D", "A", "A", "A", "A", "A"]
    assert found.outcomes == ("D", "A", "-")


def test_the_chances_of_a_column_with_a_modifier() -> None:
    found = chart()
    assert found.odds(1) == {"D": Fraction(1, 6), "-": Fraction(1, 2), "A": Fraction(1, 3)}
    assert found.odds(1, -1) == {"D": Fraction(1, 3), "-": Fraction(1, 2), "A": Fraction(1, 6)}
    found.odds(1).clear()
    assert sum(found.odds(1).values()) == 1


def test_a_chart_without_columns_has_one() -> None:
    found = Chart("events", {"die": "2d6", "rows": {"2-6": "quiet", "7": ["revolt"], "8+": "war"}})
    assert found.cell(0, 7) == "revolt"
    assert found.odds(found.column("result"))["revolt"] == Fraction(1, 6)


def test_hit_charts_hold_the_rolls_that_hit() -> None:
    fire = load_chart("fire", {"die": "2d6", "columns": ["near", "far"], "hits": {"BB": ["7,9-12", "-"]}})
    assert isinstance(fire, HitChart)
    bb, near = fire.row("BB"), fire.column("near")
    assert fire.rolls_that_hit(bb, near) == {7, 9, 10, 11, 12}
    assert fire.is_hit(bb, near, 7) and not fire.is_hit(bb, near, 8)
    assert fire.chance(bb, near) == Fraction(16, 36)
    assert fire.chance(bb, fire.column("far")) == 0


def test_a_file_of_charts_is_read_as_written() -> None:
    text = """
    [land]
    columns = ["DD", "CA"]
    rows = { 1 = "a b", "2+" = "c d" }
    [space.hits]
    BB = "1-6"
    """
    charts = load_charts(tomllib.loads(text))
    assert isinstance(charts["land"], Chart) and isinstance(charts["space"], HitChart)
    assert charts["land"].cell(1, 2) == "d"


def test_a_chart_shows_itself_as_printed() -> None:
    assert Chart("events", {"title": "Events", "die": "1d6", "rows": {"4+": "war", "1-3": "quiet"}}).table() == {
        "title": "Events",
        "die": "1d6",
        "columns": ["result"],
        "rows": [["1-3", ["quiet"]], ["4+", ["war"]]],
    }
    fire = HitChart("fire", {"columns": ["near", "far"], "hits": {"BB": ["1-2", "-"]}})
    assert fire.table() == {
        "title": "fire",
        "die": "1d6",
        "columns": ["near", "far"],
        "rows": [["BB", ["1-2", "-"]]],
    }


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"die": "2d6", "rows": {"2-11": "D D D D D D"}}, "rows: 2 to 11, expected every roll of 2d6, 2 to 12"),
        ({"die": "1d6", "rows": {"2+": "D D D D D D"}}, "rows: 2 to 2, expected every roll of 1d6, 1 to 6"),
        ({"rows": {"1": "D D"}}, "chart 'land', row '1': 2 cells, expected 6, one a column"),
        ({"rows": {"1": "D D D D D D", "3": "D D D D D D"}}, "rows '1' and '3': expected each roll in exactly one row"),
        ({"rows": {"1-2": "D D D D D D", "2": "D D D D D D"}}, "rows '1-2' and '2'"),
        ({"rows": {"one": "D D D D D D"}}, "row 'one': expected a roll: 3, 3-5, 8"),
        ({"rows": {"5-3": "D D D D D D"}}, "row '5-3'"),
        ({"rows": {}}, "rows: expected a table with at least one row"),
        ({"rows": {"1": 7}}, "row '1': 7, expected a list of cells"),
        ({"columns": ["2-1", "1-1"]}, "columns: expected ascending odds columns"),
        ({"columns": ["2-1", "2-1"]}, "each with a name of its own"),
        ({"columns": ["x"]}, "column 'x': expected odds like 3-1"),
        ({"columns": ["1-0"]}, "column '1-0': expected odds"),
        ({"kind": "value", "columns": ["x"]}, "column 'x': expected a number"),
        ({"kind": "round"}, "kind: 'round', expected named or value or odds"),
        ({"die": "1z6"}, "chart 'land', die: dice '1z6'"),
        ({"dice": "1d6"}, "unknown key 'dice'"),
        ({"hits": {}}, "either rows or hits"),
    ],
)
def test_a_wrong_chart_says_where_and_what_was_expected(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ChartError, match=message):
        chart(**changes)


def test_a_wrong_hit_says_where_and_what_was_expected() -> None:
    with pytest.raises(ChartError, match="chart 'fire', row 'BB', column 'CA': '1-x', expected rolls of 1d6"):
        load_chart("fire", {"columns": ["DD", "CA"], "hits": {"BB": "1-2 1-x"}})
    with pytest.raises(ChartError, match="row 'BB', column 'DD': '9', expected rolls of 1d6"):
        load_chart("fire", {"columns": ["DD"], "hits": {"BB": "9"}})
    with pytest.raises(ChartError, match="row 'BB': 1 cells, expected 2"):
        load_chart("fire", {"columns": ["DD", "CA"], "hits": {"BB": "1"}})
    with pytest.raises(ChartError, match="expected a table, not 3"):
        load_charts({"fire": 3})  # type: ignore[dict-item]


def test_a_heading_that_is_not_there_is_told_with_those_that_are() -> None:
    with pytest.raises(KeyError, match="no column '4-1'; expected one of 1-2"):
        chart().column("4-1")
    with pytest.raises(KeyError, match="no row 'CA'; expected one of BB"):
        load_chart("fire", {"columns": ["DD"], "hits": {"BB": "1"}}).row("CA")  # type: ignore[union-attr]


def test_a_column_is_found_only_by_its_own_kind() -> None:
    with pytest.raises(ChartError, match="named columns"):
        chart(kind="named").value_column(3)
    with pytest.raises(ChartError, match="value columns, not odds"):
        chart(kind="value", columns=["1", "2", "3", "4", "5", "6"]).odds_column(3, 1)
