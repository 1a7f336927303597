"""One game: what is recorded, who forfeits, how it ends."""

from __future__ import annotations

import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.match import Opening
from engine.match.games.adjudication import Adjudication, Judge
from engine.match.games.game import play_game
from engine.match.games.record import replayed
from engine.match.players.player import Player
from engine.match.players.searcher import SearcherPlayer
from games import make
from searchers import Clock, Limits
from searchers import make as make_searcher

NODES = Limits(nodes=100)


def play(start, first, second, limits=NODES, **settings):
    players = [p if isinstance(p, Player) else SearcherPlayer(p) for p in (first, second)]
    return play_game(start, players, [limits, limits], **settings)


@pytest.mark.parametrize(
    ("first", "second", "result", "ending"),
    [
        ((0, 1, 2), (3, 4), "1-0", "win"),
        ((0, 1, 8), (3, 4, 5), "0-1", "loss"),
        ((0, 2, 3, 7, 8), (1, 4, 5, 6), "1/2-1/2", "draw"),
    ],
)
def test_known_games(tictactoe, playing, first, second, result, ending):
    record = play(tictactoe, playing(*first), playing(*second))
    assert (record.result, record.ending, record.forfeited) == (result, ending, None)
    assert [m.move for m in record.moves if m.side == 0] == list(first)
    assert [m.move for m in record.moves if m.side == 1] == list(second)
    assert record.text == [str(m.move) for m in record.moves]
    assert tictactoe.history == ()


def test_an_opening_is_made_for_the_players(tictactoe, playing):
    record = play(tictactoe, playing(-1, 1, 2), playing(-1, 4), opening=Opening((0, 3)))
    assert record.opening_text == ("0", "3")
    assert [m.move for m in record.moves] == [1, 4, 2]
    assert record.score == 1
    assert replayed(tictactoe, record).history == (0, 3, 1, 4, 2)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**32), depth=st.integers(1, 5))
def test_perfect_players_reach_the_minimax_value(seed, depth):
    start = make(f"ngame:b=3,d={depth},seed={seed}")
    limits = Limits(depth=depth)
    record = play(start, make_searcher("alphabeta"), make_searcher("alphabeta"), limits)
    assert record.margin == make_searcher("alphabeta").search(start, limits).value
    assert record.score == (record.margin > 0) / 2 + (record.margin >= 0) / 2
    assert record.ending == (f"margin {abs(record.margin)}" if record.margin else "draw")


@pytest.mark.parametrize("answer", [99, -1, None, "0", 0.0, True])
def test_an_illegal_answer_forfeits(tictactoe, playing, answering, answer):
    record = play(tictactoe, playing(0, 1, 2), answering(lambda *_: answer))
    assert (record.score, record.ending, record.forfeited) == (
        1,
        "illegal move",
        "answering:answer=?",
    )
    assert str(answer) in record.detail
    assert record.margin is None
    assert [m.move for m in record.moves] == [0]


