"""Worker processes end with the one that started them."""

from __future__ import annotations

import signal
import sys
from pathlib import Path

import pytest

from tests.processes import expect_two_workers_to_end

SEARCH = (
    'searchers.make("ps:workers=2").search(games.make("ngame:b=30,d=30"), Limits(nodes=10**12))'
)


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
@pytest.mark.parametrize(
    "how",
    [
        signal.SIGKILL,
        pytest.param(signal.SIGTERM, marks=pytest.mark.slow),
        pytest.param(signal.SIGHUP, marks=pytest.mark.slow),
    ],
)
def test_workers_of_a_search_do_not_outlive_their_parent(
    how: signal.Signals, tmp_path: Path
) -> None:
    expect_two_workers_to_end(SEARCH, how, tmp_path, wait=0.5)
