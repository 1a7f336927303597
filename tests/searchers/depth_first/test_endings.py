"""Ends of games are exact, with all pruning on, and within the budget."""

from __future__ import annotations

from pathlib import Path

import pytest

import games
import searchers
from games import LOSS, WIN
from searchers import Limits
from tests.compiled import COMPILED
from tests.nim import Nim
from tests.walk import near_the_end

DATA = Path(__file__).parents[2] / "data" / "othello_ffo.tsv"
QUICK = 10 if COMPILED else 7
ENDGAMES = [line.split("\t") for line in DATA.read_text().splitlines() if line[0].isdigit()]


@pytest.mark.parametrize("player", ["pvs", "pvs:singular=84", "pvs:selective=false", "mtdf"])
@pytest.mark.parametrize(("empty", "seed"), [(5, 1), (6, 2), (QUICK, 3)])
def test_a_search_one_ply_beyond_the_last_move_proves_the_value(
    player: str, empty: int, seed: int
) -> None:
    position = near_the_end(empty, seed)
    plain = searchers.make("alphabeta:order=tt,tt=4").search(position, Limits(depth=64))
    found = searchers.make(player).search(position, Limits(depth=64))
    assert (found.proved, found.value) == (True, plain.value)
    assert found.depth <= empty + 1
    after = position.copy()
    after.push(found.move)
    if after.outcome() is None:
        then = searchers.make("alphabeta:order=tt,tt=4").search(after, Limits(depth=64))
        assert -then.value == found.value


@pytest.mark.slow
@pytest.mark.parametrize("row", ENDGAMES, ids=[row[0] for row in ENDGAMES])
def test_published_endgames_are_exact(row: list[str]) -> None:
    _, board, side, empty, published = row
    scores = {word[:2]: int(word[3:]) for word in published.split()}
    position = games.make("othello").at(f"{board} {side}")
    found = searchers.make("pvs").search(position, Limits(depth=400))
    assert (found.proved, found.value) == (True, 100 * max(scores.values()))
    assert found.depth <= int(empty) + 1
    won = games.make("othello:wld=true").at(f"{board} {side}")
    known = searchers.make("pvs").search(won, Limits(depth=400))
    sign = (found.value > 0) - (found.value < 0)
    assert (known.proved, known.value) == (True, 6400 * sign)


@pytest.mark.parametrize("seed", range(4))
def test_win_draw_loss_scores_have_the_sign_of_the_disc_difference(seed: int) -> None:
    position = near_the_end(6, seed)
    won = games.make("othello:wld=true").at(position.text())
    value = searchers.make("alphabeta").search(position, Limits(depth=64)).value
    known = searchers.make("pvs").search(won, Limits(depth=64))
    assert (known.proved, known.value) == (True, 6400 * ((value > 0) - (value < 0)))
    assert won.copy().spec == won.mirrored().spec == "othello:wld=true"


@pytest.mark.parametrize("nodes", [1, 7, 60, 141, 300, 999, 2500])
def test_the_solver_keeps_to_the_node_budget(nodes: int) -> None:
    position = near_the_end(QUICK + 1, 8)
    found = searchers.make("pvs").search(position, Limits(nodes=nodes))
    assert found.nodes <= nodes
    assert found.counts["generated"] <= found.nodes


class Countdown(Nim):
    """Nim with at most six from one heap, whose last taker wins, and with a solver."""

    KEYED = True
    solved = 0

    def legal_moves(self) -> list[int]:
        return [take for take in range(1, 7) if take <= self.heap]

    def moves_left(self) -> int:
        return self.heap

    def key(self) -> int:
        return 2 * self.heap + self.ply % 2 + 1

    def solve(self, alpha: int, beta: int, most: int) -> int:
        type(self).solved += 1
        self.solve_nodes = 0
        plies = {0: LOSS}
        for heap in range(1, self.heap + 1):
            options = [-plies[heap - take] for take in range(1, 7) if take <= heap]
            plies[heap] = max(value - 1 if value > 0 else value + 1 for value in options)
        return plies[self.heap]


def test_the_solver_and_the_search_find_the_same_win_distance() -> None:
    known = searchers.make("pvs@static").search(Countdown(20), Limits(depth=30))
    searched = searchers.make("alphabeta@static").search(Countdown(20), Limits(depth=30))
    assert (known.proved, known.value) == (True, searched.value)
    assert known.value == WIN - 5
    assert Countdown.solved > 0
