"""The page of all results, in Markdown: each experiment with its command and its results.

`starling lab page --out DIR` makes it from the JSON accounts in DIR and the template
`laboratory.md.jinja`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.board.board import BoardExperiment
from engine.lab.core.experiment import Experiment
from engine.lab.core.laboratory import Numbers, Outcome
from engine.lab.reports import board_report, report
from engine.lab.reports.board_report import BoardAccount, PairRow, PlayerRow
from engine.lab.reports.report import Account
from games.errors import FileError
from games.parts.files import path_text
from games.parts.records import record

__all__ = ["page"]

TEMPLATE = "laboratory.md.jinja"

T = TypeVar("T", Account, BoardAccount)

Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""The headings and the rows of a table."""


def page(folder: Path) -> str:
    """Return the page of a folder of results.

    Its links are relative to the working directory if the folder's path is relative, else to the
    folder's parent.

    :raises FileError: if an account in it is invalid.
    """
    import jinja2  # other commands of the laboratory do not need it

    environment = jinja2.Environment(
        loader=jinja2.FileSystemLoader(Path(__file__).parent),
        undefined=jinja2.StrictUndefined,
        autoescape=False,  # Markdown
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
    )
    text = environment.get_template(TEMPLATE).render(
        out=path_text(folder),
        folder=path_text(folder.name if folder.is_absolute() else folder),
        published=[_published(folder, name) for name in EXPERIMENTS],
        boards=[_board(folder, name) for name in AT_THE_BOARD],
    )
    return text.rstrip("\n") + "\n"


def _account(folder: Path, name: str, kind: type[T]) -> T | None:
    """Return the account of an experiment in a folder of results; None if there is none.

    :raises FileError: if it is invalid.
    """
    path = folder / name / f"{name}.json"
    return report.read_account(path, kind, name) if path.is_file() else None


def _link(name: str) -> str:
    """Return the name as a link to its section, by the anchor that GitHub makes of a heading."""
    return f"[{name}](#{name.lower().replace('.', '')})"


# -- published tables and figures ----------------------------------------------------------------


@dataclass(frozen=True)
class Published:
    """A published table or figure, and its results.

    :param command: the command that gives the results.
    :param cells: labels and numbers of the cells that have an expected number.
    """

    experiment: Experiment
    account: Account | None
    command: str
    cells: list[tuple[str, Numbers]]

    @property
    def line(self) -> Sequence[str]:
        """The row in the overview: link, source, minutes, verdict or "not run", agreeing cells.

        The last are "3 of 4", of the cells with an expected number; empty if there are none.
        """
        agree = sum(numbers.outcome != Outcome.DIFFERS for _, numbers in self.cells)
        return (
            _link(self.experiment.name),
            self.experiment.source,
            f"{self.experiment.minutes:g}",
            "not run" if self.account is None else self.account.verdict.value,
            f"{agree} of {len(self.cells)}" if self.cells else "",
        )

    @property
    def differing(self) -> list[str]:
        """The cells that differ from the expected numbers, in words."""
        return [
            f"{labels}: {'nothing' if numbers.ours is None else format(numbers.ours, '.4g')}, "
            f"{numbers.expected}"
            for labels, numbers in self.cells
            if numbers.outcome == Outcome.DIFFERS
        ]

    @property
    def files(self) -> list[str]:
        """The names of its files: table, account and figures."""
        figures = (f"{figure.name}.svg" for figure in self.experiment.figures)
        return [f"{self.experiment.name}.csv", f"{self.experiment.name}.json", *figures]


def _published(folder: Path, name: str) -> Published:
    """Return an experiment with its account and cells; without cells if it was not run."""
    experiment = find(name)
    assert isinstance(experiment, Experiment)
    account = _account(folder, name, Account)
    if account is None:
        command = report.command_of(experiment, experiment.trees, 0)
        return Published(experiment, None, command, [])
    return Published(
        experiment, account, account.command, list(_cells(experiment, account, folder))
    )


