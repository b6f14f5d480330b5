"""Battles in space, round by round: where, fighters, range, breaking off, the end (Combat, Space Combat)."""

from __future__ import annotations

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.breaking_off import exits, withdraw
from grognard.games.imperium.control import warships
from grognard.games.imperium.counters import loose_fighters_fit
from grognard.games.imperium.facts import (
    ABOARD,
    FIGHTERS,
    IMPERIAL,
    MOTHERSHIPS,
    OF_SIDE,
    SHIPS,
    TERRAN,
    pieces_in,
)
from grognard.games.imperium.gunnery import armed_now, can_fire
from grognard.games.imperium.lists import piece_codes, place_codes
from grognard.games.imperium.pairing import RANGE_NAMES, begin_pairing
from grognard.games.imperium.state import LONG, State
from grognard.games.imperium.words import (
    BATTLE,
    DONE,
    FIGHT,
    LAUNCH,
    LAUNCH_ALL,
    LONG_RANGE,
    RANGE_ROLL,
    RETRIEVE,
    ROUND,
    SHORT_RANGE,
    STALEMATE,
    SUBPHASE,
)

QUIET_ROUNDS = 12  # a battle without a loss for so long is left undecided (ours)

WHERE = rule("Combat/Space Combat/Where")
RANGE = rule("Combat/Space Combat/Range")
MOTHERSHIP = rule("Starships/Motherships")
REACTION_FIRE = rule("Combat/Reaction Fire")


# --- which battles


def battle_hexes(s: State, side: int, reacting: int) -> tuple[list[int], bool]:
    """Hexes where the phasing player attacks or may attack, and whether one of them must be fought.

    Ships that came upon armed enemies must fight; other enemies in the same hex may be left alone.
    """
    seen = s.fought
    out: list[int] = []
    must = False
    ships = SHIPS & OF_SIDE[side] & (s.in_space | s.in_deep)
    if reacting:
        ships &= s.reaction
    for piece in pieces_in(ships):
        place = s.at[piece]
        if seen >> place & 1:
            continue
        seen |= 1 << place
        enemies = s.here[place] & SHIPS & OF_SIDE[1 - side]
        if not enemies:
            continue
        if warships(s, 1 - side, place) and s.entered & s.here[place] & OF_SIDE[side]:
            must = True
            out.append(place)
        elif can_fight(s, side, place):
            out.append(place)
    return out, must


def can_fight(s: State, side: int, place: int) -> bool:
    """Ships with weapons, or motherships with fighters that they may launch before the first round."""
    mothers = s.here[place] & MOTHERSHIPS & OF_SIDE[side]
    if mothers and any(mothers >> s.on[p] & 1 for p in pieces_in(s.here[ABOARD] & FIGHTERS)):
        return True
    return bool(armed_now(s, side, place))


class Battles(Step[State]):
    """1. The space combat subphase: one hex after the other."""

    name = "battles"

    def run(self, s: State, frame: Frame) -> None:
        _, side, reacting = frame
        hexes, must = battle_hexes(s, side, reacting)
        if not hexes:
            return
        if not s.fought:
            s.emit(SUBPHASE, "Space combat")
        s.push_number(*frame)
        if must and len(hexes) == 1:
            begin_battle(s, hexes[0])
        else:
            s.push("which_battle", side, reacting)


