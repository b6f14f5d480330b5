"""Between the wars: ten steps from the end of one to the beginning of the next (Wars and Peace)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
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
    FIGHTERS,
    HOME,
    IMPERIAL,
    JUMP,
    KEEP,
    KIND,
    LUURU,
    MONITORS,
    OF_SIDE,
    OF_TYPE,
    OUTPOSTS,
    OWNER,
    QUEUE,
    REGULAR,
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
    value_of,
)
from grognard.games.imperium.glory import recover_world
from grognard.games.imperium.gunnery import either, how_many
from grognard.games.imperium.intervention import withdraw_permission
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.state import TURNS_AHEAD, State
from grognard.games.imperium.terraforming import settle_world
from grognard.games.imperium.words import (
    CHANGES_HANDS,
    DONE,
    FAVOUR,
    GONE,
    INCOME,
    NEW_WAR,
    PEACE,
    PRESERVE,
    PRESERVE_ALL,
    PRESERVED,
    SCRAPPED,
    UNTENABLE,
    WAR_ENDS,
    WORN_OUT,
)

ATTRITION = rule("Peace/Attrition")
_CHART = CHARTS["attrition"]


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


# --- attrition


def ship_addition(turns: int) -> int:
    return int(_CHART["ship_addition"][min(turns, 5) - 1])


def is_at_risk(s: State, piece: int) -> bool:
    return 1 + ship_addition(s.peace) <= KEEP[piece]


def ageing_ships(s: State, side: int) -> int:
    """Ships that may be lost to age: all but monitors and fighters."""
    ships = SHIPS & ~MONITORS & ~FIGHTERS & OF_SIDE[side] & s.on_map & ~s.handled
    return sum(1 << p for p in pieces_in(ships) if is_at_risk(s, p))


class Attrition(Step[State]):
    """5. Ships may be preserved at twice their maintenance; then every counter rolls."""

    name = "attrition"

    def run(self, s: State, frame: Frame) -> None:
        s.handled = 0
        s.push("attrition_rolls")
        for side in (s.winner, 1 - s.winner):
            if savable(s, side):
                s.push("preserve", side)


def savable(s: State, side: int) -> int:
    return sum(1 << p for p in pieces_in(ageing_ships(s, side)) if 2 * KEEP[p] <= s.ru[side])


class Preserve(Choice[State]):
    name = "preserve"
    rule = ATTRITION

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(DONE,), (PRESERVE_ALL,), *piece_codes(PRESERVE, savable(s, side))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == PRESERVE:
            return Refusal(ATTRITION, "{piece} is not in danger, or costs more than you have", piece=code[1])
        return Refusal(ATTRITION, "first decide which ships are preserved")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            return
        wanted = (
            [code[1]] if code[0] == PRESERVE else sorted(pieces_in(savable(s, side)), key=lambda p: (-value_of(p), p))
        )
        for piece in wanted:
            if 2 * KEEP[piece] <= s.ru[side]:
                s.ru[side] -= 2 * KEEP[piece]
                s.handled |= 1 << piece
                s.emit(PRESERVED, piece, 2 * KEEP[piece])
        if not savable(s, side):
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Which ships are preserved through the peace? You have {ru:int} RU", ru=s.ru[side])

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        if code[0] == DONE:
            return attrition_odds(s, side)
        if code[0] != PRESERVE:
            return None
        lost = chance_of_wear(s, code[1])
        return either("would be lost", lost, "would last")


def chance_of_wear(s: State, piece: int) -> Fraction:
    if SHIPS & ~MONITORS & ~FIGHTERS & 1 << piece:
        return Fraction(max(0, KEEP[piece] - ship_addition(s.peace)), 6)
    return Fraction(max(0, 7 - int(_CHART["need"][min(s.peace, 5) - 1])), 6)


def attrition_odds(s: State, side: int) -> dict[str, Fraction | float]:
    """How many of a side's counters will be worn out if none is preserved from now on."""
    others = (MONITORS | FIGHTERS | DEFENSES | TROOPS) & OF_SIDE[side] & s.on_map
    chances = [chance_of_wear(s, piece) for piece in pieces_in(ageing_ships(s, side) | others)]
    return {f"{n} worn out": share for n, share in enumerate(how_many(chances)) if share}


class AttritionRolls(Step[State]):
    name = "attrition_rolls"

    def run(self, s: State, frame: Frame) -> None:
        addition = ship_addition(s.peace)
        for side in (TERRAN, IMPERIAL):
            for piece in pieces_in(ageing_ships(s, side)):
                roll = s.roll(6, "attrition")
                if roll + addition <= KEEP[piece]:
                    s.emit(WORN_OUT, piece, roll)
                    s.wipe(piece)
        s.handled = 0
        need = int(_CHART["need"][min(s.peace, 5) - 1])
        if need > 6:
            return
        for piece in pieces_in((MONITORS | FIGHTERS | DEFENSES | TROOPS) & s.on_map):
            roll = s.roll(6, "attrition")
            if roll >= need:
                self._wear(s, piece, roll)

    @staticmethod
    def _wear(s: State, piece: int, roll: int) -> None:
        """Jump troops become regulars, as long as there are counters of these."""
        place = s.at[piece]
        s.emit(WORN_OUT, piece, roll)
        s.wipe(piece)
        free = in_mix(s, OWNER[piece], REGULAR)
        if KIND[piece] == JUMP and free:
            s.put(free[s.draw(len(free), "which regulars they become")], place)


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
