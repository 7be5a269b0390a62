# SPDX-License-Identifier: MIT
"""run-tests' command line: reads it, leads a run, and says by the exit status how it went."""

import argparse
import os
import signal
import sys
import time
from pathlib import Path

from . import discovery, drivers
from .annexes import EXPORTS, find
from .command_line import Parser, add_allow_skips, add_colour, amount, called, in_words, shard, whole
from .commands import COMMANDS, EXIT_INTERRUPTED, EXIT_USAGE, cannot_run, commands_help, reader_has_gone, run_command
from .expectations import ExpectationError
from .patterns import PatternError
from .places import SUITES, PlaceError
from .prepare import PrepareError
from .results import Record, ResultsError, load
from .run import DEFAULT_TIMEOUT, Run
from .show import harmless, print_summary
from .status import EXIT_AS_EXPECTED
from .summary import summarise

ABOUT = """\
Run OpenCL tests on a driver, each crash and hang kept to its own test.

  %(prog)s                                  tests written by hand, on the bundled driver
  %(prog)s --driver my.icd image sampler    a part of them, on a driver of yours
  %(prog)s --suite quick --results out      4,977 generated tests; keeps what came of them
  %(prog)s report out -o html               pages of it"""

EPILOGUE = """\
exit status: 0 all as expected; 1 a test failed; 2 wrong usage; 3 nothing could be run; 4 a test
crashed or hung; 5 a test passed that is expected to fail; 130 interrupted.
patterns: a glob (*, ?) that matches FILE::NAME, FILE or NAME; /REGEX/; or plain text that stands
anywhere in FILE::NAME.

commands (%(prog)s COMMAND --help):
"""

USER_ERRORS = (
    discovery.DiscoveryError,
    drivers.DriverError,
    ExpectationError,
    PatternError,
    PlaceError,
    ResultsError,
)

# Options that may change when a run goes on. Everything else is part of what its results are of.
FREE_TO_CHANGE = frozenset(
    ("jobs", "memory", "timeout", "retries", "repeat", "cluster", "program_cache")
    + ("program_cache_dir", "driver_files", "no_build", "build_dir", "allow_unexpected_pass", "results", "overwrite", "told_by_caller")
    + ("target", "target_jobs", "target_reset", "target_wait", "target_keep")
    + ("watch", "list", "json", "verbose", "quiet", "color", *EXPORTS)
)


