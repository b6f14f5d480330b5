"""Deployment: who sets up what, where, in which order; loaded or ashore (18.1 to 18.3, 19.12, 19.42, 19.62)."""

from __future__ import annotations

from dataclasses import dataclass

from grognard.board.bits import choose, to_list
from grognard.core import NEXT_PHASE, Code, Msg, Random, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america import staff
from grognard.games.invasion_america.base import WarChoice, WarStep, codes, take
from grognard.games.invasion_america.events import DEPLOYED, DEPLOYED_ABOARD, LEFT_OUT
from grognard.games.invasion_america.forces import CAN, USA, Forces
from grognard.games.invasion_america.naval import can_load
from grognard.games.invasion_america.scenarios import Order, Plan
from grognard.games.invasion_america.setup import WarSetup
from grognard.games.invasion_america.special import GARRISON, garrison
from grognard.games.invasion_america.state import STACK_LIMIT, State
from grognard.games.invasion_america.supply import supplied_ground
from grognard.games.invasion_america.verbs import ABOARD, AT, DEPLOY, DEPLOY_REST, DONE


@dataclass(frozen=True, slots=True)
class Job:
    """One piece of setting up: a side places these units under an order; lent units beside its own (19.61)."""

    side: int
    order: Order
    pieces: tuple[int, ...]
    lent: bool = False


def jobs_of(setup: WarSetup, forces: Forces) -> tuple[Job, ...]:
    """All jobs in the order in which the players set up (18.31, 19.91)."""
    plan: Plan = setup.plan
    used = [0] * len(forces.values)

    def draw(pool: int, count: int) -> list[int]:
        used[pool] += count
        return list(forces.members[pool])[used[pool] - count : used[pool]]

    out: list[Job] = []
    for held in setup.holders:
        for side in held:
            for order in plan.orders:
                if order.side != side:
                    continue
                own = [p for pool, count in order.units.items() for p in draw(pool, count)]
                out.append(Job(side, order, tuple(sorted(own, key=lambda p: rank(forces, p)))))
                for part in order.lent:
                    guests = [p for pool, count in part.units.items() for p in draw(pool, count)]
                    out.append(Job(side, order, tuple(guests), True))
    return tuple(out)


def rank(forces: Forces, piece: int) -> tuple[int, int]:
    """Ships and supplies first: the others may be loaded on the one and stand by the other."""
    return (0 if forces.is_supply[piece] else 1 if forces.is_naval[piece] else 2, piece)


def room_of(s: State, job: Job, piece: int) -> int:
    """The hexes of a unit's order, whatever else binds it; all of them for ships, rail units and lent ones."""
    theatre, order = s.game.theatre, job.order
    box = 1 << theatre.holding
    if job.lent or not s.game.forces.is_ground[piece]:
        return theatre.land | box
    room = 0 if order.depots else order.area
    for place in order.depots:
        room |= theatre.within(place, order.radius)
    if is_held_back(s, job, piece):
        room |= theatre.areas["annexation"]
    return room & (theatre.land | box)


def zone_of(s: State, job: Job, piece: int) -> int:
    """The hexes that the scenario gives a unit, before anybody stands there."""
    forces, theatre, order = s.game.forces, s.game.theatre, job.order
    box = 1 << theatre.holding
    depots = 0
    for place in order.depots:
        depots |= 1 << place
    if forces.is_naval[piece]:
        return (order.area & (theatre.coastal | box)) | depots
    if forces.is_supply[piece] and order.depots:
        held = [p for p in order.depots if any(forces.is_supply[q] for q in s.units_in(p))]
        for place in held:
            depots &= ~(1 << place)
        return depots
    area = room_of(s, job, piece)
    if forces.is_rail[piece]:
        area = order.area & theatre.land
        if s.setup.plan.waiting.get("canada"):
            area = theatre.areas["usa"] & theatre.land  # Canada's two are among the six of the US (19.31, M5)
    if job.lent:
        area = _beside(s, job, piece)
    if order.near_cities:
        area &= s.game.near_cities(order.near_cities)
    if forces.is_hover[piece]:
        area &= theatre.hover_land | box
    if order.supplied:
        area &= supplied_ground(s, forces.force_of[piece])
    if is_held_back(s, job, piece):
        annexation = theatre.areas["annexation"]
        area = area & annexation or annexation  # in supply if that can be, yet there in any case
    return area


