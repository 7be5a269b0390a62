# SPDX-License-Identifier: MIT
"""The jobs that no worker has yet. Near the end of a run they are cut, so that no worker is left with
a long job while the others have none."""

import collections
import time
from typing import Iterable, Sequence

from .discovery import Job
from .order import piece

LONG_JOB_SECONDS = 1.0  # below that, cutting costs more than it gains: each piece builds its program
# The work that may wait for a worker before it needs it: enough for some pauses of ours, and no
# more, as work that one worker has is lost to the others.
AHEAD_SECONDS = 0.4
AHEAD_JOBS = 32


class JobQueue:
    """A queue of jobs for some workers. It learns from the pace of the run how long a test takes."""

    def __init__(self, workers: int) -> None:
        self._workers = workers
        self._jobs: collections.deque[Job] = collections.deque()
        self._tests = 0  # in the queue
        self._done = 0
        self._started = time.monotonic()

    def add(self, jobs: list[Job]) -> None:
        for job in jobs:
            self._jobs.append(job)
            self._tests += _size(job)

    def give_back(self, job: Job) -> None:
        """Puts a job in front."""
        self._jobs.appendleft(job)
        self._tests += _size(job)

    def count_result(self) -> None:
        self._done += 1

    @property
    def is_empty(self) -> bool:
        return not self._jobs

    def may_lead(self, ahead: Sequence[Job]) -> bool:
        """Whether a worker that has these jobs before it may take one more: the others will have
        enough, it is not a long one, and it helps to keep the worker busy for a while."""
        if len(self._jobs) <= 2 * self._workers or self._is_long(self._jobs[0]):
            return False
        if not ahead:
            return True
        share = self._tests / (2 * self._workers)
        return (
            len(ahead) < AHEAD_JOBS
            and sum(map(_size, ahead)) < share
            and 0 < self.seconds(ahead) < AHEAD_SECONDS
        )

    def seconds(self, jobs: Iterable[Job]) -> float:
        """How long jobs take at the pace of the run so far; 0 while that is not known."""
        return sum(map(_size, jobs)) * self._seconds_a_test()

    def take(self) -> Job | None:
        """The next job, or the first piece of it when few tests are left to share."""
        if not self._jobs:
            return None
        job = self._jobs.popleft()
        self._tests -= _size(job)
        share = 1 + (self._tests + _size(job)) // (2 * self._workers)
        if self._workers > 1 and _size(job) > share and self._is_long(job):
            self.give_back(piece(job, share))
            job = piece(job, 0, share)
        return job

    def _is_long(self, job: Job) -> bool:
        return _size(job) * self._seconds_a_test() > LONG_JOB_SECONDS

    def _seconds_a_test(self) -> float:
        elapsed = time.monotonic() - self._started
        return elapsed * self._workers / self._done if self._done else 0.0


def _size(job: Job) -> int:
    return len(job.tests) or 1
