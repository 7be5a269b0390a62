# SPDX-License-Identifier: MIT
"""The driver's end of a conversation: lines of words to it, lines of JSON from it (docs/debugging.md)."""

import base64
import contextlib
import json
import os
import select
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

LINE_BYTES = 64 << 20  # of the driver: what a program makes it say is anybody's
WORDS = 2000  # of a command


class DebugError(ValueError):
    """Something cannot be done; the message is for people."""


class GoneError(DebugError):
    """The program has ended, or closed the connection."""


class Connection:
    """One process that runs kernels."""

    def __init__(self, peer: socket.socket) -> None:
        self._peer = peer
        self._bytes = bytearray()
        self._searched = 0

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self._peer.close()

    def fileno(self) -> int:
        return self._peer.fileno()

    def _line(self) -> bytes | None:
        end = self._bytes.find(b"\n", self._searched)
        if end < 0:
            self._searched = len(self._bytes)
            return None
        line = bytes(self._bytes[:end])
        del self._bytes[: end + 1]
        self._searched = 0
        return line

    def receive(self, seconds: float | None = None) -> dict[str, Any] | None:
        """The next message; None: there was none in this time."""
        limit = None if seconds is None else time.monotonic() + seconds
        while (line := self._line()) is None:
            left = None if limit is None else max(limit - time.monotonic(), 0)
            if not select.select([self._peer], [], [], left)[0]:
                return None
            try:
                more = self._peer.recv(1 << 16)
            except OSError as error:
                raise GoneError("the program is gone") from error
            if not more:
                raise GoneError("the program is gone")
            self._bytes += more
            if len(self._bytes) > LINE_BYTES:
                raise DebugError("the program sends a line that does not end")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise DebugError("the program sends what is no JSON") from error
        if not isinstance(message, dict):
            raise DebugError("the program sends what is no message")
        return message

    def send(self, *words: object) -> None:
        try:
            self._peer.sendall((" ".join(map(str, words)) + "\n").encode("ascii"))
        except OSError as error:
            raise GoneError("the program is gone") from error

    def ask(self, *words: object) -> dict[str, Any]:
        """A command that is answered at once."""
        self.send(*words)
        message = self.receive(60)
        if message is None:
            raise DebugError("the program does not answer")
        if "error" in message:
            raise DebugError(str(message["error"]))
        return message

    def ask_all(self, commands: Sequence[str]) -> None:
        """Many commands whose answers say nothing."""
        for first in range(0, len(commands), 256):
            part = commands[first : first + 256]
            self.send("\n".join(part))
            for _ in part:
                message = self.receive(60)
                if message is None or "error" in message:
                    raise DebugError(str((message or {}).get("error", "the program does not answer")))

    def read(self, *words: object) -> bytes:
        """A command that is answered by bytes."""
        return base64.b64decode(self.ask(*words).get("bytes", ""), validate=True)


class Listener:
    """Where programs connect to. One of them at a time is debugged; others run on."""

    def __init__(self) -> None:
        self._folder = tempfile.mkdtemp(prefix="rootle-debug-")
        self.path = Path(self._folder) / "socket"
        self._socket = socket.socket(socket.AF_UNIX)
        self._socket.bind(str(self.path))
        self._socket.listen(16)

    def close(self) -> None:
        self._socket.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    def fileno(self) -> int:
        return self._socket.fileno()

    def accept(self, seconds: float | None, *, until: int | None = None) -> Connection | None:
        """The next program that connects; None: there was none in this time, or before `until`, a file, could be read."""
        wanted = [self._socket, *([] if until is None else [until])]
        if self._socket not in select.select(wanted, [], [], seconds)[0]:
            return None
        return Connection(self._socket.accept()[0])


def set_noopt() -> None:
    """Has programs compiled without optimisation."""
    words = os.environ.get("ROOTLE_DEBUG", "")
    os.environ["ROOTLE_DEBUG"] = words + ("," if words else "") + "noopt"


class Process:
    """The program: a child of its own, which ends with the debugger."""

    def __init__(self, command: Sequence[str], socket_path: Path, icd: Path, *, stdin: Any = None, stdout: Any = None) -> None:
        environment = {**os.environ, "ROOTLE_DEBUGGER": str(socket_path), "OCL_ICD_VENDORS": str(icd)}
        try:
            self._child = subprocess.Popen(  # ended by kill
                list(command), env=environment, start_new_session=True, stdin=stdin, stdout=stdout,
                stderr=subprocess.STDOUT if stdout is not None else None,
            )  # fmt: skip
        except OSError as error:
            raise DebugError(f"{command[0]}: {error.strerror}") from error
        self.stdout = self._child.stdout

    def status(self) -> int | None:
        return self._child.poll()

    def wait(self, seconds: float) -> int | None:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return self._child.wait(seconds)
        return None

    def signal(self) -> None:
        """Ends it and its children."""
        if self._child.poll() is None:
            with contextlib.suppress(OSError):
                os.killpg(self._child.pid, signal.SIGKILL)

    def kill(self) -> None:
        self.signal()
        self._child.wait()


class Turnstile(threading.Thread):
    """Turns programs away while one of them is debugged."""

    def __init__(self, listener: Listener) -> None:
        super().__init__(daemon=True)
        self._listener = listener
        self._read, self._write = os.pipe()

    def run(self) -> None:
        with contextlib.suppress(OSError, ValueError):
            while more := self._listener.accept(None, until=self._read):
                more.close()

    def end(self) -> None:
        os.close(self._write)
        self.join()
        os.close(self._read)


@contextlib.contextmanager
def turned_away(listener: Listener) -> Iterator[None]:
    """Meanwhile other programs run on without a debugger."""
    turnstile = Turnstile(listener)
    turnstile.start()
    try:
        yield
    finally:
        turnstile.end()
