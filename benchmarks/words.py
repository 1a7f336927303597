"""The command line of a benchmark: a word for each parameter of what it runs."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Callable

from engine.cli.faults import exit_code

__all__ = ["start"]


def start(work: Callable[..., None], about: str | None) -> None:
    """Do a benchmark's work with the words that were given; what goes wrong is told in a line, and
    the process's exit code says so.

    :param work: its parameters have types that words are read as, and defaults.
    :param about: what `--help` prints.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    for name, parameter in inspect.signature(work, eval_str=True).parameters.items():
        needed = parameter.default is parameter.empty
        parser.add_argument(
            name,
            nargs=None if needed else "?",
            type=parameter.annotation,
            default=None if needed else parameter.default,
            help=None if needed else f"default: {parameter.default}",
        )
    given = vars(parser.parse_args())
    code = exit_code(parser.prog, lambda: work(**given))
    if code:
        raise SystemExit(code)
