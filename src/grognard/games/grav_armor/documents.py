"""Scenario documents: what may stand in one, checked field by field, and the line where a field stands."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any

from grognard.core import Scenario, rule
from grognard.core.data import parse_toml, read_data, read_text
from grognard.games.grav_armor.equipment import EDGES, FORT_WEAPONS, SIDES, BadScenario

NAMES = ("relief_of_the_42nd", "raid_on_wendarst", "ice_world", "the_meatgrinder", "sector_capital")

Rule = tuple[Callable[[Any], bool], str]  # is the value of that kind, and what was expected


def _whole(low: int, high: int) -> Rule:
    return (
        lambda v: isinstance(v, int) and not isinstance(v, bool) and low <= v <= high,
        f"a whole number from {low} to {high}",
    )


def _text(most: int) -> Rule:
    return lambda v: isinstance(v, str) and 0 < len(v.strip()) <= most, f"text of at most {most} letters"


def _pair() -> Rule:
    one = _whole(-999, 999)[0]
    return lambda v: isinstance(v, list) and len(v) == 2 and all(map(one, v)), "two numbers, Imperial and League"


def _list_of(one: Callable[[Any], bool], words: str) -> Rule:
    return lambda v: isinstance(v, list) and all(map(one, v)), words


def _is_text(value: Any) -> bool:
    return isinstance(value, str)


def _is_table(value: Any) -> bool:
    return isinstance(value, dict)


ID: Rule = (
    lambda v: isinstance(v, str) and re.fullmatch(r"[a-z][a-z0-9_]{0,39}", v) is not None,
    "a name of lower-case letters, figures and underscores",
)
SIDE: Rule = (lambda v: v in SIDES, "imperial or league")
EDGE: Rule = (lambda v: v in EDGES, f"one of {', '.join(EDGES)}")
COLOR: Rule = (lambda v: isinstance(v, str) and re.fullmatch(r"#[0-9a-f]{6}", v) is not None, "a colour like '#e4d79a'")
WORDS = _list_of(_is_text, "a list of words in quotes")
HEXES = _list_of(_is_text, "a list of hexes like '4-0810'")
ROWS = _list_of(lambda row: isinstance(row, list) and all(map(_is_text, row)), "rows of sections in quotes")
SECTIONS = _list_of(lambda v: v in range(1, 7), "a list of sections from 1 to 6")
PLACE: Rule = (lambda v: _is_text(v) or WORDS[0](v), "orbit, an edge, or a list of hexes")
TABLE: Rule = (_is_table, "a table")
TABLES = _list_of(_is_table, "tables, each under a head in double brackets")
SYSTEMS: Rule = (
    lambda v: isinstance(v, list) and bool(v) and all(w in FORT_WEAPONS or _is_table(w) for w in v),
    f"a list of {' and '.join(FORT_WEAPONS)}, or of tables with a type and its values",
)
SYSTEM: Rule = (lambda v: v in FORT_WEAPONS, f"one of {', '.join(FORT_WEAPONS)}")
PAIR = _pair()
COST = VALUE = _whole(0, 20)

# What each kind of table holds: the fields it must have, then those it may have.
FORMS: dict[str, tuple[dict[str, Rule], dict[str, Rule]]] = {
    "": (
        {
            "name": ID,
            "title": _text(60),
            "about": _text(400),
            "turns": _whole(1, 50),
            "moves_first": SIDE,
            "layout": ROWS,
            "terrain": TABLE,
            "forces": TABLES,
            "victory": TABLE,
        },
        {
            "aim": _text(400),
            "minutes": _whole(1, 999),
            "cities": HEXES,
            "areas": TABLE,
            "entry": TABLE,
            "objectives": TABLES,
            "sets_up_first": SIDE,
        },
    ),
    "terrain": (
        {"value": VALUE},
        {
            "name": _text(40),
            "infantry": COST,
            "hover": COST,
            "grav": COST,
            "special": TABLE,
            "lethal": WORDS,
            "fill": COLOR,
            "dark": COLOR,
            "pattern": ID,
        },
    ),
    "areas": ({}, {"hexes": HEXES, "sections": SECTIONS, "around": HEXES, "radius": _whole(0, 30), "without": WORDS}),
    "objectives": ({"name": ID, "hexes": HEXES}, {"title": _text(40), "points": PAIR, "holder": SIDE}),
    "forces": (
        {"side": SIDE, "type": ID},
        {
            "formation": _text(60),
            "name": ID,
            "count": _whole(1, 80),
            "at": PLACE,
            "area": ID,
            "aboard": ID,
            "weapons": SYSTEMS,
            "ew": _whole(0, 9),
            "attack": _whole(0, 12),
            "defense": _whole(0, 20),
        },
    ),
    "weapons": ({"type": SYSTEM}, {"ew": _whole(1, 9), "attack": _whole(0, 12), "range": _whole(1, 20)}),
    "victory": ({}, {"losses": PAIR, "start": PAIR, "draw": _whole(0, 999), "decisive": _whole(1, 999), "exit": TABLE}),
    "victory.exit": ({"side": SIDE, "edge": EDGE}, {"rate": _whole(0, 99)}),
}


def packaged() -> list[Scenario]:
    return [read(read_data("grav_armor", "scenarios", f"{name}.toml"), f"scenario {name}") for name in NAMES]


def template(name: str) -> str:
    """The document of a scenario, to copy and change."""
    return read_text("grav_armor", "scenarios", f"{name}.toml")


def from_text(text: str, where: str = "scenario") -> Scenario:
    """A scenario from a document that somebody wrote; errors name line and field."""
    try:
        return read(parse_toml(text), where)
    except BadScenario as error:
        raise error.at_line(line_of(text, error.field)) from None
    except ValueError as error:
        raise BadScenario(where, "", str(error)) from error


def read(data: Mapping[str, Any], where: str) -> Scenario:
    """Every field of its kind, none missing, none unknown; what the fields mean together `ground` checks."""
    _check(data, where, "", "")
    for color, row in data["terrain"].items():
        _check_table(row, where, "terrain", f"terrain.{color}")
    for name, row in data.get("areas", {}).items():
        _check_table(row, where, "areas", f"areas.{name}")
    for edge, hexes in data.get("entry", {}).items():
        _check_one(edge, where, EDGE, "entry")
        _check_one(hexes, where, HEXES, f"entry.{edge}")
    for kind in ("objectives", "forces"):
        for number, row in enumerate(data.get(kind, ()), start=1):
            _check(row, where, kind, f"{kind}[{number}]")
            for system in row.get("weapons", ()):
                if _is_table(system):
                    _check(system, where, "weapons", f"{kind}[{number}].weapons")
    _check(data["victory"], where, "victory", "victory")
    if "exit" in data["victory"]:
        _check(data["victory"]["exit"], where, "victory.exit", "victory.exit")
    return Scenario(
        name=data["name"],
        title=data["title"],
        about=data["about"],
        rule=rule("Scenarios/General"),
        turns=data["turns"],
        minutes=data.get("minutes", 60),
        weight="light",
        aim=data.get("aim", ""),
        data=dict(data),
    )


def _check_table(row: object, where: str, kind: str, field: str) -> None:
    _check_one(row, where, TABLE, field)
    assert isinstance(row, dict)
    _check(row, where, kind, field)


def _check(row: Mapping[str, Any], where: str, kind: str, field: str) -> None:
    needed, more = FORMS[kind]
    known = {**needed, **more}
    begin = f"{field}." if field else ""
    for key, value in row.items():
        if key not in known:
            raise BadScenario(where, begin + key, f"no such field; known are {', '.join(known)}")
        _check_one(value, where, known[key], begin + key)
    for key in needed:
        if key not in row:
            raise BadScenario(where, begin + key, f"is missing; expected {needed[key][1]}")


def _check_one(value: object, where: str, kind: Rule, field: str) -> None:
    if not kind[0](value):
        raise BadScenario(where, field, f"expected {kind[1]}, found {value!r:.60}")


def line_of(text: str, field: str) -> int:
    """The line of a field such as `forces[3].at`, or of the table it belongs to; 0 where there is none."""
    lines: dict[str, int] = {}
    counts: dict[str, int] = {}
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        head = re.match(r"\s*(\[\[?)\s*([\w.]+)\s*\]", line)
        key = re.match(r"\s*([\w.]+)\s*=", line)
        if head:
            table = head[2]
            if head[1] == "[[":
                counts[table] = counts.get(table, 0) + 1
                table = f"{table}[{counts[table]}]"
            lines.setdefault(table, number)
        elif key:
            lines.setdefault(f"{table}.{key[1]}" if table else key[1], number)
    path = re.sub(r" \([^)]*\)", "", field)
    while path and path not in lines:
        path = path.rpartition(".")[0]
    return lines.get(path, 0)
