"""The experiments of matches: their players, budgets and figures, one function for each.

All players of a contest evaluate leaves with the same evaluator. Budgets are nodes of a move, or
milliseconds of CPU time.
"""

from __future__ import annotations

from engine.lab.board.board import BoardExperiment, Contest, Curve, Entrant, Study, duels

_EVALUATORS = {"othello": "positional", "chess": "quiescence:base=pst"}
_STRONGER = {"othello": "patterns", "chess": "quiescence:base=network"}
"""Evaluators whose values were fitted to results of games."""


def _contests_of(curves: list[Curve]) -> tuple[Contest, ...]:
    """Return the contests of all curves, in their order."""
    return tuple(contest for curve in curves for contest in curve.contests)


# -- SSS*, PS*(k) and A-B trees --------------------------------------------------------------------


def _minimax() -> BoardExperiment:
    """Return the experiment of six minimax searchers, all against all, in Othello and in chess.

    All have the same evaluator and number of nodes. All games are searched again, without a judge.
    """
    nodes = 2_000
    searchers = {
        "sss": "sss",
        "ps2": "ps:k=2",
        "ps4": "ps:k=4",
        "abtree": "abtree",
        "alphabeta": "alphabeta",
        "mtdf": "mtdf",
    }
    contests = [
        Contest(
            f"{game}-{nodes}",
            game,
            nodes,
            tuple(Entrant(name, f"{spec}@{_EVALUATORS[game]}") for name, spec in searchers.items()),
            games,
            Study(openings=games),
        )
        for game, games in (("othello", 10), ("chess", 4))
    ]
    return BoardExperiment(
        name="minimax-at-the-board",
        title=f"SSS*, PS*(k), A-B trees, alpha-beta and MTD(f) at {nodes:,} nodes a move",
        source="Srimani 1985, chapter 6, and Lindstrom 1979, section 9.1: left to real players",
        minutes=1,
        contests=tuple(contests),
    )


MINIMAX = _minimax()

# -- best-first minimax ----------------------------------------------------------------------------


def _best_first() -> BoardExperiment:
    """Declare matches of best-first minimax against alpha-beta in chess and in Othello.

    That is Korf's next step. Both of his versions play alpha-beta, and also a modern alpha-beta
    (`pvs`), with several budgets of nodes. `pvs` also judges moves of the first openings.
    """
    budgets = {
        "othello": (300, 1_000, 3_000, 10_000, 30_000),
        "chess": (1_000, 3_000, 10_000, 30_000),
    }
    players = {"bfms": "bfms:stop=line", "rbfms": "rbfms"}
    curves = [
        Curve(
            f"best-first-{game}",
            f"Best-first minimax in {game.capitalize()}, equal nodes",
            duels(
                game,
                Entrant(player, f"{players[player]}@{evaluator}"),
                Entrant(opponent, f"{opponent}@{evaluator}"),
                budgets[game],
                200,
                Study(openings=10, judge=f"pvs@{evaluator}"),
            ),
        )
        for game, evaluator in _EVALUATORS.items()
        for opponent in ("alphabeta", "pvs")
        for player in players
    ]
    return BoardExperiment(
        name="best-first-at-the-board",
        title="best-first minimax against alpha-beta in Othello and chess, equal nodes",
        source="Korf 1992, section 5: the next step",
        minutes=30,
        contests=_contests_of(curves),
        curves=tuple(curves),
    )


BEST_FIRST = _best_first()


def _learned_players(base: str, spread: int, widen: int) -> dict[str, str]:
    """Return the specs of a game's best-first players, by their names in tables and figures.

    The intervals are fitted to the results of deeper searches, by the phase of the game alone
    (`phases`) or by features of the position.

    :param base: the evaluator of leaves.
    :param spread: that option of "bpip narrow": the distance of a leaf's spikes from its value, in
        percent of the learned errors. It is the one that won most at 1,000 nodes.
    :param widen: that option of "pb widen": the step by which it moves bounds.
    """
    phases, learned = f"calibrated:by=phase,base=({base})", f"learned:base=({base})"
    return {
        "bfms line": f"bfms:stop=line@{base}",
        "bfms": f"bfms:stop=proved@{base}",
        "bfms safe": f"bfms:stop=proved,choose=visits@{base}",
        "bfext": f"bfext@{base}",
        "bpip": f"bpip@{learned}",
        "bpip narrow": f"bpip:spread={spread}@{learned}",
        "al phases": f"bstar:select=al@{phases}",
        "al": f"bstar:select=al@{learned}",
        "pb phases": f"bstar:select=pb@{phases}",
        "pb": f"bstar:select=pb@{learned}",
        "pb widen": f"bstar:select=pb,after=widen,widen={widen}@{learned}",
        "pb verify": f"bstar:select=pb,after=verify@{learned}",
    }


def _best_first_2() -> BoardExperiment:
    """Declare matches of best-first search and B* with learned values, in Othello and in chess.

    All players of `_learned_players` play `alphabeta` and `pvs`, with equal nodes and with equal
    CPU time. Only searches with equal nodes are examined; the judge is an alpha-beta.
    """
    players = {
        "othello": _learned_players(_STRONGER["othello"], spread=70, widen=300),
        "chess": _learned_players(_STRONGER["chess"], spread=15, widen=30),
    }
    nodes, milliseconds = (300, 1_000, 3_000, 10_000, 30_000, 100_000), (1, 3, 10, 30)
    games = 1000
    curves = []
    for timed in (False, True):
        for game, base in _STRONGER.items():
            for opponent in ("alphabeta", "pvs"):
                other = Entrant(opponent, f"{opponent}@{base}")
                for name, spec in players[game].items():
                    contests = duels(
                        game,
                        Entrant(name, spec),
                        other,
                        milliseconds if timed else nodes,
                        games,
                        None if timed else Study(openings=4, judge=f"alphabeta@{base}"),
                        timed=timed,
                    )
                    curves.append(
                        Curve(
                            f"best-first-2-{game}-{opponent}{'-time' if timed else ''}",
                            f"Best-first search against {opponent} in {game.capitalize()}, "
                            f"equal {'CPU time' if timed else 'nodes'}",
                            contests,
                        )
                    )
    return BoardExperiment(
        name="best-first-2",
        title="best-first search that uses its nodes, with learned values and intervals, against "
        "alpha-beta: equal nodes, equal CPU time",
        source="Korf 1992, section 5, and Palay 1980, section 9, again",
        minutes=30_000,
        contests=_contests_of(curves),
        curves=tuple(curves),
    )


