# SPDX-License-Identifier: MIT
"""run-tests show: what a results folder holds, in the terminal."""

import argparse
from pathlib import Path

from .command_line import Parser, add_colour, pattern
from .inputs import load
from .results import Record, Result
from .show import failure_lines, print_summary, standard_terminal
from .status import BY_LABEL
from .summary import summarise

EXIT_INCOMPLETE = 130  # as of the run itself


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests show",
        description="Print the results that a run has left.",
        epilog="exit status: that of a run with these results (0 all as expected; 1 a test failed; 4 "
        "a test crashed or hung; 5 a test passed that is expected to fail; 130 tests are missing); 2 "
        "there are no results.",
    )
    add = parser.add_argument
    add("results", type=Path, metavar="DIR", help="results folder, journal, or Piglit's results")
    add("--filter", action="append", type=pattern, default=[], metavar="PATTERN",
        help="only tests that match; may be repeated")  # fmt: skip
    add("--status", action="append", choices=list(BY_LABEL), default=[],
        help="only tests of this status, each in a line; may be repeated")  # fmt: skip
    add("-v", "--verbose", action="store_true", help="print every test, not only failures")
    add_colour(parser)
    return parser.parse_args(arguments)


def _wanted(result: Result, options: argparse.Namespace) -> bool:
    if options.status and result.status.label not in options.status:
        return False
    return not options.filter or any(p.matches(result.test) for p in options.filter)


def _describe(record: Record) -> list[str]:
    """How the results came about, as far as it is known."""
    run, device = record.run, record.device
    dirty = ", with changes" if run.get("dirty") else ""
    facts = {
        "driver": run.get("driver"),
        "device": " ".join(filter(None, (device.get("name"), device.get("driver_version")))),
        "commit": f"{run['commit']}{dirty}" if run.get("commit") else None,
        "host": run.get("host"),
        "started": run.get("start"),
    }
    lines = [f"{name + ':':9} {value}" for name, value in facts.items() if value]
    if record.end.get("complete") is False:
        lines.append("the run is not complete")
    if record.missing():
        lines.append(record.lacks())
    return lines


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    record = load(options.results).record
    found = [result for result in record.results.values() if _wanted(result, options)]
    complete = record.end.get("complete") is not False and not record.missing()
    summary = summarise(found, complete)
    status = summary.exit_status() or (0 if complete else EXIT_INCOMPLETE)
    terminal = standard_terminal(options.color)
    for line in _describe(record):
        terminal.print(line)
    if options.status or options.verbose:
        for result in sorted(found, key=lambda result: result.test):
            terminal.print(f"{terminal.label(result.status, 15)} {result.test}")
            if options.verbose and result.status.is_bad:
                for line in failure_lines(result, terminal)[1:]:
                    terminal.print(line)
        if options.status and not options.verbose:
            return status
    driver = str(record.run.get("driver") or options.results)
    seconds = record.end.get("seconds")  # a run that was killed has none
    print_summary(terminal, summary, driver, None if seconds is None else float(seconds))
    return status
