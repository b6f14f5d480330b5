"""Chapter 4: player-turns, phases, length."""

from grognard.games.invasion_america.forces import ESC, PAL, SAU, US

from .ground import arrange, deploy_all, real, texts

PHASES = [
    "Naval Movement",
    "Replacements",
    "Primary Supply Judgment",
    "Land Movement",
    "Combat",
    "Secondary Supply Judgment",
    "Mechanized Movement",
]


def track(scenario: str, **options: object) -> list[tuple[str, str]]:
    match = real().new(scenario, options, 0)
    return [(p.under, p.title) for p in match.setup.sequence]


def test_4_2_the_four_player_turns_in_order() -> None:
    phases = track("three_pronged_invasion")
    unders = list(dict.fromkeys(under for under, _ in phases))
    assert [u.split()[0] for u in unders] == ["S.A.U.", "E.S.C.", "P.A.L.", "US/Canada"]
    for under in unders[:3]:
        assert [title for u, title in phases if u == under] == PHASES
    us = [title for u, title in phases if u == unders[3]]
    assert us == [*PHASES[1:3], "Rail Movement", *PHASES[3:]]


def test_4_1_without_the_pal_there_is_no_pal_player_turn() -> None:
    assert not any(under.startswith("P.A.L.") for under, _ in track("european_invasion"))


def test_4_1_forces_of_one_player_are_not_friendly() -> None:
    setup = real().new("three_pronged_invasion", {}, 0).setup
    assert setup.enemies[ESC] == (US,) and set(setup.others[ESC]) == {US, SAU, PAL}
    setup = real().new("three_pronged_invasion", {"players": 4}, 0).setup
    assert set(setup.enemies[ESC]) == {US, SAU, PAL}
    setup = real().new("three_pronged_invasion", {"players": 3}, 0).setup
    assert set(setup.enemies[PAL]) == {US, ESC}


def test_4_1_the_phases_stand_in_sequence() -> None:
    match = arrange({"esc_i1": (20, 30)}, "esc_movement")
    assert match.to_act == ("esc",) and "move esc_i1" in texts(match, "esc")


def test_4_3_a_scenario_ends_after_its_last_turn() -> None:
    match = real().new("northern_gate", {}, 3)
    deploy_all(match)
    for _ in range(600):
        if not match.to_act:
            break
        side = match.to_act[0]
        legal = texts(match, side)
        match.play(side, "done" if "done" in legal else legal[-1])
    assert match.result is not None and match.state.turn == 6
