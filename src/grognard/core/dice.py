"""Dice of our own: seeded per match, counter-based, the same numbers on every machine; commitment and proof."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Protocol, TypeVar

T = TypeVar("T")
MOST_PIPS = 999_999_999  # a forced die may show
_WORDS = 8  # 64-bit words in one block


def are_dice(values: object) -> bool:
    """Whether these can be forced: a list of faces, the first being 1."""
    return isinstance(values, (list, tuple, range)) and all(
        isinstance(v, int) and not isinstance(v, bool) and 1 <= v <= MOST_PIPS for v in values
    )


class Random(Protocol):
    """What a sampler may ask for; random.Random and Rng both give it."""

    def randrange(self, start: int, /) -> int: ...
    def choice(self, seq: Sequence[T], /) -> T: ...
    def random(self) -> float: ...


class Dice:
    """An endless sheet of numbers. Draw number n is a function of the seed and n, nothing else."""

    __slots__ = ("_block", "_key", "_words", "seed")

    def __init__(self, seed: str) -> None:
        self.seed = seed
        self._key = hashlib.blake2b(b"grognard dice 1\0" + seed.encode(), digest_size=32).digest()
        self._block = -1
        self._words: tuple[int, ...] = ()

    def below(self, counter: int, limit: int) -> int:
        """Draw number `counter`, evenly in 0..limit-1 (the bias is below 2**-50)."""
        block, at = divmod(counter, _WORDS)
        if block != self._block:
            digest = hashlib.blake2b(block.to_bytes(8, "big"), key=self._key, digest_size=64).digest()
            self._words = tuple(int.from_bytes(digest[i : i + 8], "big") for i in range(0, 64, 8))
            self._block = block
        return self._words[at] * limit >> 64


class Rng:
    """A small generator over Dice, for whatever needs random numbers outside a match's own dice."""

    __slots__ = ("_counter", "_dice")

    def __init__(self, seed: str | int) -> None:
        self._dice = Dice(str(seed))
        self._counter = 0

    def randrange(self, start: int, /) -> int:
        value = self._dice.below(self._counter, start)
        self._counter += 1
        return value

    def choice(self, seq: Sequence[T], /) -> T:
        return seq[self.randrange(len(seq))]

    def random(self) -> float:
        return self.randrange(1 << 53) / (1 << 53)

    def shuffle(self, items: list[T]) -> None:
        for i in range(len(items) - 1, 0, -1):
            j = self.randrange(i + 1)
            items[i], items[j] = items[j], items[i]


def commitment(secret: str) -> str:
    """What is published before a match: a hash that binds its author to the secret."""
    return hashlib.sha256(b"grognard commitment 1\0" + secret.encode()).hexdigest()


def mixed_seed(secret: str, contributions: Sequence[str]) -> str:
    """The seed of a match made of the table's secret and one contribution of each player, in seat order."""
    digest = hashlib.sha256(b"grognard mixed seed 1")
    for part in (secret, *contributions):
        digest.update(hashlib.sha256(part.encode()).digest())
    return digest.hexdigest()
