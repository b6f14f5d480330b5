"""What a player sees: everything, for Imperium hides nothing but the dice to come."""

from __future__ import annotations

from typing import Any

from grognard.games.imperium.control import flood, free_systems, markers, world_systems, worlds
from grognard.games.imperium.economics import income
from grognard.games.imperium.facts import (
    AWAY,
    BEAM,
    BOXES,
    COUNT,
    FORCE,
    IMPERIAL,
    KEEP,
    KIND,
    LOST,
    MISSILE,
    OUTPOSTS,
    OWNER,
    PIECES,
    PLACES,
    QUEUE,
    SCREEN,
    SHIPS,
    SIDE_IDS,
    TERRAN,
    TRACK,
    TROOPS,
    TYPES,
    pieces_in,
)
from grognard.games.imperium.glory import glory_to_lose, glory_to_win
from grognard.games.imperium.state import State

_MODES = ("", "fire", "salvo", "missiles", "missile_salvo", "suicide", "defend")
_WAITING = (TRACK, QUEUE, AWAY, LOST)


def factors(piece: int) -> list[str]:
    """What the counter prints: beams, missiles, screen and maintenance; or the strength of a troop."""
    if SHIPS >> piece & 1:
        return [str(BEAM[piece]), str(MISSILE[piece]), str(SCREEN[piece]), str(KEEP[piece])]
    if TROOPS >> piece & 1:
        return [str(FORCE[piece])]
    return []


def _marks(s: State, piece: int) -> list[str]:
    bit = 1 << piece
    out = []
    for name, bits in (
        ("disrupted", s.disrupted),
        ("neutralized", s.neutral),
        ("conquered", s.conquered),
        ("unplaced", s.unplaced),
        ("mandated", s.mandated),
        ("dry", s.dry),
        ("stuck", s.stuck),
        ("spent", s.spent),
        ("selected", s.group),
        ("reaction", s.reaction),
        ("engaged", s.engaged),
        ("moved", s.moved),
    ):
        if bits & bit:
            out.append(name)
    return out


def pieces(s: State) -> list[dict[str, Any]]:
    out = []
    for piece in range(COUNT):
        place = s.at[piece]
        if place < 0:
            continue
        entry: dict[str, Any] = {
            "id": PIECES.ids[piece],
            "type": TYPES.ids[KIND[piece]],
            "side": SIDE_IDS[OWNER[piece]],
            "at": PLACES.ids[s.where(piece)],
            "name": PIECES.names[piece],
            "factors": factors(piece),
            "marks": _marks(s, piece),
        }
        if s.on[piece] >= 0:
            entry["on"] = PIECES.ids[s.on[piece]]
        if place in _WAITING:
            entry["due"] = s.due[piece]
        out.append(entry)
    return out


def marks(s: State) -> list[dict[str, Any]]:
    out: list[dict[str, Any]] = []
    for box in BOXES:
        if s.terraforming[box]:
            out.append({"at": PLACES.ids[box], "kind": "terraforming", "value": s.terraforming[box]})
    return out


def extra(s: State) -> dict[str, Any]:
    """The glory index and the emperor, the lit routes of each side, and the battle on the table."""
    lit = {}
    for side, who in enumerate(SIDE_IDS):
        lit[who] = [PLACES.ids[star] for star in pieces_in(flood(world_systems(s, side), free_systems(s, side)))]
    return {
        "glory_change": s.glory_change,
        "attention": bool(s.attention),
        "appeals_barred": bool(s.appeals_barred),
        "budget": s.budget + s.war_budget,
        "depression": s.depression,
        "permits": [TYPES.ids[kind] for kind in pieces_in(s.permits)],
        "offensive": s.offensive,
        "first": SIDE_IDS[s.first],
        "active": SIDE_IDS[s.active],
        "peace": s.peace,
        "wins": {who: s.wins[side] for side, who in enumerate(SIDE_IDS)},
        "connected": lit,
        "battle": _battle(s),
    }


def _battle(s: State) -> dict[str, Any] | None:
    if s.battle < 0:
        return None
    pairs = [
        {
            "piece": PIECES.ids[p],
            "foe": PIECES.id(s.foe[p]),
            "aim": PIECES.id(s.aim[p]),
            "mode": _MODES[s.mode[p]],
        }
        for p in pieces_in(s.engaged)
    ]
    return {
        "at": PLACES.ids[s.battle],
        "surface": bool(s.ground),
        "round": s.round,
        "range": "" if s.ground else ("short" if s.range else "long"),
        "attacker": SIDE_IDS[s.mover],
        "forward": PIECES.id(s.forward),
        "pairs": pairs,
    }


def figures(s: State) -> dict[str, float]:
    out: dict[str, float] = {
        "turn": s.turn,
        "war": s.war,
        "glory": s.glory,
        "glory_win": glory_to_win(s.turn),
        "glory_loss": glory_to_lose(s.turn),
    }
    for side, who in ((TERRAN, "terran"), (IMPERIAL, "imperial")):
        out[f"{who}_ru"] = s.ru[side]
        out[f"{who}_income"] = income(s, side)
        out[f"{who}_worlds"] = worlds(s, side).bit_count()
        out[f"{who}_outposts"] = (markers(s, side) & OUTPOSTS).bit_count()
    return out
