"""`starling completion`: a script for a shell, which completes commands, options and names.

shtab writes the script from the parser of all commands.
"""

from __future__ import annotations

import argparse
from typing import Any

from evaluators import EVALUATORS
from games import GAMES
from games.errors import EngineError
from searchers import SEARCHERS

_SHELLS = ("bash", "zsh", "fish")

_FILES = ("FILE", "PATH")
"""Arguments that are files or folders, by their name in the help."""
_FOLDERS = ("DIR",)


def completion_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `completion`."""
    parser.add_argument("shell", choices=_SHELLS, help="the shell that reads the script")


def run_completion(options: argparse.Namespace) -> int:
    """Print the completion script for a shell; return the exit code, 0.

    :raises EngineError: if the package shtab is missing.
    """
    try:
        import shtab
    except ImportError:
        raise EngineError(
            "completion needs shtab: expected pip install 'starling-search[shell]', or shtab"
        ) from None
    from engine.cli.main import parser_of

    parser = parser_of()
    for action in parser._actions:
        action.help = action.help if action.option_strings else "command"  # or shtab leaves it out
    names = {"games": sorted(GAMES.names()), "players": sorted(SEARCHERS.names())}
    names["parts"] = sorted({*GAMES.names(), *EVALUATORS.names(), *SEARCHERS.names()})
    for name, command in parser.commands.items():
        for action in command._actions:
            kind = _kind(name, action)
            if kind in names:
                words = " ".join(names[kind])
                action.complete = {  # type: ignore[attr-defined]  # shtab reads it
                    "bash": f"_starling_{kind}",
                    "zsh": f"({words})",
                    "fish": words,
                }
            elif action.metavar in _FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # shtab reads it
            elif action.metavar in _FOLDERS:
                action.complete = shtab.DIRECTORY  # type: ignore[attr-defined]  # likewise
    functions = (
        f"_starling_{kind}() {{ compgen -W '{' '.join(words)}' -- \"$1\"; }}"
        for kind, words in names.items()
    )
    preamble: Any = {"bash": "\n".join(functions)}  # shtab's own types forget the mapping
    print(shtab.complete(parser, options.shell, preamble=preamble))
    return 0


def _kind(command: str, action: argparse.Action) -> str:
    """Return which names complete an argument: "games", "players", "parts", or "" for none."""
    if action.dest == "game":
        return "games"
    if action.dest in ("player", "players") or (command, action.dest) == ("explore", "what"):
        return "players"
    return "parts" if command == "check" and not action.option_strings else ""
