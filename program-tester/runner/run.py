# SPDX-License-Identifier: MIT
"""One run, from the command line's options to results: what to run, on what, and what came of
it."""

import argparse
import dataclasses
import os
import re
import shlex
import sys
from pathlib import Path
from typing import Any

from . import asked, discovery, drivers, environment, order, program_cache
from .annexes import EXPORTS, need
from .attempts import WORTH_ANOTHER, join, outcome, tries
from .command_line import called
from .commands import COMMANDS
from .discovery import Job, narrowed
from .execution import Execution, Settings
from .expectations import Expectations
from .file_names import shell_word, shown
from .journal import check_file_writable
from .patterns import Pattern
from .places import GENERATED, find_places
from .prepare import NoDeviceError, ensure_built, ensure_generated
from .record import GitState, Recorder, checkout_of, run_description
from .results import Record, Result, load_some
from .show import FAILURES_IN_FULL, Progress, harmless, standard_terminal
from .status import Status
from .worker import worker_environment

NOT_UTF_8 = re.compile("[\udc80-\udcff]")  # bytes of a file's name, which the tester's messages have as U+FFFD

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_TIMEOUT = 60.0  # seconds for one test, the tester's own default too
FLAKE_LIMIT = 100  # when more tests than this are bad, they are not flakes, and run only once