class WhichBattle(Choice[State]):
    """The attacker takes the hexes in any order."""

    name = "which_battle"
    rule = WHERE

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        hexes, must = battle_hexes(s, side, frame[2])
        out = place_codes(FIGHT, tuple(hexes))
        return out if must else [(DONE,), *out]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == DONE:
            return Refusal(WHERE, "ships that came upon armed enemies must fight them first")
        if code[0] == FIGHT and frame[2]:
            return Refusal(REACTION_FIRE, "the reaction force does not face enemy ships at {place}", place=code[1])
        return Refusal(WHERE, "choose a hex where both sides have ships")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == DONE:
            s.pop()
        else:
            begin_battle(s, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if battle_hexes(s, side, frame[2])[1]:
            return Msg("Your ships have come upon the enemy: choose where they fight next")
        return Msg("Choose where your ships attack, or let the enemy be")


def begin_battle(s: State, place: int) -> None:
    s.battle = place
    s.ground = 0
    s.round = s.quiet = s.flip = s.breaking = 0
    s.range = LONG
    s.fought |= 1 << place
    s.emit(BATTLE, place)
    s.push("battle_round", 0)


# --- one round

FIGHTERS_OUT, SET_RANGE, BREAK_ATTACKER, BREAK_DEFENDER, ALLOCATE, DECLARE_A, DECLARE_D, ANSWER_A, RESOLVE, LEAVE = (
    range(10)
)


class BattleRound(Step[State]):
    """Range, allocation, combat resolution; each stage pushes the next and whatever must be chosen before it."""

    name = "battle_round"
    rule = rule("Combat/Space Combat")

    def run(self, s: State, frame: Frame) -> None:
        stage = frame[1]
        attacker = s.mover
        if stage == FIGHTERS_OUT and not self._opens(s):
            return
        s.push_number(self.number, (stage + 1) % (LEAVE + 1))
        if stage == FIGHTERS_OUT:
            for side in (1 - attacker, attacker):
                if fighters_to_handle(s, side):
                    s.push("fighters", side)
        elif stage == SET_RANGE:
            self._range(s)
        elif stage in (BREAK_ATTACKER, BREAK_DEFENDER):
            side = attacker if stage == BREAK_ATTACKER else 1 - attacker
            if exits(s, side):
                s.push("break_off", side)
        elif stage == ALLOCATE:
            self._allocate(s)
        elif stage in (DECLARE_A, DECLARE_D):
            s.push("declarations", attacker if stage == DECLARE_A else 1 - attacker, int(stage == DECLARE_D))
        elif stage == ANSWER_A:
            s.push("declarations", attacker, 2)
        elif stage == RESOLVE:
            s.push("resolve_space")
        elif stage == LEAVE:
            self._leave(s)

    def _opens(self, s: State) -> bool:
        """Is there another round?"""
        attackers, defenders = forces(s)
        over = not attackers or not defenders
        if not over and (
            s.quiet >= QUIET_ROUNDS or not (can_fight(s, TERRAN, s.battle) or can_fight(s, IMPERIAL, s.battle))
        ):
            s.emit(STALEMATE)
            over = True
        if over:
            s.battle = -1
            s.attack_force = s.defense_force = s.engaged = 0
            s.entered &= ~attackers
            return False
        s.round += 1
        s.breaking = 0
        s.exit[0] = s.exit[1] = -1
        return True

    def _range(self, s: State) -> None:
        if s.round > 1 and s.flip:
            s.range ^= 1
            s.flip = 0
        elif s.round > 1:
            attackers, defenders = forces(s)
            mine = s.roll(6, "range, attacker") + int(smaller(attackers, defenders))
            theirs = s.roll(6, "range, defender") + int(smaller(defenders, attackers))
            s.emit(RANGE_ROLL, mine, theirs)
            if mine == theirs:
                s.flip = 1
            else:
                s.push("set_range", s.mover if mine > theirs else 1 - s.mover)
                return
        s.emit(ROUND, s.round, RANGE_NAMES[s.range])

    def _allocate(self, s: State) -> None:
        s.attack_force, s.defense_force = forces(s)
        begin_pairing(s)
        shots = [
            p
            for side in (TERRAN, IMPERIAL)
            if not s.breaking >> side & 1
            for p in pieces_in(armed_now(s, side, s.battle))
            if can_fire(s, p, s.range)
        ]
        if shots:
            s.push("pairing")

    def _leave(self, s: State) -> None:
        s.engaged = s.declared = 0
        for side in (s.mover, 1 - s.mover):
            if s.breaking >> side & 1:
                withdraw(s, side)


def forces(s: State) -> tuple[int, int]:
    """The ships of attacker and defender in the hex."""
    ships = s.here[s.battle] & SHIPS
    return ships & OF_SIDE[s.mover], ships & OF_SIDE[1 - s.mover]


def smaller(mine: int, theirs: int) -> bool:
    """Fewer ship counters, fighters not counted."""
    return (mine & ~FIGHTERS).bit_count() < (theirs & ~FIGHTERS).bit_count()


class SetRange(Choice[State]):
    """Who rolled higher may change the range."""

    name = "set_range"
    rule = RANGE

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(LONG_RANGE,), (SHORT_RANGE,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(RANGE, "first choose long or short range")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        s.range = int(code[0] == SHORT_RANGE)
        s.emit(ROUND, s.round, RANGE_NAMES[s.range])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Your roll is higher at {place}: choose long range for missiles, short for beams; it was {range:text}",
            place=s.battle,
            range=RANGE_NAMES[s.range],
        )


# --- motherships


def fighters_to_handle(s: State, side: int) -> bool:
    mothers = s.here[s.battle] & MOTHERSHIPS & OF_SIDE[side]
    if not mothers:
        return False
    if any(mothers >> s.on[p] & 1 for p in pieces_in(s.here[ABOARD] & FIGHTERS & OF_SIDE[side])):
        return True
    return bool(s.here[s.battle] & FIGHTERS & OF_SIDE[side] and loose_fighters_fit(s, side, s.battle))


class Fighters(Choice[State]):
    """At the beginning of each round motherships launch and take on fighters."""

    name = "fighters"
    rule = MOTHERSHIP

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        mothers = s.here[s.battle] & MOTHERSHIPS & OF_SIDE[side]
        aboard = [p for p in pieces_in(s.here[ABOARD] & FIGHTERS & OF_SIDE[side]) if mothers >> s.on[p] & 1]
        out: list[Code] = [(LAUNCH_ALL,)] if aboard else []
        out.append((DONE,))
        out.extend((LAUNCH, p) for p in aboard)
        if loose_fighters_fit(s, side, s.battle):
            out.extend(piece_codes(RETRIEVE, s.here[s.battle] & FIGHTERS & OF_SIDE[side] & ~s.handled))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(MOTHERSHIP, "a mothership in the battle launches what it carries and takes on up to three")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == LAUNCH_ALL:
            for other in self.actions(s, frame, side):
                if other[0] == LAUNCH:
                    self._launch(s, other[1])
        elif code[0] == LAUNCH:
            self._launch(s, code[1])
        elif code[0] == RETRIEVE:
            s.load(code[1], loose_fighters_fit(s, side, s.battle)[0])
        if code[0] == DONE or not fighters_to_handle(s, side) or len(self.actions(s, frame, side)) == 1:
            s.handled &= ~FIGHTERS
            s.pop()

    @staticmethod
    def _launch(s: State, piece: int) -> None:
        s.unload(piece, s.battle)
        s.handled |= 1 << piece

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Battle at {place}: launch or take on fighters before round {round:int}", place=s.battle, round=s.round
        )
