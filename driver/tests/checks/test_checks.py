#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Holds what the driver says of the corpus against what its kernels are: test_checks.py LAUNCH ICD.
A wrong kernel must be reported with its kind, its line and its variable, its right twin not at all; optimised or
not. Files of which reports are held to each word are run with the default's checks, too, interpreted and recompiled. not-found.txt has what is still missing, and nothing else; a third argument --update writes it."""
import os
import re
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import corpus

# The words of a report of each kind; the driver's words, which nobody else has to know
WORDS = {
    "load": r"\b(load|read) of",
    "store": r"\b(store|write) of",
    "atomic": r"(^|\W)atomic",
    "misaligned": r"misaligned|not at a multiple|not aligned",
    "read-only": r"read-only|only be read|only read",
    "write-only": r"write-only|only be written|only write",
    "uninitialised": r"uninitialised|nobody wrote|nobody has written|undefined",
    "race": r"race|conflict|no barrier",
    "barrier": r"barrier",
    "alike": r"not all work-items|not the same in all work-items",
    "event": r"no copy of the group has made|without waiting for its event",
    "constant": r"to constant memory",
    "both": r"reads it as argument .* and writes it",
    "mapped": r"has mapped for reading",
    "division": r"divided by zero",
    "shift": r"a shift by",
    "index": r"overflows, and becomes an index",
    "fence": r"fence|race|conflict",
    "outside": r"outside",
    "element": r"element -?\d+ of an array",
    "sampler": r"repeat|filter|sampler",
    "coordinate": r"NaN|infinity|infinite|coordinate",
    "format": r"format|data type",
    "hang": r"hangs",
}
SETTINGS = [{"ROOTLE_CHECK": "all"}, {"ROOTLE_CHECK": "all", "ROOTLE_DEBUG": "noopt"}]
# A check alone finds its own faults, too.
OWN_FILES = ("images", "races", "uninitialised")
# Recompiled programs are checked for accesses of memory alone; compiling takes its time.
RECOMPILED = {"ROOTLE_CHECK": "memory", "ROOTLE_EXEC": "recompile"}
RECOMPILED_FILES = ("async", "atomics", "constant", "global", "local", "misaligned", "neighbours", "private", "released", "vectors")
# Columns, functions and words are the same in each way that a kernel runs.
WORD_BY_WORD_FILES = ("hangs", "inlined", "places")
WAYS = [
    {"ROOTLE_CHECK": "memory", "ROOTLE_DEBUG": debug, "ROOTLE_EXEC": execution}
    for debug in ("", "noopt")
    for execution in ("interpret", "recompile")
]
# Seconds that a kernel may take. One that hangs takes all of them, on every processor.
TIMEOUT, TIMEOUT_OF_HANGS = "4", "0.3"
# Misses with all checks come before misses without a shadow.
ALONE = " with memory alone"
ORDER = [what + where for where in ("", ALONE) for what in ("report", "line", "variable", "words")]
LIST = corpus.FOLDER / "not-found.txt"


def missing(case: corpus.Case, report: str) -> str:
    """What a report of a wrong kernel lacks: all of it, its line, its variable, its words; "": nothing."""
    if not re.search(WORDS[case.kind], report):
        return "report"
    if not any(f"{file}:{line}:" in report for file, line in case.lines) or not all(at in report for at in case.stack):
        return "line"
    if case.variable and not re.search(rf"'{case.variable}\d*'", report):
        return "variable"
    return "" if all(words in report for words in case.says) else "words"


def listed() -> set[str]:
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return {line for line in lines if line and not line.startswith("#")}


def update(wrong: set[str]) -> None:
    """The comments stay, the rows are what is missing."""
    comments = [line for line in LIST.read_text(encoding="utf-8").splitlines() if line.startswith("#")]
    LIST.write_text("".join(f"{line}\n" for line in [*comments, *sorted(wrong)]), encoding="utf-8")


def show(title: str, rows: set[str]) -> bool:
    """Prints rows, if there are any: whether there are."""
    for row in sorted(rows):
        print(f"{title} {LIST.name}: {row}")
    return bool(rows)


Job = tuple[Path, str, dict[str, str]]


def jobs() -> list[Job]:
    chosen = [(path, setting) for path in corpus.files() for setting in SETTINGS]
    chosen += [(path, {"ROOTLE_CHECK": path.stem}) for path in corpus.files() if path.stem in OWN_FILES]
    chosen += [(path, RECOMPILED) for path in corpus.files() if path.stem in RECOMPILED_FILES]
    chosen += [(path, way) for path in corpus.files() if path.stem in WORD_BY_WORD_FILES for way in WAYS]
    return [(path, variant, setting) for path, setting in chosen for variant in ("wrong", "right")]


def judge(job: Job, reports: dict[str, str], misses: dict[str, str]) -> list[str]:
    """Puts what is missing into `misses`; gives the false reports."""
    path, variant, setting = job
    false = []
    for case in corpus.read(path):
        report = reports[case.name]
        if variant == "right" and not corpus.silent(report):
            false.append(f"right, but reported: {case.key} with {setting}:\n{report}")
        if variant == "wrong" and (what := missing(case, report)):
            what += ALONE if setting["ROOTLE_CHECK"] == "memory" else ""
            misses[case.key] = min(what, misses.get(case.key, what), key=ORDER.index)
    return false


def main() -> int:
    launch, icd = sys.argv[1:3]

    def run(job: Job) -> dict[str, str]:
        path, variant, setting = job
        timeout = TIMEOUT_OF_HANGS if path.stem == "hangs" else TIMEOUT
        return corpus.run([launch], path, variant, {**setting, "OCL_ICD_VENDORS": icd, "ROOTLE_TIMEOUT": timeout})

    with ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(zip(jobs(), pool.map(run, jobs()), strict=True))
    misses: dict[str, str] = {}
    false = [text for job, reports in results for text in judge(job, reports, misses)]
    wrong = {f"{key} {what}" for key, what in misses.items()}
    print("".join(false))
    if sys.argv[3:] == ["--update"]:
        update(wrong)
    unlisted = show("missing, and not in", wrong - listed())
    found = show("found, so to be taken out of", listed() - wrong)
    count = sum(1 for path in corpus.files() for _ in corpus.read(path))
    print(f"{count} pairs: {len(wrong)} not found, {len(false)} false reports")
    return 1 if false or unlisted or found or not count else 0


if __name__ == "__main__":
    sys.exit(main())
