#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A tester that misbehaves to order. Each line of a test file is one test: `NAME WHAT`, where WHAT
is a method of Deeds below. A line `load WHAT` happens before the first test."""

import json
import os
import signal
import sys
import time
from pathlib import Path


def say(**record):
    print(json.dumps(record), flush=True)


class Deeds:
    """What a test can do. Returns fields of its record, or None when it writes none itself."""

    @staticmethod
    def passes():
        return {"status": "pass"}

    @staticmethod
    def fails():
        print("a word on stderr", file=sys.stderr, flush=True)
        return {"status": "fail", "message": "3 of 4 elements differ"}

    @staticmethod
    def fails_at_length():
        wide = {"index": 0, "wrong": 4, "image": {"expected": list(range(4096))}}
        return {"status": "fail", "message": "x" * 1000, "details": {"arguments": [wide]}}

    @staticmethod
    def leaves_a_mark():
        Path(CURRENT[0]).touch()
        return {"status": "pass"}

    @staticmethod
    def needs_piglits_numbers():
        return {"status": "pass"} if NUMBERS else {"status": "error", "message": "out of range"}

    @staticmethod
    def needs_source():
        if any(word.startswith("--program-cache=") for word in sys.argv):
            return {"status": "fail", "message": " ".join(sys.argv[2:])}
        return {"status": "pass"}

    @staticmethod
    def skips():
        return {"status": "skip", "message": "no images"}

    @staticmethod
    def slow():
        time.sleep(0.2)
        return {"status": "pass"}

    @staticmethod
    def takes_its_time():
        time.sleep(0.01)
        return {"status": "pass"}

    @staticmethod
    def flips():
        """Fails the first time that anybody runs it, then passes, and so on."""
        flag = Path(CURRENT[0] + ".flipped")
        if flag.exists():
            flag.unlink()
            return {"status": "pass"}
        flag.touch()
        return {"status": "fail", "message": "0 of 4 elements are right"}

    @staticmethod
    def hogs_memory():
        hoard = bytearray(os.urandom(1 << 20) * 200)
        time.sleep(1000)
        return {"status": "pass", "message": str(len(hoard))}

    @staticmethod
    def aborts():
        print("last words", file=sys.stderr, flush=True)
        os.abort()

    @staticmethod
    def segfaults():
        os.kill(os.getpid(), signal.SIGSEGV)

    @staticmethod
    def exits():
        os._exit(7)

    @staticmethod
    def hangs():
        time.sleep(1000)

    @staticmethod
    def hangs_with_child():
        if os.fork() == 0:
            time.sleep(1000)
        time.sleep(1000)

    @staticmethod
    def floods():
        for _ in range(2000):
            os.write(2, b"x" * 10000 + b"\n")
            os.write(1, b"y" * 1000 + b"\n")
        return {"status": "pass"}

    @staticmethod
    def floods_for_ever():
        while True:
            os.write(1, b"flood\n" * 1000)

    @staticmethod
    def floods_one_line():
        while True:
            os.write(1, b"z" * 100000)

    @staticmethod
    def prints_garbage():
        os.write(1, b"\xff\xfe\x00{]not json\n[1, 2]\n{\"status\": 3}\nprintf without end")
        return {"status": "pass"}

    @staticmethod
    def dies_mid_record():
        os.write(1, b'{"test": "x::y", "sta')
        os._exit(0)

    @staticmethod
    def gives_no_record():
        return None

    @staticmethod
    def dies_when_asked_next():
        DIE_LATER.append("between")
        return {"status": "pass"}

    @staticmethod
    def dies_at_exit():
        DIE_LATER.append("exit")
        return {"status": "pass"}


DIE_LATER: list[str] = []
NUMBERS: list[str] = []
CURRENT: list[str] = []  # path and name of the test that runs


def read_tests(path):
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file.read().splitlines() if line]


def in_order(tests, wanted):
    """The tests as they were asked for."""
    if wanted is None:
        return tests
    return sorted(tests, key=lambda test: wanted.index(test[0]) if test[0] in wanted else -1)


def run_file(path, wanted):
    for name, deed in in_order(read_tests(path), wanted):
        if name == "load":
            getattr(Deeds, deed)()
            continue
        if wanted is not None and name not in wanted:
            continue
        if "between" in DIE_LATER:
            os.abort()
        test = f"{path}::{name}"
        say(begin=test)
        CURRENT[:] = [f"{path}.{name}"]
        record = getattr(Deeds, deed)()
        if record is not None:
            details = {"file": path, "line": 1, **record.pop("details", {})}
            say(test=test, seconds=0.01, details=details, **record)
    say(done=path)


def main():
    if "--piglit-compare" in sys.argv:
        sys.argv.remove("--piglit-compare")
        NUMBERS.append("Piglit's")
    if sys.argv[1] == "--list":
        for path in sys.argv[2:]:
            for name, _ in read_tests(path):
                if name != "load":
                    print(f"{path}::{name}")
        return 0
    assert sys.argv[1] == "--server"
    say(device={"platform": "Mock", "name": " ".join(sys.argv[2:])})
    for line in sys.stdin:
        file, *names = line.rstrip("\n").split("\t")
        run_file(file, names or None)
    if "exit" in DIE_LATER:
        os.abort()
    return 1


sys.exit(main())
