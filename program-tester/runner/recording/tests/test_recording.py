# SPDX-License-Identifier: MIT
"""A recorded application on the bundled driver with a fault in it: the launch that is named is that of the first test
which the tester says has failed, and the test of it fails with the fault and passes without."""

import contextlib
import json
import os
import pty
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[4]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR") or ROOT / "build")
RECORD = ROOT / "ci" / "record"
TESTER = BUILD / "program-tester" / "program-tester"
ICD = BUILD / "driver" / "rootle.icd"
POCL = Path("/etc/OpenCL/vendors/pocl.icd")
SUITE = ROOT / "program-tester" / "tests"
pytestmark = pytest.mark.skipif(
    not (BUILD / "program-tester" / "librootle-record.so").exists() or not ICD.exists(), reason="the layer or the bundled driver is not built"
)
# Faults, and files of one launch a test in which each is seen.
FAULTS = {
    "weights_swapped": "sampler/addressing.cl",
    "mirror_as_repeat": "sampler/addressing.cl",
    "snorm_power_of_two": "image/read-normalized.cl",
    "mip_filter_nearest": "image/mipmaps.cl",
}


def run(*command: str | Path, **variables: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "ROOTLE_BUILD_DIR": str(BUILD), **variables}
    return subprocess.run(list(map(str, command)), env=environment, capture_output=True, text=True, check=False)


def record(folder: Path, file: str) -> list[str]:
    """Records the tester, and returns the names of its tests."""
    done = run(RECORD, "-o", folder, "--driver", "rootle", TESTER, SUITE / file)
    assert done.returncode == 0, done.stderr
    return [json.loads(line)["test"] for line in done.stdout.splitlines()]


def failing(file: str, fault: str) -> list[str]:
    done = run(TESTER, SUITE / file, OCL_ICD_VENDORS=str(ICD), ROOTLE_FAULT=fault)
    records = [json.loads(line) for line in done.stdout.splitlines()]
    return [found["test"] for found in records if found["status"] == "fail"]


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_is_located_and_becomes_a_test(fault, tmp_path):
    names = record(tmp_path / "recording", FAULTS[fault])
    first = names.index(failing(FAULTS[fault], fault)[0]) + 1
    done = run(RECORD, "compare", tmp_path / "recording", "--driver", "rootle", "--driver", f"ROOTLE_FAULT={fault} rootle", "--until", str(first))
    assert done.returncode == 1, done.stderr
    assert f"the first launch that differs: launch {first} " in done.stdout
    assert run(RECORD, "test", tmp_path / "recording", str(first), "-o", tmp_path / "test.cl").returncode == 0
    right = run(TESTER, tmp_path / "test.cl", OCL_ICD_VENDORS=str(ICD))
    wrong = run(TESTER, tmp_path / "test.cl", OCL_ICD_VENDORS=str(ICD), ROOTLE_FAULT=fault)
    assert (right.returncode, wrong.returncode) == (0, 1), right.stdout + wrong.stdout


def test_a_driver_is_held_against_what_another_left_elsewhere(tmp_path):
    record(tmp_path / "recording", "sampler/addressing.cl")
    kept = ("--kept", tmp_path / "kept")
    assert run(RECORD, "replay", tmp_path / "recording", "--keep", tmp_path / "kept").returncode == 0
    done = run(RECORD, "compare", tmp_path / "recording", *kept, "--driver", "ROOTLE_FAULT=weights_swapped rootle")
    whole = run(RECORD, "compare", tmp_path / "recording", "--driver", "rootle", "--driver", "ROOTLE_FAULT=weights_swapped rootle")
    assert (done.returncode, whole.returncode) == (1, 1)
    assert done.stdout.splitlines()[1:] == whole.stdout.splitlines()[1:]
    (tmp_path / "kept" / "lines.json").write_text("[")
    assert run(RECORD, "compare", tmp_path / "recording", *kept, "--driver", "rootle").returncode == 3


REST = """/*!
[config]
build_options: -I"FOLDER"
[test]
kernel_name: rest
global_size: 1 0 0
arg_out: 0 buffer float[1] 0
arg_out: 1 buffer int[1] 16
arg_in: 2 buffer float[2] 1.1 1.3
!*/
#include "zero.h"
kernel void rest(global float *out, global int *line, global float *in)
{
    float product = in[0] * in[1];
    out[0] = in[0] * in[1] - product;
    line[0] = ZERO + __LINE__;
}
"""


