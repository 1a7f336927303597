"""Errors that parts of other packages raise, in the words of a message."""

from __future__ import annotations

import traceback
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any, NamedTuple

from games.errors import ContractError, described, printable
from games.parts.authored import is_ours
from games.parts.part import Part

_KINDS = {"Position": "game", "Evaluator": "evaluator", "Searcher": "searcher"}
"""The kinds of parts by their base class."""
_LONGEST_LINE = 120
"""The most characters of the moves before an error."""


class _Call(NamedTuple):
    """A running method of an author's part, with the line that runs and its file."""

    part: Part
    frame: FrameType
    line: int
    file: str


def author_fault(error: BaseException) -> ContractError | None:
    """Return the ContractError for an error in a part of another package; None for other errors.

    Its message names the part, the method, the error and its line.
    """
    calls = list(_calls(error))
    return _message(calls[-1], error) if calls else None


def game_fault(error: BaseException) -> ContractError | None:
    """Return the ContractError for an error in a game of another package; None for other errors.

    It is also None if an evaluator or searcher of another package is among the calls that led to
    the error.
    """
    calls = list(_calls(error))
    if any(_kind(call.part) != "game" for call in calls):
        return None
    return _message(calls[-1], error) if calls else None


def _calls(error: BaseException) -> Iterator[_Call]:
    """Yield the calls of authors' methods that led to an error, the outermost first.

    Calls of the same object's methods and of functions count with the call before them. Its line
    is that of the last one in the same package.
    """
    call: _Call | None = None
    for frame, line in traceback.walk_tb(error.__traceback__):
        if is_ours(frame.f_globals.get("__name__", "")):
            continue
        owner, file = _owner(frame), Path(frame.f_code.co_filename).name
        if call is not None and (owner is None or owner is call.part):
            if _package(frame) == _package(call.frame):
                call = call._replace(line=line, file=file)
        elif owner is not None:
            if call is not None:
                yield call
            call = _Call(owner, frame, line, file)
    if call is not None:
        yield call


def _owner(frame: FrameType) -> Part | None:
    """Return the part whose method a stack frame runs; None for another function."""
    names = frame.f_code.co_varnames[: frame.f_code.co_argcount]
    first = frame.f_locals.get(names[0]) if names else None
    return first if isinstance(first, Part) else None


def _package(frame: FrameType) -> str:
    """Return the top package of the code in a frame."""
    return str(frame.f_globals.get("__name__", "")).partition(".")[0]


def _kind(part: Part) -> str:
    """Return which kind of part it is, in words: game, evaluator or searcher; else "part"."""
    bases = [cls.__name__ for cls in type(part).__mro__]
    return next((kind for base, kind in _KINDS.items() if base in bases), "part")


def _message(call: _Call, error: BaseException) -> ContractError:
    """Return the error for an exception in an author's method: its call, place and moves before."""
    part, code = call.part, call.frame.f_code
    given = [call.frame.f_locals.get(name) for name in code.co_varnames[1 : code.co_argcount]]
    arguments = ", ".join(str(value) if isinstance(value, int) else "..." for value in given)
    raised = described(error) if isinstance(error, Exception) else type(error).__name__
    return ContractError(
        f"{_kind(part)} {_name(part)}: {code.co_name}({arguments}){_moves_before(part)} raised "
        f"{raised}, in line {call.line} of {call.file}"
    )


def _name(part: Part) -> str:
    """Return a part's spec, or its class's name if its spec cannot be found."""
    try:
        return part.spec
    except Exception:  # its `__init__` has not ended, or `spec` is the author's
        return type(part).__name__


def _moves_before(part: Any) -> str:
    """Return the moves played before an error in a game, in words that continue a sentence.

    The text is empty if there are none, or the part has no history.
    """
    try:
        moves = " ".join(map(str, part.history))
    except Exception:  # an author's property, or a part without a history
        return ""
    return f" after the moves {printable(moves, _LONGEST_LINE)}" if moves else ""
