"""Fits the weights of `positional` to Othello games played against itself.

    python -m training.othello FILE [--games N] [--generations G] [--seed S] [--jobs J]

Every generation plays games from random openings with the weights of the one before (the first
with `discs`), the last empty squares exactly, and is twice as large. Ridge regression fits the
weights to the margins, smoothed by the searches' values, of the last two generations. The same
numbers give the same games, and on one machine the same file, however many jobs.
"""

from __future__ import annotations

import argparse
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np

from evaluators.values.othello import STAGES, UNIT, Patterns, canonical, pack
from games.othello.othello import Othello
from searchers import Limits, make

BEGINNER = "alphabeta@discs"
DEPTH = 3
SOLVED = 8
"""Empty squares from which games are played out exactly."""
OPENING = (6, 20)
"""The least and the most random moves at the start."""
TRUST = 0.1
"""How far a target moves towards the value of each search, once there are weights."""
CHUNK = 50
"""Games of one job."""
OVERLAP = 2
"""Discs by which the positions of neighbouring stages overlap."""
RIDGE = 8.0
"""How strongly weights are drawn to 0: as by so many positions that ask for 0."""
ROUNDS = 60

Samples = tuple[Any, Any, Any]
"""Arrays of one row a position: places of its weights, discs on the board, what to be worth."""


def main() -> None:
    """Play, fit, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=24000, help="games of the last generation")
    parser.add_argument("--generations", type=int, default=6)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=None, help="processes; all cores if not given")
    given = parser.parse_args()
    player = BEGINNER
    samples: list[Samples] = []
    for generation in range(given.generations + 1):
        started = time.perf_counter()
        games = given.games >> given.generations - generation
        samples = [*samples[-1:], play(player, games, given.seed + generation, given.jobs)]
        played = time.perf_counter()
        together = join(samples)
        stages = [fit(together, stage) for stage in range(STAGES)]
        last = generation == given.generations
        path = given.file if last else Path(f"{given.file}.{generation}")
        path.write_bytes(pack([weights.tolist() for weights, _ in stages]))
        player = f"alphabeta@positional:weights={path}"
        errors = " ".join(f"{error:.0f}" for _, error in stages)
        print(
            f"generation {generation}: {len(together[2])} positions in {played - started:.0f} s, "
            f"fitted in {time.perf_counter() - played:.0f} s, error by stage {errors}",
            flush=True,
        )


def play(player: str, games: int, seed: int, jobs: int | None) -> Samples:
    """The positions of so many games of a player against itself."""
    chunks = range(0, games, CHUNK)
    with ProcessPoolExecutor(jobs) as pool:
        parts = pool.map(play_chunk, [player] * len(chunks), [seed] * len(chunks), chunks)
        return join(list(parts))


def join(parts: list[Samples]) -> Samples:
    """Samples after one another."""
    rows, discs, targets = zip(*parts, strict=True)
    return np.concatenate(rows), np.concatenate(discs), np.concatenate(targets)


def play_chunk(player: str, seed: int, first: int) -> Samples:
    """The positions of one job's games."""
    searcher = make(player)
    trust = 0.0 if player == BEGINNER else TRUST
    patterns = Patterns()
    rows: list[list[int]] = []
    discs: list[int] = []
    targets: list[float] = []
    for game in range(first, first + CHUNK):
        for board, target in play_game(searcher, random.Random(f"{seed} {game}"), trust):
            rows.append(patterns.features(board))
            discs.append((board.own | board.opponent).bit_count())
            targets.append(target)
    return (
        np.array(rows, dtype=np.int32),
        np.array(discs, dtype=np.int32),
        np.array(targets, dtype=np.float64),
    )


def play_game(searcher: Any, rng: random.Random, trust: float) -> list[tuple[Othello, float]]:
    """One game's positions after its random opening, each with what it is to be worth.

    That is the margin, moved by `trust` towards the value of each search on the way back from the
    end, as in TD(lambda) with lambda = 1 - trust (Sutton 1988): it varies less than the margin.
    """
    board = Othello()
    opening = rng.randint(*OPENING)
    seen: list[tuple[Othello, int]] = []
    while (result := board.outcome()) is None:
        if board.ply < opening:
            board.push(rng.choice(board.legal_moves()))
            continue
        empty = 64 - (board.own | board.opponent).bit_count()
        found = searcher.search(board, Limits(depth=2 * SOLVED if empty <= SOLVED else DEPTH))
        seen.append((board.copy(), found.value))
        board.push(found.move)
    target = float(-result if board.turn else result)
    samples = []
    for before, value in reversed(seen):
        target += trust * ((-value if before.turn else value) - target)
        samples.append((before, -target if before.turn else target))
    return samples


def fit(samples: Samples, stage: int) -> tuple[Any, float]:
    """A stage's weights in units, for every place, and the error that remains (root mean square).

    Ridge regression on the sums of 45 weights, by preconditioned conjugate gradients.
    """
    rows, discs, targets = samples
    low = 4 + 10 * stage
    near = (discs >= low - OVERLAP) & (discs < low + 10 + OVERLAP)
    places = np.array(canonical())
    x, y = places[rows[near]], targets[near] / UNIT
    weights = np.zeros(len(places))

    def sums(w: Any) -> Any:
        return w[x].sum(axis=1)

    def back(r: Any) -> Any:
        return np.bincount(x.ravel(), np.repeat(r, x.shape[1]), len(places))

    scale = 1 / (back(np.ones(len(y))) + RIDGE)
    rest = back(y)
    step = scale * rest
    size = rest @ step
    for _ in range(ROUNDS):
        image = back(sums(step)) + RIDGE * step
        length = size / (step @ image)
        weights += length * step
        rest -= length * image
        ahead = scale * rest
        step, size = ahead + (rest @ ahead) / size * step, rest @ ahead
    whole = np.clip(np.rint(weights), -127, 127).astype(int)[places]
    return whole, float(np.sqrt(np.mean((sums(whole) - y) ** 2)) * UNIT)


if __name__ == "__main__":
    main()
