"""The UCI engine."""
