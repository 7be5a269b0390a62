# SPDX-License-Identifier: MIT
"""The line protocol between runner and `program-tester --server`.

The first line that the tester gets is a key; each record begins with it. The tester tells its
device, or that it has none. The runner writes one request a line: a file and, after tabs, the tests
of it that are wanted, where `\\t`, `\\n` and `\\\\` stand for a tab, a line end and a backslash. The tester answers with JSON lines: a "begin" record before each test, its
result record after it, and a "done" record at the end of the request. They come through a pipe of
their own (--records). What is printed meanwhile (a kernel's printf, a chatty driver, a sanitizer's
report) comes through another one, in which the key and a line end stand behind what each test, and
the rest of a request, has printed.
"""

import dataclasses
import json
import re
from typing import Any

from . import fields
from .results import Result
from .status import BY_LABEL, TESTER_STATUSES, Status


@dataclasses.dataclass(slots=True)
class Device:
    """What all of the worker's tests run on."""

    strings: dict[str, Any]


@dataclasses.dataclass(slots=True)
class NoDevice:
    """No test can run."""

    why: str


@dataclasses.dataclass(slots=True)
class Begin:
    """A test starts."""

    test: str


@dataclasses.dataclass(slots=True)
class Finished:
    """A test ended, and this came of it. device_lost: its process had a context earlier, and gets none
    any more."""

    result: Result
    device_lost: bool = False


@dataclasses.dataclass(slots=True)
class End:
    """The request is done."""


@dataclasses.dataclass(slots=True)
class Noise:
    """A line that is no record."""

    text: str


# Nearly all records of most runs, which need no decoding: their strings stand for themselves.
_PLAIN = re.compile(
    rb'\{"begin":"([^"\\]*)"\}'
    rb'|\{"test":"([^"\\]*)","status":"pass","seconds":([0-9]{1,9}(?:\.[0-9]+)?(?:e-[0-9]+)?)\}'
)
_ESCAPES = str.maketrans({"\t": "\\t", "\n": "\\n", "\\": "\\\\"})  # in requests
_decode = json.JSONDecoder().raw_decode  # without what json.loads does around it

Event = Device | NoDevice | Begin | Finished | End | Noise


def request(file: str, names: list[str] | None) -> bytes:
    """The request to run tests of a file: those named, or all."""
    words = [word.translate(_ESCAPES) for word in (file, *(names or []))]
    return ("\t".join(words) + "\n").encode("utf-8", "surrogateescape")


def parse(line: bytes) -> Event:
    """What a record says."""
    plain = _PLAIN.fullmatch(line)
    if plain:
        return _plain_event(plain)
    text = line.decode("utf-8", "replace")
    return _parse_record(text) or Noise(text)


def _plain_event(plain: re.Match[bytes]) -> Event:
    begin, test, seconds = plain.groups()
    if begin is not None:
        return Begin(begin.decode("utf-8", "replace"))
    return Finished(Result(test.decode("utf-8", "replace"), Status.PASS, float(seconds)))


def _parse_record(text: str) -> Event | None:
    try:
        record, end = _decode(text)
    except (ValueError, RecursionError):
        return None
    if not isinstance(record, dict) or end < len(text):
        return None
    if isinstance(record.get("begin"), str):
        return Begin(record["begin"])
    if isinstance(record.get("test"), str):
        status = BY_LABEL.get(str(record.get("status")))
        if status not in TESTER_STATUSES:
            return None
        return Finished(_result(record, status), record.get("device_lost") is True)
    if isinstance(record.get("done"), str):
        return End()
    if isinstance(record.get("device"), dict):
        return Device(_known(fields.DEVICE, record["device"], {}))
    if isinstance(record.get("no_device"), str):
        return NoDevice(record["no_device"])
    return None


def _known(kind: fields.Kind, value: Any, otherwise: Any) -> Any:
    """What is known of a value. What cannot be read must not keep the rest from being kept."""
    try:
        return kind(value, "")
    except fields.FieldError:
        return otherwise


def _result(record: dict[str, Any], status: Status) -> Result:
    details = _known(fields.DETAILS, record.get("details"), {})
    file, line = details.get("file", ""), details.get("line", 0)
    if status is Status.PASS:  # what the driver told may yet fail it (run-tests --check)
        details = {name: details[name] for name in ("driver_messages",) if details.get(name)}
    else:
        details = {name: value for name, value in details.items() if name not in ("file", "line")}
    return Result(
        test=record["test"],
        status=status,
        seconds=float(_known(fields.seconds, record.get("seconds"), 0)),
        message=_known(fields.text, record.get("message"), ""),
        place=f"{file}:{line}" if file and line else str(file),
        details=details,
    )
