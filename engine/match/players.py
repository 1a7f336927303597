"""Who plays: from specs to players, which are searchers in this process, or programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace

from engine.match.player import Choice, Player
from games.errors import LimitsError, SpecError, StarlingError
from games.position import Position
from games.specs import EXTERNAL, parse_player
from searchers import Limits, Searcher
from searchers import make as make_searcher

__all__ = ["SearcherPlayer", "seat"]


class SearcherPlayer(Player):
    """A searcher, in this process and without any protocol."""

    def __init__(self, searcher: Searcher) -> None:
        super().__init__(searcher.player)
        self.searcher = searcher

    def prepare(self, position: Position, limits: Limits) -> None:
        if limits.endless():
            raise LimitsError(f"{self.name} needs a limit: nodes, depth, seconds, cpu or clock")
        try:  # without nodes a search tells at once what does not fit
            self.searcher.search(position, replace(limits, nodes=0))
        except Exception as error:  # whatever a searcher raises
            if isinstance(error, StarlingError):
                raise
            # A searcher that crashes loses its games; the match goes on.

    def new_game(self) -> None:
        self.searcher.new_game()

    def choose(self, position: Position, limits: Limits) -> Choice:
        seconds, cpu = time.perf_counter(), time.thread_time()
        result = self.searcher.search(position, limits)
        seconds, cpu = time.perf_counter() - seconds, time.thread_time() - cpu
        return Choice(result.move, result.value, result.nodes, seconds, cpu, result.reason)


def seat(
    specs: Sequence[str | Searcher | Player],
    names: Sequence[str | None] = (),
    patience: float | None = None,
) -> list[Player]:
    """The players for these specs, each with a name and a searcher of its own.

    :param specs: specs such as "alphabeta@discs" or "uci:stockfish", built searchers, or players.
    :param names: what to call them; None, or none at all, takes their specs.
    :param patience: seconds that external programs may take for an answer beyond their limits.
    :raises SpecError: if one is no player, or of a kind that cannot play here.
    """
    players: list[Player] = []
    searchers: list[Searcher] = []
    for spec in specs:
        player = _player(spec, {} if patience is None else {"patience": patience})
        if isinstance(player, SearcherPlayer):
            if any(player.searcher is other for other in searchers):
                player.searcher = player.searcher.clone()  # sides must not share a memory
            searchers.append(player.searcher)
        if any(player is other for other in players):
            raise SpecError(f"player {player.name} is given twice: expected two players")
        players.append(player)
    for player, name in zip(players, names or [None] * len(players), strict=True):
        player.name = name or player.name
    for player in players:
        player.name = _unique(player, players)
    return players


def _player(spec: str | Searcher | Player, settings: dict[str, float]) -> Player:
    if isinstance(spec, Player):
        return spec
    if isinstance(spec, str):
        program = parse_player(spec)[0]
        if program.name == "uci":
            from engine.match.uci import UciPlayer  # asyncio and python-chess: only when needed

            return UciPlayer(program.literal or "", **settings)
        if program.name == "gtp":
            from engine.match.gtp import GtpPlayer

            return GtpPlayer(program.literal or "", **settings)
        if program.name in EXTERNAL:
            raise SpecError(
                f"{spec!r}: no match with {program.name} programs; expected uci: or gtp:"
            )
    return SearcherPlayer(make_searcher(spec))


def _unique(player: Player, players: Sequence[Player]) -> str:
    """The player's name, numbered from the second of that name on."""
    before = players[: next(i for i, other in enumerate(players) if other is player)]
    taken = {other.name for other in before}
    number = 1
    name = player.name
    while name in taken:
        number += 1
        name = f"{player.name} ({number})"
    return name
