"""Untried strengths: drawn at random, known to nobody, redrawn only as far as nobody can know (18.32 to 18.35)."""

from collections import Counter
from typing import Any

from .ground import arrange, game, piece
from .test_combat import FED, PLAIN, fight


def strengths(match: Any, pool: range) -> list[int]:
    return [match.state.strength[p] for p in pool]


def members(name: str) -> range:
    return game().forces.members[game().forces.pool_of[piece(name)]]


def test_18_32_redrawn_worlds_keep_the_counters_and_all_that_was_shown() -> None:
    units = {f"esc_i{i}": (20 + i, 30) for i in range(1, 9)} | {"usa_i1": ((30, 40), 4), **FED}
    match = arrange(units, "esc_movement")
    worlds = [match.determinize("esc", seed) for seed in range(40)]
    for name in ("esc_i1", "usa_i1", "esc_a1"):
        pool = members(name)
        assert all(Counter(strengths(w, pool)) == Counter(strengths(match, pool)) for w in worlds)
    assert all(w.state.strength[piece("usa_i1")] == 4 for w in worlds)
    assert len({tuple(strengths(w, members("esc_i1"))) for w in worlds}) > 30


def test_18_32_a_strength_that_has_been_shown_out_is_drawn_no_more() -> None:
    """Two E.S.C. infantry of 6 are untried on the map; once all sixes have been shown elsewhere, neither can be one."""
    six = game().forces.values[game().forces.pool_of[piece("esc_i1")]].count(6)
    units: dict[str, Any] = {f"esc_i{i + 1}": ((20 + i, 30), 6) for i in range(six)}
    units |= {f"esc_i{i}": (20, 40) for i in (19, 20)}
    match = arrange({**FED, **units}, "esc_movement")
    for seed in range(40):
        world = match.determinize("us", seed)
        assert 6 not in [world.state.strength[piece(f"esc_i{i}")] for i in (19, 20)]


def test_18_32_redraws_follow_the_law_that_the_odds_count_with() -> None:
    match = arrange({**FED, "esc_i1": ((19, 34), 4), "usa_i1": PLAIN}, "esc_combat")
    values = game().forces.values[game().forces.pool_of[piece("usa_i1")]]
    drawn = Counter(match.determinize("esc", seed).state.strength[piece("usa_i1")] for seed in range(600))
    for value, count in Counter(values).items():
        expected = 600 * count / len(values)
        assert abs(drawn[value] - expected) < 5 * (expected * (1 - count / len(values))) ** 0.5


def test_18_35_who_returns_from_the_box_may_be_any_of_those_in_it() -> None:
    """Three tried infantry die; the one that comes back shows each of their strengths in some game."""
    seen = set()
    for seed in range(30):
        units = {f"usa_i{i}": (PLAIN, strength) for i, strength in ((1, 4), (2, 3), (3, 2))}
        armor = {f"esc_a{i}": ((19, 34), 10) for i in (1, 2, 3)} | {f"esc_a{i}": ((19, 33), 8) for i in (4, 5, 6)}
        match = arrange({**FED, **armor, **units}, "esc_combat")
        match.state.dice = type(match.state.dice)(str(seed))
        fight(match, "esc", PLAIN, list(armor), 1)  # 54 to 9 is 6-1: De
        assert all(match.state.at[piece(name)] == game().destroyed[0] for name in units)
        assert not any(match.state.tried >> piece(name) & 1 for name in units)
        seen.add(match.state.strength[piece("usa_i1")])
    assert seen == {2, 3, 4}
