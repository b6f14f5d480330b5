"""The state of a game and the few verbs that every chapter uses: move, destroy, devastate, count."""

from __future__ import annotations

from grognard.core.events import OUTCOME, EventKind
from grognard.core.state import FlatState, array, scalar
from grognard.games.air_eaters import charts, world
from grognard.games.air_eaters.sides import N_SIDES, Table
from grognard.games.air_eaters.units import BASE, MOTHERSHIPS, N_PIECES, N_TYPES, OF_TYPE
from grognard.games.air_eaters.world import (
    HEX0,
    INDUSTRY,
    MOTHERSHIP_BOX,
    ON_EARTH_SITES,
    ON_JUPITER,
    ORBIT,
    ORBIT0,
    RING_PLACES,
    SITE_AT,
)

DESTROYED = EventKind("destroyed", "{piece} is destroyed at {place}", level=OUTCOME)
DISMANTLED = EventKind("dismantled", "{piece} is dismantled at {place}")
DEVASTATED = EventKind("devastated", "One Industrial Unit is devastated: {site}", level=OUTCOME, rule="8.4")
SITE_DESTROYED = EventKind("site_destroyed", "{site} is destroyed", level=OUTCOME, rule="23.0")


class State(FlatState):
    FIELDS = (
        array("at", per="piece", of="place"),
        array("owner", per="piece", of="side"),
        array("carrier", per="piece", of="piece"),  # the Transport a unit travels on (6.7)
        array("inertia", per="piece", low=-16, high=16),  # rings outwards (20.0 F)
        array("moved", per="piece", low=0, high=2),  # has acted in this stage (a Lander may act in two)
        array("beamed", per="piece", of="flag"),  # beamed since anything last moved (19.1)
        array("deployed", per="piece", of="flag"),  # face-up (18.1)
        array("fresh", per="piece", of="flag"),  # produced this turn (18.1)
        array("doomed", per="piece", of="flag"),  # destroyed, but fires first (29.1)
        array("shielded", per="piece", of="flag"),  # may fire before it is removed (29.2)
        array("shots", per="piece", low=0, high=4),  # bombardments or production rolls left this turn
        array("body_at", per="body", of="place"),
        array("body_inertia", per="body", low=-16, high=16),
        array("impact", per="body", of="place"),  # the hex a guided asteroid is about to hit (26.6)
        array("devastated", per="site", low=0, high=3),
        array("exists", per="site", of="flag"),
        array("site_side", per="site", of="side"),  # for whom an off-Earth site produces, where that can change
        array("index", per="index", low=0, high=40),
        array("researched", per="side", of="bits:project"),
        array("funded", per="side", of="bits:project"),  # 10 IUs allocated this turn (11.3)
        array("deeds", per="side", of="bits:deed"),  # what its units did this turn (11.2)
        array("points", per="side", low=0, high=200),  # IUs left to allocate this turn
        array("paid", per=N_SIDES * N_TYPES, low=0, high=30),  # allocated towards the next unit of a type (10.2)
        array("ready", per=N_SIDES * N_TYPES, low=0, high=15),  # complete and held off the map (10.4)
        array("surveys", per="side", low=0, high=80),  # asteroid prospecting rolls paid for (37.6.1)
        array("placed", per="side", low=0, high=15),  # new units placed this turn where that is limited (10.4, 33.2)
        array("leave", per="piece", low=0, high=65535),  # permissions of this turn for a unit (33.5): see players.py
        array("grants", per="side", low=0, high=1 << 30),  # the other permissions of this turn (33.4, 34.2)
        array("gained", per="side", of="bits:type"),  # types the Consortium may build (33.4)
        array("began", per=2, of="place"),  # where each Mothership began its space movement (6.11)
        array("late", per=2, of="bits:piece"),  # Landers that came there when it had left (6.11)
        scalar("movable", of="bits:piece"),  # who may still act in this stage
        scalar("given", of="bits:piece"),  # what changed hands in this phase (33.3, 34.2)
        scalar("completed", low=0, high=80),  # units the Mining Consortium has completed this turn (33.2)
        scalar("forces", low=0, high=14),  # Alien units still to be chosen (4.2)
        scalar("novaships", low=0, high=3),  # taken so far (4.2)
        scalar("special", of="flag"),  # this turn's special reinforcement is still to come (12.0)
        scalar("small", low=0, high=2),  # small reinforcements still to come
        scalar("venus_hit", of="flag"),  # 21.3
        scalar("new_asteroid", of="body"),  # pushed this turn: it moves on from the next (26.1)
        scalar("blockade", of="bits:side"),  # who has declared one (32.5, 33.7)
    )
    setup: Table
    at: list[int]
    owner: list[int]
    carrier: list[int]
    inertia: list[int]
    moved: list[int]
    beamed: list[int]
    deployed: list[int]
    fresh: list[int]
    doomed: list[int]
    shielded: list[int]
    shots: list[int]
    body_at: list[int]
    body_inertia: list[int]
    impact: list[int]
    devastated: list[int]
    exists: list[int]
    site_side: list[int]
    index: list[int]
    researched: list[int]
    funded: list[int]
    deeds: list[int]
    points: list[int]
    paid: list[int]
    ready: list[int]
    surveys: list[int]
    placed: list[int]
    leave: list[int]
    grants: list[int]
    gained: list[int]
    began: list[int]
    late: list[int]
    movable: int
    given: int
    completed: int
    forces: int
    novaships: int
    special: int
    small: int
    venus_hit: int
    new_asteroid: int
    blockade: int


