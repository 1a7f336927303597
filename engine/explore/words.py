"""The meaning of each event of a trace for its searcher, in the terms of the searcher's paper.

Each explanation names the section that describes the step. Explanations are listed under the name
of a searcher or of its family; `searchers.core.trace.EVENTS` has the general ones.
"""

from __future__ import annotations

from games.parts.specs import name_of
from searchers import SEARCHERS
from searchers.core.trace import EVENTS

__all__ = ["PAPERS", "REASONS", "Explanation", "family_of", "words_for"]

Explanation = tuple[str, str]
"""A sentence about the event, and the section of the paper."""

_PALAY = "Palay 1980, section {}"
_PALAYS = "Palay 1980, sections {}"
_KORF = "Korf 1992, section {}"
_COHEN_SOLAL = "completion, after Cohen-Solal's article of 2020"
_EXTENSION = "best-first extension, after Korf and Chickering's article of 1996"
_BAUM = "Baum and Smith's article of 1997"
_KOCSIS = "Kocsis and Szepesvari's article of 2006"
_SILVER = "Silver and others' article of 2017, methods"
_WINANDS = "MCTS-Solver, after Winands, Bjornsson and Saito's article of 2008"
_PEARL = "Pearl's article of 1980"
_ALLIS = "Allis, van der Meulen and van den Herik's article of 1994"
_NAGAI = "Nagai 2002, section {}"
_RIVEST = "Rivest's article of 1987"
_MCALLESTER = "McAllester's article of 1988"
_RUSSELL = "Russell and Wefald's article of 1989"
_SCHAEFFER = "Schaeffer's article of 1990"
_SRIMANI = "Srimani 1985, {}"
_LINDSTROM = "Lindstrom 1979, section {}"