def test_each_operation_may_be_rounded_by_itself(tmp_path):
    """One operation, as PoCL has it where the processor has it, leaves what the product was rounded by. Ours has two on chips
    without it. Lines keep their numbers, and the quotes of options are no part of a name."""
    two = "ROOTLE_CHIP=juniper rootle"
    (tmp_path / "zero.h").write_text("#define ZERO 0\n")
    (tmp_path / "rest.cl").write_text(REST.replace("FOLDER", str(tmp_path)))
    assert run(RECORD, "-o", tmp_path / "recording", "--driver", two, TESTER, tmp_path / "rest.cl").returncode == 0
    done = run(RECORD, "replay", tmp_path / "recording", "--rounded")
    assert done.returncode == 0, done.stdout + done.stderr
    assert run(RECORD, "replay", tmp_path / "recording").returncode == 1
    if not POCL.exists():
        pytest.skip("PoCL is not there")
    drivers = ("--driver", two, "--driver", "pocl")
    beyond = {words: run(RECORD, "compare", tmp_path / "recording", *drivers, *words).returncode for words in ((), ("--rounded",))}
    assert beyond == {(): int(" fma " in Path("/proc/cpuinfo").read_text()), ("--rounded",): 0}


OVER = """/*!
[config]
need_image_support: true
require_device_extensions: cl_khr_image2d_from_buffer
[test]
arg_in: 0 buffer uint[64] repeat 7
arg_in: 1 image uchar4 NULL image_type 2d image_width 1 image_height 1 image_channel_order RGBA \\
    image_channel_data_type UNSIGNED_INT8 image_row_pitch 256 image_over 0 image_access write
launch: k args 1 global_size 1
read: 0 0x04030201 repeat 7
!*/
kernel void k(write_only image2d_t image)
{
    write_imageui(image, (int2)(0, 0), (uint4)(1, 2, 3, 4));
}
"""


def test_an_image_over_a_buffer_stays_one(tmp_path):
    """A fault that only such images show is named, and its test shows it."""
    (tmp_path / "over.cl").write_text(OVER.replace("repeat 7\n!", " ".join(["7"] * 63) + "\n!"))
    assert run(RECORD, "-o", tmp_path / "recording", "--driver", "rootle", TESTER, tmp_path / "over.cl").returncode == 0
    fault = "ROOTLE_FAULT=shadow_lost rootle"
    done = run(RECORD, "compare", tmp_path / "recording", "--driver", "rootle", "--driver", fault)
    assert "argument 0 'what lies under image' of an unknown type: 1 of 64 values differ" in done.stdout
    made = run(RECORD, "test", tmp_path / "recording", "1", "--reduce", "--against", fault, "--seconds", "5", "-o", tmp_path / "test.cl")
    assert made.returncode == 0, made.stderr
    right = run(TESTER, tmp_path / "test.cl", OCL_ICD_VENDORS=str(ICD))
    wrong = run(TESTER, tmp_path / "test.cl", OCL_ICD_VENDORS=str(ICD), ROOTLE_FAULT="shadow_lost")
    assert (right.returncode, wrong.returncode) == (0, 1), right.stdout + wrong.stdout


REFUSED = """/*!
[config]
need_image_support: true
[test]
arg_in: 0 image uchar4 NULL image_type 2d image_width 1 image_height 1 image_channel_order RGBA \\
    image_channel_data_type UNSIGNED_INT8 image_row_pitch 4 image_error CL_INVALID_IMAGE_DESCRIPTOR image_access read
arg_in: 1 buffer uint[400000] repeat 7
read: 1 repeat 7
!*/
"""


def test_calls_that_failed_are_compared_where_that_is_asked_for(tmp_path):
    """A pitch without memory of the host is refused, and the fault takes it. Of memory a replay takes no more than it may."""
    (tmp_path / "refused.cl").write_text(REFUSED)
    assert run(RECORD, "-o", tmp_path / "recording", "--driver", "rootle", TESTER, tmp_path / "refused.cl").returncode == 0
    drivers = ("--driver", "rootle", "--driver", "ROOTLE_FAULT=pitches_unchecked rootle")
    assert run(RECORD, "compare", tmp_path / "recording", *drivers).returncode == 0
    done = run(RECORD, "compare", tmp_path / "recording", *drivers, "--errors")
    assert done.returncode == 1, done.stderr
    assert re.search(r"before it a call goes wrong that is no launch: record \d+: IMAGE: error -65 in the application, and none here", done.stdout)
    assert run(RECORD, "compare", tmp_path / "recording", *drivers[:2], *drivers[:2], "--errors").returncode == 0
    assert run(RECORD, "compare", tmp_path / "recording", "--kept", tmp_path, *drivers[:2], "--errors").returncode == 3
    assert "--memory" in run(RECORD, "replay", tmp_path / "recording", "--memory", "1").stdout
    assert run(RECORD, "replay", tmp_path / "recording", "--memory", "4").returncode == 0


