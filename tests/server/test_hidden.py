"""Hidden facts never leave the server: two matches that differ only in what red can't know give red the same bytes.

The pair has the same secrets, clock and dice. Blue's strengths are redrawn in the second, and blue bids differently
in it; whatever red or a spectator asks, posts or hears must come out alike to the byte.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest

import grognard
from core import tiny
from grognard.core import Match, Rng
from server.pairs import Ears, Heard, World, from_position, secret

RED, BLUE = secret("red"), secret("blue")
GAME = tiny.build()
Pair = list[World]


def positions() -> list[dict[str, Any]]:
    """A position, and the same with another draw of what red can't know."""
    match = GAME.new("duel", seed=4)
    for seed in range(20):
        other = match.determinize("red", seed)
        if other.view("blue") != match.view("blue"):
            assert other.view("red") == match.view("red")
            return [match.position(), other.position()]
    raise AssertionError("nothing is hidden in this game")


@pytest.fixture
def worlds(tmp_path: Path, empty_store: Path) -> Iterator[Pair]:
    with ExitStack() as stack:
        yield [World(empty_store, tmp_path / name, stack) for name in ("one", "two")]


@pytest.fixture
def pair(worlds: Pair) -> Pair:
    for world, position in zip(worlds, positions(), strict=True):
        world.put("pair", position, from_position(position), ("red", "blue"))
    return worlds


QUESTIONS = [
    "",
    "/state",
    "/state?side=red",
    "/state?side=blue",
    "/updates?since=0",
    "/updates?since=1",
    "/updates?since=99",
    "/log",
    "/log?q=bid",
    "/log?kind=bid_made",
    "/why?action=bid+1",
    "/why?action=move+r1+to+p1",
    "/why?action=fire+r1+at+b1",
    "/why?action=nonsense",
    "/odds?action=bid+1",
    "/odds?action=fire+r1+at+b1",
    "/acts",
    "/acts?piece=r1",
    "/acts?piece=b1",
    "/acts?place=p6",
    "/record",
    "/at/0",
    "/at/1",
    "/at/2",
    "/at/9",
    "/moments",
    "/board",
    "/areas",
    "/areas?at=0",
    "/areas?side=blue",
    "/threats?place=p0",
    "/threats?place=p6&at=1",
]


def ask(world: World, token: str | None) -> list[Heard]:
    paths = [f"/matches/pair{q}" for q in QUESTIONS] + ["/matches", "/health", "/games/tiny"]
    mine = world.post("/matches/mine", None, {"tokens": [token or "nobody-nobody"]})
    return [mine, *(world.get(path, token) for path in paths)]


def post(world: World, token: str | None, path: str, body: dict[str, Any]) -> tuple[int, bytes]:
    return world.post(f"/matches/pair{path}", token, body)[:2]


def test_the_pair_differs_for_blue(pair: Pair) -> None:
    one, two = (ask(client, BLUE) for client in pair)
    assert one != two


@pytest.mark.parametrize("token", [RED, None])
def test_what_red_or_a_spectator_gets_is_the_same_to_the_byte(pair: Pair, token: str | None) -> None:
    moves = [
        (BLUE, "/play", [{"action": "bid 1", "expect": 0}, {"action": "bid 0", "expect": 0}]),  # hidden from red
        (BLUE, "/undo", [{"expect": 1}] * 2),
        (BLUE, "/play", [{"action": "bid 0", "expect": 2}, {"action": "bid 1", "expect": 2}]),
        (BLUE, "/talk", [{"text": "hello"}] * 2),
        (RED, "/draw", [{"expect": 3}] * 2),
        (BLUE, "/answer", [{"expect": 3, "agree": False}] * 2),
        (RED, "/play", [{"action": "move r1 to p1", "expect": 3}] * 2),  # refused
        (RED, "/undo", [{"expect": 3}] * 2),
    ]
    with ExitStack() as stack:
        ears = [Ears(world.client, "pair", token, stack) for world in pair]
        accepted = 0
        assert ask(pair[0], token) == ask(pair[1], token)
        for mover, path, bodies in moves:
            answers = [post(client, mover, path, body) for client, body in zip(pair, bodies, strict=True)]
            assert answers[0][0] == answers[1][0]
            if mover == RED:
                assert answers[0] == answers[1]
            accepted += answers[0][0] == 200
            assert ask(pair[0], token) == ask(pair[1], token)
        heard = [one.listen(accepted) for one in ears]
    assert accepted == 6
    assert heard[0] == heard[1]