class Run:
    """One run: what was asked for, and the results so far."""

    def __init__(self, options: argparse.Namespace, earlier: Record | None = None) -> None:
        self.options = options
        self.terminal = standard_terminal(options.color)
        self.places = find_places(ROOT, options.build_dir, options.suite)
        targets = getattr(options, "target", None)
        self._fleet = need("targets.fleet").Fleet(options, self.places) if targets else None
        self.driver = self._fleet.driver() if self._fleet else drivers.find(options.driver, self.places.rootle_icd)
        self.tester = options.tester or str(self.places.tester.with_name(self.driver.tester))
        self.expectations = self._load_expectations()
        self.device: dict[str, Any] = {}
        self._earlier_device = earlier.device if earlier else {}
        self.results: dict[str, Result] = dict(earlier.results) if earlier else {}
        self.plan: list[str] = []
        self.recorder: Recorder | None = None
        self.paths: dict[str, str] = {}  # name of a file for people -> its path
        self._git = GitState(self._checkout()) if options.results or options.json else None
        self._resumed = earlier is not None
        self._is_whole = False  # all tests of the suite are run
        self._failures = 0
        self._progress = Progress(self.terminal, 0, options.verbose, options.quiet, not options.told_by_caller)

    def _checkout(self) -> Path:
        """What the driver was made from, if it was made here; else ours."""
        found = checkout_of(Path(self.driver.icd)) if self.driver.icd else None
        return found or self.places.root

    def _load_expectations(self) -> Expectations:
        lists = self.options.expectations or self.places.expectations
        expectations = Expectations.load(lists, self.driver.name)
        if self.options.baseline:
            expectations.add_baseline(self.options.baseline, self.driver.name)
            expectations.allowed = [Pattern(text) for text in self.options.allow_skips]
        return expectations

    def prepare(self) -> None:
        """Builds what the run needs, and no more: start-up must not be felt."""
        if self.options.no_build or self.options.tester:
            return
        self._check_optional_tester()
        if self.places.build is None:
            profile = GENERATED.get(self.options.suite)
            if profile:
                ensure_generated(self.places.generator, self.places.suite, profile)
            return
        targets = self.places.targets(self.driver)
        ensure_built(ROOT, self.places.build, targets, self.terminal)

    def _check_optional_tester(self) -> None:
        """CMake leaves it out where a package is missing."""
        build = self.places.build
        tester = self.driver.tester
        package = drivers.OPTIONAL_TESTERS.get(tester)
        if not package or build and not (build / "build.ninja").exists():
            return
        if not self.places.tester.with_name(tester).is_symlink():
            raise drivers.DriverError(
                f"driver {self.driver.name}: {tester} was not built, as {package} was missing;"
                " install it (ci/setup, or apt-get) and run ci/build"
            )

    def _check_opencl_options(self) -> None:
        """What only OpenCL has."""
        for name in ("from_binary", "program_cache", "through"):
            if not self.driver.is_opencl and getattr(self.options, name):
                option = name.replace("_", "-")
                raise drivers.DriverError(f"driver {self.driver.name}: --{option} is for OpenCL")

    def check_driver(self) -> None:
        """Without its file the ICD loader finds no platform, and every test would be skipped."""
        if self._fleet:
            self._fleet.check(self.driver)
            return
        if self.driver.icd and not os.path.exists(self.driver.icd):
            message = f"driver {self.driver.name}: {self.driver.icd} does not exist"
            if self.driver.is_bundled and self.places.build is None:
                message += "; name yours with --driver, or install the package rootle-opencl-icd, which has it"
            elif self.driver.is_bundled and self.options.no_build:
                message += "; without --no-build it would be built"
            raise drivers.DriverError(message)
        self._check_opencl_options()
        if self.options.check and not self.driver.is_bundled:
            raise drivers.DriverError(f"driver {self.driver.name}: --check is for the bundled driver")
        program_cache.check(self.options, self.driver, self.places)

    def jobs(self) -> list[Job]:
        """What was asked for, in the order to run it."""
        options = self.options
        files = discovery.find_files(options.paths, self.places.suite, COMMANDS)
        self.paths = {name: path for path, name in files.items()}
        wanted = [Pattern(text) for text in options.filter]
        unwanted = [Pattern(text) for text in options.exclude]
        tester = [self.tester, *self._parse_options()]
        everything = discovery.make_jobs(tester, files)
        self._check_patterns(wanted, unwanted, everything)
        jobs = self._of_statement(discovery.chosen(everything, wanted, unwanted))
        if options.shard:
            times = {}
            if options.times:
                times = {test: r.seconds for test, r in load_some(options.times).results.items()}
            jobs = self._shard(jobs, times)
        if options.shuffle is not None:
            jobs = order.shuffled(jobs, options.shuffle)
        self.plan = _names(jobs)
        self._is_whole = not (options.paths or wanted or unwanted or options.shard)
        return jobs

    def _of_statement(self, jobs: list[Job]) -> list[Job]:
        """The jobs with the tests of --statement alone."""
        name = self.options.statement
        if name is None:
            return jobs
        with need("explain.generator").Generator(self.places.generator) as generator:
            tests = generator.ask({"statement": name})
        if tests is None:
            raise discovery.DiscoveryError(f"no statement {name}: docs/specification.md has them")
        wanted = set(tests)
        return self._without(jobs, {test for test in _names(jobs) if test not in wanted})

    def _shard(self, jobs: list[Job], times: dict[str, float]) -> list[Job]:
        index, count = self.options.shard
        part = order.shard(jobs, index, count, times)
        if jobs and not part:
            raise discovery.DiscoveryError(f"shard {index}/{count} is empty: there are too few tests")
        return part

    def _check_patterns(
        self, wanted: list[Pattern], unwanted: list[Pattern], jobs: list[Job]
    ) -> None:
        """A filter that matches nothing is a mistake, also beside others; in what is left out it may
        be one."""
        tests = _names(jobs)
        for pattern in wanted:
            if not any(map(pattern.matches, tests)):
                raise discovery.DiscoveryError(f"no test matches --filter {pattern.text}")
        for pattern in unwanted:
            if not any(map(pattern.matches, tests)):
                self._note(f"no test matches --exclude {pattern.text}")

    def _note_stale_expectations(self) -> None:
        """Lists that were named are about this run; those of the checkout are for all suites, so that
        only what they say of files that are there can be judged."""
        ours = str(self.places.expectations)
        for entry in self.expectations.unmatched(self.plan):
            if not entry.place.startswith(ours) or entry.is_about_files_of(self.plan):
                self._note(f"{entry.place}: {entry.glob} matches no test")

    @staticmethod
    def _note(text: str) -> None:
        print(harmless(f"{called('run-tests')}: note: {text}"), file=sys.stderr)

    # Recording

    def start_record(self, arguments: list[str]) -> None:
        """From here on, results are kept as they come."""
        options = self.options
        files = [getattr(options, name) for name in ("json", *EXPORTS) if getattr(options, name)]
        if not files and not options.results:
            return
        for file in files:
            check_file_writable(file)
        if any(getattr(options, name) for name in EXPORTS):
            need("report.exports")  # which is used at the end
        run = run_description(options, self.driver, self.tester, arguments)
        run.update(self._git.result() if self._git else {})
        run |= {"roots": discovery.roots(self.paths), "asked": asked.description(options, self.places.suite)}
        self.recorder = Recorder(
            options.results, run, self.plan, self._resumed, options.overwrite
        )

    def end_record(self, complete: bool, seconds: float) -> None:
        if not self.recorder:
            return
        self.recorder.end(complete, seconds, self.results)
        if self.options.json:
            self.recorder.write_document(self.options.json, seconds)
        self.recorder.write_exports(self.options)

    def close(self) -> None:
        """Lets others have what this run has held."""
        if self._fleet:
            self._fleet.close()
        if self.recorder:
            self.recorder.close()

    def take_device(self, device: dict[str, Any]) -> None:
        if self.device:
            return
        if self._other_device(device):
            raise drivers.DriverError(
                f"the results are of {_device_name(self._earlier_device)}, and cannot be continued"
                f" on {_device_name(device)}"
            )
        self.device = device
        version = device.get("driver_version")
        words = _device_name(device) + (f", driver {version}" if version else "")
        self.expectations.take_device(words)
        if not self.options.quiet:
            self.terminal.print(f"{self.driver.name}: {words}")
        if self._is_whole:
            self._note_stale_expectations()
        if self.recorder:
            self.recorder.device(device)

    def _other_device(self, device: dict[str, Any]) -> bool:
        """Whether the results that are continued are of another device."""
        before = self._earlier_device
        return bool(before) and _device_name(before) != _device_name(device)

    def record(self, result: Result) -> None:
        """Judges a result, joins it with what came of the test before, and keeps it."""
        before = self.results.get(result.test)
        if self.options.check:
            fail_reported(result)
        if before is not None:
            result = join(before, result)
        result = self.expectations.judge(result)
        if result.status is Status.PASS:
            result.place = ""
        else:
            self._add_places(result)
        if self.recorder:
            self.recorder.result(result)
        self.results[result.test] = self._kept(result)
        self._progress.result(result, before)

    def _add_places(self, result: Result) -> None:
        path = self.path(result.test)
        _, _, line = result.place.rpartition(":")
        short = shown(_short_path(path))
        result.place = f"{short}:{line}" if line.isdigit() else short
        told = NOT_UTF_8.sub("\ufffd", path)
        result.message = result.message.replace(told, short)
        if "build_log" in result.details:
            result.details["build_log"] = result.details["build_log"].replace(told, short)
        if result.status is not Status.SKIP:
            result.reproduce = self.reproduce(result.test)
            result.source = shown(path)

    def _kept(self, result: Result) -> Result:
        """What stays in memory: of further failures only what is not in the record already."""
        if not result.status.is_bad:
            return result
        self._failures += 1
        if self._failures <= FAILURES_IN_FULL or not self.recorder:
            return result
        return dataclasses.replace(result, details={}, output="", kernel_log="")

    def path(self, test: str) -> str:
        """Where the file of a test is."""
        file = test.partition("::")[0]
        return self.paths.get(file, file)

    def reproduce(self, test: str) -> str:
        """A command that runs one test by hand."""
        _, separator, name = test.partition("::")
        if self._fleet:
            return str(self._fleet.reproduce(_short_path(self.path(test)), name))
        own = {key: _short_path(value) for key, value in self._environment().items()}
        words = environment.assignments({**environment.that_matters(os.environ), **own})
        command = [_short_path(self.tester), *self._tester_options(), _short_path(self.path(test))]
        if self.options.timeout != DEFAULT_TIMEOUT:
            command[1:1] = ["--timeout", f"{self.options.timeout:g}"]
        words += [shell_word(word) for word in command]
        if separator:
            words += ["--test", shlex.quote(name)]
        return " ".join(words)

    # Running

    def _environment(self) -> dict[str, str]:
        checks = {"ROOTLE_CHECK": self.options.check} if self.options.check else {}
        return {**self.driver.environment(), **checks}

    def _parse_options(self) -> list[str]:
        """The tester's options that matter even for listing tests."""
        return ["--piglit-compare"] if self.options.piglit_compare else []

    def _tester_options(self) -> list[str]:
        options = self.options
        chosen = {"platform": options.platform, "device": options.device, "seed": options.seed}
        words = [
            word
            for name, value in chosen.items()
            if value is not None
            for word in (f"--{name}", str(value))
        ]
        if options.from_binary:
            words.append("--from-binary")
        if options.through:
            words.append(f"--through={options.through}")
        return self._parse_options() + words

    def settings(self, attempt: int = 1) -> Settings:
        """How workers run tests. What failed is built from source when it is run again."""
        words = self._tester_options()
        if attempt == 1:
            words += program_cache.tester_options(self.options, self.driver, self.places)
        return Settings(
            command=[self.tester, "--server", *words],
            environment=worker_environment(dict(os.environ), self._environment()),
            cwd=os.getcwd(),
            jobs=self.options.jobs,
            timeout=self.options.timeout,
            memory=self.options.memory,
        )

    def _tick(self, running: list[str]) -> None:
        """All that has come is dealt with; workers are waited for next."""
        if self.recorder:
            self.recorder.flush()
        self._progress.tick(running)

    def execute(self, jobs: list[Job]) -> bool:
        """Runs the jobs; whether all tests have a result, which Ctrl-C prevents."""
        options = self.options
        self._progress.total = len(self.plan) * options.repeat
        self._progress.start(self.results.values())
        jobs = self._without_skips(jobs)
        self._record_gone()
        try:
            for attempt in range(1, options.repeat + 1):
                self._execute_once(self._without(jobs, self._tried(attempt)))
            for attempt in range(2, options.retries + 2 if options.repeat == 1 else 0):
                self._execute_once(self._worth_another(jobs, attempt), attempt)
        except NoDeviceError as error:
            raise NoDeviceError(f"driver {self.driver.name}: {error}") from None
        except KeyboardInterrupt:
            return False
        finally:
            self.terminal.clear()
        return not self._left()

    def _left(self) -> list[str]:
        """Planned tests without a result. A file that could not be listed is planned as a whole."""
        there = {*self.results, *(test.partition("::")[0] for test in self.results)}
        return [
            test
            for test in self.plan
            if test not in (self.results if "::" in test else there)
        ]

    def what_is_left(self) -> str:
        """A line about an interruption."""
        left = len(self._left())
        folder = self.options.results
        how = f"; {called('run-tests')} --resume {_short_path(str(folder))} goes on" if folder and left else ""
        return f"interrupted: {left} of {len(self.plan)} tests were not run{how}"

    def _execute_once(self, jobs: list[Job], attempt: int = 1) -> None:
        if not jobs:
            return
        if self.options.jobs > 1 or self._fleet:
            jobs = order.pieces(jobs)
        if self._fleet:
            self._fleet.run(self.settings(attempt), jobs, self.record, self._tick, self.take_device)
        elif self.options.cluster:
            need("cluster.scheduler").Cluster(self.options.cluster, self.settings(attempt)).run(
                jobs, self.record, self._tick, self.take_device
            )
        else:
            known = bool(self.device)
            Execution(
                self.settings(attempt), self.record, self._tick, self.take_device, known
            ).run(jobs)

    @staticmethod
    def _without(jobs: list[Job], done: set[str]) -> list[Job]:
        """The jobs less the tests that need not run."""
        if not done:
            return jobs
        left = []
        for job in jobs:
            rest = [test for test in job.tests or [job.name] if test not in done]
            smaller = narrowed(job, rest) if job.tests else (job if rest else None)
            if smaller:
                left.append(smaller)
        return left

    def _without_skips(self, jobs: list[Job]) -> list[Job]:
        """The jobs to run, after recording as skipped what must not run on this driver."""
        skipped = set()
        for job in jobs:
            for test in job.tests or [job.name]:
                reason = self.expectations.skip_reason(test)
                if reason is None:
                    continue
                skipped.add(test)
                if test not in self.results:
                    self.record(Result(test, Status.SKIP, message=reason))
        return self._without(jobs, skipped)

    def _record_gone(self) -> None:
        """Records the losses among tests that the baseline has, and that are not planned any more."""
        run = {"shard": self.options.shard, "asked": asked.description(self.options, self.places.suite)}
        gone = self.expectations.gone(run, self.plan)
        self._progress.total += len(gone)
        for result in gone:
            if self.recorder and result.test not in self.results:
                self.recorder.result(result)
            self.results[result.test] = result
            self._progress.result(result)

    def _tried(self, attempt: int) -> set[str]:
        """Tests that were run that often already."""
        return {test for test, result in self.results.items() if tries(result) >= attempt}

    def _worth_another(self, jobs: list[Job], attempt: int) -> list[Job]:
        """Jobs of the tests that failed in every attempt so far."""
        tried = self._tried(attempt)
        failed = {
            test
            for test, result in self.results.items()
            if result.status.is_bad and outcome(result) in WORTH_ANOTHER and test not in tried
        }
        if len(failed) > FLAKE_LIMIT:
            return []
        again = self._without(jobs, {test for test in self.plan if test not in failed})
        self._progress.total += sum(len(job.tests) or 1 for job in again)
        return again


def _names(jobs: list[Job]) -> list[str]:
    return [test for job in jobs for test in job.tests or [job.name]]


# A call that the test makes to fail, as its verdict says.
_CALL_FAILED = re.compile(r"cl[A-Z]\w* failed with ")


def fail_reported(result: Result) -> None:
    """A test of which the driver has told something has failed, but for errors of calls: a test
    that passes expects them."""
    told = [text for text in result.details.get("driver_messages", []) if not _CALL_FAILED.match(text)]
    if told and result.status is Status.PASS:
        result.status = Status.FAIL
        result.message = f"the driver reports: {told[0].partition(chr(10))[0]}"


def _device_name(device: dict[str, Any]) -> str:
    """The platform and the name."""
    return " / ".join(filter(None, (device.get("platform"), device.get("name")))) or "a device"


def _short_path(path: str) -> str:
    """The path as seen from here when it lies below, else as it is."""
    if not os.path.isabs(path):
        return path
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else f"./{relative}" if relative.startswith("-") else relative
