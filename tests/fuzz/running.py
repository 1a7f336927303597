"""Run fuzzers: a few examples in every test run, more or longer at night.

    STARLING_FUZZ_SECONDS=3600     all fuzzers that are run go on for so long together
    STARLING_FUZZ_EXAMPLES=10000   or each tries so many
    STARLING_FUZZ_SEED=7           other examples (1)
    STARLING_FUZZ_LOG=FILE         the example under way, for the case that it ends the process; one
                                   that takes minutes is ended, and the file says where it hung

The same seed gives the same examples. What fails is made small by hypothesis and printed.
"""

from __future__ import annotations

import faulthandler
import os
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import wraps
from itertools import count
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis.strategies import SearchStrategy

from tests.compiled import COMPILED

__all__ = ["COMPILED", "LONG", "SHARES", "STATISTICS", "fuzz", "tally"]

LONG = "STARLING_FUZZ_SECONDS" in os.environ or "STARLING_FUZZ_EXAMPLES" in os.environ
"""Whether more than the few examples of every test run are wanted."""
STATISTICS: dict[str, str] = {}
"""What every fuzzer has done, for the summary."""
SHARES = {"fuzzers": 1}
"""How many fuzzers share the time."""
_TALLY: Counter[str] = Counter()
"""How often what happened in the examples of the fuzzer that runs."""

_ROUND = 50
"""Examples between two looks at the clock; each round has a seed of its own."""
_HANGS = 300.0
"""Seconds after which an example hangs."""

Test = Callable[..., None]


def tally(what: str) -> None:
    """Count that an example came to this."""
    _TALLY[what] += 1


def fuzz(quick: int, **strategies: SearchStrategy[Any]) -> Callable[[Test], Callable[[], None]]:
    """Make a test of a function that holds one example against what must always be true.

    :param quick: how many examples every test run tries; interpreted, a third of them.
    """

    def decorate(function: Test) -> Callable[[], None]:
        def test() -> None:
            _run(function, quick, strategies)

        test.__name__ = test.__qualname__ = function.__name__
        test.fuzzer = True  # type: ignore[attr-defined]
        test.__module__, test.__doc__ = function.__module__, function.__doc__
        return test

    return decorate


def _run(function: Test, quick: int, strategies: dict[str, SearchStrategy[Any]]) -> None:
    seconds = float(os.environ.get("STARLING_FUZZ_SECONDS", "inf")) / SHARES["fuzzers"]
    few = quick if COMPILED else max(1, quick // 3)
    wanted = int(os.environ.get("STARLING_FUZZ_EXAMPLES", "0")) or (2**62 if LONG else few)
    first = int(os.environ.get("STARLING_FUZZ_SEED", "1")) * 2**32
    tried = 0
    _TALLY.clear()

    @wraps(function)
    def counted(*example: Any, **named: Any) -> None:
        nonlocal tried
        if time.monotonic() - started >= seconds:
            return
        tried += 1
        with _logged(f"{function.__name__}: {(*example, named)!r}\n"):
            function(*example, **named)

    started = time.monotonic()
    try:
        for number in count(first):
            if tried >= wanted or time.monotonic() - started >= seconds:
                break
            examples = min(_ROUND, wanted - tried)
            seed(number)(_settings(examples)(given(**strategies)(counted)))()
    finally:
        spent = time.monotonic() - started
        words = [f"{number:,} {what}" for what, number in sorted(_TALLY.items())]
        STATISTICS[function.__name__] = ", ".join([f"{tried:,} examples in {spent:.1f} s", *words])


def _settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=False,  # the seed is ours
        phases=(Phase.generate, Phase.target, Phase.shrink),
        suppress_health_check=list(HealthCheck),
        report_multiple_bugs=False,
    )


@contextmanager
def _logged(text: str) -> Iterator[None]:
    """Keep a text in the log, if there is one, while its example is under way."""
    log = os.environ.get("STARLING_FUZZ_LOG")
    if not log:
        yield
        return
    Path(log).write_text(text, encoding="utf-8", errors="backslashreplace")
    with open(log, "a") as file:
        faulthandler.dump_traceback_later(_HANGS, exit=True, file=file)
        try:
            yield
        finally:
            faulthandler.cancel_dump_traceback_later()
