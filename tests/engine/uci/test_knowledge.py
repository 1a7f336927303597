"""Books, tablebases, chances of a result, and the words that people type."""

from __future__ import annotations

import re
import struct
from pathlib import Path
from typing import Any

import chess
import chess.polyglot
import chess.syzygy
import pytest

import games
from engine.bench import SEARCHES
from engine.uci.go import Requests
from engine.uci.info import EVEN, chances_of
from engine.uci.options import SearcherCache, Settings
from games.core.scores import WIN
from tests.engine.uci.dialogue import Gui

ROOK_ENDING = "8/8/8/8/4k3/8/8/K6R w - - 0 1"


def book(path: Path, *moves: tuple[str, int]) -> Path:
    """A Polyglot book with these moves and weights at the start."""
    key = chess.polyglot.zobrist_hash(chess.Board())
    entries = []
    for text, weight in moves:
        move = chess.Move.from_uci(text)
        entries.append(struct.pack(">QHHI", key, move.from_square << 6 | move.to_square, weight, 0))
    path.write_bytes(b"".join(entries))
    return path


def test_the_heaviest_move_of_the_book_is_played(gui: Gui, tmp_path: Path) -> None:
    path = book(tmp_path / "a book.bin", ("d2d4", 3), ("e2e4", 7), ("a2a3", 0))
    gui.send(f"setoption name BookFile value {path}")
    assert gui.ask("go nodes 1") != gui.ask("setoption name OwnBook value true", "go nodes 1")
    said = gui.ask("go nodes 9")
    assert said == ["info string book e2e4, 7 of 10 by weight", "bestmove e2e4"]
    for line in ("go nodes 9 searchmoves a2a3", "go infinite"):
        said = gui.ask(line, "stop")
        assert not any("book" in line for line in said)
    gui.send("setoption name UCI_AnalyseMode value true")
    assert not any("book" in line for line in gui.ask("go nodes 9"))
    gui.send("setoption name UCI_AnalyseMode value false")
    gui.send("setoption name UCI_LimitStrength value true")
    assert not any("book" in line for line in gui.ask("go nodes 9"))
    gui.send("setoption name UCI_LimitStrength value false")
    assert not any("book" in line for line in gui.ask("position startpos moves e2e4", "go nodes 9"))


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ("BookFile value nowhere.bin", "BookFile=nowhere.bin: No such file"),
        ("BookFile value .", "BookFile=.: Is a directory"),
        (
            "BookFile value {}/text",
            "/text has 3 bytes: expected a Polyglot book, 16 bytes an entry",
        ),
        ("BookFile value a\0b", "BookFile="),
        ("SyzygyPath value nowhere", "SyzygyPath='nowhere': expected a folder"),
        ("SyzygyPath value {}", "expected a folder of .rtbw files"),
        ("OwnBook value yes", "expected true or false"),
        ("UCI_ShowWDL value ", "expected true or false"),
    ],
)
def test_what_is_no_book_and_no_table_is_reported(
    setting: str, fault: str, gui: Gui, tmp_path: Path
) -> None:
    (tmp_path / "text").write_text("abc")
    said = gui.ask(f"setoption name {setting.format(tmp_path)}", "isready", start="ready")
    assert len(said) == 2
    assert said[0].startswith("info string ")
    assert fault in said[0]


def test_a_book_that_vanished_is_reported_and_the_search_answers(gui: Gui, tmp_path: Path) -> None:
    path = book(tmp_path / "book.bin", ("e2e4", 7))
    gui.send(
        f"setoption name BookFile value {path}", "setoption name OwnBook value true", "isready"
    )
    gui.expect("readyok")
    path.unlink()
    said = gui.ask("go nodes 5")
    assert any("BookFile" in line for line in said)
    assert not said[-1].endswith("0000")


