"""Matches and tournaments between players: games, openings, results, records.

from engine.match import play_match
print(play_match("othello", ["alphabeta@positional", "random"], nodes=1000, games=10))
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from engine.match.games.adjudication import Adjudication as Adjudication
    from engine.match.games.record import Cost as Cost
    from engine.match.games.record import GameRecord as GameRecord
    from engine.match.games.record import GameSummary as GameSummary
    from engine.match.games.record import MoveRecord as MoveRecord
    from engine.match.openings.openings import OPENINGS as OPENINGS
    from engine.match.openings.openings import Opening as Opening
    from engine.match.openings.openings import Openings as Openings
    from engine.match.players.player import Choice as Choice
    from engine.match.players.player import Forfeit as Forfeit
    from engine.match.players.player import Player as Player
    from engine.match.results.pairs import Matchup as Matchup
    from engine.match.results.result import MatchResult as MatchResult
    from engine.match.results.standings import Standing as Standing
    from engine.match.statistics.elo import WDL as WDL
    from engine.match.statistics.elo import EloEstimate as EloEstimate
    from engine.match.statistics.elo import Pentanomial as Pentanomial
    from engine.match.statistics.elo import elo as elo
    from engine.match.statistics.elo import los as los
    from engine.match.statistics.elo import normalised_elo as normalised_elo
    from engine.match.statistics.sprt import Sprt as Sprt
    from engine.match.tournament import Progress as Progress
    from engine.match.tournament import Tournament as Tournament
    from engine.match.tournament import play_match as play_match
    from engine.match.tournament import round_robin as round_robin
    from engine.match.tournament import standings as standings

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

_PLACES = {
    "OPENINGS": "engine.match.openings.openings",
    "WDL": "engine.match.statistics.elo",
    "Adjudication": "engine.match.games.adjudication",
    "Choice": "engine.match.players.player",
    "Cost": "engine.match.games.record",
    "EloEstimate": "engine.match.statistics.elo",
    "Forfeit": "engine.match.players.player",
    "GameRecord": "engine.match.games.record",
    "GameSummary": "engine.match.games.record",
    "MatchResult": "engine.match.results.result",
    "Matchup": "engine.match.results.pairs",
    "MoveRecord": "engine.match.games.record",
    "Opening": "engine.match.openings.openings",
    "Openings": "engine.match.openings.openings",
    "Pentanomial": "engine.match.statistics.elo",
    "Player": "engine.match.players.player",
    "Progress": "engine.match.tournament",
    "Sprt": "engine.match.statistics.sprt",
    "Standing": "engine.match.results.standings",
    "Tournament": "engine.match.tournament",
    "elo": "engine.match.statistics.elo",
    "los": "engine.match.statistics.elo",
    "normalised_elo": "engine.match.statistics.elo",
    "play_match": "engine.match.tournament",
    "round_robin": "engine.match.tournament",
    "standings": "engine.match.tournament",
}
"""The modules of the names, which are imported at their first use, for a quick start."""

if not TYPE_CHECKING:

    def __getattr__(name: str) -> Any:
        if name not in _PLACES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name] = found = getattr(import_module(_PLACES[name]), name)
        return found
