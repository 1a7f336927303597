"""Play trained values against OpenSpiel's Monte-Carlo tree search at about equal CPU time.

    python -m benchmarks.any_game_match FOLDER [--games N] [--cpu S] [--rollouts N] [--player SPEC]

FOLDER is made by `starling train`, for `connect4` or a size of `breakthrough`. It needs the package
`open-spiel`. The opponent is OpenSpiel's C++ bot with so many random rollouts a leaf. The number of
its simulations is measured at the start, so that a move takes as much CPU time as ours. Openings
are random; each is played twice, with the sides exchanged.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Callable
from typing import Any

from evaluators.values.trained_file import load
from games import make
from games.core.position import Position
from searchers import Limits
from searchers import make as make_searcher

OPENING = 2
"""The random plies of an opening."""
MEASURED = 2000
"""The simulations that show how many fit into the time."""
UCT_C = 1.4


def connect4(position: Position, _: Any) -> tuple[str, Callable[[int], str]]:
    """Return OpenSpiel's game, and the text of its action for one of our moves."""
    return "connect_four", lambda move: str(move)


def breakthrough(position: Any, rows: int) -> tuple[str, Callable[[int], str]]:
    """Return OpenSpiel's game, whose first side moves down, and the text of its actions."""

    def text(move: int) -> str:
        word = position.move_text(move)
        return f"{word[0]}{rows + 1 - int(word[1])}{word[2]}{rows + 1 - int(word[3])}"

    return f"breakthrough(rows={rows},columns={position.width})", text


def main() -> None:
    """Play the match and print the score."""
    import pyspiel  # type: ignore[import-not-found]  # an optional package

    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("folder")
    parser.add_argument("--games", type=int, default=100)
    parser.add_argument("--cpu", type=float, default=0.01, help="seconds a move")
    parser.add_argument("--rollouts", type=int, default=1)
    parser.add_argument("--player", default="pvs@values:FOLDER")
    given = parser.parse_args()
    start: Any = make(load(given.folder).header.game)
    rules = {"connect4": connect4, "breakthrough": breakthrough}[start.NAME]
    name, _ = rules(start, start.height)
    theirs = pyspiel.load_game(name)
    bot = _bot(pyspiel, theirs, MEASURED, given.rollouts)
    began = time.process_time()
    bot.step(theirs.new_initial_state())
    simulations = max(2, round(MEASURED * given.cpu / (time.process_time() - began)))
    bot = _bot(pyspiel, theirs, simulations, given.rollouts)
    ours = make_searcher(given.player.replace("FOLDER", given.folder))
    score, spent = [0, 0, 0], [0.0, 0.0]
    rng = random.Random(1)
    opening: list[int] = []
    for number in range(given.games):
        if number % 2 == 0:
            opening = _opening(start, rng)
        position, state = start.copy(), theirs.new_initial_state()
        for move in opening:
            _push(rules, position, state, move)
        ours.new_game()
        while not state.is_terminal():
            began = time.process_time()
            mine = position.turn == number % 2
            if mine:
                move = ours.search(position, Limits(cpu=given.cpu)).move
            else:
                action = state.action_to_string(bot.step(state))
                move = _move(rules, position, action)
            spent[not mine] += time.process_time() - began
            _push(rules, position, state, move)
        score[1 - round(state.returns()[number % 2])] += 1
    won, drawn, lost = score
    share = spent[0] / sum(spent)
    print(
        f"{start.spec}, {given.cpu} s: {given.player} +{won} ={drawn} -{lost} against MCTS with "
        f"{simulations} simulations of {given.rollouts} rollouts; our share of the CPU time "
        f"{share:.0%}"
    )


def _bot(pyspiel: Any, game: Any, simulations: int, rollouts: int) -> Any:
    evaluator = pyspiel.RandomRolloutEvaluator(rollouts, 1)
    return pyspiel.MCTSBot(
        game, evaluator, UCT_C, simulations, 1000, True, 1, False, pyspiel.ChildSelectionPolicy.UCT
    )


def _opening(start: Position, rng: random.Random) -> list[int]:
    """Return random moves."""
    position: Any = start.copy()
    for _ in range(OPENING):
        position.push(rng.choice(position.legal_moves()))
    return list(position.history)


def _words(rules: Any, position: Any) -> dict[str, int]:
    """Return our legal moves by OpenSpiel's text."""
    _, text = rules(position, position.height)
    return {text(move): move for move in position.legal_moves()}


def _move(rules: Any, position: Any, action: str) -> int:
    """Return our move for OpenSpiel's text of an action."""
    word = action.rstrip("*")
    return _words(rules, position)[word[1:] if word[0] in "xo" and word[1:].isdigit() else word]


def _push(rules: Any, position: Any, state: Any, move: int) -> None:
    """Make a move in both games."""
    legal = {_move(rules, position, state.action_to_string(a)): a for a in state.legal_actions()}
    state.apply_action(legal[move])
    position.push(move)


if __name__ == "__main__":
    main()