class Tables:
    """Rook against king as tablebases have it, by a separate rule: a rook that is attacked
    and not defended is lost, and the other moves win in as many plies as the king has squares."""

    def __init__(self) -> None:
        self.wdl = {"KRvK": "KRvK.rtbw"}

    def add_directory(self, folder: str) -> None:
        assert Path(folder).is_dir()

    def probe_wdl(self, board: chess.Board) -> int:
        if board.piece_map().keys() - {board.king(True), board.king(False)} == set():
            return 0
        if not board.pieces(chess.ROOK, chess.WHITE):
            raise chess.syzygy.MissingTableError
        rook = next(iter(board.pieces(chess.ROOK, chess.WHITE)))
        if board.turn == chess.WHITE:
            return 2
        hangs = board.is_attacked_by(chess.BLACK, rook) and not board.is_attacked_by(True, rook)
        return 0 if hangs else -2

    def get_dtz(self, board: chess.Board, default: int) -> int:
        return -len(list(board.legal_moves))


def test_only_moves_that_keep_the_win_are_searched(
    gui: Gui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chess.syzygy, "Tablebase", Tables)
    gui.send(f"setoption name SyzygyPath value {tmp_path}", f"position fen {ROOK_ENDING}")
    said = gui.ask("go depth 3")
    assert said[0] == "info string tablebases: win"
    board = chess.Board(ROOK_ENDING)
    fewest = {}
    for move in board.legal_moves:
        board.push(move)
        if Tables().probe_wdl(board):
            fewest.setdefault(-Tables().get_dtz(board, 0), set()).add(move.uci())
        board.pop()
    assert said[-1].split()[1] in fewest[min(fewest)]
    for line in ("position startpos", "position fen 8/8/8/8/4k3/8/8/K6Q w - - 0 1"):
        assert not any("tablebases" in line for line in gui.ask(line, "go nodes 9")), line


