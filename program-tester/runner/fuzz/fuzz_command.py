# SPDX-License-Identifier: MIT
"""run-tests fuzz: an endless stream of new tests, and the distinct faults that it finds."""

import argparse
import os
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from .. import drivers, vulkan
from ..command_line import Parser, amount, shard, whole
from ..explain import symptoms
from ..explain.faults import failed
from ..explain.hypotheses import actual_values
from ..explain.symptoms import WRONG_VALUES
from ..file_names import shown
from ..places import find_places
from ..record import Recorder, now
from ..reduce import shapes
from ..reduce.reduce_command import Reduced, Reducer
from ..reduce.scenes import Scene, Scenes
from ..reduce.trials import Choice, Clock, Trials
from ..results import Record, Result, ResultsError, load
from ..status import Status
from . import distinct, kept
from .distinct import Distinct, Failing, Key, Needs
from .finds import FAULTS, Finds, lacking, test_name

APIS = {drivers.CL_TESTER: "", vulkan.TESTER: "vk"}  # of scenes, by what runs them
VULKAN = ".vk.comp"
ROOT = Path(__file__).resolve().parents[3]
EXIT_NONE, EXIT_FAULTS = 0, 1
BATCH, JOBS_OF_BATCH = 32, 16  # tests made at a time, for so many workers at most
REDUCE_SECONDS, TIMEOUT = 30.0, 20.0
MOST_FAULTS = 40  # that are made small; what is left is counted


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests fuzz",
        description="Make new tests by chance, as long as is asked for: images, samplers, reads, and chains of what "
        "host and kernels do with several images, with what the specification expects of each. At the end come "
        "the distinct faults, each with one test made small.",
        epilog="exit status: 0 no test failed; 1 some did; 2 wrong usage; 3 something could not be run.",
    )
    add = parser.add_argument
    add("--driver", default="rootle", metavar="NAME", help="as of run-tests; default: rootle")
    add("--platform", metavar="P", help="its platform with this index or part of a name")
    add("--device", metavar="D", help="the device with this index or part of a name")
    add("--minutes", type=amount, default=10.0, metavar="M", help="how long to make tests; default: 10")
    add("--seed", type=whole(0), default=0, metavar="N", help="where to begin; default: 0")
    add("--results", type=Path, metavar="DIR", help="keep results there, to --resume; default: fuzz-DRIVER")
    add("--resume", type=Path, metavar="DIR", help="go on where the run whose results are there has ended")
    add("--jobs", "-j", type=whole(1), default=os.cpu_count() or 1, metavar="N", help="workers; default: %(default)s")
    add("--timeout", type=amount, default=TIMEOUT, metavar="S", help="seconds for one test; default: 20")
    add("--shard", type=shard, default=(1, 1), metavar="I/N", help="only every Nth seed, from the Ith on: for one of N machines")
    add("--with", dest="others", type=Path, action="append", default=[], metavar="DIR",
        help="tell the faults of this run's tests, too, as of other shards; repeatable")  # fmt: skip
    add("--cluster", default="", metavar="ADDRESS", help="run on the workers of a Dask scheduler; see docs/cluster.md")
    add("--build-dir", type=Path, metavar="DIR", help="build folder; default: as of run-tests")
    return parser.parse_args(arguments)


