# SPDX-License-Identifier: MIT
"""Stands for `rootle-board watch` with a tester: a test whose name begins with "fall" takes the machine down, one with "cut" the
connection as often as the file FAKE_WATCH_CUTS has lines, "crash" its own process, and others pass."""

import json
import os
import sys
from pathlib import Path

COMPACT = json.JSONEncoder(separators=(",", ":"))
key = sys.stdin.readline().strip()


def say(**record: object) -> None:
    os.write(2, f"{key}{COMPACT.encode(record)}\n".encode())


def run(test: str) -> None:
    say(begin=test)
    what = test.partition("::")[2]
    if what.startswith("fall"):
        os._exit(1)
    if what.startswith("cut"):
        cuts = Path(os.environ["FAKE_WATCH_CUTS"])
        left = cuts.read_text(encoding="ascii").splitlines()
        cuts.write_text("".join(f"{line}\n" for line in left[1:]), encoding="ascii")
        if left:
            os._exit(1)
    if what.startswith("crash"):
        say(ended=-11)
        sys.exit(0)
    say(test=test, status="pass", seconds=0.01)


say(device={"platform": "a platform", "name": os.environ.get("FAKE_WATCH_NAME", "a device")})
for line in sys.stdin:
    ended = line.endswith("\x04")
    path, *tests = line.strip("\n\x04").split("\t")
    for test in tests:
        run(f"{path}::{test}")
    if path:
        say(done=path)
say(ended=0)
