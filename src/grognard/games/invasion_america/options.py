"""The switches of the rulebook that a match, or a scenario by itself, may set (17.0, 19.8, 19.9)."""

from __future__ import annotations

from grognard.core import Option, rule

OPENINGS = ("three_pronged_invasion", "early_assault", "european_invasion")

OPTIONS = (
    Option("players", "Players", 2, (2, 3, 4), rule("19.91"), "How many players share the forces."),
    Option("garrison", "Annexation garrison", rule=rule("17.1"), about="Central America must be held down."),
    Option("partisans", "Partisans from the start", rule=rule("17.2"), about="Militia ignore zones and supply."),
    Option("weather", "Weather", rule=rule("17.3"), about="Winter halves units north of the Weather Line."),
    Option("summits", "Summits", rule=rule("19.93"), about="A Diplomacy Phase before each player-turn."),
    Option(
        "opening",
        "Opening of the campaign",
        "three_pronged_invasion",
        OPENINGS,
        rule("19.8"),
        "The invasion that opens the campaign game.",
        ("campaign_game",),
    ),
)
