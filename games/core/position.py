"""`Position`, the base class of every game.

It has three parts, each in a module. Only the first is needed for a game that can be searched.

| part | content | module |
|---|---|---|
| rules | `legal_moves`, `push`, `pop`, `outcome`, history, copies | `games.core.rules` |
| search hooks | keys, static values, move ordering, bounds | `games.core.search_hooks` |
| presentation | text of moves and positions, diagrams, endings | `games.core.presentation` |

Scores are whole numbers from the side to move's point of view. A game that is won, drawn or lost
returns WIN, DRAW or LOSS. A game with a margin returns the margin, below 2^29 in size.
"""

from __future__ import annotations

from collections.abc import Mapping

import cython

from games.core.contract import RETURNED
from games.core.history import RECORDED, Default
from games.core.presentation import Presentation
from games.core.search_hooks import SearchHooks
from games.parts.authored import Wrapper, is_ours

if not cython.compiled:
    import sys

    from games.core.scores import MAX_PLY

    # The longest line of a search takes a few calls a ply; compiled code has the stack for it.
    sys.setrecursionlimit(max(sys.getrecursionlimit(), 10 * MAX_PLY))


class Position(SearchHooks, Presentation):
    """One position of a game, changed in place by `push` and restored by `pop`.

    An author writes four methods:

    * `legal_moves()`: the legal moves as whole numbers. They mean nothing once the game is over.
    * `push(move)`: make a legal move.
    * `pop()`: take back the last move, which is still `self.history[-1]`.
    * `outcome()`: None while the game goes on, else the result from the side to move's view.

    `history`, `ply` and `turn` follow from these; an author may override them. `INFO`, a
    `GameInfo`, states facts about the game, such as the names of its sides.
    """

    @classmethod
    def wrappers(cls) -> Mapping[str, Wrapper]:
        """Return decorators for methods of this class, by method name; see `Part.wrappers`.

        `push`, `pop` and `push_pass` also record the moves, unless the class has its own `history`.
        Texts and keys of an author's class are checked.
        """
        own = RECORDED if isinstance(cls.history, Default) else {}
        checked = {} if is_ours(cls.__module__) else RETURNED
        return {**super().wrappers(), **own, **checked}

    def __repr__(self) -> str:
        """Return the spec and the text of the position between < and >."""
        return f"<{self.spec} {self.text()}>".replace(" >", ">")

    def __str__(self) -> str:
        """Return the position as it is printed: the board with the side to move, or the text."""
        return self._printed()
