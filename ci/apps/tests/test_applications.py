# SPDX-License-Identifier: MIT
"""ci/applications: what it makes of commands that fail, results that differ, and lists of what is known."""

import collections
import json
import re
import sys
from pathlib import Path

import numpy
import pytest
from apps import cli, drivers, packages, run, show
from apps.bench import CLIENTS, Bench, Done
from apps.case import Case, CrashError, Finding, LateError, NotHereError, Outcome, Verdict, WrongError
from apps.cases import calc, clblast, darktable, encoders, ffmpeg, gegl, hashcat, headers, opencv, programs, pytests, tools, ufo
from apps.compare import EXACT, Tolerance, apart
from apps.table import CASES
from runner.expectations import Entry

ROOT = Path(__file__).resolve().parents[3]
PYTHON = sys.executable


def case(name, check=lambda bench: Finding("fine", "d"), wanted=(), quick=False):
    return Case(name, tuple(wanted), check, "what is known", 20, quick)


def failing(error):
    def check(bench):
        raise error

    return check


def outcomes_of(cases, folder, drivers=("one",), known=(), **more):
    tried = [run.Driver(name, {"DRIVER": name}, known) for name in drivers]
    return list(run.outcomes(run.Plan(cases, tried, folder, **more)))


# Comparing


@pytest.mark.parametrize(
    "actual, expected, tolerance",
    [
        ([1, 2], [1, 2], EXACT),
        ([1, 2], [1, 3], Tolerance(most=1, share=0.5)),
        ([1.0, float("nan"), float("inf")], [1.0, float("nan"), float("inf")], EXACT),
        ([0, 5], [0, 0], Tolerance(most=5, share=0.5, step=4)),
    ],
)
def test_equal_enough(actual, expected, tolerance):
    assert apart(numpy.array(actual), numpy.array(expected), tolerance)


@pytest.mark.parametrize(
    "actual, expected, tolerance",
    [
        ([1, 2], [1, 3], EXACT),
        ([1, 2], [2, 3], Tolerance(most=1, share=0.5)),
        ([1, 2], [1, 4], Tolerance(most=1, share=1)),
        ([float("nan")], [0.0], Tolerance(most=1e9, share=1)),
        ([1, 2], [1, 2, 3], Tolerance(most=9, share=1)),
        ([], [], EXACT),
    ],
)
def test_too_far_apart(actual, expected, tolerance):
    with pytest.raises(WrongError):
        apart(numpy.array(actual), numpy.array(expected), tolerance)


def test_bytes_do_not_wrap():
    with pytest.raises(WrongError):
        apart(numpy.array([0], "u1"), numpy.array([255], "u1"), Tolerance(most=1, share=1))


# Commands


@pytest.fixture(name="bench")
def fixture_bench(tmp_path):
    return Bench(tmp_path, 10, {"WHO": "driver"}, {"WHO": "peer"})


@pytest.mark.parametrize(
    "program, error",
    [
        ("raise SystemExit(3)", WrongError),
        ("import os; os.kill(os.getpid(), 11)", CrashError),
    ],
)
def test_failing_command(bench, program, error):
    with pytest.raises(error) as raised:
        bench.on_driver(PYTHON, "-c", program)
    assert type(raised.value) is error


def test_messages_have_no_folder_of_the_project(bench):
    with pytest.raises(WrongError) as raised:
        bench.on_driver(PYTHON, "-c", f"raise SystemExit('File {CLIENTS / 'opencv.py'}')")
    assert str(raised.value).endswith(": File ci/apps/clients/opencv.py")


def test_asking_the_driver_takes_no_time_of_the_application(bench):
    assert bench.asked(PYTHON, "-c", "import os; print(os.environ['WHO'])") == "driver\n"
    assert bench.seconds == 0.0


def test_hang_ends_with_all_that_it_started(tmp_path):
    bench = Bench(tmp_path, 1, {})
    mark = tmp_path / "alive"
    with pytest.raises(LateError):
        bench.on_driver("sh", "-c", f"(sleep 3; touch {mark}) & wait")
    with pytest.raises(LateError):
        bench.on_driver("sleep", "4")
    assert not mark.exists()


