"""Fits the intervals of `calibrated` and `learned` to searches of our own evaluators.

    python -m training.intervals FILE GAME ... [--positions N] [--deepest D] [--base SPEC]
        [--seed S] [--workers W] [--keep DIR]

GAME is chess, othello or such as ngame:b=4,d=10. Positions come from games as those of
`starling calibrate` do, with other seeds. Least squares give slope and offset; sigma and the shares
are of what remains once both are whole numbers. Those are the fits of `calibrated`, phase by phase;
for games other than the N-game tables for `learned` follow (see `training.tables`). The same
numbers give the same searches everywhere, however many workers, and on one machine the same file.
"""

from __future__ import annotations

import argparse
from math import ceil, isqrt
from pathlib import Path

from engine.lab.calibration.sample import Row, sample
from evaluators import default_for
from evaluators.intervals.fits import COVERS, Fit, PhaseFit, TableFit, write
from games import make
from games.core.scores import KNOWN_WIN, MAX_PLY
from training.tables import examples_of, fit_tables

PAIRS = ((0, 2), (0, 4), (0, 6), (1, 3), (1, 5), (2, 4), (2, 6))
"""Depths of the shallow and the deep search: of equal parity, or who moves last would count."""
TO_THE_END = ((0, MAX_PLY), (1, MAX_PLY))
"""For games small enough to be searched through."""
LOOKED = 1
"""Depth of the shallow search that tables are fitted after, at most."""
FEWEST = 30
"""Positions that a phase is fitted to at least."""


def main() -> None:
    """Play, search, fit, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("games", nargs="+", metavar="game")
    parser.add_argument("--positions", type=int, default=10000)
    parser.add_argument("--deepest", type=int, default=6, help="plies of the deepest search")
    parser.add_argument("--base", help="what searches end with (default: the game's best)")
    parser.add_argument("--seed", type=int, default=1_000_000)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where searches are kept, to go on from")
    given = parser.parse_args()
    fits: list[Fit] = []
    learned: list[TableFit] = []
    for number, game in enumerate(given.games):
        path = given.keep and given.keep / f"{number}" / "results.sqlite"
        start = make(game)
        base = given.base or default_for(start)
        pairs = TO_THE_END if game.startswith("ngame") else PAIRS
        pairs = tuple(pair for pair in pairs if pair[1] in (MAX_PLY, *range(given.deepest + 1)))
        shallow, deep = (sorted(set(depths)) for depths in zip(*pairs, strict=True))
        rows = sample(
            game,
            tuple(f"shallow:base=({base}),depths={depth}-{depth}" for depth in shallow),
            base,
            tuple(deep),
            positions=given.positions,
            seed=given.seed,
            path=path,
            workers=given.workers,
        )
        for near, far in pairs:
            phases = fit(rows, shallow.index(near), deep.index(far))
            fits.append(Fit(start.family, base, near, far, phases))
            _tell(fits[-1])
            if far < MAX_PLY and near <= LOOKED:
                examples = examples_of(game, base, near, rows)
                wanted = TableFit(start.family, base, near, far, (0,) * len(COVERS), ())
                learned.append(fit_tables(wanted, start, examples, deep.index(far)))
    write(given.file, "python -m training.intervals " + _command(given), fits, learned)


def _command(given: argparse.Namespace) -> str:
    """The arguments that determine the file."""
    base = f"--base '{given.base}' " if given.base else ""
    return (
        f"FILE {' '.join(given.games)} --positions {given.positions} --deepest {given.deepest} "
        f"{base}--seed {given.seed}"
    )


def _tell(fit: Fit) -> None:
    print(fit)
    for number, phase in enumerate(fit.phases):
        print(f"  {number}: {phase}", flush=True)


def fit(rows: list[Row], near: int, far: int) -> tuple[PhaseFit | None, ...]:
    """The numbers of every phase, for the near-th shallow and the far-th deep value of rows.

    Where the shallow search sees a win, nothing is foretold. Where only the deep one does, the
    error is beyond every other: it counts for the shares, not for the line.
    """
    phases = max(row.phase for row in rows) + 1
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(phases)]
    decided = [0] * phases
    for row in rows:
        value, deep = row.interval[near][1], row.deep[far]
        if abs(value) >= KNOWN_WIN:
            continue
        if abs(deep) >= KNOWN_WIN:
            decided[row.phase] += 1
        else:
            pairs[row.phase].append((value, deep))
    return tuple(
        line(each, beyond) if len(each) >= FEWEST else None
        for each, beyond in zip(pairs, decided, strict=True)
    )


def line(pairs: list[tuple[int, int]], beyond: int = 0) -> PhaseFit:
    """The line through pairs of a shallow and a deep value, and how far they are from it.

    :param beyond: how many more are further from it than any of these.
    """
    n = len(pairs)
    sum_x, sum_y = sum(x for x, _ in pairs), sum(y for _, y in pairs)
    spread = n * sum(x * x for x, _ in pairs) - sum_x * sum_x
    common = n * sum(x * y for x, y in pairs) - sum_x * sum_y
    slope = (2000 * common + spread) // (2 * spread) if spread else 1000
    rest = 1000 * sum_y - slope * sum_x
    offset = (2 * rest + 1000 * n) // (2000 * n)
    errors = sorted(abs(y - (slope * x // 1000 + offset)) for x, y in pairs)
    sigma = isqrt(sum(error * error for error in errors) // n)
    errors += errors[-1:] * beyond
    within = [errors[ceil(cover * len(errors) / 100) - 1] if cover else 0 for cover in COVERS]
    times = tuple(ceil(1000 * error / max(sigma, 1)) for error in within)
    return PhaseFit(len(errors), slope, offset, sigma, times)


if __name__ == "__main__":
    main()
