"""UCI dialogues: random and broken commands in any order, held against what a GUI relies on."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
import time
from itertools import chain
from pathlib import Path
from queue import Empty, Queue
from typing import Any, NamedTuple

import chess
from hypothesis import strategies as st

from engine.uci.options import option_lines
from engine.uci.protocol import Uci
from tests.fuzz import parts
from tests.fuzz.running import COMPILED, fuzz, tally

ROOT = Path(__file__).resolve().parents[2]
PATIENCE = 60.0
"""Seconds that an answer may take on a loaded machine; waited for only where all is not well."""

WAIT = "# wait"
"""No command: wait for the answers that are owed, and after a moment send `stop`."""

FENS = (
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "7k/5KQ1/8/8/8/8/8/8 b - - 0 1",
    "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
    "k7/8/1K6/8/8/8/8/7R b - - 99 90",
    "8/P1k5/8/8/8/8/5K1p/8 w - - 0 1",
    CHESS960 := "bnrbkrqn/pppppppp/8/8/8/8/PPPPPPPP/BNRBKRQN w FCfc - 0 1",
)
BROKEN_FENS = (
    "8/8/8/8/8/8/8/8 w - - 0 1",
    "kK6/8/8/8/8/8/8/8 w - - 0 1",
    "4k3/8/8/8/8/8/8/4R1K1 w - - 0 1",
    "P3k3/8/8/8/8/8/8/4K3 w - - 0 1",
    "4k3/8/8/8/8/8/8/4K3 w KQkq e3 0 1",
    "4k3/8/8/8/8/8/8/4K3",
    "4k3/8/8/8/8/8/8/4K3 w - - -5 9999999999",
    "QQQQkQQQ/QQQQQQQQ/8/8/8/8/8/4K3 b - - 0 1",
)


class Request(NamedTuple):
    """One `go`: the line, and what is known of its position.

    :param board: the position; None where it is not known whether it is one.
    :param sure: whether the engine must know it.
    """

    line: str
    board: chess.Board | None
    sure: bool


def positions() -> st.SearchStrategy[str]:
    """`position` commands that every engine must take."""

    def played(start: str, plies: int, seed: int) -> str:
        board = chess.Board() if start == "startpos" else chess.Board(start, chess960=True)
        rng = random.Random(seed)
        moves = []
        while len(moves) < plies and (legal := sorted(board.legal_moves, key=str)):
            move = rng.choice(legal)
            if not board.is_castling(move):
                moves.append(move.uci())
                board.push(move)
            elif len(legal) == 1:
                break
        words = start if start == "startpos" else f"fen {start}"
        return f"position {words}" + (f" moves {' '.join(moves)}" if moves else "")

    return st.builds(
        played, st.sampled_from(("startpos", *FENS)), st.integers(0, 150), st.integers(0, 2**32)
    )


def goes() -> st.SearchStrategy[str]:
    """`go` in all its forms."""
    few = st.integers(0, 1500 if COMPILED else 60)
    word = st.one_of(
        few.map(lambda n: f"nodes {n}"),
        few.map(lambda n: f"nodes {n}"),
        st.integers(1, 3).map(lambda n: f"depth {n}"),
        st.integers(0, 40).map(lambda n: f"movetime {n}"),
        st.integers(-50, 2000).map(lambda n: f"wtime {n} btime {n}"),
        st.integers(0, 100).map(lambda n: f"winc {n} binc {n}"),
        st.integers(0, 40).map(lambda n: f"movestogo {n}"),
        st.integers(0, 3).map(lambda n: f"mate {n}"),
        st.sampled_from(("infinite", "ponder", "searchmoves e2e4 d2d4", "searchmoves a1a2", "")),
    )
    return st.lists(word, max_size=3).map(lambda words: " ".join(["go", *words]))


def options() -> st.SearchStrategy[str]:
    """`setoption` with names and values that there are, and others."""
    name = st.sampled_from(
        [line.removeprefix("option name ").partition(" type ")[0] for line in option_lines()]
    )
    value = st.one_of(
        parts.searchers(),
        parts.evaluators(),
        st.sampled_from(("auto", "<empty>", "true", "false", "1", "2", "5", "16", *parts.NASTY)),
    )
    fitting = st.one_of(
        parts.searchers().map(lambda spec: f"Searcher value {spec}"),
        parts.evaluators().map(lambda spec: f"Evaluator value {spec}"),
        parts.searchers().map(lambda spec: f"Options value {spec.partition(':')[2] or '<empty>'}"),
        st.integers(1, 8).map(lambda lines: f"MultiPV value {lines}"),
        st.integers(0, 100).map(lambda lines: f"Move Overhead value {lines}"),
        st.sampled_from(("Searcher value auto", "Evaluator value auto", "Options value <empty>")),
        st.sampled_from(("UCI_Chess960 value true", "UCI_Chess960 value false", "Clear Hash")),
    )
    either = st.one_of(fitting, fitting, st.builds(lambda n, v: f"{n} value {v}", name, value))
    return either.map(lambda rest: f"setoption name {rest}")


def dialogues() -> st.SearchStrategy[list[str]]:
    """Scripts: mostly sense, in any order, some lines broken."""
    simple = st.sampled_from(
        ("uci", "isready", "ucinewgame", "debug on", "debug off", "stop", "ponderhit", "register")
    )
    broken = st.one_of(
        st.sampled_from(BROKEN_FENS).map(lambda fen: f"position fen {fen}"),
        st.one_of(positions(), options(), goes()).flatmap(parts.mutated),
        st.sampled_from(parts.NASTY),
        st.text(max_size=30),
    )
    line = st.one_of(
        simple, positions(), positions(), goes(), goes(), options(), broken, st.just(WAIT)
    )
    lines = line.filter(lambda text: text.split()[:1] != ["quit"]).map(lambda text: [text])
    count = st.integers(1, 9).map(lambda plies: ["position startpos", f"go perft {plies}"])
    script = st.lists(st.one_of(*[lines] * 15, count), min_size=4, max_size=16)
    return st.builds(lambda parts, last: [*chain(*parts), last], script, goes())


class Engine:
    """The engine under test, and a GUI that remembers what it sent."""

    def __init__(self, script: list[str]) -> None:
        self.script = script
        self.said: list[str] = []
        self.requests: list[Request] = []
        self.ready = 0
        self._answers = 0
        self._board: chess.Board | None = chess.Board()
        self._sure = True
        self._heard: Queue[str] = Queue()

    def hold(self) -> None:
        """Say everything, wait for all answers, and quit."""
        for line in self.script:
            if line == WAIT:
                self._settle()
            else:
                self._note(line)
                self.send(line)
        self._settle()
        self.send("quit")
        self.join()
        while self._hear(0):
            pass

    def _note(self, line: str) -> None:
        """Record the answer that a line expects, and its effect on the position."""
        match line.split():
            case ["go", "perft", *_]:
                pass  # is answered by counts, and ended by the next `go`
            case ["go", *_]:
                self.requests.append(Request(line, self._board, self._sure))
            case ["isready", *_]:
                self.ready += 1
            case ["position", *words]:
                self._board, self._sure = known(words)
            case _:
                pass

    def _settle(self) -> None:
        """Wait for every answer still to come; no search need end by itself."""
        deadline = time.monotonic() + 0.02
        while self._answers < len(self.requests) and self._hear(deadline - time.monotonic()):
            pass
        if self._answers < len(self.requests):
            self.send("stop")
        deadline = time.monotonic() + PATIENCE
        while self._answers < len(self.requests) and self._hear(deadline - time.monotonic()):
            pass

    def _hear(self, seconds: float) -> bool:
        try:
            line = self._heard.get(timeout=max(0.0, seconds))
        except Empty:
            return False
        self.said.append(line)
        self._answers += line.startswith("bestmove")
        return True

    # -- how it is reached -------------------------------------------------------------------

    def send(self, line: str) -> None:
        raise NotImplementedError

    def join(self) -> None:
        """Wait until it has ended."""
        raise NotImplementedError


class Inside(Engine):
    """The engine in a thread of this process."""

    def __init__(self, script: list[str]) -> None:
        super().__init__(script)
        self._told: Queue[str | None] = Queue()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        Uci(iter(self._told.get, None), self._heard.put).run()

    def send(self, line: str) -> None:
        self._told.put(line)

    def join(self) -> None:
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "the engine ends at quit"


class Outside(Engine):
    """The engine as a GUI starts it."""

    def __init__(self, script: list[str]) -> None:
        super().__init__(script)
        self._process = subprocess.Popen(
            [sys.executable, str(ROOT / "uci_main.py")],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            self._heard.put(line.decode().removesuffix("\n"))

    def send(self, line: str) -> None:
        assert self._process.stdin is not None
        text = " ".join(line.splitlines()).encode("utf-8", "surrogatepass")
        self._process.stdin.write(text + b"\n")
        self._process.stdin.flush()

    def join(self) -> None:
        try:
            _, complaints = self._process.communicate(timeout=PATIENCE)
        finally:
            self._process.kill()
        self._reader.join()
        assert self._process.returncode == 0
        assert complaints == b"", complaints.decode()


def known(words: list[str]) -> tuple[chess.Board | None, bool]:
    """The board of a `position`, and whether every engine must take it."""
    end = words.index("moves") if "moves" in words else len(words)
    fen = chess.STARTING_FEN if words[:1] == ["startpos"] else " ".join(words[1:end])
    sound = words[:end] == ["startpos"] or (
        words[:1] == ["fen"] and fen in FENS and fen != CHESS960  # which is an option's matter
    )
    try:
        board = chess.Board(fen, chess960=True)
        sound = sound and (board.is_valid())
        for word in words[end + 1 :]:
            board.push(board.parse_uci(word))
    except (ValueError, IndexError, AssertionError):
        return None, False
    return board, sound


def moves_of(board: chess.Board) -> set[str]:
    """The legal moves, castling written in both ways."""
    return {board.uci(m, chess960=way) for m in board.legal_moves for way in (True, False)}


def follow(board: chess.Board, line: list[str]) -> None:
    """Play a line, which must be legal."""
    board = board.copy(stack=False)
    for word in line:
        assert word in moves_of(board), f"{word} in {line} is not legal in {board.fen()}"
        board.push(board.parse_uci(word))


def judge(engine: Engine) -> None:
    """Hold what an engine said against what a GUI relies on."""
    lines, sent = engine.said, "\n".join(engine.script)
    answers = [index for index, line in enumerate(lines) if line.startswith("bestmove")]
    assert len(answers) == len(engine.requests), (
        f"{len(answers)} answers to {len(engine.requests)} go"
    )
    assert sum(line == "readyok" for line in lines) == engine.ready
    for line in lines:
        assert line.isprintable(), repr(line)
        assert len(line) < 20_000
        assert "Traceback" not in line
        for found in re.findall(r"failed: |\w+(?:Error|Exception|Interrupt)\b", line):
            assert found in sent, line  # what was sent may be repeated
    start = 0
    for request, index in zip(engine.requests, answers, strict=True):
        judge_answer(request, lines[start : index + 1])
        start = index + 1
        tally("go")


def judge_answer(request: Request, lines: list[str]) -> None:
    """Hold one answer against the rules and its node budget."""
    board = request.board
    nodes = re.findall(r" nodes (\d+)(?= |$)", request.line)
    well_formed = re.fullmatch(r"go( (nodes|depth|movetime|wtime|btime) \d+)*", request.line)
    for words in (line.split() for line in lines if line.startswith("info ")):
        if words[1] == "string":
            continue
        assert "score" in words or "pv" not in words, f"a pv without a score: {words}"
        if nodes and well_formed and "nodes" in words:
            spent = int(words[words.index("nodes") + 1])
            assert spent <= int(nodes[-1]), f"{spent} nodes for {request.line!r}"
        if board is not None and request.sure and "pv" in words:
            follow(board, words[words.index("pv") + 1 :])
    _, move, *ponder = lines[-1].split()
    if move == "0000":
        assert any(line.startswith("info string") for line in lines), "0000 without a reason"
        assert not (board and request.sure and moves_of(board)), f"0000 for {request}"
    elif move == "(none)":
        assert board is None or not moves_of(board), f"no move for {request}"
    elif board is not None:
        follow(board, [move, *ponder[1:]])


@fuzz(25, script=dialogues())
def test_dialogues(script: list[str]) -> None:
    broken: list[Any] = []
    hook, threading.excepthook = threading.excepthook, broken.append
    try:
        engine = Inside(script)
        engine.hold()
    finally:
        threading.excepthook = hook
    assert not broken, broken
    judge(engine)


@fuzz(1, script=dialogues())
def test_dialogues_with_a_process(script: list[str]) -> None:
    engine = Outside(script)
    engine.hold()
    judge(engine)
