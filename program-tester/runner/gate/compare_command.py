# SPDX-License-Identifier: MIT
"""run-tests compare: what differs between runs, in the terminal or as JSON."""

import argparse
import string
from pathlib import Path
from typing import Any

from ..command_line import Parser, add_allow_skips, add_colour
from ..inputs import Input, load
from ..journal import write_json
from ..results import ResultsError
from ..show import Terminal, standard_terminal
from ..status import Status
from ..summary import summarise
from .compare import Change, Comparison, Difference, Verdicts, compare
from .pairing import paired

EXIT_NOT_WORSE = 0
EXIT_WORSE = 1
SHOWN = 50  # of each kind


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests compare",
        description="Compare runs of one driver over time, or of several drivers. The first is what "
        "the last is measured by.",
        epilog="exit status: 0 nothing got worse; 1 there are regressions (what passed and fails, skips or is gone), "
        "or planned tests of the last run have no result; 2 there are no results, or of different tests.",
    )
    add = parser.add_argument
    add("results", type=Path, nargs="+", metavar="DIR", help="two or more results folders")
    add("--all", action="store_true", help=f"print more than {SHOWN} tests of a kind")
    add("--json", type=Path, metavar="FILE", help="write all differences as JSON, too")
    add_allow_skips(parser)
    add_colour(parser)
    options = parser.parse_args(arguments)
    if len(options.results) < 2:
        parser.error("there must be two results folders or more")
    return options


def _word(status: Status | None) -> str:
    return status.label if status else "none"


def print_counts(terminal: Terminal, inputs: list[Input]) -> None:
    """A column for each run."""
    counts = [summarise(item.record.results.values()).counts for item in inputs]
    letters = string.ascii_uppercase
    for number, item in enumerate(inputs):
        lacks = item.record.lacks()
        terminal.print(f"{letters[number % 26]}: {item.title} ({item.path}){lacks and ', '}{lacks}")
    terminal.print()
    terminal.print(" " * 16 + "".join(f"{letters[i % 26]:>8}" for i in range(len(inputs))))
    for status in Status:
        row = [count[status] for count in counts]
        if any(row):
            label = terminal.label(status, 16)
            terminal.print(label + "".join(f"{number:8}" for number in row))


def verdict_text(terminal: Terminal, verdicts: Verdicts) -> str:
    return " -> ".join(terminal.label(s) if s else _word(s) for s in verdicts)


def print_kind(
    terminal: Terminal, change: Change, found: list[Difference], inputs: list[Input], limit: int
) -> None:
    terminal.print(f"\n{change.title} ({len(found)}):")
    for difference in found[:limit]:
        terminal.print(f"    {difference.test}: {verdict_text(terminal, difference.verdicts)}")
        result = inputs[-1].record.results.get(difference.test)
        if change.is_bad and result and result.reason:
            terminal.print(f"        {result.reason}")
    if len(found) > limit:
        terminal.print(f"    ... and {len(found) - limit} more (--all shows them)")


def print_differences(
    terminal: Terminal, comparison: Comparison, inputs: list[Input], limit: int | None = SHOWN
) -> None:
    """The counts of each run, the tests of each kind of difference, up to a limit, and notes."""
    print_counts(terminal, inputs)
    for change, found in comparison.differences.items():
        if found:
            print_kind(terminal, change, found, inputs, len(found) if limit is None else limit)
    for note in comparison.notes:
        terminal.print(f"\n{note}")


def _document(inputs: list[Input], comparison: Comparison) -> dict[str, Any]:
    changes = {
        change.name.lower(): {d.test: [_word(s) for s in d.verdicts] for d in found}
        for change, found in comparison.differences.items()
    }
    return {"runs": [item.title for item in inputs], "same": comparison.same, "changes": changes}


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    terminal = standard_terminal(options.color)
    inputs = paired([load(path) for path in options.results], terminal.print)
    comparison = compare([item.record for item in inputs], options.allow_skips)
    first, last = inputs[0], inputs[-1]
    if not first.record.results.keys() & last.record.results.keys():
        raise ResultsError(f"{first.path} and {last.path} have no test in common")
    print_differences(terminal, comparison, inputs, None if options.all else SHOWN)
    totals = [change.counted(len(found)) for change, found in comparison.differences.items() if found]
    terminal.print()
    terminal.print(", ".join([*totals, f"{comparison.same} the same"]))
    if options.json:
        write_json(options.json, _document(inputs, comparison))
    worse = comparison.is_worse or last.record.missing()
    return EXIT_WORSE if worse else EXIT_NOT_WORSE
