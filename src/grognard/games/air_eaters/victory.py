"""Victory (13.0, 24.0, 32.6, 33.8, 34.3, 35.8, 36.12, 37.13)."""

from __future__ import annotations

from grognard.core.result import Result
from grognard.games.air_eaters.sides import (
    COLONIST,
    CONSORTIUM,
    EARTH_SIDE,
    MARS_SIDE,
    MEMBERS,
    SETTLERS,
    SIDES,
    SPACE_FLEET,
    STRIKE_FORCE,
)
from grognard.games.air_eaters.state import (
    State,
    standing,
    total_devastated,
    undevastated,
    undevastated_on_earth,
    units_of,
)
from grognard.games.air_eaters.units import (
    ALIENS,
    BB,
    CA,
    CORV,
    DD,
    FTR,
    ITR,
    KIND_OF,
    MOVE,
    OF_TYPE,
    SPACE,
    TERRANS,
    TR,
    TYPE,
    WARSHIPS,
)
from grognard.games.air_eaters.world import (
    EARTH_ORBIT,
    HEX0,
    MARS_SITES,
    ON_EARTH,
    ON_LUNA,
    ORBIT0,
    SURFACE,
)

LAST_TURN, HALF_TIME = 24, 12
MANY_DEVASTATED, MANY_LEFT, FEW_LEFT = 45, 45, 25


def camp(mask: int) -> str:
    return "+".join(SIDES.ids[i] for i in MEMBERS[mask])


def check_industry(s: State) -> None:
    """What ends a game at once when industry falls (13.0, 35.8, 36.12)."""
    table = s.setup
    if table.revolt:
        if not any(standing(s, i) for i in MARS_SITES):
            s.result = Result("earth", "victory", "all industry on Mars is devastated")
    elif table.solitaire:
        if not undevastated(s):
            quasarship_result(s)
    elif not table.bases and not table.war and not undevastated(s):
        s.result = Result(camp(table.aliens), "victory", "all Terran industry is devastated")


def assault_is_over(s: State) -> bool:
    """Are both Quasarships destroyed? Then the rest of the turn is left out (35.8)."""
    return not units_of(s, ALIENS)


def end_of_turn(s: State) -> None:
    """Sets the result where the game ends with this turn."""
    table = s.setup
    if table.solitaire:
        if assault_is_over(s):
            quasarship_result(s)
    elif table.revolt:
        if s.turn >= table.scenario.turns:
            s.result = Result("mars", "victory", "industry on Mars stands at the end of turn 10")
    elif table.expansion:
        if s.turn >= table.scenario.turns:
            expansion_result(s)
    elif not table.bases:
        introductory_end(s)
    else:
        invasion_end(s)


# --- the Introductory Game (13.0)


def introductory_end(s: State) -> None:
    if s.turn >= LAST_TURN:
        terrans_win(s, "victory", "Terran industry stands at the end of turn 24")
    elif invasion_is_over(s):
        terrans_win(s, "victory", "no Alien unit is left")


def invasion_is_over(s: State) -> bool:
    """No Alien is left, and no Terran players have points to win from each other in the turns to come (32.6, 33.8)."""
    return not units_of(s, ALIENS) and not s.setup.split_terrans


# --- the Intermediate and Advanced Games (24.0)


def no_planet_converted(s: State) -> bool:
    return all(s.index)


def aliens_near_earth(s: State) -> bool:
    """Any Alien unit on or in orbit around Earth or Luna, aboard a Mothership there included."""
    return any(
        s.at[p] >= 0 and (s.at[p] == EARTH_ORBIT or (s.at[p] >= HEX0 and SURFACE[s.at[p]] in (ON_EARTH, ON_LUNA)))
        for p in ALIENS
    )


def terrans_in_space(s: State) -> bool:
    return any(0 <= s.at[p] < ORBIT0 + 8 for p in TERRANS)


def earth_converted(s: State) -> bool:
    return s.index[1] == 0


def invasion_end(s: State) -> None:
    terrans = units_of(s, TERRANS)
    industry = undevastated(s)
    if s.turn == HALF_TIME:
        if not aliens_near_earth(s) and no_planet_converted(s):
            terrans_win(s, "decisive victory", "after twelve turns Earth is free of Aliens and no planet is converted")
            return
        if not terrans_in_space(s) and industry < FEW_LEFT:
            s.result = Result(
                camp(s.setup.aliens),
                "decisive victory",
                "after twelve turns no Terran is in space and industry lies low",
            )
            return
    if s.setup.split_aliens:
        two_aliens_end(s, terrans, industry)
        return
    if not terrans and not industry and earth_converted(s):
        aliens_win(s, "decisive victory", "Earth is converted, all Terran units and industry are gone")
    elif s.turn >= LAST_TURN:
        if earth_converted(s):
            aliens_win(s, "substantial victory", "Earth is converted")
        elif total_devastated(s) >= MANY_DEVASTATED:
            aliens_win(s, "marginal victory", "45 or more Industrial Units are devastated")
        else:
            terran_level(s)
    elif invasion_is_over(s) and not earth_converted(s) and total_devastated(s) < MANY_DEVASTATED:
        terran_level(s)


