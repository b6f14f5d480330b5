"""A real server in a process of its own, for what can only be tested from outside."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import Any, Self

import httpx

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """`with Server(database) as server:` serves the tiny game on a free port of this machine."""

    def __init__(self, database: str, **environment: str) -> None:
        self.database = database
        self.environment = environment
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            self.port = found.getsockname()[1]
        self.process: subprocess.Popen[bytes] | None = None
        self.http = httpx.Client(base_url=f"http://127.0.0.1:{self.port}", timeout=20)

    def start(self) -> None:
        environment = {
            **os.environ,
            "PYTHONPATH": f"{ROOT / 'src'}{os.pathsep}{ROOT / 'tests'}",
            "GROGNARD_EXTRA_GAMES": "tiny=core.tiny",
            "GROGNARD_REQUESTS_A_SECOND": "100000",
            "GROGNARD_BURST": "100000",
            **self.environment,
        }
        command = [sys.executable, "-m", "grognard.server", "--port", str(self.port), "--database", self.database]
        self.process = subprocess.Popen(command, env=environment, cwd=ROOT)
        until = time.monotonic() + 40
        while time.monotonic() < until:
            try:
                if self.http.get("/api/health").status_code == 200:
                    return
            except httpx.TransportError:
                time.sleep(0.05)
            if self.process.poll() is not None:
                break
        raise RuntimeError("the server has not started")

    def kill(self) -> None:
        """As a power cut would: no goodbye."""
        assert self.process is not None
        self.process.send_signal(signal.SIGKILL)
        self.process.wait(10)

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(15)
            except subprocess.TimeoutExpired:
                self.process.kill()

    def __enter__(self) -> Self:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        self.http.close()

    def new(self, *holders: str) -> tuple[str, list[str]]:
        """A match of the tiny game that has begun; its id and the secrets of its seats."""
        seats = [
            {"sides": [side], "holder": holder.partition(":")[0], "bot": holder.partition(":")[2] or None}
            for side, holder in zip(("red", "blue"), holders, strict=True)
        ]
        made = self.post("/api/matches", None, {"game": "tiny", "scenario": "duel", "seats": seats}, 201)
        tokens = [made["token"], *(x["token"] for x in made["links"])]
        for token in tokens:
            self.post(f"/api/matches/{made['match']}/join", token, {})
        return made["match"], tokens

    def post(self, path: str, token: str | None, body: dict[str, Any], status: int = 200) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.http.post(path, json=body, headers=headers)
        assert answer.status_code == status, answer.text
        return answer.json()

    def state(self, match: str, token: str | None, side: str | None = None) -> Any:
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        answer = self.http.get(f"/api/matches/{match}/state", params={"side": side} if side else {}, headers=headers)
        assert answer.status_code == 200, answer.text
        return answer.json()
