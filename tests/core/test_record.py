"""Records and positions: round trips, and errors that name the place."""

from __future__ import annotations

import copy
import json
import random

import pytest

from core.tiny import build
from grognard.core import BadPosition, BadRecord, GrognardError, Match, commitment, mixed_seed
from grognard.core.position import packed, unpacked
from grognard.core.record import read_record, verify_record

GAME = build()


def load(name: str) -> object:
    return GAME


def played(seed: int = 5, steps: int = 40) -> Match:
    match: Match = GAME.new("duel", {}, seed)
    rng = random.Random(seed)
    for _ in range(steps):
        if not match.to_act:
            break
        side = rng.choice(match.to_act)
        match.play(side, match.decision(side).sample(rng))
    return match


def test_a_record_leads_to_the_same_match() -> None:
    match = played()
    again = read_record(match.save(), load)
    assert again.digest() == match.digest()
    assert again.save() == match.save()


def test_comments_and_blank_lines_are_allowed() -> None:
    text = played().save().replace("\n\n", "\n\n# an opening\n\n", 1)
    assert read_record(text, load).digest() == played().digest()


@pytest.mark.parametrize(
    ("old", "new", "error"),
    [
        ("grognard record 1", "a letter", "line 1: expected 'grognard record 1'"),
        ("edition: 1", "edition: 9", "use a newer one"),
        ("edition: 1", "edition: one", "edition is a number"),
        ("scenario: duel", "scenario: war", "has no 'war'; known are: duel"),
        ("scenario: duel\n", "", "scenario is missing"),
        ('"fog":false', '"fog":7', "fog takes False, True"),
        ('{"fog"', '{fog"', "options is not JSON"),
        ("seed: 5", "seed: 5\nseed: 6", "seed stands twice"),
        ("seed: 5", "seeed: 5", "expected one of game, edition"),
        ("bid 0", "bid 9", "not among the choices here"),
        ("bid 0", "bib 0", "'bib' is no verb here"),
        (": bid 0", " bid 0", "expected 'side: action'"),
    ],
)
def test_a_bad_record_names_its_line(old: str, new: str, error: str) -> None:
    text = GAME.new("duel", {}, 5)
    text.play("red", "bid 0")
    record = text.save()
    assert old in record
    with pytest.raises(BadRecord) as caught:
        read_record(record.replace(old, new, 1), load)
    assert error in str(caught.value)


def test_marks_for_dice_resignation_and_draws_are_kept() -> None:
    match: Match = GAME.new("duel", {}, 5)
    match.force_dice([6, 1])
    match.offer_draw("red")
    match.resign("blue")
    again = read_record(match.save(), load)
    assert again.save() == match.save()
    assert again.arranged
    assert again.result == match.result


def test_a_position_restores_the_state_and_the_choices() -> None:
    match = played(steps=17)
    document = json.loads(json.dumps(match.position()))
    again = GAME.from_position(document)
    assert again.digest() == match.digest()
    side = match.to_act[0]
    assert again.decision(side).actions == match.decision(side).actions
    record = read_record(again.save(), load)
    assert record.digest() == again.digest()


def test_a_packed_position_is_the_same_and_damage_to_it_is_told() -> None:
    document = json.loads(json.dumps(played(steps=17).position()))
    text = packed(document)
    assert unpacked(text) == document
    for wrong in ("", "é", text[:-9], text[9:], packed([1])):  # type: ignore[arg-type]
        with pytest.raises(BadPosition, match=r"no packed position|JSON object"):
            unpacked(wrong)


