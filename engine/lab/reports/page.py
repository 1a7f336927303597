"""The page of all results, in Markdown: every experiment, how to run it, and what came out.

It is made from the JSON files that experiments leave (`starling lab page --out DIR`), by the
template `laboratory.md.jinja`; nothing on it is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.board.board import BoardExperiment
from engine.lab.core.experiment import Experiment
from engine.lab.core.verdict import Outcome
from engine.lab.reports.accounts import Account, BoardAccount, Numbers, PairRow, PlayerRow
from games.errors import FileError
from games.parts.files import path_text, read_json
from games.parts.records import Record, record

__all__ = ["page"]

TEMPLATE = "laboratory.md.jinja"

T = TypeVar("T", Account, BoardAccount)

Table = tuple[Sequence[str], Sequence[Sequence[str]]]
"""The heading and the lines of a table of the page."""


def page(folder: Path) -> str:
    """Return the page of a folder of results.

    Its links start from the working directory if the folder's path does, else from the folder that
    contains it.

    :raises FileError: if an account in it is none.
    """
    import jinja2  # which other commands of the laboratory do not need

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
    """What an experiment left; None if it was not run.

    :raises FileError: if it is none.
    """
    path = folder / name / f"{name}.json"
    if not path.is_file():
        return None
    expected = f"what starling lab {name} --out writes"
    data = read_json(path, expected)
    try:
        if not all(text.isprintable() for text in _texts(data)):
            raise ValueError("characters that do not print")
        return record(data, kind)
    except ValueError as error:
        raise FileError(f"{path} is no account of {name}: {error}; expected {expected}") from None


def _texts(data: Any) -> Iterator[str]:
    """Every text in data of JSON."""
    if isinstance(data, str):
        yield data
    elif isinstance(data, list | dict):
        for inner in data.values() if isinstance(data, dict) else data:
            yield from _texts(inner)


# -- published tables and figures ----------------------------------------------------------------


@dataclass(frozen=True)
class Published:
    """A published table or figure, and what came of it."""

    experiment: Experiment
    account: Account | None
    cells: list[tuple[str, Numbers]]
    """Every cell's labels and numbers, if something was published of it."""

    @property
    def line(self) -> Sequence[str]:
        """Its line in the overview."""
        agree = sum(numbers.outcome != Outcome.DIFFERS for _, numbers in self.cells)
        return (
            _link(self.experiment.name, self.account),
            self.experiment.source,
            f"{self.experiment.minutes:g}",
            "not run" if self.account is None else self.account.verdict.value,
            f"{agree} of {len(self.cells)}" if self.cells else "",
        )

    @property
    def differing(self) -> list[str]:
        """The cells that differ from what is published, in words."""
        return [
            f"{labels}: {_least(numbers.ours)}, {_expected(numbers)}"
            for labels, numbers in self.cells
            if numbers.outcome == Outcome.DIFFERS
        ]

    @property
    def files(self) -> list[str]:
        """The files it wrote."""
        figures = (f"{figure.name}.svg" for figure in self.experiment.figures)
        return [f"{self.experiment.name}.csv", f"{self.experiment.name}.json", *figures]


def _published(folder: Path, name: str) -> Published:
    experiment = find(name)
    assert isinstance(experiment, Experiment)
    account = _account(folder, name, Account)
    cells = [] if account is None else list(_cells(experiment, account, folder))
    return Published(experiment, account, cells)


def _cells(experiment: Experiment, account: Account, folder: Path) -> Iterator[tuple[str, Numbers]]:
    """The cells of which something was published.

    :raises FileError: if a row is of another experiment.
    """
    for index, row in enumerate(account.rows):
        rest = {key: row[key] for key in row if key not in experiment.columns}
        try:
            numbers = record(rest, Numbers, f"rows[{index}]")
        except ValueError as error:
            raise FileError(f"{folder / experiment.name}: no account: {error}") from None
        if numbers.outcome != Outcome.OURS:
            yield ", ".join(str(row.get(column)) for column in experiment.columns), numbers


def _least(number: float | None) -> str:
    return "nothing" if number is None else f"{number:.4g}"


def _expected(numbers: Numbers) -> str:
    stated = (
        ("published", numbers.published),
        ("corrected", numbers.corrected),
        ("known", numbers.known),
    )
    return ", ".join(f"{word} {number:g}" for word, number in stated if number is not None)


# -- at the board --------------------------------------------------------------------------------


@dataclass(frozen=True)
class Many:
    """A contest of more than two players."""

    name: str
    players: list[PlayerRow]

    @property
    def standings(self) -> Table:
        """How they did, the best first."""
        return _picked(sorted(self.players, key=lambda row: -(row.points or 0)), _STANDINGS)

    @property
    def searches(self) -> Table:
        """What their searches were like."""
        return _picked([row for row in self.players if row.searches], _SEARCHES)


