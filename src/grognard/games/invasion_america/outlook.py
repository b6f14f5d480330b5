"""What the staff sees in places: how victory hexes draw, and what a stack is worth where it stands."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.board.bits import to_list
from grognard.board.reach import flood
from grognard.games.invasion_america.forces import SAU, US

if TYPE_CHECKING:
    from grognard.games.invasion_america.game import InvasionAmerica
    from grognard.games.invasion_america.state import State

POINT = 4.0  # worth of a victory point, in strength points
LURE = 0.35  # worth of being one step's share nearer to a victory hex that is not one's own
DEFENDED = 0.55  # share of that draw while enemies stand there
FOOTHOLD = 2.8  # worth of an aggressor's unit ashore on the continent
DECAY = 0.85
FAR = 16
KNOWN = 10  # victory hexes remembered for each place
MANY = 20_000  # stacks that an outlook keeps in mind
UNKNOWN = -1.0


class Outlook:
    """How places draw and what stacks are worth there, worked out as it is asked for."""

    def __init__(self, game: InvasionAmerica, s: State, hostile: list[int]) -> None:
        self.game = game
        holder_of, control, theatre = s.setup.holder_of, s.control, game.theatre
        sides = range(len(hostile))
        self.lost = any(holder != US for holder in control)
        self.points = [0.0 for _ in sides]
        for holder, points in zip(control, game.prize_points(s), strict=True):
            if holder >= 0:
                self.points[holder] += points * POINT
        own = [holder_of.get(side, -2) for side in sides]
        held = [own[holder] if holder >= 0 else -1 for holder in control]
        # How much of a victory hex's draw each side feels: none of its own, less where enemies stand.
        self.pull = [
            [
                0.0 if held[prize] == own[side] else DEFENDED if hostile[side] >> place & 1 else 1.0
                for prize, place in enumerate(theatre.prizes)
            ]
            for side in sides
        ]
        self.near = game.staff.near()
        self.lures = [[UNKNOWN] * (theatre.holding + 1) for _ in sides]
        self.stacks: dict[tuple[int, tuple[int, ...]], list[tuple[int, float, int]]] = {}

    def lure(self, side: int, place: int) -> float:
        """How strongly the best victory hex that another player holds draws from here."""
        best = self.lures[side][place]
        if best == UNKNOWN:
            pull, best = self.pull[side], 0.0
            for draw, prize in self.near[place]:
                if draw <= best:
                    break
                best = max(best, draw * pull[prize])
            self.lures[side][place] = best
        return best

    def stack(self, place: int, units: tuple[int, ...]) -> list[tuple[int, float, int]]:
        """For each side with units here: itself, their worth in this place, and which they are."""
        forces, worth = self.game.forces, self.game.staff.worth
        parts = []
        for side in {forces.side_of[piece] for piece in units}:
            own = [piece for piece in units if forces.side_of[piece] == side]
            ground = sum(forces.is_ground[piece] for piece in own)
            total = sum(worth[piece] for piece in own) + (ground * self.standing(side, place) if ground else 0.0)
            parts.append((side, total, sum(1 << piece for piece in own)))
        if len(self.stacks) >= MANY:
            self.stacks.clear()
        self.stacks[place, units] = parts
        return parts

    def standing(self, side: int, place: int) -> float:
        """What it is worth to a unit to stand here."""
        staff = self.game.staff
        if place >= self.game.theatre.size:
            return 0.0
        if side == US:
            return self.lure(side, place) * LURE if self.lost else 0.0
        if staff.continent >> place & 1:
            return FOOTHOLD + self.lure(side, place) * LURE
        if side == SAU:  # Panama lies next door
            return max(self.lure(side, place) * LURE, staff.quays[side][place])
        return staff.quays[side][place]


def near(game: InvasionAmerica, by_land: bool) -> list[list[tuple[float, int]]]:
    """For each place the victory hexes about it, as the crow flies or by land, the strongest draw first."""
    theatre = game.theatre
    spread = game.trace_steps.spread if by_land else theatre.grid.spread
    found: list[list[tuple[float, int]]] = [[] for _ in range(theatre.holding + 1)]
    for prize, place in enumerate(theatre.prizes):
        seen = front = 1 << place
        draw = float(theatre.points[place])
        for _ in range(FAR):
            for other in to_list(front):
                found[other].append((draw, prize))
            front = spread(front) & ~seen
            seen |= front
            draw *= DECAY
    return [sorted(draws, reverse=True)[:KNOWN] for draws in found]


def mainland(game: InvasionAmerica, land: int) -> int:
    """The largest part of `land` that hangs together: who lands on an island off it has come to nowhere."""
    best = 0
    while land:
        part = flood(game.trace_steps, land & -land, land)
        land &= ~part
        best = max(best, part, key=int.bit_count)
    return best
