"""The notebooks of the documentation run, and show what they are about."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "notebooks"
SHOWN = {
    "your-own-game": ["<svg", "O to move", "alphabeta", "random"],
    "intervals": ["<svg", "to move", "interval", "proved"],
    "sss-is-alpha-beta": ["<svg", "24 nodes, 15 leaves evaluated", "in 60 of 60 trees"],
    "best-first-leaves-the-line": ["<svg", "another line", "further down the line", "bfms"],
    "a-tournament-and-its-errors": ["crosstable", "LOS", "Pentanomial(", "is accepted after"],
    "calibrate-your-own-evaluator": ["inside by width", "proofs", "calibrated", "crosstable"],
}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.ipynb")), ids=lambda path: path.stem)
def test_a_notebook_is_stored_without_outputs(path):
    book = json.loads(path.read_text(encoding="utf-8"))
    code = [cell for cell in book["cells"] if cell["cell_type"] == "code"]
    assert len(code) > 3
    assert all(cell["outputs"] == [] and cell["execution_count"] is None for cell in code)


@pytest.mark.slow  # starts a kernel
@pytest.mark.parametrize("name", sorted(path.stem for path in FOLDER.glob("*.ipynb")))
def test_a_notebook_runs(name):
    reason = "notebooks need nbclient and ipykernel: pip install -e '.[docs]'"
    nbclient = pytest.importorskip("nbclient", reason=reason)
    pytest.importorskip("ipykernel", reason=reason)
    import nbformat

    book = nbformat.read(FOLDER / f"{name}.ipynb", as_version=4)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of the libraries that start the kernel
        nbclient.NotebookClient(book, timeout=60, kernel_name="python3").execute()
    outputs = [output for cell in book.cells for output in cell.get("outputs", [])]
    assert all(output.output_type != "error" for output in outputs)
    text = json.dumps(outputs)
    for word in SHOWN[name]:
        assert json.dumps(word)[1:-1] in text, word
    assert len(text) < 200_000
