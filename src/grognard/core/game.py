"""A game's definition: sides, vocabularies, verbs, nodes, scenarios, options and the sequence of play."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from grognard.core.dice import Dice, Rng
from grognard.core.events import RESIGNED, TURN_BEGINS
from grognard.core.nodes import NextPhase, Node, Phase
from grognard.core.result import Result
from grognard.core.state import FlatState
from grognard.core.verbs import Code, VerbTable
from grognard.core.vocab import Vocabulary
from grognard.core.words import GrognardError, Lexicon, Msg, short

if TYPE_CHECKING:
    from grognard.core.match import Match

S = TypeVar("S", bound=FlatState)
OptionValue = bool | int | str

_SWITCHES = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}


AREA_KINDS = frozenset({"zone", "supply", "reach", "detection", "fire", "air", "connection", "victory"})


class Area(NamedTuple):
    """Places of one kind for one side, as bits: what a table may lay over the board."""

    kind: str  # one of AREA_KINDS
    side: int
    places: int


class BadSetup(GrognardError):
    """A scenario, option or seating that can't be."""


@dataclass(frozen=True, slots=True)
class Option:
    """A switch of the rulebook. `choices` empty: on or off. `scenarios` empty: all of them."""

    name: str
    title: str
    default: OptionValue = False
    choices: tuple[OptionValue, ...] = ()
    rule: str = ""
    about: str = ""
    scenarios: tuple[str, ...] = ()
    conflicts: tuple[str, ...] = ()
    requires: tuple[str, ...] = ()

    @property
    def allowed(self) -> tuple[OptionValue, ...]:
        return self.choices or (False, True)


@dataclass(frozen=True, slots=True)
class Scenario:
    """What one can play: `aim` what wins, `minutes` and `weight` for the lobby, `data` for the game itself."""

    name: str
    title: str
    about: str = ""
    rule: str = ""
    players: tuple[int, int] = (2, 2)
    turns: int = 0
    minutes: int = 0
    weight: str = ""
    aim: str = ""
    data: Mapping[str, Any] = field(default_factory=dict)


class Setup:
    """What is fixed for a match: scenario, options, sides in play, who holds which. Shared, never changed."""

    def __init__(
        self,
        game: Game[Any],
        scenario: Scenario,
        options: Mapping[str, OptionValue],
        seats: Mapping[str, Sequence[str]] | None = None,
    ) -> None:
        self.game = game
        self.scenario = scenario
        self.options = dict(options)
        self.sides: tuple[int, ...] = tuple(game.sides_in(scenario, self.options))
        self.number: dict[str, int] = {game.sides[i]: i for i in self.sides}
        self.sequence: tuple[Phase, ...] = tuple(game.sequence_in(scenario, self.options))
        self.seats = self._seating(seats)
        self.mask: list[int] = [0] * len(game.sides)
        for held in self.seats.values():
            mask = 0
            for side in held:
                mask |= 1 << side
            for side in held:
                self.mask[side] = mask

    def _seating(self, seats: Mapping[str, Sequence[str]] | None) -> dict[str, tuple[int, ...]]:
        names = self.game.vocab["side"]
        if seats is None:
            return self.game.default_seats(self)
        if not isinstance(seats, Mapping):
            raise BadSetup(f"sides: expected the names of seats, each with its list of sides, found {short(seats)}")
        taken: dict[str, str] = {}
        out: dict[str, tuple[int, ...]] = {}
        known = ", ".join(names.ids[i] for i in self.sides)
        for seat, held in seats.items():
            if not isinstance(held, Sequence) or isinstance(held, str) or not held:
                raise BadSetup(f"sides: the seat {short(seat)} holds no list of sides; the sides are {known}")
            for side in held:
                if not isinstance(side, str) or names.index.get(side) not in self.sides:
                    raise BadSetup(f"sides: {short(side)} is not in play; the sides are {known}")
                if side in taken:
                    raise BadSetup(f"sides: {side!r} is held by both {short(taken[side])} and {short(seat)}")
                taken[side] = seat
            out[str(seat)] = tuple(names.index[side] for side in held)
        missing = [names.ids[i] for i in self.sides if names.ids[i] not in taken]
        if missing:
            raise BadSetup(f"sides: nobody holds {', '.join(missing)}")
        return out


def seed_text(seed: object) -> str:
    """A seed as the record writes it."""
    if isinstance(seed, str) and len(seed) <= 200 and seed == seed.strip() and seed.isprintable():
        return seed
    if isinstance(seed, int) and not isinstance(seed, bool) and seed.bit_length() <= 512:
        return str(seed)
    raise BadSetup(f"seed: expected a number or a short line of text, found {short(seed)}")