def is_held_back(s: State, job: Job, piece: int) -> bool:
    """Is it among the last that can bring the garrison of the annexation up to its eight (17.1)?"""
    forces = s.game.forces
    held = None if job.lent or not is_garrison(forces, piece) else garrison(s)
    if held is None or held >= GARRISON:
        return False
    return sum(1 for p in job.pieces if s.at[p] < 0 and is_garrison(forces, p)) <= GARRISON - held


def is_garrison(forces: Forces, piece: int) -> bool:
    """US land combat units, militia apart, may garrison the annexation."""
    return forces.force_of[piece] == USA and forces.is_land[piece] and not forces.is_militia[piece]


def _beside(s: State, job: Job, piece: int) -> int:
    """Lent units stand next to units of the force that sets them up; in Canada only Canadians (19.62, 19.65)."""
    forces, theatre = s.game.forces, s.game.theatre
    near = 0
    for place in to_list(s.presence.ground[job.side]):
        near |= theatre.grid.masks[place]
    home = theatre.areas["usa"]
    if forces.force_of[piece] == CAN:
        home |= theatre.areas["canada"]
    return near & home & theatre.land


def spots(s: State, job: Job, piece: int) -> int:
    """The hexes where a unit may be set down now."""
    forces, theatre = s.game.forces, s.game.theatre
    side = forces.side_of[piece]
    found = s.presence
    area = zone_of(s, job, piece) & ~s.barred(side)
    if forces.is_naval[piece]:
        for place in to_list(area & found.naval[side]):
            if place != theatre.holding and s.count_naval(side, place) >= STACK_LIMIT:
                area &= ~(1 << place)
    elif not forces.is_rail[piece]:
        area &= ~found.full[side]
    if job.order.alone:
        for ground in found.ground:
            area &= ~ground
    return area


def harbours(s: State, job: Job) -> int:
    """The ports of the deployment area, and the box."""
    theatre = s.game.theatre
    return job.order.area & (theatre.port | 1 << theatre.holding)


def berths(s: State, job: Job, piece: int) -> list[int]:
    """The ships on which a unit may be set up: in home ports, in the box, beside supplies (19.12)."""
    forces = s.game.forces
    if forces.is_naval[piece] or forces.is_rail[piece] or job.lent:
        return []
    harbour = harbours(s, job)
    out = []
    for ship in job.pieces:
        if forces.carries[ship] and s.at[ship] >= 0 and can_load(s, piece, ship) is None:
            place = s.at[ship]
            if harbour >> place & 1 or any(forces.is_supply[p] for p in s.units_in(place)):
                out.append(ship)
    return out


def set_down(s: State, piece: int, place: int) -> None:
    s.put(piece, place)
    if s.game.forces.is_ground[piece]:
        take(s, s.game.forces.side_of[piece], place)
    s.emit(DEPLOYED, piece, place)


def set_aboard(s: State, piece: int, ship: int) -> None:
    s.board(piece, ship)
    s.emit(DEPLOYED_ABOARD, piece, ship)


class DeployNext(WarStep):
    """Hands the next job to its side, and begins the first turn after the last."""

    name = "deploy_next"

    def run(self, s: State, frame: Frame) -> None:
        number = frame[1]
        if number >= len(s.setup.jobs):
            s.push(NEXT_PHASE)
            return
        s.push("deploy_next", number + 1)
        job = s.setup.jobs[number]
        if job.pieces:
            s.push("deploy", job.side, number)


