from __future__ import annotations

from games.core.scores import EXACT
from searchers.storage.transposition_table import TranspositionTable


def test_how_full_a_table_is() -> None:
    table = TranspositionTable(1)
    assert table.fullness() == 0
    for key in range(250):
        table.store(key, 5, 1, 1, EXACT)
    assert table.fullness() == 250
    for key in range(2**17):
        table.store(key, 5, 1, 1, EXACT)
    assert table.fullness() == 1000
