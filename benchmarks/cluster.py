"""The number of workers that one tournament process can serve: python -m benchmarks.cluster

A tournament distributes, counts and stores games as usual, but simulated workers return a recorded
game after a fixed time. The table has the games per second that the workers could finish, and those
stored.

Then jobs that sleep run on a real Dask cluster of this machine: one scheduler, and worker processes
of many threads in place of machines.
"""

from __future__ import annotations

import heapq
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.command_line import start
from engine.jobs import Detailed, Job, Store, executor_at, run
from engine.match import Progress, Tournament, play_match
from engine.match import runner as real
from engine.match.games.record import GameRecord
from games.errors import EngineError

SECONDS = 10.0
"""The duration of a measurement."""

SIMULATED = ((10, 0.1), (100, 1.0), (1000, 10.0), (1000, 1.0))
"""The number of workers, and the seconds of a game."""

ON_DASK = ((10, 0.1), (100, 1.0))
"""The number of threads of the workers, and the seconds of a job."""

THREADS = 100
"""The most threads of a worker process."""


class Simulated(Executor):
    """Simulated workers, which return the result of a job after a fixed time.

    :param workers: the number of workers.
    :param seconds: the duration of a job.
    :param found: returns the result of a job for its arguments.
    """

    def __init__(self, workers: int, seconds: float, found: Callable[..., Any]) -> None:
        """Start the thread that ends the simulated jobs."""
        self.seconds, self.found = seconds, found
        self._free = [0.0] * workers
        self._ending: list[tuple[float, int, Future[Any], tuple[Any, ...]]] = []
        self._number = count()
        self._new = threading.Condition()
        self._over = False
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    def submit(self, function: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Give a job to the first free worker; return its future.

        Only jobs that play games are simulated. Any other job runs immediately, in this process.
        """
        future: Future[Any] = Future()
        if args[0] is not real.play_pairing:
            future.set_result(function(*args, **kwargs))
            return future
        arguments = args[1]  # `engine.jobs` submits one function, with the job's own as argument
        with self._new:
            end = max(time.monotonic(), heapq.heappop(self._free)) + self.seconds
            heapq.heappush(self._free, end)
            heapq.heappush(self._ending, (end, next(self._number), future, arguments))
            self._new.notify()
        return future

    def _work(self) -> None:
        """Complete each job at the time at which it ends."""
        while not self._over:
            with self._new:
                wait = self._ending[0][0] - time.monotonic() if self._ending else 1.0
                if wait > 0:
                    self._new.wait(wait)
                    continue
                _, _, future, args = heapq.heappop(self._ending)
            if future.set_running_or_notify_cancel():
                future.set_result(self.found(*args))

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """End the simulation at once, whatever the parameters; unfinished jobs remain so."""
        self._over = True


class Until(Progress):
    """A report that interrupts a tournament after some seconds, as Ctrl-C does."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self.begun = self.cpu = 0.0

    def begin(self, result: Any) -> None:
        """Store the time at which the tournament begins."""
        self.begun = time.monotonic()
        self.started = time.process_time()

    def game(self, result: Any, game: Any) -> None:
        """Store the CPU time so far; after `seconds` interrupt the tournament.

        :raises KeyboardInterrupt: after that time.
        """
        self.cpu = time.process_time() - self.started
        if time.monotonic() > self.begun + self.seconds:
            raise KeyboardInterrupt


def a_game() -> GameRecord:
    """Play a game of chess; return its record, with complete records of its moves."""
    players = ["alphabeta@pst", "random@pst"]
    (game, _) = play_match("chess", players, nodes=200, openings="random:seed=4").games
    return game


def rate_simulated(workers: int, seconds: float, game: GameRecord) -> tuple[float, float]:
    """Return the rate of a tournament on simulated workers, and its CPU time for each game.

    The rate is in stored games per second, the CPU time in milliseconds.

    :param seconds: the duration of a game.
    :param game: the record that every game gets.
    """
    names = ["one", "two"]

    def found(setup: Any, pairing: Any) -> Detailed:
        """Return one recorded game as the result of a pairing, with its players' names."""
        sides = (names[pairing.first], names[pairing.second])
        record = msgspec.structs.replace(game, number=pairing.number, players=sides)
        return Detailed(record.summary().as_list(), record.as_dict())

    tournament = Tournament(
        "chess", ["random", "random:seed=2"], nodes=1, names=names, games_per_pair=50_000,
        openings="none",
    )  # fmt: skip
    with tempfile.TemporaryDirectory() as folder, Simulated(workers, seconds, found) as executor:
        until = Until(SECONDS + seconds)  # the first games end after `seconds`
        result = tournament.run(folder, executor=executor, progress=until)
        cpu = until.cpu / max(1, result.count)
        return result.count / SECONDS, 1000 * cpu


def asleep(number: int, seconds: float, text: str) -> Detailed:
    """Sleep for some seconds, then return the number as result, with the text as its details."""
    time.sleep(seconds)
    return Detailed([number], text)


@contextmanager
def dask(threads: int) -> Iterator[tuple[str, int]]:
    """Run a cluster on this machine; yield its address and the scheduler's process ID.

    Its processes are killed after the block.

    :param threads: those of all workers together.
    :raises EngineError: if the scheduler ends, as it does without the package `distributed`.
    """
    root = str(Path(__file__).resolve().parents[1])
    environment = {**os.environ, "PYTHONPATH": root}
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "scheduler.json"
        local = ["--scheduler-file", str(file), "--host", "127.0.0.1", "--no-dashboard"]
        commands = [["distributed.cli.dask_scheduler", *local, "--port", "0"]]
        for first in range(0, threads, THREADS):
            here = ["--nthreads", str(min(THREADS, threads - first)), "--no-nanny"]
            commands.append(
                ["distributed.cli.dask_worker", *local, *here, "--local-directory", folder]
            )
        started = [
            subprocess.Popen(
                [sys.executable, "-m", *words],
                env=environment,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            for words in commands
        ]
        try:
            while not file.exists() or not file.read_text():
                if started[0].poll() is not None:
                    raise EngineError("no scheduler of Dask: pip install distributed")
                time.sleep(0.1)
            yield json.loads(file.read_text())["address"], started[0].pid
        finally:
            for process in reversed(started):
                process.kill()
            for process in started:
                process.wait()


def rate_on_dask(threads: int, seconds: float, text: str) -> tuple[float, float, float]:
    """Return the rate of jobs on a local Dask cluster, and the CPU time for each job.

    :param seconds: the duration of a job.
    :param text: the text that every job returns.
    :returns: stored jobs per second, the CPU milliseconds of this process for each job, and those
        of the scheduler.
    """
    count = int(SECONDS * threads / seconds)
    jobs = [Job(f"{number}", asleep, (number, seconds, text)) for number in range(count)]
    with (
        dask(threads) as (address, number),
        executor_at(address) as executor,
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder) / "results.sqlite", "asleep") as store,
    ):
        import psutil  # after Dask, which requires it

        executor._client.wait_for_workers(-(-threads // THREADS), timeout=120)
        scheduler = psutil.Process(number)
        begun, cpu, theirs = time.monotonic(), time.process_time(), _cpu(scheduler)
        run(jobs, store, executor=executor)
        seconds = time.monotonic() - begun
        cpu, theirs = time.process_time() - cpu, _cpu(scheduler) - theirs
    return count / seconds, 1000 * cpu / count, 1000 * theirs / count


def _cpu(process: Any) -> float:
    """Return the CPU seconds that a process of `psutil` has used."""
    times = process.cpu_times()
    return float(times.user + times.system)


def main() -> None:
    """Print the games per second of tournaments on simulated workers and of a Dask cluster."""
    game = a_game()
    text = json.dumps(game.as_dict())
    print(f"a record has {len(text):,} letters")
    print(f"{'workers':>8} {'s a game':>9} {'possible/s':>11} {'stored/s':>9} {'CPU ms':>9}")
    for workers, seconds in SIMULATED:
        rate, cpu = rate_simulated(workers, seconds, game)
        possible = workers / seconds
        print(
            f"{workers:>8} {seconds:>9g} {possible:>11,.0f} {rate:>9,.0f} {cpu:>9.2f}", flush=True
        )
    print("on Dask")
    for threads, seconds in ON_DASK:
        rate, ours, theirs = rate_on_dask(threads, seconds, text)
        row = f"{threads:>8} {seconds:>9g} {threads / seconds:>11,.0f} {rate:>9,.0f} {ours:>9.2f}"
        print(f"{row}, of the scheduler {theirs:.2f}", flush=True)


if __name__ == "__main__":
    start(main, __doc__)
