"""What reports are made of, as records: a line for each number, pair and player, and the account of
how they came, which stands in an experiment's JSON file. A field's name there is its column's."""

from __future__ import annotations

from typing import Any

from msgspec import field

from engine.lab.core.verdict import Outcome, Verdict
from games.parts.records import Plain, Record

__all__ = ["Account", "BoardAccount", "Claim", "Measurement", "Numbers", "PairRow", "PlayerRow"]


class Numbers(Record, frozen=True):
    """What was measured of one cell of a published table, and what was expected; None where there
    is none."""

    ours: Plain | None
    standard_error: Plain | None
    published: Plain | None
    corrected: Plain | None
    known: Plain | None
    outcome: Outcome
    note: str


class Claim(Record, frozen=True):
    """What a text says in words, and whether it holds; None where that is undecided."""

    claim: str
    holds: bool | None


class Measurement(Record, frozen=True):
    """A point, and what measured it."""

    point: str
    measure: str
    arguments: list[Any]


class Account(Record, frozen=True):
    """What came of a published table or figure.

    :param rows: the labels of a cell, each under its column, with its `Numbers`.
    """

    experiment: str
    title: str
    source: str
    command: str
    trees: int
    seed: int
    test: str
    verdict: Verdict
    correction: str
    claims: tuple[Claim, ...]
    rows: tuple[dict[str, Any], ...]
    points: tuple[Measurement, ...]


class PairRow(Record, frozen=True):
    """The games of two players, counted for the first.

    :param games: None where there were none: the note says why.
    :param low: `low` and `high` bound the Elo with 95% confidence; None where they are infinite.
    :param superiority: the likelihood that the first is the stronger.
    :param nodes: the budget of a move; 0 where it is one of CPU time, in milliseconds (`cpu`).
    :param mean_nodes: of the first player, a move.
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


class PlayerRow(Record, frozen=True):
    """A player of a contest: what it costs to search at all, how it did, and what its searches were
    like, in means and in shares of a hundred; None where there is nothing to tell."""

    contest: str
    game: str
    nodes: int
    player: str
    spec: str
    root_nodes: Plain = field(name="root nodes")
    root_nodes_at_most: int = field(name="root nodes at most")
    games: int | None
    points: Plain | None
    rating: Plain | None
    error: Plain | None = field(name="+-")
    mean_nodes: Plain | None = field(name="mean nodes")
    most_nodes: int | None = field(name="most nodes")
    exceeded: int | None
    forfeits: int | None
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
    """What came of an experiment at the board."""

    experiment: str
    title: str
    source: str
    command: str
    seed: int
    openings: str
    games: int
    studies: dict[str, dict[str, Any]]
    figures: tuple[str, ...]
    claims: tuple[Claim, ...]
    pairs: tuple[PairRow, ...]
    players: tuple[PlayerRow, ...]
