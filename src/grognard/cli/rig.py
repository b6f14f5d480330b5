"""The test rig: fuzzing, benchmarks and bots against bots."""

from __future__ import annotations

import argparse
import gc
import json
import random
import shlex
import time
from collections import Counter
from pathlib import Path
from typing import Any

import grognard
from grognard.bots import make
from grognard.cli.common import bots, new_match, options
from grognard.core import Game, GrognardError, Match, Rng, Seat
from grognard.core import fuzz as fuzzing
from grognard.core.position import packed


def fuzz(chosen: argparse.Namespace) -> int:
    game = grognard.load(chosen.game)
    for name in chosen.scenario or ():
        if name not in game.scenarios:
            raise GrognardError(f"--scenario: {game.title} has no {name!r}; known are: {', '.join(game.scenarios)}")
    fixed = options(chosen.option)
    for name in chosen.scenario or game.scenarios:
        game.resolve_options(game.scenarios[name], fixed)
    if not Path(chosen.out).is_dir():
        raise GrognardError(f"--out {chosen.out}: there is no such folder")
    count = chosen.games or (0 if chosen.minutes else 20)
    report = fuzzing.fuzz(
        game,
        chosen.scenario,
        count,
        chosen.seed,
        chosen.minutes,
        chosen.steps,
        fixed,
        None if chosen.json else lambda line: print(line, flush=True),
        float(chosen.thorough),
    )
    files = []
    for failure in report.failures:
        file = Path(chosen.out) / f"fuzz_{game.name}_{failure.scenario}_{failure.seed}.record"
        file.write_text(fuzzing.told(failure, again(chosen, failure)), encoding="utf-8")
        files.append(str(file))
    if chosen.json:
        print(
            json.dumps(
                {
                    "games": report.games,
                    "finished": report.finished,
                    "decisions": report.decisions,
                    "seconds": round(report.seconds, 2),
                    "verbs": report.verbs,
                    "failures": [
                        {"record": f, "problem": x.problem} for f, x in zip(files, report.failures, strict=True)
                    ],
                }
            )
        )
        return 1 if report.failures else 0
    print(
        f"{report.games} games ({report.finished} played to the end), {report.decisions} decisions, "
        f"{report.seconds:.1f} s: {'clean' if not files else 'FAILED, see ' + ', '.join(files)}"
    )
    print("  ".join(f"{verb} {count}" for verb, count in sorted(report.verbs.items(), key=lambda item: -item[1])))
    return 1 if files else 0


def again(chosen: argparse.Namespace, failure: fuzzing.Failure) -> str:
    """The words that lead to the same failure."""
    words = ["grognard fuzz", chosen.game, "--scenario", failure.scenario, "--games 1 --seed", str(failure.seed)]
    words += [f"--option {shlex.quote(item)}" for item in chosen.option]
    return " ".join([*words, "--steps", str(chosen.steps), *(["--thorough"] if chosen.thorough else [])])


LONGEST = 20_000  # decisions of one game
COPIES = 2000


def random_play(game: Game[Any], scenario: str, seconds: float, first: int = 0) -> dict[str, float]:
    """Random play with the whole legal list made at each decision; then lists, copies and saves one by one.

    The games are numbered from `first`, so that another round plays other games.
    """
    rng = random.Random(first)
    decisions = games = 0
    spent = 0.0
    gc.collect()
    gc.freeze()  # the loaded games stay as they are; the server keeps them out of the collector's rounds likewise
    while spent < seconds:
        match: Match = game.new(scenario, {}, first + games)
        begin = time.process_time()
        for _ in range(LONGEST):
            sides = match.deciders()
            if not sides:
                break
            side = sides[0] if len(sides) == 1 else rng.choice(sides)
            codes = match.decision(game.sides[side]).codes
            match.play_code(side, codes[int(rng.random() * len(codes))])
            decisions += 1
        spent += time.process_time() - begin
        games += 1
    gc.unfreeze()
    return {
        "decisions_per_second": decisions / spent,
        "games_per_second": games / spent,
        "decisions_per_game": decisions / games,
        **parts(game, scenario),
    }


def parts(game: Game[Any], scenario: str) -> dict[str, float]:
    """What a list costs over a stretch of a game, and a copy and a save in its midst."""
    rng = random.Random(2)
    match: Match = game.new(scenario, {}, 0)
    listing, lists, listed = 0.0, 0, 0
    middle = match
    for number in range(1500):
        if not match.to_act:
            break
        side = rng.choice(match.to_act)
        decision = match.decision(side)
        begin = time.process_time()
        codes = decision.codes
        listing += time.process_time() - begin
        lists, listed = lists + 1, listed + len(codes)
        match.play_code(decision.side_number, rng.choice(codes))
        if number == 400 and match.to_act:
            middle = match.copy()
    begin = time.process_time()
    for _ in range(COPIES):
        middle.copy(log=False)
    copying = time.process_time() - begin
    return {
        "mean_list": listed / lists,
        "list_us": listing / lists * 1e6,
        "copy_us": copying / COPIES * 1e6,
        "saved_bytes": len(packed(middle.position())),
        "record_bytes": len(match.save()),
    }


def row_text(row: dict[str, Any]) -> str:
    return (
        f"{row['decisions_per_second']:>9,.0f} decisions/s {row['games_per_second']:>8.2f} games/s  "
        f"list {row['mean_list']:>5.1f} in {row['list_us']:>5.1f} us  copy {row['copy_us']:>5.1f} us  "
        f"saved {row['saved_bytes']:>6,} B"
    )


def bench(chosen: argparse.Namespace) -> int:
    rows = []
    for name in chosen.game or grognard.games():
        game = grognard.load(name)
        for scenario in game.scenarios:
            rows.append({"game": name, "scenario": scenario, **random_play(game, scenario, chosen.seconds)})
            if not chosen.json:
                print(f"{name:<18}{scenario:<24}{row_text(rows[-1])}", flush=True)
    if chosen.json:
        print(json.dumps(rows, indent=2))
    return 0


def duel(chosen: argparse.Namespace) -> int:
    count: Counter[str] = Counter()
    seed = chosen.seed or "0"
    for number in range(chosen.games):
        chosen.seed = f"{seed} {number}"
        match = new_match(chosen, in_one_hand=True)
        players = {side: make("greedy") for side in match.sides} | bots(chosen.bot, match)
        for _ in range(chosen.steps):
            if not match.to_act:
                break
            side = match.to_act[0]
            match.play(side, players[side].choose(Seat(match, side, Rng(f"{chosen.seed} {side} {len(match.inputs)}"))))
        result = match.result
        count[f"{result.winner or 'draw'}: {result.level}" if result else "unfinished"] += 1
        if not chosen.json:
            print(f"{number + 1}: {result.winner if result else 'unfinished'}, {len(match.inputs)} actions", flush=True)
    if chosen.json:
        print(json.dumps(count))
    else:
        for name, times in count.most_common():
            print(f"{times:>5}  {name}")
    return 0
