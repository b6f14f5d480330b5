"""Fuzzing by the contract alone: random games in which every promise of the kernel is checked as they go."""

from __future__ import annotations

import json
import math
import random
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.core.decision import Action, Decision
from grognard.core.game import BadSetup, Game, OptionValue
from grognard.core.match import Match
from grognard.core.position import match_from_position
from grognard.core.record import read_record
from grognard.core.verbs import Code
from grognard.core.words import Illegal


class Broken(Exception):
    """A promise that was not kept."""


@dataclass
class Failure:
    scenario: str
    options: Mapping[str, OptionValue]
    seed: int
    step: int
    problem: str
    record: str


@dataclass
class Report:
    games: int = 0
    decisions: int = 0
    finished: int = 0
    seconds: float = 0.0
    failures: list[Failure] = field(default_factory=list)
    verbs: dict[str, int] = field(default_factory=dict)


def fuzz(
    game: Game[Any],
    scenarios: list[str] | None = None,
    games: int = 10,
    seed: int = 0,
    minutes: float = 0.0,
    steps: int = 4000,
    options: Mapping[str, OptionValue] | None = None,
    tell: Callable[[str], None] | None = None,
) -> Report:
    """Play random games of each scenario with random options; stop at the first three failures."""
    report = Report()
    begin = time.monotonic()
    names = scenarios or list(game.scenarios)
    for number in range(games if games else 1 << 30):
        for name in names:
            if minutes and time.monotonic() - begin > minutes * 60:
                break
            one = _Run(game, name, seed + number, steps, options)
            failure = one.run()
            report.games += 1
            report.decisions += one.step
            report.finished += one.match is not None and one.match.result is not None
            for verb, count in one.verbs.items():
                report.verbs[verb] = report.verbs.get(verb, 0) + count
            if failure is not None:
                report.failures.append(failure)
                if tell:
                    tell(f"{name} seed {failure.seed}, step {failure.step}: {failure.problem}")
        if len(report.failures) >= 3 or (minutes and time.monotonic() - begin > minutes * 60):
            break
        if tell and number % 20 == 19:
            tell(f"{report.games} games, {report.decisions} decisions, {len(report.failures)} failures")
    report.seconds = time.monotonic() - begin
    return report


def random_options(
    game: Game[Any], scenario: str, rng: random.Random, fixed: Mapping[str, OptionValue] | None = None
) -> dict[str, OptionValue]:
    """Options drawn at random among those that go together; the defaults in a third of the games."""
    if rng.random() < 0.33:
        return dict(fixed or {})
    for _ in range(40):
        drawn = {o.name: rng.choice(o.allowed) for o in game.options.values() if rng.random() < 0.6}
        drawn.update(fixed or {})
        try:
            game.resolve_options(game.scenarios[scenario], drawn)
            game.make_setup(game.scenarios[scenario], game.resolve_options(game.scenarios[scenario], drawn), None)
        except BadSetup:
            continue
        return drawn
    return dict(fixed or {})


