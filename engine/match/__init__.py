"""Matches and tournaments between players: games, openings, results, records.

from engine.match import play_match
print(play_match("othello", ["alphabeta@positional", "random"], nodes=1000, games=10))
"""

from __future__ import annotations

from engine.match.adjudication import Adjudication
from engine.match.elo import WDL, Estimate, Pairs, elo, los, normalised_elo
from engine.match.game_record import Cost, GameRecord, GameSummary, MoveRecord
from engine.match.openings import OPENINGS, Opening, Openings
from engine.match.pair import Pair
from engine.match.player import Choice, Forfeit, Player
from engine.match.result import MatchResult
from engine.match.sprt import Sprt
from engine.match.standing import Standing
from engine.match.tournament import Progress, Tournament, play_match, round_robin, standings

__all__ = [
    "OPENINGS",
    "WDL",
    "Adjudication",
    "Choice",
    "Cost",
    "Estimate",
    "Forfeit",
    "GameRecord",
    "GameSummary",
    "MatchResult",
    "MoveRecord",
    "Opening",
    "Openings",
    "Pair",
    "Pairs",
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
