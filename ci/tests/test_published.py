# SPDX-License-Identifier: MIT
"""ci/pages: the site is whole, and what it leads to is there."""

import json
import re
import subprocess
from pathlib import Path

import pytest
from links import broken

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module", name="site")
def fixture_site(tmp_path_factory):
    pytest.importorskip("markdown_it")
    if not (ROOT / "build" / "driver" / "rootle.icd").exists():
        pytest.skip("the driver is not built")
    folder = tmp_path_factory.mktemp("pages") / "site"
    subprocess.run([ROOT / "ci" / "pages", folder], check=True, capture_output=True)
    return folder


def test_links_lead_somewhere(site):
    count, found = broken(site)
    assert count > 1000 and not [link for link in found if not link.startswith("examples/report/index.html: #")]  # places that its script knows


def test_wrong_answers_lead_to_reports(site):
    matrix = json.loads((site / "matrix" / "matrix.json").read_text(encoding="utf-8"))
    findings = [finding for column in matrix["columns"] for rule in column["rules"] for finding in rule["findings"]]
    reports = {finding["report"] for finding in findings if "report" in finding}
    assert len(reports) > 10 and len(findings) > 60
    assert not [name for name in reports if not (site / "matrix" / matrix["reports"] / f"{name}.html").exists()]


def test_the_example_is_of_a_wrong_driver(site):
    text = (site / "examples" / "report" / "index.html").read_text(encoding="utf-8")
    assert re.search(r"[1-9][0-9]* failed|[1-9][0-9]* fail\b", text)
    assert (site / "examples" / "explorer.html").stat().st_size > 10_000


def test_a_folder_of_something_else_is_left_alone(tmp_path):
    (tmp_path / "mine").touch()
    done = subprocess.run([ROOT / "ci" / "pages", tmp_path], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and "it was left alone" in done.stderr and [path.name for path in tmp_path.iterdir()] == ["mine"]
