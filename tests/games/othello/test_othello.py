"""Othello's rules against published counts and a slow board of plain letters; its notation."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games import make
from games.core.perft import perft
from games.errors import MoveError, PositionError
from games.othello.constants import PASS
from games.othello.othello import Othello
from searchers import Limits
from searchers import make as make_searcher
from tests.walk import walk

DATA = Path(__file__).parents[2] / "data"
COUNTS = [
    tuple(map(int, line.split("\t")))
    for line in (DATA / "othello_perft.tsv").read_text().splitlines()
    if line[0].isdigit()
]
QUICK = 8
ENDGAMES = [
    (int(empties), f"{board} {side}", {m[:2]: int(m[3:]) for m in moves.split()})
    for _, board, side, empties, moves in [
        line.split("\t")
        for line in (DATA / "othello_ffo.tsv").read_text().splitlines()
        if line[0].isdigit()
    ]
]
START = "---------------------------OX------XO--------------------------- X"
PASSING = "c4c3f5b4a4a5c2a3"
"""A short game after which black must pass."""
WALKS = st.lists(st.integers(0, 10_000), max_size=70)


class PlainBoard:
    """A slow version of the rules, square by square."""

    def __init__(self, text: str) -> None:
        self.letters, self.mover = list(text[:64]), text[65]
        self.other = "O" if self.mover == "X" else "X"

    def flipped(self, square: int, mover: str, other: str) -> set[int]:
        found: set[int] = set()
        for down, right in [(d, r) for d in (-1, 0, 1) for r in (-1, 0, 1) if d or r]:
            line, row, file = [], square // 8 + down, square % 8 + right
            while 0 <= row < 8 and 0 <= file < 8 and self.letters[8 * row + file] == other:
                line.append(8 * row + file)
                row, file = row + down, file + right
            if 0 <= row < 8 and 0 <= file < 8 and self.letters[8 * row + file] == mover:
                found.update(line)
        return found

    def squares(self, mover: str, other: str) -> list[int]:
        empty = [s for s in range(64) if self.letters[s] == "-"]
        return [s for s in empty if self.flipped(s, mover, other)]

    def legal_moves(self) -> list[int]:
        squares = self.squares(self.mover, self.other)
        return squares or [PASS] * bool(self.squares(self.other, self.mover))

    def after(self, move: int) -> str:
        letters = list(self.letters)
        if move != PASS:
            for square in {move, *self.flipped(move, self.mover, self.other)}:
                letters[square] = self.mover
        return "".join(letters) + " " + self.other

    def margin(self) -> int:
        own, other = self.letters.count(self.mover), self.letters.count(self.other)
        empty = self.letters.count("-")
        return 100 * (own - other + empty * ((own > other) - (own < other)))


@pytest.mark.parametrize(
    ("depth", "lasting"), [(d, lasting) for d, _, lasting in COUNTS if d <= QUICK]
)
@pytest.mark.parametrize("bulk", [True, False])
def test_perft(depth: int, lasting: int, bulk: bool) -> None:
    assert perft(make("othello"), depth, bulk) == lasting


@pytest.mark.slow
@pytest.mark.parametrize(
    ("depth", "lasting"), [(d, lasting) for d, _, lasting in COUNTS if d > QUICK]
)
def test_perft_deep(depth: int, lasting: int) -> None:
    assert perft(make("othello"), depth) == lasting


@pytest.mark.slow
def test_published_counts_keep_games_that_ended_earlier() -> None:
    ended = {depth: finished(make("othello"), depth) for depth in range(1, 10)}
    for depth, all_lines, lasting in COUNTS:
        if depth <= 10:
            assert lasting + sum(ended[d] for d in range(1, depth)) == all_lines


@pytest.mark.parametrize(("board", "moves"), [row[1:] for row in ENDGAMES if row[0] <= 12])
def test_published_endgames_are_solved(board: str, moves: dict[str, int]) -> None:
    othello = make("othello").at(board)
    result = make_searcher("alphabeta").search(othello, Limits(depth=64))
    assert (result.proved, result.value) == (True, 100 * max(moves.values()))
    assert moves[othello.move_text(result.move)] == max(moves.values())
    for move, margin in moves.items():
        othello.push(othello.parse_move(move))
        assert -proved(othello) == 100 * margin
        othello.pop()


@pytest.mark.slow
@pytest.mark.parametrize(("board", "moves"), [row[1:] for row in ENDGAMES if 12 < row[0] < 20])
def test_longer_published_endgames_are_solved(board: str, moves: dict[str, int]) -> None:
    othello = make("othello").at(board)
    result = make_searcher("pvs").search(othello, Limits(depth=64))
    assert (result.proved, result.value) == (True, 100 * max(moves.values()))
    assert moves[othello.move_text(result.move)] == max(moves.values())


@pytest.mark.parametrize("seed", range(8))
def test_endgames_are_solved_as_by_a_plain_board(seed: int) -> None:
    rng = random.Random(seed)
    board = make("othello")
    while board.outcome() is None and board.text().count("-") > 6:
        board.push(rng.choice(board.legal_moves()))
    assert proved(board) == solved(PlainBoard(board.text()))


def proved(board: Othello) -> int:
    """Return the exact value by alpha-beta, also of a position with one move."""
    if len(board.legal_moves()) == 1:
        board.push(board.legal_moves()[0])
        value = -proved(board)
        board.pop()
        return value
    result = make_searcher("alphabeta").search(board, Limits(depth=64))
    assert result.proved
    return result.value


def solved(plain: PlainBoard) -> int:
    """Return the exact value by minimax."""
    moves = plain.legal_moves()
    if not moves:
        return plain.margin()
    return max(-solved(PlainBoard(plain.after(move))) for move in moves)


def finished(board: Othello, depth: int) -> int:
    """Return the number of games that end after exactly `plies` moves."""
    if depth == 0:
        return board.outcome() is not None
    total = 0
    for move in board.legal_moves():
        board.push(move)
        total += finished(board, depth - 1)
        board.pop()
    return total


@given(WALKS)
def test_agrees_with_a_plain_board(choices: list[int]) -> None:
    board = make("othello")
    for choice in choices:
        plain = PlainBoard(board.text())
        moves = board.legal_moves()
        assert moves == plain.legal_moves()
        assert board.outcome() == (None if moves else plain.margin())
        if not moves:
            return
        move = moves[choice % len(moves)]
        board.push(move)
        assert board.text() == plain.after(move)


@given(WALKS)
def test_pop_restores(choices: list[int]) -> None:
    board = walk("othello", choices)
    replayed = make("othello")
    states = [state(replayed)]
    for move in board.history:
        replayed.push(move)
        states.append(state(replayed))
    while board.ply:
        assert state(board) == states.pop()
        board.pop()
    assert [state(board)] == states


def state(board: Othello) -> tuple[object, ...]:
    """Return everything that is public in a position."""
    return (
        board.text(),
        board.key(),
        board.turn,
        board.history,
        board.outcome(),
        board.legal_moves(),
    )


@given(WALKS)
def test_texts_are_read_back(choices: list[int]) -> None:
    board = walk("othello", choices)
    again = board.at(board.text())
    assert (again.text(), again.key(), again.turn) == (board.text(), board.key(), board.turn)
    assert again.ply == 0
    if not board.history or board.history[-1] != PASS:
        for transcript in (board.transcript(), board.transcript().upper()):
            assert board.at(transcript).history == board.history
        resumed = board.at(f"{START} moves {board.transcript()}")
        assert (resumed.history, resumed.start) == (board.history, "")


@given(WALKS)
def test_mirrored_exchanges_the_colours(choices: list[int]) -> None:
    board = walk("othello", choices)
    mirror = board.mirrored()
    assert (mirror.own, mirror.opponent, mirror.turn) == (board.own, board.opponent, 1 - board.turn)
    assert mirror.legal_moves() == board.legal_moves()
    assert mirror.outcome() == board.outcome()
    assert mirror.key() != board.key()


def test_start() -> None:
    board = make("othello")
    assert board.text() == START
    assert (board.turn, board.ply, board.start, board.history) == (0, 0, "", ())
    assert [board.move_text(move) for move in board.legal_moves()] == ["d3", "c4", "f5", "e6"]


@pytest.mark.parametrize(
    ("board", "margin"),
    [
        ("X" * 40 + "O" * 24, 1600),
        ("X" * 32 + "O" * 32, 0),
        ("XXX" + "-" * 61, 6400),
        ("XX" + "-" * 61 + "O", 6200),
        ("X" + "-" * 62 + "O", 0),
    ],
)
def test_empty_squares_go_to_the_winner(board: str, margin: int) -> None:
    othello = make("othello")
    assert othello.at(board + " X").outcome() == margin
    assert othello.at(board + " O").outcome() == -margin
    assert othello.at(board + " X").legal_moves() == []


def test_the_shortest_wipe_out() -> None:
    board = make("othello").at("e6f4e3f6g5d6e7f5c5")
    assert (board.ply, board.turn, board.outcome()) == (9, 1, -6400)


def test_forced_pass() -> None:
    board = make("othello").at(PASSING)
    assert board.outcome() is None
    assert board.legal_moves() == [PASS]
    for word in ("pass", "PA", "--", "@@@@"):
        assert board.parse_move(word) == PASS
        assert board.at(f"{PASSING} {word} f4").history == board.at(PASSING + "F4").history
    board.push(PASS)
    assert (board.turn, board.ply, board.transcript()) == (1, 9, PASSING)
    with pytest.raises(MoveError, match="move pass is not legal"):
        board.parse_move("pass")


def test_null_move() -> None:
    board = make("othello").at("f5d6")
    before = state(board)
    board.push_pass()
    assert board.text() == before[0][:64] + " O"
    assert board.history == (37, 43, PASS)
    board.pop()
    assert state(board) == before


def test_null_moves_leave_space_for_the_game() -> None:
    board = make("othello")
    while board.can_pass():
        board.push_pass()
    assert board.ply > 100
    while board.outcome() is None:
        board.push(board.legal_moves()[0])
    assert not make("othello").at("X" * 64 + " O").can_pass()


def test_stack_is_bounded() -> None:
    board = make("othello")
    for _ in range(256):
        board.push(PASS)
    with pytest.raises(IndexError, match="ply 256"):
        board.push(PASS)
    with pytest.raises(IndexError, match="move 65"):
        make("othello").push(65)
    with pytest.raises(IndexError, match="pop"):
        make("othello").pop()


@pytest.mark.parametrize(
    "text",
    [
        START.replace(" ", ""),
        START.replace("-", "."),
        START.lower().replace("x", "*").replace("o", "0"),
        "\n".join([*(START[8 * row : 8 * row + 8] for row in range(8)), "X"]),
        f"  {START} moves ",
        "",
    ],
)
def test_equal_board_texts_give_equal_positions(text: str) -> None:
    board = make("othello").at(text)
    assert (board.text(), board.start) == (START, "")


def test_moves_from_a_board() -> None:
    begin = make("othello").at("f5").text()
    board = make("othello").at(f"{begin} moves d6 c3")
    assert (board.start, board.turn, board.ply, board.transcript()) == (begin, 1, 2, "d6c3")
    assert board.text() == make("othello").at("F5 d6c3").text()
    assert board.copy().start == begin


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        (START.replace("O", "?", 1), "d4 is '?', expected X, O or -"),
        (START[:-2], "found 64 letters and '' to move"),
        (START[1:], "found 64 letters and '' to move"),
        (START[:-1] + "-", "found 65 letters and '-' to move"),
        (START + "X", "found 66 letters"),
        ("f5d6a1", "move 3: move a1 is not legal"),
        ("f5d6a1", "OX------OXX-----O-------------------- X'; legal: c3 c4 c5 c6 c7"),
        ("f5zz", "move 2: move zz is not a square a1 to h8 or a pass"),
        ("f5--", "move 2: move -- is not legal"),
        (f"{START} moves f9", "move 1: move f9 is not a square"),
    ],
)
def test_bad_positions(text: str, fault: str) -> None:
    with pytest.raises(PositionError) as error:
        make("othello").at(text)
    assert fault in str(error.value)


@pytest.mark.parametrize("word", ["", "a9", "f55", "5f", "e4", "pass"])
def test_bad_moves(word: str) -> None:
    board = make("othello")
    with pytest.raises(MoveError, match="legal: d3 c4 f5 e6") as error:
        board.parse_move(word)
    assert error.value.position == START
    assert board.text() == START


@pytest.mark.parametrize(
    ("squares", "found"),
    [
        ({}, [0, 0, 0, 0]),
        ({"b2": "X"}, [1, 0, 0, 0]),
        ({"b2": "X", "a1": "O"}, [0, 0, 0, 0]),  # the corner is taken
        ({"g2": "X", "b7": "O", "g7": "O"}, [1, 2, 0, 0]),
        ({"a2": "X", "b1": "X", "h7": "O"}, [0, 0, 2, 1]),
        ({"g1": "O", "h2": "O", "a7": "X", "b8": "X", "g8": "X"}, [0, 0, 3, 2]),
    ],
)
def test_discs_beside_empty_corners(squares: dict[str, str], found: list[int]) -> None:
    board = ["-"] * 64
    for name, disc in squares.items():
        board["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)] = disc
    for side in "XO":
        position = make("othello").at("".join(board) + " " + side)
        first = position.INFO.traits.index("own X-squares")
        own, other, own_c, other_c = (position.trait(first + number) for number in range(4))
        seen = [own, other, own_c, other_c]
        assert seen == (found if side == "X" else [found[1], found[0], found[3], found[2]])
