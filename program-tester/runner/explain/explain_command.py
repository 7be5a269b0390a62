# SPDX-License-Identifier: MIT
"""run-tests explain: the failures of a run, or what differs between two, as a few rules."""

import argparse
import dataclasses
import json
import shlex
from collections.abc import Mapping
from pathlib import Path

from .. import sources
from ..command_line import Parser, add_colour
from ..fuzz import kept
from ..gate.compare import compare, judged
from ..inputs import load
from ..journal import write_text
from ..places import find_places
from ..results import Record, Result, ResultsError
from ..show import harmless, standard_terminal
from ..status import Status
from . import axes, statements, text
from .causes import explained
from .faults import Explainer, Fault, failed, ran
from .generator import Generator

EXIT_DONE = 0
ROOT = Path(__file__).resolve().parents[3]


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests explain",
        description="Say in a few rules which tests fail, and how: by what the tests are about, what all that "
        "fail alike have in common and those that pass have not. With two results, say so of what got worse "
        "and of what was mended.",
        epilog="exit status: 0 done; 2 there are no results; 3 something could not be written.",
    )
    add = parser.add_argument
    add("results", type=Path, metavar="DIR", help="results folder, journal, or document")
    add("now", type=Path, nargs="?", metavar="NOW", help="later results, to explain what changed since DIR's")
    add("--markdown", type=Path, metavar="FILE", help="write a report with the smallest test of each rule")
    add("--expectations", type=Path, metavar="FILE", help="write lines of an expectation list that cover all")
    add("--json", type=Path, metavar="FILE", help="write the rules with all their tests")
    add_colour(parser)
    return parser.parse_args(arguments)


def _source(record: Record, test: str) -> str:
    """The text of a test's file, from its copy among the results; "" where there is none."""
    return (sources.read(record.folder, record.results[test].kept_source) or b"").decode("utf-8", "replace")


class _Explanation:
    """The faults of one run, and all that is said of them."""

    def __init__(self, generator: Generator, record: Record, results: Mapping[str, Result]) -> None:
        self.record = record
        found = axes.load(generator, (test for test, result in results.items() if ran(result)))
        self.explainer = Explainer(results, found)
        self.faults: list[Fault] = explained(generator, self.explainer, results, record)
        entries = text.Entries(self.explainer.failures, self.explainer.results, found)
        self.entries = [entries.of(fault) for fault in self.faults]
        self.violated = statements.violated(generator, self.explainer.failures, self.explainer.results)

    @property
    def counts(self) -> tuple[int, int]:
        return len(self.explainer.failures), len(self.explainer.results)

    def print(self, colour: str) -> None:
        terminal = standard_terminal(colour)
        terminal.print(text.headline(self.faults, *self.counts))
        for number, (fault, entries) in enumerate(zip(self.faults, self.entries, strict=True), 1):
            terminal.print("\n" + text.terminal(number, fault, entries))
        if self.violated:
            terminal.print("\nstatements of which at least half of the tests fail (docs/specification.md):")
        for statement in self.violated:
            terminal.print(str(statement))

    def write(self, options: argparse.Namespace) -> None:
        if options.markdown:
            files = {fault.smallest: _source(self.record, fault.smallest) for fault in self.faults}
            report = text.markdown(self.record, self.faults, self.counts, files)
            write_text(options.markdown, report)
        if options.expectations:
            lines = [str(entry) for entries in self.entries for entry in entries]
            write_text(options.expectations, "".join(f"{line}\n" for line in lines))
        if options.json:
            document = text.as_json(self.faults, self.entries)
            write_text(options.json, json.dumps(document, indent=1) + "\n")


def _changed(before: Record, now: Record, was_failing: bool) -> dict[str, Result]:
    """The tests of both runs, those failing that changed from `was_failing` to the opposite. What is
    mended is told by how it failed before."""
    told = before if was_failing else now
    found = {}
    for test, result in told.results.items():
        other = (now if was_failing else before).results.get(test)
        if other is None or not ran(other) or not ran(result):
            continue
        if failed(result) and failed(other):
            result = dataclasses.replace(result, status=Status.PASS)
        found[test] = result
    return found


def _explain_change(generator: Generator, before: Record, now: Record, options: argparse.Namespace) -> None:
    if not before.results.keys() & now.results.keys():
        raise ResultsError(f"{options.results} and {options.now} have no test in common")
    now = judged(now, compare([before, now]), str(options.results))
    for title, was_failing in (("got worse", False), ("mended", True)):
        told = before if was_failing else now
        changed = _Explanation(generator, told, _changed(before, now, was_failing))
        print(f"{title}:")
        changed.print(options.color)
        print()
        if not was_failing:
            changed.write(options)


def _tell_by_chance(record: Record, options: argparse.Namespace) -> None:
    """Of tests by chance, the faults that their run has found. No line of an expectation list covers them, as their names are numbers."""
    folder: Path = options.results
    told = kept.read(folder, record)
    if options.now or options.expectations:
        raise ResultsError(f"{folder}: tests by chance, whose names say nothing: neither NOW nor --expectations goes with them")
    print(kept.text(folder, told))
    if options.markdown:
        write_text(options.markdown, kept.markdown(folder, told, record.device))
    if options.json:
        write_text(options.json, json.dumps(told["faults"], indent=1) + "\n")


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    record = load(options.results).record
    if kept.is_by_chance(options.results):
        _tell_by_chance(record, options)
        return EXIT_DONE
    with Generator(find_places(ROOT).generator) as generator:
        if options.now:
            _explain_change(generator, record, load(options.now).record, options)
            return EXIT_DONE
        explanation = _Explanation(generator, record, record.results)
    explanation.print(options.color)
    if explanation.faults:
        command = f"reduce {shlex.quote(explanation.faults[0].smallest)} --results {shlex.quote(str(options.results))}"
        print(harmless(f"\nrun-tests {command} makes the first example small"))
    explanation.write(options)
    return EXIT_DONE
