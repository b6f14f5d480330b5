"""The words of the command line and what each calls."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence

from grognard.cli import inspect, play, rig
from grognard.core import GrognardError

Parser = argparse.ArgumentParser


def main(arguments: Sequence[str] | None = None) -> int:
    parser = build_parser()
    chosen = parser.parse_args(arguments)
    if not hasattr(chosen, "run"):
        parser.print_help()
        return 2
    run: Callable[[argparse.Namespace], int] = chosen.run
    try:
        code = run(chosen)
        sys.stdout.flush()
        return code
    except GrognardError as error:
        return failed(str(error))
    except BrokenPipeError:  # whoever read it has had enough (`| head`); what is left must not complain at the end
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        return failed(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    except KeyboardInterrupt:
        return 130


def failed(error: str) -> int:
    print(f"grognard: {error}", file=sys.stderr)
    return 1


def whole(text: str) -> int:
    """A number of games or steps, for argparse."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"expected a whole number from 0, found {text!r}")
    return int(text)


def amount(text: str) -> float:
    """A stretch of time, for argparse."""
    number = float(text)
    if not 0 <= number < float("inf"):
        raise ValueError
    return number


def build_parser() -> Parser:
    parser = Parser(prog="grognard", description="A table for classic hex-and-counter wargames that knows the rules.")
    words = parser.add_subparsers(title="words", metavar="WORD")

    def word(name: str, about: str, run: Callable[[argparse.Namespace], int], json: bool = True) -> Parser:
        one = words.add_parser(name, help=about, description=about)
        one.set_defaults(run=run)
        if json:
            one.add_argument("--json", action="store_true", help="print JSON, for scripts")
        return one

    one = word("games", "list the games, their scenarios and options", inspect.games)
    one.add_argument("game", nargs="?", help="only this one")

    one = word("new", "write the record of a new match", play.new, json=False)
    setting(one)
    one.add_argument("--out", help="file to write (default: print)")

    one = word("show", "show the board of a record as text", inspect.show)
    one.add_argument("record")
    one.add_argument("--side", help="as this side may see it (default: a spectator)")
    one.add_argument("--at", type=int, metavar="N", help="after the first N lines of the record")

    one = word("actions", "list what may be done now", inspect.actions)
    one.add_argument("record")
    one.add_argument("--side", help="only this side")

    one = word("play", "play in the terminal: hot-seat, or against bots", play.play, json=False)
    setting(one, optional=True)
    one.add_argument("--record", help="go on with this record")
    one.add_argument(
        "--bot", action="append", default=[], metavar="SIDE=BOT", help="a bot for a side, e.g. alien=greedy"
    )
    one.add_argument("--save", metavar="FILE", help="where `save` writes, and where the match is kept at the end")

    one = word("replay", "tell a record's story", inspect.replay)
    one.add_argument("record")
    one.add_argument("--side", help="as this side read it")
    one.add_argument("--lang", default="en", help="en, or a language that the game speaks, e.g. de")

    one = word("verify", "prove a record: rules, dice, commitment", inspect.verify)
    one.add_argument("record")

    one = word("position", "check a position, or write one from a record", inspect.position, json=False)
    one.add_argument(
        "what", choices=("check", "edit", "write"), help="check a file; open it in $EDITOR; write one from a record"
    )
    one.add_argument("file")
    one.add_argument("--at", type=int, metavar="N", help="for write: after the first N lines")

    one = word("fuzz", "play random games and check every promise", rig.fuzz)
    one.add_argument("game")
    one.add_argument("--scenario", action="append")
    one.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="fix an option")
    one.add_argument(
        "--games", type=whole, default=0, help="games of each scenario (default 20, or no limit with --minutes)"
    )
    one.add_argument("--seed", type=int, default=0)
    one.add_argument("--minutes", type=amount, default=0.0)
    one.add_argument("--steps", type=whole, default=4000, help="decisions after which a game is cut short")
    one.add_argument("--thorough", action="store_true", help="make every check at every step; a hundred times slower")
    one.add_argument("--out", default=".", help="folder for the records of failures")

    one = word("bench", "measure random play: decisions a second, copies, saves", rig.bench)
    one.add_argument("game", nargs="*")
    one.add_argument("--seconds", type=amount, default=2.0, help="for each scenario")

    one = word("duel", "let bots play each other and count", rig.duel)
    setting(one)
    one.add_argument("--bot", action="append", default=[], metavar="SIDE=BOT")
    one.add_argument("--games", type=whole, default=10)
    one.add_argument("--steps", type=whole, default=20000)

    one = word("scenario", "print a scenario's document, to copy and change", inspect.scenario, json=False)
    one.add_argument("game")
    one.add_argument("name")

    one = word("notes", "the notes on this edition of a game", inspect.notes, json=False)
    one.add_argument("game")
    return parser


def setting(parser: Parser, optional: bool = False) -> None:
    parser.add_argument("game", nargs="?" if optional else None)
    parser.add_argument("--scenario", help="default: the first, or that of the last --document")
    parser.add_argument("--document", action="append", default=[], metavar="FILE", help="a scenario of your own")
    parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE")
    parser.add_argument("--seed", default="", help="default: drawn")
