"""The strength of our players against other programs: a gauntlet for each, equal time a move.

    python -m benchmarks.ladder chess|stash|xboard|othello DIR [--players SPEC ...]
                   [--only RUNG ...] [--games N] [--seconds S] [--clock CLOCK] [--workers N]

Each of our players (pvs) plays every rung whose program is installed, from balanced openings with
colours swapped, without opening books. In chess a move has 100 ms, and Stockfish with limited
strength sets the scale of ratings. Versions of Stash (`benchmarks.stash`) are another scale, and
play with a clock. So do XBoard programs, which have no limit for a move.
Othello programs play at their own levels, in any time. DIR has a folder of games for each of our
players, for `starling report`. An interrupted run resumes.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path

from benchmarks.command_line import start
from benchmarks.stash import RATINGS, SCALE, rated, spec
from engine.match import MatchResult, Tournament
from engine.match.players.program import command_line
from engine.match.statistics.elo import elo
from games.errors import EngineError, SpecError, unknown
from searchers import Clock, Limits

STOCKFISH = "uci:stockfish option.UCI_LimitStrength=true option.UCI_Elo="
RUNGS = {
    "chess": {
        **{f"Stockfish {rating}": f"{STOCKFISH}{rating}" for rating in range(1600, 3000, 200)},
        "Stockfish 2850": f"{STOCKFISH}2850",
        "toga2": "uci:toga2 option.OwnBook=false",
        "glaurung": "uci:glaurung option.OwnBook=false",
        "gnuchess": "uci:gnuchess --uci option.OwnBook=false",
    },
    "stash": {f"Stash {version}": spec(version) for version in RATINGS},
    "xboard": {name: f"xboard:{name}" for name in ("sjeng", "phalanx", "hoichess", "fairymax")},
    "othello": {
        **{f"gtp-rhino {level}": f"gtp:gtp-rhino -l {level}" for level in range(1, 6)},
        "ntest 5": "nboard:ntest x",
    },
}
"""The rungs of each ladder, by name, with the spec of the player."""
SCALES = {
    "chess": {rung: float(rung.split()[1]) for rung in RUNGS["chess"] if rung[:9] == "Stockfish"},
    "stash": SCALE,
}
"""The ratings of the rungs that set the scale of a ladder."""
LEVELS = {"ntest 5": Limits(depth=5)}
"""The limits of Othello programs whose command line does not set a level."""


def installed(player: str) -> bool:
    """Return whether the program of a player's spec is on this machine."""
    kind, _, command = player.partition(":")
    try:
        return bool(command_line(kind, command))
    except EngineError:
        return False


def show(result: MatchResult, player: str, rungs: dict[str, str], scale: dict[str, float]) -> None:
    """Print a player's results, all forfeits, and its rating on a scale.

    :param scale: the ratings of rungs; empty if the ladder has no scale.
    """
    print(f"| {player} against | games | score | Elo |")
    print("|---|--:|---|--:|")
    for rung in rungs:
        pair = result.matchup(player, rung)
        wins, draws, losses = pair.score
        print(f"| {rung} | {pair.games} | +{wins} ={draws} -{losses} | {elo(pair.counts)} |")
    print()
    for standing in result.standings:
        if standing.forfeits:
            print(f"{standing.player} forfeited {dict(standing.forfeits)}")
    known = {rung: result.matchup(player, rung) for rung in rungs if rung in scale}
    if known:
        found = rated(player, known, scale)
        if found.rating is not None and found.error is not None:
            print(f"{player} on the scale of these: {found.rating:.0f} +- {found.error:.0f}")


def main(
    ladder: str,
    out: Path,
    *,
    players: Sequence[str] = ("pvs",),
    only: Sequence[str] = (),
    games: int = 100,
    seconds: float = 0.1,
    clock: str = "5+0.1",
    workers: int = 1,
) -> None:
    """Play each of our players against other programs, and print the tables.

    :param ladder: chess, stash, xboard or othello
    :param out: a folder, which gets a folder of games for each player
    :param players: specs of our players
    :param only: the rungs to play, instead of all
    :param games: games against a rung
    :param seconds: seconds of a move
    :param clock: clock of a game, for stash and xboard
    :raises KeyboardInterrupt: if it was interrupted.
    """
    if ladder not in RUNGS:
        raise SpecError(unknown("ladder", ladder, RUNGS))
    rungs = {rung: spec for rung, spec in RUNGS[ladder].items() if not only or rung in only}
    missing = [rung for rung, spec in rungs.items() if not installed(spec)]
    if missing:
        print(f"not installed: {', '.join(missing)}")
    rungs = {rung: spec for rung, spec in rungs.items() if rung not in missing}
    if not rungs:
        raise SpecError(f"no opponent: expected an installed one of {', '.join(RUNGS[ladder])}")
    timed = ladder in ("stash", "xboard")
    ours = Limits(clock=Clock.parse(clock)) if timed else Limits(seconds=seconds)
    theirs = [LEVELS.get(rung, Limits()) if ladder == "othello" else ours for rung in rungs]
    for player in players:
        result = Tournament(
            "othello" if ladder == "othello" else "chess",
            [player, *rungs.values()],
            [ours, *theirs],
            names=[player, *rungs],
            format="gauntlet",
            games_per_pair=games,
            openings="balanced",
        ).run(out / re.sub(r"\W+", "-", player), workers=workers)
        if result.interrupted:
            raise KeyboardInterrupt
        show(result, player, rungs, SCALES.get(ladder, {}))


if __name__ == "__main__":
    start(main, __doc__)
