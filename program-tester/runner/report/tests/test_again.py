# SPDX-License-Identifier: MIT
"""The page of a failing test leads to the explorer, where the bundled driver ran it."""

import shlex
import subprocess
from pathlib import Path

import pytest

from runner.report import again
from runner.report.site import page_name

RAN = "OCL_ICD_VENDORS=build/driver/rootle.icd ROOTLE_FAULT=mirror_off_by_one build/bin/program-tester"


@pytest.mark.parametrize(
    "reproduce, test, command",
    [
        (f"{RAN} a.cl --test 'two words'", "a.cl::two words", "ROOTLE_FAULT=mirror_off_by_one build/bin/rootle-explore 'a.cl::two words'"),
        (f"{RAN} --timeout 3 --seed 7 'b c.cl'", "b c.cl", "ROOTLE_FAULT=mirror_off_by_one build/bin/rootle-explore 'b c.cl'"),
        ("OCL_ICD_VENDORS=/etc/OpenCL/vendors/pocl.icd build/bin/program-tester a.cl", "a.cl", ""),
        ("program-tester a.cl", "a.cl", ""),
        (f"{RAN} a.cl b.cl", "a.cl", ""),
        (f"{RAN} 'a", "a", ""),
        ("", "a", ""),
    ],
)  # fmt: skip
def test_command(reproduce, test, command):
    assert again.explore(reproduce, test) == command


def test_page_has_it(make_results, tmp_path):
    from runner.commands import run_command

    test = "a.cl::<b>"
    results = [{"test": test, "status": "fail", "message": "m", "reproduce": f"{RAN} a.cl --test '<b>'"}]
    folder = make_results("run", results)
    assert run_command("report", [str(folder), "-o", str(tmp_path / "site")]) == 0
    page = (tmp_path / "site" / page_name(test)).read_text(encoding="utf-8")
    assert "build/bin/rootle-explore &#39;a.cl::&lt;b&gt;&#39;" in page


def test_it_works(tmp_path):
    """The command of a run with a fault in the driver makes a page, and the fault is in it."""
    root = Path(__file__).resolve().parents[4]
    if not (root / "build" / "driver" / "rootle.icd").exists():
        pytest.skip("the driver is not built")
    file = root / "program-tester" / "tests" / "sampler" / "addressing.cl"
    reproduce = f"OCL_ICD_VENDORS=build/driver/rootle.icd ROOTLE_FAULT=mirror_off_by_one build/bin/program-tester {shlex.quote(str(file))}"
    command = again.explore(reproduce, f"{file}::mirrored_repeat, nearest, normalized")
    done = subprocess.run(f"{command} -o {tmp_path / 'page.html'}", shell=True, cwd=root, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert (tmp_path / "page.html").stat().st_size > 10_000
