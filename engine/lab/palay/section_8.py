"""Palay 1980, section 8: B* is no gain where a whole line is wanted, such as in the 8-puzzle.

A search for a whole line has to explore the best node at every level sooner or later, so that B*
gains nothing there. `indispensable` counts the nodes that both searches need. The nodes beyond them
depend on the order of ties.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.lab.core.experiment import (
    Cell,
    Claim,
    Experiment,
    Mean,
    Measured,
    Point,
    claim,
)
from engine.lab.palay.common import MeanOverPoints
from evaluators import default_for
from evaluators import make as make_evaluator
from evaluators.core.evaluator import Evaluator
from games import make as make_game
from games.core.position import Position
from searchers import make as make_searcher
from searchers.core.limits import Limits

# -- lines of least cost ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Path:
    """A line to the end of a one-player game.

    :param moves: the moves.
    :param value: the outcome at its end; None if the budget ended before it was reached.
    :param expanded: number of nodes expanded.
    """

    moves: tuple[int, ...]
    value: int | None
    expanded: int


def move_by_move(position: Position, player: str = "bstar", nodes: int = 10**6) -> Path:
    """Play a copy of a position to its end by proofs; return the moves, outcome and expansions.

    The searcher proves the best move, makes it, and keeps its tree. A single legal move is made
    without a search. If a search ends without a proof, the path ends there, with the value None.

    :param player: the spec of the searcher.
    :param nodes: the node limit of every move.
    """
    position, searcher = position.copy(), make_searcher(player)
    moves: list[int] = []
    expanded = 0
    while position.outcome() is None:
        if len(legal := position.legal_moves()) == 1:  # nothing to prove
            moves.append(legal[0])
            position.push(legal[0])
            continue
        result = searcher.search(position, Limits(nodes=nodes))
        expanded += result.counts["expanded"]
        if not result.proved:
            return Path(tuple(moves), None, expanded)
        assert result.move is not None, "the game goes on"
        moves.append(result.move)
        position.push(result.move)
    return Path(tuple(moves), position.outcome(), expanded)


def best_first(position: Position, nodes: int = 10**6) -> Path:
    """Return the line of best-first search to the end of a one-player game, and its expansions.

    It expands the leaf of highest optimistic value until that is the end of a game. With optimistic
    values that are never too low this line is the best there is (A*). The position does not change.

    :param nodes: the limit of generated nodes. If it is not enough, the path has no moves and the
        value None.
    """
    position = position.copy()
    evaluator = make_evaluator(default_for(position, intervals=True))
    leaves: list[tuple[int, tuple[int, ...]]] = [(0, ())]
    expanded = generated = 0
    while True:
        _, line = heapq.heappop(leaves)
        for move in line:
            position.push(move)
        outcome = position.outcome()
        if outcome is not None:
            return Path(line, outcome, expanded)
        legal = position.legal_moves()
        generated += len(legal)
        if generated > nodes:
            return Path((), None, expanded)
        expanded += 1
        for move in legal:
            position.push(move)
            heapq.heappush(leaves, (-evaluator.interval(position)[1], (*line, move)))
            position.pop()
        for _ in line:
            position.pop()


def indispensable(position: Position, value: int) -> int:
    """Return the number of nodes that any search must expand to prove that no line exceeds a value.

    They are the nodes whose own and ancestors' optimistic values are higher.
    """
    evaluator = make_evaluator(default_for(position, intervals=True))
    return _promising(position.copy(), evaluator, value)


def _promising(position: Position, evaluator: Evaluator, value: int) -> int:
    """Return the number of inner nodes, at and below a position, of optimistic value above `value`.

    Nodes below another node do not count. The position does not change.
    """
    if position.outcome() is not None or evaluator.interval(position)[1] <= value:
        return 0
    found = 1
    for move in position.legal_moves():
        position.push(move)
        found += _promising(position, evaluator, value)
        position.pop()
    return found


# -- the experiment --------------------------------------------------------------------------------

_WALKS = (1, 5, 9)
_VERSIONS = ("bf", "ll", "db", "tl", "al")
_NODES = 1_000_000


def puzzle(walk: int, seed: int) -> Position:
    """Return an 8-puzzle: the default position, 5 moves from the goal, after some random moves.

    No move takes the one before back. A move to the goal is taken back, and ends the walk. The
    position has no history.

    :param walk: the number of random moves.
    """
    rng, position, last = Random(f"{walk} {seed}"), make_game("eight"), -1
    for _ in range(walk):
        last = rng.choice([move for move in position.legal_moves() if move != 3 - last])
        position.push(last)
        if position.outcome() is not None:
            position.pop()
            break
    return position.at(position.text())


def against_best_first(walk: int, seeds: range) -> Iterator[dict[str, float]]:
    """Yield for each position numbers that compare B* with a best-first search, by version.

    B* proves and makes one move after the other.

    `moves` is the length of the line of best-first search, `whole` its expansions, `least` those
    that any search needs. The others are named VERSION WHAT. `quotient` is B*'s expansions /
    `whole`. `equal` is whether they equal `whole`, `enough` whether they are not below `least`.
    `good` is whether the value of B*'s line is that of best-first search.

    :param walk: the number of random moves to a position (see `puzzle`).
    """
    for seed in seeds:
        position = puzzle(walk, seed)
        whole = best_first(position, _NODES)
        assert whole.value is not None
        least = indispensable(position, whole.value)
        numbers: dict[str, float] = {
            "moves": len(whole.moves),
            "whole": whole.expanded,
            "least": least,
        }
        for version in _VERSIONS:
            path = move_by_move(position, f"bstar:select={version}", _NODES)
            found = {
                "quotient": path.expanded / whole.expanded,
                "equal": path.expanded == whole.expanded,
                "enough": path.expanded >= least,
                "good": path.value == whole.value,
            }
            numbers |= {f"{version} {what}": number for what, number in found.items()}
        yield numbers


def _key(walk: int) -> str:
    """Return the key of the point of positions after so many random moves."""
    return f"{walk} random moves"


def _everywhere(measured: Measured, what: str) -> bool:
    """Return whether a measured property holds for every version and position.

    :param what: the name of a number that is 1 where it is true, else 0.
    """
    return all(
        measured[_key(walk)][f"{version} {what}"].mean == 1
        for version in _VERSIONS
        for walk in _WALKS
    )


def _quotient(measured: Measured, version: str) -> float:
    """Return the mean of B*'s expansions / best-first search's, over all positions."""
    return MeanOverPoints(f"{version} quotient")(measured).value


@claim("compared to best-first search it provides no gain, in the mean")
def _no_gain(measured: Measured) -> bool:
    """Return whether no version expands less than 98% of best-first search's nodes."""
    return all(_quotient(measured, version) > 0.98 for version in _VERSIONS)