def test_a_branch_shows_red_the_same(pair: Pair) -> None:
    assert post(pair[0], RED, "/branch", {}) == post(pair[1], RED, "/branch", {})
    views = []
    for world in pair:
        made = json.loads(post(world, RED, "/branch", {"at": 0})[1])
        views.append(world.get(f"/matches/{made['match']}/state?side=red", made["token"]))
    assert views[0] == views[1]


def test_no_secret_of_a_running_match_is_in_any_answer(pair: Pair) -> None:
    """Neither the seed, nor the server's part of it, nor the hashes of the seats' secrets."""
    client = pair[0]
    blue_hash = hashlib.sha256(BLUE.encode()).hexdigest().encode()
    for _, content, _headers in ask(client, RED) + ask(client, None):
        for word in (b'"secret"', b'"seed"', b"seed:", b"token_hash", blue_hash):
            assert word not in content


# --- the real games


def in_mid_game(name: str, scenario: str, options: dict[str, Any], moves: int) -> Match:
    """A match of that game after some moves at random; after fewer where it ends before."""
    rng = Rng(f"pair {name} {scenario}")
    match: Match = grognard.load(name).new(scenario, options, seed=5)
    while match.actions < moves:
        side = match.to_act[0]
        match.play(side, match.decision(side).sample(rng))
        if not match.to_act:
            return in_mid_game(name, scenario, options, moves // 2)
    return match


def hides(match: Match, side: str) -> bool:
    """Whether there is more that this side can't know than the dice to come."""
    here, there = match.position(), match.determinize(side, 3).position()
    return any(here[key] != there[key] for key in here if key != "seed")


def questions(match: Match, side: str | None) -> list[str]:
    """Every kind of question, about a dozen pieces and places, and about what can and can't be done."""
    pieces = [p["id"] for p in match.view(side)["pieces"]]
    pieces = pieces[:: max(1, len(pieces) // 12)]
    places = match.game.places[:: max(1, len(match.game.places) // 12)]
    out = [q for q in QUESTIONS if "+r1" not in q and "=r1" not in q and "=b1" not in q and "=p6" not in q]
    out += [f"/threats?place={place}" for place in places]
    out += [f"/acts?piece={piece}" for piece in pieces] + [f"/acts?place={place}" for place in places]
    texts = [a.text for a in match.decision(side).actions[:8]] if side in match.to_act else []
    texts += [a.text for other in match.to_act if other != side for a in match.decision(other).actions[:3]]
    return out + [f"/{what}?action={quote(text)}" for what in ("why", "odds") for text in texts]


def same(worlds: Pair, match: str, side: str | None, asked: list[str]) -> None:
    token = secret(side) if side else None
    for path in asked:
        one, two = (world.get(f"/matches/{match}{path}", token) for world in worlds)
        assert one[0] < 500, path
        assert one == two, (side, path)


PLACES_TO_LOOK = [
    ("air_eaters", "introductory", {}, 60, False),
    ("air_eaters", "expansion", {}, 200, False),
    ("imperium", "first_war", {}, 60, False),
    ("grav_armor", "relief_of_the_42nd", {}, 8, True),
    ("grav_armor", "sector_capital", {}, 250, True),
    ("invasion_america", "three_pronged_invasion", {}, 60, True),
    ("invasion_america", "three_pronged_invasion", {"summits": True, "players": 4}, 400, True),
]


def test_every_game_is_looked_at() -> None:
    assert {name for name, *_ in PLACES_TO_LOOK} == set(grognard.games())


@pytest.mark.parametrize(("name", "scenario", "options", "moves", "hidden"), PLACES_TO_LOOK)
def test_every_game_keeps_its_secrets_on_every_route(
    name: str, scenario: str, options: dict[str, Any], moves: int, hidden: bool, worlds: Pair
) -> None:
    """Mid-game, all that a side can't know is redrawn: its answers, and a spectator's, stay the same."""
    match = in_mid_game(name, scenario, options, moves)
    assert any(hides(match, side) for side in match.sides) == hidden
    for side in match.sides:
        for world, document in zip(worlds, (match.position(), match.determinize(side, 3).position()), strict=True):
            world.put(side, document, from_position(document), match.sides)
        same(worlds, side, side, questions(match, side))
        same(worlds, side, None, questions(match, None))
        if side in match.to_act:
            picks(worlds, side)
        branches(worlds, side, match.sides)


def picks(worlds: Pair, side: str) -> None:
    """What can be taken back freely has told nothing: a dozen picks at random, heard and answered alike."""
    rng = random.Random(side)
    played = 0
    with ExitStack() as stack:
        ears = [Ears(world.client, side, secret(side), stack) for world in worlds]
        while played < 12:
            state = worlds[0].state(side, side)
            if not state["decision"]:
                break
            body = {
                "side": side,
                "action": rng.choice(state["decision"]["actions"])["text"],
                "expect": state["step"],
            }
            one, two = (world.post(f"/matches/{side}/play", secret(side), body) for world in worlds)
            assert one[0] == two[0] == 200
            if json.loads(one[1])["undo"] != "free":  # dice or a reveal: from here on the worlds may differ
                assert json.loads(two[1])["undo"] != "free"
                break
            played += 1
            assert one == two
            same(worlds, side, side, ["/state", "/updates?since=0", "/record", "/log", "/moments", "/areas"])
        assert ears[0].listen(played) == ears[1].listen(played)


def branches(worlds: Pair, match: str, sides: tuple[str, ...]) -> None:
    """A sandbox holds nothing that its maker could not know: it comes out the same, whoever looks at it."""
    body = {"at": 0}
    made = [world.post(f"/matches/{match}/branch", secret(match), body) for world in worlds]
    assert made[0] == made[1]
    created = json.loads(made[0][1])
    for side in sides:
        one, two = (world.get(f"/matches/{created['match']}/state?side={side}", created["token"]) for world in worlds)
        assert one == two, side


def acted(worlds: Pair, match: Match, readers: list[str | None], deeds: list[list[tuple[str, str]]]) -> None:
    """Each world does its own deeds from the same position on: the readers are told the same of it, live and asked."""
    start = match.position()
    with ExitStack() as stack:
        for world in worlds:
            world.put("acted", start, from_position(start), match.sides)
        ears = [
            [Ears(w.client, "acted", secret(reader) if reader else None, stack) for w in worlds] for reader in readers
        ]
        for world, own in zip(worlds, deeds, strict=True):
            for side, action in own:
                world.play("acted", side, action)
        for reader, (one, two) in zip(readers, ears, strict=True):
            assert one.listen(len(deeds[0])) == two.listen(len(deeds[1]))
            same(worlds, "acted", reader, questions(match, reader))
    actor = deeds[0][0][0]
    assert len({world.get("/matches/acted/log", secret(actor))[1] for world in worlds}) == 2


def moved_until(match: Match, start: str) -> str:
    """Play at random until somebody may do what begins with these words; who that is."""
    rng = Rng(start)
    while True:
        side = match.to_act[0]
        if any(a.text.startswith(start) for a in match.decision(side).actions):
            return side
        match.play(side, match.decision(side).sample(rng))


@pytest.mark.parametrize(("answer", "end"), [("agree", ["adjourn"]), ("object", [])])
def test_secret_talks_are_heard_by_those_at_the_table_alone(worlds: Pair, answer: str, end: list[str]) -> None:
    match = grognard.load("invasion_america").new("three_pronged_invasion", {"summits": True, "players": 4}, seed=3)
    caller = moved_until(match, "invite")
    guest, *others = (s for s in match.sides if s != caller)
    deeds = []
    for topic in ("truce", "warning"):
        called = [(caller, text) for text in (f"invite {guest}", "secret talks", f"raise {topic}")]
        deeds.append([*called, (guest, answer), *((caller, text) for text in end)])
    acted(worlds, match, [*others, None], deeds)


Said = tuple[str, dict[str, Any]]


def said(worlds: Pair, match: Match, readers: list[str | None], talk: list[list[Said]], before: list[Any]) -> None:
    """In each world other words by others: the readers get the same bytes of it, live and asked."""
    start = match.position()
    with ExitStack() as stack:
        for world in worlds:
            world.put("said", start, from_position(start), match.sides)
            for side, action in before:
                world.play("said", side, action)
        ears = [[Ears(w.client, "said", secret(r) if r else None, stack) for w in worlds] for r in readers]
        for world, own in zip(worlds, talk, strict=True):
            for side, body in own:
                assert world.post("/matches/said/talk", secret(side), body)[0] == 200
        for reader, (one, two) in zip(readers, ears, strict=True):
            assert one.listen(len(talk[0])) == two.listen(len(talk[1]))
            same(worlds, "said", reader, questions(match, reader))


def in_diplomacy() -> tuple[Match, str, list[str]]:
    match = grognard.load("invasion_america").new("three_pronged_invasion", {"summits": True, "players": 4}, seed=3)
    caller = moved_until(match, "invite")
    return match, caller, [s for s in match.sides if s != caller]


def test_talk_to_some_sides_is_heard_by_them_alone(worlds: Pair) -> None:
    """Neither the words, nor who speaks, nor to whom."""
    match, one, (two, three, four) = in_diplomacy()
    talk: list[list[Said]] = [
        [(one, {"text": "attack at dawn", "to": [two]}), (three, {"text": "yes", "to": [one, two], "nonce": "a"})],
        [(two, {"text": "no", "to": [one, three]}), (one, {"text": "wait for me", "to": [three]})],
    ]
    said(worlds, match, [four, None], talk, [])
    heard = [[t["text"] for t in worlds[0].state("said", side)["talk"]] for side in (one, two, three, four)]
    assert heard == [["attack at dawn", "yes"], ["attack at dawn", "yes"], ["yes"], []]


def test_talk_at_a_secret_summit_is_for_its_guests_unless_addressed_otherwise(worlds: Pair) -> None:
    match, caller, (guest, *others) = in_diplomacy()
    before = [(caller, f"invite {guest}"), (caller, "secret talks")]
    talk: list[list[Said]] = [[(caller, {"text": "a truce?"})], [(guest, {"text": "never"})]]
    said(worlds, match, [*others, None], talk, before)
    world = worlds[0]
    assert world.state("said", guest)["talk"][0]["to"] == world.state("said", caller)["apart"]
    assert world.state("said", others[0])["apart"] == []
    for side, body in ((others[0], {"text": "what do they say?"}), (caller, {"text": "nothing", "to": None})):
        world.post("/matches/said/talk", secret(side), body)
    assert [t["text"] for t in world.state("said", others[1])["talk"]] == ["what do they say?", "nothing"]
    world.play("said", caller, "open talks")
    world.post("/matches/said/talk", secret(caller), {"text": "we are friends"})
    assert world.state("said", others[1])["talk"][-1]["text"] == "we are friends"
    assert all(t["text"] != "a truce?" for t in world.state("said", others[0])["talk"])


def test_a_guest_may_end_a_summit_though_nobody_waits_for_him(worlds: Pair) -> None:
    """Who may is told to him alone; and what he saw a moment ago is enough, as his choice has stood since."""
    match, caller, (guest, other, stranger) = in_diplomacy()
    world, start = worlds[0], match.position()
    world.put("said", start, from_position(start), match.sides)
    for text in (f"invite {guest}", f"invite {other}", "secret talks"):
        world.play("said", caller, text)
    seen = {side: world.state("said", side) for side in match.sides}
    assert {tuple(state["to_act"]) for state in seen.values()} == {(caller,)}
    for side in (guest, other):
        assert [a["text"] for a in seen[side]["decision"]["actions"]] == ["object"]
    assert seen[stranger]["decision"] is None
    order = {"action": "object", "expect": seen[other]["step"]}
    assert world.post("/matches/said/play", secret(stranger), {**order, "side": stranger})[0] != 200
    world.play("said", caller, "raise truce")
    assert world.state("said", caller)["to_act"] == [guest]
    assert world.post("/matches/said/play", secret(other), {**order, "side": other})[0] == 200
    after = world.state("said", caller)
    assert after["to_act"] == [caller] and not after["view"]["extra"]["summit"]["guests"]
    assert world.state("said", guest)["decision"] is None


def test_standing_orders_are_known_to_who_gave_them_alone(worlds: Pair) -> None:
    match = grognard.load("grav_armor").new("relief_of_the_42nd", seed=3)
    side = moved_until(match, "orders")
    given = match.copy()
    given.play(side, "orders")
    pieces = [a.text for a in given.decision(side).actions if a.text.startswith("order ")]
    deeds = [
        [(side, "orders"), (side, pieces[0]), (side, "hold")],
        [(side, "orders"), (side, pieces[-1]), (side, "when 50")],
    ]
    acted(worlds, match, [*(s for s in match.sides if s != side), None], deeds)
