"""The files of the arena: tables, figures, an account, and a page of the tables.

arena.csv            one pair of players of a contest a line
arena-players.csv    one player of a contest a line
arena-all.csv        one player and budget a line, over all games
arena-factors.csv    one game and budget a line: its properties, and the lead of selective search
arena.json           an account of how they were made
arena.md             the tables for people, with a table and a figure of each game
arena-GAME.svg       ratings by budget; arena-GAME-time.svg by CPU time; arena-all.svg over all
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from pathlib import Path

from msgspec import field

from engine.lab.arena.factors import Factors, tau
from engine.lab.arena.plan import NAME, family_of
from engine.lab.board.board import BoardExperiment, PlayedContest
from engine.lab.core.experiment import Constant, Figure, Series
from engine.lab.reports.board_report import PlayerRow, pair_rows, player_rows, write_table
from engine.lab.reports.drawing import draw
from engine.lab.reports.report import AssessedClaim, write_account
from engine.match.games.origin import origin
from engine.match.games.record import ONLY
from engine.match.statistics.elo import WDL, Counts, Pentanomial
from engine.match.statistics.ratings import Rating, ratings
from games.parts.files import replacing
from games.parts.records import Plain, Record

__all__ = ["ArenaAccount", "Lead", "Overall", "account_of", "overall", "page", "summary", "write"]

FULL_WIDTH = ("depth_first", "state_space", "abtree")
"""The families of searchers that search all lines to a depth, some of them with pruning."""

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

_CONFIDENCE = 1.959964


class Overall(Record, frozen=True):
    """A player at a budget, over all games that it played.

    :param limit: the budget of a move, in words.
    :param rating: its Elo over the games of all boards; None if they do not determine it.
    :param error: half the 95% interval, of these games alone.
    :param boards: the number of boards that it played on.
    :param first: the number of those where it has the highest rating.
    """

    limit: str
    player: str
    games: int
    points: Plain
    rating: Plain | None
    error: Plain | None = field(name="+-")
    boards: int
    first: int


class Lead(Record, frozen=True):
    """A game at a budget: the lead of the best selective searcher over the best full-width one.

    :param depth: the mean depth that plain alpha-beta completed; None if it did not play.
    :param lead: the difference in Elo; None if a rating is missing.
    """

    game: str
    limit: str
    depth: Plain | None
    selective: str
    full_width: str = field(name="full width")
    lead: Plain | None
    error: Plain | None = field(name="+-")


class ArenaAccount(Record, frozen=True):
    """The results of the arena.

    :param made_by: the version that wrote the account; every game's record has its own.
    :param limits: the budget of each contest, in words.
    :param games: the number of all games.
    """

    experiment: str
    title: str
    command: str
    seed: int
    made_by: str
    games: int
    limits: dict[str, str]
    games_a_pair: int
    claims: tuple[AssessedClaim, ...]
    overall: tuple[Overall, ...]
    factors: tuple[Factors, ...]
    leads: tuple[Lead, ...]
    players: tuple[PlayerRow, ...]


def account_of(
    experiment: BoardExperiment,
    found: Sequence[PlayedContest],
    factors: Sequence[Factors],
    command: str,
    seed: int,
) -> ArenaAccount:
    """Return the account of contests that were played."""
    return ArenaAccount(
        experiment=NAME,
        title=experiment.title,
        command=command,
        seed=seed,
        made_by=origin(),
        games=sum(played.result.count for played in found if played.result is not None),
        limits={played.contest.name: played.contest.limit for played in found},
        games_a_pair=max(played.games for played in found),
        claims=tuple(AssessedClaim(claim.text, claim.holds(found)) for claim in experiment.claims),
        overall=tuple(overall(found)),
        factors=tuple(factors),
        leads=tuple(_leads(found)),
        players=tuple(row for played in found for row in player_rows(played)),
    )


# -- numbers ---------------------------------------------------------------------------------------


def _limits(found: Iterable[PlayedContest]) -> list[str]:
    return list(dict.fromkeys(played.contest.limit for played in found))


def overall(found: Sequence[PlayedContest]) -> list[Overall]:
    """Return every player at every budget over all games, the strongest of a budget first.

    All games of a budget are rated together, each pair of players by its games on all boards.
    """
    rows = []
    for limit in _limits(found):
        played = [each for each in found if each.contest.limit == limit and each.result]
        best = [name for each in played for name in _best(each)]
        rows += [
            Overall(
                limit,
                each.player,
                each.games,
                each.points,
                _finite(each.rating),
                _finite(each.error),
                sum(one.result is not None and each.player in one.result.players for one in played),
                best.count(each.player),
            )
            for each in _pooled(played)
        ]
    return rows


def _pooled(found: Sequence[PlayedContest]) -> list[Rating]:
    """Return the ratings over the games of several contests."""
    scores: dict[tuple[str, str], tuple[int, ...]] = {}
    counts: dict[tuple[str, str], Counts] = {}
    players: dict[str, None] = {}
    for played in found:
        assert played.result is not None
        players.update(dict.fromkeys(played.result.players))
        for pair in played.result.matchups:
            both = pair.players
            scores[both] = _sum(scores.get(both, (0, 0, 0)), pair.evidence)
            known = counts.get(both)
            if known is None:
                counts[both] = pair.counts
            elif isinstance(known, Pentanomial) and isinstance(pair.counts, Pentanomial):
                counts[both] = Pentanomial(*_sum(known, pair.counts))
            else:  # some game lacks its twin: single games are counted
                counts[both] = WDL(*scores[both])
    return ratings(
        list(players), {pair: (s[0], s[1], s[2]) for pair, s in scores.items()}, counts=counts
    )


def _sum(one: Sequence[int], other: Sequence[int]) -> tuple[int, ...]:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def _best(played: PlayedContest) -> list[str]:
    """Return the players of the highest rating, which may be infinite."""
    assert played.result is not None
    rated = [each for each in played.result.ratings() if each.rating is not None]
    return [each.player for each in rated if _finite(each.rating) == _finite(rated[0].rating)]


def _finite(number: float | None) -> float | None:
    return None if number is None or math.isinf(number) else round(number, 1) + 0.0


def _leads(found: Sequence[PlayedContest]) -> list[Lead]:
    leads = []
    for played in found:
        if played.result is None:
            continue
        families = {each.name: family_of(each.spec) for each in played.contest.entrants}
        rated = played.result.ratings()
        groups = [
            [each for each in rated if (families[each.player] in FULL_WIDTH) == full]
            for full in (False, True)
        ]
        if not all(groups):
            continue
        one, other = (group[0] for group in groups)
        leads.append(
            Lead(
                played.contest.game,
                played.contest.limit,
                _depth(played),
                one.player,
                other.player,
                *_difference(one, other),
            )
        )
    return leads


def _difference(one: Rating, other: Rating) -> tuple[float | None, float | None]:
    """Return the lead of one player over another and its error; None if a rating is not finite."""
    if one.rating is None or other.rating is None or one.error is None or other.error is None:
        return None, None
    return _finite(one.rating - other.rating), _finite(math.hypot(one.error, other.error))


def _depth(played: PlayedContest) -> float | None:
    """Return the mean depth of plain alpha-beta's searches."""
    assert played.result is not None
    names = [each.name for each in played.contest.entrants if each.spec.startswith("alphabeta@")]
    depths = [
        move.depth
        for game in played.result.games
        for move in game.moves
        if game.players[move.side] in names and move.depth and move.reason != ONLY
    ]
    return round(sum(depths) / len(depths), 2) if depths else None


