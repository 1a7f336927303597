"""What each event of a trace means to the searcher that tells it: its paper's terms, in sentences
of ours, with the section where the step is described.

A searcher's words stand under its name or its family's; where nothing is said of an event, the page
says what `searchers.core.trace.EVENTS` says of it.
"""

from __future__ import annotations

from games.parts.specs import name_of
from searchers import SEARCHERS
from searchers.core.trace import EVENTS

__all__ = ["PAPERS", "REASONS", "Explanation", "family_of", "words_for"]

Explanation = tuple[str, str]
"""What happens, and where a paper describes it."""

_PALAY = "Palay 1980, section {}"
_PALAYS = "Palay 1980, sections {}"
_KORF = "Korf 1992, section {}"
_COHEN_SOLAL = "completion, after Cohen-Solal's article of 2020"
_EXTENSION = "best-first extension, after Korf and Chickering's article of 1996"
_BAUM = "Baum and Smith's article of 1997"
_SRIMANI = "Srimani 1985, {}"
_LINDSTROM = "Lindstrom 1979, section {}"

_STATE_SPACE = {
    "opened": (
        "A state (n, s, h) joins OPEN: node n, LIVE or SOLVED, and its merit h, which no "
        "solution tree that it stands for can exceed.",
        _SRIMANI.format("section 2.2"),
    ),
    "visited": (
        "The state of highest merit leaves OPEN, to be worked on.",
        _SRIMANI.format("section 3.2, step 3"),
    ),
    "expanded": (
        "GAMMA puts other states into OPEN in place of the one that was taken.",
        _SRIMANI.format("section 3.2, step 5"),
    ),
    "evaluated": (
        "A LIVE terminal node gets its static value; it is SOLVED with that, or settles what "
        "is left of its partition.",
        _SRIMANI.format("section 3.2"),
    ),
    "solved": (
        "A MAX node is SOLVED as soon as one SOLVED child leads OPEN; a MIN node once all of "
        "its children are.",
        _SRIMANI.format("section 5.1"),
    ),
    "purged": (
        "A MAX node is SOLVED, so every other state below it leaves OPEN: none could be better.",
        _SRIMANI.format("table A.1, case 6"),
    ),
    "held": (
        "BACKUP notes a MAX node whose partition is being searched: its last child in OPEN, "
        "and a lower and an upper bound.",
        _SRIMANI.format("section 3.1"),
    ),
    "released": (
        "The node is SOLVED or cut off, so BACKUP no longer needs it.",
        _SRIMANI.format("section 3.1"),
    ),
    "resumed": (
        "A partition is done. The next one comes to the front of OPEN: that of the first "
        "incompletely searched MAX child in BACKUP, if there is one.",
        _SRIMANI.format("table 3.1, case 6b"),
    ),
    "ended": (
        "The root leads OPEN and is SOLVED: its merit is the minimax value.",
        _SRIMANI.format("section 3.2, step 4"),
    ),
}

_BEST_FIRST = {
    "visited": (
        "Down the principal variation, at each node to a child that has its value, to the "
        "leaf at the end; where that is resolved, to the best that may still matter.",
        _KORF.format("2"),
    ),
    "expanded": (
        "The leaf at the end of the principal variation is always the next to be expanded.",
        _KORF.format("2"),
    ),
    "evaluated": (
        "A new child gets its static value.",
        _KORF.format("2"),
    ),
    "backed up": (
        "Values are made anew on the way up, as far as one changes.",
        _KORF.format("2"),
    ),
    "known": (
        "The node is resolved: its value is certain, as all below it ends the game that could "
        "change it.",
        _COHEN_SOLAL,
    ),
    "ended": (
        "A limit is reached: the move is the first of the principal variation.",
        _KORF.format("2"),
    ),
    "ended proved": (
        "The root is resolved: the value is that of the game, and the move leads to it.",
        _COHEN_SOLAL,
    ),
}

