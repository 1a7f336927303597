"""Matches and tournaments between players: games, openings, results, records.

from engine.match import play_match
print(play_match("othello", ["alphabeta@positional", "random"], nodes=1000, games=10))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.match.database import standings
    from engine.match.games.adjudication import Adjudication
    from engine.match.games.record import Cost, GameRecord, GameSummary, MoveRecord
    from engine.match.openings.openings import OPENINGS, Opening, Openings
    from engine.match.players.player import Choice, Forfeit, Player
    from engine.match.results.pairs import Matchup
    from engine.match.results.result import MatchResult
    from engine.match.results.standings import Standing
    from engine.match.statistics.elo import WDL, EloEstimate, Pentanomial, elo, los, normalised_elo
    from engine.match.statistics.sprt import Sprt
    from engine.match.tournament import Progress, Tournament, play_match, round_robin

__all__ = [
    "OPENINGS",
    "WDL",
    "Adjudication",
    "Choice",
    "Cost",
    "EloEstimate",
    "Forfeit",
    "GameRecord",
    "GameSummary",
    "MatchResult",
    "Matchup",
    "MoveRecord",
    "Opening",
    "Openings",
    "Pentanomial",
    "Player",
    "Progress",
    "Sprt",
    "Standing",
    "Tournament",
    "elo",
    "los",
    "normalised_elo",
    "play_match",
    "round_robin",
    "standings",
]

_MODULES = (
    "statistics.elo",
    "statistics.sprt",
    "openings.openings",
    "games.record",
    "games.adjudication",
    "players.player",
    "results.result",
    "database",
    "tournament",
)
"""The modules that have these names, the quickest to import first; one is imported when needed."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        """Import a public name when it is first used, and return its object.

        :raises AttributeError: if there is no such name.
        """
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        modules = (import_module(f"{__name__}.{module}") for module in _MODULES)
        globals()[name] = found = next(getattr(one, name) for one in modules if hasattr(one, name))
        return found
