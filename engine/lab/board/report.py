"""The files of an experiment of matches: CSV tables, SVG figures, and a JSON account of them."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from math import isinf
from pathlib import Path
from typing import Any

from msgspec import field

from engine.lab.board.board import (
    BoardExperiment,
    Curve,
    Entrant,
    PlayedContest,
    results_of,
)
from engine.lab.board.playing import openings_of
from engine.lab.core.drawing import draw
from engine.lab.core.experiment import Constant, Figure, Series
from engine.lab.core.report import AssessedClaim, write_account
from engine.match.statistics.elo import elo, los
from engine.match.statistics.ratings import Rating
from engine.text.cells import write_csv
from games.parts.records import Plain, Record, plain


class PairRow(Record, frozen=True):
    """The games of two players, counted for the first.

    :param games: None if there were none; the note has the reason.
    :param low: `low` and `high` bound the Elo with 95% confidence; None if they are infinite.
    :param superiority: the likelihood that the first is the stronger.
    :param nodes: the budget of a move; 0 if it is one of CPU time, in milliseconds (`cpu`).
    :param mean_nodes: nodes a move of the first player, in all its games of the contest.
    """

    contest: str
    game: str
    nodes: int
    player: str
    opponent: str
    games: int | None = None
    won: int | None = None
    drawn: int | None = None
    lost: int | None = None
    elo: Plain | None = None
    low: Plain | None = None
    high: Plain | None = None
    superiority: Plain | None = None
    mean_nodes: Plain | None = field(name="mean nodes", default=None)
    of_opponent: Plain | None = field(name="of opponent", default=None)
    note: str = ""
    cpu: Plain | None = field(name="CPU ms", default=None)


class PlayerRow(Record, frozen=True, kw_only=True):
    """A player of a contest: its cost of expanding a root, its score, and its searches.

    Numbers of searches are means or percentages; None where there is nothing to count.
    """

    contest: str
    game: str
    nodes: int
    player: str
    spec: str
    root_nodes: Plain = field(name="root nodes")
    root_nodes_at_most: int = field(name="root nodes at most")
    games: int | None = None
    points: Plain | None = None
    rating: Plain | None = None
    error: Plain | None = field(name="+-", default=None)
    mean_nodes: Plain | None = field(name="mean nodes", default=None)
    most_nodes: int | None = field(name="most nodes", default=None)
    exceeded: int | None = None
    forfeits: int | None = None
    searches: int
    empty: Plain | None = field(name="empty %")
    proved: Plain | None = field(name="proved %")
    in_evaluator: Plain | None = field(name="in the evaluator %")
    depth: Plain | None
    deepest: Plain | None
    expanded: Plain | None
    tree_kept: Plain | None = field(name="tree kept %")
    moves_checked: int | None = field(name="moves checked")
    worse: Plain | None = field(name="worse %")
    mean_loss: Plain | None = field(name="mean loss")
    proofs_checked: int | None = field(name="proofs checked")
    wrong_proofs: Plain | None = field(name="wrong proofs %")
    stated: Plain | None = field(name="stated wrong %", default=None)


class BoardAccount(Record, frozen=True):
    """The results of an experiment of matches."""

    experiment: str
    title: str
    source: str
    command: str
    seed: int
    openings: str
    games: int
    studies: dict[str, dict[str, Any]]
    figures: tuple[str, ...]
    claims: tuple[AssessedClaim, ...]
    pairs: tuple[PairRow, ...]
    players: tuple[PlayerRow, ...]


def command_of(experiment: BoardExperiment, games: int | None, seed: int) -> str:
    """Return the command that gives the same numbers again."""
    words = f" --games {games}" if games is not None else ""
    words += f" --most {experiment.most}" if experiment.most is not None else ""
    words += f" --only {shlex.quote(experiment.only)}" if experiment.only else ""
    return f"starling lab {experiment.name}{words} --seed {seed}"


# -- rows ------------------------------------------------------------------------------------------


def pair_rows(played: PlayedContest) -> list[PairRow]:
    """Return a row for each pair: score and Elo of the one declared first, or why it has none."""
    names = [each.name for each in played.contest.entrants]
    return [
        _pair_row(played, one, other) for i, one in enumerate(names) for other in names[i + 1 :]
    ]


def _pair_row(played: PlayedContest, player: str, opponent: str) -> PairRow:
    """Return the row of a pair, from the player's point of view.

    If one of them cannot search within the budget, there are no games, and the note names it.
    """
    contest, result = played.contest, played.result
    head = (contest.name, contest.game, contest.nodes, player, opponent)
    silent = [name for name in (player, opponent) if not contest.allows(played.roots[name].mean)]
    if silent or result is None:
        return PairRow(*head, note=f"no search: {' and '.join(silent)}", cpu=contest.cpu)
    pair = result.matchup(player, opponent)
    found, superiority = elo(pair.counts), los(pair.counts)
    return PairRow(
        *head,
        pair.games,
        *pair.score,
        elo=finite(found.value),
        low=finite(found.low),
        high=finite(found.high),
        superiority=None if superiority is None else round(superiority, 4),
        mean_nodes=round(result.standing(player).cost.mean_nodes, 1),
        of_opponent=round(result.standing(opponent).cost.mean_nodes, 1),
        note=found.note,
        cpu=contest.cpu,
    )


def finite(number: float | None) -> float | None:
    """Return a number with one decimal; None if it is infinite or None."""
    return None if number is None or isinf(number) else round(number, 1) + 0.0


def player_rows(played: PlayedContest) -> list[PlayerRow]:
    """Return a row for each player of a contest."""
    ratings = () if played.result is None else played.result.ratings()
    rated = {each.player: each for each in ratings}
    return [_player_row(played, each, rated.get(each.name)) for each in played.contest.entrants]


def _player_row(played: PlayedContest, entrant: Entrant, rated: Rating | None) -> PlayerRow:
    """Return the row of a player: its root's cost, games, searches, checked moves and proofs.

    :param rated: its rating; None if it did not play.
    """
    contest, player = played.contest, entrant.name
    roots = played.roots[player]

    def total(what: str) -> float:
        """Return the sum of a tally of the player's searches."""
        return played.searches[f"{player}: {what}"].total

    def share(what: str, of: str, scale: float = 100) -> float | None:
        """Return the sum of one tally divided by that of another, times `scale`.

        It is None if the other sum is 0.
        """
        return round(scale * total(what) / total(of), 2) if total(of) else None

    stated = played.searches[f"{player}: stated"]
    proofs = played.searches[f"{player}: wrong"].n
    return PlayerRow(
        contest=contest.name,
        game=contest.game,
        nodes=contest.nodes,
        player=player,
        spec=entrant.spec,
        root_nodes=round(roots.mean, 1),
        root_nodes_at_most=int(roots.largest),
        **_standing(played, rated),
        searches=int(total("moves")),
        empty=share("empty", "moves"),
        proved=share("proved", "moves"),
        in_evaluator=share("evaluator", "nodes"),
        depth=share("depth", "moves", 1),
        deepest=share("deepest", "moves", 1),
        expanded=share("expanded", "moves", 1),
        tree_kept=share("kept", "held"),
        moves_checked=int(total("checked")) or None,
        worse=share("worse", "checked"),
        mean_loss=share("loss", "checked", 1),
        proofs_checked=proofs or None,
        wrong_proofs=round(100 * total("wrong") / proofs, 2) if proofs else None,
        stated=round(stated.mean / 100, 2) if stated.n else None,
    )


