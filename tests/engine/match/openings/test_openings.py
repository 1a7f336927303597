"""Openings: legal, unfinished, distinct as far as may be, and the same for the same seed."""

from __future__ import annotations

import dataclasses
import datetime
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.cli.main import main
from engine.match import OPENINGS, Opening, Tournament, play_match
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.game import play_game
from engine.match.openings.files import default_openings
from engine.match.openings.openings import RandomOpenings, identity, usual_length
from engine.match.players.searcher import SearcherPlayer
from engine.match.tournament_file import read_tournament
from games import StarlingError, make
from games.core.bits import M64
from games.errors import FileError, SpecError
from games.othello.wthor import WthorGame, games_file
from searchers import Limits
from searchers import make as make_searcher
from tests.compiled import COMPILED
from training.openings import RECIPES, balanced, one_of_eight


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 2**40), plies=st.integers(0, 7), count=st.integers(0, 12))
def test_random_openings_are_legal_distinct_and_repeatable(seed, plies, count):
    start = make("ngame:b=30,d=8")
    book = OPENINGS.make(f"random:plies={plies},seed={seed}")
    openings = book.choose(start, count)
    assert len(openings) == count
    for opening in openings:
        position = opening.reach(start)
        assert len(opening.moves) == plies
        assert position.outcome() is None
    assert plies == 0 or len(set(openings)) == count
    assert openings == book.clone().choose(start, count + 5)[:count]


def test_another_seed_gives_other_openings():
    start = make("ngame:b=30,d=8")
    chosen = {OPENINGS.make(f"random:seed={seed}").choose(start, 1)[0] for seed in range(10)}
    assert len(chosen) == 10


def test_openings_do_not_end_the_game(tictactoe):
    for opening in OPENINGS.make("random:plies=8").choose(tictactoe, 40):
        assert opening.reach(tictactoe).outcome() is None


def test_too_long_openings_are_as_long_as_may_be():
    assert {len(o.moves) for o in OPENINGS.make("random:plies=9").choose(make("ngame:d=3"), 5)} == {
        2
    }


def test_where_all_positions_are_taken_openings_come_twice(tictactoe):
    openings = OPENINGS.make("random:plies=1").choose(tictactoe, 12)
    assert len(set(openings)) == 9
    assert {len(o.moves) for o in openings} == {1}


def test_in_an_exhausted_game_the_openings_come_in_turn():
    class Counting(RandomOpenings):
        drawn = 0

        def draw(self, position, chance):
            self.drawn += 1
            return super().draw(position, chance)

    book = Counting()
    openings = book.choose(make("ngame:b=2,d=6"), 50_000)
    assert book.drawn < 50_000
    assert len(openings) == 50_000
    assert len(set(openings)) == 32
    assert openings[-32:] == openings[-64:-32]
    assert openings[:100] == Counting().choose(make("ngame:b=2,d=6"), 100)


def test_transposed_openings_are_duplicates(tictactoe):
    class Keyed(type(tictactoe)):
        KEYED = True

        def key(self):
            return hash(tuple(self.cells)) & M64

    openings = OPENINGS.make("random:plies=3").choose(Keyed(), 100)
    reached = {(frozenset(o.moves[::2]), o.moves[1]) for o in openings}
    assert len(reached) == 100


def test_no_openings(tictactoe):
    assert OPENINGS.make("none").choose(tictactoe, 3) == [Opening()] * 3


@pytest.mark.parametrize(
    ("spec", "expected"),
    [
        ("rondom", "random"),
        ("random:plys=8", "plies"),
        ("random:plies=x", "a whole number"),
        ("random:plies=-1", "from 0"),
    ],
)
def test_bad_specs_name_what_exists(spec, expected):
    with pytest.raises(StarlingError, match=expected):
        OPENINGS.make(spec)


def texts(start, openings):
    """Return the start position and the moves of each opening."""
    found = []
    for opening in openings:
        position = opening.begin(start)
        words = []
        for move in opening.moves:
            words.append(position.move_text(move))
            position.push(position.checked(move))
        found.append((opening.start, " ".join(words)))
    return found


def chosen(tmp_path, game, name, text, count=9, **options):
    """Return the openings of a file with this text, in file order; a Polyglot book has none."""
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    start = make(game)
    order = {} if name.endswith(".bin") else {"order": "file"}
    book = OPENINGS.find("file")(path=str(path), **order | options)
    return texts(start, book.choose(start, count))


E4_E5 = "rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - "
SCANDINAVIAN = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - "
BLACK = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - "


