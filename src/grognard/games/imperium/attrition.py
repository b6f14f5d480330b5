"""What the years of peace wear out (Wars and Peace, Interwar Attrition)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.counters import in_mix
from grognard.games.imperium.facts import (
    CHARTS,
    DEFENSES,
    FIGHTERS,
    IMPERIAL,
    JUMP,
    KEEP,
    KIND,
    MONITORS,
    OF_SIDE,
    OWNER,
    REGULAR,
    SHIPS,
    TERRAN,
    TROOPS,
    pieces_in,
    value_of,
)
from grognard.games.imperium.gunnery import either, how_many
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.state import State
from grognard.games.imperium.words import ARRIVED, DONE, PRESERVE, PRESERVE_ALL, PRESERVED, WORN_OUT

ATTRITION = rule("Peace/Attrition")
_CHART = CHARTS["attrition"]


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
        if code[0] == PRESERVE and code[1] >= 0 and ageing_ships(s, side) >> code[1] & 1:
            ru = 2 * KEEP[code[1]]
            return Refusal(ATTRITION, "to preserve {piece} costs {ru:int} RU, more than you have", piece=code[1], ru=ru)
        if code[0] == PRESERVE:
            return Refusal(ATTRITION, "{piece} is no ship of yours that this peace may wear out", piece=code[1])
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
            regular = free[s.draw(len(free), "which regulars they become")]
            s.put(regular, place)
            s.emit(ARRIVED, regular, place)
