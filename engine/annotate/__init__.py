"""Annotated games: values, marks for lost value, and moves that intervals exclude."""
