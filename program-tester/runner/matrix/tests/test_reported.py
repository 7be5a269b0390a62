# SPDX-License-Identifier: MIT
"""Rules of columns have the findings and reports of their smallest tests."""

import pytest

from runner.matrix import column
from runner.matrix.command import KEPT, ROOT
from runner.matrix.reported import Reported

TABLE = """
[projects]
"One" = "1.0"
[families]
one = "One"
[[report]]
name = "one-no-alpha"
state = "mended"
known = "one#7"
"""


@pytest.fixture
def root(tmp_path):
    for folder in ("ci/expectations", "generated-tests", "docs/reports"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/reports/reports.toml").write_text(TABLE)
    (tmp_path / "generated-tests/finding-reasons.txt").write_text("no-alpha.cl: alpha of\n")
    (tmp_path / "ci/expectations/one-fails.txt").write_text("# for: One / *, driver 1.*\nread/*.cl  # alpha of R is 0\nwrite/*.cl  # something else\n")
    (tmp_path / "ci/expectations/vk-fails.txt").write_text("# for: Vulkan / *\nread/*.cl  # alpha of 1\n")
    return tmp_path


def of(platform, name="One 1.0", driver="1.0"):
    return {"platform": platform, "device": "cpu", "driver": driver, "name": name}


def test_a_rule_has_the_report_of_its_smallest_test(root):
    reported = Reported(root)
    alpha = {"name": "no-alpha.cl", "report": "one-no-alpha", "state": "mended", "known": "one#7"}
    assert reported.findings(of("One"), "read/a.cl::b") == [alpha]
    assert reported.findings(of("One", "Two"), "read/a.cl::b") == [{"name": "no-alpha.cl"}]  # reports are of a project
    assert reported.findings(of("One"), "write/a.cl::b") == [{"name": "something else"}]
    assert reported.findings(of("One"), "copy/a.cl::b") == [] == reported.findings(of("One", driver="2.0"), "read/a.cl::b")


def test_words_of_findings_are_those_of_opencl(root):
    assert Reported(root).findings(of("Vulkan"), "read/a.cl::b") == [{"name": "alpha of 1"}]


def test_nothing_is_known_without_lists(tmp_path):
    assert Reported(tmp_path).findings(of("One"), "read/a.cl::b") == []


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_each_rule_of_a_kept_column_has_its_finding(path):
    added = Reported(ROOT).added_to(column.read(path))
    assert not [rule["test"] for rule in added["rules"] if not rule["findings"]]
