"""Matches: pairs, counts, limits, interruptions, and what is refused before the first game."""

from __future__ import annotations

import signal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.cli.main import main
from engine.match import Adjudication, Choice, Openings, Player, Progress, play_match
from games import StarlingError, make
from games.errors import ContractError, EngineError, EvaluationError, LimitsError, SpecError
from searchers import Clock, Limits
from searchers import make as make_searcher
from tests.nim import Nim


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_a_signal_to_end_writes_the_results(name, tmp_path, monkeypatch, capsys):
    number = getattr(signal, name, None)
    if number is None:
        pytest.skip("another system")

    def deaf(*_):
        raise AssertionError("the command has no handler")

    monkeypatch.setattr("engine.cli.display.Display.game", lambda *_: signal.raise_signal(number))
    before = signal.signal(number, deaf)
    try:
        words = ["--game", "ngame:b=3,d=5", "--players", "alphabeta", "random", "--nodes", "5"]
        assert main(["match", *words, "--out", str(tmp_path / "out")]) == 130
        assert signal.getsignal(number) is deaf
    finally:
        signal.signal(number, before)
    assert "the same command resumes" in capsys.readouterr().err
    assert len((tmp_path / "out" / "games.txt").read_text().splitlines()) == 1


class Stuck(Nim):
    """A player cannot take a single one, and that does not end the game."""

    def legal_moves(self):
        return [take for take in (2, 3) if take <= self.heap]


@pytest.mark.parametrize(("heap", "openings"), [(1, "none"), (5, "random")])
def test_a_game_that_goes_on_without_a_move_is_named(heap, openings):
    with pytest.raises(ContractError, match=r"stuck.* has no legal move at .*it is not over"):
        play_match(Stuck(heap), ["random"] * 2, nodes=1, games=8, openings=openings)


def test_rules_may_be_a_dict_and_players_come_one_by_one():
    settings = {"nodes": 1, "openings": "none", "adjudication": {"longest": 3}}
    result = play_match("othello", iter(["random", "random:seed=2"]), **settings)
    assert [len(game.moves) for game in result.games] == [3, 3]


def test_results_and_games_differ_by_their_repr(tictactoe):
    result = play_match(tictactoe, ["random", "random:seed=2"], nodes=5, openings="none")
    assert repr(result) == f"<MatchResult {result.title()}>"
    assert repr(result.games) == "<2 games>"


def test_a_match_is_counted_from_both_sides(tictactoe, answering):
    last = make_searcher("random")
    result = play_match(
        tictactoe, [last, answering(lambda *_: 99)], nodes=10, games=5, openings="random:plies=2"
    )
    won, lost = result.standings
    assert (won.player, won.games, won.wins, won.points) == ("random", 5, 5, 5)
    assert (lost.games, lost.losses, lost.points) == (5, 5, 0)
    assert dict(lost.forfeits) == {"illegal move": 5}
    loser = "answering:answer=?"  # what it answers is no word
    assert str(result.matchup("random", loser)) == f"random - {loser}: +5 =0 -0"
    assert str(result.matchup(loser, "random")) == f"{loser} - random: +0 =0 -5"
    assert f"{loser} forfeited: illegal move 5; first in game 1: move 99" in str(result)


def test_tictactoe_is_a_draw(tictactoe):
    result = play_match(tictactoe, ["alphabeta@static"] * 2, depth=9, openings="none")
    assert result.players == ("alphabeta@static", "alphabeta@static (2)")
    assert [g.ending for g in result.games] == ["draw", "draw"]
    assert result.matchups[0].score == (0, 2, 0)


def test_nodes_asked_and_taken(tictactoe, answering):
    def first_legal(position, limits):
        return position.legal_moves()[0]

    spender = answering(first_legal, nodes=12)
    miser = answering(first_legal, nodes=9)
    result = play_match(tictactoe, [spender, miser], nodes=10, games=2, openings="none")
    over, under = (result.standing(name) for name in result.players)
    cost = over.cost
    assert (cost.exceeded, cost.max_nodes, cost.mean_nodes) == (cost.moves, 12, 12)
    cost = under.cost
    assert (cost.exceeded, cost.max_nodes, dict(cost.under_use)) == (0, 9, {"done": cost.moves})
    assert not over.cost.under_use


