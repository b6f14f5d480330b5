"""One match in memory: built by taking in its entries one by one, whether they come from a player or from the store."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterable
from copy import copy
from dataclasses import dataclass, field, replace
from hmac import compare_digest
from typing import Any

from grognard.core import Game, Match, mixed_seed
from grognard.core.match import ACT, DICE, OFFER, RESIGN, Input
from grognard.core.position import packed, unpacked
from grognard.server.reader import Reader, as_view, decision_on_wire, difference, result_on_wire
from grognard.server.rows import Entry, MatchRow, SeatRow, Snapshot
from grognard.server.wire import Request, Seat, State, Status, Talk, UndoKind, Update

log = logging.getLogger("grognard.server")

LOG_SHOWN = 200  # lines of the log in a State; the rest is asked for
TALK_SHOWN = 100
_CHANGES = {"play", "undo", "resign", "dice", "draw"}  # entries that change the game itself


@dataclass(slots=True)
class Wish:
    """Something asked of the others and not yet answered by all."""

    kind: str  # "undo" or "draw"
    by: str
    to: int | None
    agreed: set[str] = field(default_factory=set)


def begin(game: Game[Any], row: MatchRow, shares: list[str]) -> Match:
    """The match at its first decision, as `row.start` says."""
    start = row.start
    seed = start.get("seed") or mixed_seed(row.secret, shares)
    if start["kind"] == "position":
        match: Match = game.from_position({**start["position"], "seed": seed})
        match.header["position"] = start["position"]
    else:
        match = game.new(row.scenario, row.options, seed, start.get("sides"))
    if "seed" in start:
        match.header.update(start["header"])
    else:
        match.header.update(commitment=row.commitment, secret=row.secret, shares=shares)
    if row.title:
        match.header["title"] = row.title
    return match


def feed(match: Match, item: Input) -> None:
    """Give a match one input that another match has taken already."""
    kind, side, numbers = item
    if kind == ACT:
        match.play_code(side, numbers)
    elif kind == DICE:
        match.force_dice(numbers)
    elif kind == RESIGN:
        match.resign(match.game.sides[side])
    elif kind == OFFER:
        match.offer_draw(match.game.sides[side])


class Table:
    """The match, its seats and its log; everything a request needs is answered from here."""

    def __init__(self, game: Game[Any], row: MatchRow, seats: list[SeatRow]) -> None:
        self.game = game
        self.row = row
        self.seats = [replace(s, joined=s.holder == "bot" or row.start.get("begun", False)) for s in seats]
        self.lock = asyncio.Lock()
        self.entries: list[Entry] = []
        self.seq = 0
        self.step = 0
        self.match: Match | None = None
        self.marks: list[int] = []  # the log's length after 0, 1, 2, ... moves
        self.moments: list[tuple[int, int]] = []  # turn and phase after 0, 1, 2, ... moves
        self.wishes: list[Wish] = []
        self.open_since: dict[str, int] = {}  # since which step each side has had a choice without a break
        self.base = 0  # moves that lie before `match` begins: not 0 where it was resumed from a saved state
        self.first = 0  # the entry with which `match` begins: likewise
        self.saved = 0  # the moves that the last saved state has
        self.readers: dict[tuple[str | None, str], Reader] = {}
        if all(s.joined for s in self.seats):
            self._begin()

    @classmethod
    def build(cls, game: Game[Any], row: MatchRow, seats: list[SeatRow], entries: Iterable[Entry]) -> Table:
        table = cls(game, row, seats)
        for entry in entries:
            table.absorb(entry)
        return table

    @classmethod
    def restore(
        cls, game: Game[Any], row: MatchRow, seats: list[SeatRow], entries: list[Entry], saved: Snapshot | None
    ) -> Table:
        """From the store: the entries are the truth; where today's rules don't replay them, the saved state serves."""
        if saved is None:
            return cls.build(game, row, seats, entries)
        try:
            table = cls.build(game, row, seats, [e for e in entries if e.seq <= saved.seq])
            if table.match is not None and table.match.digest() == saved.digest:
                for entry in entries[len(table.entries) :]:
                    table.absorb(entry)
                table.saved = saved.actions
                return table
            log.warning("match %s replays to another state than it was saved in: resumed from the saved one", row.id)
        except Exception:
            log.exception("match %s does not replay: resumed from its saved state", row.id)
        return cls._resume(game, row, seats, entries, saved)

    @classmethod
    def _resume(
        cls, game: Game[Any], row: MatchRow, seats: list[SeatRow], entries: list[Entry], saved: Snapshot
    ) -> Table:
        header = {"commitment": row.commitment, "secret": row.secret}
        position = unpacked(saved.position)
        start = {"kind": "position", "position": position, "seed": position["seed"], "header": header}
        table = cls(game, replace(row, start={**start, "begun": True}), seats)
        table.base = table.saved = saved.actions
        table.first = saved.seq
        table.entries = [e for e in entries if e.seq <= saved.seq]
        table.seq, table.step = table.entries[-1].seq, table.entries[-1].step
        table.open_since = dict.fromkeys(table.open_to, table.step)
        for entry in entries[len(table.entries) :]:
            table.absorb(entry)
        return table

    def _begin(self) -> None:
        self.match = begin(self.game, self.row, [s.mix for s in self.seats if s.holder == "person"])
        self.marks = [len(self.match.log)]
        self.moments = [(self.match.state.turn, self.match.state.phase)]
        self.open_since = dict.fromkeys(self.open_to, 0)

    # --- who

    @property
    def status(self) -> Status:
        if self.match is None:
            return "waiting"
        return "over" if self.match.result is not None else "live"

    @property
    def actions(self) -> int:
        return self.base + len(self.match.inputs) if self.match else 0

    @property
    def to_act(self) -> tuple[str, ...]:
        return self.match.to_act if self.match else ()

    @property
    def open_to(self) -> tuple[str, ...]:
        """Who has something to choose: those who must act, and those who may though nobody waits for them."""
        return (*self.match.to_act, *self.match.may_act) if self.match else ()

    @property
    def sides(self) -> list[str]:
        return [side for seat in self.seats for side in seat.sides]

    def held_by(self, token_hash: str | None) -> list[str]:
        """The sides of a seat's secret, in seat order."""
        if token_hash is None:
            return []
        return [side for s in self.seats if compare_digest(s.token_hash or "", token_hash) for side in s.sides]

    def bot_of(self, side: str) -> str | None:
        return next((s.bot for s in self.seats if side in s.sides and s.holder == "bot"), None)

    def agreeing(self, kind: str, side: str) -> set[str]:
        """The sides that agree when this one does: all in the same hands, and to an undo every bot."""
        token = next(s.token_hash for s in self.seats if side in s.sides)
        return {
            one
            for s in self.seats
            for one in s.sides
            if side in s.sides or (s.token_hash == token and token) or (kind == "undo" and s.holder == "bot")
        }

    def sees_all(self, held: list[str]) -> bool:
        """Whether nothing is hidden from this holder: the match is over, or nobody else plays."""
        return self.status == "over" or set(held) == set(self.sides)

    # --- taking entries in

    def absorb(self, entry: Entry) -> None:
        """Carry out one entry. It is legal already: checked before it was stored."""
        step = self.step
        if entry.type == "join":
            number = int(entry.text)
            self.seats = [replace(s, joined=True) if s.number == number else s for s in self.seats]
            if self.match is None and all(s.joined for s in self.seats):
                self._begin()
        elif entry.type in _CHANGES:
            self._change(entry)
        else:
            self._asked(entry)
        self.entries.append(entry)
        self.seq, self.step = entry.seq, entry.step
        if self.step != step and self.match is not None:
            before = self.open_since
            self.open_since = {
                side: before[side] if side in before and side != entry.side and entry.type == "play" else self.step
                for side in self.open_to
            }

    def _asked(self, entry: Entry) -> None:
        """Something is asked of the others, or answered; talk changes nothing."""
        if entry.type == "ask":
            by = entry.side or ""
            self.wishes.append(Wish(entry.text, by, entry.keep, self.agreeing(entry.text, by)))
        if entry.type != "answer":
            return
        kind, agrees = entry.text.split()
        if agrees == "no":
            self.wishes = [w for w in self.wishes if w.kind != kind]
            return
        for wish in self.wishes:
            if wish.kind == kind and entry.side:
                wish.agreed |= self.agreeing(kind, entry.side)

    def _change(self, entry: Entry) -> None:
        match = self.match
        assert match is not None
        side = self.game.vocab["side"].index.get(entry.side or "", -1)
        self.wishes = []
        if entry.type == "play":
            match.play_code(side, self.game.verbs.parse(entry.text, self.game.vocab))
        elif entry.type == "undo":
            assert entry.keep is not None
            keep = max(0, entry.keep - self.base)
            match.rewind(keep)
            del self.marks[keep + 1 :], self.moments[keep + 1 :]
            return
        elif entry.type == "resign":
            match.resign(entry.side or "")
        elif entry.type == "dice":
            match.force_dice([int(v) for v in entry.text.split()])
        elif entry.type == "draw":
            for one in match.sides:
                if match.result is None:
                    match.offer_draw(one)
        missing = len(match.inputs) + 1 - len(self.marks)
        self.marks += [len(match.log)] * missing
        self.moments += [(match.state.turn, match.state.phase)] * missing

    # --- for one reader

    def tongue(self, lang: str) -> str:
        """The language asked for where this game speaks it, else English: there are no readers but of these."""
        return lang if lang in self.game.lexicon.catalogues else "en"

    def reader(self, side: str | None, lang: str) -> Reader:
        """A reader at the present entry, its view looked at."""
        lang = self.tongue(lang)
        key = (side, lang)
        found = self.readers.get(key)
        if found is None:
            found = self.readers[key] = Reader(side, lang, self.base)
        if self.match is not None and found.view is None:
            found.follow(self.match)
            found.look(self.match)
        return found

    def advance(self, entry: Entry, watching: Iterable[tuple[str | None, str]]) -> dict[tuple[str | None, str], Update]:
        """Take an entry in and tell each who watches what it changed for them. Readers nobody uses are let go."""
        keys = set(watching)
        self.readers = {k: r for k, r in self.readers.items() if k in keys}
        old = {key: self.reader(*key).view for key in keys}
        step, seats = self.step, self.seats
        self.absorb(entry)
        changed = self.step != step or self.seats is not seats
        return {key: self._update(entry, self.readers[key], old[key], changed) for key in keys}

    def _update(self, entry: Entry, reader: Reader, old: dict[str, Any] | None, changed: bool) -> Update:
        keep, view = len(reader), old
        if changed and self.match is not None:
            keep = reader.follow(self.match)
            view = reader.look(self.match)
        return Update(
            seq=entry.seq,
            step=entry.step,
            actions=self.actions,
            type=entry.type,  # type: ignore[arg-type]
            side=entry.side if self.hears(reader.side, entry) else None,
            action=entry.text if entry.type == "play" and self._knows(reader.side, entry.side) else None,
            at=entry.at,
            bot=entry.bot,
            keep=keep,
            events=reader.events(self.match, self.marks, keep) if self.match else [],
            change=difference(old, view) if changed else difference(None, None),
            status=self.status,
            to_act=list(self.to_act),
            decision=self.decision(reader.side, reader.lang),
            undo=self.undo_kind(reader.side),
            asks=self.asks(),
            apart=self.apart(reader.side),
            talk=self._talk(entry) if entry.type == "talk" and self.hears(reader.side, entry) else None,
            seats=self.seats_on_wire() if entry.type == "join" else None,
            result=result_on_wire(self.match, reader.lang),
        )

    def _knows(self, viewer: str | None, mover: str | None) -> bool:
        """An action's own words are for those who know what its mover knows."""
        if viewer is None or mover is None or self.match is None:
            return False
        index = self.game.vocab["side"].index
        return bool(self.match.setup.mask[index[mover]] >> index[viewer] & 1)

    def decision(self, side: str | None, lang: str) -> Any:
        if side is None or self.match is None or side not in self.open_to:
            return None
        return decision_on_wire(self.match.decision(side), lang)

    def undo_kind(self, side: str | None) -> UndoKind:
        if side is None or self.match is None or self.status != "live" or not self.match.inputs:
            return "no"
        if self.match.can_undo(side) is None:
            return "free"
        number = self.game.vocab["side"].index[side]
        return "ask" if any(i[0] == ACT and i[1] == number for i in self.match.inputs) else "no"

    def asks(self) -> list[Request]:
        return [
            Request(
                kind=w.kind,  # type: ignore[arg-type]
                by=w.by,
                to=w.to,
                agreed=[s for s in self.sides if s in w.agreed],
                open=[s for s in self.sides if s not in w.agreed],
            )
            for w in self.wishes
        ]

    def seats_on_wire(self) -> list[Seat]:
        return [Seat(s.sides, "bot" if s.holder == "bot" else "person", s.name, s.bot, s.joined) for s in self.seats]

    def _talk(self, entry: Entry) -> Talk:
        holder = next((s for s in self.seats if entry.side in s.sides), None)
        sides = [] if holder is None else holder.sides
        return Talk(entry.seq, entry.at, holder.name if holder else "", sides, entry.text, entry.to)

    def hears(self, viewer: str | None, entry: Entry) -> bool:
        """Talk addressed to some is for their seats and the speaker's; others learn only that there is an entry."""
        if entry.to is None:
            return True
        at = {entry.side, *entry.to}
        return any(viewer in s.sides and not at.isdisjoint(s.sides) for s in self.seats)

    def apart(self, side: str | None) -> list[str]:
        """The sides among which this one talks apart just now, as the game says; none: it talks to everybody."""
        return [] if side is None or self.match is None else list(self.match.confidants(side))

    def state(self, side: str | None, held: list[str], lang: str) -> State:
        reader = self.reader(side, lang)
        total = len(reader)
        view = reader.view
        return State(
            match=self.row.id,
            seq=self.seq,
            step=self.step,
            actions=self.actions,
            status=self.status,
            side=side,
            sides=held,
            to_act=list(self.to_act),
            waiting_for=[s.name or ", ".join(s.sides) for s in self.seats if not s.joined],
            view=None if view is None else as_view(view),
            decision=self.decision(side, lang),
            events=reader.events(self.match, self.marks, max(0, total - LOG_SHOWN)) if self.match else [],
            event_total=total,
            undo=self.undo_kind(side),
            asks=self.asks(),
            seats=self.seats_on_wire(),
            apart=self.apart(side),
            talk=[self._talk(e) for e in self.entries if e.type == "talk" and self.hears(side, e)][-TALK_SHOWN:],
            result=result_on_wire(self.match, lang),
        )

    # --- earlier moments

    def past(self, actions: int) -> Match:
        """The match as it stood after so many moves: a copy, gone back from the nearest remembered state."""
        assert self.match is not None
        match = self.match.copy()
        if actions != self.actions:
            match.rewind(actions - self.base)
        return match

    def earlier(self, seq: int) -> Table:
        """A table as it was after entry `seq` (`first` or later), for telling what came since."""
        before = [e for e in self.entries if e.seq <= seq]
        if self.match is None or any(e.type == "join" for e in self.entries[len(before) :]):
            return Table.build(self.game, self.row, [replace(s, joined=False) for s in self.seats], before)
        table = copy(self)
        table.lock, table.readers, table.wishes, table.entries = asyncio.Lock(), {}, [], before
        table.seq, table.step = (before[-1].seq, before[-1].step) if before else (0, 0)
        then, now = self._standing(seq), self._standing(self.seq)
        pairs = zip(then, now, strict=False)
        same = next((n for n, (a, b) in enumerate(pairs) if a is not b), min(len(then), len(now)))
        table.match = self.match.copy()
        table.match.rewind(same)
        table.marks, table.moments = self.marks[: same + 1], self.moments[: same + 1]
        for entry in then[same:]:
            table._change(entry)
        since = next((n for n, e in enumerate(reversed(before)) if e.type in _CHANGES), len(before))
        for entry in before[len(before) - since :]:
            table._asked(entry)
        return table

    def _standing(self, seq: int) -> list[Entry]:
        """The entries up to `seq` that have not been taken back: one for each input (an agreed draw ends the list)."""
        out: list[Entry] = []
        for entry in self.entries:
            if entry.type == "undo":
                if self.first < entry.seq <= seq:
                    del out[max(0, (entry.keep or 0) - self.base) :]
            elif entry.type in _CHANGES and self.first < entry.seq <= seq:
                out.append(entry)
        return out

    # --- what the store keeps of it

    def face(self) -> dict[str, Any]:
        """What a list of matches shows."""
        result = self.match.result.as_dict() if self.match and self.match.result else None
        return {
            "turn": self.match.state.turn if self.match else 0,
            "phase": self.match.phase_title() if self.match else "",
            "to_act": list(self.to_act),
            "result": result,
        }

    def snapshot_due(self, every: int) -> Snapshot | None:
        """A saved state when enough has happened since the last, when that has been undone, and at the end."""
        match = self.match
        over = match is not None and match.result is not None and self.actions != self.saved
        if match is None or not (self.actions - self.saved >= every or self.actions < self.saved or over):
            return None
        self.saved = self.actions
        return Snapshot(self.seq, self.actions, self.game.edition, match.digest(), packed(match.position()))
