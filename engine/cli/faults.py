"""The end of a command's process: an error in one line, and an exit code."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable

from games.errors import LONGEST, StarlingError, printable
from games.parts.authors import author_fault

BAD_INPUT, INTERRUPTED = 2, 130
"""The exit codes of bad input and of Ctrl-C."""


def exit_code(name: str, work: Callable[[], int | None], interrupted: str = "interrupted") -> int:
    """Run a command's function; return its exit code, 0 for None, or that of its error.

    The code is 2 for a StarlingError, an error in another package's part, and an error of memory or
    of the system. It is 130 after Ctrl-C, and 0 if the reader of the output has ended. Each case
    but the last is reported in a line on standard error. Any other exception is raised.

    :param name: the command's name, with which messages begin.
    :param interrupted: the message after Ctrl-C.
    """
    try:
        code = int(work() or 0)
        print(end="", flush=True)  # here, where a closed pipe is caught
        return code
    except StarlingError as error:
        print(f"{name}: {error}", file=sys.stderr)
        return BAD_INPUT
    except KeyboardInterrupt:
        print(f"{name}: {interrupted}", file=sys.stderr)
        return INTERRUPTED
    except BrokenPipeError:  # the reader, such as `head`, has ended
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except SystemExit as end:
        if isinstance(end.__context__, BrokenPipeError):  # rich ends so when the reader has
            return 0
        raise
    except Exception as error:  # an author's part may raise anything
        fault = author_fault(error)
        if fault is not None:
            print(f"{name}: {fault}", file=sys.stderr)
        # A full disk, a table too large, an author's class without a method.
        elif isinstance(error, MemoryError | OSError | NotImplementedError):
            said = printable(str(error), LONGEST) or "not enough memory"
            print(f"{name}: {said}", file=sys.stderr)
        else:  # an error of Starling
            raise
        return BAD_INPUT
