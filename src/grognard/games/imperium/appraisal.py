"""What counters are worth and how strong they are, in resource units. Used by the staff, never by the rules."""

from __future__ import annotations

from functools import lru_cache

from grognard.games.imperium.facts import (
    ARMED,
    BEAM,
    COUNT,
    KIND,
    MISSILE,
    PRICE,
    ROUTES,
    SCREEN,
    SYSTEMS,
    TYPE,
    pieces_in,
)

FAR = 9  # how far an objective still draws
# How useful a type is beyond its price, and how many of it one wants.
_USE: dict[str, tuple[float, int]] = {
    "outpost": (1.2, 3),
    "defense": (0.85, 3),
    "regular": (1.3, 6),
    "jump": (1.3, 4),
    "transport": (1.2, 5),
    "tanker": (2.5, 1),
    "scout": (0.9, 6),
    "destroyer": (1.0, 11),
    "light_cruiser": (1.1, 11),
    "strike_cruiser": (1.15, 11),
    "heavy_cruiser": (1.2, 11),
    "attack_cruiser": (1.2, 5),
    "dreadnought": (1.15, 5),
    "improved_dreadnought": (1.15, 6),
    "battleship": (1.2, 6),
    "monitor": (1.0, 2),
    "terran_monitor": (1.0, 1),
    "missile_boat": (1.1, 5),
    "mothership": (0.75, 1),
    "fighter": (0.6, 3),
}
_KINDS = {TYPE[name]: (use * PRICE[TYPE[name]], most) for name, (use, most) in _USE.items()}
POWER = [(BEAM[p] + MISSILE[p]) / 2 + SCREEN[p] if ARMED >> p & 1 else 0.2 for p in range(COUNT)]


@lru_cache(maxsize=1 << 15)
def worth(bits: int) -> float:
    """What a set of counters of one side is worth; more than one wants of a type counts half."""
    count: dict[int, int] = {}
    for piece in pieces_in(bits):
        count[KIND[piece]] = count.get(KIND[piece], 0) + 1
    total = 0.0
    for kind, number in count.items():
        price, most = _KINDS.get(kind, (0.0, 0))
        total += price * (min(number, most) + max(0, number - most) / 2)
    return total


@lru_cache(maxsize=1 << 15)
def power(bits: int) -> float:
    return sum(POWER[p] for p in pieces_in(bits))


@lru_cache(maxsize=1 << 12)
def distances(goals: int) -> tuple[int, ...]:
    """Jumps from each system to the nearest goal, at most FAR."""
    out = [FAR] * SYSTEMS
    edge = list(pieces_in(goals))
    for star in edge:
        out[star] = 0
    while edge:
        nearer = []
        for star in edge:
            for other in ROUTES[star]:
                if out[other] > out[star] + 1:
                    out[other] = out[star] + 1
                    nearer.append(other)
        edge = nearer
    return tuple(out)


def clash(mine: int, theirs: int) -> float:
    """Half of what a battle to come between these ships promises; the other half is the enemy's to count."""
    a, b = power(mine & ARMED) ** 2, power(theirs & ARMED) ** 2
    if not a:
        return -0.3 * worth(mine) if b else 0.0
    odds = a / (a + b)
    return (odds * worth(theirs) - (1 - odds) * worth(mine)) / 2
