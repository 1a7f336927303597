"""Measures how far deeper searches' values lie from shallower ones, for searchers to prune by.

    python -m training.outlook FILE GAME ... [--positions N] [--deepest D] [--seed S]
        [--workers W] [--keep DIR]

Positions come from games as those of `starling calibrate` do, with other seeds, and the searches
ask the game's best evaluator. The same numbers give the same file everywhere.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from engine.jobs import executor_at
from engine.lab.calibration.sample import Row, sample
from evaluators import default_for, make
from evaluators.core.based import Based
from games import make as make_game
from games.core.scores import KNOWN_WIN
from games.errors import quoted
from games.parts.files import replacing
from games.parts.records import plain
from searchers.depth_first.error_model import (
    GAP,
    LARGEST,
    SHARES,
    STATIC,
    ErrorModel,
    ErrorModels,
    Pair,
)
from training.command import add_sampling, run

FEWEST = 200
"""Positions of a phase that errors are told of."""


def main() -> None:
    """Play, search, and write the file."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("games", nargs="+", metavar="game")
    parser.add_argument(
        "--best",
        type=_shares,
        default={},
        metavar="DEVICE=SHARE,...",
        help="in how many of a hundred positions a device that prunes should be right",
    )
    add_sampling(parser, seed=2_000_000)
    given = parser.parse_args()
    outlooks = [_measured(game, given) for game in given.games]
    best = ",".join(f"{device}={share}" for device, share in given.best.items())
    base = f"--base '{given.base}' " if given.base else ""
    command = (
        f"python -m training.outlook FILE {' '.join(given.games)} --positions {given.positions} "
        f"--deepest {given.deepest} {base}--seed {given.seed} --best {best}"
    )
    write(given.file, ErrorModels(command, tuple(outlooks)))


def write(path: Path, held: ErrorModels) -> None:
    """Write a file of outlooks, a pair a line."""
    heads = []
    for outlook in held.models:
        pairs = ",\n".join("    " + json.dumps(plain(pair)) for pair in outlook.pairs)
        head = ", ".join(
            f"{json.dumps(key)}: {json.dumps(getattr(outlook, key))}"
            for key in ("game", "evaluator", "best")
        )
        heads.append(f'  {{{head}, "pairs": [\n{pairs}]}}')
    text = f'{{"command": {json.dumps(held.command)},\n"outlooks": [\n' + ",\n".join(heads)
    with replacing(path) as file:
        file.write(text + "]}\n")


def _measured(game: str, given: argparse.Namespace) -> ErrorModel:
    """The errors in games of one kind."""
    start = make_game(game)
    spec = given.base or default_for(start)
    evaluator = make(spec)
    evaluator.bind(start)
    static = evaluator.base.spec if isinstance(evaluator, Based) else spec
    depths = range(given.deepest - GAP + 1)
    looks = [f"shallow:base=({static}),depths=0-0"]
    looks += [f"shallow:base=({spec}),depths={depth}-{depth}" for depth in depths]
    deep = tuple(range(1, given.deepest + 1))
    path = given.keep and given.keep / game.replace(":", "-") / "results.sqlite"
    with executor_at(given.dask) as executor:
        rows = sample(
            game,
            tuple(looks),
            spec,
            deep,
            positions=given.positions,
            seed=given.seed,
            path=path,
            workers=given.workers,
            executor=executor,
        )
    pairs = [Pair(STATIC, far, _errors(rows, 0, index)) for index, far in enumerate(deep)]
    for near in depths:
        far = near + GAP
        pairs.append(Pair(near, far, _errors(rows, 1 + near, deep.index(far))))
    return ErrorModel(start.family, spec, given.best, tuple(pairs))


def _shares(text: str) -> dict[str, int]:
    """The shares that a text such as reverse=97,probcut=90 gives devices.

    :raises argparse.ArgumentTypeError: if it gives none.
    """
    found = re.findall(r"(?:^|,)([a-z]+)=(\d{1,2})(?=,|$)", text)
    shares = {device: int(share) for device, share in found}
    if text != ",".join(f"{device}={share}" for device, share in shares.items()):
        raise argparse.ArgumentTypeError(f"{quoted(text)}: expected such as reverse=97,probcut=90")
    return shares


def _errors(rows: list[Row], near: int, far: int) -> tuple[tuple[int, ...] | None, ...]:
    """By phase, the quantiles of the far-th deep value less the near-th shallow one, where that is
    no win."""
    errors: list[list[int]] = [[] for _ in range(1 + max(row.phase for row in rows))]
    for row in rows:
        value = row.interval[near][1]
        if abs(value) < KNOWN_WIN:
            errors[row.phase].append(max(-LARGEST, min(LARGEST, row.deep[far] - value)))
    return tuple(_quantiles(sorted(each)) if len(each) >= FEWEST else None for each in errors)


def _quantiles(errors: list[int]) -> tuple[int, ...]:
    return tuple(errors[min(len(errors) * share // 100, len(errors) - 1)] for share in SHARES)


if __name__ == "__main__":
    sys.exit(run("training.outlook", main))
