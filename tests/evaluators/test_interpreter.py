"""What is compiled finds what the interpreter finds, value by value."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_TELL = """
import random, sys
from evaluators import make
from games import make as make_game
game, spec, count = sys.argv[1:]
chance, asked = random.Random(1), make(spec)
position = make_game(game)
for _ in range(int(count)):
    legal = position.legal_moves()
    if not legal or position.ply > 150:
        position = make_game(game)
    else:
        position.push(chance.choice(legal))
    print(asked.value(position))
    if asked.gives_intervals() and position.outcome() is None:
        print(*asked.interval(position), *map(asked.quantile, range(0, 101, 5)))
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("game", "spec", "positions"),
    [
        ("chess", "network", 10_000),
        ("othello", "patterns", 10_000),
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
    for room in ("games", "evaluators"):
        binaries = shutil.ignore_patterns("*.so", "*.pyd", "__pycache__")
        shutil.copytree(ROOT / room, tmp_path / room, ignore=binaries)
    for folder in (ROOT, tmp_path):
        run = [sys.executable, "-c", _TELL, game, spec, str(positions)]
        found.append(subprocess.run(run, cwd=folder, check=True, capture_output=True).stdout)
    assert found[0].count(b"\n") >= positions
    assert found[0] == found[1]
