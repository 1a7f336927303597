from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import games
import searchers
from games import DRAW, LOSS, Position
from games.check import walk
from games.core.scores import WIN
from games.errors import LimitsError, SpecError
from searchers import Limits
from tests.compiled import COMPILED
from tests.minimax import minimax
from tests.nim import Nim

OPTIONS = ("", ":order=none", ":expand=true", ":expand=true,order=none", ":deepen=false")
KEYED = (*OPTIONS, ":order=tt,tt=1", ":tt=1", ":tt=1,deepen=false,expand=true")


@given(
    st.integers(1, 5),
    st.integers(1, 6),
    st.integers(0, 999),
    st.sampled_from([1, 3, 9, 2**15]),
    st.integers(1, 6),
    st.sampled_from(KEYED),
)
@settings(max_examples=150, deadline=None)
def test_the_value_is_minimax(b: int, d: int, seed: int, edge: int, depth: int, word: str) -> None:
    position = games.make(f"ngame:b={b},d={d},seed={seed},edge={edge}")
    result = searchers.make("alphabeta" + word).search(position, Limits(depth=depth))
    if b == 1:
        return
    assert result.value == minimax(position, depth)
    position.push(result.move)
    assert -minimax(position, depth - 1) == result.value
    assert result.proved == (depth >= d)


def explicit(folder: Path, data: Any) -> Position:
    file = folder / "tree.json"
    file.write_text(json.dumps(data))
    return games.make(f"explicit:{file}")


def test_cuts_are_made_on_ties(tmp_path: Path) -> None:
    # The first child is worth 3; in the second, the leaf 3 already refutes: 9 is never read.
    position = explicit(tmp_path, [[3, 4], [3, 9]])
    result = searchers.make("alphabeta:order=none,deepen=false").search(position, Limits(depth=2))
    assert (result.value, result.move, result.nodes, result.counts["evaluated"]) == (3, 0, 5, 3)


@pytest.mark.parametrize(
    ("word", "nodes", "steps"),
    [
        # b=2, d=2, ordered by the game: root's two children one at a time, then their leaves.
        (":order=none,deepen=false", 6, 0),
        # Sorted: both children are made first, entering them is a step.
        (":deepen=false", 6, 2),
    ],
)
def test_nodes_and_steps(tmp_path: Path, word: str, nodes: int, steps: int) -> None:
    position = explicit(tmp_path, [[1, 2], [3, 4]])
    result = searchers.make("alphabeta" + word).search(position, Limits(depth=2))
    assert (result.value, result.nodes, result.counts["steps"]) == (3, nodes, steps)


def test_expansion_makes_all_children_and_generation_stops_at_a_cut(tmp_path: Path) -> None:
    position = explicit(tmp_path, [[3, 4], [1, 9, 9, 9]])
    nodes = [
        searchers.make(f"alphabeta:deepen=false,order=none,expand={word}")
        .search(position, Limits(depth=2))
        .nodes
        for word in ("false", "true")
    ]
    assert nodes == [5, 8]


class Countdown(Nim):
    """Step down by one or two; a side without a move has lost."""

    def legal_moves(self) -> list[int]:
        return [step for step in (2, 1) if step <= self.heap]


@pytest.mark.parametrize("word", OPTIONS)
def test_distances_count_from_the_root(word: str) -> None:
    position = Countdown(8)
    searcher = searchers.make("alphabeta" + word)
    assert searcher.search(position, Limits(depth=20)).value == WIN - 5
    for move in (2, 2):  # 6 and 3 are lost for the side to move
        position.push(move)
    result = searcher.search(position, Limits(depth=20))
    assert (result.value, result.move, result.proved) == (WIN - 3, 1, True)
    position.push(1)
    assert searcher.search(position, Limits(depth=20)).value == LOSS + 2


def test_an_unfinished_iteration_keeps_the_answer_of_the_one_before() -> None:
    position = games.make("ngame:b=8,d=12,seed=3")
    searcher = searchers.make("alphabeta:order=none")
    whole = searcher.search(position, Limits(depth=3))
    cut = searcher.search(position, Limits(nodes=whole.nodes + 1))
    assert (cut.move, cut.value, cut.depth) == (whole.move, whole.value, 3)


def test_impossible_settings_are_refused() -> None:
    with pytest.raises(SpecError, match="order=tt needs a table"):
        searchers.make("alphabeta:order=tt")
    with pytest.raises(SpecError, match="positions with a key"):
        searchers.make("alphabeta:tt=1").search(Countdown(4), Limits(depth=1))
    with pytest.raises(LimitsError, match="needs a depth limit"):
        searchers.make("alphabeta:deepen=false").search(Countdown(4), Limits(nodes=5))


@pytest.mark.parametrize("word", [":tt=1", ":order=tt,tt=1", ":tt=1,expand=true"])
def test_endgames_are_proved_with_a_table_as_without(word: str) -> None:
    with_table = searchers.make("alphabeta" + word)
    for seed in range(6 if COMPILED else 2):
        *_, position = (p.copy() for p in walk("othello", seed, games=1, plies=53))
        for limits in (Limits(depth=20), Limits(depth=3)):
            plain = searchers.make("alphabeta").search(position, limits)
            found = with_table.search(position, limits)
            assert found.proved == plain.proved or found.proved, "a proof stays in the table"
            if plain.proved:
                assert (found.value, found.proved) == (plain.value, True)


class Shuffle(Position):
    """Step left or right; the fourth step ends the game in a draw on every square."""

    KEYED = True
    PATH_DEPENDENT = True

    def __init__(self) -> None:
        self.square, self.steps = 4, 0

    def legal_moves(self) -> list[int]:
        return [] if self.outcome() is not None else [0, 2]

    def push(self, move: int) -> None:
        self.square += move - 1
        self.steps += 1

    def pop(self) -> None:
        self.square -= self.history[-1] - 1
        self.steps -= 1

    def outcome(self) -> int | None:
        return DRAW if self.steps >= 4 else None

    def key(self) -> int:
        return 1 + self.square + 16 * self.turn


def test_a_draw_by_the_moves_before_is_not_stored_for_the_position() -> None:
    searcher = searchers.make("alphabeta:tt=1")
    position = Shuffle()
    for move in (2, 0):
        position.push(move)
    assert searcher.search(position, Limits(depth=9)).proved, "drawn after these moves"
    assert not searcher.search(Shuffle(), Limits(depth=2)).proved, (
        "the same square after other moves"
    )


def test_one_move_to_consider_among_several_is_searched() -> None:
    position = games.make("ngame:b=3,d=9")
    result = searchers.make("alphabeta").search(position, Limits(depth=4, moves=(1, 1)))
    position.push(1)
    assert (result.depth, result.value) == (4, -minimax(position, 3))


def test_another_game_clears_the_table() -> None:
    kept = searchers.make("alphabeta:tt=1")
    for seed in range(4):
        position = games.make(f"ngame:b=2,d=4,seed={seed}")
        assert kept.search(position, Limits(depth=4)).value == minimax(position, 4)
