"""Scenarios as the rules use them: orders of battle, areas, replacements, victory (18.2, 18.3, 19.0)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from grognard.core import BadSetup, Scenario
from grognard.core.data import parse_toml, read_text
from grognard.games.invasion_america.forces import SIDE_OF_FORCE, SIDES, Forces
from grognard.games.invasion_america.options import OPENINGS
from grognard.games.invasion_america.theatre import Theatre

BUILT_IN = (*OPENINGS, "inland_campaign", "scenario_v", "partisan_revolt", "campaign_game", "northern_gate")


@dataclass(frozen=True, slots=True)
class Lent:
    """Units of another force that an aggressor sets up beside his own (19.61)."""

    force: int
    units: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class Order:
    """One force's order of battle: how many units of each pool, where they deploy, what replaces them."""

    force: int
    units: Mapping[int, int]
    constant: Mapping[int, int]
    area: int
    depots: tuple[int, ...] = ()
    radius: int = 0
    near_cities: int = 0
    alone: bool = False
    supplied: bool = False
    lent: tuple[Lent, ...] = ()

    @property
    def side(self) -> int:
        return SIDE_OF_FORCE[self.force]


@dataclass(frozen=True, slots=True)
class Plan:
    """A scenario as the rules use it."""

    name: str
    turns: int
    orders: tuple[Order, ...]
    victory: Mapping[str, Any]
    variable: Mapping[str, Any] = field(default_factory=dict)
    waiting: Mapping[str, Any] = field(default_factory=dict)
    revolt: Mapping[str, Any] = field(default_factory=dict)
    campaign: Mapping[str, Any] = field(default_factory=dict)

    @property
    def sides(self) -> tuple[int, ...]:
        found = {order.side for order in self.orders}
        return tuple(side for side in range(len(SIDES)) if side in found)


def everything(documents: Sequence[str], forces: Forces, theatre: Theatre) -> list[Scenario]:
    """The scenarios of chapter 19, one of ours, and those of one's own (19.7)."""
    found = []
    for name in BUILT_IN:
        text = read_text("invasion_america", "scenarios", f"{name}.toml")
        found.append(read(text, forces, theatre, f"{name}.toml"))
    for number, text in enumerate(documents, start=1):
        where = f"scenario {number}"
        one = read(text, forces, theatre, where)
        if any(one.name == other.name for other in found):
            raise BadSetup(f"{where}, name: there is a scenario {one.name!r} already")
        found.append(one)
    return found


def read(text: str, forces: Forces, theatre: Theatre, where: str = "scenario") -> Scenario:
    """A scenario from the text of its document (19.7)."""
    from grognard.games.invasion_america.reader import Reader

    try:
        document = parse_toml(text)
    except ValueError as error:
        raise BadSetup(f"{where}: {error}") from None
    return Reader(forces, theatre, where, text).scenario(document)
