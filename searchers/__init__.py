"""Searchers: they find a move within limits.

```python
from searchers import Limits, make
result = make("bfms@positional").search(position, Limits(nodes=1000))
```
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from evaluators.core.evaluator import Evaluator
from games.core.position import Position
from games.errors import EvaluationError, SpecError, quoted
from games.parts.registry import Registry
from games.parts.specs import EXTERNAL, parse, parse_player

if TYPE_CHECKING:
    from searchers.core.limits import Clock as Clock
    from searchers.core.limits import Limits as Limits
    from searchers.core.result import Result as Result
    from searchers.core.result import RootMove as RootMove
    from searchers.core.searcher import Searcher as Searcher

__all__ = ["SEARCHERS", "Clock", "Limits", "Result", "RootMove", "Searcher", "default_for", "make"]

SEARCHERS: Registry[Searcher] = Registry(
    "searcher",
    {
        "abtree": "searchers.abtree.abtree:ABTreePlayer",
        "alphabeta": "searchers.depth_first.alphabeta:AlphaBeta",
        "bfext": "searchers.best_first.bfext:BestFirstExtension",
        "bfms": "searchers.best_first.bfms:BestFirstMinimax",
        "bpip": "searchers.best_first.bpip:BestPlay",
        "bstar": "searchers.bstar.bstar:BStar",
        "descent": "searchers.best_first.descent:Descent",
        "dfpn": "searchers.proof_number.dfpn:DepthFirstProofNumber",
        "conspiracy": "searchers.selective.conspiracy:Conspiracy",
        "dual": "searchers.state_space.ps:Dual",
        "hybrid": "searchers.state_space.hybrid:Hybrid",
        "mgss": "searchers.selective.mgss:MetaGreedy",
        "minimax": "searchers.depth_first.minimax:Minimax",
        "mma": "searchers.selective.mma:MinMaxApproximation",
        "mtdf": "searchers.depth_first.pvs:MTDF",
        "pns": "searchers.proof_number.pns:ProofNumber",
        "ps": "searchers.state_space.ps:PhasedSearch",
        "puct": "searchers.monte_carlo.uct:PUCT",
        "pvs": "searchers.depth_first.pvs:PrincipalVariation",
        "rbfms": "searchers.best_first.rbfms:RecursiveBestFirstMinimax",
        "random": "searchers.core.random:Random",
        "scout": "searchers.depth_first.scout:Scout",
        "sss": "searchers.state_space.ps:SSS",
        "uct": "searchers.monte_carlo.uct:UCT",
    },
    group="starling.searchers",
    base="searchers.core.searcher:Searcher",
)
"""All searchers by name; entry points of the group `starling.searchers` add others."""


_LAZY_NAMES = {
    "Clock": "searchers.core.limits",
    "Limits": "searchers.core.limits",
    "Result": "searchers.core.result",
    "RootMove": "searchers.core.result",
    "Searcher": "searchers.core.searcher",
}
"""Names that are imported at their first use, for a quick start."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a public name when it is first used, and return its object.

        :raises AttributeError: if there is no such name.
        """
        if name not in _LAZY_NAMES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(_LAZY_NAMES[name]), name)
        return found


def default_for(position: Position) -> str:
    """Return the spec of the strongest searcher for a position's game, as the game names it.

    For a game of one player that names no searcher of such games it is bstar, or minimax if no
    evaluator gives intervals by default.
    """
    named = position.INFO.searcher
    if not position.one_player or SEARCHERS.find(parse(named).name).ONE_PLAYER:
        return named
    from evaluators import default_for as default_evaluator

    try:
        default_evaluator(position, intervals=True)
    except EvaluationError:
        return "minimax"
    return "bstar"


def make(
    player: str | Searcher, evaluator: Evaluator | str | None = None, **options: Any
) -> Searcher:
    """Return a searcher for the spec "searcher" or "searcher@evaluator".

    A searcher that is built already is returned as it is.

    :param evaluator: the evaluator if the spec has none; None for the game's default.
    :param options: more options of the searcher, as keywords: `make("pvs", tt=64)`.
    :raises SpecError: if there is no such searcher, evaluator or option. Also for an external
        program, and for a built searcher with an evaluator or options.
    """
    from searchers.core.searcher import Searcher

    if isinstance(player, Searcher):
        given = {} if evaluator is None else {"evaluator": evaluator}
        return SEARCHERS.make(player, **given, **options)
    if not isinstance(player, str):
        raise SpecError(f"{quoted(player)}: expected the spec of a searcher, or one built")
    searcher, named = parse_player(player)
    if searcher.name in EXTERNAL:
        raise SpecError(
            f"{player!r} is an external program: expected a searcher; programs play in match, "
            "tournament and play"
        )
    return SEARCHERS.make(searcher, evaluator=str(named) if named else evaluator, **options)