def _standing(played: PlayedContest, rated: Rating | None) -> dict[str, Any]:
    """Return the fields of a rated player's row that count its games; none without a rating."""
    if played.result is None or rated is None:
        return {}
    standing = played.result.standing(rated.player)
    return {
        "games": standing.games,
        "points": standing.points,
        "rating": finite(rated.rating),
        "error": finite(rated.error),
        "mean_nodes": round(standing.cost.mean_nodes, 1),
        "most_nodes": standing.cost.max_nodes,
        "exceeded": standing.cost.exceeded,
        "forfeits": sum(standing.forfeits.values()),
    }


# -- figures ---------------------------------------------------------------------------------------


def figures_of(experiment: BoardExperiment, found: Sequence[PlayedContest]) -> list[Figure]:
    """Return a figure of Elo against budget for each group of curves, and one of ratings.

    Curves with the same figure name are one group. The ratings are those of contests that have
    games and more than two players. Without such a contest there is no figure of them.
    """
    by_contest = {played.contest.name: played for played in found}
    names = dict.fromkeys(curve.figure for curve in experiment.curves)
    figures = [
        _figure([curve for curve in experiment.curves if curve.figure == name], by_contest)
        for name in names
    ]
    many = [each for each in found if each.contest.pairs > 1 and each.result is not None]
    return figures + ([_ratings(experiment, many)] if many else [])


