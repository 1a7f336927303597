"""Matches between players: games, openings, results, records.

from engine.match import play_match
print(play_match("othello", ["alphabeta@positional", "random"], nodes=1000, games=10))
"""

from __future__ import annotations

from engine.match.game import GameRecord, MoveRecord
from engine.match.match import Progress, play_match, round_robin
from engine.match.openings import OPENINGS, Opening, Openings
from engine.match.players import Choice, Forfeit, Player
from engine.match.result import MatchResult, Pair, Standing

__all__ = [
    "OPENINGS",
    "Choice",
    "Forfeit",
    "GameRecord",
    "MatchResult",
    "MoveRecord",
    "Opening",
    "Openings",
    "Pair",
    "Player",
    "Progress",
    "Standing",
    "play_match",
    "round_robin",
]
