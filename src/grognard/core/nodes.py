"""What can stand on the decision stack: steps that run by themselves and choices that wait for a side."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from grognard.core.dice import Random
from grognard.core.events import PHASE_BEGINS
from grognard.core.state import FlatState, Frame
from grognard.core.verbs import Code
from grognard.core.words import Modifier, Msg, Refusal

if TYPE_CHECKING:
    from grognard.core.game import Game

S = TypeVar("S", bound=FlatState)


class Node(Generic[S]):
    """The common part. `number` and `game` are filled in when the game is built."""

    name: str = ""
    number: int = -1
    game: Game[Any]


class Step(Node[S]):
    """Runs as soon as it is on top; it has been popped already when `run` is called."""

    def run(self, s: S, frame: Frame) -> None:
        raise NotImplementedError


@dataclass(frozen=True, slots=True)
class Way:
    """How a move gets to its goal: what it costs, and the places it leads over, both ends included."""

    cost: float
    path: Sequence[int]


class Choice(Node[S]):
    """Waits for a side. It stays on the stack until its `apply` pops it."""

    rule: str = ""
    inside: int = 0
    """A later pick of a plan: how many frames of it, its own included, are open. A look-ahead thinks them through."""

    def cited(self, s: S, frame: Frame) -> str:
        """The rule this decision cites; override where forms of play have rules of their own for it."""
        return self.rule

    def sides(self, s: S, frame: Frame) -> tuple[int, ...]:
        """The sides that must decide now; by default the frame's first argument."""
        return (frame[1],)

    def bystanders(self, s: S, frame: Frame) -> tuple[int, ...]:
        """The sides that may speak up here though nothing waits for them; `actions` and `apply` serve them too."""
        return ()

    def actions(self, s: S, frame: Frame, side: int) -> list[Code]:
        """The whole legal list, never empty."""
        raise NotImplementedError

    def sample(self, s: S, frame: Frame, side: int, rng: Random) -> Code:
        """One legal action at random, without listing all where that is costly."""
        return rng.choice(self.actions(s, frame, side))

    def refusal(self, s: S, frame: Frame, side: int, code: Code) -> Refusal | None:
        """None where `code` is legal; else the rule and the reason."""
        if code in self.actions(s, frame, side):
            return None
        return self.unlisted(s, frame, side, code)

    def unlisted(self, s: S, frame: Frame, side: int, code: Code) -> Refusal:
        """Why an action that is not in the list is refused. Override to name the true reason."""
        return Refusal(self.rule, "that is not among the choices here")

    def apply(self, s: S, frame: Frame, side: int, code: Code) -> None:
        """Carry out a legal action."""
        raise NotImplementedError

    def prompt(self, s: S, frame: Frame, side: int) -> Msg:
        raise NotImplementedError

    def odds(self, s: S, frame: Frame, side: int, code: Code) -> Mapping[str, Fraction | float] | None:
        """The exact chances of what the dice may bring; None where no dice follow at once."""
        return None

    def ledger(self, s: S, frame: Frame, side: int, code: Code) -> list[Modifier]:
        """The modifiers behind the odds, line by line."""
        return []

    def way(self, s: S, frame: Frame, side: int, code: Code) -> Way | None:
        """How a listed move gets to its goal; None for what is no move, or where nothing is paid on the way."""
        return None

    def notes(self, s: S, frame: Frame, side: int, code: Code) -> Sequence[Msg]:
        """What a mover should know of a way that its cost and path do not tell; what it leads to comes first."""
        return ()


@dataclass(frozen=True, slots=True)
class Phase:
    """One line of the sequence of play. `under` names the heading it stands under (a player-turn, a segment)."""

    name: str
    title: str
    rule: str
    node: str
    under: str = ""
    side: str = ""


NEXT_PHASE = "next_phase"


class NextPhase(Step[FlatState]):
    """Walks the sequence of play: heading, the phase's node, and after the last phase the end of the turn."""

    name = NEXT_PHASE

    def run(self, s: FlatState, frame: Frame) -> None:
        game = self.game
        sequence = s.setup.sequence
        index = s.phase + 1
        while True:
            if index >= len(sequence):
                s.phase = -1
                game.end_turn(s)
                if s.result is not None:
                    s.phase = index - 1  # the match ended in its last phase
                    s.stack.append(frame)  # left for the match to clear, so that the end is told
                    return
                index = 0
            if not game.skip_phase(s, index):
                break
            index += 1
        s.phase = index
        phase = sequence[index]
        s.emit(PHASE_BEGINS, phase.title)
        s.stack.append((self.number,))
        s.stack.append((game.node_numbers[phase.node], index))
