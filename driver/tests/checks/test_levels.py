#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What is reported of the corpus's wrong kernels by one level of optimisation is reported by noopt, too, and of their
right twins nothing is by any: test_levels.py LAUNCH ICD CC [--long].

A report is one of a check, a kernel and a line of the source. Levels are all passes, and with --long each optional
pass of the code generator left out; noopt is beside them. With --long all checks are run, else `memory` alone, of every other file.
noopt-misses.txt has what noopt does not report, and nothing else."""
import json
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import corpus

LIST = corpus.FOLDER / "noopt-misses.txt"
OPTIONAL = re.compile(r"^(\w+) +optional ", re.MULTILINE)
NOOPT = {"ROOTLE_DEBUG": "noopt"}
Places = set[str]


def levels(compiler: str, everything: bool) -> list[dict[str, str]]:
    """noopt is the first."""
    if not everything:
        return [NOOPT, {}]
    done = subprocess.run([compiler, "--list-passes"], capture_output=True, text=True, check=True)
    names = OPTIONAL.findall(done.stdout[done.stdout.index("Over machine IR") :])
    return [NOOPT, {}, *({"ROOTLE_DISABLE": name} for name in names)]


def reported(launch: str, icd: str, file: Path, variant: str, setting: dict[str, str]) -> Places:
    """What is reported of a file's kernels."""
    timeout = "1" if file.stem == "hangs" else "4"
    with tempfile.NamedTemporaryFile() as log:
        environment = {"OCL_ICD_VENDORS": icd, "ROOTLE_CHECK_JSON": log.name, "ROOTLE_TIMEOUT": timeout, **setting}
        corpus.run([launch], file, variant, environment)
        rows = [json.loads(line) for line in log.read().decode().splitlines()]
    return {
        f"{file.stem} {row['kernel']}: {row['check']} at {row['file']}:{row['line']}" for row in rows if row["check"] != "launch"
    }


def listed() -> Places:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def show(title: str, rows: Places) -> bool:
    """Prints rows, if there are any: whether there are."""
    for row in sorted(rows):
        print(f"{title}: {row}")
    return bool(rows)


Setting = dict[str, str]


def run_all(launch: str, icd: str, files: list[Path], settings: list[Setting]) -> tuple[list[Places], Places]:
    """By setting, what is reported of wrong kernels; and all that is of right ones."""
    jobs = [(i, file, variant) for i in range(len(settings)) for file in files for variant in ("wrong", "right")]
    wrong: list[Places] = [set() for _ in settings]
    right: Places = set()
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = pool.map(lambda job: reported(launch, icd, job[1], job[2], settings[job[0]]), jobs)
        for (i, _, variant), places in zip(jobs, results, strict=True):
            if variant == "wrong":
                wrong[i] |= places
            else:
                right |= {f"{place} with {settings[i]}" for place in places}
    return wrong, right


def main() -> int:
    launch, icd, compiler = sys.argv[1:4]
    everything = "--long" in sys.argv[4:]
    all_levels, missed, bad = levels(compiler, everything), set(), False
    files = corpus.files() if everything else corpus.files()[::2]
    for checks in ("memory", "all") if everything else ("memory",):
        wrong, right = run_all(launch, icd, files, [{"ROOTLE_CHECK": checks, **level} for level in all_levels])
        for level, places in zip(all_levels, wrong, strict=True):
            more = places - wrong[0]
            missed |= {f"{place} with {checks}" for place in more}
            print(f"{checks} {level}: {len(places)} places, {len(more)} that noopt has not", flush=True)
        bad |= show("right, but reported", right) or not all(wrong)
    bad |= show(f"not reported by noopt, and not in {LIST.name}", missed - listed())
    bad |= everything and show(f"reported by noopt, so to be taken out of {LIST.name}", listed() - missed)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