def test_environment_is_of_who_is_asked(bench):
    assert bench.on_driver("sh", "-c", "echo $WHO").text == "driver\n"
    assert bench.on_peer("sh", "-c", "echo $WHO").text == "peer\n"
    assert bench.without_driver("sh", "-c", "echo $WHO$OCL_ICD_VENDORS").text == "/proc/absent\n"


def test_only_time_on_the_driver_counts(bench):
    work = "sum(range(3000000))"
    bench.without_driver(PYTHON, "-c", work)
    assert bench.seconds == 0
    bench.on_driver(PYTHON, "-c", work)
    assert bench.seconds > 0


def test_failing_peer_is_no_fault_of_the_driver(bench):
    with pytest.raises(NotHereError):
        bench.on_peer("false")
    with pytest.raises(NotHereError):
        Bench(bench.folder, 1, {}).on_peer("true")


# Verdicts


@pytest.mark.parametrize(
    "error, verdict",
    [
        (WrongError("w"), Verdict.FAIL),
        (CrashError("c"), Verdict.CRASH),
        (LateError("l"), Verdict.TIMEOUT),
        (NotHereError("n"), Verdict.SKIP),
    ],
)
def test_errors_become_verdicts(tmp_path, error, verdict):
    (outcome,) = outcomes_of([case("a/b", failing(error))], tmp_path)
    assert (outcome.verdict, outcome.said) == (verdict, str(error))


def test_missing_packages_are_named(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "missing", lambda names: [name for name in names if name == "absent"])
    (outcome,) = outcomes_of([case("a/b", wanted=("absent", "here"))], tmp_path)
    assert outcome.verdict is Verdict.SKIP
    assert outcome.said.endswith("apt-get install --no-install-recommends absent")


def test_absent_packages_are_found():
    assert packages.missing(["no-such-package-anywhere"]) == ["no-such-package-anywhere"]
    assert packages.missing([]) == []


def test_known_failure_needs_to_fail(tmp_path):
    known = [Entry("a/b", "theirs", "list:1")]
    cases = [case("a/b", failing(WrongError("w"))), case("a/c", failing(WrongError("w")))]
    listed, other = outcomes_of(cases, tmp_path, known=known)
    assert listed.verdict is Verdict.KNOWN and listed.said.startswith("theirs")
    assert other.verdict is Verdict.FAIL
    (better,) = outcomes_of([case("a/b")], tmp_path, known=known)
    assert better.verdict is Verdict.UNEXPECTED_PASS and run.exit_status([better]) == 1


def test_other_bits_are_a_failure(tmp_path):
    cases = [case("a/b", lambda bench: Finding("fine", bench.on_driver("sh", "-c", "echo $DRIVER").text))]
    one, other = outcomes_of(cases, tmp_path, ("one", "other"), same={"other": "one"})
    assert one.verdict is Verdict.PASS
    assert other.verdict is Verdict.FAIL and "other bits than one" in other.said
    assert all(o.verdict is Verdict.PASS for o in outcomes_of(cases, tmp_path, ("one", "other")))


def test_rounds_end_with_the_first_failure(tmp_path):
    turns = iter([Finding("fine"), WrongError("then wrong")])

    def check(bench):
        turn = next(turns)
        if isinstance(turn, Exception):
            raise turn
        return turn

    (outcome,) = outcomes_of([case("a/b", check)], tmp_path, rounds=3)
    assert outcome.verdict is Verdict.FAIL and outcome.said == "then wrong"


@pytest.mark.parametrize(
    "verdicts, status",
    [("PASS SKIP KNOWN", 0), ("PASS FAIL", 1), ("CRASH", 1), ("TIMEOUT", 1), ("SKIP SKIP", 3), ("", 3)],
)
def test_exit_status(verdicts, status):
    assert run.exit_status([Outcome("a/b", "d", Verdict[v]) for v in verdicts.split()]) == status