@claim("to disprove the rest only adds to that: TL and AL expand more than BF")
def _disproving_is_useless(measured: Measured) -> bool:
    """Return whether TL and AL expand more nodes than BF."""
    return all(_quotient(measured, version) > _quotient(measured, "bf") for version in ("tl", "al"))


PUZZLE = Experiment(
    name="palay-8",
    title="expansions of B*, which proves move by move and keeps its tree, as multiples of those "
    "of a best-first search for the whole line; the 8-puzzle",
    source="Palay 1980, section 8",
    test="the claims; the text has no numbers",
    trees=50,
    minutes=0.1,
    points=tuple(Point(_key(walk), against_best_first, (walk,), block=5) for walk in _WALKS),
    columns=("walk", "what", "version"),
    cells=tuple(
        cell
        for walk in _WALKS
        for cell in (
            Cell((walk, "moves to the goal", ""), Mean(_key(walk), "moves")),
            Cell((walk, "expanded", "best-first"), Mean(_key(walk), "whole")),
            Cell((walk, "that promise more than the line", ""), Mean(_key(walk), "least")),
            *(
                Cell((walk, words, version), Mean(_key(walk), f"{version} {what}", scale))
                for version in _VERSIONS
                for what, words, scale in (
                    ("quotient", "expanded / best-first's", 1),
                    ("equal", "% with as many", 100),
                )
            ),
        )
    ),
    claims=(
        Claim("B* finds a line of least cost", lambda measured: _everywhere(measured, "good")),
        Claim(
            "it expands every node that promises more than that line, as any search must",
            lambda measured: _everywhere(measured, "enough"),
        ),
        _no_gain,
        _disproving_is_useless,
    ),
    remark="BF differs from best-first search only in its order of ties. The positions lie so "
    "many random moves from one that is 5 moves from the goal.",
)
