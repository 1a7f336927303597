"""The tables of the arena in Markdown, from its account."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import median

from engine.lab.arena.account import ArenaAccount, Lead
from engine.lab.arena.factors import tau
from engine.lab.arena.plan import NAME
from engine.lab.board.report import PlayerRow


def markdown_table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    """Return the lines of a Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def rated(rating: float | None, error: float | None) -> str:
    """Return a rating as text, with its error if known, as `+12 +- 8`; empty without a rating."""
    if rating is None:
        return ""
    return f"{rating:+z.0f}" + ("" if error is None else f" +- {error:.0f}")


def _result_text(row: PlayerRow, error: float | None) -> str:
    """Return a player's rating and error as text; without a rating, its points and games."""
    return rated(row.rating, error) or f"{row.points or 0:g} of {row.games}"


def _strength(row: PlayerRow) -> float:
    """Return a player's rating; without one, infinity if it won all games, else minus infinity."""
    if row.rating is not None:
        return row.rating
    return math.inf if row.games and row.points == row.games else -math.inf


def summary(account: ArenaAccount) -> str:
    """Return the tables of the account in Markdown.

    They are the ratings over all games, those of each game, the factors, and the leads.
    """
    limits = list(dict.fromkeys(account.limits.values()))
    lines = ["### Ratings over all games", "", *_overall_table(account, limits)]
    for limit in limits:
        lines += ["", f"### Ratings game by game, {limit} a move", "", *_matrix(account, limit)]
    lines += ["", "### The games", "", *_factor_table(account)]
    for limit in limits:
        lines += ["", f"### What decides, {limit} a move", "", *_lead_table(account, limit)]
    return "\n".join(lines) + "\n"


def _overall_table(account: ArenaAccount, limits: Sequence[str]) -> list[str]:
    """Return the Markdown table over all games: a row for each player, four columns a budget.

    The columns are the rating with its error, the error by boards, the games, and the boards
    where it is first. Players are ordered as in the account: by strength at the first budget.
    """
    rows = {(row.player, row.limit): row for row in account.overall}

    def cells(player: str, limit: str) -> list[str]:
        """Return a player's cells at one budget; they are empty if it did not play."""
        row = rows.get((player, limit))
        if row is None:
            return ["", "", "", ""]
        return [
            rated(row.rating, row.error),
            "" if row.by_boards is None else f"{row.by_boards:.0f}",
            f"{row.games:,}",
            f"{row.first} of {row.boards}",
        ]

    players = dict.fromkeys(row.player for row in account.overall)
    heads = (head for limit in limits for head in (limit, "+- by boards", "games", "first in"))
    return markdown_table(["player", *heads], _by_player(players, limits, cells))


def _by_player(
    players: Iterable[str], columns: Sequence[str], cells: Callable[[str, str], list[str]]
) -> list[list[str]]:
    """Return a row for each player: its name, and what `cells` returns for it and each column."""
    return [
        [f"`{player}`", *(cell for column in columns for cell in cells(player, column))]
        for player in players
    ]


def _matrix(account: ArenaAccount, limit: str) -> list[str]:
    """Return the Markdown table of ratings at one budget: a row a player, a column a game.

    The strongest player of each game is bold. A player without a rating has its points, and an
    empty cell if it did not play. Three more rows have each game's median and largest error and
    most games.
    """
    rows = [row for row in account.players if account.limits[row.contest] == limit]
    games = list(dict.fromkeys(row.game for row in rows))
    ranked = [row.player for row in account.overall if row.limit == limit]
    known = {(row.player, row.game): row for row in rows}
    best = {game: max(_strength(row) for row in rows if row.game == game) for game in games}

    def cells(player: str, game: str) -> list[str]:
        """Return a player's cell of one game."""
        row = known.get((player, game))
        if row is None or row.games is None:
            return [""]
        shown = _result_text(row, None)
        return [f"**{shown}**" if _strength(row) == best[game] else shown]

    columns = [[row for row in rows if row.game == game] for game in games]
    errors = [[row.error for row in column if row.error is not None] for column in columns]
    lines = [
        *_by_player(ranked, games, cells),
        ["median +-", *(f"{median(each):.0f}" if each else "" for each in errors)],
        ["largest +-", *(f"{max(each):.0f}" if each else "" for each in errors)],
        ["games of a player", *(f"{max(row.games or 0 for row in each):,}" for each in columns)],
    ]
    return markdown_table(["player", *(f"`{game}`" for game in games)], lines)


