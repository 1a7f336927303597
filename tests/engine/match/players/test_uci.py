"""External UCI engines: real ones, and ones that crash, send false reports or exit."""

from __future__ import annotations

import shutil
import sys
import time
from contextlib import closing, nullcontext

import pytest
from chess.engine import Option

from engine.match import play_match
from engine.match.players.chess_program import mate_value
from engine.match.players.player import Forfeit
from engine.match.players.program import GAME_FOLDERS
from engine.match.players.uci import UciPlayer, read_option
from games import make
from games.core.scores import WIN, is_decided
from games.errors import EngineError, LimitsError, SpecError
from searchers import Clock, Limits

STOCKFISH = shutil.which("stockfish") or shutil.which("stockfish", path=":".join(GAME_FOLDERS))


@pytest.fixture
def chess():
    return make("chess")


def test_an_answer_is_read(double, chess):
    go = 'print("info depth 1 nodes 7 score cp 34"); answer("e2e4")'
    with closing(UciPlayer(double("uci", "engine with a blank", go=go))) as player:
        player.prepare(chess, Limits(nodes=7))
        player.new_game()
        choice = player.choose(chess, Limits(nodes=7))
    assert chess.move_text(choice.move) == chess.move_text(chess.parse_move("e2e4"))
    assert (choice.value, choice.nodes, choice.reason) == (34, 7, "nodes")
    assert choice.seconds > 0


def test_mates_are_scores_of_ours(double, chess):
    for mate, value in ((1, WIN - 1), (3, WIN - 5), (-1, -WIN + 2)):
        go = f'print("info score mate {mate}"); answer("e2e4")'
        with closing(UciPlayer(double("uci", "engine", go=go))) as player:
            player.new_game()
            assert player.choose(chess, Limits(nodes=7)).value == value


def test_a_mate_in_more_moves_than_any_game_has_is_a_win_or_loss():
    for moves in (2**31 - 1, -(2**31)):
        value = mate_value(moves)
        assert is_decided(value)
        assert (value > 0) == (moves > 0)


@pytest.mark.parametrize(
    ("infos", "value"),
    [
        (["multipv 1 score cp 30 nodes 5", "multipv 2 score cp -900 nodes 7"], 30),
        (["multipv 12 score cp -900 nodes 7"], None),
        (["score cp 30 nodes 5", "score cp -500 lowerbound nodes 7"], 30),
        (["score cp 9 upperbound nodes 5", "score cp 30 lowerbound nodes 7"], 30),
        (["score cp 9 upperbound nodes 5", "score cp 30 nodes 7"], 30),
        (["score cp 30 nodes 7", "string score and nodes 9"], 30),
        (["depth  5 score cp   30 nodes      7"], 30),
    ],
)
def test_the_value_is_the_last_exact_one_of_the_best_move(double, chess, infos, value):
    go = "; ".join(f"print('info {words}')" for words in infos)
    with closing(UciPlayer(double("uci", "engine", go=f'{go}; answer("e2e4")'))) as player:
        player.new_game()
        choice = player.choose(chess, Limits(nodes=7))
    assert (choice.value, choice.nodes) == (value, 7)


def test_a_second_answer_is_not_that_to_the_next_question(double, chess):
    go = 'answer("a2a3"); answer("e2e4")'
    with closing(UciPlayer(double("uci", "engine", go=go))) as player:
        player.new_game()
        first = player.choose(chess, Limits(nodes=7)).move
        chess.push(first)
        chess.push(chess.parse_move("a6"))
        time.sleep(0.1)  # the second answer has arrived
        with pytest.raises(Forfeit, match="a2a3"):
            player.choose(chess, Limits(nodes=7))


def test_our_limits_are_sent(double, tmp_path, chess):
    received = tmp_path / "received"
    with closing(UciPlayer(double("uci", "engine", go='answer("e2e4")', note=received))) as player:
        player.new_game()
        player.choose(chess, Limits(nodes=5))
        player.choose(chess, Limits(depth=3, seconds=0.25))
        player.choose(chess, Limits(clock=Clock(9, 0.5, 7)))
    lines = [line.split() for line in received.read_text().splitlines()]
    words = [set(line[1:]) for line in lines if line[0] == "go"]
    assert words[0] == {"nodes", "5"}
    assert words[1] == {"depth", "3", "movetime", "250"}
    assert {"wtime", "9000", "winc", "500", "movestogo", "7"} <= words[2]


@pytest.mark.parametrize(
    ("moves", "opponent", "command"),
    [
        ("", Clock(8, 0.25), "wtime 9000 btime 8000 winc 500 binc 250"),
        ("e2e4", Clock(8, 0.25), "wtime 8000 btime 9000 winc 250 binc 500"),
        ("", None, "wtime 9000 btime 9000 winc 500 binc 500"),  # one that has no clock
    ],
)
def test_both_clocks_are_sent(double, tmp_path, chess, moves, opponent, command):
    received = tmp_path / "received"
    answer = 'answer("e7e5")' if moves else 'answer("e2e4")'
    with closing(UciPlayer(double("uci", "engine", go=answer, note=received))) as player:
        player.opponent_clock = opponent
        player.new_game()
        player.choose(chess.at(f"startpos moves {moves}".strip()), Limits(clock=Clock(9, 0.5)))
    assert f"go {command}" in received.read_text().splitlines()


def test_cpu_limits_are_refused():
    with pytest.raises(LimitsError, match="has no CPU limit"):
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


