"""Combat on planetary surfaces, round by round (Combat, Surface Combat)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Modifier, Msg, Refusal, Step, rule
from grognard.games.imperium.control import opposition
from grognard.games.imperium.counters import destroy, open_outposts
from grognard.games.imperium.facts import (
    DEFENSES,
    FORCE,
    KIND,
    OF_SIDE,
    OUTPOSTS,
    REGULAR,
    SHIPS,
    TROOPS,
    WORLDS,
    pieces_in,
    surface_need,
    value_of,
)
from grognard.games.imperium.facts import JUMP as JUMP_KIND
from grognard.games.imperium.glory import note_changes
from grognard.games.imperium.gunnery import defense_factor, either
from grognard.games.imperium.lists import place_codes
from grognard.games.imperium.pairing import begin_pairing, matched
from grognard.games.imperium.state import NONE, PLAIN, State
from grognard.games.imperium.words import (
    ASSAULT,
    ASSAULTED,
    ATTACKED,
    CEASE,
    DONE,
    ENOUGH,
    FIRE,
    FIRE_ALL,
    HOLD,
    JOIN,
    NEUTRALIZED,
    SUBPHASE,
    SWEEP,
)

SURFACE = rule("Combat/Surface Combat")
SCREENED = rule("Combat/Surface Combat/Screening")
SUMS = rule("Combat/Surface Combat/Differential")
DEFENSIVE = rule("Combat/Surface Combat/Defensive Fire")
NEUTRALIZED_TROOPS = rule("Combat/Surface Combat/Neutralized")
REACTION_FIRE = rule("Combat/Reaction Fire")

Attack = tuple[tuple[int, ...], tuple[int, ...]]  # who fires together, and at whom


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


# --- declaring fire


def unfired(s: State, side: int) -> list[int]:
    """Troops in the fight that can attack and have not said whom."""
    return list(pieces_in(s.engaged & OF_SIDE[side] & TROOPS & ~s.neutral & ~s.declared))


class SurfaceFire(Choice[State]):
    """One troop may fire at one, some or all it faces; several that face one counter may add their factors."""

    name = "surface_fire"
    rule = SUMS

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = [(FIRE_ALL,)]
        faced = matched(s, side)
        for piece in unfired(s, side):
            enemies = [e for e in faced[piece] if not s.marked >> e & 1]
            out.extend((FIRE, piece, e) for e in enemies)
            if s.aim[piece] < 0:
                if len(faced[piece]) > 1:
                    out.append((SWEEP, piece))
                elif len(partners(s, piece)) > 1:
                    out.append((JOIN, piece, faced[piece][0]))
            out.append((HOLD if s.aim[piece] < 0 else ENOUGH, piece))
        out.append((CEASE,))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if len(code) > 1 and code[0] in (FIRE, JOIN, SWEEP, HOLD, ENOUGH):
            piece = code[1]
            if piece >= 0 and s.neutral >> piece & 1:
                return Refusal(NEUTRALIZED_TROOPS, "{piece} is neutralized and can't attack", piece=piece)
            if piece < 0 or not (s.engaged & OF_SIDE[side] & TROOPS) >> piece & 1:
                return Refusal(SCREENED, "{piece} takes no part in this combat", piece=piece)
            if s.declared >> piece & 1:
                return Refusal(SUMS, "{piece} fires once a round", piece=piece)
            return Refusal(SUMS, "{piece} fires only at what it is matched with", piece=piece)
        return Refusal(SUMS, "first say at whom your troops fire, or let them hold")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        faced = matched(s, side)
        if verb == FIRE_ALL:
            for piece in unfired(s, side):
                surface_by_rote(s, piece, faced[piece])
        elif verb == CEASE:
            s.declared |= s.engaged & OF_SIDE[side]
        elif verb in (HOLD, ENOUGH):
            s.declared |= 1 << code[1]
        else:
            piece = code[1]
            enemies = faced[piece] if verb == SWEEP else [code[2]]
            aim_at(s, piece, enemies, len(faced[piece]) > 1)
            if verb == JOIN:
                s.joint |= 1 << piece
        if not unfired(s, side):
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Combat on {place}, round {round:int}: say at whom each of your troops fires",
            place=s.battle,
            round=s.round,
        )

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        sums = self.ledger(s, frame, side, code)
        if not sums:
            return None
        hit = Fraction(surface_need(sum(int(m.value) for m in sums)), 6)
        return either("destroyed", hit, "no effect")

    def ledger(self, s: State, frame: Frame, side: int, code: Code) -> list[Modifier]:
        """The differential of the attack as it would stand: factors of who fires, less those of all fired at."""
        if code[0] not in (FIRE, SWEEP, JOIN):
            return []
        piece = code[1]
        faced = matched(s, side)[piece]
        firers, enemies = [piece], list(faced)
        if code[0] == JOIN:
            firers = [p for p in partners(s, piece) if p == piece or s.joint >> p & 1]
        elif code[0] == FIRE:
            enemies = [e for e in faced if e == code[2] or (s.aim[piece] >= 0 and s.marked >> e & 1)]
        return [
            *(Modifier(FORCE[p], "the factor of a troop that fires", SUMS) for p in firers),
            *(Modifier(-defense_factor(s, e), "the factor of a counter fired at", SUMS) for e in enemies),
        ]


def partners(s: State, piece: int) -> list[int]:
    """Troops on the same side matched against the same single enemy."""
    side = OF_SIDE[0] if OF_SIDE[0] >> piece & 1 else OF_SIDE[1]
    foe = s.foe[piece]
    return [p for p in pieces_in(s.engaged & side & TROOPS & ~s.neutral) if s.foe[p] == foe]


def aim_at(s: State, piece: int, enemies: list[int], many: bool) -> None:
    """Aim; a troop that faces several may name more of them before it is done."""
    if s.aim[piece] < 0:
        s.aim[piece] = enemies[0]
    s.mode[piece] = PLAIN
    if not many:
        s.declared |= 1 << piece
        return
    for enemy in enemies:
        s.marked |= 1 << enemy
    side = 0 if OF_SIDE[0] >> piece & 1 else 1
    if all(s.marked >> e & 1 for e in matched(s, side)[piece]):
        s.declared |= 1 << piece


def surface_by_rote(s: State, piece: int, enemies: list[int]) -> None:
    """The staff's choice: the single target that promises most, and joint fire where alone nothing would happen."""
    s.declared |= 1 << piece
    if s.aim[piece] >= 0:
        return
    best = max(enemies, key=lambda e: (surface_need(FORCE[piece] - defense_factor(s, e)) * value_of(e), -e))
    alone = surface_need(FORCE[piece] - defense_factor(s, best))
    allies = partners(s, piece) if len(enemies) == 1 else [piece]
    together = surface_need(sum(FORCE[p] for p in allies) - defense_factor(s, best))
    if len(allies) > 1 and (alone == 0 or s.joint & sum(1 << p for p in allies)) and together:
        s.joint |= 1 << piece
    elif not alone:
        return
    s.aim[piece] = best
    s.mode[piece] = PLAIN
    if len(enemies) > 1:
        s.marked |= 1 << best


