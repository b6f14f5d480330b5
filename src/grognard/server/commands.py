"""What a seat may do at the table. Each command checks the request and gives the entries that carry it out."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import UNSET, UnsetType

from grognard.core import BadAction
from grognard.core.match import ACT
from grognard.server.errors import Fault, stale
from grognard.server.rows import Entry
from grognard.server.table import Table

Command = Callable[[Table, list[str]], list[Entry]]
"""Called with the table and the sides the asker holds; gives the entries to append, or raises Repeat."""


class Repeat(Exception):
    """The very command has been taken before: its answer is given again."""

    def __init__(self, entry: Entry, side: str) -> None:
        super().__init__(entry.seq)
        self.entry = entry  # the last that it brought
        self.side = side


def plain(text: str) -> str:
    """One line of what can be seen: control and direction characters are left out, spaces are made single."""
    seen = "".join(c if c.isprintable() else " " if c.isspace() else "" for c in text)
    return " ".join(seen.split())


def own_side(table: Table, held: list[str], side: str | None) -> str:
    """The side a request is about: the named one, else the holder's that must act, else the holder's first."""
    if not held:
        raise Fault("no_seat", "You have no seat in this match.", hint="Use the link that was given to you.")
    if side is None:
        return next((s for s in held if s in table.to_act), held[0])
    if side not in table.sides:
        raise Fault(
            "bad_input", f"There is no side {side!r} here.", where="side", hint=f"There are {', '.join(table.sides)}."
        )
    if side not in held:
        raise Fault("not_yours", f"You don't hold {side}.", where="side", hint=f"You hold {', '.join(held)}.")
    return side


def _running(table: Table) -> None:
    if table.status == "waiting":
        raise Fault("not_now", "The match waits for players.", hint="It begins when everybody has joined.")
    if table.status == "over":
        raise Fault("not_now", "The game is over.")


def _entry(
    table: Table, kind: str, side: str | None, text: str, expect: int, *, keep: int | None = None, steps: int = 0
) -> Entry:
    return Entry(table.seq + 1, table.step + steps, expect, kind, side, text, keep, False, 0)


def _repeated(table: Table, expect: int, kinds: set[str], side: str, text: str | None = None) -> None:
    after: Entry | None = None
    for e in reversed(table.entries):
        if e.step < expect:
            return
        if e.expect == expect and e.type in kinds and e.side == side and (text is None or e.text == text):
            brought = after is not None and after.expect == expect and f"{after.type} yes" == e.text
            raise Repeat(after if after is not None and brought else e, side)
        after = e


def play(side: str | None, action: str, expect: int, lang: str = "en", bot: bool = False) -> Command:
    def command(table: Table, held: list[str]) -> list[Entry]:
        mover = own_side(table, held, side)
        text = _canonical(table, action)
        _repeated(table, expect, {"play"}, mover, text)
        _running(table)
        if not table.open_since.get(mover, table.step) <= expect <= table.step:
            raise stale(table.step)
        assert table.match is not None
        refusal = table.match.why_not(mover, text, lang)
        if refusal is not None:
            if mover not in table.open_to:
                raise Fault("not_now", _sentence(refusal.reason), rule=refusal.rule, where=mover, step=table.step)
            raise Fault("illegal", _sentence(refusal.reason), rule=refusal.rule, where=text, step=table.step)
        entry = _entry(table, "play", mover, text, expect, steps=1)
        entry.bot = bot
        return [entry]

    return command


def _canonical(table: Table, action: str) -> str:
    """An action as the record has it, so that a repeat is known by its text; what is no action stays as it is."""
    verbs, vocab = table.game.verbs, table.game.vocab
    try:
        return verbs.print(verbs.parse(action, vocab), vocab)
    except BadAction:
        return " ".join(action.lower().split())


def _sentence(reason: str) -> str:
    text = reason[:1].upper() + reason[1:]
    return text if text.endswith((".", "!", "?")) else text + "."


def undo(side: str | None, expect: int, to: int | None) -> Command:
    def command(table: Table, held: list[str]) -> list[Entry]:
        mover = own_side(table, held, side)
        if expect < table.step or table.wishes:
            _repeated(table, expect, {"undo", "ask"}, mover)
        _running(table)
        if expect != table.step:
            raise stale(table.step)
        keep, free = _undo_target(table, held, mover, to)
        if free:
            return [_entry(table, "undo", mover, "", expect, keep=keep, steps=1)]
        if any(w.kind == "undo" for w in table.wishes):
            raise Fault("not_now", "An undo has been asked for already.", hint="Wait for the answer.")
        if set(table.sides) - table.agreeing("undo", mover):
            return [_entry(table, "ask", mover, "undo", expect, keep=keep)]
        return [_entry(table, "undo", mover, "", expect, keep=keep, steps=1)]

    return command


def _undo_target(table: Table, held: list[str], mover: str, to: int | None) -> tuple[int, bool]:
    """How many moves would stay, and whether that needs nobody's consent."""
    match = table.match
    assert match is not None
    count = table.actions
    if to in (None, count - 1) and any(match.can_undo(side) is None for side in [mover, *held]):
        return count - 1, True
    if to is None:
        index = table.game.vocab["side"].index
        mine = {index[s] for s in held}
        own = [n for n, (kind, number, _) in enumerate(match.inputs) if kind == ACT and number in mine]
        if not own:
            raise Fault("not_now", "There is nothing of yours to take back.")
        return table.base + own[-1], False
    if not table.base <= to < count:
        raise Fault("bad_input", f"`to` must be from {table.base} to {count - 1}.", where="to")
    return to, False


