"""Games that end before their end."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.match import (
    Adjudication,
    Choice,
    Player,
    Tournament,
    play_match,
)
from engine.match.games.adjudication import Judge
from games import make
from games.errors import FileError, SpecError
from searchers import Limits
from searchers import make as make_searcher
from tests.minimax import minimax

# -- adjudication --------------------------------------------------------------------------------


def test_the_rules_without_numbers_have_these() -> None:
    rules = Adjudication()
    assert (rules.resign_value, rules.draw_value, rules.exact, rules.syzygy) == (None,) * 4
    assert (rules.resign_moves, rules.draw_moves, rules.draw_after) == (4, 8, 80)


class Saying(Player):
    """Plays the first legal move and thinks so much of it."""

    def __init__(self, name, *values):
        super().__init__(name)
        self.values = values

    def new_game(self):
        self.left = list(self.values)

    def choose(self, position, limits):
        value = self.left.pop(0) if self.left else None
        return Choice(position.legal_moves()[0], value, 0, 0.0, None, "")


def adjudicated(first, second, **rules):
    players = [Saying("a", *first), Saying("b", *second)]
    result = play_match(
        "ngame:b=2,d=30",
        players,
        depth=1,
        games=1,
        openings="none",
        adjudication=Adjudication(**rules),
    )
    (game,) = result.games
    return game.ending, game.result, len(game.moves)


def test_low_values_for_long_enough_are_a_resignation():
    rules = {"resign_value": 500, "resign_moves": 2}
    assert adjudicated((0, -500, 0, -500, -501), (), **rules) == ("adjudicated: resigned", "0-1", 9)
    assert adjudicated((900,), (-900, -900), **rules) == ("adjudicated: resigned", "1-0", 4)
    assert adjudicated((-499,) * 15, (499,) * 15, **rules)[0].startswith(("margin", "draw"))


def test_where_both_see_nothing_it_is_a_draw():
    rules = {"draw_value": 10, "draw_moves": 2, "draw_after": 6}
    draw = ("adjudicated: draw", "1/2-1/2")
    assert adjudicated((0,) * 9, (10,) * 9, **rules) == (*draw, 6)
    assert adjudicated((0,) * 9, (0, 0, 11, 10, -10), **rules) == (*draw, 10)
    assert adjudicated((0,) * 9, (), **rules)[0].startswith(("margin", "draw"))


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 10**6))
def test_the_end_of_othello_is_solved_exactly(seed):
    """Against the value of the definition."""
    setup = {"games": 1, "openings": f"random:plies=20,seed={seed}"}
    players = [f"random:seed={seed}@discs", "random:seed=3@discs"]
    (game,) = play_match(
        "othello", players, nodes=1, adjudication=Adjudication(exact=6), **setup
    ).games
    end = make("othello")
    for text in game.text:
        end.push(end.parse_move(text))
    if end.outcome() is None:
        assert 64 - (end.own | end.opponent).bit_count() == 6
        value = minimax(end)
        assert game.margin == (-value if end.turn else value)
        assert game.ending.startswith("adjudicated: solved ")
    (whole,) = play_match("othello", players, nodes=1, **setup).games
    assert whole.text[: len(game.text)] == game.text


def test_the_end_is_solved_beyond_an_only_move():
    tried = 0
    for seed in range(40):
        rng = random.Random(seed)
        board = make("othello")
        while board.outcome() is None and board.moves_left() > 5:
            board.push(rng.choice(board.legal_moves()))
        if board.outcome() is not None or len(board.legal_moves()) > 1:
            continue
        after = board.copy()
        while len(after.legal_moves()) == 1:
            after.push(after.legal_moves()[0])
        value = after.outcome()
        if value is None:
            solver = make_searcher("alphabeta:deepen=false@discs")
            value = solver.search(after, Limits(depth=20)).value
        verdict = Judge(Adjudication(exact=5), make("othello")).verdict(board, ())
        assert verdict.margin == (-value if after.turn else value)
        tried += 1
    assert tried


def test_tablebases_end_a_game(tmp_path, monkeypatch):
    import chess.syzygy

    class Tables:
        wdl = ("KRvK",)

        def add_directory(self, folder):
            assert folder == str(tmp_path)

        def probe_wdl(self, board):
            if chess.popcount(board.occupied) > 3:
                raise KeyError
            return 2 if board.turn == chess.WHITE else -2

    monkeypatch.setattr(chess.syzygy, "Tablebase", Tables)
    start = make("chess").at("4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1")
    (game,) = play_match(
        start,
        ["alphabeta@pst", "random@pst"],
        depth=1,
        games=1,
        openings="none",
        adjudication=Adjudication(syzygy=str(tmp_path)),
    ).games
    assert (game.text, game.result, game.ending) == (["e1e2"], "1-0", "adjudicated: tablebase")


def test_the_folder_of_tablebases_is_a_text():
    with pytest.raises(SpecError, match="syzygy=3: expected the path of a folder, as text"):
        Adjudication(syzygy=3)


def test_missing_tablebases_are_named(tmp_path):
    with pytest.raises(FileError, match=r"expected a folder of \.rtbw files"):
        Tournament(
            "chess",
            ["random@pst"] * 2,
            nodes=1,
            adjudication=Adjudication(syzygy=str(tmp_path)),
        )