class Game(Generic[S]):
    """The immutable definition. A game package subclasses this and returns one from `build()`."""

    name: ClassVar[str]
    title: ClassVar[str]
    about: ClassVar[str] = ""
    edition: ClassVar[int] = 1  # edition of our rules: raised when old records would replay differently
    State: ClassVar[type[FlatState]]

    def __init__(
        self,
        *,
        sides: Vocabulary | Sequence[str],
        places: Vocabulary,
        pieces: Vocabulary,
        types: Vocabulary,
        verbs: VerbTable,
        nodes: Iterable[Node[Any]],
        scenarios: Iterable[Scenario],
        options: Iterable[Option] = (),
        sequence: Sequence[Phase] = (),
        vocab: Iterable[Vocabulary] = (),
        catalogues: Mapping[str, Mapping[str, str]] | None = None,
        notes: str = "",
    ) -> None:
        side_words = sides if isinstance(sides, Vocabulary) else Vocabulary("side", sides)
        self.sides: tuple[str, ...] = side_words.ids
        self.vocab: dict[str, Vocabulary] = {"side": side_words, "place": places, "piece": pieces, "type": types}
        for more in vocab:
            self.vocab[more.kind] = more
        self.places = places.ids
        self.pieces = pieces.ids
        self.piece_types = types.ids
        self.verbs = verbs
        self.scenarios: dict[str, Scenario] = {s.name: s for s in scenarios}
        self.options: dict[str, Option] = {o.name: o for o in options}
        self.sequence = tuple(sequence)
        self.lexicon = Lexicon(self.vocab, catalogues)
        for locale, words in self.lexicon.catalogues.items():  # the reasons that `resigned` gives
            for number, name in enumerate(side_words.names):
                words.setdefault(f"{name} resigned", self.lexicon.render(RESIGNED.template, (number,), locale))
        self.notes = notes
        self.nodes: list[Node[Any]] = [NextPhase(), *nodes]
        self.node_numbers: dict[str, int] = {}
        for number, node in enumerate(self.nodes):
            if not node.name or node.name in self.node_numbers:
                raise ValueError(f"{self.name}: node {node!r} has no name of its own")
            node.number = number
            node.game = self
            self.node_numbers[node.name] = number
        for phase in self.sequence:
            if phase.node not in self.node_numbers:
                raise ValueError(f"{self.name}: phase {phase.name} names no node: {phase.node}")
        self.documents: tuple[str, ...] = ()  # scenarios of one's own, as text; filled in by the loader
        self.array_names: tuple[str, ...] = tuple(f.name for f in self.State.FIELDS if f.is_array)

    # --- what a game must say

    def setup_state(self, s: S) -> None:
        """Fill a new state and push its first frames (often `next_phase`)."""
        raise NotImplementedError

    def view(self, s: S, mask: int) -> dict[str, Any]:
        """`pieces`, `marks` and `extra` as the sides in `mask` may know them (0: a spectator)."""
        raise NotImplementedError

    def figures(self, s: S) -> dict[str, float]:
        raise NotImplementedError

    # --- what a game may say

    def areas(self, s: S, mask: int) -> Iterable[Area]:
        """What each side controls, feeds, fires at or reaches, as far as the sides in `mask` may know."""
        return ()

    def threats(self, s: S, mask: int, place: int) -> Iterable[int]:
        """The pieces that could act on a place by fire, strike or attack if they were free to now."""
        return ()

    def confidants(self, s: S, side: int) -> int:
        """The sides among which this one talks apart just now, itself included; 0: what it says is for everybody."""
        return 0

    def sides_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[int]:
        return range(len(self.sides))

    def sequence_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[Phase]:
        return self.sequence

    def default_seats(self, setup: Setup) -> dict[str, tuple[int, ...]]:
        return {self.sides[i]: (i,) for i in setup.sides}

    def in_one_hand(self, options: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """The options of a match in which no two people sit apart: at one screen, or one person and bots, or bots."""
        return dict(options)

    def make_setup(
        self, scenario: Scenario, options: Mapping[str, OptionValue], seats: Mapping[str, Sequence[str]] | None
    ) -> Setup:
        return Setup(self, scenario, options, seats)

    def skip_phase(self, s: S, index: int) -> bool:
        return False

    def end_turn(self, s: S) -> None:
        """After the last phase: may set `s.result`; else raises the turn."""
        s.turn += 1
        s.emit(TURN_BEGINS, s.turn)

    def redraw(self, s: S, mask: int, rng: Rng) -> None:
        """Redraw whatever the sides in `mask` can't know, consistently with their view."""

    def check(self, s: S) -> Iterator[str]:
        """What is wrong with this state: invariants, one text each."""
        return iter(())

    def evaluate(self, s: S, side: int) -> float:
        """How good this is for `side`, in the game's own judgement; zero-sum for two sides."""
        return 0.0

    def shortlist(self, s: S, side: int, codes: list[Code]) -> list[Code]:
        """The actions that the staff thinks worth looking at, best first, where there are too many for a bot."""
        return codes

    def follow(self, s: S, side: int, codes: list[Code]) -> list[Code]:
        """Of the picks inside a plan that a bot thinks through, those that lead somewhere new; none: judge as is."""
        return codes

    def table(self, name: str) -> Any:
        """A chart as plain data; `name` is one of `chart_names`."""
        raise NotImplementedError

    def chart_names(self) -> tuple[str, ...]:
        return ()

    def board(self, scenario: str = "") -> dict[str, Any]:
        """How the table draws it: places with their geometry, terrains, types, sides. Static for a scenario."""
        return {}

    def lessons(self) -> list[dict[str, Any]]:
        """The rulebook's worked examples as positions to play through."""
        return []

    def phase_title(self, s: S) -> Msg:
        return Msg(s.setup.sequence[s.phase].title) if 0 <= s.phase < len(s.setup.sequence) else Msg("Set-up")

    def resigned(self, s: S, side: int) -> Result:
        """How the match ends when a side resigns. With two sides the other wins."""
        others = [self.sides[i] for i in s.setup.sides if not s.setup.mask[i] & (1 << side)]
        return Result("+".join(others) or None, "resignation", f"{self.vocab['side'].names[side]} resigned")

    # --- what every game can do

    def count(self, per: str | int) -> int:
        return per if isinstance(per, int) else len(self.vocab[per])

    def node(self, name: str) -> int:
        return self.node_numbers[name]

    def resolve_options(self, scenario: Scenario, given: Mapping[str, OptionValue]) -> dict[str, OptionValue]:
        """Every option with its value; errors name the option and what it takes."""
        if not isinstance(given, Mapping):
            raise BadSetup(f"options: expected names with values, found {short(given)}")
        for name in given:
            if name not in self.options:
                known = ", ".join(self.options) or "none"
                raise BadSetup(f"options: {self.title} has no option {short(name)}; known are: {known}")
        out = {o.name: self._option(scenario, o, given) for o in self.options.values()}
        for option in self.options.values():
            if not out[option.name] or out[option.name] == self.default_option(scenario, option):
                continue
            for other in option.conflicts:
                if out[other] and out[other] != self.options[other].default:
                    raise BadSetup(f"options: {option.name} and {other} exclude each other")
            for other in option.requires:
                if not out[other]:
                    raise BadSetup(f"options: {option.name} needs {other}")
        return out

    def _option(self, scenario: Scenario, option: Option, given: Mapping[str, OptionValue]) -> OptionValue:
        default = self.default_option(scenario, option)
        value = given.get(option.name, default)
        if isinstance(value, str) and not option.choices:
            value = _SWITCHES.get(value.lower(), value)
        found = [a for a in option.allowed if a == value or str(a) == value]
        if not found:
            raise BadSetup(f"options: {option.name} takes {', '.join(map(str, option.allowed))}; not {short(value)}")
        if option.scenarios and scenario.name not in option.scenarios and found[0] != default:
            raise BadSetup(f"options: {option.name} belongs to {', '.join(option.scenarios)}; this is {scenario.name}")
        return found[0]

    def default_option(self, scenario: Scenario, option: Option) -> OptionValue:
        """A scenario may have defaults of its own under `options` in its data."""
        own: Mapping[str, OptionValue] = scenario.data.get("options", {})
        return own.get(option.name, option.default)

    def new_state(self, setup: Setup, dice: Dice) -> S:
        state: S = self.State(self, setup, dice, [])  # type: ignore[assignment]
        return state

    # --- the contract

    def new(
        self,
        scenario: str,
        options: Mapping[str, OptionValue] | None = None,
        seed: int | str = 0,
        sides: Mapping[str, Sequence[str]] | None = None,
    ) -> Match:
        """A new match. `sides` maps the names of seats to the sides they hold."""
        from grognard.core.match import Match

        return Match.start(self, self.scenario(scenario), {} if options is None else options, seed_text(seed), sides)

    def chart(self, name: str) -> Any:
        """A table of the rulebook as plain data."""
        if name not in self.chart_names():
            raise GrognardError(f"{self.title} has no chart {short(name)}; there are {', '.join(self.chart_names())}")
        return self.table(name)

    def from_position(self, document: Mapping[str, Any]) -> Match:
        from grognard.core.position import match_from_position

        return match_from_position(self, document)

    def scenario(self, name: str) -> Scenario:
        if not isinstance(name, str) or name not in self.scenarios:
            raise BadSetup(f"scenario: {self.title} has no {short(name)}; known are: {', '.join(self.scenarios)}")
        return self.scenarios[name]
