"""Land combat, first part: who attacks what, strengths, terrain, odds, the roll (13.1 to 13.4, 15.0, 16.3)."""

from __future__ import annotations

from collections.abc import Mapping

from grognard.board.bits import to_list
from grognard.core import Code, Modifier, Msg, Refusal, rule
from grognard.core.state import Frame
from grognard.games.invasion_america.air import denied, is_adjacent, no_strike, strike_zone
from grognard.games.invasion_america.base import WarChoice, WarStep, bury, leave_trail, offer
from grognard.games.invasion_america.events import ATTACKED, CALLED_OFF, DISBANDED, FOUGHT, REVEALED
from grognard.games.invasion_america.naval import is_assaulting
from grognard.games.invasion_america.odds import WORDS, forecast
from grognard.games.invasion_america.special import is_asleep, is_snowed_in
from grognard.games.invasion_america.state import ATTACKER, DEFENDER, PANICKED, State
from grognard.games.invasion_america.strength import attack_total, defence_total, ledger_of, odds_column, odds_text
from grognard.games.invasion_america.supply import is_fed
from grognard.games.invasion_america.verbs import ALSO, ATTACK, DONE, RESOLVE, WITH

ROUT = 2  # hexes that the companions of worthless militia retreat (16.32)


def attacked_hexes(s: State) -> int:
    """Hexes that hold a unit attacked in this phase already (13.14)."""
    places = 0
    at = s.at
    size = s.game.theatre.size
    for piece in to_list(s.hit):
        if 0 <= at[piece] < size:
            places |= 1 << at[piece]
    return places


def landings(s: State, side: int) -> dict[int, int]:
    """Assaults still to be fought: hex to landing ship (15.0)."""
    return {
        s.at[p]: p
        for p in s.game.landers_of[side]
        if s.is_on_map(p) and not s.fought >> p & 1 and s.at[p] < s.game.theatre.size and is_assaulting(s, p)
    }


def prey(s: State, side: int) -> tuple[int, int]:
    """Hexes with enemies ashore, and with any enemies, that may still be attacked."""
    ground = naval = 0
    for enemy in s.setup.enemies[side]:
        ground |= s.presence.ground[enemy]
        naval |= s.presence.naval[enemy]
    shut = attacked_hexes(s) | 1 << s.game.theatre.holding
    return ground & ~shut, (ground | naval) & ~shut


def target_hexes(s: State, side: int) -> int:
    """Every hex that at least one unit could attack now (13.11, 13.14, 14.1)."""
    game = s.game
    if not s.sau_awake and is_asleep(s, game.forces.of_side[side][0]):
        return 0
    ground, anything = prey(s, side)
    if not anything:
        return 0
    land = 0
    fought, at, aboard = s.fought, s.at, s.aboard
    size = game.theatre.size
    is_land, is_hover = game.forces.is_land, game.forces.is_hover
    around = game.theatre.grid.spread(ground) if ground else 0
    for place in to_list(around & s.presence.ground[side]):
        for piece in s.units_in(place):
            if is_land[piece] and not fought >> piece & 1 and not is_asleep(s, piece):
                land |= (game.strike_hover if is_hover[piece] else game.strike)[place]
    found = land & ground
    air = 0
    for piece in game.fliers_of[side]:
        if not fought >> piece & 1 and 0 <= at[piece] < size and aboard[piece] < 0 and not is_asleep(s, piece):
            zone = strike_zone(s, piece)
            air |= zone & (ground if game.forces.is_naval[piece] and len(s.setup.holders) == 2 else anything)
    air &= ~found
    if air:
        found |= air & ~denied(s, side, air)
    for place in landings(s, side):
        if ground >> place & 1:
            found |= 1 << place
    return found


def no_attack(s: State, side: int, piece: int, targets: list[int]) -> Refusal | None:
    """None where a unit may join an attack on all these hexes at once (13.1, 13.2)."""
    forces, theatre = s.game.forces, s.game.theatre
    if forces.side_of[piece] != side:
        return Refusal(rule("13.11"), "{unit:piece} is not yours", unit=piece)
    if not s.is_on_map(piece) or s.at[piece] == theatre.holding:
        return Refusal(rule("13.11"), "{unit:piece} is not on the map", unit=piece)
    if s.fought >> piece & 1:
        return Refusal(rule("13.14"), "{unit:piece} has attacked in this phase", unit=piece)
    if s.roles[ATTACKER] >> piece & 1:
        return Refusal(rule("13.14"), "{unit:piece} takes part already", unit=piece)
    if is_asleep(s, piece):
        return Refusal(rule("19.35"), "{unit:piece} does not take part yet", unit=piece)
    if forces.is_supply[piece]:
        return Refusal(rule("9.52"), "supply units never attack")
    if forces.is_rail[piece]:
        return Refusal(rule("16.43"), "rail units never attack")
    if forces.is_naval[piece] and not forces.is_flier[piece]:
        return Refusal(rule("7.4"), "of ships only carriers attack; amphibious units assault where they lie")
    if s.aboard[piece] >= 0:
        return Refusal(rule("7.0"), "{unit:piece} is aboard a ship", unit=piece)
    return out_of_reach(s, side, piece, targets)


