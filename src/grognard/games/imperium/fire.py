"""Declaring and resolving fire in space (Combat, Ship Allocation, Combat Resolution, Fire Options)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Modifier, Msg, Refusal, Step, rule
from grognard.games.imperium.control import grounded
from grognard.games.imperium.counters import destroy
from grognard.games.imperium.facts import BEAM, OF_SIDE, pieces_in, value_of
from grognard.games.imperium.gunnery import (
    HIGH_INTENSITY,
    RESOLUTION,
    SHORT_MISSILES,
    SUICIDES,
    can_fire,
    chance,
    either,
    how_many,
    missiles,
    modifiers,
    need_on_die,
)
from grognard.games.imperium.pairing import matched
from grognard.games.imperium.state import (
    CLOSE_MISSILES,
    CLOSE_SALVO,
    DEFEND,
    LONG,
    NONE,
    PLAIN,
    SALVO,
    SUICIDE,
    State,
)
from grognard.games.imperium.words import ANSWER as ANSWER_VERB
from grognard.games.imperium.words import (
    CEASE,
    FIRE,
    FIRE_ALL,
    FIRED,
    FIRED_SO,
    HOLD,
    MISSILES,
    RAM,
)
from grognard.games.imperium.words import (
    SALVO as SALVO_VERB,
)

DECLARING = rule("Combat/Space Combat/Declaration")
DISRUPTED_SALVO = rule("Combat/Fire Options/Disrupted")
DEFENSIVE = rule("Combat/Fire Options/Defensive Fire")
ATTACKER, DEFENDER, REPLY = 0, 1, 2
HOW = {
    SALVO: "its whole store of missiles",
    CLOSE_MISSILES: "missiles at short range",
    CLOSE_SALVO: "its whole store of missiles at short range",
    SUICIDE: "in a suicide attack",
    DEFEND: "in defense",
}


def rammers(s: State, target: int) -> list[int]:
    """Enemies that make a suicide attack on this ship."""
    enemies = s.engaged & ~(OF_SIDE[0] if OF_SIDE[0] >> target & 1 else OF_SIDE[1])
    return [e for e in pieces_in(enemies) if s.mode[e] == SUICIDE and s.aim[e] == target]


def shooters(s: State, side: int) -> list[int]:
    """Engaged ships that can fire at this range and have not said how."""
    if s.breaking >> side & 1:
        return []
    ships = s.engaged & OF_SIDE[side] & ~s.declared & ~grounded(s, side, s.battle)
    return [p for p in pieces_in(ships) if can_fire(s, p, s.range)]


def repliers(s: State, side: int) -> list[int]:
    """The attacker's ships that the defender's suicide attacks allow to fire in defense instead."""
    if s.breaking >> side & 1 or s.range == LONG:
        return []
    ships = s.engaged & OF_SIDE[side] & ~grounded(s, side, s.battle)
    return [
        p for p in pieces_in(ships) if s.mode[p] not in (SUICIDE, DEFEND) and can_fire(s, p, s.range) and rammers(s, p)
    ]


def options(s: State, piece: int, target: int) -> list[int]:
    """The ways in which a ship may fire at a target, as verbs."""
    if s.range == LONG:
        return [FIRE] if s.disrupted >> piece & 1 else [FIRE, SALVO_VERB]
    out = []
    if BEAM[piece] > 0:
        out.append(FIRE)
        if s.mode[target] != SUICIDE:
            out.append(RAM)
    if missiles(s, piece) > 1:
        out.append(MISSILES)
        if not s.disrupted >> piece & 1:
            out.append(SALVO_VERB)
    return out


def mode_of(s: State, verb: int) -> int:
    if verb == FIRE:
        return PLAIN
    if verb == MISSILES:
        return CLOSE_MISSILES
    if verb == RAM:
        return SUICIDE
    return SALVO if s.range == LONG else CLOSE_SALVO


class Declarations(Step[State]):
    """Asks a side for its fire, if it has any to declare."""

    name = "declarations"

    def run(self, s: State, frame: Frame) -> None:
        _, side, when = frame
        if when == REPLY:
            if repliers(s, side):
                s.push("reply", side)
        elif s.engaged and shooters(s, side):
            s.push("declare", side)


class Declare(Choice[State]):
    """Each ship: at whom, and how. The attacker declares first."""

    name = "declare"
    rule = DECLARING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = [(FIRE_ALL,)]
        targets = matched(s, side)
        for piece in shooters(s, side):
            for target in targets[piece]:
                out.extend((verb, piece, target) for verb in options(s, piece, target))
            if s.range != LONG and side != s.mover and rammers(s, piece):
                out.append((ANSWER_VERB, piece))
            out.append((HOLD, piece))
        out.append((CEASE,))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return _why_not_fire(s, side, code)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        verb = code[0]
        if verb == FIRE_ALL:
            targets = matched(s, side)
            for piece in shooters(s, side):
                by_rote(s, piece, targets[piece])
        elif verb == CEASE:
            s.declared |= s.engaged & OF_SIDE[side]
        else:
            piece = code[1]
            s.declared |= 1 << piece
            if verb == ANSWER_VERB:
                s.mode[piece] = DEFEND
            elif verb != HOLD:
                s.aim[piece] = code[2]
                s.mode[piece] = mode_of(s, verb)
        if not shooters(s, side):
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if s.range == LONG:
            return Msg(
                "Battle at {place}, round {round:int} at long range: say at whom your ships fire; only missiles reach",
                place=s.battle,
                round=s.round,
            )
        return Msg(
            "Battle at {place}, round {round:int} at short range: say at whom your ships fire; beams go first",
            place=s.battle,
            round=s.round,
        )

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        if code[0] == ANSWER_VERB:
            return defense_odds(s, code[1])
        if code[0] == FIRE_ALL:
            return volley_odds(s, side)
        if len(code) != 3:
            return None
        return shot_odds(s, code[1], code[2], mode_of(s, code[0]))

    def ledger(self, s: State, frame: Frame, side: int, code: Code) -> list[Modifier]:
        return modifiers(s, code[1], code[2], mode_of(s, code[0])) if len(code) == 3 else []


def shot_odds(s: State, piece: int, target: int, mode: int) -> dict[str, Fraction | float]:
    """What a shot promises, where fire that comes before it may destroy the firer."""
    hit = chance(need_on_die(s, piece, target, mode))
    alive = Fraction(1)
    for enemy, how in fire_before(s, piece, target, mode):
        alive *= 1 - chance(need_on_die(s, enemy, piece, how))
    if alive == 1:
        return either("destroyed", hit, "no effect")
    out = {"shot down first": 1 - alive, "destroyed": alive * hit, "no effect": alive * (1 - hit)}
    return {word: share for word, share in out.items() if share}


def fire_before(s: State, piece: int, target: int, mode: int) -> list[tuple[int, int]]:
    """Enemies whose fire on this ship comes before its own, and how they fire: the target of a suicide attack, which
    always may answer; and of what is declared already beams before late missiles, and the answer to a whole store."""
    enemy_side = int(not OF_SIDE[1] >> piece & 1)
    if mode == SUICIDE:
        held = s.breaking >> enemy_side & 1 or grounded(s, enemy_side, s.battle) >> target & 1
        return [] if held or not can_fire(s, target, s.range) else [(target, DEFEND)]
    if mode == PLAIN:
        return []
    beams = () if mode == SALVO else (PLAIN, SUICIDE)
    answer = {SALVO: PLAIN, CLOSE_SALVO: CLOSE_MISSILES}.get(mode, NONE)
    firing = [e for e in pieces_in(s.engaged & OF_SIDE[enemy_side]) if s.aim[e] == piece and s.mode[e] != NONE]
    return [(e, s.mode[e]) for e in firing if s.mode[e] in beams or (e == target and s.mode[e] == answer)]


def defense_odds(s: State, piece: int) -> dict[str, Fraction | float]:
    """What defensive fire promises against all that attack this ship by suicide."""
    hits = [chance(need_on_die(s, piece, enemy, DEFEND)) for enemy in rammers(s, piece)]
    if len(hits) == 1:
        return either("destroyed", hits[0], "no effect")
    return {f"{n} destroyed": share for n, share in enumerate(how_many(hits)) if share}


def volley_odds(s: State, side: int) -> dict[str, Fraction | float] | None:
    """How many targets the ordinary fire of all ships destroys. Late missiles may never be fired: then nobody knows."""
    after = s.copy()
    faced = matched(s, side)
    spared: dict[int, Fraction] = {}
    for piece in shooters(s, side):
        by_rote(after, piece, faced[piece])
        if after.mode[piece] not in (NONE, PLAIN):
            return None
        if after.mode[piece] == PLAIN:
            target = after.aim[piece]
            hit = chance(need_on_die(s, piece, target, PLAIN))
            spared[target] = spared.get(target, Fraction(1)) * (1 - hit)
    if not spared:
        return None
    return {f"{n} destroyed": share for n, share in enumerate(how_many([1 - p for p in spared.values()])) if share}


def by_rote(s: State, piece: int, targets: list[int]) -> None:
    """What the staff declares: defensive fire under suicide attack, else the ordinary fire that promises most."""
    s.declared |= 1 << piece
    if s.range != LONG and any(chance(need_on_die(s, piece, enemy, DEFEND)) for enemy in rammers(s, piece)):
        s.mode[piece] = DEFEND
        return
    best, worth = NONE, 0.0
    for target in targets:
        for verb in options(s, piece, target):
            if verb in (FIRE, MISSILES):
                mode = mode_of(s, verb)
                promise = float(chance(need_on_die(s, piece, target, mode))) * value_of(target)
                if promise > worth:
                    best, worth = mode, promise
                    s.aim[piece] = target
    s.mode[piece] = best


def _why_not_fire(s: State, side: int, code: Code) -> Refusal:
    verb = code[0]
    if len(code) == 1 or verb not in (FIRE, MISSILES, SALVO_VERB, RAM, ANSWER_VERB, HOLD):
        return Refusal(DECLARING, "first declare your fire, or fire nothing more")
    piece = code[1]
    if piece < 0 or not (s.engaged & OF_SIDE[side]) >> piece & 1:
        return Refusal(DECLARING, "{piece} is not one of your ships in this round", piece=piece)
    if s.declared >> piece & 1:
        return Refusal(RESOLUTION, "{piece} has declared already; a ship fires once a round", piece=piece)
    if not can_fire(s, piece, s.range):
        return Refusal(RESOLUTION, "{piece} has no weapon for this range", piece=piece)
    if verb == ANSWER_VERB:
        return Refusal(DEFENSIVE, "no suicide attack is made on {piece}", piece=piece)
    if verb == HOLD:
        return Refusal(DECLARING, "{piece} can't fire now", piece=piece)
    if code[2] not in matched(s, side).get(piece, []):
        return Refusal(RESOLUTION, "{piece} is not matched with {target:piece}", piece=piece, target=code[2])
    if verb == SALVO_VERB and s.disrupted >> piece & 1:
        return Refusal(DISRUPTED_SALVO, "a disrupted ship can't fire at high intensity")
    if verb == SALVO_VERB:
        return Refusal(HIGH_INTENSITY, "{piece} has too few missiles for that", piece=piece)
    if verb == MISSILES:
        return Refusal(SHORT_MISSILES, "missiles are declared so only at short range, and by ships that have them")
    if verb == RAM:
        return Refusal(SUICIDES, "a suicide attack needs a beam, short range and a target that makes none itself")
    return Refusal(RESOLUTION, "{piece} has no beam to fire at short range", piece=piece)


class Reply(Choice[State]):
    """The attacker's ships that are attacked by suicide may fire in defense instead of what they declared."""

    name = "reply"
    rule = DEFENSIVE

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(CEASE,), *((ANSWER_VERB, p) for p in repliers(s, side))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(DEFENSIVE, "only a ship under suicide attack may now fire in defense")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == ANSWER_VERB:
            s.mode[code[1]] = DEFEND
        if code[0] == CEASE or not repliers(s, side):
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("The defender makes suicide attacks: which of their targets fire in defense instead?")

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        return defense_odds(s, code[1]) if code[0] == ANSWER_VERB else None


