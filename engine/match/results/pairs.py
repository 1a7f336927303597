"""The games between two players: score, duplicate games, and the sequential test (SPRT)."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

from engine.match.games.record import GameSummary
from engine.match.statistics.elo import (
    WDL,
    Counts,
    EloEstimate,
    Pentanomial,
    elo,
    los,
    normalised_elo,
)
from engine.match.statistics.sprt import Sprt
from games.core.words import counted


class Played(NamedTuple):
    """A game of a pair: number, opening, digest of the moves, the first player's side and score."""

    number: int
    opening: int
    line: str
    side: int
    score: float


class Matchup:
    """The games between two players, counted for the first of them.

    A duplicate repeats an earlier game move by move, with the same players on the same sides. It
    counts for the score, but not for statistics.

    :param played: the games so far; the list is copied.
    """

    def __init__(self, players: tuple[str, str], played: Sequence[Played] = ()) -> None:
        self.players = players
        self.played = list(played)
        """The games, in the order in which they ended."""

    def add(self, played: Played) -> None:
        """Add a game."""
        self.played.append(played)
        for name in ("duplicates", "unique", "unique_score", "pentanomial"):
            self.__dict__.pop(name, None)  # computed again when it is used

    @property
    def games(self) -> int:
        """The number of games, duplicates included."""
        return len(self.played)

    @property
    def score(self) -> WDL:
        """Wins, draws and losses of the first player, duplicates included."""
        return WDL.of(game.score for game in self.played)

    @cached_property
    def duplicates(self) -> list[tuple[int, int]]:
        """The number of each duplicate, and that of the first game with the same line and side.

        A game without a line (a forfeit) is none.
        """
        first: dict[tuple[str, int], int] = {}
        found = []
        for game in sorted(self.played, key=attrgetter("number")):
            earlier = first.setdefault((game.line, game.side), game.number)
            if game.line and earlier != game.number:
                found.append((game.number, earlier))
        return found

    @cached_property
    def unique(self) -> list[Played]:
        """The games without duplicates, in the order of their numbers."""
        duplicates = dict(self.duplicates)
        games = (game for game in self.played if game.number not in duplicates)
        return sorted(games, key=attrgetter("number"))

    @cached_property
    def unique_score(self) -> WDL:
        """Wins, draws and losses of the first player, without duplicates."""
        return WDL.of(game.score for game in self.unique)

    @cached_property
    def pentanomial(self) -> Pentanomial:
        """The numbers of game pairs with 0, 1/2, 1, 3/2 and 2 points for the first player.

        A pair has one opening with colours swapped, and no duplicate.
        """
        by_opening: dict[int, list[float]] = {}
        for game in self.unique:
            by_opening.setdefault(game.opening, []).append(game.score)
        return Pentanomial.of((both[0], both[1]) for both in by_opening.values() if len(both) == 2)

    @property
    def counts(self) -> Counts:
        """Counts for statistics: `pentanomial` if it has all unique games, else `unique_score`."""
        pairs = self.pentanomial
        return pairs if pairs.games == len(self.unique) else self.unique_score

    def reversed(self) -> Matchup:
        """Return a new `Matchup` of the same games, counted for the other player."""
        other = [
            Played(game.number, game.opening, game.line, 1 - game.side, 1 - game.score)
            for game in self.played
        ]
        return Matchup(self.players[::-1], other)

    def as_dict(self) -> dict[str, Any]:
        """Return the pair in JSON's types: score, duplicates, and statistics without duplicates."""
        wins, draws, losses = self.score
        counts = self.counts
        return {
            "players": list(self.players),
            "games": self.games,
            "wins": wins,
            "draws": draws,
            "losses": losses,
            "unique": list(self.unique_score),
            "pentanomial": list(self.pentanomial),
            "duplicates": [list(both) for both in self.duplicates],
            "elo": _as_dict(elo(counts)),
            "normalised_elo": _as_dict(normalised_elo(counts)),
            "los": los(counts),
        }

    def elo_text(self) -> str:
        """Return a line with Elo, normalised Elo and likelihood of superiority; "" if no games."""
        counts = self.counts
        chance = los(counts)
        if chance is None:
            return ""
        kinds = (
            ("pair of games", "pairs of games") if isinstance(counts, Pentanomial) else ("game",)
        )
        return (
            f"{self.players[0]} vs {self.players[1]}: Elo {elo(counts)}, normalised "
            f"{normalised_elo(counts)}, LOS {chance:.1%} "
            f"({counted(sum(counts), *kinds)})"
        )

    def duplicates_text(self) -> str:
        """Return a line that counts the duplicate games and names the first three; "" for none."""
        duplicates = self.duplicates
        if not duplicates:
            return ""
        some = ", ".join(f"{again} repeats {once}" for again, once in duplicates[:3])
        more = ", ..." if len(duplicates) > 3 else ""
        names = " - ".join(self.players)
        kind = "is a duplicate" if len(duplicates) == 1 else "are duplicates"
        count = f"{len(duplicates)} of {counted(self.games, 'game')}"
        return f"{names}: {count} {kind}, not counted in statistics: game {some}{more}"

    def __str__(self) -> str:
        """Return both players and the first one's wins, draws and losses."""
        wins, draws, losses = self.score
        return f"{self.players[0]} - {self.players[1]}: +{wins} ={draws} -{losses}"


