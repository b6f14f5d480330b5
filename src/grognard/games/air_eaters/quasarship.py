"""Quasarship Assault (35.0): the Aliens drive themselves by dice and fixed preferences."""

from __future__ import annotations

from fractions import Fraction

from grognard.core.events import EventKind
from grognard.core.nodes import Step
from grognard.core.state import Frame
from grognard.games.air_eaters import bombardment, combat, targets
from grognard.games.air_eaters.sides import ALIEN
from grognard.games.air_eaters.state import State, enter, standing
from grognard.games.air_eaters.units import BB, CA, CORV, DD, FTR, OF_TYPE, QS, TERRAN_SPACE, TYPE
from grognard.games.air_eaters.world import (
    BASE_SITE,
    CERES,
    EARTH,
    EARTH_ORBIT,
    JUPITER,
    LUNA_SITES,
    MARS,
    MERCURY,
    MINING_BASE,
    ORBIT0,
    PLACES,
    SITES_OF_ORBIT,
    SPACE_COLONY,
)

HEADS_FOR = EventKind("heads_for", "{piece} rolls {roll:int} and goes to {place}", rule="35.4")

SPACE_PREFERENCE = (BB, FTR, CA, DD, CORV)  # after the Space Colony (35.5)
UNITS_BEFORE, UNITS_AFTER = (BB, CA, FTR), (DD, CORV)  # before and after Industrial Units (35.6)
QUASARSHIPS = tuple(OF_TYPE[QS])[:2]


class QuasarshipsMove(Step[State]):
    """A die for each Quasarship (35.4)."""

    name = "quasarships_move"

    def run(self, s: State, frame: Frame) -> None:
        for ship in QUASARSHIPS:
            if s.turn > 1 and s.at[ship] < 0:
                continue
            roll = s.roll(6, f"where {s.game.vocab['piece'].ids[ship]} goes")
            place = destination(s, roll)
            s.emit(HEADS_FOR, ship, roll, place)
            enter(s, ship, place, ALIEN)


def destination(s: State, roll: int) -> int:
    if roll == 5:
        return mining_base(s)
    planet = (MERCURY, EARTH, MARS, CERES, -1, JUPITER)[roll - 1]
    if planet in (MERCURY, CERES, JUPITER) and not any(standing(s, i) for i in SITES_OF_ORBIT[planet]):
        planet = EARTH
    return ORBIT0 + planet


def mining_base(s: State) -> int:
    """One of the mining bases that qualify."""
    free = mining_bases(s, {s.at[p] for p in TERRAN_SPACE})
    return free[s.draw(len(free), "which mining base")] if len(free) > 1 else free[0]


def mining_bases(s: State, held: set[int]) -> list[int]:
    """Mining bases without a Terran ship in their space, if there are any; Earth when all are gone (35.4)."""
    bases = [at for i, at in enumerate(s.body_at[MINING_BASE:]) if at >= 0 and standing(s, BASE_SITE + i)]
    return [at for at in bases if at not in held] or bases or [EARTH_ORBIT]


def chances(s: State, held: set[int]) -> dict[str, Fraction]:
    """Where each Quasarship may go if Terran ships hold these places (35.4)."""
    out: dict[str, Fraction] = {}
    for roll in range(1, 7):
        places = mining_bases(s, held) if roll == 5 else [destination(s, roll)]
        for place in places:
            name = PLACES.names[place]
            out[name] = out.get(name, Fraction(0)) + Fraction(1, 6 * len(places))
    return out


class QuasarshipsFire(Step[State]):
    """One attack each, by preference: the Space Colony first (35.5)."""

    name = "quasarships_fire"

    def run(self, s: State, frame: Frame) -> None:
        for ship in QUASARSHIPS:
            if s.at[ship] < 0:
                continue
            if SPACE_COLONY in targets.site_targets(s, ship):
                combat.attack_site(s, ship, SPACE_COLONY)
                if s.result is not None:
                    return
                continue
            target = preferred(targets.targets(s, ship), SPACE_PREFERENCE)
            if target >= 0:
                combat.attack(s, ship, target)


def preferred(targets: list[int], order: tuple[int, ...]) -> int:
    """The first target of the first type in the order, or -1."""
    return next((p for kind in order for p in targets if TYPE[p] == kind), -1)


class QuasarshipsBombard(Step[State]):
    """Four attacks each, by preference (35.6)."""

    name = "quasarships_bombard"

    def run(self, s: State, frame: Frame) -> None:
        for ship in QUASARSHIPS:
            for _ in range(4):
                if s.at[ship] < 0 or s.result is not None or not bombard_once(s, ship):
                    break


def bombard_once(s: State, ship: int) -> bool:
    """One attack; False where there is nothing to attack."""
    units = bombardment.unit_targets(s, ship)
    sites = bombardment.site_targets(s, ship)
    target = preferred(units, UNITS_BEFORE)
    if target < 0 and sites:
        bombardment.bombard_site(s, ship, min(sites, key=lambda i: (i in LUNA_SITES, i)))
        return True
    if target < 0:
        target = preferred(units, UNITS_AFTER)
    if target < 0:
        return False
    bombardment.bombard(s, ship, target)
    return True
