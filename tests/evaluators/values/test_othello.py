"""Othello's evaluators: known values, symmetries, and the file of weights."""

from __future__ import annotations

import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators import make
from evaluators.values import othello
from evaluators.values.othello import FinePatterns, Patterns, Positional, load
from evaluators.values.othello_patterns import COARSE, FINE, Shape, pack
from games import make as make_game
from games.errors import FileError
from games.othello.othello import Othello
from tests.walk import walk

WALKS = st.lists(st.integers(0, 10_000), max_size=70)
SHIPPED = str(Path(othello.__file__).parent / Positional.SHIPPED)
START = make_game("othello")


def images(board: Othello) -> list[Othello]:
    """The board turned and reflected in all eight ways."""
    text, found = board.text(), []
    rows = [text[8 * row : 8 * row + 8] for row in range(8)]
    for _ in range(4):
        rows = ["".join(column) for column in zip(*rows[::-1], strict=True)]
        found += ["".join(rows), "".join(rows[::-1])]
    return [board.at(image + text[64:]) for image in found]


@pytest.mark.parametrize("spec", ["discs", "positional", "patterns"])
@given(choices=WALKS)
def test_symmetries(spec: str, choices: list[int]) -> None:
    board = walk("othello", choices)
    evaluator = make(spec)
    value = evaluator.value(board)
    assert evaluator.value(board.mirrored()) == value
    assert {evaluator.value(image) for image in images(board)} == {value}


@given(WALKS)
def test_discs(choices: list[int]) -> None:
    board = walk("othello", choices)
    own, other = ("O", "X") if board.turn else ("X", "O")
    letters = board.text()[:64]
    assert make("discs").value(board) == 100 * (letters.count(own) - letters.count(other))


def places_of(board: Othello, shape: Shape) -> list[int]:
    """Return the indices, within a stage, of the weights that a position selects."""
    return Patterns(shape).weight_indices(board.own, board.opponent)


def test_the_value_of_a_finished_game_is_its_result() -> None:
    board = START.at("e6f4e3f6g5d6e7f5c5")
    assert make("positional").value(board) == board.outcome() == -6400


def test_boards_of_few_discs_use_the_first_weights() -> None:
    board = START.at("XO" + "-" * 62 + " X")
    weights = load(SHIPPED, COARSE)
    expected = COARSE.unit * sum(weights[index] for index in places_of(board, COARSE))
    assert make("positional").value(board) == expected


@pytest.mark.parametrize("square", ["a1", "h1", "a8", "h8"])
def test_corners_are_valuable(square: str) -> None:
    board = START.at("f5d6c3d3c4f4f6f3e6e7")
    text = board.text()
    index = "abcdefgh".index(square[0]) + 8 * (int(square[1]) - 1)
    own, other = (text[:index] + disc + text[index + 1 :] for disc in "XO")
    assert make("positional").value(board.at(own)) > make("positional").value(board.at(other)) + 500


@pytest.mark.parametrize("kind", [Positional, FinePatterns])
@given(choices=WALKS)
def test_value_is_the_sum_of_its_weights(kind: type[Positional], choices: list[int]) -> None:
    board, shape = walk("othello", choices), kind.SHAPE
    if board.outcome() is not None:
        return
    first = (64 - board.text().count("-") - 4) // shape.span * shape.entries
    weights = load(str(Path(othello.__file__).parent / kind.SHIPPED), shape)
    expected = shape.unit * sum(weights[first + index] for index in places_of(board, shape))
    assert make(kind.NAME).value(board) == expected


@given(WALKS)
def test_traits_are_the_changes_by_neighbouring_stages(choices: list[int]) -> None:
    board = walk("othello", choices)
    if board.outcome() is not None:
        return
    evaluator = make("positional")
    places = places_of(board, COARSE)
    weights = load(SHIPPED, COARSE)
    stage = max(sum(letter in "XO" for letter in board.text()[:64]) - 4, 0) // COARSE.span

    def total(stage: int) -> int:
        first = min(max(stage, 0), COARSE.stages - 1) * COARSE.entries
        return COARSE.unit * sum(weights[first + place] for place in places)

    expected = [total(stage + step) - total(stage) for step in (-1, 1)]
    assert [evaluator.trait(board, number) for number in (0, 1)] == expected
    evaluator.value(START)
    assert evaluator.trait(board, 1) == expected[1], "after the evaluation of another position"


