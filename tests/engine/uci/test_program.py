"""The program itself, against a GUI's library."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import which
from typing import Any

import chess
import chess.engine
import pytest

from tests.compiled import COMPILED
from tests.engine.uci.dialogue import MATED, PATIENCE, ROOT

COMMAND = [sys.executable, str(ROOT / "uci_main.py")]


@pytest.mark.parametrize("command", [COMMAND, [sys.executable, "-m", "engine.cli.main", "uci"]])
def test_the_program_survives_garbage_bytes(command: list[str]) -> None:
    script = b"\xff\xfe\x00 uci\r\n\n\xc3(\r\nisready\r\nposition startpos moves \xf0\r\ngo nodes 9"
    run = subprocess.run(
        command, input=script, cwd=ROOT, capture_output=True, timeout=PATIENCE, check=True
    )
    lines = run.stdout.decode().splitlines()
    assert not run.stderr
    assert "readyok" in lines
    assert lines[-1].startswith("bestmove")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs a device that is always full")
@pytest.mark.parametrize(
    ("streams", "seen"),
    [
        ("> /dev/full", "[Errno 28] No space left on device"),
        (">&-", "standard output is closed"),
        ("<&-", "standard input is closed"),
    ],
)
def test_the_program_reports_closed_streams_in_a_line(streams: str, seen: str) -> None:
    command = f"echo uci | {{ {' '.join(COMMAND)} {streams}; }}"
    run = subprocess.run(
        ["bash", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (run.returncode, run.stderr) == (2, f"starling: {seen}\n")


@pytest.fixture
def program(tmp_path: Path) -> Iterator[chess.engine.SimpleEngine]:
    engine = chess.engine.SimpleEngine.popen_uci(COMMAND, timeout=PATIENCE, cwd=tmp_path)
    yield engine
    engine.quit()


def test_an_analysis_is_stopped(program: chess.engine.SimpleEngine) -> None:
    with program.analysis(chess.Board(), info=chess.engine.INFO_ALL) as analysis:
        assert next(info["pv"] for info in analysis if "pv" in info)
        analysis.stop()
        best = analysis.wait().move
    assert best is not None
    assert best in chess.Board().legal_moves


def test_a_finished_game_has_no_move_for_the_gui_either(
    program: chess.engine.SimpleEngine,
) -> None:
    assert program.play(chess.Board(MATED), chess.engine.Limit(time=1)).move is None


@pytest.mark.parametrize("searcher", [None, "alphabeta", "bfms", "rbfms", "ps", "mtdf", "bstar"])
def test_a_gui_is_given_its_lines(searcher: str | None, program: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    options = {"Searcher": searcher} if searcher else {}
    seen = program.analyse(board, chess.engine.Limit(nodes=4000), multipv=3, options=options)
    assert [info["multipv"] for info in seen] == [1, 2, 3]
    assert len({info["pv"][0] for info in seen}) == 3
    assert len({info["depth"] for info in seen}) == 1
    scores = [info["score"].relative for info in seen]
    assert scores == sorted(scores, reverse=True)
    assert max(info["nodes"] for info in seen) <= 4000


def test_pondering(program: chess.engine.SimpleEngine) -> None:
    board = chess.Board()
    for _ in range(4):
        played = program.play(board, chess.engine.Limit(time=0.02), ponder=True)
        assert played.move is not None
        board.push(played.move)
        board.push(played.ponder or next(iter(board.legal_moves)))  # a hit where it can be


STOCKFISH = which("stockfish", path="/usr/games:/usr/local/bin:/usr/bin:/opt/homebrew/bin")
OPPONENTS = [
    pytest.param(COMMAND, id="itself"),
    pytest.param(
        [STOCKFISH],
        id="stockfish",
        marks=pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed"),
    ),
]
CONTROLS = [
    pytest.param({"nodes": 1000 if COMPILED else 50}, id="nodes"),
    pytest.param({"time": 0.1}, id="movetime", marks=pytest.mark.slow),
    pytest.param(
        {"white_clock": 2.0, "black_clock": 2.0, "white_inc": 0.05, "black_inc": 0.05},
        id="clock",
        marks=pytest.mark.slow,
    ),
]


@pytest.mark.parametrize("opponent", OPPONENTS)
@pytest.mark.parametrize("control", CONTROLS)
def test_a_whole_game(
    control: dict[str, Any],
    opponent: list[str],
    program: chess.engine.SimpleEngine,
    caplog: pytest.LogCaptureFixture,
) -> None:
    board = chess.Board()
    left = control.copy()
    with chess.engine.SimpleEngine.popen_uci(opponent, timeout=PATIENCE) as other:
        while not board.is_game_over(claim_draw=True):
            player = program if board.turn else other
            begun = time.perf_counter()
            limit = chess.engine.Limit(**left)
            move = player.play(board, limit, info=chess.engine.INFO_ALL).move
            if "white_clock" in left:
                side = "white_clock" if board.turn else "black_clock"
                left[side] += left["white_inc"] - (time.perf_counter() - begun)
                assert left[side] > 0, f"out of time at move {board.fullmove_number}"
            assert move is not None
            assert move in board.legal_moves
            board.push(move)
    assert not [record for record in caplog.records if record.levelname != "DEBUG"]
