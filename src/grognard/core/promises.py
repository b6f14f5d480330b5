"""What the kernel promises of every match, each promise as a check that raises `Broken`. The fuzzer calls them."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from typing import Any

from grognard.core.decision import Action, Decision
from grognard.core.game import AREA_KINDS, Game
from grognard.core.match import Match
from grognard.core.position import match_from_position
from grognard.core.record import read_record
from grognard.core.state import FlatState
from grognard.core.verbs import Code
from grognard.core.words import Illegal


class Broken(Exception):
    """A promise that was not kept."""


def need(holds: bool, problem: str) -> None:
    if not holds:
        raise Broken(problem)


def need_same(found: FlatState, wanted: FlatState, what: str) -> None:
    """Equal states, field by field; the first that differs is named."""
    for (name, a), (_, b) in zip(found.values(), wanted.values(), strict=True):
        if a != b:
            raise Broken(f"{what}: {name} is {a!r}, not {b!r}"[:2000])


def _differences(one: FlatState, two: FlatState) -> set[tuple[str, int]]:
    """The fields in which two states differ, and where in them."""
    out: set[tuple[str, int]] = set()
    for (name, a), (_, b) in zip(one.values(), two.values(), strict=True):
        if a == b:
            continue
        if isinstance(a, list) and len(a) == len(b):
            out.update((name, i) for i, (x, y) in enumerate(zip(a, b, strict=True)) if x != y)
        else:
            out.add((name, -1))
    return out


class Promises:
    """The checks of one match. `many` is how much of a long list is tried."""

    def __init__(self, game: Game[Any], rng: random.Random, many: int) -> None:
        self.game = game
        self.rng = rng
        self.many = many
        self._known = frozenset(game.places)

    # --- at every step

    def text(self, action: Action) -> None:
        """Printing and parsing are inverse."""
        parsed = self.game.verbs.parse(action.text, self.game.vocab)
        need(parsed == action.code, f"{action.text!r} does not parse back: {parsed} for {action.code}")

    def sample(self, decision: Decision) -> Action:
        """A drawn action is a listed one."""
        drawn = decision.sample(self.rng)
        need(drawn.code in decision.codes, f"{decision.name}: sample drew {drawn.text!r}, which is not listed")
        return drawn

    # --- now and then

    def invariants(self, match: Match) -> None:
        for problem in self.game.check(match.state):
            raise Broken(f"invariant: {problem}")
        for name, value in match.figures().items():
            need(math.isfinite(value), f"figure {name} is {value}")

    def words(self, match: Match, side: str, decision: Decision, action: Action) -> None:
        """There is something to read, in every language, and the odds of the action are odds."""
        for locale in ("en", *self.game.lexicon.catalogues):
            prompt = decision.render_prompt(locale)
            need(bool(prompt) and "{" not in prompt, f"{decision.name}: the prompt is {prompt!r}")
        need(bool(decision.rule), f"{decision.name}: no rule")
        self._odds(match, side, action)
        match.ledger(side, action)
        json.dumps(match.view(side, "de"))
        json.dumps(match.view(None))

    @staticmethod
    def _odds(match: Match, side: str, action: Action) -> None:
        """Fractions sum to one exactly; what is told of them, but for rounding."""
        chances, odds = match.chances(side, action), match.odds(side, action)
        if chances is None or odds is None:
            need(chances is odds, f"odds of {action.text!r} are there and not there")
            return
        exact = [chance for chance in chances.values() if isinstance(chance, Fraction)]
        if len(exact) == len(chances):
            need(sum(exact) == 1, f"odds of {action.text!r} sum to {sum(exact)}")
        need(abs(sum(odds.values()) - 1) < 1e-9, f"odds of {action.text!r}, as told, sum to {sum(odds.values())}")
        need(all(0 < p <= 1 for p in odds.values()), f"odds of {action.text!r} hold an impossible chance: {odds}")

    def events(self, events: Any) -> None:
        """What happened can be told, in every language and as data."""
        for event in events:
            for locale in ("en", *self.game.lexicon.catalogues):
                told = json.dumps(event.as_dict(locale))
                need("{" not in event.render(locale), f"an event is not rendered: {told}")

    def refusals(self, match: Match, side: str, decision: Decision) -> None:
        """What is listed is accepted; what is not is refused with rule and reason, and nothing changes."""
        codes = decision.codes
        for code in self.rng.sample(codes, min(self.many, len(codes))):
            text = self.game.verbs.print(code, self.game.vocab)
            refusal = match.why_not(side, text)
            need(refusal is None, f"{text!r} is listed but refused: {refusal}")
        before = match.state.copy()
        for _ in range(self.many):
            code = self._mutated(self.rng.choice(codes))
            if code not in codes:
                self._refused(match, side, self.game.verbs.print(code, self.game.vocab), before)
        for other in match.sides:
            if other not in match.to_act and other not in match.may_act:
                late = match.why_not(other, Action(decision, codes[0]).text)
                need(late is not None, f"{other} may act out of turn")

    def _refused(self, match: Match, side: str, text: str, before: FlatState) -> None:
        refusal = match.why_not(side, text)
        need_same(match.state, before, "a refused action changed the state")
        if refusal is None:
            raise Broken(f"{text!r} is not listed, yet nothing refuses it")
        need(bool(refusal.rule and refusal.reason), f"{text!r} is refused without rule or reason: {refusal}")
        need("{" not in refusal.reason, f"{text!r}: the reason is not rendered: {refusal.reason}")
        try:
            match.play(side, text)
        except Illegal:
            need_same(match.state, before, "a refused action changed the state")
            return
        raise Broken(f"{text!r} is refused by why_not but play took it")

    def _mutated(self, code: Code) -> Code:
        rng = self.rng
        verbs = self.game.verbs.verbs
        verb = verbs[code[0]]
        if rng.random() < 0.2 or not verb.kinds:
            verb = rng.choice(verbs)
            return (verb.number, *(self._value(kind) for kind in verb.kinds))
        out = list(code)
        at = rng.randrange(len(verb.kinds))
        out[at + 1] = self._value(verb.kinds[at])
        return tuple(out)

    def _value(self, kind: str) -> int:
        return self.rng.randrange(-2, 60) if kind == "int" else self.rng.randrange(-1, len(self.game.vocab[kind]))

    def undo(self, match: Match, side: str, action: Action) -> None:
        """Undo restores state and log; past dice and reveals it is refused."""
        trial = match.copy()
        if self.rng.random() < 0.75:
            trial.remember()  # so that undo need not play a hundred inputs again
        before = match.state
        trial.play(side, action.text)
        if trial.state.draws != before.draws or trial.state.reveals != before.reveals:
            need(
                trial.can_undo(side) is not None, f"{action.text!r} rolled dice or showed something, yet can be undone"
            )
            return
        trial.undo(side)
        need_same(trial.state, before, f"undo of {action.text!r} does not restore the state")
        need(trial.log == match.log, f"undo of {action.text!r} does not restore the log")

    def position(self, match: Match) -> None:
        document = json.loads(json.dumps(match.position()))
        again = match_from_position(self.game, document)
        need_same(again.state, match.state, "the position does not restore the state")

    # --- secrets

    def secrets(self, match: Match, side: str) -> None:
        """In a world that `side` can't tell from the true one, it reads, sees and may do the same to the byte."""
        seed = self.rng.randrange(1 << 30)
        other = match.determinize(side, seed)
        for viewer in (side, None) if self.rng.random() < 0.25 else (side,):
            self._same(match.view(viewer), other.view(viewer), f"what {viewer or 'a spectator'} sees", side)
            logs = [[e.as_dict() for e in m.events(max(len(match.log) - 10, 0), viewer)] for m in (match, other)]
            self._same(logs[0], logs[1], f"the log of {viewer or 'a spectator'}", side)
        self._same(match.confidants(side), other.confidants(side), "who talks apart", side)
        for problem in self.game.check(other.state):
            raise Broken(f"determinize for {side} breaks an invariant: {problem}")
        self._overlays(match, other, side)
        if side in match.to_act or side in match.may_act:
            action = self._choices(match, other, side)
            self._consequences(match, other, side, action)
            self._silence(match, side, action)

    def _overlays(self, match: Match, other: Match, side: str) -> None:
        """What is laid over the board for a viewer is well formed, and the same in both worlds."""
        before = match.state.copy()
        here = match.areas(side)
        told = [(area["kind"], area["side"]) for area in here]
        need(len(set(told)) == len(told), f"areas of {side}: a kind stands twice for a side: {told}")
        need({kind for kind, _ in told} <= AREA_KINDS, f"areas of {side}: unknown kinds among {told}")
        self._same(here, other.areas(side), "what is laid over the board", side)
        ids = self.game.places
        held = [str(piece["at"]) for piece in match.view(side).get("pieces", ()) if piece.get("at") in self._known]
        for place in {self.rng.choice(ids), self.rng.choice(held or ids)}:
            pieces = match.threats(side, place)
            need(len(set(pieces)) == len(pieces), f"threats to {place}: a piece stands twice: {pieces}")
            self._same(pieces, other.threats(side, place), f"what threatens {place}", side)
        need_same(match.state, before, "asking for areas and threats changed the state")

    def _choices(self, match: Match, other: Match, side: str) -> Action:
        """The same list, prompt, odds, sums and refusals in both worlds."""
        here, there = match.decision(side), other.decision(side)
        need(here.codes == there.codes, f"the choices of {side} differ in a world it can't tell apart")
        self._same(here.prompt, there.prompt, "the prompt", side)
        for code in self.rng.sample(here.codes, min(self.many, len(here.codes))):
            text = Action(here, code).text
            self._same(match.odds(side, text), other.odds(side, text), f"the odds of {text!r}", side)
            ledgers = [[(m.value, m.reason, m.rule) for m in x.ledger(side, text)] for x in (match, other)]
            self._same(ledgers[0], ledgers[1], f"the sum behind {text!r}", side)
            wrong = self.game.verbs.print(self._mutated(code), self.game.vocab)
            refusals = [str(x.why_not(side, wrong)) for x in (match, other)]
            self._same(refusals[0], refusals[1], f"the answer to {wrong!r}", side)
        return Action(here, self.rng.choice(here.codes))

    def _consequences(self, match: Match, other: Match, side: str, action: Action) -> None:
        """An action after which undo is open has told nothing: both worlds still look the same."""
        worlds = [match.copy(), other.copy()]
        told = []
        for world in worlds:
            before = world.state.draws, world.state.reveals
            events = [e.as_dict() for e in world.play(side, action.text)]
            if (world.state.draws, world.state.reveals) != before:
                return
            told.append(events)
        self._same(told[0], told[1], f"the log after {action.text!r}, which can be undone,", side)
        views = [world.view(side) for world in worlds]
        self._same(views[0], views[1], f"what is seen after {action.text!r}, which can be undone,", side)

    def _silence(self, match: Match, side: str, action: Action) -> None:
        """Two choices that differ only in what is redrawn for a third party are told to it in the same words."""
        codes = action.decision.codes
        worlds = [match.copy(), match.copy()]
        for world, code in zip(worlds, (action.code, self.rng.choice(codes)), strict=True):
            world.play(side, self.game.verbs.print(code, self.game.vocab))
        one, two = worlds
        if one.state.draws != match.state.draws or {one.state.reveals, two.state.reveals} != {match.state.reveals}:
            return
        for viewer in (None, *match.sides):
            if match.mask(viewer) & match.mask(side):
                continue
            apart = _differences(one.state, two.state)
            if apart and all(apart <= self._secret(world, viewer) for world in worlds):  # no trace, no secret
                who = viewer or "a spectator"
                logs = [[e.as_dict() for e in m.events(len(match.log), viewer)] for m in worlds]
                self._same(logs[0], logs[1], f"what {who} is told of a secret choice ({action.text!r})", who)
                views = [m.view(viewer) for m in worlds]
                self._same(views[0], views[1], f"what {who} sees of a secret choice ({action.text!r})", who)

    @staticmethod
    def _secret(world: Match, viewer: str | None) -> set[tuple[str, int]]:
        """What is redrawn for a viewer: who is sent from a secret table knows it, who stays at it knows the rest."""
        found: set[tuple[str, int]] = set()
        for seed in range(6):
            found |= _differences(world.determinize(viewer, seed).state, world.state)
        return found

    @staticmethod
    def _same(here: Any, there: Any, what: str, side: str) -> None:
        one, two = json.dumps(here), json.dumps(there)
        if one != two:
            at = next((i for i, (a, b) in enumerate(zip(one, two, strict=False)) if a != b), min(len(one), len(two)))
            parts = f"...{one[max(at - 60, 0) : at + 60]!r} and ...{two[max(at - 60, 0) : at + 60]!r}"
            raise Broken(f"{what} differs in a world that {side} can't tell apart: {parts}")

    # --- of the whole match

    def replay(self, match: Match) -> None:
        """The same inputs lead to the same state and the same log."""
        setup = match.setup
        seats = {seat: [self.game.sides[i] for i in held] for seat, held in setup.seats.items()}
        again = self.game.new(setup.scenario.name, setup.options, match.state.dice.seed, seats)
        again.repeat(match.inputs)
        self._led_to(match, again, "played again")

    def record(self, match: Match) -> None:
        """The same by way of the text, every action parsed and judged again."""
        self._led_to(match, read_record(match.save(), lambda name: self.game), "read again")

    @staticmethod
    def _led_to(match: Match, again: Match, how: str) -> None:
        need_same(again.state, match.state, f"{how}, the record leads elsewhere")
        need(again.log == match.log, f"{how}, the record tells another story")

    def end(self, match: Match) -> None:
        """Nobody may act after the end."""
        self.invariants(match)
        if match.result is None:
            self.given_up(match)
            return
        need(match.to_act == match.may_act == (), "the match is over but somebody must act")
        for side in match.sides:
            need(match.why_not(side, "done") is not None, "an action is legal after the end")

    def given_up(self, match: Match) -> None:
        """A match ends when a side resigns, and when all have offered a draw."""
        side = self.rng.choice(match.sides)
        trial = match.copy()
        trial.resign(side)
        need(trial.result is not None and trial.to_act == (), f"{side} resigned, yet the match goes on")
        trial = match.copy()
        for each in match.sides:
            if trial.result is None:
                trial.offer_draw(each)
        need(trial.result is not None and trial.result.winner is None, "all offered a draw, yet there is none")
