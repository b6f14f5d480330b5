"""Who can fire at whom, the hit value with its reasons, the dice and what they do. Chapter Combat."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from grognard.board.charts import Chart, HitChart, load_charts
from grognard.core import ACT, OUTCOME, EventKind, Modifier, Refusal, rule
from grognard.core.data import read_data
from grognard.core.words import THEN
from grognard.games.grav_armor.equipment import (
    DROPSHIP,
    FIGHTER,
    FORT,
    GATLING,
    GRAV,
    HOVER,
    INFANTRY,
    MAGBOLT,
    ORTILLERY,
    PARTICLE,
)
from grognard.games.grav_armor.state import (
    DESTROYED,
    GravState,
    cell_of,
    fires_from,
    is_aloft,
    is_target,
    put,
    riders,
)

FIRED = EventKind(
    "fired",
    "{firer:piece} fires at {target:piece} in {place}, hit value {value:int}: {roll:int}",
    level=ACT,
    rule=rule("Combat/Hit Procedure"),
)
BY_ORDER = EventKind(
    "by_order", "{firer:piece} acts on its standing orders", level=ACT, rule=rule("Combat/Firing During Moves")
)
MISSED = EventKind("missed", "{target:piece} is missed", level=OUTCOME, rule=rule("Combat/Firing Table"))
HIT = EventKind("hit", "{target:piece} is hit and destroyed", level=OUTCOME, rule=rule("Combat/Vehicles"))
LOST_ABOARD = EventKind(
    "lost_aboard", "{target:piece} is lost with it", level=OUTCOME, rule=rule("Movement/Carriers/2")
)
EFFECT = EventKind(
    "effect",
    "{target:piece} is hit: {roll:int} less {terrain:int} for terrain, {effect:text}",
    level=OUTCOME,
    rule=rule("Combat/Infantry"),
)
BAILED = EventKind(
    "bailed", "{target:piece} is left standing in {place}", level=OUTCOME, rule=rule("Movement/Carriers/2")
)
BURNT = EventKind(
    "burnt", "{target:piece} does not survive {place}", level=OUTCOME, rule=rule("Scenarios/Terrain Key/1")
)

EFFECT_WORDS = {
    "-": "no effect",
    "D": "disrupted",
    "X": "destroyed",
    "EW-1": "its weapons lose 1 EW",
    "EW-2": "its weapons lose 2 EW",
}
EFFECT_COLUMN = {"j_inf": 0, "a_inf": 1, "m_mil": 2, "l_mil": 2, "fort": 3}


def _charts() -> tuple[HitChart, Chart]:
    data = {
        name: {k: v for k, v in row.items() if k != "title"}
        for name, row in read_data("grav_armor", "charts.toml").items()
    }
    charts = load_charts(data)
    firing, effects = charts["firing"], charts["hit_effects"]
    assert isinstance(firing, HitChart) and isinstance(effects, Chart)
    return firing, effects


FIRING, EFFECTS = _charts()
_HITS = [FIRING.rolls_that_hit(0, c) for c in range(len(FIRING.columns))]
_WAYS = [int(FIRING.chance(0, c) * 36) for c in range(len(FIRING.columns))]


def is_hit(value: int, roll: int) -> bool:
    """The Firing Table: does this total of two dice hit at this value? [Combat/Firing Table]"""
    return roll in _HITS[min(max(value, -10), 10) + 10]


def hits_in_36(value: int) -> int:
    return _WAYS[min(max(value, -10), 10) + 10]


# --- detection


def why_no_shot(s: GravState, firer: int, target: int) -> Refusal | None:
    """Range and detection: None where the firer may shoot at the target, else why not."""
    g = s.ground
    if not is_target(s, target):
        if s.on[target] >= 0:
            return Refusal(
                rule("Movement/Carriers/2"),
                "{target:piece} is inside {carrier:piece}: only the carrier can be fired at",
                target=target,
                carrier=s.on[target],
            )
        return Refusal(rule("Combat/General"), "{target:piece} is not on the map", target=target)
    if g.move[firer] == ORTILLERY:
        if any(sees(s, spotter, target) for spotter in spotters(s, g.side[firer])):
            return None
        return Refusal(
            rule("Orbital/Ranging Ortillery"), "no unit on the map ranges and detects {target:piece}", target=target
        )
    here, there, length = cell_of(s, firer), cell_of(s, target), g.range[firer]
    if not g.map.within(here, length) >> there & 1:
        return Refusal(
            rule("Combat/Maximum Range"),
            "{target:piece} is {away:int} hexes away, the range of {firer:piece} is {length:int}",
            target=target,
            away=g.map.distance(here, there),
            firer=firer,
            length=length,
        )
    if sees(s, firer, target):
        return None
    track = g.best_track(here, length, there, g.move[target])
    return Refusal(
        rule("Combat/Detection/1"),
        "{firer:piece} does not detect {target:piece}: the best path sums to {total:int}, its EW is {ew:int}",
        firer=firer,
        target=target,
        total=track.total if track else 99,
        ew=fires_from(s, firer),
    )


def sees(s: GravState, firer: int, target: int) -> bool:
    """Is the target within range and detected? Both cells are on the map. [Combat/Detection/1]"""
    g = s.ground
    near, seen = g.senses(g.cell[s.at[firer]], fires_from(s, firer), g.range[firer])
    cells = near if is_aloft(s, target) else seen[g.move[target]]  # [Combat/Automatic Detection]
    return bool(cells & g.bit[s.at[target]])


def spotters(s: GravState, side: int) -> list[int]:
    """Units on the map that range for ortillery: disrupted infantry can, disrupted vehicles can't."""
    g = s.ground
    return [p for p in g.units[side] if g.move[p] not in (FORT, ORTILLERY) and g.cell[s.at[p]] >= 0 and may_range(s, p)]


