# SPDX-License-Identifier: MIT
"""A reduction does not end in a program that the bundled driver's checker has a report of."""

from pathlib import Path

import pytest

from runner import drivers
from runner.places import find_places
from runner.reduce.checked import checking
from runner.reduce.reduce_command import Reducer
from runner.reduce.sameness import Symptom
from runner.reduce.search import Search
from runner.reduce.tests.faulty_trials import FaultyTrials
from runner.reduce.trials import Choice, Clock, Trials
from runner.results import Result
from runner.status import Status

PLACES = find_places(Path(__file__).resolve().parents[4])
FILE = """/*!
[config]
name: a place of a table
kernel_name: look

[test]
arg_out: 0 buffer float[1] 1
arg_in:  1 buffer float[4] 1 1 1 1
!*/

kernel void look(global float *out, global const float *in)
{
    int place;
    place = 2;
    out[0] = in[place];
}
"""
WANTED = ("kernel", "in[place]")  # what the faulty driver of the tests fails with


UNWRITTEN = FILE.replace("    place = 2;\n", "")
BUNDLED = drivers.find("rootle", PLACES.rootle_icd)
CRASH = Symptom.of(Result("a", Status.CRASH, signal="SIGSEGV"), False)


@pytest.fixture(name="refusal", scope="module")
def _refusal():
    """What `reduce` refuses by, of a test with a text."""
    checker = Trials(Choice(checking(BUNDLED)), PLACES, 60)
    return Reducer(FaultyTrials(WANTED), None, None, 120.0, checker).refusal


def first(refuses):
    search = Search(FaultyTrials(WANTED), Clock(120), CRASH, False, Trials(Choice(BUNDLED), PLACES, 60), refuses)
    return search.first([UNWRITTEN, FILE], str)


def test_a_read_of_what_nothing_has_written_is_refused(refusal):
    assert first(None) == UNWRITTEN, "it passes by chance on the reference"
    assert first(refusal(FILE)) == FILE


def test_a_test_that_does_it_itself_is_reduced_all_the_same(refusal, capsys):
    assert refusal(UNWRITTEN) is None
    assert "the program itself does what is not defined" in capsys.readouterr().err