def test_positions_of_chess(tmp_path):
    text = (
        f"# two FENs and three EPDs\n{E4_E5}0 2\n\n{BLACK}3 7\n"
        f'{SCANDINAVIAN}hmvc 4; fmvn 9; id "one";\n{E4_E5}bm Nf3;\n'
    )
    found = chosen(tmp_path, "chess", "book.epd", text, count=4)
    expected = [(E4_E5 + "0 2", ""), (BLACK + "3 7", ""), (SCANDINAVIAN + "4 9", "")]
    assert found == [*expected, expected[0]]  # the fourth is the first again, and so is the fifth


def test_moves_of_chess(tmp_path):
    text = "e2e4 e7e5 g1f3\n1. d4 Nf6 2. c4\t0.25\n"
    found = chosen(tmp_path, "chess", "book.txt", text, count=2)
    assert found == [("", "e2e4 e7e5 g1f3"), ("", "d2d4 g8f6 c2c4")]
    assert chosen(tmp_path, "chess", "book.txt", text, count=1, plies=2) == [("", "e2e4 e7e5")]


PGN = f"""[Event "one"]

1. e4 {{ best
by test }} e5 (1... c5 2. Nf3) 2. Nf3! $1 Nc6 1-0

[Event "from a position"]
[SetUp "1"]
[FEN "{BLACK}0 1"]

{{ [%clk 1:00] }} 1... d5 2. exd5 *
[Event "a position only"]
[FEN "{E4_E5}0 2"]

*
"""


def test_games_of_chess(tmp_path):
    assert chosen(tmp_path, "chess", "book.pgn", PGN, count=3) == [
        ("", "e2e4 e7e5 g1f3 b8c6"),
        (BLACK + "0 1", "d7d5 e4d5"),
        (E4_E5 + "0 2", ""),
    ]
    assert chosen(tmp_path, "chess", "book.PGN", PGN, count=2, plies=1) == [
        ("", "e2e4"),
        (BLACK + "0 1", "d7d5"),
    ]


def test_an_error_behind_the_opening_does_not_matter(tmp_path):
    pgn = "1. e4 e5 2. Ke3 *"
    assert chosen(tmp_path, "chess", "a.pgn", pgn, count=1, plies=2) == [("", "e2e4 e7e5")]


def test_chess960_positions_keep_their_castling(tmp_path):
    fen = "bqnbrnkr/pppppppp/8/8/8/8/PPPPPPPP/BQNBRNKR w HEhe - 0 1"
    [(start, _)] = chosen(tmp_path, "chess:chess960=true", "dfrc.epd", fen, count=1)
    assert start.split()[:2] == fen.split()[:2]
    assert (
        make("chess:chess960=true").at(start).text() == make("chess:chess960=true").at(fen).text()
    )


def test_transcripts_and_boards_of_othello(tmp_path):
    board = "---------------------------OX------XXX-------------------------- O"
    text = f"f5d6c3\nF5f6\t1-0\tmore\n{board}\n"
    assert chosen(tmp_path, "othello", "book.txt", text, count=3) == [
        ("", "f5 d6 c3"),
        ("", "f5 f6"),
        (board, ""),
    ]
    assert chosen(tmp_path, "othello", "book.txt", text, count=1, plies=2) == [("", "f5 d6")]


def test_moves_of_any_game(tmp_path, tictactoe):
    path = tmp_path / "book.txt"
    path.write_text("4 0\n4 1\n")
    book = OPENINGS.make(f"file:path={path},order=file")
    assert book.choose(tictactoe, 3) == [Opening((4, 0)), Opening((4, 1)), Opening((4, 0))]


def test_the_same_position_is_chosen_once(tmp_path):
    text = "e2e4 e7e5 g1f3\ng1f3 e7e5 e2e4\nd2d4\n"
    found = chosen(tmp_path, "chess", "book.txt", text, count=2)
    assert found[1] == ("", "d2d4")


def test_a_file_is_shuffled_by_seed(tmp_path):
    text = "\n".join(f"{file}2{file}{rank}" for file in "abcdefgh" for rank in "34")
    orders = [
        chosen(tmp_path, "chess", "book.txt", text, count=16, order="random", seed=seed)
        for seed in (1, 1, 2)
    ]
    assert orders[0] == orders[1] != orders[2]
    assert sorted(orders[0]) == sorted(orders[2])
    few = chosen(tmp_path, "chess", "book.txt", text, count=5, order="random", seed=2)
    assert few == orders[2][:5]