# -- figures ---------------------------------------------------------------------------------------


def _figures(found: Sequence[PlayedContest], rows: Sequence[Overall]) -> list[Figure]:
    """Return a figure of each game and one over all, by nodes and by time."""
    figures = []
    for timed in (False, True):
        kind = [each for each in found if (each.contest.cpu is not None) == timed]
        if not kind:
            continue
        ending = "-time" if timed else ""
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
                _figure(f"{NAME}-{name}{ending}", f"Ratings in {game}", timed, specs, known)
            )
        whole = [
            (budgets[row.limit], row.player, row.rating, row.error)
            for row in rows
            if row.limit in budgets
        ]
        figures.append(
            _figure(f"{NAME}-all{ending}", "Ratings over all games", timed, specs, whole)
        )
    return figures


def _figure(
    name: str,
    title: str,
    timed: bool,
    specs: dict[str, str],
    known: Sequence[tuple[float, str, float | None, float | None]],
) -> Figure:
    """Return a figure with a line for each player; a rating that is not finite has no point."""
    budgets = sorted({budget for budget, *_ in known})
    series, seen = [], dict.fromkeys(FAMILIES, 0)
    for player, spec in specs.items():
        points = tuple(
            (budget, Constant(rating, None if error is None else error / _CONFIDENCE), None)
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
        "milliseconds of CPU time a move" if timed else "nodes a move",
        "Elo, with 95% intervals",
        tuple(series),
        log_x=True,
        ticks=tuple(budgets),
        tick_labels=tuple(f"{budget:,g}" for budget in budgets),
        bottom=None,
        beside=True,
    )


