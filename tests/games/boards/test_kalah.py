"""Kalah: the values of Irving, Donkers and Uiterwijk (2000), and an independent count of lines."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from games import Position, make
from games.check import walk
from games.core.perft import perft
from games.errors import MoveError, PositionError
from searchers import make as make_searcher
from tests.compiled import COMPILED

Houses = tuple[int, ...]


def sowings(own: Houses, other: Houses, empty: bool) -> Iterator[tuple[Houses, Houses, int, bool]]:
    """Yield the pits after each move: own, other, seeds stored, and whether to go on.

    Plain Python over a ring without the other side's store, in the order of sowing.
    """
    houses = len(own)
    for house in range(houses):
        ring = [*own, 0, *other]
        at, seeds, ring[house] = house, ring[house], 0
        if not seeds:
            continue
        for _ in range(seeds):
            at = (at + 1) % len(ring)
            ring[at] += 1
        if at < houses and ring[at] == 1 and (empty or ring[2 * houses - at]):
            ring[houses] += ring[2 * houses - at] + 1
            ring[at] = ring[2 * houses - at] = 0
        yield tuple(ring[:houses]), tuple(ring[houses + 1 :]), ring[houses], at == houses


def best(houses: int, seeds: int, empty: bool) -> int:
    """Return the difference of seeds under best play."""

    @cache
    def search(own: Houses, other: Houses) -> int:
        if not any(own) or not any(other):
            return sum(own) - sum(other)
        return max(
            stored + (search(mine, yours) if again else -search(yours, mine))
            for mine, yours, stored, again in sowings(own, other, empty)
        )

    return search((seeds,) * houses, (seeds,) * houses)


def lines(own: Houses, other: Houses, depth: int, passes: bool = False) -> int:
    """Return the number of lines of a length in plies, where a pass is a ply."""
    if depth == 0:
        return 1
    if passes:
        return lines(other, own, depth - 1)
    if not any(own) or not any(other):
        return 0
    found = 0
    for mine, yours, _, again in sowings(own, other, False):
        again = again and any(mine) and any(yours)
        found += lines(yours, mine, depth - 1, again)
    return found


@pytest.mark.parametrize(("houses", "seeds", "depth"), [(6, 4, 5), (3, 3, 7), (2, 6, 8), (1, 6, 9)])
def test_perft(houses: int, seeds: int, depth: int) -> None:
    position, side = make("kalah", houses=houses, seeds=seeds), (seeds,) * houses
    for plies in range(1, depth + 1):
        assert perft(position, plies) == lines(side, side, plies)


PUBLISHED = {1: "DLWLWD", 2: "WLLLWW", 3: "DWWWWL", 4: "WWWWWD", 5: "DDWWWW", 6: "WWWWW"}
"""Won, drawn or lost for South, with 1 to 6 seeds, by the number of pits (Irving et al. 2000,
table of game values), with captures where the opposite pit is empty."""
QUICK = {1: 6, 2: 6, 3: 5, 4: 2, 5: 2} if COMPILED else {1: 6, 2: 4, 3: 2}
"""Seeds up to which a board of so many houses is solved in a test."""


def value_of(spec: str) -> int:
    result = make_searcher("mtdf").search(make(spec), cpu=600)
    assert result.proved
    assert result.value is not None
    return result.value


@pytest.mark.parametrize("houses", QUICK)
def test_values_as_published(houses: int) -> None:
    for seeds in range(1, QUICK[houses] + 1):
        value = value_of(f"kalah:houses={houses},seeds={seeds},empty=true")
        assert "LDW"[(value > 0) - (value < 0) + 1] == PUBLISHED[houses][seeds - 1]


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too slow in the interpreter")
@pytest.mark.parametrize(("houses", "seeds"), [(3, 6), (4, 3), (4, 4)])
def test_larger_values_as_published(houses: int, seeds: int) -> None:
    value = value_of(f"kalah:houses={houses},seeds={seeds},empty=true")
    assert "LDW"[(value > 0) - (value < 0) + 1] == PUBLISHED[houses][seeds - 1]


@pytest.mark.parametrize("empty", [False, True])
def test_values_as_an_independent_search(empty: bool) -> None:
    for houses, seeds in ((1, 6), (2, 3), (2, 4), (3, 2), (3, 3)):
        rule = "true" if empty else "false"
        spec = f"kalah:houses={houses},seeds={seeds},empty={rule}"
        assert value_of(spec) == 100 * best(houses, seeds, empty)


def test_seeds_are_neither_lost_nor_made() -> None:
    for position in walk("kalah", seed=3, games=6, plies=200):
        south, north = position.text().partition(" ")[0].split("/")
        assert sum(map(int, f"{south},{north}".split(","))) == 48


def play(text: str, *moves: str) -> str:
    return str(make("kalah:houses=3,seeds=2").at(text).play(*moves).text())


def test_sowing() -> None:
    # The last seed in the store: the other side passes, and South moves again.
    assert play("2,2,1,0/2,2,2,1 S", "c1") == "2,2,0,1/2,2,2,1 N pass"
    assert play("2,2,1,0/2,2,2,1 S", "c1", "pass") == "2,2,0,1/2,2,2,1 S"
    # The store of the other side gets no seed.
    assert play("2,2,6,0/1,1,0,0 S", "c1") == "3,3,0,1/2,2,1,0 N"
    # Once around the board, the last seed falls into the pit it came from, and captures.
    assert play("7,1,0,0/1,2,1,0 S", "a1") == "0,2,1,4/2,3,0,0 N"
    # A capture needs seeds in the opposite pit, unless the option permits others.
    assert play("1,0,4,0/2,2,0,3 S", "a1") == "0,0,4,3/2,0,0,3 N"
    assert play("1,0,4,0/2,0,0,5 S", "a1") == "0,1,4,0/2,0,0,5 N"
    position = make("kalah:houses=3,seeds=2,empty=true").at("1,0,4,0/2,0,0,5 S")
    assert position.play("a1").text() == "0,0,4,1/2,0,0,5 N"
    # The game ends when the pits of a side are empty, also where the last seed is in the store.
    assert play("0,0,1,5/2,0,2,2 S", "c1") == "0,0,0,6/0,0,0,6 N"
    for text in ("0,0,0,6/0,0,0,6 N", "0,0,0,6/2,0,0,4 N pass"):  # no pass is due
        position = make("kalah:houses=3,seeds=2").at(text)
        assert (position.outcome(), position.legal_moves()) == (0, [])


def test_a_move_again_is_a_pass_of_the_other_side() -> None:
    position: Position = make("kalah").play("c1")
    assert (position.turn, position.ply, position.legal_moves()) == (1, 1, [6])
    assert position.ending() == ""
    with pytest.raises(IndexError, match="a pass out of turn"):
        position.copy().push(0)
    with pytest.raises(IndexError, match="a pass out of turn"):
        make("kalah").push(6)
    with pytest.raises(IndexError, match="the pit is empty"):
        position.play("pass").push(2)


def test_features_are_those_of_the_side_to_move() -> None:
    first = make("kalah").at("5,4,4,4,4,4,0/4,4,4,0,5,5,1 S")
    second = first.at("4,4,4,0,5,5,1/5,4,4,4,4,4,0 N")
    waiting = first.at("5,4,4,4,4,4,0/4,4,4,0,5,5,1 S pass")
    assert first.features() == second.features()
    assert len(first.features()) == 12, "one for each pit and store that is not empty"
    assert waiting.features()[:-1] == first.features(), "a pass that is due is one more"


def test_the_board_of_a_page_has_the_names_of_moves() -> None:
    from engine.play.squares import Grid

    position = make("kalah").play("c1", "pass", "a1")
    grid = Grid(position)
    assert grid.board is not None
    for move in position.legal_moves():
        squares = grid.squares(position.move_text(move))
        assert squares is not None
        assert grid.board.symbols[squares.squares[0]] == "4"


@pytest.mark.parametrize(
    "text",
    ["4,4/4,4 S", "1,1,1,0/1,1,1,0 S", "2,2,2,0/2,2,2,0 X", "2,2,,2/2,2,2,0 S", "2,2,2,0/2,2,2 S"],
)
def test_impossible_positions_are_refused(text: str) -> None:
    with pytest.raises(PositionError, match="expected 4 numbers for each side"):
        make("kalah:houses=3,seeds=2").at(text)


def test_impossible_moves_are_refused() -> None:
    with pytest.raises(MoveError, match="legal: f1 e1 d1 c1 b1 a1"):
        make("kalah").parse_move("a2")


def test_passes_are_nodes_and_plies() -> None:
    """Every searcher takes a node for a pass, as for any move; depth counts plies."""
    position: Any = make("kalah").play("c1")
    result = make_searcher("minimax").search(position, depth=1)
    assert (result.nodes, result.pv, result.depth) == (1, (6,), 1)
