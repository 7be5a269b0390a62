#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Reading a test file takes time in proportion to its size, whatever is in it. Usage: test_limits.py PROGRAM

Each construct is read at a size and at four times that size: a quarter of the largest that is read, or with
ROOTLE_LONG_TESTS=1 that. Time is the processor's, which other work on
the machine makes longer, never shorter: what seems to take too long is measured again.
"""

import functools
import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest
from collections.abc import Callable

PROGRAM = sys.argv.pop(1)
TURNS = 5  # until something takes too long
SHARE = 1 if os.environ.get("ROOTLE_LONG_TESTS") == "1" else 4
NOISE = 0.3 / SHARE  # seconds that a size may take longer for no reason

CONFIG = "[config]\nkernel_name: k\n"
TEST = CONFIG + "[test]\n"
OUT = "arg_out: 0 buffer int[1] 1\n"
SOURCE = "[program source]\nkernel void k() {}\n"


def numbers(scalar: str, number: str) -> Callable[[int], str]:
    return lambda n: f"{TEST}arg_out: 0 buffer {scalar}[{n}] {f'{number} ' * n}\n{SOURCE}"


def full_test(count: int) -> str:
    return "[test]\n" + OUT + "".join(f"arg_in: {i} int 1\n" for i in range(1, count))


# The largest size, and the text of a size.
GOOD: dict[str, tuple[int, Callable[[int], str]]] = {
    "tests": (100_000, lambda n: CONFIG + "".join(f"[test]\nname: t{i}\n{OUT}" for i in range(n)) + SOURCE),
    "tests without names": (100_000, lambda n: CONFIG + f"[test]\n{OUT}" * n + SOURCE),
    "arguments": (100_000, lambda n: CONFIG + full_test(1000) * (n // 1000) + SOURCE),
    "steps": (100_000, lambda n: CONFIG + full_test(1000) + "read: 0 1\n" * n + SOURCE),
    "integers": (5_000_000, numbers("int", "1")),  # 10 MB
    "floats": (1_000_000, numbers("float", "1.25")),
    "halves": (500_000, numbers("half", "1.25")),
    "ranges": (500_000, numbers("int", "1..2")),
    "lines of a value": (500_000, numbers("int", "1 \\\n")),
    "empty lines of a value": (1_000_000, lambda n: TEST + OUT[:-1] + " \\\n" * n + "\n" + SOURCE),
    "arguments of a launch": (500_000, lambda n: TEST + OUT + f"launch: k args {'0 ' * n}\n" + SOURCE),
    "a long name": (8_000_000, lambda n: f"{TEST}name: {'x' * n}\n{OUT}{SOURCE}"),
    "a long number": (8_000_000, lambda n: numbers("double", "0." + "1" * n)(1)),
    "a long hexadecimal number": (8_000_000, lambda n: numbers("float", f"0x1.{'1' * n}p-1")(1)),
    "options": (8_000_000, lambda n: CONFIG + f"build_options: {'-g ' * (n // 3)}\n" + SOURCE),
    "blank lines": (4_000_000, lambda n: CONFIG + "\n" * n + SOURCE),
    "comments": (2_000_000, lambda n: CONFIG + "#\n" * n + SOURCE),
    "ends of comments": (1_000_000, lambda n: "/*!\n" + CONFIG + "#!*/\n" * n),
    "a binary": (1_000_000, lambda n: CONFIG + "[program binary]\n" + "\0\n" * n),
}

WRONG: dict[str, tuple[int, Callable[[int], str]]] = {
    "tests of one name": (100_000, lambda n: CONFIG + f"[test]\nname: a\n{OUT}" * n),
    "arguments of one index": (100_000, lambda n: TEST + OUT + "arg_in: 1 int 1\n" * n),
    "sections with errors": (100_000, lambda n: CONFIG + "[tset]\n" * n),
    "sections of no known name": (100_000, lambda n: CONFIG + "[colour]\n" * n),
    "keys": (100_000, lambda n: TEST + "kernl_name: x\n" * n),
    "lines": (100_000, lambda n: TEST + "x\n[test]\n" * n),
    "programs": (100_000, lambda n: CONFIG + "[program source]\n" * n),
    "binaries": (100_000, lambda n: CONFIG + "[program binary]\n\0\n[config]\n" * n),
    "numbers": (500_000, numbers("int", "1x")),
    "fractions": (500_000, numbers("int", "1.5")),
    "values again": (500_000, lambda n: TEST + OUT[:-1] + " random" * n),
    "tolerances": (500_000, lambda n: TEST + OUT[:-1] + " tolerance 1" * n),
    "sub-keys": (500_000, lambda n: f"{TEST}arg_in: 0 image uchar 1 {'image_width 1 ' * n}"),
    "boxes": (500_000, lambda n: f"{TEST}{OUT}read: 0 {'offset 0 ' * n}"),
    "a long word": (8_000_000, lambda n: f"{TEST}arg_in: 0 {'x' * n}"),
    "a long key": (8_000_000, lambda n: f"{TEST}{'x' * n}: 1"),
    "a long section": (8_000_000, lambda n: f"{CONFIG}[{'x' * n}]"),
    "a long kernel": (8_000_000, lambda n: f"[config]\nkernel_name: {'x' * n}\n" + f"[test]\n{OUT}" * 100),
    "a long expression": (8_000_000, lambda n: f"[config]\ndevice_regex: {'(' * n}"),
    "starts of comments": (1_000_000, lambda n: "/*!\n" * n),
}


def limit_time() -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (240, 240))


class Limits(unittest.TestCase):
    def setUp(self) -> None:
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_program(self, *arguments: str) -> tuple[subprocess.CompletedProcess[bytes], float]:
        """Also the seconds of the processor that it takes."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = subprocess.run([PROGRAM, *arguments], capture_output=True, check=False, preexec_fn=limit_time)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        return done, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime

    def check(self, text: str, status: int, name: str = "t.program_test") -> float:
        """Seconds of the processor that --check takes."""
        path = self.folder / name
        path.write_text(text, "utf-8")
        done, seconds = self.run_program("--check", str(path))
        self.assertEqual(done.returncode, status, done.stderr[:500])
        self.assertLess(len(done.stderr), 1 << 18)
        return seconds

    def select(self, count: int) -> float:
        """Seconds of the processor that it takes to choose each of so many tests by its name."""
        path = self.folder / "t.cl"
        names = [f"t[{i}]" for i in range(count)]
        path.write_text("/*!\n" + CONFIG + "".join(f"[test]\nname: {name}\n{OUT}" for name in names) + "!*/\n")
        done, seconds = self.run_program("--list", *(f"--test={name}" for name in names), str(path))
        self.assertEqual((done.returncode, done.stdout.count(b"\n")), (0, count))
        return seconds

    def hold(self, small: Callable[[], float], large: Callable[[], float], most: float) -> None:
        """`large` is of four times the size; squares would take sixteen times as long."""
        seconds = small(), large()
        for _ in range(TURNS):
            if seconds[1] < min(seconds[0] * 8 + NOISE, most):
                return
            seconds = min(seconds[0], small()), min(seconds[1], large())
        self.fail(f"{seconds[0]:.2f} s, four times the size {seconds[1]:.2f} s, of at most {most} s")

    def hold_within(self, most: float, measure: Callable[[], float]) -> None:
        least = measure()
        for _ in range(TURNS):
            if least < most:
                return
            least = min(least, measure())
        self.fail(f"{least:.2f} s, of at most {most} s")

    def scale(self, size: int, make: Callable[[int], str], status: int, name: str) -> None:
        size //= SHARE
        self.hold(
            lambda: self.check(make(size // 4), status, name),
            lambda: self.check(make(size), status, name),
            10,
        )

    def test_good_files(self) -> None:
        for name, (size, make) in GOOD.items():
            with self.subTest(name):
                self.scale(size, make, 0, "t.cl" if "/*!" in make(4) else "t.program_test")

    def test_wrong_files(self) -> None:
        for name, (size, make) in WRONG.items():
            with self.subTest(name):
                self.scale(size, make, 2, "t.cl" if "/*!" in make(4) else "t.program_test")

    def test_selections(self) -> None:
        """As many names as there are tests."""
        self.hold(lambda: self.select(5_000), lambda: self.select(20_000), 10)

    def test_expressions(self) -> None:
        for key in ("platform_regex", "device_regex", "expect_build_log"):
            for expression in ("(a*)*b{1,32767}", "((a{1,200}){1,200}){1,200}", "(" * 90 + "a" + "+)" * 90 + "+"):
                text = f"[config]\nexpect_build_fail: true\n{key}: {expression}\n{SOURCE}"
                self.hold_within(1, functools.partial(self.check, text, 2))

    def test_too_many_tests(self) -> None:
        self.hold_within(10, lambda: self.check(CONFIG + "[test]\n" * 1_000_000, 2))


if __name__ == "__main__":
    unittest.main()
