"""Matching counters against each other, for battles in space and on the ground (Ship Allocation; Preparation).

The defender moves a counter forward, the attacker answers with one of his, until one of them has no more; what is
left may be sent against any enemy or stay screened. Either may leave the rest to the staff, which goes by rote.
"""

from __future__ import annotations

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.facts import (
    DEFENSES,
    FORCE,
    OF_SIDE,
    SHIPS,
    TROOPS,
    UNARMED,
    pieces_in,
    surface_need,
    value_of,
)
from grognard.games.imperium.gunnery import best_shot, can_fire, defense_factor
from grognard.games.imperium.lists import piece_codes
from grognard.games.imperium.state import State
from grognard.games.imperium.words import (
    AGAINST,
    EXTRA,
    FORWARD,
    FORWARD_REST,
    MATCH,
    MATCH_REST,
    SCREEN,
    SCREEN_REST,
    SPREAD,
)

ALLOCATION = rule("Combat/Space Combat/Allocation")
EXCESS = rule("Combat/Space Combat/Extra Ships")
PREPARATION = rule("Combat/Surface Combat/Preparation")


RANGE_NAMES = ("long range", "short range")


def begin_pairing(s: State) -> None:
    s.engaged = s.declared = s.joint = s.marked = s.by_rote = 0
    s.forward = s.picked = -1
    for piece in pieces_in(s.attack_force | s.defense_force):
        s.foe[piece] = s.aim[piece] = -1
        s.mode[piece] = 0


def forward_candidates(s: State) -> int:
    """What the defender may move forward: on the ground troops, then defenses, ships, and last worlds and outposts."""
    free = s.defense_force & ~s.engaged
    if not s.ground:
        return free
    return free & TROOPS or free & DEFENSES or free & SHIPS or free


def extras(s: State, side: int) -> int:
    """Counters left over that may be sent against any enemy; those already told to stay screened have declared."""
    if side == s.mover:
        return s.attack_force & ~(s.engaged | s.declared)
    free = s.defense_force & ~(s.engaged | s.declared)
    return free & TROOPS if s.ground else free


def engaged_enemies(s: State, side: int) -> int:
    return s.engaged & OF_SIDE[1 - side]


def threat(s: State, piece: int, target: int) -> float:
    """What a counter may be expected to take from another in one round."""
    if s.ground:
        if not TROOPS >> piece & 1 or s.neutral >> piece & 1:
            return 0.0
        return surface_need(FORCE[piece] - defense_factor(s, target)) / 6 * value_of(target)
    return best_shot(s, piece, target) * value_of(target)


def pair(s: State, defender: int, attacker: int) -> None:
    s.foe[defender] = attacker
    s.foe[attacker] = defender
    s.engaged |= 1 << defender | 1 << attacker
    s.forward = -1


def _first_forward(s: State, candidates: int) -> int:
    return max(pieces_in(candidates), key=lambda p: (not UNARMED >> p & 1, FORCE[p] if s.ground else value_of(p), -p))


def _best_match(s: State, candidates: int, defender: int) -> int:
    return max(pieces_in(candidates), key=lambda p: (threat(s, p, defender) - threat(s, defender, p), -p))


def _best_foe(s: State, side: int, piece: int) -> int:
    enemies = pieces_in(engaged_enemies(s, side))
    return max(enemies, key=lambda e: (threat(s, piece, e), -e))


class Pairing(Step[State]):
    """Goes on with the matching until nobody has anything left to match."""

    name = "pairing"

    def run(self, s: State, frame: Frame) -> None:
        attacker = s.mover
        defender = 1 - attacker
        while True:
            free_attackers = s.attack_force & ~s.engaged
            candidates = forward_candidates(s)
            if s.forward >= 0:
                if not (s.by_rote >> attacker & 1 or free_attackers.bit_count() == 1):
                    s.push_number(self.number)
                    s.push("match", attacker)
                    return
                pair(s, s.forward, _best_match(s, free_attackers, s.forward))
            elif free_attackers and candidates:
                if not (s.by_rote >> defender & 1 or candidates.bit_count() == 1):
                    s.push_number(self.number)
                    s.push("forward", defender)
                    return
                s.forward = _first_forward(s, candidates)
            else:
                self._rest(s, attacker if free_attackers else defender)
                return

    def _rest(self, s: State, side: int) -> None:
        left = extras(s, side)
        if not left or not s.engaged or (s.breaking >> side & 1 and not s.ground):
            return  # who breaks off can't fire, and has no use for extra ships in the line
        if s.by_rote >> side & 1:
            spread(s, side)
            return
        if any(may_help(s, piece) for piece in pieces_in(left)):
            s.push("extras", side)


