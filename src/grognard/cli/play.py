"""Playing in the terminal: pick a number, type an action, ask why or for the odds."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from pathlib import Path

import grognard
from grognard.bots import Bot
from grognard.cli.board import board_text
from grognard.cli.common import bots, new_match, open_match
from grognard.cli.inspect import ending
from grognard.core import GrognardError, Match, Rng, Seat
from grognard.core.decision import Decision

HELP = """Type the number of an action, or the action itself (the beginning is enough where only one fits).
    ? or list TEXT   the actions, or those that contain TEXT     why ACTION    why something can't be done
    odds ACTION      the chances                                 undo          take your last pick back
    board            what stands where                           log           what has happened
    save FILE        keep the match                              resign, quit"""
SHORT_LIST = 24


def new(chosen: argparse.Namespace) -> int:
    text = new_match(chosen).save()
    if chosen.out:
        Path(chosen.out).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


def play(chosen: argparse.Namespace) -> int:
    if chosen.record:
        match = open_match(chosen.record)
    elif chosen.game:
        match = new_match(chosen)
    else:
        raise GrognardError(f"name a game ({', '.join(grognard.games())}) or give --record")
    table = Table(match, bots(chosen.bot, match), chosen.save)
    print(HELP)
    return table.run()


class Table:
    """One terminal, one match."""

    def __init__(self, match: Match, bots: dict[str, Bot], file: str | None) -> None:
        self.match = match
        self.bots = bots
        self.file = file
        self.told = 0
        self.words: dict[str, Callable[[Decision, str], bool]] = {
            "?": self._list,
            "list": self._list,
            "why": self._why,
            "odds": self._odds,
            "undo": self._undo,
            "board": self._board,
            "log": self._log,
            "save": self._save,
            "resign": self._resign,
            "help": self._help,
        }

    def run(self) -> int:
        while self.match.to_act:
            side = self.match.to_act[0]
            if side in self.bots:
                chance = Rng(secrets.token_hex(8))
                self.match.play(side, self.bots[side].choose(Seat(self.match, side, chance)))
                continue
            self._tell(side)
            decision = self.match.decision(side)
            if len(decision.codes) == 1:
                only = decision.actions[0]
                print(f"({side}: {only.text})")
                self.match.play(side, only)
                continue
            print(f"\n{decision.phase} | {side}: {decision.prompt} [{decision.rule}]")
            if not self._ask(decision):
                break
        else:
            self._tell(None)
            print(ending(self.match))
        if self.file:
            Path(self.file).write_text(self.match.save(), encoding="utf-8")
            print(f"kept in {self.file}")
        return 0

    def _tell(self, side: str | None) -> None:
        for event in self.match.events(self.told, side):
            print("    " * max(event.kind.level - 1, 0) + event.text)
        self.told = len(self.match.log)

    def _ask(self, decision: Decision) -> bool:
        """One answer; False ends the session."""
        if len(decision.codes) <= SHORT_LIST:
            self._list(decision, "")
        else:
            print(f"{len(decision.codes)} actions; '?' lists them")
        try:
            line = input("> ").strip()
        except EOFError:
            return False
        if line in ("quit", "exit"):
            return False
        word, _, rest = line.partition(" ")
        try:
            if word in self.words and line not in [a.text for a in decision.actions]:
                return self.words[word](decision, rest.strip())
            self._act(decision, line)
        except GrognardError as error:
            print(f"  {error}")
        return True

    def _act(self, decision: Decision, line: str) -> None:
        actions = decision.actions
        if line.isdecimal() and 1 <= int(line) <= len(actions):
            self.match.play(decision.side, actions[int(line) - 1])
            return
        fitting = [a for a in actions if a.text == line] or [a for a in actions if line and a.text.startswith(line)]
        if len(fitting) == 1:
            self.match.play(decision.side, fitting[0])
        elif len(fitting) > 1:
            print("  several fit: " + "; ".join(a.text for a in fitting[:8]))
        else:
            self.match.play(decision.side, line)

    def _list(self, decision: Decision, text: str) -> bool:
        for number, action in enumerate(decision.actions, start=1):
            if text in action.text:
                print(f"  {number:>3} {action.text}")
        return True

    def _why(self, decision: Decision, text: str) -> bool:
        refusal = self.match.why_not(decision.side, text)
        print("  nothing forbids it" if refusal is None else f"  {refusal.reason} [{refusal.rule}]")
        return True

    def _odds(self, decision: Decision, text: str) -> bool:
        odds = self.match.odds(decision.side, text)
        if odds is None:
            print("  no dice follow from that")
            return True
        for outcome, chance in odds.items():
            print(f"  {chance:6.1%}  {outcome}")
        for modifier in self.match.ledger(decision.side, text):
            print(f"  {modifier.value:+d}  {modifier.reason} [{modifier.rule}]")
        return True

    def _undo(self, decision: Decision, text: str) -> bool:
        self.match.undo(decision.side)
        self.told = min(self.told, len(self.match.log))
        return True

    def _board(self, decision: Decision, text: str) -> bool:
        print(board_text(self.match, decision.side))
        return True

    def _log(self, decision: Decision, text: str) -> bool:
        self.told = 0
        self._tell(decision.side)
        return True

    def _save(self, decision: Decision, text: str) -> bool:
        file = text or self.file
        if not file:
            print("  name a file: save FILE")
            return True
        Path(file).write_text(self.match.save(), encoding="utf-8")
        print(f"  kept in {file}")
        return True

    def _resign(self, decision: Decision, text: str) -> bool:
        self.match.resign(decision.side)
        return True

    def _help(self, decision: Decision, text: str) -> bool:
        print(HELP)
        return True
