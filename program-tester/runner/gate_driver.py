# SPDX-License-Identifier: MIT
"""run-tests gate: runs tests on a driver and says whether it got worse than results that are kept, with
a report, a summary and a badge beside: all that the CI of a driver's project needs in one command."""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
from pathlib import Path

from .command_line import Parser
from .compare import Comparison
from .journal import write_text
from .report import markdown, site
from .report.compare_command import print_differences
from .report.inputs import Input, load
from .report.summary_command import LABEL, badge_of, compared, measured
from .results import JOURNAL, ResultsError
from .show import harmless, standard_terminal
from .status import VERDICT_EXITS

ROOT = Path(__file__).resolve().parents[2]
EXIT_NOT_WORSE = 0
EXIT_WORSE = 1
EXIT_CANNOT_RUN = 3

EPILOGUE = """\
What is written to DIR: results/, report/index.html, summary.md and badge.svg. Where $GITHUB_STEP_SUMMARY
names a file, the summary is added to it.
What --help does not name goes to running the tests:
    %(prog)s kept --driver build/my.icd --suite quick

exit status: 0 nothing got worse; 1 a test did, or planned tests have no result; 2 wrong usage, or the
results there are of no use; 3 nothing could be run, or there is nothing to compare with; 130 interrupted."""


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
        help="make these results the baseline when nothing got worse, or when there is none yet")  # fmt: skip
    add("--accept", action="store_true", help="make these results the baseline, whatever they are")
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
        return measured(load(folder))
    if folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise ResultsError(f"{folder}: no folder of results, and not empty")
    return None


def _run(results: Path, arguments: list[str]) -> int:
    """Runs the tests, as run-tests does; its exit status."""
    command = [str(ROOT / "run-tests"), f"--results={results}", "--overwrite", *arguments]
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode


def _write(options: argparse.Namespace, now: Input, before: Input | None, comparison: Comparison | None) -> None:
    """The report, the summary and the badge."""
    text = markdown.text(now, before, comparison)
    write_text(options.output / "summary.md", text)
    write_text(options.output / "badge.svg", badge_of(now, options.label, comparison))
    site.build([now], options.output / "report")
    job_summary = os.environ.get("GITHUB_STEP_SUMMARY")
    if job_summary:
        with open(job_summary, "a", encoding="utf-8") as file:
            file.write(text)


def _keep(results: Path, baseline: Path) -> None:
    """Makes results the baseline: at no moment is there none."""
    new, old = (baseline.with_name(f"{baseline.name}.{word}") for word in ("new", "old"))
    for folder in (new, old):
        shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(results, new)
    if baseline.exists():
        baseline.rename(old)
    new.rename(baseline)
    shutil.rmtree(old, ignore_errors=True)


def _judge(options: argparse.Namespace, now: Input, before: Input | None, comparison: Comparison | None) -> int:
    """Says how the driver did, keeps what is to be kept, and returns the exit status."""
    missing = len(now.record.missing())
    if comparison and before:
        terminal = standard_terminal()
        print_differences(terminal, comparison, [before, now])
        terminal.print(f"\ngate: {markdown.verdict(comparison, missing)}, {comparison.same} verdicts as before")
        status = EXIT_WORSE if comparison.is_worse or missing else EXIT_NOT_WORSE
    elif missing:
        print(f"gate: {missing} tests without a result")
        status = EXIT_WORSE
    else:
        print(f"gate: there is no baseline in {harmless(str(options.baseline))}: nothing was compared")
        status = EXIT_NOT_WORSE if options.update else EXIT_CANNOT_RUN
    if options.accept or options.update and status == EXIT_NOT_WORSE:
        _keep(options.output / "results", options.baseline)
        print(f"gate: these results are the baseline from now on, in {harmless(str(options.baseline))}")
        return EXIT_NOT_WORSE
    return status


def main(arguments: list[str]) -> int:
    options, more = _parse(arguments)
    before = _baseline(options.baseline)
    options.output.mkdir(parents=True, exist_ok=True)
    status = _run(options.output / "results", more)
    if status not in VERDICT_EXITS:
        return status
    now = load(options.output / "results")
    now = measured(now) if before else now
    comparison = compared(before, now) if before else None
    _write(options, now, before, comparison)
    return _judge(options, now, before, comparison)