def may_range(s: GravState, piece: int) -> bool:
    """Is this piece, on the map, fit to range for ortillery? [Orbital/Ranging Ortillery]"""
    return s.on[piece] < 0 and not (s.disrupted[piece] and s.ground.move[piece] != INFANTRY)


def terrain_under(s: GravState, target: int) -> int:
    """The terrain's value for this target in its own hex; nothing in the air. [Combat/Target Terrain Exceptions]"""
    if is_aloft(s, target):
        return 0
    g = s.ground
    return g.worth[g.move[target]][g.cell[s.at[target]]]


# --- the hit value


def modifiers(s: GravState, firer: int, target: int, order: int = 0) -> list[Modifier]:
    """The hit value line by line. `order` counts the targets that these missiles have attacked before."""
    g = s.ground
    ew = fires_from(s, firer)
    move, arms = g.move[target], g.arms[firer]
    kind, victim = g.kind[firer], g.kind[target]
    lines = [
        Modifier(ew, "EW of the firer", rule("Combat/Hit Procedure")),
        Modifier(g.attack[firer], "attack value", rule("Combat/Hit Procedure")),
    ]
    if arms == PARTICLE and move in (INFANTRY, HOVER):
        lines.append(Modifier(1, "particle beam at infantry or hover", rule("Combat/Particle Beam")))
    if arms == MAGBOLT and move in (GRAV, FIGHTER, DROPSHIP):
        lines.append(Modifier(1, "magnetic bolts at a grav unit", rule("Combat/Magnetic Bolts")))
    if g.move[firer] != ORTILLERY and g.map.masks[g.cell[s.at[firer]]] >> g.cell[s.at[target]] & 1:
        if arms == GATLING:
            lines.append(Modifier(2, "gatling lasers at one hex", rule("Combat/Gatling Lasers")))
        if kind.active and not order:
            lines.append(Modifier(kind.defense, "active defenses at one hex", rule("Combat/Active Defenses")))
    if order:
        lines.append(Modifier(-order, "missiles spent on others in the hex", rule("Combat/Missiles/2")))
    if victim.enhanced:
        lines.append(Modifier(-2 * victim.ew, "EW of the target, enhanced", rule("Combat/Enhanced EW")))
    else:
        lines.append(Modifier(-target_ew(s, target), "EW of the target", rule("Combat/Hit Procedure")))
    lines.append(Modifier(-victim.defense, "defense of the target", rule("Combat/Hit Procedure")))
    terrain = terrain_under(s, target)
    if terrain:
        lines.append(Modifier(-terrain, "terrain of the target", rule("Combat/Hit Procedure")))
    return lines