@pytest.mark.parametrize(
    ("path", "value", "error"),
    [
        (("format",), "x", "format: expected 'grognard position 1'"),
        (("turn",), "two", "turn: expected a whole number"),
        (("colour",), 1, "colour: no such field"),
        (("stack",), [["bids", "x"]], "bids takes whole numbers"),
        (("stack",), [["nap"]], "stack[0]: Tiny has no decision"),
        (("fields", "fired"), ["r9"], "fields.fired: there is no piece 'r9'"),
        (
            ("fields", "each piece", "r1", "worth"),
            12,
            "fields.each piece.r1.worth: expected a whole number from 1 to 9",
        ),
        (("fields", "each piece", "r1", "at"), "mars", "there is no place 'mars'"),
        (("fields", "each piece", "r1", "hat"), 1, "a piece has no 'hat'"),
        (("fields", "each piece", "r7"), {}, "there is no piece 'r7'"),
        (("fields", "each piece", "r1", "worth"), 5, "the counters are not conserved"),
        (("fields", "glory"), 5, "fields.glory: Tiny has no such field"),
    ],
)
def test_a_bad_position_names_its_field(path: tuple[str, ...], value: object, error: str) -> None:
    match = played(steps=12)
    match.state.worth[:] = [1, 2, 3, 4, 5, 6]  # type: ignore[attr-defined]
    document = copy.deepcopy(match.position())
    spot = document
    for key in path[:-1]:
        spot = spot.setdefault(key, {})
    spot[path[-1]] = value
    with pytest.raises(BadPosition) as caught:
        GAME.from_position(document)
    assert error in str(caught.value)


def test_commitment_and_shares_are_proved() -> None:
    secret, shares = "abc", ["one", "two"]
    match: Match = GAME.new("duel", {}, mixed_seed(secret, shares))
    match.header.update(commitment=commitment(secret), secret=secret, shares=shares)
    assert all(holds for _, holds in verify_record(match.save(), load))
    wrong = match.save().replace("secret: abc", "secret: abd")
    assert [holds for _, holds in verify_record(wrong, load)].count(False) == 2


def test_dice_do_not_depend_on_the_order_of_asking() -> None:
    from grognard.core import Dice

    one, two = Dice("7"), Dice("7")
    forward = [one.below(n, 6) for n in range(50)]
    backward = [two.below(n, 6) for n in reversed(range(50))]
    assert forward == backward[::-1]
    assert forward[:10] == [Dice("7").below(n, 6) for n in range(10)]
    counts = [sum(Dice(str(seed)).below(n, 6) == face for seed in range(300) for n in range(20)) for face in range(6)]
    assert all(850 < count < 1150 for count in counts)


def test_the_first_dice_of_a_seed_never_change() -> None:
    from grognard.core import Dice

    assert [Dice("grognard").below(n, 6) + 1 for n in range(12)] == FIRST_DICE


FIRST_DICE = [5, 6, 3, 1, 3, 5, 1, 3, 4, 2, 5, 2]


def test_a_record_that_has_only_a_commitment_waits_for_its_seed() -> None:
    record = played().save().replace("seed: 5", f"commitment: {commitment('abc')}")
    with pytest.raises(BadRecord, match="line 7: only the commitment stands here: the seed is told at the end"):
        read_record(record, load)


def test_the_form_of_a_newer_program_is_called_that() -> None:
    with pytest.raises(BadRecord, match="line 1: this is 'grognard record 2', of a newer program; this one reads"):
        read_record(played().save().replace("record 1", "record 2"), load)
    with pytest.raises(BadPosition, match="format: this is 'grognard position 12', of a newer program"):
        GAME.from_position({**played().position(), "format": "grognard position 12"})


@pytest.mark.parametrize("text", [None, b"grognard record 1", 5])
def test_a_record_is_text(text: object) -> None:
    with pytest.raises(BadRecord, match="a record is text, not"):
        read_record(text, load)  # type: ignore[arg-type]


def test_a_position_that_falls_apart_in_play_says_so_and_stays_as_it_was() -> None:
    match = played(steps=17)
    document = json.loads(json.dumps(match.position()))
    document["stack"] = [["mercy", 0], ["moves", 1], ["moves", 1]]  # the first lacks a number, and comes up last
    again = GAME.from_position(document)
    while True:
        side = again.to_act[0]
        before, lines = again.digest(), len(again.log)
        try:
            again.play(side, "done")
        except GrognardError as error:
            assert "the position that this began from doesn't hold together (IndexError" in str(error)
            break
    assert (again.digest(), len(again.log)) == (before, lines)
    assert read_record(again.save(), load).digest() == before
    with pytest.raises(BadRecord, match=r"line \d+: .*doesn't hold together"):
        read_record(again.save() + f"{side}: done\n", load)
