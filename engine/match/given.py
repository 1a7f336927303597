"""What a tournament is given in Python: players, limits, openings, as they may be written."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.match.openings.files import FileOpenings, default_openings
from engine.match.openings.openings import OPENINGS, Openings
from engine.match.players.player import Player
from games.core.position import Position
from games.errors import FileError, LimitsError, SpecError, quoted, unknown
from games.parts.files import path_text
from searchers import Clock, Limits, Searcher

__all__ = ["book_of", "clock_of", "expect_folder", "expect_settings", "listed", "shares"]


def listed(players: Iterable[str | Searcher | Player]) -> tuple[str | Searcher | Player, ...]:
    """The players, where they are several.

    :raises SpecError: on the spec of one, whose letters would be taken for players, and on what is
        no list.
    """
    if isinstance(players, str):
        raise SpecError(f"players={quoted(players)}: expected a list of players, not one")
    if not isinstance(players, Iterable):
        raise SpecError(f"players={quoted(players)}: expected a list of players")
    return tuple(players)


def clock_of(clock: Clock | str | None) -> Clock | None:
    """The clock of a game, also where it is written as a text or a number of seconds.

    :raises LimitsError: if it is none.
    """
    if clock is None or isinstance(clock, Clock):
        return clock
    return Clock.parse(clock if isinstance(clock, str) else quoted(clock))


def shares(limits: Limits | Sequence[Limits] | None, words: Limits, players: int) -> list[Limits]:
    """The limits of each player.

    :raises LimitsError: if they are given twice, or not for every player.
    """
    if limits is None:
        return [words] * players
    if words != Limits():
        raise LimitsError(f"limits are given twice: as limits= and as {words}")
    if isinstance(limits, Limits):
        return [limits] * players
    if not isinstance(limits, Sequence) or not all(isinstance(one, Limits) for one in limits):
        expected = "expected Limits(nodes=1000), or a list of them, one for each player"
        raise LimitsError(f"limits={quoted(limits)}: {expected}")
    if len(limits) != players:
        raise LimitsError(f"limits for {len(limits)} players: expected {players}, or one for all")
    return list(limits)


def book_of(openings: str | Path | Openings | None, start: Position) -> Openings:
    """The opening book: its spec, or the path of a file.

    :param openings: None for what fits the game best.
    :raises SpecError: if there is none such; FileError, if there is no such file.
    """
    if openings is None:
        openings = default_openings(start)
    if isinstance(openings, Openings):
        return openings
    if not isinstance(openings, str | Path):
        raise SpecError(
            f"openings={quoted(openings)}: expected a spec such as 'balanced:seed=3', "
            "'random:plies=6' or 'file:path=book.pgn', or the path of a file"
        )
    name = str(openings).partition(":")[0].strip()
    if isinstance(openings, str) and name in OPENINGS.names():
        book: Openings = OPENINGS.make(openings)
        return book
    path = Path(openings)
    if not path.is_file():
        if path.suffix or len(path.parts) > 1 or isinstance(openings, Path):
            raise FileError(f"there is no file {path_text(path)}: expected openings")
        raise SpecError(f"{unknown('opening book', name, OPENINGS.names())}, and no such file")
    return FileOpenings(path=str(path))


def expect_folder(out: str | Path | None) -> None:
    """Refuse a folder without a name, such as a variable of a shell that is not set.

    :raises SpecError: if it has none.
    """
    if out == "":
        raise SpecError("out='': expected a folder, or none at all ('.' for the current one)")


def expect_settings(given: Mapping[str, Any], taken: Iterable[str], known: Iterable[str]) -> None:
    """Refuse a name that nobody knows.

    :param taken: the names that are let pass; `known` are told of.
    :raises SpecError: naming the nearest there is.
    """
    for name in given:
        if name == "seed":
            raise SpecError("seed: expected with the openings, as in openings='random:seed=3'")
        if name not in taken:
            raise SpecError(unknown("setting", name, known))