def test_an_exception_forfeits(tictactoe, playing, answering):
    record = play(tictactoe, answering(lambda *_: 1 // 0), playing(0))
    assert (record.score, record.ending, record.moves) == (0, "crash", ())
    assert record.detail.startswith("ZeroDivisionError")


def test_a_crash_between_games_forfeits_the_next(tictactoe, playing):
    class Unready(Player):
        def new_game(self):
            raise OSError("no memory")

    record = play(tictactoe, playing(0), Unready("unready"))
    assert (record.score, record.ending, record.forfeited) == (1, "crash", "unready")


def test_new_game_is_called_on_both_before_every_game(tictactoe):
    class Counting(Player):
        games = 0

        def new_game(self):
            self.games += 1

        def choose(self, position, limits):
            raise RuntimeError

    players = Counting("a"), Counting("b")
    for _ in range(3):
        play(tictactoe, *players)
    assert [p.games for p in players] == [3, 3]


def test_what_a_move_cost_is_recorded(tictactoe):
    record = play(tictactoe, make_searcher("alphabeta"), make_searcher("random"))
    assert all(m.requested == 100 and m.nodes <= 100 for m in record.moves)
    assert record.moves[0].nodes == 100
    assert record.moves[0].reason == "nodes"
    assert record.moves[1].nodes == 0
    assert record.moves[1].reason == "done"
    assert all(m.seconds > 0 and m.cpu is not None for m in record.moves)


def test_the_flag_falls(tictactoe, slow):
    record = play(tictactoe, slow("fast"), slow("slow", 0.5, 0.75), Limits(clock=Clock(1)))
    assert (record.score, record.ending, record.forfeited) == (1, "time forfeit", "slow")
    assert "0.250 s" in record.detail
    assert len(record.moves) == 3  # the fourth was too late


def test_the_clock_runs(tictactoe, slow):
    first, second = slow("first", 1.0, 0.5, 0.25), slow("second")
    play(tictactoe, first, second, Limits(clock=Clock(10, 0.5, 2)))
    seen = [(x.clock.remaining, x.clock.moves_to_go) for x in first.limits]
    assert seen == [(10, 2), (9.5, 1), (19.5, 2), (19.75, 1)]
    assert [x.clock.remaining for x in second.limits] == [10, 10.5, 21]


def test_a_record_has_the_players_by_their_sides(tictactoe, slow):
    record = play(tictactoe, slow("first"), slow("second"))
    assert record.players == ("first", "second")
    assert [move.side for move in record.moves[:3]] == [0, 1, 0]


@pytest.mark.parametrize(
    ("seconds", "ending"),
    [(1.0, "adjudicated after 2 plies"), (1.001, "time forfeit"), (1.05, "time forfeit")],
)
def test_the_flag_falls_a_millisecond_late_and_not_in_time(endless, slow, seconds, ending):
    players, limits = (slow("first", seconds), slow("second")), Limits(clock=Clock(1, 0.5))
    judge = Judge(Adjudication(longest=2), endless)
    assert play(endless, *players, limits, judge=judge).ending == ending


@pytest.mark.parametrize(
    ("margin", "ending", "clocks"),
    [(0.25, "adjudicated after 4 plies", [1, 0.5]), (0.2, "time forfeit", [1])],
)
def test_a_margin_forgives_a_late_move_and_leaves_no_debt(endless, slow, margin, ending, clocks):
    player, limits = slow("late", 1.25, 0.75), Limits(clock=Clock(1, 0.5))
    judge = Judge(Adjudication(longest=4), endless)
    record = play(endless, player, slow("fast"), limits, judge=judge, time_margin=margin)
    assert record.ending == ending
    assert [each.clock.remaining for each in player.limits] == clocks


def test_a_player_knows_the_clock_of_its_opponent(tictactoe, slow):
    seen = []

    class Looking(slow):
        def choose(self, position, limits):
            clock = self.opponent_clock
            seen.append(None if clock is None else clock.remaining)
            return super().choose(position, limits)

    players = [Looking("a", 1.0, 0.25, 0.25), Looking("b", 0.5, 0.5)]
    clocks = [Limits(clock=Clock(10, 0.5)), Limits(clock=Clock(20))]
    play_game(tictactoe, players, clocks)
    assert seen[:5] == [20, 9.5, 19.5, 9.75, 19]
    seen.clear()
    play_game(tictactoe, [Looking("a"), Looking("b")], [Limits(clock=Clock(10)), Limits(nodes=1)])
    assert seen[:3] == [None, 10, None]


def test_a_searcher_keeps_back_what_its_moves_took_beyond_their_limits(endless, answering):
    reserves = []

    def late(position, limits):
        reserves.append(limits.clock.reserve)
        time.sleep(limits.allotted().seconds + 0.06)
        return 0

    player, clock = SearcherPlayer(answering(late)), Clock(0.2)
    for _ in range(3):
        choice = player.choose(endless, Limits(clock=clock))
        clock = clock.after(choice.seconds, clock)
        for move in (choice.move, 0):
            endless.push(move)
    first, second, third = reserves
    assert second >= clock.reserve + 2 * 0.06  # twice the longest delay, and more moves to come
    assert third >= second > first


def test_the_longest_game_is_a_draw(endless, slow):
    record = play(
        endless,
        slow("a"),
        slow("b"),
        opening=Opening((0, 0)),
        judge=Judge(Adjudication(longest=7), endless),
    )
    assert (record.score, record.ending) == (0.5, "adjudicated after 7 plies")
    assert len(record.moves) == 5
