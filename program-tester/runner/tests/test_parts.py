# SPDX-License-Identifier: MIT
"""The runner's parts, each by itself."""

import io
import json
import os
import time

import pytest

from runner import drivers, protocol
from runner.discovery import Job, display_name, narrowed, own_name
from runner.expectations import ExpectationError, read_list
from runner.output import Output
from runner.patterns import Pattern
from runner.journal import Journal
from runner.results import Result, read_journal, write_document
from runner.show import Progress, Terminal, clock, print_summary
from runner.status import BY_LABEL, Status
from runner.summary import summarise
from runner.worker import describe_exit


def test_records():
    assert protocol.parse(b'{"begin": "a.cl::x"}') == protocol.Begin("a.cl::x")
    assert protocol.parse(b'{"done": "a.cl"}') == protocol.End()
    assert protocol.parse(b'{"no_device": "why"}') == protocol.NoDevice("why")
    line = (
        b'{"test": "a.cl::x", "status": "fail", "seconds": 2, "message": "m",'
        b' "details": {"file": "a.cl", "line": 7, "seed": 1}}'
    )
    event = protocol.parse(line)
    assert event.result == Result("a.cl::x", Status.FAIL, 2.0, "m", "a.cl:7", {"seed": 1})


def test_plain_records_are_read_like_others():
    """They take a shorter way."""
    names = ["a.cl::x", "ü", 'say "x"', "back\\slash", "a\tb", '","begin":"', "'}"]
    for name in names:
        for ascii_only in (True, False):
            for separators in ((",", ":"), None):
                line = json.dumps({"begin": name}, ensure_ascii=ascii_only, separators=separators)
                assert protocol.parse(line.encode()) == protocol.Begin(name)
                passed = {"test": name, "status": "pass", "seconds": 2.5e-05}
                line = json.dumps(passed, ensure_ascii=ascii_only, separators=separators)
                event = protocol.parse(line.encode())
                assert event.result == Result(name, Status.PASS, 2.5e-05)
    for other in ('"status":"fail","seconds":1', '"status":"pass","seconds":1,"message":"m"'):
        event = protocol.parse(b'{"test":"a",%s}' % other.encode())
        assert event.result.status is Status.FAIL or event.result.message == "m"
    assert protocol.parse(b'{"begin":"a","done":"b"}') == protocol.Begin("a")
    event = protocol.parse(b'{"begin":"a"')
    assert isinstance(event, protocol.Noise)


def test_seconds_are_a_number():
    for text in ("NaN", "Infinity", "-Infinity", '"3"', "[]", "null"):
        line = f'{{"test": "a", "status": "pass", "seconds": {text}}}'
        assert protocol.parse(line.encode()).result.seconds == 0


def test_line_of_a_result_is_its_record():
    for result in (
        Result("a::\"x\" ü\n", Status.PASS, 1.25),
        Result("a::b", Status.PASS, 1e-9),
        Result("a::b", Status.PASS, 2.0, output="said"),
        Result("a::b", Status.PASS, 2.0, attempts=["pass", "pass"]),
        Result("a::b", Status.FAIL, 2.0, "m", "a:1", {"seed": 1}),
    ):
        assert json.loads(result.to_line()) == result.to_json()


@pytest.mark.parametrize(
    "line",
    [
        b"hello",
        b'{"begin": 1}',
        b'{"test": "x", "status": "expected-fail"}',
        b'{"test": 5, "status": "pass"}',
        b'{"test": "x", "status": ["pass"]}',
        b'{"test": "x", "status": "pass"',
        b"[]",
        b"\xff\xff",
    ],
)
def test_what_is_no_record_is_noise(line):
    event = protocol.parse(line)
    assert isinstance(event, protocol.Noise)


class Printed:
    """A pipe that gives these pieces, and then nothing for now."""

    def __init__(self, *pieces: bytes) -> None:
        self.pieces = list(pieces)

    def read(self, size: int) -> bytes | None:
        return self.pieces.pop(0) if self.pieces else None


def test_output_is_cut_at_marks_wherever_a_read_ends():
    text = b"one\nMARK\nMARK\nthree, no endMARK\nrest"
    for cut in range(len(text)):
        output = Output(Printed(text[:cut] or text, text[cut:] if cut else b"\n"), b"MARK\n")
        parts = [output.take_part() for _ in range(3)]
        assert parts == ["one\n", "", "three, no end\n"]
        assert output.take_rest() == "rest\n"


