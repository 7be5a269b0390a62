# SPDX-License-Identifier: MIT
"""Testers that stay: one process runs all files that have the same environment, as starts of testers and compilers take
longer than most of the files."""

import atexit
import json
import os
import platform
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path
from typing import Any

FLAGS = set(re.findall(r"\w+", next(iter(re.findall("^flags.*", Path("/proc/cpuinfo").read_text(), re.M)), "")))


def level_of(host: str) -> str:
    """The level that ROOTLE_HOST gives on this machine, which may have less than it names."""
    return host if host != "v4" or "avx512f" in FLAGS else "v3"


# A host of each level that this machine has.
HOSTS = ["v4", "v3", "v2"] if level_of("v4") == "v4" else ["v4", "v2"]


# Files of tests begin with these: those whose work-items read numbers, and 128 by 8 that read images.
NUMBERS = """[test]
kernel_name: k
arg_out: 0 buffer uint[%(count)d] %(out)s
arg_in: 1 buffer uint[%(count)d] %(numbers)s
arg_in: 2 uint %(number)d
!*/
kernel void k(global uint *out, global const uint *in, uint number)
{
"""
IMAGES = """/*!
[config]
dimensions: 2
global_size: 128 8 0
local_size: %(local)s 0
need_image_support: true
[test]
kernel_name: k
"""
SAMPLER = "constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;\n"


def skip_elsewhere() -> None:
    """Ends the process where no code is made for the host that these tests know."""
    if platform.machine() not in ("x86_64", "AMD64"):
        print("code is made for x86-64 alone: skipped")
        sys.exit(0)


def main() -> None:
    """Runs the tests of the program."""
    skip_elsewhere()
    unittest.main(module="__main__")


class Tester:
    """A program-tester that is given a file at a time."""

    def __init__(self, program: str, environment: dict[str, str]) -> None:
        self.said: dict[tuple[str, ...], str] = {}  # of kernels, when they were recompiled
        self.errors = tempfile.TemporaryFile()
        self.process = subprocess.Popen([program, "--server", "--json"], env=os.environ | environment, text=True,
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors)

    def run(self, path: Path, *patterns: str) -> tuple[list[dict[str, Any]], str]:
        """The records of a file's tests, of those named if any are, and what the driver said meanwhile."""
        assert self.process.stdin and self.process.stdout
        begin = os.fstat(self.errors.fileno()).st_size
        print(path, *patterns, sep="\t", file=self.process.stdin, flush=True)
        records = []
        for line in self.process.stdout:
            record = json.loads(line)
            if "done" in record:
                break
            if "status" in record:
                records.append(record)
        end = os.fstat(self.errors.fileno()).st_size
        return records, os.pread(self.errors.fileno(), end - begin, begin).decode(errors="replace")

    def end(self) -> None:
        self.process.communicate()
        self.errors.close()


testers: dict[tuple[str, ...], Tester] = {}


def run(program: str, environment: dict[str, str], path: Path, *patterns: str) -> tuple[list[dict[str, Any]], str]:
    """As Tester.run, by one that has this environment and still runs. It recompiles machine code once: where it had the
    same kernels before, what it said then holds, and if others gave the same code, another tester says it."""
    key = (program, *(f"{name}={value}" for name, value in sorted(environment.items())))
    kernels = (path.read_text(encoding="utf-8").partition("!*/")[2], *patterns)
    for _ in range(2):
        if key in testers and testers[key].process.poll() is not None:
            testers.pop(key).end()
        if key not in testers:
            testers[key] = Tester(program, environment)
        tester = testers[key]
        records, said = tester.run(path, *patterns)
        if "recompiled" in said:
            tester.said[kernels] = said
        if kernels in tester.said or environment["ROOTLE_EXEC"] == "interpret":
            break
        testers.pop(key).end()
    return records, tester.said.get(kernels, said)


@atexit.register
def end_all() -> None:
    """Who runs next is the first of its process."""
    while testers:
        testers.popitem()[1].end()
