"""`starling bench`: the fixed set of searches of `engine.bench`."""

from __future__ import annotations

import argparse

from engine.bench import bench_lines

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The command takes none."""


def run(options: argparse.Namespace) -> int:
    """Run the set and print it."""
    for line in bench_lines():
        print(line)
    return 0
