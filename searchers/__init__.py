"""How a move is found within limits. Imports games and evaluators.

from searchers import Limits, make
result = make("bfms@positional").search(position, Limits(nodes=1000))
"""

from __future__ import annotations

from typing import Any

from evaluators.evaluator import Evaluator
from games.errors import SpecError
from games.options import name_of
from games.position import Position
from games.registry import Registry
from games.specs import EXTERNAL, parse_player
from searchers.limits import Clock, Limits
from searchers.result import Result, RootMove
from searchers.searcher import Searcher

__all__ = ["SEARCHERS", "Clock", "Limits", "Result", "RootMove", "Searcher", "default_for", "make"]

SEARCHERS = Registry(
    "searcher",
    {
        "abtree": "searchers.abtree:ABTreePlayer",
        "alphabeta": "searchers.alphabeta:AlphaBeta",
        "bfms": "searchers.bfms:BestFirstMinimax",
        "bstar": "searchers.bstar:BStar",
        "dual": "searchers.sss:Dual",
        "hybrid": "searchers.hybrid:Hybrid",
        "mtdf": "searchers.mtdf:MTDF",
        "ps": "searchers.ps:PhasedSearch",
        "pvs": "searchers.pvs:PrincipalVariation",
        "rbfms": "searchers.rbfms:RecursiveBestFirstMinimax",
        "random": "searchers.random:Random",
        "sss": "searchers.sss:SSS",
    },
    group="starling.searchers",
)
"""Every searcher by name; others are added by entry points, group `starling.searchers`."""

_STRONGEST = {"chess": "pvs", "othello": "pvs"}


def default_for(position: Position) -> str:
    """The spec of the strongest searcher there is for a position's game."""
    return _STRONGEST.get(name_of(type(position)), "alphabeta")


def make(player: str | Searcher, evaluator: Evaluator | str | None = None) -> Any:
    """Build a searcher from "searcher" or "searcher@evaluator".

    :param evaluator: taken where the text names none.
    :raises SpecError: if the text names no such searcher, evaluator or option.
    """
    if isinstance(player, Searcher):
        return player
    searcher, named = parse_player(player)
    if searcher.name in EXTERNAL:
        raise SpecError(f"{player!r} is an external program: only a match can run it")
    return SEARCHERS.make(searcher, evaluator=str(named) if named else evaluator)
