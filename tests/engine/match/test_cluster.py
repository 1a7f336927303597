"""Tournaments on a Dask cluster: a scheduler and workers that are processes of their own."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from contextlib import ExitStack
from pathlib import Path

import pytest

from engine.cli.main import main
from engine.match import Progress, Tournament, standings
from tests.kills import killed_in_rounds
from tests.results import outcome_of

ROOT = Path(__file__).resolve().parents[3]
PLAYERS = ["alphabeta@positional", "bfms@positional", "random"]
SECONDS = 120
"""The timeout of the test in seconds."""


def started(stack, *words):
    """A process of Dask in the checkout, ended with the test."""
    process = subprocess.Popen(
        [sys.executable, "-m", *words],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        start_new_session=True,
    )
    stack.callback(process.wait)
    stack.callback(lambda: process.poll() is None and os.killpg(process.pid, signal.SIGKILL))
    return process


def cluster_of_two(stack, folder):
    """A scheduler and two workers: its address, and the workers."""
    file = folder / "scheduler.json"
    flags = ["--scheduler-file", str(file)]
    local = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
    started(stack, "distributed.cli.dask_scheduler", *flags, *local)
    workers = [
        started(
            stack,
            "distributed.cli.dask_worker",
            *flags,
            *["--nthreads", "1", "--no-nanny", "--no-dashboard", "--host", "127.0.0.1"],
            *["--local-directory", str(folder / "dask")],
        )
        for _ in range(2)
    ]
    deadline = time.monotonic() + SECONDS
    while not file.exists() or not file.read_text():
        assert time.monotonic() < deadline
        time.sleep(0.05)
    return json.loads(file.read_text())["address"], workers


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_tournament_outlives_a_worker_of_its_cluster(tmp_path, capfd):
    distributed = pytest.importorskip("distributed")
    settings = {"nodes": 300, "games_per_pair": 20, "openings": "random:plies=8,seed=5"}
    Tournament("othello", PLAYERS, **settings).run(tmp_path / "here")
    with ExitStack() as stack:
        address, (one, other) = cluster_of_two(stack, tmp_path)
        with distributed.Client(address) as client:
            client.wait_for_workers(2, timeout=SECONDS)

            class Killing(Progress):
                def game(self, result, game):
                    if result.count == 5:
                        one.kill()

            executor = client.get_executor()
            run = Tournament("othello", PLAYERS, **settings).run(
                tmp_path / "there", executor=executor, progress=Killing()
            )
            assert one.wait(SECONDS) == -signal.SIGKILL
            assert other.poll() is None
        assert run.count == 60
        assert outcome_of(tmp_path / "there") == outcome_of(tmp_path / "here")
        settings = ["match", "--game", "othello", "--nodes", "1", "--dask", address]
        players = ["--players", "random", "random", "--games", "4"]
        assert main([*settings, *players, "--out", str(tmp_path / "command")]) == 0
        assert standings(tmp_path / "command").count == 4
        assert main([*settings, "--players", "random", "gtp:true"]) == 2
        line = capfd.readouterr().err.splitlines()[-1]
        assert line.startswith("starling: gtp:true does not start as a GTP program")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_whatever_has_jobs_runs_on_a_cluster_and_outlives_it(tmp_path, capfd):
    pytest.importorskip("distributed")
    sampled = "--game othello --evaluator fixed:base=discs --base discs --depths 2"
    commands = ["lab srimani-k --trees 2", f"calibrate {sampled} --positions 20"]
    with ExitStack() as stack:
        address, workers = cluster_of_two(stack, tmp_path)
        for words in commands:
            outputs = []
            for where in ([], ["--dask", address]):
                assert main([*words.split(), *where]) == 0
                outputs.append(re.sub(r"[0-9.]+ microsec", "", capfd.readouterr().out))
            assert outputs[0] == outputs[1], words
        out = tmp_path / "match"
        settings = ["match", "--game", "othello", "--players", "bfms", "random"]
        settings += ["--nodes", "2000", "--games", "200", "--out"]
        run = subprocess.Popen(
            [sys.executable, "-m", "engine.cli.main", *settings, str(out), "--dask", address],
            cwd=ROOT,
            stderr=subprocess.PIPE,
            text=True,
        )
        deadline = time.monotonic() + SECONDS
        while not (out / "results.json").exists() and time.monotonic() < deadline:
            time.sleep(0.05)
        for worker in workers:
            worker.kill()
        time.sleep(0.5)
        assert run.poll() is None, "it waits for workers"
        stack.close()  # and the scheduler is gone
        assert run.wait(SECONDS) == 2
        assert run.stderr.read().splitlines()[-1].startswith("starling: the cluster is gone")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_that_does_not_answer_is_reported_in_one_line(capfd):
    pytest.importorskip("distributed")
    words = "match --game othello --players random random --nodes 1 --dask tcp://127.0.0.1:1"
    begun = time.monotonic()
    assert main(words.split()) == 2
    assert time.monotonic() - begun < 15
    (line,) = capfd.readouterr().err.splitlines()
    assert line.startswith("starling: no Dask cluster answers at 'tcp://127.0.0.1:1': ")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.parametrize(("format", "players"), [("swiss", 16), ("knockout", 8)])
def test_rounds_on_a_cluster_killed_ten_times_are_paired_the_same(tmp_path, format, players):
    pytest.importorskip("distributed")
    with ExitStack() as stack:
        address, _ = cluster_of_two(stack, tmp_path)
        killed_in_rounds(tmp_path, format, players, kills=10, more=["--dask", address])
