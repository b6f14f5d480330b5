"""One process at a time serves a SQLite store: others would not hear what it does. The claim ends with the process."""

from __future__ import annotations

import os
from typing import IO

from grognard.server.store import sqlite_file

FAR = 4096  # the byte that is locked lies behind the text: Windows lets nobody read what is locked


class Taken(Exception):
    """Another process serves this store; `address` is where, as far as it has said."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self.address = address


class Claim:
    """A locked file beside the store that says where it is served. PostgreSQL needs none."""

    def __init__(self, database: str) -> None:
        self._file: IO[str] | None = None
        file = sqlite_file(database)
        if file is None:
            return
        try:
            self._file = open(f"{file}.lock", "a+", encoding="utf-8")  # noqa: SIM115 - held until the process ends
        except OSError:
            return  # what is wrong with the place is said when the store is opened
        if not _lock(self._file):
            self._file.seek(0)
            raise Taken(self._file.read(200).strip())
        self.tell("")

    def tell(self, address: str) -> None:
        """Where it is served now."""
        if self._file is not None:
            self._file.truncate(0)
            self._file.write(address)
            self._file.flush()


def _lock(file: IO[str]) -> bool:
    try:
        if os.name == "nt":
            import msvcrt

            file.seek(FAR)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined,unused-ignore]
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
