"""Loading, lift-offs and landings of Terran ships (6.5 to 6.7)."""

from __future__ import annotations

from grognard.core.events import EventKind
from grognard.core.state import Frame
from grognard.core.verbs import Code
from grognard.core.words import Msg, Refusal, rule
from grognard.games.air_eaters import expansion, players
from grognard.games.air_eaters.ground import MOVED, MoveChoice, Stage
from grognard.games.air_eaters.sides import CONSORTIUM
from grognard.games.air_eaters.state import State, passenger, relocate
from grognard.games.air_eaters.units import BI, DT, ITR, KIND_OF, PASSENGERS, SPACE, TERRAN_SPACE, TR, TYPE
from grognard.games.air_eaters.verbs import DONE, EMPTY, LAND, LOAD, TO, V_LOAD, V_TO, Picked, settle
from grognard.games.air_eaters.world import HEX0, LANDINGS, ORBIT, ORBIT0, PLACES, SEA, TERRAIN

LOADED = EventKind("loaded", "{piece} boards {transport:piece}", rule="6.7")

UNLOADED = EventKind("unloaded", "{piece} leaves {transport:piece} at {place}", rule="6.7")

LANDED = 2  # in `moved`: unloaded this turn, and taken along by no other Transport


class LiftStage(Stage):
    name = "lift_stage"
    choice = "lift_and_land"

    def can_move(self, s: State, piece: int) -> bool:
        return KIND_OF[piece] == SPACE and s.at[piece] >= ORBIT0 and s.carrier[piece] < 0

    def run(self, s: State, frame: Frame) -> None:
        for p in TERRAN_SPACE:
            if frame[1] >> s.owner[p] & 1 if s.owner[p] >= 0 else False:
                s.moved[p] = 0
        super().run(s, frame)


def _landings(place: int) -> list[Code]:
    """Where a ship in an orbit box, or one that lifts off from a hex, can land."""
    if ORBIT0 <= place < ORBIT0 + 8:
        return [TO[h] for h in LANDINGS[place - ORBIT0]]
    return [TO[h] for h in LANDINGS[ORBIT[place] - ORBIT0] if h != place] if place >= HEX0 else []


LANDING_CODES = [_landings(place) for place in range(len(PLACES))]


def boarding(s: State, transport: int) -> list[int]:
    """Tanks and infantry that a Transport may take along from its hex; loading is over before anything lands (6.7)."""
    here = s.at[transport]
    if here < HEX0 or TYPE[transport] not in (TR, ITR):
        return []
    return [
        p
        for p in PASSENGERS
        if s.at[p] == here and s.carrier[p] < 0 and s.moved[p] != LANDED and players.may_carry(s, transport, p)
    ]


class LiftAndLand(MoveChoice):
    name = "lift_and_land"
    rule = rule("6.5")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Lift-offs and landings: choose a ship, or be done")

    def picked(self, s: State, side: int, piece: int) -> None:
        s.push("lift_to", side, piece)
        if boarding(s, piece):
            s.push("load", side, piece)

    def cannot(self, s: State, piece: int) -> Refusal:
        if KIND_OF[piece] != SPACE:
            return Refusal(rule("6.7"), "{piece} leaves a planet only aboard a Transport", piece=piece)
        return Refusal(self.rule, "{piece} is not on a planet or in orbit", piece=piece)


class Load(Picked):
    name = "load"
    rule = rule("6.7")
    inside = 2  # where to is asked next

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("What does {piece} carry?", piece=frame[2])

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [*(LOAD[p] for p in boarding(s, frame[2])), EMPTY]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_LOAD:
            return super().unlisted(s, frame, side, code)
        piece = code[1]
        if TYPE[piece] not in (DT, BI):
            return Refusal(self.rule, "Transports carry tanks and bounce infantry only")
        if s.at[piece] != s.at[frame[2]]:
            return Refusal(self.rule, "{piece} is not in the Transport's hex", piece=piece)
        if s.carrier[piece] >= 0:
            return Refusal(self.rule, "{piece} is aboard another Transport", piece=piece)
        if s.moved[piece] == LANDED:
            return Refusal(self.rule, "{piece} has just been unloaded: all load before any land", piece=piece)
        if not s.setup.split_terrans:
            return Refusal(self.rule, "{piece} is not yours to carry", piece=piece)
        return Refusal(players.carry_rule(s), "the owner of {piece} does not agree", piece=piece)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code != EMPTY:
            if players.ask_to_carry(s, frame[2], code):
                return
            s.carrier[code[1]] = frame[2]
            s.emit(LOADED, code[1], frame[2])
        s.pop()


