"""Matches and tournaments between players: games, openings, results, records.

from engine.match import play_match
print(play_match("othello", ["alphabeta@positional", "random"], nodes=1000, games=10))
"""

from __future__ import annotations

from engine.match.games.adjudication import Adjudication
from engine.match.games.record import Cost, GameRecord, GameSummary, MoveRecord
from engine.match.openings.openings import OPENINGS, Opening, Openings
from engine.match.players.player import Choice, Forfeit, Player
from engine.match.results.matchup import Matchup
from engine.match.results.result import MatchResult
from engine.match.results.standing import Standing
from engine.match.saving import standings
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