class Fuzzer:
    """One run on one driver."""

    def __init__(self, options: argparse.Namespace, driver: drivers.Driver, scenes: Scenes) -> None:
        places = find_places(ROOT, options.build_dir)
        self.options = options
        self.driver = driver
        self.scenes = scenes
        choice = Choice(driver, options.platform, options.device)
        self.suffix = ".cl" if driver.is_opencl else VULKAN
        self.trials = Trials(choice, places, options.timeout, options.jobs, options.cluster, suffix=self.suffix)
        self.folder: Path = options.resume or options.results or Path(f"fuzz-{driver.name}")
        self.finds = Finds(self.folder)
        self.results: dict[str, Result] = {}
        self.told: dict[str, Any] = {}  # what is kept of the faults

    def _recorder(self) -> Recorder:
        earlier = load(self.folder) if self.options.resume else Record()
        if earlier.run.get("driver", self.driver.name) != self.driver.name:
            raise ResultsError(f"{self.folder}: the run there is of {earlier.run['driver']}")
        self.results = dict(earlier.results)
        run = {"driver": self.driver.name, "icd": self.driver.icd, "arguments": sys.argv[1:], "cwd": os.getcwd(),
               "host": os.uname().nodename, "pid": os.getpid(), "start": now()}  # fmt: skip
        return Recorder(self.folder, run, [], bool(self.options.resume), False)

    def run(self) -> None:
        """Makes tests until the time is over, or Ctrl-C; what has come is kept."""
        recorder = self._recorder()
        kept.forget(self.folder)
        started, clock = time.monotonic(), Clock(60 * self.options.minutes)
        try:
            self.finds.open(not self.options.resume)
            own, of = self.options.shard
            first = max(self.options.seed, self.finds.next_seed)
            seed = first + (own - 1 - first) % of
            while not clock.is_over:
                size = BATCH * max(1, self.trials.workers // JOBS_OF_BATCH)
                self._batch(range(seed, seed + size * of, of), recorder)
                seed += size * of
        except KeyboardInterrupt:
            pass
        finally:
            recorder.end(True, time.monotonic() - started, self.results)
            recorder.close()
            self.finds.close()

    def _batch(self, seeds: range, recorder: Recorder) -> None:
        lacks = sorted({image for result in self.results.values() for image in lacking(result)})
        answers = [(seed, self.scenes.by_chance(seed, lacks)) for seed in seeds]
        there = [(seed, answer) for seed, answer in answers if "text" in answer]
        texts = [answer["text"] for _, answer in there]
        found = [self._again(text, result) for text, result in zip(texts, self.trials.run(texts), strict=True)]
        if self.trials.device and not self.results:
            recorder.device(dict(self.trials.device))
        with tempfile.TemporaryDirectory() as folder:
            for (seed, answer), result in zip(there, found, strict=True):
                result.test = test_name(seed, self.suffix)
                if failed(result):
                    copy = Path(folder) / f"{seed:07}{self.suffix}"
                    copy.write_text(answer["text"], encoding="utf-8")
                    result.source = shown(str(copy))
                self.results[result.test] = result
                recorder.result(result)
                self.finds.add(result.test, answer["about"], answer["scene"] if failed(result) else None)
        recorder.flush()
        self.finds.flush()

    def _again(self, text: str, result: Result) -> Result:
        """A test that did not end is run alone once more: on a machine with other work it may have had too little of it."""
        return self.trials.run([text])[0] if result.status is Status.TIMEOUT else result

    # The findings

    def faults(self) -> list[Distinct]:
        """The distinct faults, each with its smallest test, which is written to the folder."""
        folder = self.folder / FAULTS
        folder.mkdir(exist_ok=True)
        for old in folder.glob("[0-9]*"):
            old.unlink()
        for other in self.options.others:
            self._take_in(other)
        found = distinct.merged(self._each_fault())
        self.told = kept.write(self.folder, found, len(self.results), sum(map(failed, self.results.values())), self.suffix)
        return found

    def _each_fault(self) -> Iterator[Distinct]:
        """The cheapest failing test is made small; those that pass without what it needs are of its fault; and so on with what is left, until
        Ctrl-C, which leaves the rest untold."""
        left = {
            test: Failing(self.finds.scenes[test], symptoms.kind(self.results[test]))
            for test in self.finds.scenes
            if failed(self.results[test])
        }
        known: dict[Key, Needs] = {}
        for _ in range(MOST_FAULTS):
            if not left:
                return
            before = dict(left)
            try:
                found = self._next_fault(left, known)
            except KeyboardInterrupt:
                yield Distinct(None, sorted(before), title="left, as the run was interrupted")
                return
            yield found
        if left:
            yield Distinct(None, sorted(left), title=f"left, as {MOST_FAULTS} were made small")

    def _next_fault(self, left: dict[str, Failing], known: dict[Key, Needs]) -> Distinct:
        """The fault of the cheapest test; what is of it is taken from `left`."""
        first = min(left, key=lambda test: (shapes.cost(left[test].scene), test))
        small = self._small(left.pop(first).scene)
        if small is None or small.scene is None:
            return Distinct(None, [first], title="did not fail again")
        hypotheses = self._hypotheses(small)
        place = distinct.key(small, hypotheses)
        own = distinct.needs(small.scene, distinct.telling(small.scene))
        known[place] = known.get(place, own) & own or own  # what all small tests of a fault need says more of what it needs
        return Distinct(small, [first, *self._of_fault(left, small.symptom.kind, known[place])], own, hypotheses)

    def _of_fault(self, left: dict[str, Failing], kind: str, needed: Needs) -> list[str]:
        """Which of the tests that fail in this kind of way pass without steps that have what a fault needs: they are taken from `left`. Those
        that go on to fail lose the steps."""
        rests = {
            test: rest
            for test, failing in left.items()
            if distinct.is_alike(failing.kind, kind) and (rest := distinct.without(failing.scene, needed)) is not None
        }
        texts = {test: self.scenes.text(rest) if rest["steps"] else None for test, rest in rests.items()}
        tried = [test for test, text in texts.items() if text]
        for test, result in zip(tried, self.trials.run([text for text in texts.values() if text]), strict=True):
            if failed(result):
                left[test] = Failing(rests.pop(test), symptoms.kind(result))
        for test in rests:
            left.pop(test)
        return list(rests)

    def _take_in(self, folder: Path) -> None:
        """The tests of another run; those of a seed that this one has, too, are left out."""
        record = load(folder)
        if record.run.get("driver") != self.driver.name:
            raise ResultsError(f"{folder}: the run there is of {record.run.get('driver')}")
        self.finds.read(folder, self.results)
        self.results = {**record.results, **self.results}

    def _small(self, scene: Scene) -> Reduced | None:
        reducer = Reducer(self.trials, self.scenes, None, REDUCE_SECONDS)
        return reducer.of_scene(scene, f"by chance, on {self.driver.name}")

    def _hypotheses(self, small: Reduced | None) -> list[str]:
        """The wrong rules of the model that give what a driver gave in a small test of one read."""
        if small is None or small.scene is None or small.symptom.kind != WRONG_VALUES:
            return []
        actual = actual_values(self.trials.run([small.text])[0])
        answer = self.scenes.ask(do="as-if", scene=small.scene, actual=actual)
        return list(answer.get("names", ()))


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    try:
        driver = drivers.find(options.driver, find_places(ROOT, options.build_dir).rootle_icd)
    except drivers.DriverError as error:
        raise ResultsError(str(error)) from None
    if driver.tester not in APIS:
        raise ResultsError(f"{driver.name} is a driver of OpenGL: tests by chance are of OpenCL and Vulkan; generate-tests --anew makes others")
    with Scenes(find_places(ROOT).generator, driver.is_bundled, APIS[driver.tester]) as scenes:
        fuzzer = Fuzzer(options, driver, scenes)
        fuzzer.run()
        faults = fuzzer.faults()
    print(kept.text(fuzzer.folder, fuzzer.told))
    return EXIT_FAULTS if faults else EXIT_NONE