@dataclass(frozen=True)
class Board:
    """An experiment at the board, and what came of it."""

    experiment: BoardExperiment
    account: BoardAccount | None

    @property
    def line(self) -> Sequence[str]:
        """Its line in the overview."""
        return (
            _link(self.experiment.name, self.account),
            self.experiment.title,
            f"{self.experiment.minutes:g}",
            "not run" if self.account is None else f"{self.account.games:,}",
        )

    @property
    def players(self) -> Sequence[PlayerRow]:
        return () if self.account is None else self.account.players

    @property
    def pairs(self) -> Sequence[PairRow]:
        return () if self.account is None else self.account.pairs

    @property
    def costs(self) -> list[Sequence[str]]:
        """A line for each player and game, whatever contests it is in."""
        rows = {(row.game, row.player, f"`{row.spec}`"): row for row in self.players}
        return [
            (*who, f"{row.root_nodes:,.0f}", f"{row.root_nodes_at_most:,}")
            for who, row in rows.items()
        ]

    @property
    def duels(self) -> list[PairRow]:
        """The pairs of contests of two."""
        return [
            pair
            for pair in self.pairs
            if sum(row.contest == pair.contest for row in self.players) == 2
        ]

    @property
    def many(self) -> list[Many]:
        """The contests of more than two."""
        duels = {pair.contest for pair in self.duels}
        names = dict.fromkeys(pair.contest for pair in self.pairs if pair.contest not in duels)
        return [Many(name, [row for row in self.players if row.contest == name]) for name in names]

    @property
    def elos(self) -> Table:
        """The score of every duel."""
        return _ELOS, [_elo_line(pair) for pair in self.duels]

    @property
    def whys(self) -> Table:
        """What the searches of both sides of every duel were like, side by side."""
        by_name = {(row.contest, row.player): row for row in self.players}
        duels = [
            Duel(pair, by_name[pair.contest, pair.player], by_name[pair.contest, pair.opponent])
            for pair in self.duels
        ]
        return _picked([duel for duel in duels if duel.own.searches and duel.other.searches], _WHYS)

    @property
    def judged(self) -> bool:
        """Whether moves were checked."""
        return any(row.moves_checked for row in self.players)

    @property
    def files(self) -> list[str]:
        """The files it wrote, but for the figures."""
        return [f"{self.experiment.name}{ending}" for ending in (".csv", "-players.csv", ".json")]


def _board(folder: Path, name: str) -> Board:
    experiment = find(name)
    assert isinstance(experiment, BoardExperiment)
    return Board(experiment, _account(folder, name, BoardAccount))


_ELOS = ("game", "nodes", "player", "opponent", "+ = -", "Elo", "95%", "nodes of both", "note")


def _elo_line(pair: PairRow) -> Sequence[str]:
    budget = f"{pair.nodes:,}" if pair.cpu is None else f"{pair.cpu:g} ms"
    who = (pair.game, budget, pair.player, pair.opponent)
    if pair.games is None:
        return (*who, "", "no search", "", "", pair.note)
    return (
        *who,
        f"+{pair.won} ={pair.drawn} -{pair.lost}",
        _signed(pair.elo),
        f"{_signed(pair.low)} to {_signed(pair.high)}",
        f"{pair.mean_nodes or 0:,.0f}, {pair.of_opponent or 0:,.0f}",
        pair.note,
    )


def _signed(number: float | None) -> str:
    return "unbounded" if number is None else f"{number + 0.0:+.0f}"


# -- tables --------------------------------------------------------------------------------------

Columns = dict[str, Callable[[Any], Any]]
"""The columns of a table: what each has of a row."""

_STANDINGS: Columns = {
    "player": attrgetter("player"),
    "points": attrgetter("points"),
    "games": attrgetter("games"),
    "Elo": attrgetter("rating"),
    "+-": attrgetter("error"),
    "nodes a move": attrgetter("mean_nodes"),
    "most": attrgetter("most_nodes"),
    "exceeded": attrgetter("exceeded"),
}

_SEARCHES: Columns = {
    "player": attrgetter("player"),
    "searches": attrgetter("searches"),
    "empty %": attrgetter("empty"),
    "proved %": attrgetter("proved"),
    "proofs checked": attrgetter("proofs_checked"),
    "wrong %": attrgetter("wrong_proofs"),
    "stated %": attrgetter("stated"),
    "moves checked": attrgetter("moves_checked"),
    "worse %": attrgetter("worse"),
    "mean loss": attrgetter("mean_loss"),
    "in the evaluator %": attrgetter("in_evaluator"),
    "depth": attrgetter("depth"),
    "deepest": attrgetter("deepest"),
    "expanded": attrgetter("expanded"),
    "tree kept %": attrgetter("tree_kept"),
}


class Duel(NamedTuple):
    """The games of two players, and the searches of both."""

    pair: PairRow
    own: PlayerRow
    other: PlayerRow


_WHYS: Columns = {
    "game": attrgetter("pair.game"),
    "nodes": attrgetter("pair.nodes"),
    "player": attrgetter("pair.player"),
    "opponent": attrgetter("pair.opponent"),
    "nodes used %": lambda duel: 100 * duel.pair.mean_nodes / duel.pair.nodes,
    "in the evaluator %": attrgetter("own.in_evaluator"),
    "empty %": attrgetter("own.empty"),
    "proved %": attrgetter("own.proved"),
    "proofs checked": attrgetter("own.proofs_checked"),
    "wrong %": attrgetter("own.wrong_proofs"),
    "stated %": attrgetter("own.stated"),
    "depth": attrgetter("own.depth"),
    "its opponent's": attrgetter("other.depth"),
    "deepest": attrgetter("own.deepest"),
    "tree kept %": attrgetter("own.tree_kept"),
    "worse moves %": attrgetter("own.worse"),
    "of its opponent %": attrgetter("other.worse"),
}


def _picked(rows: Sequence[Any], columns: Columns) -> Table:
    """Those columns of rows that are not empty."""
    kept = [name for name, of in columns.items() if any(of(row) is not None for row in rows)]
    return kept, [[_shown(columns[name](row)) for name in kept] for row in rows]


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.1f}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _link(name: str, account: Record | None) -> str:
    """The name, leading to its section where there is one: GitHub makes an anchor of a heading."""
    return name if account is None else f"[{name}](#{name.lower().replace('.', '')})"
