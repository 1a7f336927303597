"""Fit the networks of `learned` by the pinball loss, and their error bounds in other games."""

from __future__ import annotations

import math
import shutil
from collections.abc import Sequence
from statistics import NormalDist
from typing import Any, NamedTuple

import numpy as np
from msgspec.structs import replace

from engine.lab.calibration.sample import POSITIONS, Row, cut, sample
from engine.train.adam import Adam
from engine.train.generations import Generations
from engine.train.network import fixed_point
from evaluators import make as make_evaluator
from evaluators.intervals.constants import ONE, ONE_OUTPUT, REACH
from evaluators.intervals.fits import (
    COVERS,
    MOST_TIMES,
    Input,
    Measured,
    NetworkFit,
    Unit,
    load,
    write,
)
from evaluators.intervals.learned import Learned, network_features
from evaluators.values.trained_file import INTERVALS
from games import make
from games.core.scores import KNOWN_WIN
from games.core.words import counted
from games.errors import EvaluationError

DEEP = 4
"""The plies of the searches whose values the intervals of `starling train` contain."""
SEEDS = 1_000_000
"""The first seed of their games, so that measurements with small seeds use others."""
HIDDEN = 16
"""The hidden units of a network."""
TAIL = 0.003
"""The share of positions on either side whose feature is clipped."""
SHARES = (5, 10, 20, 30, 40, 50, 60, 70, 80, 90, 95)
"""The fitted quantiles, in percent."""
NORMAL = np.array([NormalDist().inv_cdf(share / 100) for share in SHARES])
LOWER, UPPER = np.minimum(NORMAL, 0), np.maximum(NORMAL, 0)
"""The quantiles of the normal distribution, below and above its mean."""
GROUPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 1.0)
"""The ends of groups of positions, narrowest first; each group has its own error bounds."""
FEWEST = 200
"""The fewest positions of a group, on average."""
FEWEST_AT_ALL = 2 * POSITIONS
"""The fewest positions of a fit: those of a game for the network, and of one for its bounds."""
HELD = 0.3
"""The share of the games for the error bounds."""
COVER = 80.0
"""The share of errors, in percent, that is measured."""
STEPS, BATCH, RATE, DECAY = 6000, 2048, 0.005, 0.01
"""The steps of Adam, the positions of each, the first learning rate and the weight decay."""


class Examples(NamedTuple):
    """Positions as arrays with one row each.

    :param job: the numbers of their jobs; positions of other jobs are of other games.
    :param features: the requested features, in columns.
    :param value: the values of the shallow search.
    :param deep: the values of the deeper searches, one column each.
    """

    positions: list[str]
    job: Any
    features: Any
    value: Any
    deep: Any


def examples_of(
    game: str, base: str, depth: int, rows: list[Row], names: tuple[str, ...]
) -> Examples:
    """Return the positions of rows with features, shallow values and deep values.

    Those where the shallow search finds a win or loss are left out.

    :param base: the evaluator of the shallow search.
    :param depth: plies of the shallow search, which is made here.
    :param rows: one or more, with the deep values.
    :param names: the names of the features.
    """
    learned = Learned(base=base, depth=depth)
    start: Any = make(game)
    wanted = ("value", *names)
    found = [(row, learned.features_of(start.at(row.position), wanted)) for row in rows]
    found = [(row, features) for row, features in found if abs(features[0]) < KNOWN_WIN]
    features = np.array([features for _, features in found], int).reshape(-1, len(wanted))
    return Examples(
        [row.position for row, _ in found],
        np.array([row.job for row, _ in found]),
        features[:, 1:],
        features[:, 0],
        np.array([row.deep for row, _ in found], int).reshape(-1, len(rows[0].deep)),
    )


