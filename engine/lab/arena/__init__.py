"""The arena: many searchers against each other in many games, with equal budgets and values."""
