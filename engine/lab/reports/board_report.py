"""What an experiment at the board leaves behind: CSV tables, SVG figures, and JSON that says how
they came."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import asdict
from math import isinf
from pathlib import Path
from typing import Any

from engine.lab.board.board import BoardExperiment, Curve, Entrant, PlayedContest
from engine.lab.board.playing import openings_of
from engine.lab.core.experiment import Figure, Series
from engine.lab.core.quantities import Constant, Estimate, Measured
from engine.lab.reports.accounts import BoardAccount, Claim, PairRow, PlayerRow
from engine.lab.reports.drawing import draw
from engine.lab.reports.report import heading, write_account
from engine.match.statistics.elo import elo, los
from engine.text.cells import write_rows
from games.parts.files import replacing
from games.parts.records import Record, plain

__all__ = ["command_of", "figures_of", "pair_rows", "player_rows", "write"]

_CONFIDENCE = 1.959964
"""Standard errors to each side of a 95% interval."""


def command_of(experiment: BoardExperiment, games: int | None, seed: int) -> str:
    """The command that gives the same numbers again."""
    words = f" --games {games}" if games is not None else ""
    words += f" --most {experiment.most}" if experiment.most is not None else ""
    words += f" --only {shlex.quote(experiment.only)}" if experiment.only else ""
    return f"starling lab {experiment.name}{words} --seed {seed}"


def pair_rows(played: PlayedContest) -> list[PairRow]:
    """One row for each pair of players: its score and Elo, or why there is none."""
    names = [each.name for each in played.contest.entrants]
    return [
        _pair_row(played, one, other) for i, one in enumerate(names) for other in names[i + 1 :]
    ]


def _pair_row(played: PlayedContest, player: str, opponent: str) -> PairRow:
    contest, result = played.contest, played.result
    who = (contest.name, contest.game, contest.nodes, player, opponent)
    silent = [name for name in (player, opponent) if not played.searching(name)]
    if silent or result is None:
        return PairRow(*who, note=f"no search: {' and '.join(silent)}", cpu=contest.cpu)
    pair = result.matchup(player, opponent)
    found, better = elo(pair.counts), los(pair.counts)
    return PairRow(
        *who,
        pair.games,
        *pair.score,
        elo=_finite(found.value),
        low=_finite(found.low),
        high=_finite(found.high),
        superiority=None if better is None else round(better, 4),
        mean_nodes=round(result.standing(player).cost.mean_nodes, 1),
        of_opponent=round(result.standing(opponent).cost.mean_nodes, 1),
        note=found.note,
        cpu=contest.cpu,
    )


def _finite(number: float | None) -> float | None:
    return None if number is None or isinf(number) else round(number, 1) + 0.0


def player_rows(played: PlayedContest) -> list[PlayerRow]:
    """One row for each player of a contest: what it costs to search at all, how it did, and what
    its searches were like."""
    return [_player_row(played, entrant) for entrant in played.contest.entrants]


def _player_row(played: PlayedContest, entrant: Entrant) -> PlayerRow:
    contest, player = played.contest, entrant.name
    roots = played.roots[player]

    def total(what: str) -> float:
        return played.searches[f"{player}: {what}"].total

    def share(what: str, of: str, scale: float = 100) -> float | None:
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
        **_standing(played, player),
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


_STANDING = (
    "games",
    "points",
    "rating",
    "error",
    "mean_nodes",
    "most_nodes",
    "exceeded",
    "forfeits",
)
"""The fields of a player's row that tell of its games."""


def _standing(played: PlayedContest, player: str) -> dict[str, Any]:
    """How a player did; None for all where it did not play."""
    if played.result is None or not played.searching(player):
        return dict.fromkeys(_STANDING)
    standing = played.result.standing(player)
    rated = {found.player: found for found in played.result.ratings()}[player]
    numbers = (
        standing.games,
        standing.points,
        _finite(rated.rating),
        _finite(rated.error),
        round(standing.cost.mean_nodes, 1),
        standing.cost.max_nodes,
        standing.cost.exceeded,
        sum(standing.forfeits.values()),
    )
    return dict(zip(_STANDING, numbers, strict=True))