def test_limits_for_each_player():
    limits = [Limits(nodes=5), Limits(nodes=7)]
    result = play_match("ngame:b=9,d=4", ["alphabeta", "alphabeta"], limits, openings="none")
    assert {(g.players[m.side], m.requested) for g in result.games for m in g.moves} == {
        ("alphabeta", 5),
        ("alphabeta (2)", 7),
    }


def test_one_searcher_given_twice_does_not_share_its_memory():
    searcher = make_searcher("random:seed=4")
    both = play_match("ngame:b=9,d=6", [searcher, searcher], nodes=1, openings="none")
    two = play_match("ngame:b=9,d=6", ["random:seed=4"] * 2, nodes=1, openings="none")
    assert [g.text for g in both.games] == [g.text for g in two.games]


def test_progress_receives_every_game(tictactoe):
    class Noting(Progress):
        def __init__(self):
            self.noted = []

        def begin(self, result):
            self.noted.append(("begin", result.count))

        def game(self, result, game):
            self.noted.append((game.number, result.count))

        def end(self, result):
            self.noted.append(("end", result.count))

    progress = Noting()
    play_match(tictactoe, ["random"] * 2, nodes=1, progress=progress, openings="none")
    assert progress.noted == [("begin", 0), (1, 1), (2, 2), ("end", 2)]


class Empty(Openings):
    """A book without openings."""

    NAME = "empty"

    def choose(self, start, count):
        return []


@pytest.mark.parametrize(
    ("settings", "error", "words"),
    [
        ({"game": "nagme"}, SpecError, "ngame"),
        ({"players": ["alphabeta"]}, SpecError, "not 1"),
        ({"players": ["alphabeta"] * 3}, SpecError, "not 3"),
        ({"players": ["alphabeta", "alphabet"]}, SpecError, "alphabeta"),
        ({"players": ["alphabeta", "alphabeta@intervals,"]}, SpecError, "intervals,"),
        ({"players": ["alphabeta", "nboard:x"]}, SpecError, "plays othello only"),
        ({"players": ["alphabeta", "xboard:x"]}, SpecError, "plays chess only"),
        ({"players": ["alphabeta", "gtp:gtp-rhino"]}, SpecError, "plays othello only"),
        ({"players": ["alphabeta", "uci:stockfish"]}, SpecError, "plays chess only"),
        ({"openings": "some"}, SpecError, "none, polyglot, random"),
        ({"players": "pvs"}, SpecError, "players='pvs': expected a list of players"),
        ({"workers": 0}, LimitsError, "workers=0"),
        ({"games": 0}, SpecError, "games=0"),
        ({"games": 2.5}, SpecError, "games=2.5"),
        ({"nodes": None}, LimitsError, "needs a limit"),
        ({"nodes": -1}, LimitsError, "nodes=-1"),
        ({"clock": "ten"}, LimitsError, r"clock=ten: expected \[moves/\]seconds\[\+increment\]"),
        ({"limits": Limits(nodes=1)}, LimitsError, "given twice"),
        ({"nodes": None, "limits": [Limits(nodes=1)] * 3}, LimitsError, "for 3 players"),
        ({"players": ["random", "alphabeta:deepen=false"]}, LimitsError, "depth"),
        ({"players": None}, SpecError, "players=None: expected a list of players"),
        ({"names": ["one"]}, SpecError, r"names=\['one'\]: expected 2, one for each player"),
        ({"nodes": "100"}, LimitsError, "nodes='100': expected a whole number"),
        ({"clock": [5]}, LimitsError, r"clock=\[5\]: expected \[moves/\]seconds"),
        ({"nodes": None, "limits": 5}, LimitsError, r"limits=5: expected Limits\(nodes=1000\)"),
        ({"openings": ["f5d6"]}, SpecError, r"openings=\['f5d6'\]: .*'file:path=book\.pgn'"),
        ({"adjudication": "exact=9"}, SpecError, "adjudication='exact=9': expected Adjudication"),
        ({"adjudication": {"exakt": 9}}, SpecError, "Did you mean 'exact'"),
        ({"adjudication": {"longest": "9"}}, SpecError, "longest='9': expected a whole number"),
        ({"sprt": 3}, SpecError, "sprt=3: expected two numbers"),
        ({"out": ""}, SpecError, "out='': expected the path of a folder"),
        ({"out": 3}, SpecError, "out=3: expected the path of a folder"),
        ({"folder": 3}, SpecError, "folder=3: expected the path of a folder"),
        ({"names": "ab"}, SpecError, "names='ab': expected a list of texts"),
        ({"game": make_searcher("pvs")}, SpecError, "<pvs>: expected the spec of a game"),
        ({"executor": 3}, SpecError, "executor=3: expected an Executor"),
        ({"progress": 3}, SpecError, "progress=3: expected a Progress"),
        (
            {"openings": Empty()},
            ContractError,
            r"empty: choose returned \[\]: expected a list of 1",
        ),
        ({"margin": 1}, SpecError, "margin=1: expected a clock with it"),
        ({"adjudication": {"resign_moves": 3}}, SpecError, "3: expected resign_value with it"),
        ({"adjudication": Adjudication(draw_after=3)}, SpecError, "expected draw_value with it"),
        ({"event": 3}, SpecError, "event=3: expected a name"),
        ({"format": 3}, SpecError, "no format is named '3'"),
        ({"node": 2}, SpecError, "no setting is named 'node'. Did you mean 'nodes'"),
        ({"seed": 3}, SpecError, "openings='random:seed=3'"),
        ({"games_per_pair": 3}, SpecError, "There are: .* games, "),
    ],
)
def test_what_does_not_fit_is_refused_before_the_first_game(tmp_path, settings, error, words):
    given = {"game": "ngame", "players": ["alphabeta", "random"], "nodes": 10} | settings
    with pytest.raises(error, match=words) as raised:
        play_match(**{"out": tmp_path / "out", **given})
    assert isinstance(raised.value, StarlingError)
    assert "\n" not in str(raised.value)
    assert not (tmp_path / "out").exists()


