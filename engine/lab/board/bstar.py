"""B* at the board: with bounds that may be wrong, against alpha-beta with the same evaluator.

What plays is said here, and only here: another version of B* is one more entry of `_VERSIONS`, and
its games are played beside those of the versions before it.
"""

from __future__ import annotations

from engine.lab.board.board import FAIR, BoardExperiment, Contest, Curve, Entrant, Study, duels

__all__ = ["EXPERIMENT"]

_BASES = {"othello": "positional", "chess": "quiescence:base=pst"}
"""The evaluator of both sides: alpha-beta's leaves, and what B*'s intervals are made of."""

_INTERVALS = {
    "othello": {
        "nullmove": "nullmove:base=positional,depth=1",
        "calibrated": "calibrated:base=positional,depth=0",
    },
    "chess": {
        "nullmove": "nullmove:base=(quiescence:base=pst),depth=1",
        "calibrated": "calibrated:base=(quiescence:base=pst),depth=1",
    },
}
"""B*'s intervals: from null moves, as in Palay's chess program (an encyclopedia's article on B*,
Applications), and what was better than these."""

_VERSIONS = {
    game: {name: f"bstar:select=al@{spec}" for name, spec in intervals.items()}
    for game, intervals in _INTERVALS.items()
}
for _game, _widen in {"othello": 300, "chess": 30}.items():
    _VERSIONS[_game]["widened"] = (
        f"bstar:select=al,widen={_widen}@{_INTERVALS[_game]['calibrated']}"
    )
"""Versions of B* against alpha-beta, by the name that tables and figures give them."""

_BUDGETS = {"othello": (1_000, 3_000, 10_000, 30_000), "chess": (10_000, 30_000, 100_000)}
_GAMES = 400
_STUDIED = 20

_RULES = ("bf", "ll", "db", "tl", "al", "smaller", "pb")
_OTHERS = {"bfms": "bfms:stop=line", "rbfms": "rbfms", "pvs": "pvs"}
_ROUND_ROBIN = {"othello": 3_000, "chess": 10_000}
"""The budget at which all selection rules and the other searchers meet."""
_ROUND_ROBIN_GAMES = 100


def _judge(game: str) -> str:
    """The player that says what moves lose: of the other kind, and with the same evaluator."""
    return f"alphabeta@{_BASES[game]}"


def _against_alphabeta(game: str, name: str) -> tuple[Contest, ...]:
    return duels(
        game,
        Entrant(name, _VERSIONS[game][name]),
        Entrant("alphabeta", f"alphabeta@{_BASES[game]}"),
        _BUDGETS[game],
        _GAMES,
        Study(_STUDIED, _judge(game)),
    )


def _round_robin(game: str) -> Contest:
    rules = [
        Entrant(rule, f"bstar:select={rule}@{_INTERVALS[game]['calibrated']}") for rule in _RULES
    ]
    others = [Entrant(name, f"{spec}@{_BASES[game]}") for name, spec in _OTHERS.items()]
    nodes = _ROUND_ROBIN[game]
    return Contest(
        f"{game}-{nodes}-all",
        game,
        nodes,
        (*rules, *others),
        _ROUND_ROBIN_GAMES,
        Study(openings=1),
    )


_CURVES = tuple(
    Curve(
        f"bstar-{game}",
        f"B* against alpha-beta in {game.capitalize()}, equal nodes",
        name,
        "alphabeta",
        _against_alphabeta(game, name),
    )
    for game in _BASES
    for name in _VERSIONS[game]
)

EXPERIMENT = BoardExperiment(
    name="bstar-at-the-board",
    title="B* with intervals of an evaluator against alpha-beta, equal nodes; all selection rules",
    source="Palay 1980, section 9: only a real problem can show what invalid bounds do",
    minutes=120,
    contests=(
        *(contest for curve in _CURVES for contest in curve.contests),
        *map(_round_robin, _BASES),
    ),
    curves=_CURVES,
    claims=FAIR,
    remark=(
        "Null moves lose because of their intervals, not because of B*. In Othello a pass is often "
        "better than any move, most of the intervals are points, and B* has its proof, which is "
        "often wrong, for a small part of the budget. In chess nearly all nodes go into probes, "
        "and few are left to look further than a ply or two. The improvement was to fit intervals "
        "to what deeper searches find: they cost little, B* looks several times as deep as "
        "alpha-beta, and wins; less so the larger the budget, as it ends with wrong proofs where "
        "alpha-beta uses all its nodes. Maven's widening spends those on doubting the proof: in "
        "Othello that pays from 3,000 nodes on; in chess it brings nothing, and costs the tree, "
        "which is then not kept from move to move. The judge of moves is an alpha-beta, which "
        "favours its like: compare the shares of wrong proofs with those of worse moves."
    ),
)