def sighting(s: GravState, firer: int, target: int) -> Modifier:
    """How a target is detected that may be fired at: a line that adds nothing, but tells the sum of the best path."""
    g = s.ground
    if g.move[firer] == ORTILLERY:
        return Modifier(0, "a friend on the map ranges and detects it", rule("Orbital/Ranging Ortillery"))
    if is_aloft(s, target):
        return Modifier(0, "in the air: detected at once", rule("Combat/Automatic Detection"))
    track = g.best_track(cell_of(s, firer), g.range[firer], cell_of(s, target), g.move[target])
    return Modifier(0, f"detected: the best path sums to {track.total if track else 0}", rule("Combat/Detection/1"))


def target_ew(s: GravState, target: int) -> int:
    """A fort defends with the best EW that its weapons have left."""
    g = s.ground
    if g.move[target] == FORT:
        return max(fires_from(s, w) for w in g.weapons_of[target])
    return g.ew[target]


def hit_value(s: GravState, firer: int, target: int, order: int = 0) -> int:
    """The sum of the `modifiers`, remembered by all that they depend on."""
    g = s.ground
    here, there = g.cell[s.at[firer]], g.cell[s.at[target]]
    near = here >= 0 and g.map.masks[here] >> there & 1
    ew = fires_from(s, firer)
    key = (firer, target, order, ew, near, terrain_under(s, target), target_ew(s, target))
    value = g.hit_values.get(key)
    if value is None:
        value = g.hit_values[key] = sum(line.value for line in modifiers(s, firer, target, order))
    return value


# --- firing


def fire_at(s: GravState, firer: int, target: int, order: int = 0) -> None:
    """Roll one attack and carry out its result."""
    g = s.ground
    value = hit_value(s, firer, target, order)
    names = g.pieces.ids
    purpose = f"fire {names[firer]} at {names[target]}"
    roll = s.roll(6, purpose) + s.roll(6, purpose)
    s.emit(FIRED, firer, target, s.at[target], value, roll)
    if not is_hit(value, roll):
        s.emit(MISSED, target)
    elif g.move[target] in (INFANTRY, FORT):
        apply_effect(s, target)
    else:
        _wreck(s, target)


def apply_effect(s: GravState, target: int) -> None:
    """The Hit Effects table for infantry and forts. [Combat/Infantry]"""
    g = s.ground
    terrain = terrain_under(s, target)
    purpose = f"hit effect on {g.pieces.ids[target]}"
    roll = s.roll(6, purpose) + s.roll(6, purpose)
    effect = EFFECTS.cell(EFFECT_COLUMN[g.kind[target].id], roll - terrain)
    if effect == "D" and s.disrupted[target]:
        effect = "X"  # disrupted twice is destroyed [Combat/Disruption]
    s.emit(EFFECT, target, roll, terrain, EFFECT_WORDS[effect])
    if effect == "X":
        destroy(s, target)
    elif effect == "D":
        s.disrupted[target] = 1
    elif effect != "-":
        _weaken(s, target, int(effect[-1]))


def _weaken(s: GravState, fort: int, points: int) -> None:
    """EW losses add up; when no weapon has any left, the fort is destroyed. [Combat/Fortress/2]"""
    g = s.ground
    s.loss[fort] += points
    if all(fires_from(s, w) <= 0 for w in g.weapons_of[fort]):
        s.emit(HIT, fort)
        destroy(s, fort)


def _wreck(s: GravState, target: int) -> None:
    """A vehicle or spacecraft is destroyed by any hit; what is inside rolls, or dies with it. [Combat/Vehicles]"""
    g = s.ground
    inside = riders(s, target) if g.carrier[target] else []
    all_lost = is_aloft(s, target) or g.move[target] == DROPSHIP
    place = s.at[target]
    s.emit(HIT, target)
    for rider in inside:
        if all_lost:
            _lose_aboard(s, rider)
        else:
            _bail_out(s, rider, place)
    destroy(s, target)


