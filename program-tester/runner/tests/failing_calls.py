# SPDX-License-Identifier: MIT
"""Makes one call of the system after another fail, for the files below a folder."""

from __future__ import annotations

import builtins
import errno
import io
import os
from pathlib import Path
from typing import Any, Callable

import pytest

SHORT = -1  # a write of one byte
WAYS = {
    "open": [errno.EMFILE],
    "write": [SHORT, errno.ENOSPC],
    "fsync": [errno.EIO],
    "ftruncate": [errno.EIO],
    "mkdir": [errno.ENOSPC],
    "replace": [errno.ENOSPC],
    "unlink": [errno.EACCES],
    "close": [errno.EIO],
}


class FailingCalls:
    """Of the calls on files below a folder that change something, number `at` fails in the way of
    that number; `onwards`: and all that follow. A context manager."""

    def __init__(self, folder: Path, at: int, way: int = 0, onwards: bool = False) -> None:
        self.at, self.way, self.onwards = at, way, onwards
        self.count = 0
        self.failed = ""  # the call that failed first
        self._folder = str(folder.resolve()) + os.sep
        self._ours: set[int] = set()  # descriptors of files there
        self._patch = pytest.MonkeyPatch()

    def ways(self) -> int:
        """In how many ways the call can fail."""
        return len(WAYS[self.failed])

    def below(self, path: Any) -> bool:
        return isinstance(path, (str, os.PathLike)) and os.path.abspath(path).startswith(self._folder)

    def tick(self, call: str) -> int:
        """Counts a call. Returns SHORT, or 0; or fails."""
        number, self.count = self.count, self.count + 1
        if number < self.at or (number > self.at and not self.onwards):
            return 0
        self.failed = self.failed or call
        way = WAYS[call][min(self.way, len(WAYS[call]) - 1)]
        if way != SHORT:
            raise OSError(way, os.strerror(way))
        return SHORT

    def _on_path(self, name: str, call: str) -> None:
        real: Callable = getattr(os, name)

        def failing(path: Any, *arguments: Any, **options: Any) -> Any:
            if self.below(path):
                self.tick(call)
            return real(path, *arguments, **options)

        self._patch.setattr(os, name, failing)

    def _on_descriptor(self, name: str) -> None:
        real: Callable = getattr(os, name)

        def failing(fd: int, *arguments: Any) -> Any:
            if fd in self._ours:
                self.tick(name)
            return real(fd, *arguments)

        self._patch.setattr(os, name, failing)

    def __enter__(self) -> FailingCalls:
        calls, real_open, real_os_open, real_write = self, builtins.open, os.open, os.write

        class Raw(io.FileIO):
            def write(self, data: Any) -> int | None:
                return super().write(memoryview(data)[:1] if calls.tick("write") == SHORT else data)

            def close(self) -> None:
                if self.closed:
                    return
                super().close()
                calls.tick("close")

        def open_stream(path: Any, mode: str = "r", *arguments: Any, **options: Any) -> Any:
            if not calls.below(path) or not set(mode) & set("wxa"):
                return real_open(path, mode, *arguments, **options)
            calls.tick("open")
            stream = io.BufferedWriter(Raw(path, mode.replace("b", "").replace("t", "")))
            if "b" in mode:
                return stream
            names = ("buffering", "encoding", "errors", "newline")
            options = {**dict(zip(names, arguments)), **options}
            options.pop("buffering", None)
            return io.TextIOWrapper(stream, **options)

        def open_descriptor(path: Any, *arguments: Any, **options: Any) -> int:
            if not calls.below(path):
                return real_os_open(path, *arguments, **options)
            calls.tick("open")
            fd = real_os_open(path, *arguments, **options)
            calls._ours.add(fd)
            return fd

        def write(fd: int, data: bytes) -> int:
            short = fd in calls._ours and calls.tick("write") == SHORT
            return real_write(fd, data[:1] if short else data)

        self._patch.setattr(builtins, "open", open_stream)
        self._patch.setattr(io, "open", open_stream)
        self._patch.setattr(os, "open", open_descriptor)
        self._patch.setattr(os, "write", write)
        for name in ("fsync", "ftruncate"):
            self._on_descriptor(name)
        for name, call in {"mkdir": "mkdir", "replace": "replace", "rename": "replace",
                           "unlink": "unlink", "remove": "unlink"}.items():
            self._on_path(name, call)
        return self

    def __exit__(self, *error: Any) -> None:
        self._patch.undo()


def every_failure(folder: Path, scenario: Callable[[FailingCalls], None], stride: int = 1) -> int:
    """Runs the scenario with each failure (or every stride-th call's), until a run needs no more
    calls. Returns how many there were. The scenario enters the calls itself."""
    failures = 0
    for onwards in (False, True):
        at = way = 0
        while True:
            calls = FailingCalls(folder, at, way, onwards)
            scenario(calls)
            if not calls.failed:
                break
            failures += 1
            way += 1
            if way >= calls.ways():
                at, way = at + stride, 0
    return failures
