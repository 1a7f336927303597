"""The error models that pruning uses: the files and their reader."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import evaluators
import games
import searchers
from games.errors import FileError
from searchers import Limits
from searchers.depth_first.error_model import (
    LARGEST,
    STATIC,
    ErrorModel,
    ErrorModels,
    Pair,
    model_files,
    read_models,
)
from training.error_models import write

ERRORS = (-90, -80, -50, -20, -10, 0, 10, 20, 50, 80, LARGEST)


def test_errors_are_interpolated_between_quantiles() -> None:
    pair = Pair(STATIC, 2, (ERRORS, None))
    assert [pair.error(share, 0) for share in (1, 3.5, 20, 98)] == [-90, -65, -10, 80]
    assert pair.error(98.5, 0) is None, "it may be a win"
    assert pair.error(50, 1) is None
    assert pair.error(50, 2) is None


def test_a_file_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "one.json"
    models = ErrorModels(
        "none", (ErrorModel("chess", "pst", {"reverse": 97}, (Pair(0, 4, (ERRORS,)),)),)
    )
    write(path, models)
    assert read_models(str(path)) == models


@pytest.mark.parametrize(
    ("pair", "fault"),
    [
        ({"depth": 4, "deep": 2, "phases": []}, "deep 2: expected more than depth, 4"),
        ({"depth": 0, "deep": 2, "phases": [[1, 2]]}, "2 quantiles, expected 11"),
        ({"depth": 0, "deep": 2, "phases": [[*ERRORS[:9], 80, 70]]}, "quantile 70 after 80"),
    ],
)
def test_a_wrong_file_is_refused(tmp_path: Path, pair: object, fault: str) -> None:
    path = tmp_path / "wrong.json"
    model = {"game": "chess", "evaluator": "pst", "best": {}, "pairs": [pair]}
    path.write_text(json.dumps({"command": "", "outlooks": [model]}))
    with pytest.raises(FileError, match=fault):
        read_models(str(path))


@pytest.mark.parametrize("game", ["chess", "othello"])
def test_the_best_evaluators_have_an_error_model(game: str) -> None:
    wanted = (game, evaluators.default_for(games.make(game)))
    found = [(m.game, m.evaluator) for path in model_files() for m in read_models(path).models]
    assert wanted in found


def test_without_an_error_model_nothing_is_pruned_by_errors() -> None:
    position = games.make("ngame:b=4,d=30,seed=3")
    found = {
        searchers.make(f"pvs:{given}").search(position, Limits(depth=8)).nodes
        for given in ("reverse=90,futility=90,razoring=90,probcut=90", "reverse=0,futility=0")
    }
    assert len(found) == 1
