"""What can be played: rules, moves, notation. Imports nothing else of ours.

from games import make
position = make("othello")
position.push(position.parse_move("f5"))
"""

from __future__ import annotations

from games.errors import StarlingError
from games.position import Position
from games.registry import Registry
from games.scores import DRAW, LOSS, WIN

__all__ = ["DRAW", "GAMES", "LOSS", "WIN", "Position", "StarlingError", "make"]

GAMES = Registry(
    "game",
    {
        "canonical": "games.canonical:Canonical",
        "chess": "games.chess:Chess",
        "eight": "games.eight_puzzle:EightPuzzle",
        "explicit": "games.explicit:Explicit",
        "increments": "games.increments:Increments",
        "ngame": "games.ngame:NGame",
        "othello": "games.othello:Othello",
        "uniform": "games.uniform:Uniform",
    },
    group="starling.games",
)
"""Every game by name; others are added by entry points, group `starling.games`."""

make = GAMES.make
"""Build a game's start position from its spec: `make("ngame:b=4,d=10,seed=7")`."""
