# SPDX-License-Identifier: MIT
"""Results for tests of the site: a generated family in which one format fails, and a failure with
everything that a record can hold."""

import json
from pathlib import Path
from typing import Any, Iterable, Iterator

RUN = {"driver": "mine", "start": "2026-01-31T12:00:00Z", "commit": "0123456789abcdef"}
DEVICE = {"name": "Device <1>", "driver_version": "7"}

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


def long_failure() -> dict[str, Any]:
    """A failure in which everything is longer than a page is wide."""
    long = "word" * 100
    return {
        "test": f"deep/{'er/' * 40}{long}.cl::{long}/{long}",
        "status": "crash",
        "seconds": 12345.678,
        "message": f"{long} {long}\n{long}",
        "place": f"{long}.cl:1",
        "reproduce": f"VARIABLE={long} program-tester {long}",
        "output": f"{long}{long}\n" * 3,
        "details": {
            "arguments": [
                {"index": 0, "values": 2, "wrong": 1, "first": [{"at": f"[{long}]", "expected": long, "actual": long}]}
            ],
            "build_log": long * 3,
        },
    }


def _pass_of(failure: dict[str, Any]) -> dict[str, Any]:
    return {"test": failure["test"], "status": "pass"}


def drivers(rich: dict[str, Any]) -> list[dict[str, Any]]:
    """Three drivers: the first passes all, the second fails, the third skips 2D images."""
    results = list(generated())
    well = [{**result, "status": "pass"} for result in results]
    skip = {"status": "skip", "message": "no images"}
    skips = [{**result, **skip} if "/2d/" in result["test"] else result for result in well]
    return [
        {"results": [_pass_of(rich), *well], "driver": "first"},
        {"results": [rich, *results], "driver": "second"},
        {"results": [rich, *skips], "driver": "third"},
    ]


def timeline(rich: dict[str, Any], count: int = 12) -> list[dict[str, Any]]:
    """Runs of one driver, not in order of time: two tests break and are mended; one wavers."""
    runs = []
    for number in reversed(range(count)):
        bad = 3 <= number < 9
        results = [rich if bad else _pass_of(rich), {"test": "a.cl::broken", "status": "fail" if number else "pass"}]
        results.append({"test": "a.cl::wavers", "status": "fail" if number % 2 else "pass"})
        results += [{**r, "status": "pass"} for r in generated()]
        start, commit = f"2026-01-{number + 1:02}T12:00:00Z", f"{number:x}" * 40
        runs.append({"results": results, "start": start, "commit": commit})
    return runs


def write_results(
    folder: Path, results: Iterable[dict[str, Any]] | dict[str, str], **run: Any
) -> Path:
    """A results folder of records, or of statuses by test."""
    folder.mkdir(exist_ok=True)
    if isinstance(results, dict):
        results = [{"test": test, "status": status} for test, status in results.items()]
    lines = [
        {"run": {**RUN, **run}},
        {"device": DEVICE},
        *results,
        {"end": {"complete": True, "seconds": 2.5}},
    ]
    text = "".join(json.dumps(line) + "\n" for line in lines)
    (folder / "results.jsonl").write_text(text, encoding="utf-8")
    return folder
