"""How fair is a scenario? Bots play it against each other many times, and a table says who won.

    python benchmarks/balance.py grav_armor --games 200 --file /tmp/balance.json [--scenario NAME ...] [--tries 40]

Scenarios take turns, and each finished game is written to the file at once: a run that was cut goes on where it
stopped, and any number of runs may be added up in one file. Games of a scenario whose document has changed since are
dropped, likewise those played by a bot with other settings. The clock plays no part in what the bots choose, so that
the same file comes out on any machine.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import os
import time
from collections.abc import Sequence
from math import sqrt
from pathlib import Path
from typing import Any

import grognard
from grognard.bots import make
from grognard.core import Game, Rng, Seat

UNHURRIED = 1e6  # seconds a decision may take: the number of tries bounds it, not the clock
LONGEST = 20_000  # actions in one game


def play(game: Game[Any], scenario: str, seed: str, settings: dict[str, Any]) -> dict[str, Any]:
    """One game: who won how, and how long it was."""
    match: Any = game.new(scenario, {}, seed)
    bots: dict[str, Any] = {side: make(settings["bot"]) for side in match.sides}
    for bot in bots.values():
        for name in ("tries", "worlds"):
            if hasattr(bot, name):
                setattr(bot, name, settings[name])
        bot.seconds = UNHURRIED
    actions = 0
    while match.to_act and actions < LONGEST:
        side = match.to_act[0]
        match.play(side, bots[side].choose(Seat(match, side, Rng(f"{seed} {side} {actions}"))))
        actions += 1
    result = match.result
    return {
        "seed": seed,
        "winner": result.winner or "draw" if result else "unfinished",
        "level": result.level if result else "",
        "turn": match.state.turn,
        "actions": actions,
        "figures": match.figures(),
    }


def fingerprint(game: Game[Any], scenario: str) -> str:
    """Changes when the scenario's document or the edition of the rules does."""
    text = json.dumps([game.edition, game.scenarios[scenario].data], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:12]


class Book:
    """The games played so far, in a file."""

    def __init__(self, file: Path, game: Game[Any], settings: dict[str, Any]) -> None:
        self.file = file
        self.data: dict[str, Any] = {"game": game.name, "settings": settings, "scenarios": {}}
        if file.exists():
            kept = json.loads(file.read_text(encoding="utf-8"))
            if kept.get("game") == game.name and kept.get("settings") == settings:
                self.data = kept
        for name in game.scenarios:
            mark = fingerprint(game, name)
            row = self.data["scenarios"].get(name)
            if row is None or row["fingerprint"] != mark:
                self.data["scenarios"][name] = {"fingerprint": mark, "games": []}

    def games(self, scenario: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.data["scenarios"][scenario]["games"]
        return found

    def add(self, scenario: str, played: dict[str, Any]) -> None:
        self.games(scenario).append(played)
        part = self.file.with_suffix(".part")
        part.write_text(json.dumps(self.data), encoding="utf-8")
        os.replace(part, self.file)


def interval(wins: int, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share."""
    if not games:
        return 0.0, 1.0
    z, share = 1.96, wins / games
    middle = share + z * z / (2 * games)
    spread = z * sqrt(share * (1 - share) / games + z * z / (4 * games * games))
    return max(0.0, (middle - spread) / (1 + z * z / games)), (middle + spread) / (1 + z * z / games)


def table(game: Game[Any], book: Book, scenarios: Sequence[str]) -> str:
    """Shares are of the games that somebody won; each with its 95 % interval."""
    sides = list(game.sides)
    head = ["scenario", "games", *(f"{side} wins" for side in sides), "draws", "turns", "actions"]
    lines = [f"| {' | '.join(head)} |", f"|{'---|' * len(head)}"]
    for name in scenarios:
        played = book.games(name)
        won = [p for p in played if p["winner"] not in ("draw", "unfinished")]
        cells = [game.scenarios[name].title, str(len(played))]
        for side in sides:
            wins = sum(side in p["winner"].split("+") for p in won)
            low, high = interval(wins, len(won))
            share = f"{100 * wins / len(won):.0f} % ({100 * low:.0f}-{100 * high:.0f})" if won else "-"
            cells.append(f"{wins}: {share}")
        cells.append(str(sum(p["winner"] == "draw" for p in played)))
        for field in ("turn", "actions"):
            cells.append(f"{sum(p[field] for p in played) / len(played):.1f}" if played else "-")
        lines.append(f"| {' | '.join(cells)} |")
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description="Let bots play each other and tell who won.")
    parser.add_argument("game")
    parser.add_argument("--scenario", action="append", help="default: all")
    parser.add_argument("--games", type=int, default=200, help="for each scenario")
    parser.add_argument("--minutes", type=float, default=0.0, help="stop after that long; default: when all are played")
    parser.add_argument("--bot", default="greedy")
    parser.add_argument("--tries", type=int, default=600, help="states that the bot looks at in one decision")
    parser.add_argument("--worlds", type=int, default=3, help="redrawn worlds in which it tries a move")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--file", type=Path, required=True, help="where the games are kept")
    chosen = parser.parse_args()
    game: Game[Any] = grognard.load(chosen.game)
    scenarios = chosen.scenario or list(game.scenarios)
    for name in scenarios:
        if name not in game.scenarios:
            parser.error(f"{game.title} has no scenario {name!r}; known are: {', '.join(game.scenarios)}")
    settings = {"bot": chosen.bot, "tries": chosen.tries, "worlds": chosen.worlds, "seed": chosen.seed}
    book = Book(chosen.file, game, settings)
    end = time.monotonic() + chosen.minutes * 60 if chosen.minutes else float("inf")
    while time.monotonic() < end:
        due = [name for name in scenarios if len(book.games(name)) < chosen.games]
        if not due:
            break
        name = min(due, key=lambda n: len(book.games(n)))
        book.add(name, play(game, name, f"{chosen.seed} {name} {len(book.games(name))}", settings))
    print(table(game, book, scenarios))


if __name__ == "__main__":
    main()
