# SPDX-License-Identifier: MIT
"""Quotations are found in a text that is marked up, and what is not in it is told."""

import importlib.util
import subprocess
import sys
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

TOOL = Path(__file__).resolve().parents[1] / "bugs" / "quotations"


@pytest.fixture(scope="module")
def tool():
    loader = SourceFileLoader("quotations", str(TOOL))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(loader.name, loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def clone(tmp_path, tool):
    """A specification of one sentence, under the names of both versions."""
    git = ["git", "-C", str(tmp_path), "-c", "user.name=a", "-c", "user.email=a@b"]
    (tmp_path / "OpenCL_C.txt").write_text("{CL_INVALID_VALUE} if _row_pitch_ is not 0 and is {leq}\n    _width_ {times} size of *element* in bytes.\n", encoding="utf-8")
    for words in (["init", "-q"], ["add", "."], ["commit", "-qm", "text"], *(["tag", version] for version in tool.VERSIONS)):
        subprocess.run([*git, *words], check=True)
    return tmp_path


@pytest.mark.parametrize(
    ("quotation", "is_there"),
    [
        ("row_pitch is not 0 and is <= width * size of element in bytes", True),
        ("CL_INVALID_VALUE if row_pitch is not 0", True),
        ("row_pitch is not 0 ... size of element in bytes", True),
        ("row_pitch is 0 and is <= width", False),
        ("row_pitch is not 0 ... size of texel in bytes", False),
    ],
)
def test_a_quotation_is_found_however_it_is_marked(tool, clone, quotation, is_there):
    text = tool.text_of(clone, tool.VERSIONS[0])
    assert all(part in text for part in tool.parts(quotation)) == is_there


def test_few_words_are_not_looked_up(tool):
    assert list(tool.quotations('it "must be 0", and "what is out of range is clamped"')) == ["what is out of range is clamped"]


def test_what_is_not_found_is_told(tool, clone, capsys, monkeypatch):
    monkeypatch.setattr(sys, "argv", ["quotations", str(clone)])
    monkeypatch.setattr(tool, "given", lambda: iter([("page:1", "row_pitch is not 0 and"), ("page:2", "row_pitch is the answer")]))
    assert tool.main() == 1
    assert capsys.readouterr().out.splitlines() == ['page:2: "row_pitch is the answer" is not in v3.1.1 or v3.0.9', "2 quotations, 1 of them not found"]


def test_pages_have_quotations(tool):
    found = list(tool.given())
    assert len(found) > 20 and any(where.startswith("specification.md") for where, _ in found)
