"""Annotated games: marks, signs, exclusions, files, pages and bad input."""

from __future__ import annotations

import io
import json
import re

import chess.pgn
import pytest

from engine.annotate.annotating import Annotator
from engine.annotate.page import page
from engine.annotate.reading import read_games
from engine.annotate.scale import Scale
from engine.annotate.writing import WRITERS, _copied
from engine.cli.main import main
from games import WIN, Position, make
from games.othello.ggf import read_ggf
from searchers import Limits

TRAP = '[White "A"]\n[Black "B"]\n\n1. e4 e5 2. Nf3 Qg5 3. d4 {hm} Qxg2 4. Bxg2 *\n'
MATE = '[White "A"]\n[Black "B"]\n[Result "0-1"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n'
OTHELLO = "f5d6c3d3c4f4f6f3e6e7c6g6"


def annotated(path, game=None, nodes=600, **settings):
    annotator = Annotator(Limits(nodes=nodes), **settings)
    found = []
    for each in read_games(path, game):
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
    assert moves["Qg5"].white > 500, "the queen hangs: good for White"
    assert moves["Qg5"].value == -moves["Qg5"].white, "bad for Black, who moved"
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
    handle = io.StringIO(WRITERS[".pgn"](annotated(path), 'engine "x"'))
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
    assert max(map(len, handle.getvalue().splitlines()[8:])) < 80


def test_othello_counts_discs_and_writes_every_format(write):
    (found,) = annotated(write("o.txt", OTHELLO + "\n"), "othello", nodes=200)
    texts = [move.text for move in found.moves]
    assert "".join(texts) == OTHELLO
    assert Scale(make("othello")).loss(300, -300) == 6
    assert Scale(make("othello")).mark(6) == "?"
    for suffix in (".sgf", ".ggf", ".txt"):
        again = read_games(write(f"back{suffix}", WRITERS[suffix]([found], "x]")), "othello")
        assert [game.moves for game in again] == [found.game.moves], suffix
    (ggf,) = read_ggf(WRITERS[".ggf"]([found], "x"))
    assert ggf.moves[0].discs == pytest.approx(found.moves[0].value / 100, abs=0.005)


def test_a_losing_move_of_othello_is_marked_and_excluded(write):
    line = "e6d6c3f4d7c5g4g3c4g5b5c7f5a5a6d8a4f7f6d3h4c2e7e3b2"
    (found,) = annotated(write("o.txt", line), "othello", nodes=300)
    last = found.moves[-1]
    assert (last.text, last.mark) == ("b2", "??"), "it gives a corner away"
    assert last.exclusion.chance < 0.01
    assert "DO[]" in (sgf := WRITERS[".sgf"]([found], "x")) or "BM[2]" in sgf


def test_passes_and_starts_come_back(write):
    board = "XO" + "-" * 61 + "O X"
    position = make("othello").at(board)
    path = write("o.txt", f"{board} moves {position.move_text(position.legal_moves()[0])}\n")
    found = annotated(path, "othello", nodes=100)
    for suffix in (".ggf", ".txt"):
        (again,) = read_games(write(f"b{suffix}", WRITERS[suffix](found, "x")), "othello")
        assert (again.start.text(), again.moves) == (board, found[0].game.moves)


class Take(Position):
    """Nim: the last to take wins."""

    NAME = "take"

    def __init__(self, heap=6):
        self.heap = heap

    def legal_moves(self):
        return [take for take in (1, 2, 3) if take <= self.heap]

    def push(self, move):
        self.heap -= move

    def pop(self):
        self.heap += self.history[-1]

    def outcome(self):
        return None if self.heap else -WIN


def test_a_game_of_ones_own_marks_wins_that_are_given_away():
    scale = Scale(Take())
    assert scale.mark(scale.loss(WIN - 3, 5 - WIN)) == "??"
    assert scale.mark(scale.loss(40, -40)) == "", "the unit of its values is not known"
    assert scale.mark(scale.loss(WIN - 3, WIN - 9)) == "", "a longer win is a win"


def test_the_page_escapes_and_asks_no_network(write):
    tags = (
        '[Event "<script>alert(1)</script>"]\n[White "</script><img src=x>"]\n[Black "B \\"q\\""]\n'
    )
    made = page(annotated(write("a.pgn", tags + "\n1. e4 e5 *\n")), "<b>t</b>", "x")
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
        ("a.pgn", '[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. e4 e5 2. Ke3 *\n', [], "game 2: "),
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


def test_ctrl_c_writes_what_is_finished(write, tmp_path, monkeypatch, capsys):
    evaluate, calls = Annotator._evaluate, []

    def interrupted(self, position, found):
        calls.append(position)
        if len(calls) == 5:
            raise KeyboardInterrupt
        return evaluate(self, position, found)

    monkeypatch.setattr(Annotator, "_evaluate", interrupted)
    out, made = tmp_path / "out.pgn", tmp_path / "out.html"
    words = ["--nodes", "500", "--out", str(out), "--html", str(made)]
    assert main(["annotate", str(write("a.pgn", TRAP)), *words]) == 130
    assert "the last 3 plies" in capsys.readouterr().err
    nodes = list(chess.pgn.read_game(io.StringIO(out.read_text())).mainline())
    assert [node.eval() is not None for node in nodes] == [False] * 4 + [True] * 3
    assert '"plies":7' in made.read_text()


def test_a_game_that_went_on_after_a_repetition_is_annotated(write):
    moves = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8 f3 e5 g4"  # a draw before f3
    (found,) = annotated(write("a.pgn", f"{moves} *"), nodes=200)
    assert WRITERS[".pgn"]([found], "x")
    over = [move for move in found.moves if move.best.over]
    assert over
    assert {move.mark for move in over} == {""}


def test_a_long_game_of_pgn_is_written(write):
    moves = " ".join(["Nf3 Nf6 Ng1 Ng8"] * 60)
    (game,) = read_games(write("a.pgn", f"1. e4 {{x}} e5 (1... c5 2. Nf3) {moves} *"), None)
    copy = _copied(game.pgn)
    assert str(copy) == str(game.pgn)
    assert copy is not game.pgn


def test_a_game_without_moves_is_left_out(write):
    empty = '[Event "?"]\n\n*\n\n'
    text = f"1. e4 *\n\n{empty}1. d4 *\n"
    games = list(read_games(write("a.pgn", text), None))
    assert [game.pgn.end().san() for game in games] == ["e4", "d4"]


def test_text_of_an_unfinished_game_is_read_back(write):
    fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1"
    (found,) = annotated(write("a.pgn", f'[FEN "{fen}"]\n[SetUp "1"]\n\n1. e4 *\n'), nodes=50)
    (again,) = read_games(write("b.txt", WRITERS[".txt"]([found], "x")), "chess")
    assert again.moves == found.game.moves
    assert again.start.text() == found.game.start.text()
