#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""What rootle-check tells of programs, right and wrong: test_check.py ROOTLE_CHECK PROGRAM_TESTER, from the
root of the checkout."""
import json
import subprocess
import sys
import tempfile
from pathlib import Path

WRONG = "driver/tests/checks/places.cl"
KERNEL = "store_past_end"  # that its test runs
INLINED = "driver/tests/checks/inlined.cl"
RIGHT = "program-tester/tests/sampler/addressing.cl"


# Reduces large angles by libclc's digits of 2/pi, of which it loads more than there are.
LARGE_ANGLES = """\
/*!
[config]
kernel_name: circle
global_size: 4
[test]
arg_out: 0 buffer int[4] 1 1 1 1
arg_in: 1 buffer double[12] 1e300 -3e307 1.7e308 1e250 5e200 2e280 1e19 4e40 1e100 1e290 1.5e308 7e305
!*/
kernel void circle(global int *out, global const double *in)
{
    int i = get_global_id(0);
    double3 c, s = sincos(vload3(i, in), &c);
    out[i] = all(fabs(s * s + c * c - 1) < 1e-12) && all(fabs(s) > 0);
}
"""


# A race is reported with the byte and its object, before its line.
RACE = """\
/*!
[config]
kernel_name: racing
global_size: 64
local_size: 64
expect: runs
[test]
arg_in: 0 buffer int[64] repeat 5
!*/
kernel void racing(global int *values)
{
    int i = get_global_id(0);
    values[(i + 1) & 63] = i;
    values[i] += 1;
}
"""


# One mistake of each of three kinds in one kernel.
THREE_KINDS = """\
/*!
[config]
kernel_name: wrong
global_size: 64
local_size: 64
expect: runs
[test]
arg_in: 0 buffer int[64] repeat 5
arg_in: 1 buffer int[64] repeat 0
!*/
kernel void wrong(global int *values, global int *out)
{
    local int part[64];
    int i = get_global_id(0);
    values[(i + 1) & 63] = i;
    values[i] += 1;
    out[i] = part[i] + values[i + 64];
}
"""


TWO = """/*!
[config]
kernel_name: two
global_size: 4
[test]
arg_out: 0 buffer int[4] repeat 0
arg_in: 1 buffer int[4] repeat 0
!*/
kernel void two(global int *out, global const int *in)
{
    int i = get_global_id(0);
    out[i] = in[i + 400] + in[i * 3 + 500];
}
"""


def check(arguments: list[str], status: int, said: str, unsaid: str = "\0") -> None:
    done = subprocess.run([sys.argv[1], *arguments], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != status or said not in done.stderr or unsaid in done.stderr:
        sys.exit(f"{arguments}: status {done.returncode}, not {status}, or no {said!r} in:\n{done.stderr}")


def collect(tester: str) -> None:
    """Reports are told once for each place, counted, written as JSON, and suppressed."""
    twice = ["sh", "-c", f"{tester} {WRONG}; {tester} {WRONG} {INLINED}"]
    with tempfile.TemporaryDirectory() as folder:
        found, rules = Path(folder) / "json", Path(folder) / "rules"
        check([f"--json={found}", f"--gen-suppressions={rules}", *twice], 1, "rootle-check: 32 times: ")
        first, second = json.loads(found.read_text(encoding="utf-8"))
        assert (first["count"], first["kernel"], first["function"]) == (32, KERNEL, KERNEL), first
        assert (first["file"], first["line"]) == (WRONG, line_of(KERNEL)), first
        assert (second["count"], second["function"]) == (16, "fetch"), second
        assert "past the end of argument 0 'out'" in first["text"] and not first["suppressed"]
        assert len(rules.read_text(encoding="utf-8").splitlines()) == 2
        check([f"--suppressions={rules}", "--error-exitcode=9", *twice], 1, "rootle-check: 0 reports, 2 suppressed\n",
              "past the end")
        rules.write_text("# a comment\n\nmemory function=fet*  # and one\nmem* kernel=store* line=1\n", encoding="utf-8")
        check([f"--suppressions={rules}", "--error-exitcode=9", *twice], 9, "rootle-check: 1 report: 1 memory, 1 suppressed\n")
        rules.write_text("\nlaunch functions=f\n", encoding="utf-8")
        check([f"--suppressions={rules}", *twice], 1, "rules:2: 'functions=f' is none of kernel=, function=")
        check([f"--suppressions={folder}/none", *twice], 127, "none: No such file")
        check([f"--json={folder}/none/none", *twice], 127, "none: No such file")
    check(["--max-errors=1", *twice], 1, "rootle: ROOTLE_CHECK_MAX=1: what else is found is only counted", "inlined at")


def place(tester: str) -> None:
    """The place of a report is its line, whatever else it is at."""
    with tempfile.TemporaryDirectory() as folder:
        program, found, rules = (Path(folder) / name for name in ("race.cl", "json", "rules"))
        program.write_text(RACE, encoding="utf-8")
        command = [tester, str(program)]
        check([f"--json={found}", "--check=races", *command], 0, "at byte 0 of argument 0 'values'")
        rows = json.loads(found.read_text(encoding="utf-8"))
        lines = {RACE[: RACE.index(text)].count("\n") + 1 for text in ("values[(i", "values[i]")}
        assert {row["line"] for row in rows} <= lines and {row["file"] for row in rows} == {str(program)}, rows
        rules.write_text("races function=racing file=*/race.cl\n", encoding="utf-8")
        check([f"--suppressions={rules}", "--check=races", *command], 0, "rootle-check: 0 reports")


def kinds(tester: str) -> None:
    """All checks are on unless some are chosen; the end says which, and how much each has found."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "kinds.cl"
        program.write_text(THREE_KINDS, encoding="utf-8")
        said = "rootle-check: looked for memory, uninitialised, races, barriers, images, arithmetic, api; --check=memory is faster"
        check([tester, str(program)], 1, said)
        check([tester, str(program)], 1, "\nrootle-check: 4 reports: 2 races, 1 uninitialised, 1 memory\n")
        check(["--check=memory", tester, str(program)], 1, "rootle-check: looked for memory; not for uninitialised, races, "
              "barriers, images, arithmetic, api (--check=all does)\nrootle-check: 1 report: 1 memory\n")  # fmt: skip
        check(["--check=none", tester, str(program)], 0, "rootle-check: looked for nothing; not for memory, ")


