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
MANY = 5_000  # stacks that an outlook keeps in mind
UNKNOWN = -1.0


class Outlook:
    """How places draw one side, and what its stacks are worth there, worked out as it is asked for."""

    def __init__(self, game: InvasionAmerica, s: State, side: int, hostile: int) -> None:
        self.game = game
        self.side = side
        holder_of, theatre = s.setup.holder_of, game.theatre
        self.lost = any(holder != US for holder in s.control)
        own = {one for one in s.setup.sides if holder_of[one] == holder_of.get(side)}
        # How much of a victory hex's draw is felt: none of one's own, less where enemies stand.
        self.pull = [
            0.0 if holder in own else DEFENDED if hostile >> place & 1 else 1.0
            for holder, place in zip(s.control, theatre.prizes, strict=True)
        ]
        self.near = game.staff.near()
        self.lures = [UNKNOWN] * (theatre.holding + 1)
        self.stacks: dict[tuple[int, tuple[int, ...]], tuple[float, int]] = {}

    def lure(self, place: int) -> float:
        """How strongly the best victory hex that another player holds draws from here."""
        best = self.lures[place]
        if best == UNKNOWN:
            pull, best = self.pull, 0.0
            for draw, prize in self.near[place]:
                if draw <= best:
                    break
                best = max(best, draw * pull[prize])
            self.lures[place] = best
        return best

    def stack(self, place: int, units: tuple[int, ...]) -> tuple[float, int]:
        """What the side's own units here are worth in this place, and which they are."""
        found = self.stacks.get((place, units))
        if found is None:
            forces, worth = self.game.forces, self.game.staff.worth
            own = [piece for piece in units if forces.side_of[piece] == self.side]
            ground = sum(forces.is_ground[piece] for piece in own)
            total = sum(worth[piece] for piece in own) + (ground * self.standing(place) if ground else 0.0)
            if len(self.stacks) >= MANY:
                self.stacks.clear()
            found = self.stacks[place, units] = total, sum(1 << piece for piece in own)
        return found

    def standing(self, place: int) -> float:
        """What it is worth to a unit to stand here."""
        staff, side = self.game.staff, self.side
        if place >= self.game.theatre.size:
            return 0.0
        if side == US:
            return self.lure(place) * LURE if self.lost else 0.0
        if staff.continent >> place & 1:
            return FOOTHOLD + self.lure(place) * LURE
        if side == SAU:  # Panama lies next door
            return max(self.lure(place) * LURE, staff.quays[side][place])
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
