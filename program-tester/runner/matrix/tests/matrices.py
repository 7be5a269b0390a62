# SPDX-License-Identifier: MIT
"""Runs for tests of the matrix: reads of two formats on drivers that do not have all of it right."""

from runner.explain.axes import Axes
from runner.explain.faults import Fault
from runner.matrix import column
from runner.results import Record, Result
from runner.status import Status

STATUSES = {"p": Status.PASS, "f": Status.FAIL, "s": Status.SKIP, "k": Status.EXPECTED_FAIL}
FORMATS = (("RGBA", "UNORM_INT8"), ("R", "HALF_FLOAT"))


def described():
    found = {}
    for order, data in FORMATS:
        for filter_ in ("nearest", "linear"):
            for place in ("inside", "outside"):
                found[f"read/2d/{filter_}.cl::{order}-{data}/{place}"] = {
                    "family": "read", "image type": "2d", "channel order": order, "data type": data, "addressing mode": "repeat",
                    "filter mode": filter_, "coordinates": "normalized", "place": place,
                }  # fmt: skip
    found["integer/clz.cl::int4"] = {"family": "integer", "function": "clz", "scalar type": "int", "width": "4"}
    return Axes(found, {"read": "OpenCL 1.2, 8.2"})


def run(letters, driver="one", version="1.0", folder=None):
    """A run whose tests have these verdicts, in order."""
    tests = list(described().descriptions)
    results = {test: Result(test, STATUSES[letter], message="no") for test, letter in zip(tests, letters, strict=True)}
    device = {"name": "a <b>device</b>", "driver_version": version, "platform": "P"}
    return Record({"driver": driver, "start": "2026-11-28T10:00:00Z"}, device, tests, results, {"complete": True, "seconds": 1.0}, folder)


def rule(*tests):
    return Fault("wrong values", "alpha is 0", [], [("channel order", ["R"], False)], list(tests), [], list(tests), {"read": "OpenCL 1.2, 8.2"})


def columns():
    """The second driver filters halves wrongly, and offers no nearest read of them; its later version is right."""
    bad = [test for test in described().descriptions if test.startswith("read/2d/linear.cl::R-")]
    return [
        column.make(run("ppppppppp"), described(), []),
        column.make(run("ppppssffp", "two"), described(), [rule(*bad)]),
        column.make(run("ppppssppp", "two", "2.0"), described(), []),
    ]