def finite(number: float | None) -> float | None:
    """Return a number with 3 decimals; None for None and for an infinite one, which JSON lacks."""
    return None if number is None or math.isinf(number) else round(number, 3)


def _as_dict(found: EloEstimate) -> dict[str, Any]:
    """Return an estimate in JSON's types, with three decimals; infinite numbers are None."""
    return {
        "value": finite(found.value),
        "low": finite(found.low),
        "high": finite(found.high),
        "note": found.note,
    }


class Trial:
    """The sequential test of a pair's first player, which ends the games of the pair.

    Games count in the order of the list of games: a game waits for all earlier ones. So the same
    games count for any number of workers. The test is evaluated after each opening that was played
    with both colours; duplicates are ignored. After the decision no game counts.

    :param players: the pair; the first player is tested.
    :param openings: the maximum number of openings of the pair, each for two games.
    """

    def __init__(self, players: tuple[str, str], test: Sprt, openings: int) -> None:
        self.players = players
        self.test = test
        self.openings = openings
        self.games = 0
        """The number of games that count."""
        self.decision = ""
        """The accepted hypothesis, "H0" or "H1"; "" while the test is open."""
        self.llr = 0.0
        self._counts = [0] * 5
        self._waiting: dict[int, GameSummary] = {}
        self._seen: set[tuple[str, tuple[str, str]]] = set()
        self._points: list[float] = []
        """The first player's points in the current opening, without duplicates."""

    @property
    def over(self) -> bool:
        """Whether the test has decided, or all planned games count."""
        return bool(self.decision) or self.games == 2 * self.openings

    @property
    def pentanomial(self) -> Pentanomial:
        """The pairs of games that the test counts, by the first player's points."""
        return Pentanomial(*self._counts)

    def add(self, index: int, game: GameSummary) -> list[GameSummary]:
        """Add a finished game and return the games that begin to count.

        A game waits until all earlier games of the pair have arrived. So the result may be empty,
        or include games that were added before. It is empty after the decision.

        :param index: the index of the game among the pair's games, from 0.
        """
        self._waiting[index] = game
        counting = []
        while not self.decision and (each := self._waiting.pop(self.games, None)) is not None:
            self._count(each)
            counting.append(each)
        return counting

    def _count(self, game: GameSummary) -> None:
        """Add a game to the test, and evaluate the test after the second game of an opening.

        The test stays as it is if one of the two games is a duplicate.
        """
        self.games += 1
        line = (game.line, game.players)
        if not game.line or line not in self._seen:
            self._seen.add(line)
            won = game.players == self.players
            self._points.append(game.score if won else 1 - game.score)
        if self.games % 2:
            return
        if len(self._points) == 2:
            self._counts[round(2 * sum(self._points))] += 1
            self.llr = self.test.llr(self.pentanomial)
            self.decision = self.test.accepted(self.llr)
        self._points.clear()

    def as_dict(self) -> dict[str, Any]:
        """Return the test in JSON's types: hypotheses, counted games, ratio, bounds, decision."""
        return {
            "players": list(self.players),
            "elo0": self.test.elo0,
            "elo1": self.test.elo1,
            "model": self.test.model,
            "games": self.games,
            "llr": self.llr,
            "lower": self.test.lower,
            "upper": self.test.upper,
            "decision": self.decision,
        }

    def summary(self) -> str:
        """Return a line with players, hypotheses, ratio, bounds, and the decision or "undecided".

        The number of games is that of the games that count.
        """
        first, second = self.players
        test = self.test
        numbers = f"LLR {self.llr:.2f} [{test.lower:.2f}, {test.upper:.2f}]"
        if self.decision:
            elo = test.elo1 if self.decision == "H1" else test.elo0
            end = f"{self.decision} ({elo:g} Elo) is accepted after {self.games} games"
        else:
            end = f"undecided after {self.games} games"
            end += f": no openings are left ({self.openings:,} played)" if self.over else ""
        what = f"{test.elo0:g} against {test.elo1:g} {test.model} Elo"
        return f"SPRT {first} to {second}, {what}: {numbers}: {end}"


