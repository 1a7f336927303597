"""Tablebases in a search: probed after captures and pawn moves, where they are exact."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import chess
import chess.syzygy
import pytest

from games import make as make_game
from games.chess.tablebases import Tablebases
from games.core.scores import KNOWN_WIN, ONGOING
from searchers import make

ROOK_TAKES = "8/7k/8/8/8/8/1p6/1R2K3 w - - 7 1"


class ThreeMen:
    """Tables of three pieces for tests: a rook or queen wins, a pawn draws, a knight is unknown."""

    def __init__(self) -> None:
        self.wdl = {"KRvK": "", "KQvK": "", "KPvK": ""}
        self.probes = 0

    def add_directory(self, folder: str) -> None:
        assert Path(folder).is_dir()

    def probe_wdl(self, board: chess.Board) -> int:
        self.probes += 1
        assert not board.halfmove_clock
        assert not board.castling_rights
        if board.knights:
            raise chess.syzygy.MissingTableError
        strong = board.rooks | board.queens
        if not strong:
            return 0
        return 2 if strong & board.occupied_co[board.turn] else -2


@pytest.fixture
def tables(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Any:
    monkeypatch.setattr(chess.syzygy, "Tablebase", ThreeMen)
    return Tablebases(str(tmp_path), "path")


def at(fen: str, tables: Any) -> Any:
    position = make_game("chess").at(fen)
    position.use_tablebases(tables)
    return position


@pytest.mark.parametrize("player", ["pvs", "alphabeta", "bfms", "bstar", "rbfms"])
def test_lines_end_at_tablebase_positions(player: str, tables: Any) -> None:
    position = at(ROOK_TAKES, tables)
    result = make(player).search(position, nodes=400, depth=4)
    assert result.uci == "b1b2"
    assert abs((result.value or 0) - KNOWN_WIN) < 2**21
    found = [
        make(player).search(at(ROOK_TAKES, tables), nodes=400, depth=4).counts for _ in range(2)
    ]
    assert found == [result.counts] * 2
    position.use_tablebases(None)
    assert (make(player).search(position, nodes=400, depth=4).value or 0) < KNOWN_WIN


def test_an_earlier_win_has_a_higher_value(tables: Any) -> None:
    position = at(ROOK_TAKES, tables)
    position.begin_search()
    for line, plies in ((["b1b2"], 1), (["e1e2", "h7h6", "b1b2"], 3)):
        for move in line:
            position.push(position.parse_move(move))
        assert position.result() == -(KNOWN_WIN + 2**20 - plies)
        for _ in line:
            position.pop()


@pytest.mark.parametrize(
    ("fen", "move", "result"),
    [
        (ROOK_TAKES, "e1e2", ONGOING),  # four pieces
        ("8/7k/8/8/8/8/8/1R2K3 w - - 0 1", "b1b2", ONGOING),  # neither a capture nor a pawn move
        ("8/7k/8/8/8/4p3/8/R3K3 w Q - 0 1", "a1d1", ONGOING),
        ("8/8/8/8/8/2p4k/8/2N1K3 b - - 0 1", "c3c2", ONGOING),  # no such table
        ("8/8/8/8/8/7k/2p5/4K3 b - - 0 1", "c2c1q", -(KNOWN_WIN + 2**20 - 1)),
        ("8/8/8/8/8/2p4k/8/4K3 b - - 0 1", "c3c2", 0),
    ],
)
def test_unknown_positions_do_not_end_a_line(fen: str, move: str, result: int, tables: Any) -> None:
    position = at(fen, tables)
    position.begin_search()
    position.push(position.parse_move(move))
    assert position.result() == result


def test_a_game_goes_on_at_tablebase_positions(tables: Any) -> None:
    position = at(ROOK_TAKES, tables)
    position.push(position.parse_move("b1b2"))
    assert position.result() == ONGOING
    assert position.outcome() is None


def test_a_position_is_probed_once(tables: Any) -> None:
    searcher = make("pvs")
    searcher.search(at(ROOK_TAKES, tables), depth=5)
    probes = tables._tables.probes
    searcher.new_game()
    searcher.search(at(ROOK_TAKES, tables), depth=5)
    assert 0 < probes == tables._tables.probes


@pytest.mark.parametrize("lacking", [False, True])
def test_winning_moves_are_the_nearest_if_all_distances_are_known(
    lacking: bool, tables: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each file of the rook is another distance from mate here; one may have no table."""
    position = make_game("chess").at("8/8/8/8/8/2k5/7R/K7 w - - 0 1")

    def distance(board: chess.Board, default: int | None) -> int | None:
        (rook,) = board.pieces(chess.ROOK, chess.WHITE)
        file = chess.square_file(rook)
        return default if lacking and file == 3 else -2 * (1 + file)

    monkeypatch.setattr(tables._tables, "probe_wdl", lambda board: -2, raising=False)
    monkeypatch.setattr(tables._tables, "get_dtz", distance, raising=False)
    moves, words = tables.best(position)
    texts = {position.move_text(move) for move in moves}
    assert words == "tablebases: win"
    assert len(texts) == len(position.legal_moves()) if lacking else texts == {"h2a2"}
