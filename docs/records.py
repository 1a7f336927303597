"""Tells the API reference that a record of msgspec has a constructor of its fields."""

from __future__ import annotations

from typing import Any

import griffe

RECORDS = ("Record", "Struct")


class Records(griffe.Extension):
    """Called for every class that is found."""

    def on_class(self, *, cls: griffe.Class, **_: Any) -> None:
        """Add the constructor that msgspec makes."""
        bases = {str(base).rpartition(".")[2] for base in cls.bases}
        if "__init__" in cls.members or not bases.intersection(RECORDS):
            return
        fields = [
            griffe.Parameter(
                name,
                annotation=field.annotation,
                default=field.value,
                kind=griffe.ParameterKind.positional_or_keyword,
            )
            for name, field in cls.attributes.items()
            if field.annotation is not None and not field.has_labels("property")
        ]
        cls.set_member(
            "__init__",
            griffe.Function(
                "__init__", parameters=griffe.Parameters(griffe.Parameter("self"), *fields)
            ),
        )
