"""What lies on the table: unit types, counters, map sections, terrain keys. Chapter Game Equipment."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from grognard.core.data import read_data
from grognard.core.vocab import Vocabulary
from grognard.core.words import GrognardError

IMPERIAL, LEAGUE = 0, 1
SIDES = ("imperial", "league")

MOVES = ("infantry", "hover", "grav", "fighter", "dropship", "fort", "weapon", "ortillery")
INFANTRY, HOVER, GRAV, FIGHTER, DROPSHIP, FORT, WEAPON, ORTILLERY = range(8)
WEAPONS = ("none", "missiles", "particle", "gatling", "magbolt")
NO_WEAPON, MISSILES, PARTICLE, GATLING, MAGBOLT = range(5)

FORT_NAMES = ("alpha", "beta", "gamma", "delta")
FORT_WEAPONS = ("missiles", "gatling")  # the systems that a fort may have
EDGES = ("edge_north", "edge_east", "edge_south", "edge_west")
BOXES = (*EDGES, "orbit_imperial", "orbit_league", "evacuated", "left_map", "destroyed")
BOX_NAMES = (
    "beyond the north edge",
    "beyond the east edge",
    "beyond the south edge",
    "beyond the west edge",
    "Imperial orbit",
    "League orbit",
    "evacuated",
    "off the map",
    "destroyed",
)
OBJECTIVES = 12  # how many a scenario may have


class BadScenario(GrognardError):
    """A scenario document that can't be: the text names the scenario, the field, and its line where that is known."""

    def __init__(self, where: str, field: str, reason: str, line: int = 0) -> None:
        self.where, self.field, self.reason = where, field, reason
        spot = f"{where}, line {line}" if line else where
        super().__init__(f"{spot}, {field}: {reason}" if field else f"{spot}: {reason}")

    def at_line(self, line: int) -> BadScenario:
        return BadScenario(self.where, self.field, self.reason, line)


@dataclass(frozen=True, slots=True)
class UnitType:
    """One kind of counter with its printed factors."""

    id: str
    name: str
    ew: int
    enhanced: bool
    attack: int
    weapon: int
    range: int
    defense: int
    active: bool
    mp: int
    move: int
    carrier: bool
    special: bool
    sides: tuple[str, ...]
    counters: int
    worth: int
    symbol: str

    @property
    def is_unit(self) -> bool:
        return self.move <= FORT


@dataclass(frozen=True, slots=True)
class Terrain:
    """One line of a terrain key. A cost of 0 closes it to that class; `special` are values for the target's hex."""

    name: str
    color: str
    value: int
    costs: Mapping[str, int]
    special: Mapping[str, int]
    lethal: tuple[str, ...]
    fill: str
    dark: str
    pattern: str


@cache
def unit_types() -> dict[str, UnitType]:
    types = {}
    for name, row in read_data("grav_armor", "pieces.toml").items():
        fields = {**row, "id": name, "sides": tuple(row["sides"])}
        fields["weapon"] = WEAPONS.index(row["weapon"])
        fields["move"] = MOVES.index(row["move"])
        types[name] = UnitType(**fields)
    return types


@cache
def counters() -> tuple[tuple[str, str, int, str], ...]:
    """Every counter: id, type, side, name. The side of forts and their weapons is -1: the scenario gives them one."""
    found: list[tuple[str, str, int, str]] = []
    for side, name in enumerate(SIDES):
        for kind in unit_types().values():
            if name not in kind.sides:
                continue
            for number in range(1, kind.counters + 1):
                found.append(
                    (f"{name[0]}_{kind.id}_{number}", kind.id, side, f"{name.capitalize()} {kind.name} ({number})")
                )
    for fort in FORT_NAMES:
        found.append((f"fort_{fort}", "fort", -1, f"Fort {fort.capitalize()}"))
        found.append((f"{fort}_missiles", "fort_missiles", -1, f"{fort.capitalize()} missiles"))
        found.append((f"{fort}_gatling", "fort_gatling", -1, f"{fort.capitalize()} gatling lasers"))
    return tuple(found)


def piece_words() -> Vocabulary:
    return Vocabulary("piece", [c[0] for c in counters()], [c[3] for c in counters()])


def type_words() -> Vocabulary:
    return Vocabulary("type", unit_types(), [t.name for t in unit_types().values()])


@cache
def sections() -> dict[str, Any]:
    return read_data("grav_armor", "map.json")


@cache
def place_words() -> Vocabulary:
    """The boxes, then every hex of every section by its own printed number, `4-0810`."""
    ids = list(BOXES)
    names = list(BOX_NAMES)
    for section, columns in sections()["sections"].items():
        for column, hexes in enumerate(columns, 1):
            for row in range(1, len(hexes) + 1):
                ids.append(f"{section}-{column:02d}{row:02d}")
                names.append(ids[-1])
    return Vocabulary("place", ids, names)


def color_of(section: int, column: int, row: int) -> str:
    data = sections()
    return str(data["colors"][data["sections"][str(section)][column - 1][row - 1]])


def has_streak(section: int, column: int, row: int) -> bool:
    return f"{column:02d}{row:02d}" in sections()["streaks"][str(section)]


def terrain_key(where: str, rows: Mapping[str, Any]) -> dict[str, Terrain]:
    """A scenario's terrain key by colour: yellow, blue, orange, green, brown, and where they count streak and city."""
    colors = (*sections()["colors"].values(), "streak", "city")
    key: dict[str, Terrain] = {}
    for color, row in rows.items():
        if color not in colors:
            raise BadScenario(where, f"terrain.{color}", f"expected one of {', '.join(colors)}")
        costs = {m: row.get(m, 0) for m in ("infantry", "hover", "grav")}
        special: dict[str, int] = dict(row.get("special", {}))
        lethal = tuple(row.get("lethal", ()))
        for move, value in special.items():
            if move not in MOVES[:6]:
                raise BadScenario(
                    where, f"terrain.{color}.special", f"{move!r} is no class; there are {', '.join(MOVES[:6])}"
                )
            if isinstance(value, bool) or value not in range(21):
                raise BadScenario(where, f"terrain.{color}.special", "expected whole numbers from 0 to 20")
        for move in lethal:
            if move not in costs:
                raise BadScenario(where, f"terrain.{color}.lethal", f"{move!r}: expected {', '.join(costs)}")
        fill, dark = row.get("fill", "#cccccc"), row.get("dark", "#444444")
        name, pattern = row.get("name", color), row.get("pattern", "")
        key[color] = Terrain(name, color, row["value"], costs, special, lethal, fill, dark, pattern)
    missing = [c for c in sections()["colors"].values() if c not in key]
    if missing:
        raise BadScenario(where, "terrain", f"no line for {', '.join(missing)}")
    return key


def layout(where: str, rows: Sequence[Sequence[str]]) -> list[list[int | tuple[int, str] | None]]:
    """`[["6", "5 turned"], ["1", ""]]` as the board library wants it."""
    laid: list[list[int | tuple[int, str] | None]] = []
    for row in rows:
        line: list[int | tuple[int, str] | None] = []
        for text in row:
            number, _, turned = str(text).partition(" ")
            if text == "":
                line.append(None)
            elif number in sections()["sections"] and turned in ("", "turned"):
                line.append((int(number), "turned") if turned else int(number))
            else:
                raise BadScenario(where, "layout", f"{text!r} is no section: write 1 to 6, 'turned' if upside down")
        laid.append(line)
    return laid


def bits_of(items: Iterable[int]) -> int:
    mask = 0
    for item in items:
        mask |= 1 << item
    return mask
