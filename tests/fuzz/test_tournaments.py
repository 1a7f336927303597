"""Tournaments that are killed, and programs and players that do whatever they like."""

from __future__ import annotations

import contextlib
import json
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from functools import cache
from pathlib import Path
from typing import Any
from unittest.mock import patch

import chess.pgn
import pytest
from hypothesis import strategies as st

from engine.match import Tournament
from games import Position
from games.errors import StarlingError
from searchers import Limits, Result, Searcher
from tests.fuzz.running import fuzz, tally

PATIENCE = 120.0
"""Seconds within which a tournament ends whatever its players do."""

# -- programs that lie -----------------------------------------------------------------------

LIAR = """\
import sys, time
answers = {answers!r}
for line in sys.stdin:
    word = (line.split() or [""])[0]
    for answer in answers.get(word, ()):
        if answer == "SLEEP":
            time.sleep(100)
        elif answer == "EXIT":
            sys.exit(3)
        elif answer == "FLOOD":
            sys.stdout.write("x" * 10**7)
        else:
            sys.stdout.buffer.write(answer.encode("utf-8", "surrogatepass") + b"\\n")
    sys.stdout.flush()
    if word == "quit":
        break
"""

HONEST = {
    "uci": {
        "uci": ["id name liar", "option name Foo type spin default 1 min 0 max 9", "uciok"],
        "isready": ["readyok"],
        "go": ["info depth 1 nodes 1 score cp 13 pv a7a6", "bestmove a7a6"],
    },
    "gtp": {
        word: ["=", ""]
        for word in ("boardsize", "clear_board", "play", "name", "version", "showboard", "komi")
    }
    | {"list_commands": ["= play", "genmove", ""], "genmove": ["= d3", ""], "quit": ["=", ""]},
}

ANSWERS = (
    "bestmove e7e5", "bestmove", "bestmove 0000", "bestmove (none)",
    "bestmove e7e5 ponder e2e5", "info nodes -7 score mate 0",
    "info nodes 99999999999999999999 score cp 99999999999999999999",
    "info depth x score lowerbound nodes", "info string \x1b[31m\x07 red",
    "option name Foo type combo default x var", "option name", "id name two\rlines", "= pass",
    "= z9", "= ", "? no", "?", "=", "", "readyok", "uciok", "\ud800é☃", "9" * 5000, "SLEEP",
    "EXIT", "FLOOD",
)  # fmt: skip


def liars() -> st.SearchStrategy[tuple[str, dict[str, list[str]]]]:
    """A protocol and what a program answers to each of its words, mostly as it should."""

    def spoil(protocol: str, spoilt: dict[int, list[str]]) -> tuple[str, dict[str, list[str]]]:
        answers = dict(HONEST[protocol])
        for index, said in spoilt.items():
            answers[sorted(answers)[index % len(answers)]] = said
        return protocol, answers

    said = st.lists(st.sampled_from(ANSWERS), max_size=3)
    return st.builds(
        spoil,
        st.sampled_from(("uci", "gtp")),
        st.dictionaries(st.integers(0, 20), said, min_size=1, max_size=2),
    )


@contextlib.contextmanager
def ending() -> Any:
    """Expect the end of the work inside in bounded time."""
    started = time.monotonic()
    yield
    assert time.monotonic() - started < PATIENCE


@fuzz(1, liar=liars())
def test_programs_that_lie(liar: tuple[str, dict[str, list[str]]]) -> None:
    protocol, answers = liar
    starting = patch("engine.match.players.program.STARTING", 0.5)
    with starting, tempfile.TemporaryDirectory(prefix="starling-fuzz-") as folder, ending():
        script = Path(folder, "liar.py")
        script.write_text(LIAR.format(answers=answers), encoding="utf-8", errors="backslashreplace")
        program = f"{protocol}:{shlex.quote(sys.executable)} -I -S {shlex.quote(str(script))}"
        game = "chess" if protocol == "uci" else "othello"
        names = ["honest", "liar"]
        try:
            result = Tournament(
                game, ["random@static", program], nodes=2, names=names, patience=0.5
            ).run(Path(folder, "out"))
        except StarlingError:
            tally("refused")
            return
        tally("played")
        assert result.count == 2
        assert all(game.forfeited in (None, "liar") for game in result.games), result.games
        table = str(result)
        assert all(line.isprintable() for line in table.splitlines()), table
        if protocol == "uci":
            with open(Path(folder, "out", "games.pgn"), encoding="utf-8") as games:
                assert all(chess.pgn.read_game(games) for _ in range(2))
                assert chess.pgn.read_game(games) is None


# -- players that misbehave in our own process -----------------------------------------------