def test_a_test_is_made_small(tmp_path):
    record(tmp_path / "recording", "sampler/addressing.cl")
    fault = "ROOTLE_FAULT=weights_swapped rootle"
    done = run(RECORD, "test", tmp_path / "recording", "3", "--reduce", "--against", fault, "--seconds", "10", "-o", tmp_path / "test.cl")
    assert done.returncode == 0, done.stderr
    assert len((tmp_path / "test.cl").read_text().splitlines()) <= 50
    right = run(TESTER, tmp_path / "test.cl", OCL_ICD_VENDORS=str(ICD))
    wrong = run(TESTER, tmp_path / "test.cl", OCL_ICD_VENDORS=str(ICD), ROOTLE_FAULT="weights_swapped")
    assert (right.returncode, wrong.returncode) == (0, 1), right.stdout + wrong.stdout
    done = run(RECORD, "test", tmp_path / "recording", "1", "--reduce", "--against", "rootle")
    assert (done.returncode, "there is nothing to make small" in done.stderr) == (3, True)


def test_a_call_that_is_no_launch_is_named(tmp_path):
    """Images are refused, so that the launches that write to them do not run."""
    record(tmp_path / "recording", "image/write-float.cl")
    done = run(RECORD, "compare", tmp_path / "recording", "--driver", "rootle", "--driver", "ROOTLE_FAULT=written_images_refused rootle")
    assert done.returncode == 1, done.stderr
    assert "\nbefore it a call goes wrong that is no launch: record " in done.stdout
    assert ": clCreateImage: error -10\n" in done.stdout


def test_an_answer_that_differs_is_named(tmp_path):
    """The program asks what images require, and has nothing else in its recording."""
    record(tmp_path / "recording", "image/requirements.cl")
    wrong = "ROOTLE_FAULT=requirements_size_short rootle"
    for driver, said in (("rootle", ""), (wrong, r"\nanswers that differ: \d+ of \d+, the first: record \d+, .*_SIZE_EXT: (\d+) and (\d+)\n")):
        done = run(RECORD, "compare", tmp_path / "recording", "--driver", "rootle", "--driver", driver)
        assert ("answers that differ" in done.stdout) == bool(said)
        found = re.search(said, done.stdout)
        assert found and (not said or int(found[1]) == int(found[2]) + 1)


def test_a_driver_agrees_with_itself(tmp_path):
    record(tmp_path / "recording", "sampler/none.cl")
    done = run(RECORD, "compare", tmp_path / "recording", "--driver", "rootle", "--driver", "rootle")
    assert done.returncode == 0, done.stdout + done.stderr
    assert "differs" not in done.stdout and "goes wrong" not in done.stdout


def test_a_replay_tells_launches_and_reads(tmp_path):
    names = record(tmp_path / "recording", "sampler/none.cl")
    done = run(RECORD, "replay", tmp_path / "recording")
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.count("\nlaunch ") == len(names)
    assert ", 0 differ" in done.stdout
    only = run(RECORD, "replay", "--only", "1", tmp_path / "recording")
    assert only.stdout.count("\nlaunch ") == 1


def test_a_stripped_recording_has_one_launch(tmp_path):
    record(tmp_path / "recording", "sampler/addressing.cl")
    done = run(RECORD, "strip", tmp_path / "recording", "3", "-o", tmp_path / "one")
    assert done.returncode == 0, done.stderr
    done = run(RECORD, "replay", tmp_path / "one")
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith("1 launches") and ", 0 differ" in done.stdout
    (whole,), (one,) = (list((tmp_path / name).iterdir()) for name in ("recording", "one"))
    assert one.stat().st_size < whole.stat().st_size / 3
    wrong = run(RECORD, "replay", tmp_path / "one", "--driver", "ROOTLE_FAULT=weights_swapped rootle")
    assert wrong.returncode == 1 and ", 1 differ" in wrong.stdout
    assert run(RECORD, "strip", tmp_path / "recording", "3", "-o", tmp_path / "one").returncode == 3


RACE = """/*!
[config]
kernel_name: k
global_size: 4
local_size: 4
[test]
arg_in: 0 buffer int[4] 1 2 3 4
arg_out: 0 buffer int[4] 1 2 3 4
!*/
kernel void k(global int *out)
{
    local int shared_by_all;
    shared_by_all = get_local_id(0);
    out[get_local_id(0)] += shared_by_all * 0;
}
"""


