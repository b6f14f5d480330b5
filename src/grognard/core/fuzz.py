"""Fuzzing by the contract alone: random games in which every promise of the kernel is checked as they go."""

from __future__ import annotations

import random
import time
import traceback
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from grognard.core.decision import Action, Decision
from grognard.core.game import BadSetup, Game, OptionValue
from grognard.core.match import Match
from grognard.core.promises import Broken, Promises, need


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
    thorough: float = 0.0,
) -> Report:
    """Play random games of each scenario with random options; stop at the first three failures."""
    report = Report()
    begin = time.monotonic()
    names = scenarios or list(game.scenarios)
    for number in range(games if games else 1 << 30):
        for name in names:
            if minutes and time.monotonic() - begin > minutes * 60:
                break
            one = _Run(game, name, seed + number, steps, options, thorough)
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


def random_seats(game: Game[Any], scenario: str, options: Mapping[str, OptionValue], rng: random.Random) -> Any:
    """In one game of eight a player holds several sides; None: each side has its own."""
    if rng.random() >= 0.125:
        return None
    chosen = game.scenarios[scenario]
    resolved = game.resolve_options(chosen, options)
    sides = [game.sides[i] for i in game.make_setup(chosen, resolved, None).sides]
    rng.shuffle(sides)
    seats: dict[str, list[str]] = {}
    for side in sides:
        seats.setdefault(rng.choice("ab"), []).append(side)
    try:
        game.make_setup(chosen, resolved, seats)
    except BadSetup:
        return None
    return seats


UNASKED = 0.1  # how often a side speaks up that nobody waits for
REREAD = 1 / 64
"""`thorough` is the chance of every check at each step, 1 for all of them; but the record is seldom read again, because
the cost of that grows with the game."""

THINNING = {"events": 1.0, "invariants": 0.1, "refusals": 0.3, "undo": 0.15, "position": 0.05, "secrets": 0.08}
THINNING |= {"words": 0.1, "given_up": 0.02, "record": 0.0}
"""Otherwise: the chance at the first decision of a name; at the n-th of that name it is an n-th of this.

So a rare decision is watched as closely as a common one, and the cost of a long game grows with its logarithm only."""


class _Run:
    """One random game under watch."""

    def __init__(
        self,
        game: Game[Any],
        scenario: str,
        seed: int,
        steps: int,
        fixed: Mapping[str, OptionValue] | None,
        thorough: float = 0.0,
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.seed = seed
        self.steps = steps
        self.thorough = thorough
        self.rng = random.Random(f"{game.name} {scenario} {seed}")
        self.options = random_options(game, scenario, self.rng, fixed)
        self.promises = Promises(game, self.rng, 8 if thorough else 2)
        self.match: Match | None = None
        self.step = 0
        self.last = ""
        self.seen: dict[str, int] = {}
        self.verbs: dict[str, int] = {}

    def run(self) -> Failure | None:
        try:
            seats = random_seats(self.game, self.scenario, self.options, self.rng)
            self.match = self.game.new(self.scenario, self.options, self.seed, seats)
            self._play(self.match)
        except Exception as error:
            problem = str(error) if isinstance(error, Broken) else traceback.format_exc(limit=-6)
            record = self.match.save() + self.last if self.match is not None else ""
            return Failure(self.scenario, self.options, self.seed, self.step, problem, record)
        return None

    def _play(self, match: Match) -> None:
        rng, promises = self.rng, self.promises
        while self.step < self.steps:
            sides = match.to_act
            if not sides:
                need(match.result is not None, "nobody can act but the match is not over")
                break
            may = match.may_act
            side = rng.choice(may if may and rng.random() < UNASKED else sides)
            decision = match.decision(side)
            codes = decision.codes
            need(len(codes) > 0, f"{decision.name}: {side} must decide but nothing is legal")
            drawn = decision.draws_lazily or rng.random() < 0.02
            action = promises.sample(decision) if drawn else Action(decision, rng.choice(codes))
            self.seen[decision.name] = self.seen.get(decision.name, 0) + 1
            promises.text(action)
            self._watch(match, side, decision, action)
            self.last = f"{side}: {action.text}\n"  # for the record, if this is where it breaks
            events = match.play(side, action)
            self.last = ""
            if self._due("events", decision):
                promises.events(events)
            self.step += 1
            verb = action.verb.split()[0]
            self.verbs[verb] = self.verbs.get(verb, 0) + 1
        self._whole(match)

    def _due(self, check: str, decision: Decision) -> bool:
        if self.thorough:
            return self.rng.random() < self.thorough * (REREAD if check == "record" else 1)
        return self.rng.random() * self.seen[decision.name] < THINNING[check]

    def _watch(self, match: Match, side: str, decision: Decision, action: Action) -> None:
        promises = self.promises
        if self._due("invariants", decision):
            promises.invariants(match)
        if self._due("refusals", decision):
            promises.refusals(match, side, decision)
        if self._due("undo", decision):
            promises.undo(match, side, action)
        if self._due("position", decision):
            promises.position(match)
        if self._due("secrets", decision):
            one = side if self.rng.random() < 0.5 else self.rng.choice(match.sides)
            for each in match.sides if self.thorough else (one,):
                promises.secrets(match, each)
        if self._due("words", decision):
            promises.words(match, side, decision, action)
        if self._due("given_up", decision):
            promises.given_up(match)
        if self._due("record", decision):
            promises.record(match)

    def _whole(self, match: Match) -> None:
        promises = self.promises
        promises.end(match)
        if self.thorough or self.rng.random() < 0.125:
            promises.record(match)
        else:
            promises.replay(match)


def told(failure: Failure, again: str = "") -> str:
    """The record of a failure and its story as comments, ready for tests/records; `again`: what to run to see it."""
    lines = [*failure.problem.strip().splitlines(), *([f"again: {again}"] if again else ())]
    return failure.record + "".join(f"# {line}\n" for line in lines)