@pytest.mark.parametrize(
    ("game", "name", "text", "words"),
    [
        ("chess", "a.epd", f"{E4_E5}0 2\n8/8/8 w - -\n", r"a\.epd, line 2: invalid FEN '8/8/8 w"),
        ("chess", "a.epd", "8/8/8/8/8/8/8/K6K w - - 0 1", "line 1: invalid FEN"),
        ("chess", "a.epd", "# nothing\n\n", "has no openings: expected some of chess"),
        ("chess", "a.txt", "\ne2e4 e7e4\n", "line 2: move e7e4 is not legal"),
        ("chess", "a.txt", "f2f3 e7e5 g2g4 d8h4", "line 1: the game is over .* fewer plies"),
        ("chess", "a.pgn", '[White "x"]\n\n1. e4 e5\n2. Ke3\n', "line 4: .*Ke3.* legal moves"),
        ("chess", "a.pgn", "; note\n1. e4 e5\n; note\n2. Ke3 *\n", "line 4: .*Ke3"),
        ("chess", "a.pgn", "\n\nnot a game\n", "line 1: no moves: expected a game of PGN"),
        ("chess", "a.pgn", '[FEN "8/8/8 w"]\n\n*\n', "a.pgn, line .* legal moves"),
        ("chess", "a.bin", "short", "has 5 bytes: expected a Polyglot book, 16"),
        ("chess", "a.bin", "", "has 0 bytes"),
        ("chess", "a.bin", "x" * 32, "has no move for the start"),
        ("othello", "a.txt", "f5d6\nf5f5\n", "line 2: .*move 2"),
        ("othello", "a.txt", "-----", "line 1: .*expected 64 squares"),
        ("othello", "a.ggf", "()", "expected one game of GGF, with moves"),
        ("othello", "a.ggf", "(B[d3])", "expected one game of GGF, with moves"),
        ("othello", "a.wtb", "short", r"a\.wtb: WTHOR: 5 bytes: expected a header"),
        ("othello", "a.pgn", "1. e4 *", "is PGN: expected openings of othello"),
        ("othello", "a.bin", "x" * 16, "is a Polyglot book: expected openings of othello"),
        ("ngame:b=3", "a.txt", "1 7", "line 1: move 7 is not legal"),
    ],
)
def test_a_bad_file_is_reported_by_file_and_line(tmp_path, game, name, text, words):
    with pytest.raises(FileError, match=words) as raised:
        chosen(tmp_path, game, name, text)
    assert name in str(raised.value)
    assert "\n" not in str(raised.value)


F5 = "---------------------------OX------XXX-------------------------- O"
EDAX = (
    "(;FF[4]GM[2]AP[edax:4.4]PC[Edax]PB[a]PW[b]SZ[8]AB[d3][c4][d4][e4][d5]AW[e5]PL[W]RE[0]"
    "W[c3];B[b3];)"
)
"""As Edax writes a game from another start: its first move is in the first node."""

SET_UP = "(;GM[2]SZ[8]AB[ed][de]AB[ee][fe]AW[dd]PL[white];W[fd])"


@pytest.mark.parametrize(
    ("text", "start", "moves"),
    [
        ("(;GM[2]SZ[8]PL[B];B[f5];W[fd])", "", "f5 f4"),
        (SET_UP, F5, "f4"),
        (EDAX, "-" * 19 + "X" + "-" * 6 + "XXX" + "-" * 6 + "XO" + "-" * 27 + " O", "c3 b3"),
        ("(;GM[2]AB[e4][d5]AW[d4][e5]AE[f5];B[f5])", "", "f5"),
        ("(;GaMe[2]Black[f5];White[d6])", "", "f5 d6"),
        ("(;GM[2];B[f5];W[d6](;B[c3])(;B[c4]))", "", "f5 d6 c3"),
    ],
)
def test_sgf_begins_where_it_says(tmp_path, text, start, moves):
    assert chosen(tmp_path, "othello", "a.sgf", text, count=1) == [(start, moves)]


@pytest.mark.parametrize("moves", ["B[];W[ca]", "B[tt];W[ca]", "W[ca]", "B[pa];W[c1]"])
def test_rectangles_and_passes_of_sgf(tmp_path, moves):
    text = f"(;GM[2]AW[a1]AB[b1][hh]AE[dd:ee]PL[B];{moves})"
    found = chosen(tmp_path, "othello", "a.sgf", text, count=1, plies=1)
    assert found == [("OX" + "-" * 61 + "X X", "pass")]
    with pytest.raises(FileError, match="the game is over after the opening"):
        chosen(tmp_path, "othello", "a.sgf", text)


@pytest.mark.parametrize(
    ("body", "start"),
    [  # a whole board with an empty centre, and a disc added to the usual start
        ("AB[a1][h8]AW[b1][g8];B[c1];W[]", "XO" + 60 * "-" + "OX X"),
        ("AB[a1];B[d3]", "X" + 26 * "-" + "OX" + 6 * "-" + "XO" + 27 * "-" + " X"),
    ],
)
def test_an_open_centre_is_what_the_moves_fit(tmp_path, body, start):
    found = chosen(tmp_path, "othello", "a.sgf", f"(;GM[2]{body})", count=1)
    assert found[0][0] == start


