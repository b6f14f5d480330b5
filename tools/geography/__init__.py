"""Open geography for the map builders: what to fetch, and readers for rasters, outlines and cities.

Nothing here is needed to play. The readers know no grid and no game, so that any builder can share them.
"""
