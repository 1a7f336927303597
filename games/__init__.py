"""Games: rules, moves and notation. This package imports none of our other packages.

```python
from games import make
position = make("othello")
position.push(position.parse_move("f5"))
```
"""

from __future__ import annotations

from games import without_cython  # noqa: F401  # first: the others import cython
from games.core.info import GameInfo
from games.core.position import Position
from games.core.scores import DRAW, LOSS, WIN
from games.errors import StarlingError
from games.parts.registry import Registry

__all__ = ["DRAW", "GAMES", "LOSS", "WIN", "GameInfo", "Position", "StarlingError", "make"]

GAMES: Registry[Position] = Registry(
    "game",
    {
        "amazons": "games.boards.amazons:Amazons",
        "breakthrough": "games.boards.breakthrough:Breakthrough",
        "canonical": "games.synthetic.canonical:Canonical",
        "checkers": "games.boards.checkers:Checkers",
        "chess": "games.chess.chess:Chess",
        "clobber": "games.boards.clobber:Clobber",
        "connect4": "games.boards.connect4:ConnectFour",
        "dots": "games.boards.dots:Dots",
        "eight": "games.puzzles.eight_puzzle:EightPuzzle",
        "explicit": "games.synthetic.explicit:Explicit",
        "fairy": "games.bridges.fairy:Fairy",
        "hex": "games.boards.hex:Hex",
        "increments": "games.synthetic.increments:Increments",
        "kalah": "games.boards.kalah:Kalah",
        "mnk": "games.boards.mnk:MNK",
        "ngame": "games.synthetic.ngame:NGame",
        "openspiel": "games.bridges.openspiel:OpenSpiel",
        "othello": "games.othello.othello:Othello",
        "uniform": "games.synthetic.uniform:Uniform",
    },
    group="starling.games",
    base="games.core.position:Position",
)
"""The games by name. Entry points in the group `starling.games` add others."""

make = GAMES.make
"""Return a game's start position from its spec: `make("ngame:b=4,d=10,seed=7")`, or
`make("ngame", b=4, d=10, seed=7)`."""
