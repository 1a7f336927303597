"""SSS*, PS*(k), A-B trees, alpha-beta and MTD(f) play one another with one evaluator."""

from __future__ import annotations

from engine.lab.board.board import FAIR, BoardExperiment, Contest, Entrant, Study

__all__ = ["EXPERIMENT"]

_NODES = 2_000
_SEARCHERS = {
    "sss": "sss",
    "ps2": "ps:k=2",
    "ps4": "ps:k=4",
    "abtree": "abtree",
    "alphabeta": "alphabeta",
    "mtdf": "mtdf",
}
_GAMES = {"othello": ("positional", 10), "chess": ("quiescence:base=pst", 4)}
"""The evaluator of both sides, and how many games each pair plays."""


def _contest(game: str) -> Contest:
    evaluator, games = _GAMES[game]
    entrants = tuple(Entrant(name, f"{spec}@{evaluator}") for name, spec in _SEARCHERS.items())
    return Contest(f"{game}-{_NODES}", game, _NODES, entrants, games, Study(openings=games))


EXPERIMENT = BoardExperiment(
    name="minimax-at-the-board",
    title=f"SSS*, PS*(k), A-B trees, alpha-beta and MTD(f) at {_NODES:,} nodes a move",
    source="Srimani 1985, chapter 6, and Lindstrom 1979, section 9.1: left to real players",
    minutes=1,
    contests=tuple(map(_contest, _GAMES)),
    claims=FAIR,
)
