# SPDX-License-Identifier: MIT
"""What ci/check says at its end: green only when all is, and what was not run first."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
CASES = """
  <testcase name="a"/>
  <testcase name="b"><skipped message="chromium is not installed"/></testcase>
  <testcase name="c"><skipped message="chromium is not installed"/></testcase>
  <testcase name="d"><skipped message="SKIP_RETURN_CODE=77"/><system-out>opens a device\nno LLVM 15 here\n</system-out></testcase>
"""


def summary(*steps: str) -> tuple[int, list[str]]:
    script = ". ci/summary.bash; " + "; ".join([*steps, "finish"])
    done = subprocess.run(["bash", "-uc", script], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stderr == ""
    lines = done.stdout.splitlines()
    return done.returncode, lines[lines.index("== summary (logs in build/check)") + 1 :]


def test_counts_of_all_steps_are_added():
    status, lines = summary("verdict a 0 '3 passed, 0 failed, 2 skipped; 1 expected failures'", "verdict b 0 '4 passed, 0 failed'", "verdict c 0 build")
    assert status == 0
    assert lines[-1] == "8 passed, 0 failed, 2 skipped"
    assert lines[-2].startswith("ci/check: passed after ")


@pytest.mark.parametrize(
    ("step", "last"),
    [
        ("verdict a 1 '3 passed, 0 failed, 0 skipped'", "4 passed, 1 failed, 0 skipped"),  # it ended badly after its count
        ("verdict a 0 '3 passed, 2 failed, 0 skipped'", "4 passed, 2 failed, 0 skipped"),
        ("verdict a 0 ''", "1 passed, 1 failed, 0 skipped"),
        ("verdict a 0 '0 passed, 0 failed, 921 skipped'", "1 passed, 1 failed, 921 skipped"),
        ("verdict a 2 'did not build'", "1 passed, 1 failed, 0 skipped"),
    ],
)
def test_one_bad_step_is_red(step, last):
    status, lines = summary("verdict before 0 '1 passed, 0 failed, 0 skipped'", step)
    assert status == 1
    assert lines[1].startswith("FAILED a ")
    assert lines[-2].startswith("ci/check: FAILED after ") and lines[-1] == last


BESIDE = """
logs=$(mktemp -d)
meets() { touch "$logs/$1"; for _ in {1..100}; do [[ -e $logs/$2 ]] && break; sleep 0.1; done; [[ -e $logs/$2 ]]; }
one() { meets one two; verdict one $? "$1 passed, 0 failed, 1 skipped"; not_run "o'clock" 'a "b"'; took+=("7 one"); echo said by one; }
two() { echo said by two; meets two one; verdict two $? '4 passed, 1 failed'; took+=("9 two"); }
ends() { exit 3; }
at_once "one 3" two %s
rm -r "$logs"
logs=build/check"""


def test_steps_run_at_once_and_are_counted_in_order():
    said = subprocess.run(["bash", "-uc", f". ci/summary.bash; {BESIDE % ''}"], cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert "said by one" in said and "said by two" in said
    status, lines = summary("verdict before 0 build", BESIDE % "")
    assert status == 1 and lines[-1] == "8 passed, 1 failed, 1 skipped"
    assert lines[-3] == "longest: two 9 s, one 7 s"
    assert [line.split() for line in lines[:5]] == [
        ["-", "not", "run:"],
        ["-", "o'clock", "a", '"b"'],
        ["ok", "before", "build"],
        ["ok", "one", "3", "passed,", "0", "failed,", "1", "skipped"],
        ["FAILED", "two", "4", "passed,", "1", "failed"],
    ]


def test_a_step_that_ends_the_shell_is_red():
    status, lines = summary(BESIDE.replace("'4 passed, 1 failed'", "'4 passed, 0 failed'") % "ends")
    assert status == 1 and "FAILED ends                   was ended" in lines


def test_what_was_not_run_comes_first(tmp_path):
    junit = tmp_path / "junit.xml"
    junit.write_text(f"<testsuite>{CASES}</testsuite>", encoding="utf-8")
    _, lines = summary("verdict pytest 0 '1 passed, 0 failed, 3 skipped'", f"not_run_of pytest {junit}", "not_run gl 'no libepoxy'")
    assert [line.split(maxsplit=1) for line in lines[:5]] == [
        ["-", "not run:"],
        ["-", "pytest                 2 skipped: chromium is not installed"],
        ["-", "pytest                 1 skipped: d: no LLVM 15 here"],
        ["-", "gl                     no libepoxy"],
        ["ok", "pytest                 1 passed, 0 failed, 3 skipped"],
    ]
