# SPDX-License-Identifier: MIT
"""Runs jobs on one target. When it is gone, nothing is known of the tests that were running: they go back to the others, and
run again when it is back. Where the machine itself went down they do so one by one, so that the one that takes it down again is
known."""

import collections
import dataclasses
import os
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ..discovery import Job, narrowed
from ..execution import EXIT_SECONDS, Execution, Settings, Slot
from ..job_queue import JobQueue
from ..results import Result
from ..status import Status
from ..worker import Worker
from .board import Board, Stopped
from .worker import DOUBT_SECONDS, RemoteWorker

FALLS = 2  # of the machine with one test, after which the test has done it
# Losses of the connection in one test, over so many seconds, after which it is given up: a bad way alone loses a test more often
# than that when the machine is slow.
LOSSES = 5
LOSS_SECONDS = 120.0


class SharedQueue(JobQueue):
    """A queue for the threads of several targets: the faster one takes more."""

    def __init__(self, workers: int) -> None:
        super().__init__(workers)
        self._lock = threading.RLock()

    def take(self) -> Job | None:
        with self._lock:
            return super().take()

    def give_back(self, job: Job) -> None:
        with self._lock:
            super().give_back(job)

    def count_result(self) -> None:
        with self._lock:
            super().count_result()

    def may_lead(self, ahead: Sequence[Job]) -> bool:
        with self._lock:
            return super().may_lead(ahead)

    def take_all(self) -> list[Job]:
        """Everything that is left, of a queue that nobody uses any more."""
        jobs = list(self._jobs)
        self._jobs.clear()
        return jobs


class TargetQueue(JobQueue):
    """What one target sees of the queue of all: jobs whose files have their paths there. In the other they have none that
    begins with a slash."""

    def __init__(self, shared: SharedQueue, prefix: str) -> None:
        super().__init__(1)
        self._shared, self._prefix = shared, prefix

    def take(self) -> Job | None:
        job = self._shared.take()
        return job and dataclasses.replace(job, path=self._prefix + job.path)

    def give_back(self, job: Job) -> None:
        self._shared.give_back(dataclasses.replace(job, path=job.path.removeprefix(self._prefix)))

    def count_result(self) -> None:
        self._shared.count_result()

    @property
    def is_empty(self) -> bool:
        return self._shared.is_empty

    def may_lead(self, ahead: Sequence[Job]) -> bool:
        return self._shared.may_lead(ahead)

    def seconds(self, jobs: Iterable[Job]) -> float:
        return self._shared.seconds(jobs)


