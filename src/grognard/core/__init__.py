"""The kernel: matches, decisions, actions, events, dice, undo, records, positions, views. It knows no game."""

from grognard.core.decision import Action, Decision
from grognard.core.dice import Dice, Random, Rng, commitment, mixed_seed
from grognard.core.events import ACT, OUTCOME, PHASE, TURN, Event, EventKind
from grognard.core.game import AREA_KINDS, Area, BadSetup, Game, Option, Scenario, Setup
from grognard.core.match import Match
from grognard.core.nodes import NEXT_PHASE, Choice, Phase, Step, Way
from grognard.core.position import BadPosition
from grognard.core.record import BadRecord
from grognard.core.result import Result
from grognard.core.seat import Seat
from grognard.core.state import Field, FlatState, Frame, array, scalar
from grognard.core.verbs import BadAction, Code, Verb, VerbTable
from grognard.core.vocab import Vocabulary
from grognard.core.words import GrognardError, Illegal, Lexicon, Modifier, Msg, Refusal, rule

__all__ = [
    "ACT",
    "AREA_KINDS",
    "NEXT_PHASE",
    "OUTCOME",
    "PHASE",
    "TURN",
    "Action",
    "Area",
    "BadAction",
    "BadPosition",
    "BadRecord",
    "BadSetup",
    "Choice",
    "Code",
    "Decision",
    "Dice",
    "Event",
    "EventKind",
    "Field",
    "FlatState",
    "Frame",
    "Game",
    "GrognardError",
    "Illegal",
    "Lexicon",
    "Match",
    "Modifier",
    "Msg",
    "Option",
    "Phase",
    "Random",
    "Refusal",
    "Result",
    "Rng",
    "Scenario",
    "Seat",
    "Setup",
    "Step",
    "Verb",
    "VerbTable",
    "Vocabulary",
    "Way",
    "array",
    "commitment",
    "mixed_seed",
    "rule",
    "scalar",
]
