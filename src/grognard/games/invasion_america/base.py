"""What the modules of the rulebook share: nodes that know the game's tables, and a few questions asked everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from grognard.board.bits import first, to_list
from grognard.core import Choice, Code, Step
from grognard.games.invasion_america.backs import note_burial
from grognard.games.invasion_america.events import DESTROYED, LOST, OVERRUN, TAKEN
from grognard.games.invasion_america.forces import CAN, ESC, US, Forces
from grognard.games.invasion_america.state import OUT, STALE, TRAIL, TRAILS, State
from grognard.games.invasion_america.theatre import Theatre
from grognard.games.invasion_america.verbs import DONE

if TYPE_CHECKING:
    from grognard.games.invasion_america.game import InvasionAmerica


class WarChoice(Choice[State]):
    game: InvasionAmerica

    @property
    def forces(self) -> Forces:
        return self.game.forces

    @property
    def theatre(self) -> Theatre:
        return self.game.theatre


class WarStep(Step[State]):
    game: InvasionAmerica

    @property
    def forces(self) -> Forces:
        return self.game.forces

    @property
    def theatre(self) -> Theatre:
        return self.game.theatre


def offer(s: State, node: str, *args: int) -> bool:
    """Put a choice to its side, unless ending the phase is all it could do."""
    choice = s.game.nodes[s.game.node(node)]
    assert isinstance(choice, WarChoice)
    s.push(node, *args)
    if choice.actions(s, s.stack[-1], args[0]) == [(DONE,)]:
        s.pop()
        return False
    return True


_FEW = 12
_NEXT = 4  # so many changes are made in the list of the set before
_CODES: dict[int, list[Code]] = {}
_LAST: dict[int, tuple[int, list[Code]]] = {}


def codes(verb: int, places: int) -> list[Code]:
    """One action for each place of a set, ascending."""
    size = places.bit_count()
    if size <= _FEW:
        return [(verb, place) for place in to_list(places)]
    last = _LAST.get(verb)
    if last is not None:
        changes = last[0] ^ places
        if changes.bit_count() <= _NEXT:
            found = last[1][:]
            for place in reversed(to_list(changes)):
                at = (last[0] & (1 << place) - 1).bit_count()
                if places >> place & 1:
                    found.insert(at, (verb, place))
                else:
                    del found[at]
            _LAST[verb] = places, found
            return found[:]
    found = runs(verb, places)
    _LAST[verb] = places, found
    return found[:]


def runs(verb: int, places: int) -> list[Code]:
    """The same run by run, as most sets are patches of neighbours; for sets that have little of the one before."""
    if not places:
        return []
    low = first(places)
    digits = bin(places >> low)[:1:-1] + "0"
    table = _CODES.get(verb)
    if table is None or len(table) < low + len(digits):
        table = _CODES[verb] = [(verb, place) for place in range(low + len(digits) + 64)]
    found: list[Code] = []
    find = digits.find
    begin = 0
    while begin >= 0:
        end = find("0", begin)
        found += table[low + begin : low + end]
        begin = find("1", end)
    return found


def take(s: State, side: int, place: int) -> None:
    """A land or air unit has entered a hex: control of a victory hex passes to its side (18.4)."""
    prize = s.game.theatre.prize_of.get(place)
    if prize is not None and s.control[prize] != side:
        foreign, before = s.presence.foreign, s.control[prize]
        s.control[prize] = side
        if foreign[side] != STALE:
            foreign[side] &= ~(1 << place)
        if before >= 0 and foreign[before] != STALE:
            foreign[before] |= 1 << place
        s.emit(TAKEN, side, place)
        if not (s.sau_awake and s.canada_awake):
            s.game.check_waiting(s)


def enter(s: State, side: int, path: Sequence[int]) -> None:
    """Land or air units have passed through these hexes: what that does on the spot (18.4, 16.43, 19.35)."""
    prize_of = s.game.theatre.prize_of
    for place in path:
        if place in prize_of:
            take(s, side, place)
    catch_rails(s, side, path)
    wake(s, side, path)


def wake(s: State, side: int, path: Sequence[int]) -> None:
    """An E.S.C. unit in Canada brings Canada into the war (19.35)."""
    if side == ESC and not s.canada_awake:
        canada = s.game.theatre.areas["canada"]
        if any(canada >> place & 1 for place in path):
            s.game.awaken(s, CAN)


def tracks(s: State, side: int) -> int:
    """Where a unit of this side would catch a rail unit that stands alone: in its hex or beside it (16.43)."""
    if not s.presence.rails or US not in s.setup.enemies[side]:
        return 0
    found = s.presence
    alone = found.rails & ~found.ground[US]
    if found.tracks[0] != alone:
        found.tracks = alone, alone | s.game.theatre.grid.spread(alone)
    return found.tracks[1]


def catch_rails(s: State, side: int, path: Sequence[int]) -> None:
    """Rail units that stand alone in a hex of the path or next to it are destroyed (16.43)."""
    danger = tracks(s, side)
    if not danger:
        return
    masks = s.game.theatre.grid.masks
    near = 0
    for place in path:
        if danger >> place & 1:
            near |= masks[place] | 1 << place
    if near:
        overrun(s, near)


def overrun(s: State, places: int) -> None:
    """Destroy the rail units that stand alone in these hexes (16.43)."""
    alone = s.presence.rails & ~s.presence.ground[US] & places
    if not alone:
        return
    for place in to_list(alone):
        for piece in s.units_in(place):
            if s.game.forces.is_rail[piece]:
                s.emit(OVERRUN, piece)
                bury(s, piece)


def destroy(s: State, piece: int) -> None:
    """Lost in combat, with whoever it carries (6.25); in winter north of the line for good (17.31)."""
    for passenger in s.cargo(piece):
        destroy(s, passenger)
    s.emit(LOST if s.storm else DESTROYED, piece)
    bury(s, piece)


def bury(s: State, piece: int) -> None:
    """Put a destroyed unit into its box, face down and mixed with the others of its kind (8.11, 8.12, 18.35)."""
    s.cast(piece, OUT)
    others = ~(1 << piece)
    s.short &= others
    s.moved &= others
    s.fought &= others
    s.hit &= others
    s.pinned &= others
    if s.storm:
        s.put(piece, -1)  # for good; what was seen of it stays known
        return
    note_burial(s, piece)
    box = s.box_of(piece)
    s.put(piece, box)
    forces = s.game.forces
    s.tried &= others
    pool = forces.pool_of[piece]
    if forces.hidden_pool[pool]:
        mates = [p for p in forces.members[pool] if s.at[p] == box]
        if len(mates) > 1:
            other = mates[s.draw(len(mates), "mix the destroyed units")]
            s.strength[piece], s.strength[other] = s.strength[other], s.strength[piece]


def new_trail(s: State) -> int:
    """A free line in the table of paths of retreat; -1 when all are taken."""
    for slot in range(TRAILS):
        if s.trail[slot * TRAIL] < 0:
            return slot
    return -1


def leave_trail(s: State, place: int) -> None:
    """A hex whose defenders are gone without retreating: the victors may enter it (13.71)."""
    slot = new_trail(s)
    if slot >= 0:
        s.trail[slot * TRAIL] = place


def clear_trails(s: State) -> None:
    s.trail = [-1] * (TRAIL * TRAILS)
