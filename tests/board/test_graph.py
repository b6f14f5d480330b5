"""Star charts: routes, paths, connection."""

import pytest

from grognard.board.graph import Graph, Route


@pytest.fixture
def stars() -> Graph:
    return Graph(
        ["sol", "junction", "procyon", "sirius", "luuru"],
        [
            Route("sol", "junction", "home run", 1),
            Route("junction", "procyon", length=1),
            Route("procyon", "sirius", length=1),
            Route("sol", "sirius", "long haul", 9),
        ],
    )


def test_a_route_is_a_side_with_a_name_and_a_length(stars: Graph) -> None:
    side = stars.side(stars.place("sirius"), stars.place("sol"))
    assert (stars.route_names[side], stars.lengths[side]) == ("long haul", 9)


def test_the_path_of_fewest_routes_is_not_always_the_shortest(stars: Graph) -> None:
    sol, sirius = stars.place("sol"), stars.place("sirius")
    assert [stars.names[p] for p in stars.path(sol, sirius)] == ["sol", "sirius"]
    length, path = stars.shortest(sol, sirius)
    assert (length, [stars.names[p] for p in path]) == (3, ["sol", "junction", "procyon", "sirius"])


def test_a_closed_route_and_a_forbidden_place_are_gone_round(stars: Graph) -> None:
    sol, sirius = stars.place("sol"), stars.place("sirius")
    closed = stars.side_set([(sol, sirius)])
    assert len(stars.path(sol, sirius, closed=closed)) == 4
    free = stars.everything & ~stars.set_of(["procyon"])
    assert stars.path(sol, sirius, free, closed) == []
    assert stars.shortest(sol, sirius, free, closed) == (-1, [])
    assert stars.shortest(sol, sirius, free) == (9, [sol, sirius])


def test_connection_ends_at_a_place_that_is_not_allowed(stars: Graph) -> None:
    start = stars.set_of(["sol"])
    assert stars.named(stars.reached(start)) == ["sol", "junction", "procyon", "sirius"]
    closed = stars.side_set([(0, 3)])
    assert stars.named(stars.reached(start, ~stars.set_of(["procyon"]), closed)) == ["sol", "junction"]


def test_a_star_without_routes_reaches_only_itself(stars: Graph) -> None:
    assert stars.named(stars.reached(stars.set_of(["luuru"]))) == ["luuru"]
    assert stars.shortest(4, 4) == (0, [4])


@pytest.mark.parametrize(
    ("routes", "message"),
    [
        ([("sol", "vega")], "route sol - vega: no place 'vega'"),
        ([("sol", "ross"), ("ross", "sol")], "route ross - sol: written twice"),
        ([Route("sol", "ross", "", 0)], "length 0, expected 1 or more"),
    ],
)
def test_a_wrong_route_is_named(routes: list[tuple[str, str]], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Graph(["sol", "ross"], routes)


def test_a_missing_drawing_point_is_named() -> None:
    with pytest.raises(ValueError, match="'ross' has no drawing point"):
        Graph(["sol", "ross"], [], {"sol": (0, 0)})
