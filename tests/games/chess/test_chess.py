"""Chess compared with published counts and python-chess: moves, draws, null moves, notation."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import chess
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games import make
from games.chess.chess import START, Chess
from games.core.moves import Moves
from games.core.perft import perft
from games.core.scores import DRAW, LOSS, WIN
from games.errors import MoveError, PositionError, SpecError
from tests.compiled import COMPILED

DATA = Path(__file__).parents[2] / "data"
QUICK = 10_000_000 if COMPILED else 10_000
"""The largest number of leaves that a test counts in one position."""
KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"


def perft_rows() -> Iterator[tuple[str, str, str, list[tuple[int, int]]]]:
    """Return name, game, FEN, and (depth, leaves) of each position with published counts."""
    for name, game in (("perft_chess", "chess"), ("perft_chess960", "chess:chess960=true")):
        for line in (DATA / f"{name}.tsv").read_text(encoding="utf-8").splitlines():
            if not line.startswith("#"):
                row, fen, counts = line.split("\t")
                pairs = [pair.split(":") for pair in counts.split()]
                yield row, game, fen, [(int(depth), int(leaves)) for depth, leaves in pairs]


ROWS = list(perft_rows())
STARTS = [("chess", START), *((game, fen) for _, game, fen, _ in ROWS[::4])]


def played(text: str, game: str = "chess") -> Chess:
    return make(game).at(text)


# -- published counts --------------------------------------------------------------------------


@pytest.mark.parametrize(("game", "fen", "counts"), [r[1:] for r in ROWS], ids=[r[0] for r in ROWS])
def test_perft(game: str, fen: str, counts: list[tuple[int, int]]) -> None:
    position = played(fen, game)
    before = position.text(), position.key()
    for depth, leaves in counts:
        if leaves <= QUICK:
            assert perft(position, depth) == leaves
            assert leaves > QUICK // 10 or perft(position, depth, bulk=False) == leaves
    assert (position.text(), position.key()) == before


# -- python-chess ------------------------------------------------------------------------------


def facts(position: Chess) -> tuple[object, ...]:
    """Return everything that `pop` must restore, evaluator sums included."""
    sums = position.midgame, position.endgame, position.material, position.phase
    return position.key(), position.turn, position.ply, position.in_check(), sums


def expected_outcome(board: chess.Board) -> int | None:
    if board.is_checkmate():
        return LOSS
    drawn = board.is_stalemate() or board.is_insufficient_material()
    drawn = drawn or board.is_fifty_moves() or board.is_repetition(3)
    return DRAW if drawn else None


def expected_noise(board: chess.Board) -> set[str]:
    moves = board.legal_moves
    noisy = [m for m in moves if board.is_check() or board.is_capture(m) or m.promotion]
    return {board.uci(move) for move in noisy}


def expect_same(position: Chess, board: chess.Board) -> None:
    """Compare a position with python-chess's, and its sums with those of a new position."""
    legal = position.legal_moves()
    assert {position.move_text(m) for m in legal} == {board.uci(m) for m in board.legal_moves}
    assert len(legal) == board.legal_moves.count()
    noisy = Moves()
    position.noisy_moves(noisy)
    assert {position.move_text(m) for m in noisy.since(0)} == expected_noise(board)
    assert position.in_check() == board.is_check()
    assert position.outcome() == expected_outcome(board)
    assert position.text() == board.fen()
    fresh = position.at(position.text())
    assert fresh.key() == position.key()
    assert facts(fresh)[-1] == facts(position)[-1]


@pytest.mark.parametrize(("game", "fen"), STARTS)
def test_random_games_agree_with_python_chess(game: str, fen: str) -> None:
    rng = random.Random(fen)
    position = played(fen, game)
    board = chess.Board(fen, chess960="960" in game)
    keys: dict[object, int] = {}
    undo = []
    for _ in range(150 if COMPILED else 20):
        expect_same(position, board)
        assert keys.setdefault(board._transposition_key(), position.key()) == position.key()
        if not (legal := position.legal_moves()):
            break
        move = rng.choice(legal)
        assert position.notation(move) == board.san(board.parse_uci(position.move_text(move)))
        assert position.parse_move(position.notation(move)) == move
        undo.append(facts(position))
        board.push_uci(position.move_text(move))
        position.push(move)
    assert len(set(keys.values())) == len(keys)
    assert position.board() == board
    assert [m.uci() for m in position.board().move_stack] == [m.uci() for m in board.move_stack]
    for before in reversed(undo):
        position.pop()
        assert facts(position) == before
    assert position.text() == position.start == chess.Board(fen, chess960="960" in game).fen()


