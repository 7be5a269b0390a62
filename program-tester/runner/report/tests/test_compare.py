# SPDX-License-Identifier: MIT
"""What counts as which difference, and what `run-tests compare` says of it."""

import json

import pytest

from runner.commands import run_command
from runner.gate.compare import Change, classify
from runner.status import BY_LABEL

CASES = [
    ("pass fail", Change.REGRESSION),
    ("skip crash", Change.REGRESSION),
    ("expected-fail timeout", Change.REGRESSION),
    ("pass pass fail", Change.REGRESSION),
    ("fail pass", Change.FIX),
    ("crash fail unexpected-pass", Change.FIX),
    ("expected-fail unexpected-pass", Change.FIX),
    ("expected-fail pass", Change.FIX),
    ("pass expected-fail", Change.REGRESSION),
    ("unexpected-pass expected-fail", Change.REGRESSION),
    ("fail skip", Change.OTHER),
    ("fail expected-fail", Change.OTHER),
    ("fail crash", Change.REGRESSION),
    ("crash fail", Change.OTHER),
    ("pass skip", Change.REGRESSION),
    ("pass flaky", Change.FLAKE),
    ("flaky fail", Change.FLAKE),
    ("pass fail pass", Change.FLAKE),
    ("fail pass fail", Change.FLAKE),
    ("none pass", Change.NEW),
    ("none fail", Change.NEW_FAILURE),
    ("pass none", Change.REGRESSION),
    ("flaky none", Change.REGRESSION),
    ("flaky skip", Change.REGRESSION),
    ("pass fail pass fail", Change.REGRESSION),
    ("skip none", Change.GONE),
    ("fail pass none", Change.GONE),
]


@pytest.mark.parametrize("statuses, change", CASES)
def test_kinds(statuses, change):
    assert classify(tuple(BY_LABEL.get(word) for word in statuses.split())) is change


def test_command(make_results, tmp_path, capsys):
    old = make_results("old", {"a::1": "pass", "a::2": "fail", "a::3": "pass", "b": "skip"})
    failure = {"test": "a::1", "status": "fail", "message": "why\nmore"}
    rest = [{"test": "a::2", "status": "pass"}, {"test": "a::3", "status": "pass"}]
    new = make_results("new", [failure, *rest], commit="fedcba9876543210", driver="other")
    document = tmp_path / "differences.json"
    assert run_command("compare", [str(old), str(new), f"--json={document}"]) == 1
    printed = capsys.readouterr().out
    assert "A: mine, Device <1>, 0123456789ab, 2026-01-31T12:00:00Z" in printed
    assert "B: other, Device <1>, fedcba987654, 2026-01-31T12:00:00Z" in printed
    assert "regressions (1):\n    a::1: pass -> fail\n        why\n" in printed
    assert "fixes (1):\n    a::2: fail -> pass\n" in printed
    assert "gone (1):\n    b: skip -> none\n" in printed
    assert printed.endswith("1 regression, 1 fix, 1 gone, 1 the same\n")
    changes = json.loads(document.read_text(encoding="utf-8"))["changes"]
    assert changes["regression"] == {"a::1": ["pass", "fail"]}
    assert changes["gone"] == {"b": ["skip", "none"]}


def test_nothing_worse(make_results, capsys):
    old = make_results("old", {"a": "fail", "b": "pass"})
    new = make_results("new", {"a": "pass", "b": "pass", "c": "pass"})
    assert run_command("compare", [str(old), str(new)]) == 0
    assert run_command("compare", [str(old), str(new), str(new)]) == 0
    assert "regressions" not in capsys.readouterr().out


def test_limit(make_results, capsys):
    tests = [f"t::{number:03}" for number in range(60)]
    old = make_results("old", {test: "pass" for test in tests})
    new = make_results("new", {test: "fail" for test in tests})
    assert run_command("compare", [str(old), str(new)]) == 1
    printed = capsys.readouterr().out
    assert "t::049: " in printed and "t::050: " not in printed and "10 more" in printed
    run_command("compare", [str(old), str(new), "--all"])
    assert "t::059: " in capsys.readouterr().out


def test_runs_of_different_tests_are_not_the_same(make_results, capsys):
    one, other = (str(make_results(name, {f"{name}.cl::t": "pass"})) for name in "ab")
    assert run_command("compare", [one, other]) == 2
    assert "have no test in common" in capsys.readouterr().err


def test_run_that_lacks_results_is_worse(make_results, capsys):
    tests = {"a": "pass", "b": "pass"}
    whole, part = make_results("whole", tests), make_results("part", {"a": "pass"})
    for folder in (whole, part):
        with open(folder / "results.jsonl", "a", encoding="utf-8") as file:
            file.write('{"plan": ["a", "b"]}\n')
    assert run_command("compare", [str(whole), str(part)]) == 1
    assert "part), 1 planned test has no result" in capsys.readouterr().out
    assert run_command("compare", [str(part), str(whole)]) == 0


def test_no_results(tmp_path, make_results, capsys):
    assert run_command("compare", [str(make_results("a", {"a": "pass"})), str(tmp_path / "none")]) == 2
    assert "none" in capsys.readouterr().err
