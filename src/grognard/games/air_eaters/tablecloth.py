"""How the table draws the game: an orrery of rings, orbit boxes and planet insets (2.0)."""

from __future__ import annotations

from typing import Any


def board(scenario: str) -> dict[str, Any]:
    return {}