def test_choice():
    cases = [case("a/b", quick=True), case("a/c"), case("d/e")]
    assert run.chosen(cases, ["a"], quick=False) == cases[:2]
    assert run.chosen(cases, ["a"], quick=True) == cases[:1]
    assert run.chosen(cases, ["*/e", "a/b"], quick=False) == [cases[0], cases[2]]
    with pytest.raises(ValueError, match="no case is called f"):
        run.chosen(cases, ["f"], quick=False)


# Showing


def test_table_has_ratios_to_the_first_driver():
    found = [
        Outcome("a/b", "one", Verdict.PASS, seconds=[9.0, 2.0, 3.0]),
        Outcome("a/b", "two", Verdict.PASS, seconds=[7.0, 5.0]),
        Outcome("a/b", "three", Verdict.KNOWN),
    ]
    row = show.table(found, [case("a/b")]).splitlines()[-1]
    assert row == "| `a/b` | 2.00 s | 2.50 | wrong | what is known |"


def test_an_application_has_medians_of_what_passed():
    cases = [case("a/a"), case("a/b"), case("a/c"), case("z/a")]
    times = {"one": (2.0, 4.0, 8.0), "two": (1.0, 6.0, None)}
    found = [
        Outcome(each.name, driver, Verdict.FAIL if time is None else Verdict.PASS, seconds=[time or 0.1])
        for driver, own in times.items()
        for each, time in zip(cases, own, strict=False)
    ]
    rows = show.of_applications([*found, Outcome("z/a", "two", Verdict.PASS, seconds=[0.5])], cases).splitlines()
    assert rows[2:] == ["| a | 3 | 4.00 s | 1.00, 1 not |", "| z | 1 |  | 0.50 s |"]


def test_all_times_that_are_kept_can_be_shown(capsys):
    assert cli.main(["--table"]) == 0
    rows = capsys.readouterr().out.splitlines()
    assert len(rows) == len(CASES) + 2 and rows[0].startswith("| case | rootle |")


def test_json_is_read_back():
    found = [Outcome("a/b", "one", Verdict.CRASH, "why", [1.25], "digest")]
    assert show.from_json(show.as_json(found)) == found
    assert json.loads(show.as_json(found))["a/b"]["one"]["verdict"] == "crash"


def test_newer_outcomes_take_the_place_of_kept_ones():
    kept = [Outcome("a/b", "pocl", Verdict.FAIL), Outcome("a/b", "rootle", Verdict.PASS), Outcome("gone", "rootle", Verdict.PASS)]
    newer = [Outcome("a/b", "pocl", Verdict.PASS), Outcome("a/a", "mine", Verdict.PASS)]
    found = show.merged(kept, newer, [case("a/a"), case("a/b")])
    assert [(o.driver, o.case, o.verdict.value) for o in found] == [
        ("rootle", "a/b", "pass"),
        ("pocl", "a/b", "pass"),
        ("mine", "a/a", "pass"),
    ]


