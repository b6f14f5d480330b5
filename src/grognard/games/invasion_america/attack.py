"""Land combat, first part: picking targets and attackers, the reveal, the roll (13.0, 13.4, 15.0, 16.3)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import to_list
from grognard.core import Code, Modifier, Msg, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.air import strike_zone
from grognard.games.invasion_america.base import WarChoice, WarStep, bury, leave_trail, offer
from grognard.games.invasion_america.events import ATTACKED, CALLED_OFF, DISBANDED, FOUGHT, REVEALED
from grognard.games.invasion_america.odds import WORDS, forecast
from grognard.games.invasion_america.special import is_asleep, is_snowed_in
from grognard.games.invasion_america.state import ATTACKER, DEFENDER, PANICKED, State
from grognard.games.invasion_america.strength import attack_total, defence_total, ledger_of, odds_column, odds_text
from grognard.games.invasion_america.supply import is_fed
from grognard.games.invasion_america.targets import (
    attacked_hexes,
    candidates,
    committed,
    defenders_in,
    holder,
    is_close,
    landings,
    no_attack,
    out_of_reach,
    prey,
    target_hexes,
)
from grognard.games.invasion_america.verbs import ALSO, ATTACK, DONE, RESOLVE, WITH

ROUT = 2  # hexes that the companions of worthless militia retreat (16.32)


class Combat(WarStep):
    """Opens the Combat Phase."""

    name = "combat"

    def run(self, s: State, frame: Frame) -> None:
        s.fought = 0
        s.hit = 0
        s.displaced = 0
        offer(s, "attack", s.setup.phase_side[frame[1]])


class Attack(WarChoice):
    """Pick a hex to attack."""

    name = "attack"
    rule = rule("13.12")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = [(ATTACK, place) for place in to_list(target_hexes(s, side))]
        if not self.owed(s, side):
            out.append((DONE,))
        return out

    def owed(self, s: State, side: int) -> bool:
        """Is there an assault that must still be fought (15.0)?"""
        return bool(landings(s, side))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == DONE:
            return Refusal(rule("15.15"), "the assault on the beach must be fought first")
        if code[0] != ATTACK or code[1] < 0:
            return Refusal(rule("13.12"), "choose a hex to attack, or end the phase")
        place = code[1]
        if attacked_hexes(s) >> place & 1:
            return Refusal(rule("13.14"), "{place} was attacked in this phase already", place=place)
        _, anything = prey(s, side)
        if not anything >> place & 1:
            if s.barred(side) >> place & 1 and place != self.theatre.holding:
                return Refusal(rule("4.1"), "{place} is held by a force of yours; they do not fight", place=place)
            return Refusal(rule("13.0"), "no enemy stands in {place}", place=place)
        return self.spared(s, side, place)

    def spared(self, s: State, side: int, place: int) -> Refusal:
        """Why no unit gets at the enemies in a hex: what keeps back the nearest of those that may still attack."""
        theatre, forces = self.theatre, self.forces
        near = theatre.grid.masks[place] if place < theatre.size else 0
        units = [p for spot in to_list(near & s.presence.ground[side]) for p in s.units_in(spot) if forces.is_land[p]]
        units += [p for p in self.game.fliers_of[side] if s.aboard[p] < 0 and strike_zone(s, p) >> place & 1]
        for piece in units:
            if not s.fought >> piece & 1 and not is_asleep(s, piece):
                no = out_of_reach(s, side, piece, [place])
                if no is not None:
                    return no
        return Refusal(rule("13.11"), "no unit that has not attacked yet can reach {place}", place=place)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            return
        place = code[1]
        s.targets = 1 << place
        ship = landings(s, side).get(place)
        if ship is not None:
            s.cast(ship, ATTACKER)
            for piece in s.cargo(ship):
                if self.forces.is_land[piece]:
                    s.cast(piece, ATTACKER)
        s.push("commit", side)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Choose a hex to attack. Done ends the phase.")


class Commit(WarChoice):
    """Say who attacks, and which hexes beside the first; then the dice."""

    name = "commit"
    inside = 1
    rule = rule("13.0")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        targets = to_list(s.targets)
        out: list[Code] = [(WITH, piece) for piece in candidates(s, side, targets)]
        out.extend((ALSO, place) for place in self.more(s, side, targets))
        if s.roles[ATTACKER]:
            out.append((RESOLVE,))
        return out

    def more(self, s: State, side: int, targets: list[int]) -> list[int]:
        """Further hexes that the same units could attack at once (13.23)."""
        ground, _ = prey(s, side)
        around = 0
        for place in targets:
            around |= self.theatre.within(place, 2)
        near = around & ground & ~s.targets
        for piece in committed(s, ATTACKER) if near else ():
            if not self.forces.is_flier[piece]:  # it must be adjacent to all of them
                near &= self.theatre.grid.masks[s.at[piece]]
        if not near:
            return []
        assaults = landings(s, side)
        return [place for place in to_list(near) if self.no_more(s, side, targets, place, assaults) is None]

    def no_more(self, s: State, side: int, targets: list[int], place: int, assaults: dict[int, int]) -> Refusal | None:
        """None where a hex may be added to the attack."""
        if place in assaults or any(t in assaults for t in targets):
            return Refusal(rule("15.12"), "an assault is fought against its own hex alone")
        if holder(s, side, place) != holder(s, side, targets[0]):
            return Refusal(rule("12.14"), "different forces don't add their strengths in defence")
        wanted = [*targets, place]
        own = committed(s, ATTACKER)
        for piece in own:
            no = out_of_reach(s, side, piece, wanted)
            if no is not None:
                return no
        if any(is_close(s, piece, wanted) for piece in own):
            return None
        near = s.presence.ground[side]
        for target in wanted:
            near &= self.theatre.grid.masks[target]
        for spot in to_list(near):
            for piece in s.units_in(spot):
                if is_close(s, piece, wanted) and no_attack(s, side, piece, wanted) is None:
                    return None
        return Refusal(rule("13.23"), "no unit is adjacent to all of these hexes")

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        targets = to_list(s.targets)
        if code[0] == WITH and code[1] >= 0:
            no = no_attack(s, side, code[1], targets)
            return no or Refusal(rule("13.0"), "that unit can't join")
        if code[0] == ALSO and code[1] >= 0:
            ground, _ = prey(s, side)
            if s.targets >> code[1] & 1 or not ground >> code[1] & 1:
                return Refusal(rule("13.14"), "{place} holds no further enemies to attack", place=code[1])
            no = self.no_more(s, side, targets, code[1], landings(s, side))
            return no or Refusal(rule("13.23"), "{place} is too far from the other hexes", place=code[1])
        if code[0] == RESOLVE:
            return Refusal(rule("13.0"), "no unit has been committed yet")
        return Refusal(rule("13.0"), "say who attacks, then resolve the attack")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == WITH:
            s.cast(code[1], ATTACKER)
        elif code[0] == ALSO:
            s.targets |= 1 << code[1]
        else:
            s.pop()
            begin(s, side)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, float] | None:
        return forecast(s) if code[0] == RESOLVE else None

    def ledger(self, s: State, frame: Frame, side: int, code: Code) -> list[Modifier]:
        return ledger_of(s) if code[0] == RESOLVE else []

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if not committed(s, ATTACKER):
            return Msg("Choose who attacks {targets:place*}.", targets=to_list(s.targets))
        return Msg(
            "{count:int|unit attacks|units attack} {targets:place*}. Add others, or resolve the attack.",
            count=len(committed(s, ATTACKER)),
            targets=to_list(s.targets),
        )


def begin(s: State, side: int) -> None:
    """The units are committed: all strengths are shown, then worthless militia go (18.34, 16.32)."""
    forces = s.game.forces
    attackers = committed(s, ATTACKER)
    targets = to_list(s.targets)
    s.emit(ATTACKED, targets, attackers)
    s.storm = int(all(is_snowed_in(s, place) for place in targets))
    defenders = [p for place in targets for p in defenders_in(s, side, place)]
    for piece in (*attackers, *defenders):
        s.judged |= 1 << piece
        if not is_fed(s, piece):
            s.unfed |= 1 << piece
    for piece in attackers:
        s.fought |= 1 << piece
        if s.aboard[piece] >= 0:
            s.stormed |= 1 << piece
    for piece in defenders:
        s.hit |= 1 << piece
        s.cast(piece, DEFENDER)
    s.push("battle", side)
    for piece in (*attackers, *defenders):
        if forces.hidden[piece] and not s.tried >> piece & 1:
            s.tried |= 1 << piece
            s.emit(REVEALED, piece, s.strength[piece])
    s.reveal()
    empty = [p for p in (*attackers, *defenders) if forces.is_militia[p] and not s.strength[p]]
    for piece in empty:
        disband(s, piece)
    for owner in s.setup.sides:
        if empty and s.roles[PANICKED] & s.game.side_bits[owner]:
            s.push("retreats", owner, ROUT, PANICKED)


def disband(s: State, piece: int) -> None:
    """Militia of no strength is removed; who stands with it leaves (16.32)."""
    place = s.at[piece]
    side = s.game.forces.side_of[piece]
    s.emit(DISBANDED, piece)
    bury(s, piece)
    rest = [p for p in s.units_in(place) if s.game.forces.side_of[p] == side and not s.game.forces.is_naval[p]]
    for other in rest:
        s.cast(other, PANICKED)
    if not rest and s.targets >> place & 1:
        leave_trail(s, place)


class Battle(WarStep):
    """Total, odds, die, result (13.4)."""

    name = "battle"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        attackers = committed(s, ATTACKER)
        defenders = committed(s, DEFENDER)
        s.push("settle")
        if not attackers or not any(not self.forces.is_rail[p] for p in defenders):
            s.emit(CALLED_OFF)
            s.push("advance_next", side, ATTACKER)
            return
        attack = attack_total(s, attackers)
        defence = defence_total(s, side, attackers, defenders)
        column = odds_column(attack, defence)
        roll = s.roll(6, "combat")
        outcome = self.game.results[column][roll - 1]
        s.emit(FOUGHT, attack, defence, odds_text(column), roll, f"{outcome} {WORDS[outcome]}")
        s.push("outcome", side, self.game.outcomes.index(outcome))


NODES = (Combat, Attack, Commit, Battle)
