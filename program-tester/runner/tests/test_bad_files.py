# SPDX-License-Identifier: MIT
"""Files of the wrong kind: one line names the place, the exit status is that of the docs, and nothing goes on without end."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from runner.commands import run_command
from runner.endless import is_device
from runner.expectations import ExpectationError, read_list
from runner.journal import write_file

ROOT = Path(__file__).resolve().parents[3]
RESULT = {"test": "a.cl::b", "status": "fail", "seconds": 0.1, "message": "x"}


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A folder with one result."""
    folder = tmp_path / "results"
    folder.mkdir()
    (folder / "results.jsonl").write_text(json.dumps(RESULT) + "\n")
    return folder


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero"])
@pytest.mark.parametrize(
    "words",
    [["show"], ["explain"], ["summary"], ["report", "--tap", "out"], ["compare", "results"], ["merge", "out", "results"]],
)
def test_devices_are_no_results(words, device, results, monkeypatch, capsys):
    monkeypatch.chdir(results.parent)
    assert run_command(words[0], [*words[1:], device]) == 2
    assert capsys.readouterr().err == f"run-tests {words[0]}: {device}: a device, not a file of results\n"
    assert not Path("out").exists()


@pytest.mark.parametrize("device", ["/dev/full", "/dev/zero"])
def test_devices_are_no_lists(device):
    with pytest.raises(ExpectationError, match=f"^{device}: a device, not a list of expectations$"):
        read_list(Path(device))
    assert read_list(Path("/dev/null")) == []


def test_what_ends_is_no_device(tmp_path):
    read, write = os.pipe()
    try:
        assert not is_device(Path(f"/proc/self/fd/{read}"))
    finally:
        os.close(read)
        os.close(write)
    assert not is_device(tmp_path) and not is_device(tmp_path / "absent")


@pytest.mark.parametrize(
    "words", [["summary", "--markdown"], ["summary", "--badge"], ["explain", "--markdown"], ["explain", "--json"], ["report", "--tap"],
              ["report", "--junit"], ["report", "--csv"]],
)  # fmt: skip
def test_what_cannot_be_written_is_named(words, results, capsys):
    assert run_command(words[0], [str(results), words[1], "/dev/full"]) == 3
    assert capsys.readouterr().err == f"run-tests {words[0]}: results cannot be written to /dev/full: No space left on device\n"


@pytest.mark.parametrize("folder", ["/dev/null/folder", "/"])
def test_driver_gate_is_tried_where_a_folder_can_be_made(folder):
    done = subprocess.run([sys.executable, ROOT / "ci" / "try-driver-gate", folder], capture_output=True, text=True, check=False)
    if "No module named 'yaml'" in done.stderr:
        pytest.skip("python3-yaml is not installed")
    assert done.returncode == 2
    assert done.stderr.startswith(f"try-driver-gate: {folder}: no folder can be made there: ") and done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", ["compare out", "show nothing", "--list sampler", "explain nothing", "report nothing -o out"])
def test_streams_may_be_closed(words, tmp_path):
    """What is printed has no file of ours to go to, and Python no stream that is none."""
    run = f"{ROOT}/run-tests {words}"
    ends = [
        subprocess.run(["sh", "-c", run + closed], cwd=tmp_path, stderr=subprocess.PIPE, text=True, check=False)
        for closed in (" </dev/null >/dev/null", " <&- >&-")
    ]
    assert ends[0].returncode == ends[1].returncode and ends[0].stderr == ends[1].stderr


def test_a_full_standard_output_is_named(results):
    with open("/dev/full", "w", encoding="utf-8") as full:
        done = subprocess.run(
            [str(ROOT / "run-tests"), "show", str(results)],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, env={"PATH": os.environ["PATH"]},
        )  # fmt: skip
    assert (done.returncode, done.stderr) == (3, "run-tests show: what is printed: No space left on device\n")


def test_a_file_that_does_not_fit_leaves_the_old_one_and_nothing_else(tmp_path):
    path = tmp_path / "page.html"
    path.write_text("old", encoding="utf-8")
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        with pytest.raises(OSError, match=r"page\.html: File too large$"):
            write_file(path, bytes(2000))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert [file.name for file in tmp_path.iterdir()] == ["page.html"]
    assert path.read_text(encoding="utf-8") == "old"
