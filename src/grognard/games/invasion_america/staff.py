"""The staff's judgement: what a position is worth, and where to set units up."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from grognard.board.bits import to_list
from grognard.core import Code
from grognard.games.invasion_america.envoy import attitude
from grognard.games.invasion_america.forces import ESC, FORCES_OF_SIDE, LAND, PAL, SAU, SUPPLY, US
from grognard.games.invasion_america.naval import is_quay
from grognard.games.invasion_america.outlook import DECAY, LURE, POINT, Outlook, mainland, near
from grognard.games.invasion_america.state import ATTACKER
from grognard.games.invasion_america.strength import EVEN, cover, halved, halvings, odds_column, share, shown_strength
from grognard.games.invasion_america.supply import supply_lines
from grognard.games.invasion_america.targets import committed, defenders_in
from grognard.games.invasion_america.verbs import AT, CARRY, DROP, RESOLVE, TO, VIA, WITH

if TYPE_CHECKING:
    from grognard.games.invasion_america.game import InvasionAmerica
    from grognard.games.invasion_america.state import State

ASSAILANTS = (ESC, SAU, PAL)
HELD = 0.6  # worth of a victory hex with a garrison
THREATENED = 2.5  # and the cost of one without, when enemies are near
NEAR = 4  # hexes that count as near
AFLOAT = 0.9  # worth of being aboard
ASHORE = 1.2  # for cargo whose ship lies where it can land on the continent
CROWDED = 0.1  # less, where three units already stand: let one of them move on
REPULSED = -1.5  # for each unit of an assault against the odds
SURE = 2.0  # odds of an assault that is worth it
GOOD_ODDS = 2  # columns above 1-1: at 3-1 nobody more need join an attack
FETCH = 0.3  # for an empty transport or landing ship beside troops that wait overseas; less than one aboard gains
COVER = 0.8  # for a carrier with enemies in range
QUAY = 0.5  # for troops overseas in a port of their own, less with every hex away from it
SHORT = 0.5  # share of a unit that is lost while it is out of supply
DEPOT = 6.0
DEPOT_ASHORE = 9.0  # and more for one that feeds the continent, less on the way there
DEPOT_LANDING = 4.0
DEPOT_ABOARD = 2.0
SHIP = 4.0
GUARD = 3.0  # liking for a victory hex that has no garrison yet
REMEMBERED = 160  # outlooks that are kept
CROWD = 2.5  # dislike of every unit that stands there already

Liking = list[tuple[float, int]]


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
        self.continent = mainland(game, areas["usa"] | areas["canada"] | areas["annexation"])
        self.quays = {side: _quays(game, areas[key]) for side, key in ((ESC, "cuba"), (SAU, "sau"), (PAL, "pal_box"))}
        self._liking: dict[tuple[bool, bool, int], Liking] = {}
        self._near: dict[bool, list[list[tuple[float, int]]]] = {}
        self._outlooks: dict[tuple[object, ...], Outlook] = {}

    def near(self, by_land: bool = True) -> list[list[tuple[float, int]]]:
        """For each place the victory hexes about it, the strongest draw first."""
        if by_land not in self._near:
            self._near[by_land] = near(self.game, by_land)
        return self._near[by_land]

    def liking(self, defends: bool, rear: bool, room: int) -> Liking:
        """The places of `room`, the best first."""
        known = self._liking.get((defends, rear, room))
        if known is None:
            known = self._liking[defends, rear, room] = _liking(self.game, defends, rear, room)
        return known

    def outlook(self, s: State, side: int) -> Outlook:
        """What stays true of every place as long as the cities have the same holders and the same of them enemies."""
        hostile = s.enemy_ground(side) & self.game.theatre.prize_set
        key = side, s.setup.holders, s.setup.plan.name, hostile, tuple(s.control)
        found = self._outlooks.get(key)
        if found is None:
            if len(self._outlooks) >= REMEMBERED:
                self._outlooks.pop(next(iter(self._outlooks)))
            found = self._outlooks[key] = Outlook(self.game, s, side, hostile)
        return found

    def value(self, s: State) -> list[float]:
        """What each side has: points, strength, supply, nearness to what it wants, garrisons."""
        totals = [points * POINT for points in s.game.points(s)]
        short, side_of, found = s.short, s.game.forces.side_of, s.presence
        outlooks = [self.outlook(s, side) for side in range(len(totals))]
        known = [outlook.stacks for outlook in outlooks]
        moving, fed = self.fed(s)
        unfed = self.continent & ~fed if moving >= 0 else 0
        for stack in found.stacks.items():
            place, units = stack
            side = side_of[units[0]]
            worth, mask = known[side].get(stack) or outlooks[side].stack(place, units)
            totals[side] += worth
            starves = side == moving and unfed >> place & 1
            if starves or short & mask:
                hungry = mask if starves else short & mask
                totals[side] -= sum(self.worth[piece] for piece in to_list(hungry)) * (1 - SHORT)
        for landing in ASSAILANTS:
            for place in to_list(found.naval[landing] & s.enemy_ground(landing)):  # two sides in one hex (15.0)
                units = s.units_in(place)
                for side in {side_of[piece] for piece in units} - {side_of[units[0]]}:
                    totals[side] += outlooks[side].stack(place, units)[0]
        totals[US] += self.guards(s)
        for side in ASSAILANTS:
            totals[side] += self.fleet(s, side, outlooks[side])
        return totals

    def fed(self, s: State) -> tuple[int, int]:
        """The invader whose player-turn it is, and where his troops on the continent are in supply as they stand."""
        side = s.setup.phase_side[s.phase] if s.phase >= 0 else US
        ashore = s.presence.ground[side] & self.continent
        if side == US or not ashore:
            return -1, 0
        return side, supply_lines(s, FORCES_OF_SIDE[side][0], ashore)

    def fleet(self, s: State, side: int, outlook: Outlook) -> float:
        """The worth of cargo and supplies where their ships lie, of ships beside troops, of carriers near enemies."""
        found = s.presence
        theatre, forces = s.game.theatre, s.game.forces
        ground, limit = found.ground[side], theatre.size
        enemies = s.enemy_ground(side)
        total = self.depots(s, side)
        for ship in s.game.disputers_of[side] if enemies else ():
            if forces.is_naval[ship] and 0 <= s.at[ship] < limit:
                total += COVER if theatre.within(s.at[ship], forces.range_of[ship]) & enemies else 0.0
        for ship in s.game.carriers_of[side]:
            place = s.at[ship]
            if place < 0 or place > limit:
                continue
            cargo = found.cargo.get(ship, ())
            if not cargo:
                total += FETCH if ground >> place & 1 and not self.continent >> place & 1 else 0.0
                continue
            each = AFLOAT
            if place < limit:
                landing = theatre.beach[place] if forces.is_landing[ship] else 0
                if self.continent >> place & 1 and (landing or is_quay(s, side, place)):
                    each += outlook.lure(place) * LURE + ASHORE - 0.1 * landing
                    each -= CROWDED if found.full[side] >> place & 1 else 0.0
                if landing and enemies >> place & 1:
                    each += self.assault(s, place, ship, cargo)
            for piece in cargo:
                total += self.worth[piece] + each
        return total

    def assault(self, s: State, place: int, ship: int, cargo: tuple[int, ...]) -> float:
        """Is the beach worth storming? By what the backs of the counters say."""
        forces = s.game.forces
        ours = sum(self.worth[p] for p in cargo) + s.strength[ship]
        theirs = sum(self.worth[p] for p in s.units_in(place) if forces.side_of[p] == US)
        return 0.0 if ours >= SURE * theirs * s.game.theatre.beach_cover[place] else REPULSED

    def depots(self, s: State, side: int) -> float:
        """Supplies are worth most ashore on the continent, and something on their way there."""
        total = 0.0
        limit = s.game.theatre.size
        for piece in s.game.depots_of[side]:
            place = s.at[piece]
            if not 0 <= place <= limit:
                continue
            there = place < limit and self.continent >> place & 1
            if s.aboard[piece] < 0:
                total += DEPOT_ASHORE if there else 0.0
            else:
                total += DEPOT_LANDING if there else DEPOT_ABOARD
        return total

    def guards(self, s: State) -> float:
        """The worth of garrisons, less what lies open to enemies near."""
        held = s.presence.ground[US] & self.game.theatre.prize_set
        return held.bit_count() * HELD - self.bare(s).bit_count() * THREATENED

    def bare(self, s: State) -> int:
        """Victory hexes near invaders in which no US unit stands."""
        theatre, ground = s.game.theatre, s.presence.ground
        front = (ground[1] | ground[2] | ground[3]) & ((1 << theatre.size) - 1)
        for _ in range(NEAR):
            front |= theatre.grid.spread(front)
        return front & theatre.prize_set & ~ground[US]


def _quays(game: InvasionAmerica, home: int) -> list[float]:
    """For each place the pull of the nearest home port on troops that wait to embark."""
    theatre = game.theatre
    out = [0.0] * (theatre.holding + 1)
    seen = front = home & theatre.port
    pull = QUAY
    while front:
        for place in to_list(front):
            out[place] = pull
        front = theatre.grid.spread(front) & home & ~seen
        seen |= front
        pull *= DECAY
    out[theatre.holding] = QUAY if home >> theatre.holding & 1 else 0.0
    return out


def evaluate(s: State, side: int) -> float:
    """Good for a side is what its player has, less what its enemies have on average."""
    totals = s.game.staff.value(s)
    setup = s.setup
    own = sum(totals[o] for o in setup.sides if setup.holder_of[o] == setup.holder_of[side])
    if s.guests:
        own += attitude(s, side)
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
    if verb == AT:
        outlook = s.game.staff.outlook(s, side)
        return sorted((c for c in codes if c[0] == AT), key=lambda c: outlook.lure(c[1]), reverse=True)
    if verb == DROP:
        return sorted(codes, key=_railing(s, side), reverse=True)
    if verb == CARRY:
        return sorted((c for c in codes if c[0] == CARRY), key=_freight(s, side), reverse=True)
    return codes


def follow(s: State, side: int, codes: list[Code]) -> list[Code]:
    """How an attack is thought through: the strongest join until the odds are good; none is made against them."""
    if s.game.nodes[s.stack[-1][0]].name != "commit":
        return codes
    column = likely_column(s, side)
    more = [code for code in codes if code[0] == WITH]
    if more and column < EVEN + GOOD_ODDS:
        return [max(more, key=lambda code: halved(shown_strength(s, code[1]), halvings(s, code[1])))]
    return [(RESOLVE,)] if column >= EVEN and (RESOLVE,) in codes else []


def likely_column(s: State, side: int) -> int:
    """The odds of the attack as committed so far, by what the counters show; below all columns without attackers."""
    attackers = committed(s, ATTACKER)
    if not attackers:
        return -1
    attack = sum(halved(shown_strength(s, p), halvings(s, p)) for p in attackers)
    defence = 0
    for place in to_list(s.targets):
        multiple = cover(s, place, attackers)
        for piece in defenders_in(s, side, place):
            if not s.game.forces.is_rail[piece]:
                times, factor = share(s, piece, attackers, multiple)
                defence += halved(shown_strength(s, piece), times) * factor
    return odds_column(attack, defence)


def _moving(s: State, side: int, piece: int) -> Callable[[Code], float]:
    """A move is liked for what it takes and for what it comes near to."""
    staff, theatre = s.game.staff, s.game.theatre
    outlook = staff.outlook(s, side)

    def rank(code: Code) -> float:
        place = code[1]
        prize = theatre.prize_of.get(place, -1)
        gain = theatre.points[place] * POINT if prize >= 0 and s.control[prize] != side else 0.0
        if place >= theatre.size:
            return 0.0
        if side != US and not staff.continent >> place & 1:
            gain += staff.quays[side][place]
        return gain + outlook.lure(place)

    return rank


def _freight(s: State, side: int) -> Callable[[Code], float]:
    """By rail goes who has nothing to do where he stands: far from the front, and not alone in a city."""
    staff, theatre = s.game.staff, s.game.theatre
    outlook = staff.outlook(s, side)

    def rank(code: Code) -> float:
        place = s.at[code[1]]
        alone = theatre.prize_set >> place & 1 and len(s.units_in(place)) == 1
        return staff.worth[code[1]] * LURE - outlook.lure(place) - GUARD * alone

    return rank


def _railing(s: State, side: int) -> Callable[[Code], float]:
    """Rails lead to the front, and first to cities that lie open to it."""
    outlook = s.game.staff.outlook(s, side)
    bare = s.game.staff.bare(s)
    return lambda code: outlook.lure(code[1]) + THREATENED * (bare >> code[1] & 1)


def _sailing(s: State, side: int, ship: int) -> Callable[[Code], float]:
    """Loaded ships look for a beach near the prize, empty ones for troops to fetch, carriers for company."""
    game = s.game
    staff, theatre, forces = game.staff, game.theatre, game.forces
    loaded = bool(s.cargo(ship))
    ground, enemies = s.presence.ground[side], s.enemy_ground(side)
    cargo, outlook = s.cargo(ship), staff.outlook(s, side)

    def rank(code: Code) -> float:
        place = code[1]
        if code[0] != TO:
            return 0.0
        if not loaded and forces.carries[ship]:
            waiting = ground >> place & 1 and not staff.continent >> place & 1
            return len(s.units_in(place)) if waiting else 0.0
        if place >= theatre.size:
            return 0.0
        score = outlook.lure(place)
        if loaded:
            landing = theatre.beach[place] if forces.is_landing[ship] else 0
            score += 3.0 - 0.2 * landing if landing or is_quay(s, side, place) else -3.0
            if landing and enemies >> place & 1:
                score += staff.assault(s, place, ship, cargo) - 0.5
        elif theatre.within(place, forces.range_of[ship]) & enemies:
            score += 3.0
        return score

    return rank


def mooring(s: State, area: int, harbour: int) -> int:
    """Ships are set up where troops can board: in the emptiest of their harbours while there is one."""
    return min(to_list(area & harbour or area), key=lambda place: (len(s.units_in(place)), place))


def _liking(game: InvasionAmerica, defends: bool, rear: bool, room: int) -> Liking:
    """How well places suit a unit before anybody stands there: the best first."""
    theatre = game.theatre
    about = game.staff.near(by_land=False)  # records hold what `deploy rest` did: this must not change
    out: Liking = []
    for place in to_list(room):
        score = 0.0
        if place != theatre.holding:
            score = (about[place][0][0] if about[place] else 0.0) + theatre.points[place]
            if theatre.coastal >> place & 1:
                score += -3.0 if rear and defends else 2.0
            if theatre.port >> place & 1:
                score += 2.0
        out.append((score, place))
    return sorted(out, key=lambda item: (-item[0], item[1]))


def best_spot(s: State, piece: int, room: int, area: int) -> int:
    """A sensible hex to set a unit up in: garrisons on the coast, mobile units and aircraft behind them.

    `room`: where units of its kind may be set up at all; `area`: what is left of that for this one now.
    """
    game = s.game
    forces = game.forces
    side = forces.side_of[piece]
    if forces.is_rail[piece]:
        area = area & game.theatre.rail_net or area
    rear = forces.is_air[piece] or forces.is_mechanized[piece] or forces.is_rail[piece]
    guards = side == US and forces.kind_of[piece] == LAND
    bare = game.theatre.prize_set & ~s.presence.ground[side] if guards else 0
    most = GUARD if bare & area else 0.0
    best, best_score = -1, -1e9
    for liking, place in game.staff.liking(side == US, rear, room):
        if liking + most < best_score:
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
