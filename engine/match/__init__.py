"""Matches and tournaments between players: games, openings, results, records.

from engine.match import play_match
print(play_match("othello", ["alphabeta@positional", "random"], nodes=1000, games=10))
"""

from __future__ import annotations

from engine.match.adjudication import Adjudication
from engine.match.game import Cost, GameRecord, GameSummary, MoveRecord
from engine.match.openings import OPENINGS, Opening, Openings
from engine.match.players import Choice, Forfeit, Player
from engine.match.result import MatchResult, Pair, Standing
from engine.match.tournament import Progress, Tournament, play_match, round_robin, standings

__all__ = [
    "OPENINGS",
    "Adjudication",
    "Choice",
    "Cost",
    "Forfeit",
    "GameRecord",
    "GameSummary",
    "MatchResult",
    "MoveRecord",
    "Opening",
    "Openings",
    "Pair",
    "Player",
    "Progress",
    "Standing",
    "Tournament",
    "play_match",
    "round_robin",
    "standings",
]
