"""Annotated games: marks, signs, exclusions, files, pages and bad input."""

from __future__ import annotations

import io
import json
import re

import chess.pgn
import pytest

from engine.annotate.annotating import AnnotatedGame, Annotator
from engine.annotate.page import page
from engine.annotate.scale import Scale
from engine.annotate.writing import WRITERS, _result
from engine.cli.main import main
from engine.match.results.reading import read_games
from games import WIN, make
from games.errors import FileError
from games.othello.ggf import read_ggf
from searchers import Limits
from tests.nim import Nim

TRAP = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Qg5 3. d4 {hm} Qxg2 4. Bxg2 *\n'
MATE = '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
OTHELLO = "f5d6c3d3c4f4f6f3e6e7c6g6"


def annotated(path, game=None, nodes=600, **settings):
    annotator = Annotator(Limits(nodes=nodes), **settings)
    found = []
    for each in read_games(path, game)[0]:
        *_, last = annotator.annotate(each)
        found.append(last)
    return found


@pytest.fixture
def write(tmp_path):
    def writing(name, text):
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        return path

    return writing


def test_blunders_get_marks_and_values_are_whites(write):
    (found,) = annotated(write("a.pgn", TRAP))
    moves = {move.text: move for move in found.moves}
    assert [move.text for move in found.moves] == ["e4", "e5", "Nf3", "Qg5", "d4", "Qxg2", "Bxg2"]
    assert moves["Qg5"].mark == moves["d4"].mark == moves["Qxg2"].mark == "??"
    assert moves["e4"].mark == moves["Nf3"].mark == moves["Bxg2"].mark == ""
    assert moves["Qg5"].first_side_value > 500, "the queen hangs: good for White"
    assert moves["Qg5"].value == -moves["Qg5"].first_side_value, "bad for Black, who moved"
    assert moves["d4"].best.texts[0] == "Nxg5"
    assert moves["Bxg2"].loss == 0
    assert found.is_complete


def test_a_decided_move_is_excluded_with_its_chance_of_error(write):
    (found,) = annotated(write("a.pgn", TRAP))
    exclusion = found.moves[4].exclusion
    assert exclusion.played[1] < exclusion.best[0], "optimistic below pessimistic"
    assert exclusion.chance is not None
    assert 0 <= exclusion.chance <= 0.05
    assert found.moves[6].exclusion is None, "the best move excludes no other"
    (without,) = annotated(write("a.pgn", TRAP), intervals="none")
    assert all(move.exclusion is None for move in without.moves)


def test_pgn_comes_back_through_python_chess(write):
    path = write("a.pgn", TRAP + "\n" + MATE)
    handle = io.StringIO(WRITERS[".pgn"](annotated(path)))
    first, second = chess.pgn.read_game(handle), chess.pgn.read_game(handle)
    assert not first.errors
    assert not second.errors
    assert [move.uci() for move in second.mainline_moves()] == ["f2f3", "e7e5", "g2g4", "d8h4"]
    nodes = list(first.mainline())
    assert nodes[3].eval().white().score() > 500
    assert nodes[3].nags == {4}
    assert "Excluded by intervals: d4 is worth at most" in " ".join(nodes[4].comment.split())
    assert "hm" in nodes[4].comment, "comments of the file stay"
    assert nodes[3].variations[1].san() == "Nxg5", "the better line is a variation"
    (_, _, blunder, mate) = second.mainline()
    assert blunder.eval().white() == chess.engine.Mate(-1)
    assert mate.eval() is None, "the game is over"
    assert handle.getvalue().count("[%eval ") == 10, "no line ends inside a command"
    assert max(len(line) for line in handle.getvalue().splitlines() if line[:1] != "[") < 80


def test_othello_counts_discs_and_writes_every_format(write):
    (found,) = annotated(write("o.txt", OTHELLO + "\n"), "othello", nodes=200)
    texts = [move.text for move in found.moves]
    assert "".join(texts) == OTHELLO
    assert Scale(make("othello")).loss(300, -300) == 6
    assert Scale(make("othello")).mark(6) == "?"
    for suffix in (".sgf", ".ggf", ".txt"):
        again, _ = read_games(write(f"back{suffix}", WRITERS[suffix]([found])), "othello")
        assert [game.moves for game in again] == [found.game.moves], suffix
    (ggf,) = read_ggf(WRITERS[".ggf"]([found]))
    assert ggf.moves[0].discs == pytest.approx(found.moves[0].value / 100, abs=0.005)


