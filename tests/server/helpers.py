"""What the server's tests share: settings over the kernel's tiny game, players, matches."""

from __future__ import annotations

from typing import Any

from litestar.testing import TestClient

from grognard.server.settings import Settings

TINY = {"tiny": "core.tiny"}


class Counted:
    """Tokens that come out the same in every run, so that whole answers can be compared."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, length: int) -> str:
        self.count += 1
        return f"t{self.count:03}".ljust(min(32, max(10, length)), "x")


class Player:
    """A client with a seat's secret (or none) at one match."""

    def __init__(self, client: TestClient[Any], match: str, token: str | None) -> None:
        self.client, self.match, self.token = client, match, token

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def get(self, path: str = "", status: int = 200, **params: Any) -> Any:
        answer = self.client.get(f"/api/matches/{self.match}{path}", params=params, headers=self.headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, path: str, body: dict[str, Any] | None = None, status: int | None = None) -> Any:
        answer = self.client.post(f"/api/matches/{self.match}{path}", json=body or {}, headers=self.headers)
        assert answer.status_code == (status or 200), answer.text
        return answer.json()

    def state(self, side: str | None = None) -> Any:
        return self.get("/state", **({"side": side} if side else {}))

    def play(self, action: str, side: str | None = None, expect: int | None = None, status: int = 200) -> Any:
        if expect is None:
            expect = self.state(side)["step"]
        return self.post("/play", {"action": action, "expect": expect, "side": side}, status)


def make(client: TestClient[Any], *holders: str, join: bool = True, **more: Any) -> list[Player]:
    """A match of the tiny game: red and blue held as named (`me`, `link`, `bot`); the players of its seats."""
    seats = [
        {"sides": [side], "holder": holder.partition(":")[0], "bot": holder.partition(":")[2] or None, "name": side}
        for side, holder in zip(("red", "blue"), holders or ("me", "me"), strict=True)
    ]
    answer = client.post("/api/matches", json={"game": "tiny", "scenario": "duel", "seats": seats, **more})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    tokens = [made["token"]] * ("me" in holders or not holders) + [x["token"] for x in made["links"]]
    players = [Player(client, made["match"], token) for token in tokens]
    if join:
        for player in players:
            player.post("/join", {"mix": "share"})
    return players


def settings_for(database: str, **more: Any) -> Settings:
    values: dict[str, Any] = {
        "database": database,
        "extra_games": TINY,
        "requests_a_second": 1e6,
        "burst": 10**6,
        "creations_a_minute": 10**6,
        "bot_seconds": 2.0,
        **more,
    }
    return Settings(**values)
