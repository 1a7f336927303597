"""Jobs: kept as they end, resumed, shared out, and never left behind."""

from __future__ import annotations

import multiprocessing
import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from engine.jobs import Detailed, Job, Store, executor_at, run
from games.errors import EngineError, FileError, LimitsError, SpecError
from tests.processes import children_of, ended

ROOT = Path(__file__).resolve().parents[2]


def square(number):
    return number * number


def both(number):
    return Detailed(number, {"square": number * number})


def refuse(number):
    raise ZeroDivisionError(number)


def die(number):
    os._exit(3)


def squares(count, function=square):
    return [Job(f"square of {n}", function, (n,)) for n in range(count)]


EXPECTED = [(f"square of {n}", n * n) for n in range(7)]


@pytest.mark.parametrize("workers", [1, 2])
def test_every_job_has_its_result_in_the_order_of_the_list(tmp_path, workers):
    received = []
    with Store(tmp_path / "new" / "results.sqlite", "squares") as store:
        run(
            squares(7),
            store,
            workers=workers,
            on_result=lambda job, result: received.append(result),
        )
        assert list(store.results()) == EXPECTED
        assert len(store) == 7
    assert sorted(received) == [n * n for n in range(7)]


class Lost(Executor):
    """Takes jobs, and gives them up."""

    def submit(self, function, /, *arguments):
        future = Future()
        future.cancel()
        return future


def test_reading_may_end_after_the_file_is_closed():
    with Store(None, "squares") as store:
        run(squares(3), store)
        results = store.results()
        next(results)
    results.close()  # an error would be a warning, and the warning an error


def test_an_executor_that_is_lost_is_reported_in_one_line():
    with Store(None, "squares") as store, pytest.raises(EngineError, match="the cluster is gone"):
        run(squares(7), store, executor=Lost())


def test_thousands_of_jobs_under_way_are_not_all_looked_at_for_each_that_ends():
    checked = []
    with Store(None, "squares") as store, ThreadPoolExecutor(1) as executor:
        wanted = lambda job: checked.append(job) or True  # noqa: E731
        run(squares(2000), store, executor=executor, wanted=wanted)
        assert len(store) == 2000
    assert len(checked) < 2000 * 70


def test_any_executor_runs_the_jobs():
    with Store(None, "squares") as store, ThreadPoolExecutor(2) as executor:
        run(squares(7), store, executor=executor)
        assert list(store.results()) == EXPECTED


def test_what_is_done_is_not_done_again(tmp_path):
    path = tmp_path / "results.sqlite"
    received = []

    def hear(job, result):
        received.append(result)
        if len(received) == 3:
            raise KeyboardInterrupt

    with Store(path, "squares") as store, pytest.raises(KeyboardInterrupt):
        run(squares(7), store, on_result=hear)
    with Store(path, "squares") as store:
        assert store.done() == {"square of 0", "square of 1", "square of 2"}
        run(squares(7), store, on_result=hear)
        assert list(store.results()) == EXPECTED
    assert received == [0, 1, 4, 9, 16, 25, 36]


def test_details_are_kept_apart():
    with Store(None, "both") as store:
        run(squares(2, both), store)
        assert list(store.results()) == [("square of 0", 0), ("square of 1", 1)]
        details = [("square of 0", {"square": 0}), ("square of 1", {"square": 1})]
        assert list(store.details()) == details


def test_anybody_may_read_while_one_writes(tmp_path):
    path = tmp_path / "results.sqlite"
    with Store(path, {"what": "squares"}) as store:

        def read(job, result):
            with Store.reading(path) as reading:
                assert reading.plan == {"what": "squares"}
                assert len(reading) == len(store)

        run(squares(3), store, on_result=read)


def test_two_may_not_write(tmp_path):
    path = tmp_path / "results.sqlite"
    with Store(path, "squares"), pytest.raises(FileError, match="written by another process"):
        Store(path, "squares")
    with Store(path, "squares"):
        pass


@pytest.mark.parametrize(
    ("stored", "plan", "words"),
    [
        ({"games": 2, "seed": 1}, {"games": 4, "seed": 1}, "games is 2 there, 4 here"),
        ({"games": 2}, {"games": 2, "seed": None}, "seed is missing there, null here"),
        ({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}, r"a\[1\].b is 2 there, 3 here"),
        ({"a": [1]}, {"a": [1, 2]}, r"a is \[1\] there, \[1,2\] here"),
        ("squares", "cubes", 'it is "squares" there, "cubes" here'),
    ],
)
def test_the_results_of_another_plan_are_refused(tmp_path, stored, plan, words):
    path = tmp_path / "results.sqlite"
    Store(path, stored).close()
    with pytest.raises(FileError, match=words) as raised:
        Store(path, plan)
    assert str(path) in str(raised.value)
    assert "choose another folder" in str(raised.value)


@pytest.mark.parametrize(
    ("statement", "words"),
    [
        ("DELETE FROM plan", "holds no plan"),
        ("UPDATE plan SET value = ''", "the plan is not valid JSON"),
        (
            f"UPDATE plan SET value = '{'[' * 5000}'",
            "the plan is not valid JSON: brackets too deep",
        ),
        ("UPDATE plan SET value = x'ff'", "the plan is not valid JSON"),
    ],
    ids=["none", "empty", "brackets", "bytes"],
)
def test_a_plan_that_is_none_is_reported_in_a_line(tmp_path, statement, words):
    path = tmp_path / "results.sqlite"
    Store(path, "squares").close()
    with sqlite3.connect(path) as file:
        file.execute(statement)
    file.close()
    with pytest.raises(FileError, match=words):
        Store(path, "squares")
    with pytest.raises(FileError, match=words):
        Store.reading(path)


