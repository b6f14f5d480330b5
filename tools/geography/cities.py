"""Cities of the world with places and populations (GeoNames)."""

import json
from dataclasses import dataclass

from tools.geography.fetch import path_to


@dataclass(frozen=True)
class City:
    name: str
    latitude: float
    longitude: float
    country: str
    region: str
    population: int


def read(countries: frozenset[str] | None = None) -> list[City]:
    """All cities of 5,000 people and more, the largest first; of some countries, or of all."""
    rows = json.loads(path_to("cities.json").read_text()).values()
    found = [
        City(
            row["name"],
            row["latitude"],
            row["longitude"],
            row["countrycode"],
            row["admin1code"],
            row["population"],
        )
        for row in rows
        if countries is None or row["countrycode"] in countries
    ]
    return sorted(found, key=lambda city: (-city.population, city.name, city.country))
