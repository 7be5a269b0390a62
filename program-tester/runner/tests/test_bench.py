# SPDX-License-Identifier: MIT
"""The benchmark's table: ratios per work-item, and disagreeing results are found."""

from pathlib import Path
from types import SimpleNamespace

import numpy
import pytest
from scripts import load_script

SCRIPT = Path(__file__).resolve().parents[3] / "ci" / "bench"


@pytest.fixture(scope="module")
def bench():
    return load_script("bench", SCRIPT)


def fake(name, folder=None):
    driver = SimpleNamespace(name=name)
    return SimpleNamespace(driver=driver, result_path=lambda workload: folder / name)


def test_seconds_have_a_fitting_unit(bench):
    assert bench.show_seconds(2.5) == "2.5 s "
    assert bench.show_seconds(0.0025) == "2.5 ms"
    assert bench.show_seconds(2.5e-6) == "2.5 us"


def test_ratio_is_per_work_item_of_the_shortest_times(bench, capsys):
    table = bench.Table([fake("fast"), fake("slow")])
    samples = {
        "fast": bench.Sample([1.0, 2.0, 3.0], items=1000),
        "slow": bench.Sample([4.0], items=10),
    }
    table.line("work", lambda b: samples[b.driver.name])
    assert capsys.readouterr().out.splitlines()[-1].split()[-2:] == ["400", "x"]


def test_failed_measurement_is_a_problem(bench, capsys):
    def measure(b):
        raise bench.MeasureError("exit status 1: no device")

    table = bench.Table([fake("broken")])
    table.line("work", measure)
    assert "failed" in capsys.readouterr().out
    assert table.problems == ["work, broken: exit status 1: no device"]


def test_differences_between_drivers_are_found(bench, tmp_path):
    workload = next(w for w in bench.WORKLOADS if w.name == "matmul")
    drivers = [fake("a", tmp_path), fake("b", tmp_path)]
    width, height = workload.size
    result = numpy.arange(1, width * height + 1, dtype="f4")
    result.tofile(tmp_path / "a")
    table = SimpleNamespace(problems=[])

    result[width * height - 1] = 0  # outside of what all drivers run
    result.tofile(tmp_path / "b")
    bench.check_results(table, workload, drivers)
    assert table.problems == []

    result[5] *= 1.001
    result.tofile(tmp_path / "b")
    bench.check_results(table, workload, drivers)
    assert len(table.problems) == 1 and "a and b differ" in table.problems[0]

    result[5] = numpy.nan
    result.tofile(tmp_path / "b")
    bench.check_results(table, workload, drivers)
    assert len(table.problems) == 2
