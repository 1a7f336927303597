"""B*'s proofs at the board: how likely they are wrong by their own account, and how often they are.

B* that ends with its proof plays B* that doubts it, with the intervals of the games' best fits. Of
the moves that either calls proved, a judge that looks deeper says which are wrong.
"""

from __future__ import annotations

from engine.lab.board.board import FAIR, BoardExperiment, Contest, Entrant, Study

__all__ = ["EXPERIMENT"]

_INTERVALS = {
    "othello": "learned:base=patterns",
    "chess": "calibrated:base=(quiescence:base=network)",
}
_JUDGES = {"othello": "alphabeta@patterns", "chess": "alphabeta@quiescence:base=network"}
_NODES = 5_000
_GAMES = 400
_STUDIED = 20


def _contest(game: str, rules: str, backup: str) -> Contest:
    return Contest(
        f"{game}-{rules}-{backup}",
        game,
        _NODES,
        tuple(
            Entrant(after, f"bstar:select={rules},backup={backup},after={after}@{_INTERVALS[game]}")
            for after in ("verify", "stop")
        ),
        _GAMES,
        Study(_STUDIED, _JUDGES[game], every=2, deeper=20),
    )


EXPERIMENT = BoardExperiment(
    name="proofs-at-the-board",
    title="B* that doubts its proofs against B* that ends with them: how often they are wrong, "
    "stated and found",
    source="Berliner and McConnell 1996 (VERIFY); Palay 1980, section 9",
    minutes=60,
    contests=tuple(
        _contest(game, rules, "maximum") for game in _INTERVALS for rules in ("al", "pb")
    )
    + tuple(_contest(game, "al", "product") for game in _INTERVALS),
    curves=(),
    claims=FAIR,
    remark=(
        "The judge is an alpha-beta with the same evaluator and twenty times the nodes. It is "
        "wrong at times too, and calls a move worse for a difference that no player would mind. "
        "With backup=product the values of moves are taken to be independent, as in an N-game."
    ),
)
