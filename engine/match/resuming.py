"""Whether a tournament goes on with what an earlier run left in its folder."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.match.formats.at_once import AtOnce
from engine.match.formats.swiss import Swiss
from engine.match.results.plan import Plan, read_plan
from games.errors import FileError, SpecError
from games.parts.specs import parse

__all__ = ["begins"]

SIZES = {"games_per_pair": "games of each pair", "rounds": "rounds"}
"""What may be more in the same folder, in words."""


def begins(path: Path, asked: Plan, first: Callable[[int, int | None], Plan], held: Any) -> bool:
    """Whether the plan in a folder is the one asked for with fewer games, all openings played with
    both colours where there are more than two players, or with fewer rounds; what the tournament is
    called may change, and where the file of the openings is.

    :param path: of the database, for messages.
    :param first: the plan that is asked for with so many games of each pair and so many rounds, of
        those there are.
    :raises FileError: in words of its own, where what differs has no value to show, or may differ
        the other way round.
    """
    try:
        plan = read_plan(held).called(asked.event)
    except ValueError:
        return False
    if _same_but_for_path(plan.openings, asked.openings):  # the moves tell whether they are others
        plan = replace(plan, openings=asked.openings)
    if plan == asked:
        return True
    if len(plan.players) != len(asked.players):
        raise _another(path, f"{len(plan.players)} players there, {len(asked.players)} here")
    kind = asked.kind
    size = "rounds" if isinstance(kind, Swiss) else "games_per_pair"
    there, here = getattr(plan, size), getattr(asked, size)
    ours = {name: getattr(asked, name) for name in (size, "planned", "opening_moves")}
    if replace(plan, **ours) != asked:
        return False  # something else differs, and is named
    if there != here:
        # half an opening stands last only where nobody but these two plays
        half = plan.games_per_pair % 2 and len(plan.pairs) != 1
        if not isinstance(kind, AtOnce | Swiss) or half or there < 1:
            return False
        if there > here:
            raise FileError(
                f"{path} holds a tournament of {there} {SIZES[size]}, more than the {here} asked "
                "for: ask for as many or more, or choose another folder"
            )
        if plan == first(plan.games_per_pair, plan.rounds):
            return True
    raise _another(path, f"the moves of the openings {asked.openings} are others")


def _same_but_for_path(one: str, other: str) -> bool:
    """Whether two specs of openings differ at most in where their file is."""
    try:
        books = parse(one), parse(other)
    except SpecError:
        return False
    if not all("path" in book.options for book in books):
        return False
    first, second = ((book.name, {**book.options, "path": ""}) for book in books)
    return first == second


def _another(path: Path, difference: str) -> FileError:
    return FileError(
        f"{path} holds the results of another run ({difference}): choose another folder"
    )
