"""The state of a game of Imperium, and the one way in which counters change place."""

from __future__ import annotations

from typing import Any, Self

from grognard.core import Dice, FlatState, array, scalar
from grognard.core.events import Raw
from grognard.games.imperium import facts
from grognard.games.imperium.facts import ABOARD, COUNT, IS_BOX, IS_DEEP, IS_STAR, PLACES

FIRST, SECOND, REACTION = 0, 1, 2  # kinds of movement phases
LONG, SHORT = 0, 1
NONE, PLAIN, SALVO, CLOSE_MISSILES, CLOSE_SALVO, SUICIDE, DEFEND = range(7)
TURNS_AHEAD = 24


class State(FlatState):
    FIELDS = (
        # counters
        array("at", per="piece", of="place"),  # none: in the counter mix
        array("on", per="piece", of="piece"),  # the ship that carries it
        array("due", per="piece", high=TURNS_AHEAD + 40),  # the turn in which it comes back or is finished
        array("years", per="piece", high=1 << 12),  # turns of peace an outpost has spent in its box
        scalar("disrupted", of="bits:piece"),
        scalar("neutral", of="bits:piece"),
        scalar("conquered", of="bits:piece"),  # worlds lost for the rest of the war
        scalar("held_over", of="bits:piece"),  # of these, the ones lost in an earlier war
        scalar("unplaced", of="bits:piece"),  # outposts and defenses that do not work yet
        scalar("mandated", of="bits:piece"),  # the emperor's own ships, here for an offensive
        # who and when
        scalar("active", of="side", default=0),  # whose player turn it is
        scalar("mover", of="side", default=0),  # the phasing player
        scalar("first", of="side", default=0),  # who moves first in this war
        scalar("war", default=1),
        scalar("peace", high=12),  # turns of peace; 0 in war
        scalar("winner", of="side"),  # of the war that is over
        array("wins", per="side"),
        # money and glory
        array("ru", per="side"),
        scalar("budget", low=1, high=1 << 20, default=10),
        scalar("war_budget", high=1 << 20),  # what appeals have added, for this war
        scalar("depression", high=3),
        scalar("glory", low=-(1 << 20), high=1 << 20, default=5),
        scalar("glory_change", low=-(1 << 20), high=1 << 20),
        scalar("glory_spent", high=1 << 20),  # on appeals in this turn
        scalar("attention", of="flag"),
        scalar("appeals_barred", of="flag"),
        scalar("permits", of="bits:type"),
        scalar("offensive", high=6),  # the row of the offensive force that comes next turn
        array("grant", per=TURNS_AHEAD),  # RU that come in a turn
        array("rise", per=TURNS_AHEAD),  # increases of the budget that come in a turn
        array("lost_here", per="side", of="bits:place"),  # boxes where the side lost a marker in this war
        array("fallen", per="side", of="bits:place"),  # its outpost was destroyed here, but others fight on
        scalar("dreadnought_lost", of="flag"),
        array("terraforming", per="place", high=1 << 12),  # turns paid for
        array("terraformer", per="place", of="side"),  # who may go on paying
        # movement
        scalar("group", of="bits:piece"),  # ships picked to move together
        scalar("reaction", of="bits:piece"),  # the reaction force
        scalar("stopped", of="bits:piece"),  # may move no farther in this phase
        scalar("entered", of="bits:piece"),  # has come upon enemy ships in this phase and must fight
        scalar("stuck", of="bits:piece"),  # may move no farther in this player turn
        scalar("moved", of="bits:piece"),
        scalar("dry", of="bits:piece"),  # without fuel at a tertiary star
        scalar("embarked", of="bits:piece"),
        scalar("landed", of="bits:piece"),  # ships that have put cargo down in this phase
        array("jumps", per="piece", high=1 << 20),
        array("loads", per="piece", high=6),  # cargoes carried in this phase
        # combat
        scalar("battle", of="place"),
        scalar("ground", of="flag"),  # the battle is on a planetary surface
        scalar("round"),
        scalar("range", high=1),
        scalar("flip", of="flag"),  # the range changes next round
        scalar("quiet"),  # rounds without a loss
        scalar("fought", of="bits:place"),
        scalar("breaking", of="bits:side"),
        array("exit", per="side", of="place"),
        scalar("attack_force", of="bits:piece"),
        scalar("defense_force", of="bits:piece"),
        scalar("engaged", of="bits:piece"),  # matched in this round
        scalar("forward", of="piece"),
        scalar("picked", of="piece"),
        scalar("by_rote", of="bits:side"),  # has left the rest of the matching to the staff
        scalar("declared", of="bits:piece"),
        scalar("joint", of="bits:piece"),
        scalar("marked", of="bits:piece"),
        scalar("spent", of="bits:piece"),  # out of missiles for this combat phase
        array("foe", per="piece", of="piece"),
        array("aim", per="piece", of="piece"),
        array("mode", per="piece", high=6),
        array("dest", per="piece", of="place"),  # the box it is about to land in
        # bookkeeping of choices
        scalar("pending", of="bits:piece"),
        scalar("handled", of="bits:piece"),
        scalar("budgeted", high=1 << 20),  # RU of a reinforcement still to be taken
        scalar("civilian", high=1 << 20),  # of which this much for counters that are no ships
        scalar("big", high=1),  # capital ships that may still be taken
        array("colonies", per="side", high=24),
        array("award", per="side"),  # income for war preparation, as of the end of the war
    )
    at: list[int]
    on: list[int]
    due: list[int]
    years: list[int]
    disrupted: int
    neutral: int
    conquered: int
    held_over: int
    unplaced: int
    mandated: int
    active: int
    mover: int
    first: int
    war: int
    peace: int
    winner: int
    wins: list[int]
    ru: list[int]
    budget: int
    war_budget: int
    depression: int
    glory: int
    glory_change: int
    glory_spent: int
    attention: int
    appeals_barred: int
    permits: int
    offensive: int
    grant: list[int]
    rise: list[int]
    lost_here: list[int]
    fallen: list[int]
    dreadnought_lost: int
    terraforming: list[int]
    terraformer: list[int]
    group: int
    reaction: int
    stopped: int
    entered: int
    stuck: int
    moved: int
    dry: int
    embarked: int
    landed: int
    jumps: list[int]
    loads: list[int]
    battle: int
    ground: int
    round: int
    range: int
    flip: int
    quiet: int
    fought: int
    breaking: int
    exit: list[int]
    attack_force: int
    defense_force: int
    engaged: int
    forward: int
    picked: int
    by_rote: int
    declared: int
    joint: int
    marked: int
    spent: int
    foe: list[int]
    aim: list[int]
    mode: list[int]
    dest: list[int]
    pending: int
    handled: int
    budgeted: int
    civilian: int
    big: int
    colonies: list[int]
    award: list[int]

    # Made from `at`, kept beside it for speed: who is where, and who is in what kind of place.
    here: list[int]
    in_space: int
    on_surface: int
    in_deep: int

    def __init__(self, game: Any, setup: Any, dice: Dice, log: list[Raw] | None = None) -> None:
        super().__init__(game, setup, dice, log)
        self.here = []

    def copy(self) -> Self:
        new = super().copy()
        new.here = self.here[:]
        return new

    def index(self) -> None:
        """Make the derived sets from `at`."""
        self.here = [0] * len(PLACES)
        self.in_space = self.on_surface = self.in_deep = 0
        for piece in range(COUNT):
            place = self.at[piece]
            if place >= 0:
                self._toggle(1 << piece, place)

    def _toggle(self, bit: int, place: int) -> None:
        self.here[place] ^= bit
        if IS_STAR[place]:
            self.in_space ^= bit
        elif IS_BOX[place]:
            self.on_surface ^= bit
        elif IS_DEEP[place]:
            self.in_deep ^= bit

    def put(self, piece: int, place: int) -> None:
        """Move a counter; -1 puts it back into the mix."""
        bit = 1 << piece
        old = self.at[piece]
        if old >= 0:
            self._toggle(bit, old)
        self.at[piece] = place
        if place >= 0:
            self._toggle(bit, place)

    def load(self, piece: int, ship: int) -> None:
        self.put(piece, ABOARD)
        self.on[piece] = ship

    def unload(self, piece: int, place: int) -> None:
        self.on[piece] = -1
        self.put(piece, place)

    def cargo_of(self, ship: int) -> list[int]:
        aboard = self.here[ABOARD]
        if not aboard:
            return []
        on = self.on
        return [p for p in facts.pieces_in(aboard) if on[p] == ship]

    def where(self, piece: int) -> int:
        """The place of a counter, or of the ship that carries it."""
        return self.at[self.on[piece]] if self.on[piece] >= 0 else self.at[piece]

    def wipe(self, piece: int) -> None:
        """Back to the mix, with nothing left on it."""
        keep = ~(1 << piece)
        self.on[piece] = -1
        self.due[piece] = 0
        self.years[piece] = 0
        self.disrupted &= keep
        self.neutral &= keep
        self.conquered &= keep
        self.held_over &= keep
        self.unplaced &= keep
        self.mandated &= keep
        self.dry &= keep
        self.stuck &= keep
        self.spent &= keep
        self.put(piece, -1)

    @property
    def on_map(self) -> int:
        return self.in_space | self.on_surface | self.in_deep
