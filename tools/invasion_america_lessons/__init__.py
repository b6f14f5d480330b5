"""Builds the lessons of Invasion: America on its own map: `python -m tools.invasion_america_lessons.build`."""
