"""Play a searcher against OpenSpiel's Monte-Carlo tree search at about equal CPU time.

    python -m benchmarks.any_game_match GAME [PLAYER] [GAMES] [CPU] [ROLLOUTS] [OPENING]

GAME is the spec of a game, or a folder that `starling train` made; in PLAYER, VALUES is the
evaluator of this folder. It needs the package `open-spiel`. The opponent is OpenSpiel's C++ bot
with ROLLOUTS random games a leaf. The number of its simulations is measured in the course of the
match, so that its moves take as much CPU time as ours, CPU seconds a move. Openings have OPENING
random plies; each is played twice, with the sides exchanged.
"""

from __future__ import annotations

import random
import re
import string
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

from benchmarks.baseline import timed
from benchmarks.command_line import start
from engine.match.statistics.elo import WDL, elo
from evaluators.values.trained_file import load
from games import make
from games.bridges.openspiel import load_openspiel
from games.core.position import Position
from searchers import Limits, Searcher
from searchers import make as make_searcher

FIRST_SIMULATIONS = 200
"""The simulations of the opponent's first move, before its speed is known."""

UCT_C = 1.4

LETTERS = string.ascii_lowercase

Options = dict[str, Any]
"""Our options of a game."""

Rename = Callable[[str], str]
"""Our text of a move, or of a part of a move, for OpenSpiel's text of an action."""

PARTS = {"amazons": 3}
"""The number of OpenSpiel's actions that make one move of ours, where it is not 1."""


def rules_of_openspiel(position: Any) -> tuple[str, Rename]:
    """Return OpenSpiel's name of the game, and the function from its texts of actions to ours.

    In amazons an action, and so our text, is a part of a move.

    :raises SystemExit: if OpenSpiel has no game of the same rules.
    """
    if position.NAME == "openspiel":
        return position.options["name"], lambda text: "_".join(text.split())
    if position.NAME not in _RULES:
        raise SystemExit(
            f"{position.spec}: OpenSpiel has no game of the same rules that is known here"
        )
    name, rename = _RULES[position.NAME]
    return name.format(**position.options), lambda text: rename(text, position.options)


def _same(text: str, _options: Options) -> str:
    """Return the text of an action, which is ours."""
    return text


def _column(text: str, _options: Options) -> str:
    """Return our text of a column, counted from 1, from one such as "x0"."""
    return str(int(text[1:]) + 1)


def _square(text: str, _options: Options) -> str:
    """Return our text of a square, from one such as "x(0,2)", row and file."""
    return f"{LETTERS[int(text[4])]}{int(text[2]) + 1}"


def _step(text: str, options: Options) -> str:
    """Return our text of a move of breakthrough, whose first side moves down in OpenSpiel."""
    rows = options["height"]
    return "".join(each if each in LETTERS else str(rows + 1 - int(each)) for each in text[:4])


def _pit(text: str, _options: Options) -> str:
    """Return our text of a pit; OpenSpiel numbers the pits around the board."""
    pit = int(text)
    return f"{LETTERS[pit - 1]}1" if pit < 7 else f"{LETTERS[13 - pit]}2"


def _amazons_part(text: str, options: Options) -> str:
    """Return our text of a part of a move, from one such as "X To (5, 3)", row and file."""
    row, file = map(int, re.findall(r"\d+", text))
    before = {"From": "", "To": "-", "Shoot:": "/"}[text.split()[1]]
    return f"{before}{LETTERS[file - 1]}{options['size'] + 1 - row}"


def _line_of_dots(text: str, options: Options) -> str:
    """Return our text of a line, from one such as "P1(h,0,1)", row from the top and file."""
    row, file = map(int, text[5:-1].split(","))
    rows = options["height"] - row
    if text[3] == "h":
        return f"{LETTERS[2 * file + 1]}{2 * rows + 1}"
    return f"{LETTERS[2 * file]}{2 * rows}"


_RULES: dict[str, tuple[str, Callable[[str, Options], str]]] = {
    "connect4": ("connect_four(rows={height},columns={width})", _column),
    "breakthrough": ("breakthrough(rows={height},columns={width})", _step),
    "mnk": ("mnk(m={m},n={n},k={k})", _square),
    "hex": ("hex(board_size={size})", _same),
    "clobber": ("clobber(rows={height},columns={width})", _same),
    "othello": ("othello", _same),
    "amazons": ("amazons(board_size={size})", _amazons_part),
    "dots": ("dots_and_boxes(num_rows={height},num_cols={width})", _line_of_dots),
    "kalah": ("mancala", _pit),
}
"""OpenSpiel's name of each game, with our options in it, and the function of its texts to ours."""


class BothGames:
    """A position of Starling and the state of OpenSpiel that is the same."""

    def __init__(self, position: Position) -> None:
        name, self.rename = rules_of_openspiel(position)
        self.position = position
        self.parts = PARTS.get(position.NAME, 1)
        self.state: Any = load_openspiel(name).new_initial_state()

    def push(self, text: str) -> None:
        """Make the move of this text of ours in both games.

        Where a side moves again, make the pass of the other side that only Starling has.

        :raises SystemExit: if the legal moves differ.
        """
        actions = self.actions()
        moves = self.moves()
        if moves.keys() != actions.keys():
            raise SystemExit(
                f"{self.position.spec}: the legal moves differ after {self.state.history()}: "
                f"{sorted(moves)} and in OpenSpiel {sorted(actions)}"
            )
        self.position.push(moves[text])
        for action in actions[text]:
            self.state.apply_action(action)
        while not self.state.is_terminal() and self.state.current_player() != self.position.turn:
            (move,) = self.position.legal_moves()
            self.position.push(move)

    def moves(self) -> dict[str, int]:
        """Return our legal moves by their texts."""
        return {self.position.move_text(move): move for move in self.position.legal_moves()}

    def text(self, state: Any, action: int) -> str:
        """Return our text of an action, or of the part of a move that it is."""
        return self.rename(state.action_to_string(action).rstrip("*"))

    def actions(self) -> dict[str, list[int]]:
        """Return OpenSpiel's actions that make each legal move, by our texts of the moves."""
        found: dict[str, list[int]] = {}
        moves = [("", list[int](), self.state)]
        while moves:
            text, actions, state = moves.pop()
            if len(actions) == self.parts:
                found[text] = actions
                continue
            for action in state.legal_actions():
                part = self.text(state, action)
                after = state.child(action) if len(actions) + 1 < self.parts else state
                moves.append((text + part, [*actions, action], after))
        return found


