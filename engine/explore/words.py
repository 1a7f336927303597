"""The meaning of each event of a trace for its searcher, in the terms of the searcher's paper.

Each explanation names the section that describes the step. Explanations are listed under the name
of a searcher or of its family; `searchers.core.trace.EVENTS` has the general ones.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from games.parts.specs import name_of
from searchers import SEARCHERS
from searchers.core.trace import EVENTS

Explanation = tuple[str, str]
"""A sentence about the event, and the section of the paper."""

_FILE = Path(__file__).with_name("words.toml")


def _read() -> dict[str, dict[str, Explanation]]:
    """Return searcher or family -> event -> explanation, from the file."""
    found: dict[str, dict[str, Explanation]] = {}
    for names, events in tomllib.loads(_FILE.read_text(encoding="utf-8")).items():
        for name in names.split():
            for event, (text, place) in events.items():
                found.setdefault(name, {})[event] = (text, place)
    return found


PAPERS = _read()
"""Searcher or family -> event -> explanation.

The name of an event may include its strategy, and that of the end of a search its reason.
"""

REASONS = {
    "nodes": "the node budget was spent",
    "time": "the time was up",
    "stop": "it was stopped",
    "depth": "the depth limit was reached",
    "proved": "the move is proved",
    "confident": "the probability that another move is better was small",
    "finished": "the principal variation ends the game",
    "over": "there is no legal move",
    "only move": "there is one legal move, and a clock runs",
    "memory": "its memory was full",
    "done": "it was finished",
}
"""The reasons why a search ends, in words."""


def family_of(player: str) -> tuple[str, ...]:
    """Return the keys of a searcher in `PAPERS`: its name, and its family's if it is built in."""
    name = name_of(player)
    if name not in SEARCHERS.builtin:
        return (name,)
    return name, SEARCHERS.builtin[name].split(".")[1]


def words_for(player: str) -> dict[str, Explanation]:
    """Return the explanations of trace events for a player, by event.

    Each is the searcher's own, or its family's, or the general one of `EVENTS`, which names no
    section of a paper.
    """
    words: dict[str, Explanation] = {event: (text, "") for event, text in EVENTS.items()}
    for name in reversed(family_of(player)):
        words |= PAPERS.get(name, {})
    return words