def landing_prompt(s: State, ship: int, question: str) -> Msg:
    """The question, with a warning where a landing can lose the game (37.4)."""
    if expansion.carries_defeat(s, ship):
        return Msg("Where does {piece} land? Its tank on the enemy's home planet loses the game", piece=ship)
    return Msg(question, piece=ship)


class LiftTo(Picked):
    """From orbit to a hex; from a hex to orbit, or by `land` straight on to another hex."""

    name = "lift_to"
    rule = rule("6.6")

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return landing_prompt(s, frame[2], "Where does {piece} lift off or land?")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        here = s.at[frame[2]]
        if here < HEX0:
            return or_stay(s, allowed(s, frame[2], LANDING_CODES[here]))
        codes = allowed(s, frame[2], [TO[ORBIT[here]]])
        if allowed(s, frame[2], LANDING_CODES[here]):
            codes.append(LAND)
        return or_stay(s, codes)

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != V_TO:
            return super().unlisted(s, frame, side, code)
        piece, place = frame[2], code[1]
        here = s.at[piece]
        if code not in allowed(s, piece, [code]) and (place == ORBIT[here] or code in LANDING_CODES[here]):
            return no_leave(s)
        if here >= HEX0 and code in LANDING_CODES[here] and self.name == "lift_to":
            return Refusal(self.rule, "to land straight away choose `land` first")
        if here < HEX0 and place < HEX0:
            return Refusal(self.rule, "{piece} can land on a planet connected to this orbit", piece=piece)
        if place >= HEX0 and TERRAIN[place] == SEA:
            return Refusal(self.rule, "ships land in land or part-land hexes")
        return Refusal(self.rule, "{to:place} is not connected to this orbit", to=place)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        piece = frame[2]
        if code == LAND:
            s.replace("land_at", side, piece)
            return
        if code == DONE:
            _undo_load(s, piece)
        elif players.ask_to_land(s, piece, code):
            return
        else:
            lift(s, piece, code[1])
        if s.result is not None:
            return
        s.moved[piece] = 1
        s.movable &= ~(1 << piece)
        s.pop()
        settle(s)


class LandAt(LiftTo):
    name = "land_at"

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return landing_prompt(s, frame[2], "Where does {piece} land?")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        here = s.at[frame[2]]
        return or_stay(s, allowed(s, frame[2], LANDING_CODES[here]))


def or_stay(s: State, codes: list[Code]) -> list[Code]:
    """A ship whose owner has asked a partner in vain may stay where it is; other picks are simply taken back."""
    return [*codes, DONE] if s.setup.split_terrans else codes


def allowed(s: State, ship: int, codes: list[Code]) -> list[Code]:
    """Those of these places to which the ship has not been refused leave this turn (32.3, 33.5)."""
    if not s.setup.split_terrans:
        return codes
    return [c for c in codes if players.landing_consent(s, ship, c[1]) >= 0]


def no_leave(s: State) -> Refusal:
    number = rule("33.5") if CONSORTIUM in s.setup.sides else rule("32.3")
    return Refusal(number, "leave to land or lift off there was refused this turn")


def _undo_load(s: State, piece: int) -> None:
    """What has boarded a ship that stays on the ground gets off again; what came with it into orbit stays aboard."""
    rider = passenger(s, piece)
    if rider >= 0 and s.at[piece] >= HEX0:
        s.carrier[rider] = -1


def lift(s: State, piece: int, place: int) -> None:
    """Lift off, land, or both; what lands unloads (6.7)."""
    s.emit(MOVED, piece, s.at[piece], place)
    relocate(s, piece, place)
    if place >= HEX0:
        unload(s, piece, place)


def unload(s: State, piece: int, place: int) -> None:
    """A Transport that has landed unloads (6.7); a tank on the other side's home planet ends Expansion (37.4)."""
    rider = passenger(s, piece)
    if rider >= 0:
        s.carrier[rider] = -1
        s.moved[rider] = LANDED
        s.emit(UNLOADED, rider, piece, place)
        if s.setup.expansion and TYPE[rider] == DT:
            expansion.landed(s, rider)
