"""How a command's process ends: what went wrong in one line, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from games.errors import LONGEST, StarlingError, printable

__all__ = ["BAD_INPUT", "INTERRUPTED", "exit_code"]

BAD_INPUT, INTERRUPTED = 2, 130
"""The exit codes where what was asked for cannot be done, and after Ctrl-C."""


def exit_code(name: str, work: Callable[[], int | None], interrupted: str = "interrupted") -> int:
    """Do a command's work; its own exit code, 0 for None, or that of what ended it.

    :param name: of the command: what is told begins with it.
    :param interrupted: what is told after Ctrl-C.
    """
    try:
        code = int(work() or 0)
        print(end="", flush=True)  # here, where a reader that is gone does no harm
        return code
    except StarlingError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(f"{name}: {interrupted}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has seen enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (MemoryError, OSError) as error:  # a full disk, a table too large
        fault = printable(str(error), LONGEST) or "not enough memory"
        print(f"{name}: {fault}", file=sys.stderr)
        return BAD_INPUT