class TargetExecution(Execution):
    """An execution whose workers are on a target. Jobs come from a queue of all targets."""

    def __init__(self, board: Board, settings: Settings, queue: SharedQueue, stop: threading.Event,
                 on_result: Callable[[Result], None], on_tick: Callable[[list[str]], None],
                 on_device: Callable[[dict[str, Any]], None], has_device: bool) -> None:  # fmt: skip
        super().__init__(settings, on_result, on_tick, on_device, has_device)
        self._board = board
        self._queue = TargetQueue(queue, "/" if board.way.shares_files else "")
        self._stop = stop
        self._alone: collections.deque[Job] = collections.deque()  # to be run while nothing else is
        self._falls: collections.Counter[str] = collections.Counter()  # of the machine, by test
        self._losses: collections.Counter[str] = collections.Counter()  # of the connection, by test
        self._first_loss: dict[str, float] = {}  # when

    def work(self) -> None:
        """Does the queue's jobs until there are none, or the target is gone for good."""
        self._work(self._settings.jobs)

    def _start_worker(self) -> Worker:
        settings = self._settings
        command = self._board.watch(settings.command, settings.environment)
        # Drivers behind wine's OpenCL see the variables that wine was started with, none that programs of Windows set.
        variables = settings.environment if self._board.way.is_windows else {}
        return RemoteWorker(command, {**os.environ, **variables}, settings.cwd)

    def _wait(self) -> None:
        if self._stop.is_set():
            raise Stopped
        super()._wait()
        if not self._alone and not self._queue.is_empty and 0 < len(self._slots) < self._settings.jobs:
            self._add_worker()

    def _give_job(self, slot: Slot) -> None:
        if not self._alone:
            super()._give_job(slot)
            return
        job = self._alone.popleft()
        slot.send(job)
        slot.begin(job)

    def _replace(self, slot: Slot) -> None:
        super()._replace(slot)
        if self._alone and not self._slots:
            self._add_worker()

    def _complete(self, slot: Slot, result: Result, output: str) -> None:
        """Files have the names there that they have here, but for the folder."""
        if slot.job is not None:
            there, here = slot.job.path, "/" + slot.job.path.lstrip("/")
            result.message = _renamed(result.message, there, here, self._board.tests)
            log = result.details.get("build_log")
            if isinstance(log, str):
                result.details["build_log"] = _renamed(log, there, here, self._board.tests)
        super()._complete(slot, result, output)

    # Losses

    def _bury(self, slot: Slot) -> None:
        slot.worker.finish(EXIT_SECONDS)
        if isinstance(slot.worker, RemoteWorker) and slot.worker.is_lost:
            self._lose()
        else:
            super()._bury(slot)

    def _time_out(self, slot: Slot) -> None:
        """A target that says nothing is gone, whatever its test does."""
        if isinstance(slot.worker, RemoteWorker) and slot.worker.silence > DOUBT_SECONDS:
            self._lose()
        else:
            super()._time_out(slot)

    def _lose(self) -> None:
        """Takes all jobs back, waits for the target, and goes on."""
        suspects = [(slot, rest) for slot in self._slots if slot.job and (rest := self._rest(slot))]
        for slot in list(self._slots):
            self._remove_worker(slot)
        try:
            fell = self._board.recover(self._stop)
        except BaseException:
            for _, rest in suspects:
                self._queue.give_back(rest)
            self._give_alone_back()
            raise
        for slot, rest in suspects:
            self._suspect(slot, rest, fell, is_only=len(suspects) == 1)
        if self._alone or not self._queue.is_empty:
            self._add_worker()

    @staticmethod
    def _rest(slot: Slot) -> Job | None:
        """What a slot's job has left; a file whose tests are not known has itself."""
        job = slot.own_job
        return narrowed(job, list(slot.remaining)) if job.tests else None if slot.has_answered else job

    def _give_alone_back(self) -> None:
        while self._alone:
            self._queue.give_back(self._alone.pop())

    def _suspect(self, slot: Slot, rest: Job, fell: bool, is_only: bool) -> None:
        """Has a test that ran when the target was lost run again, or gives it up."""
        name = slot.current or rest.name
        own = narrowed(rest, [name]) if slot.current in rest.tests else rest
        others = narrowed(rest, [test for test in rest.tests if test != name]) if own is not rest else None
        self._losses[name] += 1
        lost_for = time.monotonic() - self._first_loss.setdefault(name, time.monotonic())
        self._falls[name] += fell and is_only
        if others:
            self._queue.give_back(others)
        if own is None:
            return
        if self._falls[name] >= FALLS:
            self._give_up(own, Status.CRASH, f"the target went down each of {FALLS} times that this ran alone")
        elif self._losses[name] >= LOSSES and lost_for >= LOSS_SECONDS:
            self._give_up(own, Status.ERROR, f"the target was lost each of {self._losses[name]} times that this ran")
        elif fell:
            self._alone.append(own)
        else:
            self._queue.give_back(own)

    def _give_up(self, job: Job, status: Status, message: str) -> None:
        for test in job.tests or [job.name]:
            self._on_result(Result(test, status, message=message))
            self._queue.count_result()


def _renamed(text: str, there: str, here: str, folder: str) -> str:
    """A text with the paths of here."""
    return text if here == there else text.replace(f"{folder}/{there}", there).replace(here, there).replace(there, here)
