# SPDX-License-Identifier: MIT
"""Runs on a local Dask scheduler with two workers, one of which is killed on the way."""

import collections
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from runner.cluster import scheduler as cluster
from runner.discovery import Job
from runner.results import load

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture
def scheduler(tmp_path):
    """Address of a scheduler with two workers, and the processes of those."""
    pytest.importorskip("distributed", reason="python3-distributed is not installed")
    file = tmp_path / "scheduler.json"
    programs = [
        ["dask_scheduler", "--port=0", "--host=127.0.0.1", "--no-dashboard"],
        *[["dask_worker", "--nthreads=1", "--no-dashboard", "--no-nanny"]] * 2,
    ]
    processes = []
    for name, *options in programs:
        command = [sys.executable, "-m", f"distributed.cli.{name}", *options]
        with open(tmp_path / f"{len(processes)}.log", "wb") as log:
            processes.append(
                subprocess.Popen(
                    [*command, f"--scheduler-file={file}"], cwd=tmp_path, stdout=log, stderr=log
                )
            )
        if name == "dask_scheduler":
            deadline = time.monotonic() + 300
            while not file.exists():
                assert time.monotonic() < deadline, "the scheduler does not start"
                time.sleep(0.05)
    yield json.loads(file.read_text())["address"], processes[1:]
    for process in reversed(processes):
        process.kill()
        process.wait()


def run_and_kill(worker, words, folder, results, after):
    """Exit status and output of a command whose worker is killed once the journal in `results` has `after` tests."""
    process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    journal = results / "results.jsonl"
    deadline = time.monotonic() + 300
    while not journal.exists() or journal.read_text().count('"test":') < after:
        assert process.poll() is None and time.monotonic() < deadline, process.stdout.read()
        time.sleep(0.02)
    worker.send_signal(signal.SIGKILL)
    output, _ = process.communicate(timeout=300)
    return process.returncode, output


def test_nothing_is_lost_when_a_worker_is_killed(suite, scheduler):
    address, workers = scheduler
    for number in range(16):
        suite.file(f"{number}.cl", *(f"t{test} takes_its_time" for test in range(50)))
    suite.file("bad.cl", "one fails", "two aborts", "three hangs", "four passes")
    words = suite.command(
        f"--cluster={address}", "--results=kept", f"--timeout={2 + suite.patience()}", "--retries=0", "tests"
    )
    results = suite.folder / "kept"
    status, output = run_and_kill(workers[0], words, suite.folder, results, after=150)
    assert status == 4, output
    record = load(results)
    assert len(record.results) == 804 and not record.missing()
    with open(results / "results.jsonl", encoding="utf-8") as file:
        lines = collections.Counter(json.loads(line).get("test") for line in file)
    assert {count for test, count in lines.items() if test} == {1}
    statuses = collections.Counter(str(result.status) for result in record.results.values())
    assert statuses == {"pass": 801, "fail": 1, "crash": 1, "timeout": 1}
    assert record.device["platform"] == "Mock"


def test_fuzz_runs_on_a_cluster(scheduler, tmp_path):
    """A short run on the bundled driver, whose tests go to the workers as texts; one of them is killed on the way."""
    address, workers = scheduler
    if not (ROOT / "build" / "bin" / "program-tester").exists():
        pytest.skip("the release build is not there")
    words = [sys.executable, ROOT / "run-tests", "fuzz", "--cluster", address, "--minutes", "0.2", "--results", tmp_path / "fuzz"]
    status, output = run_and_kill(workers[0], words, tmp_path, tmp_path / "fuzz", after=20)
    assert status == 0, output
    record = load(tmp_path / "fuzz")
    assert len(record.results) > 32 and {str(result.status) for result in record.results.values()} <= {"pass", "skip"}
    assert "Rootle" in record.device["platform"]


def test_batches_hold_every_job_once():
    jobs = [Job(f"/{n}", f"{n}", [f"{n}::{t}" for t in range(n)]) for n in range(1, 60)]
    groups = cluster.batches(jobs)
    assert [job for group in groups for job in group] == jobs
    assert all(sum(len(job.tests) for job in group) <= cluster.BATCH_TESTS for group in groups)


def test_no_scheduler_is_said(suite):
    pytest.importorskip("distributed", reason="python3-distributed is not installed")
    suite.file("a.cl", "one passes")
    run = suite.run("--cluster=tcp://127.0.0.1:9")
    assert run.status == 3
    assert "127.0.0.1:9" in run.stderr and "Traceback" not in run.stderr