class _Run:
    """One random game under watch."""

    def __init__(
        self, game: Game[Any], scenario: str, seed: int, steps: int, fixed: Mapping[str, OptionValue] | None
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.seed = seed
        self.steps = steps
        self.rng = random.Random(f"{game.name} {scenario} {seed}")
        self.options = random_options(game, scenario, self.rng, fixed)
        self.match: Match | None = None
        self.step = 0
        self.verbs: dict[str, int] = {}

    def run(self) -> Failure | None:
        try:
            self.match = self.game.new(self.scenario, self.options, self.seed)
            self._play(self.match)
        except Exception as error:
            problem = str(error) if isinstance(error, Broken) else traceback.format_exc(limit=-6)
            record = self.match.save() if self.match is not None else ""
            return Failure(self.scenario, self.options, self.seed, self.step, problem, record)
        return None

    def _play(self, match: Match) -> None:
        rng = self.rng
        while self.step < self.steps:
            sides = match.to_act
            if not sides:
                self._need(match.result is not None, "nobody can act but the match is not over")
                break
            side = rng.choice(sides)
            decision = match.decision(side)
            codes = decision.codes
            self._need(len(codes) > 0, f"{decision.name}: {side} must decide but nothing is legal")
            action = self._choose(decision)
            self._spot_checks(match, side, decision, action)
            events = match.play(side, action)
            if rng.random() < 0.1:
                for event in events:
                    json.dumps(event.as_dict("de"))
            self.step += 1
            verb = action.verb.split()[0]
            self.verbs[verb] = self.verbs.get(verb, 0) + 1
        self._record(match)
        self._end(match)

    def _choose(self, decision: Decision) -> Action:
        codes = decision.codes
        if self.rng.random() < 0.25:
            drawn = decision.sample(self.rng)
            self._need(drawn.code in codes, f"{decision.name}: sample drew {drawn.text!r}, which is not listed")
            return drawn
        return Action(decision, self.rng.choice(codes))

    def _spot_checks(self, match: Match, side: str, decision: Decision, action: Action) -> None:
        rng = self.rng
        chance = rng.random()
        parsed = self.game.verbs.parse(action.text, self.game.vocab)
        self._need(parsed == action.code, f"{action.text!r} does not parse back: {parsed} for {action.code}")
        if chance < 0.25:
            self._invariants(match)
        if chance < 0.12:
            self._refusals(match, side, decision)
        if chance < 0.06:
            self._undo(match, side, action)
        if chance < 0.03:
            self._position(match)
            self._secrets(match)
        if chance < 0.10:
            self._words(match, side, decision, action)
        if chance < 0.004:
            self._record(match)

    def _invariants(self, match: Match) -> None:
        for problem in self.game.check(match.state):
            raise Broken(f"invariant: {problem}")
        for name, value in match.figures().items():
            self._need(math.isfinite(value), f"figure {name} is {value}")

    def _words(self, match: Match, side: str, decision: Decision, action: Action) -> None:
        self._need(bool(decision.prompt), f"{decision.name}: no prompt")
        self._need(bool(decision.rule), f"{decision.name}: no rule")
        odds = match.odds(side, action)
        if odds is not None:
            self._need(abs(sum(odds.values()) - 1) < 1e-9, f"odds of {action.text!r} sum to {sum(odds.values())}")
        match.ledger(side, action)
        json.dumps(match.view(side))
        json.dumps(match.view(None))

    def _refusals(self, match: Match, side: str, decision: Decision) -> None:
        listed = set(decision.codes)
        for code in self.rng.sample(sorted(listed), min(8, len(listed))):
            text = self.game.verbs.print(code, self.game.vocab)
            refusal = match.why_not(side, text)
            self._need(refusal is None, f"{text!r} is listed but refused: {refusal}")
        before = match.digest()
        for _ in range(4):
            code = self._mutated(self.rng.choice(decision.codes))
            text = self.game.verbs.print(code, self.game.vocab)
            refusal = match.why_not(side, text)
            if code in listed:
                continue
            self._need(refusal is not None, f"{text!r} is not listed, yet nothing refuses it")
            assert refusal is not None
            self._need(bool(refusal.rule and refusal.reason), f"{text!r} is refused without rule or reason: {refusal}")
            self._need("{" not in refusal.reason, f"{text!r}: the reason is not rendered: {refusal.reason}")
            try:
                match.play(side, text)
            except Illegal:
                pass
            else:
                raise Broken(f"{text!r} is refused by why_not but play took it")
        self._need(match.digest() == before, "a refused action changed the state")
        for other in match.sides:
            if other not in match.to_act:
                self._need(
                    match.why_not(other, Action(decision, decision.codes[0]).text) is not None,
                    f"{other} may act out of turn",
                )

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

    def _undo(self, match: Match, side: str, action: Action) -> None:
        trial = match.copy()
        before = trial.digest()
        lines = len(trial.log)
        rolled, shown = trial.state.draws, trial.state.reveals
        trial.play(side, action.text)
        if trial.state.draws != rolled or trial.state.reveals != shown:
            try:
                trial.undo(side)
            except Illegal:
                return
            raise Broken(f"{action.text!r} rolled dice or showed something, yet undo took it back")
        trial.undo(side)
        self._need(trial.digest() == before, f"undo of {action.text!r} does not restore the state")
        self._need(len(trial.log) == lines, f"undo of {action.text!r} does not restore the log")

    def _position(self, match: Match) -> None:
        document = json.loads(json.dumps(match.position()))
        again = match_from_position(self.game, document)
        for (name, a), (_, b) in zip(match.state.values(), again.state.values(), strict=True):
            self._need(a == b, f"position does not restore {name}: {a!r} became {b!r}")

    def _secrets(self, match: Match) -> None:
        for side in match.sides:
            seen = json.dumps(match.view(side), sort_keys=True)
            other = match.determinize(side, self.rng.randrange(1 << 30))
            self._need(
                json.dumps(other.view(side), sort_keys=True) == seen,
                f"what {side} sees differs in a world it can't tell apart",
            )
            for problem in self.game.check(other.state):
                raise Broken(f"determinize for {side} breaks an invariant: {problem}")
            if side in match.to_act:
                here = [str(a) for a in match.decision(side).actions]
                there = [str(a) for a in other.decision(side).actions]
                self._need(here == there, f"the choices of {side} differ in a world it can't tell apart")

    def _record(self, match: Match) -> None:
        again = read_record(match.save(), lambda name: self.game)
        self._need(again.digest() == match.digest(), "the record does not lead to the same state")
        self._need(len(again.log) == len(match.log), "the record does not lead to the same log")

    def _end(self, match: Match) -> None:
        self._invariants(match)
        if match.result is None:
            return
        self._need(match.to_act == (), "the match is over but somebody must act")
        for side in match.sides:
            self._need(match.why_not(side, "done") is not None, "an action is legal after the end")

    @staticmethod
    def _need(holds: bool, problem: str) -> None:
        if not holds:
            raise Broken(problem)


def told(failure: Failure) -> str:
    """The record of a failure with its story as comments on top, ready for tests/records."""
    story = "\n".join(f"# {line}" for line in failure.problem.strip().splitlines())
    return f"{failure.record}{story}\n" if failure.record else story
