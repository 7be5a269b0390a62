# SPDX-License-Identifier: MIT
"""run-tests --check: what the driver reports of a test fails it."""

import json

import pytest

from runner import protocol
from runner.results import Result
from runner.run import fail_reported
from runner.status import Status

TOLD = {"driver_messages": ["kernel k: race: store\n    at a.cl:3:1 in k", "another"]}


def test_a_report_fails_a_test_that_passes():
    result = Result("a.cl::one", Status.PASS, details=dict(TOLD))
    fail_reported(result)
    assert result.status is Status.FAIL
    assert result.message == "the driver reports: kernel k: race: store"


def test_errors_of_calls_are_what_a_passing_test_expects():
    told = ["clEnqueueReadImage failed with CL_INVALID_VALUE: region reaches beyond the image"]
    result = Result("a.cl::one", Status.PASS, details={"driver_messages": told})
    fail_reported(result)
    assert result.status is Status.PASS


@pytest.mark.parametrize("status", [Status.FAIL, Status.SKIP, Status.CRASH])
def test_other_verdicts_stay(status):
    result = Result("a.cl::one", status, details=dict(TOLD), message="why")
    fail_reported(result)
    assert (result.status, result.message) == (status, "why")


def test_what_is_not_reported_of_passes():
    result = Result("a.cl::one", Status.PASS)
    fail_reported(result)
    assert result.status is Status.PASS


def test_what_is_told_of_a_pass_is_read():
    record = {"test": "a.cl::one", "status": "pass", "seconds": 1, "message": "", "details": TOLD}
    event = protocol.parse(json.dumps(record).encode())
    assert isinstance(event, protocol.Finished)
    assert event.result.details == TOLD


def test_checks_are_of_the_bundled_driver(suite):
    suite.file("a.cl", "one passes")
    run = suite.run("--check", "all")
    assert run.status == 2
    assert "driver system: --check is for the bundled driver" in run.stderr


def test_a_file_is_no_list_of_checks(suite):
    suite.file("a.cl", "one passes")
    run = suite.run("--check", "a.cl")
    assert run.status == 2
    assert "a.cl is no list of checks, such as memory,races or all; program-tester --check a.cl looks for errors in a file" in run.stderr
