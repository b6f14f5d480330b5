"""The board library: maps as numbers, sets of places as bits, reach, supply, charts and odds. Knows no game."""
