"""The state of a match, and small questions about it that every chapter asks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from grognard.core import Dice, FlatState, Game, Setup, array, scalar
from grognard.core.events import Raw
from grognard.games.grav_armor.equipment import BOXES, FORT, OBJECTIVES, ORTILLERY, SIDES, WEAPON, place_words

if TYPE_CHECKING:
    from grognard.games.grav_armor.ground import Ground
    from grognard.games.grav_armor.scenario import GravSetup

DESTROYED = place_words().index["destroyed"]
EVACUATED = place_words().index["evacuated"]
LEFT_MAP = place_words().index["left_map"]
GONE = frozenset((DESTROYED, EVACUATED, LEFT_MAP))
ORBIT = tuple(place_words().index[f"orbit_{side}"] for side in SIDES)

FIRST_HEX = len(BOXES)  # of the places: boxes come first, then hexes

FRESH, GROUND, FLIGHT, SETTLED = range(4)  # gaits of a move: nothing yet, over the ground, free flight, no way on
ASK, HOLD = 0, 101  # standing orders; 1 to 100: fire at that chance in percent or better
WATCHFUL, UNIT_PASSED, PHASE_PASSED = range(3)  # how quiet the firing side has chosen to be


class GravState(FlatState):
    FIELDS = (
        array("at", per="piece", of="place"),
        array("on", per="piece", of="piece"),
        array("disrupted", per="piece", of="flag"),
        array("moved", per="piece", of="flag"),
        array("fired", per="piece", of="flag"),
        array("ridden", per="piece", of="flag"),
        array("lifted", per="piece", low=0, high=3),
        array("loss", per="piece", low=0, high=20),
        array("order", per="piece", low=0, high=HOLD),
        array("aim", per="piece", of="bits:piece"),
        array("zone", per="piece", of="bits:place"),
        array("holder", per=OBJECTIVES, of="side"),
        scalar("mover", of="piece"),
        scalar("left", low=0, high=40),
        scalar("gait", low=0, high=SETTLED),
        scalar("aloft", of="flag"),
        scalar("quiet", low=0, high=PHASE_PASSED),
        scalar("shots", low=0),
        scalar("due", of="bits:piece"),
    )
    at: list[int]
    on: list[int]
    disrupted: list[int]
    moved: list[int]
    fired: list[int]
    ridden: list[int]
    lifted: list[int]
    loss: list[int]
    order: list[int]
    aim: list[int]
    zone: list[int]
    holder: list[int]
    mover: int
    left: int
    gait: int
    aloft: int
    quiet: int
    shots: int
    due: int

    ground: Ground

    def __init__(self, game: Game[Any], setup: Setup, dice: Dice, log: list[Raw] | None = None) -> None:
        super().__init__(game, setup, dice, log)
        self.ground = cast("GravSetup", setup).ground


def cell_of(s: GravState, piece: int) -> int:
    """The cell a piece is in; -1 in orbit, beyond an edge, or gone."""
    return s.ground.cell[s.at[piece]] if s.at[piece] >= 0 else -1


def is_aloft(s: GravState, piece: int) -> bool:
    """In free flight, over the map in a spacecraft, climbing or diving: only the unit that is moving can be."""
    return bool(s.aloft) and piece == s.mover


def is_target(s: GravState, piece: int) -> bool:
    """Can it be shot at: a unit or fort on the map that is not inside another."""
    g = s.ground
    return g.move[piece] <= FORT and g.side[piece] >= 0 and s.on[piece] < 0 and cell_of(s, piece) >= 0


def is_gone(s: GravState, piece: int) -> bool:
    return s.at[piece] in GONE


def occupied(s: GravState, side: int) -> int:
    """The cells where a side has units."""
    g = s.ground
    bit, at = g.bit, s.at
    mask = 0
    for piece in g.bodies[side]:
        mask |= bit[at[piece]]
    return mask


def riders(s: GravState, carrier: int) -> list[int]:
    """The units directly inside a carrier or drop-ship."""
    on = s.on
    return [p for p in s.ground.bodies[s.ground.side[carrier]] if on[p] == carrier]


def put(s: GravState, piece: int, place: int) -> None:
    """Put a unit somewhere, with all that is inside it."""
    s.at[piece] = place
    g = s.ground
    if g.carrier[piece]:
        for rider in riders(s, piece):
            put(s, rider, place)
    elif g.move[piece] == FORT:
        for weapon in g.weapons_of[piece]:
            s.at[weapon] = place


def fires_from(s: GravState, piece: int) -> int:
    """The EW value with which a piece fires and detects."""
    g = s.ground
    return max(g.ew[piece] - s.loss[g.fort_of[piece]], 0) if g.move[piece] == WEAPON else g.ew[piece]


def is_ready(s: GravState, piece: int) -> bool:
    """Can this piece still fire in this phase, from the map?"""
    g = s.ground
    return (
        not s.fired[piece]
        and not s.disrupted[piece]
        and s.on[piece] < 0
        and g.range[piece] > 0
        and g.move[piece] != ORTILLERY
        and g.cell[s.at[piece]] >= 0
    )
