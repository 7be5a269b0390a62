# SPDX-License-Identifier: MIT
"""Runs jobs on the workers of a Dask scheduler (Debian's python3-distributed). A batch of jobs is a
task; its results arrive when all of it is done, so that a lost worker loses nothing: the scheduler
gives its batches to another one. docs/cluster.md says how to start one."""

import dataclasses
import tempfile
import zipfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Callable

from ..discovery import Job
from ..execution import Execution, Settings
from ..prepare import PrepareError
from ..results import Result
from ..status import Status
from ..texts import run_texts

BATCH_TESTS = 100  # in a task: enough to be worth starting a tester
TICK_SECONDS = 0.2

Batch = list[Job]


class ClusterError(PrepareError):
    """A cluster that cannot be used; the message is for people."""


def batches(jobs: list[Job], size: int = BATCH_TESTS) -> list[Batch]:
    """The jobs in groups of about so many tests."""
    groups: list[Batch] = []
    room = 0
    for job in jobs:
        tests = len(job.tests) or 1
        if tests > room:
            groups.append([])
            room = size
        groups[-1].append(job)
        room -= tests
    return groups


def run_batch(settings: Settings, batch: Batch) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Runs on a worker of the cluster: the records of a batch, and the device."""
    records: list[dict[str, Any]] = []
    device: dict[str, Any] = {}
    execution = Execution(
        settings, lambda result: records.append(result.to_json()), on_device=device.update
    )
    execution.run(batch)
    return records, device


def run_text_batch(settings: Settings, texts: list[str]) -> tuple[list[dict[str, Any]], dict[str, Any]]:
    """Runs texts on a worker of the cluster: a record for each, and the device."""
    found, device = run_texts(settings, texts)
    return [result.to_json() for result in found], device


class _Client:
    """A connection to a scheduler whose workers have this package."""

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise ClusterError("--cluster needs the package python3-distributed") from None
        self._dask: Any = distributed  # some versions of which have types, in part
        try:
            self._client: Any = self._dask.Client(address, timeout=10)
        except (OSError, ValueError) as error:
            raise ClusterError(f"no scheduler at {address}: {error}") from None

    def _upload(self) -> None:
        """Gives the workers this package, so that they need only the tester and the driver."""
        package = Path(__file__).resolve().parents[1]
        with tempfile.TemporaryDirectory() as folder:
            archive = Path(folder, "rootle-runner.zip")
            with zipfile.ZipFile(archive, "w") as file:
                for source in sorted(package.rglob("*.py")):
                    inside = source.relative_to(package)
                    if "tests" not in inside.parts:
                        file.write(source, Path(package.name, inside))
            self._client.upload_file(str(archive))

    def _workers(self) -> int:
        return len(self._client.scheduler_info()["workers"])


class TextCluster(_Client):
    """Tests that are texts, on a scheduler's workers, as often as one likes."""

    def __init__(self, address: str) -> None:
        super().__init__(address)
        self._upload()

    @property
    def workers(self) -> int:
        return max(1, self._workers())

    def run(self, settings: Settings, texts: Sequence[str]) -> tuple[list[Result], dict[str, Any]]:
        """What becomes of each, in the order given, and the device. Batches of a worker that is lost go to another; those that the cluster
        gives up, having lost worker after worker with them, are errors."""
        settings = dataclasses.replace(settings, jobs=1)
        size = max(1, -(-len(texts) // self.workers))
        parts = [list(texts[at : at + size]) for at in range(0, len(texts), size)]
        futures = [self._client.submit(run_text_batch, settings, part, pure=False) for part in parts]
        self._dask.wait(futures)
        found: list[Result] = []
        device: dict[str, Any] = {}
        for part, future in zip(parts, futures, strict=True):
            if future.status != "finished":
                message = f"the cluster gave this test's batch up: {future.exception()!r}"
                found += [Result("", Status.ERROR, message=message) for _ in part]
                continue
            records, told = future.result()
            found += map(Result.from_json, records)
            device = device or told
        return found, device


class Cluster(_Client):
    """Jobs of one run on a scheduler's workers. Each worker runs one batch a thread."""

    def __init__(self, address: str, settings: Settings) -> None:
        super().__init__(address)
        self._settings = dataclasses.replace(settings, jobs=1)

    def run(
        self,
        jobs: list[Job],
        on_result: Callable[[Result], None],
        on_tick: Callable[[list[str]], None],
        on_device: Callable[[dict[str, Any]], None],
    ) -> None:
        """Runs all jobs; results come in no particular order."""
        try:
            self._upload()
            futures = {
                self._client.submit(run_batch, self._settings, batch, pure=False): batch
                for batch in batches(jobs)
            }
            self._collect(futures, on_result, on_tick, on_device)
        finally:
            self._client.close()

    def _collect(
        self,
        futures: dict[Any, Batch],
        on_result: Callable[[Result], None],
        on_tick: Callable[[list[str]], None],
        on_device: Callable[[dict[str, Any]], None],
    ) -> None:
        waiting = set(futures)
        while waiting:
            for future in [future for future in waiting if future.done()]:
                waiting.discard(future)
                if future.status == "finished":
                    records, device = future.result()
                    if device:
                        on_device(device)
                    for record in records:
                        on_result(Result.from_json(record))
                else:
                    self._blame(futures[future], future, on_result)
            on_tick([f"{len(waiting)} batches on {self._workers()} workers"])
            if waiting:
                self._wait(waiting)

    def _wait(self, waiting: set[Any]) -> None:
        try:
            self._dask.wait(waiting, timeout=TICK_SECONDS, return_when="FIRST_COMPLETED")
        except self._dask.TimeoutError:
            pass

    @staticmethod
    def _blame(batch: Batch, future: Any, on_result: Callable[[Result], None]) -> None:
        """A batch that the cluster gave up, having lost worker after worker with it."""
        message = f"the cluster gave this test's batch up: {future.exception()!r}"
        for job in batch:
            for test in job.tests or [job.name]:
                on_result(Result(test, Status.ERROR, message=message))
