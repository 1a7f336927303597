"""Signals of the system that end a program, as exceptions."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any


@contextmanager
def raising(errors: Mapping[str, type[BaseException]]) -> Iterator[Callable[[], None]]:
    """Raise exceptions on signals in a block, so that its results are saved.

    After the first signal further ones are ignored until the end. The function yielded ignores all
    from then on. Signals that were ignored stay so, as SIGHUP by nohup; only SIGINT does not. The
    old handlers are back after the block. Outside the main thread, nothing changes.

    :param errors: the exception for each signal, by its name; names the system lacks are left out.
    """
    caught: dict[Any, Any] = {}

    def ignore() -> None:
        """Ignore all signals of the block from now on."""
        for number in caught:
            signal.signal(number, signal.SIG_IGN)

    def interrupt(number: int, _frame: object) -> None:
        """Handle a signal: raise its exception, and ignore further signals of the block."""
        ignore()
        raise errors[signal.Signals(number).name]

    for name in errors:
        number = getattr(signal, name, None)  # Windows has no SIGHUP
        if number is None or (name != "SIGINT" and signal.getsignal(number) == signal.SIG_IGN):
            continue
        with suppress(ValueError):  # not the main thread
            caught[number] = signal.signal(number, interrupt)
    try:
        yield ignore
    finally:
        for number, before in caught.items():
            signal.signal(number, before)
