"""What can be set when the server starts, by environment (`GROGNARD_...`) or flags; everything has a default."""

from __future__ import annotations

import os
import re
import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path


def _static() -> Path:
    return Path(__file__).parent / "static"


@dataclass(frozen=True)
class Settings:
    """`database` is a SQLAlchemy address: `sqlite:///path` or `postgresql+asyncpg://...`."""

    database: str = "sqlite:///grognard.sqlite3"
    host: str = "127.0.0.1"
    port: int = 8377
    static: Path = field(default_factory=_static)
    rules: Path | None = None  # folder of the clause ledgers; None: the packaged ones, else docs/rules of a checkout
    extra_games: Mapping[str, str] = field(default_factory=dict)  # games from elsewhere: name -> module with build()
    bot_workers: int = 1
    bot_seconds: float = 5.0  # what a bot may think over one decision
    requests_a_second: float = 40.0
    burst: int = 200
    sockets: int = 40  # live sockets an address may hold
    creations_a_minute: int = 30
    talk_a_minute: int = 20
    tables: int = 256  # matches kept in memory
    snapshot_every: int = 100  # moves between two saved states
    proxies: frozenset[str] = frozenset()  # addresses whose X-Forwarded-For is believed
    origins: frozenset[str] = frozenset()  # sites, as https://host, whose pages may act here besides the server's own
    clock: Callable[[], float] = time.time
    token: Callable[[int], str] = secrets.token_urlsafe  # replaced by tests that compare bytes
    given: frozenset[str] = frozenset()  # what was set by flag or environment

    @property
    def is_postgres(self) -> bool:
        return self.database.startswith("postgresql")

    @property
    def place(self) -> str:
        """Where the store is, without a password."""
        return re.sub(r"://([^:/@]*):[^@]*@", r"://\1:***@", self.database)

    @classmethod
    def from_environment(cls, **flags: object) -> Settings:
        """Environment first, flags over it. An unreadable value names its variable."""
        values: dict[str, object] = {}
        for f in fields(cls):
            text = os.environ.get(f"GROGNARD_{f.name.upper()}")
            if text is not None and f.name in _READERS:
                try:
                    values[f.name] = _READERS[f.name](text)
                except ValueError as error:
                    raise SystemExit(f"GROGNARD_{f.name.upper()}={text!r}: {error}") from None
        values.update({k: v for k, v in flags.items() if v is not None})
        if "database" in values:
            values["database"] = _store(str(values["database"]))
        return cls(**values, given=frozenset(values))  # type: ignore[arg-type]


def _store(text: str) -> str:
    """A store's address as the drivers want it: a bare file name is SQLite, PostgreSQL is spoken to by asyncpg."""
    if "://" not in text:
        return f"sqlite:///{text}"
    return re.sub(r"^postgres(ql)?://", "postgresql+asyncpg://", text)


def _pairs(text: str) -> dict[str, str]:
    pairs = [item.partition("=") for item in text.split(",") if item.strip()]
    if not all(eq for _, eq, _ in pairs):
        raise ValueError("expected name=module, name=module, ...")
    return {name.strip(): module.strip() for name, _, module in pairs}


def _several(text: str) -> frozenset[str]:
    return frozenset(p.strip().lower().rstrip("/") for p in text.split(",") if p.strip())


_READERS: dict[str, Callable[[str], object]] = {
    "database": str,
    "host": str,
    "port": int,
    "static": Path,
    "rules": Path,
    "extra_games": _pairs,
    "bot_workers": int,
    "bot_seconds": float,
    "requests_a_second": float,
    "burst": int,
    "sockets": int,
    "creations_a_minute": int,
    "talk_a_minute": int,
    "tables": int,
    "snapshot_every": int,
    "proxies": _several,
    "origins": _several,
}