def test_output_without_a_mark_is_not_waited_for():
    output = Output(Printed(b"lost"), b"MARK\n")
    assert output.take_part() == "lost\n"
    assert output.take_part() == ""


def test_output_of_no_test_is_shown_with_the_next():
    output = Output(Printed(b"MARK\nsaidMARK\n"), b"MARK\n")
    assert output.take_part() == ""
    output.add("of the file")
    assert output.take_part() == "of the file\nsaid\n"


@pytest.mark.parametrize(
    "pattern, test, expected",
    [
        ("*.cl", "dir/a.cl::x", True),
        ("x", "dir/a.cl::xyz", True),
        ("?yz", "dir/a.cl::xyz", True),
        ("?z", "dir/a.cl::xyz", False),
        ("int[4]*", "a.cl::int[4] add", True),
        ("a*b*c", "a.cl::b.bc", True),
        ("a*b*bc", "a.cl::bc", False),
        ("*b*b", "a.cl::bab", True),
        ("a**?", "a.cl::x", True),
        ("*a?a*a", "a.cl::abaca", True),
        ("a*", "b.cl::b", False),
        ("/^a/", "ba.cl::x", False),
        ("/cl::x$/", "ba.cl::x", True),
    ],
)
def test_patterns(pattern, test, expected):
    assert Pattern(pattern).matches(test) is expected


def test_many_stars_take_no_time():
    pattern = Pattern("*a" * 30 + "*b")
    started = time.process_time()
    assert not pattern.matches("a" * 10_000)
    assert time.process_time() - started < 2


def test_names_of_tests_map_both_ways():
    job = Job("/suite/a::b.cl", "a.cl", ["a.cl::one", "a.cl::two::three"])
    assert [own_name(job, test) for test in job.tests] == ["one", "two::three"]
    other = Job("/suite/a.cl", "a.cl", [])
    assert display_name(other, "/suite/a.cl::two::three") == "a.cl::two::three"
    assert narrowed(job, []) is None
    assert narrowed(job, job.tests) is job
    assert narrowed(job, ["a.cl::one"]).selection == ["one"]


def test_drivers(tmp_path):
    own = tmp_path / "rootle.icd"
    assert drivers.find("rootle", own).environment() == {"OCL_ICD_VENDORS": str(own)}
    assert drivers.find("system", own).environment() == {}
    (tmp_path / "mine.icd").write_text("libmine.so\n")
    mine = drivers.find(str(tmp_path / "mine.icd"), own)
    assert mine.name == "mine" and mine.icd == str(tmp_path / "mine.icd")
    for name in ("nvidia", str(tmp_path / "other.icd")):
        with pytest.raises(drivers.DriverError):
            drivers.find(name, own)


def test_expectation_lists(tmp_path):
    path = tmp_path / "d-fails.txt"
    path.write_text("\n# comment\nimage/*  # all of it\na.cl::in*  # some\n")
    image, some = read_list(path)
    assert image.matches("image/b/c.cl::x") and not image.matches("a.cl::image/")
    assert some.matches("a.cl::int") and not some.matches("a.cl::float")
    assert read_list(tmp_path / "none.txt") == []
    path.write_text("a.cl\n")
    with pytest.raises(ExpectationError, match="d-fails.txt:1"):
        read_list(path)


def test_a_list_takes_another_one_in(tmp_path):
    (tmp_path / "all-fails.txt").write_text("b.cl  # in all versions\n")
    path = tmp_path / "d-fails.txt"
    path.write_text("a.cl  # here\n< all-fails.txt\n")
    assert [(entry.glob, entry.reason) for entry in read_list(path)] == [("a.cl", "here"), ("b.cl", "in all versions")]
    assert read_list(path)[1].place.endswith("all-fails.txt:1")
    for name, why in (("none.txt", "no list none.txt"), ("../d-fails.txt", "no list"), ("", "no list"), ("d-fails.txt", "other lists itself")):
        path.write_text(f"< {name}\n")
        with pytest.raises(ExpectationError, match=f"d-fails.txt:1: .*{why}"):
            read_list(path)


