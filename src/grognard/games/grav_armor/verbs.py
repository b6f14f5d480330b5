"""Every action of the game, one verb a line."""

from __future__ import annotations

from grognard.core import VerbTable

verbs = VerbTable()
DONE = verbs.done

SHIFT = verbs.add("shift {piece}", "Set up elsewhere: {piece}")
SET = verbs.add("set {place}", "Set up in {place}")

MOVE = verbs.add("move {piece}", "Move {piece}")
GO = verbs.add("go {place}", "To {place}")
TAKE_OFF = verbs.add("take off", "Take off into free flight")
OVER = verbs.add("over {place}", "Fly over {place}")
LAND = verbs.add("land {place}", "Land in {place}")
FLY = verbs.add("fly {place}", "Fly to {place}")
DIVE = verbs.add("dive {place}", "Dive to {place}")
CLIMB = verbs.add("climb", "Climb to orbit")
LEAVE = verbs.add("leave", "Leave the map")
LOAD = verbs.add("load {piece}", "Take {piece} aboard")
UNLOAD = verbs.add("unload {piece}", "Set {piece} down")
STOP = verbs.add("stop", "End this move")

FIRE = verbs.add("fire {piece} at {target:piece}", "Fire {piece} at {target:piece}")
NEXT = verbs.add("next {target:piece}", "Missiles next at {target:piece}")
PASS = verbs.add("pass", "Let it pass here")
PASS_UNIT = verbs.add("pass unit", "Let this unit's whole move pass")
PASS_PHASE = verbs.add("pass phase", "Let all moves pass until the end of the phase")

ORDERS = verbs.add("orders", "Standing orders")
ORDER = verbs.add("order {piece}", "Orders for {piece}")
ALL_ASK = verbs.add("all ask", "All units: ask me")
ALL_HOLD = verbs.add("all hold", "All units: hold fire")
ALL_WHEN = verbs.add("all when {chance:int}", "All units: fire at {chance} % or better")
ONE_ASK = verbs.add("ask", "Ask me")
ONE_HOLD = verbs.add("hold", "Hold fire")
ONE_WHEN = verbs.add("when {chance:int}", "Fire at {chance} % or better")
ONLY = verbs.add("only {target:piece}", "Also at {target:piece}, and at no unit that is not named")
WITHIN = verbs.add("within {place}", "Also in {place}, and in no hex that is not named")
ANY_TARGET = verbs.add("any target", "At any target")
ANYWHERE = verbs.add("anywhere", "In any hex")
