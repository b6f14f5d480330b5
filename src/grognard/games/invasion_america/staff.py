"""The staff's judgement: what a position is worth, and where to set units up."""

from __future__ import annotations

from typing import TYPE_CHECKING

from grognard.board.bits import to_list
from grognard.games.invasion_america.forces import LAND, SUPPLY, US

if TYPE_CHECKING:
    from grognard.games.invasion_america.game import InvasionAmerica
    from grognard.games.invasion_america.state import State

POINT = 4.0  # worth of a victory point, in strength points
LURE = 0.12  # worth of standing one step nearer to a victory hex
HELD = 1.5  # worth of a victory hex with a garrison
SHORT = 0.5  # share of a unit that is lost while it is out of supply
DEPOT = 6.0
DECAY = 0.8
FAR = 14


class Staff:
    """Tables of the judgement, made once."""

    def __init__(self, game: InvasionAmerica) -> None:
        theatre, forces = game.theatre, game.forces
        self.pull = _pull(game)
        self.worth = [float(forces.untried[pool]) for pool in forces.pool_of]
        for piece in range(forces.count):
            if forces.kind_of[piece] == SUPPLY:
                self.worth[piece] = DEPOT
            elif forces.is_naval[piece]:
                self.worth[piece] = 4.0
        self.prizes = 0
        for place in theatre.prizes:
            self.prizes |= 1 << place

    def value(self, s: State) -> list[float]:
        """What each side has: points, strength, supply, nearness to what it wants."""
        totals = [0.0, 0.0, 0.0, 0.0]
        for holder, points in zip(s.control, s.game.prize_points(s), strict=True):
            if holder >= 0:
                totals[holder] += points * POINT
        pull, limit = self.pull, len(self.pull)
        for place, worth, side, short in zip(s.at, self.worth, s.game.forces.side_of, s.short, strict=True):
            if 0 <= place < limit:
                totals[side] += worth * (SHORT if short else 1.0) + pull[place] * LURE
        ground = s.presence.ground
        for side, held in enumerate(ground):
            totals[side] += (held & self.prizes).bit_count() * HELD
        return totals


def _pull(game: InvasionAmerica) -> list[float]:
    """How strongly victory hexes draw, by place: the best of value times nearness."""
    theatre = game.theatre
    pull = [0.0] * (theatre.holding + 1)
    for points in sorted(set(theatre.points) - {0}):
        front = seen = 0
        for place in theatre.prizes:
            if theatre.points[place] == points:
                front |= 1 << place
        strength = float(points)
        for _ in range(FAR):
            for place in to_list(front):
                pull[place] = max(pull[place], strength)
            seen |= front
            front = theatre.grid.spread(front) & ~seen
            strength *= DECAY
    return pull


def evaluate(s: State, side: int) -> float:
    """Good for a side is what its player has, less what its enemies have on average."""
    totals = s.game.staff.value(s)
    setup = s.setup
    own = sum(totals[o] for o in setup.sides if setup.holder_of[o] == setup.holder_of[side])
    enemies = setup.enemies[side]
    if not enemies:
        return own
    rest = sum(totals[o] for o in enemies)
    return own - (rest if len(setup.holders) == 2 else rest / 2)


def prefers_berth(s: State, piece: int) -> bool:
    """Landing ships and transports are filled before anybody waits ashore."""
    return s.game.forces.is_ground[piece]


def best_spot(s: State, piece: int, area: int) -> int:
    """A sensible hex to set a unit up in: garrisons on the coast, mobile units and aircraft behind them."""
    game = s.game
    theatre, forces = game.theatre, game.forces
    side = forces.side_of[piece]
    pull = game.staff.pull
    rear = forces.is_air[piece] or forces.is_mechanized[piece] or forces.is_rail[piece]
    best, best_score = -1, -1e9
    for place in to_list(area):
        score = pull[place] if place < theatre.size else 0.0
        if place < theatre.size:
            if theatre.points[place]:
                score += theatre.points[place]
            if theatre.coastal >> place & 1:
                score += -3.0 if rear and side == US else 2.0
            if theatre.port >> place & 1:
                score += 2.0
            if side == US and forces.kind_of[piece] == LAND and not s.presence.ground[side] >> place & 1:
                score += 3.0 if theatre.points[place] else 0.0
        score -= 2.5 * len(s.units_in(place)) if place != theatre.holding else 0.0
        if score > best_score:
            best, best_score = place, score
    return best