def test_a_losing_move_of_othello_is_marked_and_excluded(write):
    line = "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3b2"
    (found,) = annotated(write("o.txt", line), "othello", nodes=300)
    last = found.moves[-1]
    assert (last.text, last.mark) == ("b2", "??"), "it gives a corner away"
    assert last.exclusion.chance < 0.01
    assert "DO[]" in (sgf := WRITERS[".sgf"]([found])) or "BM[2]" in sgf


def test_passes_and_starts_come_back(write):
    board = "XO" + "-" * 61 + "O X"
    position = make("othello").at(board)
    path = write("o.txt", f"{board} moves {position.move_text(position.legal_moves()[0])}\n")
    found = annotated(path, "othello", nodes=100)
    for suffix in (".ggf", ".txt"):
        (again,), _ = read_games(write(f"b{suffix}", WRITERS[suffix](found)), "othello")
        assert (again.start.text(), again.moves) == (board, found[0].game.moves)


def test_a_game_of_ones_own_marks_wins_that_are_given_away():
    scale = Scale(Nim())
    assert scale.mark(scale.loss(WIN - 3, 5 - WIN)) == "??"
    assert scale.mark(scale.loss(40, -40)) == "", "the unit of its values is not known"
    assert scale.mark(scale.loss(WIN - 3, WIN - 9)) == "", "a longer win is a win"


def test_the_page_escapes_and_asks_no_network(write):
    tags = (
        '[Event "<script>alert(1)</script>"]\n[White "</script><img src=x>"]\n[Black "B \\"q\\""]\n'
    )
    made = page(annotated(write("a.pgn", tags + "\n1. e4 e5 *\n")), "<b>t</b>")
    assert "<h1>&lt;b&gt;t&lt;/b&gt;</h1>" in made
    assert "<script>alert" not in made
    assert "<img" not in made
    assert not re.search(r'(src|href)="(?!#|data:)|url\(|@import|fetch\(', made)
    data = re.search(r'<script type="application/json" id="data">(.*?)</script>', made, re.DOTALL)
    (game,) = json.loads(data[1])["games"]
    assert game["players"] == ["</script><img src=x>", 'B "q"']
    assert len(game["changes"]) == len(game["moves"]) == 2


@pytest.mark.parametrize(
    ("name", "text", "words", "fault"),
    [
        ("a.xyz", "", [], "unknown type of file '.xyz': expected .pgn, .ggf, .sgf, .txt"),
        ("a.txt", "f5", [], "expected its game by --game"),
        ("a.pgn", "", [], "has no moves: expected a game"),
        ("a.pgn", "junk <b>", [], "expected a game of PGN"),
        ("a.pgn", "1. e4 e5 2. Ke3 *\n", [], "game 1: move 2 of White: illegal san: 'Ke3'"),
        ("a.pgn", '[FEN "k7/8/8/8/8/8/8/8 w - - 0 1"]\n\n1. a1 *\n', [], "game 1: "),
        ("a.pgn", '[Variant "Nonsense"]\n\n1. e4 *\n', [], "game 1: "),
        ("a.ggf", "(;GM[Othello]PB[a", [], "game 1: GGF: expected NAME[VALUE]"),
        ("a.sgf", "(;GM[2];B[a1])", [], "game 1: move 1: "),
        ("a.txt", "f5d6a1", ["--game", "othello"], "game 1: "),
        ("a.pgn", TRAP, ["--games", "2"], "has no game 2, expected numbers from 1 to 1"),
        ("a.pgn", TRAP, ["--games", "3-1"], "expected rising numbers"),
        ("a.pgn", TRAP, ["--games", "x"], "expected numbers such as 1,3-5"),
        ("a.pgn", TRAP, ["--out", "x.sgf"], "is not written as SGF: expected .pgn or .txt"),
        ("a.pgn", TRAP, ["--out", "x"], "no format is named ''"),
        ("a.pgn", TRAP, ["--player", "pvss"], "Did you mean 'pvs'?"),
        ("a.pgn", TRAP, ["--intervals", "pvs"], "has no intervals"),
        ("a.pgn", TRAP, ["--intervals", "bounds"], ""),
        ("a.pgn", TRAP, ["--nodes", "0"], "expected more than 0"),
        ("a.pgn", TRAP, ["--game", ""], "invalid spec ''"),
        ("a.pgn", TRAP, ["--game", "othello"], "othello has no games of PGN"),
        ("a.pgn", TRAP, ["--nodes", "50", "--html", "/nowhere/x"], "cannot write /nowhere/x"),
    ],
)
def test_bad_input_is_one_line(write, name, text, words, fault, capsys):
    assert main(["annotate", str(write(name, text)), *words]) == 2
    said = capsys.readouterr().err.splitlines()
    assert fault in said[-1]
    assert said[-1].startswith("starling: ")
    assert len([line for line in said if "Traceback" in line]) == 0


