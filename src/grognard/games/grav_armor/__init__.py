"""Grav Armor: one side moves while the other fires, on map sections whose colours mean another world each time."""
