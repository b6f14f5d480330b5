"""Every record in tests/records replays: finished games and failures once found by the fuzzer."""

from __future__ import annotations

from pathlib import Path

import pytest

import grognard

RECORDS = sorted((Path(__file__).parent / "records").glob("*.record"))


@pytest.mark.parametrize("path", RECORDS, ids=lambda p: p.stem)
def test_a_kept_record_replays(path: Path) -> None:
    match = grognard.open_record(path.read_text(encoding="utf-8"))
    assert grognard.open_record(match.save()).digest() == match.digest()
    assert not list(match.game.check(match.state))
