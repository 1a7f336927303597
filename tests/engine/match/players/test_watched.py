"""Players that are not ours: whatever they do is a forfeit of theirs, and the run goes on."""

from __future__ import annotations

import os
import signal
import time
from contextlib import closing

import pytest

from engine.match import Choice, Forfeit, Player, Progress, play_match, round_robin
from engine.match.players.watched import CAN_WATCH, WatchedPlayer
from evaluators import EVALUATORS, Evaluator
from games import make
from games.errors import EngineError, LimitsError, SpecError
from searchers import SEARCHERS, Limits, Searcher

pytestmark = pytest.mark.skipif(not CAN_WATCH, reason="the system cannot copy a process")


def leave(*_):
    raise SystemExit(3)


def hang(*_):
    while True:
        time.sleep(0.1)


class Rogue(Player):
    """Plays the first legal move, but at its second one does a deed."""

    def __init__(self, deed):
        super().__init__("rogue")
        self.deed = deed

    def choose(self, position, limits):
        if len(position.history) in (2, 3):
            self.deed(position)
        return Choice(position.legal_moves()[0], None, 1, 0.0, None, "done")


DEEDS = {
    "leaves": (leave, "crash", "SystemExit: 3"),
    "ends": (lambda _: os._exit(3), "crash", "its process ended (exit code 3)"),
    "is killed": (
        lambda _: os.kill(os.getpid(), signal.SIGKILL),
        "crash",
        "its process ended (signal 9)",
    ),
    "hangs": (hang, "no answer", "no answer within 1 s"),
    "raises": (lambda _: 1 / 0, "crash", "ZeroDivisionError: division by zero"),
}


@pytest.mark.parametrize("name", DEEDS)
def test_every_deed_is_a_forfeit_by_name_and_the_run_goes_on(name):
    deed, ending, detail = DEEDS[name]
    players = ["random@static", Rogue(deed)]
    result = play_match("ngame:b=3,d=6", players, nodes=5, games=2, openings="none", patience=1)
    assert [(g.ending, g.forfeited, g.detail) for g in result.games] == [
        (ending, "rogue", detail)
    ] * 2


def test_a_rerun_goes_on_after_the_games_of_one_who_ends_its_process(tmp_path):
    settings = {"nodes": 5, "openings": "none", "out": tmp_path}
    players = ["random@static", Rogue(DEEDS["ends"][0])]
    assert play_match("ngame:b=3,d=6", players, games=2, **settings).count == 2
    assert play_match("ngame:b=3,d=6", players, games=4, **settings).count == 4


class Pushing(Player):
    """Leaves the position it is shown another one."""

    def choose(self, position, limits):
        moves = position.legal_moves()
        position.push(moves[-1])
        return Choice(moves[0], None, 1, 0.0, None, "done")


def test_a_player_that_changes_the_position_changes_a_copy():
    result = play_match("ngame:b=3,d=6", [Pushing("one"), Pushing("two")], openings="none", nodes=1)
    assert [g.text for g in result.games if g.forfeited is None]
    assert {len(g.text) for g in result.games} == {6}


def test_a_player_is_prepared_once_for_each_start(tmp_path):
    class Noting(Player):
        def prepare(self, position, limits):
            with (tmp_path / "prepared").open("a") as file:
                file.write(position.text()[0])

    player = WatchedPlayer(Noting("noting"))
    for _ in range(2):  # in a new process each time
        player.prepare(make("othello"), Limits(nodes=1))
        player.close()
    assert (tmp_path / "prepared").read_text() == "--"


@pytest.mark.parametrize(
    "choice",
    [
        {"nodes": "many"},
        {"nodes": 10**5000},
        {"bounds": (0, 2**63)},
        {"seconds": "soon"},
        {"seconds": 1e250},
        {"cpu": float("nan")},
        {"reason": None},
        {"value": 0.5},
        {"move": "x" * 999},
    ],
)
def test_an_answer_that_is_none_is_a_forfeit(choice):
    class Talking(Player):
        def choose(self, position, limits):
            values = {"value": 0, "nodes": 1, "seconds": 0.0, "cpu": None, "reason": ""} | choice
            return Choice(**{"move": position.legal_moves()[0]} | values)

    result = play_match(
        "ngame:b=3,d=6", [Talking("talking"), "random"], openings="none", games=1, nodes=1
    )
    (game,) = result.games
    assert (game.forfeited, game.ending in ("crash", "illegal move")) == ("talking", True)
    assert len(game.detail) <= 300


class Exiting(Evaluator):
    """Another's evaluator inside searchers of ours."""

    NAME = "exiting"

    def serves(self, position):
        return True

    def value(self, position):
        os._exit(7)


