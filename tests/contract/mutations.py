"""Damage done at random to what people may hand in: texts and JSON documents."""

from __future__ import annotations

import copy
import random
from typing import Any

SCRAPS = [
    "",
    "none",
    "0",
    "-1",
    "99999999999",
    "true",
    "null",
    "[",
    "{",
    '"',
    "é",
    "\u2028",
    "\x00",
    "\ufeff",
    "٣",
    "x" * 300,
]
SCRAPS += ["9" * 5000, "[" * 4000, "# ", "!", ": ", "\t", "-", "=", "1e999", "NaN"]
VALUES: list[Any] = [
    None,
    True,
    False,
    -1,
    0,
    1,
    7,
    1 << 40,
    -(1 << 70),
    0.5,
    float("nan"),
    "",
    "none",
    "x",
    "é\n",
    [],
    {},
    [0],
]
VALUES += [["none"], [[]], {"a": 1}, [None], "9" * 50]


def bent_text(text: str, rng: random.Random) -> str:
    """A text with one to three accidents: letters, words or lines lost, doubled, swapped or replaced."""
    for _ in range(rng.randrange(1, 4)):
        lines = text.split("\n")
        at = rng.randrange(len(lines))
        kind = rng.randrange(8)
        if kind == 0:
            del lines[at]
        elif kind == 1:
            lines.insert(at, lines[rng.randrange(len(lines))])
        elif kind == 2:
            other = rng.randrange(len(lines))
            lines[at], lines[other] = lines[other], lines[at]
        elif kind == 3:
            words = lines[at].split(" ")
            words[rng.randrange(len(words))] = rng.choice(SCRAPS)
            lines[at] = " ".join(words)
        elif kind == 4:
            words = lines[at].split(" ")
            donors = rng.choice(lines).split(" ")
            words[rng.randrange(len(words))] = rng.choice(donors)
            lines[at] = " ".join(words)
        elif kind == 5:
            cut = rng.randrange(len(lines[at]) + 1)
            lines[at] = lines[at][:cut] + rng.choice(SCRAPS) + lines[at][cut + rng.randrange(3) :]
        elif kind == 6:
            lines = lines[: at + 1]
        else:
            lines[at] = lines[at][: rng.randrange(len(lines[at]) + 1)]
        text = "\n".join(lines)
    return text


def bent_document(document: Any, rng: random.Random) -> Any:
    """A JSON document in which one or two spots have been lost, doubled or replaced."""
    document = copy.deepcopy(document)
    for _ in range(rng.randrange(1, 3)):
        spots = _spots(document)
        holder, key = rng.choice(spots)
        kind = rng.randrange(5)
        if kind == 0:
            del holder[key]
        elif kind == 1 and isinstance(holder, dict):
            holder[rng.choice(["x", "", "turn", "each piece", "None"])] = holder[key]
        elif kind == 1:
            holder.insert(key, copy.deepcopy(holder[key]))
        elif kind == 2:
            other, place = rng.choice(spots)
            holder[key] = copy.deepcopy(other[place])
        elif kind == 3 and isinstance(holder[key], int) and not isinstance(holder[key], bool):
            holder[key] += rng.choice([-3, -1, 1, 2, 100])
        else:
            holder[key] = copy.deepcopy(rng.choice(VALUES))
        if not _spots(document):
            break
    return document


def _spots(document: Any) -> list[tuple[Any, Any]]:
    found: list[tuple[Any, Any]] = []
    todo = [document]
    while todo:
        holder = todo.pop()
        keys = list(holder) if isinstance(holder, dict) else range(len(holder)) if isinstance(holder, list) else ()
        for key in keys:
            found.append((holder, key))
            todo.append(holder[key])
    return found
