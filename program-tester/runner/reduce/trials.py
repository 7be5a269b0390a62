# SPDX-License-Identifier: MIT
"""Runs candidates on a driver: files of one test each, of which a crash or a hang costs no other."""

from __future__ import annotations

import dataclasses
import os
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from ..discovery import make_jobs
from ..drivers import Driver
from ..execution import Execution, Settings
from ..places import Places
from ..results import Result
from ..status import Status
from ..worker import worker_environment

MEMORY = 4096  # MiB
OWN_TEST = "test"


@dataclasses.dataclass(frozen=True)
class Choice:
    """What is tested: the driver, and which of its devices."""

    driver: Driver
    platform: str | None = None
    device: str | None = None


class Trials:
    """A driver that candidates are tried on, until a time of time.monotonic()."""

    def __init__(self, choice: Choice, places: Places, timeout: float, jobs: int = 1) -> None:
        tester = str(places.tester.with_name(choice.driver.tester))
        words = [word for name in ("platform", "device") if (value := getattr(choice, name)) for word in (f"--{name}", value)]
        self._tester = [tester]
        self._settings = Settings(
            command=[tester, "--server", *words],
            environment=worker_environment(dict(os.environ), choice.driver.environment()),
            cwd=os.getcwd(),
            jobs=jobs,
            timeout=timeout,
            memory=MEMORY,
        )
        self._known = False
        self.count = 0
        self.device: dict[str, object] = {}

    def run(self, texts: Sequence[str]) -> list[Result]:
        """What becomes of each file's first test, in the order given."""
        self.count += len(texts)
        with tempfile.TemporaryDirectory(prefix="run-tests-") as folder:
            files = {}
            for number, text in enumerate(texts):
                path = Path(folder) / f"{number:04}.cl"
                path.write_text(text, encoding="utf-8")
                files[str(path)] = path.name
            found: dict[str, Result] = {}
            self._execute(files, found)
        return [found.get(name) or Result(name, Status.ERROR, message="no result") for name in files.values()]

    def _execute(self, files: dict[str, str], found: dict[str, Result]) -> None:
        def keep(result: Result) -> None:
            file = result.test.partition("::")[0]
            if file not in found or result.status is not Status.PASS:
                found[file] = result

        jobs = make_jobs(self._tester, files)
        Execution(self._settings, keep, on_device=self._take_device, has_device=self._known).run(jobs)
        self._known = True

    def _take_device(self, device: dict[str, object]) -> None:
        self.device = device


class Clock:
    """How much time is left."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    @property
    def is_over(self) -> bool:
        return time.monotonic() >= self.end