@pytest.mark.parametrize("name", ["positional", "patterns"])
def test_a_full_board_has_no_traits(name: str) -> None:
    full = make_game("othello").at("X" * 33 + "O" * 31 + " X")
    evaluator = make(name)
    evaluator.value(START)
    assert [evaluator.trait(full, number) for number in (0, 1)] == [0, 0]


@pytest.mark.parametrize("shape", [COARSE, FINE])
@given(choices=WALKS)
def test_patterns_and_counts_by_hand(shape: Shape, choices: list[int]) -> None:
    board = walk("othello", choices)
    if board.outcome() is not None:
        return
    own, other = ("O", "X") if board.turn else ("X", "O")
    digit = {own: 1, other: 2, "-": 0}
    letters = board.text()
    places = places_of(board, shape)
    for (table, squares), place in zip(shape.lanes, places, strict=False):
        number = sum(digit[letters[square]] * 3**n for n, square in enumerate(squares))
        assert place == shape.offsets[table] + number
    frontier = sum(
        letters[s] == "-" and any(letters[n] == other for n in neighbours(s)) for s in range(64)
    )
    moves = sum(move < 64 for move in board.legal_moves())
    first = len(shape.patterns)
    assert places[-5] - shape.offsets[first] == moves
    assert places[-3] - shape.offsets[first + 2] == frontier
    assert places[-1] - shape.offsets[first + 4] == letters[:64].count("-") % 2
    assert len(places) == shape.features


def test_every_pattern_has_all_its_images() -> None:
    for shape in (COARSE, FINE):
        seen = [set() for _ in shape.patterns]
        for table, squares in shape.lanes:
            seen[table].add(frozenset(squares))
        for squares, images in zip(shape.patterns, seen, strict=True):
            places = [divmod(square, 8) for square in squares]
            for row, file in ((0, 0), (0, 7), (7, 0), (7, 7)):
                turned = [(r ^ row, f ^ file) for r, f in places]
                assert frozenset(8 * r + f for r, f in turned) in images
                assert frozenset(8 * f + r for r, f in turned) in images


def neighbours(square: int) -> list[int]:
    """Return the adjacent squares."""
    row, file = divmod(square, 8)
    return [
        8 * r + f
        for r in range(max(row - 1, 0), min(row + 2, 8))
        for f in range(max(file - 1, 0), min(file + 2, 8))
        if (r, f) != (row, file)
    ]


def test_weights_of_a_file(tmp_path: Path) -> None:
    places = COARSE.ranks
    stages = [[(index + stage) % 7 - 3 for index in places] for stage in range(COARSE.stages)]
    path = tmp_path / "weights.dat"
    path.write_bytes(pack(stages, COARSE))
    assert list(load(str(path), COARSE)) == [weight for stage in stages for weight in stage]
    evaluator = make(f"positional:weights={path}")
    found = places_of(START, COARSE)
    assert evaluator.value(START) == COARSE.unit * sum(stages[0][place] for place in found)
    assert evaluator.spec == f"positional:weights={path}"


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, "cannot read {}: No such file"),
        (b"", "{} has no Othello weights: 0 numbers, expected"),
        (b"no weights", "{} has no Othello weights: "),
        (pack([[0] * COARSE.entries], COARSE), "{} has no Othello weights: "),
        (
            pack([[0] * COARSE.entries] * COARSE.stages, COARSE)[:-3],
            "{} has no .*: the file is cut",
        ),
        (zlib.compress(bytes(2**25)), "{} has no Othello weights: more numbers, expected"),
    ],
)
def test_broken_files_of_weights(tmp_path: Path, content: bytes | None, message: str) -> None:
    path = tmp_path / "weights.dat"
    if content is not None:
        path.write_bytes(content)
    with pytest.raises(FileError, match=message.format(path)):
        make(f"positional:weights={path}")
