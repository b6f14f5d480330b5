"""Between the wars: ten steps from the end of one to the beginning of the next (Wars and Peace)."""

from __future__ import annotations

from grognard.core import Frame, Step, rule
from grognard.games.imperium.colonisation import YEARS_TO_WORLD
from grognard.games.imperium.control import is_friendly_box, markers, world_systems
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.deployment import PRODUCED, REDISTRIBUTED, friendly_boxes
from grognard.games.imperium.economics import income
from grognard.games.imperium.facts import (
    ABOARD,
    AWAY,
    BOX_STAR,
    CHARTS,
    DEFENSES,
    HOME,
    IMPERIAL,
    KIND,
    LUURU,
    MONITORS,
    OF_SIDE,
    OF_TYPE,
    OUTPOSTS,
    OWNER,
    QUEUE,
    ROUTE_BITS,
    SHIPS,
    STAR_OF,
    TERRAN,
    TRACK,
    TROOPS,
    TURNS,
    TYPE,
    WORLD,
    WORLDS,
    pieces_in,
)
from grognard.games.imperium.glory import recover_world
from grognard.games.imperium.intervention import withdraw_permission
from grognard.games.imperium.state import TURNS_AHEAD, State
from grognard.games.imperium.terraforming import settle_world
from grognard.games.imperium.words import (
    CHANGES_HANDS,
    FAVOUR,
    GONE,
    INCOME,
    NEW_WAR,
    PEACE,
    SCRAPPED,
    UNTENABLE,
    WAR_ENDS,
)


def begin_peace(s: State, winner: int) -> None:
    """The war is over: its spoils are reckoned as of this instant, and the length of the peace is rolled."""
    s.emit(WAR_ENDS, s.war, winner)
    s.winner = winner
    s.wins[winner] += 1
    for side in (TERRAN, IMPERIAL):
        full = income(s, side)
        s.award[side] = full // 2 if side == winner else full
    roll = s.roll(6, "length of the peace")
    s.peace = roll
    if roll in CHARTS["peace"]["again"]:
        s.peace += s.roll(6, "length of the peace")
    s.emit(PEACE, s.peace)


def home_of(s: State, side: int) -> int:
    """Where forces come home to: the homeworld, failing that any friendly world or outpost."""
    if is_friendly_box(s, side, HOME[side]):
        return HOME[side]
    held = friendly_boxes(s, side)
    own = [box for box in held if s.here[box] & WORLDS]
    return (own or held or [HOME[side]])[0]


class Repatriation(Step[State]):
    """1. All ships and troops but monitors and planetary defenses go home; the emperor's own ships leave."""

    name = "repatriation"
    rule = rule("Peace/Repatriation")

    def run(self, s: State, frame: Frame) -> None:
        for piece in pieces_in(s.mandated & SHIPS):
            for cargo in s.cargo_of(piece):
                s.unload(cargo, home_of(s, IMPERIAL))
            s.wipe(piece)
        s.mandated = 0
        for side in (TERRAN, IMPERIAL):
            home = home_of(s, side)
            for cargo in pieces_in(s.here[ABOARD] & OF_SIDE[side]):
                if s.at[s.on[cargo]] != AWAY:
                    s.unload(cargo, home)
            for piece in pieces_in((SHIPS & ~MONITORS | TROOPS) & OF_SIDE[side] & s.on_map):
                s.put(piece, home)
        s.disrupted = s.dry = s.stuck = s.stopped = s.entered = s.moved = 0
        s.neutral = s.conquered


# --- territorial exchange


def tenable_systems(s: State, side: int) -> int:
    """Systems from which routes lead to a friendly world through none that an enemy holds."""
    held = 0
    for piece in pieces_in(markers(s, 1 - side)):
        held |= 1 << BOX_STAR[s.at[piece]]
    seen = edge = world_systems(s, side)
    while edge:
        spread = 0
        for star in pieces_in(edge):
            spread |= ROUTE_BITS[star]
        edge = spread & ~seen & ~held
        seen |= spread
    return seen | 1 << LUURU


class Exchange(Step[State]):
    """2. Untenable outposts are given up; worlds long held by the enemy change hands, others recover."""

    name = "exchange"
    rule = rule("Peace/Territorial Exchange")

    def run(self, s: State, frame: Frame) -> None:
        tenable = [tenable_systems(s, side) for side in (TERRAN, IMPERIAL)]
        for side in (TERRAN, IMPERIAL):
            for outpost in pieces_in(markers(s, side) & OUTPOSTS):
                star = BOX_STAR[s.at[outpost]]
                if not tenable[side] >> star & 1:
                    s.emit(UNTENABLE, outpost, s.at[outpost])
                    s.wipe(outpost)
                    self._abandon(s, side, star)
        for piece in pieces_in((markers(s, TERRAN) | markers(s, IMPERIAL)) & OUTPOSTS):
            s.years[piece] += s.peace
        for world in pieces_in(s.conquered):
            self._settle(s, world)

    @staticmethod
    def _abandon(s: State, side: int, star: int) -> None:
        for piece in pieces_in((MONITORS | DEFENSES) & OF_SIDE[side] & s.on_map):
            if STAR_OF[s.at[piece]] == star:
                s.emit(SCRAPPED, piece)
                s.wipe(piece)

    @staticmethod
    def _settle(s: State, world: int) -> None:
        box = s.at[world]
        enemy = 1 - OWNER[world]
        if not s.here[box] & OF_SIDE[enemy] & OUTPOSTS & ~s.unplaced:
            recover_world(s, world)
        elif s.peace > YEARS_TO_WORLD and in_mix(s, enemy, WORLD):
            s.wipe(world)
            settle_world(s, enemy, box)
            s.emit(CHANGES_HANDS, box, enemy)