def test_journal_survives_a_torn_end(tmp_path):
    path = tmp_path / "deep" / "journal.jsonl"
    journal = Journal(path)
    results = [
        Result("a::1", Status.PASS, 0.5),
        Result("a::2", Status.CRASH, signal="SIGBUS", message="é"),
    ]
    for result in results:
        journal.append(result.to_json())
    journal.close()
    assert list(read_journal(path).results.values()) == results
    path.write_bytes(path.read_bytes()[:-5])
    assert list(read_journal(path).results.values()) == results[:1]
    path.write_text("torn\n" + path.read_text())
    with pytest.raises(ValueError, match=":1:"):
        read_journal(path)


def test_document_replaces_a_file_but_never_a_device(tmp_path):
    path = tmp_path / "results.json"
    path.write_text("old")
    write_document(path, {"driver": "d"}, {}, [Result("a::1", Status.PASS)])
    assert json.loads(path.read_text())["results"] == [Result("a::1", Status.PASS).to_json()]
    assert list(tmp_path.iterdir()) == [path]

    device = tmp_path / "pipe"
    os.mkfifo(device)
    reader = os.open(device, os.O_RDONLY | os.O_NONBLOCK)
    write_document(device, {}, {}, [])
    assert json.loads(os.read(reader, 10000)) == {"run": {}, "device": {}, "results": []}
    os.close(reader)
    assert device.is_fifo()


def test_every_status_round_trips():
    for status in Status:
        assert BY_LABEL[status.label] is status
        assert Result.from_json(Result("t", status).to_json()).status is status


EXITS = [(-11, "SIGSEGV"), (None, "killed"), (99, "sanitizer"), (5, "5")]


@pytest.mark.parametrize("status, words", EXITS)
def test_exits_in_words(status, words):
    assert words in describe_exit(status)[0]


class _Tty(io.StringIO):
    def isatty(self):
        return True


def test_live_line_is_one_line_and_leaves_nothing_behind():
    stream = _Tty()
    terminal = Terminal(stream)
    progress = Progress(terminal, 2, verbose=False)
    progress.result(Result("a::1", Status.PASS))
    progress._last = 0.0
    progress.tick(["a::2"])
    assert "\n" not in stream.getvalue() and "[1/2] 0:00: 1 pass" in stream.getvalue()
    progress.result(Result("a::2", Status.FAIL))
    print_summary(terminal, summarise([Result("a::2", Status.FAIL, message="m")]), "d", 1.0)
    assert "\r\033[K\033[31mfail\033[0m a::2\n" in stream.getvalue()


@pytest.mark.parametrize(
    "tty, when, variables, coloured",
    [
        (True, "auto", {}, True),
        (True, "auto", {"NO_COLOR": "1"}, False),
        (True, "auto", {"NO_COLOR": ""}, True),
        (True, "auto", {"TERM": "dumb"}, False),
        (True, "never", {}, False),
        (True, "always", {"NO_COLOR": "1"}, True),
        (False, "auto", {}, False),
        (False, "always", {}, True),
    ],
)
def test_colours(tty, when, variables, coloured, monkeypatch):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm")
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    stream = _Tty() if tty else io.StringIO()
    Terminal(stream, when).print(Terminal(stream, when).label(Status.FAIL))
    assert stream.getvalue() == ("\033[31mfail\033[0m\n" if coloured else "fail\n")


def test_progress_in_a_pipe_repeats_no_line(monkeypatch):
    stream = io.StringIO()
    now = [100.0]
    monkeypatch.setattr("runner.show.time.monotonic", lambda: now[0])
    progress = Progress(Terminal(stream), 11)
    progress.start([Result("a::0", Status.PASS)])
    for seconds in range(1, 60):
        now[0] = 100.0 + seconds
        if seconds in (1, 32):
            progress.result(Result(f"a::{seconds}", Status.PASS))
        progress.tick(["a::x"])
    # Nine are left after 10 s for one; then eight after 40 s for two.
    assert stream.getvalue() == "[2/11] 0:10, 1:30 left: 2 pass\n[3/11] 0:40, 2:40 left: 3 pass\n"


def test_times_of_progress():
    assert [clock(s) for s in (0, 59.6, 61, 3599.9, 36061)] == ["0:00", "1:00", "1:01", "1:00:00", "10:01:01"]


def test_plain_stream_has_no_escapes():
    stream = io.StringIO()
    print_summary(Terminal(stream), summarise([Result("a", Status.CRASH)]), "d", 1.0)
    assert "\033" not in stream.getvalue()
    assert stream.getvalue().endswith("0 passed, 1 failed, 0 skipped\n")
