"""What the words of the command line share: opening files, making matches, choosing bots."""

from __future__ import annotations

import argparse
import secrets
from pathlib import Path

import grognard
from grognard.bots import Bot, make
from grognard.core import GrognardError, Match
from grognard.core.game import OptionValue
from grognard.core.record import read_record


def open_match(file: str, at: int | None = None) -> Match:
    """The match in a record file, up to line `at` of its body where given."""
    text = read(file)
    try:
        return read_record(text, grognard.load, at)
    except GrognardError as error:
        raise GrognardError(f"{file}: {error}") from None


def read(file: str) -> str:
    try:
        return Path(file).read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise GrognardError(f"{file}: this is no text file") from None


def options(given: list[str]) -> dict[str, OptionValue]:
    out: dict[str, OptionValue] = {}
    for item in given:
        name, equals, value = item.partition("=")
        if not equals:
            raise GrognardError(f"--option {item}: write NAME=VALUE")
        out[name] = value
    return out


def new_match(chosen: argparse.Namespace, in_one_hand: bool = False) -> Match:
    own = tuple(read(file) for file in chosen.document)
    try:
        game = grognard.load(chosen.game, own)
    except GrognardError as error:
        raise GrognardError(f"{', '.join(chosen.document)}: {error}" if own else str(error)) from None
    scenario = chosen.scenario or list(game.scenarios)[-1 if own else 0]
    given = options(chosen.option)
    if in_one_hand:
        given = game.in_one_hand(given)
    match: Match = game.new(scenario, given, chosen.seed or secrets.token_hex(8))
    return match


def bots(given: list[str], match: Match) -> dict[str, Bot]:
    out: dict[str, Bot] = {}
    for item in given:
        side, equals, name = item.partition("=")
        if not equals:
            raise GrognardError(f"--bot {item}: write SIDE=BOT")
        if side not in match.sides:
            raise GrognardError(f"--bot {item}: the sides are {', '.join(match.sides)}")
        out[side] = make(name)
    return out