def _factor_table(account: ArenaAccount) -> list[str]:
    """Return the Markdown table of factors: a row for each game of the account."""
    head = ["game", "values", "moves of a position", "plies of a game", "positions", "misordered %"]
    return markdown_table(
        head,
        (
            [
                f"`{each.game}`",
                f"`{each.values}`",
                f"{each.branching:.1f}",
                f"{each.plies:.0f}",
                f"{each.positions:,}",
                "" if each.misordered is None else f"{each.misordered:.1f}",
            ]
            for each in account.factors
        ),
    )


def _lead_table(account: ArenaAccount, limit: str) -> list[str]:
    """Return the Markdown table of the leads at one budget, then lines of correlations, if any."""
    leads = [each for each in account.leads if each.limit == limit]
    head = ["game", "depth", "strongest best-first", "strongest deepening", "lead"]
    lines = markdown_table(
        head,
        (
            [
                f"`{each.game}`",
                "" if each.depth is None else f"{each.depth:.1f}",
                f"`{each.best_first}`",
                f"`{each.deepening}`",
                rated(each.lead, each.error),
            ]
            for each in leads
        ),
    )
    correlations = _correlations(account, leads)
    return [*lines, "", *correlations] if correlations else lines


def _correlations(account: ArenaAccount, leads: Sequence[Lead]) -> list[str]:
    """Return a line for each factor: its rank correlation with the lead over the games.

    Only games that have both numbers count. A factor has no line with fewer than four games, or if
    all its numbers, or all leads, are equal.
    """
    factors = {each.game: each for each in account.factors}
    columns: dict[str, list[tuple[float | None, float]]] = {}
    for each in leads:
        about = factors.get(each.game)
        if about is None or each.lead is None:
            continue
        for name, value in (
            ("moves of a position", about.branching),
            ("plies of a game", about.plies),
            ("depth", each.depth),
            ("misordered %", about.misordered),
        ):
            columns.setdefault(name, []).append((value, each.lead))
    lines = []
    for name, column in columns.items():
        known = [(value, lead) for value, lead in column if value is not None]
        found = tau([value for value, _ in known], [lead for _, lead in known])
        if found is not None:
            lines.append(
                f"* {name} and lead: rank correlation {found[0]:+.2f} in {len(known)} games "
                f"(by chance within +-{found[1]:.2f} in 95%)"
            )
    return lines


def page(account: ArenaAccount) -> str:
    """Return a page in Markdown: the tables over all games, then a table and figures by game."""
    least, most = account.games_a_pair
    of_a_pair = f"{least:,}" if least == most else f"{least:,} to {most:,}"
    lines = [
        "# The arena, game by game",
        "",
        f"    {account.command}",
        "",
        f"{account.games:,} games, {of_a_pair} of each pair in each contest, seed "
        f"{account.seed}. [The arena](../../docs/arena.md) explains the tables.",
        "",
        "## All games",
        "",
        summary(account).rstrip("\n"),
    ]
    for game in dict.fromkeys(row.game for row in account.players):
        rows = [row for row in account.players if row.game == game]
        lines += ["", f"## {game}", "", *_game_table(account, rows)]
        for timed in dict.fromkeys(row.nodes == 0 for row in rows):
            name = rows[0].contest.rpartition("-")[0] + ("-time" if timed else "")
            lines += ["", f"![Ratings in {game}]({NAME}-{name}.svg)"]
    return "\n".join(lines) + "\n"


def _game_table(account: ArenaAccount, rows: Sequence[PlayerRow]) -> list[str]:
    """Return the Markdown table of a game: a row for each player, two columns for each budget.

    The columns are the rating (else the points) and the mean nodes; "no search" for a player that
    did not play. Rows are ordered by the share of points at the last budget, the highest first.
    """
    limits = list(dict.fromkeys(account.limits[row.contest] for row in rows))
    known = {(row.player, account.limits[row.contest]): row for row in rows}
    players = sorted(
        dict.fromkeys(row.player for row in rows),
        key=lambda name: -_merit(known.get((name, limits[-1]))),
    )

    def cells(player: str, limit: str) -> list[str]:
        """Return a player's cells at one budget."""
        row = known.get((player, limit))
        if row is None or row.games is None:
            return ["no search", ""]
        return [_result_text(row, row.error), f"{row.mean_nodes or 0:,.0f}"]

    heads = (head for limit in limits for head in (limit, "nodes used"))
    return markdown_table(["player", *heads], _by_player(players, limits, cells))


def _merit(row: PlayerRow | None) -> float:
    """Return a player's share of points, from 0 to 1; -1 if it did not play."""
    return -1.0 if row is None or not row.games else (row.points or 0) / row.games