def _pairs(pair: Matchup) -> Iterator[Counts]:
    """Yield the pentanomial counts so far after every second game of an opening; no duplicates."""
    counts = [0] * 5
    first: dict[int, float] = {}
    for played in pair.unique:
        if played.opening not in first:
            first[played.opening] = played.score
        else:
            counts[int(2 * (first[played.opening] + played.score))] += 1
            yield Pentanomial(*counts)


def _games(pair: Matchup) -> Iterator[Counts]:
    """Yield the wins, draws and losses so far after each game of a pair; no duplicates."""
    counts = [0] * 3
    for played in pair.unique:
        counts[2 - int(2 * played.score)] += 1
        yield WDL(*counts)


@dataclass(frozen=True)
class SprtCurve:
    """The log-likelihood ratio over the games of a pair.

    :param points: numbers of games and ratios, in order.
    :param decision: the first accepted hypothesis, "H0" or "H1"; "" while the test is open.
    :param decided: the number of games before the decision. While the test is open it is 0, or the
        number of games that count so far if the test is a tournament's own.
    """

    players: tuple[str, str]
    points: tuple[tuple[int, float], ...]
    decision: str
    decided: int


def sprt_curve(pair: Matchup, test: Sprt, most: int, trial: Trial | None = None) -> SprtCurve:
    """Return the log-likelihood ratio of a pair's test over its games, and the decision.

    The first point is (0, 0.0). Another follows each pair of games of one opening with colours
    swapped. If there are no such pairs, a point follows each game. Duplicates are left out.

    :param most: the maximum number of points besides the first and the last; the others are
        skipped.
    :param trial: the tournament's own test, if it made this test. Then its decision is returned,
        and only pairs of games have points.
    """
    counts: list[Counts] = list(_pairs(pair))
    if trial is not None:
        decision, decided = trial.decision, trial.games
    else:
        counts = counts or list(_games(pair))
        first = next((each for each in counts if test.decision(each)), None)
        decision, decided = ("", 0) if first is None else (test.decision(first), first.games)
    step = max(1, -(-len(counts) // most))
    points = [(0, 0.0)]
    for each in [*counts[step - 1 :: step], *counts[-1:]]:
        if each.games != points[-1][0]:
            points.append((each.games, test.llr(each)))
    return SprtCurve(pair.players, tuple(points), decision, decided)
