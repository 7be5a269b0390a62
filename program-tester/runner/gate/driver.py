# SPDX-License-Identifier: MIT
"""run-tests gate: runs tests on a driver and says whether it got worse than results that are kept, with
a report, a summary and a badge beside: all that the CI of a driver's project needs in one command."""

from __future__ import annotations

import argparse
import dataclasses
import os
import subprocess
from pathlib import Path

from ..annexes import EXPORTS, find, need
from ..asked import split_absent
from ..command_line import Parser, add_allow_skips
from ..inputs import Input, load
from ..journal import write_text
from ..results import JOURNAL, SUMMARY, Record, ResultsError
from ..show import harmless, standard_terminal
from ..status import VERDICT_EXITS, Look, Status, counted
from . import baseline, console, markdown
from .compare import Change, Comparison, compare, judged
from .summary_command import LABEL, badge_of, measured

ROOT = Path(__file__).resolve().parents[3]
EXIT_NOT_WORSE = 0
EXIT_WORSE = 1
EXIT_CANNOT_RUN = 3

EPILOGUE = """\
What is written to DIR: results/, report/index.html, summary.md and badge.svg. Where $GITHUB_STEP_SUMMARY
names a file, the summary is added to it.
What --help does not name goes to running the tests:
    %(prog)s kept --driver build/my.icd --suite quick

exit status: 0 nothing got worse; 1 a test did (what passed and fails, skips or is gone), planned tests
have no result, or --update would lose tests; 2 wrong usage, or the results there are of no use; 3 nothing could be run, or there is
nothing to compare with; 130 interrupted."""


def _parse(arguments: list[str]) -> tuple[argparse.Namespace, list[str]]:
    parser = Parser.passing_on(
        "run-tests gate",
        "%(prog)s BASELINE [OPTION]... [RUN-TESTS-ARGUMENT]...",
        "Run tests, and say whether the driver got worse than results that were kept.",
        EPILOGUE,
    )
    add = parser.add_argument
    add("baseline", type=Path, metavar="BASELINE", help="folder of the results that were kept")
    add("-o", "--output", type=Path, default=Path("gate"), metavar="DIR", help="default: %(default)s")
    add("--update", action="store_true",
        help="make these results the baseline when nothing got worse, or when there is none yet; of a part of its tests, they replace that part")  # fmt: skip
    add("--accept", action="store_true", help="the same, whatever the results are")
    add_allow_skips(parser)
    for name in EXPORTS:
        add(f"--{name}", type=Path, metavar="FILE", help=f"write the results as {name}, regressions as failures")
    add("--label", default=LABEL, metavar="TEXT", help="what the badge is about; default: %(default)s")
    options, more = parser.parse_known_args(arguments)
    for name in ("--results", "--resume", "--watch", "--list", "--baseline"):
        if any(word == name or word.startswith(f"{name}=") for word in more):
            parser.error(f"{name} is not for a gate")
    return options, more


def _baseline(folder: Path) -> Input | None:
    """What was kept; None when nothing is there yet. ResultsError when it is something else, which a gate
    must neither take for nothing nor replace."""
    if (folder / JOURNAL).exists():
        return load(folder)
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ResultsError(f"{folder}: no folder of results, and not empty")
    return None


def _clear(output: Path) -> None:
    """Removes what an earlier gate said there, so that none of it is taken for what this one says."""
    output.mkdir(parents=True, exist_ok=True)
    for name in (f"results/{JOURNAL}", f"results/{SUMMARY}", "summary.md", "badge.svg"):
        (output / name).unlink(missing_ok=True)
    if site := find("report.site"):
        site.remove(output / "report")