# --- resolution


def attacks(s: State) -> list[Attack]:
    """All attacks that were declared."""
    out: list[Attack] = []
    joint: dict[int, list[int]] = {}
    for side in (s.mover, 1 - s.mover):
        faced = matched(s, side)
        for piece in pieces_in(s.engaged & OF_SIDE[side]):
            if s.mode[piece] == NONE or s.aim[piece] < 0:
                continue
            if s.joint >> piece & 1:
                joint.setdefault(s.aim[piece], []).append(piece)
            elif len(faced[piece]) > 1:
                out.append(((piece,), tuple(e for e in faced[piece] if s.marked >> e & 1)))
            else:
                out.append(((piece,), (s.aim[piece],)))
    out.extend((tuple(group), (target,)) for target, group in joint.items())
    return out


def is_defensive(attack: Attack, every: list[Attack]) -> bool:
    """Regulars fire first at jump troops that attack them, as long as each side's troops are of one kind."""
    firers, enemies = attack
    if any(KIND[p] != REGULAR for p in firers) or any(KIND[e] != JUMP_KIND for e in enemies):
        return False
    return all(
        any(
            enemy in other
            and set(aims) & set(firers)
            and all(KIND[p] == JUMP_KIND for p in other)
            and all(KIND[a] == REGULAR for a in aims)
            for other, aims in every
        )
        for enemy in enemies
    )


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