def out_of_reach(s: State, side: int, piece: int, targets: list[int]) -> Refusal | None:
    """None where a unit that is free to fight gets at all these hexes (13.11, 13.23, 13.8, 14.1)."""
    forces, theatre = s.game.forces, s.game.theatre
    if forces.is_flier[piece]:
        return no_strike(s, piece, targets)
    strike = (s.game.strike_hover if forces.is_hover[piece] else s.game.strike)[s.at[piece]]
    for place in targets:
        if not theatre.grid.masks[s.at[piece]] >> place & 1:
            return Refusal(rule("13.23"), "{unit:piece} is not adjacent to {place}", unit=piece, place=place)
        if not strike >> place & 1:
            return Refusal(
                rule("13.8"), "the hexside between {unit:piece} and {place} bars attacks", unit=piece, place=place
            )
        if not s.enemy_ground(side) >> place & 1:
            return Refusal(rule("7.4"), "land units can't attack ships")
    return None


def holder(s: State, side: int, place: int) -> int:
    """Which enemy side stands in a hex; -1 for none."""
    found = s.presence
    for enemy in s.setup.enemies[side]:
        if (found.ground[enemy] | found.naval[enemy]) >> place & 1:
            return enemy
    return -1


def candidates(s: State, side: int, targets: list[int]) -> list[int]:
    """The units that may join the attack."""
    game = s.game
    near = game.theatre.grid.masks[targets[0]]
    for place in targets[1:]:
        near &= game.theatre.grid.masks[place]
    out = []
    for place in to_list(near & s.presence.ground[side]):
        for piece in s.units_in(place):
            if game.forces.is_land[piece] and no_attack(s, side, piece, targets) is None:
                out.append(piece)
    zone = 0
    for place in targets:
        zone |= 1 << place
    within, range_of, at = game.theatre.within, game.forces.range_of, s.at
    for piece in to_list(game.flier_bits[side] & ~(s.fought | s.roles[ATTACKER])):
        if not 0 <= at[piece] < game.theatre.size or s.aboard[piece] >= 0:
            continue
        if within(at[piece], range_of[piece]) & zone and no_attack(s, side, piece, targets) is None:
            out.append(piece)
    return out


def committed(s: State, role: int) -> list[int]:
    return to_list(s.roles[role])


def is_close(s: State, piece: int, targets: list[int]) -> bool:
    """Adjacent to all of the hexes, or assaulting the one (13.23)."""
    if s.at[piece] >= s.game.theatre.size:
        return False
    if s.game.forces.is_flier[piece]:
        return all(is_adjacent(s, piece, t) for t in targets)
    return s.aboard[piece] < 0


class Combat(WarStep):
    """Opens the Combat Phase."""

    name = "combat"

    def run(self, s: State, frame: Frame) -> None:
        s.fought = 0
        s.hit = 0
        offer(s, "attack", s.setup.phase_side[frame[1]])


