"""`GameInfo`: the facts that other parts read about a game instead of knowing it by name."""

from __future__ import annotations

from typing import NamedTuple

from games.core.scores import KNOWN_WIN


class GameInfo(NamedTuple):
    """The facts about a game, each with a default; a game's class has them as `INFO`.

    >>> GameInfo(sides=("Left", "Right")).sides
    ('Left', 'Right')
    """

    sides: tuple[str, str] = ("First", "Second")
    """The names of the sides: first the one that moves first from the usual start."""
    searcher: str = "alphabeta"
    """The spec of the strongest searcher for the game."""
    evaluators: tuple[str, ...] = ("static",)
    """Specs of useful evaluators of values: the strongest first, the simplest last. Shipped values
    (`values:starling-GAME`) are for games with every option at its default."""
    interval_evaluators: tuple[str, ...] = ()
    """Specs of useful evaluators of intervals, the strongest first. If there are none, a game with
    `static_bounds` uses those."""
    value_unit: str = ""
    """The unit of the evaluators' values, such as "centipawns"; empty if it has no name."""
    value_per_point: int = 1
    """The value of one point of a margin."""
    total_points: int = 0
    """The points of both sides together at the end of a game; 0 if that varies."""
    winning_value: int = KNOWN_WIN
    """The value from which a game counts as won. Fits and measurements of intervals replace larger
    values by this one."""
    reward_scale: int = 300
    """The value that is half a win for searchers that average results: a value v is a reward of
    v / (|v| + reward_scale)."""
    traits: tuple[str, ...] = ()
    """The names of the numbers that `Position.trait` returns. They predict how much a deeper search
    changes a value."""
    calibration_cells: tuple[tuple[str, int], ...] = (("phase", 64),)
    """The features that sort positions for fitted intervals (`evaluators.intervals.fitted`), each
    with its number of parts; the most important one first."""
    opening_book: str = ""
    """The file of balanced openings for matches, one a line; empty for none. The openings are for
    games with every option at its default."""
    records_file: str = "games.txt"
    """The file of a tournament's games: one game a line, or PGN if the name ends in .pgn."""
    standards: tuple[str, ...] = ()
    """The protocols and file formats that exist for the game.

    Protocols of programs: `uci`, `xboard`, `gtp`, `nboard`. Files of games and openings: `pgn`,
    `polyglot`, `sgf`, `ggf`, `wtb`, `obf`. Tablebases: `syzygy`. Those of chess need a method
    `board` that returns the game so far as a python-chess board. The others need a board of eight
    rows and the move "pass"."""
    endless: bool = False
    """Whether lines of play have no end, as in an infinite tree."""
