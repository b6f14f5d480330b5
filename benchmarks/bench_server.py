"""How fast the server answers: a real process, real games, clients on the same machine.

    python benchmarks/bench_server.py [--seconds 5] [--database sqlite:///FILE or postgresql+asyncpg://...]

A click is a POST that plays one random legal action; its answer carries the new decision and what changed in the view.
The crowd at the end: 200 matches with 500 live sockets, clicked at 50 times a second; then the server is started anew.
"""

from __future__ import annotations

import argparse
import asyncio
import http.client
import json
import os
import random
import socket
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

from websockets.asyncio.client import connect

import grognard


class Client:
    """One connection that is kept open."""

    def __init__(self, port: int, token: str | None = None) -> None:
        self.connection = http.client.HTTPConnection("127.0.0.1", port, timeout=30)
        self.token = token

    def ask(self, method: str, path: str, body: Any = None) -> tuple[Any, int]:
        headers = {"Content-Type": "application/json", "Accept-Encoding": "identity"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        content = json.dumps(body) if body is not None else None
        try:
            self.connection.request(method, "/api" + path, content, headers)
            answer = self.connection.getresponse()
        except ConnectionError:  # idle for too long: the server has hung up
            self.connection.close()
            self.connection.request(method, "/api" + path, content, headers)
            answer = self.connection.getresponse()
        found = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path}: {answer.status} {found[:300]!r}")
        return json.loads(found), len(found)


def serve(database: str, port: int) -> subprocess.Popen[bytes]:
    limits = {"GROGNARD_REQUESTS_A_SECOND": "1000000", "GROGNARD_BURST": "1000000", "GROGNARD_SOCKETS": "1000"}
    limits["GROGNARD_CREATIONS_A_MINUTE"] = "100000"
    command = [sys.executable, "-m", "grognard.server", "--port", str(port), "--database", database]
    root = Path(__file__).resolve().parents[1]
    process = subprocess.Popen(
        command, env={**os.environ, **limits, "PYTHONPATH": str(root / "src")}, stdout=subprocess.DEVNULL
    )
    for _ in range(600):
        try:
            Client(port).ask("GET", "/health")
            return process
        except OSError:
            time.sleep(0.05)
    raise RuntimeError("the server has not started")


def hot_seat(port: int, game: str, scenario: str) -> tuple[Client, str]:
    client = Client(port)
    made, _ = client.ask("POST", "/matches", {"game": game, "scenario": scenario})
    client.token = made["token"]
    client.ask("POST", f"/matches/{made['match']}/join", {})
    return client, made["match"]


def play(client: Client, match: str, seconds: float, rng: random.Random) -> dict[str, list[float]]:
    """Random play; what each click, each state and each `why` took, in milliseconds, and the states' sizes."""
    times: dict[str, list[float]] = {"click": [], "state": [], "why": [], "size": []}
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        start = time.perf_counter()
        state, size = client.ask("GET", f"/matches/{match}/state")
        times["state"].append((time.perf_counter() - start) * 1e3)
        times["size"].append(size)
        if not state["decision"]:
            break
        step, side, decision = state["step"], state["side"], state["decision"]
        while decision and time.monotonic() < until:
            action = rng.choice(decision["actions"])["text"]
            start = time.perf_counter()
            client.ask("GET", f"/matches/{match}/why?side={side}&action=done")
            middle = time.perf_counter()
            update, _ = client.ask("POST", f"/matches/{match}/play", {"side": side, "action": action, "expect": step})
            times["click"].append((time.perf_counter() - middle) * 1e3)
            times["why"].append((middle - start) * 1e3)
            step, decision = update["step"], update["decision"]
    return times


def line(name: str, values: list[float], unit: str = "ms") -> str:
    ordered = sorted(values)
    p99 = ordered[min(len(ordered) - 1, int(len(ordered) * 0.99))]
    return f"{name:34} {len(values):6}   p50 {statistics.median(values):8.2f} {unit}   p99 {p99:8.2f} {unit}"


