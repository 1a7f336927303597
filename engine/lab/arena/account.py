"""The account of the arena: ratings over all games, and the lead of best-first search."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import pvariance
from typing import Any

from msgspec import field

from engine.lab.arena.factors import Factors
from engine.lab.arena.plan import NAME, family_of
from engine.lab.board.board import BoardExperiment, PlayedContest, results_of
from engine.lab.board.report import PlayerRow, finite, player_rows
from engine.lab.core.report import AssessedClaim
from engine.match.games.origin import origin
from engine.match.games.record import ONLY
from engine.match.statistics.ratings import Rating, ratings
from games.parts.records import Plain, Record

DEEPENING = ("depth_first", "state_space", "abtree")
"""The families of searchers that search all lines to a depth, then to the next one; some prune.

Those of the other families choose the line that they search next."""

FEWEST_BOARDS = 4
"""The fewest boards that give an error of the choice of boards."""

_CONFIDENCE = 1.959964
"""Standard errors to each side of a 95% interval."""


class Overall(Record, frozen=True):
    """A player at a budget, over all games that it played.

    :param limit: the budget of a move, in words.
    :param rating: its Elo over the games of all boards; None if they do not determine it.
    :param error: half the 95% interval, of these games alone.
    :param by_boards: the same for other boards and openings of their kind, from the ratings
        without each board in turn (the jackknife); None for fewer than four boards.
    :param boards: the number of boards that it played on.
    :param first: the number of those where it has the highest rating.
    """

    limit: str
    player: str
    games: int
    points: Plain
    rating: Plain | None
    error: Plain | None = field(name="+-")
    by_boards: Plain | None = field(name="+- by boards")
    boards: int
    first: int


class Lead(Record, frozen=True):
    """A game at a budget: the strongest best-first searcher's lead over the strongest by deepening.

    :param depth: the mean depth that plain alpha-beta completed; None if it did not play.
    :param lead: the difference in Elo; None if a rating is missing.
    """

    game: str
    limit: str
    depth: Plain | None
    best_first: str = field(name="best-first")
    deepening: str
    lead: Plain | None
    error: Plain | None = field(name="+-")


class ArenaAccount(Record, frozen=True):
    """The results of the arena.

    :param made_by: the version that wrote the account; every game's record has its own.
    :param limits: the budget of each contest, in words.
    :param games: the number of all games.
    :param games_a_pair: the fewest and the most games of a pair in a contest.
    """

    experiment: str
    title: str
    command: str
    seed: int
    made_by: str
    games: int
    limits: dict[str, str]
    games_a_pair: tuple[int, int]
    claims: tuple[AssessedClaim, ...]
    overall: tuple[Overall, ...]
    factors: tuple[Factors, ...]
    leads: tuple[Lead, ...]
    players: tuple[PlayerRow, ...]


def account_of(
    experiment: BoardExperiment,
    found: Sequence[PlayedContest],
    factors: Sequence[Factors],
    command: str,
    seed: int,
) -> ArenaAccount:
    """Return the account of contests that were played: claims, ratings, factors, leads and players.

    The claims of the experiment are tested on the games. The last three arguments are copied.

    :param found: one contest or more, also those without games.
    """
    games = [played.games for played in found if played.result is not None] or [0]
    return ArenaAccount(
        experiment=NAME,
        title=experiment.title,
        command=command,
        seed=seed,
        made_by=origin(),
        games=sum(result.count for result in results_of(found)),
        limits={played.contest.name: played.contest.limit for played in found},
        games_a_pair=(min(games), max(games)),
        claims=tuple(AssessedClaim(claim.text, claim.holds(found)) for claim in experiment.claims),
        overall=tuple(overall(found)),
        factors=tuple(factors),
        leads=tuple(_leads(found)),
        players=tuple(row for played in found for row in player_rows(played)),
    )


def overall(found: Sequence[PlayedContest]) -> list[Overall]:
    """Return every player at every budget over all games, the strongest of a budget first.

    All games of a budget are rated together, each pair of players by its games on all boards. All
    boards have the same weight. A contest without games counts nowhere.
    """
    rows = []
    for limit in dict.fromkeys(each.contest.limit for each in found):
        played = [each for each in found if each.contest.limit == limit and each.result]
        players = [result.players for result in results_of(played)]
        by_boards = _jackknife(played)
        best = [name for each in played for name in _best(each)]
        rows += [
            Overall(
                limit,
                each.player,
                *_games_and_points(played, each.player),
                finite(each.rating),
                finite(each.error),
                by_boards.get(each.player),
                sum(each.player in names for names in players),
                best.count(each.player),
            )
            for each in _pooled(played)
        ]
    return rows


def _games_and_points(found: Sequence[PlayedContest], player: str) -> tuple[int, float]:
    """Return the number of a player's games in several contests, and of its points there.

    Duplicate games do not count, as in ratings.
    """
    games, points = 0, 0.0
    for pair in (pair for result in results_of(found) for pair in result.matchups):
        if player in pair.players:
            won, drawn, lost = pair.unique_score
            games += won + drawn + lost
            points += (won if player == pair.players[0] else lost) + drawn / 2
    return games, points


def _jackknife(found: Sequence[PlayedContest]) -> dict[str, float]:
    """Return half the 95% interval of each player's Elo, from how it varies with the boards.

    It is that of the jackknife (Tukey, Annals of Mathematical Statistics 29, 1958): all boards but
    one are rated, for each board. A player whose rating is not always finite has no entry.

    :param found: the contests of one budget, one for each board; all have games.
    :returns: the numbers by player; empty for fewer than four boards.
    """
    if len(found) < FEWEST_BOARDS:
        return {}
    without: dict[str, list[float]] = {}
    for index in range(len(found)):
        for each in _pooled([*found[:index], *found[index + 1 :]]):
            rating = math.nan if each.rating is None else each.rating
            without.setdefault(each.player, []).append(rating)
    count = len(found)
    errors = {}
    for player, known in without.items():
        if len(known) == count and all(map(math.isfinite, known)):
            errors[player] = round(_CONFIDENCE * math.sqrt((count - 1) * pvariance(known)), 1)
    return errors


def _pooled(found: Sequence[PlayedContest]) -> list[Rating]:
    """Return the ratings of the players over the games of several contests, the strongest first.

    All contests have the same weight, also those with more games of a pair. Errors come from the
    points of each opening if there are enough. All contests must have games.
    """
    import numpy as np

    scores: dict[tuple[str, str], Any] = {}
    players: dict[str, None] = {}
    openings: list[dict[tuple[str, str], Any]] = []
    fewest = min((played.games for played in found), default=0)
    for played in found:
        assert played.result is not None
        weight = fewest / played.games
        players.update(dict.fromkeys(played.result.players))
        openings += [
            {both: weight * np.array(won) for both, won in each.items()}
            for each in played.result.by_opening()
        ]
        for pair in played.result.matchups:
            scores[pair.players] = scores.get(pair.players, 0) + weight * np.array(
                pair.unique_score
            )
    return ratings(list(players), scores, openings=openings)


def _best(played: PlayedContest) -> list[str]:
    """Return the players of a contest that share its highest rating, which may be infinite.

    Ratings are compared with one decimal. Players without a rating are left out.
    """
    assert played.result is not None
    rated = {
        each.player: round(each.rating, 1)
        for each in played.result.ratings()
        if each.rating is not None
    }
    highest = max(rated.values(), default=None)
    return [player for player, rating in rated.items() if rating == highest]


def _leads(found: Sequence[PlayedContest]) -> list[Lead]:
    """Return the lead of the strongest best-first searcher in each contest.

    It is the Elo difference to the strongest searcher of the families `DEEPENING`. All other
    searchers count as best-first. Contests without games or without both kinds are left out.
    """
    leads = []
    for played in found:
        if played.result is None:
            continue
        families = {each.name: family_of(each.spec) for each in played.contest.entrants}
        rated = played.result.ratings()
        groups = [
            [each for each in rated if (families[each.player] in DEEPENING) == full]
            for full in (False, True)
        ]
        if not all(groups):
            continue
        one, other = (group[0] for group in groups)
        leads.append(
            Lead(
                played.contest.game,
                played.contest.limit,
                _depth(played),
                one.player,
                other.player,
                *_difference(one, other),
            )
        )
    return leads


def _difference(one: Rating, other: Rating) -> tuple[float | None, float | None]:
    """Return one player's Elo lead over another, and its error; two None without finite ratings."""
    if one.rating is None or other.rating is None or one.error is None or other.error is None:
        return None, None
    return finite(one.rating - other.rating), finite(math.hypot(one.error, other.error))


def _depth(played: PlayedContest) -> float | None:
    """Return the mean depth, in plies, of plain alpha-beta's searches in a contest.

    Plain is one without options. Moves without a choice, and searches of depth 0, do not count.

    :returns: two decimals; None if there is no such search.
    """
    assert played.result is not None
    names = [each.name for each in played.contest.entrants if each.spec.startswith("alphabeta@")]
    depths = [
        move.depth
        for game in played.result.games
        for move in game.moves
        if game.players[move.side] in names and move.depth and move.reason != ONLY
    ]
    return round(sum(depths) / len(depths), 2) if depths else None
