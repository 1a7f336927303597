"""Dots and Boxes: values and counts of lines by an independent search, and its own rules."""

from __future__ import annotations

from functools import cache

import pytest

from games import make
from games.check import walk
from games.core.perft import perft
from games.errors import MoveError, PositionError
from searchers import make as make_searcher
from tests.compiled import COMPILED

Lines = frozenset[tuple[int, int]]


class Plain:
    """The game in plain Python over sets of lines; a line is the place between its two dots."""

    def __init__(self, width: int, height: int) -> None:
        self.every: Lines = frozenset(
            (file, row)
            for file in range(2 * width + 1)
            for row in range(2 * height + 1)
            if (file + row) % 2
        )
        self.boxes = [
            frozenset({(file - 1, row), (file + 1, row), (file, row - 1), (file, row + 1)})
            for file in range(1, 2 * width, 2)
            for row in range(1, 2 * height, 2)
        ]

    def taken(self, drawn: Lines, line: tuple[int, int]) -> int:
        """Return the number of boxes that a line completes."""
        return sum(line in box and box <= drawn | {line} for box in self.boxes)

    def best(self) -> int:
        """Return the difference of boxes under best play."""

        @cache
        def search(drawn: Lines) -> int:
            values = [0] if drawn == self.every else []
            for line in self.every - drawn:
                taken, rest = self.taken(drawn, line), search(drawn | {line})
                values.append(taken + rest if taken else -rest)
            return max(values)

        return search(frozenset())

    def lines(self, depth: int, drawn: Lines = frozenset(), passes: bool = False) -> int:
        """Return the number of lines of play of a length in plies, where a pass is a ply."""
        if depth == 0:
            return 1
        if passes:
            return self.lines(depth - 1, drawn)
        return sum(
            self.lines(
                depth - 1,
                drawn | {line},
                self.taken(drawn, line) > 0 and drawn | {line} != self.every,
            )
            for line in self.every - drawn
        )


@pytest.mark.parametrize(("width", "height", "depth"), [(1, 1, 5), (2, 1, 6), (3, 2, 4), (2, 2, 5)])
def test_perft(width: int, height: int, depth: int) -> None:
    position, plain = make("dots", width=width, height=height), Plain(width, height)
    for plies in range(1, depth + 1):
        assert perft(position, plies) == plain.lines(plies)


@pytest.mark.parametrize(("width", "height"), [(1, 1), (2, 1), (1, 3), (2, 2), (4, 1)])
def test_values_of_small_boards(width: int, height: int) -> None:
    if not COMPILED and width * height > 3:
        pytest.skip("too slow in the interpreter")
    result = make_searcher("mtdf").search(make("dots", width=width, height=height), depth=99)
    assert result.proved
    assert result.value == 100 * Plain(width, height).best()


@pytest.mark.slow
@pytest.mark.skipif(not COMPILED, reason="too slow in the interpreter")
def test_the_value_of_six_boxes() -> None:
    result = make_searcher("mtdf").search(make("dots:width=3,height=2"), depth=99)
    assert result.proved
    assert result.value == 100 * Plain(3, 2).best()


def test_boxes_and_passes() -> None:
    position = make("dots:width=2,height=1").play("b1", "a2", "b3", "c2")
    assert position.text() == "###.#/#O#../###.# X pass"
    assert position.legal_moves() == [15]
    assert (position.static(), position.certain_bounds(0), position.certain_bounds(1)) == (
        *(-100, -200, 0),
    )
    position.play("pass", "d1", "e2")
    assert position.static() == 200  # a box, and one that can be taken
    position.play("d3")
    assert position.text() == "#####/#O#O#/##### X"
    assert position.outcome() == -200
    with pytest.raises(IndexError, match="out of turn"):
        position.copy().push(15)
    with pytest.raises(IndexError, match="no line that can be drawn"):
        make("dots").push(0)
    with pytest.raises(MoveError, match="legal: b1"):
        make("dots").parse_move("a1")


def test_the_value_of_chains() -> None:
    """`static` follows a chain over boxes with two open lines, and around a corner."""
    chain = make("dots:width=3,height=1").at("#####.#/#...#.#/####### O")
    assert chain.static() == 300
    corner = make("dots:width=2,height=2").at("#.#.#/#.#.#/#.#.#/#...#/##### X")
    assert corner.static() == 0
    assert corner.play("b5").static() == 400
    ends = make("dots:width=2,height=1").at("#####/#...#/##### X")
    assert ends.static() == 200


def test_a_line_takes_two_boxes() -> None:
    position = make("dots:width=2,height=1").at("#####/#...#/##### O").play("c2")
    assert position.text() == "#####/#O#O#/##### X"
    assert position.outcome() == -200


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("#.#/.../.#. X", "b1 is '#': expected a line|a1 is '.': expected a dot"),
        ("###/#.#/### X", "b2 is '.': expected X or O"),
        ("###/#X./### X", "b2 is 'X': expected '.'|b2 is 'X': expected ."),
        ("#X#/.../#.# X", "b3 is 'X': expected a line, # or ."),
        ("#.#/.../#.# X pass", "a side passes after"),
        ("#.#/.../#.# Y", "the side to move is 'Y'"),
    ],
)
def test_impossible_positions_are_refused(text: str, fault: str) -> None:
    with pytest.raises(PositionError, match=fault):
        make("dots:width=1,height=1").at(text)


def test_symmetries_exchange_patterns() -> None:
    """The images of the features of a position are the features of its image."""
    for spec, count in (("dots:width=2,height=2", 7), ("dots:width=3,height=2", 3)):
        origin = make(spec)
        images = origin.symmetries()
        assert len(images) == count
        for position in walk(spec, seed=4, games=1, plies=12):
            rows = position.text().partition(" ")[0].split("/")
            side = position.text().partition(" ")[2]
            files = origin.at("/".join(row[::-1] for row in rows) + " " + side)
            upside = origin.at("/".join(rows[::-1]) + " " + side)
            found = {frozenset(image[number] for number in position.features()) for image in images}
            assert {frozenset(files.features()), frozenset(upside.features())} <= found