def answer(side: str | None, expect: int, agree: bool) -> Command:
    def command(table: Table, held: list[str]) -> list[Entry]:
        mover = own_side(table, held, side)
        if not table.wishes:
            for kind in ("undo", "draw"):
                _repeated(table, expect, {"answer"}, mover, f"{kind} {'yes' if agree else 'no'}")
        _running(table)
        if expect != table.step:
            raise stale(table.step)
        wish = next((w for w in table.wishes if mover not in w.agreed), None)
        if wish is None:
            raise Fault("not_now", "Nothing has been asked of you.")
        entry = _entry(table, "answer", mover, f"{wish.kind} {'yes' if agree else 'no'}", expect)
        if not agree:
            return [entry]
        if set(table.sides) - wish.agreed - table.agreeing(wish.kind, mover):
            return [entry]
        effect = Entry(entry.seq + 1, table.step + 1, expect, wish.kind, wish.by, "", wish.to, False, 0)
        return [entry, effect]

    return command


def draw(side: str | None, expect: int) -> Command:
    def command(table: Table, held: list[str]) -> list[Entry]:
        mover = own_side(table, held, side)
        if expect < table.step or table.wishes:
            _repeated(table, expect, {"ask", "draw"}, mover)
        _running(table)
        if expect != table.step:
            raise stale(table.step)
        if any(table.bot_of(s) for s in table.sides):
            raise Fault("not_now", "Bots don't agree to draws.", hint="Play on, or resign.")
        if any(w.kind == "draw" for w in table.wishes):
            raise Fault("not_now", "A draw has been offered already.", hint="Answer it, or wait for the answer.")
        if table.agreeing("draw", mover) == set(table.sides):
            return [_entry(table, "draw", mover, "", expect, steps=1)]
        return [_entry(table, "ask", mover, "draw", expect)]

    return command


def resign(side: str | None, expect: int) -> Command:
    def command(table: Table, held: list[str]) -> list[Entry]:
        mover = own_side(table, held, side)
        _repeated(table, expect, {"resign"}, mover)
        _running(table)
        if expect != table.step:
            raise stale(table.step)
        return [_entry(table, "resign", mover, "", expect, steps=1)]

    return command


def talk(side: str | None, text: str, to: list[str] | UnsetType | None = UNSET, nonce: str | None = None) -> Command:
    def command(table: Table, held: list[str]) -> list[Entry]:
        speaker = own_side(table, held, side)
        words = plain(text)
        if not words:
            raise Fault("bad_input", "There is nothing to say in that.", where="text")
        if nonce is not None:
            _said(table, held, words, nonce)
        entry = _entry(table, "talk", speaker, words, table.step)
        entry.to, entry.nonce = _addressed(table, speaker, to), nonce
        return [entry]

    return command


def _said(table: Table, held: list[str], words: str, nonce: str) -> None:
    """The talk that this seat has sent with that nonce, once more."""
    for e in reversed(table.entries):
        if e.type == "talk" and e.nonce == nonce and e.side in held:
            if e.text != words:
                raise Fault("bad_input", "That nonce was sent with other words.", where="nonce")
            raise Repeat(e, e.side or "")


def _addressed(table: Table, speaker: str, to: list[str] | UnsetType | None) -> list[str] | None:
    """The sides that talk is for, in the order of the seats; None: everybody."""
    if isinstance(to, UnsetType):
        return table.apart(speaker) or None
    if to is None:
        return None
    for one in to:
        if one not in table.sides:
            hint = f"There are {', '.join(table.sides)}."
            raise Fault("bad_input", f"There is no side {one!r} here.", where="to", hint=hint)
    own = next(s.sides for s in table.seats if speaker in s.sides)
    if set(to) <= set(own):
        raise Fault("bad_input", "That is addressed to nobody but yourself.", where="to")
    return [one for one in table.sides if one in to]


def join(token_hash: str) -> Command:
    """One entry for each seat of the token that has not joined yet; none where all have."""

    def command(table: Table, held: list[str]) -> list[Entry]:
        own_side(table, held, None)
        waiting = [s for s in table.seats if s.token_hash == token_hash and not s.joined]
        return [
            Entry(table.seq + n, table.step, table.step, "join", s.sides[0], str(s.number), None, False, 0)
            for n, s in enumerate(waiting, start=1)
        ]

    return command
