# SPDX-License-Identifier: MIT
"""Results of tests, and the files that keep them: a journal as they come, a document at the end."""

from __future__ import annotations

import dataclasses
import json
import os
from pathlib import Path
from typing import Any, Iterable

from .status import BY_LABEL, Status


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
    signal: str = ""  # name of the signal that ended the worker
    reproduce: str = ""  # a shell command that runs this test alone

    def to_json(self) -> dict[str, Any]:
        """The record: empty fields are left out."""
        record = {key: value for key, value in vars(self).items() if value not in ("", {})}
        record["status"] = self.status.label
        record["seconds"] = round(self.seconds, 6)
        return record

    @classmethod
    def from_json(cls, record: dict[str, Any]) -> Result:
        """The result a record was made from; fields of other versions are ignored."""
        known = {field.name for field in dataclasses.fields(cls)}
        values = {key: value for key, value in record.items() if key in known}
        values["status"] = BY_LABEL[values["status"]]
        return cls(**values)


class Journal:
    """An append-only file of JSON lines. Each record is one write, so a killed run loses no
    finished test."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._fd = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_APPEND, 0o644)

    def append(self, record: dict[str, Any]) -> None:
        data = (json.dumps(record, ensure_ascii=False) + "\n").encode("utf-8", "replace")
        while data:
            data = data[os.write(self._fd, data) :]

    def close(self) -> None:
        os.close(self._fd)


def read_journal(path: Path) -> list[Result]:
    """The results of a journal. A torn last line, as a killed run may leave, is dropped."""
    results = []
    lines = path.read_text(encoding="utf-8", errors="replace").split("\n")
    for number, line in enumerate(lines, 1):
        if not line:
            continue
        try:
            record = json.loads(line)
        except ValueError:
            if number == len(lines):
                break
            raise ValueError(f"{path}:{number}: not a JSON record") from None
        if "test" in record:
            results.append(Result.from_json(record))
    return results


def write_document(path: Path, run: dict[str, Any], results: Iterable[Result]) -> None:
    """One JSON document: how it was run, and every result. A file is replaced in one step; what is
    no file, such as /dev/stdout, is written to."""
    document = {"run": run, "results": [result.to_json() for result in results]}
    text = json.dumps(document, indent=1, ensure_ascii=False) + "\n"
    in_place = path.exists() and not path.is_file()
    target = path if in_place else path.with_name(path.name + ".new")
    target.write_text(text, encoding="utf-8", errors="replace")
    if not in_place:
        target.replace(path)
