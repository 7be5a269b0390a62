# SPDX-License-Identifier: MIT
"""run-tests report: results as a site, or in another tool's format."""

from __future__ import annotations

import argparse
from pathlib import Path

from ..command_line import Parser
from . import exports
from .inputs import load

EXIT_DONE = 0


def _parse(arguments: list[str]) -> argparse.Namespace:
    parser = Parser(
        prog="run-tests report",
        description="Make a site of static pages from results, or a file for another tool.",
        epilog="exit status: 0 all was written; 2 there are no results; 3 it could not be written.",
    )
    add = parser.add_argument
    add("results", type=Path, metavar="DIR", help="results folder, journal, or Piglit's results")
    add("-o", "--output", type=Path, metavar="HTML", help="folder for the site")
    for name in exports.FORMATS:
        add(f"--{name}", type=Path, metavar="FILE", help=f"write the results as {name}")
    options = parser.parse_args(arguments)
    if not options.output and not any(getattr(options, name) for name in exports.FORMATS):
        parser.error("nothing to write: give -o, or a file for one of the formats")
    return options


def main(arguments: list[str]) -> int:
    options = _parse(arguments)
    item = load(options.results)
    exports.write_wanted(item.record, options)
    if options.output:
        from . import site  # jinja2 takes a while to load

        count = site.build(item, options.output)
        print(f"{options.output / 'index.html'}: {len(item.record.results)} tests, "
              f"{count} with a page of their own")  # fmt: skip
    return EXIT_DONE
