# SPDX-License-Identifier: MIT
"""Texts that are run as tests: in their order, and no further than is asked for."""

import os
from pathlib import Path

import pytest

from runner.execution import Settings
from runner.texts import run_texts

TESTER = Path(__file__).with_name("mock_tester.py")
TEXTS = ["one passes\n", "two aborts\n", "three fails\n", "four fails\n", "five passes\n"]


def statuses(jobs, is_enough):
    settings = Settings([str(TESTER), "--server"], dict(os.environ), os.getcwd(), jobs, timeout=60)
    return [result.status.label for result in run_texts(settings, TEXTS, True, is_enough)[0]]


@pytest.mark.parametrize(
    "is_enough, expected",
    [
        (None, ["pass", "crash", "fail", "fail", "pass"]),
        (lambda result: result.status.label == "fail", ["pass", "crash", "fail"]),
        (lambda result: result.status.label == "crash", ["pass", "crash"]),
        (lambda result: result.status.label == "timeout", ["pass", "crash", "fail", "fail", "pass"]),
    ],
)
def test_one_worker_stops_at_what_is_enough(is_enough, expected):
    assert statuses(1, is_enough) == expected


def test_several_workers_run_all():
    assert statuses(2, lambda result: True) == ["pass", "crash", "fail", "fail", "pass"]
