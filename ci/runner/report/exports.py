# SPDX-License-Identifier: MIT
"""Results in the formats of other tools: JUnit's XML, TAP, and CSV."""

from __future__ import annotations

import argparse
import csv
import io
import json
import re
from pathlib import Path
from typing import Callable
from xml.sax.saxutils import escape, quoteattr

from ..results import Record, Result
from ..status import Status
from ..summary import summarise
from . import EXPORTS

SKIPPED = (Status.SKIP, Status.EXPECTED_FAIL)
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _sorted(record: Record) -> list[Result]:
    return sorted(record.results.values(), key=lambda result: result.test)


def _attributes(**values: object) -> str:
    clean = {name: NOT_XML.sub("\ufffd", str(value)) for name, value in values.items()}
    return "".join(f" {name}={quoteattr(value)}" for name, value in clean.items())


def _text(text: str) -> str:
    return escape(NOT_XML.sub("\ufffd", text))


def failure_text(result: Result) -> str:
    """All that a failure has to say, for readers that take one text."""
    parts = [result.message, result.details.get("build_log", ""), result.output, result.kernel_log]
    if result.reproduce:
        parts.append(f"run it: {result.reproduce}")
    return "\n".join(part.rstrip("\n") for part in parts if part)


def _junit_case(result: Result) -> str:
    file, _, name = result.test.partition("::")
    case = _attributes(
        classname=re.sub(r"\.(cl|program_test)$", "", file).replace("/", "."),
        name=name or file,
        time=f"{result.seconds:.6f}",
    )
    message = _attributes(message=result.message.split("\n")[0])
    if result.status.is_bad:
        # JUnit knows failures, and errors: whatever kept a test from giving a verdict.
        tag = "failure" if result.status is Status.FAIL else "error"
        kind = _attributes(type=result.status.label)
        inside = f"<{tag}{message}{kind}>{_text(failure_text(result))}</{tag}>"
    elif result.status in SKIPPED:
        inside = f"<skipped{message}/>"
    else:
        return f"    <testcase{case}/>\n"
    return f"    <testcase{case}>{inside}</testcase>\n"


def junit(record: Record) -> str:
    """JUnit's XML: a suite for each file's folder."""
    suites: dict[str, list[Result]] = {}
    for result in _sorted(record):
        folder = result.test.partition("::")[0].rpartition("/")[0]
        suites.setdefault(folder or ".", []).append(result)
    parts = ['<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n']
    for folder, results in suites.items():
        count = summarise(results).counts
        attributes = _attributes(
            name=folder,
            tests=len(results),
            failures=count[Status.FAIL],
            errors=sum(n for status, n in count.items() if status.is_bad) - count[Status.FAIL],
            skipped=sum(count[status] for status in SKIPPED),
            time=f"{sum(result.seconds for result in results):.6f}",
        )
        parts += [f"  <testsuite{attributes}>\n", *map(_junit_case, results), "  </testsuite>\n"]
    return "".join(parts) + "</testsuites>\n"


def _tap_line(number: int, result: Result) -> str:
    ok = "not ok" if result.status.is_bad or result.status is Status.EXPECTED_FAIL else "ok"
    name = re.sub(r"([\\#])", r"\\\1", result.test)
    reason = " ".join(result.message.split())
    directive = {
        Status.SKIP: f" # SKIP {reason}".rstrip(),
        Status.EXPECTED_FAIL: f" # TODO {reason}".rstrip(),
    }.get(result.status, "")
    line = f"{ok} {number} - {name}{directive}\n"
    if result.status.is_bad:
        message = json.dumps(result.message)
        line += f"  ---\n  severity: {result.status}\n  message: {message}\n  ...\n"
    return line


def tap(record: Record) -> str:
    """TAP 13. Expected failures are what TAP calls TODO."""
    results = _sorted(record)
    lines = [_tap_line(number, result) for number, result in enumerate(results, 1)]
    return "".join(["TAP version 13\n", f"1..{len(results)}\n", *lines])


def csv_table(record: Record) -> str:
    """A table with a heading, for spreadsheets and databases."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("test", "status", "seconds", "message"))
    for result in _sorted(record):
        writer.writerow((result.test, result.status.label, f"{result.seconds:.6f}", result.message))
    return stream.getvalue()


FORMATS: dict[str, Callable[[Record], str]] = dict(zip(EXPORTS, (junit, tap, csv_table), strict=True))
FILES = {"junit": "junit.xml", "tap": "results.tap", "csv": "results.csv"}  # in a site


def write(record: Record, name: str, path: Path) -> None:
    """Writes the results in a format of the table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(FORMATS[name](record), encoding="utf-8", errors="replace")


def write_wanted(record: Record, options: argparse.Namespace) -> None:
    """Writes the formats for which a command line names a file."""
    for name in FORMATS:
        path = getattr(options, name)
        if path:
            write(record, name, path)
