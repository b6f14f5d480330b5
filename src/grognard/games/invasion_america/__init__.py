"""Invasion: America: three coalitions land on a continent, one month a turn (rulebook chapters 3 to 19)."""
