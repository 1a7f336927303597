"""The command `starling`. The module of a subcommand is imported when it runs.

The module of the command `x` has `x_arguments`, which adds its arguments to a parser, and `run_x`,
which runs it and returns the exit code.
"""

from __future__ import annotations

import argparse
import io
import itertools
import sys
from collections.abc import Collection, Sequence
from importlib import import_module
from typing import Any, NoReturn

from engine import VERSION
from engine.cli.faults import BAD_INPUT, exit_code
from engine.text.console import NOTICE, uncompiled
from engine.text.tables import wrapped
from games.errors import LONGEST, printable, unknown

_GROUPS = {
    "Play and look at games": {
        "play": ("engine.cli.play", "play a game against a searcher, here or in a browser"),
        "analyse": ("engine.cli.analyse", "search one position and show the result"),
        "annotate": ("engine.cli.annotate", "mark the mistakes of games, with better lines"),
        "explore": ("engine.cli.explore", "write a page that plays a search step by step"),
    },
    "Solve games": {
        "solve": ("engine.cli.solve", "find the exact value of a position, with a proof"),
        "verify": ("engine.cli.solve", "check such a proof by the rules of the game alone"),
    },
    "Matches": {
        "match": ("engine.cli.match", "play a match or a round-robin between players"),
        "tournament": ("engine.cli.match", "play the tournament that a file describes"),
        "standings": ("engine.cli.match", "print a tournament's standings, also while it runs"),
        "report": ("engine.cli.match", "write a tournament as one page for a browser"),
        "reproduce": ("engine.cli.reproduce", "repeat recorded games, move for move"),
    },
    "In other programs": {
        "uci": ("engine.uci.protocol", "run the UCI engine for a chess GUI"),
        "gtp": ("engine.hosted.gtp", "run the GTP engine for Othello, for example in Quarry"),
        "nboard": ("engine.hosted.nboard", "run the NBoard engine for Othello"),
        "completion": ("engine.cli.completion", "print a script that completes words in a shell"),
    },
    "Research": {
        "lab": ("engine.cli.lab", "repeat an experiment of a paper"),
        "calibrate": (
            "engine.cli.calibrate",
            "measure how often deeper searches leave an evaluator's intervals, and their widths",
        ),
    },
    "Values": {
        "train": ("engine.cli.train", "make values and intervals of a game from its rules alone")
    },
    "Parts": {
        "list": ("engine.cli.parts", "list the games, evaluators and searchers with their options"),
        "check": ("engine.cli.parts", "run the conformance tests of a part"),
        "perft": ("engine.cli.parts", "count the leaves of a game tree"),
        "bench": ("engine.cli.parts", "run a fixed set of searches: node total and speed"),
    },
}
"""The commands by what they are for, each with its module and its purpose."""
_COMMANDS = {name: entry for group in _GROUPS.values() for name, entry in group.items()}

_LONG = ("match", "tournament", "reproduce", "solve", "calibrate", "bench", "train")
"""The commands that warn a user whose copy is not compiled."""


class _Parser(argparse.ArgumentParser):
    """A parser that reports an error in one line.

    :ivar commands: the parsers of its commands.
    """

    def __init__(self, *arguments: Any, **settings: Any) -> None:
        super().__init__(*arguments, **settings)
        self.commands: dict[str, _Parser] = {}

    def error(self, message: str) -> NoReturn:
        """Print a message in one line to standard error, and exit with code 2 (SystemExit)."""
        self.exit(BAD_INPUT, f"starling: {printable(message, LONGEST)} (see {self.prog} -h)\n")

    def expect_flags(self, words: Sequence[str]) -> None:
        """Exit with an error if a word is an unknown flag; the error names the nearest known one.

        Abbreviations pass. Words with a space and words after `--` are not checked. argparse would
        report the consequence first, such as a missing required flag.
        """
        known = [flag for flag in self._option_string_actions if flag.startswith("--")]
        for word in itertools.takewhile(lambda word: word != "--", words):
            flag = word.partition("=")[0]
            if not word.startswith("--") or " " in word or any(k.startswith(flag) for k in known):
                continue
            self.error(unknown("flag", flag, known))


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; return the exit code.

    It is 0, 1 where a check failed, 2 for bad input, or 130 after Ctrl-C. Characters that the
    encoding of standard output lacks are escaped.

    :param arguments: the words after `starling`; None for those of this process.
    :raises SystemExit: for a wrong command or argument, and after `--help` or `--version`.
    """
    words = list(sys.argv[1:] if arguments is None else arguments)
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    return exit_code("starling", lambda: _run(words))


def _run(words: list[str]) -> int:
    """Parse the words of one command and run it; return its exit code.

    In an uncompiled copy a long command first prints a notice to standard error.

    :raises SystemExit: for a wrong command or argument, and after `--help` or `--version`.
    """
    words = _without_plugins(words)
    parser = parser_of(words[:1])
    if words and not words[0].startswith("-") and words[0] not in _COMMANDS:
        parser.error(unknown("command", words[0], _COMMANDS))
    if words and words[0] in _COMMANDS:
        parser.commands[words[0]].expect_flags(words[1:])
    options = parser.parse_args(words)
    if words[0] in _LONG and uncompiled():
        print(f"starling: {NOTICE}", file=sys.stderr)
    return int(options.run(options) or 0)


def _without_plugins(words: list[str]) -> list[str]:
    """Import the plugins that the words of a command name; return the other words.

    :raises StarlingError: if a plugin is missing or fails.
    """
    parser = _Parser(prog="starling", add_help=False, allow_abbrev=False)
    parser.add_argument("--plugin", action="append", default=[])
    given, others = parser.parse_known_args(words)
    if given.plugin:
        from games.parts.plugins import plug_in

        plug_in(given.plugin)
    return others


def parser_of(names: Collection[str] = tuple(_COMMANDS)) -> _Parser:
    """Return the parser of all commands.

    :param names: the commands that have their arguments; the others are not imported, which would
        take time.
    """
    parser = _Parser(
        prog="starling",
        allow_abbrev=False,  # as where plugins are found
        usage="starling [-h] [--version] [--plugin FILE_OR_MODULE] COMMAND ...",
        description="A game-playing engine, and a laboratory for B*, SSS*, best-first minimax and "
        "other\nalternatives to alpha-beta.",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog=_overview(),
    )
    parser.add_argument(
        "--version",
        action="version",
        version=f"starling {VERSION}",
        help="print the version and exit",
    )
    parser.add_argument(
        "--plugin",
        metavar="FILE_OR_MODULE",
        help="use the parts in a Python file or module; may be repeated, here or behind COMMAND",
    )
    commands = parser.add_subparsers(
        prog="starling", metavar="COMMAND", required=True, help=argparse.SUPPRESS
    )
    for name, (place, purpose) in _COMMANDS.items():
        command = parser.commands[name] = commands.add_parser(
            name, description=purpose, help=purpose
        )
        if name in names:
            module = import_module(place)
            getattr(module, f"{name}_arguments")(command)
            command.set_defaults(run=getattr(module, f"run_{name}"), parser=command)
    return parser


def _overview() -> str:
    """Return the commands in their groups, for the help."""
    lines = []
    for group, commands in _GROUPS.items():
        lines.append(f"{group}:")
        lines += [
            wrapped(purpose, f"  {name:<12}", " " * 14) for name, (_, purpose) in commands.items()
        ]
        lines.append("")
    return "\n".join([*lines, "'starling COMMAND -h' has the arguments of a command."])


if __name__ == "__main__":
    sys.exit(main())
