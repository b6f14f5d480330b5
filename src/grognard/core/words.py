"""What the kernel says to people: templates with typed slots, refusals, modifiers, translations."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from grognard.core.vocab import Vocabulary

THEN = "; then "
"""Between the outcomes of two rolls that one action leads to: each is a word of its own in every language."""

_SLOT = re.compile(r"\{(\w+)(?::(\w+)(\*?))?(?:\|([^|{}]*)\|([^|{}]*))?\}")


def rule(number: str) -> str:
    """A citation of a rulebook clause, in the rulebook's own numbering. The ledger test looks for these calls."""
    return number


@dataclass(frozen=True, slots=True)
class Slot:
    name: str
    kind: str
    many: bool = False


@cache
def slots(template: str) -> tuple[Slot, ...]:
    """The typed slots of a template in order: `{piece}`, `{target:piece}`, `{units:piece*}`, `{n:int|unit|units}`."""
    return tuple(Slot(m[1], m[2] or m[1], bool(m[3])) for m in _SLOT.finditer(template))


@dataclass(frozen=True)
class Msg:
    """A sentence kept apart from its arguments, so that it can be rendered for a reader and in a language."""

    template: str
    args: Mapping[str, Any] = field(default_factory=dict)

    def __init__(self, template: str, **args: Any) -> None:
        object.__setattr__(self, "template", template)
        object.__setattr__(self, "args", args)


class Refusal:
    """Why something can't be done: the rule that forbids it and the reason in plain words."""

    __slots__ = ("args", "rule", "template")

    def __init__(self, rule: str, template: str, **args: Any) -> None:
        self.rule = rule
        self.template = template
        self.args = args

    @property
    def reason(self) -> str:
        return self.template

    def __str__(self) -> str:
        return f"{self.reason} [{self.rule}]"

    def __repr__(self) -> str:
        return f"Refusal({self.rule!r}, {self.template!r}, {self.args!r})"


@dataclass(frozen=True, slots=True)
class Modifier:
    """One line of a sum: what it adds, why, and by which rule."""

    value: int
    reason: str
    rule: str = ""


class GrognardError(Exception):
    """Something a person did or wrote that can't be taken; the text says where and what was expected."""


class Illegal(GrognardError):
    """An action that the rules refuse."""

    def __init__(self, rule: str, reason: str, where: str = "") -> None:
        self.rule = rule
        self.reason = reason
        self.where = where
        super().__init__(f"{where + ': ' if where else ''}{reason} [{rule}]")


def short(found: Any) -> str:
    """What was found, for an error; never longer than a line."""
    try:
        text = repr(found)
    except ValueError:  # a number of thousands of digits
        return "a number too long to write"
    return text if len(text) <= 60 else text[:57] + "..."


def wrong_format(known: str, found: Any) -> str:
    """Why a file with another first line than the known one is not read; a newer form of it is called that."""
    kind, _, number = known.rpartition(" ")
    later = re.fullmatch(re.escape(kind) + r" ([1-9][0-9]{0,8})", found) if isinstance(found, str) else None
    if later and int(later[1]) > int(number):
        return f"this is {found!r}, of a newer program; this one reads {known!r}"
    return f"expected {known!r}, found {short(found)}"


@cache
def _kernel_words(locale: str) -> dict[str, str]:
    """What the kernel itself says, in a language; empty where nobody has translated it."""
    file = files("grognard.core") / f"words.{locale}.toml"
    return dict(tomllib.loads(file.read_text("utf-8"))) if file.is_file() else {}


_NUMBER = re.compile(r"-?\d+")


def _numbered(catalogue: Mapping[str, str], text: str) -> str:
    """A finished sentence with numbers in it, where the catalogue has it with `#` for each, in the same order."""
    numbers = iter(_NUMBER.findall(text))
    known = catalogue.get(_NUMBER.sub("#", text), "#")
    return text if known == "#" else re.sub("#", lambda _: next(numbers), known)


class Lexicon:
    """Renders templates: vocabulary numbers become names, catalogues become other languages."""

    def __init__(
        self, vocab: Mapping[str, Vocabulary], catalogues: Mapping[str, Mapping[str, str]] | None = None
    ) -> None:
        self.vocab = vocab
        own = catalogues or {}
        self.catalogues = {locale: {**_kernel_words(locale), **words} for locale, words in own.items()}

    def word(self, text: str, locale: str = "en") -> str:
        catalogue = self.catalogues.get(locale)
        if not catalogue:
            return text
        if THEN in text and text not in catalogue:
            return catalogue.get(THEN, THEN).join(catalogue.get(part, part) for part in text.split(THEN))
        return catalogue[text] if text in catalogue else _numbered(catalogue, text)

    def render(self, template: str, args: Mapping[str, Any] | Sequence[Any], locale: str = "en") -> str:
        parts = slots(template)
        text = self.word(template, locale)
        if not parts:
            return text
        values = args if isinstance(args, Mapping) else {s.name: a for s, a in zip(parts, args, strict=True)}
        kinds = {s.name: s for s in parts}

        def fill(found: re.Match[str]) -> str:
            slot = kinds[found[1]]
            value = values[found[1]]
            if slot.many:
                return ", ".join(self.value(slot.kind, v, locale) for v in value)
            said = self.value(slot.kind, value, locale)
            return said if found[4] is None else f"{said} {found[4] if said == '1' else found[5]}"

        return _SLOT.sub(fill, text)

    def value(self, kind: str, value: Any, locale: str = "en") -> str:
        vocab = self.vocab.get(kind)
        if vocab is not None and isinstance(value, int):
            return self.word(vocab.name(value), locale)
        if isinstance(value, Msg):
            return self.msg(value, locale)
        if isinstance(value, str):
            return self.word(value, locale)
        return str(value)

    def msg(self, msg: Msg, locale: str = "en") -> str:
        return self.render(msg.template, msg.args, locale)

    def refusal(self, refusal: Refusal, locale: str = "en") -> Refusal:
        """The same refusal with its reason rendered into plain text."""
        return Refusal(
            refusal.rule, self.render(refusal.template, refusal.args, locale).replace("{", "(").replace("}", ")")
        )

    def ids(self, template: str, args: Sequence[Any]) -> dict[str, Any]:
        """The arguments of an event as JSON-able ids."""
        out: dict[str, Any] = {}
        for slot, value in zip(slots(template), args, strict=True):
            vocab = self.vocab.get(slot.kind)
            if slot.many:
                out[slot.name] = [vocab.id(v) if vocab else v for v in value]
            elif vocab is not None and isinstance(value, int):
                out[slot.name] = vocab.id(value)
            elif isinstance(value, Msg):
                out[slot.name] = self.msg(value)
            else:
                out[slot.name] = value
        return out
