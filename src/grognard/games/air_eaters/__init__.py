"""The Air-Eaters Strike Back, by Keith Gross (Metagaming, 1981): the rules, chapter by chapter."""