def without_lines(tester: str) -> None:
    """A program without lines has instructions as places: two of one kernel are two."""
    with tempfile.TemporaryDirectory() as folder:
        program = Path(folder) / "two.cl"
        program.write_text(TWO, encoding="utf-8")
        check(["--check=memory", "env", "ROOTLE_DEBUG=nolines", tester, str(program)], 1,
              "rootle-check: 2 reports: 2 memory\n")  # fmt: skip


def line_of(kernel: str) -> int:
    """Where the fault of a wrong kernel is."""
    lines = Path(WRONG).read_text(encoding="utf-8").splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"kernel void {kernel}("))
    return 1 + next(i for i in range(start, len(lines)) if "/*@*/" in lines[i])


def main() -> None:
    tester = sys.argv[2]
    check(["--error-exitcode=77", tester, RIGHT], 0, "rootle-check: 0 reports\n")
    check(["--error-exitcode=77", tester, WRONG], 77, "rootle-check: 1 report: 1 memory\n")
    kinds(tester)
    shows_code = f"ROOTLE_DEBUG=asm {tester} --from-binary {RIGHT}"
    check(["sh", "-c", shows_code], 0, "rootle: ROOTLE_DEBUG=asm: this program came as a binary, as one that was kept; ")
    check(["--cheek=all", "true"], 2, "rootle-check: did you mean --check? --help has all options\n", "usage:")
    check([tester, WRONG], 1, "past the end of argument 0 'out'")
    check(["--check=none", tester, WRONG], 1, "rootle-check: 0 reports\n", "past the end")
    check(["--chip=juniper", "--", tester, WRONG, INLINED], 1, "rootle-check: 2 reports: 2 memory\n")
    check(["sh", "-c", f"{tester} {WRONG}; kill -9 $$"], 128 + 9, "rootle-check: 1 report: 1 memory\n")
    check(["--error-exitcode=256", "true"], 2, "not a number from 0 to 255")
    check(["--check=memroy", "true"], 2, "rootle-check: ROOTLE_CHECK=memroy is none of memory, ")
    check(["--chip=cypres", "true"], 2, "rootle-check: --chip=cypres is not a known chip")
    check(["--wrong", "true"], 2, "usage: rootle-check")
    check([], 2, "usage: rootle-check")
    check(["/proc/absent"], 127, "rootle-check: /proc/absent: No such file", "looked for")
    collect(tester)
    place(tester)
    without_lines(tester)
    with tempfile.TemporaryDirectory() as folder:
        angles = Path(folder) / "angles.cl"
        angles.write_text(LARGE_ANGLES, encoding="utf-8")
        check(["--check=all", tester, str(angles)], 0, "rootle-check: 0 reports\n")
        log = Path(folder) / "log"
        log.write_text("rootle: of another run\n", encoding="utf-8")
        check([f"--log={log}", "--error-exitcode=5", tester, WRONG], 5, "rootle-check: 1 report: 1 memory\n")
        assert "store of 4 bytes" in log.read_text(encoding="utf-8")
        check([f"--log={folder}/no/log", "true"], 127, "no/log: No such file")


if __name__ == "__main__":
    main()
