"""The game in German: the catalogue, and the names that are put together from a planet and a number."""

from __future__ import annotations

from grognard.core.data import read_data
from grognard.games.air_eaters.units import N_PIECES, PIECES
from grognard.games.air_eaters.world import BODIES, MAX_MINING_BASES, PLACES, SITES

_PARTS = (
    ("industry at ", "Industrie in "),
    ("off the map", "außerhalb der Karte"),
    ("orbit near ", "Umlaufbahn bei "),
    ("orbit around ", "Umlaufbahn um "),
    ("Asteroid Mining Base ", "Bergbaubasis "),
    ("Free Asteroid ", "Freier Asteroid "),
    ("Army ", "Armee "),
    ("Base ", "Basis "),
    ("Earth", "Erde"),
    ("Luna", "Mond"),
    ("Mercury", "Merkur"),
    ("Ganymede", "Ganymed"),
    ("Callisto", "Kallisto"),
)
MOST_LOSSES = N_PIECES


def german() -> dict[str, str]:
    words: dict[str, str] = dict(read_data("air_eaters", "words.de.toml"))
    for name in (*PLACES.names, *SITES.names, *BODIES.names, *PIECES.names):
        if name not in words:
            other = name
            for english, translated in _PARTS:
                other = other.replace(english, translated)
            if other != name:
                words[name] = other
    for n in range(1, MAX_MINING_BASES + 1):  # beside their discs
        words[f"Mining Base {n}"] = f"Bergbaubasis {n}"
    for n in range(MOST_LOSSES + 1):  # the outcomes of collisions
        words[f"{n} lost"] = f"{n} verloren"
    return words