def test_a_game_without_intervals_is_annotated_without_them(write, capsys):
    path = str(write("a.txt", "b2 a1"))
    assert main(["annotate", path, "--game", "mnk", "--nodes", "50"]) == 0
    assert "no intervals for mnk: " in capsys.readouterr().err


def test_the_command_writes_both_files(write, tmp_path, capsys):
    path = write("a.pgn", MATE + "\n" + TRAP)
    out, made = tmp_path / "out.pgn", tmp_path / "out.html"
    words = ["--nodes", "500", "--games", "2", "--out", str(out), "--html", str(made)]
    assert main(["annotate", str(path), *words]) == 0
    assert "[%eval" in out.read_text()
    assert made.read_text().startswith("<!DOCTYPE html>")
    said = capsys.readouterr()
    assert said.out == ""
    assert said.err.startswith("starling: game 2: White A: ?! ")


@pytest.fixture
def ctrl_c(monkeypatch):
    """Press Ctrl-C in the search of the fifth position."""
    evaluate, calls = Annotator._evaluate, []

    def interrupted(self, position):
        calls.append(position)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return evaluate(self, position)

    monkeypatch.setattr(Annotator, "_evaluate", interrupted)


@pytest.mark.usefixtures("ctrl_c")
def test_ctrl_c_writes_what_is_finished(write, tmp_path, capsys):
    out, made = tmp_path / "out.pgn", tmp_path / "out.html"
    words = ["--nodes", "500", "--out", str(out), "--html", str(made)]
    assert main(["annotate", str(write("a.pgn", TRAP)), *words]) == 130
    assert "the last 3 plies" in capsys.readouterr().err
    nodes = list(chess.pgn.read_game(io.StringIO(out.read_text())).mainline())
    assert [node.eval() is not None for node in nodes] == [False] * 4 + [True] * 3
    assert '"plies":7' in made.read_text()


@pytest.mark.usefixtures("ctrl_c")
def test_games_that_are_not_begun_stay_in_the_input(write):
    path = write("a.pgn", f'{TRAP}\n[Annotator "B"]\n\n1. d4 {{x}} *\n')
    assert main(["annotate", str(path), "--nodes", "50", "--out", str(path)]) == 130
    first, second = (game.pgn for game in read_games(path)[0])
    assert first.headers["Annotator"].startswith("Starling ")
    assert (second.headers["Annotator"], second.end().comment) == ("B", "x")


@pytest.mark.parametrize("option", ["--out", "--html"])
def test_files_that_exist_stay(write, option, capsys):
    path, kept = write("a.pgn", TRAP), write("kept.pgn", "mine")
    assert main(["annotate", str(path), "--nodes", "50", option, str(kept)]) == 2
    assert "kept.pgn exists: expected a new file" in capsys.readouterr().err
    assert kept.read_text() == "mine"


@pytest.mark.parametrize(
    ("name", "text", "words", "fault"),
    [
        ("a.pgn", TRAP, ["--games", "1"], "would lose the games that are not in --games"),
        ("a.pgn", f"{TRAP}\n1. Ke4 *\n", [], "game 2: move 1 of White: illegal san: 'Ke4'"),
        ("a.pgn", "1. e4 (1. Ke4) *\n", [], "expected another file for --out"),
        ("a.sgf", "(;GM[2];B[dc])", [], "a.sgf exists: expected a new file"),
        ("rest.pgn", "1. e4 ; my note\n1... e5 *\n", [], "would lose '; my note'"),
        ("odd.pgn", "[Source odd]\n\n1. e4 *\n", [], "would lose '[Source odd]'"),
    ],
)
def test_the_input_is_not_replaced_by_less(write, name, text, words, fault, capsys):
    path = write(name, text)
    assert main(["annotate", str(path), *words, "--nodes", "50", "--out", str(path)]) == 2
    assert fault in capsys.readouterr().err
    assert path.read_text() == text


