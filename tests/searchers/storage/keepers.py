"""The searchers that keep a tree, with evaluators for Othello."""

KEEPERS = [
    "bfms@discs",
    "uct@discs",
    "puct:priors=values@discs",
    "bfms:dag=true@discs",
    "mma@discs",
    "conspiracy@discs",
    "mgss@discs",
    "bstar@calibrated",
    "bstar:dag=true@calibrated",
    "bstar:select=pb@calibrated",
    "abtree@discs",
]
