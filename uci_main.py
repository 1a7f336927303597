#!/usr/bin/env python3
"""The UCI engine: the program to name in a chess GUI."""

from engine.uci import main

if __name__ == "__main__":
    raise SystemExit(main())
