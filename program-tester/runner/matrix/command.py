# SPDX-License-Identifier: MIT
"""rootle-matrix: adds results of a driver, makes the page, and says which formats are right on all drivers."""

import argparse
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from .. import vulkan
from ..command_line import Parser, called, in_words
from ..commands import EXIT_CANNOT_RUN, EXIT_USAGE, reader_has_gone
from ..drivers import CL_TESTER, GL_TESTER, DriverError, find
from ..explain import axes
from ..explain.causes import faults_of
from ..explain.generator import Generator
from ..places import GENERATED, find_places
from ..prepare import PrepareError
from ..results import ResultsError, load_some
from ..show import harmless
from . import column, formats, page, sample
from .questions import FUNCTIONS, OPENCL, OPENGL, SUITES, VULKAN
from .reported import Reported

ROOT = Path(__file__).resolve().parents[3]
KEPT = ROOT / "docs" / "matrix"
_APIS = {CL_TESTER: OPENCL, vulkan.TESTER: VULKAN, GL_TESTER: OPENGL}

EPILOG = """\
commands (%(prog)s COMMAND --help):
  run      run all tests on a driver, and add what comes of it
  add      check a results folder of a whole run, and keep it as a column
  sample   keep values of some tests in a column
  check    hold the values that columns have against what tests expect
  page     make the page, and matrix.json
  formats  say which formats are right on all drivers

exit status: 0 done; 1 no format is right on all; 2 results or columns are not as they should be; 3 something could not
be written."""


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="rootle-matrix",
        usage="%(prog)s [--columns DIR] COMMAND ...",
        description="Say what works on which driver: reads, filters, copies and built-in functions, by format, image type and mode.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--columns", type=Path, default=KEPT, metavar="DIR", help="where columns are kept; default: docs/matrix")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND", parser_class=Parser, prog="rootle-matrix", help=argparse.SUPPRESS)
    add = commands.add_parser("add")
    add.add_argument("results", type=Path, metavar="RESULTS", help="results folder, as of run-tests --results")
    add.add_argument("--name", default="", metavar="NAME", help="what the driver is called, with its version; default: as the results say")
    add.add_argument("--driver", default="", metavar="DRIVER", help="run some tests on this driver again, and keep their values: as of run-tests --driver")
    ran = commands.add_parser("run")
    ran.add_argument("--driver", required=True, metavar="DRIVER", help="the driver to run all tests on: as of run-tests --driver")
    ran.add_argument("--name", default="", metavar="NAME", help="what the driver is called, with its version; default: as the results say")
    ran.add_argument("--results", type=Path, metavar="DIR", help="keep the results in this folder, too")
    ran.add_argument("-j", "--jobs", metavar="N", help="workers: as of run-tests")
    taken = commands.add_parser("sample")
    taken.add_argument("names", nargs=1, metavar="NAME", help="a word of a column's name")
    taken.add_argument("--driver", required=True, metavar="DRIVER", help="the driver that the column is of: as of run-tests --driver")
    held = commands.add_parser("check")
    held.add_argument("names", nargs="*", metavar="NAME", help="words of columns' names; default: all")
    site = commands.add_parser("page")
    site.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="folder of the page")
    site.add_argument("--reports", default="", metavar="URL", help="folder of the reports' pages, as seen from the page: what is wrong leads there")
    asked = commands.add_parser("formats")
    asked.add_argument("--operation", metavar="WORD", help="as filter, read, write, copy; default: filter")
    asked.add_argument("--filter", choices=("linear", "nearest"), help="linear is the operation filter, nearest is read")
    asked.add_argument("--type", default="", metavar="TYPE", help="of images of this type alone, as 2d or 2D")
    asked.add_argument("--api", default=OPENCL, choices=tuple(SUITES), help="default: OpenCL")
    asked.add_argument("--drivers", default="", metavar="A,B", help="words of their names; default: all")
    asked.add_argument("--header", action="store_true", help="write a header of C instead of a table")
    return parser.parse_args(arguments)


def _tests(files: sample.Files, generator: Generator) -> tuple[list[str], axes.Axes]:
    """The tests that a column of this version has, and what they are about."""
    names = files.all_tests()
    known = axes.load(generator, names)
    return [test for test in names if test in known.descriptions], known


def _faults(made: Mapping[str, Any], driver: str = "") -> tuple[dict[str, Any], list[str]]:
    """The column, with a new sample where a driver is named, and what is wrong with its sample."""
    places = find_places(ROOT)
    chosen = find(driver, places.rootle_icd) if driver else None
    with tempfile.TemporaryDirectory() as folder, Generator(places.generator) as asked:
        files = sample.Files(places.generator, Path(folder), GENERATED[SUITES[made["api"]]])
        tests, known = _tests(files, asked)
        if column.set_of(tests) != made["set"]:
            raise ResultsError(f"{made['name']}: the tests have changed since")
        files.order = sample.ordered(made, tests)
        bench = sample.Bench((places.build or ROOT) / "program-tester" / "rootle-judge", files.path)

        def run(test: str) -> sample.Run:
            assert chosen
            one = bench.run(chosen, places.tester, test)
            if made["device"] not in column.plain_device(one.device):
                raise ResultsError(f"the results are of {made['device']}, and {driver} is {one.device or 'no device'}")
            return one

        kept = {**made, "sample": sample.take(files.order, bench.can_be_judged, run)} if chosen else dict(made)
        return kept, list(sample.faults(kept, tests, known, bench))


