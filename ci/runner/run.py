# SPDX-License-Identifier: MIT
"""One run, from the command line's options to results: what to run, on what, and what came of
it."""

from __future__ import annotations

import argparse
import os
import shlex
import sys
from pathlib import Path
from typing import Any

from . import discovery, drivers
from .execution import Execution, Settings
from .expectations import Expectations
from .patterns import Pattern
from .places import find_places
from .prepare import ensure_built
from .results import Journal, Result
from .show import Progress, standard_terminal
from .status import Status
from .worker import worker_environment

ROOT = Path(__file__).resolve().parents[2]


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
            message = f"driver {self.driver.name}: {self.driver.icd} does not exist"
            raise drivers.DriverError(message)

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
            path = self.path(result.test)
            result.message = result.message.replace(path, _short_path(path))
        self.results.append(result)
        if self.journal:
            self.journal.append(result.to_json())
        progress.result(result)

    def path(self, test: str) -> str:
        """Where the file of a test is."""
        file = test.partition("::")[0]
        return self.paths.get(file, file)

    def place(self, result: Result) -> str:
        """FILE:LINE as seen from here; without a line when the tester gave none."""
        _, _, line = result.place.rpartition(":")
        path = _short_path(self.path(result.test))
        return f"{path}:{line}" if line.isdigit() else path

    def reproduce(self, test: str) -> str:
        """A command that runs one test by hand."""
        _, separator, name = test.partition("::")
        environment = self.driver.environment().items()
        words = [f"{key}={shlex.quote(_short_path(value))}" for key, value in environment]
        words += [shlex.quote(_short_path(path)) for path in (self.tester, self.path(test))]
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
