"""Matches and round-robins: who meets whom from which opening, one game after the other."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import Any

from engine.match.game import LONGEST_GAME, GameRecord, MoveRecord, play_game
from engine.match.openings import OPENINGS, Opening, Openings
from engine.match.players import Player, seat
from engine.match.records import Records
from engine.match.result import MatchResult
from games import make as make_game
from games.errors import LimitsError, SpecError
from games.position import Position
from searchers import Clock, Limits, Searcher

__all__ = ["Pairing", "Progress", "play_match", "round_robin", "schedule"]


class Progress:
    """Hears of a match while it runs; an author overrides what interests him."""

    def begin(self, result: MatchResult) -> None:
        """The first game is about to begin."""

    def move(self, pairing: Pairing, position: Position, move: MoveRecord) -> None:
        """A move was made; `position` is the one it led to, and not to be changed."""

    def game(self, result: MatchResult, record: GameRecord) -> None:
        """A game ended; it is counted and saved."""

    def end(self, result: MatchResult) -> None:
        """The match is over, or interrupted."""


@dataclass(frozen=True)
class Pairing:
    """A game to be played.

    :param round: its number in the match, from 1.
    :param first: the place of the player that moves first in the game, in the list of players.
    :param second: the place of the other.
    """

    round: int
    first: int
    second: int
    opening: Opening


def schedule(players: int, games: int, openings: Sequence[Opening]) -> Iterator[Pairing]:
    """All games of a round-robin: every pair plays every opening twice, with colours swapped.

    :param games: how many each pair plays. With an odd number the last opening is played once.
    :param openings: one for every two games.
    """
    number = 0
    for index, opening in enumerate(openings):
        colours = (0, 1) if 2 * index + 1 < games else (0,)
        for pair in combinations(range(players), 2):
            for swap in colours:
                number += 1
                yield Pairing(number, pair[swap], pair[1 - swap], opening)


def play_match(
    game: str | Position,
    players: Sequence[str | Searcher | Player],
    limits: Limits | Sequence[Limits] | None = None,
    **settings: Any,
) -> MatchResult:
    """Play a match between two players; everything is as in `round_robin`.

    :raises SpecError: if there are not two players.
    """
    if len(players) != 2:
        raise SpecError(f"a match has two players, not {len(players)}; see round_robin")
    return round_robin(game, players, limits, **settings)


def round_robin(
    game: str | Position,
    players: Sequence[str | Searcher | Player],
    limits: Limits | Sequence[Limits] | None = None,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    seconds: float | None = None,
    cpu: float | None = None,
    clock: Clock | str | None = None,
    games: int = 2,
    openings: str | Openings = "random",
    out: str | Path | None = None,
    progress: Progress | None = None,
    longest: int = LONGEST_GAME,
) -> MatchResult:
    """Let every player meet every other. A player that fails loses the game; the rest goes on.

    On KeyboardInterrupt the games already played are kept and returned.

    :param game: a game's spec, or a position that all games begin at.
    :param players: specs ("alphabeta@discs", "uci:stockfish"), built searchers, or players.
    :param limits: of every move; or one for each player. Instead, in words: nodes, depth, seconds,
        cpu, clock ("10+0.1").
    :param games: how many each pair plays; every opening twice with colours swapped, and the last
        one once if the number is odd.
    :param openings: spec of an opening book; all pairs play the same openings.
    :param out: a folder for the games and the result (see `records`).
    :param progress: hears of every move and game.
    :param longest: plies after which a game is adjudicated a draw.
    :raises StarlingError: before the first game, if anything asked for does not exist or does not
        fit; FileError at any time, if a game cannot be saved.
    """
    start = make_game(game).copy()
    seats = seat(players)
    if len(seats) < 2:
        raise SpecError(f"a round-robin has two players or more, not {len(seats)}")
    clock = Clock.parse(clock) if isinstance(clock, str) else clock
    shares = _shares(limits, Limits(nodes, depth, seconds, cpu, clock), len(seats))
    if isinstance(games, bool) or not isinstance(games, int) or games < 1:
        raise SpecError(f"games={games!r}: expected a whole number, at least 1")
    if start.outcome() is not None:
        raise SpecError(f"{start.spec} is over before the first move: nothing to play")
    book: Openings = OPENINGS.make(openings)
    plan = list(schedule(len(seats), games, book.choose(start, (games + 1) // 2)))
    names = [player.name for player in seats]
    result = MatchResult(start.spec, start.text(), names, shares, book.spec, len(plan))
    _play(plan, start, seats, shares, result, out, progress or Progress(), longest)
    return result


def _shares(limits: Limits | Sequence[Limits] | None, words: Limits, players: int) -> list[Limits]:
    """The limits of each player.

    :raises LimitsError: if they are given twice, or not for every player.
    """
    if limits is None:
        return [words] * players
    if words != Limits():
        raise LimitsError(f"limits are given twice: as limits= and as {words}")
    if isinstance(limits, Limits):
        return [limits] * players
    if len(limits) != players:
        raise LimitsError(f"limits for {len(limits)} players: expected {players}, or one for all")
    return list(limits)


def _play(
    plan: Sequence[Pairing],
    start: Position,
    seats: Sequence[Player],
    shares: Sequence[Limits],
    result: MatchResult,
    out: str | Path | None,
    progress: Progress,
    longest: int,
) -> None:
    """Play the games of the plan into `result`."""
    with ExitStack() as stack:
        for player, limits in zip(seats, shares, strict=True):
            stack.callback(player.close)
            player.prepare(start, limits)
        records = None if out is None else stack.enter_context(Records(out, start))
        stack.callback(progress.end, result)
        progress.begin(result)
        try:
            for pairing in plan:
                sides = (pairing.first, pairing.second)
                record = play_game(
                    start,
                    [seats[i] for i in sides],
                    [shares[i] for i in sides],
                    opening=pairing.opening,
                    round=pairing.round,
                    longest=longest,
                    watch=partial(progress.move, pairing),
                )
                result.add(record)
                if records is not None:
                    records.save(result, record)
                progress.game(result, record)
        except KeyboardInterrupt:
            result.interrupted = True
        finally:
            if records is not None:
                records.save_result(result)
