"""The lead of best-first search at each budget, from several runs of the arena."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from engine.lab.arena.account import DEEPENING, ArenaAccount
from engine.lab.arena.plan import family_of
from engine.lab.arena.tables import markdown_table, rated
from engine.lab.board.report import PlayerRow
from games.errors import LimitsError


def leads_by_budget(accounts: Sequence[ArenaAccount]) -> str:
    """Return a Markdown table of leads: a row for each game, a column for each budget.

    A lead is the rating of the strongest best-first searcher less that of the strongest one by
    deepening. Only players that have a rating in all contests of a game count: the best of more
    players would have the better chance. A contest without ratings does not count. If several runs
    have a game at a budget, the first of them counts. Games and budgets are in the order of the
    runs.

    :raises LimitsError: if no game has players of both kinds.
    """
    contests: dict[str, dict[str, list[PlayerRow]]] = {}
    for account in accounts:
        for contest, limit in account.limits.items():
            rows = [
                row for row in account.players if row.contest == contest and row.rating is not None
            ]
            if rows:
                contests.setdefault(rows[0].game, {}).setdefault(limit, rows)
    limits = dict.fromkeys(limit for account in accounts for limit in account.limits.values())
    leads = {game: _leads(known) for game, known in contests.items()}
    lines = [
        [f"`{game}`", *(known.get(limit, "") for limit in limits)]
        for game, known in leads.items()
        if known
    ]
    if not lines:
        raise LimitsError("no game has players of both kinds with ratings in all its contests")
    return "\n".join(markdown_table(["game", *limits], lines)) + "\n"


def _leads(contests: Mapping[str, Iterable[PlayerRow]]) -> dict[str, str]:
    """Return the lead in a game at each budget, with its error; empty without both kinds.

    :param contests: for each budget the rows of the players, all with a rating.
    """
    known = {limit: {row.player: row for row in rows} for limit, rows in contests.items()}
    common = set.intersection(*map(set, known.values()))
    leads = {}
    for limit, rows in known.items():
        kinds: tuple[list[PlayerRow], list[PlayerRow]] = ([], [])
        for player, row in rows.items():
            if player in common:
                kinds[family_of(row.spec) in DEEPENING].append(row)
        if all(kinds):
            one, other = (max(kind, key=lambda row: row.rating or 0.0) for kind in kinds)
            lead = (one.rating or 0.0) - (other.rating or 0.0)
            leads[limit] = rated(lead, math.hypot(one.error or 0.0, other.error or 0.0))
    return leads