def fit_intervals(generations: Generations, positions: int) -> None:
    """Fit intervals to the best values of a training, and copy their file into its folder.

    The best values are those of the last generation that won its match; if none did, those before
    the first generation. Nothing is fitted if they have intervals of as many positions. The
    searches are stored, and an interrupted run resumes. The file names the values by their
    checksum: it serves no others.

    :param positions: the positions to search.
    :raises EvaluationError: if the positions are too few.
    :raises TimeOver: if the time of the run is over.
    """
    game, plan, best = generations.course.rules.game, generations.plan, generations.best
    folder = generations.folder_of(best)
    path = folder / INTERVALS
    command = f"starling train {game} --intervals {positions}"
    if not path.exists() or load(str(path)).command != command:
        whose = f"generation {best}" if best else generations.origin
        generations.progress(f"intervals of {whose}: {positions} positions")
        with generations.part("intervals"):
            base = f"values:{folder}"
            start, evaluator = make(game), make_evaluator(base)
            rows = sample(
                game,
                (f"shallow:base=({base}),depths=0-0",),
                base,
                (DEEP,),
                positions=positions,
                seed=SEEDS + plan.seed,
                player=f"pvs@{base}",
                nodes=plan.nodes,
                path=folder / f"intervals-{positions}" / "results.sqlite",
                workers=generations.workers,
                executor=generations.executor,
                on_progress=lambda done, all: generations.check_time(),
            )
            examples = examples_of(game, base, 0, rows, network_features(start, evaluator))
            fit, found = fit_network(start, base, 0, DEEP, examples, 0)
            write(path, command, [], [replace(fit, evaluator=evaluator.own_fits()[1])], [found])
    shutil.copyfile(path, generations.folder / INTERVALS)


def fit_network(
    start: Any, base: str, depth: int, deep: int, examples: Examples, column: int
) -> tuple[NetworkFit, Measured | None]:
    """Return a network fitted to the first games of examples, with error bounds from the others.

    The second result says how often such bounds hold in games that they were not counted in. It is
    None if there are too few.

    :param start: a position of the game.
    :param depth: plies of the shallow search.
    :param deep: plies of the deeper search.
    :param examples: positions with the features that `network_features` names.
    :param column: the column of the deep value to predict.
    :raises EvaluationError: if the positions are too few.
    """
    value, found = examples.value, examples.deep[:, column]
    won = make_evaluator(base).winning_value(start)
    first = examples.job < np.quantile(examples.job, 1 - HELD) if len(found) else np.zeros(0, bool)
    differences = np.clip(found, -won, won) - np.clip(value, -won, won)
    chosen = first.copy()
    if won >= KNOWN_WIN:
        chosen &= np.abs(found) < KNOWN_WIN
    if not chosen.any():
        raise EvaluationError(
            f"intervals of {base}: {counted(len(found), 'position')} before the game's end, "
            f"expected more; {FEWEST_AT_ALL} suffice where none is won"
        )
    names = network_features(start, make_evaluator(base))
    inputs = inputs_of(names, examples.features[chosen])
    columns = [names.index(each.feature) for each in inputs]
    scaled = scaled_inputs(inputs, examples.features[chosen][:, columns])
    unknown = (0,) * len(COVERS)
    network = train(inputs, scaled, differences[chosen])
    fit = NetworkFit(start.family, base, depth, deep, marks=(1,), within=(unknown,), **network)
    learned = Learned(base=base, depth=depth)
    learned.set_fit(fit, start)
    rows = []
    for index in np.flatnonzero(~first):
        learned.find_interval(start.at(examples.positions[index]))
        error = scales_to(int(found[index]), learned, won)
        rows.append(
            (examples.job[index], learned.width, error, learned.real, learned.below, learned.above)
        )
    held = Held(*np.array(rows).T)
    wide = held.width > (0 if held.width.any() else -1)
    marks, within = times_by_width(held.width[wide], held.error[wide])
    return replace(fit, marks=marks, within=within), cross_validated_coverage(held, won)


