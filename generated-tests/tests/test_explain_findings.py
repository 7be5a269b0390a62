# SPDX-License-Identifier: MIT
"""Which findings the reasons of expectation lists are about, and which of them explain the tests of a rule."""

import importlib.util
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from runner.expectations import Entry

ROOT = Path(__file__).resolve().parents[2]
LISTS = ("pocl", "pocl5", "pocl6", "pocl7", "oclgrind", "oclgrind26", "rusticl", "rusticl25", "rusticl26", "nvidia", "lavapipe", "lavapipe25", "nvidia-vk", "mesa-r600")


@pytest.fixture(scope="module")
def tool():
    loader = SourceFileLoader("explain_findings", str(ROOT / "generated-tests" / "explain-findings"))
    spec = importlib.util.spec_from_loader(loader.name, loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


def test_reasons_name_findings_that_there_are(tool):
    folders = [ROOT / "generated-tests" / name for name in ("findings", "findings-vk", "findings-gl")]
    names = {finding for finding, _ in tool.reasons(tool.REASONS) if Path(finding).suffix in (".cl", ".comp")}
    assert names and all(any((folder / name).exists() for folder in folders) for name in names)


def test_each_reason_is_of_a_list(tool):
    texts = [one.reason for name in LISTS for one in tool.read_list(tool.LISTS / f"{name}-fails.txt")]
    assert not [words for _, words in tool.reasons(tool.REASONS) if not any(words in text for text in texts)]


def test_likewise_is_what_stands_above(tool):
    entries = tool.named([Entry("a", "fract(-0) is 0", "list:1"), Entry("b", "likewise", "list:1"), Entry("c", "something new", "list:1"), Entry("d", "likewise (7)", "list:1")], tool.reasons(tool.REASONS))
    assert [names for _, names in entries] == [("signs-of-functions.cl",)] * 2 + [("(something new)",)] * 2


def test_the_fewest_findings_explain_a_rule(tool):
    entries = [(Entry("*::x*", "", "list:1"), ("one",)), (Entry("*::xa", "", "list:1"), ("two",)), (Entry("*::b", "", "list:1"), ("three", "four"))]
    assert tool.of_tests(["f.cl::xa", "f.cl::xb", "f.cl::b", "f.cl::c"], entries) == {("one",): 2, ("three", "four"): 1, ("on no list",): 1}
