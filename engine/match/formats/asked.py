"""The format of a tournament, from what is asked for."""

from __future__ import annotations

from collections.abc import Sequence

from engine.match.formats.at_once import AtOnce
from engine.match.formats.knockout import Knockout
from engine.match.formats.swiss import Swiss, most_rounds
from engine.match.schedule import pairs_of
from games.errors import SpecError, quoted, unknown
from games.parts.numbers import is_number, is_whole

__all__ = ["EXTRA_PAIRS", "FORMATS", "Format", "format_of", "seeded"]

Format = AtOnce | Knockout | Swiss

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")

EXTRA_PAIRS = 2
"""Of games, for those who are level in a knockout."""

MOST_EXTRA_PAIRS = 1000

MOST_RATING = 100_000


def format_of(
    name: str,
    seeds: Sequence[int],
    games: int,
    rounds: int | None = None,
    extra_pairs: int | None = None,
) -> Format:
    """The format of that name.

    :param seeds: the players from the first seed to the last.
    :param games: of each pair.
    :param rounds: of a Swiss tournament.
    :param extra_pairs: of a knockout; None for the usual number.
    :raises SpecError: if what is asked for does not fit.
    """
    if name not in FORMATS:
        raise SpecError(unknown("format", name, FORMATS))
    if rounds is not None and name != "swiss":
        raise SpecError(f'rounds={quoted(rounds)}: expected only with format = "swiss"')
    if extra_pairs is not None and name != "knockout":
        raise SpecError(f'extra_pairs={quoted(extra_pairs)}: expected only with "knockout"')
    if name == "swiss":
        _expect_even(name, games)
        most = most_rounds(len(seeds))
        if not is_whole(rounds, 1, most):
            fault = "swiss lacks rounds" if rounds is None else f"rounds={quoted(rounds)}"
            expected = f"expected a whole number from 1 to {most} for {len(seeds)} players"
            raise SpecError(f"{fault}: {expected}, none of whom meet twice")
        assert rounds is not None
        return Swiss(tuple(seeds), rounds, games)
    if name == "knockout":
        _expect_even(name, games)
        extra = EXTRA_PAIRS if extra_pairs is None else extra_pairs
        if not is_whole(extra, 0, MOST_EXTRA_PAIRS):
            expected = f"expected a whole number from 0 to {MOST_EXTRA_PAIRS}"
            raise SpecError(f"extra_pairs={quoted(extra)}: {expected}")
        return Knockout(tuple(seeds), games, extra)
    return AtOnce(tuple(pairs_of(len(seeds), name)), games)


def _expect_even(name: str, games: int) -> None:
    if games % 2:
        raise SpecError(
            f"games={games}: expected an even number, as in a {name} every opening is played "
            "with both colours"
        )


def seeded(ratings: Sequence[float | None], players: int) -> tuple[int, ...]:
    """The players from the first seed to the last: by falling rating, else in their order.

    :param ratings: of the players; empty, or None for all, for none.
    :raises SpecError: if only some have one.
    """
    known = [rating for rating in ratings if rating is not None]
    if not known:
        return tuple(range(players))
    for number, rating in enumerate(ratings, 1):
        if not is_number(rating, -MOST_RATING, MOST_RATING):
            fault = "lacks rating" if rating is None else f"rating={quoted(rating)}"
            raise SpecError(
                f"player {number}: {fault}: expected a number for every player, or none"
            )
    if len(ratings) != players:
        raise SpecError(f"ratings for {len(ratings)} players: expected {players}")
    return tuple(sorted(range(players), key=lambda player: -(ratings[player] or 0)))
