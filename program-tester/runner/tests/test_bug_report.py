# SPDX-License-Identifier: MIT
"""ci/report-bug: what an archive holds, for our driver and others, and that nothing private is in it."""

import json
import os
import subprocess
import tarfile
from pathlib import Path

import pytest

from runner import drivers
from runner.bugs.archive import LEFT_OUT, LONGEST_TEXT, Privacy, environment_text, shortened
from runner.places import find_places

ROOT = Path(__file__).resolve().parents[3]
MOCK = Path(__file__).resolve().parent / "mock_tester.py"
TEST = """/*!
[config]
name: wrong on purpose
kernel_name: k
[test]
arg_out: 0 buffer uint[1] 3
!*/
kernel void k(global uint *out) { out[0] = 4; }
"""


def report(folder: Path, *words: str, **variables: str) -> subprocess.CompletedProcess:
    return subprocess.run(
        [str(ROOT / "ci" / "report-bug"), *words, "--output=r.tar.xz"],
        cwd=folder,
        env={**os.environ, **variables},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )


def contents(folder: Path) -> dict[str, str]:
    with tarfile.open(folder / "r.tar.xz") as tar:
        files = {member.name: tar.extractfile(member).read().decode() for member in tar}
    assert next(iter(files)) == "r/SUMMARY.md"
    return {name.removeprefix("r/"): text for name, text in files.items()}


@pytest.fixture
def built() -> None:
    if not find_places(ROOT).rootle_icd.exists():
        pytest.skip("the bundled driver is not built")


def test_our_driver(built, tmp_path):
    (tmp_path / "wrong.cl").write_text(TEST)
    done = report(tmp_path, "wrong.cl", "--no-build", HOME=str(tmp_path), POCL_TOKEN="hunter2hunter2")
    assert done.returncode == 0, done.stderr
    files = contents(tmp_path)
    assert files["test/wrong.cl"] == TEST
    summary = files["SUMMARY.md"]
    assert "`argument 0: 1 of 1 values differ, first at [0]: expected 3, got 4`" in summary
    assert "| passes without optional optimisations (`ROOTLE_DEBUG=noopt`)? | no: `1 failure` |" in summary
    assert "| the same when it is run again? | yes |" in summary
    for folder in ("run", "noopt"):
        assert "pstat: k: " in files[f"{folder}/pstat.txt"]
        assert "define" in files[f"{folder}/ir.txt"]
        assert "ALU" in files[f"{folder}/machine-code.txt"]
        assert files[f"{folder}/state.txt"].count("\n") > 10
    assert "ROOTLE_DEBUG=pstat,noopt" in files["noopt/pstat.txt"]
    assert f"POCL_TOKEN={LEFT_OUT}\n" in files["environment.txt"]
    whole = "".join(files.values())
    assert "hunter2hunter2" not in whole and str(tmp_path) not in whole
    records = [json.loads(line) for line in files["run/results.jsonl"].splitlines()]
    assert records[0]["run"]["host"] == LEFT_OUT
    for name in files:
        assert name == "SUMMARY.md" or f"- `{name}`: " in summary


def test_build_that_fails(built, tmp_path):
    (tmp_path / "wrong.cl").write_text(TEST.replace("= 4", "= nonsense"))
    assert report(tmp_path, "wrong.cl", "--no-build").returncode == 0
    files = contents(tmp_path)
    assert "use of undeclared identifier 'nonsense'" in files["run/output.txt"]
    assert "fail" in files["SUMMARY.md"]


def test_driver_that_crashes(tmp_path):
    (tmp_path / "wrong.cl").write_text("one passes\ntwo aborts\n")
    done = report(tmp_path, "wrong.cl", "--driver=system", f"--tester={MOCK}")
    assert done.returncode == 0, done.stderr
    files = contents(tmp_path)
    assert "`1 pass, 1 crash`" in files["SUMMARY.md"] and "ended by SIGABRT" in files["SUMMARY.md"]
    assert "Not the bundled driver" in files["SUMMARY.md"] and "run/pstat.txt" not in files


def test_driver_that_is_none(tmp_path):
    (tmp_path / "wrong.cl").write_text(TEST)
    (tmp_path / "my.icd").write_text("/proc/absent/libmy.so\n")
    assert report(tmp_path, "wrong.cl", "--driver=my.icd", "--no-build").returncode == 0
    assert "nothing could be run" in contents(tmp_path)["SUMMARY.md"]


def test_wrong_use_leaves_nothing(tmp_path):
    done = report(tmp_path, "missing.cl")
    assert done.returncode == 2 and "missing.cl: no such file" in done.stderr
    (tmp_path / "wrong.cl").write_text(TEST)
    done = report(tmp_path, "wrong.cl", "--driver=nonsense")
    assert done.returncode == 2 and "unknown driver nonsense" in done.stderr
    assert not (tmp_path / "r.tar.xz").exists()


@pytest.mark.parametrize("output, status, said", [
    ("nowhere/r.tar.xz", 3, "nowhere"),
    ("there.tar.xz", 3, "there.tar.xz is there already"),
    ("r.zip", 2, "ends in .tar.xz"),
])  # fmt: skip
def test_output_that_cannot_be(tmp_path, output, status, said):
    (tmp_path / "wrong.cl").write_text(TEST)
    (tmp_path / "there.tar.xz").write_text("mine")
    before = sorted(tmp_path.iterdir())
    done = subprocess.run(
        [str(ROOT / "ci" / "report-bug"), "wrong.cl", "-o", output],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == status and said in done.stderr
    assert sorted(tmp_path.iterdir()) == before and (tmp_path / "there.tar.xz").read_text() == "mine"
    assert "report-bug: run" not in done.stdout  # refused before any work is done


def test_privacy():
    privacy = Privacy({"MY_SECRET": "s3cret", "X_TOKEN": "abc", "PATH": "/bin"}, "/home/me", "box")
    assert privacy.clean('/home/me/x s3cret abc /bin {"host": "box"} box') == (
        f'~/x {LEFT_OUT} abc /bin {{"host": "{LEFT_OUT}"}} box'
    )
    assert environment_text({"OCL_KEY": "v1", "MESA_DEBUG": "x", "AWS_REGION": "no"}) == (
        f"MESA_DEBUG=x\nOCL_KEY={LEFT_OUT}\n"
    )
    assert "none" in environment_text({"HOME": "/home/me"})


def test_long_texts_lose_their_middle():
    text = b"a" * LONGEST_TEXT + b"z" * 10
    assert shortened(text[:-10]) == text[:-10]
    assert b"[10 bytes left out]" in shortened(text) and shortened(text).endswith(b"z" * 10)


def test_stages_are_flags_of_the_driver():
    from runner.bugs.report import STAGES

    table = (ROOT / "driver" / "base" / "env.def").read_text(encoding="ascii")
    for _, flags, _ in STAGES:
        for flag in flags.split(","):
            assert f"DEBUG_FLAG({flag}," in table
    assert "noopt" in table and drivers.NAMES[0] == "rootle"
