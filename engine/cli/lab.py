"""`starling lab`: measure a published table or figure again, or play an experiment of matches.

`starling lab arena` plays many searchers against each other in many games, `starling lab agreement`
compares two such runs, and `starling lab leads` prints the leads of best-first search of several.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.progress import TaskProgressColumn
from rich.table import Table
from rich.text import Text

from engine.cli.arguments import add_jobs, count, expect_defaults
from engine.cli.display import job_settings
from engine.lab import AT_THE_BOARD, EXPERIMENTS, find
from engine.lab.arena import report as arena_report
from engine.lab.arena.account import ArenaAccount, account_of
from engine.lab.arena.agreement import agreement
from engine.lab.arena.budgets import leads_by_budget
from engine.lab.arena.factors import factors_of
from engine.lab.arena.plan import NAME, PRESETS, arena, folders_of, players_of
from engine.lab.arena.tables import summary
from engine.lab.board import report as board_report
from engine.lab.board.board import LONGER, BoardExperiment, PlayedContest
from engine.lab.board.playing import GAMES, play
from engine.lab.board.report import PairRow
from engine.lab.core import report
from engine.lab.core.drawing import require_matplotlib
from engine.lab.core.experiment import Experiment
from engine.lab.core.laboratory import Finding, Outcome, assess, measure
from engine.lab.page import page
from engine.match.results.archive import write_archive
from engine.text.console import say
from games.core.words import counted
from games.errors import FileError, LimitsError
from games.parts.files import path_text
from games.parts.plugins import command

_LIST_WIDTH = 100
"""Columns of the list where it is not printed on a terminal."""

_WIDEST = 500
"""Columns of the standings, which are never folded."""

ARCHIVE = f"{NAME}.zip"
"""The archive of the arena's games, for `starling reproduce`."""

AGREEMENT = "agreement"
"""What `starling lab` calls the comparison of two runs of the arena."""

LEADS = "leads"
"""What `starling lab` calls the leads of best-first search in several runs."""

_OF_THE_ARENA = ("preset", "boards", "players", "nodes", "cpu", "values", "error")
"""The options that only the arena has."""

_OF_RUNS = (*_OF_THE_ARENA, "trees", "games", "most", "only", "seed", "workers", "dask")
"""The options that some experiment has, apart from `--out`."""

_MOST_PAIRS = 3
"""The number of pairs up to which each has its line; the standings have all."""

_SHOWN = {
    "player": "player",
    "points": "points",
    "rating": "rating",
    "error": "+-",
    "mean_nodes": "nodes a move",
    "exceeded": "exceeded",
    "proved": "proved %",
    "wrong_proofs": "wrong %",
    "stated": "stated %",
    "worse": "worse %",
    "in_evaluator": "evaluator %",
    "depth": "depth",
    "deepest": "deepest",
    "tree_kept": "kept %",
}
"""The columns of the printed table: fields of a player's row, and their headings."""


def lab_arguments(parser: argparse.ArgumentParser) -> None:
    """Add the arguments of `lab`."""
    add = parser.add_argument
    add(
        "name",
        metavar="NAME",
        help="an experiment; 'list' to see them; 'all' published tables; "
        "'arena' for many searchers in many games; 'agreement' of two of its runs, FIRST SECOND; "
        "'leads' of best-first search by budget in its runs, FOLDER ...; "
        "'page' for a page of the results in --out",
    )
    add(
        "folders",
        nargs="*",
        metavar="FOLDER",
        help="with 'agreement' and 'leads': the results of runs of the arena",
    )
    add("--trees", type=int, metavar="N", help="trees for each number (default: see list)")
    add("--games", type=count, metavar="N", help="at the board: games of each pair at most")
    add("--most", type=count, metavar="N", help="at the board: budgets of at most N nodes")
    add(
        "--only",
        metavar="PATTERN",
        help="at the board: contests of such names alone ('othello-*-pvs')",
    )
    add_jobs(parser, seed="trees or openings")
    add = parser.add_argument_group("the arena").add_argument
    add("--preset", choices=tuple(PRESETS), help="games, searchers and budgets (default: quick)")
    add("--boards", nargs="+", metavar="GAME", help="these games instead")
    add("--players", nargs="+", metavar="P", help="these searchers instead, by name or NAME=SPEC")
    add("--nodes", nargs="+", type=count, metavar="N", help="these budgets, in nodes a move")
    add("--cpu", nargs="+", type=float, metavar="MS", help="these, in milliseconds of CPU time")
    add(
        "--values",
        nargs="+",
        metavar="GAME=DIR",
        help="the values of a game, from a folder that starling train made",
    )
    add(
        "--error",
        type=float,
        metavar="ELO",
        help=f"play on, up to {LONGER} times --games, until half the 95%% interval of each rating "
        "is at most ELO",
    )


