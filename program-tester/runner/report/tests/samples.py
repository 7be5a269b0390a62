# SPDX-License-Identifier: MIT
"""Results for tests of the site: a generated family in which one format fails, and a failure with
everything that a record can hold."""

from __future__ import annotations

from typing import Any, Iterator

FORMATS = [f"{order}-{data}" for order in ("R", "RG", "RGBA") for data in ("FLOAT", "UNORM_INT8")]
SAMPLERS = [f"{mode}-{kind}" for mode in ("clamp", "repeat") for kind in ("linear", "nearest")]
BROKEN = "RG-FLOAT"

SOURCE = """/*!
[config]
name: <copies>
kernel_name: copy

[test]
name: first
arg_out: 0 buffer int[1] 1

[test]
name: second
arg_out: 0 buffer int[1] 2
!*/
kernel void copy(global int *out) { out[0] = 1 < 2; }
"""

# Two texels of 4 x 2 are wrong, one of them in two channels.
EXPECTED = [16 * lane % 256 for lane in range(32)]
ACTUAL = EXPECTED[:5] + [7, 8] + EXPECTED[7:31] + [9]
IMAGE = {
    "scalar": "uchar",
    "shape": [4, 2, 1],
    "channels": "rgba",
    "image": {"type": "2d", "order": "RGBA", "data_type": "UNORM_INT8"},
}
BUFFER = {"scalar": "float", "shape": [2, 1, 1], "expected": "1 0.5", "highs": "1 0.75"}


def text(values: list[int]) -> str:
    return " ".join(map(str, values))


def rich_failure(place: str) -> dict[str, Any]:
    """A failure with a wrong image, a wrong buffer, and an image it was given."""
    image = {**IMAGE, "expected": text(EXPECTED), "actual": text(ACTUAL), "wrong": "5-6 31"}
    image["choices"] = {"0": "(0 16 32 48)|(1 1 1 1)", "4": "(64 80 96 112)|(0 0 0 0)", "31": "1|240"}
    buffer = {**BUFFER, "actual": "1 nan", "wrong": "1"}
    return {
        "test": "hand/copy.cl::second",
        "status": "fail",
        "seconds": 1.25,
        "message": "argument 0: 3 of 32 values differ </script><b>",
        "place": place,
        "reproduce": "program-tester copy.cl --test 'second'",
        "output": "said by a kernel\n",
        "details": {
            "seed": 77,
            "arguments": [
                {"index": 0, "values": 32, "wrong": 3, "contents": image},
                {"index": 1, "values": 2, "wrong": 1, "contents": buffer},
            ],
            "inputs": [{"index": 2, **IMAGE, "values": text(EXPECTED)}],
            "build_log": "warning: <unused>",
            "driver_messages": ["a fault"],
        },
    }


def generated(copies: int = 1) -> Iterator[dict[str, Any]]:
    """read/IMAGE/SAMPLER.cl::FORMAT/N: 24 cells for each image, `copies` tests in each."""
    for image in ("2d", "3d"):
        for sampler in SAMPLERS:
            for item in FORMATS:
                for number in range(copies):
                    bad = item == BROKEN and sampler.endswith("linear")
                    test = f"read/{image}/{sampler}.cl::{item}/{number}"
                    more = {"status": "fail", "message": "differs"} if bad else {"status": "pass"}
                    yield {"test": test, "seconds": 0.001 * number, **more}
