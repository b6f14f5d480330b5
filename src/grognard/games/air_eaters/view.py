"""What everybody sees: nothing in this game is hidden. Also figures, idle phases and the checks of a position."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from grognard.core.nodes import Choice
from grognard.games.air_eaters import charts, economy, reinforcements, victory, world
from grognard.games.air_eaters.alien_production import deployable
from grognard.games.air_eaters.conversion import rate
from grognard.games.air_eaters.sides import EARTH_SIDE, MARS_SIDE, SIDES
from grognard.games.air_eaters.state import State, space_of, standing, total_devastated, undevastated, units_of
from grognard.games.air_eaters.units import (
    ABBR,
    ALIENS,
    CARGO,
    CARRIED_KINDS,
    IS_ALIEN,
    MOTHERSHIPS,
    MOVE,
    N_PIECES,
    N_TYPES,
    PIECES,
    TERRANS,
    TYPE,
    TYPES,
)
from grognard.games.air_eaters.world import HEX0, INDUSTRY, MOTHERSHIP_BOX, PLACES, SITES


def figures(s: State) -> dict[str, float]:
    """What a scoreboard shows; production counts all industry that would produce now."""
    out: dict[str, float] = {"turn": s.turn}
    if s.setup.war:
        for side in (EARTH_SIDE, MARS_SIDE):
            out[f"{SIDES.ids[side]}_production"] = counted(s, side)
        out["terran_production"] = out["earth_production"]
        if s.setup.expansion:
            out["earth_gain"] = victory.expansion_gain(s, EARTH_SIDE)
            out["mars_gain"] = victory.expansion_gain(s, MARS_SIDE)
    else:
        out["terran_production"] = sum(counted(s, side) for side in economy.producers(s))
    out["undevastated_ius"] = undevastated(s)
    out["devastated_ius"] = total_devastated(s)
    out["terran_units"] = units_of(s, TERRANS)
    out["alien_units"] = units_of(s, ALIENS)
    if s.setup.bases:
        for number, name in enumerate(charts.INDEXES.ids):
            out[f"index_{name}"] = s.index[number]
    for side, points in victory.victory_points(s).items():
        out[f"victory_points_{SIDES.ids[side]}"] = points
    return out


def counted(s: State, side: int) -> int:
    """The production track: industry that counts for a side, blockades and protests of the turn aside (10.1, 27.2)."""
    return sum(
        standing(s, i)
        for i, there in enumerate(s.exists)
        if there and economy.producer_of(s, i) == side and not economy.site_besieged(s, i, side)
    )


def view(s: State) -> dict[str, Any]:
    return {"pieces": _pieces(s), "marks": _marks(s), "extra": _extra(s)}


def _pieces(s: State) -> list[dict[str, Any]]:
    out = []
    for p in range(N_PIECES):
        if s.at[p] < 0:
            continue
        move = MOVE[TYPE[p]]
        piece: dict[str, Any] = {
            "id": PIECES.ids[p],
            "type": TYPES.ids[TYPE[p]],
            "side": SIDES.id(s.owner[p]),
            "at": PLACES.ids[s.at[p]],
            "name": PIECES.names[p],
            "factors": [_letters(p), "U" if move < 0 else str(move)],
            "marks": _piece_marks(s, p),
        }
        if s.carrier[p] >= 0:
            piece["on"] = PIECES.ids[s.carrier[p]]
        elif MOTHERSHIP_BOX <= s.at[p] < HEX0:
            piece["on"] = PIECES.ids[ALIENS[s.at[p] - MOTHERSHIP_BOX]]
        out.append(piece)
    return out


def _letters(p: int) -> str:
    """What a counter prints: its type; a Mothership also which it is, for its name is too long to stand on it."""
    return f"{ABBR[TYPE[p]]} {p - MOTHERSHIPS[0] + 1}" if p in MOTHERSHIPS else ABBR[TYPE[p]]


def _piece_marks(s: State, p: int) -> list[str]:
    marks = []
    if s.moved[p]:
        marks.append("moved")
    if s.doomed[p]:
        marks.append("doomed")
    if p in CARRIED_KINDS:
        marks.append("deployed" if s.deployed[p] else "undeployed")
    if s.inertia[p]:
        marks.append(f"inertia{s.inertia[p]:+d}")
    return marks


def _marks(s: State) -> list[dict[str, Any]]:
    """Industry and its devastation (3.3), for whom a disputed site produces, the Space Colony, the moons."""
    out: list[dict[str, Any]] = []
    for site, place in enumerate(world.SITE_PLACE):
        at = PLACES.ids[place]
        out.append({"at": at, "kind": "industry", "value": INDUSTRY[site] - s.devastated[site]})
        if s.devastated[site]:
            out.append({"at": at, "kind": "devastation", "value": s.devastated[site]})
        if s.setup.war and s.site_side[site] >= 0:
            out.append({"at": at, "kind": "control", "side": SIDES.ids[s.site_side[site]]})
    if s.exists[world.SPACE_COLONY]:
        out.append({"at": "earth_orbit", "kind": "space_colony", "value": standing(s, world.SPACE_COLONY)})
    for moon in (world.DEIMOS, world.PHOBOS):
        if s.body_at[moon] >= 0:
            out.append({"at": PLACES.ids[s.body_at[moon]], "kind": "moon", "value": world.BODIES.names[moon][:4]})
    return out


def _extra(s: State) -> dict[str, Any]:
    bodies = {
        world.BODIES.ids[b]: {
            "at": PLACES.ids[place],
            "name": world.BODIES.names[b],
            **({"inertia": s.body_inertia[b]} if s.body_inertia[b] else {}),
            **(
                {"side": SIDES.ids[s.site_side[world.BASE_SITE + b - world.MINING_BASE]]}
                if b >= world.MINING_BASE and s.site_side[world.BASE_SITE + b - world.MINING_BASE] >= 0
                else {}
            ),
        }
        for b, place in enumerate(s.body_at)
        if place >= 0
    }
    sides = {}
    for side in s.setup.sides:
        base = side * N_TYPES
        sides[SIDES.ids[side]] = {
            "points": s.points[side],
            "researched": [charts.PROJECTS.ids[i] for i in range(len(charts.PROJECTS)) if s.researched[side] >> i & 1],
            "funded": [charts.PROJECTS.ids[i] for i in range(len(charts.PROJECTS)) if s.funded[side] >> i & 1],
            "ready": {TYPES.ids[t]: s.ready[base + t] for t in range(N_TYPES) if s.ready[base + t]},
            "paid": {TYPES.ids[t]: s.paid[base + t] for t in range(N_TYPES) if s.paid[base + t]},
        }
    moons = (world.DEIMOS, world.PHOBOS)
    planets = {
        world.BODIES.ids[b]: PLACES.ids[place] for b, place in enumerate(s.body_at) if place >= 0 and b not in moons
    }
    extra: dict[str, Any] = {"planets": planets, "bodies": bodies, "sides": sides}
    if s.setup.bases:
        extra["index"] = {name: s.index[i] for i, name in enumerate(charts.INDEXES.ids)}
        extra["converting"] = {name: rate(s, i) for i, name in enumerate(charts.INDEXES.ids)}
    if s.blockade:
        extra["blockade"] = [SIDES.ids[i] for i in s.setup.sides if s.blockade >> i & 1]
    return extra


def is_idle(s: State, phase: str) -> bool:
    """Phases in which nothing can happen are left out."""
    if phase in ("terran_research", "research"):
        return not any(s.funded) and not any(s.surveys)
    if phase == "alien_reinforcements":
        return not any(s.at[m] >= 0 and space_of(s, s.at[m]) in reinforcements.RECEIVING for m in MOTHERSHIPS)
    if phase == "alien_conversion":
        return not any(rate(s, i) and s.index[i] for i in range(len(charts.INDEXES)))
    if phase == "alien_deployment":
        return not any(deployable(s, side) for side in s.setup.sides if s.setup.aliens >> side & 1)
    return False


def check(s: State) -> Iterator[str]:
    """Invariants of a position."""
    for p in range(N_PIECES):
        name = PIECES.ids[p]
        here = s.at[p]
        if (here < 0) != (s.owner[p] < 0):
            yield f"{name}: at and owner must be given together"
            continue
        if here < 0:
            continue
        if s.owner[p] not in s.setup.sides and not s.setup.solitaire:
            yield f"{name}: {SIDES.id(s.owner[p])} is not in play"
        if world.OFF_MAP <= here < world.RING_PLACES:
            yield f"{name}: stands off the map"
        if MOTHERSHIP_BOX <= here < HEX0 and p not in CARGO and not s.movable >> p & 1:
            yield f"{name}: only Crawlers, Bases and Converters are aboard a Mothership"
        carrier = s.carrier[p]
        if carrier >= 0 and (s.at[carrier] != here or IS_ALIEN[carrier]):
            yield f"{name}: is not where its Transport is"
        if s.deployed[p] and p not in CARRIED_KINDS:
            yield f"{name}: can't be deployed"
    for site in range(len(SITES)):
        if s.devastated[site] > INDUSTRY[site]:
            yield f"{SITES.ids[site]}: more devastated Industrial Units than it has"
    yield from _check_stack(s)
    for number, value in enumerate(s.index):
        if value > charts.INDEX_START[number]:
            yield f"index of {charts.INDEXES.ids[number]}: above its start of {charts.INDEX_START[number]}"


def _check_stack(s: State) -> Iterator[str]:
    """Whatever waits on top of the stack must have something to offer to sides in play."""
    if not s.stack or s.result is not None:
        return
    frame = s.stack[-1]
    node = s.game.nodes[frame[0]]
    if not isinstance(node, Choice):
        return
    try:
        sides = node.sides(s, frame)
        offers = [node.actions(s, frame, side) for side in sides if side in s.setup.sides]
    except (IndexError, KeyError, ValueError, StopIteration):
        yield f"stack: {node.name} can't stand on top with {list(frame[1:])}"
        return
    if len(offers) < max(1, len(sides)):
        yield f"stack: {node.name} waits for a side that is not in play"
    elif not all(offers):
        yield f"stack: {node.name} has nothing to offer"
