"""The game Grav Armor: what it is made of, what each side may know, and how a match of it begins and ends."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from grognard.core import NEXT_PHASE, Code, Game, Option, Phase, Rng, Scenario, Vocabulary, rule
from grognard.core.data import read_data, read_folder, read_text
from grognard.core.events import TURN_BEGINS
from grognard.core.game import Area, OptionValue
from grognard.games.grav_armor import areas as overlay
from grognard.games.grav_armor import show, staff, turn
from grognard.games.grav_armor.combat import chart
from grognard.games.grav_armor.documents import from_text, line_of, packaged
from grognard.games.grav_armor.equipment import (
    BOXES,
    DROPSHIP,
    INFANTRY,
    SIDES,
    BadScenario,
    piece_words,
    place_words,
    type_words,
)
from grognard.games.grav_armor.firing import After, Before, Interrupt, LastFire, Missiles, OpenFire, Salvo, Watch
from grognard.games.grav_armor.ground import Ground
from grognard.games.grav_armor.movement import Leg
from grognard.games.grav_armor.moves import Go, Load, Move, Travel
from grognard.games.grav_armor.orbital import Flight, ToOrbit, TouchDown
from grognard.games.grav_armor.orders import CHANCES, Order, Orders
from grognard.games.grav_armor.scenario import ClosePhase, GravSetup, end_by_points, figures, set_up
from grognard.games.grav_armor.state import ASK, HOLD, ORBIT, GravState
from grognard.games.grav_armor.verbs import verbs

NODES = (
    turn.Recovery,
    turn.Fight,
    turn.Moving,
    turn.Muster,
    turn.MusterUnit,
    Move,
    Travel,
    Go,
    Load,
    Leg,
    Flight,
    TouchDown,
    ToOrbit,
    OpenFire,
    Before,
    LastFire,
    After,
    Watch,
    Interrupt,
    Salvo,
    Missiles,
    Orders,
    Order,
    ClosePhase,
)

FREE_SETUP = Option(
    "free_setup",
    "Free set-up",
    default=True,
    rule=rule("Scenarios/Forces/3"),
    about="Shift units within their set-up areas before play. Off: everything stands where the scenario suggests.",
)


def _german_pieces() -> dict[str, str]:
    """Counters are named by side and type: only the side has a word in another language."""
    out: dict[str, str] = {}
    for name in piece_words().names:
        for side, german in (("Imperial ", "Imperium: "), ("League ", "Liga: ")):
            if name.startswith(side):
                out[name] = german + name.removeprefix(side)
    return out


class GravArmor(Game[GravState]):
    name = "grav_armor"
    title = "Grav Armor"
    about = "One side moves while the other fires; the same ground is another world in each scenario."
    State = GravState

    def __init__(self, scenarios: Iterable[Scenario]) -> None:
        super().__init__(
            sides=Vocabulary("side", SIDES),
            places=place_words(),
            pieces=piece_words(),
            types=type_words(),
            verbs=verbs,
            nodes=[kind() for kind in NODES],
            scenarios=scenarios,
            options=[FREE_SETUP],
            sequence=turn.sequence(0),
            catalogues={"de": {**_german_pieces(), **read_data("grav_armor", "words.de.toml")}},
            notes=read_text("grav_armor", "notes.md"),
        )
        self._grounds: dict[str, Ground] = {}

    def ground(self, name: str) -> Ground:
        """The battlefield of a scenario, made once."""
        if name not in self._grounds:
            self._grounds[name] = Ground(name, self.scenarios[name].data, self.vocab["piece"])
        return self._grounds[name]

    def make_setup(
        self, scenario: Scenario, options: Mapping[str, OptionValue], seats: Mapping[str, Sequence[str]] | None
    ) -> GravSetup:
        return GravSetup(self, scenario, options, seats)

    def sequence_in(self, scenario: Scenario, options: Mapping[str, OptionValue]) -> Iterable[Phase]:
        return turn.sequence(SIDES.index(scenario.data["moves_first"]))

    def setup_state(self, s: GravState) -> None:
        set_up(s)
        s.push(NEXT_PHASE)
        if s.opt("free_setup"):
            first = SIDES.index(s.setup.scenario.data.get("sets_up_first", "league"))
            for side in (1 - first, first):
                if turn.shiftable(s, side):
                    s.push("muster", side, 0)

    def skip_phase(self, s: GravState, index: int) -> bool:
        """A recovery in which nobody is disrupted passes unsaid."""
        phase = s.setup.sequence[index]
        if phase.node != "recovery":
            return False
        return not any(s.disrupted[p] for p in s.ground.bodies[SIDES.index(phase.side)])

    def end_turn(self, s: GravState) -> None:
        if s.turn >= s.setup.scenario.turns:  # [Turn/Ending the Game]
            end_by_points(s)
            return
        s.turn += 1
        s.emit(TURN_BEGINS, s.turn)

    def figures(self, s: GravState) -> dict[str, float]:
        return figures(s)

    def evaluate(self, s: GravState, side: int) -> float:
        return staff.evaluate(s, side)

    def shortlist(self, s: GravState, side: int, codes: list[Code]) -> list[Code]:
        return staff.shortlist(s, side, codes)

    def follow(self, s: GravState, side: int, codes: list[Code]) -> list[Code]:
        return staff.follow(s, codes)

    def table(self, name: str) -> Any:
        return chart(name)

    def chart_names(self) -> tuple[str, ...]:
        return ("firing", "hit_effects")

    def view(self, s: GravState, mask: int) -> dict[str, Any]:
        return show.view(s, mask)

    def board(self, scenario: str = "") -> dict[str, Any]:
        return show.board(self.ground(scenario or next(iter(self.scenarios))))

    def areas(self, s: GravState, mask: int) -> Iterable[Area]:
        return overlay.areas(s)

    def threats(self, s: GravState, mask: int, place: int) -> Iterable[int]:
        return overlay.threats(s, place)

    def lessons(self) -> list[dict[str, Any]]:
        return [{"id": name, **lesson} for name, lesson in read_folder("grav_armor", "lessons").items()]

    def redraw(self, s: GravState, mask: int, rng: Rng) -> None:
        """Only the other side's standing orders are hidden, and how far it has chosen to let moves pass."""
        g = s.ground
        for side in (0, 1):
            if mask >> side & 1:
                continue
            for piece in g.units[side]:
                s.order[piece] = rng.choice((ASK, ASK, HOLD, *CHANCES))
                s.aim[piece] = s.zone[piece] = 0
        firers = [f[1] for f in s.stack if f[0] == self.node("last_fire")]
        halted = any(f[0] == self.node("interrupt") for f in s.stack)
        if firers and not halted and not mask >> firers[0] & 1:
            s.quiet = rng.randrange(3)

    def check(self, s: GravState) -> Iterator[str]:
        g = s.ground
        ids = g.pieces.ids
        dealt = {d.piece for d in g.dealt}
        for piece, at in enumerate(s.at):
            if (piece in dealt) != (at >= 0):
                yield f"{ids[piece]}: {'is nowhere' if piece in dealt else 'is no part of this scenario'}"
            elif at >= 0 and at >= len(BOXES) and g.cell[at] < 0:
                yield f"{ids[piece]}: {place_words().ids[at]} is no hex of this map"
        both = 0
        for side in (0, 1):
            here = 0
            for piece in g.bodies[side]:
                here |= g.bit[s.at[piece]] if s.at[piece] >= 0 else 0
            if both & here:
                yield "both sides stand in one hex"
            both |= here
        for piece in dealt:
            yield from self._check_riding(s, piece)
            if s.at[piece] in ORBIT and s.on[piece] < 0 and not g.comes_from_orbit(piece):
                yield f"{ids[piece]}: has no way down from orbit but inside another unit"
        if s.mover >= 0 and s.mover not in dealt:
            yield "mover: no unit of this scenario"

    def _check_riding(self, s: GravState, piece: int) -> Iterator[str]:
        g, carrier = s.ground, s.on[piece]
        ids = g.pieces.ids
        if carrier < 0:
            return
        if not g.carrier[carrier] or g.side[carrier] != g.side[piece] or s.at[carrier] != s.at[piece]:
            yield f"{ids[piece]}: can't be inside {ids[carrier]}"
        elif g.move[carrier] != DROPSHIP and g.move[piece] != INFANTRY:
            yield f"{ids[piece]}: is no infantry, yet inside {ids[carrier]}"
        elif sum(1 for on in s.on if on == carrier) > (3 if g.move[carrier] == DROPSHIP else 1):
            yield f"{ids[carrier]}: too many inside"


def build(more: Iterable[str] = ()) -> GravArmor:
    """The game; `more` are scenario documents of one's own, as text. What can't be is refused here, not in play."""
    texts = list(more)
    own = [from_text(text, f"scenario document {number}") for number, text in enumerate(texts, start=1)]
    scenarios = packaged()
    for number, (text, scenario) in enumerate(zip(texts, own, strict=True), start=1):
        if any(scenario.name == known.name for known in scenarios):
            reason = f"there is a scenario {scenario.name!r} already; give yours a name of its own"
            raise BadScenario(f"scenario document {number}", "name", reason, line_of(text, "name"))
        scenarios.append(scenario)
    game = GravArmor(scenarios)
    for text, scenario in zip(texts, own, strict=True):
        try:
            game.ground(scenario.name)
        except BadScenario as error:
            raise error.at_line(line_of(text, error.field)) from None
    return game
