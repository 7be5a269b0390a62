# SPDX-License-Identifier: MIT
"""run-tests show."""

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
    assert "1 tests" in capsys.readouterr().out
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
    assert "1 planned tests have no result" in capsys.readouterr().out
