"""Fit the intervals of `calibrated` and `learned` to searches with our own evaluators.

    python -m training.intervals FILE GAME ... [--positions N] [--deepest D] [--base SPEC]
        [--seed S] [--workers W] [--keep DIR]
    python -m training.intervals --shipped NAME ...

GAME is chess, othello or a spec such as ngame:b=4,d=10. Positions come from games as for
`starling calibrate`, with other seeds. For `calibrated`, least squares give slope and offset of
each phase. Sigma and the error bounds are those of the rounded line. For games other than the
N-game, fits by cells follow, and networks for `learned` (`engine.train.quantiles`). Values beyond
the game's WON count as WON. The same arguments give the same searches on every machine, with any
number of workers, and the same file on one machine.

--shipped repeats the command of a shipped file, such as chess-network.json. Use it after a change
of an evaluator's weights.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from itertools import product
from math import ceil, isqrt
from pathlib import Path
from typing import Any

import numpy as np
from msgspec.structs import replace

from engine.lab.calibration.sample import Row, cut
from engine.train.quantiles import Examples, examples_of, fit_network
from evaluators import default_for
from evaluators import make as make_evaluator
from evaluators.intervals.fits import (
    COVERS,
    LARGEST,
    SHIPPED,
    Axis,
    Fit,
    Measured,
    NetworkFit,
    PhaseFit,
    read,
    write,
)
from evaluators.intervals.learned import network_features
from games import make
from games.core.scores import KNOWN_WIN, MAX_PLY
from games.errors import EvaluationError, LimitsError
from training.command import add_sampling, by_phase, run, sample_game, sampling_options

PAIRS = ((0, 2), (0, 4), (0, 6), (1, 3), (1, 5), (2, 4), (2, 6))
"""The depths of the shallow and the deep search, of equal parity: the same side moves last."""
TO_THE_END = ((0, MAX_PLY), (1, MAX_PLY))
"""The depths for games small enough to be searched to the end."""
MOST_SHALLOW = 1
"""The deepest shallow search that cells and networks are fitted to."""
FEWEST = 30
"""The fewest positions of a phase with a fit."""
FEWEST_ALIKE = 200
"""The fewest positions of a cell with its own numbers.

