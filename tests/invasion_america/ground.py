"""A proving ground for Invasion: America: a plain map with every feature at a known hex, and arranged positions."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from typing import Any

from grognard.core import Match
from grognard.games.invasion_america.game import InvasionAmerica, build
from grognard.games.invasion_america.paths import reach
from grognard.games.invasion_america.scenarios import BUILT_IN

COLUMNS, ROWS, SOUTH = 58, 76, 38

# Columns 9 to 49, rows 10 to 59 are clear land of the US; row 10 is its coast; rows from 45 Canada; the east of rows
# 10 to 25 Mexico. Rail to row 50, winter from row 40. Two islands in the south belong to the E.S.C. and the S.A.U.
FOREST, WILDERNESS, BROKEN, ROUGH, URBAN, SUPPLY, TUNDRA, RESOURCE = ((15 + 3 * i, 20) for i in range(8))
RIVER, GREAT, BLOCKED, LAKESIDE, SEASIDE = ((15 + 5 * i, 30) for i in range(5))  # to the hex east of it
PORT, BEACH, STEEP, HARBOUR, DEPOT = (20, 10), (25, 10), (30, 10), (35, 10), (22, 10)
CANADA, MEXICO = (20, 50), (45, 20)
CUBA, COLOMBIA = (12, 3), (32, 3)
LAKE = (12, 35)
# coasts here too, for scenarios IV and V
DEPOTS = ("s2437", "s2334", "s2129", "s3043", "n0146", "n1037", "s3011", "s3410", "n0411")


def at(column: int, row: int) -> str:
    """The id of a hex by column and row, from 0."""
    return f"s{row + 1:02d}{column + 1:02d}" if row < SOUTH else f"n{row - SOUTH + 1:02d}{column + 1:02d}"


def east(place: tuple[int, int], steps: int = 1) -> tuple[int, int]:
    return place[0] + steps, place[1]


def _hex(column: int, row: int) -> dict[str, Any]:
    code = at(column, row)
    here = (column, row)
    entry: dict[str, Any] = {"id": code, "printed": f"({code[0]}){code[1:]}", "at": [column, row], "terrain": "sea"}
    if 9 <= column < 50 and 10 <= row < 60:
        entry["terrain"] = "clear"
        entry["country"] = "canada" if row >= 45 else "mexico" if column >= 40 and row <= 25 else "us"
        entry["coastal"] = row == 10 or code in DEPOTS
        entry["rail"] = 10 < row <= 50 and entry["country"] != "mexico"
        entry["weather"] = row >= 40
    for country, island in (("cuba", CUBA), ("colombia", COLOMBIA)):
        if abs(column - island[0]) <= 2 and abs(row - island[1]) <= 1:
            entry.update(terrain="clear", country=country, coastal=True)
            entry["marks"] = ["port"] if here == island else []
    for kind, place in (("forest", FOREST), ("wilderness", WILDERNESS), ("broken", BROKEN), ("rough", ROUGH)):
        if here == place:
            entry["terrain"] = kind
    if here in (URBAN, HARBOUR):
        entry.update(terrain="urban", name="Town")
    if here == TUNDRA:
        entry["terrain"] = "tundra"
    if here == LAKE:
        entry.update(terrain="lake", country="", rail=False)
    marks = {PORT: ["port"], BEACH: ["amphibious"], STEEP: ["amphibious"], HARBOUR: ["port"], DEPOT: ["supply", "port"]}
    marks |= {SUPPLY: ["supply"], RESOURCE: ["resource"], CANADA: ["supply"], MEXICO: ["supply"]}
    entry.setdefault("marks", marks.get(here, []))
    if here == BEACH:
        entry["beach"] = "3/2"
    if here == STEEP:
        entry["beach"] = "6/3"
    return entry


@cache
def proving_ground() -> dict[str, Any]:
    text = files("grognard.games.invasion_america").joinpath("map.json").read_text(encoding="utf-8")
    data: dict[str, Any] = json.loads(text)
    data["hexes"] = [_hex(column, row) for row in range(ROWS) for column in range(COLUMNS)]
    kinds = {RIVER: "river", GREAT: "great_river", BLOCKED: "blocked", LAKESIDE: "lake", SEASIDE: "sea"}
    data["sides"] = [{"between": [at(*a), at(*east(a))], "kinds": [kind]} for a, kind in kinds.items()]
    return data


@cache
def game() -> InvasionAmerica:
    """The game on the proving ground."""
    return build(land=proving_ground())


@cache
def real() -> InvasionAmerica:
    """The game on its own map."""
    return build()


def place(spot: tuple[int, int] | str) -> int:
    text = spot if isinstance(spot, str) else at(*spot)
    return game().vocab["place"].index[text]


def piece(name: str) -> int:
    return game().vocab["piece"].index[name]


Spot = tuple[int, int] | str
"""A hex by column and row, the id of a box, or the id of the ship a unit is aboard."""


def arrange(
    units: dict[str, Spot | tuple[Spot, int]],
    phase: str,
    scenario: str = "three_pronged_invasion",
    turn: int = 1,
    control: dict[tuple[int, int], str] | None = None,
    **options: Any,
) -> Match:
    """A match with just these units on the map, at the start of a phase. `(spot, strength)` shows a unit as tried."""
    options.setdefault("garrison", False)
    match: Match = game().new(scenario, options, 1)
    s: Any = match.state
    forces = game().forces
    s.at = [-1] * forces.count
    s.aboard = [-1] * forces.count
    s._presence = None
    for name, given in units.items():
        unit = piece(name)
        spot, strength = given if isinstance(given, tuple) and not isinstance(given[0], int) else (given, None)
        if isinstance(strength, int):
            pool = forces.members[forces.pool_of[unit]]
            s.tried |= 1 << unit
            if s.strength[unit] != strength:
                other = next(p for p in pool if s.strength[p] == strength and not s.tried >> p & 1)
                s.strength[unit], s.strength[other] = s.strength[other], s.strength[unit]
        if isinstance(spot, str) and spot in game().vocab["piece"].index:
            s.aboard[unit] = piece(spot)
            s.at[unit] = s.at[piece(spot)]
        else:
            s.at[unit] = place(spot)
    for spot, side in (control or {}).items():
        s.control[game().theatre.prize_of[place(spot)]] = game().vocab["side"].index[side]
    s.turn = turn
    begin(match, phase)
    return match


def begin(match: Match, phase: str) -> None:
    """Start a phase afresh, whatever was going on."""
    s = match.state
    sequence = match.setup.sequence
    index = next(i for i, p in enumerate(sequence) if p.name == phase)
    s.phase = index
    nodes = match.game.node_numbers
    s.stack = [(nodes["next_phase"],), (nodes[sequence[index].node], index)]
    match.advance()
    match.inputs.clear()
    match._checkpoints.clear()
    match._floor = 0
    match.remember()


def texts(match: Match, side: str) -> list[str]:
    return [action.text for action in match.decision(side).actions]


def why(match: Match, side: str, action: str) -> str:
    """The rule by which an action is refused; empty where it is legal."""
    refusal = match.why_not(side, action)
    return "" if refusal is None else refusal.rule


def reached(match: Match, name: str, start: tuple[int, int], budget: int) -> dict[int, int]:
    """Hexes and the points spent on the way, for a unit with so many points."""
    found, places = reach(match.state, piece(name), place(start), budget)  # type: ignore[arg-type]
    return {p: found[p] for p in range(len(found)) if places >> p & 1}


def where(match: Match, name: str) -> str:
    return game().vocab["place"].id(match.state.at[piece(name)])  # type: ignore[attr-defined]


def deploy_all(match: Match, most: int = 400) -> None:
    """Let the staff set everything up."""
    for _ in range(most):
        if not match.to_act or match.decision(match.to_act[0]).name not in ("deploy", "deploy_at"):
            return
        side = match.to_act[0]
        legal = texts(match, side)
        match.play(side, "deploy rest" if "deploy rest" in legal else legal[-1])


SCENARIOS = [name for name in BUILT_IN if name != "campaign_game"]
