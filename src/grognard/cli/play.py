"""Playing in the terminal: pick a number, type an action, ask why or for the odds."""

from __future__ import annotations

import argparse
import secrets
from collections.abc import Callable
from pathlib import Path

import grognard
from grognard.bots import Bot
from grognard.cli.board import board_text, columns, width
from grognard.cli.common import bots, new_match, open_match
from grognard.cli.inspect import ending
from grognard.core import GrognardError, Illegal, Match, Rng, Seat
from grognard.core.decision import Action, Decision

HELP = """Type the number of an action, or the action itself (the beginning is enough where only one fits).
    ? or list TEXT   the actions, or those that contain TEXT     why ACTION    why something can't be done
    odds ACTION      the chances                                 undo          take your last pick back
    board            what stands where                           log           what has happened
    save FILE        keep the match                              draw          offer one, or accept it
    resign           give the match up                           quit          stop here"""
SHORT_LIST = 24


def new(chosen: argparse.Namespace) -> int:
    text = new_match(chosen).save()
    if chosen.out:
        Path(chosen.out).write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


def play(chosen: argparse.Namespace) -> int:
    if chosen.record and chosen.game:
        raise GrognardError("give either a game or --record, not both")
    if chosen.record:
        match = open_match(chosen.record)
    elif chosen.game:
        match = new_match(chosen, in_one_hand=True)
    else:
        raise GrognardError(f"name a game ({', '.join(grognard.games())}) or give --record")
    table = Table(match, bots(chosen.bot, match), chosen.save)
    if chosen.save:
        Path(chosen.save).open("a", encoding="utf-8").close()  # told now, not after an evening's play
    print(HELP)
    return table.run()