def test_page_is_made_of_what_is_kept(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(cli.PAGE.read_text(encoding="utf-8"), encoding="utf-8")
    show.write_page(page, show.from_json(cli.KEPT.read_text(encoding="utf-8")), CASES)
    assert page.read_text(encoding="utf-8") == cli.PAGE.read_text(encoding="utf-8")


def test_summary_is_as_run_tests_has_it():
    kinds = [Verdict.PASS, Verdict.PASS, Verdict.KNOWN, Verdict.SKIP, Verdict.CRASH]
    said = show.summary(Outcome("a/b", "d", kind) for kind in kinds)
    assert said == "2 passed, 1 failed, 1 skipped; 1 expected failures"


def test_page_is_made_between_its_marks(tmp_path):
    page = tmp_path / "page.md"
    page.write_text(f"before\n{show.BEGIN}\nold\n{show.END}\nafter\n", encoding="utf-8")
    show.write_page(page, [Outcome("a/b", "one", Verdict.SKIP, "why")], [case("a/b")])
    text = page.read_text(encoding="utf-8")
    assert text.startswith("before\n") and text.endswith("\nafter\n")
    assert "old" not in text and "| one | `a/b` | skip: why |" in text
    page.write_text("no marks", encoding="utf-8")
    with pytest.raises(ValueError):
        show.write_page(page, [], [])


# Drivers


def test_all_ways_of_the_bundled_driver_have_the_same_bits():
    assert drivers.alike(["pocl", "rootle-interpret", "rootle", "rootle-recompile"]) == {
        "rootle": "rootle-interpret",
        "rootle-recompile": "rootle-interpret",
    }
    assert drivers.alike(["pocl", "rootle"]) == drivers.alike(["pocl"]) == {}


def test_all_ways_of_the_bundled_driver_have_the_same_known_failures():
    assert drivers.listed("rootle-recompile") == "rootle" and drivers.listed("pocl") == "pocl"
    for file in cli.KNOWN.glob("*-fails.txt"):
        assert drivers.listed(file.name.removesuffix("-fails.txt")) + "-fails.txt" == file.name


def test_each_way_is_another(tmp_path):
    (default,) = re.findall(r'^ENV\(EXEC, "(\w+)"', (ROOT / "driver/base/env.def").read_text(encoding="utf-8"), re.MULTILINE)
    icd = tmp_path / "rootle.icd"
    icd.write_text("lib.so\n", encoding="utf-8")
    ways = [drivers.environment(name, icd).get("ROOTLE_EXEC", default) for name in drivers.BUNDLED]
    assert sorted(set(ways)) == sorted(ways)


# The cases


def test_names_are_unique():
    names = [case.name for case in CASES]
    assert len(names) == len(set(names))


def test_packages_are_listed():
    names = ("packages.txt", "packages-optional.txt")
    text = "\n".join((ROOT / "ci" / name).read_text(encoding="utf-8") for name in names)
    lines = {line.partition(" ")[0] for line in text.splitlines()}
    wanted = {package for case in CASES for package in case.packages}
    assert wanted <= lines


def test_page_counts_every_case():
    rows = re.findall(r"^\| ([a-z0-9-]+) \| ([0-9]+) \|", cli.PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert {name: int(count) for name, count in rows} == collections.Counter(case.application for case in CASES)


def test_each_opencv_operation_has_a_tolerance():
    text = (ROOT / "ci/apps/clients/opencv_operations.py").read_text(encoding="utf-8")
    assert set(re.findall(r'^_add\("([^"]*)"', text, re.MULTILINE)) == set(opencv.TOLERANCES)


@pytest.mark.parametrize(
    "password, mask",
    [("hashcat", "hashc?l?l"), ("Hash7T", "Hash?d?u"), ("a?b", "a???l"), ("x$", "?l$"), ("", "")],
)
def test_masks_leave_two_characters(password, mask):
    assert hashcat.mask_of(password) == mask


@pytest.mark.parametrize(
    "text, error",
    [
        ("...\n3 passed in 0.1s\n", None),
        ("F.\nFAILED a/test_b.py::test_c - assert\n1 failed, 1 passed in 0.1s\n", WrongError),
        ("E\n1 error in 0.1s\n", WrongError),
        ("ss\n2 skipped in 0.1s\n", NotHereError),
        ("", NotHereError),
    ],
)
def test_what_pytest_says(text, error):
    if error is None:
        assert pytests.judge(text).said == "3 passed"
        return
    with pytest.raises(error):
        pytests.judge(text)


def test_pytest_says_why_it_skips():
    with pytest.raises(NotHereError, match="2 skipped: no network"):
        pytests.judge("ss\nSKIPPED [2] a/test_b.py:3: no network\n2 skipped in 0.1s\n")


def test_what_clblast_says():
    text = "Results:\n   36 test(s) passed\n   2 test(s) skipped\n   {} test(s) failed\n"
    assert clblast.judge(text.format(0) + text.format(0)).said == "72 passed, 4 skipped, 0 failed"
    for bad in (text.format(0) + text.format(1), "0 test(s) passed\n9 test(s) skipped\n", ""):
        with pytest.raises(WrongError):
            clblast.judge(bad)


def test_halves_of_clblast_are_apart():
    start, end = "* \x1b[1mStarting tests for the '{}' routine.\x1b[0m\n", "   12 test(s) {}\n"
    text = start.format("iSAMAX") + end.format("passed") + start.format("iHAMAX") + end.format("failed")
    halves, others = clblast.parts(text, "iHAMAX")
    assert clblast.judge(others).said == "12 passed, 0 skipped, 0 failed"
    with pytest.raises(WrongError):
        clblast.judge(halves)


def test_what_clpeak_says():
    text = "    Driver version  : 1.2 (Linux)\n    Compute units   : 20\n  Clock frequency : 850 MHz\n  Transfer (GBPS)\n      enqueueWriteBuffer   : 1.50\n"
    assert tools.measured(text) == {"enqueueWriteBuffer": 1.5}
    for bad in ("", "      float   : 0.00\n"):
        with pytest.raises(WrongError):
            tools.measured(bad)


def test_pictures(tmp_path):
    path = tmp_path / "picture.ppm"
    gegl.write_picture(path)
    small = path.read_bytes()
    with pytest.raises(WrongError):
        gegl.read_picture(path)
    header, pixels = small[:15], numpy.frombuffer(small[15:], "u1").astype(">u2") * 257
    path.write_bytes(header.replace(b"255", b"65535") + pixels.astype(">u2").tobytes())
    assert (gegl.read_picture(path) == pixels).all()


def test_pictures_of_floats(tmp_path):
    path = tmp_path / "picture.pfm"
    texels = numpy.arange(12, dtype="<f4")
    path.write_bytes(b"PF\n2 2\n-1.0\n" + texels.tobytes())
    assert (darktable.read_floats(path) == texels.reshape(2, 2, 3)).all()
    path.write_bytes(b"P6\n2 2\n255\n")
    with pytest.raises(WrongError):
        darktable.read_floats(path)


def test_darktable_has_its_settings():
    assert 'darktable:modversion="2" darktable:params="000048420000803f"' in darktable.history("velvia")
    assert set(darktable._UNORDERED) <= set(darktable._MODULES)


def test_pyopencl_needs_its_folder(bench, monkeypatch):
    monkeypatch.delenv("PYOPENCL_TESTS", raising=False)
    case_ = next(case_ for case_ in CASES if case_.name == "pyopencl/array")
    with pytest.raises(NotHereError, match="PYOPENCL_TESTS"):
        case_.check(bench)


def test_gegl_is_told_of_cpus():
    line = "[POCL/0]  CL_DEVICE_TYPE                                    CL_DEVICE_TYPE_{}\n"
    assert gegl.kind_of(line.format("CPU")) == "cpu"
    assert gegl.kind_of(line.format("GPU")) == "yes"


def test_filter_graphs():
    kind = ffmpeg.Filter("overlay", "x=1", sources=("a", "b"), pixels="rgba")
    on_device = "[0:v]format=rgba,hwupload[i0];[1:v]format=rgba,hwupload[i1];[i0][i1]overlay_opencl=x=1"
    assert kind.graph(True) == f"{on_device},hwdownload,format=rgba"
    assert kind.graph(False) == "[0:v]format=rgba[i0];[1:v]format=rgba[i1];[i0][i1]overlay=x=1,format=rgba"


def test_only_the_first_frame_of_tonemap_has_fixed_bits(bench, monkeypatch):
    (kind,) = (kind for kind in ffmpeg.FILTERS if kind.name == "tonemap")
    frames = [bytes(range(32)), bytes(32), bytes(32)]

    def digest(*later):
        monkeypatch.setattr(bench, "on_driver", lambda *_: (bench.folder / "frames").write_bytes(b"".join([frames[0], *later])))
        return ffmpeg._check_filter(kind, bench).digest

    first = digest(*frames[1:])
    assert digest(frames[1], b"x" * 32) == first
    frames[0] = frames[0][::-1]
    assert digest(*frames[1:]) != first


@pytest.mark.parametrize(
    "rule, row",
    [
        ("clamp", [0, 0, 0.5, 1.5, 2.5, 1.5, 0]),
        ("clamp_to_edge", [1, 1, 1, 1.5, 2.5, 3, 3]),
        ("repeat", [1.5, 2.5, 2, 1.5, 2.5, 2, 1.5]),
        ("mirrored_repeat", [2.5, 1.5, 1, 1.5, 2.5, 3, 2.5]),
    ],
)
def test_samplers_of_ufo(rule, row):
    image = numpy.array([[1.0, 2.0, 3.0]])
    between = numpy.arange(-2.0, 5.0)  # edges of texels, where each of two has half
    assert ufo.linear(image, between, numpy.full(7, 0.5), rule).tolist() == row
    assert ufo.nearest(image, numpy.array([0.0, 0.9, 2.5]), numpy.full(3, 0.5), rule).tolist() == [1, 1, 3]


def test_boards_of_leela_zero():
    board = "".join(" " + " ".join(f"{19 * y + x:3}" for x in range(19)) + " \n" for y in range(19))
    assert programs.moves(Done(0, f"NN eval=0.6\n{board}pass: 1\n".encode())).ravel().tolist() == list(range(361))
    with pytest.raises(WrongError):
        programs.moves(Done(0, board[:-80].encode()))


@pytest.mark.parametrize("words", [["--rounds", "0"], ["nothing/*"], ["--driver", "no-such-driver"]])
def test_wrong_arguments(words, capsys):
    try:
        status = cli.main(words)
    except SystemExit as exit_:
        status = exit_.code
    assert status == 2 and "error" in (said := capsys.readouterr().err) or "ci/applications:" in said


def test_sheet_has_numbers_behind_its_formulas():
    rows = calc.spreadsheet("sums").count("<table:table-row>")
    formulas = re.findall(r'table:formula="of:=SUM\((.*?)\)"', calc.spreadsheet("sums"))
    assert formulas[0] == "[.A1:.A10]" and formulas[-1] == f"[.A{len(formulas)}:.A{rows}]"


@pytest.mark.parametrize("cell, error", [("2.5", None), ("#NAME?", "#NAME"), ("", "could not")])
def test_results_of_calc_are_numbers(tmp_path, cell, error):
    group = "lookup"
    row = ",".join(["1"] * 5 + [cell] * len(calc.formulas(group)))
    (tmp_path / "sheet.csv").write_text(f"{row}\n" * 300, encoding="utf-8")
    if error is None:
        assert (calc.results(tmp_path / "sheet.csv", group) == 2.5).all()
    else:
        with pytest.raises(WrongError, match=error):
            calc.results(tmp_path / "sheet.csv", group)


def test_short_results_of_calc_are_wrong(tmp_path):
    (tmp_path / "sheet.csv").write_text("1,1,1,1,1,2\n", encoding="utf-8")
    with pytest.raises(WrongError, match="1 rows"):
        calc.results(tmp_path / "sheet.csv", "lookup")
    with pytest.raises(WrongError, match="no results"):
        calc.results(tmp_path / "absent.csv", "lookup")


@pytest.mark.parametrize("text, wrong", [("right a\nright b\n", ""), ("right a\nwrong b\n", "1 of 2 results are wrong: b"), ("", "0 of 0")])
def test_lines_of_results(text, wrong):
    if not wrong:
        assert headers.judge(text).said == "2 results"
    else:
        with pytest.raises(WrongError, match=wrong):
            headers.judge(text)


def test_what_x264_says():
    text = "x264 [info]: frame I:1     Avg QP:18\nx264 [info]: frame B:18    Avg\nx264 [info]: PSNR Mean Y:40.1 U:44.0 V:44.2 Avg:41.25 Global:40 kb/s:9\n"
    assert encoders.measured(text) == ({"I": "1", "B": "18"}, 41.25)
    with pytest.raises(WrongError):
        encoders.measured("x264 [error]: could not open")