BEST_FIRST_2 = _best_first_2()

# -- B* --------------------------------------------------------------------------------------------


def _bstar() -> BoardExperiment:
    """Declare the matches of B*, whose bounds may be wrong, against alpha-beta.

    The intervals are those of null moves, as in Palay's chess program (an encyclopedia's article on
    B*, Applications), and fitted ones. A round-robin compares the selection rules with each other
    and with `bfms`, `rbfms` and `pvs`.
    """
    nullmove = {
        "othello": "nullmove:base=positional,depth=1",
        "chess": "nullmove:base=(quiescence:base=pst),depth=1",
    }
    calibrated = {
        "othello": "calibrated:base=positional,depth=0",
        "chess": "calibrated:base=(quiescence:base=pst),depth=1",
    }
    widen = {"othello": 300, "chess": 30}
    budgets = {"othello": (1_000, 3_000, 10_000, 30_000), "chess": (10_000, 30_000, 100_000)}
    round_robin = {"othello": 3_000, "chess": 10_000}
    curves = [
        Curve(
            f"bstar-{game}",
            f"B* against alpha-beta in {game.capitalize()}, equal nodes",
            duels(
                game,
                Entrant(name, spec),
                Entrant("alphabeta", f"alphabeta@{base}"),
                budgets[game],
                400,
                Study(openings=20, judge=f"alphabeta@{base}"),
            ),
        )
        for game, base in _EVALUATORS.items()
        for name, spec in {
            "nullmove": f"bstar:select=al@{nullmove[game]}",
            "calibrated": f"bstar:select=al@{calibrated[game]}",
            "widened": f"bstar:select=al,widen={widen[game]}@{calibrated[game]}",
        }.items()
    ]
    others = {"bfms": "bfms:stop=line", "rbfms": "rbfms", "pvs": "pvs"}
    all_rules = [
        Contest(
            f"{game}-{nodes}-all",
            game,
            nodes,
            (
                *(
                    Entrant(rule, f"bstar:select={rule}@{calibrated[game]}")
                    for rule in ("bf", "ll", "db", "tl", "al", "smaller", "pb")
                ),
                *(Entrant(name, f"{spec}@{_EVALUATORS[game]}") for name, spec in others.items()),
            ),
            100,
            Study(openings=1),
        )
        for game, nodes in round_robin.items()
    ]
    return BoardExperiment(
        name="bstar-at-the-board",
        title="B* with intervals of an evaluator against alpha-beta, equal nodes; all selection "
        "rules",
        source="Palay 1980, section 9: only a real problem can show what invalid bounds do",
        minutes=120,
        contests=(*_contests_of(curves), *all_rules),
        curves=tuple(curves),
        remark=(
            "B* with null moves loses because of its intervals. In Othello a pass is often better "
            "than any move, and most intervals are points. B* then ends early with a proof, which "
            "is often wrong. In chess nearly all nodes are spent in probes, and few are left to "
            "search further than a ply or two. Intervals that are fitted to deeper searches cost "
            "little: B* searches several times as deep as alpha-beta, and wins. The gain shrinks "
            "as the budget grows, because B* ends with wrong proofs where alpha-beta uses all its "
            "nodes. Maven's widening spends those nodes on verifying the proof. In Othello that "
            "pays from 3,000 nodes on. In chess it gains nothing, and the tree is not kept from "
            "move to move. The judge of moves is an alpha-beta, which favours its like: compare "
            "the shares of wrong proofs with those of worse moves."
        ),
    )


BSTAR = _bstar()


def _proofs() -> BoardExperiment:
    """Declare the matches of B* that ends with its proof against B* that verifies it.

    A judge that searches deeper checks which of the moves that either proves are wrong.
    """
    intervals = {
        "othello": "learned:base=patterns",
        "chess": "calibrated:base=(quiescence:base=network)",
    }
    settings = [(game, rules, "maximum") for game in intervals for rules in ("al", "pb")]
    settings += [(game, "al", "product") for game in intervals]
    contests = [
        Contest(
            f"{game}-{rules}-{backup}",
            game,
            5_000,
            tuple(
                Entrant(
                    after,
                    f"bstar:select={rules},backup={backup},after={after}@{intervals[game]}",
                )
                for after in ("verify", "stop")
            ),
            400,
            Study(20, f"alphabeta@{_STRONGER[game]}", every=2, deeper=20),
        )
        for game, rules, backup in settings
    ]
    return BoardExperiment(
        name="proofs-at-the-board",
        title="B* that verifies its proofs against B* that ends with them: error probability and "
        "errors found",
        source="Berliner and McConnell 1996 (VERIFY); Palay 1980, section 9",
        minutes=60,
        contests=tuple(contests),
        remark=(
            "The judge is an alpha-beta with the same evaluator and twenty times the nodes. It can "
            "be wrong as well, and a move is worse for any difference, however small. With "
            "backup=product the values of moves are assumed to be independent, as in an N-game."
        ),
    )


PROOFS = _proofs()
