"""Fits the intervals of `calibrated` and `learned` to searches of our own evaluators.

    python -m training.intervals FILE GAME ... [--positions N] [--deepest D] [--base SPEC]
        [--seed S] [--workers W] [--keep DIR]
    python -m training.intervals --shipped NAME ...

GAME is chess, othello or such as ngame:b=4,d=10. Positions come from games as those of
`starling calibrate` do, with other seeds. Least squares give slope and offset; sigma and the shares
are of what remains once both are whole numbers. Those are the fits of `calibrated`, phase by phase;
for games other than the N-game there follow those by cells, and networks for `learned` (see
`training.quantiles`). Values beyond what the game calls won count as just won. The same numbers
give the same searches everywhere, however many workers, and on one machine the same file.

--shipped makes files of fits anew that are in the package, such as chess-network.json, each by the
command that it says it was made by: to be repeated when the weights of an evaluator are new.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from math import ceil, isqrt, prod
from pathlib import Path
from typing import Any

import numpy as np

from engine.jobs import executor_at
from engine.lab.calibration.sample import Row, sample
from evaluators import default_for
from evaluators import make as make_evaluator
from evaluators.intervals.fits import (
    COVERS,
    LARGEST,
    SHIPPED,
    Axis,
    Fit,
    NetworkFit,
    PhaseFit,
    read,
    write,
)
from evaluators.intervals.learned import described
from games import make
from games.core.scores import KNOWN_WIN, MAX_PLY
from training.command import add_sampling, run
from training.quantiles import Examples, examples_of, fit_network

PAIRS = ((0, 2), (0, 4), (0, 6), (1, 3), (1, 5), (2, 4), (2, 6))
"""Depths of the shallow and the deep search: of equal parity, or who moves last would count."""
TO_THE_END = ((0, MAX_PLY), (1, MAX_PLY))
"""For games small enough to be searched through."""
LOOKED = 1
"""Depth of the shallow search that cells and networks are fitted after, at most."""
FEWEST = 30
"""Positions that a phase is fitted to at least."""
FEWEST_ALIKE = 200
"""Positions that a cell is fitted to at least; one with fewer takes the numbers of the smallest
coarser one that has so many: all parts of the last axis together, then of the last two ..."""


def arguments() -> argparse.ArgumentParser:
    """What the command takes."""
    parser = argparse.ArgumentParser(
        prog="python -m training.intervals", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument("--shipped", action="store_true", help="make the package's files anew")
    add_sampling(parser, seed=1_000_000)
    return parser


def main() -> None:
    """Play, search, fit, and write the file or files."""
    parser = arguments()
    given = parser.parse_args()
    if given.shipped:
        names = [*map(str, [given.file] if given.file else []), *given.games]
        known = sorted(path.name for path in SHIPPED.glob("*.json"))
        if not names or not set(names) <= set(known):
            parser.error(f"{' '.join(names) or 'no name'}: expected some of {', '.join(known)}")
        for name in names:
            again(parser, SHIPPED / name, given.workers, given.dask)
    elif given.games:
        make_file(given)
    else:
        parser.error("expected FILE and a game, or --shipped and the names of files")


def again(
    parser: argparse.ArgumentParser, path: Path, workers: int, dask: str | None = None
) -> None:
    """Make a file anew by the command it names."""
    *_, arguments = read(str(path)).command.partition("training.intervals FILE ")
    given = parser.parse_args([str(path), *shlex.split(arguments)])
    given.workers, given.dask = workers, dask
    make_file(given)


def make_file(given: argparse.Namespace) -> None:
    """One file of fits."""
    fits: list[Fit] = []
    learned: list[NetworkFit] = []
    for number, game in enumerate(given.games):
        path = given.keep and given.keep / f"{number}" / "results.sqlite"
        start = make(game)
        base = given.base or default_for(start)
        pairs = TO_THE_END if game.startswith("ngame") else PAIRS
        pairs = tuple(pair for pair in pairs if pair[1] in (MAX_PLY, *range(given.deepest + 1)))
        shallow, deep = (sorted(set(depths)) for depths in zip(*pairs, strict=True))
        with executor_at(given.dask) as executor:
            rows = sample(
                game,
                tuple(f"shallow:base=({base}),depths={depth}-{depth}" for depth in shallow),
                base,
                tuple(deep),
                positions=given.positions,
                seed=given.seed,
                path=path,
                workers=given.workers,
                executor=executor,
            )
        for near, far in pairs:
            at, column = shallow.index(near), deep.index(far)
            fits.append(
                Fit(start.family, base, near, far, fit(rows, at, column, start.INFO.winning_value))
            )
            _tell(fits[-1])
            if far < MAX_PLY and near <= LOOKED:
                names = tuple(name for name, _ in start.INFO.calibration_cells)
                examples = examples_of(game, base, near, rows, names)
                fits.append(fit_cells(fits[-1], start, examples, column))
                _tell(fits[-1])
                examples = examples_of(
                    game, base, near, rows, described(start, make_evaluator(base))
                )
                learned.append(fit_network(start, base, near, far, examples, column))
    write(given.file, "python -m training.intervals " + _command(given), fits, learned)


def _command(given: argparse.Namespace) -> str:
    """The arguments that determine the file."""
    base = f"--base '{given.base}' " if given.base else ""
    return (
        f"FILE {' '.join(given.games)} --positions {given.positions} --deepest {given.deepest} "
        f"{base}--seed {given.seed}"
    )


def _tell(fit: Fit) -> None:
    print(fit, *(f"{axis.feature} {list(axis.steps)}" for axis in fit.axes))
    for number, phase in enumerate(fit.phases):
        print(f"  {number}: {phase}", flush=True)


def fit(rows: list[Row], near: int, far: int, won: int) -> tuple[PhaseFit | None, ...]:
    """The numbers of every phase, for the near-th shallow and the far-th deep value of rows.

    Where the shallow search sees a win, nothing is foretold.

    :param won: the value from which on the game is as good as won.
    """
    phases = max(row.phase for row in rows) + 1
    pairs: list[list[tuple[int, int]]] = [[] for _ in range(phases)]
    for row in rows:
        value = row.interval[near][1]
        if abs(value) < KNOWN_WIN:
            pairs[row.phase].append((value, row.deep[far]))
    return tuple(line(each, won) if _undecided(each) >= FEWEST else None for each in pairs)


def fit_cells(by_phase: Fit, start: Any, examples: Examples, column: int) -> Fit:
    """The same fit with numbers for every cell.

    :param start: a position of the game.
    :param examples: with the features of the game's `CELLS`.
    :param column: the one of the values to foretell.
    """
    deep = examples.deep[:, column]
    axes = [
        Axis(name, tuple(steps_of(values, parts)))
        for (name, parts), values in zip(
            start.INFO.calibration_cells, examples.features.T, strict=True
        )
    ]
    places = np.stack(
        [
            np.searchsorted(axis.steps, values, "right")
            for axis, values in zip(axes, examples.features.T, strict=True)
        ],
        axis=1,
    )
    found: dict[tuple[int, ...], int] = {}
    phases: list[PhaseFit] = []
    cells = []
    for number in range(prod(len(axis.steps) + 1 for axis in axes)):
        cell: list[int] = []
        for axis in reversed(axes):
            number, part = divmod(number, len(axis.steps) + 1)
            cell.insert(0, part)
        alike = _alike(places, cell, deep)
        if alike not in found:
            chosen = (places[:, : len(alike)] == alike).all(axis=1)
            found[alike] = len(phases)
            pairs = zip(examples.value[chosen].tolist(), deep[chosen].tolist(), strict=True)
            phases.append(line(list(pairs), start.INFO.winning_value, unseen=1))
        cells.append(found[alike])
    return Fit(
        by_phase.game,
        by_phase.evaluator,
        by_phase.depth,
        by_phase.deep,
        tuple(phases),
        tuple(axes),
        tuple(cells),
    )


def steps_of(column: Any, parts: int) -> list[int]:
    """The steps of an axis of so many parts at most: where a feature has many values, about as many
    positions between two of them."""
    found = np.unique(column)
    if len(found) <= parts:
        return [int(step) for step in found[1:]]
    cuts = np.quantile(column, np.arange(1, parts) / parts, method="higher")
    return [int(step) for step in np.unique(cuts) if step > column.min()]


def _alike(places: Any, cell: list[int], deep: Any) -> tuple[int, ...]:
    """The first parts of a cell, as many as leave enough positions."""
    for count in range(len(cell), 0, -1):
        chosen = (places[:, :count] == cell[:count]).all(axis=1)
        if (np.abs(deep[chosen]) < KNOWN_WIN).sum() >= FEWEST_ALIKE:
            return tuple(cell[:count])
    return ()


def _undecided(pairs: list[tuple[int, int]]) -> int:
    return sum(abs(deep) < KNOWN_WIN for _, deep in pairs)


def line(pairs: list[tuple[int, int]], won: int = KNOWN_WIN, unseen: int = 0) -> PhaseFit:
    """The line through pairs of a shallow and a deep value, and how far they are from it.

    Where only the deep search sees a win, the pair counts for the shares, not for the line and
    sigma: its error is the one to a game just won, or where no value tells that, the largest.

    :param unseen: shares are counted as if so many more were further away than all these: one where
        pairs are few (conformal prediction, Vovk et al. 2005).
    """
    known = [(x, y) for x, y in pairs if abs(y) < KNOWN_WIN]
    n = len(known)
    sum_x, sum_y = sum(x for x, _ in known), sum(y for _, y in known)
    spread = n * sum(x * x for x, _ in known) - sum_x * sum_x
    common = n * sum(x * y for x, y in known) - sum_x * sum_y
    slope = (2000 * common + spread) // (2 * spread) if spread else 1000
    rest = 1000 * sum_y - slope * sum_x
    offset = (2 * rest + 1000 * n) // (2000 * n)

    def error(x: int, y: int) -> int:
        return abs(cut(y, won) - cut(slope * x // 1000 + offset, won))

    sigma = isqrt(sum(error(x, y) ** 2 for x, y in known) // n)
    errors = sorted(error(x, y) for x, y in (pairs if won < KNOWN_WIN else known))
    errors += errors[-1:] * (len(pairs) - len(errors))
    count = len(errors)
    within = [
        errors[min(count, ceil(cover * (count + unseen) / 100)) - 1] if cover else 0
        for cover in COVERS
    ]
    most = LARGEST // max(sigma, 1) * 1000
    times = tuple(min(most, ceil(1000 * error / max(sigma, 1))) for error in within)
    return PhaseFit(count, slope, offset, sigma, times)


def cut(value: int, won: int) -> int:
    """A value, one beyond that of a game as good as won as just that."""
    return max(-won, min(won, value))


if __name__ == "__main__":
    sys.exit(run("training.intervals", main))
