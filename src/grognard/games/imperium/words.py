"""Everything that has a text: the verbs of actions and the kinds of events."""

from __future__ import annotations

from grognard.core import ACT, OUTCOME, PHASE, EventKind, VerbTable, rule

verbs = VerbTable()
DONE = verbs.done

# movement
TAKE = verbs.add("take {piece}", "Pick {piece}")
FLEET = verbs.add("fleet {place}", "Pick all ships at {place}")
JUMP = verbs.add("jump {place}", "Jump to {place}")
SUBLIGHT = verbs.add("sublight {place}", "Cruise to {place}")
LIFT = verbs.add("lift", "Lift off")
LAND = verbs.add("land {place}", "Land at {place}")
LOAD = verbs.add("load {piece}", "Embark {piece}")
UNLOAD = verbs.add("unload {piece} {place}", "Put {piece} down at {place}")
RELEASE = verbs.add("release", "Release")
REACT = verbs.add("react {place}", "React with the stack at {place}")

# space combat
FIGHT = verbs.add("fight {place}", "Fight at {place}")
LAUNCH = verbs.add("launch {piece}", "Launch {piece}")
LAUNCH_ALL = verbs.add("launch all", "Launch all fighters")
RETRIEVE = verbs.add("retrieve {piece}", "Take {piece} aboard")
LONG_RANGE = verbs.add("range long", "Long range")
SHORT_RANGE = verbs.add("range short", "Short range")
STAND = verbs.add("stand", "Stand and fight")
RETREAT = verbs.add("retreat {place}", "Break off to {place}")
FORWARD = verbs.add("forward {piece}", "Move {piece} forward")
FORWARD_REST = verbs.add("forward rest", "Leave the rest to the staff")
MATCH = verbs.add("match {piece}", "Answer with {piece}")
MATCH_REST = verbs.add("match rest", "Leave the rest to the staff")
EXTRA = verbs.add("extra {piece}", "Send {piece}")
AGAINST = verbs.add("against {piece}", "Against {piece}")
SCREEN = verbs.add("screen", "Stay screened")
SCREEN_REST = verbs.add("screen rest", "Screen the rest")
SPREAD = verbs.add("spread rest", "Spread the rest by rote")
FIRE = verbs.add("fire {piece} at {target:piece}", "{piece} fires at {target:piece}")
MISSILES = verbs.add("missiles {piece} at {target:piece}", "{piece} fires missiles at {target:piece}")
SALVO = verbs.add("salvo {piece} at {target:piece}", "{piece} fires its whole store of missiles at {target:piece}")
RAM = verbs.add("ram {piece} at {target:piece}", "{piece} makes a suicide attack on {target:piece}")
ANSWER = verbs.add("defend {piece}", "{piece} fires in defense")
HOLD = verbs.add("hold {piece}", "{piece} holds its fire")
FIRE_ALL = verbs.add("fire all", "All fire in the ordinary way")
CEASE = verbs.add("fire nothing more", "Nobody else fires")

# surface and space
APPROACH = verbs.add("approach {place}", "Approach {place}")
BOMBARD = verbs.add("bombard {target:piece} with {piece}", "Bombard {target:piece} with {piece}")
BOMBARD_ALL = verbs.add("bombard {target:piece}", "Bombard {target:piece} with all that is left")
SET_DOWN = verbs.add("land {piece} {place}", "{piece} lands at {place}")
SET_DOWN_ALL = verbs.add("land cargo {place}", "All ships with cargo land at {place}")
DROP = verbs.add("drop {piece} {place}", "Eject {piece} over {place}")

# surface combat
ASSAULT = verbs.add("assault {place}", "Attack at {place}")
JOIN = verbs.add("join {piece} at {target:piece}", "{piece} joins the fire on {target:piece}")
SWEEP = verbs.add("sweep {piece}", "{piece} fires at all it faces")
ENOUGH = verbs.add("enough {piece}", "{piece} fires at no more of them")

# economics
MAINTAIN = verbs.add("maintain {piece}", "Maintain {piece}")
MAINTAIN_ALL = verbs.add("maintain all", "Maintain all that can be paid for")
PLACE_ONE = verbs.add("place {piece} at {place}", "{piece} at {place}")
PLACE_REST = verbs.add("place rest at {place}", "Everything else at {place}")
NEXT = verbs.add("next {piece}", "First place {piece}")
BUY = verbs.add("buy {type}", "Order {type}")
SCRAP = verbs.add("scrap {piece}", "Scrap the replacement {piece}")
TERRAFORM = verbs.add("terraform {place}", "Terraform {place}")
QUEUE = verbs.add("queue {piece}", "Next: {piece}")
QUEUE_REST = verbs.add("queue rest", "Leave the order to the staff")

