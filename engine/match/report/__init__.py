"""A tournament's folder as one page for a browser.

`tables` computes the rows of all tables; `page` adds the games to replay and writes the file.
"""

from __future__ import annotations

from engine.match.report.page import MOST_GAMES, report, write_report

__all__ = ["MOST_GAMES", "report", "write_report"]
