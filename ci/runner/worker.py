# SPDX-License-Identifier: MIT
"""One long-lived tester process: starting it, talking to it without blocking, and ending it."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import subprocess
import time

LINE_LIMIT = 16 * 1024 * 1024  # bytes; a longer line on stdout is no record
READ_SIZE = 32 * 1024
MORE_SIZE = 128 * 1024
PIPE_SIZE = 1024 * 1024
PAGE_SIZE = os.sysconf("SC_PAGE_SIZE")

# A sanitizer that finds something at exit must not look like the tester's own exit status.
SANITIZER_EXIT = 99


class Worker:
    """A tester process. Reading never blocks; `died` says whether its output has ended."""

    def __init__(self, command: list[str], environment: dict[str, str], cwd: str) -> None:
        self.process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=cwd,
            bufsize=0,
            start_new_session=True,  # so that a kill reaches the driver's helpers too
        )
        assert self.process.stdin and self.process.stdout
        self.stdin = self.process.stdin
        self.stdout = self.process.stdout
        _enlarge(self.stdout.fileno())
        os.set_blocking(self.stdin.fileno(), False)
        os.set_blocking(self.stdout.fileno(), False)
        self.died = False
        self._partial = bytearray()
        self._unsent = b""

    def send(self, data: bytes) -> None:
        """Writes a request, as much of it as fits into the pipe."""
        self._unsent += data
        self.flush()

    def flush(self) -> None:
        """Writes more of what did not fit. A dead worker is noticed when its output ends."""
        if not self._unsent:
            return
        try:
            self._unsent = self._unsent[self.stdin.write(self._unsent) or 0 :]
        except BrokenPipeError:
            self._unsent = b""

    def read_lines(self) -> list[bytes]:
        """The complete lines that have come. A last line without an end counts when the worker has
        died."""
        data = self._read()
        if data is None:
            return []
        if data == b"":
            self.died = True
            last, self._partial = bytes(self._partial), bytearray()
            return [last] if last else []
        self._partial += data
        if b"\n" not in data:
            return []
        *lines, rest = bytes(self._partial).split(b"\n")
        self._partial = bytearray(rest)
        return lines

    def _read(self) -> bytes | None:
        """What the pipe holds, within limits: whoever floods it must not keep us from the others. As
        a rule it is little, and room for much takes long to get."""
        data = self.stdout.read(READ_SIZE)
        if data is None or len(data) < READ_SIZE:
            return data
        return data + (self.stdout.read(MORE_SIZE) or b"")

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

    def finish(self, seconds: float) -> tuple[int | None, list[bytes]]:
        """Closes the worker's input and waits for its end: its exit status (negative: a signal;
        None when it had to be killed), and the last lines it printed."""
        try:
            self.stdin.close()
        except BrokenPipeError:
            pass
        deadline = time.monotonic() + seconds
        lines: list[bytes] = []
        while not self.died and time.monotonic() < deadline:
            select.select([self.stdout], [], [], max(0.0, deadline - time.monotonic()))
            lines += self.read_lines()
        try:
            status = self.process.wait(max(0.0, deadline - time.monotonic()))
        except subprocess.TimeoutExpired:
            status = None
        self.end()
        return status, lines

    def end(self) -> None:
        """Kills what still runs, reaps it, and frees the pipes. May be called again."""
        if self.stdout.closed:
            return
        self.kill()
        self.process.wait()
        for stream in (self.stdin, self.stdout):
            try:
                stream.close()
            except BrokenPipeError:
                pass


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