# -- tables in Markdown ----------------------------------------------------------------------------


def _table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> list[str]:
    lines = [head, ["---"] * len(head), *rows]
    return [f"| {' | '.join(line)} |" for line in lines]


def _rated(rating: float | None, error: float | None, bold: bool = False) -> str:
    if rating is None:
        return ""
    text = f"{rating + 0.0:+.0f}" + ("" if error is None else f" +- {error:.0f}")
    return f"**{text}**" if bold else text


def summary(account: ArenaAccount) -> str:
    """Return the tables over all games, in Markdown: ratings, games by players, and factors."""
    limits = list(dict.fromkeys(account.limits.values()))
    lines = ["### Ratings over all games", "", *_overall_table(account, limits)]
    for limit in limits:
        lines += ["", f"### Ratings game by game, {limit} a move", "", *_matrix(account, limit)]
    lines += ["", "### The games", "", *_factor_table(account)]
    for limit in limits:
        lines += ["", f"### What decides, {limit} a move", "", *_lead_table(account, limit)]
    return "\n".join(lines) + "\n"


def _overall_table(account: ArenaAccount, limits: Sequence[str]) -> list[str]:
    """Return a row for each player, the strongest at the first budget first."""
    rows = {(row.player, row.limit): row for row in account.overall}
    players = dict.fromkeys(row.player for row in account.overall)
    cells = []
    for player in players:
        line = [f"`{player}`"]
        for limit in limits:
            row = rows.get((player, limit))
            line += (
                ["", "", ""]
                if row is None
                else [
                    _rated(row.rating, row.error),
                    f"{row.games:,}",
                    f"{row.first} of {row.boards}",
                ]
            )
        cells.append(line)
    head = ["player"]
    for limit in limits:
        head += [limit, "games", "first in"]
    return _table(head, cells)


def _matrix(account: ArenaAccount, limit: str) -> list[str]:
    """Return a row for each player and a column for each game, at one budget."""
    rows = [row for row in account.players if account.limits[row.contest] == limit]
    games = list(dict.fromkeys(row.game for row in rows))
    ranked = [row.player for row in account.overall if row.limit == limit]
    known = {(row.player, row.game): row for row in rows}
    best = {
        game: max(
            (row.rating for row in rows if row.game == game and row.rating is not None),
            default=None,
        )
        for game in games
    }
    lines = []
    for player in ranked:
        line = [f"`{player}`"]
        for game in games:
            row = known.get((player, game))
            if row is None or row.games is None:
                line.append("")
            elif row.rating is None:
                line.append(f"{row.points or 0:g} of {row.games}")
            else:
                line.append(_rated(row.rating, None, row.rating == best[game]))
        lines.append(line)
    errors = ["largest +-"]
    counts = ["games of a player"]
    for game in games:
        found = [row for row in rows if row.game == game]
        errors.append(
            f"{max((row.error for row in found if row.error is not None), default=0):.0f}"
        )
        counts.append(f"{max((row.games or 0 for row in found), default=0):,}")
    return _table(["player", *(f"`{game}`" for game in games)], [*lines, errors, counts])


