"""The plan of a tournament: the format by name, and everything else that determines the results.

The database stores the plan. A run resumes a folder only with the same or a longer plan.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from engine.match.formats.knockout import Knockout
from engine.match.formats.schedule import RoundRobin, pairs_of
from engine.match.formats.swiss import Swiss, most_rounds
from engine.match.games.adjudication import Adjudication
from engine.match.statistics.sprt import Sprt
from games import make as make_game
from games.core.position import Position
from games.errors import (
    FileError,
    LimitsError,
    SpecError,
    StarlingError,
    printable,
    quoted,
    unknown,
)
from games.parts.arguments import as_tuple
from games.parts.numbers import count_of, is_number, is_whole, number
from games.parts.records import Record, record
from games.parts.specs import EXTERNAL, parse_player
from searchers import Clock, Limits

Format = RoundRobin | Knockout | Swiss

FORMATS = ("round-robin", "gauntlet", "swiss", "knockout")

EXTRA_PAIRS = 2
"""The default maximum of pairs of extra games for tied players in a knockout."""

MOST_EXTRA_PAIRS = 1000

MOST_RATING = 100_000


def make_format(
    name: str,
    seeds: Sequence[int],
    games: int,
    rounds: int | None = None,
    extra_pairs: int | None = None,
) -> Format:
    """Return the tournament format of this name.

    :param seeds: the players from the first seed to the last; only their number matters in a
        round-robin or gauntlet.
    :param games: games of each pair; an even number for "swiss" and "knockout".
    :param rounds: rounds of "swiss", which requires them; None for the other formats.
    :param extra_pairs: most extra pairs of games of "knockout", None for the default; None for the
        other formats.
    :raises SpecError: if the name is unknown, or a setting is out of range or of another format.
    """
    if name not in FORMATS:
        raise SpecError(unknown("format", name, FORMATS))
    if rounds is not None and name != "swiss":
        raise SpecError(f'rounds={quoted(rounds)}: expected only with format = "swiss"')
    if extra_pairs is not None and name != "knockout":
        raise SpecError(f'extra_pairs={quoted(extra_pairs)}: expected only with "knockout"')
    if name in ("swiss", "knockout") and games % 2:
        raise SpecError(
            f"games={games}: expected an even number, as in a {name} every opening is played "
            "with both colours"
        )
    if name == "swiss":
        most = most_rounds(len(seeds))
        if not is_whole(rounds, 1, most):
            fault = "swiss lacks rounds" if rounds is None else f"rounds={quoted(rounds)}"
            expected = f"expected a whole number from 1 to {most} for {len(seeds)} players"
            raise SpecError(f"{fault}: {expected}, none of whom meet twice")
        assert rounds is not None
        return Swiss(tuple(seeds), rounds, games)
    if name == "knockout":
        extra = EXTRA_PAIRS if extra_pairs is None else extra_pairs
        if not is_whole(extra, 0, MOST_EXTRA_PAIRS):
            expected = f"expected a whole number from 0 to {MOST_EXTRA_PAIRS}"
            raise SpecError(f"extra_pairs={quoted(extra)}: {expected}")
        return Knockout(tuple(seeds), games, extra)
    return RoundRobin(tuple(pairs_of(len(seeds), name)), games)


def seed_order(ratings: Sequence[float | None], players: int) -> tuple[int, ...]:
    """Return the indices of the players by falling rating; without ratings, in their order.

    :param ratings: ratings of the players; empty, or None for all, if there are none.
    :param players: the number of players.
    :raises SpecError: if it is no list, only some players have a rating, there are more or fewer
        ratings than players, or one is out of range.
    """
    ratings = as_tuple(ratings, "ratings", "numbers, one for each player")
    known = [rating for rating in ratings if rating is not None]
    if not known:
        return tuple(range(players))
    for player, rating in enumerate(ratings, 1):
        if not is_number(rating, -MOST_RATING, MOST_RATING):
            fault = "lacks rating" if rating is None else f"rating={quoted(rating)}"
            raise SpecError(
                f"player {player}: {fault}: expected a number for every player, or none"
            )
    if len(ratings) != players:
        raise SpecError(f"ratings for {len(ratings)} players: expected {players}")
    return tuple(sorted(range(players), key=lambda player: -(ratings[player] or 0)))


EVENT = "Starling tournament"
"""The default name of a tournament."""

_LONGEST = 200
"""The largest number of characters of a reason why a player is not repeatable."""


class PlayerPlan(Record, frozen=True):
    """One player.

    :param limits: the limits of its moves, as text.
    :param nodes: the node limit of a move; None for none.
    """

    name: str
    spec: str
    limits: str
    nodes: int | None

    @property
    def unrepeatable(self) -> str:
        """The reason why its moves may not repeat; "" for none.

        It is another program, has a limit of time, or its spec cannot be read.
        """
        try:
            if parse_player(self.spec)[0].name in EXTERNAL:
                return f"{self.name} is another program"
            limits = self.parsed_limits()
        except StarlingError as error:
            return printable(str(error), _LONGEST)
        if limits != Limits(limits.nodes, limits.depth):
            return f"a limit of {self.limits}: expected one of nodes or depth alone"
        return ""

    def parsed_limits(self) -> Limits:
        """Return the limits of a move, parsed from their text.

        :raises LimitsError: if the text is invalid.
        """
        try:
            words = (word.split("=", 1) for word in self.limits.split(",") if word)
            return Limits(**{name: read_limit(name, value) for name, value in words})
        except (TypeError, ValueError):  # a name or value that is none
            expected = "expected nodes, depth, seconds, cpu or clock"
            raise LimitsError(f"a limit of {self.limits}: {expected}") from None


def read_limit(name: str, text: str) -> Any:
    """Return the value of a limit: a Clock for clock, a float for seconds and cpu, else an int.

    An int may be written 10k.

    :raises StarlingError: if the text is invalid; it names the limit.
    """
    if name == "clock":
        return Clock.parse(text)
    try:
        return number(text) if name in ("seconds", "cpu") else count_of(text)
    except ValueError as error:  # also a SpecError
        raise SpecError(f"{name}={error}") from None


class Plan(
    Record, frozen=True, tag_field="what", tag="tournament", omit_defaults=True, kw_only=True
):
    """All settings that determine the results of a tournament.

    A run that resumes a tournament needs the same plan, except for the name. An error reports the
    first field that differs, so fields that follow from others are last.

    :param event: the name.
    :param start: the text of the position that games begin at.
    :param openings: the spec of the opening book; `opening_moves` is a digest of all openings.
    :param margin: seconds by which a move may exceed the clock without a forfeit.
    :param planned: the number of games.
    :param pairs: the pairs of player indices, if they are known before the first game.
    :param rounds: rounds of a Swiss tournament; `extra_pairs` of a knockout.
    :param seeds: the players from the first seed to the last, if the format uses seeds.
    :param sprt: the test that ends the games of a pair; None for none.
    """

    game: str
    start: str
    format: str
    players: tuple[PlayerPlan, ...]
    seeds: tuple[int, ...] = ()
    openings: str
    adjudication: Adjudication
    margin: float = 0.0
    sprt: Sprt | None = None
    extra_pairs: int | None = None
    games_per_pair: int
    rounds: int | None = None
    planned: int
    pairs: tuple[tuple[int, int], ...]
    opening_moves: str
    event: str = EVENT

    @property
    def format_object(self) -> Format:
        """The tournament format, made from the settings at every access; it decides the pairings.

        :raises SpecError: if there is no such format, or a setting does not fit it.
        """
        seeds = self.seeds or range(len(self.players))
        return make_format(self.format, seeds, self.games_per_pair, self.rounds, self.extra_pairs)

    def begin(self) -> Position:
        """Return a new position, at which the games begin.

        :raises SpecError: if the game does not exist here.
        :raises PositionError: if the text of the start is no position of it.
        """
        position: Position = make_game(self.game)
        return position.at(self.start) if self.start else position

    @property
    def title(self) -> str:
        """The name of the tournament; its game if the name is empty or the default."""
        return self.game if self.event in ("", EVENT) else self.event


def read_plan(data: Any) -> Plan:
    """Return the plan of a database, after a check of its fields.

    :param data: the plan as read from JSON.
    :raises ValueError: if it is not of a tournament; if its players, pairs, seeds, format or test
        are invalid; or if a text is not printable.
    """
    if not isinstance(data, dict) or data.get("what") != "tournament":
        raise ValueError("its plan is not of a tournament")
    plan = record(data, Plan, "the plan")
    names = [player.name for player in plan.players]
    if len(set(names)) < max(2, len(names)):
        raise ValueError("the plan has no two players of different names")
    if sorted(plan.seeds) not in ([], list(range(len(names)))):
        raise ValueError(f"the plan has seeds {quoted(plan.seeds)}")
    if plan.sprt is not None and plan.games_per_pair % 2:
        raise ValueError("the plan tests an odd number of games")
    format = plan.format_object
    if plan.pairs != (format.pairs if isinstance(format, RoundRobin) else ()):
        raise ValueError(f"the plan is {plan.format} with pairs {quoted(plan.pairs)}")
    texts = [*names, *(player.limits for player in plan.players)]
    if not all(text.isprintable() for text in (plan.event, plan.game, plan.openings, *texts)):
        raise ValueError("the plan has characters that do not print")
    return plan


SIZES = {"games_per_pair": "games of each pair", "rounds": "rounds"}
"""The sizes that may grow in the same folder, with their names in messages."""


def can_resume(
    path: Path, wanted: Plan, first: Callable[[int, int | None], Plan], stored: Any
) -> bool:
    """Return whether a run of the plan `wanted` can resume the plan `stored` in a folder.

    It can if the plans are the same; the name and the paths of openings and tablebases may differ.
    The stored plan may also have fewer games of a pair, in "swiss" fewer rounds, but not in a
    knockout. With more than two players, it must then play every opening with both colours.

    :param path: the path of the database, for messages.
    :param first: returns the wanted plan with a given number of games of a pair and of rounds.
    :param stored: the plan as read from JSON; an invalid one cannot be resumed.
    :raises FileError: if the numbers of players differ, if only the moves of the openings differ,
        or if the stored plan has more games or rounds.
    """
    try:
        plan = replace(read_plan(stored), event=wanted.event)
    except ValueError:
        return False
    if _PATH.sub("", plan.openings, 1) == _PATH.sub("", wanted.openings, 1):
        plan = replace(plan, openings=wanted.openings)  # their moves are compared
    if None not in (plan.adjudication.syzygy, wanted.adjudication.syzygy):
        same = replace(plan.adjudication, syzygy=wanted.adjudication.syzygy)
        plan = replace(plan, adjudication=same)
    if plan == wanted:
        return True
    if len(plan.players) != len(wanted.players):
        raise _another(path, f"{len(plan.players)} players there, {len(wanted.players)} here")
    format = wanted.format_object
    size = "rounds" if isinstance(format, Swiss) else "games_per_pair"
    there, here = getattr(plan, size), getattr(wanted, size)
    ours = {name: getattr(wanted, name) for name in (size, "planned", "opening_moves")}
    if replace(plan, **ours) != wanted:
        return False  # something else differs, and is named
    if there != here:
        # with two players, an odd last game may be completed
        half = plan.games_per_pair % 2 and len(plan.pairs) != 1
        if isinstance(format, Knockout) or half:
            return False
        if there > here:
            raise FileError(
                f"{path} holds a tournament of {there} {SIZES[size]}, more than the {here} "
                "requested: request as many or more, or choose another folder"
            )
        if plan == first(plan.games_per_pair, plan.rounds):
            return True
    raise _another(path, f"the moves of the openings {wanted.openings} differ")


_PATH = re.compile(r"(?<=[:,]path=).*?(?=(,\w+=[^,=]*)*$)")
"""The path in a spec of openings, up to the options behind it; it may have commas and brackets."""


def _another(path: Path, difference: str) -> FileError:
    """Return the error for a folder that has the results of another plan."""
    return FileError(
        f"{path} holds the results of another run ({difference}): choose another folder"
    )