def _named_columns(options: argparse.Namespace) -> list[dict[str, Any]]:
    columns = column.read_all(options.columns)
    for word in options.names:
        if not any(word.lower() in made["name"].lower() for made in columns):
            raise ResultsError(f"no column is called {word!r}: there are {', '.join(made['name'] for made in columns) or 'none'}")
    return [made for made in columns if not options.names or any(word.lower() in made["name"].lower() for word in options.names)]


def check(options: argparse.Namespace) -> int:
    """Whether the values of columns are those that tests expect."""
    status = 0
    for made in _named_columns(options):
        if "sample" not in made:
            print(f"{made['name']}: it has no values")
            continue
        _, wrong = _faults(made)
        print(harmless("\n".join(f"{made['name']}: {said}" for said in wrong or [f"the values of {len(made['sample']['values'])} tests are right"])))
        status = EXIT_USAGE if wrong else status
    return status


def take_sample(options: argparse.Namespace) -> int:
    """Values for columns that are kept."""
    for made in _named_columns(options):
        kept, wrong = _faults(made, options.driver)
        if wrong:
            raise ResultsError("\n".join(wrong))
        print(f"{column.write(options.columns, kept)}: values of {len(kept['sample']['values'])} tests, of {len(kept['sample']['order'])} that were asked for")
    return 0


def add(options: argparse.Namespace) -> int:
    record = load_some(options.results)
    with Generator(find_places(ROOT).generator) as asked:
        known = axes.load(asked, record.plan or record.results)
        column.check(record, known)
        made = column.make(record, known, faults_of(asked, record, known), options.name)
    if options.driver:
        made, wrong = _faults(made, options.driver)
        if wrong:
            raise ResultsError("\n".join(wrong))
    path = column.write(options.columns, made)
    letters = "".join(made["cells"].values())
    told = ", ".join(f"{letters.count(letter)} {word}" for letter, word in ((column.RIGHT, "right"), (column.WRONG, "wrong"), (column.LACKS, "not offered")))
    print(f"{path}: {made['name']}, {made['tests']} tests of the set {made['set']}; of {sum(letter != column.UNTRIED for letter in letters)} questions {told}")
    return 0


def run_all(options: argparse.Namespace) -> int:
    """The column of a driver by one command."""
    places = find_places(ROOT)
    chosen = find(options.driver, places.rootle_icd)
    with tempfile.TemporaryDirectory() as folder:
        options.results = options.results or Path(folder) / "results"
        command = ROOT / "run-tests" if places.build else places.tester.with_name("rootle-run-tests")
        words = ["--suite", SUITES[_APIS[chosen.tester]], "--driver", options.driver, "--results", options.results]
        jobs = ["--jobs", options.jobs] if options.jobs else []
        if subprocess.run([command, *words, *jobs], check=False).returncode not in (0, 1):
            raise ResultsError("the tests did not run to their end")
        return add(options)


def _named(columns: Iterable[dict[str, Any]], api: str, words: str) -> list[dict[str, Any]]:
    found = [one for one in columns if one["api"] == api]
    if not words:
        return found
    chosen = []
    for word in words.split(","):
        own = [one for one in found if word.strip().lower() in one["name"].lower()]
        if not own:
            raise ResultsError(f"no driver of {api} is called {word.strip()!r}: there are {', '.join(one['name'] for one in found) or 'none'}")
        chosen += [one for one in own if one not in chosen]
    return chosen


def tell_formats(options: argparse.Namespace) -> int:
    columns = _named(column.read_all(options.columns), options.api, options.drivers)
    operation = options.operation or {"nearest": "read"}.get(options.filter or "", "filter")
    rows = formats.rows(columns, operation, options.type)
    if options.header and operation == FUNCTIONS:
        raise ResultsError("a header is of formats")
    if not rows:
        there = formats.operations(columns)
        if operation in there:
            raise ResultsError(f"no column has {operation!r} of {options.type!r}: there are {', '.join(formats.types(columns, operation))}")
        raise ResultsError(f"no column has the operation {operation!r}: there are {', '.join(there)}")
    print(formats.header(columns, rows, operation, options.type) if options.header else formats.table(columns, rows), end="")
    return 0 if any(formats.is_right(row) for row in rows.values()) else 1


def make_page(options: argparse.Namespace) -> int:
    reported = Reported(ROOT)
    reports = f"{options.reports.rstrip('/')}/" if options.reports else ""
    page.write(options.output, [reported.added_to(one) for one in column.read_all(options.columns)], reports)
    print(options.output / "index.html")
    return 0


_COMMANDS = {"run": run_all, "add": add, "sample": take_sample, "check": check, "page": make_page, "formats": tell_formats}


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    try:
        return _COMMANDS[options.command](options)
    except BrokenPipeError:
        return reader_has_gone()
    except (ResultsError, PrepareError, DriverError, OSError) as error:
        print(harmless(f"{called('rootle-matrix')}: {in_words(error)}"), file=sys.stderr)
        return EXIT_CANNOT_RUN if isinstance(error, (PrepareError, OSError)) else EXIT_USAGE
