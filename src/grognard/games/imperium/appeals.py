"""Appeals to the emperor, for production or for money (The Imperium, Appeals to the Emperor)."""

from __future__ import annotations

from fractions import Fraction

from grognard.core import Choice, Code, Frame, Msg, Refusal, Step, rule
from grognard.games.imperium.deployment import PRODUCED
from grognard.games.imperium.facts import CHARTS, IMPERIAL, TYPE, TYPES
from grognard.games.imperium.production import accelerate
from grognard.games.imperium.state import State
from grognard.games.imperium.words import APPEAL, APPEAL_FINANCES, APPEAL_PRODUCTION, DONE, PERMITTED

APPEALING = rule("Imperium/Appeals")
APPEAL_COST = int(CHARTS["glory"]["appeal"])


def can_appeal(s: State) -> bool:
    """Two glory points, and never down to zero."""
    return not s.appeals_barred and s.glory - APPEAL_COST > 0


class Appeals(Step[State]):
    """5. Appeals to the emperor."""

    name = "appeals"

    def run(self, s: State, frame: Frame) -> None:
        if can_appeal(s):
            s.push("appeal", IMPERIAL)


class Appeal(Choice[State]):
    name = "appeal"
    rule = APPEALING

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        return [(DONE,), (APPEAL_PRODUCTION,), (APPEAL_FINANCES,)]

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        return Refusal(APPEALING, "appeal for production or finances, or do without")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        s.pop()
        if code[0] == DONE:
            return
        s.glory -= APPEAL_COST
        s.glory_spent += APPEAL_COST
        s.push("appeals", IMPERIAL)
        roll = s.roll(6, "appeal") + s.roll(6, "appeal")
        if code[0] == APPEAL_FINANCES:
            finances(s, roll)
        else:
            more_production(s, roll)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg(
            "Appeal to the emperor? It costs {cost:int} of your {glory:int} glory", cost=APPEAL_COST, glory=s.glory
        )

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> dict[str, Fraction | float] | None:
        if code[0] == DONE:
            return None
        words = production_words if code[0] == APPEAL_PRODUCTION else finance_words
        out: dict[str, Fraction | float] = {}
        for a in range(1, 7):
            for b in range(1, 7):
                out[words(a + b)] = out.get(words(a + b), Fraction(0)) + Fraction(1, 36)
        return out


def finance_words(roll: int) -> str:
    chart = CHARTS["appeal_finances"]
    if roll in chart["barred"]:
        return "no further appeals"
    if str(roll) in chart["grant"]:
        return f"{chart['grant'][str(roll)]} RU"
    if str(roll) in chart["budget"]:
        return f"budget +{chart['budget'][str(roll)]}"
    return "nothing"


def finances(s: State, roll: int) -> None:
    chart = CHARTS["appeal_finances"]
    s.emit(APPEAL, roll, finance_words(roll))
    if roll in chart["barred"]:
        s.appeals_barred = 1
    elif str(roll) in chart["grant"]:
        s.ru[IMPERIAL] += int(chart["grant"][str(roll)])
    elif str(roll) in chart["budget"]:
        s.war_budget += int(chart["budget"][str(roll)])


def production_words(roll: int) -> str:
    result = CHARTS["appeal_production"]["results"].get(str(roll), "")
    if result in TYPE:
        return f"{TYPES.names[TYPE[result]]} permitted"
    return {
        "": "nothing",
        "barred": "no further appeals",
        "accelerated": "production accelerated",
        "three_ships": "any three ships",
    }[str(result)]


def more_production(s: State, roll: int) -> None:
    result = CHARTS["appeal_production"]["results"].get(str(roll), "")
    s.emit(APPEAL, roll, production_words(roll))
    if result == "barred":
        s.appeals_barred = 1
    elif result == "accelerated":
        accelerate(s)
        s.push("place_forces", IMPERIAL, PRODUCED)
    elif result == "three_ships":
        s.pending = s.budgeted = s.civilian = 0
        s.big = 1
        s.push("obtain", IMPERIAL, 3)
    elif result:
        s.permits |= 1 << TYPE[result]
        s.emit(PERMITTED, TYPE[result])
