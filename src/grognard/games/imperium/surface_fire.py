"""Declaring fire on planetary surfaces: who fires at whom, alone or together (Combat, Surface Combat)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Modifier, Msg, Refusal, rule
from grognard.games.imperium.facts import (
    FORCE,
    KIND,
    OF_SIDE,
    REGULAR,
    TROOPS,
    pieces_in,
    surface_need,
    value_of,
)
from grognard.games.imperium.facts import JUMP as JUMP_KIND
from grognard.games.imperium.gunnery import defense_factor, either, how_many
from grognard.games.imperium.pairing import matched
from grognard.games.imperium.state import NONE, PLAIN, State
from grognard.games.imperium.words import CEASE, ENOUGH, FIRE, FIRE_ALL, HOLD, JOIN, SWEEP

SCREENED = rule("Combat/Surface Combat/Screening")
SUMS = rule("Combat/Surface Combat/Differential")
DEFENSIVE = rule("Combat/Surface Combat/Defensive Fire")
NEUTRALIZED_TROOPS = rule("Combat/Surface Combat/Neutralized")

Attack = tuple[tuple[int, ...], tuple[int, ...]]  # who fires together, and at whom


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
        if code[0] == FIRE_ALL:
            return surface_volley_odds(s, side)
        sums = self.ledger(s, frame, side, code)
        if not sums:
            return None
        hit = Fraction(surface_need(sum(int(m.value) for m in sums)), 6)
        alive = Fraction(1) if code[0] == JOIN else survival(s, code)
        if alive == 1:
            return either("destroyed", hit, "no effect")
        out = {"shot down first": 1 - alive, "destroyed": alive * hit, "no effect": alive * (1 - hit)}
        return {word: share for word, share in out.items() if share}

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


def survival(s: State, code: Code) -> Fraction:
    """The chance that a troop lives to fire: a single regular that a jump troop faces may answer it first, and of what
    is declared already the defensive fire does."""
    after = s.copy()
    piece = code[1]
    side = 0 if OF_SIDE[0] >> piece & 1 else 1
    faced = matched(s, side)[piece]
    aim_at(after, piece, faced if code[0] == SWEEP else [code[2]], len(faced) > 1)
    if side == s.mover and len(faced) == 1 and not s.neutral >> faced[0] & 1 and TROOPS >> faced[0] & 1:
        aim_at(after, faced[0], [piece], len(matched(s, 1 - side)[faced[0]]) > 1)
    every = attacks(after)
    alive = Fraction(1)
    for firers, targets in every:
        if piece in targets and is_defensive((firers, targets), every):
            factors = sum(FORCE[p] for p in firers) - sum(FORCE[t] for t in targets)
            alive *= 1 - Fraction(surface_need(factors), 6)
    return alive


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


def surface_volley_odds(s: State, side: int) -> dict[str, Fraction | float] | None:
    """How many enemies the fire by rote of all troops destroys; unknown where jump troops may be fired at first."""
    after = s.copy()
    faced = matched(s, side)
    for piece in unfired(s, side):
        surface_by_rote(after, piece, faced[piece])
    every = attacks(after)
    mine = [attack for attack in every if OF_SIDE[side] >> attack[0][0] & 1]
    if not mine or any(may_be_forestalled(after, attack, every) for attack in mine):
        return None
    spared: dict[int, Fraction] = {}
    for firers, enemies in mine:
        factors = sum(FORCE[p] for p in firers) - sum(defense_factor(s, e) for e in enemies)
        for enemy in enemies:
            spared[enemy] = spared.get(enemy, Fraction(1)) * (1 - Fraction(surface_need(factors), 6))
    return {f"{n} destroyed": share for n, share in enumerate(how_many([1 - p for p in spared.values()])) if share}


def may_be_forestalled(s: State, attack: Attack, every: list[Attack]) -> bool:
    """Could defensive fire of regulars come before this attack? Who declares second knows."""
    firers, enemies = attack
    if any(KIND[p] != JUMP_KIND for p in firers) or any(KIND[e] != REGULAR for e in enemies):
        return False
    answers = [other for other in every if set(other[1]) & set(firers)]
    if OF_SIDE[s.mover] >> firers[0] & 1:
        return any(not s.neutral >> e & 1 for e in enemies)
    return any(is_defensive(other, every) for other in answers)
