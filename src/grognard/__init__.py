"""Grognard: a table for classic hex-and-counter wargames that knows the rules."""

from grognard.core import BadPosition, BadRecord, BadSetup, GrognardError, Illegal, Match, Refusal, Result, Seat
from grognard.core.record import read_record, verify_record
from grognard.games import games, load

__all__ = [
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "GrognardError",
    "Illegal",
    "Match",
    "Refusal",
    "Result",
    "Seat",
    "games",
    "load",
    "open_record",
    "verify",
]
__version__ = "0.1.0"


def open_record(text: str) -> Match:
    """A match from its record: the header, then every action played again."""
    return read_record(text, load)


def verify(text: str) -> list[tuple[str, bool]]:
    """What can be proved of a record: each check in words, and whether it holds."""
    return verify_record(text, load)