def test_the_checker_reports_of_a_replay(tmp_path):
    (tmp_path / "race.cl").write_text(RACE)
    assert run(RECORD, "-o", tmp_path / "recording", "--driver", "rootle", TESTER, tmp_path / "race.cl").returncode == 0
    check = BUILD / "driver" / "check" / "rootle-check"
    if not check.exists():
        pytest.skip("the checker is not built")
    done = run(check, "--check=races", "--error-exitcode=9", RECORD, "replay", tmp_path / "recording")
    assert done.returncode == 9
    assert "1 races" in done.stderr and "in kernel k" in done.stderr


def test_a_page(tmp_path):
    record(tmp_path / "recording", "sampler/addressing.cl")
    fault = "ROOTLE_FAULT=weights_swapped rootle"
    done = run(RECORD, "page", tmp_path / "recording", "-o", tmp_path / "page.html", "--against", fault, "--until", "4")
    assert done.returncode == 0, done.stderr
    page = (tmp_path / "page.html").read_text()
    assert page.count("<details id=\"launch-") == page.count("<rect ") == 4
    assert '<details id="launch-3" open>' in page and '<details id="launch-1">' in page
    assert "22 of 32 values differ, first at [0].0: 0.0 and 0.5" in page
    assert page.count('src="data:image/png;base64,') == 4 and "<script" not in page


def test_a_terminal_is_told_how_large_it_is(tmp_path):
    ours, theirs = pty.openpty()
    slow = f"{TESTER} {SUITE / 'sampler/none.cl'} > /dev/null; sleep 1.5"
    words = [RECORD, "-o", tmp_path / "recording", "--driver", "rootle", "sh", "-c", slow]
    done = subprocess.run(words, stderr=theirs, env={**os.environ, "ROOTLE_BUILD_DIR": str(BUILD)}, check=False)
    os.close(theirs)
    told = ""
    with contextlib.suppress(OSError):  # the end, which a read of a terminal says so
        while part := os.read(ours, 10000):
            told += part.decode()
    os.close(ours)
    assert done.returncode == 0
    assert re.search(r"\rrootle-record: [1-9][\d,]* bytes so far\r", told), told


def test_loaders_that_take_no_icd_file_get_the_driver_too(tmp_path):
    done = run(RECORD, "-o", tmp_path / "none", "--driver", ICD, "sh", "-c", "cat $OCL_ICD_VENDORS; echo $OCL_ICD_FILENAMES")
    first, second = done.stdout.split()
    assert first == second and first.endswith("librootle.so")


def test_the_status_is_the_program_s(tmp_path):
    done = run(RECORD, "-o", tmp_path / "none", "sh", "-c", "exit 7")
    assert done.returncode == 7
    assert "made no call of OpenCL" in done.stderr


def test_wrong_words(tmp_path):
    assert run(RECORD, "replay", tmp_path / "nothing").returncode == 3
    assert run(RECORD, "compare", tmp_path, "--driver", "rootle").returncode == 3
    assert run(RECORD, "-o", tmp_path / "x").returncode == 3
    assert run(RECORD, "-o", tmp_path / "x", "--driver", "no-such-driver", "true").returncode == 3
    (tmp_path / "process-1.rec").write_bytes(b"no recording at all")
    done = run(RECORD, "replay", tmp_path)
    assert (done.returncode, done.stderr.strip().endswith("it is no recording")) == (3, True)


def test_what_a_recording_has_not_is_told(tmp_path):
    """Launches beyond its last, ranges that have none, and words that are no command."""
    record(tmp_path / "recording", "sampler/addressing.cl")
    count = json.loads(run(BUILD / "program-tester" / "rootle-replay", "--facts", *(tmp_path / "recording").iterdir()).stdout)["launches"]
    beyond = f"rootle-record: there is no launch {count + 1}: the recording has {count}\n"
    for words in (("replay", "--only"), ("replay", "--from"), ("compare", "--driver", "rootle", "--driver", "rootle", "--from"), ("test",)):
        done = run(RECORD, words[0], tmp_path / "recording", *words[1:], str(count + 1))
        assert (done.returncode, done.stderr) == (3, beyond)
    done = run(RECORD, "replay", tmp_path / "recording", "--from", "2", "--until", "1")
    assert (done.returncode, done.stderr) == (3, "rootle-record: --from 2 is behind --until 1\n")
    assert run(RECORD, "replay", tmp_path / "recording", "--only", str(count)).returncode == 0
    done = run(RECORD, "comprae", tmp_path / "recording")
    assert done.returncode == 2
    assert "there is no command comprae; did you mean compare?" in done.stderr