# the Imperium
APPEAL_PRODUCTION = verbs.add("appeal production", "Appeal for increased production")
APPEAL_FINANCES = verbs.add("appeal finances", "Appeal for increased finances")
SEND = verbs.add("send {piece}", "Send {piece}")
INSURGENTS = verbs.add("support insurgents", "Support the insurgents")
LOYALISTS = verbs.add("support loyalists", "Support the loyalists")
STAY_OUT = verbs.add("support nobody", "Support nobody")
OBTAIN = verbs.add("obtain {type}", "Take {type}")

# peace and set-up
PRESERVE = verbs.add("preserve {piece}", "Preserve {piece}")
PRESERVE_ALL = verbs.add("preserve all", "Preserve all that can be paid for")
COLONISE = verbs.add("colonise {place}", "Found an outpost at {place}")
DEVELOP = verbs.add("develop {place}", "Make {place} a world")
SETTLE = verbs.add("settle {place}", "Place a marker at {place}")
RECOMMENDED = verbs.add("recommended", "Use the recommended set-up")


def event(name: str, template: str, level: int = ACT, clause: str = "") -> EventKind:
    return EventKind(name, template, level, clause)


SUBPHASE = event("subphase", "{title:text}", PHASE)

INCOME = event("income", "{side:side} receives {ru:int} RU", ACT, rule("Economics/Income"))
MAINTAINED = event(
    "maintained", "{side:side} pays {ru:int} RU to maintain {piece}", ACT, rule("Economics/Maintenance/Civilized")
)
FRONTIER = event(
    "frontier",
    "{piece}: maintenance on the frontier, {roll:int} against {need:int}",
    OUTCOME,
    rule("Economics/Maintenance/Frontier"),
)
DISRUPTED = event("disrupted", "{piece} is disrupted", OUTCOME, rule("Economics/Disruption"))
RECOVERED = event("recovered", "{piece} recovers", OUTCOME, rule("Economics/Recovery"))
ARRIVED = event("arrived", "{piece} appears at {place}", ACT, rule("Economics/Production/Arrival"))
BOUGHT = event(
    "bought", "{side:side} orders {piece} for {ru:int} RU: turn {turn:int}", ACT, rule("Economics/Production")
)
SCRAPPED = event("scrapped", "{piece} is scrapped", ACT)
QUEUED = event("queued", "{piece} is to be replaced in turn {turn:int}", ACT, rule("Economics/Imperial Replacements"))
TERRAFORMED = event("terraformed", "{place}: {turns:int|turn|turns} of terraforming", ACT, rule("Options/Terraforming"))
NEW_WORLD = event("new_world", "{place} becomes a world of {side:side}", OUTCOME)

MOVES = event("moves", "To {place}: {pieces:piece*}", ACT)
CRUISES = event("cruises", "At sublight to {place}: {pieces:piece*}", ACT)
JUMP_FAILS = event(
    "jump_fails", "{piece} fails to jump: {roll:int} against {need:int}", OUTCOME, rule("Economics/Disruption")
)
LOADED = event("loaded", "{piece} embarks on {ship:piece}", ACT)
UNLOADED = event("unloaded", "{piece} disembarks at {place}", ACT)
REACTS = event("reacts", "The force at {place} reacts", ACT, rule("Movement/Reaction"))
OPERATIONAL = event(
    "operational", "{piece} becomes operational at {place}", OUTCOME, rule("Markers/Outposts/Operational")
)

