# SPDX-License-Identifier: MIT
"""Long kernels are given to cvise where it is installed; without it, and with one that fails, nothing changes."""

import os
import shutil

import pytest

from runner.reduce import with_cvise
from runner.reduce.of_text import TextReducer
from runner.reduce.sameness import Symptom
from runner.reduce.search import Search
from runner.reduce.source_file import parse
from runner.reduce.tests.faulty_trials import FaultyTrials
from runner.reduce.trials import Clock
from runner.results import Result
from runner.status import Status

LOOP = "    for (int i{0} = 0; i{0} < 3; i{0}++) {{\n        if (a[i{0}] > {0})\n            a[i{0}] += {0};\n"
BODY = "".join(LOOP.format(number) for number in range(10)) + "        needed(a);\n" + "    }\n" * 10
TEXT = f"/*!\n[config]\nname: x\n\n[test]\narg_in: 0 buffer int[4] 1 2 3 4\n!*/\n\nkernel void k(global int *a)\n{{\n{BODY}}}\n"


def search(seconds=60.0):
    crash = Symptom.of(Result("a", Status.CRASH, signal="SIGSEGV"), False)
    return Search(FaultyTrials(("kernel", "needed")), Clock(seconds), crash, False)


def programs(folder, monkeypatch, **scripts):
    """A PATH with these programs and those that any system has."""
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{folder}:/usr/bin:/bin" if scripts else str(folder))


def test_what_cvise_leaves_is_taken(tmp_path, monkeypatch):
    """It tries a program that does not fail, and one that does; the check tells them apart."""
    programs(tmp_path, monkeypatch, cvise="""
printf 'kernel void other() {}\\n' > program.cl; ./check && exit 1
printf 'kernel void needed() {}\\n' > program.cl; ./check || exit 1
""")  # fmt: skip
    assert with_cvise.reduced(parse(TEXT), search()).program == "kernel void needed() {}\n"


def test_what_does_not_fail_is_not_taken(tmp_path, monkeypatch):
    programs(tmp_path, monkeypatch, cvise="echo nothing > program.cl")
    assert with_cvise.reduced(parse(TEXT), search()) == parse(TEXT)


def test_it_is_ended_when_the_time_is_over(tmp_path, monkeypatch):
    programs(tmp_path, monkeypatch, cvise="printf 'kernel void needed() {}\\n' > program.cl; sleep 60")
    assert with_cvise.reduced(parse(TEXT), search(1.5)).program == "kernel void needed() {}\n"


def test_short_programs_are_not_given_to_it(tmp_path, monkeypatch):
    programs(tmp_path, monkeypatch, cvise="exit 1")
    assert with_cvise.is_better(parse(TEXT))
    assert not with_cvise.is_better(parse(TEXT.replace(BODY, "    needed(a);\n")))
    (tmp_path / "empty").mkdir()
    programs(tmp_path / "empty", monkeypatch)
    assert not with_cvise.is_better(parse(TEXT)), "not where it is not installed"


@pytest.mark.skipif(os.environ.get("ROOTLE_LONG_TESTS") != "1", reason="takes a minute")
@pytest.mark.skipif(not shutil.which("cvise"), reason="cvise is not installed")
def test_a_reduction_with_cvise_is_smaller():
    """Ten loops in each other, which are left as blocks only as a whole."""
    small = TextReducer(search(120)).reduce(parse(TEXT))
    assert "needed" in small.program and len(small.program) < 60
