#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Makes a kernel that differs between two drivers smaller: leaves out lines, and whole blocks, while it still builds on
both and its results still differ. Lines that match --keep stay: what remains is to be defined."""

import argparse
import re
import sys
import tempfile
from pathlib import Path

from differential import reference_icd, run


def spans(lines: list[str], size: int) -> list[tuple[int, int]]:
    """Runs of up to `size` lines in which every block that opens closes, and longer blocks; the last one first."""
    found = []
    end = len(lines)
    while end > 0:
        start, level = end, 0
        for at in range(end - 1, -1, -1):
            level += lines[at].count("}") - lines[at].count("{")
            if level < 0 or (level == 0 and end - at > size and start < end):
                break
            if level == 0:
                start = at
        if start < end:
            found.append((start, end))
        end = start if 0 < end - start <= size else end - 1
    return found


class Reducer:
    def __init__(self, driver: str, reference: str, environment: dict[str, str], keep: str, folder: Path) -> None:
        self.keep = re.compile(keep)
        self.driver, self.reference, self.environment, self.folder = driver, reference, environment, folder
        self.runs = 0

    def differing(self, texts: list[str]) -> str | None:
        """The first of the programs whose results differ."""
        files = []
        for n, text in enumerate(texts):
            files.append(self.folder / f"{self.runs}-{n}.cl")
            files[-1].write_text(text)
        self.runs += 1
        got = run(files, self.driver, **self.environment)
        built = [file for file in files if not got[file.name].startswith("error build")]
        want = run(built, self.reference)
        for file in built:
            if want[file.name] != got[file.name] and not want[file.name].startswith("error"):
                return file.read_text()
        return None

    def without_some(self, lines: list[str], size: int) -> list[str]:
        """Leaves out what it can of each run of lines, several candidates a run of the drivers."""
        together = 6
        left = [(a, b) for a, b in spans(lines, size) if not any(map(self.keep.search, lines[a:b]))]
        while left:
            now, left = left[:together], left[together:]
            smaller = self.differing(["".join(lines[:a] + lines[b:]) for a, b in now])
            if smaller:
                kept = smaller.splitlines(keepends=True)
                gone = next((a, b) for a, b in now if lines[:a] + lines[b:] == kept)
                lines = kept
                left = [(a, b) for a, b in now if b <= gone[0]] + left
        return lines

    def reduce(self, text: str) -> str:
        lines = text.splitlines(keepends=True)
        before = 0
        while before != len(lines):
            before = len(lines)
            size = 32
            while size:
                lines = self.without_some(lines, size)
                print(f"{len(lines)} lines", file=sys.stderr)
                size //= 2
        return "".join(lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--driver", required=True, help="the bundled driver's .icd file")
    parser.add_argument("--reference", default="pocl", help="the other driver's .icd file or name")
    parser.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="environment of the bundled driver")
    parser.add_argument("--keep", default=r"shared|barrier|^    \w+ \w+ = ", metavar="REGEX", help="default: %(default)s")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        environment = dict(setting.split("=", 1) for setting in arguments.set)
        reducer = Reducer(arguments.driver, reference_icd(arguments.reference), environment, arguments.keep, Path(folder))
        text = arguments.file.read_text()
        if not reducer.differing([text]):
            print(f"{arguments.file}: the results do not differ", file=sys.stderr)
            return 1
        print(reducer.reduce(text), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