# --- where things are


def space_of(s: State, place: int) -> int:
    """The Solar System space that a place lies in."""
    if place < RING_PLACES:
        return place
    if place < ON_JUPITER:
        return s.body_at[place - ORBIT0]
    if MOTHERSHIP_BOX <= place < HEX0:
        return space_of(s, s.at[MOTHERSHIPS[place - MOTHERSHIP_BOX]])
    return s.body_at[ORBIT[place] - ORBIT0]


def orbit_in(s: State, space: int) -> int:
    """The orbit box of the planet in a space, or -1."""
    for planet in range(8):
        if s.body_at[planet] == space:
            return ORBIT0 + planet
    return -1


def passenger(s: State, transport: int) -> int:
    """The unit on a Transport, or -1."""
    return s.carrier.index(transport) if transport in s.carrier else -1


def free_pieces(s: State, kind: int) -> list[int]:
    """Counters of a type that are not in play."""
    return [p for p in OF_TYPE[kind] if s.at[p] < 0]


def free_count(s: State, kind: int) -> int:
    """How many more units of a type may be made: counters neither in play nor spoken for by complete units (10.3)."""
    pieces, ready = OF_TYPE[kind], s.ready
    free = s.at[pieces.start : pieces.stop].count(-1)
    for side in s.setup.sides:
        free -= ready[side * N_TYPES + kind]
    return free


# --- changing the state


def enter(s: State, piece: int, place: int, side: int) -> None:
    s.at[piece] = place
    s.owner[piece] = side


def enter_new(s: State, kind: int, place: int, side: int) -> int:
    """Put a free counter of a type on the map."""
    piece = free_pieces(s, kind)[0]
    enter(s, piece, place, side)
    return piece


def relocate(s: State, piece: int, place: int) -> None:
    """Move a unit and its passenger."""
    s.at[piece] = place
    rider = passenger(s, piece)
    if rider >= 0:
        s.at[rider] = place


def remove(s: State, piece: int) -> None:
    """Take a unit off the map, with its passenger or what is aboard it (8.5)."""
    rider = passenger(s, piece)
    if rider >= 0:
        destroy(s, rider)
    if piece in MOTHERSHIPS:
        box = MOTHERSHIP_BOX + MOTHERSHIPS.index(piece)
        for aboard in range(N_PIECES):
            if s.at[aboard] == box:
                destroy(s, aboard)
    for name in _FORGOTTEN:
        getattr(s, name)[piece] = 0
    s.at[piece] = s.owner[piece] = s.carrier[piece] = -1
    s.movable &= ~(1 << piece)


_FORGOTTEN = ("inertia", "moved", "beamed", "deployed", "fresh", "doomed", "shielded", "shots", "leave")


def destroy(s: State, piece: int) -> None:
    s.emit(DESTROYED, piece, s.at[piece])
    remove(s, piece)


def dismantle(s: State, piece: int) -> None:
    s.emit(DISMANTLED, piece, s.at[piece])
    remove(s, piece)


def devastate(s: State, site: int) -> None:
    """One Industrial Unit of a site is lost (8.4); the Space Colony and mining bases are gone for good (23.0)."""
    s.devastated[site] += 1
    s.emit(SITE_DESTROYED if site >= world.HEX_SITES else DEVASTATED, site)
    if site > world.SPACE_COLONY:
        s.body_at[world.MINING_BASE + site - world.BASE_SITE] = -1


# --- counting


def standing(s: State, site: int) -> int:
    """Undevastated Industrial Units of a site."""
    return INDUSTRY[site] - s.devastated[site] if s.exists[site] else 0


def undevastated(s: State) -> int:
    devastated = s.devastated
    return sum(INDUSTRY[i] - devastated[i] for i, there in enumerate(s.exists) if there)


def total_devastated(s: State) -> int:
    return sum(s.devastated)


def undevastated_on_earth(s: State) -> int:
    devastated = s.devastated
    return sum(INDUSTRY[i] - devastated[i] for i in ON_EARTH_SITES)


def units_of(s: State, pieces: range) -> int:
    return sum(1 for place in s.at[pieces.start : pieces.stop] if place >= 0)


def industry_here(s: State, place: int) -> int:
    """The site at a hex, if any of its industry stands; else -1."""
    site = SITE_AT[place]
    return site if site >= 0 and standing(s, site) else -1


def converted(s: State, surface: int) -> bool:
    """Has this planet's atmosphere been converted (21.1)?"""
    name = world.SURFACES.ids[surface] if surface >= 0 else ""
    number = charts.INDEXES.index.get(name)
    return number is not None and s.index[number] == 0


def deployed_bases(s: State) -> list[int]:
    return [b for b in OF_TYPE[BASE] if s.deployed[b] and s.at[b] >= 0]
