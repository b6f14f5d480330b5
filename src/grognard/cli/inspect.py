"""Looking at things: games, boards, actions, stories, proofs, positions, notes."""

from __future__ import annotations

import argparse
import json
import os
import shlex
import subprocess
from typing import Any

import grognard
from grognard.cli.board import board_text, width
from grognard.cli.common import open_match, read
from grognard.cli.places import with_line
from grognard.core import Game, GrognardError, Match, Option
from grognard.core.data import read_text
from grognard.core.game import OptionValue
from grognard.core.words import short
from grognard.games import takes_documents


def out(data: Any) -> None:
    print(json.dumps(data, indent=2, ensure_ascii=False))


def games(chosen: argparse.Namespace) -> int:
    names = [chosen.game] if chosen.game else grognard.games()
    found = [grognard.load(name) for name in names]
    if chosen.json:
        out([describe(game) for game in found])
        return 0
    for game in found:
        print(f"{game.name}: {game.title}")
        for scenario in game.scenarios.values():
            print(f"    {scenario.name:<24}{scenario.title}")
        for option in game.options.values():
            values = "|".join(map(switch, option.allowed))
            print(f"    option {option.name:<28}{option.title} ({values}; {switch(option.default)}){limits(option)}")
    return 0


def switch(value: OptionValue) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def limits(option: Option) -> str:
    """With what an option goes, and with what it does not."""
    parts = {"not with": option.conflicts, "needs": option.requires, "only": option.scenarios}
    return "".join(f"; {words} {', '.join(names)}" for words, names in parts.items() if names)


def describe(game: Game[Any]) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "edition": game.edition,
        "sides": list(game.sides),
        "scenarios": [{"name": s.name, "title": s.title, "about": s.about} for s in game.scenarios.values()],
        "options": [
            {
                "name": o.name,
                "title": o.title,
                "default": o.default,
                "values": list(o.allowed),
                "rule": o.rule,
                "scenarios": list(o.scenarios),
                "conflicts": list(o.conflicts),
                "requires": list(o.requires),
            }
            for o in game.options.values()
        ],
    }


def show(chosen: argparse.Namespace) -> int:
    match = open_match(chosen.record, chosen.at)
    view = match.view(chosen.side)
    if chosen.json:
        out(view)
    else:
        print(board_text(match, chosen.side, width()))
    return 0


def actions(chosen: argparse.Namespace) -> int:
    match = open_match(chosen.record)
    sides = [chosen.side] if chosen.side else list(match.to_act)
    decisions = [match.decision(side) for side in sides]
    if chosen.json:
        out(
            [
                {"side": d.side, "prompt": d.prompt, "rule": d.rule, "actions": [a.text for a in d.actions]}
                for d in decisions
            ]
        )
        return 0
    for decision in decisions:
        print(f"{decision.side}: {decision.prompt} [{decision.rule}]")
        for action in decision.actions:
            print(f"    {action.text}")
    if not decisions:
        print(ending(match))
    return 0


def ending(match: Match) -> str:
    result = match.result
    if result is None:
        return "the match is not over"
    return f"{result.winner or 'nobody'} wins: {result.level} ({result.reason})"


def replay(chosen: argparse.Namespace) -> int:
    match = open_match(chosen.record)
    known = ("en", *match.game.lexicon.catalogues)
    if chosen.lang not in known:
        raise GrognardError(f"--lang {chosen.lang}: {match.game.title} speaks {', '.join(known)}")
    events = match.events(0, chosen.side)
    if chosen.json:
        out([event.as_dict(chosen.lang) for event in events])
        return 0
    for event in events:
        print("    " * max(event.kind.level - 1, 0) + event.render(chosen.lang))
    print(ending(match))
    return 0


def verify(chosen: argparse.Namespace) -> int:
    text = read(chosen.record)
    try:
        checks = grognard.verify(text)
    except GrognardError as error:
        raise GrognardError(f"{chosen.record}: {error}") from None
    if chosen.json:
        out([{"check": text, "holds": holds} for text, holds in checks])
    else:
        for text, holds in checks:
            print(f"{'yes' if holds else 'NO ':<4}{text}")
    return 0 if all(holds for _, holds in checks) else 1


def position(chosen: argparse.Namespace) -> int:
    if chosen.what == "write":
        out(open_match(chosen.file, chosen.at).position())
        return 0
    if chosen.what == "edit":
        editor = os.environ.get("VISUAL") or os.environ.get("EDITOR")
        if not editor:
            raise GrognardError("set EDITOR to the editor you like, or edit the file and use `position check`")
        subprocess.run([*shlex.split(editor), chosen.file], check=False)
    match = read_position(chosen.file)
    deciding = ", ".join(match.to_act) or "nobody"
    print(f"{chosen.file}: a position of {match.game.title}, {match.scenario}; to decide: {deciding}")
    return 0


def read_position(file: str) -> Match:
    text = read(file)
    try:
        document = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise GrognardError(f"{file}: this is not JSON: {error}") from None
    if not isinstance(document, dict) or not isinstance(document.get("game"), str):
        raise GrognardError(f"{file}: game: the position does not name one")
    own = document.get("documents", [])
    if not isinstance(own, list) or not all(isinstance(text, str) for text in own):
        raise GrognardError(f"{file}: documents: expected a list of texts, found {short(own)}")
    try:
        match: Match = grognard.load(document["game"], own).from_position(document)
    except GrognardError as error:
        raise GrognardError(f"{file}: {with_line(text, str(error))}") from None
    return match


def scenario(chosen: argparse.Namespace) -> int:
    game = grognard.load(chosen.game)
    if not takes_documents(game.name):
        raise GrognardError(f"{game.title} takes no scenarios of one's own")
    if chosen.name not in game.scenarios:
        raise GrognardError(
            f"{short(chosen.name)} is no scenario of {game.title}; there are {', '.join(game.scenarios)}"
        )
    print(read_text(game.name, "scenarios", f"{chosen.name}.toml"), end="")
    return 0


def notes(chosen: argparse.Namespace) -> int:
    print(grognard.load(chosen.game).notes or "There are no notes on this game.")
    return 0
