"""A proving ground: empty maps on which a test puts what it needs, at the phase it needs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

import grognard
from grognard.core import Illegal, Match
from grognard.games.air_eaters.state import State

GAME = grognard.load("air_eaters")
V = GAME.vocab


def place(name: str) -> int:
    return V["place"].index[name]


def piece(name: str) -> int:
    return V["piece"].index[name]


def body(name: str) -> int:
    return V["body"].index[name]


def site(name: str) -> int:
    return V["site"].index[name]


class Ground:
    """A match whose set-up has been swept away. Put units, then `go` to a phase."""

    def __init__(self, scenario: str = "introductory", turn: int = 2, **options: Any) -> None:
        self.match: Match = GAME.new(scenario, options, seed=1)
        s = self.s
        for p in range(len(V["piece"])):
            for name in ("inertia", "moved", "beamed", "deployed", "fresh", "doomed", "shielded", "shots"):
                getattr(s, name)[p] = 0
            s.at[p] = s.owner[p] = s.carrier[p] = -1
        s.movable = s.forces = 0
        s.stack = []
        s.turn = turn
        self.bodies(
            mercury="a_1",
            venus="b_2",
            earth="c_3",
            mars="d_4",
            ceres="g_6",
            pallas="g_3",
            vesta="g_4",
            jupiter="l_1",
            trojans_1="l_41",
            trojans_2="l_9",
        )
        if scenario != "introductory":
            self.bodies(mining_base_1="f_2", mining_base_2="f_4", mining_base_3="f_7", mining_base_4="f_9")
            for n in range(1, 5):
                s.exists[site(f"mining_base_{n}")] = 1
        if scenario == "advanced":
            self.bodies(deimos="mars_orbit", phobos="mars_orbit")

    @property
    def s(self) -> State:
        state = self.match.state
        assert isinstance(state, State)
        return state

    def bodies(self, **where: str) -> None:
        for name, at in where.items():
            self.s.body_at[body(name)] = V["place"].number(at)

    def put(self, at: str, *names: str, side: str = "", deployed: bool = False, inertia: int = 0) -> None:
        for name in names:
            p = piece(name)
            alien = V["type"].index[name.rsplit("_", 1)[0]] >= V["type"].index["ms"]
            sides = self.match.sides
            default = next((i for i in sides if (i in ("alien", "settlers", "strike_force")) == alien), sides[0])
            self.s.at[p] = place(at)
            self.s.owner[p] = V["side"].index[side or default]
            self.s.deployed[p] = int(deployed)
            self.s.inertia[p] = inertia

    def aboard(self, transport: str, passenger: str) -> None:
        self.put(V["place"].ids[self.s.at[piece(transport)]], passenger)
        self.s.carrier[piece(passenger)] = piece(transport)

    def devastate(self, name: str, number: int = 1) -> None:
        self.s.devastated[site(name)] += number

    def go(self, phase: str) -> Ground:
        """Begin a phase; the match stands at its first decision."""
        s = self.s
        names = [p.name for p in self.match.setup.sequence]
        s.phase = names.index(phase) - 1
        s.push("next_phase")
        self.match.advance()
        self.match.remember()
        return self

    def dice(self, *values: int) -> None:
        self.match.force_dice(list(values))

    def play(self, *actions: str, side: str = "") -> None:
        for action in actions:
            self.match.play(side or self.match.to_act[0], action)

    def texts(self, side: str = "") -> list[str]:
        if not self.match.to_act:
            return []
        return [a.text for a in self.match.decision(side or self.match.to_act[0]).actions]

    @property
    def name(self) -> str:
        """The name of the decision that is asked for."""
        return self.match.decision(self.match.to_act[0]).name if self.match.to_act else ""

    @property
    def prompt(self) -> str:
        return self.match.decision(self.match.to_act[0]).prompt

    @property
    def phase(self) -> str:
        return self.match.setup.sequence[self.s.phase].name

    def refused(self, action: str, rule: str, word: str = "", side: str = "") -> None:
        """The action is refused by this rule, with this word in the reason."""
        with pytest.raises(Illegal) as caught:
            self.match.play(side or self.match.to_act[0], action)
        assert caught.value.rule == rule, caught.value
        assert word in caught.value.reason, caught.value

    def at(self, name: str) -> str:
        return V["place"].id(self.s.at[piece(name)])

    def alive(self, name: str) -> bool:
        return self.s.at[piece(name)] >= 0

    def log(self) -> list[str]:
        return [e.text for e in self.match.events()]

    def figures(self) -> Mapping[str, float]:
        return self.match.figures()


def finish_phase(ground: Ground, limit: int = 200) -> None:
    """Say `done` to everything until the phase changes."""
    phase = ground.s.phase
    turn = ground.s.turn
    for _ in range(limit):
        if not ground.match.to_act or ground.s.phase != phase or ground.s.turn != turn:
            return
        ground.play("done")
    raise AssertionError("the phase does not end")
