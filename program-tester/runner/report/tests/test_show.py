# SPDX-License-Identifier: MIT
"""run-tests show."""

import pytest

from runner.commands import run_command

RESULTS = [
    {"test": "a.cl::good", "status": "pass"},
    {"test": "a.cl::bad", "status": "fail", "message": "3 differ", "reproduce": "do it"},
    {"test": "b.cl::none", "status": "skip", "message": "no images"},
]


def test_everything(make_results, capsys):
    assert run_command("show", [str(make_results("r", RESULTS))]) == 1
    printed = capsys.readouterr().out
    assert "device:   Device <1> 7\n" in printed
    assert "fail a.cl::bad\n    3 differ\n    run it: do it\n" in printed
    assert "1 no images" in printed
    assert printed.endswith("mine: 3 tests in 2.5 s: 1 pass, 1 skip, 1 fail\n"
                            "1 passed, 1 failed, 1 skipped\n")  # fmt: skip


def test_filters(make_results, capsys):
    folder = str(make_results("r", RESULTS))
    assert run_command("show", [folder, "--filter", "*good"]) == 0
    assert "1 test in" in capsys.readouterr().out
    assert run_command("show", [folder, "--status", "skip"]) == 0
    assert capsys.readouterr().out.endswith("\nskip            b.cl::none\n")


def test_unfinished_run(make_results, capsys):
    folder = make_results("r", RESULTS)
    journal = folder / "results.jsonl"
    lines = journal.read_text(encoding="utf-8").splitlines()
    plan = '{"plan": ["a.cl::good", "a.cl::bad", "b.cl::none", "c.cl::later"]}'
    torn = [*lines[:-1], plan, '{"test": "c.cl::lat']
    journal.write_text("\n".join(torn), encoding="utf-8")
    assert run_command("show", [str(folder)]) == 1
    printed = capsys.readouterr().out
    assert "1 planned test has no result" in printed
    assert "mine: 3 tests: 1 pass, 1 skip, 1 fail\n" in printed  # how long it took, nobody knows
    good = [line for line in torn if '"test": "a.cl::bad"' not in line]
    journal.write_text("\n".join(good), encoding="utf-8")
    assert run_command("show", [str(folder)]) == 130  # though nothing failed


CONTROL = "\x1b]0;title\x07 \x1b[2J \r5 passed \x08 \x7f \x9b31m \u202e \x1b[31m"


def test_text_of_results_does_not_command_the_terminal(make_results, capsys):
    """Also not as the last line, which programs read."""
    bad = {"test": f"{CONTROL}::bad", "status": "fail"}
    bad |= dict.fromkeys(("message", "output", "kernel_log", "reproduce", "place"), CONTROL)
    bad["details"] = {"build_log": CONTROL, "driver_messages": [CONTROL]}
    skip = {"test": "b.cl::skip", "status": "skip", "message": f"why {CONTROL}"}
    other = {"test": "b.cl::known", "status": "unexpected-pass", "message": "a\n9 passed, 0 failed"}
    folder = str(make_results("r", [bad, skip, other], driver=CONTROL, host=CONTROL))
    for command in (["show", folder, "-v"], ["compare", folder, folder], ["show", f"x{CONTROL}"]):
        run_command(command[0], command[1:])
        printed = "".join(capsys.readouterr())
        assert "\\x1b]0;title\\x07" in printed
        assert all(char.isprintable() or char in "\n\t" for char in printed), ascii(printed)
        assert "\n9 passed" not in printed


DAMAGED = [
    '{"test": 5, "status": "pass"}',
    '{"test": "a"}',
    '{"test": "a", "status": "passed"}',
    '{"test": "a", "status": ["pass"]}',
    '{"test": "a\\nb", "status": "pass"}',
    '{"test": "a\\ud800", "status": "pass"}',
    '{"test": "a", "status": "pass", "seconds": "1"}',
    '{"test": "a", "status": "pass", "seconds": -1}',
    '{"test": "a", "status": "pass", "seconds": 1e999}',
    '{"test": "a", "status": "fail", "message": null}',
    '{"test": "a", "status": "fail", "source": ["/etc/passwd"]}',
    '{"test": "a", "status": "fail", "attempts": "fail"}',
    '{"test": "a", "status": "fail", "attempts": ["broken"]}',
    '{"test": "a", "status": "fail", "outcome": "x"}',
    '{"test": "a", "status": "fail", "details": []}',
    '{"test": "a", "status": "fail", "details": {"build_log": 1}}',
    '{"test": "a", "status": "fail", "details": {"driver_messages": "x"}}',
    '{"test": "a", "status": "fail", "details": {"errors": [{"line": 1}]}}',
    '{"test": "a", "status": "fail", "details": {"arguments": [1]}}',
    '{"test": "a", "status": "fail", "details": {"arguments": [{"index": 0, "first": [{}]}]}}',
    '{"test": "a", "status": "fail", "details": {"inputs": [{"index": 0}]}}',
    '{"run": []}',
    '{"run": {"arguments": "rm"}}',
    '{"run": {"roots": {"": 1}}}',
    '{"device": {"name": 3}}',
    '{"plan": "a"}',
    '{"plan": [1]}',
    '{"end": {"complete": "yes"}}',
    '{"end": {"seconds": true}}',
    "[" * 100000,
    '{"test": "a", "status": "pass", "seconds": ' + "9" * 5000 + "}",
    "{]",
]
CONTENTS = {"scalar": "int", "shape": [2, 1, 1], "expected": "1 2", "actual": "1 3", "wrong": "1"}
NO_CONTENTS = [
    {"shape": [2, 1]},
    {"shape": [0, 1, 1]},
    {"shape": [3, 1, 1]},
    {"shape": "211"},
    {"actual": "1"},
    {"wrong": "x"},
    {"wrong": "2"},
    {"wrong": "1 0"},
    {"wrong": "0-999999999"},
    {"channels": "rgba"},
    {"highs": "1"},
    {"image": {}},
]


def commands(folder, other, tmp_path):
    return [
        ["show", "-v", folder],
        ["compare", folder, other],
        ["compare", other, folder],
        ["report", folder, "-o", str(tmp_path / "site")],
        ["merge", str(tmp_path / "merged"), folder, other],
    ]


@pytest.mark.parametrize("line", DAMAGED, ids=lambda line: line[:60])
def test_damaged_line_is_refused_with_its_place(line, make_results, tmp_path, capsys):
    folder, good = make_results("r", RESULTS), str(make_results("good", RESULTS))
    journal = folder / "results.jsonl"
    journal.write_text(journal.read_text(encoding="utf-8") + line + "\n", encoding="utf-8")
    for name, *arguments in commands(str(folder), good, tmp_path):
        assert run_command(name, arguments) == 2
        words = capsys.readouterr().err
        assert "r/results.jsonl:7: " in words and words.count("\n") == 1


@pytest.mark.parametrize("wrong", NO_CONTENTS, ids=str)
def test_damaged_contents(wrong, make_results, tmp_path, capsys):
    def results(**changes):
        argument = {"index": 0, "values": 2, "wrong": 1, "contents": {**CONTENTS, **changes}}
        return [{"test": "a", "status": "fail", "details": {"arguments": [argument]}}]

    output = ["-o", str(tmp_path / "site")]
    assert run_command("report", [str(make_results("good", results())), *output]) == 0
    assert run_command("report", [str(make_results("r", results(**wrong))), *output]) == 2
    assert "r/results.jsonl:3: the result.details.arguments[0].contents" in capsys.readouterr().err
