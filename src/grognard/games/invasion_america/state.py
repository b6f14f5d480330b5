"""The state of a match, and who stands where: stacks, cargo, zones of control (6.0, 11.0, 12.0)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from grognard.board.bits import flags, to_list
from grognard.core import FlatState, array, scalar
from grognard.games.invasion_america.forces import SIDES, US

if TYPE_CHECKING:
    from grognard.core.state import Frame
    from grognard.games.invasion_america.game import InvasionAmerica
    from grognard.games.invasion_america.paths import Ways
    from grognard.games.invasion_america.setup import WarSetup

STACK_LIMIT = 3
OUT, ATTACKER, DEFENDER, PANICKED, ROUTED, OUT_OF_IT = range(6)  # parts in a combat; nobody is kept under OUT
TRAILS, TRAIL = 12, 4  # paths of retreat kept for the advance, and their greatest length
MIXED, MOST_MIXED = 384, 1 << 15  # entries kept of what went into and out of the boxes, and how great one may be
FREE, STOP, CLOSED = range(3)  # what a hex is to a unit on the move
STALE = -1
STALES = [STALE] * len(SIDES)


def forget(known: list[int], side: int) -> None:
    """What the other sides know of this one no longer holds; its own knowledge is of them."""
    own = known[side]
    known[:] = STALES
    known[side] = own


class Presence:
    """Who stands where, derived from `at` and `aboard`; kept up by State.put and State.lift, never saved."""

    __slots__ = (
        "ashore",
        "barred",
        "cargo",
        "covered",
        "dry",
        "fed",
        "feeders",
        "footing",
        "foreign",
        "full",
        "ground",
        "hostile",
        "lines",
        "loaded",
        "naval",
        "rails",
        "routes",
        "stacks",
        "tracks",
        "ways",
        "zone",
        "zoners",
    )

    def __init__(self) -> None:
        self.stacks: dict[int, tuple[int, ...]] = {}
        self.cargo: dict[int, tuple[int, ...]] = {}
        self.ashore = [0] * len(SIDES)  # land, air and supply units in hexes, as bits by piece
        self.loaded = [0] * len(SIDES)  # units aboard ships, likewise
        self.ground = [0] * len(SIDES)
        self.naval = [0] * len(SIDES)
        self.full = [0] * len(SIDES)
        self.zoners = [0] * len(SIDES)
        self.zone = [STALE] * len(SIDES)
        self.hostile = [STALE] * len(SIDES)
        self.footing: dict[tuple[int, bool], tuple[int, int, bytearray]] = {}
        self.barred = [STALE] * len(SIDES)
        self.foreign = [STALE] * len(SIDES)  # victory hexes that a side doesn't hold; base.take keeps it up
        self.rails = 0
        self.tracks = (0, 0)  # lone rail units, and where they are caught
        # What is asked again and again in a combat, until somebody moves:
        self.fed: dict[tuple[int, int], bool] = {}  # hex and force to supply
        self.feeders: dict[int, tuple[int, int, int, int]] = {}  # force to room, sources, beaches and what they feed
        self.dry: dict[int, int] = {}  # force to hexes from which no line leads to any of its sources
        self.covered: dict[tuple[int, int], int] = {}  # side and units attacked to the hexes closed to its air units
        self.lines: dict[int, tuple[int, int, int, int]] = {}  # force to room, sources, beaches, and what they feed
        self.routes: dict[int, list[int]] = {}  # force to lines that led to a source, whoever moved since
        self.ways: tuple[Frame, Ways] | None = None  # where the unit of this pick gets to

    def copy(self) -> Presence:
        new = Presence.__new__(Presence)
        new.stacks = self.stacks.copy()
        new.cargo = self.cargo.copy()
        new.ashore = self.ashore[:]
        new.loaded = self.loaded[:]
        new.ground = self.ground[:]
        new.naval = self.naval[:]
        new.full = self.full[:]
        new.zoners = self.zoners[:]
        new.zone = self.zone[:]
        new.hostile = self.hostile[:]
        new.footing = self.footing.copy()
        new.barred = self.barred[:]
        new.foreign = self.foreign[:]
        new.rails = self.rails
        new.tracks = self.tracks
        new.fed, new.feeders, new.dry, new.covered = {}, {}, {}, {}
        new.lines = self.lines.copy()
        new.routes = {}
        new.ways = None
        return new


class State(FlatState):
    FIELDS = (
        array("at", per="piece", of="place", default=-1),  # -1: not in this game
        array("aboard", per="piece", of="piece", default=-1),  # the ship it is loaded on
        array("strength", per="piece", low=0, high=20),  # true strength; nobody knows it before it is tried
        scalar("tried", of="bits:piece"),
        scalar("moved", of="bits:piece"),  # in this phase
        scalar("busy", of="bits:piece"),  # a landing ship that handled supplies in this phase, and these (7.2)
        scalar("pinned", of="bits:piece"),  # may not move in the next Land Movement Phase (8.26, 16.41)
        scalar("short", of="bits:piece"),  # judged out of supply
        scalar("stormed", of="bits:piece"),  # assaulted in this player-turn: no zone, even ashore (15.16)
        scalar("fought", of="bits:piece"),  # attacked in this phase
        scalar("hit", of="bits:piece"),  # was attacked in this phase
        scalar("displaced", of="bits:piece"),  # had to give way to friends in this phase
        array("roles", per=OUT_OF_IT + 1, of="bits:piece"),  # who plays which part in the combat that is being fought
        array("spent", per="piece", low=0, high=60),  # movement points a rail unit has used
        array("control", per="prize", of="side", default=US),
        array("due", per="pool", low=0, high=60),  # replacements still to come in this phase
        array("mixed", per=MIXED, low=-1, high=MOST_MIXED, default=-1),  # what is known of the boxes: backs.py
        array("trail", per=TRAILS * TRAIL, of="place", default=-1),
        scalar("due_any", low=0, high=200),
        scalar("targets", of="bits:place"),
        scalar("judged", of="bits:piece"),  # whose supply was judged for the combat that is being fought (9.32)
        scalar("unfed", of="bits:piece"),  # and found wanting
        scalar("storm", of="flag"),  # the combat being fought is north of the Weather Line in winter (17.31)
        scalar("cut_off", of="flag"),  # the garrison of the annexation is out of supply for good (17.1)
        scalar("partisans", of="flag"),
        scalar("sau_awake", of="flag", default=1),
        scalar("canada_awake", of="flag", default=1),
        scalar("guests", of="bits:side"),  # at the table of a summit (19.93)
        scalar("secret", of="flag"),
        scalar("topic", of="topic", default=-1),
        scalar("asked", of="bits:side"),  # who is still to answer, but for the one who answers now
        scalar("agreed", of="bits:side"),  # to the topic
        scalar("amended", of="bits:side"),  # would agree on other terms
    )

    game: InvasionAmerica
    setup: WarSetup
    at: list[int]
    aboard: list[int]
    strength: list[int]
    tried: int
    moved: int
    busy: int
    pinned: int
    short: int
    stormed: int
    fought: int
    hit: int
    displaced: int
    roles: list[int]
    spent: list[int]
    control: list[int]
    due: list[int]
    mixed: list[int]
    trail: list[int]
    due_any: int
    targets: int
    judged: int
    unfed: int
    storm: int
    cut_off: int
    partisans: int
    sau_awake: int
    canada_awake: int
    guests: int
    secret: int
    topic: int
    asked: int
    agreed: int
    amended: int
    _presence: Presence | None = None

    def copy(self) -> Self:
        new = super().copy()
        if self._presence is not None:
            new._presence = self._presence.copy()
        return new

    @property
    def presence(self) -> Presence:
        known = self._presence
        if known is None:
            known = self._presence = self.survey()
        return known

    def survey(self) -> Presence:
        """Everything built anew from `at` and `aboard`, as after loading a position."""
        found = Presence()
        limit = self.game.theatre.holding
        stacks: dict[int, list[int]] = {}
        cargo: dict[int, list[int]] = {}
        for piece, place in enumerate(self.at):
            if self.aboard[piece] >= 0:
                cargo.setdefault(self.aboard[piece], []).append(piece)
                found.loaded[self.game.forces.side_of[piece]] |= 1 << piece
            elif 0 <= place <= limit:
                stacks.setdefault(place, []).append(piece)
                if place < limit and self.game.forces.is_ground[piece]:
                    found.ashore[self.game.forces.side_of[piece]] |= 1 << piece
        found.stacks = {place: tuple(units) for place, units in stacks.items()}
        found.cargo = {ship: tuple(units) for ship, units in cargo.items()}
        for place, units in found.stacks.items():
            for side in {self.game.forces.side_of[p] for p in units}:
                self._mark(found, place, side)
        return found

    def _mark(self, found: Presence, place: int, side: int) -> None:
        """Bring the sets of places up to date for what a side has in one place."""
        forces = self.game.forces
        side_of, is_ground = forces.side_of, forces.is_ground
        bit = 1 << place
        found.ways = None
        if found.feeders or found.covered:
            found.fed, found.feeders, found.dry, found.covered = {}, {}, {}, {}
        ground = 0
        naval = zoned = rails = False
        for piece in found.stacks.get(place, ()):
            if side_of[piece] != side:
                continue
            if is_ground[piece]:
                ground += 1
                zoned = zoned or (forces.has_zone[piece] and not self.stormed >> piece & 1)
            elif forces.is_naval[piece]:
                naval = True
            else:
                rails = True
        if bool(ground) != bool(found.ground[side] & bit):
            found.ground[side] ^= bit
            forget(found.barred, side)
        if (ground >= STACK_LIMIT and place != self.game.theatre.holding) != bool(found.full[side] & bit):
            found.full[side] ^= bit
        if naval != bool(found.naval[side] & bit):
            found.naval[side] ^= bit
            forget(found.barred, side)
        if zoned != bool(found.zoners[side] & bit):
            found.zoners[side] ^= bit
            found.zone[side] = STALE
            forget(found.hostile, side)
        if side == US and rails != bool(found.rails & bit):
            found.rails ^= bit

    # --- who stands where

    def units_in(self, place: int) -> tuple[int, ...]:
        """The units in a hex, those aboard ships left out."""
        return (self._presence or self.presence).stacks.get(place, ())

    def cargo(self, ship: int) -> tuple[int, ...]:
        return (self._presence or self.presence).cargo.get(ship, ())

    def zone(self, side: int) -> int:
        """The hexes a side controls (11.0)."""
        found = self._presence or self.presence
        zone = found.zone[side]
        if zone == STALE:
            reach = self.game.theatre.zone
            zone = 0
            for place in to_list(found.zoners[side]):
                if place < len(reach):
                    zone |= reach[place]
            found.zone[side] = zone
        return zone

    def enemy_zone(self, side: int) -> int:
        """The hexes that a side's enemies control."""
        known = (self._presence or self.presence).hostile
        if known[side] == STALE:
            zone = 0
            for enemy in self.setup.enemies[side]:
                zone |= self.zone(enemy)
            known[side] = zone
        return known[side]

    def footing(self, side: int, free: bool) -> bytearray:
        """What each hex is to units of a side on the move; `free`: to those that ignore zones (17.21)."""
        barred = self.barred(side)
        zone = 0 if free else self.enemy_zone(side)
        found = self._presence or self.presence
        known = found.footing.get((side, free))
        if known is None or known[0] != barred or known[1] != zone:
            kinds = flags(zone, self.game.theatre.count)
            for place in to_list(barred):
                kinds[place] = CLOSED
            known = found.footing[side, free] = (barred, zone, kinds)
        return known[2]

    def enemy_ground(self, side: int) -> int:
        found = self.presence.ground
        places = 0
        for enemy in self.setup.enemies[side]:
            places |= found[enemy]
        return places

    def barred(self, side: int) -> int:
        """Hexes that hold units of any other side, lone rail units apart (10.12, 12.14, 16.43)."""
        found = self._presence or self.presence
        places = found.barred[side]
        if places == STALE:
            places = 0
            for other in self.setup.others[side]:
                places |= found.ground[other] | found.naval[other]
            found.barred[side] = places
        return places

    def foreign_prizes(self, side: int) -> int:
        """The victory hexes that a side does not control (18.4)."""
        known = self.presence.foreign
        if known[side] == STALE:
            places = 0
            for place, holder in zip(self.game.theatre.prizes, self.control, strict=True):
                if holder != side:
                    places |= 1 << place
            known[side] = places
        return known[side]

    def regain_zones(self) -> None:
        """The player-turn of the assault is over (15.16)."""
        units, self.stormed = to_list(self.stormed), 0
        for piece in units:
            if self.aboard[piece] < 0 and self.is_on_map(piece):
                self._mark(self.presence, self.at[piece], self.game.forces.side_of[piece])

    def count_ground(self, side: int, place: int) -> int:
        forces = self.game.forces
        return sum(1 for p in self.units_in(place) if forces.side_of[p] == side and forces.is_ground[p])

    def count_naval(self, side: int, place: int) -> int:
        forces = self.game.forces
        return sum(1 for p in self.units_in(place) if forces.side_of[p] == side and forces.is_naval[p])

    # --- who fights

    def cast(self, piece: int, role: int) -> None:
        """Give a unit its part in the combat, and only that one."""
        bit = 1 << piece
        roles = self.roles
        for number, units in enumerate(roles):
            if units & bit:
                roles[number] ^= bit
        if role:
            roles[role] |= bit

    def role_of(self, piece: int) -> int:
        for number, units in enumerate(self.roles):
            if units >> piece & 1:
                return number
        return OUT

    # --- what moves them

    def lift(self, piece: int) -> None:
        """Take a unit off its hex or ship; it must be put somewhere next."""
        found = self._presence or self.presence
        found.ways = None
        ship = self.aboard[piece]
        if ship >= 0:
            found.cargo[ship] = tuple(p for p in found.cargo[ship] if p != piece)
            self.aboard[piece] = -1
            found.loaded[self.game.forces.side_of[piece]] &= ~(1 << piece)
            return
        place = self.at[piece]
        units = found.stacks.get(place)
        if units is not None and piece in units:
            rest = tuple(p for p in units if p != piece)
            if rest:
                found.stacks[place] = rest
            else:
                del found.stacks[place]
            side = self.game.forces.side_of[piece]
            found.ashore[side] &= ~(1 << piece)
            self._mark(found, place, side)

    def put(self, piece: int, place: int) -> None:
        """Set a unit down in a hex or box; its passengers come along."""
        found = self._presence or self.presence
        self.lift(piece)
        self.at[piece] = place
        if 0 <= place <= self.game.theatre.holding:
            forces = self.game.forces
            side = forces.side_of[piece]
            found.stacks[place] = tuple(sorted((*found.stacks.get(place, ()), piece)))
            if forces.is_ground[piece] and place != self.game.theatre.holding:
                found.ashore[side] |= 1 << piece
            self._mark(found, place, side)
        for passenger in found.cargo.get(piece, ()):
            self.at[passenger] = place

    def board(self, piece: int, ship: int) -> None:
        found = self._presence or self.presence
        self.lift(piece)
        self.at[piece] = self.at[ship]
        self.aboard[piece] = ship
        found.cargo[ship] = tuple(sorted((*found.cargo.get(ship, ()), piece)))
        found.loaded[self.game.forces.side_of[piece]] |= 1 << piece

    def box_of(self, piece: int) -> int:
        """The Destroyed Units Box of a unit's force."""
        return self.game.destroyed[self.game.forces.force_of[piece]]

    def is_on_map(self, piece: int) -> bool:
        return 0 <= self.at[piece] <= self.game.theatre.holding