def several(port: int, game: str, scenario: str, clients: int, seconds: float) -> float:
    """Clicks a second that so many players make at tables of their own."""
    counts: list[int] = []

    def one(number: int) -> None:
        client, match = hot_seat(port, game, scenario)
        counts.append(len(play(client, match, seconds, random.Random(number))["click"]))

    threads = [threading.Thread(target=one, args=(n,)) for n in range(clients)]
    start = time.monotonic()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(counts) / (time.monotonic() - start)


async def fan_out(port: int, game: str, scenario: str, watchers: int, moves: int) -> list[float]:
    """From a move's POST to its arrival at each of many spectators, in milliseconds."""
    client, match = hot_seat(port, game, scenario)
    waits: list[float] = []
    sent = 0.0
    due = asyncio.Semaphore(0)

    async def watch() -> None:
        async with connect(f"ws://127.0.0.1:{port}/api/matches/{match}/live", max_size=None) as one:
            await one.send('{"hello":{}}')
            async for message in one:
                kind = json.loads(message)["type"]
                if kind == "update":
                    waits.append((time.perf_counter() - sent) * 1e3)
                if kind in {"hello", "update"}:
                    due.release()

    tasks = [asyncio.create_task(watch()) for _ in range(watchers)]
    rng = random.Random(3)
    for _ in range(moves):
        for _ in range(watchers):  # all are there, and have heard the last move
            await asyncio.wait_for(due.acquire(), 30)
        state, _ = await asyncio.to_thread(client.ask, "GET", f"/matches/{match}/state")
        if not state["decision"]:
            break
        body = {
            "side": state["side"],
            "action": rng.choice(state["decision"]["actions"])["text"],
            "expect": state["step"],
        }
        sent = time.perf_counter()
        await asyncio.to_thread(client.ask, "POST", f"/matches/{match}/play", body)
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    return waits


class Crowd:
    """Many matches with live sockets, played in all at once."""

    def __init__(self, port: int, games: list[str]) -> None:
        self.port = port
        self.tables: list[tuple[Client, str]] = []
        self.sent: dict[str, float] = {}
        self.delays: list[float] = []
        self.games = games

    def sit_down(self, matches: int) -> None:
        for n in range(matches):
            game = self.games[n % len(self.games)]
            info, _ = Client(self.port).ask("GET", f"/games/{game}")
            self.tables.append(hot_seat(self.port, game, info["scenarios"][0]["id"]))

    async def listen(self, sockets: int, ready: asyncio.Event) -> None:
        there = 0

        async def one(number: int) -> None:
            nonlocal there
            _, match = self.tables[number % len(self.tables)]
            async with connect(f"ws://127.0.0.1:{self.port}/api/matches/{match}/live", max_size=None) as socket:
                await socket.send('{"hello":{}}')
                async for message in socket:
                    if '"type":"update"' in str(message[:40]):
                        self.delays.append((time.perf_counter() - self.sent[match]) * 1e3)
                    elif '"type":"hello"' in str(message[:40]):
                        there += 1
                        if there == sockets:
                            ready.set()

        await asyncio.gather(*(one(n) for n in range(sockets)))

    def click(self, a_second: float, seconds: float) -> dict[str, list[float]]:
        """At every table in turn: read the state, then play."""
        times: dict[str, list[float]] = {"click": [], "state": []}
        rng = random.Random(4)
        began = time.monotonic()
        for n in range(int(a_second * seconds)):
            time.sleep(max(0.0, began + n / a_second - time.monotonic()))
            client, match = self.tables[n % len(self.tables)]
            start = time.perf_counter()
            state, _ = client.ask("GET", f"/matches/{match}/state")
            times["state"].append((time.perf_counter() - start) * 1e3)
            if state["decision"]:
                action = rng.choice(state["decision"]["actions"])["text"]
                body = {"side": state["side"], "action": action, "expect": state["step"]}
                self.sent[match] = start = time.perf_counter()
                client.ask("POST", f"/matches/{match}/play", body)
                times["click"].append((time.perf_counter() - start) * 1e3)
        return times


