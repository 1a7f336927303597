"""The benchmark of the discs that an Othello player loses."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks import othello_losses
from benchmarks.othello_losses import FILE, Position, compare, even_position, outcomes, read, write
from games.errors import FileError
from searchers import Limits, make


def test_a_file_of_solved_positions_is_made_and_read(tmp_path: Path) -> None:
    path = tmp_path / "few.obf"
    write(path, 1, 8, seed=7)
    write(path, 2, 8, seed=7)
    found = read(path)
    assert [position.moves_left() for position, _ in found] == [8, 8]
    for position, values in found:
        assert sorted(values) == sorted(map(position.move_text, position.legal_moves()))
        result = make("minimax@discs").search(position, Limits(depth=20))
        assert max(values.values()) == result.value // 100


def test_a_solver_loses_nothing_and_a_loss_is_the_best_value_less_the_own() -> None:
    position = even_position(3, 8)
    best = make("pvs").search(position, Limits(depth=20)).move
    values = {
        position.move_text(move): 4 if move == best else -2 for move in position.legal_moves()
    }
    exact = Limits(depth=20)
    (good,) = outcomes("pvs", exact, [Position(position, values)])
    value = make("pvs").search(position, exact).value / 100
    assert good.loss == 0
    assert good.off == value - 4
    worse = {name: -value for name, value in values.items()}
    (bad,) = outcomes("pvs", exact, [Position(position, worse)])
    assert bad.loss == 6


def test_players_are_compared_over_the_same_positions(monkeypatch: pytest.MonkeyPatch) -> None:
    losses = {"good": [0, 0, 2], "bad": [0, 4, 4]}
    monkeypatch.setattr(
        othello_losses,
        "outcomes",
        lambda player, *_: [othello_losses.Outcome(loss, 3 - loss, 5) for loss in losses[player]],
    )
    good, bad = compare(["good", "bad"], Limits(nodes=100), [])
    assert good == "| `good` | 100 | 0.67 +- 1.31 | 67% | 2 0 0 | 2.52 | 5.0 |  |"
    assert bad == "| `bad` | 100 | 2.67 +- 2.61 | 33% | 4 4 0 | 1.91 | 5.0 | -2.00 +- 2.26 |"


def test_the_values_of_the_file_are_those_of_all_moves() -> None:
    positions = read(FILE)
    assert len(positions) >= 50
    for position, values in positions:
        assert position.moves_left() in (20, 22)
        assert sorted(values) == sorted(map(position.move_text, position.legal_moves()))
        assert all(abs(value) <= 64 and value % 2 == 0 for value in values.values())


def test_a_position_without_the_values_of_all_moves_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "one.obf"
    board = "---------------------------OX------XO--------------------------- X"
    path.write_text(f"{board}; d3:+0; c4:+0; f5:+0; e6:+0;\n{board}; d3:+0;\n")
    with pytest.raises(FileError, match="position 2: expected a value for every legal move"):
        read(path)
    path.write_text("")
    with pytest.raises(FileError, match="expected positions in OBF, found none"):
        read(path)
