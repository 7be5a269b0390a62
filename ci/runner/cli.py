# SPDX-License-Identifier: MIT
"""run-tests' command line: reads it, and leads a run from discovery to the exit status."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
import time
from pathlib import Path
from typing import Any

from . import discovery, drivers
from .execution import Execution, Settings
from .expectations import ExpectationError, Expectations
from .patterns import Pattern, PatternError
from .places import find_places
from .prepare import PrepareError, ensure_built
from .results import Journal, Result, write_document
from .show import Progress, print_summary, standard_terminal
from .status import Status
from .summary import summarise
from .worker import worker_environment

ROOT = Path(__file__).resolve().parents[2]

EXIT_PASSED = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_CANNOT_RUN = 3
EXIT_INTERRUPTED = 130

EPILOGUE = """\
exit status: 0 nothing failed; 1 a test failed; 2 wrong usage; 3 nothing could be run;
130 interrupted. Patterns: a glob (*, ?) that matches FILE::NAME, FILE or NAME; /REGEX/; or plain text
that stands anywhere in FILE::NAME."""


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The command line. Exits with status 2 and a message when it is wrong."""
    parser = argparse.ArgumentParser(
        prog="run-tests",
        description="Run OpenCL tests on a driver, each crash and hang kept to its own test.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="test files or folders; default: the whole suite")
    add(
        "--driver",
        default="rootle",
        metavar="NAME",
        help=f"{', '.join(drivers.NAMES)}, or the path of an .icd file; default: rootle",
    )
    add("--filter", action="append", default=[], metavar="PATTERN", help="only tests that match; may be repeated")
    add("--list", action="store_true", help="print the names of the tests, and run none")
    add("-j", "--jobs", type=_positive, default=os.cpu_count() or 1, metavar="N", help="workers; default: %(default)s")
    add("--timeout", type=_seconds, default=60.0, metavar="S", help="seconds for one test, 0 for no limit; default: 60")
    add("--json", type=Path, metavar="FILE", help="write all results as one JSON document")
    add("--journal", type=Path, metavar="FILE", help="append results as JSON lines while they come")
    add("--expectations", type=Path, metavar="DIR", help="known failures and skips of drivers; default: ci/expectations")
    add("--build-dir", type=Path, metavar="DIR", help="build folder to test; default: build")
    add("--no-build", action="store_true", help="run what is there, without asking ninja")
    add("--tester", metavar="COMMAND", help=argparse.SUPPRESS)  # the runner's own tests have a mock
    add("-v", "--verbose", action="store_true", help="print every result")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError("must be a number of seconds, not negative")
    return number


class Run:
    """One run: what was asked for, and the results so far."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.terminal = standard_terminal()
        self.places = find_places(ROOT, options.build_dir)
        self.driver = drivers.find(options.driver, self.places.rootle_icd)
        self.tester = options.tester or str(self.places.tester)
        lists = options.expectations or self.places.expectations
        self.expectations = Expectations.load(lists, self.driver.name)
        self.results: list[Result] = []
        self.journal: Journal | None = None
        self.paths: dict[str, str] = {}  # name of a file for people -> its path

    def prepare(self) -> None:
        """Builds what the run needs: another's driver needs only the tester."""
        if self.options.no_build or self.options.tester or self.places.build is None:
            return
        targets = [] if self.driver.is_bundled else ["program-tester"]
        ensure_built(ROOT, self.places.build, targets, self.terminal)

    def check_driver(self) -> None:
        """Without its file the ICD loader finds no platform, and every test would be skipped."""
        if self.driver.icd and not os.path.exists(self.driver.icd):
            raise drivers.DriverError(f"driver {self.driver.name}: {self.driver.icd} does not exist")

    def jobs(self) -> list[discovery.Job]:
        """What was asked for."""
        filters = [Pattern(text) for text in self.options.filter]
        files = discovery.find_files(self.options.paths, self.places.suite)
        self.paths = {name: path for path, name in files.items()}
        return discovery.make_jobs(self.tester, files, filters)

    def without_skips(self, jobs: list[discovery.Job], progress: Progress) -> list[discovery.Job]:
        """The jobs to run, after recording as skipped what must not run on this driver."""
        left = []
        for job in jobs:
            wanted = []
            for test in job.tests or [job.name]:
                reason = self.expectations.skip_reason(test)
                if reason is None:
                    wanted.append(test)
                else:
                    self.record(Result(test, Status.SKIP, message=reason), progress)
            narrowed = discovery.narrowed(job, wanted) if job.tests else (wanted and job)
            if narrowed:
                left.append(narrowed)
        return left

    def record(self, result: Result, progress: Progress) -> None:
        result = self.expectations.judge(result)
        if result.status.is_bad:
            result.reproduce = self.reproduce(result.test)
            result.place = self.place(result)
            path = self.paths.get(result.test.partition("::")[0], "")
            result.message = result.message.replace(path, _short_path(path)) if path else result.message
        self.results.append(result)
        if self.journal:
            self.journal.append(result.to_json())
        progress.result(result)

    def place(self, result: Result) -> str:
        """FILE:LINE as seen from here; without a line when the tester gave none."""
        _, _, line = result.place.rpartition(":")
        path = _short_path(self.paths.get(result.test.partition("::")[0], ""))
        return f"{path}:{line}" if line.isdigit() else path

    def reproduce(self, test: str) -> str:
        """A command that runs one test by hand."""
        file, separator, name = test.partition("::")
        words = [f"{key}={shlex.quote(value)}" for key, value in self.driver.environment().items()]
        words += [shlex.quote(_short_path(self.tester)), shlex.quote(_short_path(self.paths.get(file, file)))]
        if separator:
            words += ["--test", shlex.quote(name)]
        return " ".join(words)

    def execute(self, jobs: list[discovery.Job]) -> bool:
        """Runs the jobs; whether they all ran, which Ctrl-C prevents."""
        total = sum(len(job.tests) or 1 for job in jobs)
        progress = Progress(self.terminal, total, self.options.verbose)
        settings = Settings(
            command=[self.tester, "--server"],
            environment=worker_environment(dict(os.environ), self.driver.environment()),
            cwd=os.getcwd(),
            jobs=self.options.jobs,
            timeout=self.options.timeout,
        )
        execution = Execution(settings, lambda result: self.record(result, progress), progress.tick)
        try:
            execution.run(self.without_skips(jobs, progress))
        except KeyboardInterrupt:
            self.terminal.print("interrupted")
            return False
        finally:
            self.terminal.clear()
        return True

    def description(self, seconds: float) -> dict[str, Any]:
        """How the run was made, for records."""
        return {
            "driver": self.driver.name,
            "icd": self.driver.icd,
            "tester": self.tester,
            "arguments": sys.argv[1:],
            "seconds": round(seconds, 3),
        }


def _short_path(path: str) -> str:
    """The path as seen from here when it lies below, else as it is."""
    if not os.path.isabs(path):
        return path
    relative = os.path.relpath(path)
    return path if relative.startswith("..") else relative


def _lead(options: argparse.Namespace) -> int:
    run = Run(options)
    run.prepare()
    run.check_driver()
    jobs = run.jobs()
    if options.list:
        for job in jobs:
            print("\n".join(job.tests or [job.name]))
        return EXIT_PASSED
    if not jobs:
        raise discovery.DiscoveryError("no test matches the filter")
    if options.journal:
        run.journal = Journal(options.journal)
    started = time.monotonic()
    complete = run.execute(jobs)
    seconds = time.monotonic() - started
    summary = summarise(run.results)
    if options.json:
        write_document(options.json, run.description(seconds), run.results)
    print_summary(run.terminal, summary, run.driver.name, seconds)
    if not complete:
        return EXIT_INTERRUPTED
    return EXIT_FAILED if summary.failed else EXIT_PASSED


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line, and returns its exit status."""
    options = parse_arguments(sys.argv[1:] if arguments is None else arguments)
    try:
        return _lead(options)
    except (discovery.DiscoveryError, drivers.DriverError, ExpectationError, PatternError) as error:
        print(f"run-tests: {error}", file=sys.stderr)
        return EXIT_USAGE
    except (PrepareError, OSError) as error:
        print(f"run-tests: {error}", file=sys.stderr)
        return EXIT_CANNOT_RUN
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