class Attack(WarChoice):
    """Pick a hex to attack."""

    name = "attack"
    rule = rule("13.12")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        out: list[Code] = [(ATTACK, place) for place in to_list(target_hexes(s, side))]
        if not self.owed(s, side):
            out.append((DONE,))
        return out

    def owed(self, s: State, side: int) -> bool:
        """Is there an assault that must still be fought (15.0)?"""
        return bool(landings(s, side))

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        if code[0] == DONE:
            return Refusal(rule("15.15"), "the assault on the beach must be fought first")
        if code[0] != ATTACK or code[1] < 0:
            return Refusal(rule("13.12"), "choose a hex to attack, or end the phase")
        place = code[1]
        if attacked_hexes(s) >> place & 1:
            return Refusal(rule("13.14"), "{place} was attacked in this phase already", place=place)
        _, anything = prey(s, side)
        if not anything >> place & 1:
            if s.barred(side) >> place & 1 and place != self.theatre.holding:
                return Refusal(rule("4.1"), "{place} is held by a force of yours; they do not fight", place=place)
            return Refusal(rule("13.0"), "no enemy stands in {place}", place=place)
        return self.spared(s, side, place)

    def spared(self, s: State, side: int, place: int) -> Refusal:
        """Why no unit gets at the enemies in a hex: what keeps back the nearest of those that may still attack."""
        theatre, forces = self.theatre, self.forces
        near = theatre.grid.masks[place] if place < theatre.size else 0
        units = [p for spot in to_list(near & s.presence.ground[side]) for p in s.units_in(spot) if forces.is_land[p]]
        units += [p for p in self.game.fliers_of[side] if s.aboard[p] < 0 and strike_zone(s, p) >> place & 1]
        for piece in units:
            if not s.fought >> piece & 1 and not is_asleep(s, piece):
                no = out_of_reach(s, side, piece, [place])
                if no is not None:
                    return no
        return Refusal(rule("13.11"), "no unit that has not attacked yet can reach {place}", place=place)

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == DONE:
            s.pop()
            return
        place = code[1]
        s.targets = 1 << place
        ship = landings(s, side).get(place)
        if ship is not None:
            s.cast(ship, ATTACKER)
            for piece in s.cargo(ship):
                if self.forces.is_land[piece]:
                    s.cast(piece, ATTACKER)
        s.push("commit", side)

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        return Msg("Choose a hex to attack. Done ends the phase.")


class Commit(WarChoice):
    """Say who attacks, and which hexes beside the first; then the dice."""

    name = "commit"
    inside = 1
    rule = rule("13.0")

    def actions(self, s: State, frame: Frame, side: int) -> list[Code]:
        targets = to_list(s.targets)
        out: list[Code] = [(WITH, piece) for piece in candidates(s, side, targets)]
        out.extend((ALSO, place) for place in self.more(s, side, targets))
        if self.no_resolve(s, targets) is None:
            out.append((RESOLVE,))
        return out

    def more(self, s: State, side: int, targets: list[int]) -> list[int]:
        """Further hexes that the same units could attack at once (13.23)."""
        near = 0
        for place in targets:
            near |= self.theatre.within(place, 2)
        ground, _ = prey(s, side)
        near &= ground & ~s.targets
        if not near:
            return []
        assaults = landings(s, side)
        return [place for place in to_list(near) if self.no_more(s, side, targets, place, assaults) is None]

    def no_more(self, s: State, side: int, targets: list[int], place: int, assaults: dict[int, int]) -> Refusal | None:
        """None where a hex may be added to the attack."""
        if place in assaults or any(t in assaults for t in targets):
            return Refusal(rule("15.12"), "an assault is fought against its own hex alone")
        if holder(s, side, place) != holder(s, side, targets[0]):
            return Refusal(rule("12.14"), "different forces don't add their strengths in defence")
        wanted = [*targets, place]
        own = committed(s, ATTACKER)
        for piece in own:
            no = out_of_reach(s, side, piece, wanted)
            if no is not None:
                return no
        if any(is_close(s, piece, wanted) for piece in own):
            return None
        near = s.presence.ground[side]
        for target in wanted:
            near &= self.theatre.grid.masks[target]
        for spot in to_list(near):
            for piece in s.units_in(spot):
                if is_close(s, piece, wanted) and no_attack(s, side, piece, wanted) is None:
                    return None
        return Refusal(rule("13.23"), "no unit is adjacent to all of these hexes")

    def no_resolve(self, s: State, targets: list[int]) -> Refusal | None:
        own = committed(s, ATTACKER)
        if not own:
            return Refusal(rule("13.0"), "no unit has been committed yet")
        if len(targets) > 1 and not any(is_close(s, piece, targets) for piece in own):
            return Refusal(rule("14.13"), "air units alone strike a single hex from afar")
        return None

    def unlisted(self, s: State, frame: Frame, side: int, code: Code) -> Refusal:
        targets = to_list(s.targets)
        if code[0] == WITH and code[1] >= 0:
            no = no_attack(s, side, code[1], targets)
            return no or Refusal(rule("13.0"), "that unit can't join")
        if code[0] == ALSO and code[1] >= 0:
            ground, _ = prey(s, side)
            if s.targets >> code[1] & 1 or not ground >> code[1] & 1:
                return Refusal(rule("13.14"), "{place} holds no further enemies to attack", place=code[1])
            no = self.no_more(s, side, targets, code[1], landings(s, side))
            return no or Refusal(rule("13.23"), "{place} is too far from the other hexes", place=code[1])
        if code[0] == RESOLVE:
            return self.no_resolve(s, targets) or Refusal(rule("13.0"), "not now")
        return Refusal(rule("13.0"), "say who attacks, then resolve the attack")

    def apply(self, s: State, frame: Frame, side: int, code: Code) -> None:
        if code[0] == WITH:
            s.cast(code[1], ATTACKER)
        elif code[0] == ALSO:
            s.targets |= 1 << code[1]
        else:
            s.pop()
            begin(s, side)

    def odds(self, s: State, frame: Frame, side: int, code: Code) -> Mapping[str, float] | None:
        return forecast(s) if code[0] == RESOLVE else None

    def ledger(self, s: State, frame: Frame, side: int, code: Code) -> list[Modifier]:
        return ledger_of(s) if code[0] == RESOLVE else []

    def prompt(self, s: State, frame: Frame, side: int) -> Msg:
        if not committed(s, ATTACKER):
            return Msg("Choose who attacks {targets:place*}.", targets=to_list(s.targets))
        return Msg(
            "{count:int} units attack {targets:place*}. Add others, or resolve the attack.",
            count=len(committed(s, ATTACKER)),
            targets=to_list(s.targets),
        )


