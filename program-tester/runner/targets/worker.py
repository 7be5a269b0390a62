# SPDX-License-Identifier: MIT
"""A tester on a target. Its records come by standard error, among them those of `rootle-board watch`: that it lives, and how
its tester has ended. A worker that is gone without the latter was lost, and nothing is known of its test."""

import re
import subprocess
import time
from typing import IO

from ..worker import Worker

BEAT_SECONDS = 15.0  # between signs of life from here; the watch waits for 60
SILENCE_SECONDS = 20.0  # without one from there: the connection is dead, whatever the system thinks of it
DOUBT_SECONDS = 3.0  # without one: a test that takes too long may be the connection's fault
END = b"\x04"  # asks the watch to end its tester; an end without it is that of the connection
_OF_WATCH = re.compile(rb'\{"(alive|ended)":(-?\d{1,9})\}')


class RemoteWorker(Worker):
    """A tester behind a command whose three standard streams are its own."""

    def __init__(self, command: list[str], environment: dict[str, str], cwd: str) -> None:
        self.ended: int | None = None
        self._memory = 0
        self._heard = self._said = time.monotonic()
        super().__init__(command, environment, cwd)

    def _start(self, command: list[str], environment: dict[str, str], cwd: str) -> tuple[subprocess.Popen[bytes], IO[bytes]]:
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe, env=environment, cwd=cwd, bufsize=0, start_new_session=True)
        assert process.stderr
        return process, process.stderr

    @property
    def is_lost(self) -> bool:
        return self.died and self.ended is None

    @property
    def silence(self) -> float:
        """Seconds since something came."""
        return time.monotonic() - self._heard

    def read_records(self) -> list[bytes]:
        found = super().read_records()
        if not found:
            return found
        self._heard = time.monotonic()
        if not any(record.startswith((b'{"alive"', b'{"ended"')) for record in found):
            return found
        return [record for record in found if not self._take_own(record)]

    def _take_own(self, record: bytes) -> bool:
        """Whether a record is the watch's."""
        match = _OF_WATCH.fullmatch(record)
        if match and match[1] == b"alive":
            self._memory = int(match[2])
        elif match:
            self.ended = int(match[2])
            self.died = True
        return match is not None

    def flush(self) -> None:
        now = time.monotonic()
        if now - self._said > BEAT_SECONDS and not self._unsent:
            self._said = now
            self._unsent = b"\n"
        super().flush()
        if self.silence > SILENCE_SECONDS:
            self.kill()

    def memory(self) -> int:
        return self._memory

    def finish(self, seconds: float) -> int | None:
        """As that of a tester here; a lost one has done nothing wrong."""
        if not self.died and not self.stdin.closed:
            self.send(END)
        status = super().finish(seconds)
        if self.is_lost:
            return 0
        return status if self.ended is None else self.ended
