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
GUARD = 3.0  # liking for a victory hex that has no garrison yet
CROWD = 2.5  # dislike of every unit that stands there already


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
        self._liking: dict[tuple[bool, bool], list[float]] = {}
        self.prizes = 0
        for place in theatre.prizes:
            self.prizes |= 1 << place

    def liking(self, game: InvasionAmerica, defends: bool, rear: bool) -> list[float]:
        known = self._liking.get((defends, rear))
        if known is None:
            known = self._liking[defends, rear] = _liking(game, defends, rear)
        return known

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


def _liking(game: InvasionAmerica, defends: bool, rear: bool) -> list[float]:
    """How well each place suits a unit before anybody stands there."""
    theatre = game.theatre
    out = [0.0] * (theatre.holding + 1)
    for place in range(theatre.size):
        score = game.staff.pull[place] + theatre.points[place]
        if theatre.coastal >> place & 1:
            score += -3.0 if rear and defends else 2.0
        if theatre.port >> place & 1:
            score += 2.0
        out[place] = score
    return out


def best_spot(s: State, piece: int, area: int) -> int:
    """A sensible hex to set a unit up in: garrisons on the coast, mobile units and aircraft behind them."""
    game = s.game
    forces = game.forces
    side = forces.side_of[piece]
    rear = forces.is_air[piece] or forces.is_mechanized[piece] or forces.is_rail[piece]
    liking = game.staff.liking(game, side == US, rear)
    guards = side == US and forces.kind_of[piece] == LAND
    ground, prizes = s.presence.ground[side], game.staff.prizes
    best, best_score = -1, -1e9
    for place in to_list(area):
        score = liking[place]
        if score + GUARD <= best_score:
            continue
        if place != game.theatre.holding:
            score -= CROWD * len(s.units_in(place))
        if guards and prizes & ~ground & (1 << place):
            score += GUARD
        if score > best_score:
            best, best_score = place, score
    return best
