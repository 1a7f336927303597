"""What can be asked of B*."""

from __future__ import annotations

from games.parts.part import Option
from searchers.bstar.answer import CHOICES
from searchers.bstar.doubting import AFTER
from searchers.bstar.pb import PB
from searchers.bstar.rules import ALIASES, LOWER_RULES, TOP_RULES
from searchers.core.searcher import LAZY
from searchers.storage.keeper import HASH

__all__ = ["OPTIONS"]

OPTIONS = (
    Option("select", "al", "pair of rules (Palay, section 5)", choices=tuple(ALIASES)),
    Option("top", "", f"top-level rule instead: {'|'.join(TOP_RULES)}"),
    Option("lower", "", f"lower-level rule instead: {'|'.join(LOWER_RULES)}"),
    Option(
        "goal",
        "midpoint",
        "what the opponent's children, or the player's under DISPROVEREST, are to reach: "
        "Lambda, Gamma or their midpoint, in (4.2) to (4.4)",
        choices=("midpoint", "lambda", "gamma"),
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
        "alternatives whose depths top=depth adds up; all: the top level has depth 0",
        choices=("relevant", "all"),
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
