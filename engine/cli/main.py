"""The command `starling`: one subcommand a module, imported when it is asked for."""

from __future__ import annotations

import argparse
import itertools
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from engine import VERSION
from engine.cli.faults import BAD_INPUT, exit_code
from engine.text.uncompiled import NOTICE, uncompiled
from games.errors import LONGEST, printable, unknown

__all__ = ["main"]

_COMMANDS = {
    "list": "the games, evaluators and searchers there are, with their options",
    "analyse": "search one position and show what was found",
    "explore": "a page that plays what a search does, step by step",
    "match": "play a match or a round-robin between players",
    "tournament": "play the tournament that a file describes",
    "standings": "how a tournament stands, also while it runs",
    "report": "a tournament as one page to open, look at and send",
    "lab": "measure a published table or figure again",
    "calibrate": "how often deeper searches leave an evaluator's intervals, and how wide they are",
    "perft": "count the leaves of a game tree",
    "check": "hold a game, evaluator or searcher against its contract",
    "bench": "a fixed set of searches: their node total and speed",
    "uci": "the UCI engine, as a chess GUI starts it",
    "gtp": "the GTP engine for Othello, as Quarry starts it",
    "nboard": "the NBoard engine for Othello",
}
"""What each command is for."""

_PLACES = {
    "list": "engine.cli.listing",
    "uci": "engine.uci.protocol",
    "gtp": "engine.hosted.gtp",
    "nboard": "engine.hosted.nboard",
}
"""Their modules, where these are not named in `engine.cli` as the commands are."""

_LONG = ("match", "tournament", "calibrate", "bench")
"""Commands whose user should know that they run uncompiled."""


class _Parser(argparse.ArgumentParser):
    """Tells what is wrong with the arguments in one line, as everything else does."""

    def error(self, message: str) -> NoReturn:
        self.exit(BAD_INPUT, f"starling: {printable(message, LONGEST)} (see {self.prog} -h)\n")

    def expect_flags(self, words: Sequence[str]) -> None:
        """Refuse a flag that does not exist, naming the nearest that does: what else is wrong, such
        as a required flag that is missing, comes of it."""
        known = [flag for flag in self._option_string_actions if flag.startswith("--")]
        for word in itertools.takewhile(lambda word: word != "--", words):
            flag = word.partition("=")[0]
            if not word.startswith("--") or " " in word or any(k.startswith(flag) for k in known):
                continue
            self.error(unknown("flag", flag, known))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; returns the exit code: 0, 1 where a check failed, 2 for bad input."""
    words = list(sys.argv[1:] if arguments is None else arguments)
    return exit_code("starling", lambda: _run(words))


def _run(words: list[str]) -> int:
    """Read the words of one command and run it."""
    parser = _Parser(
        prog="starling",
        description="A game-playing engine and the laboratory for the searchers that alpha-beta "
        "pushed aside.",
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"starling {VERSION}",
        help="print the version and exit",
    )
    if words and not words[0].startswith("-") and words[0] not in _COMMANDS:
        parser.error(unknown("command", words[0], _COMMANDS))
    commands = parser.add_subparsers(metavar="COMMAND", required=True)
    for name, purpose in _COMMANDS.items():
        command = commands.add_parser(name, help=purpose, description=purpose)
        if words[:1] == [name]:  # the others are only named: starting stays quick
            module = import_module(_PLACES.get(name, f"engine.cli.{name}"))
            module.add_arguments(command)
            command.set_defaults(run=module.run)
            command.expect_flags(words[1:])
    options = parser.parse_args(words)
    if words[0] in _LONG and uncompiled():
        print(f"starling: {NOTICE}", file=sys.stderr)
    return int(options.run(options) or 0)


if __name__ == "__main__":
    sys.exit(main())
