"""The staff's judgement: what a position is worth, and where to set units up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grognard.board.bits import to_list
from grognard.core import Code
from grognard.games.invasion_america.forces import ESC, LAND, PAL, SAU, SUPPLY, US
from grognard.games.invasion_america.verbs import AT, DROP, TO, VIA

if TYPE_CHECKING:
    from grognard.games.invasion_america.game import InvasionAmerica
    from grognard.games.invasion_america.state import State

ASSAILANTS = (ESC, SAU, PAL)
POINT = 4.0  # worth of a victory point, in strength points
LURE = 0.35  # worth of being one step's share nearer to a victory hex that is not one's own
HELD = 0.6  # worth of a victory hex with a garrison
THREATENED = 2.5  # and the cost of one without, when enemies are near
NEAR = 4  # hexes that count as near
AFLOAT = 0.4  # worth of being aboard
ASHORE = 1.2  # for cargo whose ship lies where it can land on the continent
FETCH = 0.6  # for an empty transport or landing ship beside troops that wait overseas
FOOTHOLD = 2.8  # worth of an aggressor's unit ashore on the continent
SHORT = 0.5  # share of a unit that is lost while it is out of supply
DEPOT = 6.0
SHIP = 4.0
DECAY = 0.85
FAR = 16
KNOWN = 10  # victory hexes remembered for each place
GUARD = 3.0  # liking for a victory hex that has no garrison yet
CROWD = 2.5  # dislike of every unit that stands there already
FEW = 300  # so few hexes are ranked by themselves

Liking = tuple[list[tuple[float, int]], list[float]]


class Staff:
    """Tables of the judgement, made once."""

    def __init__(self, game: InvasionAmerica) -> None:
        forces = game.forces
        self.game = game
        self.worth = [float(forces.untried[pool]) for pool in forces.pool_of]
        for piece in range(forces.count):
            if forces.kind_of[piece] == SUPPLY:
                self.worth[piece] = DEPOT
            elif forces.is_naval[piece]:
                self.worth[piece] = SHIP
        areas = game.theatre.areas
        self.continent = areas["usa"] | areas["canada"] | areas["annexation"]
        self._liking: dict[tuple[bool, bool], Liking] = {}
        self._near: list[list[tuple[float, int]]] = []

    @property
    def near(self) -> list[list[tuple[float, int]]]:
        """For each place the victory hexes about it, the strongest draw first."""
        if not self._near:
            self._near = _near(self.game)
        return self._near

    def liking(self, defends: bool, rear: bool) -> Liking:
        known = self._liking.get((defends, rear))
        if known is None:
            known = self._liking[defends, rear] = _liking(self.game, defends, rear)
        return known

    def lure(self, s: State, side: int, place: int) -> float:
        """How strongly the best victory hex that another player holds draws from here."""
        holders, own = s.setup.holder_of, s.setup.holder_of[side]
        control = s.control
        for draw, prize in self.near[place]:
            if control[prize] < 0 or holders[control[prize]] != own:
                return draw
        return 0.0

    def value(self, s: State) -> list[float]:
        """What each side has: points, strength, supply, nearness to what it wants, garrisons."""
        totals = [0.0, 0.0, 0.0, 0.0]
        for holder, points in zip(s.control, s.game.prize_points(s), strict=True):
            if holder >= 0:
                totals[holder] += points * POINT
        found = s.presence
        forces = s.game.forces
        side_of, is_ground = forces.side_of, forces.is_ground
        worth, short, limit = self.worth, s.short, s.game.theatre.size
        lost = any(holder != US for holder in s.control)
        for place, units in found.stacks.items():
            side = side_of[units[0]]
            lure = self.lure(s, side, place) * LURE if place < limit and (side != US or lost) else 0.0
            if side != US and self.continent >> place & 1:
                lure += FOOTHOLD
            for piece in units:
                totals[side] += worth[piece] * (SHORT if short >> piece & 1 else 1.0)
                if is_ground[piece]:
                    totals[side] += lure
        totals[US] += self.guards(s)
        for side in ASSAILANTS:
            totals[side] += self.fleet(s, side)
        return totals

    def fleet(self, s: State, side: int) -> float:
        """The worth of cargo by where its ships lie, and of empty ships where troops wait."""
        found = s.presence
        theatre = s.game.theatre
        ground, limit = found.ground[side], theatre.size
        total = 0.0
        for ship in s.game.carriers_of[side]:
            place = s.at[ship]
            if place < 0 or place > limit:
                continue
            cargo = found.cargo.get(ship, ())
            here = ground >> place & 1
            if not cargo:
                total += FETCH if here and not self.continent >> place & 1 else 0.0
                continue
            each = AFLOAT
            if place < limit:
                each += self.lure(s, side, place) * LURE
                landing = theatre.beach[place] and s.game.forces.is_landing[ship]
                if self.continent >> place & 1 and (landing or (here and theatre.port >> place & 1)):
                    each += ASHORE
            for piece in cargo:
                total += self.worth[piece] + each
        return total

    def guards(self, s: State) -> float:
        """The worth of garrisons, less what lies open to enemies near."""
        found = s.presence
        theatre = s.game.theatre
        held = found.ground[US] & theatre.prize_set
        strangers = (found.ground[1] | found.ground[2] | found.ground[3]) & ((1 << theatre.size) - 1)
        front = strangers
        for _ in range(NEAR):
            front |= theatre.grid.spread(front)
        return held.bit_count() * HELD - (front & theatre.prize_set & ~held).bit_count() * THREATENED


def _near(game: InvasionAmerica) -> list[list[tuple[float, int]]]:
    theatre = game.theatre
    near: list[list[tuple[float, int]]] = [[] for _ in range(theatre.holding + 1)]
    for prize, place in enumerate(theatre.prizes):
        seen = front = 1 << place
        draw = float(theatre.points[place])
        for _ in range(FAR):
            for other in to_list(front):
                near[other].append((draw, prize))
            front = theatre.grid.spread(front) & ~seen
            seen |= front
            draw *= DECAY
    return [sorted(draws, reverse=True)[:KNOWN] for draws in near]


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


def shortlist(s: State, side: int, codes: list[Code]) -> list[Code]:
    """The picks worth a look where there are many, the best first."""
    verb = codes[0][0]
    if verb == TO:
        node = s.game.nodes[s.stack[-1][0]].name
        score = {"sail_to": _sailing, "move_to": _moving}.get(node)
        if score is not None:
            rank = score(s, side, s.stack[-1][2])
            return sorted((c for c in codes if c[0] in (TO, VIA)), key=rank, reverse=True)
    if verb in (AT, DROP):
        staff = s.game.staff
        return sorted((c for c in codes if c[0] == verb), key=lambda c: staff.lure(s, side, c[1]), reverse=True)
    return codes


def _moving(s: State, side: int, piece: int) -> Callable[[Code], float]:
    """A move is liked for what it takes and for what it comes near to."""
    staff, theatre = s.game.staff, s.game.theatre

    def rank(code: Code) -> float:
        place = code[1]
        prize = theatre.prize_of.get(place, -1)
        gain = theatre.points[place] * POINT if prize >= 0 and s.control[prize] != side else 0.0
        return gain + staff.lure(s, side, place) if place < theatre.size else 0.0

    return rank


def _sailing(s: State, side: int, ship: int) -> Callable[[Code], float]:
    """Loaded ships look for a beach near the prize, empty ones for troops to fetch, carriers for company."""
    game = s.game
    staff, theatre, forces = game.staff, game.theatre, game.forces
    loaded = bool(s.cargo(ship))
    ground = s.presence.ground[side]

    def rank(code: Code) -> float:
        place = code[1]
        if code[0] != TO:
            return 0.0
        if not loaded and forces.carries[ship]:
            return 5.0 * len(s.units_in(place)) if ground >> place & 1 else 0.0
        if place >= theatre.size:
            return 0.0
        score = staff.lure(s, side, place)
        if loaded:
            landing = theatre.beach[place] if forces.is_landing[ship] else 0
            score += 3.0 if landing or ground & theatre.port >> place & 1 else -3.0
            if s.enemy_ground(side) >> place & 1:
                score -= 2.0 * len(s.units_in(place)) - 1.0
        return score

    return rank


def prefers_berth(s: State, piece: int) -> bool:
    """Landing ships and transports are filled before anybody waits ashore."""
    return s.game.forces.is_ground[piece]


def _liking(game: InvasionAmerica, defends: bool, rear: bool) -> Liking:
    """How well each place suits a unit before anybody stands there: the best first, and by place."""
    theatre = game.theatre
    near = game.staff.near
    out = [0.0] * (theatre.holding + 1)
    for place in range(theatre.size):
        score = (near[place][0][0] if near[place] else 0.0) + theatre.points[place]
        if theatre.coastal >> place & 1:
            score += -3.0 if rear and defends else 2.0
        if theatre.port >> place & 1:
            score += 2.0
        out[place] = score
    order = sorted(((score, place) for place, score in enumerate(out)), key=lambda item: (-item[0], item[1]))
    return order, out


def best_spot(s: State, piece: int, area: int) -> int:
    """A sensible hex to set a unit up in: garrisons on the coast, mobile units and aircraft behind them."""
    game = s.game
    forces = game.forces
    side = forces.side_of[piece]
    rear = forces.is_air[piece] or forces.is_mechanized[piece] or forces.is_rail[piece]
    guards = side == US and forces.kind_of[piece] == LAND
    bare = game.theatre.prize_set & ~s.presence.ground[side] if guards else 0
    best, best_score = -1, -1e9
    order, scores = game.staff.liking(side == US, rear)
    if area.bit_count() < FEW:
        order = [(scores[place], place) for place in to_list(area)]
        order.sort(reverse=True)
    for liking, place in order:
        if liking + GUARD < best_score:
            break
        if not area >> place & 1:
            continue
        score = liking
        if place != game.theatre.holding:
            score -= CROWD * len(s.units_in(place))
        if bare >> place & 1:
            score += GUARD
        if score > best_score or (score == best_score and place < best):
            best, best_score = place, score
    return best
