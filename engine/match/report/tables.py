"""What a report's tables say: rows of texts and numbers, for a template."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

from engine.match.formats.knockout import Knockout
from engine.match.games.record import RESULTS, GameRecord
from engine.match.results.folder import RecordedTournament
from engine.match.results.pairs import Matchup, SprtCurve, sprt_curve
from engine.match.results.standings import Meeting, Round, listed
from engine.match.statistics.elo import EloEstimate, Pentanomial, elo, los, normalised_elo
from engine.match.statistics.sprt import Sprt

__all__ = [
    "MOST_OPENINGS",
    "audit",
    "bracket",
    "crosstable",
    "endings",
    "openings",
    "pairs",
    "places",
    "rounds",
    "standings",
]

MOST_OPENINGS = 500
"""Openings that are listed."""

MOST_POINTS = 1_000
"""Points of all curves together."""

NUMBERS = re.compile(r"\W*\b\d[\d\W]*")
"""The numbers in how a game ended: "discs 40-24" is a kind of ending with many."""


def standings(found: RecordedTournament) -> list[dict[str, Any]]:
    """Who scored what, by falling points."""
    strength = _strength(found)
    known = [place.place for place in found.result.rounds.places()]
    rows: list[dict[str, Any]] = []
    for number, each in enumerate(found.result.standings, 1):
        place = known[number - 1] if known else number
        value, error = strength.get(each.player, (None, None))
        rows.append(
            {
                "place": place,
                "player": each.player,
                "points": each.points,
                "games": each.games,
                "share": each.points / each.games if each.games else None,
                "elo": value,
                "error": error,
                "wins": each.wins,
                "draws": each.draws,
                "losses": each.losses,
            }
        )
    return rows


def _strength(found: RecordedTournament) -> dict[str, tuple[float | None, float | None]]:
    """The Elo of every player and its error: of two their difference, of more the ratings."""
    result = found.result
    if not result.count:
        return {}
    if len(result.players) > 2:
        return {each.player: (each.rating, each.error) for each in result.ratings()}
    (pair,) = result.matchups
    told = [elo(one.counts) for one in (pair, pair.reversed())]
    return {name: (each.value, each.error) for name, each in zip(pair.players, told, strict=True)}


def places(found: RecordedTournament) -> list[dict[str, Any]]:
    """Where everybody stands, and whom he met in every round, where that depended on results."""
    result = found.result
    rows: list[dict[str, Any]] = []
    for each in result.rounds.places():
        rows.append(
            {
                "place": each.place,
                "player": result.players[each.player],
                "points": each.points,
                "buchholz": each.buchholz,
                "met": [_met(result.players[each.player], round) for round in rounds(found)],
            }
        )
    known = {row["player"]: row["place"] for row in rows}
    for row in rows:
        for met in row["met"]:
            if met is not None:
                met["place"] = known.get(met["opponent"])
    return rows


def _met(player: str, round: Round) -> dict[str, Any] | None:
    """Whom a player met in a round; None for nobody."""
    if player in round.byes:
        return {"opponent": None}
    for meeting in round.meetings:
        if player in meeting.players:
            own = meeting.players.index(player)
            opponent, points = meeting.players[1 - own], meeting.points[own]
            return {"opponent": opponent, "points": points, "games": meeting.games}
    return None


def rounds(found: RecordedTournament) -> list[Round]:
    """The rounds, where who meets whom depends on results."""
    return list(found.result.rounds.rounds())


def bracket(found: RecordedTournament) -> list[tuple[str, list[Meeting | str]]]:
    """The rounds of a knockout: their names, and from the top of the bracket who met, or who had
    nobody to meet; empty for other formats."""
    format, players = found.result.rounds.format, found.result.players
    if not isinstance(format, Knockout):
        return []

    def slot(entry: Meeting | str) -> int:
        names = [entry] if isinstance(entry, str) else entry.players
        return min(format.slot(players.index(name)) for name in names)

    return [(each.name, sorted([*each.meetings, *each.byes], key=slot)) for each in rounds(found)]


def crosstable(found: RecordedTournament) -> list[list[str]]:
    """Points of all against all, the heading first."""
    return found.result.crosstable()


def audit(found: RecordedTournament) -> list[dict[str, Any]]:
    """What every player was asked to spend and spent, the best first."""
    rows = []
    for each in found.result.standings:
        cost = each.cost
        rows.append(
            {
                "player": each.player,
                "limits": each.limits,
                "asked": each.requested,
                "mean": cost.mean_nodes if cost.counted else None,
                "most": cost.max_nodes if cost.counted else None,
                "moves": cost.moves,
                "exceeded": cost.exceeded,
                "fewer": listed(cost.under_use),
                "implausible": listed(cost.implausible),
                "forfeits": listed(each.forfeits),
                "seconds": cost.seconds,
                "cpu": cost.cpu,
                "a_move": cost.seconds / cost.moves if cost.moves else None,
                "speed": cost.nodes / cost.seconds if cost.seconds and cost.counted else None,
            }
        )
    return rows


def pairs(found: RecordedTournament, test: Sprt) -> list[dict[str, Any]]:
    """Every pair that met: its score, what it is evidence of, and its sequential test."""
    met = [pair for pair in found.result.matchups if pair.games]
    most = min(400, max(20, MOST_POINTS // max(1, len(met))))
    own = found.result.trials if test == found.plan.sprt else []
    trials = {trial.players: trial for trial in own}
    return [_pair(pair, sprt_curve(pair, test, most, trials.get(pair.players))) for pair in met]


def _pair(pair: Matchup, tested: SprtCurve) -> dict[str, Any]:
    wins, draws, losses = pair.score
    counts = pair.counts
    return {
        "players": pair.players,
        "games": pair.games,
        "wins": wins,
        "draws": draws,
        "losses": losses,
        "pentanomial": list(counts) if isinstance(counts, Pentanomial) else None,
        "elo": _estimate(elo(counts)),
        "normalised": _estimate(normalised_elo(counts)),
        "los": los(counts),
        "curve": tested,
    }


def _estimate(found: EloEstimate) -> str:
    return str(found).replace("+-", "\u00b1").replace("-", "\u2212").replace("inf", "\u221e")


def endings(found: RecordedTournament) -> list[dict[str, Any]]:
    """How games ended, the most frequent first."""
    kinds: dict[tuple[str, bool], Counter[float]] = {}
    for game in found.games:
        kind = NUMBERS.sub(" ", game.ending).strip() or game.ending
        kinds.setdefault((kind, game.forfeited is not None), Counter())[game.score] += 1
    rows = [
        {
            "kind": kind,
            "forfeit": forfeit,
            "games": count.total(),
            "share": count.total() / len(found.games),
            **_by_score(count),
        }
        for (kind, forfeit), count in kinds.items()
    ]
    return sorted(rows, key=lambda row: -row["games"])


def openings(found: RecordedTournament) -> tuple[list[dict[str, Any]], int]:
    """The openings that were played with what they led to, in their order; and how many there are.

    Only the first `MOST_OPENINGS` are listed.
    """
    counts: dict[int, Counter[float]] = {}
    rounds: dict[int, int] = {}
    for game in found.games:
        number = found.result.opening_of(game.round)
        counts.setdefault(number, Counter())[game.score] += 1
        rounds.setdefault(number, game.round)
    listed_here = sorted(counts)[:MOST_OPENINGS]
    records = {each.round: each for each in found.records(rounds[each] for each in listed_here)}
    merged: dict[tuple[str, str], Counter[float]] = {}
    for number in listed_here:
        name = _opening(records.get(rounds[number]))
        merged.setdefault(name, Counter()).update(counts[number])
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


def _opening(record: GameRecord | None) -> tuple[str, str]:
    """Where an opening begins, if it has a start of its own, and its moves."""
    if record is None:
        return "", "?"
    return record.opening.start, " ".join(record.opening_text)


def _by_score(count: Counter[float]) -> dict[str, int]:
    first, drawn, second = (count[score] for score in RESULTS)
    return {"first": first, "drawn": drawn, "second": second}
