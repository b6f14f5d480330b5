"""Random play, our games and the peers that PyPI offers, in one run, so that the result is a ratio.

    python3 run.py bench [--seconds 2] [--rounds 3] [--games GAME ...]

Every decision lists all legal actions and plays one at random; processor time of one core is counted, and the best
round of each is told, so that what else the machine does counts little. The peers: PettingZoo's chess and connect four,
OpenSpiel's chess, backgammon and tic-tac-toe (C++ behind a Python interface) and its Python tic-tac-toe.
"""

from __future__ import annotations

import argparse
import gc
import itertools
import random
import time
from collections.abc import Callable

import grognard
from grognard.cli.rig import random_play


def measure(game: Callable[[], int], seconds: float) -> float:
    """Decisions a second of `game`, which plays one game and returns its decisions."""
    spent, decisions = 0.0, 0
    gc.collect()
    gc.freeze()  # as for our own games: what is loaded is kept out of the collector's rounds
    while spent < seconds:
        begin = time.process_time()
        decisions += game()
        spent += time.process_time() - begin
    gc.unfreeze()
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


Row = dict[str, float]
BASES = {"PettingZoo chess": "PettingZoo chess", "OpenSpiel tic-tac-toe (Python)": "OpenSpiel Python"}


def best(rounds: int, once: Callable[[], Row]) -> Row:
    """The best of each figure; what is not a time is the same in every round."""
    rows = [once() for _ in range(rounds)]
    return {
        key: (min if key.endswith("_us") else max)(row[key] for row in rows)  # fewer us, more decisions
        for key in rows[0]
    }


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def ratios(rate: float, peers: dict[str, float]) -> list[str]:
    return [f"{rate / peers[name]:.3g} x" if name in peers else "-" for name in BASES]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--games", nargs="*", default=grognard.games(), help="default: all")
    chosen = parser.parse_args()
    peers: dict[str, float] = {}
    for name, make in PEERS.items():
        try:
            game = make()
        except ImportError as error:
            print(f"{name}: not installed ({error.name})")
            continue
        peers[name] = best(chosen.rounds, lambda game=game: {"rate": measure(game, chosen.seconds)})["rate"]
    against = [f"against {title}" for title in BASES.values()]
    print(table(["peer", "decisions/s", *against], [[n, f"{r:,.0f}", *ratios(r, peers)] for n, r in peers.items()]))
    rows = []
    for name in chosen.games:
        rules = grognard.load(name)
        for scenario in rules.scenarios:
            rounds = itertools.count(0, 1_000_000)
            row = best(chosen.rounds, lambda r=rules, s=scenario, n=rounds: random_play(r, s, chosen.seconds, next(n)))
            rows.append(
                [
                    f"{rules.title}: {rules.scenarios[scenario].title}",
                    f"{row['decisions_per_second']:,.0f}",
                    *ratios(row["decisions_per_second"], peers),
                    f"{row['games_per_second']:.3g}",
                    f"{row['mean_list']:.0f}",
                    f"{row['list_us']:.1f}",
                    f"{row['copy_us']:.1f}",
                    f"{row['saved_bytes']:,}",
                ]
            )
    head = ["scenario", "decisions/s", *against, "games/s", "actions listed", "list, us", "copy, us", "save, bytes"]
    print("\n" + table(head, rows))


if __name__ == "__main__":
    main()
