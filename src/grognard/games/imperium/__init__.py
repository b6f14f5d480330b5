"""Imperium: Empires in Conflict, Worlds in the Balance."""
