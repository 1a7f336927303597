"""A Python whose modules of ours see a system such as Windows: with this folder on PYTHONPATH.

The standard library sees the real system, as it could not run otherwise. New processes see the
same as their parent. Compiled modules import without this hook; the interpreted run has theirs.
"""

from __future__ import annotations

import builtins
import importlib
import os
import signal
import subprocess  # noqa: F401  # it would take the module below for Windows
import sys
import time
from types import ModuleType
from typing import Any

OURS = ("games", "evaluators", "searchers", "engine", "starling", "uci_main", "__main__")
NO_MODULES = "curses fcntl grp posix pty pwd readline resource syslog termios tty"
NO_NAMES = {
    "os": "O_DIRECTORY O_NOFOLLOW WNOHANG chown fork forkpty getegid geteuid getgid getloadavg "
    "getpgid getpgrp getsid getuid killpg mkfifo nice openpty posix_spawn register_at_fork "
    "sched_getaffinity sched_yield setpgid setpriority setsid statvfs sysconf uname wait wait4",
    "signal": "ITIMER_REAL SIGALRM SIGCHLD SIGCONT SIGHUP SIGKILL SIGPIPE SIGQUIT SIGSTOP SIGTSTP "
    "SIGUSR1 SIGUSR2 SIGWINCH alarm pause pthread_kill pthread_sigmask setitimer sigwait",
    "time": "CLOCK_MONOTONIC CLOCK_PROCESS_CPUTIME_ID clock_getres clock_gettime "
    "pthread_getcpuclockid",
    "select": "epoll poll",
    "socket": "AF_UNIX socketpair",
    "sys": "",
}
OTHERS = {"os": {"name": "nt"}, "sys": {"platform": "win32"}}


class Seen(ModuleType):
    """A module as ours see it."""

    def __init__(self, module: ModuleType) -> None:
        super().__init__(module.__name__)
        vars(self).update(OTHERS.get(module.__name__, {}))
        vars(self)["_real"] = module

    def __getattr__(self, name: str) -> Any:
        if name in NO_NAMES[self.__name__].split():
            raise AttributeError(f"this system has no {self.__name__}.{name}")
        return getattr(self._real, name)

    def __setattr__(self, name: str, value: object) -> None:
        setattr(self._real, name, value)


def _lock(descriptor: int, how: int, size: int) -> None:
    """Lock a file, as `msvcrt.locking` does."""
    fcntl = importlib.import_module("fcntl")
    assert (how, size) == (2, 1)
    fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _imported(
    name: str, globals: Any = None, locals: Any = None, fromlist: Any = (), level: int = 0
) -> Any:
    """Import a module, for one of ours as another system has it."""
    module = str((globals or {}).get("__name__", "")).partition(".")[0]
    if module in OURS and name.partition(".")[0] in NO_MODULES.split():
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    found = _import(name, globals, locals, fromlist, level)
    if module not in OURS or found.__name__ not in NO_NAMES:
        return found
    return _seen.setdefault(found.__name__, Seen(found))


_import = builtins.__import__
_seen: dict[str, Seen] = {}
builtins.__import__ = _imported
sys.modules["msvcrt"] = ModuleType("msvcrt")
vars(sys.modules["msvcrt"]).update(LK_NBLCK=2, locking=_lock)
assert os.name == "posix"
assert signal.SIGTERM
assert time.monotonic