def monte_carlo_bot(game: Any, simulations: int, rollouts: int, seed: int) -> Any:
    """Return OpenSpiel's bot of Monte-Carlo tree search, which evaluates by random rollouts.

    :param simulations: the simulations of each search.
    :param rollouts: the random games of each leaf.
    """
    import pyspiel  # type: ignore[import-not-found]  # an optional package

    return pyspiel.MCTSBot(
        game,
        pyspiel.RandomRolloutEvaluator(rollouts, seed),
        UCT_C,
        simulations,
        1000,
        True,
        seed,
        False,
        pyspiel.ChildSelectionPolicy.UCT,
    )


class MonteCarlo:
    """OpenSpiel's bot, with as many simulations as its time for an action allows.

    :param rollouts: the random games of each leaf.
    :param seconds: the CPU time for an action.
    """

    def __init__(self, game: Any, rollouts: int, seconds: float) -> None:
        self.game, self.rollouts, self.seconds = game, rollouts, seconds
        self.simulations = FIRST_SIMULATIONS
        self.steps = self.total = 0
        self.spent = 0.0

    def step(self, state: Any) -> int:
        """Return the action to play, and measure its time.

        The number of simulations follows the mean speed of all actions until now.
        """
        bot = monte_carlo_bot(self.game, self.simulations, self.rollouts, seed=self.steps)
        action, spent = timed(partial(bot.step, state))
        self.spent += spent
        self.steps += 1
        self.total += self.simulations
        self.simulations = max(2, round(self.total / self.spent * self.seconds))
        return int(action)


def main(
    game: str,
    player: str = "pvs",
    games: int = 100,
    cpu: float = 0.01,
    rollouts: int = 1,
    opening: int = 2,
) -> None:
    """Play the match against OpenSpiel's Monte-Carlo tree search and print the score.

    :param game: the spec of a game, or a folder that `starling train` made
    :param player: our searcher; VALUES in it is the evaluator of that folder
    :param cpu: CPU seconds a move, of either player
    :param rollouts: random games that evaluate a leaf of the opponent
    :param opening: random plies before the first move
    """
    trained = Path(game).is_dir()
    origin = make(load(game).header.game if trained else game)
    name, _ = rules_of_openspiel(origin)
    opponent = MonteCarlo(load_openspiel(name), rollouts, cpu / PARTS.get(origin.NAME, 1))
    ours = make_searcher(player.replace("VALUES", f"values:{game}"))
    rng, line = random.Random(1), list[str]()
    score = [0, 0, 0]
    spent = 0.0
    for number in range(games):
        if number % 2 == 0:
            line = _random_line(origin, opening, rng)
        result, seconds = _play(origin, line, number % 2, ours, opponent, cpu)
        score[1 - result] += 1
        spent += seconds
    won, drawn, lost = score
    print(
        f"{origin.spec}, {cpu} s a move: {player} +{won} ={drawn} -{lost} against MCTS with "
        f"{opponent.total / opponent.steps:.0f} simulations of {rollouts} rollouts, "
        f"{elo(WDL(won, drawn, lost))} Elo; our share of the CPU time "
        f"{spent / (spent + opponent.spent):.0%}"
    )


def _random_line(origin: Position, plies: int, rng: random.Random) -> list[str]:
    """Return the texts of `plies` random moves from the start, after which the game goes on."""
    while True:
        both, line = BothGames(origin.copy()), list[str]()
        while len(line) < plies and not both.state.is_terminal():
            line.append(rng.choice(sorted(both.moves())))
            both.push(line[-1])
        if not both.state.is_terminal():
            return line


def _play(
    origin: Position,
    line: list[str],
    side: int,
    ours: Searcher,
    opponent: MonteCarlo,
    cpu: float,
) -> tuple[int, float]:
    """Play a game against OpenSpiel's search; return our result and our CPU seconds.

    The result is 1 for our win, 0 for a draw, -1 for a loss.

    :param line: the texts of the moves of the opening.
    :param side: our side, 0 for the one that moves first.
    :param cpu: the CPU seconds of our moves.
    """
    both = BothGames(origin.copy())
    for text in line:
        both.push(text)
    ours.new_game()
    spent = 0.0
    while not both.state.is_terminal():
        if both.state.current_player() == side:
            found, seconds = timed(partial(ours.search, both.position, Limits(cpu=cpu)))
            spent += seconds
            assert found.move is not None  # the game is not over
            text = both.position.move_text(found.move)
        else:
            text = _move_of(opponent, both)
        both.push(text)
    returned = both.state.returns()[side]
    return (returned > 0) - (returned < 0), spent


def _move_of(opponent: MonteCarlo, both: BothGames) -> str:
    """Return our text of the opponent's next move; it is not made."""
    state, text = both.state, ""
    for part in range(both.parts):
        action = opponent.step(state)
        text += both.text(state, action)
        state = state.child(action) if part + 1 < both.parts else state
    return text


if __name__ == "__main__":
    start(main, __doc__)
