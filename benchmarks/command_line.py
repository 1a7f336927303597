"""The command line of a benchmark: one argument for each parameter of its function."""

from __future__ import annotations

import argparse
import inspect
import re
from collections.abc import Callable
from typing import Any, get_args

from engine.cli.faults import exit_code


def start(work: Callable[..., None], about: str | None) -> None:
    """Run a benchmark with the arguments of the command line.

    :param work: a function whose parameters have types, to convert arguments. A parameter is a
        word, a keyword-only one an option `--name`. A `bool` is a switch. A sequence takes several
        words. The help of each is its `:param` in the docstring.
    :param about: the text of `--help`.
    :raises SystemExit: after an error, which is printed as a line on standard error.
    """
    parser = argparse.ArgumentParser(
        description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    texts = dict(re.findall(r":param (\w+): ([^:]*)$", work.__doc__ or "", re.MULTILINE))
    for name, parameter in inspect.signature(work, eval_str=True).parameters.items():
        kind, option = parameter.annotation, parameter.kind is parameter.KEYWORD_ONLY
        text, words = " ".join(texts.get(name, "").split()), dict[str, Any]()
        if kind is bool:
            words["action"] = "store_true"
        else:
            words["type"] = (get_args(kind) or [kind])[0]
            if get_args(kind):
                words["nargs"] = "+"
            if parameter.default is not parameter.empty:
                words["default"] = parameter.default
                text = f"{text} (default: {parameter.default})"
                if not option:
                    words["nargs"] = "?"
        parser.add_argument(f"--{name}" if option else name, help=text.replace("%", "%%"), **words)
    given = vars(parser.parse_args())
    code = exit_code(parser.prog, lambda: work(**given))
    if code:
        raise SystemExit(code)
