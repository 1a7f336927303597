"""The rounds of a tournament as they were paired and played."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from engine.match.formats.asked import Format
from engine.match.formats.at_once import AtOnce
from engine.match.formats.history import History, Place, PlayedStage
from engine.match.schedule import Stage
from engine.text.tables import table
from games.errors import quoted

__all__ = ["Meeting", "Round", "Rounds"]


@dataclass(frozen=True)
class Meeting:
    """Two players in a round.

    :param points: of both, as far as they have played.
    :param games: how many were played, and how many of them are extra ones, as they were level.
    :param winner: who goes on, in a knockout; None while that is open.
    """

    players: tuple[str, str]
    points: tuple[float, float]
    games: int
    extra: int
    winner: str | None

    def __str__(self) -> str:
        first, second = self.players
        score = f"{self.points[0]:g}-{self.points[1]:g}" if self.games else "-"
        level = self.winner is not None and self.points[0] == self.points[1]
        more = [f"{self.extra} extra"] if self.extra else []
        more += [f"{self.winner} by seed"] if level else []
        return f"{first} {score} {second}" + (f" ({', '.join(more)})" if more else "")


@dataclass(frozen=True)
class Round:
    """A round: who met, and who had no opponent."""

    name: str
    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...]

    def __str__(self) -> str:
        told = [*map(str, self.meetings), *(f"{player} bye" for player in self.byes)]
        return f"{self.name}: {', '.join(told)}"


class Rounds:
    """The stages of a tournament, and the points of their pairs.

    :param players: their names.
    """

    def __init__(self, players: tuple[str, ...], format: Format) -> None:
        self.players = players
        self.format = format
        self.in_parts = not isinstance(format, AtOnce)
        """Whether who meets whom depends on results."""
        self.stages: list[Stage] = []
        self.announced = 0
        """How many games the stages have that are known."""
        self.count = 0
        """How many games ended."""
        self._before: list[int] = []
        """How many games there are before each stage."""
        self._places = {name: place for place, name in enumerate(players)}
        self._points: list[dict[tuple[int, int], float]] = []
        """Of the first player of each pair."""
        self._games: list[dict[tuple[int, int], int]] = []

    @property
    def planned(self) -> int:
        """How many games there are to be, as far as that is known."""
        return self.format.planned + sum(stage.planned for stage in self.stages if stage.extra)

    @property
    def over(self) -> bool:
        """Whether no games are to come."""
        return self.format.over(self.history) if self.in_parts else self.count >= self.planned

    def begin(self, stage: Stage) -> None:
        """Hear of the next stage.

        :raises ValueError: if it is none of this tournament.
        """
        known = range(len(self.players))
        told = [player for pair in stage.pairs for player in pair] + list(stage.byes)
        fits = stage.games > 0 and stage.opening >= 0 and stage.pairs
        if self.stages and not self.in_parts:
            raise ValueError("it has more than one round")
        if (
            not fits
            or any(player not in known for player in told)
            or any(first == second for first, second in stage.pairs)
        ):
            raise ValueError(f"round {stage.round} pairs {quoted(stage.pairs)}")
        self.stages.append(stage)
        self._before.append(self.announced)
        self.announced += stage.planned
        self._points.append(dict.fromkeys(stage.pairs, 0.0))
        self._games.append(dict.fromkeys(stage.pairs, 0))

    def opening_of(self, round: int) -> int:
        """The number of the opening of a game, from 0."""
        index = self._stage_of(round)
        return self.stages[index].opening_of(round - 1 - self._before[index])

    def first_game(self, number: int) -> int:
        """The number of the first game of a stage, which is told by its number from 0."""
        return self._before[number] + 1

    def _stage_of(self, round: int) -> int:
        return bisect_right(self._before, round - 1) - 1

    def add(self, round: int, pair: tuple[str, str], score: float) -> int:
        """Count a finished game; the number of its opening.

        :param score: of the first of the two.
        """
        self.count += 1
        if not self.in_parts:
            return self.stages[0].opening_of(round - 1)
        index = self._stage_of(round)
        first, second = self._places[pair[0]], self._places[pair[1]]
        if (first, second) not in self._points[index]:
            first, second, score = second, first, 1 - score
        self._points[index][first, second] += score
        self._games[index][first, second] += 1
        return self.stages[index].opening_of(round - 1 - self._before[index])

    @property
    def history(self) -> History:
        """The stages until now with what their pairs scored."""
        found = []
        for stage, points, games in zip(self.stages, self._points, self._games, strict=True):
            scores = [(points[pair], games[pair] - points[pair]) for pair in stage.pairs]
            over = sum(games.values()) == stage.planned
            found.append(PlayedStage(stage, scores, over))
        return found

    def places(self) -> list[Place]:
        """The final table as far as it is known; empty where the points of the games say all."""
        return self.format.places(self.history)

    def rounds(self) -> Iterator[Round]:
        """The rounds until now, where who meets whom depends on results."""
        out = self.format.out(self.history)
        for stage in self.stages if self.in_parts else ():
            if not stage.extra:
                meetings = tuple(self._meeting(stage.round, pair, out) for pair in stage.pairs)
                byes = tuple(self.players[player] for player in stage.byes)
                yield Round(self.format.name(stage.round), meetings, byes)

    def _meeting(self, round: int, pair: tuple[int, int], out: dict[int, int]) -> Meeting:
        points, games, extra = 0.0, 0, 0
        for index, stage in enumerate(self.stages):
            if stage.round == round and pair in self._points[index]:
                points += self._points[index][pair]
                games += self._games[index][pair]
                extra += self._games[index][pair] if stage.extra else 0
        winner = None
        if round in (out.get(player) for player in pair):
            winner = self.players[pair[0] if out.get(pair[1]) == round else pair[1]]
        names = (self.players[pair[0]], self.players[pair[1]])
        return Meeting(names, (points, games - points), games, extra, winner)

    def lines(self) -> list[str]:
        """The rounds for people, one a line."""
        return [str(round) for round in self.rounds()]

    def table(self) -> list[str]:
        """The final table as far as it is known, behind an empty line; nothing where the points of
        the games say all."""
        places = self.places()
        if not places:
            return []
        rows = [
            (
                self.players[each.player],
                each.place,
                f"{each.points:g}",
                *([] if each.buchholz is None else [f"{each.buchholz:g}"]),
            )
            for each in places
        ]
        heading = ("player", "place", "points", "Buchholz")[: len(rows[0])]
        return ["", *table(heading, rows, words=[0])]

    def as_dict(self) -> dict[str, Any]:
        """Rounds and places in JSON's types; nothing where the points of the games say all."""
        if not self.in_parts:
            return {}
        return {
            "places": [
                {
                    "player": self.players[each.player],
                    "place": each.place,
                    "points": each.points,
                    "buchholz": each.buchholz,
                }
                for each in self.places()
            ],
            "rounds": [
                {
                    "name": round.name,
                    "pairs": [
                        {
                            "players": list(meeting.players),
                            "points": list(meeting.points),
                            "games": meeting.games,
                            "extra": meeting.extra,
                            "winner": meeting.winner,
                        }
                        for meeting in round.meetings
                    ],
                    "byes": list(round.byes),
                }
                for round in self.rounds()
            ],
        }
