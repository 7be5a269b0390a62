# SPDX-License-Identifier: MIT
"""run-tests fuzz, with a driver that fails where a function of the file says so."""

import argparse
import json
from pathlib import Path

import pytest

from runner.drivers import Driver
from runner.fuzz.finds import Finds, condition, seed_of
from runner.fuzz.finds import test_name as name_of
from runner.fuzz.fuzz_command import Fuzzer
from runner.reduce.scenes import Scenes
from runner.results import Result, ResultsError, load
from runner.status import Status

ROOT = Path(__file__).resolve().parents[4]
BATCHES = 3


class FaultyDriver:
    """In the place of Trials: fills crash, and copies between layers are wrong; it ends the run after some batches."""

    device = {"name": "D", "platform": "P"}

    def __init__(self, clock):
        self.count = self.batches = 0
        self.clock = clock

    def run(self, texts):
        self.count += len(texts)
        self.batches += len(texts) > 1
        self.clock.is_over = self.batches >= BATCHES
        return [self.result(text) for text in texts]

    @staticmethod
    def result(text):
        if "\nfill: " in text:
            return Result("a", Status.CRASH, message="the tester died of SIGSEGV", signal="SIGSEGV")
        if "\ncopy: " in text and "1d_array" in text and "to 0" in text:
            return Result("a", Status.FAIL, message="step 2: clEnqueueCopyImage failed: CL_INVALID_VALUE")
        return Result("a", Status.PASS)


class Over:
    is_over = False


@pytest.fixture
def fuzzer(tmp_path, monkeypatch):
    """Makes fuzzers of the faulty driver, into one folder."""
    monkeypatch.setattr("runner.fuzz.fuzz_command.Clock", lambda seconds: over)
    over = Over()

    def make(resume=False, name="faulty"):
        over.is_over = False
        folder = tmp_path / "fuzz"
        options = argparse.Namespace(
            build_dir=None, platform=None, device=None, timeout=5.0, jobs=1, minutes=1.0, seed=0,
            results=None if resume else folder, resume=folder if resume else None,
        )  # fmt: skip
        made = Fuzzer(options, Driver(name, None), scenes)
        made.trials = FaultyDriver(over)
        return made

    with Scenes(ROOT / "generated-tests" / "generate", True) as scenes:
        yield make


def test_faults_are_found_and_made_small(fuzzer, monkeypatch):
    found = fuzzer()
    found.run()
    monkeypatch.setattr("runner.reduce.search.Search.first", lambda *_: None)  # its own tests are of that
    faults = found.faults()
    crash = next(small for fault, small in faults if fault.kind == "ends with SIGSEGV")
    assert "\nfill: " in crash.text and len(found.results) > 60
    assert any(condition(fault) == "fill" for fault, _ in faults)
    assert (found.folder / "faults" / "01.cl").exists()


def test_results_are_those_of_a_run(fuzzer):
    found = fuzzer()
    found.run()
    record = load(found.folder)
    bad = [result for result in record.results.values() if result.status is not Status.PASS]
    assert bad and all((found.folder / "sources" / result.kept_source).exists() for result in bad)
    assert record.device["name"] == "D"
    with pytest.raises(ResultsError, match="has results already"):
        fuzzer().run()


def test_a_run_goes_on(fuzzer):
    first = fuzzer()
    first.run()
    about = (first.folder / "about.jsonl").read_bytes()
    (first.folder / "about.jsonl").write_bytes(about + b'{"test": "torn')
    again = fuzzer(resume=True)
    again.run()
    assert set(first.results) < set(again.results)
    assert min(seed_of(test) for test in again.results) == 0
    assert len(again.finds.about) == len(again.results)
    with pytest.raises(ResultsError, match="is of faulty"):
        fuzzer(resume=True, name="other").run()


def test_the_same_seed_makes_the_same_tests(fuzzer):
    texts = []
    for _ in range(2):
        with Scenes(ROOT / "generated-tests" / "generate", True) as scenes:
            texts.append([scenes.ask(do="chance", seed=seed)["text"] for seed in range(8)])
    assert texts[0] == texts[1]


def test_groups_are_rules_over_words(tmp_path):
    finds = Finds(tmp_path)
    finds.open(True)
    results = []
    for number in range(40):
        fails = number % 4 == 0
        about = ["2d", "copy" if fails else "fill", "R" if number % 3 else "RG"]
        finds.add(name_of(number), about, {"images": [], "buffers": [], "steps": []} if fails else None)
        status = Status.CRASH if fails else Status.PASS
        results.append(Result(name_of(number), status, signal="SIGABRT" if fails else ""))
    (fault,) = finds.groups(results)
    assert condition(fault) == "copy" and len(fault.tests) == 10 and not fault.exceptions
    finds.close()
    records = [json.loads(line) for line in (tmp_path / "about.jsonl").read_text().splitlines()]
    assert [record["test"] for record in records] == [name_of(number) for number in range(40)]