def parse_arguments(arguments: list[str]) -> argparse.Namespace:
    """The command line. Exits with status 2 and a message when it is wrong."""
    parser = Parser(
        prog="run-tests",
        usage="%(prog)s [OPTION]... [PATH]...\n       %(prog)s COMMAND [ARGUMENT]...",
        description=ABOUT,
        epilog=EPILOGUE + commands_help(),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument(
        "paths", nargs="*", metavar="PATH", help="test files or folders; default: the whole suite"
    )
    _add_choice(parser.add_argument_group("what to run"))
    manner = parser.add_argument_group("how to run it")
    _add_manner(manner)
    _add_programs(manner)
    if targets := find("targets.options"):
        targets.add(manner)
    _add_judgement(parser.add_argument_group("what is expected"))
    _add_output(parser.add_argument_group("what to keep and show"))
    options, unknown = parser.parse_known_args(arguments)
    _check_order(parser, options.paths)
    if unknown:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if options.allow_skips and not options.baseline:
        parser.error("--allow-skips is for --baseline")
    options.program_cache |= options.program_cache_dir is not None
    return options


def _check_order(parser: Parser, paths: list[str]) -> None:
    """A command behind an option would be taken for a path, and its options for unknown ones."""
    for word in paths:
        if word in COMMANDS and not os.path.exists(word):
            parser.error(f"'{word}' is a command, which comes first: {called(f'run-tests {word}')} ...")


def _add_choice(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    names = ", ".join(drivers.NAMES)
    add(
        "--driver",
        default="rootle",
        metavar="NAME",
        help=f"{names}, or the path of an .icd file; default: rootle",
    )
    add(
        "--suite",
        choices=SUITES,
        default=SUITES[0],
        help="the tests to run, and where a PATH is looked for; default: %(default)s",
    )
    add("--platform", metavar="P", help="its platform with this index or part of a name")
    add("--device", metavar="D", help="the device with this index or part of a name")
    for name, what in (("--filter", "only tests"), ("--exclude", "no tests")):
        words = f"{what} that match; may be repeated"
        add(name, action="append", default=[], metavar="PATTERN", help=words)
    add("--statement", metavar="NAME", help="only tests of this statement of docs/specification.md")
    add(
        "--shard",
        type=shard,
        metavar="I/N",
        help="only the I-th of N parts, which are the same on every machine",
    )
    add(
        "--times",
        type=Path,
        metavar="RESULTS",
        help="make shards take equal time, by these earlier results",
    )
    add("--list", action="store_true", help="print the names of the tests, and run none")


def _add_manner(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add(
        "-j",
        "--jobs",
        type=whole(1),
        default=os.cpu_count() or 1,
        metavar="N",
        help="workers; default: %(default)s",
    )
    add(
        "--timeout",
        type=amount,
        default=DEFAULT_TIMEOUT,
        metavar="S",
        help="seconds for one test, 0 for no limit; default: 60",
    )
    add(
        "--memory",
        type=whole(0),
        default=_memory_default(),
        metavar="MIB",
        help="memory of one worker, 0 for no limit; default: %(default)s",
    )
    add(
        "--retries",
        type=whole(0),
        default=1,
        metavar="N",
        help="run a failing test up to N times more, to know flaky ones; default: 1",
    )
    add("--repeat", type=whole(1), default=1, metavar="N", help="run every test N times")
    add("--shuffle", type=whole(0), metavar="SEED", help="run files, and the tests of each, in an order that SEED decides")


def _checks(value: str) -> str:
    """The driver knows the checks; a file is none in any version of it."""
    if "." in value or "/" in value:
        raise argparse.ArgumentTypeError(f"{value} is no list of checks, such as memory,races or all; program-tester --check {value} looks for errors in a file")
    return value


def _add_programs(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add(
        "--piglit-compare",
        action="store_true",
        help="read and compare numbers as Piglit does, flaws included",
    )
    add(
        "--check",
        type=_checks,
        metavar="LIST",
        help="check kernels as rootle-check does, on the bundled driver: what is reported of a test fails it",
    )
    add(
        "--program-cache",
        action="store_true",
        help="keep programs as the driver built them, and use them while nothing of it changes",
    )
    add("--program-cache-dir", type=Path, metavar="DIR", help="the same, in this folder")
    add(
        "--driver-files",
        action="append",
        default=[],
        metavar="PATH",
        help="build again when this file or folder of the driver changes; may be repeated",
    )
    add(
        "--from-binary",
        action="store_true",
        help="run each program from the binary that the driver makes of it",
    )
    add(
        "--through",
        choices=["spirv"],
        help="make SPIR-V of each program, by clang-15 and llvm-spirv-15, and give the driver that",
    )
    add("--seed", type=whole(0), metavar="N", help="seed of random values in tests")
    add(
        "--cluster",
        metavar="ADDRESS",
        help="run on the workers of a Dask scheduler; see docs/cluster.md",
    )
    add("--watch", action="store_true", help="run again whenever a file of the tests is saved")
    add(
        "--build-dir",
        type=Path,
        metavar="DIR",
        help="build folder to test; default: $ROOTLE_BUILD_DIR, else that of the bin this was called from, else build",
    )
    add("--no-build", action="store_true", help="run what is there, without asking ninja")
    add("--tester", metavar="COMMAND", help=argparse.SUPPRESS)  # the runner's own tests have a mock


def _add_judgement(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add(
        "--expectations",
        type=Path,
        metavar="DIR",
        help="known failures, flakes and skips of drivers; default: ci/expectations",
    )
    add(
        "--baseline",
        type=Path,
        metavar="PATH",
        help="expect what these earlier results, or this list or folder of lists, have",
    )
    add_allow_skips(group, str)  # as text, which a run that goes on can compare
    add(
        "--allow-unexpected-pass",
        action="store_true",
        help="exit with 0 when tests pass that are expected to fail",
    )


def _add_output(group: argparse._ArgumentGroup) -> None:
    add = group.add_argument
    add("--results", type=Path, metavar="DIR", help="keep results in this folder as they come")
    add("--overwrite", action="store_true", help="replace the results that are there")
    add("--told-by-caller", action="store_true", help=argparse.SUPPRESS)  # which reads what failed, and says it
    add("--resume", type=Path, metavar="DIR", help="go on with the run whose results are there")
    add("--json", type=Path, metavar="FILE", help="write all results as one JSON document; -: to standard output, words for people to standard error")
    for name in EXPORTS:
        add(f"--{name}", type=Path, metavar="FILE", help=f"write all results as {name}")
    how_much = group.add_mutually_exclusive_group()
    how_much.add_argument("-v", "--verbose", action="store_true", help="print every result")
    how_much.add_argument(
        "-q",
        "--quiet",
        action="store_true",
        help="print only what is not as expected, and the line that ends the run",
    )
    add_colour(group)


def _memory_default() -> int:
    """MiB that leave the machine something to live on."""
    return os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") * 3 // 4 >> 20


def _resumed(arguments: list[str]) -> tuple[list[str], Record]:
    """The command line that --resume continues, with what was added to it, and what is there
    already."""
    parser = argparse.ArgumentParser(prog="run-tests", add_help=False, allow_abbrev=False)
    parser.add_argument("--resume", type=Path, required=True)
    options, more = parser.parse_known_args(arguments)
    folder = options.resume.resolve()
    record = load(folder)
    if not {"arguments", "cwd"} <= record.run.keys():
        raise ResultsError(f"{folder}: it does not say how the run was started")
    os.chdir(record.run["cwd"])
    before = record.run["arguments"]
    _check_unchanged(folder, parse_arguments(before), parse_arguments([*before, *more]))
    return [*before, *more, f"--results={folder}"], record


def _check_unchanged(folder: Path, before: argparse.Namespace, now: argparse.Namespace) -> None:
    """Verdicts of other tests, or of another driver, are not those of the run that goes on."""
    for name, value in vars(before).items():
        if name not in FREE_TO_CHANGE and getattr(now, name) != value:
            what = "other tests" if name == "paths" else f"another --{name.replace('_', '-')}"
            raise ResultsError(f"{folder}: the run there cannot go on with {what}")


def lead(options: argparse.Namespace, arguments: list[str], earlier: Record | None = None) -> int:
    """Does what the options ask for, from building to the summary. Returns the exit status."""
    run = Run(options, earlier)
    run.prepare()
    run.check_driver()
    jobs = run.jobs()
    if not jobs:
        asked = " ".join([*options.paths, *options.filter]) or "the suite"
        left_out = " less ".join(["", *options.exclude])
        raise discovery.DiscoveryError(f"no test matches {asked}{left_out}")
    if options.list:
        for test in run.plan:
            print(test)
        return EXIT_AS_EXPECTED
    started = time.monotonic()
    try:
        run.start_record(arguments)
        complete = run.execute(jobs)
        seconds = time.monotonic() - started + (earlier.end.get("seconds", 0) if earlier else 0)
        run.end_record(complete, seconds)
    finally:
        run.close()
    summary = summarise(run.results.values(), complete)
    if complete and options.told_by_caller:
        return summary.exit_status(options.allow_unexpected_pass)
    note = run.expectations.note() if complete else run.what_is_left()
    print_summary(run.terminal, summary, run.driver.name, seconds, note, options.quiet)
    return summary.exit_status(options.allow_unexpected_pass) if complete else EXIT_INTERRUPTED


def _start(arguments: list[str]) -> int:
    earlier = None
    if any(word == "--resume" or word.startswith("--resume=") for word in arguments):
        arguments, earlier = _resumed(arguments)
    options = parse_arguments(arguments)
    if options.watch:
        from .watch import watch

        return watch(options, arguments)
    return lead(options, arguments, earlier)


def _stop(number: int, frame: object) -> None:
    raise KeyboardInterrupt


def main(arguments: list[str] | None = None) -> int:
    """Runs the command line, and returns its exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    if arguments and arguments[0] in COMMANDS:
        return run_command(arguments[0], arguments[1:])
    signal.signal(signal.SIGTERM, _stop)
    try:
        status = _start(arguments)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        return reader_has_gone()
    except USER_ERRORS as error:
        print(harmless(f"{called('run-tests')}: {error}"), file=sys.stderr)
        return EXIT_USAGE
    except (PrepareError, OSError) as error:
        print(harmless(f"{called('run-tests')}: {in_words(error)}"), file=sys.stderr)
        return cannot_run()
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
