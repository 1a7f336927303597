from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import games
from games.check import check_game
from games.errors import FileError
from games.synthetic.explicit import read_tree


def tree(folder: Path, data: Any) -> Any:
    """Return a game on the tree `data`."""
    file = folder / "tree.json"
    file.write_text(json.dumps(data), encoding="utf-8")
    return games.make(f"explicit:{file}")


def test_numbers_are_from_the_view_of_max(tmp_path: Path) -> None:
    position = tree(tmp_path, [{"value": 4, "bounds": [1, 9], "children": [5, [6, 7]]}, 3])
    position.push(0)
    assert position.static() == -4
    assert (position.static_bounds(0), position.static_bounds(1)) == (-9, -1)
    position.push(1)
    assert (position.static_bounds(0), position.static_bounds(1)) == (1, 9), "of the whole file"
    assert position.outcome() is None
    position.push(0)
    assert position.outcome() == -6
    assert position.history == (0, 1, 0)


def test_contract(tmp_path: Path) -> None:
    assert check_game(tree(tmp_path, [[1, [2, 3]], {"value": 5}, [4, 4]])) > 50


def test_a_tree_may_have_one_player(tmp_path: Path) -> None:
    children = [{"value": 4, "bounds": [1, 9], "children": [5, [6, 7]]}, 3]
    position = tree(tmp_path, {"adversary": False, "children": children})
    assert position.one_player
    assert not tree(tmp_path, {"adversary": True, "children": children}).copy().one_player
    position = tree(tmp_path, {"adversary": False, "children": children}).copy()
    position.push(0)
    assert position.static() == 4
    assert (position.static_bounds(0), position.static_bounds(1)) == (1, 9)
    position.push(1)
    position.push(0)
    assert position.outcome() == 6
    assert check_game(tree(tmp_path, {"adversary": False, "children": children})) > 50


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "is not valid JSON"),
        ("[]", "root: a node needs children"),
        ("[1, [2, []]]", r"node 2\.2: a node needs children"),
        ("[1.5, 2]", "node 1: 1.5: expected a whole number"),
        ("[true]", "expected a whole number"),
        ("[536870912]", "below 2\\^29"),
        ('{"bounds": [1], "children": [1]}', r"expected \[low, high\]"),
        ('{"bounds": [2, 1], "children": [1]}', "expected low <= value <= high"),
        ('{"value": 5, "bounds": [1, 2], "children": [1]}', "expected low <= value <= high"),
        ('{"bounds": [1, 2]}', "a leaf needs a value"),
        ('{"valeu": 1}', "root: no key is named 'valeu'. Did you mean 'value'"),
        ('{"value": 1, "children": {}}', r"root: children=\{\}: expected a list"),
        ('[4, {"children": null}]', "node 2: children=None: expected a list"),
        (
            '[1, {"adversary": false, "children": [2]}]',
            "node 2: adversary=false belongs to the root",
        ),
        ('{"adversary": 0, "children": [2]}', "root: adversary=0: expected"),
        ("[" * 900 + "1" + "]" * 900, "too deep"),
    ],
)
def test_the_error_for_a_broken_file_has_the_place(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "broken.json"
    file.write_text(text)
    with pytest.raises(FileError, match=message) as caught:
        read_tree(str(file))
    assert str(file) in str(caught.value)


def test_the_error_for_a_missing_file_has_its_name() -> None:
    with pytest.raises(FileError, match=r"nowhere\.json: No such file"):
        games.make("explicit:nowhere.json")