@pytest.mark.parametrize(
    ("values", "words", "seen"),
    [
        ({}, "depth 3", (True, True)),
        ({}, "depth 3 ponder", (True, True)),
        ({"lines": 2}, "depth 3", (True, False)),
        ({"analysing": True}, "depth 3", (True, False)),
        ({}, "infinite", (True, False)),
        ({}, "searchmoves h1h5 h1e1 depth 3", (True, False)),  # the second loses the rook
        ({}, "mate 3", (False, False)),
    ],
)
def test_tablebases_restrict_only_the_moves_of_a_game(
    values: dict[str, Any],
    words: str,
    seen: tuple[bool, bool],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(chess.syzygy, "Tablebase", Tables)
    root, lines = games.make("chess").at(ROOK_ENDING), []
    settings = Settings(syzygy=str(tmp_path), **values)
    requests = Requests(SearcherCache(lines.append), lines.append)
    request: Any = requests.request(words.split(), root, settings)
    wanted = tuple(map(root.parse_move, ("h1h5", "h1e1"))) if "searchmoves" in words else None
    is_restricted = request._go.limits.moves != wanted
    assert (lines == ["info string tablebases: win"], is_restricted) == seen


def test_chances_are_reported_when_wanted(gui: Gui) -> None:
    assert not any(" wdl " in line for line in gui.ask("go depth 2"))
    gui.send("setoption name UCI_ShowWDL value true", "setoption name MultiPV value 2")
    seen = [line for line in gui.ask("go depth 2") if " multipv " in line]
    assert seen
    for line in seen:
        chances = re.search(r" score cp -?\d+ wdl (\d+) (\d+) (\d+) nodes ", line)
        assert chances is not None
        assert sum(map(int, chances.groups())) == 1000


@pytest.mark.parametrize(
    "fen", ["7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "8/8/6K1/8/8/8/8/k7 w - - 0 1"], ids=["stale", "bare"]
)
def test_a_certain_draw_is_no_even_position(gui: Gui, fen: str) -> None:
    gui.send("setoption name UCI_ShowWDL value true")
    seen = [line for line in gui.ask(f"position fen {fen}", "go depth 2") if " score " in line]
    assert seen
    assert all(" score cp 0 wdl 0 1000 0 " in line for line in seen)


def test_a_certain_draw_is_one_in_every_line(gui: Gui) -> None:
    gui.send("setoption name UCI_ShowWDL value true", "setoption name MultiPV value 2")
    seen = gui.ask("position fen 8/8/8/4k3/8/8/4K3/8 w - - 0 1", "go depth 3")[-3:-1]
    assert all(" score cp 0 wdl 0 1000 0 " in line for line in seen)
    gui.send("setoption name MultiPV value 99")
    seen = gui.ask("position fen 7k/8/5K2/8/8/8/8/6Q1 w - - 0 1", "go depth 1")[:-1]
    certain = [line.partition(" pv ")[2] for line in seen if " wdl 0 1000 0 " in line]
    assert set(certain) == {"g1g8 h8g8"}, "bare kings; with a queen a draw is not certain"


def test_chances_are_even_where_the_fit_says_and_certain_at_mate() -> None:
    assert chances_of(round(EVEN))[0] == 500
    assert chances_of(WIN - 3) == (1000, 0, 0)
    assert chances_of(3 - WIN) == (0, 0, 1000)
    assert chances_of(77) == chances_of(-77)[::-1]
    assert all(min(chances_of(value)) >= 0 for value in range(-20_000, 20_000, 97))


def test_d_shows_the_position(gui: Gui) -> None:
    said = gui.ask("position startpos moves e2e4", "d", start="Moves:")
    assert said[4] == "4 . . . . P . . ."
    assert said[-3].startswith("Fen: rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq")
    assert "e7e5" in said[-1]


def test_eval_shows_the_static_value(gui: Gui) -> None:
    gui.send(
        "setoption name Evaluator value material", "position fen 4k3/8/8/8/8/8/8/3QK3 b - - 0 1"
    )
    said = gui.ask("eval", start="material")
    assert re.fullmatch(r"material: cp -\d+ for Black, who moves", said[-1])
    gui.send("setoption name Searcher value bstar", "setoption name Evaluator value nullmove")
    assert re.search(r"\[.*\] for Black", gui.ask("eval", start="nullmove")[-1])
    gui.send("position fen 7k/5KQ1/8/8/8/8/8/8 b - - 0 1")
    assert gui.ask("eval", start="the game")[-1] == "the game is over: checkmate"


def test_bench_can_be_stopped(gui: Gui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.bench.SEARCHES", SEARCHES[:2])
    said = gui.ask("bench", start="  ")
    assert " nodes " in said[-1]
    gui.send("stop")
    assert gui.ask("go nodes 9")[-1].startswith("bestmove")


def test_a_search_that_reaches_the_tables_reports_their_values(
    gui: Gui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(chess.syzygy, "Tablebase", Tables)
    takes = "position fen 8/7k/8/8/8/8/1p6/1R2K3 w - - 7 1"
    seen = gui.ask(f"setoption name SyzygyPath value {tmp_path}", takes, "go depth 4")
    assert not any("tablebases" in line for line in seen)  # four men, where these know three
    assert "score cp 30000" in seen[-2]
    seen = gui.ask("setoption name SyzygyPath value <empty>", takes, "go depth 4")
    assert "score cp 30000" not in seen[-2]


def test_a_damaged_table_is_as_a_missing_one(gui: Gui, tmp_path: Path) -> None:
    (tmp_path / "KRvK.rtbw").write_bytes(bytes(1000))
    gui.send(f"setoption name SyzygyPath value {tmp_path}", f"position fen {ROOK_ENDING}")
    assert gui.ask("go depth 3")[-1].startswith("bestmove ")
    assert gui.ask("go depth 3")[-1] != "bestmove 0000"


def test_tables_that_vanished_are_reported_and_the_search_answers(gui: Gui, tmp_path: Path) -> None:
    folder = tmp_path / "tables"
    folder.mkdir()
    (folder / "KRvK.rtbw").write_bytes(bytes(1000))
    gui.send(f"setoption name SyzygyPath value {folder}", f"position fen {ROOK_ENDING}")
    (folder / "KRvK.rtbw").unlink()
    folder.rmdir()
    said = gui.ask("go depth 3")
    assert any("SyzygyPath" in line for line in said)
    assert any(line.startswith("info depth 3") for line in said)
