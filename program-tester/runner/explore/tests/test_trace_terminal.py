# SPDX-License-Identifier: MIT
"""ROOTLE_DEBUG=trace prints the wavefronts and lanes that are asked for, each with its place in the launch."""

import re
from pathlib import Path

import pytest

from runner.explore.trace import TraceError

# Two groups of two wavefronts. Of lanes 5 and 7 of the last one the former stores five times its number.
EVERY_FOURTH = """\
/*!
[config]
kernel_name: every_fourth
global_size: 256
local_size: 128

[test]
arg_out: 0 buffer int[256] repeat 0
!*/
kernel void every_fourth(global int *out)
{
    int i = get_global_id(0);
    if (i % 4 == 1)
        out[i] = i * 5;
}
"""
HEAD = re.compile(r"^; (wavefront .*)$", re.MULTILINE)


@pytest.fixture
def said(record, tmp_path: Path):
    def run(**variables: str) -> str:
        with pytest.raises(TraceError):
            record(EVERY_FOURTH, **{"ROOTLE_DEBUG": "trace", "ROOTLE_TRACE": "", **variables})
        return (tmp_path / "said").read_text(encoding="utf-8")

    return run


def test_the_first_wavefront_is_printed(said):
    assert HEAD.findall(said()) == ["wavefront 0 of group 0 (0, 0, 0), lanes 0-3"]


def test_wavefronts_and_lanes_are_chosen(said):
    text = said(ROOTLE_TRACE_GROUPS="1", ROOTLE_TRACE_WAVES="1", ROOTLE_TRACE_LANES="5,7")
    assert HEAD.findall(text) == ["wavefront 1 of group 1 (1, 0, 0), lanes 5,7"]
    stored = re.findall(r"^ +R\d+\.[xyzw]  (\S+ \(\S+\))  \S+ \((\S+)\)$", text, re.MULTILINE)
    # 128 + 64 + 5 is one more than a multiple of four, 128 + 64 + 7 is not.
    assert stored == [("000003d9 (985)", "off")]


def test_all_wavefronts_in_order(said):
    heads = HEAD.findall(said(ROOTLE_TRACE_GROUPS="0-1", ROOTLE_TRACE_WAVES="0,1", ROOTLE_TRACE_LANES="0-63"))
    groups = [int(re.findall(r"group (\d)", head)[0]) for head in heads]
    assert groups == sorted(groups) and set(groups) == {0, 1}
    assert {re.findall(r"wavefront (\d)", head)[0] for head in heads} == {"0", "1"}


def test_registers_have_names(said):
    """With `variables` a register bears the name of the variable whose value it has, until another one is written there."""
    text = said(ROOTLE_DEBUG="trace,variables")
    made = re.findall(r"^ +\w+ +(R\d+\.[xyzw]):i = .*?  0{8} \(0\)  0{7}1 \(1\)  0{7}2 \(2\)", text, re.MULTILINE)
    assert len(made) == 1  # by the addition that ends get_global_id(0)
    behind = text[text.index(f"{made[0]}:i =") :]
    reads = re.findall(rf" {re.escape(made[0])}(:\w+)? ", behind[behind.index("i % 4 == 1") :])
    assert reads and reads[0] == ":i"
    plain = said()  # who did not ask has the same trace without names
    assert re.sub(r":i\b", "", text[text.index("; wavefront") :]) == plain[plain.index("; wavefront") :]


def test_lines_sources_and_integers(said):
    """The line of the source, what an operation reads, and integers as such."""
    text = said()
    assert re.search(r"^; <source>:14:\d+ in every_fourth: +out\[i\] = i \* 5;$", text, re.MULTILINE)
    source = r"( R\d+\.[xyzw]| KC0\[\d+\]\.[xyzw]| 0x[0-9a-f]+)"
    assert re.search(rf"^ +\w+_INT +R\d+\.[xyzw] ={source}+  [0-9a-f]{{8}} \(", text, re.MULTILINE)
    assert not re.search(r"\d\.?\d*e-[34]\d\)", text)
