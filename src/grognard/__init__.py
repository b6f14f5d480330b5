"""Grognard: a table for classic hex-and-counter wargames that knows the rules."""
