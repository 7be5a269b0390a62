# SPDX-License-Identifier: MIT
"""Programs of Vulkan that read what nothing has written are told, and no test is reduced to one."""

import pytest

from runner.reduce import undefined
from runner.reduce.sameness import Symptom
from runner.reduce.search import Search
from runner.reduce.trials import Clock
from runner.results import Result
from runner.status import Status

SUFFIX = ".vk.comp"
pytestmark = pytest.mark.skipif(not undefined.is_told(SUFFIX), reason="needs glslang-tools and spirv-tools")
FILE = """/*!
[config]
name: a file
kernel_name: main

[test]
name: one
global_size: 1
arg_out: 0 buffer float[2] 1 1
!*/
#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { float results[]; };
float sometimes(float x)
{
    float y;
    if (x > 1.0)
        y = 2.0;
    return y;
}
void main()
{
    float a, b = results[0];
    vec2 pair;
    pair.x = 1.0;
    float few[2];
    few[0] = 1.0;
    results[1] = VALUE;
}
"""


@pytest.mark.parametrize(("value", "is_undefined"), (
    ("a", True), ("b", False), ("sometimes(b)", True), ("pair.x", False), ("pair.y", True), ("few[0]", False), ("few[1]", True),
))  # fmt: skip
def test_reads_of_what_nothing_has_written_are_told(value, is_undefined):
    assert undefined.reads_undefined(FILE.replace("VALUE", value), SUFFIX) is is_undefined


def test_assembly_is_told_too():
    text = """/*!
[test]
!*/
OpCapability Shader
OpMemoryModel Logical GLSL450
OpEntryPoint GLCompute %main "main"
OpExecutionMode %main LocalSize 1 1 1
OpDecorate %struct BufferBlock
OpMemberDecorate %struct 0 Offset 0
OpDecorate %block DescriptorSet 0
OpDecorate %block Binding 0
%void = OpTypeVoid
%function = OpTypeFunction %void
%uint = OpTypeInt 32 0
%zero = OpConstant %uint 0
%struct = OpTypeStruct %uint
%to_struct = OpTypePointer Uniform %struct
%to_uint = OpTypePointer Uniform %uint
%to_local = OpTypePointer Function %uint
%block = OpVariable %to_struct Uniform
%main = OpFunction %void None %function
%first = OpLabel
%local = OpVariable %to_local Function
STORE
%value = OpLoad %uint %local
%place = OpAccessChain %to_uint %block %zero
OpStore %place %value
OpReturn
OpFunctionEnd
"""
    assert undefined.reads_undefined(text.replace("STORE", ""), ".vk.spvasm")
    assert not undefined.reads_undefined(text.replace("STORE", "OpStore %local %zero"), ".vk.spvasm")


def test_what_does_not_compile_is_the_testers_matter():
    assert not undefined.reads_undefined(FILE, SUFFIX)


class Crashing:
    """In the place of Trials: all crash."""

    count = 0

    def run(self, texts, is_enough=None):
        return [Result("a", Status.CRASH, signal="SIGSEGV") for _ in texts]


def test_a_candidate_that_reads_what_nothing_has_written_is_refused():
    crash = Symptom.of(Result("a", Status.CRASH, signal="SIGSEGV"), False)
    candidates = [FILE.replace("VALUE", value) for value in ("a", "b")]
    search = Search(Crashing(), Clock(60), crash, False)
    assert search.first(candidates, str) == candidates[0]
    search = Search(Crashing(), Clock(60), crash, False, refuses=lambda text: undefined.reads_undefined(text, SUFFIX))
    assert search.first(candidates, str) == candidates[1]
