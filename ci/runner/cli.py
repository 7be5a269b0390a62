# SPDX-License-Identifier: MIT
"""run-tests' command line: reads it, leads a run, and says by the exit status how it went."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

from . import discovery, drivers
from .commands import COMMANDS, run_command
from .expectations import ExpectationError
from .patterns import PatternError
from .prepare import PrepareError
from .results import Journal, write_document
from .run import Run
from .show import print_summary
from .summary import summarise

EXIT_PASSED = 0
EXIT_FAILED = 1
EXIT_USAGE = 2
EXIT_CANNOT_RUN = 3
EXIT_INTERRUPTED = 130

EPILOGUE = """\
exit status: 0 nothing failed; 1 a test failed; 2 wrong usage; 3 nothing could be run;
130 interrupted.
patterns: a glob (*, ?) that matches FILE::NAME, FILE or NAME; /REGEX/; or plain text that stands
anywhere in FILE::NAME."""


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The command line. Exits with status 2 and a message when it is wrong."""
    parser = argparse.ArgumentParser(
        prog="run-tests",
        description="Run OpenCL tests on a driver, each crash and hang kept to its own test.",
        epilog=EPILOGUE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    add = parser.add_argument
    add("paths", nargs="*", metavar="PATH", help="test files or folders; default: the whole suite")
    add(
        "--driver",
        default="rootle",
        metavar="NAME",
        help=f"{', '.join(drivers.NAMES)}, or the path of an .icd file; default: rootle",
    )
    add(
        "--filter",
        action="append",
        default=[],
        metavar="PATTERN",
        help="only tests that match; may be repeated",
    )
    add("--list", action="store_true", help="print the names of the tests, and run none")
    add(
        "-j",
        "--jobs",
        type=_positive,
        default=os.cpu_count() or 1,
        metavar="N",
        help="workers; default: %(default)s",
    )
    add(
        "--timeout",
        type=_seconds,
        default=60.0,
        metavar="S",
        help="seconds for one test, 0 for no limit; default: 60",
    )
    add("--json", type=Path, metavar="FILE", help="write all results as one JSON document")
    add("--journal", type=Path, metavar="FILE", help="write results as JSON lines while they come")
    add(
        "--expectations",
        type=Path,
        metavar="DIR",
        help="known failures and skips of drivers; default: ci/expectations",
    )
    add(
        "--build-dir",
        type=Path,
        metavar="DIR",
        help="build folder to test; default: $ROOTLE_BUILD_DIR, else build",
    )
    add("--no-build", action="store_true", help="run what is there, without asking ninja")
    add("--tester", metavar="COMMAND", help=argparse.SUPPRESS)  # the runner's own tests have a mock
    add("-v", "--verbose", action="store_true", help="print every result")
    return parser.parse_args(arguments)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


def _seconds(text: str) -> float:
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError("must be a number of seconds, not negative")
    return number


def _lead(options: argparse.Namespace) -> int:
    run = Run(options)
    run.prepare()
    run.check_driver()
    jobs = run.jobs()
    if options.list:
        for job in jobs:
            print("\n".join(job.tests or [job.name]))
        return EXIT_PASSED
    if not jobs:
        raise discovery.DiscoveryError("no test matches the filter")
    if options.journal:
        run.journal = Journal(options.journal)
    started = time.monotonic()
    complete = run.execute(jobs)
    seconds = time.monotonic() - started
    summary = summarise(run.results)
    if options.json:
        write_document(options.json, run.description(seconds), run.results)
    print_summary(run.terminal, summary, run.driver.name, seconds)
    if not complete:
        return EXIT_INTERRUPTED
    return EXIT_FAILED if summary.failed else EXIT_PASSED


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line, and returns its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and arguments[0] in COMMANDS:
        return run_command(arguments[0], arguments[1:])
    options = parse_arguments(arguments)
    try:
        return _lead(options)
    except (discovery.DiscoveryError, drivers.DriverError, ExpectationError, PatternError) as error:
        print(f"run-tests: {error}", file=sys.stderr)
        return EXIT_USAGE
    except (PrepareError, OSError) as error:
        print(f"run-tests: {error}", file=sys.stderr)
        return EXIT_CANNOT_RUN
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