BAD_GAMES = {
    "illegal.pgn": ("1. e4 e5 *\n\n1. e4 Ke4 2. d4 *\n\n1. d4 *\n", "move 1 of Black: illegal"),
    "null.pgn": ("1. e4 e5 *\n\n1. e4 -- *\n\n1. d4 *\n", "ply 2: "),
    "fen.pgn": ('1. e4 e5 *\n\n[FEN "x"]\n\n1. d4 *\n\n1. d4 *\n', "expected 8 rows"),
    "junk.pgn": ("1. e4 e5 *\n\njunk\n\n1. d4 *\n", "'junk': expected a game of PGN"),
    "a.sgf": ("(;GM[2];B[dc])(;GM[1];B[aa])(;GM[2];B[dc])", "is Go: expected GM[2]"),
    "a.ggf": (
        "".join(
            f"(;GM[Othello]BO[8 {make('othello').text().replace('X', '*')}]B[{move}];)"
            for move in ("F5", "A1", "F5")
        ),
        "move 1: ",
    ),
}


@pytest.mark.parametrize("name", BAD_GAMES)
def test_a_bad_game_leaves_the_others(write, name):
    text, fault = BAD_GAMES[name]
    path = write(name, text)
    games, (found,) = read_games(path)
    assert [game.number for game in games] == [1, 3]
    assert f"{name}, game 2: " in found
    assert fault in found
    assert read_games(path, None, {3})[1] == []
    with pytest.raises(FileError, match="game 2: "):
        read_games(path, None, {2})


def test_comments_stay_where_they_are_behind_a_variation_without_moves(write):
    (game,), _ = read_games(write("a.pgn", "1. e4 e5 ({pre} 1... Ke6) {final} 2. d4 *"))
    assert str(game.pgn).endswith("1. e4 e5 { final } 2. d4 *")


def test_a_page_escapes_the_name_of_its_file(write, tmp_path):
    try:
        path = write("\udcff.pgn", "1. e4 *")
    except OSError:
        pytest.skip("the file system has no such names")
    made = tmp_path / "a.html"
    assert main(["annotate", str(path), "--nodes", "50", "--html", str(made)]) == 0
    assert r"<h1>\udcff.pgn</h1>" in made.read_text()


def test_two_files_have_two_names(write, tmp_path, capsys):
    path, out = write("a.pgn", "1. e4 *"), str(tmp_path / "b.pgn")
    assert main(["annotate", str(path), "--nodes", "50", "--out", out, "--html", out]) == 2
    assert "--out and --html: expected two files" in capsys.readouterr().err


def test_a_skipped_game_is_reported(write, capsys):
    path = write("a.pgn", "1. Ke4 *\n\n1. e4 *\n")
    assert main(["annotate", str(path), "--nodes", "50", "--intervals", "none"]) == 0
    said = capsys.readouterr()
    assert "a.pgn, game 1: move 1 of White: illegal san: 'Ke4'" in said.err
    assert said.out.count("1. e4") == 1


def test_a_variation_ends_before_an_illegal_move(write):
    cut = "(1... c5 2. Nf3 {a} Ke7 {lost} $1 (2... d6 (2... e6)) 3. d4)"
    line = f"1. e4 e5 {cut} (1... e6) 2. Nf3 *"
    (game,), (fault,) = read_games(write("a.pgn", line))
    assert "game 1: move 2 of Black, in a variation that ends there: illegal san: 'Ke7'" in fault
    kept = "1. e4 e5 ( 1... c5 2. Nf3 { a } ) ( 1... e6 ) 2. Nf3 *"
    assert str(game.pgn).endswith(f"\n\n{kept}")
    assert len(game.moves) == 3