@pytest.mark.parametrize(
    ("body", "fault"),
    [
        ("AB[c3]AW[c4];B[c5]", "AB, AW and AE leave d4 e4 d5 e5 open, and both"),
        ("AB[c4]PL[W];W[c3]", "AB, AW and AE leave d4 e4 d5 e5 open"),
        ("AB[zz];B[f5]", r"AB\[zz\]: expected squares from a1 to h8"),
        ("AB[];B[f5]", r"AB\[\]: expected squares"),
        ("AB[tt]B[d3]", "expected squares from a1 to h8"),
        ("AB[pa]B[d3]", "expected squares from a1 to h8"),
        (";B[f5];AW[d6];B[c3]", "AW after a move"),
        ("PL[W];B[f5]", "move 1: move 'f5' of Black: it is the move of White"),
        (";W[f5];B[d6]", "move 1: move 'f5' of White: it is the move of Black"),
        (";b[f5];w[d6];w[c3]", "move 3: move 'c3' of White: it is the move of Black"),
        ("PL[red];B[f5]", r"PL\[red\]: expected B or W"),
        (";B[f5];PL[B];B[d6]", "PL after a move"),
        ("SZ[10];B[f5]", r"SZ\[10\]: expected a board of 8 x 8"),
        ("SZ[8:10];B[f5]", "expected a board of 8 x 8"),
        ("GM[1];B[f5]", r"GM\[1\] is Go: expected GM\[2\], Othello"),
        ("HA[2];B[f5]", r"HA\[2\] without its discs"),
        (";B[f5];W[];B[d6]", "move 2: move pass is not legal"),
        (";B[f5];W[pa];B[d6]", "move 2: move pass is not legal"),
    ],
)
def test_what_sgf_asks_for_is_never_dropped(tmp_path, body, fault):
    with pytest.raises(FileError, match=fault):
        chosen(tmp_path, "othello", "a.sgf", f"(;FF[4]{body})")


@pytest.mark.parametrize("text", ["(;B[f5])\n(;B[d3]", "(;B[f5])\n(;B[d3](;W[c3])"])
def test_a_game_without_its_end_is_not_dropped(tmp_path, text):
    with pytest.raises(FileError, match="the game that begins in line 2 has no end: expected"):
        chosen(tmp_path, "othello", "a.sgf", text)


def test_ggf_begins_on_its_own_board_and_its_end_is_missed(tmp_path):
    board = "-" * 27 + "O*------*O" + "-" * 27
    game = f"(;GM[Othello]TY[8]BO[8 {board} *]B[F5]W[F5];)"
    assert chosen(tmp_path, "othello", "a.ggf", game, count=1, plies=1) == [("", "f5")]
    with pytest.raises(FileError, match=r"a\.ggf, line 1: GGF, move 2: move f5 is not legal"):
        chosen(tmp_path, "othello", "a.ggf", game)
    with pytest.raises(FileError, match="has no end"):
        chosen(tmp_path, "othello", "a.ggf", game[:-1], plies=1)


def test_ggf_begins_on_its_own_board_wherever_the_match_does(tmp_path):
    board = "-" * 27 + "O*------*O" + "-" * 27
    (tmp_path / "a.ggf").write_text(f"(;GM[Othello]BO[8 {board} *]B[F5];)")
    begun = make("othello").at("f5")
    [opening] = OPENINGS.make(f"file:path={tmp_path / 'a.ggf'}").choose(begun, 1)
    assert opening.reach(begun).text() == F5
    assert opening.begin(begun).text() == make("othello").text()


def test_positions_of_obf_are_openings(tmp_path):
    ffo = "--XXXXX--OOOXX-O-OOOXXOX-OXOXOXXOXXXOXXX--XOXOXX-XXXOOO--OOOOO-- X"
    text = f"% FFO\n{ffo}; G8:+18; H1:+12; % 1\n\n"
    for name in ("ffo.obf", "ffo.OBF"):
        assert chosen(tmp_path, "othello", name, text, count=1) == [(ffo, "")]
    assert chosen(tmp_path, "othello", "ffo.txt", f"{ffo}; G8:+18;", count=1) == [(ffo, "")]
    with pytest.raises(FileError, match=r"b\.obf, line 2: .*a1 has a score and is not legal"):
        chosen(tmp_path, "othello", "b.obf", f"%\n{ffo}; A1:+18;")


