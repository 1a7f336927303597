"""Korf's question: is best-first minimax any good in chess and in Othello?

Both of his versions play alpha-beta with the same evaluator and as many nodes, and also a modern
alpha-beta (`pvs`), which has what decades added to it.
"""

from __future__ import annotations

from engine.lab.board.board import FAIR, BoardExperiment, Contest, Curve, Entrant, Study, duels

__all__ = ["EXPERIMENT"]

_EVALUATORS = {"othello": "positional", "chess": "quiescence:base=pst"}
_BUDGETS = {"othello": (300, 1_000, 3_000, 10_000, 30_000), "chess": (1_000, 3_000, 10_000, 30_000)}
_GAMES = 200
_PLAYERS = {"bfms": "bfms:stop=line", "rbfms": "rbfms"}
"""Both as Korf has them, by the name that tables and figures give them."""
_OPPONENTS = ("alphabeta", "pvs")


def _duels(game: str, player: str, opponent: str) -> tuple[Contest, ...]:
    evaluator = _EVALUATORS[game]
    return duels(
        game,
        Entrant(player, f"{_PLAYERS[player]}@{evaluator}"),
        Entrant(opponent, f"{opponent}@{evaluator}"),
        _BUDGETS[game],
        _GAMES,
        Study(openings=10, judge=f"pvs@{evaluator}"),
    )


_CURVES = tuple(
    Curve(
        f"best-first-{game}",
        f"Best-first minimax in {game.capitalize()}, equal nodes",
        player,
        opponent,
        _duels(game, player, opponent),
    )
    for game in _EVALUATORS
    for opponent in _OPPONENTS
    for player in _PLAYERS
)

EXPERIMENT = BoardExperiment(
    name="best-first-at-the-board",
    title="best-first minimax against alpha-beta in Othello and chess, equal nodes",
    source="Korf 1992, section 5: the next step",
    minutes=30,
    contests=tuple(contest for curve in _CURVES for contest in curve.contests),
    curves=_CURVES,
    claims=FAIR,
)
