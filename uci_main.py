#!/usr/bin/env python3
"""The UCI engine: the program to name in a chess GUI."""

import sys

from engine.preflight import fault


def main() -> int:
    """Run the UCI engine, or print in one line why it cannot run; return the exit code."""
    reason = fault()
    if reason is not None:
        print(f"starling: {reason}", file=sys.stderr)
        return 2
    if sys.argv[1:]:  # --help, or invalid arguments
        from engine.cli.main import main as command

        return command(["uci", *sys.argv[1:]])
    from engine.cli.faults import exit_code
    from engine.uci.protocol import main as uci

    return exit_code("starling", uci)


if __name__ == "__main__":
    raise SystemExit(main())
