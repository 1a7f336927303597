"""The contract of evaluators, and the budget that they share with searches."""
