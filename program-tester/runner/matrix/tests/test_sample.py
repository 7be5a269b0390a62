# SPDX-License-Identifier: MIT
"""Samples of values: which tests are asked for, and that values which a test does not expect are refused, by rootle-judge itself."""

import os
import subprocess
from pathlib import Path

import pytest
from matrices import described, run

from runner.drivers import find
from runner.matrix import column, command, sample
from runner.places import find_places
from runner.results import ResultsError

ROOT = Path(__file__).resolve().parents[4]
PLACES = find_places(ROOT)
JUDGE = (PLACES.build or ROOT) / "program-tester" / "rootle-judge"
TEST = """/*!
[config]
name: {name}
kernel_name: k
[test]
name: one
global_size: 4 0 0
arg_out: 0 buffer float4[1] 0.25 1..2 3|5 nan tolerance 0.125
arg_out: 1 image values float 0.5 0 0 1  0.25 0 0 1 image_type 2d image_width 2 image_height 1 image_channel_order R image_channel_data_type UNORM_INT8
[test]
name: of itself
arg_in: 0 buffer float4[1] 0 0 0 0
arg_out: 0 buffer float4[1] 0 0 0 0
expect_test_fail: true
!*/
kernel void k(global float4 *out, write_only image2d_t image) {{}}
"""
RIGHT = ["0 0 0.3 1.5 5 nan", "0 1 0.5019608 0.2509804"]
needs_judge = pytest.mark.skipif(not JUDGE.exists(), reason="rootle-judge is not built")


@pytest.fixture
def bench(tmp_path):
    path = tmp_path / "a.cl"
    path.write_text(TEST.format(name="a"))
    return sample.Bench(JUDGE, lambda test: path)


@needs_judge
@pytest.mark.parametrize(("values", "said"), (
    (RIGHT, ""),
    (["0 0 0.5 1.5 5 nan", RIGHT[1]], "argument 0: [0].0 is 0.5, and 0.25 is expected"),
    (["0 0 0.25 2.5 5 nan", RIGHT[1]], "argument 0: [0].1 is 2.5, and 1..2 is expected"),
    (["0 0 0.25 1 4 nan", RIGHT[1]], "argument 0: [0].2 is 4, and 3|5 is expected"),
    (["0 0 0.25 1 3 0", RIGHT[1]], "argument 0: [0].3 is 0, and nan is expected"),
    ([RIGHT[0], "0 1 0.5019608 1"], "argument 1: (1, 0).r is 1, and 0.2509804 is expected"),
    ([RIGHT[0]], "there are values of 1 of 2 arguments"), ([*RIGHT, "0 2 1"], "there are values of more than 2 arguments"),
    (["0 0 0.25 1 3", RIGHT[1]], "value 3 of 4 is not one: ''"), (["0 0 0.25 1 3 nan 7", RIGHT[1]], "there are more than 4 values"),
    (["0 0 0.25 1 3 x", RIGHT[1]], "value 3 of 4 is not one: 'x'"), ([RIGHT[1], RIGHT[0]], "step 0, argument 1 is not what comes here"),
))  # fmt: skip
def test_values_are_held_against_what_the_test_expects(bench, values, said):
    assert bench.wrong("a.cl::one", values).removeprefix("rootle-judge: ") == said


@needs_judge
def test_what_cannot_be_judged_is_told(bench):
    assert bench.can_be_judged("a.cl::one") and not bench.can_be_judged("a.cl::of itself")
    with pytest.raises(ResultsError, match="has no test 'two'"):
        bench.can_be_judged("a.cl::two")


@needs_judge
@pytest.mark.skipif(not PLACES.rootle_icd.exists() or not PLACES.tester.exists(), reason="the driver is not built")
@pytest.mark.parametrize("file", ("attributes.cl", "half.cl", "host-boxes.cl"))
def test_what_the_tester_tells_is_read_back(file):
    path = ROOT / "program-tester" / "tests" / "image" / file
    bench = sample.Bench(JUDGE, lambda test: path)
    listed = subprocess.run([str(PLACES.tester), "--list", str(path)], capture_output=True, text=True, check=True).stdout
    some = [test for test in listed.splitlines() if bench.can_be_judged(test)][:3]
    assert some
    for test in some:
        one = bench.run(find("rootle", PLACES.rootle_icd), PLACES.tester, test)
        assert one.letter == "p" and one.device.startswith("Rootle / ") and bench.wrong(test, one.values) == ""


