"""Palay 1980, section 8: B* is no gain where a whole line is asked for, such as in the 8-puzzle."""

from __future__ import annotations

from random import Random
from typing import Any

from engine.lab.core.experiment import Cell, Claim, Experiment, Point
from engine.lab.core.quantities import Mean, Measured
from engine.lab.core.tally import Tallies
from engine.lab.palay.single_agent import best_first, indispensable, move_by_move
from games import make as make_game
from games.core.position import Position

__all__ = ["EXPERIMENT", "against_best_first"]

_WALKS = (1, 5, 9)
_VERSIONS = ("bf", "ll", "db", "tl", "al")
_NODES = 1_000_000


def puzzle(walk: int, seed: int) -> Position:
    """The default position, which is 5 moves from the goal, so many random moves later."""
    rng, position, last = Random(f"{walk} {seed}"), make_game("eight"), -1
    for _ in range(walk):
        last = rng.choice([move for move in position.legal_moves() if move != 3 - last])
        position.push(last)
        if position.outcome() is not None:
            position.pop()
            break
    start: Position = position.at(position.text())
    return start


def against_best_first(walk: int, first: int, count: int) -> dict[str, list[Any]]:
    """The expansions of a best-first search (`whole`), those of them that nothing can do without
    (`least`), and by version the quotient of B*'s, made move by move, and those of `whole`; whether
    they are `equal`, and are `enough`; whether the line is as `good`."""
    tallies = Tallies()
    for seed in range(first, first + count):
        position = puzzle(walk, seed)
        whole = best_first(position, _NODES)
        assert whole.value is not None
        least = indispensable(position, whole.value)
        tallies.add(moves=len(whole.moves), whole=whole.expanded, least=least)
        for version in _VERSIONS:
            path = move_by_move(position, f"bstar:select={version}", _NODES)
            found = {
                "quotient": path.expanded / whole.expanded,
                "equal": path.expanded == whole.expanded,
                "enough": path.expanded >= least,
                "good": path.value == whole.value,
            }
            for what, number in found.items():
                tallies[f"{version} {what}"].add(float(number))
    return tallies.as_dict()


def _key(walk: int) -> str:
    return f"{walk} random moves"


def _everywhere(measured: Measured, what: str) -> bool:
    """Whether it is so of every version and position."""
    return all(
        measured[_key(walk)][f"{version} {what}"].mean == 1
        for version in _VERSIONS
        for walk in _WALKS
    )


def _quotient(measured: Measured, version: str) -> float:
    tallies = Tallies.sum(tallies.as_dict() for tallies in measured.values())
    return tallies[f"{version} quotient"].mean


def _no_gain(measured: Measured) -> bool:
    return all(_quotient(measured, version) > 0.98 for version in _VERSIONS)


def _disproving_is_useless(measured: Measured) -> bool:
    return all(_quotient(measured, version) > _quotient(measured, "bf") for version in ("tl", "al"))


EXPERIMENT = Experiment(
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
        Claim("compared to best-first search it provides no gain, in the mean", _no_gain),
        Claim(
            "to disprove the rest only adds to that: TL and AL expand more than BF",
            _disproving_is_useless,
        ),
    ),
    remark="BF differs from best-first search by what it makes of ties alone. The positions lie so "
    "many random moves from one that is 5 moves from the goal.",
)
