"""The sequence of play, as data, and the steps that open and close its phases (Sequence of Play)."""

from __future__ import annotations

from grognard.core import Frame, Phase, Step, rule
from grognard.games.imperium.facts import (
    DEFENSES,
    IMPERIAL,
    LOST,
    SIDE_IDS,
    TERRAN,
    WORLDS,
    pieces_in,
)
from grognard.games.imperium.glory import free_worlds_lost_before, is_held_by_enemy, note_changes
from grognard.games.imperium.state import FIRST, REACTION, SECOND, State
from grognard.games.imperium.words import OPERATIONAL

PRODUCTION, MOVE_1, COMBAT_1, REACT_MOVE, REACT_COMBAT, MOVE_2, COMBAT_2, PEACE = range(8)


def _player_turn(side: int, tag: str) -> list[tuple[Phase, int, int, int]]:
    """The seven phases of a player turn: phase, the player whose turn it is, the phasing player, what it is."""
    own, enemy = SIDE_IDS[side], SIDE_IDS[1 - side]
    me, you = own.capitalize(), enemy.capitalize()
    under = f"{me} player turn"
    lines = (
        ("production", f"{me} Maintenance and Production", "Sequence/Production", own, "production", PRODUCTION),
        ("movement_1", f"{me} First Movement", "Sequence/Movement", own, "movement", MOVE_1),
        ("combat_1", f"{me} First Combat", "Sequence/Combat", own, "combat", COMBAT_1),
        ("reaction_movement", f"{you} Reaction Movement", "Sequence/Reaction", enemy, "movement", REACT_MOVE),
        ("reaction_combat", f"{you} Reaction Combat", "Sequence/Reaction", enemy, "combat", REACT_COMBAT),
        ("movement_2", f"{me} Second Movement", "Sequence/Movement", own, "movement", MOVE_2),
        ("combat_2", f"{me} Second Combat", "Sequence/Combat", own, "combat", COMBAT_2),
    )
    out = []
    for name, title, clause, phasing, node, what in lines:
        phase = Phase(f"{own}{tag}_{name}", title, clause, node, under=under, side=phasing)
        out.append((phase, side, SIDE_IDS.index(phasing), what))
    return out


_PEACE = (
    ("repatriation", "Repatriation of Forces"),
    ("exchange", "Territorial Exchange"),
    ("income", "Interwar Income"),
    ("postwar_production", "Postwar Production"),
    ("attrition", "Interwar Attrition"),
    ("favour", "Imperial Favor Attrition"),
    ("interwar_production", "Interwar Production"),
    ("colonisation", "Interwar Colonization"),
    ("redistribution", "Redistribution of Forces"),
    ("attack", "The Attack"),
)

PEACE_STEPS = tuple(name for name, _ in _PEACE)
_LINES: list[tuple[Phase, int, int, int]] = [
    *((Phase(n, title, "Peace/Steps", n, under="Peace"), TERRAN, TERRAN, PEACE) for n, title in _PEACE),
    *_player_turn(TERRAN, ""),
    *_player_turn(IMPERIAL, ""),
    *_player_turn(TERRAN, "_second"),
]
CAMPAIGN = tuple(line[0] for line in _LINES)
ONE_WAR = tuple(line[0] for line in _LINES[len(_PEACE) : len(_PEACE) + 14])
FACTS = {line[0].name: line[1:] for line in _LINES}
_TERRAN_FIRST = {p[0].name for p in _LINES[len(_PEACE) : len(_PEACE) + 7]}
_TERRAN_SECOND = {p[0].name for p in _LINES[len(_PEACE) + 14 :]}


def is_skipped(s: State, phase: Phase) -> bool:
    """Peace is skipped in war, war in peace, and the Terran player turn stands before or after the Imperial one."""
    if FACTS[phase.name][2] == PEACE:
        return not s.peace
    if s.peace:
        return True
    if s.first == TERRAN:
        return phase.name in _TERRAN_SECOND
    return phase.name in _TERRAN_FIRST


class Production(Step[State]):
    """A. Maintenance and Production: income, maintenance, new forces, for the Imperium the emperor, then orders."""

    name = "production"

    def run(self, s: State, frame: Frame) -> None:
        side = _enter(s, frame)
        s.push("orders", side)
        if side == IMPERIAL:
            s.push("appeals", side)
            s.push("intervention", 0, 0)
        s.push("arrivals", side)
        s.push("maintenance", side)
        s.push("income_due", side)


class Movement(Step[State]):
    """B, D, F. The movement phases."""

    name = "movement"

    def run(self, s: State, frame: Frame) -> None:
        side = _enter(s, frame)
        what = FACTS[s.setup.sequence[frame[1]].name][2]
        kind = FIRST if what == MOVE_1 else SECOND if what == MOVE_2 else REACTION
        s.push("begin_movement", side, kind)


class Combat(Step[State]):
    """C, E, G. The combat phases, each of three subphases; the player turn ends after the last."""

    name = "combat"

    def run(self, s: State, frame: Frame) -> None:
        side = _enter(s, frame)
        what = FACTS[s.setup.sequence[frame[1]].name][2]
        reacting = int(what == REACT_COMBAT)
        s.spent = s.fought = 0
        if what == COMBAT_2:
            s.push("end_player_turn", s.active)
        s.push("end_combat", side)
        s.push("assaults", side, reacting)
        s.push("interaction", side, reacting)
        s.push("battles", side, reacting)


def _enter(s: State, frame: Frame) -> int:
    active, phasing, _ = FACTS[s.setup.sequence[frame[1]].name]
    s.active = active
    s.mover = phasing
    return phasing


class EndCombat(Step[State]):
    """Closes a combat phase: what it has changed in the index of glory is noted."""

    name = "end_combat"

    def run(self, s: State, frame: Frame) -> None:
        s.fought = s.spent = s.handled = 0
        note_changes(s)


class EndPlayerTurn(Step[State]):
    """Neutralized counters recover, planetary defenses begin to work, Imperial losses go on the track."""

    name = "end_player_turn"
    recovery = rule("Combat/Bombardment/Neutralized")
    placed = rule("Markers/Planetary Defense/Operational")

    def run(self, s: State, frame: Frame) -> None:
        s.stuck = 0
        for piece in pieces_in(s.neutral & ~s.conquered):
            if not (WORLDS >> piece & 1 and is_held_by_enemy(s, piece)):
                s.neutral &= ~(1 << piece)
        for piece in pieces_in(DEFENSES & s.unplaced & s.on_surface):
            s.unplaced &= ~(1 << piece)
            s.emit(OPERATIONAL, piece, s.at[piece])
        note_changes(s)
        free_worlds_lost_before(s)
        if s.here[LOST]:
            s.push("replacements", IMPERIAL)
