"""The command line of a benchmark: one argument for each parameter of its function."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable

from engine.cli.faults import exit_code

__all__ = ["start"]


def start(work: Callable[..., None], about: str | None) -> None:
    """Run a benchmark with the arguments of the command line.

    :param work: a function whose parameters have types, to convert arguments, and defaults.
    :param about: the text of `--help`.
    :raises SystemExit: after an error, which is one line.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, parameter in inspect.signature(work, eval_str=True).parameters.items():
        required = parameter.default is parameter.empty
        parser.add_argument(
            name,
            nargs=None if required else "?",
            type=parameter.annotation,
            default=None if required else parameter.default,
            help=None if required else f"default: {parameter.default}",
        )
    given = vars(parser.parse_args())
    code = exit_code(parser.prog, lambda: work(**given))
    if code:
        raise SystemExit(code)
