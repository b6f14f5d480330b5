"""What the log can say, and the rule behind each line."""

from __future__ import annotations

from grognard.core import ACT, OUTCOME, PHASE, EventKind, rule

DEPLOYED = EventKind("deployed", "{unit:piece} deploys in {place}", rule=rule("18.31"))
DEPLOYED_ABOARD = EventKind("deployed_aboard", "{unit:piece} deploys aboard {ship:piece}", rule=rule("18.31"))
LEFT_OUT = EventKind("left_out", "No room to deploy {count:int|unit|units} of {side:side}", rule=rule("18.31"))

SAILED = EventKind("sailed", "{unit:piece} sails to {place}", rule=rule("5.12"))
SUPPLY_LOADED = EventKind("supply_loaded", "{unit:piece} is loaded on {ship:piece}", rule=rule("7.2"))
SUPPLY_LANDED = EventKind("supply_landed", "{unit:piece} is set ashore in {place}", rule=rule("7.2"))

REPLACED = EventKind("replaced", "{unit:piece} returns in {place}", rule=rule("8.2"))
REPLACED_ABOARD = EventKind("replaced_aboard", "{unit:piece} arrives aboard {ship:piece}", rule=rule("19.64"))

JUDGED = EventKind("judged", "Out of supply: {count:int} of {total:int|unit|units}", rule=rule("9.31"))
CARRIED = EventKind("carried", "{rail:piece} carries {unit:piece} to {place}", rule=rule("16.41"))
RAIL_MOVED = EventKind("rail_moved", "{rail:piece} moves to {place}", rule=rule("16.42"))
MOVED = EventKind("moved", "{unit:piece} moves from {start:place} to {place}", rule=rule("10.0"))
LANDED = EventKind("landed", "{unit:piece} goes ashore from {ship:piece}", rule=rule("7.0"))
BOARDED = EventKind("boarded", "{unit:piece} boards {ship:piece}", rule=rule("7.0"))
TAKEN = EventKind("taken", "{side:side} takes {place}", level=OUTCOME, rule=rule("18.4"))
OVERRUN = EventKind("overrun", "{rail:piece} is caught alone and destroyed", level=OUTCOME, rule=rule("16.43"))
RAISED = EventKind("raised", "{unit:piece} rises in {place}", level=OUTCOME, rule=rule("19.64"))

ATTACKED = EventKind("attacked", "Attack on {targets:place*} by {units:piece*}", rule=rule("13.0"))
REVEALED = EventKind("revealed", "{unit:piece} shows strength {strength:int}", level=OUTCOME, rule=rule("18.34"))
DISBANDED = EventKind("disbanded", "{unit:piece} has no strength and melts away", level=OUTCOME, rule=rule("16.32"))
CALLED_OFF = EventKind("called_off", "No combat is fought", level=OUTCOME, rule=rule("16.32"))
FOUGHT = EventKind(
    "fought",
    "{attack:int} against {defence:int}, odds {odds:text}: rolled {roll:int}, {outcome:text}",
    level=OUTCOME,
    rule=rule("13.9"),
)
DESTROYED = EventKind("destroyed", "{unit:piece} is destroyed", level=OUTCOME, rule=rule("8.11"))
LOST = EventKind("lost", "{unit:piece} is lost for good in the winter", level=OUTCOME, rule=rule("17.31"))
RETREATED = EventKind("retreated", "Retreat to {place}: {units:piece*}", level=OUTCOME, rule=rule("13.5"))
TRAPPED = EventKind("trapped", "No way back for {units:piece*}", level=OUTCOME, rule=rule("13.54"))
DISPLACED = EventKind("displaced", "Displaced to {place}: {units:piece*}", level=OUTCOME, rule=rule("13.61"))
ADVANCED = EventKind("advanced", "{unit:piece} advances to {place}", level=OUTCOME, rule=rule("13.71"))

GARRISON_HOLDS = EventKind(
    "garrison_holds",
    "Only {count:int|unit holds|units hold} the annexation: rolled {roll:int}, it holds",
    level=ACT,
    rule=rule("17.1"),
)
GARRISON_FAILS = EventKind(
    "garrison_fails",
    "Only {count:int|unit holds|units hold} the annexation: rolled {roll:int}, cut off for good",
    level=PHASE,
    rule=rule("17.1"),
)
PARTISANS = EventKind("partisans", "The militia take to partisan war", level=PHASE, rule=rule("19.82"))
AWAKE = EventKind("awake", "{force:force} joins the war", level=PHASE, rule=rule("19.35"))
WINTER = EventKind("winter", "Winter north of the Weather Line", level=PHASE, rule=rule("17.33"))

SUMMIT = EventKind("summit", "{side:side} calls {guests:side*} to {manner:text} talks", rule=rule("19.93"))
TOPIC = EventKind("topic", "{side:side} raises: {topic:topic}", rule=rule("19.95"))
AGREED = EventKind("agreed", "{side:side} agrees", rule=rule("19.93"))
AMENDED = EventKind("amended", "{side:side} asks for other terms", rule=rule("19.93"))
DECLINED = EventKind("declined", "{side:side} declines", rule=rule("19.93"))
OBJECTED = EventKind("objected", "{side:side} breaks the talks off", rule=rule("19.95"))
EXCLUDED = EventKind("excluded", "{side:side} is asked to leave", rule=rule("19.97"))
INVITED = EventKind("invited", "{side:side} is asked to the table", rule=rule("19.97"))
IN_SECRET = EventKind("in_secret", "The talks go on in secret", rule=rule("19.94"))
IN_THE_OPEN = EventKind("in_the_open", "The talks go on in the open", rule=rule("19.94"))
ADJOURNED = EventKind("adjourned", "The summit is adjourned", rule=rule("19.97"))
