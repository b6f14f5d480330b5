"""A proving ground with every kind of unit, and a way to set up any position on it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from grognard.core import Match
from grognard.games.grav_armor.equipment import unit_types
from grognard.games.grav_armor.game import GravArmor, build
from grognard.games.grav_armor.state import GravState, put

TERRAIN = """
[terrain.yellow]
name = "Plains"
value = 0
infantry = 1
hover = 1
grav = 1
[terrain.orange]
name = "Hills"
value = 2
infantry = 2
hover = 3
grav = 1
[terrain.green]
name = "Woods"
value = 1
infantry = 1
hover = 2
grav = 2
special = { infantry = 3 }
[terrain.brown]
name = "Peaks"
value = 3
grav = 2
lethal = ["hover", "infantry"]
[terrain.blue]
name = "Deep water"
value = 0
grav = 6
"""


def document(name: str = "proving_ground", layout: str = '[["4", "5"]]', extra: str = "") -> str:
    """A scenario in which every unit type waits beyond an edge, three of each infantry and two of the rest."""
    lines = [
        f'name = "{name}"',
        'title = "Proving ground"',
        'about = "Every unit there is."',
        "turns = 3",
        'moves_first = "league"',
        f"layout = {layout}",
        extra,
        TERRAIN,
        "[victory]",
    ]
    for side, home in (("imperial", "edge_east"), ("league", "edge_west")):
        for kind in unit_types().values():
            if side not in kind.sides or not kind.counters or kind.id in SKIPPED[side]:
                continue
            at = "orbit" if kind.id in ("j_inf", "ds8", "ds3", "fl6", "fm3") or "ortillery" in kind.id else home
            at = f'"{at}"' if kind.id not in ("m_mil", "l_mil") else f'["{HOMES[side]}"]'
            lines += [f'[[forces]]\nside = "{side}"\ntype = "{kind.id}"\ncount = 1\nat = {at}']
        for _ in range(2):
            lines += [f'[[forces]]\nside = "{side}"\ntype = "a_inf"\ncount = 1\nat = "{home}"']
        lines += [f'[[forces]]\nside = "{side}"\ntype = "zeta7"\ncount = 1\nat = "{home}"']
    lines += ['[[forces]]\nside = "imperial"\ntype = "fort"\nname = "alpha"\nat = ["5-0712"]']
    return "\n".join(lines)


HOMES = {"imperial": "5-0909", "league": "4-0101"}
SKIPPED = {
    "imperial": ("xi3", "titan2", "silon4", "chi1", "del1", "del3"),
    "league": ("xi3", "silon4", "chi2", "del1", "del3", "ortillery_missile"),
}


@cache
def game() -> GravArmor:
    return build([document()])


def table(
    at: Mapping[str, str],
    phase: str = "league",
    aboard: Mapping[str, str] | None = None,
    disrupted: Sequence[str] = (),
    scenario: str = "proving_ground",
    seed: int = 5,
) -> Match:
    """A match in which only these units are in play, at the start of the phase in which that side moves."""
    match = game().new(scenario, {"free_setup": False}, seed)
    s = match.state
    index = match.game.vocab["piece"].index
    places = match.game.vocab["place"].index
    for unit in s.ground.dealt:
        s.on[unit.piece] = -1
    for unit in s.ground.dealt:
        put(s, unit.piece, places["left_map"])
    for name, place in at.items():
        assert s.ground.side[index[name]] >= 0, f"{name} is not dealt"
        put(s, index[name], places[place])
    for rider, carrier in (aboard or {}).items():
        s.on[index[rider]] = index[carrier]
        put(s, index[rider], s.at[index[carrier]])
    for name in disrupted:
        s.disrupted[index[name]] = 1
    start_phase(match, phase)
    again: Match = match.game.from_position(match.position())
    return again


def start_phase(match: Match, side: str) -> None:
    """Begin the phase in which that side moves, its recovery first."""
    s = match.state
    number = next(n for n, p in enumerate(s.setup.sequence) if p.side == side)
    s.stack[:] = [(match.game.node("next_phase"),)]
    s.phase = number - 1
    match.advance()
    match.epoch += 1


def actions(match: Match) -> list[str]:
    return [a.text for a in match.decision(match.to_act[0]).actions]


def play(match: Match, *texts: str) -> None:
    """Whoever must act plays these, one after the other."""
    for text in texts:
        match.play(match.to_act[0], text)


def refused(match: Match, text: str) -> str:
    """The rule by which whoever must act may not do this."""
    refusal = match.why_not(match.to_act[0], text)
    assert refusal is not None, f"{text} is legal"
    return refusal.rule


def number(match: Match, piece: str) -> int:
    return match.game.vocab["piece"].index[piece]


def where(match: Match, piece: str) -> str:
    return match.game.vocab["place"].id(match.state.at[number(match, piece)])


def state(match: Match) -> GravState:
    s = match.state
    assert isinstance(s, GravState)
    return s


def heard(match: Match) -> list[str]:
    return [e.text for e in match.events()]