def figures_of(experiment: BoardExperiment, found: Sequence[PlayedContest]) -> list[Figure]:
    """Elo against budget, a figure for each name that curves share; and the ratings of contests
    that have more than two players."""
    by_contest = {played.contest.name: played for played in found}
    names = dict.fromkeys(curve.figure for curve in experiment.curves)
    figures = [
        _figure([curve for curve in experiment.curves if curve.figure == name], by_contest)
        for name in names
    ]
    many = [each for each in found if each.contest.pairs > 1 and each.result is not None]
    return figures + ([_ratings(experiment, many)] if many else [])


def _ratings(experiment: BoardExperiment, found: Sequence[PlayedContest]) -> Figure:
    """Ratings by player, whose places are those of the first mention."""
    names = list(dict.fromkeys(each.name for played in found for each in played.contest.entrants))
    series = []
    for played in found:
        rated = {row.player: row for row in player_rows(played)}
        points = tuple(
            (float(index), _Elo(row.rating, row.error), None)
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
    contests = [contest for curve in curves for contest in curve.contests]
    budgets = sorted({contest.budget for contest in contests})
    level = tuple((budget, Constant(0), None) for budget in (budgets[0], budgets[-1]))
    lines = [
        Series(f"{curve.player} against {curve.opponent}", points)
        for curve in curves
        if (points := tuple(_points(curve, found)))
    ]
    return Figure(
        curves[0].figure,
        curves[0].title,
        "nodes a move" if contests[0].cpu is None else "milliseconds of CPU time a move",
        "Elo, with 95% intervals",
        (*lines, Series("as strong as the opponent", level, ":", -1, "")),
        log_x=True,
        ticks=tuple(budgets),
        tick_labels=tuple(f"{budget:,g}" for budget in budgets),
        bottom=None,
    )


def _points(curve: Curve, found: dict[str, PlayedContest]) -> list[tuple[float, _Elo, None]]:
    """The points of a line: where there was no search there is none; where all games ended alike
    it is the end of the interval that is finite."""
    points = []
    for contest in curve.contests:
        row = _pair_row(found[contest.name], curve.player, curve.opponent)
        low, value, high = row.low, row.elo, row.high
        value = value if value is not None else low if low is not None else high
        if value is not None:
            reach = None if low is None or high is None else (high - low) / 2
            points.append((float(contest.budget), _Elo(value, reach), None))
    return points


class _Elo:
    """An Elo difference as a quantity.

    :param reach: half its 95% interval; None where that has no bound.
    """

    def __init__(self, value: float, reach: float | None) -> None:
        self.value = value
        self.error = None if reach is None else reach / _CONFIDENCE

    def __call__(self, measured: Measured) -> Estimate:
        return Estimate(self.value, self.error)


def write(
    experiment: BoardExperiment,
    found: Sequence[PlayedContest],
    folder: Path,
    games: int | None,
    seed: int,
) -> list[Path]:
    """Write NAME.csv (a line a pair), NAME-players.csv (a line a player), NAME.json and the figures
    into a folder that exists; the files written.

    :raises EngineError: if there are figures, and matplotlib is missing.
    """
    pairs = [row for played in found for row in pair_rows(played)]
    players = [row for played in found for row in player_rows(played)]
    written = [
        _table(folder / f"{experiment.name}.csv", pairs),
        _table(folder / f"{experiment.name}-players.csv", players),
    ]
    figures = figures_of(experiment, found)
    account = BoardAccount(
        *heading(experiment, command_of(experiment, games, seed)),
        seed=seed,
        openings=openings_of(seed),
        games=sum(played.result.count for played in found if played.result is not None),
        studies={played.contest.name: asdict(played.contest.study) for played in found},
        figures=tuple(figure.name for figure in figures),
        claims=tuple(Claim(claim.text, claim.holds(found)) for claim in experiment.claims),
        pairs=tuple(pairs),
        players=tuple(players),
    )
    written.append(write_account(folder / f"{experiment.name}.json", account))
    for figure in figures:
        written.append(folder / f"{figure.name}.svg")
        draw(figure, {}, written[-1])
    return written


def _table(path: Path, rows: Sequence[Record]) -> Path:
    with replacing(path) as file:
        write_rows(file, [rows[0].__struct_encode_fields__])
        write_rows(file, (plain(row).values() for row in rows))
    return path
