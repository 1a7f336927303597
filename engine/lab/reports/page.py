"""The page of all results, in Markdown: every experiment, how to run it, and what came out.

It is made from the JSON files that experiments leave (`starling lab page --out DIR`); nothing on it
is typed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.board.board import BoardExperiment
from engine.lab.core.experiment import Experiment
from engine.lab.core.verdict import Outcome
from games.errors import FileError
from games.parts.files import read_json

__all__ = ["page"]

_ABOUT = """# The laboratory

Every experiment below is run by the command that stands with it; `--out DIR` keeps tables (CSV),
figures (SVG) and an account of how they came (JSON), and a run that was cut short goes on by the
same command. `--workers W` uses W processes and changes no number. This page is the output of
`{command}`.

A published number *agrees* if ours lies within the tolerance that the experiment's test states. An
experiment is *reproduced* if all its numbers agree and all its claims hold, *reproduced with a
correction* if the text had to be corrected for that ([errata](errata.md)), else *not reproducible*.
"""

Account = dict[str, Any]


def page(folder: Path) -> str:
    """The page of what is in a folder of results, to stand beside that folder.

    :raises FileError: if an account in it is none.
    """
    published = [_told(folder, name, _overview_row, _published) for name in EXPERIMENTS]
    boards = [_told(folder, name, _board_row, _at_the_board) for name in AT_THE_BOARD]
    parts = [_ABOUT.format(command=f"starling lab page --out {folder}")]
    parts += ["## Published tables and figures\n", _table(_OVERVIEW, (row for row, _ in published))]
    parts += [section for _, section in published if section]
    parts += ["## At the board\n", _table(_BOARDS, (row for row, _ in boards))]
    parts += [section for _, section in boards if section]
    return "\n".join(parts)


Line = tuple[str, ...]
"""A line of a table of the page."""


def _told(
    folder: Path,
    name: str,
    line: Callable[[Experiment | BoardExperiment, Account | None], Line],
    section: Callable[[Experiment | BoardExperiment, Account, str], str],
) -> tuple[Line, str]:
    """An experiment's line in its overview, and its section, "" if it was not run.

    :raises FileError: if its account is none: whatever it lacks shows when it is told.
    """
    path = folder / name / f"{name}.json"
    experiment = find(name)
    if not path.is_file():
        return line(experiment, None), ""
    expected = f"what starling lab {name} --out writes"
    account = read_json(path, expected)
    try:
        told = line(experiment, account), section(experiment, account, folder.name)
        if not all(text.isprintable() for text in (*told[0], *told[1].split("\n"))):
            raise ValueError("characters that do not print")
    except (LookupError, TypeError, ValueError, AttributeError, ArithmeticError) as error:
        fault = f"{type(error).__name__}: {error}"
        raise FileError(f"{path} is no account of {name}: {fault}; expected {expected}") from error
    return told


_OVERVIEW = ("experiment", "source", "minutes", "verdict", "numbers that agree")
_BOARDS = ("experiment", "what", "minutes", "games")


def _overview_row(experiment: Experiment | BoardExperiment, account: Account | None) -> Line:
    judged = [] if account is None else _judged(account)
    agree = sum(row["outcome"] != Outcome.DIFFERS for row in judged)
    return (
        _link(experiment.name, account),
        experiment.source,
        f"{experiment.minutes:g}",
        "not run" if account is None else account["verdict"],
        f"{agree} of {len(judged)}" if judged else "",
    )


def _board_row(experiment: Experiment | BoardExperiment, account: Account | None) -> Line:
    return (
        _link(experiment.name, account),
        experiment.title,
        f"{experiment.minutes:g}",
        "not run" if account is None else f"{account['games']:,}",
    )


def _link(name: str, account: Account | None) -> str:
    """The name, leading to its section where there is one."""
    return name if account is None else f"[{name}](#{_anchor(name)})"


def _judged(account: Account) -> list[dict[str, Any]]:
    return [row for row in account["rows"] if row["outcome"] != Outcome.OURS]


def _published(experiment: Experiment | BoardExperiment, account: Account, link: str) -> str:
    """The section of a published table or figure."""
    assert isinstance(experiment, Experiment)
    lines = [
        f"### {experiment.name}\n",
        f"{account['source']}: {account['title']}.\n",
        *_command(account["command"], experiment.minutes),
        f"*Test*: {account['test']}.\n",
        f"**Verdict: {account['verdict']}.**",
    ]
    if account["correction"]:
        lines.append(f"Correction: {account['correction']}.")
    lines.append("")
    lines += [
        f"* {'holds' if claim['holds'] else '**does not hold**'}: {claim['claim']}"
        for claim in account["claims"]
    ]
    lines += [
        f"* **differs**: {', '.join(str(row[column]) for column in experiment.columns)}: "
        f"{row['ours']:.4g}, {_expected(row)}"
        for row in _judged(account)
        if row["outcome"] == Outcome.DIFFERS
    ]
    if experiment.remark:
        lines += ["", experiment.remark]
    lines.append("")
    return "\n".join(
        [*lines, *_files(experiment.name, link, [figure.name for figure in experiment.figures])]
    )


def _expected(row: dict[str, Any]) -> str:
    words = ("published", "corrected", "known")
    return ", ".join(f"{word} {row[word]:g}" for word in words if row[word] is not None)


def _at_the_board(experiment: Experiment | BoardExperiment, account: Account, link: str) -> str:
    """The section of an experiment at the board."""
    assert isinstance(experiment, BoardExperiment)
    pairs, players = account["pairs"], account["players"]
    lines = [
        f"### {experiment.name}\n",
        f"{account['title'][:1].upper()}{account['title'][1:]}: {account['games']:,} games from "
        f"balanced openings with swapped colours. {account['source']}.\n",
        *_command(account["command"], experiment.minutes),
        "To expand the root, its evaluator's nodes included, a player needs so many nodes (mean "
        "over opening positions):\n",
        _costs(players),
    ]
    lines += [f"* {_HELD[claim['holds']]}: {claim['claim']}" for claim in account["claims"]]
    lines.append("")
    lines += [
        f"\n![{figure}]({link}/{experiment.name}/{figure}.svg)\n" for figure in account["figures"]
    ]
    duels = [row for row in pairs if _players_of(row, players) == 2]
    if duels:
        lines += ["Elo of the player, with its 95% interval, and mean nodes a move of both:\n"]
        lines += [_elos(duels), "What its searches were like:\n", _whys(duels, players)]
    if any(row["moves checked"] for row in players):
        lines.append(_JUDGED)
    for contest in dict.fromkeys(row["contest"] for row in pairs if row not in duels):
        entered = [row for row in players if row["contest"] == contest]
        lines += [f"#### {contest}\n", _standings(entered), _searches(entered)]
    if experiment.remark:
        lines += [experiment.remark, ""]
    return "\n".join([*lines, *_files(experiment.name, link, (), "-players.csv")])


_JUDGED = """*Proved*: of its searches, those that ended sure of their move. Some moves of some
games were checked by a judge with the same evaluator and more nodes (`studies` in the JSON file):
*worse* are those to which it finds a better one, if only by one unit; *wrong* are those of them
that were proved, of the proofs checked.
"""

_HELD = {True: "holds", False: "**does not hold**", None: "undecided"}


def _players_of(pair: dict[str, Any], players: Sequence[dict[str, Any]]) -> int:
    return sum(row["contest"] == pair["contest"] for row in players)


def _costs(players: Sequence[dict[str, Any]]) -> str:
    """A line for each player and game, whatever contests it is in."""
    rows = {
        (row["game"], row["player"], f"`{row['spec']}`"): (
            row["root nodes"],
            row["root nodes at most"],
        )
        for row in players
    }
    return _table(
        ("game", "player", "spec", "nodes", "at most"),
        [(*who, f"{mean:,.0f}", f"{most:,}") for who, (mean, most) in rows.items()],
    )


def _elos(pairs: Sequence[dict[str, Any]]) -> str:
    columns = (
        "game",
        "nodes",
        "player",
        "opponent",
        "+ = -",
        "Elo",
        "95%",
        "nodes of both",
        "note",
    )
    rows = []
    for row in pairs:
        played = row["games"] is not None
        rows.append(
            (
                row["game"],
                f"{row['nodes']:,}",
                row["player"],
                row["opponent"],
                f"+{row['won']} ={row['drawn']} -{row['lost']}" if played else "",
                _signed(row["elo"]) if played else "no search",
                f"{_signed(row['low'])} to {_signed(row['high'])}" if played else "",
                f"{row['mean nodes']:,.0f}, {row['of opponent']:,.0f}" if played else "",
                row["note"],
            )
        )
    return _table(columns, rows)


def _signed(number: float | None) -> str:
    return "unbounded" if number is None else f"{number + 0.0:+.0f}"


def _whys(pairs: Sequence[dict[str, Any]], players: Sequence[dict[str, Any]]) -> str:
    """What the searches of both sides of a duel were like, side by side."""
    by_name = {(row["contest"], row["player"]): row for row in players}
    rows = []
    for pair in pairs:
        own, other = (by_name[pair["contest"], pair[side]] for side in ("player", "opponent"))
        if own["searches"] and other["searches"]:
            rows.append(
                {
                    "game": pair["game"],
                    "nodes": pair["nodes"],
                    "player": pair["player"],
                    "opponent": pair["opponent"],
                    "nodes used %": 100 * pair["mean nodes"] / pair["nodes"],
                    "in the evaluator %": own["in the evaluator %"],
                    "empty %": own["empty %"],
                    "proved %": own["proved %"],
                    "proofs checked": own["proofs checked"],
                    "wrong %": own["wrong proofs %"],
                    "depth": own["depth"],
                    "its opponent's": other["depth"],
                    "deepest": own["deepest"],
                    "tree kept %": own["tree kept %"],
                    "worse moves %": own["worse %"],
                    "of its opponent %": other["worse %"],
                }
            )
    return _picked(rows, {name: name for name in rows[0]} if rows else {})


def _standings(players: Sequence[dict[str, Any]]) -> str:
    columns = {
        "player": "player",
        "points": "points",
        "games": "games",
        "rating": "Elo",
        "+-": "+-",
        "mean nodes": "nodes a move",
        "most nodes": "most",
        "exceeded": "exceeded",
    }
    return _picked(sorted(players, key=lambda row: -(row["points"] or 0)), columns)


def _searches(players: Sequence[dict[str, Any]]) -> str:
    columns = {
        "player": "player",
        "searches": "searches",
        "empty %": "empty %",
        "proved %": "proved %",
        "proofs checked": "proofs checked",
        "wrong proofs %": "wrong %",
        "moves checked": "moves checked",
        "worse %": "worse %",
        "mean loss": "mean loss",
        "in the evaluator %": "in the evaluator %",
        "depth": "depth",
        "deepest": "deepest",
        "expanded": "expanded",
        "tree kept %": "tree kept %",
    }
    return _picked([row for row in players if row["searches"]], columns)


def _picked(rows: Sequence[dict[str, Any]], columns: dict[str, str]) -> str:
    """Those columns of rows, without the empty ones; "" of no rows."""
    if not rows:
        return ""
    kept = [name for name in columns if any(row[name] is not None for row in rows)]
    cells = [tuple(_shown(row[name]) for name in kept) for row in rows]
    return _table(tuple(columns[name] for name in kept), cells)


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:,.1f}"
    return "" if value is None else f"{value:,}" if isinstance(value, int) else str(value)


def _command(command: str, minutes: float) -> list[str]:
    return [f"    {command}\n", f"About {minutes:g} min on one core.\n"]


def _files(name: str, link: str, figures: Iterable[str], *more: str) -> list[str]:
    files = [f"{name}.csv", *(f"{name}{ending}" for ending in more), f"{name}.json"]
    files += [f"{figure}.svg" for figure in figures]
    return ["Files: " + ",\n".join(f"[{file}]({link}/{name}/{file})" for file in files) + "\n"]


def _anchor(name: str) -> str:
    """What GitHub makes of a heading."""
    return name.lower().replace(".", "")


def _table(columns: Sequence[str], rows: Iterable[Sequence[str]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines) + "\n"
