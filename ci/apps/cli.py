# SPDX-License-Identifier: MIT
"""What ci/applications does with its arguments."""

import argparse
import os
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from runner.expectations import ExpectationError
from runner.places import PlaceError, find_places

from . import drivers, run, show
from .case import Case, Outcome
from .table import CASES

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "applications.md"
KEPT = ROOT / "ci" / "apps" / "outcomes.json"  # what the page is made of
KNOWN = ROOT / "ci" / "expectations" / "applications"
_EPILOG = """exit status: 0 when all is as expected, 1 when something is not, 2 for wrong arguments,
3 when nothing could be tried, as where no package is there"""


def _arguments(words: Sequence[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="ci/applications",
        description="Runs OpenCL applications from Debian's packages, as they are, on drivers.",
        epilog=_EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    known = ", ".join(drivers.NAMES)
    add("--driver", action="append", metavar="NAME|ICD", help=f"{known}, or a file; repeatable; default: rootle")
    add("--list", action="store_true", help="only name the cases, and what they need")
    add("--quick", action="store_true", help="only the fast cases")
    add("--rounds", type=int, default=1, metavar="N", help="times for each; what compiles is the first")
    add("--json", type=Path, metavar="FILE", help="also write every outcome")
    add("--page", type=Path, metavar="FILE", help="only put the outcomes of such files among those of docs/applications.md", action="append")
    add("--table", action="store_true", help="only show the times of all cases, of which docs/applications.md has medians")
    add("--build-dir", type=Path, metavar="DIR", help="default: build")
    add("cases", nargs="*", metavar="CASE", help="an application, or a glob over APPLICATION/WHAT")
    options = parser.parse_args(words)
    if options.rounds < 1:
        parser.error("--rounds: at least 1")
    return options


def _list(cases: Sequence[Case]) -> None:
    for case in cases:
        print(f"{case.name:34} {', '.join(case.packages)}")


def _page(files: Sequence[Path]) -> int:
    kept, *newer = (show.from_json(file.read_text(encoding="utf-8")) for file in (KEPT, *files))
    outcomes = show.merged(kept, (o for found in newer for o in found), CASES)
    KEPT.write_text(show.as_json(outcomes), encoding="utf-8")
    show.write_page(PAGE, outcomes, CASES)
    return 0


def _plan(options: argparse.Namespace, cases: Sequence[Case], folder: Path) -> run.Plan:
    icd = find_places(ROOT, options.build_dir).rootle_icd
    names = list(dict.fromkeys(options.driver or ["rootle"]))
    tried = []
    for name in names:
        shown = drivers.display_name(name)
        environment = drivers.environment(name, icd) | drivers.of_a_run(folder, name)
        tried.append(run.Driver(shown, environment, run.known_failures(KNOWN, drivers.listed(shown))))
    return run.Plan(cases, tried, folder, _peer(icd, folder), options.rounds, drivers.alike(names))


def _peer(icd: Path, folder: Path) -> dict[str, str] | None:
    try:
        return drivers.environment("pocl", icd) | drivers.of_a_run(folder, "pocl")
    except drivers.DriverError:
        return None


def _run(options: argparse.Namespace, cases: Sequence[Case]) -> int:
    outcomes: list[Outcome] = []
    with tempfile.TemporaryDirectory(prefix="rootle-applications-") as folder:
        for outcome in run.outcomes(_plan(options, cases, Path(folder))):
            outcomes.append(outcome)
            print(show.line(outcome), flush=True)
            if options.json:  # at once, so that a run that is stopped leaves what it has
                options.json.write_text(show.as_json(outcomes), encoding="utf-8")
    print(show.summary(outcomes))
    return run.exit_status(outcomes)


def main(words: Sequence[str]) -> int:
    """The exit status."""
    options = _arguments(words)
    os.environ.setdefault("LC_ALL", "C.UTF-8")
    try:
        if options.page:
            return _page(options.page)
        if options.table:
            print(show.table(show.from_json(KEPT.read_text(encoding="utf-8")), CASES), end="")
            return 0
        cases = run.chosen(CASES, options.cases, options.quick)
        if options.list:
            _list(cases)
            return 0
        return _run(options, cases)
    except (drivers.DriverError, ExpectationError, PlaceError, OSError, ValueError) as error:
        print(f"ci/applications: {error}", file=sys.stderr)
        return 2
