"""Builds the map of Invasion: America from open geography: `python -m tools.invasion_america_map.build`."""
