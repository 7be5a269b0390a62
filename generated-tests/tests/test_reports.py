# SPDX-License-Identifier: MIT
"""The reports of docs/reports: each with a test that is there and well-formed, and one for each entry of docs/findings.md."""

import importlib.machinery
import importlib.util
import json
import re
import subprocess
from pathlib import Path
from types import ModuleType

import pytest

HERE = Path(__file__).resolve().parents[1]
ROOT = HERE.parent
SECTIONS = {"## NVIDIA 580.159.04, OpenCL": "nvidia", "## NVIDIA 580.159.04, Vulkan": "nvidia", "## Mesa 22.3.6, lavapipe": "lavapipe", "## PoCL": "pocl", "## Oclgrind 21.10": "oclgrind", "## Oclgrind 26": "oclgrind26", "## Mesa 22.3.6, rusticl": "rusticl", "## Mesa 25.0.7, rusticl": "rusticl", "## Mesa 26.2.6, rusticl": "rusticl", "## libclc": "libclc"}
OF_LIBCLC = ("convert-long-of-nan.cl", "fma-of-zeros.cl", "functions-link.cl", "gamma-function.cl", "mad-sat-long.cl", "sinpi-of-whole-numbers.cl")
OF_ANOTHER = {"vector-loop.cl": "llvm"} | dict.fromkeys(OF_LIBCLC, "libclc")


def _load() -> ModuleType:
    loader = importlib.machinery.SourceFileLoader("reports", str(HERE / "bugs" / "reports"))
    spec = importlib.util.spec_from_loader("reports", loader)
    assert spec
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


MADE = _load()
REPORTS, PROJECTS = MADE.reports()
TESTER = ROOT / "build" / "program-tester" / "program-tester"


def entries() -> set[tuple[str, str]]:
    """Driver and test of each entry of docs/findings.md about a project with reports."""
    found, driver = set(), ""
    for line in (ROOT / "docs" / "findings.md").read_text(encoding="utf-8").splitlines():
        if line.startswith("## "):
            driver = next((name for head, name in SECTIONS.items() if line.startswith(head)), "")
        test = re.match(r"\| \[?`([a-z0-9-]+\.(?:vk\.comp|cl))`[^|]* \|", line)
        if driver and test:
            found.add((driver, test[1]))
    return found


def test_every_finding_has_a_report():
    have = {(report["name"].partition("-")[0], report["test"].rpartition("/")[2]) for report in REPORTS}
    missing = [
        (driver, test)
        for driver, test in sorted(entries())
        if (driver, test) not in have and (OF_ANOTHER.get(test), test) not in have
    ]
    assert len(entries()) > 40 and missing == []


def test_readme_counts_these_reports():
    """Those of OpenCL of four drivers and of libclc, and those of Vulkan; of PoCL and rusticl what a version has."""
    vulkan = [report for report in REPORTS if report["test"].endswith(".vk.comp")]
    of = {name: [one["seen"] for one in REPORTS if one not in vulkan and one["name"].startswith(f"{name}-")] for name in ("pocl", "oclgrind", "oclgrind26", "rusticl", "nvidia", "libclc")}
    libclc, drivers = len(of.pop("libclc")), sum(map(len, of.values()))
    pocl, rusticl = (sum(version in seen for seen in of[name]) for name, version in (("pocl", "7.1"), ("rusticl", "26.2.6")))
    told = (f"{drivers} of four drivers, of which PoCL 7.1 has {pocl}, today's rusticl {rusticl} and NVIDIA's {len(of['nvidia'])}; "
            f"{libclc} of libclc; {len(vulkan)} of two Vulkan drivers")  # fmt: skip
    assert told in (ROOT / "README.md").read_text(encoding="utf-8")


def test_names_are_of_their_test_and_unique():
    names = [report["name"] for report in REPORTS]
    assert len(set(names)) == len(names)
    for report in REPORTS:
        if report["test"] and "/" not in report["test"]:
            assert report["name"].partition("-")[2] == report["test"].removesuffix(".cl")


def test_the_tree_is_up_to_date():
    """The counts that people read, and no report's words are kept that is no more."""
    done = subprocess.run([HERE / "bugs" / "reports", "--check"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_changed_page_is_noticed():
    report = REPORTS[0]
    right = MADE.page(report, PROJECTS[report["project"]], ["it said: so"])
    assert report["actual"] in right and report["cause"][1:] in right
    assert "\n    it said: so\n" in right
    assert right != MADE.page({**report, "actual": "nothing"}, PROJECTS[report["project"]], ["it said: so"])


def test_pages_are_made(tmp_path):
    """One for each report, with what its tests said and a table that leads to it; what is left of earlier ones goes."""
    (tmp_path / "pocl-gone.md").write_text("old", encoding="utf-8")
    subprocess.run([HERE / "bugs" / "reports", "--pages", tmp_path], capture_output=True, check=True)
    assert {path.stem for path in tmp_path.iterdir()} == {"README", *(report["name"] for report in REPORTS)}
    table = (tmp_path / "README.md").read_text(encoding="utf-8")
    for report in REPORTS:
        text = (tmp_path / f"{report['name']}.md").read_text(encoding="utf-8")
        assert f"[{report['name']}]({report['name']}.md)" in table and report["expected"] in text
        for line in MADE.kept().get(report["name"], []):
            assert f"\n    {line}\n" in text


def test_what_runs_said_is_kept(tmp_path):
    """Of a report that failed in them; others stay as they were."""
    report = next(report for report in REPORTS if report["name"] == "pocl-half-image")
    (tmp_path / "results.jsonl").write_text(
        json.dumps({"run": {}}) + "\n" + json.dumps({"test": "findings/half-image.cl::a", "status": "fail", "message": "a new word"}) + "\n",
        encoding="utf-8",
    )
    files = MADE.in_tree({"pocl": [tmp_path]})
    lines = [line for line in files[MADE.SAID].splitlines() if line.startswith(report["name"] + ":")]
    assert lines == ["pocl-half-image: half-image.cl::a: a new word"]
    others = [line for line in MADE.SAID.read_text(encoding="utf-8").splitlines() if not line.startswith(report["name"] + ":")]
    assert [line for line in files[MADE.SAID].splitlines() if line not in lines] == others


def test_an_entry_that_is_not_whole_is_refused(tmp_path, monkeypatch):
    table = tmp_path / "reports.toml"
    monkeypatch.setattr(MADE, "TABLE", table)
    table.write_text('[projects]\nPoCL = ""\n[families]\na = "PoCL"\n[[report]]\nname = "a"\n', encoding="utf-8")
    with pytest.raises(ValueError, match="a is not a whole report"):
        MADE.reports()
    whole = "".join(f'{field} = ""\n' for field in MADE.FIELDS - {"project", "state", "name"})
    table.write_text(
        f'[projects]\nPoCL = ""\n[families]\na = "PoCL"\n[[report]]\nname = "a"\nstate = "confirmed"\n{whole}', encoding="utf-8"
    )
    with pytest.raises(ValueError, match="does not say where"):
        MADE.reports()


@pytest.mark.parametrize("report", REPORTS, ids=lambda report: report["name"])
def test_tests_of_reports_are_well_formed(report):
    path = MADE.test_of(report)
    if path is None:
        return
    assert path.exists()
    if path.suffix == ".cl" and TESTER.exists():
        done = subprocess.run([TESTER, "--check", path], capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
