"""Making matches: from a scenario, a record, a position, a lesson or a moment of another match."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from typing import Any

import grognard
from grognard.core import BadSetup, Game, GrognardError, Match, commitment
from grognard.core.match import ACT, DICE, OFFER, RESIGN
from grognard.server.commands import plain
from grognard.server.desk import Desk, token_hash
from grognard.server.errors import Fault
from grognard.server.rows import Entry, MatchRow, SeatRow
from grognard.server.table import Table
from grognard.server.wire import Branch, Created, Link, NewFromPosition, NewFromRecord, NewMatch, SeatWish
from grognard.server.wire_shelf import ScenarioCard

MOST_INPUTS = 20_000  # lines of a record that is taken in


class Setup:
    """Uses the desk's store, library, clock and tokens."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    async def new(self, wish: NewMatch) -> Created:
        game = await self._game(wish.game, wish.documents, "documents")
        scenario = game.scenarios.get(wish.scenario)
        if scenario is None:
            raise Fault(
                "bad_input",
                f"{game.title} has no scenario {wish.scenario!r}.",
                where="scenario",
                hint=f"There are {', '.join(game.scenarios)}.",
            )
        try:
            people = {s.holder if s.holder == "me" else n for n, s in enumerate(wish.seats or ()) if s.holder != "bot"}
            given = wish.options if len(people) > 1 else game.in_one_hand(wish.options)
            options = game.resolve_options(scenario, given)
            usual = game.make_setup(scenario, options, None)
            seating = None
            wishes = wish.seats
            if wishes is None:
                wishes = [SeatWish([game.sides[i] for i in held]) for held in usual.seats.values()]
            else:
                seating = {f"seat{n}": s.sides for n, s in enumerate(wishes, start=1)}
            game.make_setup(scenario, options, seating)
        except BadSetup as error:
            raise Fault("bad_input", f"{error}.", where=str(error).partition(":")[0]) from None
        self._check_bots(wishes)
        token = self._desk.settings.token(24)
        links: list[Link] = []
        seats = [self._seat(n, s, token, links) for n, s in enumerate(wishes)]
        start: dict[str, Any] = {"kind": "new", "sides": seating}
        if game.documents:
            start["documents"] = list(game.documents)
        row = self._row(game, scenario.name, dict(options), start, title=plain(wish.title), pace=wish.pace)
        row.listed, row.spectators = wish.listed, wish.spectators
        await self._desk.store.add_match(row, seats)
        if any(s.holder == "bot" for s in seats):
            self._desk.expect_bots(row.id, row.game)
        if all(s.joined for s in seats):
            await self._desk.table(row.id)  # nobody but bots: they begin
        mine = [side for s in seats if s.token_hash == token_hash(token) for side in s.sides]
        return Created(row.id, token if mine else "", mine, links, row.commitment)

    async def own_scenarios(self, name: str, documents: Sequence[str], lang: str) -> list[ScenarioCard]:
        """What is told of scenarios of one's own before anyone plays them; refused where they are wrong."""
        game = await self._game(name, documents, "documents")
        return self._desk.library.own_cards(game, lang)

    async def _game(self, name: str, documents: Sequence[str], where: str) -> Game[Any]:
        """A game with the scenarios that a stranger sent along, each checked as it is read."""
        try:
            return await asyncio.to_thread(self._desk.library.game, name, documents)
        except GrognardError as error:
            raise Fault("bad_input", f"{error}.", where=where) from None

    def _check_bots(self, wishes: list[SeatWish]) -> None:
        for n, s in enumerate(wishes):
            if s.holder == "bot" and s.bot not in self._desk.library.bots:
                raise Fault(
                    "bad_input",
                    f"There is no bot {s.bot!r}.",
                    where=f"seats.{n}.bot",
                    hint=f"There are {', '.join(self._desk.library.bots)}.",
                )

    def _seat(self, number: int, wish: SeatWish, own: str, links: list[Link]) -> SeatRow:
        name = plain(wish.name)
        if wish.holder == "bot":
            return SeatRow(number, wish.sides, "bot", wish.bot, name, None, "", True)
        token = own
        if wish.holder == "link":
            token = self._desk.settings.token(24)
            links.append(Link(wish.sides, token))
        return SeatRow(number, wish.sides, "person", None, name, token_hash(token), "", False)

    def _row(
        self,
        game: Game[Any],
        scenario: str,
        options: dict[str, Any],
        start: dict[str, Any],
        *,
        title: str = "",
        pace: str = "live",
    ) -> MatchRow:
        settings, now = self._desk.settings, self._desk.now()
        secret = settings.token(32)
        return MatchRow(
            id=settings.token(9).replace("-", "x").replace("_", "y"),
            game=game.name,
            scenario=scenario,
            options=options,
            title=title,
            pace=pace,
            listed=False,
            spectators=True,
            sandbox=False,
            status="waiting",
            edition=game.edition,
            start=start,
            origin=None,
            secret=secret,
            commitment=commitment(secret),
            seq=0,
            step=0,
            face={"turn": 0, "phase": "", "to_act": [], "result": None},
            started=now,
            last=now,
        )

    # --- begun already, all in one hand

    async def from_record(self, wish: NewFromRecord) -> Created:
        def read() -> Match:
            if wish.record.count("\n") > MOST_INPUTS:
                raise Fault("too_large", f"A record may have {MOST_INPUTS} lines.", where="record")
            return grognard.core.record.read_record(wish.record, self._load)

        match = await self._tried(read, "record")
        start: dict[str, Any] = {"kind": "new", "seed": match.state.dice.seed, "sides": _seating(match)}
        start["header"] = {k: v for k, v in match.header.items() if k != "position"}
        if "position" in match.header:
            start.update(kind="position", position=match.header["position"])
        return await self._begun(match, start, _entries(match, self._desk.now()), title=match.header.get("title", ""))

    async def from_position(self, wish: NewFromPosition, sandbox: bool = False, title: str = "") -> Created:
        own = wish.position.get("documents", [])
        if not isinstance(own, list) or not all(isinstance(text, str) for text in own):
            raise Fault("bad_input", "documents: expected a list of texts.", where="position")
        game = await self._game(wish.game, own, "position")
        document = {**wish.position, "arranged": True}

        def read() -> Match:
            match: Match = game.from_position(document)
            for one in match.sides:  # a position that can't be shown or played is refused here, not later
                match.view(one)
                if one in match.to_act:
                    _ = match.decision(one).actions, match.decision(one).prompt
            return match

        match = await self._tried(read, "position")
        return await self._begun(match, {"kind": "position", "position": document}, [], title=title, sandbox=sandbox)

    async def from_lesson(self, game: str, lesson: str) -> Created:
        position = self._desk.library.lesson_position(game, lesson)
        title = self._desk.library.lesson(game, lesson).title
        return await self.from_position(NewFromPosition(game, position), sandbox=True, title=title)

    async def branch(self, table: Table, held: list[str], side: str | None, wish: Branch) -> Created:
        """A sandbox from a moment of a match; what the asker can't know is redrawn."""
        at = table.actions if wish.at is None else wish.at
        if table.match is None or not table.base <= at <= table.actions:
            raise Fault("bad_input", f"There is no moment {at} in this match.", where="at")
        match = table.past(at)
        if not table.sees_all(held):
            if side is None:
                raise Fault("not_yours", "Spectators can branch when the match is over.")
            match = match.determinize(side, self._desk.settings.token(12))
        position = match.position()
        if position.get("result"):
            raise Fault("not_now", "The game is over at that moment.", hint="Branch from an earlier one.", where="at")
        position.pop("seed")
        position.pop("forced", None)
        origin = {"match": table.row.id, "at": at}
        start = {"kind": "position", "position": position}
        return await self._begun(match, start, [], sandbox=True, origin=origin, title=table.row.title)

    async def _begun(
        self,
        match: Match,
        start: dict[str, Any],
        entries: list[Entry],
        *,
        title: str = "",
        sandbox: bool = False,
        origin: dict[str, Any] | None = None,
    ) -> Created:
        game = match.game
        start = {**start, "begun": True}
        if game.documents:
            start["documents"] = list(game.documents)
        row = self._row(game, match.scenario, dict(match.setup.options), start, title=plain(title)[:80])
        row.sandbox, row.origin = sandbox, origin
        token = self._desk.settings.token(24)
        seats = [
            SeatRow(n, [game.sides[i] for i in held], "person", None, "", token_hash(token), "", True)
            for n, held in enumerate(match.setup.seats.values())
        ]
        table = await asyncio.to_thread(Table.build, game, row, seats, entries)
        row.status, row.face, row.seq, row.step = table.status, table.face(), table.seq, table.step
        await self._desk.store.add_match(row, seats, entries)
        return Created(row.id, token, table.sides, [], row.commitment)

    def _load(self, name: str, documents: Sequence[str] = ()) -> Game[Any]:
        try:
            return self._desk.library.game(name, documents)
        except Fault as fault:
            raise GrognardError(str(fault)) from None

    @staticmethod
    async def _tried(work: Any, where: str) -> Match:
        """Run what reads a stranger's document; whatever it breaks is the document's fault, never the server's."""
        try:
            match: Match = await asyncio.to_thread(work)
        except GrognardError as error:
            raise Fault("bad_input", f"{error}.", where=where) from None
        except (ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError, RecursionError) as error:
            raise Fault(
                "bad_input", f"The {where} doesn't hold together ({type(error).__name__}).", where=where
            ) from None
        return match


def _seating(match: Match) -> Mapping[str, list[str]]:
    return {seat: [match.game.sides[i] for i in held] for seat, held in match.setup.seats.items()}


_TYPES = {ACT: "play", DICE: "dice", RESIGN: "resign", OFFER: "offer"}


def _entries(match: Match, at: int) -> list[Entry]:
    """A record's inputs as entries. Offers of a draw count only where they ended the game."""
    game = match.game
    out: list[Entry] = []
    drawn = match.result is not None and match.result.level == "agreed draw"
    for kind, side, numbers in match.inputs:
        if kind == OFFER:
            continue
        text = game.verbs.print(numbers, game.vocab) if kind == ACT else " ".join(map(str, numbers))
        who = game.sides[side] if side >= 0 else None
        out.append(Entry(len(out) + 1, len(out) + 1, len(out), _TYPES[kind], who, text, None, False, at))
    if drawn:
        out.append(Entry(len(out) + 1, len(out) + 1, len(out), "draw", match.sides[0], "", None, False, at))
    return out
