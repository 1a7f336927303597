"""Who plays: searchers in this process, and external UCI engines for chess."""

from __future__ import annotations

import os
import shlex
import shutil
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from engine.match.endings import is_our
from games.errors import EngineError, LimitsError, SpecError, StarlingError
from games.parts import name_of
from games.position import Position
from games.scores import WIN
from games.specs import EXTERNAL, parse_player
from searchers import Limits, Searcher
from searchers import make as make_searcher

__all__ = ["Choice", "Forfeit", "Player", "SearcherPlayer", "UciPlayer", "seat"]

GAME_FOLDERS = ("/usr/games", "/usr/local/games")
"""Where distributions put game programs, beside PATH."""


@dataclass(frozen=True)
class Choice:
    """What a player answered, and what it spent.

    :param value: the position's value from the player's point of view; None where it told none.
    :param nodes: nodes it took, by its own count.
    :param seconds: wall-clock time.
    :param cpu: CPU seconds; None where they are not known (external programs).
    :param reason: why the search ended (`searchers.Result.reason`); "" where it is not known.
    """

    move: int | None
    value: int | None
    nodes: int
    seconds: float
    cpu: float | None
    reason: str


class Forfeit(Exception):
    """A player loses the game by its own fault.

    :param ending: the kind, in few words: "illegal move", "crash", "no answer", "time forfeit".
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
        except Exception as error:
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


class UciPlayer(Player):
    """An external chess engine that speaks UCI, through python-chess and without a shell.

    One that fails is ended; the next game starts it afresh.

    :param command: the command line; the program is looked for on PATH and in `GAME_FOLDERS`.
    """

    def __init__(self, command: str) -> None:
        super().__init__(f"uci:{command}")
        self.command = command
        self._engine: Any = None
        self._game = object()

    def prepare(self, position: Position, limits: Limits) -> None:
        if not is_our("chess", position):
            game = name_of(type(position))
            raise SpecError(f"{self.name} plays chess only: expected a searcher for {game}")
        if limits.cpu is not None:
            raise LimitsError(f"{self.name} knows no CPU limit: use nodes, depth, seconds or clock")
        if limits.endless():
            raise LimitsError(f"{self.name} needs a limit: nodes, depth, seconds or clock")
        self._start()

    def new_game(self) -> None:
        self._start()
        self._game = object()  # python-chess sends ucinewgame when it sees another one

    def choose(self, position: Position, limits: Limits) -> Choice:
        from chess.engine import INFO_BASIC, INFO_SCORE

        board = position.board()  # type: ignore[attr-defined]  # `prepare` saw to it
        started = time.perf_counter()
        try:
            played = self._engine.play(
                board, _uci_limit(limits, board.turn), game=self._game, info=INFO_BASIC | INFO_SCORE
            )
        except Exception as error:  # whatever it was, this engine is of no more use
            self.close()
            raise _forfeit(self.name, error) from error
        seconds = time.perf_counter() - started
        move = None if played.move is None else position.parse_move(played.move.uci())
        nodes = played.info.get("nodes", 0)
        reason = "nodes" if limits.nodes is not None and nodes >= limits.nodes else ""
        return Choice(move, _value(played.info.get("score")), nodes, seconds, None, reason)

    def close(self) -> None:
        engine, self._engine = self._engine, None
        if engine is None:
            return
        try:
            with suppress(Exception):
                engine.quit()
        finally:
            engine.close()  # ends one that does not go

    def _start(self) -> None:
        if self._engine is not None:
            return
        from chess.engine import SimpleEngine

        command = _found(self.command)
        try:
            # A group of its own, so that Ctrl-C ends the match in order and not the engine.
            self._engine = SimpleEngine.popen_uci(command, setpgrp=True)
        except (OSError, RuntimeError, TimeoutError) as error:
            fault = str(error) or "no answer to 'uci' within 10 s"
            raise EngineError(f"{self.name} does not start as a UCI engine: {fault}") from error


def seat(specs: Sequence[str | Searcher | Player]) -> list[Player]:
    """The players for these specs, each with a name and a searcher of its own.

    :param specs: specs such as "alphabeta@discs" or "uci:stockfish", built searchers, or players.
    :raises SpecError: if one is no player, or of a kind that cannot play here.
    """
    players: list[Player] = []
    searchers: list[Searcher] = []
    for spec in specs:
        player = _player(spec)
        if isinstance(player, SearcherPlayer):
            if any(player.searcher is other for other in searchers):
                player.searcher = player.searcher.clone()  # sides must not share a memory
            searchers.append(player.searcher)
        if any(player is other for other in players):
            raise SpecError(f"player {player.name} is given twice: expected two players")
        players.append(player)
    for player in players:
        player.name = _unique(player, players)
    return players


def _player(spec: str | Searcher | Player) -> Player:
    if isinstance(spec, Player):
        return spec
    if isinstance(spec, str):
        program = parse_player(spec)[0]
        if program.name == "uci":
            return UciPlayer(program.literal or "")
        if program.name in EXTERNAL:
            raise SpecError(f"{spec!r}: no match with {program.name} programs; expected uci:")
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


def _found(command: str) -> list[str]:
    """The command line as a list, with the program's path.

    :raises EngineError: if there is no such program.
    """
    try:
        words = shlex.split(command, posix=os.name != "nt")
    except ValueError as error:
        raise EngineError(f"uci:{command} is no command line: {error}") from None
    folders = os.pathsep.join([os.environ.get("PATH", os.defpath), *GAME_FOLDERS])
    program = shutil.which(words[0], path=folders)
    if program is None:
        places = f"PATH or in {' or '.join(GAME_FOLDERS)}"
        raise EngineError(f"uci:{command}: no program {words[0]!r} on {places}")
    return [program, *words[1:]]


def _uci_limit(limits: Limits, white: bool) -> Any:
    """Our limits in python-chess's words; the clock is that of the side to move."""
    from chess.engine import Limit

    clock: dict[str, Any] = {}
    if limits.clock is not None:
        side = "white" if white else "black"
        clock = {
            f"{side}_clock": limits.clock.remaining,
            f"{side}_inc": limits.clock.increment,
            "remaining_moves": limits.clock.moves_to_go,
        }
    return Limit(nodes=limits.nodes, depth=limits.depth, time=limits.seconds, **clock)


def _value(score: Any) -> int | None:
    """A UCI score, which is from the side to move, as one of ours; None where it told none."""
    if score is None:
        return None
    mate: int | None = score.relative.mate()
    if mate is None:
        return int(score.relative.score())
    return WIN - (2 * mate - 1) if mate > 0 else -WIN - 2 * mate


def _forfeit(name: str, error: Exception) -> Forfeit:
    """How an engine lost that failed with this error."""
    detail = f"{name}: {error or type(error).__name__}"
    if isinstance(error, TimeoutError):
        return Forfeit("no answer", f"{detail}: no move in time")
    if isinstance(error.__context__, ValueError):  # python-chess could not make the move
        return Forfeit("illegal move", detail)
    return Forfeit("crash", detail)