async def crowd(port: int, pid: int, games: list[str], seconds: float, matches: int = 200, sockets: int = 500) -> None:
    empty = memory(pid)
    there = Crowd(port, games)
    await asyncio.to_thread(there.sit_down, matches)
    seated = memory(pid)
    ready = asyncio.Event()
    listening = asyncio.create_task(there.listen(sockets, ready))
    await asyncio.wait_for(ready.wait(), 120)
    crowded = memory(pid)
    times = await asyncio.to_thread(there.click, 50, 4 * seconds)
    await asyncio.sleep(1)
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    print(f"\n{matches} matches, {sockets} sockets")
    print(
        f"memory {empty:.0f} MB, {(seated - empty) / matches:.2f} a match, {(crowded - seated) / sockets:.3f} a socket"
    )
    for name in ("click", "state"):
        print(line(name, times[name]))
    print(line("update at each socket", there.delays))


def memory(pid: int) -> float:
    """What a process holds, in MB."""
    return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def again(database: str, port: int, games: list[str]) -> None:
    """After a new start: the first state of a match of some thousand moves."""
    process = serve(database, port)
    long: list[tuple[str, Client, str, int]] = []
    for game in games:
        text = a_long_record(game)
        client = Client(port)
        made, _ = client.ask("POST", "/matches/import", {"record": text})
        client.token = made["token"]
        long.append((game, client, made["match"], text.count("\n")))
    process.terminate()
    process.wait(20)
    process = serve(database, port)
    print("\nfirst state of a long match after a new start")
    for game, client, match, lines in long:
        client.connection.close()
        start = time.perf_counter()
        client.ask("GET", f"/matches/{match}/state")
        print(f"{game:34} {lines:6} lines {(time.perf_counter() - start) * 1e3:8.0f} ms")
    process.terminate()
    process.wait(20)


def a_long_record(name: str, most: int = 3000) -> str:
    game = grognard.load(name)
    rng = random.Random(5)
    match = game.new(list(game.scenarios)[-1], seed=5)
    while match.to_act and match.actions < most:
        side = match.to_act[0]
        match.play(side, match.decision(side).sample(rng))
    return match.save()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=4)
    parser.add_argument("--database")
    parser.add_argument("--game", action="append", help="only these games")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
        found.close()
        database, games = arguments.database or f"sqlite:///{folder}/bench.sqlite3", arguments.game or grognard.games()
        process = serve(database, port)
        try:
            report(port, games, arguments.seconds)
            asyncio.run(crowd(port, process.pid, games, arguments.seconds))
        finally:
            process.terminate()
            process.wait(20)
        again(database, port, games)


def report(port: int, games: list[str], seconds: float) -> None:
    for game in games:
        info, _ = Client(port).ask("GET", f"/games/{game}")
        scenario = info["scenarios"][0]["id"]
        start = time.perf_counter()
        _, size = Client(port).ask("GET", f"/games/{game}/board?scenario={scenario}")
        first = (time.perf_counter() - start) * 1e3
        start = time.perf_counter()
        Client(port).ask("GET", f"/games/{game}/board?scenario={scenario}")
        again = (time.perf_counter() - start) * 1e3
        print(f"\n{game}, {scenario}: board {size / 1000:.0f} kB, first {first:.0f} ms, then {again:.1f} ms")
        client, match = hot_seat(port, game, scenario)
        times = play(client, match, seconds, random.Random(1))
        for name in ("click", "state", "why"):
            if times[name]:
                print(line(name, times[name]))
        print(line("size of a state", [s / 1000 for s in times["size"]], "kB"))
        print(f"{'8 players at once':34} {several(port, game, scenario, 8, seconds):8.0f} clicks a second")
        print(line("100 spectators, to each", asyncio.run(fan_out(port, game, scenario, 100, 12))))


if __name__ == "__main__":
    main()
