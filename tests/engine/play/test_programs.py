"""External programs as opponents: they move, resign and fail."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from markupsafe import escape

import games
from engine.play.live import Live
from engine.play.page import page_of
from engine.play.session import Session
from games.errors import EngineError, LimitsError, SpecError, StarlingError
from searchers import Limits
from tests.engine.play.test_terminal import dialogue, play

GTP = """
import sys
moves = {moves!r}.split()
for line in sys.stdin:
    word = line.split()[0]
    if word == "genmove":
        {before}
        print("=", moves.pop(0), "\\n", flush=True)
    elif word == "quit":
        break
    else:
        print("=\\n", flush=True)
"""

NBOARD = """
import sys
moves = ["c3", "e3"]
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "quit":
        break
    if word in ("ping", "go"):
        print(f"=== {moves.pop(0)}" if word == "go" else f"pong {rest}", flush=True)
"""

Made = Callable[..., str]


@pytest.fixture
def program(tmp_path: Path) -> Made:
    """Return a function that makes a GTP program with these moves, and returns its spec."""

    def make(moves: str, before: str = "pass") -> str:
        path = tmp_path / "program.py"
        path.write_text(GTP.format(moves=moves, before=before), encoding="utf-8")
        return f"gtp:{shlex.join([sys.executable, str(path)])}"

    return make


def test_a_program_plays(program: Made) -> None:
    spec = program("c3 e3")
    out, session = dialogue(["d3", "c4", "eval", "opinion", "quit"], "othello", player=spec)
    assert f"othello against {spec}, 1 s a move" in out
    assert f"{spec} plays c3: " in out
    assert [played.record.text for played in session.moves] == ["d3", "c3", "c4", "e3"]
    assert "by patterns, without a search" in out
    assert "pvs: " in out
    session.close()


def test_after_undo_the_program_begins_again(program: Made) -> None:
    spec = program("c3 e3", before="if line.endswith('x'): break")
    session = Session(games.make("othello"), spec)
    for answer in ("c3", "e3"):
        session.play(session.read_move("d3"))
        assert session.accept(*session.search()).record.text == answer  # type: ignore[union-attr]
        session.undo()
    session.close()


def test_a_program_of_nboard_has_a_clock(tmp_path: Path) -> None:
    path = tmp_path / "program.py"
    path.write_text(NBOARD, encoding="utf-8")
    spec = f"nboard:{shlex.join([sys.executable, str(path)])}"
    for limits, fault in (
        (Limits(nodes=9), "has no node limit and no level: expected --clock$"),
        (Limits(seconds=2), "has no seconds for a move: expected --clock$"),
    ):
        with pytest.raises(LimitsError, match=fault):
            Session(games.make("othello"), spec, limits=limits)
    session = Session(games.make("othello"), spec)
    assert session.strength == "clock 30+1"
    session.play(session.read_move("d3"))
    session.accept(session.search()[0], 30.5)
    session.play(session.read_move("c4"))
    assert str(session.limits().clock) == "0.5+1"
    session.searcher.new_game()  # as after a move back
    assert session.search()[0].move_text == "e3"
    session.close()


def test_a_program_may_resign(program: Made) -> None:
    out, session = dialogue(["d3", "undo", "quit"], "othello", player=program("resign"))
    assert "The game is over: 1-0 (resigned)" in out
    assert "taken back: the resignation" in out
    session.close()


def test_a_program_that_fails_is_one_line(program: Made, elsewhere: Path) -> None:
    spec = program("", before="sys.exit(3)")
    out, session = dialogue(["d3", "", "player alphabeta", "quit"], "othello", player=spec)
    assert out.count("; undo, another player, or an empty line to try again") == 2
    assert "against alphabeta, 1 s a move" in out
    assert session.moves[1].searched
    cheat = program("a1")
    out, session = dialogue(["d3", "quit"], "othello", player=cheat)
    assert "illegal move" in out
    session.close()


def test_levels_need_node_limits(
    program: Made, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    spec = program("c3")
    session = Session(games.make("othello"), spec)
    assert session.strength == "1 s a move"
    with pytest.raises(LimitsError, match="has no node limit and no level"):
        session.set_level(3)
    session.close()
    code, _, err = play(capfd, monkeypatch, "", "othello", "--player", spec, "--level", "3")
    assert code == 2
    assert err.endswith("has no node limit and no level: expected --seconds or --clock\n")
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("spec", "fault"),
    [
        ("gtp:no-such-program", "no program 'no-such-program'"),
        (f"gtp:{sys.executable} -c 0", "does not"),
        ("gtp:", "expected text behind"),
        ("pvz", "pvs"),
    ],
)
def test_no_program_leaves_the_old_player(spec: str, fault: str) -> None:
    session = Session(games.make("othello"), "pvs")
    with pytest.raises(StarlingError, match=fault):
        session.choose_player(spec)
    assert session.player == "pvs"


def test_a_program_gives_no_opinion(program: Made) -> None:
    session = Session(games.make("othello"), "pvs")
    with pytest.raises(SpecError, match="is a program: expected a searcher"):
        session.opinion(program("c3"), 0, Limits(nodes=10))


def test_a_page_starts_no_program(program: Made) -> None:
    live = Live(Session(games.make("othello"), "pvs"))
    with pytest.raises(SpecError):
        live.act({"action": "player", "player": program("c3")})
    live.close()


def test_a_page_returns_to_the_program_of_the_command_line(program: Made) -> None:
    spec = program("c3")
    session = Session(games.make("othello"), spec)
    live = Live(session)
    assert ' name="player" value="pvs" checked' in page_of(session, "served.js")
    live.act({"action": "player", "player": "bfms"})
    assert f"<option>{escape(spec)}</option>" in page_of(session, "served.js")
    live.act({"action": "player", "player": spec})
    assert session.player == spec
    with pytest.raises(SpecError, match="'gtp' is not served"):
        live.act({"action": "player", "player": f"{spec} -x"})
    live.close()
    session.close()


def test_another_game_is_refused(program: Made) -> None:
    with pytest.raises((SpecError, EngineError), match="plays othello only"):
        Session(games.make("chess"), program("c3"))