PAPERS: dict[str, dict[str, Explanation]] = {
    "bstar": {
        "begun": (
            "Every node gets an interval that is to hold its true value, from a pessimistic "
            "to an optimistic value.",
            _PALAY.format("1"),
        ),
        "aimed PROVEBEST": (
            "PROVEBEST: raise the pessimistic value of the best move to what the others can "
            "reach at most.",
            _PALAYS.format("2 and 3"),
        ),
        "aimed DISPROVEREST": (
            "DISPROVEREST: lower the optimistic values of the other moves to what the best "
            "one is worth at least.",
            _PALAYS.format("2 and 3"),
        ),
        "visited": (
            "The way down through the tree that there is, to the leaf that is to be expanded.",
            _PALAYS.format("2 and 4"),
        ),
        "expanded": (
            "The leaf gets children, and from their intervals a new one of its own.",
            _PALAY.format("2"),
        ),
        "evaluated": (
            "An interval is asked for: the most and the least that the position can be worth.",
            _PALAY.format("2"),
        ),
        "backed up": (
            "A bound has changed, so the node above is looked at again.",
            _PALAY.format("2"),
        ),
        "restarted": (
            "Separated, but are the intervals right? All are widened a little and the search "
            "begins again, as Maven does.",
            "an encyclopedia's article on B*, section Robustness",
        ),
        "doubted": (
            "Separated, but are the intervals right? They are widened where they stand, so that "
            "the best move may be worth less and its rivals more, and the search goes on.",
            "after Berliner and McConnell 1996 (VERIFY), and an encyclopedia's article on B*",
        ),
        "ended proved": (
            "Separation: no other move can be worth more than the best one is at least, so "
            "nothing more need be known.",
            _PALAY.format("2"),
        ),
    },
    "bfms": _BEST_FIRST,
    "bfext": _BEST_FIRST
    | {
        "deepened": (
            "Alpha-beta searches to a fixed horizon first, beyond which best-first minimax goes "
            "on.",
            _EXTENSION,
        ),
        "re-searched": (
            "Of a node above the horizon only a bound was known, which has come to be the value "
            "of the root: alpha-beta finds its value.",
            _EXTENSION,
        ),
    },
    "bpip": {
        "visited": (
            "Down to a leaf of the gulp: one of those by which U, what more thinking is worth, is "
            "expected to change most.",
            _BAUM,
        ),
        "expanded": (
            "The leaf gets children, and their distributions take the place of its own.",
            _BAUM,
        ),
        "evaluated": (
            "A leaf gets a distribution of what a deeper look may find; what is told is the value "
            "in its middle.",
            _BAUM,
        ),
        "backed up": (
            "After a gulp all distributions are made anew; what is told is the mean.",
            _BAUM,
        ),
        "known": (
            "The root is resolved: its value is certain, as all below it ends the game that could "
            "change it.",
            _COHEN_SOLAL,
        ),
        "ended": ("The move of highest mean is played.", _BAUM),
        "ended confident": ("More thinking is foreseen to gain hardly anything.", _BAUM),
        "ended proved": (
            "The root is resolved: the value is that of the game, and the move leads to it.",
            _COHEN_SOLAL,
        ),
    },
    "rbfms": {
        "visited": (
            "The node stays on the principal variation while its value is inside these bounds.",
            _KORF.format("3"),
        ),
        "generated": (
            "Only the principal variation and the siblings along it are in memory.",
            _KORF.format("3"),
        ),
        "backed up": (
            "The value has left the bounds, and is what the call returns.",
            _KORF.format("3"),
        ),
        "forgotten": (
            "The search leaves the node, and the room of its children is free again.",
            _KORF.format("3"),
        ),
    },
    "sss": _STATE_SPACE,
    "dual": _STATE_SPACE,
    "ps": _STATE_SPACE
    | {
        "solved": (
            "A MIN node is SOLVED once all of its children are, or one is worth no more than the "
            "lower bound of the MAX node above; a MAX node, once its bounds meet or no partition "
            "below it is left.",
            _SRIMANI.format("table 3.1, cases 3 to 6"),
        ),
        "purged": (
            "The successors of the node leave BACKUP and OPEN.",
            _SRIMANI.format("table 3.1, case 6a"),
        ),
    },
    "state_space": _STATE_SPACE,
    "depth_first": {
        "deepened": (
            "Alpha-beta begins with a window; the value is exact if it lies inside.",
            _SRIMANI.format("section 2.2"),
        ),
        "visited": (
            "The window gets narrower with what is known on the way.",
            _SRIMANI.format("section 2.2"),
        ),
        "cut": (
            "A child's value has left the window, so that the other children cannot matter.",
            _SRIMANI.format("section 2.2"),
        ),
        "backed up": (
            "The value is the best of the children's, for the side to move.",
            _SRIMANI.format("section 2.2"),
        ),
    },
    "abtree": {
        "begun": (
            "Much of the tree is kept from the move before, so that it need not be made again.",
            _LINDSTROM.format("1.2"),
        ),
        "resumed": (
            "The root: the search goes on with the tree that was kept. Another node: RESUMENODE "
            "generates the moves left where this had been suspended.",
            _LINDSTROM.format("5.1"),
        ),
        "visited": (
            "REVALIDATE goes through the tree in depth-first order: first the children that "
            "exist, the best one first, then new ones, until the node is cut off.",
            _LINDSTROM.format("7.2"),
        ),
        "generated": (
            "GROWTREE gives a node new descendants under the cutting thresholds alpha and beta.",
            _LINDSTROM.format("3.2.2"),
        ),
        "evaluated": (
            "The value of a terminal node is its static value.",
            _LINDSTROM.format("2.2.6"),
        ),
        "backed up": (
            "A node has its value from the children reported so far (SWEEPTREE, GROWTREE), or "
            "from all of them on the way back to the root (BACKUP).",
            "Lindstrom 1979, sections 3.2.2, 4.3 and 7.3",
        ),
        "cut": (
            "Whatever the node came to be worth, the root's value would be the same: it is left.",
            _LINDSTROM.format("1.1"),
        ),
        "restarted": (
            "The value that had cut it off has changed, and no longer does: REDEVELOPTREE "
            "revalidates it.",
            _LINDSTROM.format("8.2"),
        ),
        "forgotten": (
            "The tree is full, or a draw by repetition has to be checked again: the children of "
            "the node are given up.",
            _LINDSTROM.format("9.3, D1"),
        ),
    },
}
"""Searcher or family -> event -> what happens, and where. An event may be told apart by its
strategy, and the end of a search by its reason."""

REASONS = {
    "nodes": "the budget of nodes was spent",
    "time": "the time was up",
    "stop": "it was told to stop",
    "depth": "it had looked as deep as it was to look",
    "proved": "the move is proved",
    "confident": "the chance that another move is better had become small",
    "finished": "the line to look at ends the game",
    "over": "there is no legal move",
    "only move": "there is one legal move, and a clock runs",
    "memory": "its store was full",
    "done": "it was done",
}
"""Why a search ended, in words."""


def family_of(player: str) -> tuple[str, ...]:
    """Under which names a searcher's words may stand: its own, and its folder's."""
    name = name_of(player)
    if name not in SEARCHERS.builtin:
        return (name,)
    return name, SEARCHERS.builtin[name].split(".")[1]


def words_for(player: str) -> dict[str, Explanation]:
    """What to say to each event of a searcher."""
    words: dict[str, Explanation] = {event: (told, "") for event, told in EVENTS.items()}
    for name in reversed(family_of(player)):
        words |= PAPERS.get(name, {})
    return words
