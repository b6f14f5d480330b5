"""Combat strengths and what changes them: supply, winter, terrain, beaches, aircraft (9.2, 13.3, 13.4, 14.4, 15.13)."""

from __future__ import annotations

from grognard.board.bits import to_list
from grognard.core import Modifier, rule
from grognard.games.invasion_america.special import is_snowed_in
from grognard.games.invasion_america.state import ATTACKER, State
from grognard.games.invasion_america.supply import is_fed
from grognard.games.invasion_america.targets import defenders_in
from grognard.games.invasion_america.theatre import GREAT_RIVER, RIVER

RIVER_COVER = {RIVER: 2, GREAT_RIVER: 3}
COLUMNS = ("1-4", "1-3", "1-2", "1-1", "2-1", "3-1", "4-1", "5-1", "6-1", "7-1")
EVEN = 3  # the column of equal strength


SUPPLY = "out of supply: half", rule("9.32")
WINTER = "winter: half", rule("17.32")
GROUNDED = "aircraft without land units: half", rule("14.43")
NO_COVER = "terrain does not count against aircraft and ships", rule("14.16")
COVERS = {
    "beach": (("", "", "the beach doubles it", "the beach triples it"), rule("15.13")),
    "river": (("", "", "the river doubles it", "the great river triples it"), rule("13.31")),
    "terrain": (("", "", "the terrain doubles it", "the terrain triples it"), rule("13.3")),
}


def is_short(s: State, piece: int) -> bool:
    """Is it out of supply? In a combat that was settled as its units were committed (9.32)."""
    if s.judged >> piece & 1:
        return bool(s.unfed >> piece & 1)
    return not is_fed(s, piece)


def halvings(s: State, piece: int) -> int:
    """How often a unit's strength is halved: out of supply, winter (9.32, 17.32)."""
    count = 1 if is_short(s, piece) else 0
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


def is_grounded(s: State, piece: int, attackers: list[int]) -> bool:
    """Aircraft that no land combat unit guards, attacked by land units (14.43)."""
    forces = s.game.forces
    if not forces.is_flier[piece] or not any(forces.is_land[p] for p in attackers):
        return False
    side = forces.side_of[piece]
    return not any(forces.is_land[p] and forces.side_of[p] == side for p in s.units_in(s.at[piece]))


def share(s: State, piece: int, attackers: list[int], multiple: int) -> tuple[int, int]:
    """How a defender counts: halvings, multiple. Terrain helps all but aircraft (13.3, 12.12, 14.44)."""
    times = halvings(s, piece)
    if s.game.forces.is_flier[piece]:
        return times + is_grounded(s, piece, attackers), 1
    return times, multiple


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
    forces = s.game.forces
    names = forces.vocabulary.names
    attackers = to_list(s.roles[ATTACKER])
    lines: list[Modifier] = []
    for piece in attackers:
        lines.append(Modifier(shown_strength(s, piece), names[piece], rule("13.0")))
        _halve(lines, shown_strength(s, piece), 1, _reasons(s, piece))
    side = forces.side_of[attackers[0]]
    for place in to_list(s.targets):
        multiple, reason, cited = _cover_line(s, place, attackers)
        gain = 0
        for piece in defenders_in(s, side, place):
            if forces.is_rail[piece]:
                continue
            lines.append(Modifier(-shown_strength(s, piece), names[piece], rule("13.21")))
            grounded = [GROUNDED] if is_grounded(s, piece, attackers) else []
            left = _halve(lines, shown_strength(s, piece), -1, _reasons(s, piece) + grounded)
            gain += 0 if forces.is_flier[piece] else left * (multiple - 1)
        if reason:
            lines.append(Modifier(-gain, reason, cited))
    return lines


def _reasons(s: State, piece: int) -> list[tuple[str, str]]:
    out = [SUPPLY] if is_short(s, piece) else []
    return [*out, WINTER] if s.setup.weather and is_snowed_in(s, s.at[piece]) else out


def _halve(lines: list[Modifier], value: int, sign: int, reasons: list[tuple[str, str]]) -> int:
    """A line for each halving; what is left of the strength."""
    for reason, cited in reasons:
        lines.append(Modifier(sign * (halved(value, 1) - value), reason, cited))
        value = halved(value, 1)
    return value


def _cover_line(s: State, place: int, attackers: list[int]) -> tuple[int, str, str]:
    """What multiplies the defence of a hex, in words and with its rule."""
    multiple, ground = cover(s, place, attackers), s.game.theatre.cover[place]
    if is_assault(s, attackers):
        kind = "beach"
    elif multiple == 1:
        return (1, *NO_COVER) if ground > 1 else (1, "", "")
    else:
        kind = "terrain" if ground == multiple else "river"
    words, cited = COVERS[kind]
    return multiple, words[multiple], cited
