"""Players from specs: searchers in this process, watched searchers, or programs."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from importlib import import_module
from typing import Any

from engine.match.players.player import Choice, Player
from engine.match.players.program import Program
from engine.match.players.watched import CAN_WATCH, WatchedPlayer
from evaluators import EVALUATORS
from games.core.position import Position
from games.errors import LimitsError, SpecError, StarlingError, printable, quoted
from games.parts.arguments import as_tuple
from games.parts.authored import is_ours
from games.parts.options import options_of
from games.parts.part import Part
from games.parts.registry import Registry
from games.parts.specs import EXTERNAL, parse_player
from searchers import SEARCHERS, Limits, Searcher
from searchers import make as make_searcher
from searchers.core.pace import Pace

LONGEST_NAME = 200
"""The maximum length of a player's name."""


class SearcherPlayer(Player):
    """A searcher in this process, without a protocol."""

    def __init__(self, searcher: Searcher) -> None:
        super().__init__(searcher.player)
        self.searcher = searcher
        self._pace = Pace()
        self._meant: float | None = None

    @property
    def TRUSTED(self) -> bool:  # type: ignore[override]  # as the searcher is
        """Whether the searcher and all parts inside it are of this project."""
        return _is_ours(self.searcher)

    def prepare(self, position: Position, limits: Limits) -> None:
        """Check by a search without nodes that the searcher plays the game within such limits.

        Other exceptions of the searcher are ignored here; in a game they forfeit it.

        :raises StarlingError: if it does not, or if there is no limit.
        """
        if limits.endless():
            raise LimitsError(f"{self.name} needs a limit: nodes, depth, seconds, cpu or clock")
        try:  # a search without nodes only checks what does not fit
            self.searcher.search(position, replace(limits, nodes=0))
        except StarlingError:
            raise
        except (Exception, SystemExit, GeneratorExit):
            pass  # a searcher that crashes loses its games; the match goes on

    def new_game(self) -> None:
        """Call the searcher's `new_game`, which forgets earlier games."""
        self.searcher.new_game()

    def choose(self, position: Position, limits: Limits) -> Choice:
        """Return the searcher's move with value, bounds, nodes, depth, reason and both times.

        On a clock, time is reserved for delays: the time of a move beyond its search. They are
        learned from the clocks of the moves before. Errors of the searcher are raised.
        """
        seconds, cpu = time.perf_counter(), time.thread_time()
        most = None
        if limits.clock is not None:
            # Reserve the observed time of a move outside its search.
            clock = self._pace.reserved(position, limits.clock, limits.clock.reserve, self._meant)
            limits = replace(limits, clock=clock)
            most = limits.allotted().seconds
        result = self.searcher.search(position, limits)
        seconds, cpu = time.perf_counter() - seconds, time.thread_time() - cpu
        self._meant = seconds if most is None else min(seconds, most)
        return Choice(
            result.move,
            result.value,
            result.nodes,
            seconds,
            cpu,
            result.reason,
            depth=result.depth,
            bounds=result.bounds,
        )


def make_players(
    specs: Sequence[str | Searcher | Player],
    names: Sequence[str | None] = (),
    patience: float | None = None,
    folder: str = "",
) -> list[Player]:
    """Make the players for these specs, each with its own name and searcher.

    Equal names get a number. The names are also set in players that are given. A searcher that is
    given twice is cloned. A player that is not `TRUSTED` runs in a process of its own if
    `CAN_WATCH`; its process is not started here.

    :param specs: specs such as "alphabeta@discs" or "uci:stockfish", built searchers, or players.
    :param names: their names; None, or an empty list, takes their specs.
    :param patience: seconds beyond its limits within which a program, or a player from another
        package, must answer; None for 60.
    :param folder: the folder of relative program paths; "" for the current folder.
    :raises SpecError: if one is no player, a player is given twice, or the names do not fit.
    """
    players: list[Player] = []
    searchers: list[Searcher] = []
    for spec in specs:
        player = _player(spec, patience, folder)
        if isinstance(player, SearcherPlayer):
            if any(player.searcher is other for other in searchers):
                player.searcher = player.searcher.clone()  # sides must not share a memory
            searchers.append(player.searcher)
        if any(player is other for other in players):
            raise SpecError(f"player {player.name} is given twice: expected two players")
        players.append(player)
    names = as_tuple(names or (), "names", "texts, one for each player")
    if names and len(names) != len(players):
        raise SpecError(
            f"names={quoted(list(names))}: expected {len(players)}, one for each player"
        )
    taken: set[str] = set()
    for player, name in zip(players, names or (None,) * len(players), strict=True):
        player.name = own = _named(name, player)
        number = 1
        while player.name in taken:
            number += 1
            player.name = f"{own} ({number})"
        taken.add(player.name)
    return [
        player if player.TRUSTED or not CAN_WATCH else WatchedPlayer(player, patience)
        for player in players
    ]


def _named(name: str | None, player: Player) -> str:
    """Return the name of a player: the given one, or else its own, such as its spec.

    Its own is made printable and cut to `LONGEST_NAME`. If it is empty, or missing as in a subclass
    that does not call `Player.__init__`, the class name is returned.

    :raises SpecError: if a record cannot hold the given name.
    """
    if not name:
        own = str(getattr(player, "name", None) or "")
        return printable(own, LONGEST_NAME) or type(player).__name__
    if (
        not isinstance(name, str)
        or not name.isprintable()
        or len(name) > LONGEST_NAME
        or name != name.strip()
    ):
        raise SpecError(
            f"the name {quoted(name)}: expected at most {LONGEST_NAME} characters that can be "
            "printed, and no blanks around them"
        )
    return name


def _is_ours(part: Part) -> bool:
    """Return whether a part, its evaluator and the parts in its options are of this project."""
    if not is_ours(type(part).__module__):
        return False
    inner = [getattr(part, "given", None)]  # a searcher's evaluator
    for option in options_of(type(part)):
        value = (part.options or {}).get(option.name)
        if option.kind and value is not None:
            inner.append(_registry(option.kind).make(value))
    return all(_is_ours(part) for part in inner if part is not None)


def _registry(kind: str) -> Registry[Any]:
    """Return the registry of the parts that an option of this kind takes.

    The kinds are "attention" and "searcher"; any other one means evaluators.
    """
    if kind == "attention":
        from searchers.abtree.attention import ATTENTIONS

        return ATTENTIONS
    return SEARCHERS if kind == "searcher" else EVALUATORS


def _player(spec: str | Searcher | Player, patience: float | None, folder: str) -> Player:
    """Return the player that a spec names; if a player is given, return it.

    A searcher becomes a `SearcherPlayer`, which is not watched.

    :param patience: seconds beyond its limits that a program has for an answer.
    :param folder: the folder of a relative program path.
    :raises SpecError: if the spec is no player.
    """
    if isinstance(spec, Player):
        return spec
    named = parse_player(spec)[0] if isinstance(spec, str) else None
    if named is None or named.name not in EXTERNAL:
        return SearcherPlayer(make_searcher(spec))
    module, kind = _PROGRAMS[named.name]
    program: type[Program] = getattr(import_module(f"engine.match.players.{module}"), kind)
    return program(named.literal or "", patience, folder)


_PROGRAMS = {
    "uci": ("uci", "UciPlayer"),
    "xboard": ("xboard", "XBoardPlayer"),
    "gtp": ("gtp", "GtpPlayer"),
    "nboard": ("nboard", "NBoardPlayer"),
}
"""Module and class by protocol. They are imported when used, as some need python-chess."""
