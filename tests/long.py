"""The list of long tests, `long.txt`: the test command leaves them out, `.ci/run` runs them.

To update it, run `python -m tests.long` on a machine that does nothing else.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections import defaultdict
from pathlib import Path

LIST = Path(__file__).with_suffix(".txt")
LONG = 0.1
"""The time of a test, in seconds, from which it is long."""
_TIME = re.compile(r"^ *(\d+\.\d+)s (?:setup|call|teardown) +(.*)$", re.MULTILINE)


def durations(output: str) -> dict[str, float]:
    """Return the time of each test in seconds, from what pytest prints with `--durations=0 -vv`."""
    found: dict[str, float] = defaultdict(float)
    for seconds, test in _TIME.findall(output):
        found[test.strip()] += float(seconds)
    return dict(found)


def main() -> int:
    """Run all tests that are not slow, and write the list; return pytest's exit code."""
    command = [sys.executable, "-m", "pytest", "-m", "not slow", "--durations=0", "-vv"]
    run = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        print(run.stdout[-3000:])
        return run.returncode
    long = sorted(test for test, seconds in durations(run.stdout).items() if seconds >= LONG)
    LIST.write_text("".join(f"{test}\n" for test in long), encoding="utf-8")
    print(f"{len(long)} long tests")
    return 0


if __name__ == "__main__":
    sys.exit(main())
