# SPDX-License-Identifier: MIT
"""Headings of failing tests say which argument it is, by the name that the kernel has for it."""

import pytest

from runner.report.pictures import title_of
from runner.report.source import parameters
from runner.results import Record, Result
from runner.sources import Sources
from runner.status import Status

HEADER = "/*!\n[config]\nkernel_name: run\n\n[test]\nname: a\n\n[test]\nname: b\nkernel_name: other\n!*/\n"
NAMES = {
    "kernel void run(global int *out, read_only image2d_t in) {}": ["out", "in"],
    "__kernel __attribute__((reqd_work_group_size(1, 1, 1)))\nvoid run(__global float4* restrict a,\n  constant int b[4])": ["a", "b"],
    "kernel void run(int (*a)(int, int), /* the, size */ int n, // of\n sampler_t s)": ["", "n", "s"],
    "kernel void run(global int *, uint4)": ["", ""],
    "kernel void run(ARGUMENTS, int n)": ["", "n"],
    "kernel void runs(int a) {} kernel void run(int b) {}": ["b"],
    "void run(int a) {}": [],
    "kernel void run(int a, int b": [],
    "kernel void run()": [""],
}


def names(tmp_path, text, place):
    (tmp_path / "a.cl").write_text(text, encoding="utf-8")
    kept = Sources(tmp_path / "results").keep(str(tmp_path / "a.cl"))
    return parameters(Result("a.cl::a", Status.FAIL, place=place, kept_source=kept), Record(folder=tmp_path / "results"))


@pytest.mark.parametrize("program", NAMES)
def test_names(program, tmp_path):
    assert names(tmp_path, HEADER + program, "a.cl:5") == NAMES[program]


def test_the_tests_own_kernel(tmp_path):
    assert names(tmp_path, HEADER + "kernel void run(int a) {} kernel void other(int b) {}", "a.cl:8") == ["b"]


def test_long_programs_take_no_time(tmp_path):
    """What is made to be searched again and again."""
    assert names(tmp_path, HEADER + "kernel " * 100_000 + "run(" + "int a," * 100_000, "a.cl:5") == []


@pytest.mark.parametrize("argument, title", [
    ({"index": 0}, "out (argument 0)"),
    ({"index": 1}, "Argument 1"),
    ({"index": 7}, "Argument 7"),
    ({"index": 0, "step": 3}, "Box of out (argument 0) that step 3 read"),
    ({"index": 7, "step": 1}, "Box of argument 7 that step 1 read"),
])  # fmt: skip
def test_titles(argument, title):
    assert title_of(argument, ["out", ""]) == title
