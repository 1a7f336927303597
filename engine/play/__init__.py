"""Games of a person against a searcher, in the terminal or on a page.

In the order of their imports: `levels` (strength by node budgets), `session` (the game, its
players, and what is searched in it), `records` (games as files), `terminal` (the game by lines of
text) and `serving` (the game as a page on 127.0.0.1). The page is in `assets`.
"""

from engine.play.levels import LEVELS, level_limits
from engine.play.session import Session

__all__ = ["LEVELS", "Session", "level_limits"]
