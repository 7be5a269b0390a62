# SPDX-License-Identifier: MIT
"""run-tests summary: Markdown that nothing a driver says can break out of, and badges."""

import re
from xml.etree import ElementTree

import pytest

from runner.commands import run_command
from runner.gate import badge
from runner.gate.markdown import LONGEST, SHOWN, code
from runner.status import Look


@pytest.mark.parametrize(
    "text, span",
    [
        ("plain", "`plain`"),
        ("a\nb", "`a`"),
        ("", "`  `".replace("  ", "   ")),
        ("`", "`` ` ``"),
        ("a``b", "```a``b```"),
        ("<script>@all | [x](y)", "`<script>@all | [x](y)`"),
        ("\x1b[31mred", "`\\x1b[31mred`"),
        ("x" * 400, f"`{'x' * LONGEST} ...`"),
    ],
)
def test_code_spans_hold_whatever_there_is(text, span):
    assert code(text) == span


def test_run(make_results, capsys):
    folder = make_results("run", [{"test": "a::1", "status": "fail", "message": "`why`\nmore", "reproduce": "again `x`"},
                                  {"test": "a::2", "status": "pass"}])  # fmt: skip
    assert run_command("summary", [str(folder)]) == 0
    printed = capsys.readouterr().out
    assert printed.startswith("### ❌ Rootle: 1 passed, 1 failed, 0 skipped\n")
    assert "| pass | 1 |\n| fail | 1 |\n" in printed
    assert "- `a::1`: fail  \n  `` `why` ``\n" in printed
    assert "```sh\nagain `x`\n```" in printed


def test_change(make_results, tmp_path):
    old = make_results("old", {"a::1": "pass", "a::2": "fail", "a::3": "pass", "a::4": "expected-fail"})
    new = make_results("new", {"a::1": "fail", "a::2": "pass", "a::3": "pass", "a::4": "expected-fail"})
    markdown, picture = tmp_path / "s.md", tmp_path / "b.svg"
    words = [str(new), f"--baseline={old}", f"--markdown={markdown}", f"--badge={picture}"]
    assert run_command("summary", words) == 0
    text = markdown.read_text(encoding="utf-8")
    assert text.startswith("### ❌ Rootle: 1 regression\n") and "**Fixes (1)**" in text
    assert "2 tests have the same verdict as before." in text
    assert ElementTree.parse(picture).getroot().get("aria-label") == "OpenCL tests: 1 regression"


def test_long_lists_are_cut(make_results, capsys):
    folder = make_results("run", {f"a::{number}": "fail" for number in range(SHOWN + 7)})
    assert run_command("summary", [str(folder)]) == 0
    assert "- and 7 more\n" in capsys.readouterr().out


def test_runs_of_other_tests(make_results, capsys):
    old, new = make_results("old", {"a": "pass"}), make_results("new", {"b": "pass"})
    assert run_command("summary", [str(new), f"--baseline={old}"]) == 2
    assert "no test in common" in capsys.readouterr().err


def luminance(colour: str) -> float:
    channels = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return sum(share * value for share, value in zip((0.2126, 0.7152, 0.0722), linear))


@pytest.mark.parametrize("look", [Look.GOOD, Look.ODD, Look.BAD])
def test_badges_are_legible_and_well_formed(look):
    text = badge.svg("a <b>", 'c & "d"', look)
    assert ElementTree.fromstring(text).get("aria-label") == 'a <b>: c & "d"'
    for colour in set(re.findall(r'fill="(#[0-9a-f]{6})"', text)) - {"#ffffff"}:
        assert 1.05 / (luminance(colour) + 0.05) >= 4.5
