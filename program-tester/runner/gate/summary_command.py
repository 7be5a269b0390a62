# SPDX-License-Identifier: MIT
"""run-tests summary: a run, or what it changed, as Markdown and as a badge."""

import argparse
import dataclasses
import sys
from pathlib import Path
from typing import Sequence

from .. import attempts
from ..command_line import Parser, add_allow_skips
from ..inputs import Input, load
from ..journal import write_text
from ..patterns import Pattern
from ..results import ResultsError
from ..status import Look
from ..summary import summarise
from . import badge, markdown
from .compare import Change, Comparison, compare, judged

EXIT_DONE = 0
LABEL = "OpenCL tests"


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests summary",
        description="Make Markdown of results, for the summary of a CI job or a comment, and a badge.",
        epilog="exit status: 0 all was written; 2 there are no results, or of different tests; 3 it could "
        "not be written. compare and gate say by their status whether anything got worse.",
    )
    add = parser.add_argument
    add("results", type=Path, metavar="DIR", help="results folder, journal, or Piglit's results")
    add("--baseline", type=Path, metavar="DIR", help="results to tell changes from")
    add("--markdown", type=Path, metavar="FILE", help="write the Markdown there; else it is printed")
    add("--badge", type=Path, metavar="FILE", help="write an SVG picture with the counts")
    add_allow_skips(parser)
    add("--label", default=LABEL, metavar="TEXT", help="what the badge is about; default: %(default)s")
    return parser.parse_args(arguments)


def measured(item: Input) -> Input:
    """The run by what its tests did, whatever was expected of them: what is known to fail, and did not
    before, got worse all the same. What lists call flaky stays flaky."""
    results = {
        test: dataclasses.replace(result, status=attempts.measured(result), outcome="")
        for test, result in item.record.results.items()
    }
    return dataclasses.replace(item, record=dataclasses.replace(item.record, results=results))


def compared(before: Input, now: Input, allowed: Sequence[Pattern] = (), own: bool = False) -> Comparison:
    """What changed; `allowed` may skip or be gone. ResultsError when the runs have no test in common."""
    if not before.record.results.keys() & now.record.results.keys():
        raise ResultsError(f"{before.path} and {now.path} have no test in common")
    return compare([before.record, now.record], allowed, own)


def badge_of(now: Input, label: str, comparison: Comparison | None, is_measured: bool = True) -> str:
    """The badge of a run: what it changed for the worse, or else its counts; that it was to be measured and was not."""
    missing = len(now.record.missing())
    summary = summarise(now.record.results.values(), not missing)
    if comparison and (comparison.is_worse or missing):
        return badge.svg(label, markdown.verdict(comparison, missing), Look.BAD)
    if not is_measured:
        return badge.svg(label, "nothing was compared", max(summary.look, Look.ODD, key=markdown.SEVERITY.index))
    words = f"{summary.passed} passed, {summary.failed} failed"
    if comparison and comparison.differences[Change.ALLOWED]:
        words += f", {len(comparison.differences[Change.ALLOWED])} allowed to skip"
    return badge.svg(label, words, Look.GOOD if comparison else summary.look)


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    now = load(options.results)
    before = measured(load(options.baseline)) if options.baseline else None
    now = measured(now) if before else now
    comparison = compared(before, now, options.allow_skips) if before else None
    if before and comparison:
        now = dataclasses.replace(now, record=judged(now.record, comparison, str(before.path)))
    text = markdown.text(now, before, comparison)
    if options.markdown:
        write_text(options.markdown, text)
    elif not options.badge:
        sys.stdout.write(text)
    if options.badge:
        write_text(options.badge, badge_of(now, options.label, comparison))
    return EXIT_DONE
