"""What can be asked of B*."""

from __future__ import annotations

from games.parts.part import Option
from searchers.bstar.answer import CHOICES
from searchers.bstar.doubting import AFTER
from searchers.bstar.pb import PB
from searchers.bstar.rules import ALIASES, LOWER_RULES, TOP_RULES
from searchers.core.searcher import LAZY
from searchers.storage.keeper import HASH

__all__ = ["GOALS", "OPTIONS"]

GOALS = ("midpoint", "near", "far")
"""The values of the option `goal`."""

OPTIONS = (
    Option("select", "al", "pair of rules (Palay, section 5)", choices=tuple(ALIASES)),
    Option("top", "", f"top-level rule instead: {'|'.join(TOP_RULES)}"),
    Option("lower", "", f"lower-level rule instead: {'|'.join(LOWER_RULES)}"),
    Option(
        "goal",
        "midpoint",
        "what the opponent's children under PROVEBEST, or the player's under DISPROVEREST, are to "
        "reach: just the bound to be missed (near, (4.2): Lambda, under DISPROVEREST Gamma), the "
        "other one (far) or their midpoint, (4.3) and (4.4)",
        choices=GOALS,
    ),
    Option(
        "separation",
        "dynamic",
        "fixed: aim at a point set in advance, the study of section 3.3 that failed",
        choices=("dynamic", "fixed"),
    ),
    Option(
        "depths",
        "relevant",
        "alternatives whose depths top=depth adds up, the top level at depth 1; all: at depth 0; "
        "all1: all of them, at depth 1",
        choices=("relevant", "all", "all1"),
    ),
    Option(
        "guard",
        True,
        "top=depth: choose the best node where the second best is embedded in it, which the text "
        "does not say",
    ),
    Option(
        "backup",
        "maximum",
        f"{PB}: children's values are fully dependent (maximum) or independent (product)",
        choices=("maximum", "product"),
    ),
    Option(
        "distribution",
        "interval",
        f"{PB}: what a leaf's value is likely to be, by its interval and realistic value, or by "
        "the quantiles that the evaluator tells",
        choices=("interval", "quantiles"),
    ),
    Option("lean", 0, f"{PB}: how far a leaf leans to its mover, in percent", low=0, high=100),
    Option("choose", "realistic", "the move of a search stopped early", choices=CHOICES),
    Option(
        "quiet",
        0,
        "a leaf with an interval no wider is worth its realistic value, and not opened",
        low=0,
        high=2**28,
    ),
    LAZY,
    *AFTER,
    HASH,
    Option("dag", False, "one node for a position that several lines reach"),
)