def may_help(s: State, piece: int) -> bool:
    """Has this counter any fire to offer? On the ground factors add up, so any troop has."""
    if s.ground:
        return bool((TROOPS & ~s.neutral) >> piece & 1)
    return can_fire(s, piece, s.range)


def can_help(s: State, side: int, piece: int) -> bool:
    """Could its plain fire do anything against an enemy?"""
    if s.ground:
        return may_help(s, piece)
    return any(threat(s, piece, enemy) > 0 for enemy in pieces_in(engaged_enemies(s, side)))


def spread(s: State, side: int) -> None:
    """By rote: every counter that can hurt somebody goes where it promises most; the others are screened."""
    for piece in pieces_in(extras(s, side)):
        if can_help(s, side, piece):
            s.foe[piece] = _best_foe(s, side, piece)
            s.engaged |= 1 << piece


class Forward(Choice[State]):
    """The defender moves a counter forward."""

    name = "forward"
    rule = ALLOCATION

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(FORWARD_REST,), *piece_codes(FORWARD, forward_candidates(s))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != FORWARD:
            return Refusal(ALLOCATION, "the defender first moves a counter forward")
        if s.ground and code[1] >= 0 and s.defense_force >> code[1] & 1:
            return Refusal(PREPARATION, "troops come first, then defenses, ships, and last worlds and outposts")
        return Refusal(ALLOCATION, "{piece} is not free to be moved forward", piece=code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == FORWARD_REST:
            s.by_rote |= 1 << side
        else:
            s.forward = code[1]

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if s.ground:
            return Msg(
                "You defend {place}, round {round:int}: move one counter forward, the attacker puts a troop against it",
                place=s.battle,
                round=s.round,
            )
        return Msg(
            "You defend at {place}, round {round:int}, {range:text}: move one ship forward, the attacker puts one "
            "against it",
            place=s.battle,
            round=s.round,
            range=RANGE_NAMES[s.range],
        )


class Match(Choice[State]):
    """The attacker answers with one of his."""

    name = "match"
    rule = ALLOCATION

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(MATCH_REST,), *piece_codes(MATCH, s.attack_force & ~s.engaged)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != MATCH:
            return Refusal(ALLOCATION, "first answer {piece} with one of yours", piece=s.forward)
        return Refusal(ALLOCATION, "{piece} is not free to answer", piece=code[1])

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == MATCH_REST:
            s.by_rote |= 1 << side
        else:
            pair(s, s.forward, code[1])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if s.ground:
            return Msg("You attack {place}: which of your troops faces {piece}?", place=s.battle, piece=s.forward)
        return Msg(
            "You attack at {place}, {range:text}: which of your ships faces {piece}?",
            place=s.battle,
            range=RANGE_NAMES[s.range],
            piece=s.forward,
        )


class Extras(Choice[State]):
    """What is left over may double up on any enemy, or stay screened."""

    name = "extras"
    rule = EXCESS

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(SPREAD,), (SCREEN_REST,), *piece_codes(EXTRA, extras(s, side))]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == EXTRA:
            return Refusal(EXCESS, "{piece} is not left over", piece=code[1])
        return Refusal(EXCESS, "first send the extra counters somewhere, or screen them")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == EXTRA:
            s.picked = code[1]
            s.push("extra_foe", side)
            return
        s.pop()
        if code[0] == SPREAD:
            spread(s, side)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if s.ground:
            return Msg("Every enemy in the line is faced: send spare troops against one as well, or keep them out")
        return Msg("Every enemy in the line is faced: send spare ships against one as well, or screen them from fire")


class ExtraFoe(Choice[State]):
    """Against whom."""

    name = "extra_foe"
    rule = EXCESS

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [*piece_codes(AGAINST, engaged_enemies(s, side)), (SCREEN,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == AGAINST:
            return Refusal(EXCESS, "{piece} is not engaged", piece=code[1])
        return Refusal(EXCESS, "first say against whom {piece} goes, or screen it", piece=s.picked)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        piece = s.picked
        s.picked = -1
        if code[0] == AGAINST:
            s.foe[piece] = code[1]
            s.engaged |= 1 << piece
        else:
            s.declared |= 1 << piece
        if not extras(s, side):
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Against whom does {piece} go? Screened it neither fires nor is fired on", piece=s.picked)


def matched(s: State, side: int) -> dict[int, list[int]]:
    """For each engaged counter of a side the enemies it may fire at: its own foe, and all that came against it."""
    foe = s.foe
    out: dict[int, list[int]] = {}
    for piece in pieces_in(s.engaged & OF_SIDE[side]):
        out[piece] = [foe[piece]]
    for enemy in pieces_in(s.engaged & OF_SIDE[1 - side]):
        mine = out.get(foe[enemy])
        if mine is not None and enemy not in mine:
            mine.append(enemy)
    return out