def _factor_table(account: ArenaAccount) -> list[str]:
    head = ["game", "values", "moves of a position", "plies of a game", "positions", "misordered %"]
    return _table(
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
    leads = [each for each in account.leads if each.limit == limit]
    head = ["game", "depth", "best selective", "best full-width", "lead"]
    lines = _table(
        head,
        (
            [
                f"`{each.game}`",
                "" if each.depth is None else f"{each.depth:.1f}",
                f"`{each.selective}`",
                f"`{each.full_width}`",
                _rated(each.lead, each.error),
            ]
            for each in leads
        ),
    )
    return [*lines, "", *_correlations(account, leads)]


def _correlations(account: ArenaAccount, leads: Sequence[Lead]) -> list[str]:
    """Return a line for each factor: its rank correlation with the lead."""
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
    """Return a page in Markdown: the tables over all games, then a table and figure of each."""
    lines = [
        "# The arena, game by game",
        "",
        f"    {account.command}",
        "",
        f"{account.games:,} games, {account.games_a_pair} of each pair in each contest, seed "
        f"{account.seed}. [The arena](../../docs/arena.md) explains the tables.",
        "",
        "## All games",
        "",
        summary(account).rstrip("\n"),
    ]
    for game in dict.fromkeys(row.game for row in account.players):
        rows = [row for row in account.players if row.game == game]
        lines += ["", f"## {game}", "", *_game_table(account, rows)]
        names = dict.fromkeys(row.contest.rpartition("-")[0] for row in rows)
        lines += ["", *(f"![Ratings in {game}]({NAME}-{name}.svg)" for name in names)]
    return "\n".join(lines) + "\n"


def _game_table(account: ArenaAccount, rows: Sequence[PlayerRow]) -> list[str]:
    limits = list(dict.fromkeys(account.limits[row.contest] for row in rows))
    known = {(row.player, account.limits[row.contest]): row for row in rows}
    players = sorted(
        dict.fromkeys(row.player for row in rows),
        key=lambda name: -_merit(known.get((name, limits[-1]))),
    )
    cells = []
    for player in players:
        line = [f"`{player}`"]
        for limit in limits:
            row = known.get((player, limit))
            if row is None or row.games is None:
                line += ["no search", ""]
            else:
                shown = _rated(row.rating, row.error) or f"{row.points or 0:g} of {row.games}"
                line += [shown, f"{row.mean_nodes or 0:,.0f}"]
        cells.append(line)
    head = ["player"]
    for limit in limits:
        head += [limit, "nodes used"]
    return _table(head, cells)


def _merit(row: PlayerRow | None) -> float:
    """Return the share of points; -1 for a player that did not play."""
    return -1.0 if row is None or not row.games else (row.points or 0) / row.games


# -- files -----------------------------------------------------------------------------------------


def write(account: ArenaAccount, found: Sequence[PlayedContest], folder: Path) -> list[Path]:
    """Write tables, figures, account and page into an existing folder; return their paths.

    :raises EngineError: if matplotlib is missing.
    """
    written = [
        write_table(folder / f"{NAME}.csv", [row for played in found for row in pair_rows(played)]),
        write_table(folder / f"{NAME}-players.csv", account.players),
        write_table(folder / f"{NAME}-all.csv", account.overall),
        write_table(folder / f"{NAME}-factors.csv", account.leads),
        write_account(folder / f"{NAME}.json", account),
    ]
    written.append(folder / f"{NAME}.md")
    with replacing(written[-1]) as file:
        file.write(page(account))
    for figure in _figures(found, account.overall):
        written.append(folder / f"{figure.name}.svg")
        draw(figure, {}, written[-1])
    return written
