# SPDX-License-Identifier: MIT
"""Rules of columns have the findings and reports of their smallest tests."""

import pytest

from runner.matrix import column
from runner.matrix.command import KEPT, ROOT
from runner.matrix.reported import Reported

TABLE = """
[projects]
"One" = "1.0"
"Library" = "2.0"
[families]
one = "One"
library = "Library"
[[report]]
name = "one-no-alpha"
state = "mended"
known = "one#7"
seen = "One 1.0"
[[report]]
name = "library-sums"
state = "open"
seen = "library 2 in Two 1.0 and 2.0; One 2.0 is right"
[[report]]
name = "one-layer"
test = "generated-tests/findings-vk/layer.vk.comp"
state = "open"
seen = "One 1.0"
"""


@pytest.fixture
def root(tmp_path):
    for folder in ("ci/expectations", "generated-tests", "docs/reports"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "docs/reports/reports.toml").write_text(TABLE)
    (tmp_path / "generated-tests/finding-reasons.txt").write_text("no-alpha.cl: alpha of\nsums.cl: sums are\nlayer.vk.comp: a layer is\n")
    (tmp_path / "ci/expectations/one-fails.txt").write_text("# for: One / *, driver 1.*\nread/*.cl  # alpha of R is 0\nwrite/*.cl  # something else\nsum/*.cl  # sums are 0\n")
    (tmp_path / "ci/expectations/vk-fails.txt").write_text("# for: Vulkan / *\nread/*.cl  # alpha of 1\nfetch/*.cl  # a layer is not there\n")
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


@pytest.mark.parametrize(("driver", "known"), [("Two 2.0", True), ("Two 3.0", False), ("One 2.0", False), ("Three 1.0", False)])
def test_a_report_of_a_library_is_of_the_drivers_in_which_it_was_seen(root, driver, known):
    told = {"name": "sums.cl"} | ({"report": "library-sums", "state": "open", "known": ""} if known else {})
    assert Reported(root).findings(of("One", driver), "sum/a.cl::b") == [told]


def test_findings_of_shaders_have_reports(root):
    layer = {"name": "layer.vk.comp", "report": "one-layer", "state": "open", "known": ""}
    assert Reported(root).findings(of("Vulkan"), "fetch/a.cl::b") == [layer]


def test_words_of_findings_are_those_of_an_api(root):
    assert Reported(root).findings(of("Vulkan"), "read/a.cl::b") == [{"name": "alpha of 1"}]


def test_nothing_is_known_without_lists(tmp_path):
    assert Reported(tmp_path).findings(of("One"), "read/a.cl::b") == []


@pytest.mark.parametrize("path", sorted(KEPT.glob("*.json")), ids=lambda path: path.stem)
def test_each_rule_of_a_kept_column_has_its_finding(path):
    added = Reported(ROOT).added_to(column.read(path))
    assert not [rule["test"] for rule in added["rules"] if not rule["findings"]]