class Held(NamedTuple):
    """Positions that a network was not fitted to, as arrays.

    :param job: the numbers of their jobs; positions of other jobs are of other games.
    :param width: the sums of both scales, as `Learned.width`; 0 where the game is already won.
    :param error: the errors in scales.
    :param real, below, above: the predictions.
    """

    job: Any
    width: Any
    error: Any
    real: Any
    below: Any
    above: Any


def cross_validated_coverage(held: Held, won: int) -> Measured | None:
    """Return how often intervals at COVER percent contain deeper values, by cross-validation.

    Bounds from every second game are applied to the games between them, and the other way round.
    The intervals are cut at `won` and -`won`. Those without a width then are only counted: there
    the game is already won.

    :param won: the value from which on a game counts as won.
    :returns: None if there are no bounds from one of the halves, or no interval has a width.
    """
    wide = held.width > 0
    job = held.job.astype(int)
    bound = np.zeros(len(job))
    for half in (0, 1):
        own = job % 2 == half
        if not (wide & ~own).any():
            return None
        marks, within = times_by_width(held.width[wide & ~own], held.error[wide & ~own])
        bound[own] = factors_at(held.width[own], marks, np.array(within)[:, COVERS.index(COVER)])
    high = np.minimum(won, held.real + np.trunc(held.above * bound / 1000))
    low = np.maximum(-won, held.real - np.trunc(held.below * bound / 1000))
    wide = low < high
    if not wide.any():
        return None
    inside = (1000 * held.error <= bound)[wide]
    share = float(inside.mean())
    by_job = np.bincount(job[wide], inside - share)
    return Measured(
        cover=COVER,
        positions=len(job),
        points=int((~wide).sum()),
        inside=round(100 * share, 2),
        error=round(100 * math.sqrt(float(by_job @ by_job)) / len(inside), 2),
        width=round(float(np.median((high - low)[wide])), 1),
    )


def scales_to(value: int, learned: Learned, won: int) -> float:
    """Return the distance of a deep value from the middle of an interval, in scales of its side.

    Values beyond `won` count as `won`. The distance is 0 if the value is lost and the middle is
    even lower, or it is won and the middle even higher.

    :param learned: has just found the interval; its scales are `below` and `above`.
    :param won: the value from which on a game counts as won.
    """
    error = cut(value, won) - learned.real
    if error > 0:
        return error / learned.above if value > -won else 0.0
    return -error / learned.below if value < won else 0.0