def terran_level(s: State) -> None:
    """An Alien victory has been prevented."""
    if not any(s.at[p] >= 0 for p in WARSHIPS):
        terrans_win(s, "decisive victory", "the Aliens have no Novaships or Quasarships left")
    elif undevastated(s) >= MANY_LEFT:
        terrans_win(s, "substantial victory", "45 Industrial Units stand")
    else:
        terrans_win(s, "marginal victory", "an Alien victory was prevented")


def two_aliens_end(s: State, terrans: int, industry: int) -> None:
    """Settlers and Strike Force each have an aim of their own, and both can reach it (34.3)."""
    if s.turn < LAST_TURN:
        if invasion_is_over(s) and not earth_converted(s) and (terrans or industry):
            terran_level(s)
        return
    winners = 0
    if earth_converted(s):
        winners |= 1 << SETTLERS
    if not terrans and not industry:
        winners |= 1 << STRIKE_FORCE
    if winners:
        s.result = Result(camp(winners), "victory", "the Aliens have reached what they came for")
    else:
        terran_level(s)


def aliens_win(s: State, level: str, reason: str) -> None:
    s.result = Result(camp(s.setup.aliens), level, reason)


# --- several Terran players (32.6, 33.8)


def victory_points(s: State) -> dict[int, float]:
    """Each Terran player's points."""
    table = s.setup
    if not table.split_terrans:
        return {}
    home = undevastated_on_earth(s)
    elsewhere = undevastated(s) - home
    out: dict[int, float] = {EARTH_SIDE: float(home)}

    def count(kinds: tuple[int, ...], owners: int = -1) -> int:
        return sum(1 for t in kinds for p in OF_TYPE[t] if s.at[p] >= 0 and owners >> s.owner[p] & 1)

    if COLONIST in table.sides:  # whatever flies on the board, whoever owns it
        out[COLONIST] = 2 * elsewhere + 0.5 * count((TR, CORV, FTR, DD)) + count((ITR, CA, BB))
        return out
    out[SPACE_FLEET] = float(
        sum(MOVE[TYPE[p]] for p in TERRANS if KIND_OF[p] == SPACE and s.at[p] >= 0 and s.owner[p] == SPACE_FLEET)
    )
    out[CONSORTIUM] = 3.0 * elsewhere + count((ITR, CA, BB), 1 << CONSORTIUM)
    return out


def terrans_win(s: State, level: str, reason: str) -> None:
    """The Terran camp wins; among several players the one with most points (32.6, 33.8)."""
    points = victory_points(s)
    if not points:
        s.result = Result(camp(s.setup.terrans), level, reason)
        return
    best = max(points.values())
    leaders = sum(1 << side for side, n in points.items() if n == best)
    s.result = Result(camp(leaders), level, reason)


# --- the other scenarios


def quasarship_result(s: State) -> None:
    """Six levels by the industry left, the lower three told of the loser (35.8)."""
    left = undevastated(s)
    reason = f"{left} Industrial Units are left"
    for least, winner, level in (
        (47, "terran", "decisive victory"),
        (40, "terran", "substantial victory"),
        (30, "terran", "marginal victory"),
        (20, "alien", "marginal Terran defeat"),
        (1, "alien", "substantial Terran defeat"),
        (0, "alien", "decisive Terran defeat"),
    ):
        if left >= least:
            s.result = Result(winner, level, reason)
            return


def expansion_gain(s: State, side: int) -> int:
    """Undevastated IUs of a side, besieged ones included, less those it began with (37.13)."""
    own = sum(standing(s, i) for i, there in enumerate(s.exists) if there and s.site_side[i] == side)
    return own - (42 if side == EARTH_SIDE else 7)


def expansion_result(s: State) -> None:
    earth, mars = expansion_gain(s, EARTH_SIDE), expansion_gain(s, MARS_SIDE)
    reason = f"gain in Industrial Units: Earth {earth}, Mars {mars}"
    if earth == mars:
        s.result = Result(None, "draw", reason)
    else:
        s.result = Result("earth" if earth > mars else "mars", "victory", reason)