_STATE_SPACE = {
    "opened": (
        "A state (n, s, h) joins OPEN: node n, LIVE or SOLVED, and its merit h, which no "
        "solution tree that it represents can exceed.",
        _SRIMANI.format("section 2.2"),
    ),
    "visited": (
        "The state of highest merit leaves OPEN and is processed.",
        _SRIMANI.format("section 3.2, step 3"),
    ),
    "expanded": (
        "GAMMA replaces the removed state in OPEN by others.",
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

_RESOLVED = {
    "known": (
        "The node is resolved: its value is exact, since every line that could change it ends "
        "the game.",
        _COHEN_SOLAL,
    ),
    "ended proved": (
        "The root is resolved: its value is the game's, and the move achieves it.",
        _COHEN_SOLAL,
    ),
}
"""The events of nodes whose value is certain, in best-first and selective searches."""

_BEST_FIRST = {
    "visited": (
        "The search descends the principal variation to its leaf; if that is resolved, to the "
        "best leaf that may still matter.",
        _KORF.format("2"),
    ),
    "expanded": (
        "The leaf at the end of the principal variation is expanded next.",
        _KORF.format("2"),
    ),
    "evaluated": (
        "A new child gets its static value.",
        _KORF.format("2"),
    ),
    "backed up": (
        "Values are backed up towards the root until one does not change.",
        _KORF.format("2"),
    ),
    "ended": (
        "A limit is reached: the move is the first of the principal variation.",
        _KORF.format("2"),
    ),
    **_RESOLVED,
}

_MONTE_CARLO = {
    "generated": (
        "A move is made for the first time.",
        _KOCSIS,
    ),
    "expanded": (
        "A leaf that is visited again gets its moves as children.",
        _KOCSIS,
    ),
    "evaluated": (
        "A new child gets a value: from the evaluator, from random games, or from the game's end.",
        _KOCSIS,
    ),
    "backed up": (
        "The reward is added to the node. Its value is the one of the mean reward.",
        _KOCSIS,
    ),
    "known": (
        "The node is proved: no line below it can change its value.",
        _WINANDS,
    ),
    "ended": (
        "A limit is reached. The move is, by default, the one visited most.",
        _WINANDS,
    ),
    "ended proved": (
        "The root is proved: its value is the game's, and the move achieves it.",
        _WINANDS,
    ),
}

PAPERS: dict[str, dict[str, Explanation]] = {
    "bstar": {
        "begun": (
            "Every node gets an interval, from a pessimistic to an optimistic value, that should "
            "contain its true value.",
            _PALAY.format("1"),
        ),
        "aimed PROVEBEST": (
            "PROVEBEST: raise the pessimistic value of the best move to the greatest optimistic "
            "value of the others.",
            _PALAYS.format("2 and 3"),
        ),
        "aimed DISPROVEREST": (
            "DISPROVEREST: lower the optimistic values of the other moves to the pessimistic "
            "value of the best one.",
            _PALAYS.format("2 and 3"),
        ),
        "visited": (
            "The search descends the tree to the leaf that it expands next.",
            _PALAYS.format("2 and 4"),
        ),
        "expanded": (
            "The leaf gets children, and a new interval from theirs.",
            _PALAY.format("2"),
        ),
        "evaluated": (
            "The evaluator gives an interval: the greatest and the least value of the position.",
            _PALAY.format("2"),
        ),
        "backed up": (
            "A bound has changed, so the parent's bounds are computed again.",
            _PALAY.format("2"),
        ),
        "restarted": (
            "The moves are separated. To verify the intervals, all are widened a little and the "
            "search begins again, as in Maven.",
            "an encyclopedia's article on B*, section Robustness",
        ),
        "doubted": (
            "The moves are separated. To verify the intervals, they are widened in place, against "
            "the best move and in favour of the others, and the search goes on.",
            "after Berliner and McConnell 1996 (VERIFY), and an encyclopedia's article on B*",
        ),
        "ended proved": (
            "Separation: no other move's optimistic value exceeds the pessimistic value of the "
            "best move, so the search ends.",
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
            "The root's value depends on a node above the horizon with only a bound: alpha-beta "
            "finds its exact value.",
            _EXTENSION,
        ),
    },
    "descent": _BEST_FIRST
    | {
        "visited": (
            "The search follows its best line to the end of the game, below a leaf that it has "
            "just expanded too.",
            _COHEN_SOLAL,
        ),
    },
    "uct": _MONTE_CARLO
    | {
        "visited": (
            "The search goes to the child of highest upper confidence bound: its mean reward, and "
            "more the less it was visited.",
            _KOCSIS,
        ),
    },
    "puct": _MONTE_CARLO
    | {
        "visited": (
            "The search goes to the child of highest mean reward and exploration. A prior of the "
            "move weighs the exploration.",
            _SILVER,
        ),
    },
    "scout": {
        "visited": (
            "With an open window EVAL finds the node's value. With an empty one TEST asks only "
            "whether the value is above a bound.",
            _PEARL,
        ),
        "backed up": (
            "EVAL has compared all children: the value is that of the best.",
            _PEARL,
        ),
    },
    "bpip": {
        "visited": (
            "The search descends to a leaf of the gulp: one expected to change U, the utility of "
            "more search, most.",
            _BAUM,
        ),
        "expanded": (
            "The leaf gets children, and their distributions replace its own.",
            _BAUM,
        ),
        "evaluated": (
            "A leaf gets a distribution of the values that a deeper search may find; the trace "
            "has its median.",
            _BAUM,
        ),
        "backed up": (
            "After a gulp all distributions are computed again; the trace has the mean.",
            _BAUM,
        ),
        "ended": ("The move of highest mean is played.", _BAUM),
        "ended confident": ("More search is expected to gain hardly anything.", _BAUM),
        **_RESOLVED,
    },
    "conspiracy": {
        "visited": (
            "The search descends to a leaf of a smallest conspiracy for the likely value that is "
            "furthest from the root's.",
            _MCALLESTER,
        ),
        "expanded": (
            "The leaf gets children, and its vector of conspiracy numbers is computed from theirs.",
            _SCHAEFFER,
        ),
        "evaluated": (
            "A new child gets its static value, and belongs to the range that contains it.",
            _SCHAEFFER,
        ),
        "backed up": (
            "Minimax values and conspiracy numbers are backed up until nothing changes.",
            _MCALLESTER,
        ),
        "ended confident": (
            "Every range but the root's needs more conspirators than the threshold.",
            _MCALLESTER,
        ),
        **_RESOLVED,
    },
    "mgss": {
        "visited": (
            "The search descends to the leaf whose expansion is expected to gain most for the "
            "choice of the move.",
            _RUSSELL,
        ),
        "expanded": (
            "The leaf gets children. The change of its value adds to the measured errors.",
            _RUSSELL,
        ),
        "evaluated": ("A new child gets its static value.", _RUSSELL),
        "backed up": (
            "Values are backed up to the root. Then the leaves that matter are rated again.",
            _RUSSELL,
        ),
        "ended confident": ("No expansion is expected to gain more than its cost.", _RUSSELL),
        **_RESOLVED,
    },
    "mma": {
        "visited": (
            "The search descends to the leaf of least penalty, on which the root's value depends "
            "most.",
            _RIVEST,
        ),
        "expanded": (
            "The leaf gets children; the penalties of the edges to them depend on their values.",
            _RIVEST,
        ),
        "evaluated": ("A new child gets its static value.", _RIVEST),
        "backed up": (
            "Values and least penalties are backed up until nothing changes.",
            _RIVEST,
        ),
        **_RESOLVED,
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
            "The value has left the bounds, and the call returns it.",
            _KORF.format("3"),
        ),
        "forgotten": (
            "The search leaves the node and frees the memory of its children.",
            _KORF.format("3"),
        ),
    },
    "pns": {
        "asked": (
            "The root is an OR node. The question is whether its value is at least this.",
            _ALLIS,
        ),
        "visited": (
            "The search goes down to the most-proving node, by the child of least proof number at "
            "OR nodes and of least disproof number at AND nodes.",
            _ALLIS,
        ),
        "expanded": (
            "The most-proving node gets its children.",
            _ALLIS,
        ),
        "numbered": (
            "An OR node has the least proof number of its children and the sum of their disproof "
            "numbers; an AND node the reverse.",
            _ALLIS,
        ),
        "known": ("The node is proved or disproved.", _ALLIS),
        "ended": ("The move that is proved, or else of least proof number, is played.", _ALLIS),
    },
    "dfpn": {
        "asked": (
            "The root is an OR node. The question is whether its value is at least this.",
            _NAGAI.format("2"),
        ),
        "visited": (
            "The search stays below the node until its proof or disproof number reaches a "
            "threshold.",
            _NAGAI.format("2"),
        ),
        "numbered": (
            "The numbers of the node from those of its children, which the table has.",
            _NAGAI.format("2"),
        ),
        "known": ("The node is proved or disproved.", _NAGAI.format("2")),
    },
    "sss": _STATE_SPACE,
    "dual": _STATE_SPACE,
    "ps": _STATE_SPACE
    | {
        "solved": (
            "A MIN node is SOLVED once all of its children are, or the value of one is at most "
            "the lower bound of its MAX parent; a MAX node, once its bounds meet or no partition "
            "is left below it.",
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
            "Alpha-beta begins with a window; a value inside it is exact.",
            _SRIMANI.format("section 2.2"),
        ),
        "visited": (
            "The window narrows with the values found so far.",
            _SRIMANI.format("section 2.2"),
        ),
        "cut": (
            "A child's value has left the window, so the other children cannot matter.",
            _SRIMANI.format("section 2.2"),
        ),
        "backed up": (
            "The value is the best of the children's, for the side to move.",
            _SRIMANI.format("section 2.2"),
        ),
    },
    "abtree": {
        "begun": (
            "Much of the tree is kept from the previous move.",
            _LINDSTROM.format("1.2"),
        ),
        "resumed": (
            "At the root, the search goes on with the kept tree. At another node, RESUMENODE "
            "generates the remaining moves of a suspended node.",
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
            "A node gets its value from the children reported so far (SWEEPTREE, GROWTREE), or "
            "from all of them on the way back to the root (BACKUP).",
            "Lindstrom 1979, sections 3.2.2, 4.3 and 7.3",
        ),
        "cut": (
            "The node is cut off: its value cannot change the root's.",
            _LINDSTROM.format("1.1"),
        ),
        "restarted": (
            "The value that caused the cut-off has changed and no longer does: REDEVELOPTREE "
            "revalidates the node.",
            _LINDSTROM.format("8.2"),
        ),
        "forgotten": (
            "The tree is full, or a draw by repetition has to be checked again: the children of "
            "the node are dropped.",
            _LINDSTROM.format("9.3, D1"),
        ),
    },
}
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
    """Return the keys of a searcher in `PAPERS`: its own name, and its family's."""
    name = name_of(player)
    if name not in SEARCHERS.builtin:
        return (name,)
    return name, SEARCHERS.builtin[name].split(".")[1]


def words_for(player: str) -> dict[str, Explanation]:
    """Return the explanation of each trace event of a searcher."""
    words: dict[str, Explanation] = {event: (text, "") for event, text in EVENTS.items()}
    for name in reversed(family_of(player)):
        words |= PAPERS.get(name, {})
    return words
