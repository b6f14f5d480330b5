"""What must hold in every state: the fuzzer asks, and every position that is loaded."""

from __future__ import annotations

from collections.abc import Iterator

from grognard.core import Choice
from grognard.games.imperium.facts import (
    ABOARD,
    COUNT,
    DEFENSES,
    IMPERIAL,
    LOST,
    OF_SIDE,
    OFF_MAP_BOXES,
    OUTPOSTS,
    OWNER,
    PIECES,
    PLACES,
    QUEUE,
    ROOM,
    SHIPS,
    SIDE_IDS,
    TERRAN,
    WORLDS,
    pieces_in,
)
from grognard.games.imperium.sequence import PEACE_STEPS
from grognard.games.imperium.state import State
from grognard.games.imperium.transportation import carries


def problems(s: State) -> Iterator[str]:
    """Invariants: every counter in one place, cargo aboard a ship that can hold it, marks only where they belong."""
    count: dict[int, int] = {}
    for piece in range(COUNT):
        name = PIECES.ids[piece]
        place, ship = s.at[piece], s.on[piece]
        if place >= 0 and not s.here[place] >> piece & 1:
            yield f"{name}: the index does not know that it is at {PLACES.ids[place]}"
        if (place == ABOARD) != (ship >= 0):
            yield f"{name}: aboard, but on no ship, or the reverse"
        if ship >= 0:
            count[ship] = count.get(ship, 0) + 1
            if not carries(ship, piece) or OWNER[ship] != OWNER[piece] or s.at[ship] < 0:
                yield f"{name}: can't be aboard {PIECES.ids[ship]}"
        if place in (QUEUE, LOST) and (OWNER[piece] != IMPERIAL or not SHIPS >> piece & 1):
            yield f"{name}: only Imperial ships are replaced"
    if sum(bits.bit_count() for bits in s.here) != sum(place >= 0 for place in s.at):
        yield "the index holds counters that are nowhere"
    for ship, number in count.items():
        if number > ROOM[ship]:
            yield f"{PIECES.ids[ship]}: carries {number}, room for {ROOM[ship]}"
    for piece in pieces_in(s.disrupted & ~SHIPS):
        yield f"{PIECES.ids[piece]}: only ships are disrupted"
    for piece in pieces_in(s.disrupted | s.neutral | s.conquered | s.unplaced):
        if s.at[piece] < 0 or s.at[piece] in (QUEUE, LOST):
            yield f"{PIECES.ids[piece]}: marked, but not in play"
    if s.here[ABOARD] and any(s.at[s.on[p]] in OFF_MAP_BOXES[:3] for p in pieces_in(s.here[ABOARD])):
        yield "a cargo is aboard a ship that is not on the map"
    for side in (TERRAN, IMPERIAL):
        if s.ru[side] < 0:
            yield f"{SIDE_IDS[side]} has {s.ru[side]} RU"
    yield from _marks(s)
    yield from _frames(s)


def _marks(s: State) -> Iterator[str]:
    """Marks stand on counters that can bear them; who is picked or engaged is there."""
    bearers = (
        ("dry", s.dry, SHIPS),
        ("conquered", s.conquered, WORLDS & s.neutral),
        ("held_over", s.held_over, s.conquered),
        ("unplaced", s.unplaced, OUTPOSTS | DEFENSES),
        ("mandated", s.mandated, SHIPS & OF_SIDE[IMPERIAL]),
        ("neutral", s.neutral, s.on_surface),
        ("group", s.group, SHIPS & s.on_map),
        ("engaged", s.engaged, s.attack_force | s.defense_force),
    )
    for name, bits, allowed in bearers:
        for piece in pieces_in(bits & ~allowed):
            yield f"{PIECES.ids[piece]}: can't be {name}"
    if len({s.at[piece] for piece in pieces_in(s.group)}) > 1:
        yield "group: ships that move together are in one place"
    for piece in pieces_in(s.engaged):
        if s.foe[piece] < 0 or OWNER[s.foe[piece]] == OWNER[piece]:
            yield f"{PIECES.ids[piece]}: engaged, but with no enemy"
    if s.battle < 0 and s.engaged:
        yield "engaged: there is no battle"


# How many numbers stand behind a name on the decision stack; those of a choice begin with its side.
_ARGUMENTS = {
    **dict.fromkeys(
        ("production", "movement", "combat", "end_player_turn", "end_combat", "set_up", "begin_service"), 1
    ),
    **dict.fromkeys(
        ("begin_service", "settle", "react", "set_range", "fighters", "break_off", "forward", "match", "extras"), 1
    ),
    **dict.fromkeys(("extra_foe", "reply", "surface_fire", "battle_round", "assault_round", "income_due"), 1),
    **dict.fromkeys(("maintenance", "maintain", "frontier", "arrivals", "orders", "end_orders", "order"), 1),
    **dict.fromkeys(("replacements", "faction", "civil_war", "appeals", "appeal", "preserve", "colonise"), 1),
    **dict.fromkeys(("interwar_delivery", "redistribute", *PEACE_STEPS), 1),
    **dict.fromkeys(("begin_movement", "move", "group", "battles", "which_battle", "declarations", "interaction"), 2),
    **dict.fromkeys(("approach", "bombardment", "resolve_bombardment", "landings", "defense_fire", "assaults"), 2),
    **dict.fromkeys(
        ("bombard", "land", "which_assault", "place_forces", "deploy", "deploy_next", "obtain", "intervention"), 2
    ),
    **dict.fromkeys(("colonists_turn",), 2),
    "declare": 1,
    "commit": 3,
}
_IN_BATTLE = ("set_range", "fighters", "break_off", "forward", "match", "extras", "extra_foe", "declare", "reply")


def _frames(s: State) -> Iterator[str]:
    """The decision stack names sides that exist, and whatever its top choice is about is there."""
    for number, frame in enumerate(s.stack):
        node = s.game.nodes[frame[0]]
        if len(frame) - 1 != _ARGUMENTS.get(node.name, 0):
            yield f"stack, frame {number}: {node.name} takes {_ARGUMENTS.get(node.name, 0)} numbers"
        elif isinstance(node, Choice) and frame[1] not in (TERRAN, IMPERIAL):
            yield f"stack, frame {number}: {node.name} begins with a side, 0 or 1"
    name = s.game.nodes[s.stack[-1][0]].name if s.stack else ""
    needs = {
        "group": s.group,
        "deploy": s.pending,
        "match": s.forward >= 0,
        "extra_foe": s.picked >= 0,
        "deploy_next": s.picked >= 0,
    }
    if not needs.get(name, True) or (name in (*_IN_BATTLE, "surface_fire") and s.battle < 0):
        yield f"stack: {name} stands on top, but there is nothing to decide"
