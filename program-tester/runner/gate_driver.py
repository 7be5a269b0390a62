# SPDX-License-Identifier: MIT
"""run-tests gate: runs tests on a driver and says whether it got worse than results that are kept, with
a report, a summary and a badge beside: all that the CI of a driver's project needs in one command."""

from __future__ import annotations

import argparse
import dataclasses
import os
import subprocess
from pathlib import Path

from . import baseline
from .command_line import Parser, add_allow_skips
from .compare import Comparison, judged
from .journal import write_text
from .report import EXPORTS, exports, markdown, site
from .report.compare_command import print_differences
from .report.inputs import Input, load
from .report.summary_command import LABEL, badge_of, compared, measured
from .results import JOURNAL, SUMMARY, ResultsError
from .show import harmless, standard_terminal
from .status import VERDICT_EXITS, Status

ROOT = Path(__file__).resolve().parents[2]
EXIT_NOT_WORSE = 0
EXIT_WORSE = 1
EXIT_CANNOT_RUN = 3

EPILOGUE = """\
What is written to DIR: results/, report/index.html, summary.md and badge.svg. Where $GITHUB_STEP_SUMMARY
names a file, the summary is added to it.
What --help does not name goes to running the tests:
    %(prog)s kept --driver build/my.icd --suite quick

exit status: 0 nothing got worse; 1 a test did (what passed and fails, skips or is gone), or planned tests
have no result; 2 wrong usage, or the results there are of no use; 3 nothing could be run, or there is
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
    site.remove(output / "report")


def _run(results: Path, arguments: list[str]) -> int:
    """Runs the tests, as run-tests does; its exit status."""
    command = [str(ROOT / "run-tests"), f"--results={results}", "--overwrite", *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


@dataclasses.dataclass
class _Gate:
    """One gate: what was kept, what came of the run, and what that changed."""

    options: argparse.Namespace
    before: Input | None
    raw: Input  # the run as it was recorded
    now: Input  # by what its tests did, when it is measured by what was kept
    comparison: Comparison | None

    @classmethod
    def of(cls, options: argparse.Namespace, kept: Input | None, raw: Input) -> _Gate:
        if kept is None:
            return cls(options, None, raw, raw, None)
        before, now = measured(kept), measured(raw)
        return cls(options, before, raw, now, compared(before, now, options.allow_skips, own=True))

    def shown(self, item: Input) -> Input:
        """With every regression shown as one."""
        if self.comparison is None:
            return item
        return dataclasses.replace(item, record=judged(item.record, self.comparison, str(self.options.baseline)))

    @property
    def has_nothing_to_compare(self) -> bool:
        """Nothing was kept, or nothing of it had run."""
        return self.before is None or not _has_run(self.before)

    def status(self) -> int:
        """The exit status, but for what is to be kept."""
        missing = self.raw.record.missing()
        if missing or self.comparison and self.comparison.is_worse:
            return EXIT_WORSE
        if not self.has_nothing_to_compare:
            return EXIT_NOT_WORSE
        return EXIT_NOT_WORSE if self.options.update and _has_run(self.raw) else EXIT_CANNOT_RUN

    def write(self) -> None:
        """The report, the summary, the badge, and what was asked for in formats of other tools."""
        options, now = self.options, self.shown(self.now)
        text = markdown.text(now, self.before, self.comparison)
        write_text(options.output / "summary.md", text)
        write_text(options.output / "badge.svg", badge_of(now, options.label, self.comparison))
        exports.write_wanted(self.shown(self.raw).record, options)
        site.build([now], options.output / "report")
        job_summary = os.environ.get("GITHUB_STEP_SUMMARY")
        if job_summary:
            with open(job_summary, "a", encoding="utf-8") as file:
                file.write(text)

    def tell(self) -> None:
        """Says how the driver did."""
        missing = len(self.raw.record.missing())
        if self.comparison and self.before:
            terminal = standard_terminal()
            print_differences(terminal, self.comparison, [self.before, self.shown(self.now)])
            words = markdown.verdict(self.comparison, missing)
            terminal.print(f"\ngate: {words}, {self.comparison.same} verdicts as before")
        elif missing:
            print(f"gate: {missing} tests without a result")
        kept = harmless(str(self.options.baseline))
        if self.before is None:
            print(f"gate: there is no baseline in {kept}: nothing was compared")
        elif self.has_nothing_to_compare:
            print(f"gate: all tests are skipped in {kept}: nothing was compared")
        if not _has_run(self.raw):
            print("gate: all tests are skipped now")


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
    kept = _baseline(options.baseline)
    _clear(options.output)
    status = _run(options.output / "results", more)
    if status not in VERDICT_EXITS:
        return status
    gate = _Gate.of(options, kept, load(options.output / "results"))
    gate.write()
    gate.tell()
    status = gate.status()
    if options.accept or options.update and status == EXIT_NOT_WORSE:
        _keep(options, kept, gate.raw)
        return EXIT_NOT_WORSE
    return status
