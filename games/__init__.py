"""What can be played: rules, moves, notation. Imports nothing else of ours.

```python
from games import make
position = make("othello")
position.push(position.parse_move("f5"))
```
"""

from __future__ import annotations

from games.core.position import Position
from games.core.scores import DRAW, LOSS, WIN
from games.errors import StarlingError
from games.parts.registry import Registry

__all__ = ["DRAW", "GAMES", "LOSS", "WIN", "Position", "StarlingError", "make"]

GAMES: Registry[Position] = Registry(
    "game",
    {
        "canonical": "games.synthetic.canonical:Canonical",
        "chess": "games.chess.chess:Chess",
        "eight": "games.puzzles.eight_puzzle:EightPuzzle",
        "explicit": "games.synthetic.explicit:Explicit",
        "increments": "games.synthetic.increments:Increments",
        "ngame": "games.synthetic.ngame:NGame",
        "othello": "games.othello.othello:Othello",
        "uniform": "games.synthetic.uniform:Uniform",
    },
    group="starling.games",
)
"""Every game by name; others are added by entry points, group `starling.games`."""

make = GAMES.make
"""Build a game's start position from its spec: `make("ngame:b=4,d=10,seed=7")`, or
`make("ngame", b=4, d=10, seed=7)`."""
