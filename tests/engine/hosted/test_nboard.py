"""The NBoard engine: the published dialogue, its commands, and hosts that misbehave."""

from __future__ import annotations

import argparse
import random
import re
import sys
import threading
from queue import Queue

import pytest

from engine.hosted.nboard import PASS, NBoard
from engine.hosted.player import add_arguments, player_from
from engine.match import play_match
from games import make
from searchers import Clock
from tests.minimax import minimax

BOARD = "-" * 27 + "O*------*O" + "-" * 27
START = f"(;GM[Othello]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BOARD} *];)"
GAME = f"(;GM[Othello]PB[a]PW[b]RE[?]TI[15:00]TY[8]BO[8 {BOARD} *]B[F5//3]W[F6//4]B[D3//2];)"
PATIENCE = 30.0


class Host:
    """The other side of a dialogue whose engine runs in a thread of this process."""

    def __init__(self, *words):
        parser = argparse.ArgumentParser()
        add_arguments(parser)
        options = parser.parse_args(words or ["--player", "alphabeta@discs"])
        self._to, self._from = Queue(), Queue()
        self.engine = NBoard(player_from(options), iter(self._to.get, None), self._from.put)
        self._thread = threading.Thread(target=self.engine.run, daemon=True)
        self._thread.start()
        self._pings = 0

    def ask(self, *lines, until):
        """Return the output up to a line that begins so."""
        for line in lines:
            self._to.put(line)
        said = [self._from.get(timeout=PATIENCE)]
        while not said[-1].startswith(until):
            said.append(self._from.get(timeout=PATIENCE))
        return said

    def send(self, *lines):
        """Return the output for these lines, with all searches ended."""
        self._pings += 1
        return self.ask(*lines, f"ping {self._pings}", until=f"pong {self._pings}")[:-1]

    def close(self):
        self._to.put(None)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive()


@pytest.fixture
def host():
    host = Host()
    yield host
    host.close()


def test_the_dialogue_of_the_description(host):
    assert host.send("nboard 2", f"set game {GAME}", "set depth 4")[0].startswith("set myname ")
    said = host.ask("go", until="===")
    assert re.fullmatch(r"=== (C3|C5|E6|F7|G7|E3|D6|G6|G5)/-?\d+\.\d\d/\d+\.\d{3}", said[-1])
    assert any(re.fullmatch(r"search \S+ -?\d+\.\d\d 0 4", line) for line in said)
    assert any(line.startswith("nodestats ") for line in said)


@pytest.mark.parametrize("move", ["move C5/1.00/2.5", "move c5", "C5"])
def test_both_versions_tell_moves(host, move):
    said = host.send("nboard 1", f"set game {GAME}", move)
    assert len(said) == 1
    assert host.engine._position.transcript() == "f5f6d3c5"


def test_hints_are_as_many_as_requested(host):
    said = host.ask(f"set game {GAME}", "set depth 3", "hint 3", until="nodestats")
    last = [line.split()[1] for line in said if line.endswith(" 0 3")][-3:]
    assert len({line[:2] for line in last}) == 3


def test_ping_ends_what_has_no_end():
    host = Host("--player", "alphabeta@discs")
    host.ask(f"set game {GAME}", "set depth 50", "hint 1", until="search")
    assert not [line for line in host.send() if line.startswith("===")]
    host.close()


def test_a_search_that_is_interrupted_answers_before_the_pong(host):
    host.ask(f"set game {GAME}", "set depth 50", "go", until="search")
    assert any(line.startswith("===") for line in host.send())


def test_a_game_is_analysed_from_its_end(host):
    said = host.ask(f"set game {GAME}", "set depth 2", "analyze", until="analysis 0")
    assert [line.split()[1] for line in said] == ["3", "2", "1", "0"]


def test_an_only_move_is_worth_what_followed(host):
    board, rng = make("othello"), random.Random(22)
    lines, alone = [f"set game {START}"], []
    while (value := board.outcome()) is None:
        moves = board.legal_moves()
        if len(moves) == 1:
            alone.append(board.ply)
        move = rng.choice(moves)
        text = board.move_text(move)
        lines.append(f"move {'PA' if text == PASS else text}")
        board.push(move)
    said = host.ask(*lines, "set depth 1", "analyze", until="analysis 0 ")
    worth = {int(line.split()[1]): float(line.split()[2]) for line in said}
    assert worth[board.ply] == value / board.INFO.value_per_point
    assert len(alone) > 3
    assert all(worth[ply] == -worth[ply + 1] for ply in alone)


