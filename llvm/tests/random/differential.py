#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random kernels must give the same results on PoCL and on the bundled driver with every optimisation,
with none, with each single one left out, and with so few registers that values are spilled."""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from generator import kernel_source

HERE = Path(__file__).resolve().parent
TABLE = HERE.parents[1] / "evergreen" / "mir" / "passes.def"
OPTIONAL = re.compile(r"^MIR_(?:PASS|PART)\((\w+), .*\btrue, \"", re.MULTILINE)
LIMIT = 1800  # seconds for all kernels in one way


def run(files: list[Path], vendors: str, **environment: str) -> dict[str, str]:
    """Outcome by file name; kernels behind one that ended the process are run on their own."""
    outcomes: dict[str, str] = {}
    rest = list(files)
    while rest:
        done = subprocess.run(
            [sys.executable, str(HERE / "run_kernels.py"), *map(str, rest)],
            env=dict(os.environ, OCL_ICD_VENDORS=vendors, ROOTLE_CACHE="0", PYTHONDONTWRITEBYTECODE="1", **environment),
            stdout=subprocess.PIPE,
            text=True,
            timeout=LIMIT,
        )
        outcomes.update(line.split(" ", 1) for line in done.stdout.splitlines())
        left = [path for path in rest if path.name not in outcomes]
        if left:
            outcomes[left[0].name] = f"error: the process ended with {done.returncode}"
        rest = left[1:]
    return outcomes


def reference_icd(name: str) -> str:
    return "/etc/OpenCL/vendors/pocl.icd" if name == "pocl" else name


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="of the first kernel; the others follow")
    parser.add_argument("--driver", required=True, help="the bundled driver's .icd file")
    parser.add_argument("--reference", default="pocl", help="the other driver's .icd file or name")
    parser.add_argument("--chip", default="", help="that the bundled driver simulates; default: ROOTLE_CHIP, or cypress")
    parser.add_argument(
        "--every", type=int, default=1, metavar="N", help="leave each pass out of every N-th kernel only"
    )
    parser.add_argument("--keep", type=Path, help="folder for kernels that differ")
    arguments = parser.parse_args()
    reference = reference_icd(arguments.reference)
    chip = {"ROOTLE_CHIP": arguments.chip} if arguments.chip else {}
    with tempfile.TemporaryDirectory() as folder:
        files = []
        for seed in range(arguments.seed, arguments.seed + arguments.count):
            files.append(Path(folder) / f"{seed}.cl")
            files[-1].write_text(kernel_source(seed))
        want = run(files, reference)
        ways = [("everything", {}, files), ("noopt", {"ROOTLE_DEBUG": "noopt,verify"}, files)]
        ways.append(("with few registers", {"ROOTLE_MAX_GPRS": "10"}, files))
        for turn, name in enumerate(OPTIONAL.findall(TABLE.read_text())):
            some = files[turn % arguments.every :: arguments.every]
            ways.append((f"without {name}", {"ROOTLE_DISABLE": name}, some))
        failed = set()
        for way, environment, some in ways:
            got = run(some, arguments.driver, **{"ROOTLE_DEBUG": "verify", **chip, **environment})
            for path in some:
                if got[path.name] != want[path.name] or want[path.name].startswith("error"):
                    print(f"{path.name} {way}: {got[path.name]}, reference: {want[path.name]}")
                    failed.add(path)
        for path in failed if arguments.keep else ():
            arguments.keep.mkdir(parents=True, exist_ok=True)
            (arguments.keep / path.name).write_text(path.read_text())
    print(f"{arguments.count} kernels in {len(ways)} ways: {len(failed)} differ")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
