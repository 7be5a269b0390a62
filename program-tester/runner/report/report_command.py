# SPDX-License-Identifier: MIT
"""run-tests report: results as a site, or in another tool's format."""

import argparse
from pathlib import Path

from ..command_line import Parser
from ..gate.pairing import paired
from ..inputs import load
from ..places import find_places
from . import exports
from .runs import arrange

ROOT = Path(__file__).resolve().parents[3]
EXIT_DONE = 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests report",
        description="Make a site of static pages from results, or a file for another tool.",
        epilog="exit status: 0 all was written; 2 there are no results; 3 it could not be written.",
    )
    add = parser.add_argument
    add("results", type=Path, nargs="+", metavar="DIR",
        help="results folder, journal, or Piglit's results; several make one site")  # fmt: skip
    add("-o", "--output", type=Path, metavar="HTML", help="folder for the site")
    add("--all-pages", action="store_true",
        help="a page for each failure, also where the report would be larger than 5 MB")  # fmt: skip
    for name in exports.FORMATS:
        add(f"--{name}", type=Path, metavar="FILE", help=f"write the results as {name}")
    options = parser.parse_args(arguments)
    if not options.output and not any(getattr(options, name) for name in exports.FORMATS):
        parser.error("nothing to write: give -o, or a file for one of the formats")
    if len(options.results) > 1 and any(getattr(options, name) for name in exports.FORMATS):
        parser.error("a file for another tool holds one run")
    return options


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    items = [load(path) for path in options.results]
    exports.write_wanted(items[0].record, options)
    if options.output:
        from ..explain.generator import Generator
        from . import rules, site, specification  # jinja2 takes a while to load

        with Generator(find_places(ROOT).generator) as generator:  # one for both, as its start takes longest
            found = rules.of_record(generator, items[0].record) if len(items) == 1 else []
            chapters = specification.of_records(generator, [run.record for run in arrange(items)[1]])
        built = site.build(paired(items, print), options.output, options.all_pages, rules.rows(found), chapters)
        tests = "1 test" if built.tests == 1 else f"{built.tests} tests"
        print(f"{options.output / 'index.html'}: {tests}, {built.pages} with a page of their own")
        if built.left_out:
            print(f"{built.left_out} more would have one with --all-pages")
    return EXIT_DONE
