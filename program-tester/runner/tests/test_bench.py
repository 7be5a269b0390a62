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
    return SimpleNamespace(name=name, result_path=lambda workload: folder / name)


def test_seconds_have_a_fitting_unit(bench):
    assert bench.show_seconds(2.5) == "2.5 s "
    assert bench.show_seconds(0.0025) == "2.5 ms"
    assert bench.show_seconds(2.5e-6) == "2.5 us"


def test_ratio_is_per_work_item_of_the_shortest_times(bench, capsys):
    table = bench.Table([fake("fast"), fake("slow")], markdown=False)
    samples = {
        "fast": bench.Sample([1.0, 2.0, 3.0], items=1000),
        "slow": bench.Sample([4.0], items=10),
    }
    table.line("work", lambda b: samples[b.name])
    assert capsys.readouterr().out.splitlines()[-1].split()[-1] == "400"


def test_part_of_what_memcpy_has_is_of_all_work_items(bench, capsys):
    table = bench.Table([fake("fast"), fake("slow"), fake("broken")], markdown=False)
    base = {"fast": bench.Sample([0.5, 0.6]), "slow": bench.Sample([0.5])}
    samples = {
        "fast": bench.Sample([1.0, 2.0], items=1000),
        "slow": bench.Sample([4.0], items=10),
    }
    table.parts("part", base, samples, 1000)
    assert capsys.readouterr().out.splitlines()[-1].split() == ["part", "0.5", "0.0013", "-"]


def test_table_in_markdown(bench, capsys):
    table = bench.Table([fake("one"), fake("two")], markdown=True)
    table.line("work", lambda b: bench.Sample([0.5 if b.name == "one" else 2.0]))
    assert capsys.readouterr().out.splitlines() == [
        "|  | one | two | two/one |",
        "| --- | --- | --- | --- |",
        "| work | 500 ms | 2 s | 4 |",
    ]


def test_driver_may_come_with_variables(bench, tmp_path):
    found = bench.find_driver("rootle+ROOTLE_EXEC=interpret+ROOTLE_THREADS=1", tmp_path / "x.icd")
    assert found.name == "rootle"
    settings = {"ROOTLE_EXEC": "interpret", "ROOTLE_THREADS": "1"}
    assert found.environment().items() >= settings.items()
    with pytest.raises(bench.drivers.DriverError, match="'fast' is not VARIABLE=VALUE"):
        bench.find_driver("rootle+fast", tmp_path / "x.icd")


def test_every_loader_is_told_the_driver(bench, tmp_path, monkeypatch):
    icd = tmp_path / "one.icd"
    icd.write_text("/opt/libone.so\n")
    monkeypatch.setenv("OCL_ICD_FILENAMES", "libother.so")
    made = bench.Bench("one", bench.drivers.Driver("one", str(icd)), tmp_path, 1, tmp_path, "wall")
    assert made.environment["OCL_ICD_FILENAMES"] == "/opt/libone.so"


def test_another_platform_than_asked_for_is_a_problem(bench, tmp_path):
    program = tmp_path / "driver" / "bench" / "rootle-bench"
    program.parent.mkdir(parents=True)
    program.write_text("""#!/bin/sh\necho '{"platform": "Another", "seconds": [1.0]}'\n""")
    program.chmod(0o755)
    icd = tmp_path / "rootle.icd"
    made = bench.Bench("rootle", bench.find_driver("rootle", icd), tmp_path, 1, tmp_path, "wall")
    with pytest.raises(bench.MeasureError, match="the loader gave the platform 'Another'"):
        made.times("stream")


def test_result_of_a_setting_with_a_slash_is_one_file(bench, tmp_path):
    name = "rootle+ROOTLE_CACHE_DIR=/tmp/x"
    driver = bench.find_driver(name, tmp_path / "rootle.icd")
    made = bench.Bench(name, driver, tmp_path, 1, tmp_path, "wall")
    assert made.result_path(bench.WORKLOADS[0]).parent == tmp_path


def test_rusticl_is_found_unpacked(bench, tmp_path, monkeypatch):
    icd = tmp_path / "etc" / "OpenCL" / "vendors" / "rusticl.icd"
    icd.parent.mkdir(parents=True)
    icd.touch()
    monkeypatch.setenv("BENCH_RUSTICL", str(tmp_path))
    found = bench.find_driver("rusticl", tmp_path / "x.icd")
    assert found.tester == "program-tester"
    assert found.environment()["LD_LIBRARY_PATH"].startswith(str(tmp_path))


def test_failed_measurement_is_a_problem(bench, capsys):
    def measure(b):
        raise bench.MeasureError("exit status 1: no device")

    table = bench.Table([fake("broken")], markdown=False)
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


SAID = """\
      3.0 ms     90 MiB  simplify
rootle: a line of another kind
      1.4 ms     11 MiB  the driver: loads the object
     23.0 ms     20 MiB  the compiler's start, once a process
      1.0 ms     20 MiB  sandbox
      1.8 ms     25 MiB  2 blocks go abreast
      6.0 ms     34 MiB  simplify
      7.5 ms     34 MiB  recompiled: 585 instructions of IR, %d bytes
      0.0 ms     11 MiB  the driver: loads the object
"""


def test_recompiles_are_told_from_builds(bench):
    once = bench.Recompile(7.5, 23.0, {"sandbox": 1.0, "simplify": 6.0}, 585, 5144)
    assert bench.read_recompiles(SAID % 5144) == [once]
    twice = bench.read_recompiles(SAID % 5144 + SAID % 99)
    assert [one.bytes for one in twice] == [5144, 99]
    assert bench.read_recompiles("rootle: program 1 is recompiled") == []


def test_recompiles_are_the_cheapest_of_each_program(bench, tmp_path):
    driver = bench.drivers.Driver("rootle", "x.icd")
    measured = bench.Bench("rootle", driver, tmp_path, 2, tmp_path, "cpu")
    runs = [SAID % 1 + SAID % 2, (SAID % 1).replace("7.5", "7.1") + SAID % 2]
    measured._finish = lambda *_, **__: SimpleNamespace(stderr=runs.pop())
    assert [one.ms for one in measured.recompiles("copy")] == [7.1, 7.5]
    runs = [SAID % 1, ""]
    with pytest.raises(bench.MeasureError, match="programs were recompiled"):
        measured.recompiles("copy")


def test_table_of_recompiles(bench, capsys):
    one = bench.Recompile(7.5, 23.0, {"sandbox": 1.0}, 585, 5144)
    measured = SimpleNamespace(
        repeat=3, recompiles=lambda name: [one, one] if name == "gaussian" else [one]
    )
    assert bench.measure_recompiles(measured, ["copy", "gaussian"], markdown=True) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "| kernel | ms | sandbox | instructions | bytes |"
    assert lines[2:5] == [
        "| copy | 7.5 | 1.0 | 585 | 5144 |",
        "| gaussian, state 1 | 7.5 | 1.0 | 585 | 5144 |",
        "| gaussian, state 2 | 7.5 | 1.0 | 585 | 5144 |",
    ]
    assert "the least of 3" in lines[-1] and lines[-1].endswith("takes 23.0.")


def test_a_driver_may_be_named_by_its_library(bench, tmp_path):
    library = tmp_path / "liboclgrind.so"
    library.write_bytes(b"\x7fELF\xb8")
    driver = bench.drivers.Driver("oclgrind", str(library))
    assert driver.environment_of_programs()["OCL_ICD_FILENAMES"] == str(library)
