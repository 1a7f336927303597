"""The UCI engine, the command line, matches and the laboratory, and the public API.

Every name of `__all__` is loaded when it is first used.

    from engine import game, searcher

    print(searcher("pvs", tt=64).search(game("othello"), nodes=5000))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.explore.picture import SearchTree, search_tree
    from engine.lab.calibration.calibration import Calibration, calibrate
    from engine.match import (
        Adjudication,
        MatchResult,
        Openings,
        Player,
        Tournament,
        play_match,
        round_robin,
        standings,
    )
    from evaluators import Evaluator
    from evaluators import make as evaluator
    from games import DRAW, LOSS, WIN, Position, StarlingError
    from games import make as game
    from searchers import Clock, Limits, Result, RootMove, Searcher
    from searchers import make as searcher

VERSION = "0.2.0"
"""The version of `starling --version` and of UCI."""

_MAKERS = {"game": "games", "evaluator": "evaluators", "searcher": "searchers"}
"""Names that their packages call `make`."""
_MODULES = (
    *("games", "evaluators", "searchers"),
    *("engine.explore.picture", "engine.match", "engine.lab.calibration.calibration"),
)
"""The modules that have the other names, the quickest to import first."""

__all__ = [
    "DRAW",
    "LOSS",
    "VERSION",
    "WIN",
    "Adjudication",
    "Calibration",
    "Clock",
    "Evaluator",
    "Limits",
    "MatchResult",
    "Openings",
    "Player",
    "Position",
    "Result",
    "RootMove",
    "SearchTree",
    "Searcher",
    "StarlingError",
    "Tournament",
    "calibrate",
    "evaluator",
    "game",
    "play_match",
    "round_robin",
    "search_tree",
    "searcher",
    "standings",
]


def __dir__() -> list[str]:
    """Return the names of the public API."""
    return __all__


if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a name of the public API, store it in this module, and return it."""
        if name in _MAKERS:
            found = import_module(_MAKERS[name]).make
        elif name in __all__:
            modules = map(import_module, _MODULES)
            found = next(getattr(one, name) for one in modules if hasattr(one, name))
        else:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found
        return found
