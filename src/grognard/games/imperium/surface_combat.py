"""Combat on planetary surfaces, round by round (Combat, Surface Combat)."""

from __future__ import annotations

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.control import opposition
from grognard.games.imperium.counters import destroy, open_outposts
from grognard.games.imperium.facts import (
    DEFENSES,
    FORCE,
    OF_SIDE,
    OUTPOSTS,
    SHIPS,
    TROOPS,
    WORLDS,
    pieces_in,
    surface_need,
)
from grognard.games.imperium.glory import note_changes
from grognard.games.imperium.gunnery import defense_factor
from grognard.games.imperium.lists import place_codes
from grognard.games.imperium.pairing import begin_pairing
from grognard.games.imperium.state import State
from grognard.games.imperium.surface_fire import Attack, attacks, is_defensive, unfired
from grognard.games.imperium.words import (
    ASSAULT,
    ASSAULTED,
    ATTACKED,
    DONE,
    NEUTRALIZED,
    SUBPHASE,
)

SURFACE = rule("Combat/Surface Combat")
REACTION_FIRE = rule("Combat/Reaction Fire")


def assault_boxes(s: State, side: int, reacting: int) -> list[int]:
    """Surfaces where the phasing player has troops that can attack and enemies are left to attack."""
    out = []
    seen = s.fought
    troops = TROOPS & OF_SIDE[side] & s.on_surface & ~s.neutral
    if reacting:
        troops &= s.reaction
    for piece in pieces_in(troops):
        box = s.at[piece]
        if not seen >> box & 1:
            seen |= 1 << box
            if opposition(s, side, box):
                out.append(box)
    return out


class Assaults(Step[State]):
    """3. The surface combat subphase: one surface after the other."""

    name = "assaults"

    def run(self, s: State, frame: Frame) -> None:
        _, side, reacting = frame
        if assault_boxes(s, side, reacting):
            if not s.fought:
                s.emit(SUBPHASE, "Surface combat")
            s.push_number(*frame)
            s.push("which_assault", side, reacting)


class WhichAssault(Choice[State]):
    name = "which_assault"
    rule = SURFACE

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(DONE,), *place_codes(ASSAULT, tuple(assault_boxes(s, side, frame[2])))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == ASSAULT and frame[2]:
            return Refusal(REACTION_FIRE, "the reaction force has no troops to attack with at {place}", place=code[1])
        if code[0] == ASSAULT:
            return Refusal(SURFACE, "you have no troops to attack with at {place}, or nobody to attack", place=code[1])
        return Refusal(SURFACE, "first choose a surface to attack on, or end the subphase")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == DONE:
            s.pop()
        else:
            begin_assault(s, side, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Your troops stand beside the enemy: choose a surface on which they attack, or end the subphase")


def begin_assault(s: State, side: int, box: int) -> None:
    s.battle = box
    s.ground = 1
    s.round = s.quiet = s.breaking = 0
    s.fought |= 1 << box
    s.attack_force = s.here[box] & TROOPS & OF_SIDE[side]
    s.defense_force = opposition(s, side, box)
    s.emit(ASSAULTED, side, box)
    s.push("assault_round", 0)


ALLOCATE, SCREENING, FIRE_A, FIRE_D, RESOLVE = range(5)


class AssaultRound(Step[State]):
    """Preparation, fire, losses; after the first preparation whoever was not drawn in stays out."""

    name = "assault_round"
    rule = rule("Combat/Surface Combat/Termination")

    def run(self, s: State, frame: Frame) -> None:
        stage = frame[1]
        if stage == ALLOCATE and not self._opens(s):
            return
        s.push_number(self.number, (stage + 1) % (RESOLVE + 1))
        if stage == ALLOCATE:
            begin_pairing(s)
            s.push("pairing")
        elif stage == SCREENING:
            if s.round == 1:
                s.defense_force &= s.engaged
        elif stage == RESOLVE:
            s.push("resolve_surface")
        else:
            side = s.mover if stage == FIRE_A else 1 - s.mover
            if unfired(s, side):
                s.push("surface_fire", side)

    def _opens(self, s: State) -> bool:
        over = not s.attack_force or not s.defense_force or s.quiet
        if not over:
            s.round += 1
            return True
        end_assault(s)
        return False


def end_assault(s: State) -> None:
    """If all attacking troops are gone, their ships and cargoes on the surface go with them."""
    box, side = s.battle, s.mover
    if not s.attack_force:
        doomed = s.here[box] & OF_SIDE[side] & (SHIPS | ((OUTPOSTS | DEFENSES) & s.unplaced))
        for piece in pieces_in(doomed):
            if s.at[piece] == box:
                destroy(s, piece)
    s.battle = -1
    s.ground = 0
    s.attack_force = s.defense_force = s.engaged = s.declared = s.joint = s.marked = 0
    open_outposts(s, box)
    note_changes(s)


# --- resolution


class ResolveSurface(Step[State]):
    """Defensive fire first, then all the rest at once."""

    name = "resolve_surface"

    def run(self, s: State, frame: Frame) -> None:
        every = attacks(s)
        s.quiet = int(not every)
        first = [a for a in every if is_defensive(a, every)]
        self._volley(s, first)
        self._volley(s, [a for a in every if a not in first])
        s.engaged = s.declared = s.joint = s.marked = 0

    @staticmethod
    def _volley(s: State, volley: list[Attack]) -> None:
        struck: list[int] = []
        alive = s.attack_force | s.defense_force
        for firers, enemies in volley:
            living = tuple(p for p in firers if alive >> p & 1)
            targets = tuple(e for e in enemies if alive >> e & 1)
            if not living or not targets:
                continue
            differential = sum(FORCE[p] for p in living) - sum(defense_factor(s, e) for e in targets)
            need = surface_need(differential)
            roll = s.roll(6, "surface combat")
            s.emit(ATTACKED, living, targets, differential, roll, need)
            if roll <= need:
                struck.extend(e for e in targets if e not in struck)
        for piece in struck:
            s.attack_force &= ~(1 << piece)
            s.defense_force &= ~(1 << piece)
            if WORLDS >> piece & 1:
                s.neutral |= 1 << piece
                s.emit(NEUTRALIZED, piece)
            else:
                destroy(s, piece)
