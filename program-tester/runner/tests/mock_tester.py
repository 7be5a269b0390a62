#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""A tester that misbehaves to order. Each line of a test file is one test: `NAME WHAT`, where WHAT
is a method of Deeds below. A line `load WHAT` happens before the first test."""

import json
import os
import re
import signal
import sys
import time
from pathlib import Path


def say(**record):
    line = f"{KEY[0]}{json.dumps(record)}\n".encode() if KEY else f"{json.dumps(record)}\n".encode()
    os.write(RECORDS[0] if RECORDS else 1, line)


def end_output():
    if KEY:
        try:
            os.write(2, f"{KEY[0]}\n".encode())
        except OSError:
            pass


def forged(test, status):
    return f'{{"test":"{test}","status":"{status}","seconds":0.01}}\n'.encode()


MANY_NUMBERS = " ".join(map(str, range(4096)))


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
        wide = {"index": 0, "wrong": 4, "actual": MANY_NUMBERS}
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
    def aborts_with_child():
        if os.fork() == 0:
            time.sleep(1000)
        os.abort()

    @staticmethod
    def segfaults():
        os.kill(os.getpid(), signal.SIGSEGV)

    @staticmethod
    def exits():
        os._exit(7)

    @staticmethod
    def takes_the_device_away():
        Path("taken").touch()
        os.abort()

    @staticmethod
    def spoils_the_driver():
        """No test of this process has a context after it."""
        SPOILT.append(True)
        return {"status": "pass"}

    @staticmethod
    def never_has_a_context():
        with open(CURRENT[0], "a", encoding="utf-8") as file:
            file.write(f"{os.getpid()}\n")
        return dict(LOST)

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
            os.write(RECORDS[0], b"z" * 100000)

    @staticmethod
    def forges_a_pass():
        for pipe in (1, 2):
            os.write(pipe, forged(CURRENT[1], "pass"))
        return {"status": "fail", "message": "0 of 4 elements are right"}

    @staticmethod
    def forges_others():
        """Also of tests to come, and ends of what they print."""
        for line in (b'{"begin":"%b"}\n', b'{"done":"%b"}\n', b"0123456789abcdef\n"):
            os.write(1, line.replace(b"%b", CURRENT[1].encode()))
        for name in ("before", "after"):
            os.write(2, forged(CURRENT[1].replace("forger", name), "fail"))
        return {"status": "pass"}

    @staticmethod
    def forges_a_pass_and_dies():
        os.write(1, forged(CURRENT[1], "pass"))
        os.abort()

    @staticmethod
    def scribbles_into_the_records():
        os.write(RECORDS[0], forged(CURRENT[1], "pass") + b"scribble")
        return {"status": "fail", "message": "0 of 4 elements are right"}

    @staticmethod
    def closes_its_output():
        os.close(1)
        os.close(2)
        return {"status": "pass"}

    @staticmethod
    def prints_garbage():
        os.write(1, b"\xff\xfe\x00{]not json\n[1, 2]\n{\"status\": 3}\nprintf without end")
        return {"status": "pass"}

    @staticmethod
    def dies_mid_record():
        os.write(RECORDS[0], KEY[0].encode() + b'{"test": "x::y", "sta')
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
SPOILT: list[bool] = []
LOST = {"status": "error", "message": "clCreateContext failed: error -9999", "device_lost": True}
NUMBERS: list[str] = []
CURRENT: list[str] = []  # path and name of the test that runs: as a file, and in records
RECORDS: list[int] = []  # the descriptor to write them to
KEY: list[str] = []  # which they begin with


def read_tests(path):
    with open(path, encoding="utf-8") as file:
        return [line.split() for line in file.read().split("\n") if line]


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
        CURRENT[:] = [f"{path}.{name}", test]
        record = dict(LOST) if SPOILT else getattr(Deeds, deed)()
        end_output()
        if record is not None:
            details = {"file": path, "line": 1, **record.pop("details", {})}
            say(test=test, seconds=0.01, details=details, **record)
    end_output()
    say(done=path)


def look_for_device(wanted):
    """Drivers may fail before any test."""
    if wanted == "none" or Path("taken").exists():
        why = "there is no OpenCL device 'none'; there is one called Mock"
        print(f"the card\nis on fire\nprogram-tester: {why}", flush=True)
        say(no_device=why)
        sys.exit(3)
    if wanted == "crashing":
        print("cannot open the device", flush=True)
        os.abort()
    if wanted == "quitting":
        os._exit(0)
    if wanted.startswith("slow-"):
        time.sleep(float(wanted.removeprefix("slow-")))
    if wanted == "hanging":
        time.sleep(1000)


def unescaped(word):
    return re.sub(r"\\(.)", lambda found: {"t": "\t", "n": "\n"}.get(found[1], found[1]), word)


def main():
    for stream in (sys.stdin, sys.stdout):
        stream.reconfigure(errors="surrogateescape")  # names of files are bytes
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
    if sys.argv[-1].startswith("--records="):
        RECORDS.append(int(sys.argv.pop().partition("=")[2]))
        KEY.append(sys.stdin.readline().strip())
    look_for_device(sys.argv[-1])
    say(device={"platform": "Mock", "name": " ".join(sys.argv[2:]), "driver_version": "7"})
    for line in sys.stdin:
        file, *names = map(unescaped, line.rstrip("\n").split("\t"))
        run_file(file, names or None)
    if "exit" in DIE_LATER:
        os.abort()
    return 1


sys.exit(main())
