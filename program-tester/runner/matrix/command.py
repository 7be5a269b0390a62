# SPDX-License-Identifier: MIT
"""rootle-matrix: adds results of a driver, makes the page, and says which formats are right on all drivers."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from ..command_line import Parser, called, in_words
from ..commands import EXIT_CANNOT_RUN, EXIT_USAGE, reader_has_gone
from ..explain import axes
from ..explain.faults import Explainer, Fault
from ..explain.generator import Generator
from ..places import find_places
from ..prepare import PrepareError
from ..results import Record, ResultsError, load_some
from ..show import harmless
from . import column, formats, page
from .questions import FUNCTIONS
from .reported import Reported

ROOT = Path(__file__).resolve().parents[3]
KEPT = ROOT / "docs" / "matrix"

EPILOG = """\
commands (%(prog)s COMMAND --help):
  add      check a results folder of a whole run, and keep it as a column
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
    site = commands.add_parser("page")
    site.add_argument("-o", "--output", type=Path, required=True, metavar="DIR", help="folder of the page")
    site.add_argument("--reports", default="", metavar="URL", help="folder of the reports' pages, as seen from the page: what is wrong leads there")
    asked = commands.add_parser("formats")
    asked.add_argument("--operation", metavar="WORD", help="as filter, read, write, copy; default: filter")
    asked.add_argument("--filter", choices=("linear", "nearest"), help="linear is the operation filter, nearest is read")
    asked.add_argument("--type", default="", metavar="TYPE", help="of images of this type alone, as 2d or 2D")
    asked.add_argument("--api", default="OpenCL", choices=("OpenCL", "Vulkan"), help="default: OpenCL")
    asked.add_argument("--drivers", default="", metavar="A,B", help="words of their names; default: all")
    asked.add_argument("--header", action="store_true", help="write a header of C instead of a table")
    return parser.parse_args(arguments)


def _rules(record: Record, known: axes.Axes) -> Sequence[Fault]:
    generated = {test: result for test, result in record.results.items() if test in known.descriptions}
    return Explainer(generated, known).faults()


def add(options: argparse.Namespace) -> int:
    record = load_some(options.results)
    with Generator(find_places(ROOT).generator) as asked:
        known = axes.load(asked, record.plan or record.results)
    column.check(record, known)
    made = column.make(record, known, _rules(record, known), options.name)
    path = column.write(options.columns, made)
    letters = "".join(made["cells"].values())
    told = ", ".join(f"{letters.count(letter)} {word}" for letter, word in ((column.RIGHT, "right"), (column.WRONG, "wrong"), (column.LACKS, "not offered")))
    print(f"{path}: {made['name']}, {made['tests']} tests of the set {made['set']}; of {sum(letter != column.UNTRIED for letter in letters)} questions {told}")
    return 0


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
        raise ResultsError(f"no column has the operation {operation!r}: there are {', '.join(formats.operations(columns))}")
    print(formats.header(columns, rows, operation, options.type) if options.header else formats.table(columns, rows), end="")
    return 0 if any(formats.is_right(row) for row in rows.values()) else 1


def _run(options: argparse.Namespace) -> int:
    if options.command == "add":
        return add(options)
    if options.command == "formats":
        return tell_formats(options)
    reported = Reported(ROOT)
    reports = f"{options.reports.rstrip('/')}/" if options.reports else ""
    page.write(options.output, [reported.added_to(one) for one in column.read_all(options.columns)], reports)
    print(options.output / "index.html")
    return 0


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    try:
        return _run(options)
    except BrokenPipeError:
        return reader_has_gone()
    except (ResultsError, PrepareError, OSError) as error:
        print(harmless(f"{called('rootle-matrix')}: {in_words(error)}"), file=sys.stderr)
        return EXIT_USAGE if isinstance(error, ResultsError) else EXIT_CANNOT_RUN