@pytest.mark.parametrize("player", ["alphabeta@exiting", "alphabeta@quiescence:base=(exiting)"])
def test_an_evaluator_of_somebody_else_is_watched_too(monkeypatch, player):
    monkeypatch.setitem(EVALUATORS._found, "exiting", Exiting)
    result = play_match("othello", ["random", player], nodes=20)
    assert {(g.forfeited, g.detail) for g in result.games} == {
        (player, "its process ended (exit code 7)")
    }


def test_what_an_authors_player_cannot_play_is_refused_before_the_first_game():
    class Choosy(Player):
        def prepare(self, position, limits):
            if limits.nodes is None:
                raise LimitsError(f"{self.name} needs nodes")

    with pytest.raises(LimitsError, match="choosy needs nodes"):
        play_match("ngame", [Choosy("choosy"), "random"], depth=2)


def test_the_remarks_of_a_player_are_reported_with_its_name():
    class Beginning(Player):
        remarks = ("has no book",)

    remarks = []
    progress = Progress()
    progress.remark = remarks.append
    play_match("ngame", [Beginning("beginning"), "random"], nodes=1, games=1, progress=progress)
    assert remarks == ["beginning has no book"]


def test_a_player_begins_and_remarks_in_its_process():
    class Beginning(Player):
        def begin(self):
            self.remarks = (f"has no book in {os.getpid()}",)

        def prepare(self, position, limits):
            if self.name == "unready":
                raise RuntimeError

    player = WatchedPlayer(Beginning("beginning"))
    player.prepare(make("ngame"), Limits(nodes=1))
    player.begin()
    assert player.remarks[0].startswith("has no book in ")
    assert player.remarks != (f"has no book in {os.getpid()}",)
    player.close()
    unready = WatchedPlayer(Beginning("unready"))
    unready.prepare(make("ngame"), Limits(nodes=1))
    unready.begin()  # its games are forfeited
    with pytest.raises(Forfeit):
        unready.new_game()


def test_a_player_that_does_not_begin_is_refused_before_the_first_game():
    class Refusing(Player):
        def begin(self):
            raise Forfeit("no start", "lacks its book")

    with pytest.raises(EngineError, match=r"^refusing lacks its book$"):
        play_match("ngame", [Refusing("refusing"), "random"], nodes=1)


def test_a_process_that_cannot_be_guarded_ends(monkeypatch):
    def full(order):
        raise OSError(24, "Too many open files")

    fork, started = os.fork, []
    monkeypatch.setattr(os, "fork", lambda: started.append(fork()) or started[-1])
    monkeypatch.setattr("engine.match.players.program._order_guard", full)
    player = WatchedPlayer(Player("any"))
    player.prepare(make("ngame"), Limits(nodes=1))
    with pytest.raises(Forfeit, match=r"its process does not start: .*Too many open files"):
        player.new_game()
    for process in started:
        with pytest.raises(ChildProcessError):
            os.waitpid(process, os.WNOHANG)


def test_positions_go_to_the_other_process_from_any_start():
    class Seeing(Player):
        def choose(self, position, limits):
            moves = position.legal_moves()
            return Choice(moves[len(position.text()) % len(moves)], None, 1, 0.0, None, "")

    board = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 4 9"
    with closing(WatchedPlayer(Seeing("seeing"))) as player:
        start = make("chess").at(board)
        player.prepare(start, Limits(nodes=1))
        player.new_game()
        for position in (start, make("chess"), make("chess").at(board.replace(" w ", " b "))):
            for _ in range(3):
                seen = Seeing("here").choose(position, Limits(nodes=1)).move
                assert player.choose(position, Limits(nodes=1)).move == seen
                position.push(seen)


def test_our_own_players_stay_in_this_process():
    player = "bstar@nullmove:base=(quiescence:base=pst)"
    result = round_robin("chess", [player, "hybrid", "random"], nodes=1, games=1)
    assert result.count == 3
    assert not any(isinstance(seat, WatchedPlayer) for seat in seats(player, "hybrid"))


def seats(*players):
    from engine.match.players.searcher import make_players

    return make_players(players)


@pytest.mark.parametrize("name", ["two\nlines", "red \x1b[31m", " blank", "x" * 300, "\u202e"])
def test_names_that_do_not_print_are_refused(name):
    with pytest.raises(SpecError, match=r"the name '.*: expected at most 200 char"):
        play_match("ngame:d=3", ["random", "random"], nodes=1, names=["first", name])
    (player,) = seats(Player(f"author's {name}"))
    assert player.name.isprintable()
    assert len(player.name) <= 200


def test_a_searcher_may_have_any_name(monkeypatch):
    class Named(Searcher):
        NAME = "a\nb"

    monkeypatch.setitem(SEARCHERS._found, "named", Named)
    (player,) = seats(Named())
    assert player.name == r"a\nb"
