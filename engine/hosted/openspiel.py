"""A searcher of Starling as a bot of OpenSpiel. Needs the package `open-spiel`.

import pyspiel
from engine.hosted.openspiel import SearcherBot

game = pyspiel.load_game("breakthrough(rows=6,columns=6)")
bots = [SearcherBot("pvs", nodes=1000), SearcherBot("bfms", nodes=1000)]
state = game.new_initial_state()
while not state.is_terminal():
    state.apply_action(bots[state.current_player()].step(state))
"""

from __future__ import annotations

from typing import Any

import pyspiel  # type: ignore[import-not-found]  # an optional package

from games.bridges.openspiel import OpenSpiel
from searchers import make as make_searcher


class SearcherBot(pyspiel.Bot):  # type: ignore[misc]  # pyspiel has no types
    """A bot that plays any game that `openspiel:` takes, for either side.

    :param player: a searcher, perhaps with an evaluator: `alphabeta@static`.
    :param limits: the limits of each move, as `Searcher.search` takes them: `nodes=1000`.
    """

    def __init__(self, player: str = "pvs", **limits: Any) -> None:
        pyspiel.Bot.__init__(self)
        self.searcher = make_searcher(player)
        self.limits = limits
        self._position: OpenSpiel | None = None
        self._played: list[int] = []  # the actions that OpenSpiel has before the position

    def step(self, state: Any) -> int:
        """Search a state within the limits, and return the action to take; the game must go on.

        If the state continues the last one, what the searcher has found so far is used.
        """
        move = self.searcher.search(self._at(state), **self.limits).move
        assert move is not None, "the game goes on"
        return move

    def restart(self) -> None:
        """Forget the last game, and what the searcher has found."""
        self._position = None
        self.searcher.new_game()

    def restart_at(self, state: Any) -> None:
        """Forget the last game, and begin at a state."""
        self.restart()
        self._at(state)

    def _at(self, state: Any) -> OpenSpiel:
        """Return our position of an OpenSpiel state: the last one with new moves, or a new one.

        A new one forgets the last game. It has the moves from the game's usual start if they lead
        to the state; else it begins at the state.
        """
        position, known, played = self._position, self._played, list(state.history())
        game = str(state.get_game())
        if (
            position is None
            or str(position.game) != game
            or played[: len(known)] != known
            or not _leads(position, played[len(known) :], state)
        ):
            self.restart()
            position = OpenSpiel(name=game)
            if not _leads(position, played, state):
                position = OpenSpiel(name=game)
                position.states = [state.clone()]
                _pass_to_player(position)
        self._position, self._played = position, played
        return position


def _leads(position: OpenSpiel, actions: list[int], state: Any) -> bool:
    """Play actions in our position, with the passes that OpenSpiel omits.

    Return whether they lead to the state. If not, the position has changed all the same.
    """
    for action in actions:
        _pass_to_player(position)
        if action not in position.legal_moves():
            return False
        position.push(action)
    _pass_to_player(position)
    return str(position.state) == str(state)


def _pass_to_player(position: OpenSpiel) -> None:
    """Make the pass of a side that cannot act, if it is that side's turn."""
    if position.legal_moves() == [position.pass_move]:
        position.push(position.pass_move)
