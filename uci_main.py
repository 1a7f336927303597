#!/usr/bin/env python3
"""The UCI engine: the program to name in a chess GUI."""

import sys

from engine.preflight import fault

if __name__ == "__main__":
    reason = fault()
    if reason is not None:
        print(f"starling: {reason}", file=sys.stderr)
        raise SystemExit(2)
    from engine.uci.protocol import main

    raise SystemExit(main())