def test_a_variation_cut_at_the_first_move_ends_behind_its_own_variations(write):
    line = "1. e4 (1. Ke4 (1. Kd4 d5) e5) e5 2. Nf3 *"
    (game,), faults = read_games(write("a.pgn", line))
    assert len(faults) == 1
    assert str(game.pgn).endswith("\n\n1. e4 e5 2. Nf3 *")


def test_sgf_without_moves_is_a_game(write):
    games, faults = read_games(write("a.sgf", "(;GM[2]PB[A])(;GM[2];B[dc])"))
    assert [len(game.moves) for game in games] == [0, 1]
    assert faults == []


def test_names_are_those_of_each_game(write):
    text = "1. e4 *\n\n" + '[Variant "Atomic"]\n\n1. e4 *\n'
    usual, atomic = annotated(write("a.pgn", text), nodes=50)
    assert "calibrated" in usual.annotator
    assert ": pvs@" in usual.annotator
    assert usual.annotator != atomic.annotator
    made = WRITERS[".pgn"]([usual, atomic])
    assert [line for line in made.splitlines() if line.startswith("[Annotator")] == [
        f'[Annotator "{each.annotator}"]' for each in (usual, atomic)
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252"])
def test_letters_of_pgn_stay(tmp_path, encoding):
    path = tmp_path / "a.pgn"
    path.write_bytes('[White "José"]\n\n1. e4 *\n'.encode(encoding))
    assert read_games(path)[0][0].tags["White"] == "José"


def test_sgf_names_its_encoding(tmp_path):
    path = tmp_path / "a.sgf"
    path.write_bytes("(;GM[2]CA[ISO-8859-2]PB[Łódź];B[dc])".encode("iso-8859-2"))
    assert read_games(path)[0][0].tags["Black"] == "Łódź"


def test_annotating_again_repeats_nothing(write):
    text = TRAP.replace("3. d4 {hm}", "3. d4 {hm [%clk 0:01:00]} (3. Nxg5 d6)")
    once = WRITERS[".pgn"](annotated(write("a.pgn", text)))
    again = WRITERS[".pgn"](annotated(write("b.pgn", once)))
    assert again == once
    assert once.count("3. Nxg5") == 2, "the line of the file and the better line"
    weak = WRITERS[".pgn"](annotated(write("c.pgn", once), nodes=1, intervals="none"))
    (game,), _ = read_games(write("d.pgn", weak))
    before, node = list(game.pgn.mainline())[3:5]
    assert [line.san() for line in before.variations] == ["d4", "Nxg5"]
    assert "Blunder" not in node.comment
    assert not node.nags


def test_a_remark_is_a_sentence_behind_the_comment(write):
    made = WRITERS[".pgn"](annotated(write("a.pgn", TRAP)))
    assert "{ hm. Blunder: loses" in " ".join(made.split())


def test_the_files_of_othello_keep_comments_and_times(write):
    board = make("othello").text().replace("X", "*")
    ggf = f"(;GM[Othello]PB[a]RE[-12.000:r]BO[8 {board}]C[all]B[F5//1.5]W[D6/0.1/2]C[x\\]]B[C3];)"
    found = annotated(write("a.ggf", ggf), nodes=100)
    again = WRITERS[".ggf"](found)
    for part in ("C[all]", "/1.500]", "/2.000]", "C[x\\]", "RE[-12.000:r]"):
        assert part in again
    sgf = WRITERS[".sgf"](found)
    for part in ("C[all]", "C[x\\]", "RE[W+R]"):
        assert part in sgf
    (game,), _ = read_games(write("b.sgf", sgf))
    assert "C[x\\]" in WRITERS[".sgf"]([AnnotatedGame(game, Scale(game.start))])
    assert game.notes[2].comment.startswith("x]")
    assert "RE[-64.000:r]" in WRITERS[".ggf"](annotated(write("c.sgf", sgf), nodes=100))


def test_comments_stay_with_their_moves_where_passes_are_left_out(write):
    board = "OX" + "-" * 61 + "X X"
    text = f"(;GM[Othello]BO[8 {board.replace('X', '*')}]W[C1]C[after a pass];)"
    (game,), _ = read_games(write("a.ggf", text))
    assert len(game.moves) == 2
    assert game.notes[2].comment == "after a pass"


@pytest.mark.parametrize(
    ("result", "sgf", "ggf", "score"),
    [
        ("+12.000", "B+12", "+12.000", "1-0"),
        ("-2:t", "W+T", "-2:t", "0-1"),
        ("+0.000", "0", "+0.000", "1/2-1/2"),
        ("W+4", "W+4", "-4.000", "0-1"),
        ("B+Resign", "B+Resign", "+64.000:r", "1-0"),
        ("Draw", "Draw", "+0.000", "1/2-1/2"),
        ("0-1", "W+", "-64.000:s", "0-1"),
        ("?", "?", "?", "?"),
    ],
)
def test_results_are_written_as_each_format_has_them(result, sgf, ggf, score):
    written = [_result({"Result": result}, suffix) for suffix in (".sgf", ".ggf", ".txt")]
    assert written == [sgf, ggf, score]


def test_the_text_of_a_loss_agrees_with_its_mark():
    chess_scale, discs = Scale(make("chess")), Scale(make("othello"))
    assert (chess_scale.mark(0.0999), chess_scale.loss_text(0.0999)) == ("?!", "9%")
    assert (chess_scale.mark(0.15), chess_scale.loss_text(0.15)) == ("??", "15%")
    assert (discs.mark(4.99), discs.loss_text(4.99)) == ("?!", "4.9")
    assert all(discs.loss_text(each / 10) == f"{each / 10:.1f}" for each in range(640))


def test_a_game_that_went_on_after_a_repetition_is_annotated(write):
    moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 f3 e5 g4"  # a draw before f3
    (found,) = annotated(write("a.pgn", f"{moves} *"), nodes=200)
    assert WRITERS[".pgn"]([found])
    over = [move for move in found.moves if move.best.over]
    assert over
    assert {move.mark for move in over} == {""}


@pytest.mark.parametrize("command", ["[%clk 0:01:00]", f"[%cal {'Ga1h8,' * 20}Rb1b8]"])
def test_no_line_ends_inside_a_command(write, command):
    moves = " ".join(f"Nf3 Nf6 Ng1 Ng8 {{{'x' * width} {command}}}" for width in range(40))
    (game,), _ = read_games(write("a.pgn", moves + "*"))
    made = WRITERS[".pgn"]([AnnotatedGame(game, Scale(game.start))])
    assert made.count(command) == 40


def test_a_long_game_of_pgn_is_written(write):
    moves = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 60)
    (game,), _ = read_games(write("a.pgn", f"1. e4 {{x}} e5 (1... c5 2. Nf3) {moves} *"), None)
    before = str(game.pgn)
    assert WRITERS[".pgn"]([AnnotatedGame(game, Scale(game.start))]).count("Ng8") == 60
    assert str(game.pgn) == before