@given(st.integers(0, 959), st.lists(st.integers(0, 200), max_size=60 if COMPILED else 6))
def test_chess960_games_mirror_and_restore(number: int, choices: list[int]) -> None:
    position = played(chess.Board.from_chess960_pos(number).fen(), "chess:chess960=true")
    for choice in choices:
        if not (legal := position.legal_moves()):
            break
        position.push(legal[choice % len(legal)])
    image = position.mirrored()
    assert image.text().split()[:5] == position.board().mirror().fen().split()[:5]
    assert image.outcome() == position.outcome()
    assert image.mirrored().text() == position.text()
    copy = position.copy()
    assert (copy.text(), copy.history, facts(copy)) == (
        position.text(),
        position.history,
        facts(position),
    )
    while position.ply:
        position.pop()
    assert position.text() == position.start
    assert len(copy.history) == copy.ply


# -- the end of the game -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "outcome"),
    [
        ("rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", LOSS),
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", DRAW),
        ("7k/8/8/8/8/8/8/K5R1 w - - 99 80", None),
        ("7k/8/8/8/8/8/8/K5R1 w - - 100 80", DRAW),
        ("R6k/8/6K1/8/8/8/8/8 b - - 100 80", LOSS),
        ("8/8/4k3/8/8/3NK3/8/8 w - - 0 1", DRAW),
        ("8/8/4k3/8/8/2NNK3/8/8 w - - 0 1", None),
        ("8/8/2b1k3/8/8/3BK3/8/8 w - - 0 1", DRAW),
        ("8/8/3bk3/8/8/3BK3/8/8 w - - 0 1", None),
        ("8/8/4k3/8/8/3nK3/8/2B5 w - - 0 1", None),
    ],
    ids=[
        "mate",
        "stalemate",
        "99 plies",
        "fifty moves",
        "mate comes before fifty moves",
        "knight",
        "two knights",
        "bishops of one colour",
        "bishops of both",
        "bishop and knight",
    ],
)
def test_outcome(fen: str, outcome: int | None) -> None:
    assert played(fen).outcome() == outcome
    assert played(fen).mirrored().outcome() == outcome


def test_moves_are_generated_in_a_position_drawn_by_rule() -> None:
    assert len(played("7k/8/8/8/8/8/8/K5R1 w - - 100 80").legal_moves()) == 16


SHUFFLE = ("g1f3", "g8f6", "f3g1", "f6g8")


def test_threefold_repetition() -> None:
    position = make("chess").play(*SHUFFLE)
    assert position.outcome() is None
    assert position.play(*SHUFFLE).outcome() == DRAW


def test_first_repetition_below_the_root_of_a_search() -> None:
    position = make("chess")
    position.begin_search()
    position.play(*SHUFFLE)
    assert position.outcome() == DRAW
    position.pop()
    assert position.outcome() is None


def test_a_repetition_from_before_the_root_needs_three() -> None:
    position = make("chess").play(*SHUFFLE[:2])
    position.begin_search()
    assert position.play(*SHUFFLE[2:]).outcome() is None
    assert position.copy().play(SHUFFLE[0]).outcome() is None
    assert position.play(*SHUFFLE[:2]).outcome() == DRAW


def test_en_passant_makes_another_position() -> None:
    position = played("startpos moves e2e4 a7a6 e4e5 d7d5")
    assert position.text().split()[3] == "d6"
    position.play(*SHUFFLE, *SHUFFLE)
    assert position.outcome() is None
    assert position.play(*SHUFFLE).outcome() == DRAW


# -- null moves --------------------------------------------------------------------------------


def test_a_pass_changes_the_side_to_move_and_is_taken_back() -> None:
    position = played("startpos moves e2e4 a7a6 e4e5 d7d5")
    before = facts(position), position.text()
    assert position.can_pass()
    position.push_pass()
    board = chess.Board("rnbqkbnr/1pp1pppp/p7/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6 0 3")
    board.push(chess.Move.null())
    assert position.text() == board.fen() == position.board().fen()
    assert position.move_text(position.history[-1]) == "0000"
    assert position.key() == position.at(position.text()).key()
    position.pop()
    assert (facts(position), position.text()) == before


def test_no_pass_out_of_check() -> None:
    assert not played("4k3/8/8/8/8/8/8/K3R3 b - - 0 1").can_pass()


def test_no_repetition_across_a_pass() -> None:
    position = make("chess")
    position.begin_search()
    for move in ("g1f3", None, "f3g1", None):
        if move is None:
            position.push_pass()
        else:
            position.play(move)
    assert position.key() == make("chess").key()
    assert position.outcome() is None


