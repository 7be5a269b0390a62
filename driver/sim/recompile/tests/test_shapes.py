#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Random kernels of the shapes that the recompiler knows ways for (random_shapes.py): interpreted and recompiled they give the same.

Usage: test_shapes.py PROGRAM-TESTER ICD [--first SEED] [--count N]. A file that fails is printed whole.
Of the seeds there are 48, and 2,000 with ROOTLE_LONG_TESTS=1.
"""

import argparse
import os
import sys
import tempfile
from pathlib import Path

import random_shapes
import testers


def main() -> int:
    testers.skip_elsewhere()
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tester")
    parser.add_argument("icd")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--count", type=int, default=2000 if os.environ.get("ROOTLE_LONG_TESTS") == "1" else 48)
    arguments = parser.parse_args()
    failed = recompiled = 0
    with tempfile.TemporaryDirectory() as folder:
        for seed in range(arguments.first, arguments.first + arguments.count):
            path = Path(folder) / f"shape-{seed}.cl"
            path.write_text(random_shapes.shape(seed), encoding="utf-8")
            host = testers.HOSTS[seed // len(random_shapes.FAMILIES) % len(testers.HOSTS)]
            records, said = testers.run(arguments.tester, {"OCL_ICD_VENDORS": arguments.icd, "ROOTLE_EXEC": "both", "ROOTLE_DEBUG": "native",
                                                           "ROOTLE_CACHE": "0", "ROOTLE_HOST": host}, path)
            recompiled += "is recompiled" in said
            if [record["status"] for record in records] != ["pass"]:
                failed += 1
                print(f"seed {seed}, host {host}: {records}\n{path.read_text(encoding='utf-8')}")
    print(f"{arguments.count} kernels, {recompiled} of them recompiled, {failed} failed")
    return int(failed > 0 or recompiled < 0.9 * arguments.count)


if __name__ == "__main__":
    sys.exit(main())