def _cells(experiment: Experiment, account: Account, folder: Path) -> Iterator[tuple[str, Numbers]]:
    """Yield the labels, in one text, and the numbers of each cell that has an expected number.

    The text joins the labels by commas.

    :param folder: the folder of results, for messages.
    :raises FileError: if the other fields of a row, with or without an expected number, are no
        valid `Numbers`.
    """
    for index, row in enumerate(account.rows):
        rest = {key: row[key] for key in row if key not in experiment.columns}
        try:
            numbers = record(rest, Numbers, f"rows[{index}]")
        except ValueError as error:
            raise FileError(f"{folder / experiment.name}: no account: {error}") from None
        if numbers.outcome != Outcome.OURS:
            yield ", ".join(str(row.get(column)) for column in experiment.columns), numbers


# -- at the board --------------------------------------------------------------------------------


class Duel(NamedTuple):
    """The games of two players, and the searches of both."""

    pair: PairRow
    own: PlayerRow
    other: PlayerRow

    @property
    def used(self) -> float:
        """The percentage of its node budget that the player used."""
        return 100 * (self.pair.mean_nodes or 0) / self.pair.nodes


@dataclass(frozen=True)
class Board:
    """An experiment of matches, and its results.

    :param command: the command that gives the results.
    :param players: the rows of all players.
    :param pairs: the rows of all pairs.
    """

    experiment: BoardExperiment
    account: BoardAccount | None
    command: str
    players: Sequence[PlayerRow] = ()
    pairs: Sequence[PairRow] = ()

    @property
    def line(self) -> Sequence[str]:
        """The row in the overview: link, title, minutes, and the games played or "not run"."""
        return (
            _link(self.experiment.name),
            self.experiment.title,
            f"{self.experiment.minutes:g}",
            "not run" if self.account is None else f"{self.account.games:,}",
        )

    @property
    def costs(self) -> list[Sequence[str]]:
        """A row for each player and game, whatever its contests: mean and most nodes of a root."""
        rows = {(row.game, row.player, f"`{row.spec}`"): row for row in self.players}
        return [
            (*head, f"{row.root_nodes:,.0f}", f"{row.root_nodes_at_most:,}")
            for head, row in rows.items()
        ]

    @property
    def duels(self) -> list[PairRow]:
        """The pairs of the contests that have two players."""
        return [
            pair
            for pair in self.pairs
            if sum(row.contest == pair.contest for row in self.players) == 2
        ]

    @property
    def many(self) -> list[tuple[str, Table, Table]]:
        """The contests of more than two: name, scores (highest first), and means over searches."""
        duels = {pair.contest for pair in self.duels}
        found = []
        for name in dict.fromkeys(pair.contest for pair in self.pairs):
            if name not in duels:
                rows = [row for row in self.players if row.contest == name]
                standings = _table(sorted(rows, key=lambda row: -(row.points or 0)), _STANDINGS)
                searches = _table([row for row in rows if row.searches], _SEARCHES)
                found.append((name, standings, searches))
        return found

    @property
    def elos(self) -> Table:
        """The table of the score and the Elo difference of every duel."""
        return _ELOS, [_elo_row(pair) for pair in self.duels]

    @property
    def compared(self) -> Table:
        """The means over the searches of both sides of every duel in which both have searches."""
        by_name = {(row.contest, row.player): row for row in self.players}
        duels = [
            Duel(pair, by_name[pair.contest, pair.player], by_name[pair.contest, pair.opponent])
            for pair in self.duels
        ]
        return _table(
            [duel for duel in duels if duel.own.searches and duel.other.searches], _COMPARED
        )

    @property
    def judged(self) -> bool:
        """Whether moves were checked."""
        return any(row.moves_checked for row in self.players)

    @property
    def files(self) -> list[str]:
        """The names of its files, without the figures."""
        return [f"{self.experiment.name}{ending}" for ending in (".csv", "-players.csv", ".json")]


