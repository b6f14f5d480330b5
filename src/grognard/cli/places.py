"""Where in a JSON file a field stands, so that an error about the field can name its line."""

from __future__ import annotations

import json
import re

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*"|[{}\[\],:\n]|[^\s{}\[\],:"]+')


def lines(text: str) -> dict[str, int]:
    """The line of every value of a well-formed document, by its path: `fields.each piece.sf1.at`, `stack[2]`."""
    found: dict[str, int] = {}
    holders: list[tuple[str, int]] = []  # the path of each open object (-1) or list (its next index)
    line, path, key = 1, "", ""
    for token in _TOKEN.findall(text):
        if token == "\n":
            line += 1
        elif token in "}]":
            holders.pop()
        elif token == ",":
            key = ""
        elif token == ":":
            continue
        elif holders and holders[-1][1] < 0 and not key:
            key = token
            path = f"{holders[-1][0]}.{json.loads(token)}".removeprefix(".")
        else:
            if holders and holders[-1][1] >= 0:
                holder, index = holders[-1]
                path = f"{holder}[{index}]"
                holders[-1] = holder, index + 1
            found.setdefault(path, line)
            if token in "{[":
                holders.append((path, -1 if token == "{" else 0))
                key = ""
    return found


def with_line(text: str, error: str) -> str:
    """An error that begins with the path of a field, with the field's line in front."""
    at = lines(text)
    parts = error.split(": ")
    for end in range(len(parts), 0, -1):
        number = at.get(": ".join(parts[:end]))
        if number is not None:
            return f"line {number}: {error}"
    return error
