#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Image programs give the same pixels on rv515, with each pass left out too, on all other chips, and on PoCL.

What differs by more than TOLERANCE of a value (or of 1, if that is less) is a fault: R500's arithmetic rounds a product before
the sum, its functions are short polynomials, and texture coordinates are floats.
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
TOLERANCE = 2e-4
# Pixels on an edge, where the last bit decides: the part of them that may differ.
EDGE_PIXELS = 0.02
POCL = Path("/etc/OpenCL/vendors/pocl.icd")
OTHERS = ["cayman", "cedar", "redwood", "juniper", "caicos", "turks", "barts"]
PASSES = re.compile(r"^(?:FIR_PASS\((\w+), .*, true,|FIR_PART\((\w+),)", re.M)


def run(files: list[Path], vendors: str, folder: Path, **environment: str) -> dict[str, np.ndarray]:
    out = folder / "pixels.npz"
    env = dict(os.environ, OCL_ICD_VENDORS=vendors, ROOTLE_CACHE="0", PYTHONDONTWRITEBYTECODE="1", **environment)
    subprocess.run([sys.executable, str(HERE / "run_images.py"), str(out), *map(str, files)], env=env, check=True, timeout=600)
    with np.load(out) as loaded:
        return {name: loaded[name] for name in loaded.files}


def wrong_pixels(got: np.ndarray, want: np.ndarray) -> np.ndarray:
    limit = TOLERANCE * np.maximum(np.abs(want), 1.0)
    with np.errstate(invalid="ignore"):
        return (~(np.abs(got - want) <= limit)).any(axis=-1)


def compare(way: str, got: dict[str, np.ndarray], want: dict[str, np.ndarray], files: list[Path]) -> int:
    faults = 0
    for name in (path.stem for path in files):
        if name not in got or name not in want:
            print(f"{name} {way}: no pixels")
            faults += 1
            continue
        wrong = wrong_pixels(got[name], want[name])
        if wrong.mean() > EDGE_PIXELS:
            at = tuple(np.argwhere(wrong)[0])
            print(f"{name} {way}: {wrong.sum()} pixels differ, first {at}: {got[name][at]}, expected {want[name][at]}")
            faults += 1
    return faults


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("files", nargs="*", type=Path, help="programs; default: the corpus")
    parser.add_argument("--driver", required=True, help="the bundled driver's .icd file")
    parser.add_argument("--reference", help="another driver's .icd file; default: the bundled one as cypress")
    parser.add_argument("--quick", action="store_true", help="with all passes, and with none, alone; of other chips cayman alone")
    arguments = parser.parse_args()
    files = arguments.files or sorted((HERE / "corpus").glob("*.cl"))
    passes = [optional or part for optional, part in PASSES.findall((HERE.parent / "fir" / "passes.def").read_text())]
    ways = [("with all passes", ""), ("without any pass", ",".join(passes))]
    ways += [] if arguments.quick else [(f"without {name}", name) for name in passes]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        want = run(files, arguments.reference or arguments.driver, folder, ROOTLE_CHIP="cypress")
        faults = 0
        for way, without in ways:
            got = run(files, arguments.driver, folder, ROOTLE_CHIP="rv515", ROOTLE_DISABLE=without)
            faults += compare(way, got, want, files)
        others = OTHERS[:1] if arguments.quick else OTHERS
        for chip in others:
            faults += compare(f"on {chip}", run(files, arguments.driver, folder, ROOTLE_CHIP=chip), want, files)
        if POCL.exists() and not arguments.quick:
            others = [*others, "PoCL"]
            faults += compare("on PoCL", run(files, str(POCL), folder), want, files)
    print(f"{len(files)} programs in {len(ways)} ways, and on {', '.join(others)}: {faults} faults")
    return 1 if faults else 0


sys.exit(main())
