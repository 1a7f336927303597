"""`UCI_Variant`, and castling under `UCI_Chess960`, as python-chess and GUIs use them."""

from __future__ import annotations

import sys

import chess
import chess.engine
import chess.variant
import pytest

import games
from engine.uci.options import option_lines
from games.chess import facts
from games.chess.variants import VARIANTS
from games.errors import MoveError
from tests.engine.uci.dialogue import ROOT, Gui

COMMAND = [sys.executable, str(ROOT / "uci_main.py")]
BOARDS = sorted(set(VARIANTS.values()), key=lambda board: board.uci_variant)
CASTLING = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"


def test_the_combo_lists_what_the_board_plays() -> None:
    line = next(line for line in option_lines() if " UCI_Variant " in line)
    assert line.startswith("option name UCI_Variant type combo default chess var chess ")
    listed = line.split(" var ")[1:]
    assert sorted(listed) == sorted(board.uci_variant for board in BOARDS)
    for name in listed:
        assert VARIANTS[facts.UCI_VARIANTS[name]].uci_variant == name


def test_python_chess_plays_every_variant() -> None:
    with chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=30) as engine:
        assert "UCI_Variant" in engine.options
        for kind in (*BOARDS, chess.Board):
            board = kind()
            for _ in range(2):
                played = engine.play(board, chess.engine.Limit(nodes=30), game=kind)
                assert played.move in board.legal_moves
                board.push(played.move)


@pytest.mark.parametrize("start", ["startpos", "fen"])
@pytest.mark.parametrize("kind", BOARDS, ids=lambda kind: str(kind.uci_variant))
def test_the_start_and_fens_of_a_variant_are_read(
    gui: Gui, kind: type[chess.Board], start: str
) -> None:
    board = kind()
    placed = "startpos" if start == "startpos" else f"fen {board.fen()}"
    said = gui.ask(
        f"setoption name UCI_Variant value {kind.uci_variant}",
        f"position {placed}",
        "d",
        "go depth 1 nodes 50",
    )
    assert f"Fen: {board.fen()}" in said
    assert not any(line.startswith("info string") for line in said)
    assert chess.Move.from_uci(said[-1].split()[1]) in board.legal_moves


def test_pockets_and_drops(gui: Gui) -> None:
    fen = "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1"
    gui.send("setoption name UCI_Variant value crazyhouse")
    said = gui.ask(f"position fen {fen}", "go depth 2")
    board = chess.variant.CrazyhouseBoard(fen)
    assert board.is_legal(chess.Move.from_uci(said[-1].split()[1]))
    said = gui.ask(f"position fen {fen} moves Q@d5", "d", start="Moves:")
    assert "4k3/8/8/3Q4" in said[-3]


@pytest.mark.parametrize(
    ("variant", "fen", "read"),
    [
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R[Qp] w KQkq e9 5 7", "4K2R[Qp] w K - 5 7"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/4K2R/Qp w KQkq - 5 7", "4K2R[Qp] w K - 5 7"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w KQkq - 2+3 5 7", "4K2R w K - 2+3 5 7"),
        ("3check", "4k3/8/8/8/8/8/8/4K2R w KQkq e3 5 7 +1+0", "4K2R w K - 2+3 5 7"),
        ("atomic", "4k3/8/8/8/8/8/8/4K2R b x e3", "4K2R b - - 0 1"),
        ("horde", "4k3/8/8/8/8/8/PPPPPPPP/PPPPPPPP w KQkq -", "PPPPPPPP w - - 0 1"),
    ],
)
def test_the_fen_of_a_variant_is_mended(gui: Gui, variant: str, fen: str, read: str) -> None:
    gui.send(f"setoption name UCI_Variant value {variant}")
    said = gui.ask(f"position fen {fen}", "d", start="Moves:")
    assert said[0].startswith("info string position: dropped castling rights")
    assert said[-3].endswith(f"/{read}")


def test_the_way_back_to_chess(gui: Gui) -> None:
    moves = "position startpos moves e2e4"
    gui.ask("setoption name UCI_Variant value atomic", moves, "go depth 1")
    said = gui.ask("setoption name UCI_Variant value chess", "d", start="Moves:")
    assert f"Fen: {chess.STARTING_FEN}" in said
    gui.ask("setoption name UCI_Variant value Threecheck", moves, "d", start="Moves:")
    assert any("3+3" in line for line in gui.said)


def test_what_is_no_variant_or_does_not_suit_it_is_refused(gui: Gui) -> None:
    said = gui.ask("setoption name UCI_Variant value shogi", "d", start="Moves:")
    assert said[0].startswith("info string UCI_Variant=no variant is named 'shogi'")
    assert "crazyhouse" in said[0]
    said = gui.ask(
        "setoption name Evaluator value network",
        "setoption name UCI_Variant value horde",
        "go depth 1",
    )
    assert said[0].startswith("info string ")
    assert chess.Move.from_uci(said[-1].split()[1]) in chess.Board().legal_moves
    said = gui.ask("setoption name Evaluator value auto", "go depth 1")  # now the variant fits
    assert chess.Move.from_uci(said[-1].split()[1]) in chess.variant.HordeBoard().legal_moves


@pytest.mark.parametrize("variant", ["chess", "crazyhouse"])
@pytest.mark.parametrize(("text", "king"), [("e1g1", "g1"), ("e1c1", "c1")])
def test_castling_as_the_kings_step_is_read_in_chess960(
    gui: Gui, variant: str, text: str, king: str
) -> None:
    gui.send(
        f"setoption name UCI_Variant value {variant}",
        "setoption name UCI_Chess960 value true",
    )
    said = gui.ask(f"position fen {CASTLING} moves {text}", "d", start="Moves:")
    fen = next(line for line in said if line.startswith("Fen: ")).removeprefix("Fen: ")
    kind = chess.Board if variant == "chess" else chess.variant.CrazyhouseBoard
    board = kind(fen, chess960=True)
    assert board.king(chess.WHITE) == chess.parse_square(king)
    assert "info string" not in " ".join(said)


@pytest.mark.parametrize(
    ("fen", "text", "fault"),
    [
        # The king's own step to g1, not castling with the rook on h1.
        ("4k3/8/8/8/8/8/8/5K1R w K - 0 1", "f1g1", ""),
        ("r3k2r/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "is not legal"),  # no right to it
        ("r3k2r/8/8/8/8/6r1/8/R3K2R w KQkq - 0 1", "e1g1", "is not legal"),  # into check
        (CASTLING, "e1f1", ""),
        (CASTLING, "e8g8", "is not legal"),
        (CASTLING, "e1g3", "is not legal"),
    ],
)
def test_what_can_be_misread_is_no_castling(fen: str, text: str, fault: str) -> None:
    position = games.make("chess:chess960=true").at(fen)
    if fault:
        with pytest.raises(MoveError):
            position.parse_move(text)
    else:
        position.push(position.parse_move(text))
        assert f"{text[2:]}" == chess.square_name(position.board().king(chess.WHITE))
