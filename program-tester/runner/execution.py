# SPDX-License-Identifier: MIT
"""Runs jobs on a pool of workers, so that a crash or a hang costs the test that caused it and no
other.

One thread waits on all pipes. A worker has one job (a file and the tests of it that still lack a
result) at a time, and while many are left the next ones wait in its pipe, so that no worker waits
for us. When a worker dies, the test that had begun is the culprit, and the rest of the job goes to a
fresh worker. A worker whose driver gives no context any more, as a test has left it broken, is
replaced, too, and the test that found it so is run again.
"""

import collections
import dataclasses
import select
import selectors
import time
from typing import IO, Any, Callable

from . import protocol
from .discovery import Job, display_name, narrowed
from .job_queue import JobQueue
from .kernel_log import KernelLog
from .prepare import NoDeviceError
from .results import Result
from .status import Status
from .worker import Worker, describe_exit

EXIT_SECONDS = 10.0  # how long a worker may take to end after its input was closed
LOAD_SECONDS = 10.0  # that a driver may take to name its device, however short a test's time is
TESTER_CANNOT_RUN = 3  # no driver, or not enough of anything
TESTER_EXITS = (0, 1, 2, TESTER_CANNOT_RUN)  # what the tester may return; sanitizers return another
MEMORY_SECONDS = 0.05  # between looks at how much memory the workers use
# Between looks at what workers have said, while none of them will need us meanwhile: waking up for
# each record would cost more than the record.
PAUSE_SECONDS = 0.1
NO_RESULT = "the tester gave no result for this test"


@dataclasses.dataclass
class Settings:
    """How to run."""

    command: list[str]  # the tester, in server mode
    environment: dict[str, str]
    cwd: str
    jobs: int
    timeout: float  # seconds for one test; 0: no limit
    memory: int = 0  # MiB that one worker may use; 0: no limit


class Slot:
    """A place for a worker, and what that worker is doing."""

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.job: Job | None = None
        self.ahead: collections.deque[Job] = collections.deque()  # sent; follow without a word from us
        self.remaining: dict[str, None] = {}  # test names of the job without a result, in order
        self.current: str | None = None  # the test that has begun
        self.last_file = "(no file)"  # the file that ran last, blamed for a death at exit
        self.last_test = ""  # the last that has a result
        self.has_device = False  # it has said what it runs tests on
        self.has_answered = False  # the job has a result
        self.has_worked = False  # something was finished since the worker started
        self.began = time.monotonic()

    @property
    def own_job(self) -> Job:
        """The job of a worker that has one."""
        assert self.job is not None
        return self.job

    def send(self, job: Job) -> None:
        """Asks the worker for a job, after the one it has."""
        self.worker.send(protocol.request(job.path, job.selection))

    def begin(self, job: Job | None) -> None:
        """The worker is at this job now, or has none."""
        self.job = job
        if job is None:
            return
        self.remaining = dict.fromkeys(job.tests)
        self.has_answered = False
        self.current = None
        self.last_file = job.name
        self.began = time.monotonic()