# --- resolution


class ResolveSpace(Step[State]):
    """All fire of a round, simultaneous but for defensive fire, which comes first, and late missiles."""

    name = "resolve_space"

    def run(self, s: State, frame: Frame) -> None:
        firing = [p for p in pieces_in(s.engaged) if s.mode[p] != NONE]
        losses = s.engaged.bit_count()
        if s.range == LONG:
            self._volleys(s, firing, (PLAIN, SALVO))
        else:
            self._defend(s, firing)
            self._together(s, [p for p in firing if s.mode[p] in (PLAIN, SUICIDE)])
            self._volleys(s, firing, (CLOSE_MISSILES, CLOSE_SALVO))
        s.quiet = s.quiet + 1 if s.engaged.bit_count() == losses else 0
        for piece in firing:
            s.mode[piece] = NONE
            s.aim[piece] = -1

    def _volleys(self, s: State, firing: list[int], modes: tuple[int, int]) -> None:
        """Missiles. Fire of its own target on a ship that empties its store at it is defensive and comes first."""
        plain, salvo = modes
        left = [p for p in firing if s.engaged >> p & 1 and s.mode[p] in modes]
        first = [p for p in left if s.mode[p] == plain and s.mode[s.aim[p]] == salvo and s.aim[s.aim[p]] == p]
        self._together(s, first)
        self._together(s, [p for p in left if p not in first and s.engaged >> p & 1])

    def _defend(self, s: State, firing: list[int]) -> None:
        """A ship may fire in defense once at each ship that makes a suicide attack on it."""
        for piece in firing:
            if s.mode[piece] == DEFEND:
                for rammer in rammers(s, piece):
                    if shot(s, piece, rammer, DEFEND):
                        lose(s, rammer)

    @staticmethod
    def _together(s: State, firing: list[int]) -> None:
        """Fire that is simultaneous: whoever is hit still fires. A store is spent only on a target still there."""
        hit = []
        emptied = 0
        for piece in firing:
            target = s.aim[piece]
            if not s.engaged >> piece & 1 or not s.engaged >> target & 1:
                continue
            if shot(s, piece, target, s.mode[piece]) and target not in hit:
                hit.append(target)
            if s.mode[piece] in (SALVO, CLOSE_SALVO):
                emptied |= 1 << piece
        s.spent |= emptied
        for target in hit:
            lose(s, target)


def shot(s: State, piece: int, target: int, mode: int) -> bool:
    need = need_on_die(s, piece, target, mode)
    roll = s.roll(6, "fire in space")
    if mode == PLAIN:
        s.emit(FIRED, piece, target, need, roll)
    else:
        s.emit(FIRED_SO, piece, HOW[mode], target, need, roll)
    return roll >= need


def lose(s: State, piece: int) -> None:
    s.engaged &= ~(1 << piece)
    destroy(s, piece)