def run_lab(options: argparse.Namespace) -> int:
    """Do what NAME says; return the exit code, 0, whatever the results are.

    List the experiments, run one, all published tables or the arena, print a page of results,
    compare two runs of the arena, or print the leads in several.

    :raises StarlingError: if there is no such experiment, an option does not fit it, or results
        cannot be read, stored or drawn.
    """
    console, name = Console(), options.name
    if options.folders and name not in (AGREEMENT, LEADS):
        raise LimitsError(f"lab {name}: {options.folders[0]!r} means nothing to it")
    if name in ("list", AGREEMENT, LEADS):
        expect_defaults(options, ("out", *_OF_RUNS), f"to {name}")
    if name == "list":
        _list(console)
    elif name == AGREEMENT:
        _print_agreement(options.folders)
    elif name == LEADS:
        _print_leads(options.folders)
    elif name == "page":
        expect_defaults(options, _OF_RUNS, "to page")
        _print_page(options.out)
    elif name == NAME:
        expect_defaults(options, ("trees",), f"to {NAME}: expected --games")
        _conduct_arena(options, console)
    else:
        expect_defaults(
            options, _OF_THE_ARENA, f"to {name}: expected --seed; see starling lab arena"
        )
        for each in EXPERIMENTS if name == "all" else [name]:
            _conduct(each, options, console)
    return 0


def _conduct(name: str, options: argparse.Namespace, console: Console) -> None:
    """Run an experiment, and print its results; with `--out` write them to its folder there.

    :raises StarlingError: if there is none of this name, or an option does not fit it; and as
        `_conduct_matches` and `_conduct_trees` do.
    """
    experiment = find(name)
    if isinstance(experiment, BoardExperiment):
        expect_defaults(options, ("trees",), f"to {name}: expected --games")
        _conduct_matches(_restricted(experiment, options), options, console)
    else:
        expect_defaults(options, ("games", "most", "only"), f"to {name}: expected --trees")
        _conduct_trees(experiment, options, console)


def _print_page(out: str | None) -> None:
    """Print the page of a folder of results, in Markdown.

    :param out: the folder; None is an error.
    :raises StarlingError: if no folder is given, there is none, or an account in it is invalid.
    """
    if out is None:
        raise LimitsError("lab page needs --out DIR: the folder of results")
    if not Path(out).is_dir():
        raise FileError(f"lab page: there is no folder {out}")
    print(page(Path(out)), end="")


def _print_agreement(folders: Sequence[str]) -> None:
    """Print how far the results of two runs of the arena agree.

    :raises StarlingError: if there are not two folders, one has no account of the arena, or they
        have no contest in common.
    """
    if len(folders) != 2:
        raise LimitsError(f"lab {AGREEMENT}: expected two folders of results, not {len(folders)}")
    print(agreement(*_accounts(folders)), end="")


def _print_leads(folders: Sequence[str]) -> None:
    """Print the lead of best-first search in each game at each budget, from runs of the arena.

    :raises StarlingError: if there is no folder, one has no account of the arena, or no game has
        players of both kinds.
    """
    if not folders:
        raise LimitsError(f"lab {LEADS}: expected folders of results of the arena")
    print(leads_by_budget(_accounts(folders)), end="")


def _accounts(folders: Sequence[str]) -> list[ArenaAccount]:
    """Return the accounts of runs of the arena.

    :raises FileError: if a folder has none that can be read.
    """
    return [
        report.read_account(Path(folder) / f"{NAME}.json", ArenaAccount, NAME) for folder in folders
    ]


def _restricted(experiment: BoardExperiment, options: argparse.Namespace) -> BoardExperiment:
    """Return the experiment with only the contests that `--most` and `--only` allow."""
    if options.most is not None:
        experiment = experiment.within(options.most)
    return experiment if options.only is None else experiment.matching(options.only)


def _list(console: Console) -> None:
    """Print all experiments under their sources, with the size and time of a run.

    A long title continues below its own column.
    """
    if not console.is_terminal:
        console.width = _LIST_WIDTH
    table = _borderless(show_header=False)
    table.add_column(no_wrap=True)
    table.add_column(overflow="fold")
    table.add_column(justify="right", no_wrap=True)
    table.add_column(justify="right", no_wrap=True)
    heading = ""
    for name in (*EXPERIMENTS, *AT_THE_BOARD, NAME):
        each = arena(PRESETS["quick"]) if name == NAME else find(name)
        text, _, index = each.source.partition(", ")
        if isinstance(each, BoardExperiment):
            text, what, size = "At the board", each.title, f"{each.games:,} games"
        else:
            what = f"{index}: {each.title}"
            size = f"{each.trees:,} trees" if each.trees > 1 else ""
        if text != heading:
            table.add_row(Text(text, style="bold"))
            heading = text
        table.add_row(f"  {name}", what, size, f"{each.minutes:g} min")
    note = (
        "trees: for each number, unless --trees is given; games: of all pairs together, "
        "unless --games is given; min: about so many minutes on one core"
    )
    console.file.writelines(f"{line}\n" for line in _lines(console, table, note))


