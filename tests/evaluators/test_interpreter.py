"""Compiled and interpreted evaluators return the same values."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_PRINT_VALUES = """
import random, sys
from evaluators import make
from games import make as make_game
game, spec, count = sys.argv[1:]
rng, evaluator = random.Random(1), make(spec)
position = make_game(game)
for _ in range(int(count)):
    legal = position.legal_moves()
    if not legal or position.ply > 150:
        position = make_game(game)
    else:
        position.push(rng.choice(legal))
    print(evaluator.value(position))
    if evaluator.gives_intervals() and position.outcome() is None:
        print(*evaluator.interval(position), *map(evaluator.quantile, range(0, 101, 5)))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "spec", "positions"),
    [
        ("chess", "network", 10_000),
        ("othello", "patterns", 10_000),
        ("breakthrough", "values:starling-breakthrough", 2_000),
        ("chess", "calibrated", 500),
        ("chess", "learned", 500),
        ("othello", "calibrated", 10_000),
        ("othello", "learned", 10_000),
    ],
)
def test_the_interpreter_finds_the_same(
    game: str, spec: str, positions: int, tmp_path: Path
) -> None:
    found = []
    for package in ("games", "evaluators"):
        binaries = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(ROOT / package, tmp_path / package, ignore=binaries)
    for folder in (ROOT, tmp_path):
        run = [sys.executable, "-c", _PRINT_VALUES, game, spec, str(positions)]
        found.append(subprocess.run(run, cwd=folder, check=True, capture_output=True).stdout)
    assert found[0].count(b"\n") >= positions
    assert found[0] == found[1]
