"""Random play, our games and the peers that PyPI offers, in one run, so that the result is a ratio.

    uv run --group bench python benchmarks/bench_play.py [--seconds 3] [--markdown]

Every decision lists all legal actions and plays one at random; processor time of one core is counted. The peers:
PettingZoo's chess and connect four, OpenSpiel's backgammon, chess and tic-tac-toe (C++ behind a Python interface) and
its Python tic-tac-toe.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable

import grognard
from grognard.cli.rig import random_play


def measure(game: Callable[[], int], seconds: float) -> float:
    """Decisions a second of `game`, which plays one game and returns its decisions."""
    spent, decisions = 0.0, 0
    while spent < seconds:
        begin = time.process_time()
        decisions += game()
        spent += time.process_time() - begin
    return decisions / spent


def pettingzoo(name: str) -> Callable[[], int]:
    from importlib import import_module

    env = import_module(f"pettingzoo.classic.{name}").env()
    rng = random.Random(1)

    def game() -> int:
        env.reset(seed=rng.randrange(1 << 30))
        count = 0
        for _ in env.agent_iter():
            observation, _, done, cut, _ = env.last()
            if done or cut:
                env.step(None)
                continue
            legal = observation["action_mask"].nonzero()[0]
            env.step(int(legal[rng.randrange(len(legal))]))
            count += 1
        return count

    return game


def openspiel(name: str) -> Callable[[], int]:
    import pyspiel

    if name.startswith("python_"):
        import open_spiel.python.games  # noqa: F401
    rules = pyspiel.load_game(name)
    rng = random.Random(1)

    def game() -> int:
        state = rules.new_initial_state()
        count = 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes = [o for o, _ in state.chance_outcomes()]
                state.apply_action(outcomes[rng.randrange(len(outcomes))])
                continue
            legal = state.legal_actions()
            state.apply_action(legal[rng.randrange(len(legal))])
            count += 1
        return count

    return game


PEERS: dict[str, Callable[[], Callable[[], int]]] = {
    "PettingZoo chess": lambda: pettingzoo("chess_v6"),
    "PettingZoo connect four": lambda: pettingzoo("connect_four_v3"),
    "OpenSpiel chess (C++)": lambda: openspiel("chess"),
    "OpenSpiel backgammon (C++)": lambda: openspiel("backgammon"),
    "OpenSpiel tic-tac-toe (C++)": lambda: openspiel("tic_tac_toe"),
    "OpenSpiel tic-tac-toe (Python)": lambda: openspiel("python_tic_tac_toe"),
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3.0)
    parser.add_argument("--markdown", action="store_true")
    chosen = parser.parse_args()
    rows: list[tuple[str, float, str]] = []
    for name, make in PEERS.items():
        try:
            rows.append((name, measure(make(), chosen.seconds), ""))
        except ImportError as error:
            print(f"{name}: not installed ({error.name})")
    for name in grognard.games():
        game = grognard.load(name)
        for scenario in game.scenarios:
            row = random_play(game, scenario, chosen.seconds)
            rest = f"list {row['mean_list']:.0f}, copy {row['copy_us']:.1f} us, position {row['position_bytes']:,} B"
            rest += f", {row['games_per_second']:.1f} games/s"
            rows.append((f"{game.title}, {game.scenarios[scenario].title}", row["decisions_per_second"], rest))
    base = next((rate for name, rate, _ in rows if name == "PettingZoo chess"), 0.0)
    if chosen.markdown:
        print("| game | decisions a second | against PettingZoo chess | |\n|---|---|---|---|")
    for name, rate, rest in rows:
        ratio = f"{rate / base:.1f} x" if base else "-"
        line = (name, f"{rate:,.0f}", ratio, rest)
        print("| " + " | ".join(line) + " |" if chosen.markdown else f"{name:<64}{line[1]:>10}  {ratio:>9}  {rest}")


if __name__ == "__main__":
    main()