def times_by_width(widths: Any, errors: Any) -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """Return the marks, the median widths of groups of positions, and the error bounds of each.

    Intervals must never get narrower from mark to mark: groups where they would share their mean
    width (isotonic regression). One factor for each of COVERS then corrects the share of errors
    within the bounds, which this and the line between two marks have changed.

    :param widths: the sums of both scales.
    :param errors: in scales.
    :returns: the marks, ascending, and for each a bound for each of COVERS, in thousandths.
    """
    order = np.argsort(widths, kind="stable")
    count = max(1, min(len(GROUPS), len(order) // FEWEST))
    cuts = GROUPS if count == len(GROUPS) else np.arange(1, count + 1) / count
    marks: list[int] = []
    reached: list[Any] = []
    sizes: list[int] = []
    least: Any = np.zeros(len(COVERS))
    for group in np.split(order, [round(share * len(order)) for share in cuts[:-1]]):
        without = 100 * float(np.mean(errors[group] <= 0))
        least = least + np.maximum(COVERS, without) * len(group) / len(order)
        mark = max(1, int(np.median(widths[group])))
        if not marks or mark > marks[-1]:
            marks.append(mark)
            sizes.append(len(group))
            reached.append(np.array(times_of(errors[group].tolist())) * mark)
    rising = np.stack([_rising(column, sizes) for column in np.array(reached).T], axis=1)
    times = rising / np.array(marks)[:, None]
    for index, cover in enumerate(least):
        times[:, index] *= _factor(errors, factors_at(widths, marks, times[:, index]), cover)
    times = np.minimum(MOST_TIMES, np.ceil(np.maximum.accumulate(times, axis=1))).astype(int)
    return tuple(marks), tuple(map(tuple, times.tolist()))


def factors_at(widths: Any, marks: Sequence[int], times: Any) -> Any:
    """Return each position's error bound as a factor of its width, in thousandths.

    Factor times width is interpolated linearly between the marks, and divided by the width. A
    width beyond the first or last mark counts as that mark. `Learned` does the same in a search.

    :param widths: the sums of both scales of each position.
    :param marks: the widths that have a factor, ascending.
    :param times: the factor at each mark.
    """
    near, far = marks[0], marks[-1]
    inner = np.clip(widths, near, far)
    return np.interp(inner, marks, times * np.array(marks)) / inner


def _rising(values: Any, sizes: Sequence[int]) -> Any:
    """Return the non-falling numbers nearest to values by least squares, weighted by sizes.

    Neighbours that fall are pooled (Ayer et al., Annals of Mathematical Statistics 26, 1955).
    """
    pools: list[tuple[float, int, int]] = []
    for value, size in zip(values, sizes, strict=True):
        pool = (float(value), size, 1)
        while pools and pools[-1][0] > pool[0]:
            mean, weight, count = pools.pop()
            both = weight + pool[1]
            pool = ((mean * weight + pool[0] * pool[1]) / both, both, count + pool[2])
        pools.append(pool)
    return np.repeat([mean for mean, _, _ in pools], [count for _, _, count in pools])


def _factor(errors: Any, bounds: Any, cover: float) -> float:
    """Return the factor by which bounds must be multiplied to contain `cover` percent of errors.

    One unseen error is counted, as in `times_of`. The factor is 1 if the error that decides, or
    its bound, is not above 0.

    :param errors: in scales.
    :param bounds: in thousandths of a scale.
    """
    ratios = np.full(len(errors), np.inf)
    np.divide(1000 * errors, bounds, out=ratios, where=bounds > 0)
    ratios[errors <= 0] = 0
    rank = math.ceil(cover * (len(errors) + 1) / 100)
    found = float(np.sort(ratios)[min(len(errors), max(1, rank)) - 1])
    return found if 0 < found < np.inf else 1.0


def times_of(errors: list[float]) -> tuple[int, ...]:
    """Return the error bounds for COVERS, in thousandths of a scale; that for 0 percent is 0.

    They count one further error as large as the largest, as conformal prediction requires.

    :param errors: in scales, one or more.
    """
    count = len(errors) + 1
    ordered = [*sorted(errors), max(errors)]
    within = [ordered[min(count, math.ceil(cover * count / 100)) - 1] for cover in COVERS]
    return (0, *(min(MOST_TIMES, math.ceil(1000 * error)) for error in within[1:]))


def inputs_of(names: tuple[str, ...], features: Any) -> tuple[Input, ...]:
    """Return the inputs for features: each with the range of its values in all but a few positions.

    A feature with the same value everywhere is left out.

    :param features: one row a position; the columns are those of `names`.
    """
    found = []
    for name, column in zip(names, features.T, strict=True):
        low, high = np.quantile(column, (TAIL, 1 - TAIL), method="nearest")
        if low == high:
            low, high = column.min(), column.max()
        if low < high:
            found.append(Input(name, int(low), int(high)))
    return tuple(found)


def scaled_inputs(inputs: tuple[Input, ...], features: Any) -> Any:
    """Return features as inputs of a network: integers from 0 at `low` to REACH at `high`.

    Values outside that range are clipped.

    :param features: one row a position; the columns are those of `inputs`, in the same order.
    """
    low, high = np.array([(each.low, each.high) for each in inputs], int).reshape(-1, 2).T
    return (np.clip(features, low, high) - low) * ((REACH << 16) // (high - low)) >> 16


def train(inputs: tuple[Input, ...], scaled: Any, wanted: Any) -> dict[str, Any]:
    """Return some fields of a `NetworkFit` by name, for a network fitted to positions, in integers.

    They are `unit`, `inputs`, `straight`, `hidden` and `outputs`.

    :param scaled: the inputs of each position.
    :param wanted: the differences of the deep from the shallow values, to fit to.
    """
    unit = max(1, round(1.48 * float(np.median(np.abs(wanted)))))
    mean, deviation = scaled.mean(0), np.maximum(1.0, scaled.std(0))
    weights = _descend((scaled - mean) / deviation, wanted / unit)
    weights["straight bias"][1:] += math.log(unit)  # scales in the evaluator's unit

    def units(kind: str) -> tuple[Unit, ...]:
        """Return the units of one kind in integers, for inputs that are not normalised."""
        rows = weights[kind] / deviation[:, None]
        biases = fixed_point(weights[f"{kind} bias"] - mean @ rows, 2**ONE, 2**29)
        return tuple(map(Unit, biases, map(tuple, fixed_point(rows.T, 2**ONE, 2**15 - 1))))

    return {
        "unit": unit,
        "inputs": inputs,
        "straight": units("straight"),
        "hidden": units("hidden"),
        "outputs": tuple(map(tuple, fixed_point(weights["outputs"], 2**ONE_OUTPUT, 2**15 - 1))),
    }


def _descend(inputs: Any, wanted: Any) -> dict[str, Any]:
    """Return the weights of the network of quantiles, trained by Adam with weight decay.

    It has HIDDEN hidden units, and weights that lead from the inputs straight to the three outputs.
    The loss is the pinball loss (Koenker & Bassett 1978) of the quantiles of two half-normal
    distributions. The seed of the random numbers is fixed.

    :param inputs: the normalised inputs, a row for each position.
    :param wanted: the differences to fit to, in units.
    :returns: arrays under "hidden", "hidden bias", "outputs", "straight" and "straight bias".
    """
    chance = np.random.default_rng(1)
    count, size = inputs.shape
    weights = {
        "hidden": chance.normal(0, max(1, size) ** -0.5, (size, HIDDEN)),
        "hidden bias": np.zeros(HIDDEN),
        "outputs": chance.normal(0, 0.1 * HIDDEN**-0.5, (HIDDEN, 3)),
        "straight": np.zeros((size, 3)),
        "straight bias": np.zeros(3),
    }
    adams = {name: Adam(numbers) for name, numbers in weights.items()}
    for step in range(1, STEPS + 1):
        some = chance.integers(0, count, min(BATCH, count))
        rate = RATE * (1 - step / STEPS)
        for name, gradient in _gradients(weights, inputs[some], wanted[some]).items():
            adams[name].step(gradient, rate)
            if not name.endswith("bias"):
                weights[name] *= 1 - rate * DECAY
    return weights


def _gradients(weights: dict[str, Any], inputs: Any, wanted: Any) -> dict[str, Any]:
    """Return the gradients of the mean pinball loss of some positions, by the names of `weights`.

    The loss of a position is the sum over the quantiles of SHARES.
    """
    hidden = np.maximum(0, inputs @ weights["hidden"] + weights["hidden bias"])
    outputs = hidden @ weights["outputs"] + inputs @ weights["straight"] + weights["straight bias"]
    middle, below, above = outputs.T
    below, above = np.exp(below)[:, None] * LOWER, np.exp(above)[:, None] * UPPER
    missed = wanted[:, None] > middle[:, None] + below + above
    slope = (~missed - np.array(SHARES) / 100) / len(wanted)
    slopes = np.stack([slope.sum(1), (slope * below).sum(1), (slope * above).sum(1)], 1)
    behind = (slopes @ weights["outputs"].T) * (hidden > 0)
    return {
        "hidden": inputs.T @ behind,
        "hidden bias": behind.sum(0),
        "outputs": hidden.T @ slopes,
        "straight": inputs.T @ slopes,
        "straight bias": slopes.sum(0),
    }
