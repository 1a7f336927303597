"""The tables of a report: rows of texts and numbers for the template."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from engine.match.formats.knockout import Knockout
from engine.match.games.record import RESULTS, GameSummary
from engine.match.results.result import MatchResult
from engine.match.results.standings import Meeting, Round, Standing
from engine.match.statistics.elo import Pentanomial, elo, los, normalised_elo
from engine.match.statistics.sprt import Sprt
from engine.pages.rendering import typeset

MOST_OPENINGS = 500
"""The maximum number of listed openings."""

MOST_POINTS = 1_000
"""The maximum number of points of all curves."""

NUMBERS = re.compile(r"\W*\b\d[\d\W]*")
"""The numbers in an ending: "discs 40-24" is one kind of ending."""


class Row(NamedTuple):
    """A player's row of the standings.

    :param place: text if the format has places, else the number of the row.
    :param elo: see `MatchResult.strengths`; None if unknown.
    """

    place: str | int
    standing: Standing
    elo: float | None
    error: float | None


def standings(result: MatchResult) -> list[Row]:
    """Return each player's place, `Standing`, and Elo with its error (None if unknown).

    Rows are by place if the format has places, else by falling points.
    """
    strengths = result.strengths()
    known = [place.place for place in result.rounds.places()]
    rows = []
    for number, each in enumerate(result.standings, 1):
        place = known[number - 1] if known else number
        rows.append(Row(place, each, *strengths.get(each.player, (None, None))))
    return rows


def places(result: MatchResult) -> list[dict[str, Any]]:
    """Return a row for each place of a Swiss or knockout tournament; none for other formats.

    A row has place, player, points, buchholz, and "met": the result of `_met` for each round.
    """
    rounds, places = list(result.rounds.rounds()), result.rounds.places()
    known = {result.players[each.player]: each.place for each in places}
    return [
        {
            "place": each.place,
            "player": player,
            "points": each.points,
            "buchholz": each.buchholz,
            "met": [_met(player, round, known) for round in rounds],
        }
        for player, each in zip(known, places, strict=True)
    ]


def _met(player: str, round: Round, places: Mapping[str, str]) -> dict[str, Any] | None:
    """Return a player's opponent in a round and its place, and the player's points and games.

    The opponent is None for a bye, and the result None for a player that did not play.
    """
    if player in round.byes:
        return {"opponent": None}
    for meeting in round.meetings:
        if player in meeting.players:
            own = meeting.players.index(player)
            opponent, points = meeting.players[1 - own], meeting.points[own]
            place = places.get(opponent)
            return {"opponent": opponent, "place": place, "points": points, "games": meeting.games}
    return None


def bracket(result: MatchResult) -> list[tuple[str, list[Meeting | str]]]:
    """Return the rounds of a knockout by name, with meetings and byes in bracket order.

    The result is empty for other formats.
    """
    rounds, players = result.rounds, result.players
    format = rounds.format
    if not isinstance(format, Knockout):
        return []

    def slot(entry: Meeting | str) -> int:
        """Return the place of a meeting or a player in the bracket, to sort by."""
        names = [entry] if isinstance(entry, str) else entry.players
        return min(format.slot(players.index(name)) for name in names)

    return [(each.name, sorted([*each.meetings, *each.byes], key=slot)) for each in rounds.rounds()]


def pairs(result: MatchResult, test: Sprt | None) -> list[dict[str, Any]]:
    """Return a row for every pair that met: its `Matchup`, statistics, and the curve of `test`.

    Elo and normalised Elo are texts. The pentanomial counts are None where single games are
    counted. The curve is None without a test. With the tournament's own test it has its decision.
    """
    met = [pair for pair in result.matchups if pair.games]
    most = min(400, max(20, MOST_POINTS // max(1, len(met))))
    rows = []
    for pair in met:
        counts = pair.counts
        curve = None if test is None else result.curve(pair, test, most)
        rows.append(
            {
                "pair": pair,
                "pentanomial": list(counts) if isinstance(counts, Pentanomial) else None,
                "elo": typeset(str(elo(counts))),
                "normalised": typeset(str(normalised_elo(counts))),
                "los": los(counts),
                "curve": curve,
            }
        )
    return rows


def endings(games: Sequence[GameSummary]) -> list[dict[str, Any]]:
    """Return a row for each kind of ending (without its numbers), the most frequent first.

    A row has kind, whether it is a forfeit, number and share of games, and numbers by result.
    """
    kinds: dict[tuple[str, bool], Counter[float]] = {}
    for game in games:
        kind = NUMBERS.sub(" ", game.ending).strip() or game.ending
        kinds.setdefault((kind, game.forfeited is not None), Counter())[game.score] += 1
    rows = [
        {
            "kind": kind,
            "forfeit": forfeit,
            "games": count.total(),
            "share": count.total() / len(games),
            **_by_score(count),
        }
        for (kind, forfeit), count in kinds.items()
    ]
    return sorted(rows, key=lambda row: -row["games"])


def openings(result: MatchResult, games: Iterable[GameSummary]) -> tuple[list[dict[str, Any]], int]:
    """Return a row for each played opening, and the number of all played openings, equal or not.

    Only the first `MOST_OPENINGS` have rows, and equal ones share a row. "points" is the mean score
    of the side that moves first.
    """
    counts: dict[int, Counter[float]] = {}
    first: dict[int, int] = {}
    for game in games:
        opening = result.opening_of(game.number)
        counts.setdefault(opening, Counter())[game.score] += 1
        first.setdefault(opening, game.number)
    listed_here = sorted(counts)[:MOST_OPENINGS]
    records = {
        each.number: each for each in result.database.records(first[each] for each in listed_here)
    }
    merged: dict[tuple[str, str], Counter[float]] = {}
    for opening in listed_here:
        record = records.get(first[opening])
        moves = "?" if record is None else " ".join(record.opening_text)
        start = "" if record is None else record.opening.start
        merged.setdefault((start, moves), Counter()).update(counts[opening])
    rows = [
        {
            "number": number,
            "moves": moves,
            "start": start,
            "games": count.total(),
            "points": sum(score * games for score, games in count.items()) / count.total(),
            **_by_score(count),
        }
        for number, ((start, moves), count) in enumerate(merged.items(), 1)
    ]
    return rows, len(counts)


def _by_score(count: Counter[float]) -> dict[str, int]:
    """Return the numbers of games won by the first, drawn, and won by the second."""
    first, drawn, second = (count[score] for score in RESULTS)
    return {"first": first, "drawn": drawn, "second": second}
