"""The words of an order: every verb a player may use."""

from __future__ import annotations

from grognard.core import VerbTable

VERBS = VerbTable()
DONE = VERBS.done

DEPLOY = VERBS.add("deploy {unit:piece}")
DEPLOY_REST = VERBS.add("deploy rest", title="Deploy the rest as the staff suggests")
AT = VERBS.add("at {place}")
ABOARD = VERBS.add("aboard {carrier:piece}")

SAIL = VERBS.add("sail {unit:piece}")
LOAD = VERBS.add("load {unit:piece} on {carrier:piece}")
UNLOAD = VERBS.add("unload {unit:piece}")
TO = VERBS.add("to {place}")
VIA = VERBS.add("via {place}", "By way of {place}")
STAY = VERBS.add("stay", title="End this unit's move here")

REPLACE = VERBS.add("replace {unit:piece}")

RAIL = VERBS.add("rail {unit:piece}")
CARRY = VERBS.add("carry {unit:piece}", "Take {unit:piece} along")
DROP = VERBS.add("drop {place}", "Set down in {place}")

MOVE = VERBS.add("move {unit:piece}")
BOARD = VERBS.add("board {carrier:piece}")

ATTACK = VERBS.add("attack {target:place}")
ALSO = VERBS.add("also {target:place}", "Attack {target:place} as well")
WITH = VERBS.add("with {unit:piece}", "Attack with {unit:piece}")
RESOLVE = VERBS.add("resolve", title="Resolve the attack")
RETREAT = VERBS.add("retreat {place}", "Retreat to {place}")
WITHDRAW = VERBS.add("withdraw {place}", "First the units in {place}")
DISPLACE = VERBS.add("displace {place}", "Make room in {place}")
LOSE = VERBS.add("lose {unit:piece}")
ADVANCE = VERBS.add("advance {unit:piece} to {place}")

INVOKE = VERBS.add("invoke partisans", title="Call the militia to partisan war")
INVITE = VERBS.add("invite {side}")
EXCLUDE = VERBS.add("exclude {side}")
OPEN = VERBS.add("open talks")
SECRET = VERBS.add("secret talks")
RAISE_TOPIC = VERBS.add("raise {topic}")
ADJOURN = VERBS.add("adjourn")
AGREE = VERBS.add("agree")
AMEND = VERBS.add("amend", title="Ask for other terms")
DECLINE = VERBS.add("decline")
OBJECT = VERBS.add("object", title="Break the talks off")
