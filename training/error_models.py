"""Measure how far the values of deeper searches lie from shallower ones, for pruning in `pvs`.

    python -m training.error_models FILE GAME ... [--positions N] [--deepest D] [--seed S]
        [--workers W] [--keep DIR]

Positions come from games as for `starling calibrate`, with other seeds. The searches use the game's
best evaluator. The same arguments give the same file on every machine.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path

from engine.lab.calibration.sample import Row, cut
from evaluators import default_for, make
from evaluators.core.evaluator import Based
from games import make as make_game
from games.errors import quoted
from games.parts.files import replacing
from games.parts.records import plain
from searchers.depth_first.constants import PROBCUT_PLIES
from searchers.depth_first.error_model import (
    LARGEST,
    SHARES,
    STATIC,
    ErrorModel,
    ErrorModels,
    Pair,
)
from training.command import add_sampling, by_phase, run, sample_game, sampling_options

FEWEST = 200
"""The fewest positions of a phase with an error model."""


def main() -> None:
    """Measure errors in the games of the command line, and write the file of error models."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("file", type=Path)
    parser.add_argument("games", nargs="+", metavar="game")
    parser.add_argument(
        "--best",
        type=_shares,
        default={},
        metavar="DEVICE=SHARE,...",
        help="percentage of positions in which each pruning device has to be right",
    )
    add_sampling(parser, seed=2_000_000)
    given = parser.parse_args()
    models = [_measure(game, given) for game in given.games]
    command = f"python -m training.error_models {sampling_options(given)}"
    if given.best:
        best = ",".join(f"{device}={share}" for device, share in given.best.items())
        command += f" --best {best}"
    write(given.file, ErrorModels(command, tuple(models)))


def write(path: Path, file: ErrorModels) -> None:
    """Write a file of error models, in JSON with one pair of depths in a line.

    An old file is replaced once the new one is complete.
    """
    heads = []
    for model in file.models:
        pairs = ",\n".join("    " + json.dumps(plain(pair)) for pair in model.pairs)
        head = ", ".join(
            f"{json.dumps(key)}: {json.dumps(getattr(model, key))}"
            for key in ("game", "evaluator", "best")
        )
        heads.append(f'  {{{head}, "pairs": [\n{pairs}]}}')
    text = f'{{"command": {json.dumps(file.command)},\n"outlooks": [\n' + ",\n".join(heads)
    with replacing(path) as stream:
        stream.write(text + "]}\n")


def _measure(game: str, given: argparse.Namespace) -> ErrorModel:
    """Measure how far shallower values differ from deeper ones in a game; return the model.

    Static values are compared with every depth, other values with those of PROBCUT_PLIES more.

    :param given: the arguments of the command line.
    """
    start = make_game(game)
    spec = given.base or default_for(start)
    evaluator = make(spec)
    evaluator.bind(start)
    static = evaluator.base.spec if isinstance(evaluator, Based) else spec
    depths = range(given.deepest - PROBCUT_PLIES + 1)
    shallow = [f"shallow:base=({static}),depths=0-0"]
    shallow += [f"shallow:base=({spec}),depths={depth}-{depth}" for depth in depths]
    deep = tuple(range(1, given.deepest + 1))
    rows = sample_game(given, game, spec, shallow, deep, folder=game.replace(":", "-"))
    pairs = [Pair(STATIC, far, _errors(rows, 0, index)) for index, far in enumerate(deep)]
    for near in depths:
        far = near + PROBCUT_PLIES
        pairs.append(Pair(near, far, _errors(rows, 1 + near, deep.index(far))))
    return ErrorModel(start.family, spec, given.best, tuple(pairs))


def _shares(text: str) -> dict[str, int]:
    """Return the percentages of devices in a text such as reverse=97,probcut=90.

    :raises argparse.ArgumentTypeError: if the text is invalid.
    """
    found = re.findall(r"(?:^|,)([a-z]+)=(\d{1,2})(?=,|$)", text)
    shares = {device: int(share) for device, share in found}
    if text != ",".join(f"{device}={share}" for device, share in shares.items()):
        raise argparse.ArgumentTypeError(f"{quoted(text)}: expected such as reverse=97,probcut=90")
    return shares


def _errors(rows: list[Row], near: int, far: int) -> tuple[tuple[int, ...] | None, ...]:
    """Return for each phase the quantiles of the deep value minus the shallow one.

    Positions whose shallow value is a win or a loss do not count. Differences are limited to
    LARGEST in size. The entry of a phase with fewer than FEWEST other positions is None.

    :param near: the index of the shallow value.
    :param far: the index of the deep value.
    """
    found: list[tuple[int, ...] | None] = []
    for pairs in by_phase(rows, near, far):
        errors = sorted(cut(deep - value, LARGEST) for value, deep in pairs)
        last = len(errors) - 1
        quantiles = (errors[min(len(errors) * share // 100, last)] for share in SHARES)
        found.append(tuple(quantiles) if len(errors) >= FEWEST else None)
    return tuple(found)


if __name__ == "__main__":
    sys.exit(run("training.error_models", main))