def _borderless(show_header: bool = True) -> Table:
    """Return a new table without lines between its cells."""
    return Table(box=None, padding=(0, 2, 0, 0), show_header=show_header, header_style="")


def _lines(console: Console, *parts: Table | str) -> list[str]:
    """Return the lines that the console would draw, without spaces at their ends; print nothing."""
    with console.capture() as drawn:
        for part in parts:
            console.print(part, highlight=False)
    return [line.rstrip() for line in drawn.get().splitlines()]


def _conduct_trees(experiment: Experiment, options: argparse.Namespace, console: Console) -> None:
    """Run an experiment on trees: measure it, compare with the published numbers, and print.

    With `--out` write the results to the experiment's folder there; an interrupted run resumes.

    :raises StarlingError: as `measure` does, and with `--out` if figures cannot be drawn.
    """
    if options.out is not None and experiment.figures:
        require_matplotlib()  # fail before minutes of work
    trees = experiment.trees if options.trees is None else options.trees
    folder = None if options.out is None else Path(options.out) / experiment.name
    path = None if folder is None else folder / "results.sqlite"
    with job_settings(options, experiment.name) as settings:
        measured = measure(experiment, trees=trees, seed=options.seed, path=path, **settings)
    finding = assess(experiment, measured, trees)
    _print_table(console, experiment, finding, report.command_of(experiment, trees, options.seed))
    if folder is not None:
        written = report.write(experiment, finding, measured, folder, trees, options.seed)
        _print_paths(console, written)


def _print_paths(console: Console, paths: Iterable[Path]) -> None:
    """Print the paths of the files that were written."""
    for path in paths:
        say(console, f"written: {path_text(path)}")


def _print_claim(console: Console, text: str, holds: bool | None) -> None:
    """Print a claim, and whether it holds; None is undecided."""
    verdict = {True: "holds", False: "does not hold", None: "undecided"}[holds]
    say(console, f"{verdict}: {text}")


def _print_table(console: Console, experiment: Experiment, finding: Finding, command: str) -> None:
    """Print an experiment's table, claims, correction, test, count of agreeing numbers and verdict.

    Columns without any number are left out. The command that repeats it ends the last line.
    """
    table = Table(title=f"{experiment.source}: {experiment.title}", title_justify="left", box=None)
    for column in experiment.columns:
        table.add_column(column)
    shown = ("ours", "standard_error", "published", "corrected", "known")
    rows = finding.rows
    kept = [name for name in shown if any(getattr(row.numbers, name) is not None for row in rows)]
    for name in kept:
        table.add_column("+-" if name == "standard_error" else name, justify="right")
    table.add_column("outcome")
    for labels, numbers in rows:
        table.add_row(
            *map(str, labels),
            *("" if (n := getattr(numbers, name)) is None else f"{n:.6g}" for name in kept),
            "" if numbers.outcome == Outcome.OURS else numbers.outcome.value,
        )
    console.print(table)
    for text, held in finding.claims:
        _print_claim(console, text, held)
    if experiment.correction:
        say(console, f"correction: {experiment.correction}")
    outcomes = [numbers.outcome for _, numbers in rows if numbers.outcome != Outcome.OURS]
    agreeing = sum(outcome != Outcome.DIFFERS for outcome in outcomes)
    say(console, f"test: {experiment.test}")
    if outcomes:
        say(console, f"{agreeing} of {len(outcomes)} numbers agree")
    say(console, f"verdict: {finding.verdict}   ({command})")


# -- experiments at the board ----------------------------------------------------------------------


def _conduct_matches(
    experiment: BoardExperiment, options: argparse.Namespace, console: Console
) -> None:
    """Run an experiment of matches: play, print each contest as it ends, then the claims.

    With `--out` the results are written to the experiment's folder there.

    :raises StarlingError: as `play` does, and with `--out` if figures cannot be drawn.
    """
    found, folder = _play(experiment, options, console)
    for claim in experiment.claims:
        _print_claim(console, claim.text, claim.holds(found))
    say(console, board_report.command_of(experiment, options.games, options.seed))
    if folder is not None:
        written = board_report.write(experiment, found, folder, options.games, options.seed)
        _print_paths(console, written)