def _lose_aboard(s: GravState, rider: int) -> None:
    for inner in riders(s, rider) if s.ground.carrier[rider] else []:
        _lose_aboard(s, inner)
    s.emit(LOST_ABOARD, rider)
    destroy(s, rider)


def _bail_out(s: GravState, rider: int, place: int) -> None:
    """Infantry whose carrier is hit on the ground: its own roll, then it stands in the hex. [Movement/Carriers/2]"""
    g = s.ground
    carrier = s.on[rider]
    if carrier == s.mover or s.moved[carrier]:
        s.ridden[rider] = 1  # it has been carried in this phase, if only so far [Movement/Carriers/3]
    s.on[rider] = -1
    put(s, rider, place)
    apply_effect(s, rider)
    if s.at[rider] != place:
        return
    if (g.lethal[INFANTRY] >> g.cell[place]) & 1:
        s.emit(BURNT, rider, place)
        destroy(s, rider)
    else:
        s.emit(BAILED, rider, place)


def destroy(s: GravState, piece: int) -> None:
    """Remove a unit from the game; its markers go with it."""
    s.on[piece] = -1
    s.disrupted[piece] = 0
    put(s, piece, DESTROYED)


# --- odds


def effect_chances(s: GravState, target: int) -> dict[str, Fraction]:
    """What a hit does to infantry or a fort, as the words the odds use."""
    g = s.ground
    found: dict[str, Fraction] = {}
    for effect, chance in EFFECTS.odds(EFFECT_COLUMN[g.kind[target].id], -terrain_under(s, target)).items():
        end = "X" if effect == "D" and s.disrupted[target] else effect
        if end.startswith("EW"):
            loss = s.loss[target] + int(end[-1])
            if all(g.ew[w] - loss <= 0 for w in g.weapons_of[target]):
                end = "X"
        word = EFFECT_WORDS[end]
        found[word] = found.get(word, Fraction(0)) + chance
    return found


def chances(s: GravState, firer: int, target: int, order: int = 0) -> dict[str, Fraction]:
    """The exact chances of one attack on its target."""
    hit = Fraction(hits_in_36(hit_value(s, firer, target, order)), 36)
    effects = effect_chances if s.ground.move[target] in (INFANTRY, FORT) else wreck_chances
    found = {word: hit * chance for word, chance in effects(s, target).items()}
    found["miss"] = 1 - hit
    return found


def salvo_chances(s: GravState, firer: int, target: int, others: list[int], order: int = 0) -> dict[str, Fraction]:
    """The exact chances of all that is rolled before the next choice: where one other unit is left in the hex, of both
    attacks, which do not touch each other; with more, their owner says first who is next. [Combat/Missiles/2]"""
    first = chances(s, firer, target, order)
    if len(others) != 1:
        return first
    second = chances(s, firer, others[0], order + 1)
    return {f"{one}{THEN}{two}": p * q for one, p in first.items() for two, q in second.items()}


def wreck_chances(s: GravState, target: int) -> dict[str, Fraction]:
    """What a hit on a vehicle does to whom it carries. The vehicle itself is destroyed."""
    g = s.ground
    inside = riders(s, target) if g.carrier[target] else []
    if not inside:
        return {"destroyed": Fraction(1)}
    lost = "destroyed with all aboard"
    if is_aloft(s, target) or g.move[target] == DROPSHIP or g.lethal[INFANTRY] >> cell_of(s, target) & 1:
        return {lost: Fraction(1)}
    words = {"no effect": "destroyed, infantry unharmed", "disrupted": "destroyed, infantry disrupted"}
    return {words.get(word, lost): chance for word, chance in effect_chances(s, inside[0]).items()}


def chart(name: str) -> dict[str, Any]:
    """A chart of the chart sheet as data."""
    return dict(read_data("grav_armor", "charts.toml")[name])
