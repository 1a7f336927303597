"""The lead of best-first search at each budget, from several runs of the arena."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

from engine.lab.arena.account import DEEPENING, ArenaAccount
from engine.lab.arena.plan import family_of
from engine.lab.arena.tables import markdown_table, rated
from engine.lab.board.report import PlayerRow
from games.errors import LimitsError


def leads_by_budget(accounts: Sequence[ArenaAccount]) -> str:
    """Return a Markdown table of leads: a row for each game, a column for each budget.

    A lead is the rating of the strongest best-first searcher less that of the strongest one by
    deepening. Only players of all runs count: the best of more players would have the better
    chance. If several runs have a game at a budget, the first of them counts.

    :param accounts: one run or more.
    :raises LimitsError: if no game has rated players of both kinds.
    """
    common = set.intersection(*({row.player for row in each.players} for each in accounts))
    leads: dict[str, dict[str, str]] = {}
    for account in accounts:
        for contest, limit in account.limits.items():
            rows = [row for row in account.players if row.contest == contest]
            lead = _lead(row for row in rows if row.player in common)
            if lead:
                leads.setdefault(rows[0].game, {}).setdefault(limit, lead)
    if not leads:
        raise LimitsError("no game has rated players of both kinds that are in all runs")
    limits = dict.fromkeys(limit for account in accounts for limit in account.limits.values())
    rows_of_games = (
        [f"`{game}`", *(known.get(limit, "") for limit in limits)] for game, known in leads.items()
    )
    return "\n".join(markdown_table(["game", *limits], rows_of_games)) + "\n"


def _lead(rows: Iterable[PlayerRow]) -> str:
    """Return the lead in a contest with its error; empty if a kind has no player with a rating."""
    known = [row for row in rows if row.rating is not None and row.error is not None]
    kinds = [
        [row for row in known if (family_of(row.spec) in DEEPENING) == deepening]
        for deepening in (False, True)
    ]
    if not all(kinds):
        return ""
    one, other = (max(kind, key=lambda row: row.rating or 0.0) for kind in kinds)
    assert one.rating is not None
    assert other.rating is not None
    return rated(one.rating - other.rating, math.hypot(one.error or 0.0, other.error or 0.0))