def test_a_game_of_wthor_is_named_by_its_number(tmp_path):
    games = [tuple(make("othello").at(text).history) for text in ("f5d6", "e6f4e3f6g5d6e7f5c5")]
    data = games_file([WthorGame(moves, 32) for moves in games], datetime.date(2026, 1, 2))
    (tmp_path / "a.wtb").write_bytes(data)
    book = OPENINGS.make(f"file:path={tmp_path / 'a.wtb'},order=file")
    with pytest.raises(FileError, match=r"a\.wtb, game 2: the game is over after the opening"):
        book.choose(make("othello"), 2)
    (tmp_path / "a.wtb").write_bytes(data[:-68] + data[-68:].replace(bytes([65]), bytes([11])))
    with pytest.raises(FileError, match=r"a\.wtb, game 2: .*a1 is not legal"):
        book.choose(make("othello"), 2)


@pytest.mark.parametrize(("game", "start"), [("othello", F5), ("ngame:b=3,d=9", "1 2")])
def test_our_own_records_are_openings_from_where_they_began(tmp_path, game, start):
    begun = make(game).at(start)
    setup = {"nodes": 1, "games": 2, "openings": "none"}
    result = play_match(begun, ["random@static"] * 2, out=tmp_path, **setup)
    path = tmp_path / begun.INFO.records_file
    assert len(path.read_text().splitlines()[0].split("\t")) == 6
    for match in (make(game), begun):
        book = OPENINGS.make(f"file:path={path},order=file,plies=3")
        [opening] = book.choose(match, 1)
        played = begun.copy()
        for made in result.games[0].moves[:3]:
            played.push(made.move)
        assert opening.reach(match).text() == played.text()


@pytest.mark.parametrize("checks", ["1+3 0 17", "0 17 +2+0"])
def test_checks_of_a_fen_are_kept(tmp_path, checks):
    fen = f"{E4_E5}{checks}"
    for name, text in (("a.epd", fen), ("a.pgn", f'[Variant "3check"]\n[FEN "{fen}"]\n\n*\n')):
        [(start, _)] = chosen(tmp_path, "chess:variant=3check", name, text, count=1)
        assert start == E4_E5 + "1+3 0 17"


FEN = E4_E5 + "0 17"


@pytest.mark.parametrize(
    "tag",
    [
        f'[FEN "{FEN};"]',
        f'[FEN "{FEN}; by hand"]',
        f'[FEN "{E4_E5}hmvc 0; fmvn 17; id "a;b";"]',
        f'[FEN "{FEN}"] ; by hand',
        f'[Event "a;b"] [FEN "{FEN}"]',
        f'[ FEN "{FEN}" ]',
        f'[fen "{FEN}"]',
    ],
)
def test_a_fen_of_pgn_may_have_a_semicolon(tmp_path, tag):
    found = chosen(tmp_path, "chess", "a.pgn", f'[SetUp "1"]\n{tag}\n\n1. Nf3 *\n', count=1)
    assert found == [(FEN, "g1f3")]


@pytest.mark.parametrize(
    "line",
    [FEN, f"{FEN};", f"{FEN}; by hand", f"{FEN} bm Nf3;", E4_E5 + "hmvc 0 ; fmvn 17"],
)
def test_counters_of_a_fen_are_kept(tmp_path, line):
    assert chosen(tmp_path, "chess", "a.epd", line, count=1) == [(FEN, "")]
    [(start, _)] = chosen(tmp_path, "chess:variant=atomic", "a.epd", line, count=1)
    assert start.split()[:6] == FEN.split()


def test_moves_behind_a_fen_are_played(tmp_path):
    for game in ("chess", "chess:variant=atomic"):
        [(start, moves)] = chosen(tmp_path, game, "a.txt", f"{FEN} moves g1f3 b8c6", count=1)
        assert (start.split()[:6], moves) == (FEN.split(), "g1f3 b8c6")
    with pytest.raises(FileError, match=r"'1\.Nf3' behind the counters"):
        chosen(tmp_path, "chess", "a.txt", f"{FEN} 1.Nf3")


@pytest.mark.parametrize(
    ("game", "text", "fault"),
    [
        ("chess", '[Variant "Atomic"]\n\n1. e4 *', "Variant 'Atomic': expected a game of chess"),
        ("chess", '[Variant "Hordes"]\n\n1. e4 *', "Variant 'Hordes': expected a game of chess"),
        ("chess:variant=atomic", '[Variant "Chess960"]\n\n1. e4 *', "expected a game of chess:v"),
        ("chess", '[SetUp "1"]\n\n1. e4 *', 'SetUp "1" without FEN'),
        ("chess", f'[White "x"]\n[FEN "{FEN}]\n\n1. e4 *', "line 2: .* expected a tag as in"),
        ("chess", "1. e4 e5\n\n2. Nf3 *", "line 3: '2. Nf3 .' after an empty line"),
    ],
)
def test_what_pgn_asks_for_is_never_dropped(tmp_path, game, text, fault):
    with pytest.raises(FileError, match=fault):
        chosen(tmp_path, game, "a.pgn", text)