class Told(sample.Bench):
    """A bench whose tests hold the values of their names."""

    def __init__(self):
        super().__init__(Path("none"), Path)

    def can_be_judged(self, test):
        return "outside" not in test

    def wrong(self, test, values):
        return "" if values == [f"0 0 {len(test)}"] else "argument 0 is wrong"


def sampled(letters="ppppsffpp"):
    record = run(letters)
    made = column.make(record, described(), [])
    told = dict(zip(record.results, letters, strict=True))
    values = {"p": lambda test: [f"0 0 {len(test)}"]}
    made["sample"] = sample.take(
        sample.ordered(made, record.results), Told().can_be_judged, lambda test: sample.Run(told[test], values.get(told[test], lambda _: [])(test), "")
    )
    return made


def faults(made):
    return list(sample.faults(made, list(described().descriptions), described(), Told()))


def test_a_sample_goes_with_its_column(tmp_path):
    made = sampled()
    assert faults(made) == []
    assert sorted(made["sample"]["order"]) == sorted("p.p.s.f.p") and len(made["sample"]["values"]) == 3
    assert column.read(column.write(tmp_path, made)) == made


def test_another_driver_is_asked_for_other_tests():
    one, tests = sampled(), [f"read/{number}" for number in range(50)]
    assert sample.ordered(one, tests) == sample.ordered(one, tests[::-1]) != sample.ordered({**one, "driver": "2.0"}, tests)


def _with(made, **values):
    return {**made, "sample": {**made["sample"], **values}}


def test_a_claimed_pass_with_wrong_values_is_refused():
    made = sampled()
    test = next(iter(made["sample"]["values"]))
    wrong = _with(made, values={**made["sample"]["values"], test: ["0 0 0"]})
    assert faults(wrong) == [f"{test} is told to pass, and its values do not: argument 0 is wrong"]


def test_a_sample_of_other_tests_is_refused():
    made = sampled()
    values = dict(made["sample"]["values"])
    values["read/2d/linear.cl::forged"] = values.pop(next(iter(values)))
    assert "not those of the tests" in faults(_with(made, values=values))[0]
    assert "ends at 2 of 9" in faults(_with(made, order=made["sample"]["order"][:2], values={
        test: values for test, values in made["sample"]["values"].items() if test in sample.ordered(made, described().descriptions)[:2]
    }))[0]  # fmt: skip


def _told_otherwise(made, old, new):
    """The column where the first test of a letter has another one, and no values."""
    at = made["sample"]["order"].index(old)
    test = sample.ordered(made, described().descriptions)[at]
    order = made["sample"]["order"][:at] + new + made["sample"]["order"][at + 1 :]
    return _with(made, order=order, values={name: lines for name, lines in made["sample"]["values"].items() if name != test})


@pytest.mark.parametrize(("letters", "old", "new", "said"), (
    ("ppppppppp", "p", ".", "which its file does not say"), ("ppppppppp", ".", "s", "which its file does not say"),
    ("ppppppppp", "p", "f", "its question's answer is 'r'"), ("ssssssssp", "s", "f", "its question's answer is 'n'"),
))  # fmt: skip
def test_a_letter_that_does_not_fit_is_refused(letters, old, new, said):
    assert any(said in one for one in faults(_told_otherwise(sampled(letters), old, new)))


@pytest.mark.parametrize(("old", "new"), (('"order":"', '"order":"q'), ('"values":{', '"values":7,"x":{')))
def test_a_sample_of_something_else_is_refused(tmp_path, old, new):
    path = column.write(tmp_path, sampled())
    path.write_text(path.read_text().replace(old, new))
    with pytest.raises(ResultsError):
        column.read(path)


@needs_judge
@pytest.mark.skipif(not os.environ.get("ROOTLE_LONG_TESTS"), reason="half a minute; ROOTLE_LONG_TESTS asks for it")
def test_the_values_that_are_kept_are_right(capsys):
    assert command.main(["check"]) == 0
    assert capsys.readouterr().out.count("are right") >= 2
