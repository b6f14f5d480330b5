"""Combat strengths and what changes them: supply, winter, terrain, beaches, aircraft (9.2, 13.3, 13.4, 14.4, 15.13)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Modifier, rule
from grognard.games.invasion_america.special import is_snowed_in
from grognard.games.invasion_america.state import ATTACKER, State
from grognard.games.invasion_america.supply import is_fed
from grognard.games.invasion_america.theatre import GREAT_RIVER, RIVER

RIVER_COVER = {RIVER: 2, GREAT_RIVER: 3}
COLUMNS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
EVEN = 3  # the column of equal strength


def halvings(s: State, piece: int) -> int:
    """How often a unit's strength is halved: out of supply, winter (9.32, 17.32)."""
    count = 0 if is_fed(s, piece) else 1
    if s.setup.weather and is_snowed_in(s, s.at[piece]):
        count += 1
    return count


def halved(value: int, times: int) -> int:
    for _ in range(times):
        value = (value + 1) // 2
    return value


def odds_column(attack: int, defence: int) -> int:
    """The column, rounded in the defender's favour, no farther than the ends (13.41)."""
    if defence <= 0:
        return len(COLUMNS) - 1
    if attack >= defence:
        return min(EVEN + attack // defence - 1, len(COLUMNS) - 1)
    if attack <= 0:
        return 0
    return max(EVEN + 1 - -(-defence // attack), 0)


def odds_text(column: int) -> str:
    return COLUMNS[column]


def attack_total(s: State, attackers: list[int]) -> int:
    return sum(halved(s.strength[p], halvings(s, p)) for p in attackers)


def is_assault(s: State, attackers: list[int]) -> bool:
    return any(s.game.forces.is_landing[p] for p in attackers)


def river_cover(s: State, place: int, attackers: list[int]) -> int:
    """The multiple of a river that every attacker must cross; 1 where one need not (13.31)."""
    river = s.game.theatre.river
    least = max(RIVER_COVER.values())
    for piece in attackers:
        kind = river.get((s.at[piece], place))
        if kind is None:
            return 1
        least = min(least, RIVER_COVER[kind])
    return least


def cover(s: State, place: int, attackers: list[int]) -> int:
    """The one multiple that the defenders of a hex have (13.31, 13.32, 14.16, 15.13)."""
    forces, theatre = s.game.forces, s.game.theatre
    if is_assault(s, attackers):
        return theatre.beach_cover[place]
    if any(forces.is_flier[p] or forces.is_naval[p] for p in attackers):
        return 1
    return max(theatre.cover[place], river_cover(s, place, attackers))


def share(s: State, piece: int, attackers: list[int], multiple: int) -> tuple[int, int]:
    """How a defender counts: halvings, multiple. Aircraft never gain, and alone on the ground lose (14.43, 14.44)."""
    forces = s.game.forces
    times = halvings(s, piece)
    if forces.is_flier[piece]:
        side = forces.side_of[piece]
        alone = not any(forces.is_land[p] and forces.side_of[p] == side for p in s.units_in(s.at[piece]))
        if alone and any(forces.is_land[p] for p in attackers):
            times += 1
        return times, 1
    return times, 1 if forces.is_naval[piece] else multiple


def defence_total(s: State, side: int, attackers: list[int], defenders: list[int]) -> int:
    forces = s.game.forces
    multiples: dict[int, int] = {}
    total = 0
    for piece in defenders:
        if forces.is_rail[piece]:
            continue
        place = s.at[piece]
        if place not in multiples:
            multiples[place] = cover(s, place, attackers)
        times, multiple = share(s, piece, attackers, multiples[place])
        total += halved(s.strength[piece], times) * multiple
    return total


def printed_total(s: State, pieces: list[int]) -> int:
    """Exchanges count printed strengths (13.42)."""
    return sum(s.strength[p] for p in pieces if not s.game.forces.is_rail[p])


def shown_strength(s: State, piece: int) -> int:
    """What players see: the true strength once tried, else the back of the counter."""
    forces = s.game.forces
    if forces.hidden[piece] and not s.tried >> piece & 1:
        return forces.untried[forces.pool_of[piece]]
    return s.strength[piece]


def ledger_of(s: State) -> list[Modifier]:
    """The sum behind an attack as it stands, line by line, with the strengths that players see."""
    from grognard.games.invasion_america.attack import defenders_in

    forces = s.game.forces
    names = forces.vocabulary.names
    attackers = to_list(s.roles[ATTACKER])
    lines = []
    for piece in attackers:
        times = halvings(s, piece)
        reason = names[piece] + (" (halved)" if times else "")
        lines.append(Modifier(halved(shown_strength(s, piece), times), reason, rule("13.0")))
    places = to_list(s.targets)
    side = forces.side_of[attackers[0]]
    for place in places:
        multiple = cover(s, place, attackers)
        for piece in defenders_in(s, side, place):
            if forces.is_rail[piece]:
                continue
            times, factor = share(s, piece, attackers, multiple)
            value = halved(shown_strength(s, piece), times) * factor
            word = f" times {factor}" if factor > 1 else ""
            lines.append(Modifier(-value, f"{names[piece]}{' (halved)' if times else ''}{word}", rule("13.32")))
    return lines