def test_an_evaluator_of_another_game_is_refused(tictactoe):
    from evaluators import Evaluator

    class Foreign(Evaluator):
        def serves(self, position):
            return False

    with pytest.raises(EvaluationError, match="does not support"):
        play_match(tictactoe, [make_searcher("alphabeta", Foreign()), "random"], nodes=1)


def test_a_finished_start_is_refused(tictactoe):
    for move in (0, 3, 1, 4, 2):
        tictactoe.push(move)
    with pytest.raises(SpecError, match="over before the first move"):
        play_match(tictactoe, ["random", "random"], nodes=1)


def test_a_missing_engine_is_named():
    from engine.match.players.uci import UciPlayer

    with pytest.raises(EngineError, match="'no-such-engine' on PATH or in /usr/games"):
        UciPlayer("no-such-engine --fast").prepare(make("chess"), Limits(nodes=1))


@pytest.mark.parametrize(
    ("text", "clock"),
    [
        ("10", Clock(10)),
        ("10+0.1", Clock(10, 0.1)),
        ("40/60+.5", Clock(60, 0.5, 40)),
        ("0.5", Clock(0.5)),
    ],
)
def test_clocks_in_words(text, clock):
    assert Clock.parse(text) == clock == Clock.parse(str(clock))


@given(
    seconds=st.floats(0, 1e9, exclude_min=True),
    increment=st.floats(0, 1e9),
    moves=st.none() | st.integers(1, 10**9),
)
def test_the_text_of_a_clock_is_that_clock(seconds, increment, moves):
    clock = Clock(seconds, increment, moves)
    assert Clock.parse(str(clock)) == clock


@pytest.mark.parametrize(
    "text", [None, b"10", "", "0", "-1", "10+", "0/10", "00/10", "/10", "1e3", "10+0.1+1"]
)
def test_bad_clocks(text):
    with pytest.raises(LimitsError, match="as in 10"):
        Clock.parse(text)


def test_a_player_without_a_name_has_that_of_its_class():
    class Nameless(Player):
        def __init__(self):
            pass

        def choose(self, position, limits):
            return Choice(position.legal_moves()[0], None, None, 0.0, None, "")

    given = {"nodes": 1, "games": 2, "openings": "none"}
    assert play_match("ngame:b=2,d=4", [Nameless(), "random"], **given).players[0] == "Nameless"


def test_a_refused_number_of_workers_leaves_no_folder(tmp_path):
    with pytest.raises(LimitsError, match="workers=0"):
        play_match("mnk", ["random", "random"], nodes=1, out=tmp_path / "new", workers=0)
    assert not (tmp_path / "new").exists()
