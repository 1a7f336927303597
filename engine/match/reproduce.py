"""Repeating the games of an archive: every move and node count is compared with the record.

    from engine.match.reproduce import reproduce

    print(reproduce("arena.zip").differences)

A game is played again by the same players from the same opening. Players with node or depth limits
repeat themselves on every machine, unless the version differs. Games with a limit of time and games
of other programs are not repeated.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from dataclasses import dataclass, field
from itertools import groupby, zip_longest
from operator import itemgetter
from pathlib import Path
from typing import Any

from engine.jobs import Job, Store, run
from engine.match.formats.plan import Plan
from engine.match.formats.schedule import Pairing
from engine.match.games.origin import origin
from engine.match.games.record import GameRecord, GameSummary, MoveRecord, read_summary
from engine.match.results.archive import Archive, Archived, open_archive
from engine.match.results.folder import read_games
from engine.match.runner import Setup, close_players, play_pairing
from games.errors import FileError, LimitsError, SpecError, StarlingError, printable, unknown
from games.parts.numbers import is_whole
from games.parts.records import Record, plain, record

_STRANGER = "a player that is not in the plan of its tournament"

_LONGEST = 200
"""The largest number of characters of an error in a difference."""


class Difference(Record, frozen=True):
    """The first place at which a repeated game differs from its record.

    :param tournament: the name of its tournament.
    :param game: its number there.
    :param ply: the number of the move, from 1, the opening's moves included.
    :param player: the player that made the move; "" at the end of the game.
    :param expected: the recorded move, nodes and value.
    """

    tournament: str
    game: int
    ply: int
    player: str
    expected: str
    found: str

    def __str__(self) -> str:
        """Return where a game differs, what was expected, and what was found, in one line."""
        player = f" ({self.player})" if self.player else ""
        return (
            f"{self.tournament}, game {self.game}, ply {self.ply}{player}: "
            f"expected {self.expected}; found {self.found}"
        )


@dataclass
class Reproduction:
    """The result of repeating games.

    :param planned: the number of games to repeat.
    :param games: the number of repeated games; `moves` of their moves.
    :param skipped: games that cannot be repeated, by the reason.
    :param made_by: games by the version that played them; "" if their record lacks it.
    """

    planned: int = 0
    games: int = 0
    moves: int = 0
    differences: list[Difference] = field(default_factory=list)
    skipped: Counter[str] = field(default_factory=Counter)
    made_by: Counter[str] = field(default_factory=Counter)

    @property
    def others(self) -> list[str]:
        """The versions that played the repeated games, except this one; "" is an unknown one."""
        return [each for each in self.made_by if each != origin()]


def reproduce(
    path: str | Path,
    *,
    games: int | None = None,
    workers: int = 1,
    executor: Executor | None = None,
    on_progress: Callable[[int, int], Any] | None = None,
) -> Reproduction:
    """Repeat the games of an archive, or of a folder of tournaments, and compare them.

    A game that differs raises no error: the result lists the differences.

    :param games: repeat only so many, evenly spread over all.
    :param workers: processes that play; 1 plays in this one.
    :param executor: plays instead of this machine, such as one of a Dask cluster.
    :param on_progress: called with the number of repeated games and of all.
    :raises FileError: if there is no archive, or it is damaged, or no game can be repeated.
    :raises LimitsError: if `games` or `workers` is no whole number from 1 on.
    :raises EngineError: if a game ends the process that plays it, or the cluster is gone.
    """
    if games is not None and not is_whole(games, 1):
        raise LimitsError(f"games={games}: expected a whole number, at least 1")
    with open_archive(path) as archive:
        done = Reproduction()
        chosen = _chosen(archive, games, done)
        done.planned = len(chosen)
        if not done.planned:
            why = "; ".join(done.skipped) or "it holds no games"
            raise FileError(f"{path}: no game can be repeated: {why}")

        def on_result(job: Job, result: Any) -> None:
            """Count a game played again, and note its difference from the record, if any."""
            moves, difference, made_by = result
            done.games += 1
            done.moves += moves
            done.made_by[made_by] += 1
            if difference is not None:
                done.differences.append(record(difference, Difference))
            if on_progress is not None:
                on_progress(done.games, done.planned)

        tournaments = {each.name: each for each, _ in chosen}
        setups = {name: _setup(archive, each.plan) for name, each in tournaments.items()}
        try:
            with Store(None, {"what": "reproduction"}) as store:
                run(
                    _jobs(chosen, setups),
                    store,
                    workers=workers,
                    executor=executor,
                    on_result=on_result,
                )
        finally:
            close_players(*setups.values())
    done.differences.sort(key=lambda each: (each.tournament, each.game))
    return done


def _chosen(archive: Archive, games: int | None, done: Reproduction) -> list[tuple[Archived, int]]:
    """Return the games to repeat in the order of the archive: their tournaments and numbers.

    Games that cannot be repeated are counted in `done.skipped`, by the reason.

    :param games: the most games to repeat, evenly spread over the archive; None for all.
    """
    able: list[tuple[Archived, int]] = []
    for each in archive.tournaments:
        lacking = ""
        try:
            each.plan.begin()
        except StarlingError as error:  # its game does not exist here
            lacking = f"{each.name}: {printable(str(error), _LONGEST)}"
        faults = {player.name: lacking or player.unrepeatable for player in each.plan.players}
        for _, game in each.store.results(_summary, read_summary):
            if game is None:
                continue
            reasons = [faults.get(name, _STRANGER) for name in game.players]
            reason = reasons[0] or reasons[1]
            if reason:
                done.skipped[reason] += 1
            else:
                able.append((each, game.number))
    if games is not None and games < len(able):
        able = [able[number * len(able) // games] for number in range(games)]
    return able


def _summary(values: Any) -> GameSummary | None:
    """Return the summary of a game from the result of a job; None for one that stores pairings.

    :raises ValueError: if it is neither.
    """
    return None if isinstance(values, dict) else GameSummary.from_list(values)


def _setup(archive: Archive, plan: Plan) -> Setup:
    """Return the settings to play a tournament's games again.

    They have only the players that can repeat their moves, with the paths of the archive's copies.
    """
    able = [player for player in plan.players if not player.unrepeatable]
    return Setup(
        plan.begin(),
        tuple(archive.local(player.spec) for player in able),
        tuple(player.name for player in able),
        tuple(player.parsed_limits() for player in able),
        plan.adjudication,
    )


def _jobs(chosen: list[tuple[Archived, int]], setups: dict[str, Setup]) -> Iterator[Job]:
    """Yield a job for each game to repeat.

    :param setups: the settings of each tournament, by its name.
    """
    for each, games in groupby(chosen, key=itemgetter(0)):
        for game in read_games(each.store, [number for _, number in games]):
            arguments = (setups[each.name], each.name, game.as_dict())
            yield Job(f"{each.name} {game.number}", _repeat, arguments)


def _repeat(setup: Setup, tournament: str, data: dict[str, Any]) -> list[Any]:
    """Play a game again, and compare it with its record; a job of `reproduce`.

    A game that cannot be played here is a difference at ply 1.

    :param tournament: the name of its tournament.
    :param data: the record, in the form of `GameRecord.as_dict`.
    :returns: the number of recorded moves, the `Difference` or None, and the version that played
        the recorded game.
    """
    expected = GameRecord.from_dict(data)
    try:
        for name in expected.players:
            if name not in setup.names:
                raise SpecError(unknown("player", name, setup.names))
        first, second = map(setup.names.index, expected.players)
        pairing = Pairing(expected.number, first, second, expected.opening)
        found = GameRecord.from_dict(play_pairing(setup, pairing).detail)
        difference = difference_of(tournament, expected, found)
    except StarlingError as error:  # the opening, or a player that does not exist here
        fault = printable(str(error), _LONGEST)
        difference = Difference(tournament, expected.number, 1, "", "a game", fault)
    return [len(expected.moves), plain(difference), expected.made_by]


def difference_of(tournament: str, expected: GameRecord, found: GameRecord) -> Difference | None:
    """Return the first difference of two records of a game; None if they agree.

    Moves agree if the move, the node count, the value and the bounds do; times do not count. After
    the moves, the result and the kind of end are compared.

    :param tournament: the name of the tournament, for the `Difference`.
    """
    ply = len(expected.opening.moves)
    for ours, theirs in zip_longest(found.moves, expected.moves):
        ply += 1
        texts = _text(theirs), _text(ours)
        if texts[0] != texts[1]:
            made = theirs or ours
            player = expected.players[made.side] if made is not None else ""
            return Difference(tournament, expected.number, ply, player, *texts)
    ends = [f"{game.result} ({game.ending})" for game in (expected, found)]
    if ends[0] != ends[1]:
        return Difference(tournament, expected.number, ply + 1, "", *ends)
    return None


def _text(move: MoveRecord | None) -> str:
    """Return a move with its nodes and value in words, to compare and to show."""
    if move is None:
        return "the end of the game"
    nodes = "no count" if move.nodes is None else f"{move.nodes:,} nodes"
    value = move.value if move.bounds is None else f"{move.value} in {list(move.bounds)}"
    return f"{move.text}, {nodes}, value {value}"
