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

import argparse
import re
from pathlib import Path

from benchmarks.stash import RATINGS, rated, spec
from engine.match import MatchResult, Tournament
from engine.match.players.program import command_line
from engine.match.statistics.elo import elo
from games.errors import EngineError
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
    "stash": {f"Stash {version}": float(rating) for version, rating in RATINGS.items()},
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


def climb(given: argparse.Namespace, player: str, rungs: dict[str, str]) -> MatchResult:
    """Play a player's games against all rungs, or resume them; return the result.

    The games are stored in a folder of DIR that is named by the player.

    :param given: the arguments of the command.
    :param rungs: the specs of the opponents, by name.
    :raises KeyboardInterrupt: if it was interrupted.
    """
    ours = Limits(seconds=given.seconds)
    if given.ladder in ("stash", "xboard"):
        ours = Limits(clock=Clock.parse(given.clock))
    theirs = [LEVELS.get(rung, Limits()) if given.ladder == "othello" else ours for rung in rungs]
    tournament = Tournament(
        "othello" if given.ladder == "othello" else "chess",
        [player, *rungs.values()],
        [ours, *theirs],
        names=[player, *rungs],
        format="gauntlet",
        games_per_pair=given.games,
        openings="balanced",
    )
    out = Path(given.out, re.sub(r"\W+", "-", player))
    result = tournament.run(out, workers=given.workers)
    if result.interrupted:
        raise KeyboardInterrupt
    return result


def show(result: MatchResult, player: str, rungs: dict[str, str], scale: dict[str, float]) -> None:
    """Print a player's results, and its rating on a scale.

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


def main() -> None:
    """Play each of our players against other programs, and print the tables."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("ladder", choices=RUNGS)
    parser.add_argument("out", metavar="DIR")
    parser.add_argument("--players", nargs="+", default=["pvs"], metavar="SPEC")
    parser.add_argument("--only", nargs="+", metavar="RUNG")
    parser.add_argument("--games", type=int, default=100, help="games against a rung")
    parser.add_argument("--seconds", type=float, default=0.1, help="seconds of a move")
    parser.add_argument("--clock", default="5+0.1", help="clock of a game, for stash and xboard")
    parser.add_argument("--workers", type=int, default=1)
    given = parser.parse_args()
    rungs = {
        rung: spec
        for rung, spec in RUNGS[given.ladder].items()
        if given.only is None or rung in given.only
    }
    missing = [rung for rung, spec in rungs.items() if not installed(spec)]
    if missing:
        print(f"not installed: {', '.join(missing)}")
    rungs = {rung: spec for rung, spec in rungs.items() if rung not in missing}
    if not rungs:
        parser.error(f"no opponent: expected an installed one of {', '.join(RUNGS[given.ladder])}")
    for player in given.players:
        show(climb(given, player, rungs), player, rungs, SCALES.get(given.ladder, {}))


if __name__ == "__main__":
    main()
