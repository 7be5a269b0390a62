# SPDX-License-Identifier: MIT
"""Writes the files of a results folder: the journal, which takes records as they come and belongs to
one run at a time, and files that are replaced in one step."""

import contextlib
import errno
import fcntl
import json
import os
import sys
from pathlib import Path
from typing import Any

from . import fields

STANDARD_OUTPUT = Path("-")  # in the place of a file that is written

_encode = json.JSONEncoder(ensure_ascii=False).encode  # json.dumps would make a new one each time


class InUseError(OSError):
    """Another run writes there; the message is for people."""


class Journal:
    """An append-only file of JSON lines. Records that come together are one write, before anything
    else is waited for, so a killed run loses only what it had not looked at yet. What is in the file
    stays. It is locked until it is closed: InUseError when another process has it."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._unwritten: list[str] = []
        self._fd = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC, 0o644)
        try:
            self._lock()
            self._drop_torn_line()
        except BaseException:
            os.close(self._fd)
            raise

    def _lock(self) -> None:
        """A lock ends with its process, however that ends."""
        try:
            fcntl.flock(self._fd, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUseError(f"{self.path.parent}: {_holder(self.path)} is writing there") from None

    def _drop_torn_line(self) -> None:
        """What follows the last line end was never acknowledged."""
        size = os.fstat(self._fd).st_size
        end = size
        while end:
            start = max(0, end - 65536)
            found = os.pread(self._fd, end - start, start).rfind(b"\n")
            if found >= 0:
                end = start + found + 1
                break
            end = start
        if end < size:
            os.ftruncate(self._fd, end)

    def clear(self) -> None:
        """Forgets what earlier runs have left."""
        os.ftruncate(self._fd, 0)

    def append(self, record: dict[str, Any]) -> None:
        """Adds a record to what the next flush writes."""
        self._unwritten.append(_encode(record))

    def append_line(self, line: str) -> None:
        """The same of a record as JSON text."""
        self._unwritten.append(line)

    def flush(self) -> None:
        """Hands all records to the operating system."""
        if not self._unwritten:
            return
        data = ("\n".join(self._unwritten) + "\n").encode("utf-8", "replace")
        self._unwritten.clear()
        try:
            while data:
                data = data[os.write(self._fd, data) :]
        except OSError as error:
            raise cannot_write(self.path, error) from None

    def close(self) -> None:
        """Writes what is left, and lets others have the file."""
        try:
            self.flush()
        finally:
            os.close(self._fd)


def _holder(path: Path) -> str:
    """Who has a journal, by its last line about a run, as far as one can be read."""
    holder = "another run"
    with open(path, "rb") as file:
        for line in file:
            if not line.startswith(b'{"run"'):
                continue
            try:
                run = fields.RUN(json.loads(line)["run"], "run")
                holder = f"process {run['pid']} of {run['host']}, since {run['start']},"
            except (ValueError, KeyError, RecursionError):
                continue
    return holder


def has_results(path: Path) -> bool:
    """Whether a journal has any result that would be lost with it."""
    try:
        with open(path, "rb") as file:
            return any(b'"status"' in line for line in file)
    except FileNotFoundError:
        return False


def check_writable(folder: Path) -> None:
    """Fails with OSError when results could not be written there: better now than after the run.
    What is written is large enough to notice a full disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _probe(folder / f".probe-{os.getpid()}", 1 << 20)
    except OSError as error:
        raise cannot_write(folder, error) from None


def check_file_writable(path: Path) -> None:
    """The same for a file that is to be made, and its folder. What is no file, such as /dev/stdout,
    is not tried."""
    if path == STANDARD_OUTPUT or path.exists() and not path.is_file():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _probe(path.with_name(path.name + ".new"), 1)
    except OSError as error:
        raise cannot_write(path, error) from None


def _probe(path: Path, size: int) -> None:
    """Writes a file, and removes it."""
    try:
        with open(path, "wb") as file:
            file.write(bytes(size))
            file.flush()
            os.fsync(file.fileno())
    finally:
        path.unlink(missing_ok=True)


def cannot_write(path: Path, error: OSError) -> OSError:
    """The error in words for people."""
    reason = os.strerror(error.errno or errno.EIO)
    return OSError(f"results cannot be written to {path}: {reason}")


def write_file(path: Path, data: bytes) -> None:
    """A file is replaced in one step, or stays; what is no file, such as /dev/stdout, is written to."""
    if path == STANDARD_OUTPUT:
        sys.__stdout__.buffer.write(data)
        return
    in_place = path.exists() and not path.is_file()
    target = path if in_place else path.with_name(path.name + ".new")
    try:
        target.write_bytes(data)
        if not in_place:
            target.replace(path)
    except OSError as error:
        if not in_place:
            with contextlib.suppress(OSError):
                target.unlink()
        raise cannot_write(path, error) from None


def write_text(path: Path, text: str) -> None:
    """The same of text, as UTF-8."""
    write_file(path, text.encode("utf-8", "replace"))


def write_json(path: Path, document: Any) -> None:
    """A document, as UTF-8."""
    write_text(path, json.dumps(document, indent=1, ensure_ascii=False) + "\n")