def _run(results: Path, kept: Input | None, arguments: list[str]) -> int:
    """Runs the tests, as run-tests does, but for telling what failed where that is measured here; its exit status."""
    told = ["--told-by-caller"] if kept else []
    command = [str(ROOT / "run-tests"), *told, f"--results={results}", "--overwrite", *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


def _of_what_ran(before: Input, now: Input) -> Input:
    """What was kept, less the tests that were not asked for this time."""
    _, left_out = split_absent(before.record, now.record, own=True)
    results = {test: result for test, result in before.record.results.items() if test not in left_out}
    plan = [test for test in before.record.plan if test not in left_out]
    return dataclasses.replace(before, record=dataclasses.replace(before.record, plan=plan, results=results))


@dataclasses.dataclass
class _Gate:
    """One gate: what was kept of the tests that were run, what came of them, and what that changed. Without anything kept there is
    nothing to compare."""

    options: argparse.Namespace
    raw: Input  # the run as it was recorded
    now: Input  # with every regression shown as one, when it is measured by what was kept
    before: Input | None = None
    comparison: Comparison | None = None
    uncompared: str = ""  # why nothing was compared

    @classmethod
    def of(cls, options: argparse.Namespace, kept: Input | None, raw: Input) -> _Gate:
        folder = harmless(str(options.baseline))
        if kept is None:
            return cls(options, raw, raw, uncompared=f"there is no baseline in {folder}")
        whole, now = measured(kept), measured(raw)
        before = _of_what_ran(whole, now)
        if not before.record.results:
            return cls(options, raw, raw, uncompared=f"{folder} has none of these tests")
        comparison = compare([whole.record, now.record], options.allow_skips, own=True)
        shown = dataclasses.replace(now, record=judged(now.record, comparison, str(options.baseline)))
        why = "" if _has_run(before) else f"all tests are skipped in {folder}"
        return cls(options, raw, shown, before, comparison, why)

    @property
    def is_worse(self) -> bool:
        return bool(self.raw.record.missing() or self.comparison and self.comparison.is_worse)

    @property
    def shrinks(self) -> list[str]:
        """Tests that the baseline would lose, though nobody has said so."""
        return [one.test for one in self.comparison.differences[Change.GONE]] if self.comparison else []

    @property
    def may_update(self) -> bool:
        """Whether --update makes the results the baseline."""
        return not self.is_worse and not self.shrinks and (not self.uncompared or _has_run(self.raw))

    def status(self) -> int:
        """The exit status, but for what is to be kept."""
        if self.is_worse or self.options.update and self.shrinks:
            return EXIT_WORSE
        if not self.uncompared or self.options.update and self.may_update:
            return EXIT_NOT_WORSE
        return EXIT_CANNOT_RUN

    def _remark(self) -> markdown.Remark | None:
        """What the summary says first where nothing was compared."""
        if not self.uncompared:
            return None
        if self.options.accept or self.options.update and self.may_update:
            return markdown.Remark("a new baseline", Look.GOOD)
        return markdown.Remark(f"nothing was compared: {markdown.code(self.uncompared)}", Look.ODD)

    def write(self) -> None:
        """The report, the summary, the badge, and what was asked for in formats of other tools."""
        options, compared = self.options, None if self.uncompared else self.comparison
        text = markdown.text(self.now, self.before, compared, self._remark())
        write_text(options.output / "summary.md", text)
        is_new = options.accept or options.update and self.may_update
        write_text(options.output / "badge.svg", badge_of(self.now, options.label, compared, not self.uncompared or is_new))
        if any(getattr(options, name) for name in EXPORTS):
            need("report.exports").write_wanted(self._raw_shown(), options)
        site = find("report.site")
        if not site:
            print("gate: no report is written: the annex program-tester/runner/report is not installed")
        elif self.before and self.comparison:
            site.build([self.before, self.now], options.output / "report", comparison=self.comparison)
        else:
            site.build([self.now], options.output / "report")
        job_summary = os.environ.get("GITHUB_STEP_SUMMARY")
        if job_summary:
            with open(job_summary, "a", encoding="utf-8") as file:
                file.write(text)

    def _raw_shown(self) -> Record:
        """What happened, with every regression shown as one."""
        if not self.comparison:
            return self.raw.record
        return judged(self.raw.record, self.comparison, str(self.options.baseline))

    def tell(self, quiet: bool) -> None:
        """Says how the driver did."""
        missing = len(self.raw.record.missing())
        if self.before and self.comparison:
            told = console.Told(self.before, self.now, self.comparison, harmless(str(self.options.baseline)))
            console.tell(standard_terminal(), told, self.raw, quiet)
        elif missing:
            print(f"gate: {counted(missing, 'test', 'tests')} without a result")
        if self.uncompared:
            print(f"gate: {self.uncompared}: nothing was compared")
        if not _has_run(self.raw):
            print("gate: all tests are skipped now")
        if self.shrinks and self.options.update and not self.options.accept:
            words = counted(len(self.shrinks), "test that is gone", "tests that are gone")
            print(f"gate: {harmless(str(self.options.baseline))} stays as it is: it would lose {words};"
                  f" --allow-skips PATTERN or --accept lets go of {'it' if len(self.shrinks) == 1 else 'them'}")  # fmt: skip


def _has_run(item: Input) -> bool:
    """Whether any test was run."""
    return any(result.status is not Status.SKIP for result in item.record.results.values())


def _keep(options: argparse.Namespace, kept: Input | None, now: Input) -> None:
    """Makes the results the baseline, and says what stays of what was there."""
    stay = baseline.keep(now.record, kept.record if kept else None, options.baseline)
    folder = harmless(str(options.baseline))
    if stay:
        print(f"gate: these {len(now.record.results)} results replace theirs in {folder}; {stay} that were not asked for stay there")
    else:
        print(f"gate: these results are the baseline from now on, in {folder}")


def main(arguments: list[str]) -> int:
    options, more = _parse(arguments)
    if any(getattr(options, name) for name in EXPORTS):
        need("report.exports")  # which is used at the end
    kept = _baseline(options.baseline)
    _clear(options.output)
    status = _run(options.output / "results", kept, more)
    if status not in VERDICT_EXITS:
        return status
    gate = _Gate.of(options, kept, load(options.output / "results"))
    gate.write()
    gate.tell(quiet=any(word in ("-q", "--quiet") for word in more))
    if options.accept or options.update and gate.may_update:
        _keep(options, kept, gate.raw)
        return EXIT_NOT_WORSE
    return gate.status()
