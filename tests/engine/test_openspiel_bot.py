"""A searcher plays for OpenSpiel."""

from __future__ import annotations

import pytest

pyspiel = pytest.importorskip("pyspiel")


def test_bots_play_whole_games() -> None:
    from engine.hosted.openspiel import SearcherBot

    for name in ("tic_tac_toe", "mancala"):
        state = pyspiel.load_game(name).new_initial_state()
        bots = [SearcherBot("alphabeta", nodes=40), SearcherBot("bfms", nodes=40)]
        while not state.is_terminal():
            action = bots[state.current_player()].step(state)
            assert action in state.legal_actions()
            state.apply_action(action)


def test_a_bot_finds_a_win_from_any_state() -> None:
    from engine.hosted.openspiel import SearcherBot

    bot = SearcherBot("alphabeta", depth=2)
    state = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (0, 3, 1, 4):
        state.apply_action(action)
    bot.restart_at(state)
    assert bot.step(state) == 2
    other = pyspiel.load_game("tic_tac_toe").new_initial_state()
    for action in (8, 0, 7, 1):
        other.apply_action(action)
    assert bot.step(other) == 6


def test_a_game_may_begin_at_any_board() -> None:
    from engine.hosted.openspiel import SearcherBot

    bot = SearcherBot("bfms", depth=2)
    game = pyspiel.load_game("chess")
    for fen, mate in (
        ("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "Ra8#"),
        ("r3k3/8/8/8/8/8/5PPP/6K1 b - - 0 1", "Ra1#"),  # begins with Black's move
        ("6k1/5ppp/8/8/8/8/8/4K2Q w - - 0 1", "Qa8#"),  # has the history of the first
    ):
        state = game.new_initial_state(fen)
        assert state.action_to_string(bot.step(state)) == mate
    state.apply_action(state.string_to_action("Kd1"))
    state.apply_action(state.string_to_action("Kh8"))
    assert state.action_to_string(bot.step(state)) == "Qa8#"
