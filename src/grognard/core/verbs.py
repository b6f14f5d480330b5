"""The grammar of actions: a verb with typed slots; printing and parsing are inverse."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from grognard.core.vocab import Vocabulary
from grognard.core.words import GrognardError, slots

Code = tuple[int, ...]
"""An action inside the engine: the verb's number and its arguments."""


_LONGEST = 500
_NUMBER = re.compile(r"0|-?[1-9][0-9]{0,17}")


class BadAction(GrognardError):
    """A text that is no action of this game."""


@dataclass(frozen=True, slots=True)
class Verb:
    """`pattern` is literal words and slots: `fire {piece} at {target:piece}`."""

    number: int
    pattern: str
    words: tuple[str, ...]  # literal words; "" where a slot stands
    kinds: tuple[str, ...]  # the kind of each slot, in order
    title: str = ""  # what a button says, if not the action's own text


class VerbTable:
    """All verbs of a game. `FIRE = verbs.add("fire {piece} at {target:piece}")` gives the verb's number."""

    def __init__(self) -> None:
        self.verbs: list[Verb] = []
        self._by_shape: dict[tuple[str, int], list[Verb]] = {}
        self.done = self.add("done")

    def add(self, pattern: str, title: str = "") -> int:
        words: list[str] = []
        for token in pattern.split():
            words.append("" if token.startswith("{") else token)
        if not words or not words[0]:
            raise ValueError(f"a verb begins with a word: {pattern!r}")
        verb = Verb(len(self.verbs), pattern, tuple(words), tuple(s.kind for s in slots(pattern)), title)
        if any(v.words == verb.words and v.kinds == verb.kinds for v in self.verbs):
            raise ValueError(f"verb {pattern!r} stands twice")
        self.verbs.append(verb)
        self._by_shape.setdefault((words[0], len(words)), []).append(verb)
        return verb.number

    def print(self, code: Code, vocab: Mapping[str, Vocabulary]) -> str:
        verb = self.verbs[code[0]]
        if len(code) == 1:
            return verb.pattern
        out: list[str] = []
        at = 0
        for word in verb.words:
            if word:
                out.append(word)
                continue
            kind = verb.kinds[at]
            at += 1
            out.append(str(code[at]) if kind == "int" else vocab[kind].id(code[at]))
        return " ".join(out)

    def parse(self, text: str, vocab: Mapping[str, Vocabulary]) -> Code:
        if not isinstance(text, str):
            raise BadAction(f"an action is a line of text, not {type(text).__name__}")
        if len(text) > _LONGEST:
            raise BadAction(f"an action has at most {_LONGEST} characters; this has {len(text)}")
        tokens = text.strip().lower().split()
        if not tokens:
            raise BadAction("an action is missing")
        problem = ""
        for verb in self._by_shape.get((tokens[0], len(tokens)), ()):
            code, trouble = _match(verb, tokens, vocab)
            if code is not None:
                return code
            problem = problem or trouble
        if problem:
            raise BadAction(problem)
        shapes = [v.pattern for v in self.verbs if v.words[0] == tokens[0]]
        if shapes:
            raise BadAction(f"{text.strip()[:60]!r} is not complete; the form is: " + " | ".join(shapes))
        firsts = sorted({v.words[0] for v in self.verbs})
        raise BadAction(f"{tokens[0][:40]!r} is no verb here; known are " + ", ".join(firsts))


def _match(verb: Verb, tokens: list[str], vocab: Mapping[str, Vocabulary]) -> tuple[Code | None, str]:
    code = [verb.number]
    for word, token in zip(verb.words, tokens, strict=True):
        if word:
            if word != token:
                return None, ""
            continue
        kind = verb.kinds[len(code) - 1]
        if kind == "int":
            if not _NUMBER.fullmatch(token):
                return None, f"{token[:40]!r} is no number (in {verb.pattern!r})"
            code.append(int(token))
        else:
            words = vocab[kind]
            if token != "none" and token not in words.index:
                return None, f"{token[:40]!r} is no {kind} (in {verb.pattern!r})"
            code.append(words.number(token))
    return tuple(code), ""
