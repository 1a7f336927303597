"""OpenSpiel's games for two players with perfect information and without chance.

`openspiel:breakthrough(rows=6,columns=6)` is the game that `pyspiel.load_game` makes of the same
words. It needs the package `open-spiel` (the extra `openspiel`).
"""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b
from importlib import import_module
from typing import Annotated, Any, TypedDict, Unpack

from games.core.history import copy_with_lists
from games.core.info import GameInfo
from games.core.position import Position
from games.core.scores import DRAW, LOSS, WIN
from games.errors import SpecError, printable, quoted
from games.parts.part import Option

_POINT = 100
"""The value of one point, in games that are not simply won, lost or drawn."""


class OpenSpielOptions(TypedDict, total=False):
    """The options of `OpenSpiel`."""

    name: Annotated[str, Option("tic_tac_toe", "a game of OpenSpiel", literal=True)]


class OpenSpiel(Position):
    """A game of OpenSpiel. Moves are its actions; their texts have no spaces.

    Starling's sides take turns. Where OpenSpiel's rules let a side act again, the other side makes
    a pass between, which is a ply and a node. Its number is `num_distinct_actions`.

    States are cloned for every move, and the key is a hash of the state's text and its legal
    actions. That takes most of the time: `alphabeta` makes about 250,000 nodes a second.

    Margins are in hundredths of a point. Games that are only won, lost or drawn have none.
    """

    NAME = "openspiel"
    OPTIONS = OpenSpielOptions
    KEYED = True
    PATH_DEPENDENT = True  # some games draw by repetition, which the text does not have
    CONSTANT_STATIC = True
    INFO = GameInfo(value_unit="hundredths of a point", value_per_point=_POINT)

    def __init__(self, **options: Unpack[OpenSpielOptions]) -> None:
        """Load OpenSpiel's game of the option `name` (`load_openspiel`), and begin it."""
        super().__init__(**options)
        self.game = load_openspiel(self.options["name"])
        self.states = [self.game.new_initial_state()]
        self.pass_move: int = self.game.num_distinct_actions()
        self._key = -1

    @property
    def family(self) -> str:
        """The game's spec: each game has its own fits."""
        return self.spec

    @property
    def state(self) -> Any:
        """The OpenSpiel state. Do not change it: copies of the position share it."""
        return self.states[-1]

    def legal_moves(self) -> list[int]:
        """Return the actions; the pass alone if the other side acts again, none at the end."""
        state = self.state
        if state.is_terminal():
            return []
        if state.current_player() != self.turn:
            return [self.pass_move]
        return list(state.legal_actions())

    def push(self, move: int) -> None:
        """Make a move on a copy of OpenSpiel's state; a pass keeps the state."""
        state = self.state
        if move != self.pass_move:
            state = state.clone()
            state.apply_action(move)
        self.states.append(state)
        self._key = -1

    def pop(self) -> None:
        """Take back the last move or pass.

        :raises IndexError: at the start of the history.
        """
        if len(self.states) == 1:
            raise IndexError("pop at the start of the history")
        self.states.pop()
        self._key = -1

    def outcome(self) -> int | None:
        """Return the outcome for the side to move; None while the game goes on.

        A utility of 1, 0 or -1 is WIN, DRAW or LOSS in a game where no side can get more than 1.
        Otherwise each point that the side to move got counts 100.
        """
        if not self.state.is_terminal():
            return None
        score = self.state.returns()[self.turn]
        if score in (-1, 0, 1) and self.game.max_utility() == 1:
            return (DRAW, WIN, LOSS)[int(score)]
        return round(_POINT * score)

    def key(self) -> int:
        """Return a 64-bit hash of the side to move, the legal actions and the state's text."""
        if self._key < 0:
            state = self.state
            moves = "" if state.is_terminal() else state.legal_actions()  # superko hides in them
            text = f"{self.turn} {state.current_player()} {moves} {state}"
            digest = blake2b(text.encode(), digest_size=8).digest()
            self._key = int.from_bytes(digest, "little")
        return self._key

    copy = copy_with_lists

    def __reduce__(self) -> tuple[Any, ...]:
        """Return the recipe for `pickle`: the options, the first state and the moves from it."""
        return _replayed, (self._given(), self.states[0], self.history)

    # -- text ----------------------------------------------------------------------------------

    def move_text(self, move: int) -> str:
        """Return OpenSpiel's text of an action, with "_" for spaces; "(pass)" for a pass."""
        if move == self.pass_move:
            return "(pass)"
        return "_".join(self.state.action_to_string(self.state.current_player(), move).split())

    def diagram(self) -> str:
        """Return the text of the state."""
        return str(self.state).rstrip()


def _replayed(options: Any, state: Any, moves: Sequence[int]) -> OpenSpiel:
    """Return the position of a game after moves from a state, which may be a board of its own."""
    position = OpenSpiel(**options)
    position.states = [state]
    for move in moves:
        position.push(move)
    return position


def load_openspiel(name: str) -> Any:
    """Return OpenSpiel's game of a name, with or without parameters.

    :raises SpecError: if the package is not installed, there is no such game, its parameters are
        invalid, or it is not a constant-sum game of two players who move in turn, with perfect
        information and without chance.
    """
    bare, shown = name.partition("(")[0], printable(name, 80)
    try:
        spiel = import_module("pyspiel")
    except ImportError:
        raise SpecError(
            f"openspiel:{shown} needs the package open-spiel: expected pip install open-spiel"
        ) from None
    kinds = {kind.short_name: kind for kind in spiel.registered_games()}
    kind = kinds.get(bare)
    if kind is None:
        raise SpecError(f"openspiel:{shown}: OpenSpiel has no game {quoted(bare, 80)}")
    fault = _fault(spiel.GameType, kind)
    if not fault:
        try:
            game = spiel.load_game(name)
        except Exception as error:  # its errors are of its own classes
            raise SpecError(
                f"openspiel:{shown}: {printable(' '.join(str(error).split()), 200)}"
            ) from None
        if game.num_players() == 2:
            return game
        fault = f"has {game.num_players()} players"
    raise SpecError(
        f"openspiel:{shown} {fault}: expected two players, perfect information and no chance"
    )


def _fault(types: Any, kind: Any) -> str:
    """Return why a game of OpenSpiel cannot be searched; empty if it can.

    `types` is `pyspiel.GameType`, `kind` the game's type. Players are not counted here.
    """
    if kind.dynamics != types.Dynamics.SEQUENTIAL:
        return "has simultaneous moves"
    if kind.chance_mode != types.ChanceMode.DETERMINISTIC:
        return "has chance"
    if kind.information != types.Information.PERFECT_INFORMATION:
        return "has hidden information"
    if kind.utility not in (types.Utility.ZERO_SUM, types.Utility.CONSTANT_SUM):
        return "is not zero-sum"
    return ""
