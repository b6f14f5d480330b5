"""One step of look-ahead on the game's own staff evaluation.

A step is a whole plan: when an action opens further picks of the same side (piece, then place), they are followed too.
Every candidate is tried in a few worlds redrawn from what the seat knows, so that neither dice nor hidden facts leak.
"""

from __future__ import annotations

import time

from grognard.bots.base import Bot
from grognard.core import Match, Rng, Seat
from grognard.core.decision import Action
from grognard.core.verbs import Code


class GreedyBot(Bot):
    name = "greedy"
    title = "Lieutenant"
    about = "Looks one step ahead and takes what its staff likes best."

    worlds = 3
    widest = 48  # candidates looked at in one decision
    narrow = 10  # and in each pick that follows
    deepest = 3
    tries = 600  # states looked at in one decision, at most
    seconds = 1.0

    def choose(self, seat: Seat) -> Action:
        decision = seat.decision
        codes = decision.codes
        if len(codes) == 1:
            return Action(decision, codes[0])
        side = decision.side_number
        budget = self.seconds if seat.seconds_left is None else min(self.seconds, seat.seconds_left / 2)
        search = _Search(self, side, seat.rng, time.monotonic() + budget, decision.inside)
        worlds = [seat.determinize(seat.rng.randrange(1 << 30)) for _ in range(self.worlds)]
        candidates = search.thinned(worlds[0], codes, self.widest)
        candidates.sort(key=lambda code: code[0] != 0)  # `done` is always weighed, however short the time
        best, best_value = candidates[0], float("-inf")
        for number, code in enumerate(candidates):
            if number and search.spent():
                break
            value = search.value(worlds, code)
            # a tie goes to `done`: nothing is gained by shuffling about
            if value > best_value + 1e-9 or (value > best_value - 1e-9 and code[0] == 0):
                best, best_value = code, value
        return Action(decision, best)


class _Search:
    """The look-ahead of one decision, with its budget."""

    def __init__(self, bot: GreedyBot, side: int, rng: Rng, deadline: float, inside: int = 0) -> None:
        self.bot = bot
        self.inside = inside  # frames of a plan that is being gone on with
        self.side = side
        self.rng = rng
        self.deadline = deadline
        self.tried = 0

    def spent(self) -> bool:
        return self.tried >= self.bot.tries or time.monotonic() > self.deadline

    def thinned(self, match: Match, codes: list[Code], most: int) -> list[Code]:
        """All candidates, or `done`, the staff's favourites and a fair sample of the rest."""
        if len(codes) <= most:
            out = codes[:]
            self.rng.shuffle(out)
            return out
        kept = [c for c in codes if c[0] == 0]
        listed = match.game.shortlist(match.state, self.side, codes)
        if listed is not codes:
            kept += [c for c in listed if c[0] != 0][: most * 3 // 4]
        known = set(kept)
        pool = [c for c in codes if c not in known]
        wanted = min(most - len(kept), len(pool))
        for n in range(wanted):  # a shuffle, as far as it is needed
            other = n + self.rng.randrange(len(pool) - n)
            pool[n], pool[other] = pool[other], pool[n]
        return pool[:wanted] + kept

    def value(self, worlds: list[Match], code: Code) -> float:
        """The mean judgement after `code`; one world is enough where it brought no dice.

        `done` (verb 0) is worth what stands on the board now: what others do next would count against it alone.
        """
        if code[0] == 0:
            return self._judge(worlds[0])
        total = 0.0
        for number, world in enumerate(worlds, start=1):
            after = world.copy(log=False)
            draws = after.state.draws
            depth = len(after.state.stack) - self.inside
            after.play_code(self.side, code)
            total += self._follow(after, depth, self.bot.deepest)
            if after.state.draws == draws:
                return total / number
        return total / len(worlds)

    def _follow(self, match: Match, depth: int, left: int) -> float:
        """The value of a state, playing out the picks that the action has opened."""
        self.tried += 1
        state = match.state
        if (
            left
            and state.result is None
            and len(state.stack) > depth
            and self.side in match.deciders()
            and not self.spent()
        ):
            codes = match.decision(match.game.sides[self.side]).codes
            codes = match.game.follow(state, self.side, codes)
            if not codes:
                return self._judge(match)
            best = float("-inf")
            for code in self.thinned(match, codes, self.bot.narrow):
                after = match.copy(log=False)
                after.play_code(self.side, code)
                best = max(best, self._follow(after, depth, left - (len(codes) > 1)))  # one way: no step of thought
            return best
        return self._judge(match)

    def _judge(self, match: Match) -> float:
        result = match.state.result
        if result is not None:
            if result.winner is None:
                return 0.0
            return 1e6 if match.game.sides[self.side] in result.winner.split("+") else -1e6
        return match.game.evaluate(match.state, self.side)
