"""The games on the shelf and what is told of them before anyone plays: cards, boards, charts, rules, lessons."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from importlib import import_module, resources
from pathlib import Path
from typing import Any

from msgspec import to_builtins
from msgspec.structs import replace

import grognard
from grognard.core import Game, GrognardError, Scenario
from grognard.core.words import Lexicon
from grognard.games import takes_documents
from grognard.server.errors import Fault
from grognard.server.wire import Track
from grognard.server.wire_shelf import (
    BotCard,
    ChartName,
    Clause,
    GameCard,
    GameInfo,
    Lesson,
    LessonCard,
    Named,
    Option,
    ScenarioCard,
    VerbForm,
)


class Library:
    """The games by name; `extra` adds games from outside the package as name -> module with `build()`."""

    def __init__(self, extra: Mapping[str, str] | None = None, rules: Path | None = None) -> None:
        self._extra = dict(extra or {})
        self._loaded: dict[str, Game[Any]] = {}
        self._rules = rules

    def names(self) -> list[str]:
        return sorted({*grognard.games(), *self._extra})

    def game(self, name: str, documents: Sequence[str] = ()) -> Game[Any]:
        """The game of that name; with scenarios of one's own where it takes them (GrognardError says what is wrong)."""
        if documents:
            return self._with(name, documents)
        if name not in self._loaded:
            if name in self._extra:
                self._loaded[name] = import_module(self._extra[name]).build()
            elif name in grognard.games():
                self._loaded[name] = grognard.load(name)
                _keep()
            else:
                raise Fault(
                    "unknown", f"There is no game {name!r}.", where="game", hint=f"There are {', '.join(self.names())}."
                )
        return self._loaded[name]

    def _with(self, name: str, documents: Sequence[str]) -> Game[Any]:
        if name in self._extra:
            raise GrognardError(f"{self.game(name).title} takes no scenarios of one's own")
        self.game(name)  # an unknown name is refused as ever
        return grognard.load(name, tuple(documents))

    @cached_property
    def bots(self) -> list[str]:
        from grognard import bots

        names: list[str] = list(bots.names())
        return names

    def bot_cards(self, lang: str = "en") -> list[BotCard]:
        from grognard import bots

        word = Lexicon({}, {lang: {}}).word
        return [BotCard(b.name, word(b.title, lang), word(b.about, lang)) for b in bots.BOTS.values()]

    @cached_property
    def languages(self) -> list[str]:
        return sorted({"en", *(lang for name in self.names() for lang in self.game(name).lexicon.catalogues)})

    # --- cards

    def card(self, name: str, lang: str = "en") -> GameCard:
        return GameCard(**self._card(self.game(name), lang))

    def _card(self, game: Game[Any], lang: str) -> dict[str, Any]:
        word = game.lexicon.word
        scenarios = [self._scenario(game, s, lang) for s in game.scenarios.values()]
        return {
            "id": game.name,
            "title": word(game.title, lang),
            "text": word(game.about, lang),
            "sides": self._named(game, "side", lang),
            "scenarios": scenarios,
            "players": (min(s.players[0] for s in scenarios), max(s.players[1] for s in scenarios)),
            "minutes": (min(s.minutes for s in scenarios), max(s.minutes for s in scenarios)),
        }

    def own_cards(self, game: Game[Any], lang: str = "en") -> list[ScenarioCard]:
        """The cards of the scenarios that its documents add to a game."""
        printed = self.game(game.name).scenarios
        return [self._scenario(game, s, lang) for s in game.scenarios.values() if s.name not in printed]

    def _scenario(self, game: Game[Any], scenario: Scenario, lang: str) -> ScenarioCard:
        word = game.lexicon.word
        setup = game.make_setup(scenario, game.resolve_options(scenario, {}), None)
        return ScenarioCard(
            id=scenario.name,
            title=word(scenario.title, lang),
            text=word(scenario.about, lang),
            rule=scenario.rule,
            sides=[game.sides[i] for i in setup.sides],
            players=scenario.players,
            turns=scenario.turns,
            minutes=scenario.minutes,
            weight=word(scenario.weight, lang),
            aim=word(scenario.aim, lang),
        )

    @staticmethod
    def _named(game: Game[Any], kind: str, lang: str) -> list[Named]:
        words = game.vocab[kind]
        return [Named(i, game.lexicon.word(n, lang)) for i, n in zip(words.ids, words.names, strict=True)]

    def info(self, name: str, lang: str = "en") -> GameInfo:
        game = self.game(name)
        word = game.lexicon.word
        return GameInfo(
            **self._card(game, lang),
            edition=game.edition,
            options=[
                Option(
                    id=o.name,
                    title=word(o.title, lang),
                    text=word(o.about, lang),
                    default=o.default,
                    values=list(o.allowed),
                    rule=o.rule,
                    scenarios=list(o.scenarios),
                    conflicts=list(o.conflicts),
                    requires=list(o.requires),
                )
                for o in game.options.values()
            ],
            figures=list(self._figures(game)),
            track=[Track(p.name, word(p.title, lang), word(p.under, lang), p.side) for p in game.sequence],
            charts=list(game.chart_names()),
            lessons=self.lessons(name, lang),
            bots=self.bots,
            pieces=self._named(game, "piece", lang),
            places=self._named(game, "place", lang),
            types=self._named(game, "type", lang),
            own=name not in self._extra and takes_documents(name),
            verbs=[VerbForm(v.pattern, word(v.title or v.pattern, lang)) for v in game.verbs.verbs],
        )

    @staticmethod
    def _figures(game: Game[Any]) -> Mapping[str, float]:
        figures: Mapping[str, float] = game.new(next(iter(game.scenarios))).figures()
        return figures

    # --- what stands beside the board

    def board(self, name: str, scenario: str, lang: str = "en") -> dict[str, Any]:
        game = self.game(name)
        if scenario and scenario not in game.scenarios:
            raise Fault("unknown", f"{game.title} has no scenario {scenario!r}.", where="scenario")
        return board_of(game, scenario or next(iter(game.scenarios)), lang)

    def charts(self, name: str, lang: str = "en") -> list[ChartName]:
        game = self.game(name)
        word = game.lexicon.word
        return [ChartName(c, word(c.replace("_", " ").capitalize(), lang)) for c in game.chart_names()]

    def chart(self, name: str, chart: str, lang: str = "en") -> Any:
        game = self.game(name)
        if chart not in game.chart_names():
            raise Fault("unknown", f"{game.title} has no chart {chart!r}.", where="chart")
        return _said(game.chart(chart), lambda text: game.lexicon.word(text, lang))

    def lessons(self, name: str, lang: str = "en") -> list[LessonCard]:
        word = self.game(name).lexicon.word
        return [LessonCard(x.id, word(x.title, lang), x.rule) for x in self._lessons(name)]

    def lesson(self, name: str, lesson: str, lang: str = "en") -> Lesson:
        word = self.game(name).lexicon.word
        for x in self._lessons(name):
            if x.id == lesson:
                return replace(x, title=word(x.title, lang), text=word(x.text, lang))
        raise Fault("unknown", f"There is no lesson {lesson!r}.", where="lesson")

    def _lessons(self, name: str) -> list[Lesson]:
        return [
            Lesson(
                id=_slug(raw, number),
                title=raw["title"],
                rule=raw.get("rule", ""),
                text=raw.get("text", ""),
                tries=list(raw.get("try", [])),
                scenario=raw["position"].get("scenario", ""),
            )
            for number, raw in enumerate(self.game(name).lessons())
        ]

    def lesson_position(self, name: str, lesson: str) -> dict[str, Any]:
        for number, raw in enumerate(self.game(name).lessons()):
            if _slug(raw, number) == lesson:
                position: dict[str, Any] = to_builtins(raw["position"])  # plain data, whatever a game read it with
                return position
        raise Fault("unknown", f"There is no lesson {lesson!r}.", where="lesson")

    def rules(self, name: str) -> list[Clause]:
        """The clause ledger in our words: a Markdown table `| clause | in our words | where | test |`."""
        text = self._ledger(self.game(name).name)
        rows = []
        for line in text.splitlines():
            cells = [c.strip() for c in re.split(r"(?<!\\)\|", line)[1:-1]]
            if len(cells) < 3 or cells[0] in {"clause", ""} or set(cells[0]) <= set("-: "):
                continue
            rows.append(Clause(clause=cells[0], text=cells[1].replace("\\|", "|"), where=cells[2]))
        return rows

    def _ledger(self, name: str) -> str:
        packaged = resources.files("grognard") / "rules" / f"{name}.md"
        folders = [self._rules] if self._rules else [Path(grognard.__file__).parents[2] / "docs" / "rules"]
        for file in (packaged, *(f / f"{name}.md" for f in folders)):
            if file.is_file():
                return file.read_text("utf-8")
        return ""


def _keep() -> None:
    """What has been loaded stays: the collector of garbage, which took 80 ms to look through it, need not any more."""
    gc.collect()
    gc.freeze()


SAID = frozenset({"name", "title", "text", "label", "about"})
"""What of a board or a chart is written for people to read; all else is ids and measures."""


def board_of(game: Game[Any], scenario: str, lang: str) -> dict[str, Any]:
    """A board in the reader's language."""
    said: dict[str, Any] = _said(game.board(scenario), lambda text: game.lexicon.word(text, lang))
    return said


def _said(value: Any, word: Callable[[str], str], key: str = "") -> Any:
    if isinstance(value, str):
        return word(value) if key in SAID else value
    if isinstance(value, Mapping):
        return {k: _said(v, word, "name" if key == "figures" else k) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [_said(v, word, key) for v in value]
    return value


def _slug(raw: Mapping[str, Any], number: int) -> str:
    given = raw.get("id") or re.sub(r"[^a-z0-9]+", "_", str(raw["title"]).lower()).strip("_")
    return str(given) or f"lesson_{number + 1}"
