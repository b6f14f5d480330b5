"""Playing over the wire: setting up, moving, refusals, undo, draw, resignation, talk, questions, records."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

import grognard.core.record
from core import tiny
from grognard.core import commitment
from grognard.core.game import Area
from server.helpers import Player, make

Client = TestClient[Any]


def test_a_hot_seat_match_begins_when_its_player_joins(client: Client) -> None:
    [player] = make(client, join=False)
    before = player.state()
    assert (before["status"], before["view"], before["waiting_for"]) == ("waiting", None, ["red", "blue"])
    after = player.post("/join", {"mix": "my share", "name": "Ann"})
    assert after["status"] == "live"
    assert after["sides"] == ["red", "blue"]
    assert after["decision"]["side"] == "red"
    assert [s["name"] for s in after["seats"]] == ["Ann", "Ann"]


def test_a_match_between_two_waits_for_both(client: Client) -> None:
    red, blue = make(client, "me", "link", join=False)
    assert red.post("/join")["status"] == "waiting"
    assert red.play("bid 1", expect=0, status=409)["code"] == "not_now"
    assert blue.post("/join")["status"] == "live"
    assert red.state()["side"] == "red"
    assert blue.state()["side"] == "blue"


def test_joining_twice_keeps_the_first_share(client: Client) -> None:
    red, blue = make(client, "me", "link", join=False)
    red.post("/join", {"mix": "first"})
    red.post("/join", {"mix": "second"})
    blue.post("/join", {"mix": "other"})
    blue.post("/resign", {"expect": 0})
    assert red.get()["reveal"]["mixes"] == ["first", "other"]


def test_an_action_answers_with_what_it_changed(client: Client) -> None:
    [player] = make(client)
    update = player.play("bid 2", "red")
    assert (update["step"], update["actions"], update["type"], update["side"]) == (1, 1, "play", "red")
    assert [e["text"] for e in update["events"]] == ["Red bids 2"]
    assert update["change"]["set"]["to_act"] == ["blue"]


def test_updates_applied_to_a_state_give_the_later_state(client: Client) -> None:
    [player] = make(client)
    first = player.state("red")
    view, events = first["view"], first["events"]
    for side, action in _game(player):
        player.play(action, side)
    player.post("/undo", {"side": "red", "expect": player.state("red")["step"], "to": 3})
    for update in player.get("/updates", since=first["seq"], side="red")["updates"]:
        view, events = applied(view, events, update)
    last = player.state("red")
    assert by_id(view) == by_id(last["view"])
    assert events == last["events"]


def _game(player: Player) -> list[tuple[str, str]]:
    return [("red", "bid 3"), ("blue", "bid 0"), ("red", "move r1 to p1"), ("red", "move r2 to p1"), ("red", "done")]


def applied(view: dict[str, Any], events: list[Any], update: dict[str, Any]) -> tuple[dict[str, Any], list[Any]]:
    """What docs/wire.md tells a client to do with an update."""
    change = update["change"]
    pieces = {p["id"]: p for p in view["pieces"] if p["id"] not in change["gone"]}
    pieces.update({p["id"]: p for p in change["pieces"]})
    view = {**view, **change["set"], "pieces": list(pieces.values())}
    return view, events[: update["keep"]] + update["events"]


def by_id(view: dict[str, Any]) -> dict[str, Any]:
    return {**view, "pieces": {p["id"]: p for p in view["pieces"]}}


# --- refusals


def test_an_illegal_action_is_refused_with_its_rule_and_changes_nothing(client: Client) -> None:
    [player] = make(client)
    player.play("bid 1", "red")
    player.play("bid 0", "blue")
    before = player.state("red")
    refusal = player.play("move b1 to p5", "red", status=422)
    assert (refusal["code"], refusal["rule"], refusal["error"]) == ("illegal", "2.2", "B1 is not yours.")
    assert player.state("red") == before


def test_a_side_that_is_not_asked_is_refused(client: Client) -> None:
    [player] = make(client)
    player.play("bid 1", "red")
    assert player.play("bid 1", "red", status=409)["code"] == "not_now"


def test_a_stale_action_is_refused_with_the_present_step(client: Client) -> None:
    [player] = make(client)
    player.play("bid 1", "red")
    player.play("bid 0", "blue")
    player.play("move r1 to p1", "red")
    refusal = player.play("move r1 to p0", "red", expect=2, status=409)
    assert (refusal["code"], refusal["step"]) == ("stale", 3)
    assert player.play("move r1 to p0", "red", expect=9, status=409)["code"] == "stale"


def test_a_repeated_action_is_answered_the_same_and_played_once(client: Client) -> None:
    [player] = make(client)
    player.play("bid 1", "red")
    player.play("bid 0", "blue")
    first = player.play("move r1 to p1", "red", expect=2)
    player.play("move r2 to p1", "red", expect=3)
    assert player.play("move r1 to p1", "red", expect=2) == first
    assert player.state("red")["actions"] == 4


def test_who_decides_at_once_with_others_is_not_stale(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.play("bid 1", expect=0)
    assert blue.play("bid 0", expect=0)["step"] == 2


def test_another_side_cannot_be_played(client: Client) -> None:
    red, _ = make(client, "me", "link")
    assert red.play("bid 1", "blue", expect=0, status=403)["code"] == "not_yours"


def test_a_wrong_secret_opens_nothing(client: Client) -> None:
    [player] = make(client)
    thief = Player(client, player.match, "x" * 32)
    assert thief.get("/state", 401)["code"] == "no_seat"
    assert thief.play("bid 1", expect=0, status=401)["code"] == "no_seat"


def test_a_spectator_sees_but_cannot_act(client: Client) -> None:
    [player] = make(client)
    spectator = Player(client, player.match, None)
    seen = spectator.state()
    assert seen["side"] is None
    assert {p["factors"][0] for p in seen["view"]["pieces"]} == {"?"}
    assert spectator.play("bid 1", expect=0, status=401)["code"] == "no_seat"
    assert spectator.get("/state", 403, side="red")["code"] == "not_yours"


def test_a_match_can_be_closed_to_spectators(client: Client) -> None:
    [player] = make(client, spectators=False)
    assert Player(client, player.match, None).get("/state", 403)["code"] == "not_yours"


@pytest.mark.parametrize(
    ("body", "where"),
    [
        ({"game": "tiny"}, "scenario"),
        ({"game": "tiny", "scenario": "no"}, "scenario"),
        ({"game": "tiny", "scenario": "duel", "options": {"no": True}}, "options"),
        ({"game": "tiny", "scenario": "duel", "options": {"level": 9}}, "options"),
        ({"game": "tiny", "scenario": "duel", "seats": [{"sides": ["red"]}]}, "sides"),
        ({"game": "tiny", "scenario": "duel", "seats": [{"sides": ["red", "blue"], "holder": "bot"}]}, "seats.0.bot"),
        ({"game": "tiny", "scenario": "duel", "surprise": 1}, "surprise"),
        ({"game": "tiny", "scenario": "duel", "title": "x" * 81}, "title"),
    ],
)
def test_a_match_that_cannot_be_is_refused_by_the_name_of_what_is_wrong(
    client: Client, body: dict[str, Any], where: str
) -> None:
    answer = client.post("/api/matches", json=body)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_input"
    assert where in f"{answer.json()['where']} {answer.json()['error']}"


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b'{"action": 3, "expect": 0}', b'{"action": "x", "expect": -1}', b"\xff\xfe"]
)
def test_a_broken_body_is_refused(client: Client, body: bytes) -> None:
    [player] = make(client)
    answer = client.post(f"/api/matches/{player.match}/play", content=body, headers=player.headers)
    assert answer.status_code == 400
    assert answer.json()["code"] == "bad_input"


def test_unknown_things_are_not_found(client: Client) -> None:
    for path in ("/api/matches/nothing", "/api/games/nothing", "/api/nothing", "/api/games/tiny/charts/no", "/app.js"):
        answer = client.get(path)
        assert (answer.status_code, answer.json()["code"]) == (404, "unknown")


# --- undo, draw, resignation


def test_an_open_pick_is_taken_back_freely(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.play("bid 1")
    blue.play("bid 0")
    before = red.state()
    red.play("move r1 to p1")
    assert red.state()["undo"] == "free"
    update = red.post("/undo", {"expect": 3})
    assert (update["type"], update["actions"], update["step"]) == ("undo", 2, 4)
    after = red.state()
    assert after["view"] == before["view"]
    assert after["events"] == before["events"]


def test_undo_past_a_reveal_needs_the_others_consent(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.play("bid 1")
    blue.play("bid 0")
    ask = red.post("/undo", {"expect": 2})
    assert ask["asks"] == [{"kind": "undo", "by": "red", "to": 0, "agreed": ["red"], "open": ["blue"]}]
    assert red.post("/answer", {"expect": 2, "agree": True}, 409)["code"] == "not_now"
    update = blue.post("/answer", {"expect": 2, "agree": True})
    assert (update["type"], update["actions"], update["asks"]) == ("undo", 0, [])
    assert set(red.state()["to_act"]) == {"red", "blue"}


def test_a_declined_undo_changes_nothing(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.play("bid 1")
    blue.play("bid 0")
    red.post("/undo", {"expect": 2})
    update = blue.post("/answer", {"expect": 2, "agree": False})
    assert (update["actions"], update["asks"]) == (2, [])


def test_a_move_withdraws_what_was_asked(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.post("/draw", {"expect": 0})
    blue.play("bid 1")
    assert red.state()["asks"] == []


def test_hot_seat_needs_nobodys_consent(client: Client) -> None:
    [player] = make(client)
    player.play("bid 1", "red")
    player.play("bid 0", "blue")
    assert player.post("/undo", {"expect": 2, "side": "red"})["actions"] == 1


def test_a_draw_is_agreed_by_both(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.post("/draw", {"expect": 0})
    assert blue.state()["asks"][0]["open"] == ["blue"]
    update = blue.post("/answer", {"expect": 0, "agree": True})
    assert update["result"] == {"winner": None, "level": "agreed draw", "reason": "all sides agreed to a draw"}
    assert red.state()["status"] == "over"


def test_resigning_gives_the_game_to_the_other(client: Client) -> None:
    red, blue = make(client, "me", "link")
    assert red.post("/resign", {"expect": 0})["result"]["winner"] == "blue"
    assert blue.play("bid 1", expect=1, status=409)["code"] == "not_now"


# --- talk and questions


def test_talk_reaches_the_others_and_makes_no_click_stale(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.post("/talk", {"text": "  good <b>luck</b> "})
    assert [(t["name"], t["text"]) for t in blue.state()["talk"]] == [("red", "good <b>luck</b>")]
    assert blue.play("bid 1", expect=0)["step"] == 1
    assert Player(client, red.match, None).post("/talk", {"text": "hi"}, 401)["code"] == "no_seat"


def test_talk_may_be_addressed_to_some_sides(client: Client) -> None:
    red, blue = make(client, "me", "link")
    watcher = Player(client, red.match, None)
    assert red.post("/talk", {"text": "between us", "to": ["blue"]})["talk"]["to"] == ["blue"]
    red.post("/talk", {"text": "to all", "to": None})
    heard = [[(t["text"], t["to"]) for t in one.state()["talk"]] for one in (red, blue, watcher)]
    assert heard[0] == heard[1] == [("between us", ["blue"]), ("to all", None)]
    assert heard[2] == [("to all", None)]
    secret, _ = watcher.get("/updates", since=red.state()["seq"] - 2)["updates"]
    assert (secret["type"], secret["side"], secret["talk"], secret["events"]) == ("talk", None, None, [])


def test_talk_between_sides_of_one_screen_is_for_the_eyes_it_was_meant_for(client: Client) -> None:
    [both] = make(client)
    both.post("/talk", {"text": "not even here", "side": "blue", "to": ["red"]})
    assert [t["sides"] for t in both.state("red")["talk"]] == [["blue"]]
    assert both.post("/talk", {"text": "red speaks", "side": "red"})["side"] == "red"


@pytest.mark.parametrize(
    ("to", "error"), [(["green"], "no side 'green'"), (["red"], "nobody but yourself"), ([], "length >= 1")]
)
def test_talk_that_nobody_could_hear_is_refused(client: Client, to: list[str], error: str) -> None:
    red, _ = make(client, "me", "link")
    refused = red.post("/talk", {"text": "hello", "to": to}, 400)
    assert (refused["code"], refused["where"]) == ("bad_input", "to") and error in refused["error"]
    assert red.post("/talk", {"text": "hello", "side": "blue"}, 403)["code"] == "not_yours"
    assert red.state()["talk"] == []


def test_why_says_the_rule_for_any_text(client: Client) -> None:
    [player] = make(client)
    assert player.get("/why", side="red", action="bid 3") == {
        "action": "bid 3",
        "legal": True,
        "reason": "",
        "rule": "",
    }
    refusal = player.get("/why", side="red", action="dance")
    assert not refusal["legal"]
    assert "verb" in refusal["reason"]


def test_odds_come_with_their_ledger(client: Client) -> None:
    [player] = make(client)
    for side, action in [("red", "bid 1"), ("blue", "bid 0"), *[("red", f"move r1 to p{n}") for n in range(1, 7)]]:
        player.play(action, side)
    odds = player.get("/odds", side="red", action="fire r1 at b1")
    assert sum(o["chance"] for o in odds["outcomes"]) == pytest.approx(1)
    assert odds["ledger"] == [{"value": 1, "reason": "close", "rule": "3.1"}]
    assert player.get("/odds", side="red", action="done")["outcomes"] is None
    assert player.get("/odds", 422, side="red", action="fire r2 at b1")["code"] == "illegal"


def test_odds_asked_a_moment_too_late_are_empty_and_no_error(client: Client) -> None:
    [player] = make(client)
    step = player.state()["step"]
    player.play("bid 1", "red")
    late = player.get("/odds", side="red", action="bid 1", expect=step)
    assert (late["outcomes"], late["ledger"]) == (None, [])
    assert player.get("/odds", 422, side="red", action="bid 1", expect=player.state()["step"])["code"] == "illegal"


def test_acts_lists_what_a_piece_can_do_or_says_why_not(client: Client) -> None:
    [player] = make(client)
    player.play("bid 1", "red")
    player.play("bid 0", "blue")
    assert [a["text"] for a in player.get("/acts", side="red", piece="r2")["actions"]] == ["move r2 to p1"]
    assert len(player.get("/acts", side="red", place="p1")["actions"]) == 3
    nothing = player.get("/acts", side="red", piece="b1")
    assert nothing["actions"] == []
    assert ("B1 is not yours", "2.2") in [(w["reason"], w["rule"]) for w in nothing["why"]]
    assert player.get("/acts", 400, side="red", piece="zz")["where"] == "piece"


def test_the_log_is_searched(client: Client) -> None:
    [player] = make(client)
    for side, action in _game(player):
        player.play(action, side)
    found = player.get("/log", side="red", q="r2 MOVES")
    assert [e["text"] for e in found["events"]] == ["R2 moves to P1"]
    assert found["events"][0]["actions"] == 4
    assert {e["kind"] for e in player.get("/log", side="red", kind="phase_begins")["events"]} == {"phase_begins"}


# --- records and moments


def test_the_record_of_a_finished_match_proves_its_dice(client: Client) -> None:
    red, blue = make(client, "me", "link", title="A duel")
    promised = red.get()["commitment"]
    assert red.get()["reveal"] is None
    red.play("bid 1")
    blue.post("/resign", {"expect": 1})
    found = red.get("/record")
    assert found["complete"]
    game = client.app.state  # the tiny game is not among the package's own
    checks = grognard.core.record.verify_record(found["record"], _tiny)
    assert all(ok for _, ok in checks), checks
    assert len(checks) == 4
    assert commitment(red.get()["reveal"]["seed"]) == promised
    assert game is not None


def _tiny(_: str) -> Any:
    from core import tiny

    return tiny.build()


def test_a_running_record_holds_only_what_its_reader_knows(client: Client) -> None:
    red, blue = make(client, "me", "link")
    red.play("bid 3")
    theirs = blue.get("/record")
    assert not theirs["complete"]
    assert "bid 3" not in theirs["record"]
    assert "# Red has bid" in theirs["record"]
    assert "seed" not in theirs["record"]
    assert "red: bid 3" in red.get("/record")["record"]


def test_a_record_is_imported_and_goes_on(client: Client) -> None:
    [player] = make(client)
    for side, action in _game(player):
        player.play(action, side)
    text = player.get("/record")["record"]
    made = client.post("/api/matches/import", json={"record": text}).json()
    copy = Player(client, made["match"], made["token"])
    assert by_id(copy.state("red")["view"]) == by_id(player.state("red")["view"])
    assert copy.play("move b1 to p5", "blue")["actions"] == 6
    assert copy.get("/record")["record"] == text + "blue: move b1 to p5\n"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "nonsense",
        "grognard record 1\ngame: tiny\n",
        "grognard record 1\ngame: chess\nedition: 1\nscenario: x\nseed: 1\n",
    ],
)
def test_a_bad_record_is_refused(client: Client, text: str) -> None:
    answer = client.post("/api/matches/import", json={"record": text})
    assert (answer.status_code, answer.json()["where"]) == (400, "record")


def test_a_position_is_played_and_marked_as_arranged(client: Client) -> None:
    from core import tiny

    position = tiny.build().new("duel", seed=5).position()
    made = client.post("/api/matches/position", json={"game": "tiny", "position": position}).json()
    player = Player(client, made["match"], made["token"])
    assert player.get()["arranged"]
    assert player.play("bid 1", "red")["step"] == 1


@pytest.mark.parametrize(
    "spoil",
    [
        {"format": "x"},
        {"stack": []},
        {"stack": [["bids"], ["mercy", 7, 99]]},
        {"turn": "x"},
        {"fields": {"at": 1}},
        {"sides": {"a": 1}},
    ],
)
def test_a_bad_position_is_refused_and_never_breaks_the_server(client: Client, spoil: dict[str, Any]) -> None:
    from core import tiny

    position = {**tiny.build().new("duel", seed=5).position(), **spoil}
    answer = client.post("/api/matches/position", json={"game": "tiny", "position": position})
    assert (answer.status_code, answer.json()["where"]) == (400, "position")


def test_earlier_moments_are_seen_again(client: Client) -> None:
    [player] = make(client)
    views = [player.state("red")["view"]]
    for side, action in _game(player):
        player.play(action, side)
        views.append(player.state("red")["view"])
    for at in (5, 2, 0, 4):
        assert player.get(f"/at/{at}", side="red")["view"] == views[at]
    assert player.get("/at/6", 400)["code"] == "bad_input"
    marks = player.get("/moments")
    assert [(m["at"], m["phase"]) for m in marks] == [(0, "Bidding"), (2, "First move"), (5, "Second move")]


def test_a_spectator_sees_all_when_the_match_is_over(client: Client) -> None:
    red, _ = make(client, "me", "link")
    spectator = Player(client, red.match, None)
    assert {p["factors"][0] for p in spectator.get("/at/0")["view"]["pieces"]} == {"?"}
    red.post("/resign", {"expect": 0})
    assert "?" not in {p["factors"][0] for p in spectator.get("/at/0")["view"]["pieces"]}


@pytest.fixture
def overlays(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each side fires at where its men stand, and knows that only of itself; r1 and b1 hit where they stand."""

    def areas(game: Any, s: Any, mask: int) -> Any:
        return [Area("fire", side, 1 << s.at[side * 3]) for side in (0, 1) if mask >> side & 1]

    def threats(game: Any, s: Any, mask: int, place: int) -> Any:
        return [p for p in (0, 3) if s.at[p] == place and mask >> p // 3 & 1]

    monkeypatch.setattr(tiny.Tiny, "areas", areas)
    monkeypatch.setattr(tiny.Tiny, "threats", threats)


@pytest.mark.usefixtures("overlays")
def test_areas_and_threats_are_told_as_the_asker_may_know_them(client: Client) -> None:
    red, blue = make(client, "me", "link", spectators=True)
    spectator = Player(client, red.match, None)
    of_red, of_blue = ({"kind": "fire", "side": side, "places": [at]} for side, at in (("red", "p0"), ("blue", "p6")))
    assert red.get("/areas") == {"at": 0, "areas": [of_red]}
    assert blue.get("/areas", side="blue")["areas"] == [of_blue]
    assert spectator.get("/areas")["areas"] == []
    assert red.get("/threats", place="p0") == {"at": 0, "place": "p0", "pieces": ["r1"]}
    assert blue.get("/threats", place="p0")["pieces"] == spectator.get("/threats", place="p0")["pieces"] == []
    for path in ("/areas", "/threats"):
        assert red.get(path, place="p0", side="blue", status=403)["code"] == "not_yours"
        assert spectator.get(path, place="p0", side="red", status=403)["code"] == "not_yours"
        assert red.get(path, place="p0", at=9, status=400)["where"] == "at"
    assert red.get("/threats", place="nowhere", status=400)["where"] == "place"
    assert red.get("/threats", status=400)["where"] == "place"


@pytest.mark.usefixtures("overlays")
def test_areas_and_threats_of_earlier_moments_and_of_a_game_that_is_over(client: Client) -> None:
    [player] = make(client)
    for side, action in _game(player)[:3]:
        player.play(action, side)
    assert player.get("/areas", side="red")["areas"][0]["places"] == ["p1"]
    assert player.get("/areas", side="red", at=2)["areas"][0]["places"] == ["p0"]
    assert player.get("/threats", side="red", place="p0", at=2)["pieces"] == ["r1"]
    player.post("/resign", {"side": "red", "expect": 3})
    spectator = Player(client, player.match, None)
    assert [a["side"] for a in spectator.get("/areas")["areas"]] == ["red", "blue"]
    assert spectator.get("/threats", place="p6")["pieces"] == ["b1"]


def test_areas_wait_for_the_match_to_begin(client: Client) -> None:
    [player] = make(client, join=False)
    assert player.get("/areas", status=409)["code"] == "not_now"


def test_a_branch_is_a_sandbox_from_a_moment(client: Client) -> None:
    [player] = make(client)
    for side, action in _game(player):
        player.play(action, side)
    made = client.post(f"/api/matches/{player.match}/branch", json={"at": 3}, headers=player.headers).json()
    sandbox = Player(client, made["match"], made["token"])
    info = sandbox.get()
    assert (info["sandbox"], info["origin"]) == (True, {"match": player.match, "at": 3})
    assert sandbox.play("move r3 to p1", "red")["actions"] == 1
    assert player.state("red")["actions"] == 5


def test_a_branch_of_a_running_match_redraws_what_is_hidden(client: Client) -> None:
    red, _ = make(client, "me", "link")
    worths = set()
    for _ in range(12):
        made = client.post(f"/api/matches/{red.match}/branch", json={}, headers=red.headers).json()
        sandbox = Player(client, made["match"], made["token"])
        mine = [p["factors"] for p in sandbox.state("red")["view"]["pieces"][:3]]
        assert mine == [p["factors"] for p in red.state()["view"]["pieces"][:3]]
        worths.add(str([p["factors"] for p in sandbox.state("blue")["view"]["pieces"][3:]]))
    assert len(worths) > 1


def test_matches_are_listed_only_when_wished_and_found_by_their_secrets(alone: Client) -> None:
    [hidden] = make(alone)
    [shown] = make(alone, listed=True, title="Come and see")
    assert [m["match"] for m in alone.get("/api/matches").json()] == [shown.match]
    tokens = [hidden.token, shown.token, "y" * 32]
    mine = alone.post("/api/matches/mine", json={"tokens": tokens}).json()
    assert {m["match"]: m["your_turn"] for m in mine} == {hidden.match: True, shown.match: True}
