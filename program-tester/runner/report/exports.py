# SPDX-License-Identifier: MIT
"""Results in the formats of other tools: JUnit's XML, TAP, and CSV."""

import argparse
import collections
import csv
import io
import json
import re
from pathlib import Path
from typing import Callable
from xml.sax.saxutils import escape, quoteattr

from ..annexes import EXPORTS
from ..journal import write_file
from ..results import Record, Result
from ..show import harmless
from ..status import Status

FORMULA = ("=", "+", "-", "@", "\t", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
NO_RESULT = "the run ended before this test"
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def _all_results(record: Record) -> list[Result]:
    """In order of name. These formats know no run that is not finished: what it left out is an
    error there, so that it cannot be taken for a shorter run in which all went well."""
    missing = [Result(test, Status.ERROR, message=NO_RESULT) for test in record.missing()]
    return sorted([*record.results.values(), *missing], key=lambda result: result.test)


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


def _properties(values: dict[str, object]) -> str:
    """What is known of values with names, as JUnit's properties; empty where nothing is."""
    found = [f"<property{_attributes(name=n, value=v)}/>" for n, v in values.items() if v]
    return f"<properties>{''.join(found)}</properties>" if found else ""


def run_properties(record: Record) -> dict[str, object]:
    """How the run was made and on what, by the names of properties."""
    run, device = record.run, record.device
    of_run = ("driver", "commit", "host", "start", "seed", "shard")
    of_device = {f"device.{name}": value for name, value in device.items()}
    dirty = {"commit.dirty": "true"} if run.get("dirty") else {}
    options = {"arguments": " ".join(map(str, run.get("arguments") or []))}
    return {name: run.get(name) for name in of_run} | dirty | of_device | options


def _junit_message(result: Result) -> str:
    first = result.message.partition("\n")[0]
    if result.status is not Status.EXPECTED_FAIL:
        return first
    what = f"expected failure ({result.outcome})" if result.outcome else "expected failure"
    return f"{what}: {first}" if first else what


def _junit_element(result: Result, allowed: bool) -> str:
    """The element that says what a test case came to: none, skipped, failure, or error, which is
    whatever kept a test from giving a verdict. An unexpected pass fails a run, unless it is
    allowed. A failure that is expected is skipped, as JUnit has no other word for it, and says
    so."""
    tag = result.status.junit
    if result.status is Status.UNEXPECTED_PASS and allowed:
        tag = "skipped"
    if not tag:
        return ""
    attributes = _attributes(message=_junit_message(result), type=result.status.label)
    text = "" if tag == "skipped" else _text(failure_text(result))
    return f"<{tag}{attributes}>{text}</{tag}>" if text else f"<{tag}{attributes}/>"


def _junit_case(result: Result, element: str) -> str:
    file, _, name = result.test.partition("::")
    case = _attributes(
        classname=re.sub(r"\.(cl|program_test)$", "", file).replace("/", "."),
        name=name or file,
        time=f"{result.seconds:.6f}",
        status=result.status.label,
    )
    own = _properties({"outcome": result.outcome, "attempts": ", ".join(result.attempts)})
    inner = own + element
    return f"    <testcase{case}>{inner}</testcase>\n" if inner else f"    <testcase{case}/>\n"


def _when_and_where(record: Record) -> dict[str, str]:
    start, host = record.run.get("start"), record.run.get("host")
    when = {"timestamp": str(start).removesuffix("Z")} if start else {}  # its type has no zone
    return when | ({"hostname": str(host)} if host else {})


def _junit_suite(folder: str, results: list[Result], record: Record) -> str:
    allowed = "--allow-unexpected-pass" in (record.run.get("arguments") or [])
    elements = [_junit_element(result, allowed) for result in results]
    tags = (re.match(r"<(\w+)", element) for element in elements)
    count = collections.Counter(tag[1] for tag in tags if tag)
    attributes = _attributes(
        name=folder,
        tests=len(results),
        failures=count["failure"],
        errors=count["error"],
        skipped=count["skipped"],
        time=f"{sum(result.seconds for result in results):.6f}",
        **_when_and_where(record),
    )
    properties = _properties(run_properties(record))
    cases = "".join(map(_junit_case, results, elements))
    head = f"    {properties}\n" if properties else ""
    return f"  <testsuite{attributes}>\n{head}{cases}  </testsuite>\n"


def junit(record: Record) -> str:
    """JUnit's XML: a suite for each file's folder."""
    suites: dict[str, list[Result]] = {}
    for result in _all_results(record):
        folder = result.test.partition("::")[0].rpartition("/")[0]
        suites.setdefault(folder or ".", []).append(result)
    parts = [_junit_suite(folder, results, record) for folder, results in suites.items()]
    head = '<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n'
    return head + "".join(parts) + "</testsuites>\n"


def _tap_line(number: int, result: Result) -> str:
    status = result.status
    name = re.sub(r"([\\#])", r"\\\1", harmless(result.test))
    reason = harmless(" ".join(result.message.split()))
    directive = f" # {status.directive} {reason}".rstrip() if status.directive else ""
    line = f"{status.tap} {number} - {name}{directive}\n"
    if status is not Status.PASS:
        line += f"  ---\n  severity: {status}\n  message: {json.dumps(result.message)}\n  ...\n"
    return line


def tap(record: Record) -> str:
    """TAP 13. What is known to fail is what TAP calls TODO, also when it passes."""
    results = _all_results(record)
    lines = [_tap_line(number, result) for number, result in enumerate(results, 1)]
    return "".join(["TAP version 13\n", f"1..{len(results)}\n", *lines])


def _cell(text: str) -> str:
    """Text that no spreadsheet takes for a formula: an apostrophe says that it is none."""
    text = harmless(text)
    return f"'{text}" if text.lstrip(" ").startswith(FORMULA) else text


def csv_table(record: Record) -> str:
    """A table with a heading, for spreadsheets and databases."""
    stream = io.StringIO()
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(("test", "status", "seconds", "message", "outcome", "place"))
    for r in _all_results(record):
        seconds, texts = f"{r.seconds:.6f}", map(_cell, (r.message, r.outcome, r.place))
        writer.writerow((_cell(r.test), r.status.label, seconds, *texts))
    return stream.getvalue()


FORMATS: dict[str, Callable[[Record], str]] = dict(zip(EXPORTS, (junit, tap, csv_table), strict=True))


def write(record: Record, name: str, path: Path) -> None:
    """Writes the results in a format of the table."""
    path.parent.mkdir(parents=True, exist_ok=True)
    write_file(path, FORMATS[name](record).encode("utf-8", "replace"))


def write_wanted(record: Record, options: argparse.Namespace) -> None:
    """Writes the formats for which a command line names a file."""
    for name in FORMATS:
        path = getattr(options, name)
        if path:
            write(record, name, path)
