"""A match: the contract that outside code, tests and bots rely on."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any, TypeVar

from grognard.core.decision import Action, Decision, Events
from grognard.core.dice import MOST_PIPS, Dice, Rng, are_dice
from grognard.core.events import DRAW_OFFERED, EVERYONE, GAME_ENDS, RESIGNED, TURN_BEGINS, UNTOLD, Raw
from grognard.core.nodes import Choice, Step
from grognard.core.result import Result
from grognard.core.state import FlatState, Frame, Roll
from grognard.core.verbs import BadAction, Code
from grognard.core.view import areas_of, threats_to, view_of
from grognard.core.words import GrognardError, Illegal, Modifier, Refusal, rule, short

if TYPE_CHECKING:
    from grognard.core.game import Game, OptionValue, Scenario, Setup

T = TypeVar("T")
ACT, DICE, RESIGN, OFFER = "act", "dice", "resign", "offer"
Input = tuple[str, int, tuple[int, ...]]
"""Something from outside that a record must keep: its kind, the side, the numbers."""

_CHECKPOINT = 128  # inputs between two remembered states
_ENDLESS = range(100_000)  # steps without a decision: a defect in a game
NOBODY: frozenset[int] = frozenset()
TURN_ORDER = rule("table/turn")
GRAMMAR = rule("table/action")


class Match:
    """One game being played. Everything outside sees plain values; inside is a flat state and a stack."""

    def __init__(self, game: Game[Any], state: FlatState) -> None:
        self.game = game
        self.state = state
        self.log: list[Raw] = state.log if state.log is not None else []
        state.log = self.log
        self.inputs: list[Input] = []
        self.header: dict[str, Any] = {}
        self.epoch = 0
        self.arranged = False
        self._untold = 0  # inputs that a redrawn copy must not tell, nor carry along
        self._floor = 0
        self._checkpoints: list[tuple[int, FlatState, int, frozenset[int]]] = []
        self._offers = NOBODY
        self._told: dict[int, list[Raw]] = {}

    @classmethod
    def start(
        cls,
        game: Game[Any],
        scenario: Scenario,
        options: Mapping[str, OptionValue],
        seed: str,
        seats: Mapping[str, Sequence[str]] | None,
    ) -> Match:
        setup = game.make_setup(scenario, game.resolve_options(scenario, options), seats)
        state = game.new_state(setup, Dice(seed))
        state.emit(TURN_BEGINS, state.turn)
        game.setup_state(state)
        match = cls(game, state)
        match.advance()
        match.remember()
        return match

    # --- who and what

    @property
    def setup(self) -> Setup:
        return self.state.setup

    @property
    def scenario(self) -> str:
        return self.setup.scenario.name

    @property
    def actions(self) -> int:
        """How many inputs there have been."""
        return self._untold + len(self.inputs)

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides in play."""
        return tuple(self.game.sides[i] for i in self.setup.sides)

    @property
    def result(self) -> Result | None:
        return self.state.result

    @property
    def rolls(self) -> list[Roll]:
        """Every draw so far with what it was for. It tells hidden things: not for a seat before the end."""
        return [] if self.state.rolls is None else self.state.rolls[:]

    @property
    def to_act(self) -> tuple[str, ...]:
        """The sides that must decide now; () when the match is over."""
        names = self.game.sides
        return tuple(names[i] for i in self.deciders())

    def deciders(self) -> tuple[int, ...]:
        s = self.state
        if s.result is not None:
            return ()
        frame = s.stack[-1]
        node = self.game.nodes[frame[0]]
        assert isinstance(node, Choice)
        return node.sides(s, frame)

    @property
    def may_act(self) -> tuple[str, ...]:
        """The sides that may act now though nothing waits for them."""
        names = self.game.sides
        return tuple(names[i] for i in self.bystanders())

    def bystanders(self) -> tuple[int, ...]:
        if self.state.result is not None:
            return ()
        node, frame = self._open()
        return node.bystanders(self.state, frame)

    def _open(self) -> tuple[Choice[Any], Frame]:
        """The choice on top of the stack, and its frame."""
        frame = self.state.stack[-1]
        return self.game.nodes[frame[0]], frame  # type: ignore[return-value]

    def phase_title(self, locale: str = "en") -> str:
        return self.game.lexicon.msg(self.game.phase_title(self.state), locale)

    def _side(self, side: str) -> int:
        number = self.state.setup.number.get(side) if isinstance(side, str) else None
        if number is None:
            raise GrognardError(f"{short(side)} is no side of this match; the sides are {', '.join(self.sides)}")
        return number

    def _where(self) -> str:
        if self.state.result is not None or not self.state.stack:
            return f"{self.game.name}, action {self.actions + 1}"
        return f"{self.game.name}, {self.game.nodes[self.state.stack[-1][0]].name}, action {self.actions + 1}"

    def _not_now(self, side: int) -> Refusal | None:
        if self.state.result is not None:
            return Refusal(TURN_ORDER, "the game is over")
        deciders = self.deciders()
        if side not in deciders and side not in self.bystanders():
            return Refusal(TURN_ORDER, "it is for {who:side*} to decide", who=deciders)
        return None

    def decision(self, side: str) -> Decision:
        number = self._side(side)
        s = self.state
        if s.result is None:
            frame = s.stack[-1]
            node: Choice[Any] = self.game.nodes[frame[0]]  # type: ignore[assignment]
            if number in node.sides(s, frame) or number in node.bystanders(s, frame):
                return Decision(self, number, node, frame)
        late = self._not_now(number)
        assert late is not None
        late = self.game.lexicon.refusal(late)
        raise Illegal(late.rule, late.reason, self._where())

    # --- acting

    def _code(self, action: Action | str) -> Code:
        """What the engine calls an action; one that was listed in another game goes by its text."""
        if isinstance(action, Action) and action.game is self.game:
            return action.code
        return self.game.verbs.parse(action.text if isinstance(action, Action) else action, self.game.vocab)

    def _refusal(self, side: int, code: Code) -> Refusal | None:
        late = self._not_now(side)
        if late is not None:
            return late
        node, frame = self._open()
        return node.refusal(self.state, frame, side, code)

    def why_not(self, side: str, action: Action | str, locale: str = "en") -> Refusal | None:
        """None where the action is legal now; else the rule and the reason in plain words."""
        number = self._side(side)
        try:
            code = self._code(action)
        except BadAction as error:
            return Refusal(GRAMMAR, str(error))
        refusal = self._refusal(number, code)
        return None if refusal is None else self.game.lexicon.refusal(refusal, locale)

    def play(self, side: str, action: Action | str) -> Events:
        """Carry an action out; returns what happened, as that side may read it."""
        if isinstance(action, Action) and action.decision.is_now(self, side):
            return self.play_code(action.decision.side_number, action.code)
        number = self._side(side)
        try:
            code = self._code(action)
        except BadAction as error:
            raise Illegal(GRAMMAR, str(error), self._where()) from None
        refusal = self._refusal(number, code)
        if refusal is not None:
            refusal = self.game.lexicon.refusal(refusal)
            raise Illegal(refusal.rule, refusal.reason, self._where())
        return self.play_code(number, code)

    def play_code(self, side: int, code: Code) -> Events:
        """The fast lane: `code` must come from this very decision's list."""
        start = len(self.log)
        if "position" in self.header:
            self._try((ACT, side, code))
        else:
            self._input((ACT, side, code))
        return Events(self.log, self.game.lexicon, start, len(self.log), self.state.setup.mask[side])

    def _input(self, item: Input) -> None:
        s = self.state
        draws, reveals = s.draws, s.reveals
        kind, side, numbers = item
        if kind == ACT:
            frame = s.stack[-1]
            self.game.nodes[frame[0]].apply(s, frame, side, numbers)  # type: ignore[attr-defined]
            self._offers = NOBODY
        else:
            self._mark(kind, side, numbers)
        self.advance()
        self.inputs.append(item)
        self.epoch += 1
        if s.draws != draws or s.reveals != reveals:
            self._floor = len(self.inputs)
        if not len(self.inputs) % _CHECKPOINT and self._checkpoints:
            self.remember()

    def _try(self, item: Input) -> None:
        """The same in a match that began from a document, which need not hold together: all or nothing is done."""
        count = len(self.inputs)
        try:
            self._input(item)
            self.must_go_on()
        except Exception as error:
            self.rewind(count)
            raise self._fallen_apart(error) from error

    def _fallen_apart(self, error: Exception) -> GrognardError:
        where = f"{self._where()}: the position that this began from doesn't hold together"
        return GrognardError(f"{where} ({type(error).__name__}: {error})"[:300])

    def _shown(self, what: Callable[[], T]) -> T:
        """Something to look at; where it can't be made in a match that began from a document, that is to blame."""
        try:
            return what()
        except GrognardError:
            raise
        except Exception as error:
            if "position" not in self.header:
                raise
            raise self._fallen_apart(error) from error

    def must_go_on(self) -> None:
        """Raise unless those who must or may decide now have something to read and to choose."""
        for number in (*self.deciders(), *self.bystanders()):
            side = self.game.sides[number]
            if number not in self.setup.sides:
                raise GrognardError(f"{side} must decide, but is not in play")
            decision = self.decision(side)
            if not decision.codes or not decision.prompt:
                raise GrognardError(f"{side} must decide ({decision.name}), but there is nothing to choose")

    def _mark(self, kind: str, side: int, numbers: tuple[int, ...]) -> None:
        """What stands in a record behind an exclamation mark."""
        s = self.state
        if kind == DICE:
            s.forced.extend(numbers)
            self.arranged = True
        elif kind == RESIGN:
            s.emit(RESIGNED, side)
            s.result = self.game.resigned(s, side)
        elif kind == OFFER:
            s.emit(DRAW_OFFERED, side)
            self._offers |= {i for i in s.setup.sides if s.setup.mask[side] >> i & 1}
            if self._offers.issuperset(s.setup.sides):
                s.result = Result(None, "agreed draw", "all sides agreed to a draw")

    def advance(self) -> None:
        """Run the steps on top of the stack until a side must decide or the match is over."""
        s = self.state
        nodes = self.game.nodes
        stack = s.stack
        for _ in _ENDLESS:
            if s.result is not None:
                if stack:
                    stack.clear()
                    s.emit(GAME_ENDS, s.result.reason)
                return
            frame = stack[-1]
            node = nodes[frame[0]]
            if not isinstance(node, Step):
                return
            stack.pop()
            node.run(s, frame)
        raise RuntimeError(f"{self._where()}: the sequence of play does not come to a decision")

    def resign(self, side: str) -> None:
        number = self._side(side)
        if self.state.result is not None:
            raise Illegal(TURN_ORDER, "the game is over", self._where())
        self._input((RESIGN, number, ()))
        self._floor = len(self.inputs)

    def offer_draw(self, side: str) -> None:
        """Offer a draw, or accept the one that is offered; any action withdraws all offers."""
        number = self._side(side)
        if self.state.result is not None:
            raise Illegal(TURN_ORDER, "the game is over", self._where())
        self._input((OFFER, number, ()))
        self._floor = len(self.inputs)

    accept_draw = offer_draw

    @property
    def draw_offers(self) -> tuple[str, ...]:
        return tuple(self.game.sides[i] for i in sorted(self._offers))

    def force_dice(self, values: Sequence[int]) -> None:
        """The next dice, for puzzles and tests; the match is marked as arranged.

        Each is 1 or more, the first face of a die being 1; what is more than the faces of the die that is rolled counts
        on from 1 again.
        """
        if self.state.result is not None:
            raise Illegal(TURN_ORDER, "the game is over", self._where())
        if not are_dice(values):
            raise GrognardError(f"forced dice are a list of whole numbers from 1 to {MOST_PIPS}, not {short(values)}")
        if values:
            self._input((DICE, -1, tuple(values)))
            self._floor = len(self.inputs)

    def repeat(self, inputs: Sequence[Input]) -> None:
        """Carry out inputs of another match that began like this one; they are not judged again."""
        for item in inputs:
            self._input(item)

    # --- chances

    def odds(self, side: str, action: Action | str) -> dict[str, float] | None:
        """The exact chances of each outcome that can be, summing to 1; None where no dice follow at once."""
        chances = self.chances(side, action)
        return None if chances is None else {outcome: float(chance) for outcome, chance in chances.items() if chance}

    def chances(self, side: str, action: Action | str) -> Mapping[str, Fraction | float] | None:
        """The same before they are rounded: fractions, wherever the game works in fractions."""
        self._must_be_legal(side, action)
        node, frame = self._open()
        return node.odds(self.state, frame, self._side(side), self._code(action))

    def ledger(self, side: str, action: Action | str) -> list[Modifier]:
        """The modifiers behind the odds, each with reason and rule."""
        self._must_be_legal(side, action)
        node, frame = self._open()
        return node.ledger(self.state, frame, self._side(side), self._code(action))

    def ways(self, side: str) -> dict[str, tuple[float, list[str]]]:
        """What each move on offer costs and the places it leads over, by its text; empty where none is told."""
        decision = self.decision(side)
        node, frame = self._open()
        out: dict[str, tuple[float, list[str]]] = {}
        for code in decision.codes:
            way = node.way(self.state, frame, decision.side_number, code)
            if way is not None:
                text = self.game.verbs.print(code, self.game.vocab)
                out[text] = (way.cost, [self.game.places[p] for p in way.path])
        return out

    def notes(self, side: str, locale: str = "en") -> dict[str, list[str]]:
        """What else the moves on offer do, by their texts; only those of which there is something to tell."""
        decision = self.decision(side)
        node, frame = self._open()
        out: dict[str, list[str]] = {}
        for code in decision.codes:
            told = node.notes(self.state, frame, decision.side_number, code)
            if told:
                text = self.game.verbs.print(code, self.game.vocab)
                out[text] = [self.game.lexicon.msg(note, locale) for note in told]
        return out

    def _must_be_legal(self, side: str, action: Action | str) -> None:
        refusal = self.why_not(side, action)
        if refusal is not None:
            raise Illegal(refusal.rule, refusal.reason, self._where())

    # --- undo

    def remember(self) -> None:
        """Keep this moment as one that `undo` and `rewind` can start from."""
        self._checkpoints.append((len(self.inputs), self.state.copy(), len(self.log), self._offers))

    def can_undo(self, side: str) -> Refusal | None:
        """None where `undo` would work for this side now."""
        number = self._side(side)
        if not self.inputs or self.inputs[-1][0] != ACT or not self._checkpoints:
            return Refusal(TURN_ORDER, "there is nothing to take back")
        if self.inputs[-1][1] != number:
            return Refusal(TURN_ORDER, "another side has acted since")
        if len(self.inputs) <= self._floor:
            return Refusal(TURN_ORDER, "dice have been rolled or something hidden has been shown since")
        return None

    def undo(self, side: str) -> None:
        """Take back that side's last pick."""
        refusal = self.can_undo(side)
        if refusal is not None:
            raise Illegal(refusal.rule, refusal.reason, self._where())
        self.rewind(len(self.inputs) - 1)

    def rewind(self, count: int) -> None:
        """Go back to the moment after the first `count` inputs (by agreement, or to look)."""
        while self._checkpoints[-1][0] > count:
            self._checkpoints.pop()
        done, state, lines, offers = self._checkpoints[-1]
        inputs = self.inputs[done:count]
        rolls = self.state.rolls
        logging = self.state.log is not None
        self.state = state.copy()
        self.log = self.log[:lines]
        self._told = {}
        self.state.log = self.log if logging else None
        if rolls is not None:
            self.state.rolls = [r for r in rolls if r[0] < self.state.draws]
        self._offers = offers
        del self.inputs[done:]
        self._floor = min(self._floor, done)
        for item in inputs:
            self._input(item)
        self.epoch += 1

    # --- reading

    def mask(self, viewer: str | None) -> int:
        """The bits of the sides whose knowledge a viewer shares; 0: a spectator."""
        return 0 if viewer is None else self.setup.mask[self._side(viewer)]

    def view(self, side: str | None, locale: str = "en") -> dict[str, Any]:
        """What that side may know, and nothing else; None: a spectator."""
        return self._shown(lambda: view_of(self, side, locale))

    def areas(self, side: str | None) -> list[dict[str, Any]]:
        """Areas to lay over the board, by kind and side, as the viewer may know them."""
        return self._shown(lambda: areas_of(self, side))

    def threats(self, side: str | None, place: str) -> list[str]:
        """The pieces that could hit a place."""
        return self._shown(lambda: threats_to(self, side, place))

    def confidants(self, side: str) -> tuple[str, ...]:
        """The sides among which this one talks apart just now; none: what it says is for everybody."""
        mask = self._shown(lambda: self.game.confidants(self.state, self._side(side)))
        return tuple(one for one in self.sides if mask >> self._side(one) & 1)

    def events(self, since: int = 0, viewer: str | None = None) -> Events:
        """The log from event number `since` on, as that viewer may read it."""
        return Events(self.log, self.game.lexicon, max(since, 0), len(self.log), self.mask(viewer))

    def figures(self) -> dict[str, float]:
        return self.game.figures(self.state)

    def digest(self) -> str:
        """A fingerprint of the true state: equal for equal matches."""
        return self.state.digest()

    # --- copies, records, positions

    def copy(self, log: bool = True) -> Match:
        """An independent match, cheap. `log=False`: without its log and its rolls, for search."""
        new = self._fork()
        new.inputs = self.inputs[:]
        new._untold = self._untold
        new._floor = self._floor
        new._checkpoints = self._checkpoints[:]
        new.header = dict(self.header)
        if log:
            new.log = self.log[:]
            if self.state.log is not None:
                new.state.log = new.log
                new.state.rolls = None if self.state.rolls is None else self.state.rolls[:]
        return new

    def determinize(self, side: str | None, seed: int | str) -> Match:
        """A copy in which all that `side` can't know is redrawn, the dice to come included. Its log is `side`'s own."""
        mask = self.mask(side)
        new = self._fork()
        new._untold = self.actions
        new.log = new.state.log = self._told_to(mask)
        rng = Rng(f"determinize {seed}")
        new.state.dice = Dice(f"determinize {seed} {rng.randrange(1 << 62)}")
        new.state.forced = []
        self.game.redraw(new.state, mask, rng)
        return new

    def _fork(self) -> Match:
        """The moment alone: without log, inputs and what they lead back to."""
        new = object.__new__(Match)
        new.game = self.game
        new.state = self.state.copy()
        new.log = []
        new.inputs = []
        new.header = {}
        new.epoch = 0
        new.arranged = self.arranged
        new._untold = 0
        new._floor = 0
        new._checkpoints = []
        new._offers = self._offers
        new._told = {}
        return new

    def _told_to(self, mask: int) -> list[Raw]:
        """The log as the sides in `mask` read it, line for line, with nothing behind it."""
        told = self._told.setdefault(mask, [])
        for raw in self.log[len(told) :]:
            if raw[2] == EVERYONE or raw[2] & mask:
                told.append(raw)
            elif raw[3] is not None:
                told.append((*raw[3], EVERYONE, None))
            else:
                told.append(UNTOLD)
        return told[:]

    def save(self) -> str:
        from grognard.core.record import write_record

        if not self._checkpoints:
            raise GrognardError("a redrawn copy has no record")
        return write_record(self)

    def position(self) -> dict[str, Any]:
        from grognard.core.position import write_position

        return write_position(self)