def _board(folder: Path, name: str) -> Board:
    """Return an experiment of matches with its account in a folder; without it if it was not run.

    :raises FileError: if the account is invalid, or lacks the row of a player of a pair.
    """
    experiment = find(name)
    assert isinstance(experiment, BoardExperiment)
    account = _account(folder, name, BoardAccount)
    if account is None:
        return Board(experiment, None, board_report.command_of(experiment, None, 0))
    known = {(row.contest, row.player) for row in account.players}
    for pair in account.pairs:
        for player in (pair.player, pair.opponent):
            if (pair.contest, player) not in known:
                raise FileError(
                    f"{folder / name}: no account: {pair.contest} has a pair with {player!r}, "
                    "but no row of that player"
                )
    return Board(experiment, account, account.command, account.players, account.pairs)


# -- tables --------------------------------------------------------------------------------------

_ELOS = ("game", "nodes", "player", "opponent", "+ = -", "Elo", "95%", "nodes of both", "note")


def _elo_row(pair: PairRow) -> Sequence[str]:
    """Return the row of a pair of players in the table of Elo differences.

    It has "no search" if they played no games.
    """
    budget = f"{pair.nodes:,}" if pair.cpu is None else f"{pair.cpu:g} ms"
    head = (pair.game, budget, pair.player, pair.opponent)
    if pair.games is None:
        return (*head, "", "no search", "", "", pair.note)
    return (
        *head,
        f"+{pair.won} ={pair.drawn} -{pair.lost}",
        _signed(pair.elo),
        f"{_signed(pair.low)} to {_signed(pair.high)}",
        f"{pair.mean_nodes or 0:,.0f}, {pair.of_opponent or 0:,.0f}",
        pair.note,
    )


def _signed(number: float | None) -> str:
    """Return an Elo difference as a whole number with its sign; "unbounded" for None."""
    return "unbounded" if number is None else f"{number:+z.0f}"


_STANDINGS = {
    "player": "player",
    "points": "points",
    "games": "games",
    "Elo": "rating",
    "+-": "error",
    "nodes a move": "mean_nodes",
    "most": "most_nodes",
    "exceeded": "exceeded",
}
"""Headings of a table, each with an attribute of its rows."""

_SEARCHES = {
    "player": "player",
    "searches": "searches",
    "empty %": "empty",
    "proved %": "proved",
    "proofs checked": "proofs_checked",
    "wrong %": "wrong_proofs",
    "stated %": "stated",
    "moves checked": "moves_checked",
    "worse %": "worse",
    "mean loss": "mean_loss",
    "in the evaluator %": "in_evaluator",
    "depth": "depth",
    "deepest": "deepest",
    "expanded": "expanded",
    "tree kept %": "tree_kept",
}

_COMPARED = {
    "game": "pair.game",
    "nodes": "pair.nodes",
    "player": "pair.player",
    "opponent": "pair.opponent",
    "nodes used %": "used",
    "in the evaluator %": "own.in_evaluator",
    "empty %": "own.empty",
    "proved %": "own.proved",
    "proofs checked": "own.proofs_checked",
    "wrong %": "own.wrong_proofs",
    "stated %": "own.stated",
    "depth": "own.depth",
    "its opponent's": "other.depth",
    "deepest": "own.deepest",
    "tree kept %": "own.tree_kept",
    "worse moves %": "own.worse",
    "of its opponent %": "other.worse",
}


def _table(rows: Iterable[Any], columns: dict[str, str]) -> Table:
    """Return a table of rows, without the columns that are None in all of them.

    :param columns: by heading an attribute of the rows, such as "own.depth".
    """
    values = [attrgetter(*columns.values())(row) for row in rows]
    kept = [index for index in range(len(columns)) if any(row[index] is not None for row in values)]
    heads = list(columns)
    return [heads[i] for i in kept], [[_shown(row[i]) for i in kept] for row in values]


def _shown(value: Any) -> str:
    """Return a table entry as text: one decimal for floats, empty for None."""
    if isinstance(value, float):
        return f"{value:,.1f}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)