def test_a_game_without_moves_is_left_out(write):
    empty = '[Event "?"]\n\n*\n\n'
    text = f"1. e4 *\n\n{empty}1. d4 *\n"
    games, _ = read_games(write("a.pgn", text))
    assert [game.pgn.end().san() for game in games] == ["e4", "d4"]


def test_players_keep_their_sides(write):
    (found,) = annotated(write("a.pgn", MATE), nodes=50)
    text = WRITERS[".txt"]([found])
    assert "\t0-1\t?\tA\tB\n" in text
    made = WRITERS[".pgn"](annotated(write("b.txt", text), "chess", nodes=50))
    assert '[White "A"]\n[Black "B"]' in made


def test_text_of_an_unfinished_game_is_read_back(write):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    (found,) = annotated(write("a.pgn", f'[FEN "{fen}"]\n[SetUp "1"]\n\n1. e4 *\n'), nodes=50)
    (again,), _ = read_games(write("b.txt", WRITERS[".txt"]([found])), "chess")
    assert again.moves == found.game.moves
    assert again.start.text() == found.game.start.text()


def test_an_unfinished_game_of_play_keeps_its_start_and_players(write):
    start = make("breakthrough:width=5,height=5").play("a2b3")
    move = start.move_text(start.legal_moves()[0])
    line = f"{move}\t*\tunfinished\tHuman\tpvs\t{start.text()}\n"
    (found,) = annotated(write("a.txt", line), start.spec, nodes=50)
    assert line in WRITERS[".txt"]([found])
    assert found.game.start.text() == start.text()
    assert found.game.players == ("Human", "pvs")
