"""Rivest's matches of min/max approximation against alpha-beta in Connect Four."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import partial

from engine.lab.board.board import (
    FAIR,
    BoardClaim,
    BoardExperiment,
    Curve,
    Entrant,
    PlayedContest,
    duels,
)

_EVERY_OPENING = "random:plies=2,seed=1"
"""All 49 openings of two plies, in a random order."""


def is_ahead(found: Sequence[PlayedContest], player: str, timed: bool) -> bool | None:
    """Return whether a player wins more games than it loses, over all contests of one kind.

    It is None if wins and losses are equal, or differ by less than 1.96 standard errors. Draws and
    contests without games do not count.

    :param timed: whether the contests with a limit of time count, or those of nodes.
    """
    won = lost = 0
    for played in found:
        if played.result is not None and (played.contest.cpu is not None) == timed:
            for standing in played.result.standings:
                if standing.player == player:
                    won += standing.wins
                    lost += standing.losses
    if abs(won - lost) < 1.96 * math.sqrt(won + lost) or won == lost:
        return None
    return won > lost


def _matches() -> BoardExperiment:
    """Declare table 2: 49 openings, each played twice, with equal nodes and with equal CPU time."""
    player, opponent = Entrant("mma", "mma"), Entrant("alphabeta", "alphabeta")
    nodes, milliseconds = (1_000, 2_000, 3_000, 4_000, 5_000), (3, 10, 30)
    matches = partial(duels, "connect4", player, opponent, games=98, openings=_EVERY_OPENING)
    equal_nodes, equal_time = matches(nodes), matches(milliseconds, timed=True)
    return BoardExperiment(
        name="rivest-1",
        title="min/max approximation against alpha-beta in Connect Four",
        source="Rivest 1987, table 2",
        minutes=8,
        contests=(*equal_nodes, *equal_time),
        curves=(
            Curve(
                "rivest-1-nodes",
                "Min/max approximation in Connect Four, equal nodes",
                equal_nodes,
            ),
        ),
        claims=(
            *FAIR,
            BoardClaim(
                "at equal nodes min/max approximation wins (Rivest: 249 to 190)",
                lambda found: is_ahead(found, "mma", False),
            ),
            BoardClaim(
                "at equal time alpha-beta wins (Rivest: 239 to 186)",
                lambda found: is_ahead(found, "alphabeta", True),
            ),
        ),
        remark=(
            "Rivest limited calls of the move routine to 1,000 to 5,000, and time to 1 to 5 "
            "seconds of a computer of 1987. His evaluator is not known here: both players have "
            "the game's default."
        ),
    )


CONNECT_FOUR = _matches()