def test_a_hint_for_the_only_move_is_exact(host):
    for seed in range(100):
        board, rng, lines = make("othello"), random.Random(seed), [f"set game {START}"]
        while board.outcome() is None and (board.moves_left() > 4 or len(board.legal_moves()) > 1):
            move = rng.choice(board.legal_moves())
            text = board.move_text(move)
            lines.append(f"move {'PA' if text == PASS else text}")
            board.push(move)
        if board.outcome() is None:
            break
    said = host.ask(*lines, "set depth 20", "hint 1", until="nodestats ")
    said += host.send()
    last = [line for line in said if line.startswith("search ")][-1].split()
    assert float(last[2]) == minimax(board) / board.INFO.value_per_point
    assert last[4] == "100%"


def test_the_clock_is_what_the_game_leaves(host):
    host.send(f"set game {GAME}")
    assert host.engine._clock() == Clock(896.0)
    host.send("move C5//6")
    assert host.engine._clock() == Clock(895.0)
    host.send(f"set game {GAME.replace('15:00', '1:00:00//02:00')}")
    assert host.engine._clock() == Clock(3596.0)
    host.send(f"set game {GAME.replace('TI[15:00]', '')}")
    assert host.engine._clock() is None


def test_either_player_may_have_a_clock_of_its_own(host):
    own = GAME.replace("TI[15:00]", "TB[01:30/00:05]TW[01:00.5]")
    host.send(f"set game {own}")
    assert host.engine._clock() == Clock(56.5)
    host.send("move C5//6")
    assert host.engine._clock() == Clock(85.0, 5.0)


def test_the_game_of_another_type_or_colour_is_refused(host):
    (fault,) = host.send(f"set game {GAME.replace('TY[8]', 'TY[8a]')}", "go")[:1]
    assert fault.startswith("status no position: GGF: TY[8a] is anti-Othello")
    (fault,) = host.send(f"set game {GAME.replace('W[F6', 'B[F6')}")
    assert "move 'f6' of Black: it is the move of White" in fault


@pytest.mark.parametrize("time", ["00:00", "0", "00:00/00:00", "00:03"])
def test_a_clock_that_has_run_out_means_hurry(host, time):
    game = GAME.replace("15:00", time)  # of which black has taken 5 seconds, white 4
    said = host.ask("set depth 60", f"set game {game}", "go", until="===")
    assert host.engine._clock() == Clock(0.0)
    assert float(said[-1].rpartition("/")[2]) < PATIENCE / 10


def test_a_refused_game_leaves_none(host):
    (fault,) = host.send(f"set game {GAME.replace('D3', 'A1')}")
    assert fault.startswith("status no position: GGF, move 3: move a1 is not legal")
    assert host.send("go", "hint 2", "analyze") == [fault, fault, fault]
    assert host.send(f"set game {GAME}") == []


@pytest.mark.parametrize(
    "line",
    [
        "set game",
        "set game (;GM[Chess];)",
        f"set game {GAME}{GAME}",
        "set game (;" + 500 * "x",
        "set depth",
        "set depth -3",
        "set depth \u0663x",
        "move",
        "move Z9/1/2",
        "move A1",
    ],
)
def test_what_is_refused_is_a_status(host, line):
    (status,) = host.send(line)
    assert status.startswith("status ")
    assert status.isprintable()
    assert len(status) <= 410


@pytest.mark.parametrize(
    "line", ["", "set", "set contempt 7", "set colour red", "what", "\x1b[31m", "9" * 5000, "Z9"]
)
def test_what_is_not_understood_is_ignored(host, line):
    assert host.send(line) == []


def test_learning_is_acknowledged(host):
    assert host.send("learn") == ["learned"]


def test_it_plays_in_a_match_as_an_nboard_program():
    program = f"nboard:{sys.executable} -m engine.cli.main nboard --player alphabeta@positional"
    result = play_match("othello", [program, "random@static"], depth=2, games=2, patience=60)
    assert not any(game.forfeited for game in result.games)
    standing = result.standing(program)
    assert standing.points == 2
    assert standing.cost.counted > 40