class Table:
    """One terminal, one match."""

    def __init__(self, match: Match, bots: dict[str, Bot], file: str | None) -> None:
        self.match = match
        self.bots = bots
        self.watched = set(match.sides) <= set(bots)
        self.file = file
        self.kept = 0
        self.told = 0
        self.words: dict[str, Callable[[Decision, str], None]] = {
            "?": self._list,
            "list": self._list,
            "why": self._why,
            "odds": self._odds,
            "undo": self._undo,
            "board": self._board,
            "log": self._log,
            "save": self._save,
            "draw": self._draw,
            "resign": self._resign,
            "help": self._help,
        }

    def run(self) -> int:
        """Play to the end, or until somebody stops; what `--save` names is kept in either case."""
        try:
            self._play()
        except (EOFError, KeyboardInterrupt):
            print()
        if self.match.result is not None:
            self._tell(None)
            print(ending(self.match))
        if self.file:
            self._keep(self.file)
        elif len(self.match.inputs) > self.kept:
            print("this was not kept: --save FILE does, or the word `save FILE`")
        return 0

    def _play(self) -> None:
        asked = -1
        while self.match.to_act:
            side = self.match.to_act[0]
            if side in self.bots:
                seat = Seat(self.match, side, Rng(secrets.token_hex(8)))
                self.match.play(side, self.bots[side].choose(seat))
                if self.watched:
                    self._tell(None)
                continue
            decision = self.match.decision(side)
            if self.match.epoch != asked:
                asked = self.match.epoch
                self._tell(side)
                if len(decision.codes) == 1:
                    print(f"({side}: {decision.actions[0].text})")
                    self.match.play(side, decision.actions[0])
                    continue
                self._put(decision)
            line = input("> ").strip()
            if line in ("quit", "exit"):
                return
            self._answer(decision, line)

    def _tell(self, side: str | None) -> None:
        for event in self.match.events(self.told, side):
            print("    " * max(event.kind.level - 1, 0) + event.text)
        self.told = len(self.match.log)

    def _put(self, decision: Decision) -> None:
        print(f"\n{decision.phase} | {decision.side}: {decision.prompt} [{decision.rule}]")
        if len(decision.codes) <= SHORT_LIST:
            self._list(decision, "")
        else:
            print(f"{len(decision.codes)} actions; '?' lists them")

    def _answer(self, decision: Decision, line: str) -> None:
        word, _, rest = line.partition(" ")
        try:
            if not line:
                print("  a number or an action; 'help' tells what else")
            elif word in self.words and line not in [a.text for a in decision.actions]:
                self.words[word](decision, rest.strip())
            else:
                self._act(decision, line)
        except Illegal as error:
            print(f"  {error.reason} [{error.rule}]")
        except GrognardError as error:
            print(f"  {error}")
        except OSError as error:
            print(f"  {error.filename}: {error.strerror}")

    def _meant(self, decision: Decision, line: str) -> list[Action]:
        """The actions that a number, a text or the beginning of one stands for."""
        actions = decision.actions
        if line.isdecimal() and len(line) < 9:
            return [actions[int(line) - 1]] if 1 <= int(line) <= len(actions) else []
        text = " ".join(line.lower().split())
        return [a for a in actions if a.text == text] or [a for a in actions if text and a.text.startswith(text)]

    def _act(self, decision: Decision, line: str) -> None:
        fitting = self._meant(decision, line)
        if len(fitting) == 1:
            self.match.play(decision.side, fitting[0])
        elif fitting:
            print("  several fit: " + "; ".join(a.text for a in fitting[:8]) + (" ..." if len(fitting) > 8 else ""))
        elif line.isdecimal():
            print(f"  there are {len(decision.codes)} actions; '?' lists them")
        else:
            self.match.play(decision.side, line)

    def _one(self, decision: Decision, text: str) -> str:
        """The action that a question is about: by its number, its beginning, or as it was typed."""
        fitting = self._meant(decision, text)
        return fitting[0].text if len(fitting) == 1 else text

    def _list(self, decision: Decision, text: str) -> None:
        found = [(n, a.text) for n, a in enumerate(decision.actions, start=1) if text in a.text]
        if found:
            print(columns([f"  {number:>3} {action}" for number, action in found], width()))
        else:
            print(f"  none of the {len(decision.codes)} actions contains {text!r}")

    def _why(self, decision: Decision, text: str) -> None:
        refusal = self.match.why_not(decision.side, self._one(decision, text))
        print("  nothing forbids it" if refusal is None else f"  {refusal.reason} [{refusal.rule}]")

    def _odds(self, decision: Decision, text: str) -> None:
        action = self._one(decision, text)
        odds = self.match.odds(decision.side, action)
        if odds is None:
            print("  no dice follow from that")
            return
        for outcome, chance in odds.items():
            print(f"  {chance:6.1%}  {outcome}")
        for modifier in self.match.ledger(decision.side, action):
            print(f"  {modifier.value:+d}  {modifier.reason} [{modifier.rule}]")

    def _undo(self, decision: Decision, text: str) -> None:
        """Back to the last true choice: what went by itself for want of others is taken back as well."""
        side = decision.side
        self.match.undo(side)
        while len(self.match.decision(side).codes) == 1 and self.match.can_undo(side) is None:
            self.match.undo(side)
        self.told = min(self.told, len(self.match.log))

    def _board(self, decision: Decision, text: str) -> None:
        print(board_text(self.match, decision.side, width()))

    def _log(self, decision: Decision, text: str) -> None:
        self.told = 0
        self._tell(decision.side)

    def _save(self, decision: Decision, text: str) -> None:
        if text or self.file:
            self._keep(text or str(self.file))
        else:
            print("  name a file: save FILE")

    def _keep(self, file: str) -> None:
        Path(file).write_text(self.match.save(), encoding="utf-8")
        self.kept = len(self.match.inputs)
        print(f"kept in {file}")

    def _draw(self, decision: Decision, text: str) -> None:
        """Offer one; whoever else sits at this terminal is asked. A bot plays on."""
        self.match.offer_draw(decision.side)
        for side in self.match.sides:
            waiting = self.match.result is None and side not in (*self.match.draw_offers, *self.bots)
            if waiting and input(f"{side}: a draw is offered; do you agree? (yes, no) ").strip().lower() in (
                "y",
                "yes",
            ):
                self.match.offer_draw(side)
        if self.match.result is None:
            print("  there is no draw; the match goes on")

    def _resign(self, decision: Decision, text: str) -> None:
        if text == "now":
            self.match.resign(decision.side)
        else:
            print("  this ends the match: type `resign now` to give it up")

    def _help(self, decision: Decision, text: str) -> None:
        print(HELP)
