"""How long a player can wait for the list of legal actions: the slowest one of whole games, every game and scenario.

    python benchmarks/bench_lists.py [GAME ...] [--decisions 4000] [--limit 50] [--markdown]

Each scenario is played at random and by the greedy bot; processor time of each list is counted, the first of a
decision, nothing prepared. The exit code is 1 when a list takes longer than the limit, in milliseconds.
"""

from __future__ import annotations

import argparse
import gc
import random
import time
from collections.abc import Callable, Iterator

import grognard
from grognard.bots import make
from grognard.core import Action, Game, Match, Rng, Seat

Player = Callable[[Match, str], Action]


def at_random() -> Player:
    rng = random.Random(1)

    def play(match: Match, side: str) -> Action:
        actions = match.decision(side).actions
        return actions[int(rng.random() * len(actions))]

    return play


def greedily() -> Player:
    bot = make("greedy")
    rng = Rng("lists")
    return lambda match, side: bot.choose(Seat(match, side, rng))


def lists(game: Game, scenario: str, player: Player, decisions: int) -> Iterator[tuple[float, str, int]]:
    """Seconds, name and length of each list until so many decisions are made, game after game."""
    seed = 0
    match: Match = game.new(scenario, {}, seed)
    for _ in range(decisions):
        if not match.to_act:
            seed += 1
            match = game.new(scenario, {}, seed)
        side = match.to_act[0]
        decision = match.decision(side)
        begin = time.process_time()
        actions = decision.actions
        yield time.process_time() - begin, decision.name, len(actions)
        match.play(side, player(match, side))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("game", nargs="*")
    parser.add_argument("--decisions", type=int, default=4000, help="of each scenario, at random and greedily")
    parser.add_argument("--limit", type=float, default=50.0, help="milliseconds a list may take")
    parser.add_argument("--markdown", action="store_true")
    chosen = parser.parse_args()
    if chosen.markdown:
        print("| game | scenario | play | slowest list | at | actions | mean list |")
        print("|---|---|---|---:|---|---:|---:|")
    late = False
    for name in chosen.game or grognard.games():
        game = grognard.load(name)
        for scenario in game.scenarios:
            for kind, player in (("random", at_random()), ("greedy", greedily())):
                # a greedy bot thinks long; a tenth of the decisions takes it through several player-turns
                count = chosen.decisions if kind == "random" else max(chosen.decisions // 10, 1)
                gc.collect()
                gc.disable()
                found = list(lists(game, scenario, player, count))
                gc.enable()
                seconds, node, length = max(found)
                late = late or seconds * 1000 > chosen.limit
                mean = sum(s for s, _, _ in found) / len(found)
                cells = [name, scenario, kind, f"{seconds * 1000:.1f} ms", node, str(length), f"{mean * 1e6:.0f} us"]
                line = f"| {' | '.join(cells)} |" if chosen.markdown else "  ".join(f"{cell:<16}" for cell in cells)
                print(line, flush=True)
    return int(late)


if __name__ == "__main__":
    raise SystemExit(main())
