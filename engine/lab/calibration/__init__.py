"""How often deeper searches leave an evaluator's intervals."""
