"""The files of the arena: tables, figures, an account, and a page of the tables.

arena.csv            one pair of players of a contest a line
arena-players.csv    one player of a contest a line
arena-all.csv        one player and budget a line, over all games
arena-factors.csv    one game a line: its properties
arena-leads.csv      one game and budget a line: the lead of best-first search
arena.json           an account of how they were made
arena.md             the tables for people, with a table and a figure of each game
arena-GAME.svg       ratings by budget; arena-GAME-time.svg by CPU time; arena-all.svg over all
"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from engine.lab.arena.account import ArenaAccount, Lead, Overall
from engine.lab.arena.factors import Factors
from engine.lab.arena.plan import NAME, family_of
from engine.lab.arena.tables import page
from engine.lab.board.board import PlayedContest
from engine.lab.board.report import (
    PairRow,
    PlayerRow,
    elo_point,
    pair_rows,
    player_rows,
    write_table,
)
from engine.lab.core.drawing import draw
from engine.lab.core.experiment import Figure, Series
from engine.lab.core.report import write_account
from games.parts.files import replacing

FAMILIES = {
    "depth_first": (0, "o"),
    "state_space": (5, "v"),
    "abtree": (5, "^"),
    "best_first": (1, "s"),
    "bstar": (3, "D"),
    "selective": (2, "P"),
    "monte_carlo": (4, "X"),
    "proof_number": (6, "*"),
}
"""The colour and the marker of a family's lines in figures."""

DASHES = ("-", "--", "-.", ":")


def write(account: ArenaAccount, found: Sequence[PlayedContest], folder: Path) -> list[Path]:
    """Write tables, figures, account and page into an existing folder; return their paths.

    The files are five CSV tables, `arena.json`, `arena.md` and an SVG file for each figure.

    :raises EngineError: if matplotlib is missing.
    :raises FileError: if a file cannot be written.
    """
    pairs = [row for played in found for row in pair_rows(played)]
    written = [
        write_table(folder / f"{NAME}.csv", PairRow, pairs),
        write_table(folder / f"{NAME}-players.csv", PlayerRow, account.players),
        write_table(folder / f"{NAME}-all.csv", Overall, account.overall),
        write_table(folder / f"{NAME}-factors.csv", Factors, account.factors),
        write_table(folder / f"{NAME}-leads.csv", Lead, account.leads),
        write_account(folder / f"{NAME}.json", account),
    ]
    written.append(folder / f"{NAME}.md")
    with replacing(written[-1]) as file:
        file.write(page(account))
    return written + [draw(figure, {}, folder) for figure in _figures(found, account.overall)]


def _figures(found: Sequence[PlayedContest], rows: Sequence[Overall]) -> list[Figure]:
    """Return the figures of ratings by budget, one for each game and one over all games.

    Each is made for budgets in nodes and for those in CPU time, as far as there are contests.
    """
    figures = []
    for unit in dict.fromkeys(each.contest.unit for each in found):
        kind = [each for each in found if each.contest.unit == unit]
        ending = "" if kind[0].contest.cpu is None else "-time"
        budgets = {each.contest.limit: each.contest.budget for each in kind}
        specs = {each.name: each.spec for played in kind for each in played.contest.entrants}
        for game in dict.fromkeys(each.contest.game for each in kind):
            here = [each for each in kind if each.contest.game == game]
            known = [
                (each.contest.budget, row.player, row.rating, row.error)
                for each in here
                for row in player_rows(each)
            ]
            name = here[0].contest.name.rpartition("-")[0]
            figures.append(
                _figure(f"{NAME}-{name}{ending}", f"Ratings in {game}", unit, specs, known)
            )
        whole = [
            (budgets[row.limit], row.player, row.rating, row.error)
            for row in rows
            if row.limit in budgets
        ]
        figures.append(_figure(f"{NAME}-all{ending}", "Ratings over all games", unit, specs, whole))
    return figures


def _figure(
    name: str,
    title: str,
    unit: str,
    specs: dict[str, str],
    known: Sequence[tuple[float, str, float | None, float | None]],
) -> Figure:
    """Return a figure with a line for each player that has a rating, one point for each budget.

    With a single budget the players are side by side, the strongest first.

    :param unit: the unit of the budgets, in words.
    :param specs: the players' specs by name: the order of the lines, which have the names, and
        their colours. Others are left out.
    :param known: budget, player, Elo and half its 95% interval of each rating.
    """
    budgets = sorted({budget for budget, *_ in known})
    rated = sorted((-rating, player) for _, player, rating, _ in known if rating is not None)
    ranks = {player: rank for rank, (_, player) in enumerate(rated)} if len(budgets) == 1 else {}
    series, seen = [], dict.fromkeys(FAMILIES, 0)
    for player, spec in specs.items():
        points = tuple(
            (
                ranks.get(player, budget),
                elo_point(rating, error),
                None,
            )
            for budget, who, rating, error in known
            if who == player and rating is not None
        )
        family = family_of(spec)
        color, marker = FAMILIES.get(family, (6, "."))
        dashes = DASHES[seen.get(family, 0) % len(DASHES)]
        seen[family] = seen.get(family, 0) + 1
        if points:
            series.append(Series(player, points, dashes, color, marker))
    return Figure(
        name,
        title,
        f"{budgets[0]:,g} {unit}" if ranks else unit,
        "Elo, with 95% intervals",
        tuple(series),
        log_x=not ranks,
        ticks=tuple(ranks.values()) or tuple(budgets),
        tick_labels=tuple(ranks) or tuple(f"{budget:,g}" for budget in budgets),
        bottom=None,
        beside=True,
        named=bool(ranks),
    )
