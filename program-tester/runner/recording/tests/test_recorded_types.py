# SPDX-License-Identifier: MIT
"""Types of arguments behind typedefs, values whose type nobody knows, and sums that cancel."""

from pathlib import Path

import numpy
import pytest

from runner.places import find_places
from runner.recording.differences import Allowed, Difference, Verdict, of_arguments
from runner.recording.states import Argument, State
from runner.recording.types import settle, types_in
from runner.recording.values import ValueType

ROOT = Path(__file__).resolve().parents[4]
SOURCE = b"""#if WIDE
typedef float4 real;
#else
typedef ushort4 real;
#endif
struct pair { int a; float b; };
typedef struct pair pair;
kernel void k(read_only image2d_t i, const global real *restrict in, global pair *p, real v)
{
    p->b += convert_float4(in[0] * v).x;
}
"""


def test_types_are_read_from_a_module():
    text = (
        "define amdgpu_kernel void @f() #2 !kernel_arg_type !5 !kernel_arg_base_type !6 {\n"
        '!5 = !{!"real*", !"s"}\n'
        '!6 = !{!"float __attribute__((ext_vector_type(4)))*", !"__llvm_image_size", !"ushort"}\n'
    )
    assert types_in(text) == {"f": ["float4*", "ushort"]}


def state(folder: Path, options: str, **more: str) -> State:
    (folder / ("a" * 32)).write_bytes(SOURCE)
    memory = {"form": "buffer", "size": 16, "type": "real*"}
    arguments = [{"form": "image"}, memory, {**memory, "type": "pair*"}, {"form": "bytes", "value": "00" * 16, "type": "real"}]
    return State(1, {"kernel": "k", "source": "a" * 32, "options": options, "arguments": arguments, **more}, folder)


@pytest.mark.skipif(not find_places(ROOT).compiler.exists(), reason="the compiler is not built")
@pytest.mark.parametrize(("options", "vector"), [("-DWIDE=1", "float4"), ("", "ushort4")])
def test_the_compiler_knows_what_a_typedef_is(tmp_path, options, vector):
    settle(find_places(ROOT), found := state(tmp_path, options))
    assert [one.told.get("type") for one in found.arguments] == [None, f"{vector}*", "pair*", vector]


@pytest.mark.parametrize("options", ["-DWIDE=no_number(", '"'])
def test_types_stay_unknown_where_the_program_is_refused(tmp_path, options):
    settle(find_places(ROOT), found := state(tmp_path, options))
    assert found.arguments[1].told["type"] == "real*"


def judged(folder: Path, before: list[float], left: list[float], right: list[float], name: str, kind: str = "<f4") -> Difference:
    found = []
    for values in (left, right):
        names = []
        for contents in (before, values):
            names.append(f"{len(list(folder.iterdir())):032x}")
            (folder / names[-1]).write_bytes(numpy.array(contents, kind).tobytes())
        told = {"form": "buffer", "type": name, "size": len(left) * int(kind[-1]), "before": names[0], "after": names[1]}
        found.append(Argument(0, told, folder))
    return of_arguments(*found, Allowed())


@pytest.mark.parametrize(
    ("right", "kind", "verdict"),
    [
        ([1.0000002, 2.0], "<f4", Verdict.WITHIN),
        ([1.1, 2.0], "<f4", Verdict.BEYOND),
        ([1, 3], "<u4", Verdict.BEYOND),  # as floats they would be one ulp apart
        ([1.0, 0.0], "<f4", Verdict.BEYOND),
    ],
)
def test_what_has_no_known_type_is_tried_as_floats(tmp_path, right, kind, verdict):
    found = judged(tmp_path, [0, 0], [1, 2], right, "pair*", kind)
    assert (found.verdict, found.is_guess) == (verdict, True)
    assert "of an unknown type: " in str(found)


@pytest.mark.parametrize(
    ("left", "right", "verdict", "is_retyped"),
    [
        ([1.0, 2.0, 0.0], [1.0000002, 2.0, 0.0], Verdict.WITHIN, True),
        ([1.0, 2.0, 0.0], [1.1, 2.0, 0.0], Verdict.BEYOND, True),
        ([1.0, 1e-20, 0.0], [1.0000002, 1e-20, 0.0], Verdict.BEYOND, False),  # which is no float of common size
        ([1.0, 2.0, 0.0], [1.0000002, 2.0, 1e-20], Verdict.BEYOND, False),
    ],
)
def test_bytes_are_floats_where_all_that_is_written_is(tmp_path, left, right, verdict, is_retyped):
    """What was there before, and is left alone, may be anything."""
    found = judged(tmp_path, [0, 0, 0, 1e-20], [*left, 1e-20], [*right, 1e-20], "uchar*")
    assert (found.verdict, found.is_retyped, found.is_guess) == (verdict, is_retyped, False)
    assert ("of bytes that are floats: " in str(found)) == is_retyped
    assert judged(tmp_path, [0], [1.0], [1.0000002], "uint*").verdict == Verdict.BEYOND


def test_a_sum_that_cancels_is_told(tmp_path):
    assert judged(tmp_path, [-8.0], [0.001], [0.0010005], "float*").is_cancelled
    assert not judged(tmp_path, [-8.0], [0.001], [0.002], "float*").is_cancelled
    assert not judged(tmp_path, [0.0], [0.001], [0.0010005], "float*").is_cancelled


def test_vectors_that_end_in_the_middle_are_scalars(tmp_path):
    told = {"form": "buffer", "type": "float4*", "size": 20}
    assert Argument(0, told, tmp_path).type == ValueType("float")
