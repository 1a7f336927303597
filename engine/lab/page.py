"""The page of all results, in Markdown: each experiment with its command and its results.

`starling lab page --out DIR` makes it from the JSON accounts in DIR and the template
`laboratory.md.jinja`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.board import report as board_report
from engine.lab.board.board import BoardExperiment
from engine.lab.board.report import BoardAccount, PairRow, PlayerRow
from engine.lab.core import report
from engine.lab.core.experiment import Experiment
from engine.lab.core.laboratory import Numbers, Outcome
from engine.lab.core.report import Account
from games.errors import FileError
from games.parts.files import path_text
from games.parts.records import record

TEMPLATE = "laboratory.md.jinja"

T = TypeVar("T", Account, BoardAccount)

Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""The headings and the rows of a table."""


def page(folder: Path) -> str:
    """Return the page of all experiments in Markdown, with the results that a folder has of them.

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


def _published(folder: Path, name: str) -> dict[str, Any]:
    """Return the variables of the section of a published table or figure.

    `line` is its row in the overview, with the number of agreeing cells of those with an expected
    number. `differing` are the cells that differ, in words. `files` are the names of its files.

    :raises FileError: if its account is invalid.
    """
    experiment = find(name)
    assert isinstance(experiment, Experiment)
    account = _account(folder, name, Account)
    if account is None:
        command, cells = report.command_of(experiment, experiment.trees, 0), []
    else:
        command, cells = account.command, list(_cells(experiment, account, folder))
    differing = [
        f"{labels}: {'nothing' if numbers.ours is None else format(numbers.ours, '.4g')}, "
        f"{numbers.expected}"
        for labels, numbers in cells
        if numbers.outcome == Outcome.DIFFERS
    ]
    return {
        "experiment": experiment,
        "account": account,
        "command": command,
        "line": (
            _link(name),
            experiment.source,
            f"{experiment.minutes:g}",
            "not run" if account is None else account.verdict.value,
            f"{len(cells) - len(differing)} of {len(cells)}" if cells else "",
        ),
        "differing": differing,
        "files": [
            f"{name}.csv",
            f"{name}.json",
            *(f"{each.name}.svg" for each in experiment.figures),
        ],
    }


def _cells(experiment: Experiment, account: Account, folder: Path) -> Iterator[tuple[str, Numbers]]:
    """Yield the labels, joined by commas, and the numbers of each cell with an expected number.

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
    def used(self) -> float | None:
        """The mean percentage of its node budget that the player used; None for one of time."""
        return 100 * (self.pair.mean_nodes or 0) / self.pair.nodes if self.pair.nodes else None


def _board(folder: Path, name: str) -> dict[str, Any]:
    """Return the variables of the section of an experiment of matches.

    `line` is its row in the overview, with the games played. `files` are the names of its files
    without the figures. There are also those of `_played`, if it was run.

    :raises FileError: if its account is invalid, or lacks the row of a player of a pair.
    """
    experiment = find(name)
    assert isinstance(experiment, BoardExperiment)
    account = _account(folder, name, BoardAccount)
    played = "not run" if account is None else f"{account.games:,}"
    return {
        "experiment": experiment,
        "account": account,
        "command": (
            board_report.command_of(experiment, None, 0) if account is None else account.command
        ),
        "line": (_link(name), experiment.title, f"{experiment.minutes:g}", played),
        "files": [f"{name}{ending}" for ending in (".csv", "-players.csv", ".json")],
        **({} if account is None else _played(account, folder / name)),
    }


def _played(account: BoardAccount, where: Path) -> dict[str, Any]:
    """Return the tables of an experiment of matches that was run.

    `costs` are rows of a player's nodes of a root in a game, whatever its contests. `elos` is the
    table of the duels, which are the pairs of contests of two players. `compared` has the means
    over the searches of both sides of a duel, if both have searches. `many` has the name of each
    other contest, its table of scores, highest first, and that of means over searches. `judged` is
    whether moves were checked.

    :param where: the folder of the experiment, for messages.
    :raises FileError: if the account lacks the row of a player of a pair.
    """
    by_contest: dict[str, dict[str, PlayerRow]] = {}
    for row in account.players:
        by_contest.setdefault(row.contest, {})[row.player] = row
    for pair in account.pairs:
        for player in (pair.player, pair.opponent):
            if player not in by_contest.get(pair.contest, ()):
                raise FileError(
                    f"{where}: no account: {pair.contest} has a pair with {player!r}, "
                    "but no row of that player"
                )
    duels, many = [], []
    for name in dict.fromkeys(pair.contest for pair in account.pairs):
        players = by_contest[name]
        if len(players) == 2:
            duels += [
                Duel(pair, players[pair.player], players[pair.opponent])
                for pair in account.pairs
                if pair.contest == name
            ]
        else:
            rows = sorted(players.values(), key=lambda row: -(row.points or 0))
            searched = [row for row in players.values() if row.searches]
            many.append((name, _table(rows, _STANDINGS), _table(searched, _SEARCHES)))
    costs = {(row.game, row.player, f"`{row.spec}`"): row for row in account.players}
    return {
        "costs": [
            (*head, f"{row.root_nodes:,.0f}", f"{row.root_nodes_at_most:,}")
            for head, row in costs.items()
        ],
        "elos": (_ELOS, [_elo_row(duel.pair) for duel in duels]),
        "compared": _table(
            [duel for duel in duels if duel.own.searches and duel.other.searches], _COMPARED
        ),
        "many": many,
        "judged": any(row.moves_checked for row in account.players),
    }


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
