#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Stops at what is reported of the corpus, as rootle-debug's `catch reports` does: test_stops.py LAUNCH ICD [-v] [FILE...]
The program must be at one of the lines that the case has marked. A few files, or all with ROOTLE_LONG_TESTS."""
import os
import sys
from collections import defaultdict
from pathlib import Path

import corpus

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "program-tester"))

from runner.debug.session import Session  # noqa: E402

SAMPLE = ("barriers", "counters", "elements", "inlined")
# A loop that does not end is no report: the launch fails when its time is over.
WITHOUT_REPORTS = ("hangs",)
# The wavefront that makes no copy is found at the wait behind it, with the copy's line as the other one.
ELSEWHERE = {"copies wavefront_without"}
Place = tuple[str, int]


def stops_of(launch: str, icd: str, path: Path) -> dict[str, list[set[Place]]]:
    """Of each kernel, the lines with their callers' that it stopped at."""
    found: dict[str, list[set[Place]]] = defaultdict(list)
    session = Session([launch, str(path), "wrong"], Path(icd))
    session.output = lambda _: None
    session.holds["reports"] = True
    try:
        stop = session.start()
        while stop.why != "exited":
            if stop.why == "report" and session.kernel:
                frames = session.kernel.frames_around(stop.shown)
                found[session.kernel.name].append({(frame.file, frame.line) for frame in frames})
            stop = session.go()
    finally:
        session.close()
    return found


def missed(case: corpus.Case, stops: list[set[Place]]) -> str:
    if not stops:
        return f"{case.key}: it does not stop"
    lines = set(case.lines)
    return "" if any(places & lines for places in stops) != (case.key in ELSEWHERE) else f"{case.key}: it stops at {sorted(set().union(*stops))}, not {sorted(lines)}"


def main() -> int:
    words = [word for word in sys.argv[1:] if word != "-v"]
    launch, icd, *names = words
    os.environ.update({"ROOTLE_CHECK": "all", "ROOTLE_TIMEOUT": "20"})
    chosen = names or (() if os.environ.get("ROOTLE_LONG_TESTS") else SAMPLE)
    faults, count = [], 0
    for path in corpus.files():
        if path.stem in WITHOUT_REPORTS or (chosen and path.stem not in chosen):
            continue
        stops = stops_of(launch, icd, path)
        for case in corpus.read(path):
            count += 1
            if fault := missed(case, stops[case.name]):
                faults.append(fault)
                if "-v" in sys.argv:
                    print(fault, flush=True)
    print("\n".join(faults) if "-v" not in sys.argv else "")
    print(f"{count} pairs: {count - len(faults)} stop at a faulty line")
    return 1 if faults or not count else 0


if __name__ == "__main__":
    sys.exit(main())
