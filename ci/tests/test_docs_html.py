# SPDX-License-Identifier: MIT
"""Documents as pages for browsers: a folder of them is complete, looks like reports, and runs nothing."""

import subprocess
from pathlib import Path

import pytest
from links import Links, broken

ROOT = Path(__file__).resolve().parents[2]
MAKE = ROOT / "ci" / "docs-html"

pytest.importorskip("markdown_it")


@pytest.fixture(scope="module", name="folder")
def fixture_folder(tmp_path_factory) -> Path:
    folder: Path = tmp_path_factory.mktemp("html")
    made = tmp_path_factory.mktemp("made")
    subprocess.run([ROOT / "generated-tests" / "bugs" / "reports", "--pages", made / "docs" / "reports"], check=True, capture_output=True)
    subprocess.run([MAKE, folder, made], check=True)
    return folder


def test_all_arrives(folder):
    """Pictures, and the kernels that pages lead to."""
    count, nowhere = broken(folder)
    assert count > 500 and nowhere == []
    pictures = {path.name for path in folder.rglob("*") if path.suffix in (".png", ".svg")}
    assert {"explorer-dark.png", "map-light.png", "architecture.svg", "weights.svg"} <= pictures
    assert (folder / "docs" / "reports" / "pocl-half-image.html").exists()
    assert (folder / "docs" / "learn" / "group.cl").read_bytes() == (ROOT / "docs" / "learn" / "group.cl").read_bytes()


def test_pages_look_like_reports(folder):
    look = (folder / "docs" / "pages.css").read_text(encoding="utf-8")
    assert look.startswith((ROOT / "program-tester/runner/report/assets/report.css").read_text(encoding="utf-8"))
    for page in folder.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        assert "default-src 'none'" in text and "<script" not in text
        found = Links(page)
        assert "style" not in found.attributes and not [name for name in found.attributes if name.startswith("on")]
        assert any(target.endswith("pages.css") for target in found.targets)


def test_examples_are_coloured(folder):
    text = (folder / "docs" / "learn" / "1-pixel.html").read_text(encoding="utf-8")
    assert '<span class="of-keyword">const</span> <span class="of-type">float4</span> colour' in text


def test_pages_of_others_stay(tmp_path):
    """Only what is left of an earlier run goes."""
    for name in ("mine.html", "docs/old.html", "docs/old.png", "docs/mine.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("mine", encoding="utf-8")
    (tmp_path / ".docs-html").write_text("docs/old.html\ndocs/old.png\ndocs/gone.html\n", encoding="utf-8")
    subprocess.run([MAKE, tmp_path], check=True)
    assert (tmp_path / "mine.html").exists() and (tmp_path / "docs" / "mine.png").exists()
    assert (tmp_path / "docs" / "running.html").exists()
    assert not (tmp_path / "docs" / "old.html").exists() and not (tmp_path / "docs" / "old.png").exists()
