# SPDX-License-Identifier: MIT
"""Damaged results are refused in words: some hundred mutants of them through all commands. ci/check --long has 10,000."""

import json

import mutants
import pytest

from runner import fields, journal, protocol
from runner.commands import run_command
from runner.results import ResultsError, load

SEED, COUNT = 1, 120


def test_slice(tmp_path):
    told: list[str] = []
    commands, faults = mutants.run(COUNT, SEED, tmp_path, told.append)
    assert faults == 0, "\n".join(told)
    assert commands > 8 * COUNT


def test_good_results_are_read_whole(tmp_path):
    """What is mutated has every field of every table, and each is read as it was."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(b"".join(mutants._bytes(line) + b"\n" for line in mutants.JOURNAL))
    record = load(path)
    assert [record.run, record.plan, record.device] == [next(iter(line.values())) for line in mutants.JOURNAL[:3]]
    assert [result.to_json() for result in record.results.values()] == [{"seconds": 0.0, **line} for line in mutants.RESULTS]
    text = json.dumps([mutants.JOURNAL, mutants.PIGLIT])
    for name in ("_ONE_RUN", "TYPE"):
        assert all(f'"{key}"' in text for key in getattr(fields, name))


@pytest.mark.parametrize(
    "line, said",
    [
        ('{"test": "a", "status": "pass", "seconds": 1' + 400 * "0" + "}", "seconds is not a number of seconds"),
        ('{"test": "a", "status": "pass", "seconds": NaN}', "seconds is not a number of seconds"),
        ('{"test": "a", "status": "fail", "details": {"arguments": [{"index": 0, "worst_ulp": 1' + 400 * "0" + "}]}}", "worst_ulp is not a number"),
        ('{"test": "a", "status": "fail", "source": "a\\u0000b"}', "source is not a path"),
        ('{"run": ' + 150 * '{"merged": [' + 150 * "]}" + "}", ""),
    ],
)
def test_lines(line, said, tmp_path):
    path = tmp_path / "results.jsonl"
    path.write_text(line + "\n")
    if said:
        with pytest.raises(ResultsError, match=said):
            load(path)
    else:
        assert load(path).run == {"merged": [{}]}


@pytest.mark.parametrize("choices", [[], "x", {"0": 1}, {"0": ["1", "2"]}, 5])
def test_choices_of_another_type(choices, tmp_path, capsys):
    failure = json.loads(json.dumps(mutants.RESULTS[0]))
    failure["details"]["arguments"][0]["contents"]["choices"] = choices
    path = tmp_path / "results.jsonl"
    path.write_text(json.dumps(failure) + "\n")
    assert run_command("report", [str(path), "-o", str(tmp_path / "html")]) == 2
    assert "contents.choices" in capsys.readouterr().err


@pytest.mark.parametrize("name", ["\0", "a.cl::\x1b[2J", "\u202ea.cl::b"])
def test_names_that_a_terminal_would_act_upon(name, tmp_path, capsys):
    """The command that ends what explain says has one."""
    path = tmp_path / "results.jsonl"
    path.write_text(json.dumps({"test": name, "status": "fail", "message": "m"}) + "\n")
    assert run_command("explain", [str(path)]) == 0
    printed = capsys.readouterr().out
    assert "run-tests reduce " in printed
    mutants.check_text(printed, "explain")


def test_unknown_fields_are_left_out():
    assert fields.RESULT({"test": "a", "status": "pass", "details": {"new": 1, "seed": 2}, "newer": 3}, "") == {
        "test": "a", "status": "pass", "details": {"seed": 2}}  # fmt: skip


@pytest.mark.parametrize("seconds", ["1" + 400 * "0", "-1", "NaN", "Infinity", '"1"', "[1]", "true"])
def test_record_of_a_tester_with_an_impossible_time(seconds):
    event = protocol.parse(b'{"test": "a.cl::b", "status": "fail", "seconds": %s, "details": {"arguments": 5}}' % seconds.encode())
    assert isinstance(event, protocol.Finished) and event.result.seconds == 0 and event.result.details == {}


def test_holder_of_a_damaged_journal(tmp_path):
    path = tmp_path / "results.jsonl"
    for pid in ("Infinity", "1" + 400 * "0", '"x"', "null"):
        path.write_text(f'{{"run": {{"pid": {pid}, "host": "h", "start": "s"}}}}\n')
        assert journal._holder(path) == "another run"
