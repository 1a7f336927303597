"""The old question asked again: best-first search with values and intervals that are learned, and
that uses its nodes, against alpha-beta of a textbook and of today.

All have the same evaluator at their leaves. What is asked for is a budget of nodes, or of CPU time;
what was used stands beside it.
"""

from __future__ import annotations

from engine.lab.board.board import (
    FAIR,
    BoardExperiment,
    Contest,
    Curve,
    Entrant,
    Study,
    duels,
    timed_duels,
)

__all__ = ["EXPERIMENT"]

_BASES = {"othello": "patterns", "chess": "quiescence:base=network"}
"""The evaluator of all: the values of leaves, and what B*'s intervals are made of."""

_INTERVALS = {
    game: {"phases": f"calibrated:by=phase,base=({base})", "learned": f"learned:base=({base})"}
    for game, base in _BASES.items()
}
"""B*'s intervals: fitted to what deeper searches find, by the phase of the game alone, or by what
a position is like."""


def _players(game: str) -> dict[str, str]:
    """The best-first players of a game, by the name that tables and figures give them."""
    base, intervals = _BASES[game], _INTERVALS[game]
    return {
        "bfms line": f"bfms:stop=line@{base}",
        "bfms": f"bfms:stop=proved@{base}",
        "bfms safe": f"bfms:stop=proved,choose=visits@{base}",
        "bfext": f"bfext@{base}",
        "bpip": f"bpip@{intervals['learned']}",
        "bpip narrow": f"bpip:spread={_SPREAD[game]}@{intervals['learned']}",
        "al phases": f"bstar:select=al@{intervals['phases']}",
        "al": f"bstar:select=al@{intervals['learned']}",
        "pb phases": f"bstar:select=pb@{intervals['phases']}",
        "pb": f"bstar:select=pb@{intervals['learned']}",
        "pb widen": f"bstar:select=pb,after=widen,widen={_WIDEN[game]}@{intervals['learned']}",
        "pb verify": f"bstar:select=pb,after=verify@{intervals['learned']}",
    }


_WIDEN = {"othello": 300, "chess": 30}
"""By how much Maven's widening moves bounds."""
_SPREAD = {"othello": 70, "chess": 15}
"""What part of its error is a leaf's own, in percent: that won most at 1,000 nodes."""
_OPPONENTS = ("alphabeta", "pvs")
_BUDGETS = {
    "othello": (300, 1_000, 3_000, 10_000, 30_000, 100_000),
    "chess": (300, 1_000, 3_000, 10_000, 30_000, 100_000),
}
_TIMES = {"othello": (1, 3, 10, 30), "chess": (1, 3, 10, 30)}
"""Milliseconds of CPU time a move."""
_GAMES = 1000
_STUDIED = 4


def _contests(game: str, name: str, opponent: str, timed: bool) -> tuple[Contest, ...]:
    player = Entrant(name, _players(game)[name])
    other = Entrant(opponent, f"{opponent}@{_BASES[game]}")
    if timed:
        return timed_duels(game, player, other, _TIMES[game], _GAMES)
    study = Study(_STUDIED, judge=f"alphabeta@{_BASES[game]}")
    return duels(game, player, other, _BUDGETS[game], _GAMES, study)


_CURVES = tuple(
    Curve(
        f"best-first-2-{game}-{opponent}{'-time' if timed else ''}",
        f"Best-first search against {opponent} in {game.capitalize()}, "
        f"equal {'CPU time' if timed else 'nodes'}",
        name,
        opponent,
        _contests(game, name, opponent, timed),
    )
    for timed in (False, True)
    for game in _BASES
    for opponent in _OPPONENTS
    for name in _players(game)
)

EXPERIMENT = BoardExperiment(
    name="best-first-2",
    title="best-first search that uses its nodes, with learned values and intervals, against "
    "alpha-beta: equal nodes, equal CPU time",
    source="Korf 1992, section 5, and Palay 1980, section 9, asked again",
    minutes=30_000,
    contests=tuple(contest for curve in _CURVES for contest in curve.contests),
    curves=_CURVES,
    claims=FAIR,
)
