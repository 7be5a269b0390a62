# SPDX-License-Identifier: MIT
"""Results of tests, and reading the files that keep them; docs/results-format.md is the reference.

A journal has records as they came, and alone is enough to know all that happened. A results folder
is a journal with a summary beside it, and copies of the files of tests that failed. A document is
one JSON file with everything.
"""

from __future__ import annotations

import dataclasses
import json
from json.encoder import encode_basestring  # type: ignore[attr-defined]  # typeshed lacks it
from pathlib import Path
from typing import Any, Iterable, Iterator

from . import fields
from .endless import is_device
from .journal import write_json
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
    kept_source: str = ""  # name of its copy in the results folder
    outcome: str = ""  # the status before expectations, where they changed it
    attempts: list[str] = dataclasses.field(default_factory=list)  # outcomes, when more than one

    @property
    def reason(self) -> str:
        """Why it failed, in a line. What a tester that died said before is more than that it died."""
        words = [self.message.partition("\n")[0]]
        if self.signal:
            words += [line for line in self.output.splitlines() if line.strip()][:1]
        return ": ".join(filter(None, words))

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
        """The result that a record was made from, which fields.RESULT has read, or a worker of ours has
        sent; fields of other versions are ignored."""
        values = {key: value for key, value in record.items() if key in _FIELDS}
        values["status"] = BY_LABEL[values["status"]]
        return cls(**values)


_FIELDS = frozenset(field.name for field in dataclasses.fields(Result))
_BESIDES = tuple(_FIELDS - {"test", "status", "seconds"})
_encoder = json.JSONEncoder(ensure_ascii=False)  # json.dumps would make a new one each time
_encode, _quote = _encoder.encode, encode_basestring


@dataclasses.dataclass
class Record:
    """All that is known of a run."""

    run: dict[str, Any] = dataclasses.field(default_factory=dict)
    device: dict[str, Any] = dataclasses.field(default_factory=dict)
    plan: list[str] = dataclasses.field(default_factory=list)
    results: dict[str, Result] = dataclasses.field(default_factory=dict)  # the last of each test
    end: dict[str, Any] = dataclasses.field(default_factory=dict)
    folder: Path | None = None  # where it was read, with copies of tests' files

    def missing(self) -> list[str]:
        """Planned tests that have no result."""
        return [test for test in self.plan if test not in self.results]

    def lacks(self) -> str:
        """The same in words; empty where all have a result."""
        count = len(self.missing())
        return f"{count} planned {'test has' if count == 1 else 'tests have'} no result" if count else ""


def _parse(text: str | bytes, where: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise ResultsError(f"{where}: not a JSON record") from None


def read(kind: fields.Kind, value: Any, where: str, name: str) -> Any:
    """What is known of a value."""
    try:
        return kind(value, name)
    except fields.FieldError as error:
        raise ResultsError(f"{where}: {error}") from None


def read_json(path: Path, kind: fields.Kind, name: str) -> Any:
    """What is known of a file that is one JSON value; ResultsError when it is something else."""
    text = path.read_text(encoding="utf-8", errors="replace")
    return read(kind, _parse(text, str(path)), str(path), name)


def read_lines(path: Path) -> Iterator[tuple[str, dict[str, Any]]]:
    """The records of a journal, each with its place. A torn last line, as a killed run may leave, is
    dropped."""
    with open(path, "rb") as file:
        for number, line in enumerate(file, 1):
            where = f"{path}:{number}"
            try:
                record = _parse(line.decode("utf-8", "replace"), where)
            except ResultsError:
                if not line.endswith(b"\n"):
                    return
                raise
            if isinstance(record, dict):
                yield where, record


def read_journal(path: Path) -> Record:
    """What a journal says. A line that holds what it should not is refused, with its place: without
    it, a verdict could be another one."""
    record = Record(folder=path.parent)
    for where, line in read_lines(path):
        kind = next((kind for kind in _KINDS if kind in line), None)
        if kind is None:
            continue
        if kind == "test":
            result = Result.from_json(read(fields.RESULT, line, where, "the result"))
            record.results[result.test] = result
            continue
        value = read(_KINDS[kind], line[kind], where, kind)
        if kind == "run":
            record.run, record.end = record.run or value, {}
        else:
            setattr(record, kind, value)
    return record


_KINDS = {
    "test": fields.line,
    "run": fields.RUN,
    "device": fields.DEVICE,
    "plan": fields.PLAN,
    "end": fields.END,
}


def _read_document(path: Path) -> Record:
    document = read_json(path, fields.DOCUMENT, "the document")
    results = map(Result.from_json, document["results"])
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
    if is_device(path):
        raise ResultsError(f"{path}: a device, not a file of results")
    return read_journal(path) if path.suffix == ".jsonl" else _read_document(path)


def load_some(path: Path) -> Record:
    """The same for whoever needs results: it is an error when there are none."""
    record = load(path)
    if not record.results:
        raise ResultsError(f"{path}: there are no results in it")
    return record


def write_document(
    path: Path, run: dict[str, Any], device: dict[str, Any], results: Iterable[Result]
) -> None:
    """One JSON document: how it was run, on what, and every result."""
    records = [result.to_json() for result in results]
    write_json(path, {"run": run, "device": device, "results": records})