class Execution:
    """One run of a list of jobs. Results go to `on_result` as they come, in no particular order;
    what each worker's driver says of its device goes to `on_device`. When not even the first worker
    gets one, and it is not known that there is one (`has_device`), nothing is run."""

    def __init__(
        self,
        settings: Settings,
        on_result: Callable[[Result], None],
        on_tick: Callable[[list[str]], None] = lambda running: None,
        on_device: Callable[[dict[str, Any]], None] = lambda device: None,
        has_device: bool = False,
    ) -> None:
        self._settings = settings
        self._has_device = has_device
        self._on_result = on_result
        self._on_tick = on_tick
        self._on_device = on_device
        self._kernel_log = KernelLog()
        self._memory_looked_at = 0.0
        self._looked_at = 0.0
        self._queue = JobQueue(settings.jobs)
        self._slots: list[Slot] = []
        self._again: dict[str, str] = {}  # tests that fresh workers run once more, and why
        self._selector = selectors.DefaultSelector()
        self._deaths = select.epoll()  # of workers: for nothing but their ends

    def run(self, jobs: list[Job]) -> None:
        """Runs all jobs. On an exception, Ctrl-C among them, the workers are ended before it goes
        on."""
        self._queue.add(jobs)
        self._work(min(self._settings.jobs, len(jobs)))

    def _work(self, workers: int) -> None:
        """Does what is in the queue."""
        try:
            for _ in range(workers):
                self._add_worker()
            while any(slot.job for slot in self._slots):
                self._wait()
            self._finish_workers()
        finally:
            for slot in self._slots:
                slot.worker.end()
            self._selector.close()
            self._deaths.close()
            self._kernel_log.close()

    # Workers

    def _add_worker(self) -> None:
        worker = self._start_worker()
        slot = Slot(worker)
        self._slots.append(slot)
        for pipe in worker.watched:
            self._selector.register(pipe, selectors.EVENT_READ, slot)
        self._deaths.register(worker.records, 0)
        for descriptor in worker.deaths:
            self._deaths.register(descriptor, select.EPOLLIN)
        self._give_job(slot)

    def _start_worker(self) -> Worker:
        """The annex `boards` has workers on other machines."""
        return Worker(self._settings.command, self._settings.environment, self._settings.cwd)

    def _remove_worker(self, slot: Slot) -> None:
        for job in reversed(slot.ahead):
            self._queue.give_back(job)
        self._slots.remove(slot)
        for pipe in slot.worker.watched:
            self._unwatch(pipe)
        slot.worker.end()  # closing its pipe takes it out of what is watched for deaths

    def _unwatch(self, pipe: IO[bytes] | int) -> None:
        if pipe in self._selector.get_map():
            self._selector.unregister(pipe)

    def _give_job(self, slot: Slot) -> None:
        """Has the worker go on with what it was sent, or sends it something."""
        if slot.ahead:
            job: Job | None = slot.ahead.popleft()
        else:
            job = self._queue.take()
            if job is not None:
                slot.send(job)
        slot.begin(job)
        while self._queue.may_lead(slot.ahead) and (job := self._queue.take()):
            slot.ahead.append(job)
            slot.send(job)

    def _finish_workers(self) -> None:
        """Ends idle workers; one that dies at exit has left something broken behind."""
        for slot in list(self._slots):
            self._finish_worker(slot)

    def _finish_worker(self, slot: Slot) -> None:
        status = slot.worker.finish(EXIT_SECONDS)
        if status not in TESTER_EXITS:
            words, signal_name = describe_exit(status)
            self._blame_idle(slot, f"the tester {words} when it was closed after its last test", signal_name)
        self._remove_worker(slot)

    # Events

    def _pause(self) -> None:
        """Lets records gather in the pipes, unless a worker dies."""
        if all(self._queue.seconds(slot.ahead) > PAUSE_SECONDS for slot in self._slots):
            self._deaths.poll(max(0.0, self._looked_at + PAUSE_SECONDS - time.monotonic()))
        self._looked_at = time.monotonic()

    def _wait(self) -> None:
        self._pause()
        for key, _ in self._selector.select(self._seconds_to_deadline()):
            if key.data in self._slots:
                self._read(key.data)
        now = time.monotonic()
        for slot in list(self._slots):
            slot.worker.flush()
            if slot.job and self._settings.timeout and now - slot.began > self._limit(slot):
                self._time_out(slot)
        if self._settings.memory and now - self._memory_looked_at > MEMORY_SECONDS:
            self._memory_looked_at = now
            self._limit_memory()
        self._on_tick([slot.current or slot.last_file for slot in self._slots if slot.job])

    def _seconds_to_deadline(self) -> float:
        """Until the first test runs out of time, memory is to be looked at, or the display may
        change."""
        longest = MEMORY_SECONDS if self._settings.memory else 0.2
        if not self._settings.timeout:
            return longest
        end = min(slot.began + self._limit(slot) for slot in self._slots if slot.job)
        return min(longest, max(0.0, end - time.monotonic()))

    def _limit(self, slot: Slot) -> float:
        """Seconds for what the worker is at: a test, or loading the driver before any."""
        limit = self._settings.timeout
        return limit if slot.has_device else max(limit, LOAD_SECONDS)

    def _read(self, slot: Slot) -> None:
        for record in slot.worker.read_records():
            self._handle(slot, protocol.parse(record))
            if slot not in self._slots:
                return
        if slot.worker.died:
            self._bury(slot)
        elif slot.worker.line_too_long:
            message = "wrote a line too long to be a record, and was killed"
            self._blame(slot, Status.ERROR, message, "")
        else:
            self._read_output(slot)

    def _read_output(self, slot: Slot) -> None:
        slot.worker.output.read()
        if slot.worker.output.has_ended:
            self._unwatch(slot.worker.printed)

    def _handle(self, slot: Slot, event: protocol.Event) -> None:
        if isinstance(event, protocol.Device):
            self._has_device = slot.has_device = True
            slot.began = time.monotonic()
            self._on_device(event.strings)
        elif isinstance(event, protocol.NoDevice):
            self._need_device(event.why, slot.worker.output.take_rest())
        elif slot.job is None or isinstance(event, protocol.Noise):
            slot.worker.output.add(getattr(event, "text", repr(event)))
        elif isinstance(event, protocol.Begin):
            slot.current = display_name(slot.job, event.test)
            slot.began = time.monotonic()
        elif isinstance(event, protocol.Finished):
            self._finish_test(slot, event)
        else:
            self._finish_job(slot)

    def _need_device(self, why: str, output: str) -> None:
        """Without any, every test would fail for the same reason, of which the driver may have said more. That an
        earlier worker had one is another matter: a test may have taken it away."""
        if not self._has_device:
            said = " ".join(word for line in output.splitlines() if not line.endswith(why) for word in line.split())
            raise NoDeviceError(f"{why}{said and ': ' + said}")

    def _finish_test(self, slot: Slot, event: protocol.Finished) -> None:
        result = event.result
        result.test = display_name(slot.own_job, result.test)
        output = slot.worker.output.take_part()
        if slot.own_job.tests and result.test not in slot.remaining:
            slot.worker.output.add(f"{output}a record of {result.test}, which was not asked for\n")
            return
        if event.device_lost and result.test in slot.remaining and result.test not in self._again:
            self._again[result.test] = (
                f"in a process that had run {slot.last_test}, {result.message}; this is of a fresh one\n"
            )
        else:
            slot.remaining.pop(result.test, None)
            self._complete(slot, result, output)
        if event.device_lost:
            self._replace(slot)

    def _finish_job(self, slot: Slot) -> None:
        output = slot.worker.output.take_part()
        unlisted = [] if slot.own_job.tests or slot.has_answered else [slot.own_job.name]
        for test in [*slot.remaining, *unlisted]:
            slot.remaining.pop(test, None)
            self._complete(slot, Result(test, Status.ERROR, message=NO_RESULT), output)
            output = ""
        slot.worker.output.add(output)
        slot.has_worked = True
        self._give_job(slot)

    def _complete(self, slot: Slot, result: Result, output: str) -> None:
        """Adds to a result what its worker has printed meanwhile, and hands it on."""
        result.output = self._again.get(result.test, "") + output
        if result.status.is_bad:
            result.kernel_log = self._kernel_log.take(slot.worker.process.pid)
        if result.status in (Status.CRASH, Status.TIMEOUT) and not result.seconds:
            result.seconds = time.monotonic() - slot.began
        slot.current, slot.last_test = None, result.test
        slot.began = time.monotonic()
        slot.has_answered = slot.has_worked = True
        self._queue.count_result()
        self._on_result(result)

    # Deaths

    def _time_out(self, slot: Slot) -> None:
        slot.worker.kill()
        message = f"did not end within {self._limit(slot):g} s, and was killed"
        self._blame(slot, Status.TIMEOUT, message, "")

    def _limit_memory(self) -> None:
        """Ends workers that use too much, before the whole machine suffers."""
        limit = self._settings.memory
        for slot in list(self._slots):
            if slot.job and slot.worker.memory() > limit:
                slot.worker.kill()
                message = f"used more than {limit} MiB of memory, and was killed"
                self._blame(slot, Status.CRASH, message, "SIGKILL")

    def _bury(self, slot: Slot) -> None:
        """A worker's records have ended, which they may do only when it is closed."""
        status = slot.worker.finish(EXIT_SECONDS)
        words, signal_name = describe_exit(status)
        if slot.job is None:
            self._blame_idle(slot, f"the tester {words} after its last test", signal_name)
            self._remove_worker(slot)
        else:
            could_not_run = status == TESTER_CANNOT_RUN and slot.current is None
            verdict = Status.ERROR if could_not_run else Status.CRASH
            self._blame(slot, verdict, f"the tester {words}", signal_name)

    def _blame_idle(self, slot: Slot, message: str, signal_name: str) -> None:
        """Records that a worker died without a job."""
        result = Result(slot.last_file, Status.CRASH, message=message, signal=signal_name)
        self._complete(slot, result, slot.worker.output.take_rest())

    def _blame(self, slot: Slot, status: Status, message: str, signal_name: str) -> None:
        """Records the culprit of a dead worker, and has a fresh one run the rest of its job."""
        output = slot.worker.output.take_rest()
        if not slot.has_device:
            self._need_device(f"{message} while it looked for a device", output)
        culprit = Result(slot.current or "", status, message=message, signal=signal_name)
        if slot.current is not None:
            slot.remaining.pop(slot.current, None)
            self._complete(slot, culprit, output)
        elif slot.has_worked and status is not Status.TIMEOUT:
            self._blame_worker(slot, culprit, output)
        else:
            self._blame_file(slot, culprit, output)
        self._replace(slot)

    def _replace(self, slot: Slot) -> None:
        """Ends a worker, and has a fresh one begin with the rest of its job."""
        rest = narrowed(slot.own_job, list(slot.remaining))
        self._remove_worker(slot)
        if rest is not None:
            self._queue.give_back(rest)
        if not self._queue.is_empty:
            self._add_worker()

    def _blame_worker(self, slot: Slot, culprit: Result, output: str) -> None:
        """No test had begun. What ran earlier may have broken the worker: that is on record, and
        the tests get another chance."""
        culprit.test = slot.own_job.name
        upcoming = next(iter(slot.remaining), "none")
        culprit.message += f" between two tests (the next: {upcoming})"
        self._complete(slot, culprit, output)
        if not slot.own_job.tests:
            self._queue.give_back(slot.own_job)

    def _blame_file(self, slot: Slot, culprit: Result, output: str) -> None:
        """Reading or building the file did it, which all of its tests need."""
        culprit.message += " before the first test of the file had begun"
        for test in list(slot.remaining) or [slot.own_job.name]:
            slot.remaining.pop(test, None)
            self._complete(slot, dataclasses.replace(culprit, test=test), output)
            output = ""
