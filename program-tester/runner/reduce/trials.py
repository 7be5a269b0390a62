# SPDX-License-Identifier: MIT
"""Runs candidates on a driver: files of one test each, of which a crash or a hang costs no other."""

import dataclasses
import os
import time
from collections.abc import Callable, Sequence

from ..cluster.scheduler import TextCluster
from ..drivers import Driver
from ..execution import Settings
from ..places import Places
from ..results import Result
from ..texts import run_texts
from ..worker import worker_environment

MEMORY = 4096  # MiB


@dataclasses.dataclass(frozen=True)
class Choice:
    """What is tested: the driver, and which of its devices."""

    driver: Driver
    platform: str | None = None
    device: str | None = None


class Trials:
    """A driver that candidates are tried on, here or on a cluster's workers."""

    def __init__(self, choice: Choice, places: Places, timeout: float, jobs: int = 1, cluster: str = "", words: Sequence[str] = (), suffix: str = ".cl") -> None:
        tester = str(places.tester.with_name(choice.driver.tester))
        device = [word for name in ("platform", "device") if (value := getattr(choice, name)) for word in (f"--{name}", value)]
        self._settings = Settings(
            command=[tester, "--server", *words, *device],
            environment=worker_environment(dict(os.environ), choice.driver.environment()),
            cwd=os.getcwd(),
            jobs=jobs,
            timeout=timeout,
            memory=MEMORY,
        )
        self.suffix = suffix
        self._cluster: TextCluster | None = TextCluster(cluster) if cluster else None
        self.count = 0
        self.device: dict[str, object] = {}

    @property
    def workers(self) -> int:
        """How many candidates are tried at a time."""
        return self._cluster.workers if self._cluster else self._settings.jobs

    def run(self, texts: Sequence[str], is_enough: Callable[[Result], bool] | None = None) -> list[Result]:
        """What becomes of each file's first test, in the order given. Where they are run one after the other, the answer ends with the first
        that `is_enough`."""
        if self._cluster:
            found, device = self._cluster.run(self._settings, texts)
        else:
            found, device = run_texts(self._settings, texts, bool(self.device), is_enough, self.suffix)
        self.count += len(found)
        self.device = self.device or device
        return found


class Clock:
    """How much time is left."""

    def __init__(self, seconds: float) -> None:
        self.end = time.monotonic() + seconds

    @property
    def left(self) -> float:
        """Seconds, negative when they are over."""
        return self.end - time.monotonic()

    @property
    def is_over(self) -> bool:
        return self.left <= 0