@pytest.mark.parametrize("value", ["'{'", f"'{'[' * 5000}'", "x'ff'", "'9'"])
def test_results_that_are_none_are_reported_in_a_line(tmp_path, value):
    path = tmp_path / "results.sqlite"
    with Store(path, "both") as store:
        run(squares(2, both), store)
    with sqlite3.connect(path) as file:
        file.execute(f"UPDATE results SET result = {value}, detail = {value} WHERE number = 1")
    file.close()

    def read(found):
        if found == 9:
            raise ValueError("9 is not a square of these")
        return found

    with Store.reading(path) as store:
        for what, found in (("result", store.results(read)), ("detail", store.details(read))):
            next(found)
            with pytest.raises(FileError, match=rf"results\.sqlite: the {what} of square of 1 is "):
                next(found)


def test_a_reader_leaves_no_files(tmp_path):
    path = tmp_path / "results.sqlite"
    with Store(path, "squares") as store:
        run(squares(2), store)
    before = sorted(tmp_path.iterdir())
    with Store.reading(path) as store:
        assert len(store) == 2
        with Store(path, "squares") as again:
            run(squares(3), again)
        assert len(store) == 3
    with Store.reading(path) as store:
        assert len(store) == 3
    assert sorted(tmp_path.iterdir()) == before


def test_files_that_are_no_results_are_named(tmp_path):
    with pytest.raises(FileError, match="there is no file"):
        Store.reading(tmp_path / "missing")
    (tmp_path / "text").write_text("no database, but long enough to be looked at as one" * 20)
    for opened in (Store.reading, lambda path: Store(path, "squares")):
        with pytest.raises(FileError, match=r"text: file is not a database"):
            opened(tmp_path / "text")
    with closing(sqlite3.connect(tmp_path / "other")) as file:
        file.execute("CREATE TABLE other (x)")
    with pytest.raises(FileError, match="no such table: plan"):
        Store(tmp_path / "other", "squares")


@pytest.mark.parametrize("workers", [1, 2])
def test_what_a_job_raises_ends_the_run_and_keeps_the_rest(workers):
    with Store(None, "mixed") as store:
        with pytest.raises(ZeroDivisionError):
            run([*squares(3), Job("bad", refuse, (1,))], store, workers=workers)
        assert "bad" not in store.done()
        run(squares(3), store)
        assert len(store) == 3


def test_a_job_that_ends_its_process_is_named():
    jobs = [*squares(3), Job("deadly", die, (1,)), Job("later", square, (9,))]
    with Store(None, "mixed") as store:
        with pytest.raises(EngineError, match="job 'deadly' ends the process"):
            run(jobs, store, workers=2)
        assert {"square of 0", "square of 1", "square of 2"} <= store.done()


def test_ctrl_c_ends_workers_at_once_and_keeps_what_is_done():
    others = set(multiprocessing.active_children())
    started = []

    def press(job, result):
        started.extend(set(multiprocessing.active_children()) - others)
        raise KeyboardInterrupt

    jobs = [Job("quick", square, (2,)), Job("slow", time.sleep, (60,))]
    with Store(None, "mixed") as store:
        with pytest.raises(KeyboardInterrupt):
            run(jobs, store, workers=2, on_result=press)
        assert store.done() == {"quick"}
    assert len(started) == 2
    assert ended(*(process.pid for process in started))


@pytest.mark.parametrize("workers", [0, -1, True, 1.5])
def test_bad_numbers_of_workers(workers):
    with Store(None, "") as store, pytest.raises(LimitsError, match="workers="):
        run([], store, workers=workers)


def test_two_jobs_of_one_name_are_refused():
    with Store(None, "") as store:
        with pytest.raises(SpecError, match="same key"):
            run([*squares(2), *squares(1)], store)
        assert store.done() == set()


def test_a_cluster_needs_dask(monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", None)  # as where it is not installed
    with (
        pytest.raises(EngineError, match="pip install distributed"),
        executor_at("tcp://127.0.0.1:1"),
    ):
        pass


SLEEPERS = """
import sys, time
sys.path.insert(0, {root!r})
from engine.jobs import Job, Store, run

if __name__ == "__main__":
    store = Store({path!r}, "sleep")
    jobs = [Job("first", int), Job("second", int)]
    jobs += [Job(f"sleep {{n}}", time.sleep, (60,)) for n in range(2)]
    run(jobs, store, workers=2, on_result=lambda job, result: print(job.key, flush=True))
"""


@pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")
def test_workers_end_when_their_parent_is_killed(tmp_path):
    path = tmp_path / "out" / "results.sqlite"
    script = tmp_path / "sleepers.py"
    script.write_text(textwrap.dedent(SLEEPERS.format(root=str(ROOT), path=str(path))))
    process = subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert {process.stdout.readline().strip() for _ in range(2)} == {"first", "second"}
    children = children_of(process.pid)
    assert len(children) >= 2
    process.send_signal(signal.SIGKILL)
    process.wait()
    process.stdout.close()
    assert ended(*children)
    with Store(path, "sleep") as store:  # the lock is gone with the process
        assert store.done() == {"first", "second"}


def test_an_invalid_path_is_named() -> None:
    with pytest.raises(FileError, match=r"cannot write a.x00b/results\.sqlite: embedded null byte"):
        Store("a\0b/results.sqlite", {})


def test_a_copy_that_fails_leaves_no_file(tmp_path: Path) -> None:
    store, copy = Store(None, {}), tmp_path / "copy.sqlite"
    store.close()
    with pytest.raises(FileError, match=r"cannot write .*copy\.sqlite"):
        store.copy_to(copy)
    assert not copy.exists()
