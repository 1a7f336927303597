"""Games of a person against a searcher, in the terminal or on a page.

In the order of their imports: `levels` (strength by node budgets), `session` (the game, its
players, and its searches), `setup` (what a session begins with), `records` (games as files),
`squares` (the squares of moves on a board), `terminal` (the game by lines of text), `live` (a
session with a search in a thread, for a page), `browser` (the same without threads, for Pyodide),
`page` (the page), `serving` (it on 127.0.0.1) and `static` (it in a folder for any web server). The
scripts of the browser are in `assets`.
"""

from engine.play.levels import LEVELS, level_limits
from engine.play.session import Session

__all__ = ["LEVELS", "Session", "level_limits"]
