"""Land combat, fourth part: the advance along the path of retreat (13.7, 15.16)."""

from __future__ import annotations

from grognard.core import Code, Msg, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.base import WarChoice, WarStep, enter
from grognard.games.invasion_america.events import ADVANCED
from grognard.games.invasion_america.retreat import exits
from grognard.games.invasion_america.state import ATTACKER, OUT, TRAIL, TRAILS, State
from grognard.games.invasion_america.targets import committed
from grognard.games.invasion_america.verbs import ADVANCE, DONE


def trails(s: State) -> list[list[int]]:
    out = []
    for slot in range(TRAILS):
        path = [p for p in s.trail[slot * TRAIL : slot * TRAIL + TRAIL] if p >= 0]
        if path:
            out.append(path)
    return out


def advances(s: State, side: int, role: int) -> dict[int, set[int]]:
    """Each victor that may advance, and the hexes it may stop in (13.71 to 13.77, 15.16)."""
    forces, theatre = s.game.forces, s.game.theatre
    paths = trails(s)
    found: dict[int, set[int]] = {}
    if not paths:
        return found
    blocked = s.barred(side)
    full = s.presence.full[side]
    for piece in committed(s, role):
        if forces.side_of[piece] != side or not (forces.is_land[piece] or forces.is_air[piece]):
            continue
        place = s.at[piece]
        for path in paths:
            if place == path[0]:
                if s.aboard[piece] < 0 or role != ATTACKER:
                    continue
            elif s.aboard[piece] >= 0 or not exits(s, [piece], place) >> path[0] & 1:
                continue
            before = -1
            for goal in path:
                if before >= 0 and not exits(s, [piece], before) >> goal & 1:
                    break
                if blocked >> goal & 1 or (forces.is_hover[piece] and not theatre.hover_land >> goal & 1):
                    break
                if not full >> goal & 1:
                    found.setdefault(piece, set()).add(goal)
                before = goal
    return found


class AdvanceNext(WarStep):
    """Offers the advance to the victors: frame (attacking side, role of the victors)."""

    name = "advance_next"

    def run(self, s: State, frame: Frame) -> None:
        side, role = frame[1], frame[2]
        for owner in (side,) if role == ATTACKER else s.setup.enemies[side]:
            if advances(s, owner, role):
                s.push("advance", owner, role)


class Advance(WarChoice):
    """Advance victors one by one, or hold."""

    name = "advance"
    rule = rule("13.71")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        found = advances(s, side, frame[2])
        out: list[Code] = [(ADVANCE, piece, goal) for piece in sorted(found) for goal in sorted(found[piece])]
        out.append((DONE,))
        return out

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] != ADVANCE or code[1] < 0 or code[2] < 0:
            return Refusal(rule("13.76"), "advance now or not at all")
        piece, place = code[1], code[2]
        if s.role_of(piece) != frame[2] or self.forces.side_of[piece] != side:
            return Refusal(rule("13.74"), "{unit:piece} did not fight here, or has advanced", unit=piece)
        if not any(place in path for path in trails(s)):
            return Refusal(rule("13.75"), "{place} is not on the path of retreat", place=place)
        if s.presence.full[side] >> place & 1:
            return Refusal(rule("13.77"), "three units stand in {place} already", place=place)
        if self.forces.is_naval[piece]:
            return Refusal(rule("15.16"), "ships do not advance")
        return Refusal(rule("13.74"), "only victors adjacent to the combat advance, where they can go")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            return
        _, piece, goal = code
        paths = [path for path in trails(s) if goal in path and goal in advances(s, side, frame[2])[piece]]
        path = paths[0][: paths[0].index(goal) + 1]
        s.put(piece, goal)
        s.cast(piece, OUT)
        s.emit(ADVANCED, piece, goal)
        enter(s, side, path)
        if not advances(s, side, frame[2]):
            s.pop()

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Victorious units may advance along the path of retreat. Done holds the rest.")


NODES = (AdvanceNext, Advance)