class Deploy(WarChoice):
    """Pick the next unit to set up; the units of one kind are alike."""

    name = "deploy"
    rule = rule("18.31")

    def waiting(self, s: State, job: Job) -> list[int]:
        """The first unit of each kind that still waits and can be placed."""
        out: list[int] = []
        seen: set[int] = set()
        for piece in job.pieces:
            pool = self.forces.pool_of[piece]
            if s.at[piece] < 0 and pool not in seen:
                seen.add(pool)
                if spots(s, job, piece) or berths(s, job, piece):
                    out.append(piece)
        return out

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        waiting = self.waiting(s, s.setup.jobs[frame[2]])
        if not waiting:
            return [(DONE,)]
        return [*((DEPLOY, p) for p in waiting), (DEPLOY_REST,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        job = s.setup.jobs[frame[2]]
        if code[0] == DONE:
            return Refusal(rule("18.31"), "there are units still to be deployed")
        if code[0] == DEPLOY_REST:
            return Refusal(rule("18.31"), "all units are deployed")
        if code[0] == DEPLOY and code[1] not in job.pieces:
            return Refusal(rule("18.2"), "{unit:piece} is not among the units to deploy now", unit=code[1])
        if code[0] == DEPLOY and s.at[code[1]] >= 0:
            return Refusal(rule("18.31"), "{unit:piece} stands on the map already", unit=code[1])
        if code[0] == DEPLOY:
            return Refusal(rule("18.33"), "take the first waiting unit of its kind, or there is no room for it")
        return Refusal(rule("18.31"), "units are being deployed now")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        job = s.setup.jobs[frame[2]]
        if code[0] == DONE:
            s.pop()
            left = sum(1 for p in job.pieces if s.at[p] < 0)
            if left:
                s.emit(LEFT_OUT, left, side)
        elif code[0] == DEPLOY:
            s.push("deploy_at", side, frame[2], code[1])
        else:
            for piece in job.pieces:
                if s.at[piece] < 0:
                    deploy_well(s, job, piece)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        left = sum(1 for p in s.setup.jobs[frame[2]].pieces if s.at[p] < 0)
        if not left:
            return Msg("All units are deployed. Confirm.")
        return Msg("Deploy your units: {count:int} still to place. Choose one.", count=left)


def deploy_well(s: State, job: Job, piece: int) -> None:
    """Place one unit as the staff suggests."""
    ships = berths(s, job, piece)
    area = spots(s, job, piece)
    if ships and not (job.order.depots and area):  # who has a bridgehead already fights from it
        set_aboard(s, piece, ships[0])
    elif area and s.game.forces.carries[piece]:
        set_down(s, piece, staff.mooring(s, area, harbours(s, job)))
    elif area:
        set_down(s, piece, staff.best_spot(s, piece, room_of(s, job, piece), area))


class DeployAt(WarChoice):
    """Pick where the unit goes."""

    name = "deploy_at"
    rule = rule("18.31")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        job = s.setup.jobs[frame[2]]
        return [*codes(AT, spots(s, job, frame[3])), *((ABOARD, ship) for ship in berths(s, job, frame[3]))]

    def sample(self, s: State, frame: Frame, side: int, rng: Random) -> Code:
        job = s.setup.jobs[frame[2]]
        ships = berths(s, job, frame[3])
        area = spots(s, job, frame[3])
        if ships and (not area or rng.randrange(2)):
            return (ABOARD, rng.choice(ships))
        return (AT, choose(area, rng.randrange))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        job, piece = s.setup.jobs[frame[2]], frame[3]
        own = self.forces.side_of[piece]
        if code[0] == AT and code[1] >= 0:
            place = code[1]
            if s.barred(own) >> place & 1:
                return Refusal(rule("10.12"), "another force stands in {place}", place=place)
            if s.presence.full[own] >> place & 1 and not self.forces.is_naval[piece]:
                return Refusal(rule("12.13"), "three units stand in {place} already", place=place)
            if zone_of(s, job, piece) >> place & 1:
                return Refusal(rule("6.11"), "there is no room left in {place}", place=place)
            return Refusal(rule("18.31"), "{place} is outside this unit's deployment area", place=place)
        if code[0] == ABOARD:
            return Refusal(rule("19.12"), "units are set up aboard only in a home port, in the box or beside supplies")
        return Refusal(rule("18.31"), "choose where {unit:piece} goes", unit=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == AT:
            set_down(s, frame[3], code[1])
        else:
            set_aboard(s, frame[3], code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Where does {unit:piece} deploy?", unit=frame[3])


NODES = (DeployNext, Deploy, DeployAt)