def test_games_of_pgn_are_of_the_variant_that_is_played(tmp_path):
    moves = "1. Nf3 f6 2. Nd4 e5 3. Ne6 a6 4. Nxg7"
    for tag in ("", '[Variant "Atomic"]\n\n'):
        [(start, line)] = chosen(
            tmp_path, "chess:variant=atomic", "a.pgn", f"{tag}{moves} *", count=1
        )
        assert (start, line.split()[-1]) == ("", "e6g7")
    fischer = '[Variant "Fischerandom"]\n[SetUp "1"]\n[FEN "{}"]\n\n1. O-O *'
    text = fischer.format("bqnbrkr1/pppppppp/8/8/8/8/PPPPPPPP/BQNBRKR1 w GEge - 0 1")
    [(_, line)] = chosen(tmp_path, "chess:chess960=true", "a.pgn", text, count=1)
    assert line == "f1g1"
    [(_, line)] = chosen(
        tmp_path, "chess", "a.pgn", fischer.format("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    )[:1]
    assert line == "e1g1"


def test_games_of_pgn_without_tags_are_all_read(tmp_path):
    text = "1. e4 e5 *\n\n1. d4 d5 1-0\n\n\n1. c4 {a\n\ncomment} 1/2-1/2\n"
    found = chosen(tmp_path, "chess", "a.pgn", text, count=3)
    assert [moves for _, moves in found] == ["e2e4 e7e5", "d2d4 d7d5", "c2c4"]


@pytest.mark.parametrize("name", ["none.epd", "none.pgn", "none.bin"])
def test_a_missing_file_is_named(tmp_path, name):
    book = OPENINGS.make(f"file:path={tmp_path / name}")
    with pytest.raises(FileError, match=f"{name}: No such file"):
        book.choose(make("chess"), 1)


@pytest.mark.parametrize("name", ["file", "polyglot"])
def test_a_file_must_be_given(name):
    with pytest.raises(SpecError, match="expected a file, as in"):
        OPENINGS.make(name).choose(make("chess"), 1)


def polyglot(path, *entries):
    """Write a book of lines: moves in UCI, and the weight of the last."""
    chess = pytest.importorskip("chess")
    from chess.polyglot import zobrist_hash

    rows = []
    for moves, weight in entries:
        board = chess.Board()
        *before, last = [chess.Move.from_uci(word) for word in moves.split()]
        for move in before:
            board.push(move)
        raw = last.to_square | last.from_square << 6
        rows.append((zobrist_hash(board), raw, weight))
    rows.sort()
    path.write_bytes(
        b"".join(
            k.to_bytes(8, "big") + m.to_bytes(2, "big") + w.to_bytes(2, "big") + bytes(4)
            for k, m, w in rows
        )
    )
    return path


def test_a_polyglot_book_is_walked(tmp_path):
    path = polyglot(
        tmp_path / "book.bin",
        ("e2e4", 9),
        ("d2d4", 1),
        ("a2a4", 0),
        ("e2e4 e7e5", 1),
        ("e2e4 c7c5", 1),
        ("d2d4 d7d5", 1),
    )
    start = make("chess")
    whole = {"e2e4 e7e5", "e2e4 c7c5", "d2d4 d7d5"}
    found = texts(start, OPENINGS.make(f"file:path={path},plies=2").choose(start, 3))
    assert {moves for _, moves in found} == whole  # each once, before any comes twice
    assert found == texts(start, OPENINGS.make(f"polyglot:path={path},plies=2").choose(start, 3))
    short = texts(start, OPENINGS.make(f"file:path={path}").choose(start, 3))
    assert {moves for _, moves in short} <= whole  # no longer than the book
    with pytest.raises(SpecError, match=r"order=file: the Polyglot book .* has no order"):
        OPENINGS.make(f"file:path={path},order=file").choose(start, 3)


@pytest.mark.parametrize(("draw", "share"), [("weighted", 0.9), ("uniform", 0.5)])
def test_a_book_is_drawn_from_by_weight_or_uniformly(tmp_path, draw, share):
    path = polyglot(tmp_path / "book.bin", ("e2e4", 9), ("d2d4", 1))
    start = make("chess")
    first = [
        OPENINGS.make(f"polyglot:path={path},plies=1,draw={draw},seed={seed}").choose(start, 1)[0]
        for seed in range(400)
    ]
    e4 = start.parse_move("e2e4")
    assert sum(o.moves == (e4,) for o in first) / 400 == pytest.approx(share, abs=0.08)


# -- balanced openings ---------------------------------------------------------------------------


@pytest.mark.parametrize("game", ["chess", "othello"])
def test_balanced_openings_are_many_even_and_distinct(game):
    start, recipe = make(game), RECIPES[game]
    openings = OPENINGS.make("balanced").choose(start, 400)
    assert len({recipe.same(opening.reach(start)) for opening in openings}) == 400
    assert {len(opening.moves) for opening in openings} == {recipe.plies}
    assert {opening.start for opening in openings} == {""}
    assert openings != OPENINGS.make("balanced:seed=2").choose(start, 400)


def test_a_book_that_is_used_up_goes_on_with_further_moves():
    start = make("othello")
    lines = Path(start.INFO.opening_book).read_text().splitlines()
    size = sum(not line.startswith("#") for line in lines)
    openings = OPENINGS.make("balanced").choose(start, 2 * size)
    assert openings[:size] == OPENINGS.make("balanced").choose(start, size)
    assert len({identity(opening.reach(start)) for opening in openings}) == 2 * size
    for old, new in zip(openings[:size], openings[size:], strict=True):
        assert new.moves[: len(old.moves)] == old.moves
        assert len(new.moves) == len(old.moves) + 2


def test_chess960_begins_at_its_starting_positions():
    start = make("chess:chess960=true")
    assert default_openings(start) == "chess960"
    assert default_openings(start.at("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1")) != "chess960"
    openings = OPENINGS.make("chess960").choose(start, 40)
    ranks = [opening.start.split("/")[7].split()[0] for opening in openings]
    assert len(set(ranks)) == 40
    for rank in ranks:
        assert sorted(rank) == sorted("RNBQKBNR")
        assert rank.index("R") < rank.index("K") < rank.rindex("R")
        assert (rank.index("B") + rank.rindex("B")) % 2
    assert not any(opening.moves for opening in openings)
    assert openings != OPENINGS.make("chess960:seed=2").choose(start, 40)
    with pytest.raises(SpecError, match="openings chess960: expected chess:chess960=true, not ch"):
        OPENINGS.make("chess960").choose(make("chess"), 1)


@pytest.mark.parametrize("game", ["chess", "othello"])
def test_balanced_openings_are_made_even_and_the_same_every_time(game):
    recipe = dataclasses.replace(RECIPES[game], nodes=500, even=60)
    count = 6 if COMPILED else 2
    lines = list(islice(balanced(game, recipe, seed=3), count))
    assert lines == list(islice(balanced(game, recipe, seed=3), count))
    judge = make_searcher(recipe.judge)
    for line in lines:
        moves, value = line.split("\t")
        prefix = "startpos moves " if game == "chess" else ""
        judge.new_game()
        found = judge.search(make(game).at(prefix + moves), Limits(nodes=500))
        assert found.value == int(value)
        assert abs(found.value) <= 60


@pytest.mark.slow
@pytest.mark.parametrize("game", ["chess", "othello"])
def test_shipped_openings_stay_even_under_a_deeper_search(game):
    start, recipe = make(game), RECIPES[game]
    judge = make_searcher(recipe.judge)
    values = []
    for opening in OPENINGS.make("balanced").choose(start, 20):
        judge.new_game()
        values.append(abs(judge.search(opening.reach(start), Limits(nodes=4_000_000)).value))
    assert sum(values) / len(values) <= recipe.even


def test_symmetric_positions_of_othello_are_one():
    level, distinct = [make("othello")], []
    for _ in range(4):
        level = [after(position, move) for position in level for move in position.legal_moves()]
        distinct.append(len({one_of_eight(position) for position in level}))
    assert distinct == [1, 3, 14, 60]


def after(position, move):
    copy = position.copy()
    copy.push(move)
    return copy


@pytest.mark.parametrize(
    ("game", "words"),
    [
        ("ngame", "no game with balanced openings is named 'ngame'. There are: chess, othello"),
        ("chess:chess960=true", "chess:chess960=true"),
    ],
)
def test_a_game_without_balanced_openings_is_reported(game, words):
    with pytest.raises(SpecError, match=words):
        OPENINGS.make("balanced").choose(make(game), 1)


def test_balanced_openings_begin_at_the_usual_start():
    with pytest.raises(SpecError, match="usual start"):
        OPENINGS.make("balanced").choose(make("chess").at(BLACK + "0 1"), 1)


# -- openings in games -----------------------------------------------------------------------------


def test_a_game_begins_at_its_opening():
    players = [SearcherPlayer(make_searcher("random")) for _ in range(2)]
    start = make("chess")
    opening = Opening((start.at(BLACK + "0 1").parse_move("d7d5"),), BLACK + "0 1")
    record = play_game(
        start,
        players,
        [Limits(nodes=1)] * 2,
        opening=opening,
        judge=Judge(Adjudication(longest=4), start),
    )
    assert record.opening_text == ("d7d5",)
    assert record.moves[0].side == 0  # White, though Black moved first in this game
    assert start.history == ()


def test_a_match_from_positions_is_written_as_such(tmp_path):
    chess_pgn = pytest.importorskip("chess.pgn")
    book = tmp_path / "book.epd"
    book.write_text(BLACK + "\n" + E4_E5 + "\n")
    out = tmp_path / "out"
    result = play_match(
        "chess",
        ["random", "random"],
        nodes=1,
        games=4,
        out=out,
        adjudication=Adjudication(longest=9),
        openings=f"file:path={book},order=file",
    )
    assert [game.opening.start for game in result.games] == [BLACK + "0 1"] * 2 + [
        E4_E5 + "0 1"
    ] * 2
    with open(out / "games.pgn") as file:
        games = [chess_pgn.read_game(file) for _ in range(4)]
    assert [game.headers["FEN"] for game in games] == [g.opening.start for g in result.games]
    assert [len(list(g.mainline_moves())) for g in games] == [len(g.moves) for g in result.games]


@pytest.mark.parametrize(
    ("game", "openings"),
    [
        ("chess", "balanced"),
        ("othello", "balanced"),
        ("ngame:b=2,d=9", "random:plies=3"),
        ("chess:variant=atomic", "random"),
    ],
)
def test_a_match_opens_from_the_balanced_book_where_there_is_one(game, openings, tmp_path, capfd):
    words = f"match --game {game} --players random random --nodes 1 --games 1"
    assert main(words.split()) == 0
    assert f", openings {openings}\n" in capfd.readouterr().out
    assert Tournament(game, ["random"] * 2, nodes=1).plan.openings == openings
    file = tmp_path / "tournament.toml"
    file.write_text(f'game = "{game}"\nnodes = 1\n' + 2 * '[[player]]\nspec = "random"\n')
    assert read_tournament(file).plan.openings == openings


def test_plies_alone_are_of_random_openings(tmp_path):
    file = tmp_path / "tournament.toml"
    table = "[openings]\nplies = 6\n"
    file.write_text(f'game = "chess"\nnodes = 1\n{table}' + 2 * '[[player]]\nspec = "random"\n')
    assert read_tournament(file).plan.openings == "random:plies=6"


def test_a_folder_of_the_older_default_is_refused_by_its_openings(tmp_path):
    setup = {"nodes": 1, "out": tmp_path}
    play_match("othello", ["random"] * 2, openings="random", **setup)
    with pytest.raises(FileError, match='openings is "random" there, "balanced" here'):
        play_match("othello", ["random"] * 2, games=4, **setup)


def test_a_match_that_begins_elsewhere_has_random_openings():
    moved = make("chess")
    moved.push(moved.parse_move("e2e4"))
    assert default_openings(moved) == "random"


@pytest.mark.parametrize(
    "game", ["mnk", "connect4", "ngame", "clobber", "uniform", "hex", "kalah", "dots"]
)
def test_the_default_openings_leave_a_game(game):
    start = make(game)
    for opening in OPENINGS.make(default_openings(start)).choose(start, 8):
        assert 1 <= len(opening.moves) <= 8
        assert len(opening.moves) <= usual_length(start) / 3 or len(opening.moves) == 1


def test_openings_that_do_not_exist_are_answered_by_those_that_do(capfd):
    words = "match --game mnk --players random random --nodes 1 --openings nosuch"
    assert main(words.split()) == 2
    said = capfd.readouterr().err
    assert said.startswith("starling: no opening book is named 'nosuch'. There are: balanced, ")
    assert "random (such as random:plies=N,seed=N), or a file that exists (.pgn, .epd, " in said


def test_comment_lines_of_pgn_end_no_game(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text(
        '% made by X\n[Event "a"]\n; note\n[White "b"]\n\n1. e4 e5 *\n\n; end\n\n1. d4 *\n; x\n'
    )
    found = OPENINGS.make(f"file:path={tmp_path / 'a.pgn'},order=file").choose(make("chess"), 2)
    assert [len(opening.moves) for opening in found] == [2, 1]


def test_games_of_pgn_without_fen_begin_at_the_usual_start(tmp_path: Path) -> None:
    (tmp_path / "a.pgn").write_text("1. e4 e5 *\n")
    usual = make("chess")
    book = OPENINGS.make(f"file:path={tmp_path / 'a.pgn'}")
    (opening,) = book.choose(usual.at(FEN), 1)
    assert opening.reach(usual.at(FEN)).text() == usual.play("e2e4", "e7e5").text()
