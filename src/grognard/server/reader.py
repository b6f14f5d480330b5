"""How one reader (a side, or a spectator) follows a match: their log, their view, and what changed in it."""

from __future__ import annotations

from bisect import bisect_right
from typing import Any, cast

from grognard.core import Decision as CoreDecision
from grognard.core import Event as CoreEvent
from grognard.core import Game, Match
from grognard.core.events import as_read_by
from grognard.core.verbs import Code
from grognard.core.words import Msg, slots
from grognard.server.wire import Action, Arg, Change, Decision, Event, Piece, Result, View


def all_args(game: Game[Any], template: str, values: tuple[Any, ...]) -> list[Arg]:
    """The arguments of an action or an event by their ids; a list gives one entry for each of its items."""
    out: list[Arg] = []
    ids = game.lexicon.ids(template, values)
    for slot in slots(template):
        found = ids[slot.name]
        for one in found if isinstance(found, list) else [found]:
            out.append(Arg(slot.name, slot.kind, str(one)))
    return out


def action_on_wire(game: Game[Any], code: Code, lang: str = "en") -> Action:
    verb = game.verbs.verbs[code[0]]
    label = game.lexicon.render(verb.title or verb.pattern, code[1:], lang)
    return Action(
        text=game.verbs.print(code, game.vocab),
        label=label[:1].upper() + label[1:],
        verb=verb.words[0],
        args=all_args(game, verb.pattern, code[1:]),
    )


def spoken_of(game: Game[Any], message: Msg) -> list[Arg]:
    """The things with a name of their own that a sentence speaks of, those of sentences within it too."""
    out: list[Arg] = []
    for slot in slots(message.template):
        value = message.args[slot.name]
        vocab = game.vocab.get(slot.kind)
        if isinstance(value, Msg):
            out += spoken_of(game, value)
        elif vocab is not None and slot.many:
            out += [Arg(slot.name, slot.kind, vocab.id(one)) for one in value]
        elif vocab is not None and isinstance(value, int):
            out.append(Arg(slot.name, slot.kind, vocab.id(value)))
    return out


def decision_on_wire(decision: CoreDecision, lang: str = "en") -> Decision:
    game, message = decision.game, decision.message
    return Decision(
        side=decision.side,
        prompt=game.lexicon.msg(message, lang),
        about=spoken_of(game, message),
        rule=decision.rule,
        phase=decision.render_phase(lang),
        actions=[action_on_wire(game, code, lang) for code in decision.codes],
    )


def result_on_wire(match: Match | None, lang: str) -> Result | None:
    if match is None or match.result is None:
        return None
    word, found = match.game.lexicon.word, match.result
    return Result(found.winner, word(found.level, lang), word(found.reason, lang))


class Reader:
    """Follows the log entry by entry; `side` None is a spectator.

    It numbers its own lines, so that what it can't read leaves no gap.
    """

    def __init__(self, side: str | None, lang: str, base: int = 0) -> None:
        self.side = side
        self.lang = lang
        self.base = base  # moves made before the match's first
        self.view: dict[str, Any] | None = None
        self._numbers: list[int] = []  # the match's log lines this reader may read
        self._seen = 0  # how much of the log has been looked through

    def follow(self, match: Match) -> int:
        """Look through what is new in the log; returns how many lines known before still stand."""
        mask = 0 if self.side is None else match.setup.mask[match.game.vocab["side"].index[self.side]]
        length = len(match.log)
        while self._numbers and self._numbers[-1] >= length:
            self._numbers.pop()
        keep = len(self._numbers)
        for number in range(min(self._seen, length), length):
            if as_read_by(match.log[number], mask) is not None:
                self._numbers.append(number)
        self._seen = length
        return keep

    def __len__(self) -> int:
        return len(self._numbers)

    def events(self, match: Match, marks: list[int], start: int, stop: int | None = None) -> list[Event]:
        """Lines `start` to `stop` of this reader's log; `marks[i]` is the log's length after i moves."""
        mask = 0 if self.side is None else match.setup.mask[match.game.vocab["side"].index[self.side]]
        out: list[Event] = []
        for n, number in enumerate(self._numbers[start:stop], start):
            told = as_read_by(match.log[number], mask)
            assert told is not None
            kind, values = told
            actions = bisect_right(marks, number)
            mover = match.inputs[actions - 1][1] if actions else -1
            out.append(
                Event(
                    n=n,
                    actions=self.base + actions,
                    kind=kind.name,
                    level=kind.level,
                    text=CoreEvent(number, kind, values, match.game.lexicon).render(self.lang),
                    rule=kind.rule,
                    args=all_args(match.game, kind.template, values),
                    side=match.game.sides[mover] if mover >= 0 else None,
                )
            )
        return out

    def look(self, match: Match) -> dict[str, Any]:
        self.view = match.view(self.side, self.lang)
        self.view["actions"] += self.base
        return self.view


def difference(old: dict[str, Any] | None, new: dict[str, Any] | None) -> Change:
    """What turns one view into the other. A view that has only now begun is sent whole."""
    if new is None:
        return Change({}, [], [])
    if old is None:
        old = {}
    changed = {k: v for k, v in new.items() if k != "pieces" and (k not in old or old[k] != v)}
    before = {p["id"]: p for p in old.get("pieces", ())}
    pieces = [p for p in new["pieces"] if before.get(p["id"]) != p]
    here = {p["id"] for p in new["pieces"]}
    return Change(changed, cast(list[Piece], pieces), [i for i in before if i not in here])


def as_view(view: dict[str, Any]) -> View:
    """The kernel's dict, called by the name of its shape on the wire."""
    return cast(View, view)
