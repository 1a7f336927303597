#!/usr/bin/env python3
"""The UCI engine: the program to name in a chess GUI."""

import sys

from engine.preflight import fault


def main() -> int:
    """Run the UCI engine, or print to standard error why it cannot run; return the exit code.

    With arguments run `starling`: `bench` and `--version` as they are, others as those of `uci`.
    """
    reason = fault()
    if reason is not None:
        print(f"starling: {reason}", file=sys.stderr)
        return 2
    given = sys.argv[1:]
    if given:  # bench, --version, --help, or invalid arguments
        from engine.cli.main import main as command

        return command(given if given in (["bench"], ["--version"]) else ["uci", *given])
    from engine.cli.faults import exit_code
    from engine.uci.protocol import main as uci

    return exit_code("starling", uci)


if __name__ == "__main__":
    raise SystemExit(main())