# -- limits of memory --------------------------------------------------------------------------


def test_a_game_of_any_length() -> None:
    position = make("chess")
    line = position.copy().play(*SHUFFLE).history
    for ply in range(5_000):
        position.push(line[ply % 4])
    assert (position.ply, position.history[:4]) == (5_000, line)
    assert position.copy().history == position.history
    for _ in range(5_000):
        position.pop()
    assert position.text() == START
    with pytest.raises(IndexError):
        position.pop()


def test_the_list_holds_the_largest_number_of_moves() -> None:
    fen = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
    assert len(played(fen).legal_moves()) == 218


# -- text --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("fen", "fault"),
    [
        ("nonsense", "expected"),
        ("8/8/8/8/8/8/8/8 w - - 0 1", "no white king"),
        ("k7/8/8/8/8/8/8/KK6 w - - 0 1", "too many kings"),
        ("k6P/8/8/8/8/8/8/K7 w - - 0 1", "pawns on backrank"),
        ("k6R/8/8/8/8/8/8/K7 w - - 0 1", "opposite check"),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", "bad castling rights"),
        ("bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 0 1", "chess960=true"),
        ("4k3/8/8/8/8/8/8/4K3 w - e6 0 1", "invalid ep square"),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 4294967296", "below 10^6"),
        ("startpos moves e2e4 e2e4", "e2e4 is not legal"),
    ],
)
def test_invalid_positions(fen: str, fault: str) -> None:
    with pytest.raises(PositionError, match=re.escape(fault)):
        played(fen)


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("e2e5", "not legal"),
        ("Nd2", "not legal"),
        ("Ng6", "not legal"),
        ("0000", "pass"),
        ("--", "pass"),
        ("e9", "cannot be read"),
        ("", "cannot be read"),
    ],
)
def test_invalid_moves(text: str, fault: str) -> None:
    position = make("chess")
    with pytest.raises(MoveError, match=fault) as caught:
        position.parse_move(text)
    assert (caught.value.move, caught.value.position) == (text, START)
    assert position.text() == START


def test_an_ambiguous_move() -> None:
    with pytest.raises(MoveError, match="ambiguous"):
        played("4k3/8/8/8/8/8/8/R2RK3 w - - 0 1").parse_move("Rc1")


def test_castling_notation_depends_on_chess960() -> None:
    for game, short, long in (("chess", "e1g1", "e1c1"), ("chess:chess960=true", "e1h1", "e1a1")):
        position = played(KIWIPETE, game)
        assert position.move_text(position.parse_move("O-O")) == short
        assert position.move_text(position.parse_move("O-O-O")) == long
        assert position.play(short).board().fen() == position.text()


def test_x_fen_and_shredder_fen_name_the_same_rooks() -> None:
    shredder = "1rnbkqnr/1bpppppp/1p6/7P/p2P4/5P2/PPP1P1P1/BRNBKQNR w HBhb - 0 1"
    position = played(shredder, "chess:chess960=true")
    assert position.text() == shredder.replace("HBhb", "KQkq")
    assert position.at(position.text()).key() == position.key()


def test_an_epd_without_counters_is_a_position() -> None:
    assert played("4k3/8/8/8/8/8/8/4K2R w K -").text() == "4k3/8/8/8/8/8/8/4K2R w K - 0 1"


# -- variants ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("variant", "fen", "move", "outcome"),
    [
        ("atomic", "4k3/3p4/8/8/8/8/8/3QK3 w - - 0 1", "d1d7", LOSS),
        ("kingofthehill", "4k3/8/8/8/8/4K3/8/8 w - - 0 1", "e3e4", LOSS),
        ("threecheck", "4k3/8/8/8/8/8/8/3QK3 w - - 0 1 +2+0", "d1h5", LOSS),
        ("racingkings", "8/K7/8/8/8/8/7k/8 w - - 0 1", "a7a8", LOSS),
        ("antichess", "8/8/8/8/8/1p6/P7/8 b - - 0 1", "b3a2", WIN),
        ("suicide", "8/8/8/8/8/1p6/P7/8 b - - 0 1", "b3a2", WIN),
        ("horde", "4k3/8/8/8/8/8/3q4/3P4 b - - 0 1", "d2d1", LOSS),
        ("crazyhouse", "7k/5Q2/6K1/8/8/8/8/8[] b - - 0 1", "", DRAW),
        ("atomic", "4k3/8/8/8/8/8/8/3QK3 w - - 100 90", "", DRAW),
    ],
)
def test_endings_of_variants(variant: str, fen: str, move: str, outcome: int) -> None:
    position = played(fen, f"chess:variant={variant}")
    if move:
        assert position.outcome() is None
        position.push(position.parse_move(move))
    assert position.outcome() == outcome


