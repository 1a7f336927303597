"""Who plays: searchers in this process; external programs are in `uci` and `gtp`."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, replace

from games.errors import LimitsError, SpecError, StarlingError
from games.position import Position
from games.specs import EXTERNAL, parse_player
from searchers import Limits, Searcher
from searchers import make as make_searcher

__all__ = ["Choice", "Forfeit", "Player", "SearcherPlayer", "seat"]


@dataclass(frozen=True)
class Choice:
    """What a player answered, and what it spent.

    :param value: the position's value from the player's point of view; None where it told none.
    :param nodes: nodes it took, by its own count; None where it told none.
    :param seconds: wall-clock time.
    :param cpu: CPU seconds; None where they are not known (external programs).
    :param reason: why the search ended (`searchers.Result.reason`); "" where it is not known.
    :param doubt: what cannot be true of the node count; "" if it may be.
    """

    move: int | None
    value: int | None
    nodes: int | None
    seconds: float
    cpu: float | None
    reason: str
    doubt: str = ""


class Forfeit(Exception):
    """A player loses the game by its own fault.

    :param ending: the kind, in few words: "illegal move", "crash", "no answer", "no start",
        "flood", "refusal", "resigned", "time forfeit".
    :param detail: what happened, in one line.
    """

    def __init__(self, ending: str, detail: str) -> None:
        super().__init__(detail)
        self.ending = ending
        self.detail = detail


class Player:
    """One participant of a match. Any exception out of `new_game` or `choose` loses the game.

    :param name: how results call it.
    """

    COUNTS_NODES = True
    """Whether a node limit means anything to it."""

    def __init__(self, name: str) -> None:
        self.name = name

    def prepare(self, position: Position, limits: Limits) -> None:
        """Get ready, before the first game.

        :raises StarlingError: if this player cannot play this game within such limits.
        """

    def new_game(self) -> None:
        """What follows belongs to another game."""

    def choose(self, position: Position, limits: Limits) -> Choice:
        """A move for the side to move; the position is left as it is."""
        raise NotImplementedError(f"{type(self).__name__} lacks choose")

    def close(self) -> None:
        """End whatever was started."""


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
