# SPDX-License-Identifier: MIT
"""Results of tests, and the files that keep them; docs/results-format.md is the reference.

A journal takes records as they come, and alone is enough to know all that happened. A results
folder is a journal with a summary beside it. A document is one JSON file with everything.
"""

from __future__ import annotations

import dataclasses
import errno
import json
import os
from pathlib import Path
from typing import Any, Iterable, Iterator

from .status import BY_LABEL, Status

JOURNAL = "results.jsonl"
SUMMARY = "summary.json"


class ResultsError(ValueError):
    """Files that hold no results; the message is for people."""


@dataclasses.dataclass
class Result:
    """What came of one test."""

    test: str  # FILE::NAME, FILE relative to its suite
    status: Status
    seconds: float = 0.0
    message: str = ""
    place: str = ""  # FILE:LINE of the test, where known
    details: dict[str, Any] = dataclasses.field(default_factory=dict)  # the tester's own
    output: str = ""  # tail of what the worker printed besides: messages, a kernel's printf
    kernel_log: str = ""  # what the operating system's log said meanwhile
    signal: str = ""  # name of the signal that ended the worker
    reproduce: str = ""  # a shell command that runs this test alone
    source: str = ""  # path of the test's file
    outcome: str = ""  # the status before expectations, where they changed it
    attempts: list[str] = dataclasses.field(default_factory=list)  # outcomes, when more than one

    def to_json(self) -> dict[str, Any]:
        """The record: empty fields are left out."""
        record = {key: value for key, value in vars(self).items() if value not in ("", {}, [])}
        record["status"] = self.status.label
        record["seconds"] = round(self.seconds, 6)
        return record

    def to_line(self) -> str:
        """The record as JSON text."""
        if self.status is not Status.PASS or any(map(self.__dict__.get, _BESIDES)):
            return _encode(self.to_json())
        # Nearly all results of most runs.
        return f'{{"test": {_quote(self.test)}, "status": "pass", "seconds": {self.seconds:.6f}}}'

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Result:
        """The result a record was made from; fields of other versions are ignored."""
        values = {key: value for key, value in record.items() if key in _FIELDS}
        values["status"] = BY_LABEL[values["status"]]
        return cls(**values)


_FIELDS = frozenset(field.name for field in dataclasses.fields(Result))
_BESIDES = tuple(_FIELDS - {"test", "status", "seconds"})
_encoder = json.JSONEncoder(ensure_ascii=False)  # json.dumps would make a new one each time
_encode, _quote = _encoder.encode, json.encoder.encode_basestring


@dataclasses.dataclass
class Record:
    """All that is known of a run."""

    run: dict[str, Any] = dataclasses.field(default_factory=dict)
    device: dict[str, Any] = dataclasses.field(default_factory=dict)
    plan: list[str] = dataclasses.field(default_factory=list)
    results: dict[str, Result] = dataclasses.field(default_factory=dict)  # the last of each test
    end: dict[str, Any] = dataclasses.field(default_factory=dict)

    def missing(self) -> list[str]:
        """Planned tests that have no result."""
        return [test for test in self.plan if test not in self.results]


class Journal:
    """An append-only file of JSON lines. Records that come together are one write, before anything
    else is waited for, so a killed run loses only what it had not looked at yet."""

    def __init__(self, path: Path, resume: bool = False) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self.path = path
        self._unwritten: list[str] = []
        flags = os.O_RDWR | os.O_CREAT | os.O_APPEND | (0 if resume else os.O_TRUNC)
        self._fd = os.open(path, flags, 0o644)
        if resume:
            self._drop_torn_line()

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

    def append(self, record: dict[str, Any]) -> None:
        """Adds a record to what the next flush writes."""
        self._unwritten.append(_encode(record))

    def append_result(self, result: Result) -> None:
        """The same of a result."""
        self._unwritten.append(result.to_line())

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
            raise _cannot_write(self.path, error) from None

    def close(self) -> None:
        self.flush()
        os.close(self._fd)


def check_writable(folder: Path) -> None:
    """Fails with OSError when results could not be written there: better now than after the run.
    What is written is large enough to notice a full disk."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        _probe(folder / f".probe-{os.getpid()}", 1 << 20)
    except OSError as error:
        raise _cannot_write(folder, error) from None


def check_file_writable(path: Path) -> None:
    """The same for a file that is to be made, and its folder. What is no file, such as /dev/stdout, is not tried."""
    if path.exists() and not path.is_file():
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _probe(path.with_name(path.name + ".new"), 1)
    except OSError as error:
        raise _cannot_write(path, error) from None


def _probe(path: Path, size: int) -> None:
    """Writes a file, and removes it."""
    try:
        with open(path, "wb") as file:
            file.write(bytes(size))
            file.flush()
            os.fsync(file.fileno())
    finally:
        path.unlink(missing_ok=True)


def _cannot_write(path: Path, error: OSError) -> OSError:
    reason = os.strerror(error.errno or errno.EIO)
    return OSError(f"results cannot be written to {path}: {reason}")


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a journal. A torn last line, as a killed run may leave, is dropped."""
    with open(path, encoding="utf-8", errors="replace", newline="\n") as file:
        for number, line in enumerate(file, 1):
            try:
                record = json.loads(line)
            except ValueError:
                if not line.endswith("\n"):
                    return
                raise ResultsError(f"{path}:{number}: not a JSON record") from None
            if isinstance(record, dict):
                yield record


def read_journal(path: Path) -> Record:
    """What a journal says."""
    record = Record()
    for line in read_lines(path):
        if "test" in line:
            record.results[line["test"]] = Result.from_json(line)
        elif "run" in line:
            record.run = record.run or line["run"]
            record.end = {}
        elif "device" in line:
            record.device = line["device"]
        elif "plan" in line:
            record.plan = line["plan"]
        elif "end" in line:
            record.end = line["end"]
    return record


def _read_document(path: Path) -> Record:
    document = json.loads(path.read_text(encoding="utf-8"))
    if not isinstance(document, dict) or not isinstance(document.get("results"), list):
        raise ResultsError(f"{path}: no results in it")
    results = [Result.from_json(record) for record in document["results"]]
    run = document.get("run", {})
    return Record(
        run=run,
        device=document.get("device", {}),
        results={result.test: result for result in results},
        end={"seconds": run.get("seconds", 0)},
    )


def load(path: Path) -> Record:
    """The results in a folder, a journal, or a document of --json. ResultsError says what is wrong
    with it."""
    if path.is_dir():
        path = path / JOURNAL
    if not path.exists():
        raise ResultsError(f"{path}: no such file")
    try:
        return read_journal(path) if path.suffix == ".jsonl" else _read_document(path)
    except (ValueError, KeyError, TypeError) as error:
        if isinstance(error, ResultsError):
            raise
        raise ResultsError(f"{path}: no results in it ({error})") from None


def write_document(
    path: Path, run: dict[str, Any], device: dict[str, Any], results: Iterable[Result]
) -> None:
    """One JSON document: how it was run, on what, and every result."""
    records = [result.to_json() for result in results]
    write_json(path, {"run": run, "device": device, "results": records})


def write_json(path: Path, document: Any) -> None:
    """A file is replaced in one step; what is no file, such as /dev/stdout, is written to."""
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    in_place = path.exists() and not path.is_file()
    target = path if in_place else path.with_name(path.name + ".new")
    target.write_text(text, encoding="utf-8", errors="replace")
    if not in_place:
        target.replace(path)