class Rogue(Searcher):
    """Does something else in every search."""

    NAME = "rogue"

    def __init__(self, deeds: list[str]) -> None:
        super().__init__()
        self.deeds = deeds
        self.searched = 0

    def search(
        self, position: Position, limits: Limits, report: Any = None, stop: Any = None
    ) -> Result:
        deed = self.deeds[self.searched % len(self.deeds)]
        self.searched += 1
        legal = position.legal_moves()
        move: Any = legal[0]
        nodes: Any = 1
        match deed:
            case "raises":
                raise ZeroDivisionError("a\nb \x1b[31m")
            case "leaves":
                raise SystemExit(3)
            case "memory":
                raise MemoryError
            case "deep":
                raise RecursionError
            case "no move":
                move = None
            case "illegal":
                move = 10**6
            case "no number":
                move = "e4\n"
            case "greedy":
                nodes = 10**6
            case "pushes":
                position.push(move)
            case "nothing":
                return None  # type: ignore[return-value]
            case _:
                pass
        return Result(move, None, None, False, (), 0, (), nodes, {}, 0.0, "done")


DEEDS = (
    "plays", "plays", "raises", "leaves", "memory", "deep", "no move", "illegal", "no number",
    "greedy", "pushes", "nothing",
)  # fmt: skip


@pytest.mark.slow
@fuzz(10, deeds=st.lists(st.sampled_from(DEEDS), min_size=1, max_size=4))
def test_players_that_misbehave(deeds: list[str]) -> None:
    with tempfile.TemporaryDirectory(prefix="starling-fuzz-") as folder, ending():
        result = Tournament(
            "ngame:b=3,d=6",
            ["random@static", Rogue(deeds)],
            nodes=5,
            games_per_pair=4,
            names=["honest", "rogue"],
        ).run(folder)
        assert result.count == 4
        assert all(game.forfeited in (None, "rogue") for game in result.games), result.games
        assert all(line.isprintable() for line in str(result).splitlines()), str(result)
        exceeded = any(move.exceeded for game in result.games for move in game.moves)
        assert exceeded or set(deeds) != {"greedy"}
        assert not (exceeded and result.budget().startswith("equal"))


# -- kills -----------------------------------------------------------------------------------

PLAN = """\
game = "othello"
games_per_pair = 6
nodes = 60
seed = 5
player = [{ spec = "alphabeta@positional" }, { spec = "bfms@positional" }, { spec = "random" }]
"""


def command(folder: Path, workers: int) -> list[str]:
    words = ["tournament", str(folder / "plan.toml"), "--out", str(folder / "out")]
    return [sys.executable, "-m", "engine.cli.main", *words, "--workers", str(workers)]


def untimed(folder: Path) -> Any:
    """Return the contents of a finished folder, without times."""

    def without(value: Any) -> Any:
        if isinstance(value, dict):
            timed = ("seconds", "cpu", "date")
            return {k: without(v) for k, v in value.items() if not any(t in k for t in timed)}
        return [without(v) for v in value] if isinstance(value, list) else value

    return without(json.loads((folder / "out" / "results.json").read_text()))


def run(folder: Path, workers: int, kill_after: float | None, how: int) -> int:
    """Run the tournament, perhaps not to its end; the exit code."""
    process = subprocess.Popen(
        command(folder, workers),
        cwd=Path(__file__).resolve().parents[2],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        start_new_session=True,
    )
    try:
        _, complaints = process.communicate(timeout=kill_after or PATIENCE)
    except subprocess.TimeoutExpired:
        process.send_signal(how)
        _, complaints = process.communicate(timeout=PATIENCE)
    if how not in (signal.SIGINT, signal.SIGTERM) or process.returncode == 0:
        assert b"Traceback" not in complaints, complaints.decode()
    _expect_no_orphans(process.pid)
    return process.returncode


def _expect_no_orphans(session: int) -> None:
    """Nothing that the tournament started outlives it by more than a few seconds."""
    if sys.platform != "linux":
        return
    deadline = time.monotonic() + 20
    while left := _session(session):
        assert time.monotonic() < deadline, f"{left} go on"
        time.sleep(0.02)


def _session(session: int) -> list[int]:
    """The processes of a session that still run."""
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with contextlib.suppress(OSError):
                fields = (entry / "stat").read_text().rpartition(")")[2].split()
                if int(fields[3]) == session and fields[0] not in "ZX":
                    found.append(int(entry.name))
    return found


@cache
def undisturbed() -> Any:
    """Return the output of the tournament where nothing disturbs it."""
    with tempfile.TemporaryDirectory(prefix="starling-fuzz-") as index:
        folder = Path(index)
        (folder / "plan.toml").write_text(PLAN)
        assert run(folder, 1, None, signal.SIGTERM) == 0
        return untimed(folder)


KILLS = st.lists(
    st.tuples(
        st.floats(0.05, 2.0),
        st.sampled_from((signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT)),
        st.integers(1, 2),
    ),
    min_size=1,
    max_size=4,
)


@pytest.mark.slow
@fuzz(2, kills=KILLS)
def test_kills(kills: list[tuple[float, int, int]]) -> None:
    with tempfile.TemporaryDirectory(prefix="starling-fuzz-") as index:
        folder = Path(index)
        (folder / "plan.toml").write_text(PLAN)
        for seconds, how, workers in kills:
            code = run(folder, workers, seconds, how)
            tally(f"exit {code}")
        assert run(folder, 1, None, signal.SIGTERM) == 0
        assert untimed(folder) == undisturbed()
        assert not list((folder / "out").glob("*.new"))