def _play(
    experiment: BoardExperiment, options: argparse.Namespace, console: Console
) -> tuple[list[PlayedContest], Path | None]:
    """Play all contests and print each as it ends; return them, and the folder of the experiment.

    The folder is inside that of `--out`, and is made if it is missing; without `--out` it is None.

    :raises StarlingError: as `play` does, and with `--out` if figures cannot be drawn.
    """
    folder = None
    if options.out is not None:
        require_matplotlib()  # fail before hours of work
        folder = Path(options.out) / experiment.name
    # Games are slow: half an hour of them predicts the rest.
    with job_settings(options, "", TaskProgressColumn(), speed_estimate_period=1800) as settings:
        found = play(
            experiment,
            games=options.games,
            seed=options.seed,
            folder=folder,
            ended=partial(_print_contest, console),
            **settings,
        )
    if folder is not None:  # without games there is none yet
        folder.mkdir(parents=True, exist_ok=True)
    return found, folder


def _conduct_arena(options: argparse.Namespace, console: Console) -> None:
    """Run the arena: play, print each contest as it ends, then the tables over all and the claims.

    With `--out` the results and an archive of the games are written to the arena's folder there.

    :raises StarlingError: as `arena` and `play` do, and with `--out` if figures cannot be drawn.
    """
    given = {
        name: getattr(options, name) for name in ("boards", "players", "nodes", "cpu", "games")
    }
    preset = PRESETS[options.preset or "quick"].changed(**given)
    values = options.values or ()
    experiment = arena(preset, seed=options.seed, values=values, error=options.error)
    experiment = _restricted(experiment, options)
    names = players_of(preset.players)
    for contest in experiment.contests:
        absent = names.keys() - {each.name for each in contest.entrants}
        if absent:
            say(console, f"{contest.name}: no intervals for {', '.join(sorted(absent))}")
    folders = folders_of(values, preset.boards)
    found, folder = _play(experiment, options, console)
    with job_settings(options, "the games' values") as settings:
        factors = factors_of(found, folders, seed=options.seed, **settings)
    account = account_of(experiment, found, factors, _arena_command(options), options.seed)
    say(console, f"\n{summary(account)}")
    for claim in account.claims:
        _print_claim(console, claim.claim, claim.holds)
    say(console, account.command)
    if folder is not None:
        written = arena_report.write(account, found, folder)
        if account.games:
            written.append(folder / ARCHIVE)
            write_archive(folder / GAMES, written[-1], account.command)
        _print_paths(console, written)


def _arena_command(options: argparse.Namespace) -> str:
    """Return the command for a shell, with plugins and the options that determine the results."""
    words = ["lab", NAME]
    for name in (*_OF_THE_ARENA, "games", "most", "only"):
        value = getattr(options, name)
        if value is not None:
            values = value if isinstance(value, list) else [value]
            words += [
                f"--{name}",
                *(f"{each:g}" if isinstance(each, float) else str(each) for each in values),
            ]
    return command(*words, "--seed", str(options.seed))


def _print_contest(console: Console, played: PlayedContest) -> None:
    """Print a contest's nodes to expand the root, its pairs, and the table of players, best first.

    If there are many pairs, only those without games are printed. Without games there is no table.
    """
    contest = played.contest
    players, pairs = board_report.player_rows(played), board_report.pair_rows(played)
    games = counted(played.games, "game")
    say(console, f"\n{contest.name}: {contest.limit} a move, {games} a pair")
    costs = ", ".join(f"{row.player} {row.root_nodes:g}" for row in players)
    say(console, f"nodes to expand the root: {costs}")
    for row in pairs:
        if row.games is None or len(pairs) <= _MOST_PAIRS:
            say(console, _pair_text(row))
    if played.result is not None:
        players.sort(key=lambda row: -(row.points or 0))
        names = [n for n in _SHOWN if any(getattr(row, n) is not None for row in players)]
        table = _borderless()
        for name in names:
            table.add_column(_SHOWN[name], justify="left" if name == "player" else "right")
        for player in players:
            table.add_row(*(_cell_text(getattr(player, name)) for name in names))
        say(console, "\n".join(_lines(Console(width=_WIDEST), table)))


def _pair_text(row: PairRow) -> str:
    """Return a pair's score, Elo with interval, and note in one line; without games, the note."""
    names = f"{row.player} - {row.opponent}"
    if row.games is None:
        return f"{names}: {row.note}"
    score = f"+{row.won} ={row.drawn} -{row.lost}"
    found, low, high = (
        "?" if end is None else f"{end:+z.0f}" for end in (row.elo, row.low, row.high)
    )
    return f"{names}: {score}, Elo {found} [{low}, {high}]" + (f" ({row.note})" if row.note else "")


def _cell_text(value: Any) -> str:
    """Return a table entry as text: a float with one decimal, "" for None."""
    if value is None:
        return ""
    return f"{value:.1f}" if isinstance(value, float) else str(value)
