# SPDX-License-Identifier: MIT
"""One long-lived tester process: starting it, talking to it without blocking, and ending it."""

import fcntl
import os
import select
import signal
import subprocess
import time
from typing import IO

from .output import Output

LINE_LIMIT = 16 * 1024 * 1024  # bytes; a longer line is no record
KEY_BYTES = 16
READ_SIZE = 32 * 1024
MORE_SIZE = 128 * 1024
PIPE_SIZE = 1024 * 1024
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")

# A sanitizer that finds something at exit must not look like the tester's own exit status.
SANITIZER_EXIT = 99


class Worker:
    """A tester process. Its records come through a pipe of their own, each behind a key of this process
    and the tester: what a kernel or a driver prints, or writes anywhere by accident, is never taken
    for a verdict. Reading never blocks; `died` says whether the records have
    ended: with the process, though one that the driver has left behind may hold the pipe."""

    def __init__(self, command: list[str], environment: dict[str, str], cwd: str) -> None:
        self.process, self.records = self._start(command, environment, cwd)
        assert self.process.stdin and self.process.stdout
        self.stdin, self.printed = self.process.stdin, self.process.stdout
        for pipe in (self.records, self.printed):
            _enlarge(pipe.fileno())
        for pipe in (self.stdin, self.records, self.printed):
            os.set_blocking(pipe.fileno(), False)
        self._death = _open_process(self.process.pid)
        self.died = False
        self._key = os.urandom(KEY_BYTES).hex().encode()
        self.output = Output(self.printed, self._key + b"\n")
        self._partial = bytearray()
        self._unsent = b""
        self.send(self._key + b"\n")

    def _start(self, command: list[str], environment: dict[str, str], cwd: str) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
        """The process, and what its records come through."""
        ours, theirs = os.pipe()
        try:
            process = subprocess.Popen(
                [*command, f"--records={theirs}"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                pass_fds=(theirs,),
                env=environment,
                cwd=cwd,
                bufsize=0,
                start_new_session=True,  # so that a kill reaches the driver's helpers too
            )
        except BaseException:
            os.close(ours)
            raise
        finally:
            os.close(theirs)
        return process, open(ours, "rb", buffering=0)

    def send(self, data: bytes) -> None:
        """Writes a request, as much of it as fits into the pipe."""
        self._unsent += data
        self.flush()

    def flush(self) -> None:
        """Writes more of what did not fit. A dead worker is noticed when its records end."""
        if not self._unsent:
            return
        try:
            self._unsent = self._unsent[self.stdin.write(self._unsent) or 0 :]
        except BrokenPipeError:
            self._unsent = b""

    def read_records(self) -> list[bytes]:
        """The records that have come, without their key."""
        data = self._read()
        if data is None and self._has_ended():
            data = self._read() or b""
        if data is None:
            return []
        if data == b"":
            self.died = True
            data = b"\n" if self._partial else b""
        self._partial += data
        if b"\n" not in data:
            return []
        *lines, rest = bytes(self._partial).split(b"\n")
        self._partial = bytearray(rest)
        start = len(self._key)
        if all(line.startswith(self._key) for line in lines):
            return [line[start:] for line in lines]
        return [record for line in lines if (record := self._without_key(line))]

    def _without_key(self, line: bytes) -> bytes:
        """The record in a line that somebody else has written into."""
        stray, _, record = line.partition(self._key)
        if stray:
            self.output.add(f"written into the records: {stray.decode('utf-8', 'replace')}")
        return record

    def _read(self) -> bytes | None:
        """What the pipe holds, within limits: whoever floods it must not keep us from the others. As
        a rule it is little, and room for much takes long to get."""
        data = self.records.read(READ_SIZE)
        if data is None or len(data) < READ_SIZE:
            return data
        return data + (self.records.read(MORE_SIZE) or b"")

    @property
    def watched(self) -> list[IO[bytes] | int]:
        """What is to be waited for."""
        return [self.records, self.printed, *self.deaths]

    @property
    def deaths(self) -> list[int]:
        """What can be read when the process has ended; nothing where the kernel does not tell."""
        return [] if self._death is None else [self._death]

    def _has_ended(self) -> bool:
        return bool(self.deaths) and bool(select.select(self.deaths, [], [], 0)[0])

    @property
    def line_too_long(self) -> bool:
        return len(self._partial) > LINE_LIMIT

    def memory(self) -> int:
        """MiB of memory that it occupies; 0 when it has ended."""
        try:
            with open(f"/proc/{self.process.pid}/statm", "rb") as file:
                pages = int(file.read().split()[1])
        except (OSError, IndexError):
            return 0
        return pages * PAGE_SIZE >> 20

    def kill(self) -> None:
        """Ends the worker and whatever it started, at once."""
        try:
            os.killpg(self.process.pid, signal.SIGKILL)
        except ProcessLookupError:
            pass

    def finish(self, seconds: float) -> int | None:
        """Closes the worker's input and waits for its end: its exit status (negative: a signal;
        None when it had to be killed). Its output has the last words."""
        try:
            self.stdin.close()
        except BrokenPipeError:
            pass
        deadline = time.monotonic() + seconds
        while not self.died and time.monotonic() < deadline:
            pipes: list[IO[bytes] | int] = [self.records, *self.deaths]
            if not self.output.has_ended:
                pipes.append(self.printed)
            select.select(pipes, [], [], max(0.0, deadline - time.monotonic()))
            for record in self.read_records():
                self.output.add(record.decode("utf-8", "replace"))
            self.output.read()
        try:
            status = self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            status = None
        self.kill()
        return status

    def end(self) -> None:
        """Kills what still runs, reaps it, and frees the pipes. May be called again."""
        if self.records.closed:
            return
        self.kill()
        self.process.wait()
        for stream in (self.stdin, self.records, self.printed):
            try:
                stream.close()
            except BrokenPipeError:
                pass
        for descriptor in self.deaths:
            os.close(descriptor)
        self._death = None


def _open_process(pid: int) -> int | None:
    """A descriptor that can be read when the process has ended."""
    try:
        return os.pidfd_open(pid)
    except OSError:
        return None


def _enlarge(pipe: int) -> None:
    """Makes room for all that comes between two looks. Without it, the worker waits at times."""
    try:
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_SIZE)
    except OSError:
        pass


def describe_exit(status: int | None) -> tuple[str, str]:
    """How a process ended, in words, and the name of its signal if it was one."""
    if status is None:
        return "did not end and was killed", "SIGKILL"
    if status < 0:
        try:
            name = signal.Signals(-status).name
        except ValueError:
            name = f"signal {-status}"
        return f"died of {name}", name
    if status == SANITIZER_EXIT:
        return "was ended by a sanitizer", ""
    return f"ended with exit status {status}", ""


def worker_environment(base: dict[str, str], extra: dict[str, str]) -> dict[str, str]:
    """The environment of a worker: the caller's, the driver's, and sanitizers told apart from
    verdicts."""
    environment = {**base, **extra}
    for name in ("ASAN_OPTIONS", "UBSAN_OPTIONS"):
        options = environment.get(name, "")
        environment[name] = ":".join(filter(None, [options, f"exitcode={SANITIZER_EXIT}"]))
    return environment