def test_options_are_set_and_not_passed_on(double, tmp_path, chess):
    received = tmp_path / "received"
    engine = double("uci", "engine", start="assert len(sys.argv) == 1", note=received)
    player = UciPlayer(f"{engine} 'option.Skill Level=3'")
    player.prepare(chess, Limits(nodes=1))
    player.new_game()
    player.close()
    assert "setoption name Skill Level value 3" in received.read_text().splitlines()


@pytest.mark.parametrize(
    ("words", "kind", "bounds", "values"),
    [
        ("type spin default 16 min 1 max 33554432", "spin", (1, 33554432), []),
        ("type button", "button", (None, None), []),
        (
            "type combo default Normal var Solid var Very Risky",
            "combo",
            (None, None),
            ["Solid", "Very Risky"],
        ),
        ("type check default true", "check", (None, None), []),
        ("type string default /var/min/type x", "string", (None, None), []),
        # What breaks the protocol can be set all the same.
        ("type spin", "spin", (None, None), []),
        ("type spin default 0.5 min low max 1", "spin", (None, 1), []),
        ("type combo default Solid", "string", (None, None), []),
        ("type float default 0.5", "string", (None, None), []),
    ],
)
def test_an_option_is_read(words, kind, bounds, values):
    option = read_option(f"option name Some Thing {words}")
    assert option == Option("Some Thing", kind, None, *bounds, values)


@pytest.mark.parametrize("line", ["option type spin default 1", "option name", "id name x", ""])
def test_a_line_without_the_name_of_an_option_has_none(line):
    assert read_option(line) is None


def test_options_that_break_the_protocol_can_be_set(double, tmp_path, chess):
    received = tmp_path / "received"
    lines = "option name Depth type spin default -1 min 0 max 9\noption name Half type float"
    # After `uci`, as engines do.
    start = f"line = sys.stdin.readline(); print({lines!r} + '\\noption\\nuciok', flush=True)"
    engine = double("uci", "engine", start=start, note=received)
    player = UciPlayer(f"{engine} option.Depth=4 option.Half=.5")
    player.prepare(chess, Limits(nodes=1))
    player.begin()
    player.close()
    said = [line for line in received.read_text().splitlines() if line.startswith("setoption")]
    assert said == ["setoption name Depth value 4", "setoption name Half value .5"]


def test_a_button_is_pressed_once(double, tmp_path, chess):
    received = tmp_path / "received"
    start = (
        "print('option name Clear Hash type button\\noption name Loud type check default false', "
        "flush=True)"
    )
    engine = double("uci", "engine", start=start, go='answer("e2e4")', note=received)
    with closing(UciPlayer(f"{engine} 'option.Clear Hash=now' option.Loud=true")) as player:
        player.new_game()
        for _ in range(3):
            player.choose(chess, Limits(nodes=7))
    said = received.read_text().splitlines()
    assert said.count("setoption name Clear Hash") == 1
    assert said.count("setoption name Loud value true") == 1


MANAGED = (
    "print('option name Ponder type check default false\\noption name MultiPV type spin default 1 "
    "min 1 max 9\\noption name UCI_Chess960 type check default false\\n"
    "option name UCI_Opponent type string default', flush=True)"
)


@pytest.mark.parametrize(
    ("game", "option", "expected"),
    [
        ("chess", "Ponder=false", ""),
        ("chess", "multipv=1", ""),
        ("chess", "UCI_Chess960=0", ""),
        ("chess:chess960=true", "UCI_Chess960=true", ""),
        ("chess", "Ponder=true", "option 'Ponder'='true': expected false"),
        ("chess", "MultiPV=3", "option 'MultiPV'='3': expected 1"),
        ("chess", "UCI_Chess960=true", "option 'UCI_Chess960'='true': expected false"),
    ],
)
def test_an_option_with_one_value_in_every_game_takes_that_value(double, game, option, expected):
    with closing(UciPlayer(f"{double('uci', 'engine', start=MANAGED)} option.{option}")) as player:
        player.prepare(make(game), Limits(nodes=1))
        with pytest.raises(Forfeit, match=expected) if expected else nullcontext():
            player.begin()


def test_a_new_game_begins_once_and_waits_until_the_engine_is_ready(double, tmp_path, chess):
    received = tmp_path / "received"
    engine = double("uci", "engine", start=MANAGED, go='answer("e2e4")', note=received)
    with closing(UciPlayer(engine)) as player:
        for _ in range(2):
            player.new_game()
            for _ in range(2):
                player.choose(chess, Limits(nodes=7))
    words = [line.split()[0] for line in received.read_text().splitlines()]
    said = [word for word in words if word not in ("uci", "setoption", "quit")]
    game = ["ucinewgame", "isready", "position", "go", "position", "go"]
    assert said == ["isready", *game, *game]


def test_a_check_takes_true_or_false_only(double, chess):
    start = "print('option name Loud type check default false', flush=True)"
    player = UciPlayer(f"{double('uci', 'engine', start=start)} option.Loud=maybe")
    with pytest.raises(Forfeit, match="option 'Loud'='maybe': expected true or false"):
        player.begin()


@pytest.mark.parametrize(
    ("game", "lacks"),
    [
        ("chess:chess960=true", "UCI_Chess960 with the value true"),
        ("chess:variant=atomic", "UCI_Variant with the value atomic"),
    ],
)
def test_a_game_that_an_engine_lacks_is_reported_before_the_first_game(double, game, lacks):
    with pytest.raises(EngineError, match=f"it has no option {lacks}"):
        play_match(game, ["random", f"uci:{double('uci', 'engine')}"], nodes=1)


def test_an_option_without_a_value_is_named(chess):
    with pytest.raises(SpecError, match=r"'option\.Hash': expected option\.NAME=VALUE"):
        UciPlayer(f"{sys.executable} option.Hash").prepare(chess, Limits(nodes=1))
