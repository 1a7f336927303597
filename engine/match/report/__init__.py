"""A tournament's folder as one page that opens in a browser.

From the ground up: `recorded` (what the folder holds), `tables` (what is counted from it), `curves`
(sequential tests over the games), `replays` (games to be replayed on a board) and `page` (all of it
as one file).
"""

from __future__ import annotations

from engine.match.report.page import MOST_GAMES, report, write_report

__all__ = ["MOST_GAMES", "report", "write_report"]
