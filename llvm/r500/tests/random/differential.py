#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random image programs give pixels within the bounds that formats, OpenCL and R500's arithmetic set, on rv515, on other chips,
and on PoCL.

The bounds are of an interval arithmetic (intervals.py) that knows no driver, so that each that leaves them is named by itself.
Pixels where they do not tell which way a program goes are not compared: docs/r500-compiler.md says how many.
"""

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

from programs import Program, make_program  # noqa: E402  # behind the path that leads to it

POCL = "/etc/OpenCL/vendors/pocl.icd"
BATCH = 100  # programs of one process
Found = dict[str, np.ndarray]


def run_batch(seeds: list[int], vendors: str, environment: dict[str, str], out: Path) -> tuple[Found, dict[int, str]]:
    """Pixels, and why there are none of a program."""
    command = [sys.executable, str(HERE / "run_programs.py"), str(out), *map(str, seeds)]
    env = dict(os.environ, OCL_ICD_VENDORS=vendors, ROOTLE_CACHE="0", PYTHONDONTWRITEBYTECODE="1", **environment)
    done = subprocess.run(command, env=env, stdout=subprocess.PIPE, text=True, timeout=1800, check=False)
    failed = {int(line.split(" ", 1)[0]): line.split(" ", 1)[1] for line in done.stdout.splitlines() if line[:1].isdigit()}
    if done.returncode == 0:
        with np.load(out) as loaded:
            return {name: loaded[name] for name in loaded.files}, failed
    if len(seeds) == 1:
        return {}, {seeds[0]: f"the process ended with {done.returncode}"}
    pixels: Found = {}
    for seed in seeds:
        one, why = run_batch([seed], vendors, environment, out)
        pixels.update(one)
        failed.update(why)
    return pixels, failed


def run(seeds: list[int], vendors: str, **environment: str) -> tuple[Found, dict[int, str]]:
    pixels: Found = {}
    failed: dict[int, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        for first in range(0, len(seeds), BATCH):
            some, why = run_batch(seeds[first : first + BATCH], vendors, environment, Path(folder) / "pixels.npz")
            pixels.update(some)
            failed.update(why)
    return pixels, failed


def fault_of(program: Program, found: Found) -> str | None:
    """The first pixel that lies outside of its bounds."""
    for i, (form, low, high) in enumerate(program.outputs):
        pixels = found[f"{program.seed}-{i}"]
        channels = [channel in form.channels for channel in "rgba"]
        inside = (pixels >= low) & (pixels <= high) | program.unsure[..., None] | ~np.array(channels)
        if not inside.all():
            y, x, c = np.argwhere(~inside)[0]
            bounds = f"between {low[y, x, c]:.9g} and {high[y, x, c]:.9g}"
            return f"out{i}.{'rgba'[c]} at ({x}, {y}) is {pixels[y, x, c]:.9g}, not {bounds}; {(~inside).any(-1).sum()} pixels"
    return None


def compare(way: str, programs: dict[int, Program], found: Found, failed: dict[int, str]) -> list[int]:
    """The seeds of programs that do not do what they shall."""
    wrong = []
    for seed, program in programs.items():
        fault = failed.get(seed) or fault_of(program, found)
        if fault:
            print(f"{seed} {way}: {fault}")
            wrong.append(seed)
    return wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first program; the others follow")
    parser.add_argument("--driver", required=True, help="the bundled driver's .icd file")
    parser.add_argument("--chips", default="rv515,cayman,cypress", help="that it simulates")
    parser.add_argument("--no-pocl", action="store_true", help="leave PoCL out")
    parser.add_argument("--keep", type=Path, help="folder for programs that differ")
    arguments = parser.parse_args()
    seeds = list(range(arguments.seed, arguments.seed + arguments.count))
    programs = {seed: make_program(seed) for seed in seeds}
    ways = [(chip, arguments.driver, {"ROOTLE_CHIP": chip}) for chip in arguments.chips.split(",") if chip]
    ways += [] if arguments.no_pocl else [("pocl", POCL, {})]
    wrong: set[int] = set()
    ran: list[str] = []
    for way, vendors, environment in ways:
        some = [seed for seed in seeds if programs[seed].common or way != "pocl"]
        wrong.update(compare(way, {seed: programs[seed] for seed in some}, *run(some, vendors, **environment)))
        ran.append(f"{len(some)} on {way}")
    for seed in wrong if arguments.keep else ():
        arguments.keep.mkdir(parents=True, exist_ok=True)
        (arguments.keep / f"{seed}.cl").write_text(programs[seed].source)
    pixels = sum(p.unsure.size * len(p.outputs) for p in programs.values())
    unsure = sum(int(p.unsure.sum()) * len(p.outputs) for p in programs.values())
    print(f"image programs: {', '.join(ran)}: {len(wrong)} differ; {pixels - unsure} of {pixels} pixels compared")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
