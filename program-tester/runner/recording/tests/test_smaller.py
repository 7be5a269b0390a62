# SPDX-License-Identifier: MIT
"""Ways to make the test of a launch smaller, and what they keep."""

import dataclasses

import pytest

from runner.recording import reduction, smaller
from runner.reduce import source_file
from runner.results import Result
from runner.status import Status

TEXT = """/*!
[config]
kernel_name: k
dimensions: 2
global_size: 8 4
local_size: 4 2
[test]
name: recorded
arg_in: 0 image uchar2 {texels} image_type 2d image_width 3 image_height 2 image_channel_order RG image_channel_data_type UNSIGNED_INT8
arg_in: 1 buffer float2[2] 1 2 3 4
arg_out: 1 buffer float2[2] 5 6 7 8 tolerance 4 ulp
!*/
// A comment.

kernel void k(read_only image2d_t image, global float2 *out) {{ /* and
another */ }}
"""


def file(texels: str = "0 1 2 3 4 5 6 7 8 9 10 11") -> source_file.TestFile:
    found = source_file.parse(TEXT.format(texels=texels))
    assert found
    return found


def test_an_image_keeps_what_begins_at_its_origin():
    memory = smaller.memory_of(file().tests[0][1])
    assert memory and memory.sizes == (3, 2, 0, 0)
    assert memory.with_sizes((2, 2, 0, 0)).words == tuple("0 1 2 3 6 7 8 9".split())
    line = memory.with_sizes((1, 1, 0, 0)).line()
    assert line.startswith("arg_in: 0 image uchar2 0 1 image_type 2d image_width 1 image_height 1 ")


@pytest.mark.parametrize(
    "line",
    ["arg_in: 0 buffer uchar[64] NULL", "arg_in: 2 int 5", "arg_in: 0 buffer float[3] 1 2",
     "arg_in: 0 image float 1 2 3 image_type 1d image_width 2 image_mip_levels 2 image_channel_order R image_channel_data_type FLOAT"],
)  # fmt: skip
def test_lines_that_stay_as_they_are(line):
    assert smaller.memory_of(line) is None


def test_values_that_are_all_alike():
    memory = smaller.memory_of("arg_out: 3 buffer int4[100] repeat -7 tolerance 1")
    assert memory and memory.with_sizes((2,)).line() == "arg_out: 3 buffer int4[2] repeat -7 tolerance 1"


def test_inputs_and_what_is_expected_shrink_together():
    shrunk = [one.tests[0] for one in smaller.less_memory(file()) if "arg_in: 1 buffer float2[1] 1 2" in one.tests[0]]
    assert shrunk and all("arg_out: 1 buffer float2[1] repeat 0 tolerance 4 ulp" in lines for lines in shrunk)


def test_launches_are_halved_by_whole_groups():
    found = [[line for line in one.config if "_size" in line or "offset" in line] for one in smaller.smaller_launches(file())]
    assert ["global_size: 1 1", "local_size: NULL"] in found
    assert ["global_size: 4 4", "local_size: 4 2", "global_offset: 4 0"] in found
    assert ["global_size: 8 2", "local_size: 4 2", "global_offset: 0 2"] in found
    assert ["global_size: 2 1", "local_size: 2 1"] in found


def test_comments_go():
    (found,) = smaller.fewer_comments(file())
    assert found.program == "kernel void k(read_only image2d_t image, global float2 *out) {   }\n"


class Driver:
    """In the place of Trials: says the same of each test."""

    def __init__(self, result: Result) -> None:
        self.result = result

    def run(self, texts, is_enough=None):
        return [self.result] * len(texts)


def believed(result: Result) -> reduction.Believed:
    found = object.__new__(reduction.Believed)
    found.plain = found._checked = found._values = Driver(result)
    found.is_checked = True
    return found


WRONG = Result("a", Status.FAIL, details={"arguments": [{"index": 1, "values": 4, "wrong": 2, "actual": "1 nan 3 -0"}]})


def test_what_is_expected_is_what_the_driver_left():
    (found,) = believed(WRONG).renewed([file()])
    assert found.tests[0][-1] == "arg_out: 1 buffer float2[2] 1 nan 3 -0 tolerance 4 ulp"


@pytest.mark.parametrize(
    "result",
    [Result("a", Status.CRASH), Result("a", Status.FAIL, message="the program was not built"),
     dataclasses.replace(WRONG, details={**WRONG.details, "driver_messages": ["kernel k: race"]})],
)  # fmt: skip
def test_candidates_that_are_none(result):
    assert believed(result).renewed([file()]) == []


def test_nothing_is_compared_that_was_not_given():
    lines = tuple(line for line in file().tests[0] if not line.startswith("arg_in: 1"))
    assert reduction._is_given(file()) and not reduction._is_given(dataclasses.replace(file(), tests=(lines,)))