def defenders_in(s: State, side: int, place: int) -> list[int]:
    """All enemies in a hex; who is aboard a ship is left out (6.22)."""
    enemies = s.setup.enemies[side]
    return [p for p in s.units_in(place) if s.game.forces.side_of[p] in enemies]


def begin(s: State, side: int) -> None:
    """The units are committed: all strengths are shown, then worthless militia go (18.34, 16.32)."""
    forces = s.game.forces
    attackers = committed(s, ATTACKER)
    targets = to_list(s.targets)
    s.emit(ATTACKED, targets, attackers)
    s.storm = int(is_snowed_in(s, targets[0]))
    defenders = [p for place in targets for p in defenders_in(s, side, place)]
    for piece in (*attackers, *defenders):
        s.judged |= 1 << piece
        if not is_fed(s, piece):
            s.unfed |= 1 << piece
    for piece in attackers:
        s.fought |= 1 << piece
        if s.aboard[piece] >= 0:
            s.stormed |= 1 << piece
    for piece in defenders:
        s.hit |= 1 << piece
        s.cast(piece, DEFENDER)
    s.push("battle", side)
    for piece in (*attackers, *defenders):
        if forces.hidden[piece] and not s.tried >> piece & 1:
            s.tried |= 1 << piece
            if s.fresh >> piece & 1:
                s.shown[s.game.value_index[forces.pool_of[piece], s.strength[piece]]] += 1
            s.emit(REVEALED, piece, s.strength[piece])
    s.reveal()
    empty = [p for p in (*attackers, *defenders) if forces.is_militia[p] and not s.strength[p]]
    for piece in empty:
        disband(s, piece)
    for owner in s.setup.sides:
        if empty and s.roles[PANICKED] & s.game.side_bits[owner]:
            s.push("retreats", owner, ROUT, PANICKED)


def disband(s: State, piece: int) -> None:
    """Militia of no strength is removed; who stands with it leaves (16.32)."""
    place = s.at[piece]
    side = s.game.forces.side_of[piece]
    s.emit(DISBANDED, piece)
    bury(s, piece)
    rest = [p for p in s.units_in(place) if s.game.forces.side_of[p] == side and not s.game.forces.is_naval[p]]
    for other in rest:
        s.cast(other, PANICKED)
    if not rest and s.targets >> place & 1:
        leave_trail(s, place)


class Battle(WarStep):
    """Total, odds, die, result (13.4)."""

    name = "battle"

    def run(self, s: State, frame: Frame) -> None:
        side = frame[1]
        attackers = committed(s, ATTACKER)
        defenders = committed(s, DEFENDER)
        s.push("settle")
        if not attackers or not any(not self.forces.is_rail[p] for p in defenders):
            s.emit(CALLED_OFF)
            s.push("advance_next", side, ATTACKER)
            return
        attack = attack_total(s, attackers)
        defence = defence_total(s, side, attackers, defenders)
        column = odds_column(attack, defence)
        roll = s.roll(6, "combat")
        outcome = self.game.results[column][roll - 1]
        s.emit(FOUGHT, attack, defence, odds_text(column), roll, f"{outcome} {WORDS[outcome]}")
        s.push("outcome", side, self.game.outcomes.index(outcome))


NODES = (Combat, Attack, Commit, Battle)
