"""The laboratory: published experiments, made again."""