def test_repetitions_in_variants() -> None:
    position = make("chess:variant=atomic")
    assert position.play(*SHUFFLE).outcome() is None
    copy = position.copy()
    copy.begin_search()
    assert copy.play(*SHUFFLE).outcome() == DRAW
    assert position.play(*SHUFFLE).outcome() == DRAW


def test_a_drop_is_a_move() -> None:
    position = played("startpos moves e2e4 d7d5 e4d5 a7a6", "chess:variant=crazyhouse")
    drop = position.parse_move("P@e4")
    key = position.key()
    position.push(drop)
    assert position.history[-1] == drop
    assert "4P3" in position.text()
    position.pop()
    assert position.key() == key


def test_pockets_make_another_position() -> None:
    game = "chess:variant=crazyhouse"
    assert played("k7/8/8/8/8/8/8/K7[P] w - - 0 1", game).key() != (
        played("k7/8/8/8/8/8/8/K7[] w - - 0 1", game).key()
    )


def test_an_unknown_variant() -> None:
    with pytest.raises(SpecError, match=r"Did you mean 'atomic'.*racingkings"):
        make("chess:variant=atomik")
    with pytest.raises(SpecError, match="make"):
        Chess(variant="atomic")


@given(st.integers(0, 10**6))
@settings(max_examples=20 if COMPILED else 2, deadline=None)
def test_checks_are_found_before_the_move_is_made(seed: int) -> None:
    rng = random.Random(seed)
    board, position = chess.Board(), make("chess")
    for _ in range(60):
        for number in position.legal_moves():
            move = board.parse_san(position.move_text(number))
            if not (board.is_castling(move) or board.is_en_passant(move)):
                assert position.gives_check(number) == board.gives_check(move), (board.fen(), move)
        if position.outcome() is not None:
            break
        chosen = rng.choice(position.legal_moves())
        board.push_san(position.move_text(chosen))
        position.push(chosen)


@pytest.mark.parametrize(
    ("fen", "move", "lost"),
    [
        ("4k3/8/8/3p4/8/8/1N6/4K3 w - - 0 1", "b2c4", 300),  # to a pawn
        ("4k3/8/8/3p4/8/1P6/3N4/4K3 w - - 0 1", "d2c4", 200),  # which recaptures
        ("2r1k3/8/8/8/8/8/1N6/4K3 w - - 0 1", "b2c4", 300),  # to a rook
        ("2r1k3/8/8/8/8/1P6/3N4/4K3 w - - 0 1", "d2c4", 0),  # by a rook that would be recaptured
        ("2r1k3/2r5/8/8/8/1P6/2RN4/2R1K3 w - - 0 1", "d2c4", 0),  # with the rooks behind it
        ("4k3/8/8/3p4/8/8/1N6/4K3 w - - 0 1", "b2d3", 0),
        ("4k3/8/8/3p4/2p5/8/1N6/4K3 w - - 0 1", "b2c4", 0),  # a capture
    ],
)
def test_hanging_loss_of_a_quiet_move(fen: str, move: str, lost: int) -> None:
    position = make("chess").at(fen)
    assert position.hanging_loss(position.parse_move(move)) == lost


@pytest.mark.parametrize("side", ["w", "b"])
def test_quiet_moves_away_from_a_pawn_have_a_higher_score(side: str) -> None:
    start = "4k3/8/8/3p4/2N5/8/8/4K3 w - - 0 1"  # a knight that a pawn attacks

    def sight(fen: str, move: str) -> int:
        board = chess.Board(fen)
        played = chess.Move.from_uci(move)
        if side == "b":
            mirror = chess.square_mirror
            board = board.mirror()
            played = chess.Move(mirror(played.from_square), mirror(played.to_square))
        position = make("chess").at(board.fen())
        return position.quiet_move_score(position.parse_move(played.uci()))

    quiet = start.replace("3p4", "8")
    assert sight(start, "c4a3") - sight(quiet, "c4a3") == 190
    back = start.replace("2N5", "8").replace("8/8/4K3", "N7/8/4K3")
    assert sight(back, "a3c4") - sight(back.replace("3p4", "8"), "a3c4") == -190
    assert sight(back, "a3b5") - sight(back.replace("3p4", "8"), "a3b5") == 0