BATTLE = event("battle", "Battle at {place}", ACT, rule("Combat/Space Combat"))
ROUND = event("round", "Round {round:int}: {range:text}", ACT)
RANGE_ROLL = event(
    "range_roll", "Range: {attacker:int} against {defender:int}", OUTCOME, rule("Combat/Space Combat/Range")
)
BREAKS = event("breaks", "{side:side} breaks off toward {place}", ACT, rule("Combat/Breaking Off"))
FIRED = event(
    "fired",
    "{piece} fires at {target:piece}: needs {need:int}, rolls {roll:int}",
    OUTCOME,
    rule("Combat/Space Combat/Resolution"),
)
FIRED_SO = event("fired_so", "{piece} fires {how:text} at {target:piece}: needs {need:int}, rolls {roll:int}", OUTCOME)
DESTROYED = event("destroyed", "{piece} is destroyed", OUTCOME)
WITHDRAWS = event("withdraws", "Withdrawal to {place}: {pieces:piece*}", OUTCOME, rule("Combat/Breaking Off"))
STALEMATE = event(
    "stalemate", "Neither side can decide the battle; both remain", OUTCOME, rule("Combat/Ending/Stalemate")
)
BOMBARDED = event(
    "bombarded", "{factors:int} missile factors on {target:piece}: {roll:int}", OUTCOME, rule("Combat/Bombardment")
)
NEUTRALIZED = event("neutralized", "{piece} is neutralized", OUTCOME, rule("Combat/Bombardment/Neutralized"))
SHOT_AT = event(
    "shot_at",
    "{marker:piece} fires at {piece}: {roll:int}, needs {need:int} or less",
    OUTCOME,
    rule("Combat/Planetary Defense Fire"),
)
LANDED = event("landed", "{piece} lands at {place}", ACT, rule("Combat/Landings"))
ASSAULTED = event("assaulted", "{side:side} assaults {place}", ACT, rule("Combat/Surface Combat"))
ATTACKED = event(
    "attacked",
    "{pieces:piece*} on {targets:piece*}, {differential:int}: {roll:int}, needs {need:int} or less",
    OUTCOME,
    rule("Combat/Surface Combat/Differential"),
)

GLORY = event("glory", "{place}: glory {change:int}", OUTCOME, rule("Glory/Points"))
GLORY_NOW = event("glory_now", "Glory stands at {glory:int}", PHASE)
CONQUERED = event("conquered", "{piece} is lost for the rest of the war", OUTCOME, rule("Glory/Worlds"))
FREED = event("freed", "{piece} works again", OUTCOME, rule("Glory/Worlds"))
INTERVENTION = event(
    "intervention", "Imperial intervention, {roll:int}: {result:text}", ACT, rule("Imperium/Intervention")
)
APPEAL = event("appeal", "Appeal to the emperor, {roll:int}: {result:text}", ACT, rule("Imperium/Appeals"))
GRANTED = event("granted", "The emperor grants {ru:int} RU", OUTCOME)
BUDGET = event("budget", "The provincial budget changes by {change:int}", OUTCOME)
PERMITTED = event("permitted", "{type} may be built", OUTCOME)
WITHDRAWN = event("withdrawn", "{type} may no longer be built", OUTCOME)
SENT = event("sent", "{piece} is sent away until turn {turn:int}", ACT)
GONE = event("gone", "{piece} does not come back", OUTCOME)
CRISIS = event("crisis", "{need:int} missile factors are called for", OUTCOME, rule("Imperium/Frontier Crisis"))
CIVIL_WAR = event(
    "civil_war", "The civil war is decided, {roll:int}: {victors:text} win", OUTCOME, rule("Imperium/Civil War")
)
OFFENSIVE = event(
    "offensive",
    "An offensive is ordered: force {row:int} comes next turn",
    OUTCOME,
    rule("Imperium/Mandated Offensive"),
)
LEAVES = event("leaves", "{piece} leaves the map", ACT)

WAR_ENDS = event("war_ends", "War {war:int} ends: {winner:side} wins", PHASE, rule("Glory/Time"))
PEACE = event("peace", "Peace for {turns:int|turn|turns}", PHASE, rule("Peace/Length"))
UNTENABLE = event(
    "untenable", "{piece} at {place} can't be held and is given up", ACT, rule("Peace/Territorial Exchange")
)
CHANGES_HANDS = event(
    "changes_hands", "{place} becomes a world of {side:side}", ACT, rule("Peace/Territorial Exchange")
)
WORN_OUT = event("worn_out", "{piece} falls to attrition: {roll:int}", OUTCOME, rule("Peace/Attrition"))
PRESERVED = event("preserved", "{piece} is preserved for {ru:int} RU", ACT)
FAVOUR = event("favour", "Imperial favor: {roll:int}", ACT, rule("Peace/Favor"))
COLONY = event("colony", "{side:side} founds an outpost at {place}", ACT, rule("Peace/Colonization"))
NEW_WAR = event("new_war", "War {war:int} begins; {side:side} moves first", PHASE, rule("Peace/Attack"))