class InterwarIncome(Step[State]):
    """3. The loser has a full turn's income, the winner half of one; both keep what they have saved."""

    name = "income"
    rule = rule("Peace/Income")

    def run(self, s: State, frame: Frame) -> None:
        for side in (TERRAN, IMPERIAL):
            s.ru[side] += s.award[side]
            s.emit(INCOME, side, s.award[side])


class PostwarProduction(Step[State]):
    """4. What is on the track still comes, if it comes within the peace; the rest is scrapped."""

    name = "postwar_production"
    rule = rule("Peace/Postwar Production")

    def run(self, s: State, frame: Frame) -> None:
        last = s.turn + s.peace
        for turn in range(s.turn + 1, min(last + 1, TURNS_AHEAD)):
            s.ru[IMPERIAL] += s.grant[turn]
            s.budget += s.rise[turn]
        s.grant = [0] * TURNS_AHEAD
        s.rise = [0] * TURNS_AHEAD
        for side in (1 - s.winner, s.winner):
            s.push("place_forces", side, PRODUCED)
        for piece in pieces_in(s.here[TRACK] | s.here[QUEUE] | s.here[AWAY]):
            if s.due[piece] <= last:
                deliver(s, piece)
            else:
                for cargo in s.cargo_of(piece):
                    s.wipe(cargo)
                s.wipe(piece)
                s.emit(SCRAPPED, piece)


def deliver(s: State, piece: int) -> None:
    """A new or returning counter joins the others at home. Monitors, which can't be moved later, wait for a place."""
    if MONITORS >> piece & 1:
        s.due[piece] = s.turn
        s.put(piece, TRACK)
        return
    home = home_of(s, OWNER[piece])
    for cargo in s.cargo_of(piece):
        s.unload(cargo, home)
    s.due[piece] = 0
    s.put(piece, home)
    if (OUTPOSTS | DEFENSES) >> piece & 1:
        s.unplaced |= 1 << piece


class Favour(Step[State]):
    """6. The emperor may take back a permission, and with it the ships."""

    name = "favour"
    rule = rule("Peace/Favor")

    def run(self, s: State, frame: Frame) -> None:
        roll = s.roll(6, "Imperial favor")
        s.emit(FAVOUR, roll)
        name = CHARTS["favour"]["lost"][roll - 1]
        if name and s.permits >> TYPE[name] & 1:
            withdraw_permission(s, TYPE[name])
            for piece in pieces_in(OF_TYPE[TYPE[name]] & OF_SIDE[IMPERIAL]):
                if s.at[piece] >= 0:
                    s.emit(GONE, piece)
                    s.wipe(piece)


class InterwarProduction(Step[State]):
    """7. Forces for the coming war."""

    name = "interwar_production"
    rule = rule("Peace/Interwar Production")

    def run(self, s: State, frame: Frame) -> None:
        for side in (1 - s.winner, s.winner):
            s.push("interwar_delivery", side)
            s.push("orders", side)


class InterwarDelivery(Step[State]):
    """What was ordered is there; capital ships only if the peace lasted two turns, else in the first turn of war."""

    name = "interwar_delivery"

    def run(self, s: State, frame: Frame) -> None:
        s.push("place_forces", frame[1], PRODUCED)
        for piece in pieces_in(s.here[TRACK] & OF_SIDE[frame[1]]):
            if TURNS[KIND[piece]] > s.peace:
                s.due[piece] = s.turn + 1  # the first turn of the next war
            else:
                deliver(s, piece)


# --- redistribution and the attack


class Redistribution(Step[State]):
    """9. All forces but monitors may be placed anew, the winner's first."""

    name = "redistribution"
    rule = rule("Peace/Redistribution")

    def run(self, s: State, frame: Frame) -> None:
        for side in (1 - s.winner, s.winner):
            s.push("begin_service", side)
            s.push("redistribute", side)


class Redistribute(Step[State]):
    name = "redistribute"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        forces = (SHIPS & ~MONITORS | TROOPS | DEFENSES | OUTPOSTS & s.unplaced) & OF_SIDE[side] & s.on_map
        if forces and friendly_boxes(s, side):
            s.pending = forces
            s.picked = -1
            s.push("deploy", side, REDISTRIBUTED)


class Attack(Step[State]):
    """10. The next war: the loser of the last one moves first."""

    name = "attack"

    def run(self, s: State, frame: Frame) -> None:
        s.war += 1
        s.turn = 1
        s.peace = 0
        s.first = 1 - s.winner
        s.glory = int(CHARTS["glory"]["start"])
        s.glory_change = s.war_budget = s.depression = s.offensive = 0
        s.attention = s.appeals_barred = 0
        s.disrupted = 0
        s.held_over = s.conquered
        s.lost_here = [0, 0]
        for world in pieces_in(s.conquered):  # taking back a world of one's own is no conquest
            s.lost_here[OWNER[world]] |= 1 << s.at[world]
        s.fallen = [0, 0]
        s.award = [0, 0]
        for piece in pieces_in(s.here[TRACK]):
            s.due[piece] = 1
        s.emit(NEW_WAR, s.war, s.first)
