"""External UCI engines: real ones, and ones that crash, lie and leave."""

from __future__ import annotations

import shlex
import shutil
import sys

import pytest

from engine.match import play_match
from engine.match.programs import GAME_FOLDERS
from engine.match.uci import UciPlayer
from games import make
from games.errors import LimitsError, SpecError
from games.scores import WIN
from searchers import Clock, Limits

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path=":".join(GAME_FOLDERS))

ENGINE = """
import sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("id name test\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "go":
        {go}
    elif word == "quit":
        break
"""


@pytest.fixture
def engine(tmp_path):
    """Makes the command line of an engine that does this on `go`."""

    def make(go):
        script = tmp_path / "engine with a blank.py"
        script.write_text(ENGINE.format(go=go))
        return f"{shlex.quote(sys.executable)} {shlex.quote(str(script))}"

    return make


@pytest.fixture
def chess():
    return make("chess")


def test_an_answer_is_read(engine, chess):
    go = 'print("info depth 1 nodes 7 score cp 34\\nbestmove e2e4", flush=True)'
    player = UciPlayer(engine(go))
    try:
        player.prepare(chess, Limits(nodes=7))
        player.new_game()
        choice = player.choose(chess, Limits(nodes=7))
    finally:
        player.close()
    assert chess.move_text(choice.move) == chess.move_text(chess.parse_move("e2e4"))
    assert (choice.value, choice.nodes, choice.reason) == (34, 7, "nodes")
    assert choice.seconds > 0


def test_mates_are_scores_of_ours(engine, chess):
    for mate, value in ((1, WIN - 1), (3, WIN - 5), (-1, -WIN + 2)):
        player = UciPlayer(engine(f'print("info score mate {mate}\\nbestmove e2e4", flush=True)'))
        player.new_game()
        try:
            assert player.choose(chess, Limits(nodes=7)).value == value
        finally:
            player.close()


def test_our_limits_are_told(engine, tmp_path, chess):
    heard = tmp_path / "heard"
    go = f'open({str(heard)!r}, "a").write(line); print("bestmove e2e4", flush=True)'
    player = UciPlayer(engine(go))
    player.new_game()
    try:
        player.choose(chess, Limits(nodes=5))
        player.choose(chess, Limits(depth=3, seconds=0.25))
        player.choose(chess, Limits(clock=Clock(9, 0.5, 7)))
    finally:
        player.close()
    words = [set(line.split()[1:]) for line in heard.read_text().splitlines()]
    assert words[0] == {"nodes", "5"}
    assert words[1] == {"depth", "3", "movetime", "250"}
    assert {"wtime", "9000", "winc", "500", "movestogo", "7"} <= words[2]


@pytest.mark.parametrize(
    ("go", "ending"),
    [
        ("raise SystemExit(3)", "crash"),
        ('print("bestmove e2e5", flush=True)', "illegal move"),
        ('print("bestmove (none)", flush=True)', "illegal move"),
        ('print("bestmove rubbish", flush=True)', "illegal move"),
    ],
)
def test_an_engine_that_fails_loses_and_is_started_again(engine, go, ending):
    command = engine(go)
    result = play_match(
        "chess", [f"uci:{command}", "random@static"], nodes=1, games=2, openings="none"
    )
    assert [(g.ending, g.forfeited) for g in result.games] == [(ending, f"uci:{command}")] * 2
    assert result.standings[0].player == "random@static"


def test_a_program_that_is_no_engine_is_named():
    result = play_match("chess", ["uci:true", "random@static"], nodes=1)
    assert {(g.ending, g.forfeited) for g in result.games} == {("no start", "uci:true")}
    assert "does not start as a UCI engine" in result.games[0].detail


def test_cpu_limits_are_refused():
    with pytest.raises(LimitsError, match="knows no CPU limit"):
        play_match("chess", ["uci:true", "random@static"], cpu=1.0)


@pytest.mark.skipif(STOCKFISH is None, reason="stockfish is not installed")
def test_stockfish_plays_a_game(tmp_path):
    result = play_match(
        "chess", ["uci:stockfish", "random@static"], nodes=500, games=2, out=tmp_path
    )
    assert result.standing("uci:stockfish").wins == 2
    assert {g.ending for g in result.games} == {"checkmate"}
    assert all(
        m.nodes > 0 for g in result.games for m in g.moves if g.players[m.side] == "uci:stockfish"
    )


OPEN_ENGINE = """
import pathlib, sys
for line in sys.stdin:
    word = line.split()[0]
    if word == "uci":
        print("option name Skill Level type spin default 9 min 0 max 9\\nuciok", flush=True)
    elif word == "isready":
        print("readyok", flush=True)
    elif word == "setoption":
        pathlib.Path(sys.argv[1]).write_text(line)
    elif word == "quit":
        break
"""


def test_options_are_set_and_not_passed_on(tmp_path, chess):
    script, heard = tmp_path / "engine.py", tmp_path / "heard"
    script.write_text(OPEN_ENGINE)
    command = shlex.join([sys.executable, str(script), str(heard), "option.Skill Level=3"])
    player = UciPlayer(command)
    player.prepare(chess, Limits(nodes=1))
    player.new_game()
    player.close()
    assert heard.read_text() == "setoption name Skill Level value 3\n"


def test_an_option_without_a_value_is_named(chess):
    with pytest.raises(SpecError, match=r"'option\.Hash': expected option\.NAME=VALUE"):
        UciPlayer(f"{sys.executable} option.Hash").prepare(chess, Limits(nodes=1))
