"""Vocabularies: the stable ids and display names behind the small ints used everywhere inside."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

_ID = re.compile(r"[a-z0-9][a-z0-9_.-]*\Z")
NONE = "none"


class Vocabulary:
    """One kind of thing (`piece`, `place`, `type`, ...): number <-> id, and a name for people."""

    __slots__ = ("ids", "index", "kind", "names")

    def __init__(self, kind: str, ids: Iterable[str], names: Sequence[str] | None = None) -> None:
        self.kind = kind
        self.ids: tuple[str, ...] = tuple(ids)
        self.names: tuple[str, ...] = tuple(names) if names is not None else tuple(_title(i) for i in self.ids)
        if len(self.names) != len(self.ids):
            raise ValueError(f"vocabulary {kind}: {len(self.ids)} ids but {len(self.names)} names")
        self.index: dict[str, int] = {}
        for number, name in enumerate(self.ids):
            if not _ID.match(name) or name == NONE:
                raise ValueError(f"vocabulary {kind}: {name!r} is no id (lower case, digits, _ . -)")
            if name in self.index:
                raise ValueError(f"vocabulary {kind}: {name!r} stands twice")
            self.index[name] = number

    def __len__(self) -> int:
        return len(self.ids)

    def id(self, number: int) -> str:
        return self.ids[number] if number >= 0 else NONE

    def name(self, number: int) -> str:
        return self.names[number] if number >= 0 else NONE

    def number(self, name: str) -> int:
        """The number of an id; -1 for `none`; KeyError where there is no such id."""
        return -1 if name == NONE else self.index[name]


def _title(name: str) -> str:
    return name.replace("_", " ").capitalize()
