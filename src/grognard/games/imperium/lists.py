"""Lists of actions made of sets of counters. The same sets come again and again, so the lists are kept."""

from __future__ import annotations

from functools import cache, lru_cache

from grognard.core import Code
from grognard.games.imperium.facts import COUNT, pieces_in


@cache
def _codes(verb: int) -> list[Code]:
    return [(verb, p) for p in range(COUNT)]


@lru_cache(maxsize=1 << 14)
def piece_codes(verb: int, bits: int) -> list[Code]:
    """`(verb, piece)` for every counter of the set. Shared: not to be changed."""
    return list(map(_codes(verb).__getitem__, pieces_in(bits)))


@lru_cache(maxsize=1 << 10)
def place_codes(verb: int, places: tuple[int, ...]) -> list[Code]:
    return [(verb, p) for p in places]
