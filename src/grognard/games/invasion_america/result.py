"""Land combat, second part: what a result does, exchanges, the end of a combat (13.42, 15.14, 16.12)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Code, Msg, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarChoice, WarStep, clear_trails, destroy, leave_trail
from grognard.games.invasion_america.state import ATTACKER, DEFENDER, State
from grognard.games.invasion_america.strength import printed_total
from grognard.games.invasion_america.targets import committed
from grognard.games.invasion_america.verbs import LOSE


def destroy_all(s: State, role: int) -> None:
    for piece in committed(s, role):
        if s.roles[role] >> piece & 1:  # a ship takes its passengers along (6.25)
            destroy(s, piece)


class Outcome(WarStep):
    """What the result does: frame (attacking side, number of the result)."""

    name = "outcome"

    def run(self, s: State, frame: Frame) -> None:
        side, outcome = frame[1], self.game.outcomes[frame[2]]
        attackers, defenders = committed(s, ATTACKER), committed(s, DEFENDER)
        if outcome in ("De", "Dx") or outcome[0] == "D":
            winner, loser = ATTACKER, DEFENDER
        else:
            winner, loser = DEFENDER, ATTACKER
            clear_trails(s)
        s.push("advance_next", side, winner)
        lost = attackers if loser == ATTACKER else defenders
        if outcome[1] in "ex":
            need = printed_total(s, lost)
            self.vacate(s, lost, loser)
            destroy_all(s, loser)
            if outcome[1] == "x":
                s.push("exchange", need, winner)
            return
        for owner in s.setup.sides:
            if any(self.forces.side_of[p] == owner for p in lost):
                s.push("retreats", owner, int(outcome[1]), loser)

    def vacate(self, s: State, lost: list[int], role: int) -> None:
        """The hexes that the destroyed leave open to the victors (13.71)."""
        places = {s.at[p] for p in lost if s.aboard[p] < 0 and (role == DEFENDER or not self.forces.is_naval[p])}
        if role == ATTACKER:
            near = 0
            for place in to_list(s.targets):
                near |= self.theatre.grid.masks[place]
            places = {p for p in places if near >> p & 1}
        for place in sorted(places):
            leave_trail(s, place)


class Exchange(WarStep):
    """The survivors of an exchange pay: frame (strength still to lose, role of the survivors)."""

    name = "exchange"

    def run(self, s: State, frame: Frame) -> None:
        need, role = frame[1], frame[2]
        if need <= 0:
            return
        left = [p for p in committed(s, role) if not self.forces.is_rail[p]]
        if printed_total(s, left) <= need:
            for piece in left:
                if s.roles[role] >> piece & 1:
                    destroy(s, piece)
            return
        s.push("lose", self.forces.side_of[left[0]], need, role)


class Lose(WarChoice):
    """Pick a unit to pay with: frame (side, strength still to lose, role)."""

    name = "lose"
    rule = rule("13.42")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(LOSE, p) for p in payable(s, frame[3])]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == LOSE and code[1] >= 0 and s.roles[frame[3]] >> code[1] & 1:
            if any(self.forces.is_special[p] for p in payable(s, frame[3])):
                return Refusal(rule("16.12"), "special infantry must be lost first")
            return Refusal(rule("15.14"), "the troops of the assault are lost first, then their ship, then the others")
        return Refusal(rule("13.42"), "choose a unit that fought in this combat")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        worth = s.strength[code[1]]
        destroy(s, code[1])
        s.push("exchange", frame[2] - worth, frame[3])

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Choose a unit to lose: {need:int|strength point is|strength points are} still to be paid.", need=frame[2]
        )


def payable(s: State, role: int) -> list[int]:
    """The units among which the next loss must be found (16.12, 15.14)."""
    forces = s.game.forces
    left = [p for p in committed(s, role) if not forces.is_rail[p]]
    if role != ATTACKER:
        return left
    special = [p for p in left if forces.is_special[p]]
    if special:
        return special
    ships = [p for p in left if forces.is_landing[p]]
    if ships:
        troops = [p for p in left if s.aboard[p] >= 0]
        return troops or ships
    return left


class Settle(WarStep):
    """Closes the combat."""

    name = "settle"

    def run(self, s: State, frame: Frame) -> None:
        s.roles = [0] * len(s.roles)
        s.targets = s.judged = s.unfed = 0
        s.storm = 0
        clear_trails(s)


NODES = (Outcome, Exchange, Lose, Settle)
