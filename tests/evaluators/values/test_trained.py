"""Trained values: their formula, and files that are damaged or of another game."""

from __future__ import annotations

import random
from array import array
from pathlib import Path

import pytest

from evaluators import default_for, make
from evaluators.values.trained_file import NAME, Header, Trained, load, pack
from games import make as make_game
from games.core.features import features_mark
from games.errors import EvaluationError, FileError, SpecError

GAME = "breakthrough:width=5,height=6"
HIDDEN = 32


def written(folder: Path, game: str = GAME, **changes: object) -> str:
    """Write random weights for a game into a folder, and return the evaluator's spec."""
    rng = random.Random(1)
    count = len(make_game(game).symmetries()[0])
    header = {
        **{"game": make_game(game).spec, "mark": features_mark(make_game(game))},
        **{"kind": "chance", "unit": 100, "static": 30000},
        **{"end": -5000, "features": count, "active": 60, "hidden": HIDDEN, **changes},
    }
    trained = Trained(
        Header(**header),  # type: ignore[arg-type]  # of the right types
        array("i", range(count)),
        array("h", [rng.randint(-300, 300) for _ in range(count * HIDDEN)]),
        array("h", [rng.randint(0, 100) for _ in range(HIDDEN)]),
        array("h", [rng.randint(-2000, 2000) for _ in range(HIDDEN)]),
    )
    folder.mkdir(exist_ok=True)
    (folder / NAME).write_bytes(pack(trained))
    return f"values:{folder}"


def values(spec: str, count: int, *, fresh: bool) -> list[int]:
    """Return the values of positions of random games, by one evaluator or a new one each."""
    rng, found, evaluator = random.Random(2), [], make(spec)
    position = make_game(GAME)
    while len(found) < count:
        if position.outcome() is not None:
            position = make_game(GAME)
        found.append((make(spec) if fresh else evaluator).value(position))
        position.push(rng.choice(position.legal_moves()))
    return found


def test_updated_sums_equal_fresh_ones(tmp_path: Path) -> None:
    spec = written(tmp_path)
    found = values(spec, 100, fresh=False)
    assert found == values(spec, 100, fresh=True)
    assert len(set(found)) > 50


def test_a_value_is_the_formula(tmp_path: Path) -> None:
    evaluator = make(written(tmp_path))
    trained, position = load(str(tmp_path)), make_game(GAME).play("a2a3", "e5d4")
    total = trained.header.end
    for unit in range(HIDDEN):
        column = [trained.rows[feature * HIDDEN + unit] for feature in position.features()]
        clipped = max(0, min(128, trained.biases[unit] + sum(column)))
        total += (clipped * clipped >> 7) * trained.outputs[unit]
    assert evaluator.value(position) == (total * 100 >> 17) + (position.static() * 30000 >> 16)


def test_features_without_weights_and_beyond_the_most_are_left_out(tmp_path: Path) -> None:
    evaluator = make(written(tmp_path, active=1, static=0))
    trained, position = load(str(tmp_path)), make_game(GAME)
    first = position.features()[0]
    total = trained.header.end
    for unit in range(HIDDEN):
        clipped = max(0, min(128, trained.biases[unit] + trained.rows[first * HIDDEN + unit]))
        total += (clipped * clipped >> 7) * trained.outputs[unit]
    assert evaluator.value(position) == total * 100 >> 17


@pytest.mark.parametrize(
    ("damage", "fault"),
    [
        (lambda data: data[:-1], "cut short or altered"),
        (lambda data: data[:200], "cut short or altered"),
        (lambda data: data[:300] + bytes([data[300] ^ 1]) + data[301:], "cut short or altered"),
        (lambda data: data.replace(b"VALUES 2", b"VALUES 1"), "has version 1: expected version 2"),
        (lambda data: b"", "has no trained values"),
        (lambda data: b"\x80\x04K\x01.", "has no trained values"),
    ],
)
def test_a_damaged_file_is_refused(damage: object, fault: str, tmp_path: Path) -> None:
    spec = written(tmp_path)
    path = tmp_path / NAME
    path.write_bytes(damage(path.read_bytes()))  # type: ignore[operator]  # a function
    with pytest.raises(FileError, match=fault) as caught:
        make(spec)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("changes", "fault"),
    [
        ({"active": 4000}, "a sum of a hidden unit"),
        ({"kind": "luck"}, "expected chance or margin"),
    ],
)
def test_weights_that_could_overflow_are_not_written(
    changes: dict[str, object], fault: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=fault):
        written(tmp_path, **changes)


def test_another_game_or_shape_is_refused(tmp_path: Path) -> None:
    evaluator = make(written(tmp_path))
    for game in ("othello", "breakthrough:width=6,height=6"):
        with pytest.raises(EvaluationError, match=f"it does not support {game}"):
            evaluator.bind(make_game(game))
    with pytest.raises(EvaluationError, match="was trained for 'breakthrough:width=5,height=6'"):
        evaluator.value(make_game("othello"))


def test_values_for_other_features_are_refused(tmp_path: Path) -> None:
    """The game's author changed its features after the training."""
    evaluator = make(written(tmp_path, mark=1))
    with pytest.raises(EvaluationError, match=f"for other features of {GAME} than it has now"):
        evaluator.value(make_game(GAME))


SHIPPED = {
    "breakthrough": ("values:starling-breakthrough", "width=6"),
    "connect4": ("static", "width=6"),
    "kalah": ("values:starling-kalah", "houses=5"),
}
"""The games with shipped values: the default evaluator of values, and another board."""


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_values_are_for_the_usual_options(game: str) -> None:
    """They give the intervals there; another board has only its static value."""
    position, (default, options) = make_game(game), SHIPPED[game]
    assert default_for(position) == default
    assert make(f"values:starling-{game}").serves(position)
    assert default_for(position, intervals=True) == f"learned:base=(values:starling-{game})"
    low, high = make(default_for(position, intervals=True)).interval(position)
    assert low < high
    other = make_game(f"{game}:{options}")
    assert default_for(other) == "static"
    with pytest.raises(EvaluationError, match="no evaluator gives intervals"):
        default_for(other, intervals=True)


def test_shipped_values_have_names() -> None:
    names = ", ".join(f"starling-{game}" for game in SHIPPED)
    with pytest.raises(FileError, match=f"no shipped values 'starling-nothing': expected {names}"):
        make("values:starling-nothing")
    with pytest.raises(FileError, match="cannot read"):  # a path is no name
        make("values:./starling-breakthrough")


def test_a_missing_folder_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileError, match=r"cannot read .*nowhere"):
        make(f"values:{tmp_path / 'nowhere'}")
    with pytest.raises(SpecError, match=r"expected text behind .values:."):
        make("values")