def _ratings(experiment: BoardExperiment, found: Sequence[PlayedContest]) -> Figure:
    """Return the figure of ratings by player, in the order of their first mention.

    It has a series of points for each contest. A player without a finite rating has no point.
    """
    names = list(dict.fromkeys(each.name for played in found for each in played.contest.entrants))
    series = []
    for played in found:
        rated = {row.player: row for row in player_rows(played)}
        points = tuple(
            (float(index), elo_point(row.rating, row.error), None)
            for index, name in enumerate(names)
            if (row := rated.get(name)) is not None and row.rating is not None
        )
        contest = played.contest
        series.append(Series(f"{contest.game}, {contest.limit} a move", points, ""))
    return Figure(
        f"{experiment.name}-ratings",
        f"Ratings in the round-robins of {experiment.name}",
        "player",
        "Elo, with 95% intervals",
        tuple(series),
        ticks=tuple(range(len(names))),
        tick_labels=tuple(names),
        bottom=None,
    )


def _figure(curves: Sequence[Curve], found: dict[str, PlayedContest]) -> Figure:
    """Return the figure of Elo by budget, a curve for each pair, and a level line at 0.

    :param curves: the curves of one figure.
    :param found: the contests by name.
    """
    contests = [contest for curve in curves for contest in curve.contests]
    budgets = sorted({contest.budget for contest in contests})
    level = tuple((budget, Constant(0), None) for budget in (budgets[0], budgets[-1]))
    lines = [
        Series(" against ".join(curve.players), points)
        for curve in curves
        if (points := tuple(_points(curve, found)))
    ]
    return Figure(
        curves[0].figure,
        curves[0].title,
        contests[0].unit,
        "Elo, with 95% intervals",
        (*lines, Series("as strong as the opponent", level, ":", -1, "")),
        log_x=True,
        ticks=tuple(budgets),
        tick_labels=tuple(f"{budget:,g}" for budget in budgets),
        bottom=None,
    )


def _points(curve: Curve, found: dict[str, PlayedContest]) -> list[tuple[float, Constant, None]]:
    """Return the points of a curve: a pair's Elo at each budget.

    There is none where there was no search. If all games had the same result, the point is the
    finite end of the interval.
    """
    points = []
    for contest in curve.contests:
        row = _pair_row(found[contest.name], *curve.players)
        low, high = row.low, row.high
        value = next((each for each in (row.elo, low, high) if each is not None), None)
        if value is not None:
            reach = None if low is None or high is None else (high - low) / 2
            points.append((float(contest.budget), elo_point(value, reach), None))
    return points


def elo_point(value: float, reach: float | None) -> Constant:
    """Return an Elo difference as a quantity, whose bar of two errors is its 95% interval.

    :param reach: half the interval; None if that has no bound.
    """
    return Constant(value, None if reach is None else reach / 2)


# -- files -----------------------------------------------------------------------------------------


def write(
    experiment: BoardExperiment,
    found: Sequence[PlayedContest],
    folder: Path,
    games: int | None,
    seed: int,
) -> list[Path]:
    """Write tables, account and figures into an existing folder; return their paths.

    NAME.csv has a row for each pair, NAME-players.csv one for each player, NAME.json the account.

    :raises EngineError: if there are figures, and matplotlib is missing.
    :raises FileError: if a file cannot be written.
    """
    pairs = [row for played in found for row in pair_rows(played)]
    players = [row for played in found for row in player_rows(played)]
    written = [
        write_table(folder / f"{experiment.name}.csv", PairRow, pairs),
        write_table(folder / f"{experiment.name}-players.csv", PlayerRow, players),
    ]
    figures = figures_of(experiment, found)
    account = BoardAccount(
        experiment=experiment.name,
        title=experiment.title,
        source=experiment.source,
        command=command_of(experiment, games, seed),
        seed=seed,
        openings=", ".join(dict.fromkeys(openings_of(played.contest, seed) for played in found)),
        games=sum(result.count for result in results_of(found)),
        studies={played.contest.name: asdict(played.contest.study) for played in found},
        figures=tuple(figure.name for figure in figures),
        claims=tuple(AssessedClaim(claim.text, claim.holds(found)) for claim in experiment.claims),
        pairs=tuple(pairs),
        players=tuple(players),
    )
    written.append(write_account(folder / f"{experiment.name}.json", account))
    return written + [draw(figure, {}, folder) for figure in figures]


def write_table(path: Path, kind: type[Record], rows: Sequence[Record]) -> Path:
    """Write records of one kind, perhaps none, as a CSV table with a head; return its path."""
    return write_csv(path, kind.__struct_encode_fields__, (plain(row).values() for row in rows))