Other cells share numbers with the cells that differ only in the last axis, or in the last two, and
so on, until there are enough positions."""


def argument_parser() -> argparse.ArgumentParser:
    """Return the parser of the command line."""
    parser = argparse.ArgumentParser(
        prog="python -m training.intervals", description=(__doc__ or "").splitlines()[0]
    )
    parser.add_argument("file", type=Path, nargs="?")
    parser.add_argument("games", nargs="*", metavar="game")
    parser.add_argument(
        "--shipped", action="store_true", help="repeat the commands of the shipped files"
    )
    add_sampling(parser, seed=1_000_000)
    return parser


def main() -> None:
    """Make the file of the command line, or with `--shipped` make the named files again.

    Wrong arguments end the program with a message (SystemExit).
    """
    parser = argument_parser()
    given = parser.parse_args()
    if given.shipped:
        names = [*map(str, [given.file] if given.file else []), *given.games]
        known = sorted(path.name for path in SHIPPED.glob("*.json"))
        if not names or not set(names) <= set(known):
            parser.error(f"{' '.join(names) or 'no name'}: expected some of {', '.join(known)}")
        for name in names:
            repeat(parser, SHIPPED / name, given.workers, given.dask)
    elif given.games:
        make_file(given)
    else:
        parser.error("expected FILE and a game, or --shipped and the names of files")


def repeat(
    parser: argparse.ArgumentParser, path: Path, workers: int, dask: str | None = None
) -> None:
    """Make a file of fits again by the command that is stored in it, and replace the file.

    :param parser: the parser that `argument_parser` returns.
    :param path: the file, with the command in it.
    :param workers: the option `--workers`, which the command lacks.
    :param dask: the option `--dask`, which the command lacks.
    """
    *_, arguments = read(str(path)).command.partition("training.intervals FILE ")
    given = parser.parse_args([str(path), *shlex.split(arguments)])
    given.workers, given.dask = workers, dask
    make_file(given)


def make_file(given: argparse.Namespace) -> None:
    """Play and search the games of a command, print the fits, and write all to a file.

    Each pair of depths gives a fit by phase. Shallow ones also give a fit by cells and a network,
    except in N-games.

    :param given: the arguments as `argument_parser` parses them.
    :raises LimitsError: if the greatest depth leaves no pair.
    """
    fits: list[Fit] = []
    learned: list[tuple[NetworkFit, Measured | None]] = []
    for number, game in enumerate(given.games):
        start = make(game)
        base = given.base or default_for(start)
        pairs = TO_THE_END if game.startswith("ngame") else PAIRS
        pairs = tuple(pair for pair in pairs if pair[1] in (MAX_PLY, *range(given.deepest + 1)))
        if not pairs:
            raise LimitsError(f"--deepest {given.deepest}: expected at least {PAIRS[0][1]}")
        shallow, deep = (sorted(set(depths)) for depths in zip(*pairs, strict=True))
        looks = [f"shallow:base=({base}),depths={depth}-{depth}" for depth in shallow]
        rows = sample_game(given, game, base, looks, deep, folder=f"{number}")
        for near, far in pairs:
            at, column = shallow.index(near), deep.index(far)
            fits.append(
                Fit(start.family, base, near, far, fit(rows, at, column, start.INFO.winning_value))
            )
            _print(fits[-1])
            if far < MAX_PLY and near <= MOST_SHALLOW:
                names = tuple(name for name, _ in start.INFO.calibration_cells)
                examples = examples_of(game, base, near, rows, names)
                fits.append(fit_cells(fits[-1], start, examples, column))
                _print(fits[-1])
                examples = examples_of(
                    game, base, near, rows, network_features(start, make_evaluator(base))
                )
                learned.append(fit_network(start, base, near, far, examples, column))
    command = f"python -m training.intervals {sampling_options(given)}"
    networks, found = zip(*learned, strict=True) if learned else ((), ())
    write(given.file, command, fits, networks, found)


def _print(fit: Fit) -> None:
    """Print a fit: its game and depths, its axes, and the numbers of each phase or cell."""
    print(fit, *(f"{axis.feature} {list(axis.steps)}" for axis in fit.axes))
    for number, phase in enumerate(fit.phases):
        print(f"  {number}: {phase}", flush=True)


def fit(rows: list[Row], near: int, far: int, won: int) -> tuple[PhaseFit | None, ...]:
    """Return the line and error bounds of each phase; None for a phase with few positions.

    Positions where the shallow search finds a win or loss do not count. Of the others at least
    FEWEST must have a deep value that is no win or loss.

    :param near: the index of the shallow value in a row.
    :param far: the index of the deep value in a row.
    :param won: the value from which on a game counts as won.
    """
    return tuple(
        line(pairs, won) if sum(abs(deep) < KNOWN_WIN for _, deep in pairs) >= FEWEST else None
        for pairs in by_phase(rows, near, far)
    )


def fit_cells(whole: Fit, start: Any, examples: Examples, column: int) -> Fit:
    """Return a fit with a line and error bounds for each cell of positions.

    A cell with few positions shares those of a union of cells (FEWEST_ALIKE).

    :param whole: the fit by phase whose game, evaluator and depths the result has.
    :param start: a position of the game.
    :param examples: positions with the features that the game's `INFO.calibration_cells` names.
    :param column: the column of the deep value to predict.
    :raises EvaluationError: if no example counts for the bounds, see `line`.
    """
    deep = examples.deep[:, column]
    axes = []
    places = np.zeros_like(examples.features)
    for index, (name, parts) in enumerate(start.INFO.calibration_cells):
        values = examples.features[:, index]
        axes.append(Axis(name, tuple(steps_of(values, parts))))
        places[:, index] = np.searchsorted(axes[-1].steps, values, "right")
    found: dict[tuple[int, ...], int] = {}
    phases: list[PhaseFit] = []
    cells = []
    for cell in product(*(range(len(axis.steps) + 1) for axis in axes)):
        shared = _shared_parts(places, cell, deep)
        if shared not in found:
            chosen = (places[:, : len(shared)] == shared).all(axis=1)
            found[shared] = len(phases)
            pairs = zip(examples.value[chosen].tolist(), deep[chosen].tolist(), strict=True)
            phases.append(line(list(pairs), start.INFO.winning_value, unseen=1))
        cells.append(found[shared])
    return replace(whole, phases=tuple(phases), axes=tuple(axes), cells=tuple(cells))


def steps_of(column: Any, parts: int) -> list[int]:
    """Return the steps that divide a feature into at most `parts` parts: the lowest value of each.

    The first part has none. A feature of more values is divided into parts of about as many
    positions each.
    """
    found = np.unique(column)
    if len(found) <= parts:
        return [int(step) for step in found[1:]]
    cuts = np.quantile(column, np.arange(1, parts) / parts, method="higher")
    return [int(step) for step in np.unique(cuts) if step > column.min()]


def _shared_parts(places: Any, cell: tuple[int, ...], deep: Any) -> tuple[int, ...]:
    """Return the first parts of a cell's number, as many as enough positions share.

    At least FEWEST_ALIKE of these positions must have a deep value that is no win or loss. The
    result is empty if no first part is shared by enough positions.

    :param places: a row for each position: the numbers of its parts.
    :param cell: the numbers of the cell's parts.
    :param deep: the deep value of each position.
    """
    for count in range(len(cell), 0, -1):
        chosen = (places[:, :count] == cell[:count]).all(axis=1)
        if (np.abs(deep[chosen]) < KNOWN_WIN).sum() >= FEWEST_ALIKE:
            return cell[:count]
    return ()


def line(pairs: list[tuple[int, int]], won: int = KNOWN_WIN, unseen: int = 0) -> PhaseFit:
    """Return the line of least squares through pairs (shallow value, deep value), and error bounds.

    Where only the deep search finds a win, the pair counts for the bounds, not for the line and
    sigma. Its error is that to the value `won`; if no value counts as won, the largest. If all
    pairs are such, the line predicts the shallow value.

    :param won: the value from which on a game counts as won.
    :param unseen: the number of further errors, larger than all others, to count for the bounds.
        Use 1 where pairs are few (conformal prediction, Vovk et al. 2005).
    :raises EvaluationError: if no pair counts for the bounds.
    """
    known = [(x, y) for x, y in pairs if abs(y) < KNOWN_WIN]
    n = len(known)
    sum_x, sum_y = sum(x for x, _ in known), sum(y for _, y in known)
    spread = n * sum(x * x for x, _ in known) - sum_x * sum_x
    common = n * sum(x * y for x, y in known) - sum_x * sum_y
    slope = (2000 * common + spread) // (2 * spread) if spread else 1000
    rest = 1000 * sum_y - slope * sum_x
    offset = (2 * rest + 1000 * n) // (2000 * n) if n else 0

    def error(x: int, y: int) -> int:
        """Return the distance of a deep value y from its prediction by x, both cut at `won`."""
        return abs(cut(y, won) - cut(slope * x // 1000 + offset, won))

    sigma = isqrt(sum(error(x, y) ** 2 for x, y in known) // max(n, 1))
    errors = sorted(error(x, y) for x, y in (pairs if won < KNOWN_WIN else known))
    errors += errors[-1:] * (len(pairs) - len(errors))
    if not errors:
        raise EvaluationError("no position has a known deeper value: expected more positions")
    count = len(errors)
    within = [
        errors[min(count, ceil(cover * (count + unseen) / 100)) - 1] if cover else 0
        for cover in COVERS
    ]
    most = LARGEST // max(sigma, 1) * 1000
    times = tuple(min(most, ceil(1000 * error / max(sigma, 1))) for error in within)
    return PhaseFit(count, slope, offset, sigma, times)


if __name__ == "__main__":
    sys.exit(run("training.intervals", main))
