# SPDX-License-Identifier: MIT
"""What is run, how often, in which order, and what is made of it: exclusion, shuffling, repeating,
flaky tests, baselines, limits, messages of the kernel, watching, skeletons."""

import os
import select
import shlex
import subprocess
import time
from pathlib import Path

import pytest

from runner import attempts, discovery, drivers, formats, job_queue, order, program_cache
from runner.new import skeleton as new
from runner.cli import parse_arguments
from runner.discovery import Job
from runner.expectations import EntryList, Expectations
from runner.kernel_log import KernelLog
from runner.places import find_places
from runner.results import Result
from runner.run import Run
from runner.status import Status

ROOT = Path(__file__).resolve().parents[3]
PASS, FAIL, CRASH, FLAKY = Status.PASS, Status.FAIL, Status.CRASH, Status.FLAKY


def test_exclude(suite):
    suite.file("image/a.cl", "one passes", "two passes")
    suite.file("b.cl", "one passes")
    assert set(suite.run("--exclude=image/*").results) == {"b.cl::one"}
    assert set(suite.run("--exclude=one", "--filter=*.cl").results) == {"image/a.cl::two"}
    assert suite.run("--exclude=*").status == 2


def test_shuffle_is_decided_by_its_seed(suite):
    for number in range(20):
        suite.file(f"{number:02}.cl", "t passes")
    plain = suite.run("-j1", "--list").stdout
    one, same, other = (suite.run("--list", f"--shuffle={seed}").stdout for seed in (1, 1, 2))
    assert one == same != other and one != plain
    assert sorted(one.split()) == sorted(plain.split())


def test_piglits_numbers_are_for_those_who_ask(suite):
    """The switch reaches the tester wherever it reads a file, and the command that is given to
    people."""
    suite.file("a.cl", "one needs_piglits_numbers", "two fails")
    assert suite.run().statuses()["a.cl::one"] == "error"
    run = suite.run("--piglit-compare")
    assert run.statuses()["a.cl::one"] == "pass"
    assert " --piglit-compare " in run.results["a.cl::two"]["reproduce"]


def test_program_cache(suite):
    """Nothing is kept for a driver whose files are not known; a failure is looked at without."""
    suite.file("a.cl", "one needs_source")
    refused = suite.run("--program-cache")
    assert refused.status == 2 and "--driver-files" in refused.stderr
    run = suite.run(f"--program-cache-dir={suite.folder}/kept", "--driver-files=tests")
    assert run.statuses() == {"a.cl::one": "flaky"}
    message = run.results["a.cl::one"]["message"]
    assert f"--program-cache={suite.folder}/kept --driver-files={suite.folder}/tests" in message
    assert "--program-cache" not in run.results["a.cl::one"]["reproduce"]


def test_program_cache_that_cannot_be_used(suite):
    """It is said before anything runs."""
    suite.file("a.cl", "one passes")
    shared = suite.folder / "shared"
    shared.mkdir()
    shared.chmod(0o777)
    for option, why in (
        ("--driver-files=absent", "--driver-files: absent: no such file or folder"),
        ("--program-cache-dir=/dev/null", "--program-cache-dir: /dev/null: File exists"),
        ("--program-cache-dir=/dev/null/x", "--program-cache-dir: /dev/null/x: Not a directory"),
        (f"--program-cache-dir={shared}", f"--program-cache-dir: {shared}: you alone must be able to write there"),
    ):
        run = suite.run(option)
        assert (run.status, run.stderr) == (2, f"run-tests: {why}\n")


def test_program_cache_knows_some_drivers(tmp_path):
    places = find_places(ROOT, tmp_path)
    options = parse_arguments(["--program-cache"])
    for path in places.compiler_files:
        path.mkdir(parents=True)
    words = program_cache.tester_options(options, drivers.Driver("rootle", "x"), places)
    assert words[1:] == [f"--driver-files={path}" for path in places.compiler_files]
    program_cache.check(options, drivers.Driver("pocl", "x"), places)
    with pytest.raises(drivers.DriverError):
        program_cache.check(options, drivers.Driver("system", None), places)


def test_shuffle_reaches_into_files(suite):
    """The order of the tests in a file is the one they really run in."""
    suite.file("a.cl", *(f"t{number} passes" for number in range(120)))
    listed = suite.run("--list", "--shuffle=3").stdout.split()
    assert listed != sorted(listed, key=lambda test: int(test.partition("::t")[2]))
    command = ["--shuffle=3", "-j1", "-v"]
    ran = [line.split()[2] for line in suite.run(*command).stdout.splitlines() if "::" in line]
    assert ran == listed


def jobs_of(sizes):
    return [
        Job(f"/{name}.cl", f"{name}.cl", [f"{name}.cl::{test}" for test in range(size)])
        for name, size in sizes.items()
    ]


def test_empty_shard_is_said(suite):
    suite.file("a.cl", "one passes")
    run = suite.run("--shard=2/2")
    assert run.status == 2 and "shard 2/2 is empty" in run.stderr


def test_folder_that_cannot_be_read_is_said():
    with pytest.raises(discovery.DiscoveryError, match="/proc/absent: No such file"):
        discovery._files_below("/proc/absent")


def test_command_to_see_it_again_has_the_environment(suite, monkeypatch):
    """What a driver may read, quoted for a shell; not what has nothing to do with it."""
    suite.file("a.cl", "one fails")
    monkeypatch.setenv("POCL_DEVICES", "a 'b' $c")
    monkeypatch.setenv("LD_PRELOAD", "")
    monkeypatch.setenv("ROOTLE_BUILD_DIR", "build")
    monkeypatch.setenv("XPOCL_DEVICES", "1")
    monkeypatch.setenv("NVIDIA_REQUIRE_CUDA", "cuda>=13.0 brand=tesla")  # containers of CUDA have it
    monkeypatch.setenv("CUDA_VERSION", "13")
    monkeypatch.delenv("OCL_ICD_VENDORS", raising=False)
    command = suite.run("--timeout=5").results["a.cl::one"]["reproduce"]
    tester = shlex.split(command)
    assert {"POCL_DEVICES=a 'b' $c", "LD_PRELOAD="} <= set(tester)
    assert "--timeout 5" in command
    assert not any(word in command for word in ("ROOTLE_BUILD_DIR", "XPOCL", "OCL_ICD", "NVIDIA", "CUDA"))
    done = subprocess.run(
        ["bash", "-c", f"mock() {{ echo \"$POCL_DEVICES\"; }}; {command.replace(tester[tester.index('--timeout') - 1], 'mock')}"],
        env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "a 'b' $c\n"


def test_command_to_see_it_again_names_the_driver_once(monkeypatch):
    monkeypatch.setenv("OCL_ICD_VENDORS", "/elsewhere")
    monkeypatch.setenv("ROOTLE_CHIP", "juniper")
    words = Run(parse_arguments(["--driver=rootle"])).reproduce("a.cl::one").split()
    assert [word for word in words if word.startswith("OCL_ICD_VENDORS=")] != ["OCL_ICD_VENDORS=/elsewhere"]
    assert sum(word.startswith("OCL_ICD_VENDORS=") for word in words) == 1
    assert "ROOTLE_CHIP=juniper" in words


def test_shards_take_equal_time():
    jobs = jobs_of({"a": 10, "b": 10, "c": 10, "slow": 1, "d": 10})
    times = {test: 0.1 for job in jobs for test in job.tests}
    times["slow.cl::0"] = 4.0
    parts = [order.shard(jobs, index, 2, times) for index in (1, 2)]
    seconds = [sum(times[test] for job in part for test in job.tests) for part in parts]
    assert seconds == pytest.approx([4.0, 4.0])
    assert parts == [order.shard(jobs, index, 2, times) for index in (1, 2)]


def test_large_files_are_cut():
    (job,) = jobs_of({"a": 120})
    parts = order.pieces([job])
    assert [len(part.tests) for part in parts] == [50, 50, 20]
    assert sum((part.tests for part in parts), []) == job.tests
    assert parts[2].selection[0] == "100"
    small = jobs_of({"b": 50})
    assert order.pieces(small) == small


def drained(queue):
    return list(iter(queue.take, None))


def test_long_job_at_the_end_is_shared(monkeypatch):
    """Once tests are seen to be slow, the last jobs are cut into ever smaller pieces; none is lost
    or doubled."""
    clock = iter(range(0, 10**6, 10))
    monkeypatch.setattr(job_queue.time, "monotonic", lambda: next(clock))
    jobs = jobs_of({"a": 50, "b": 40})
    queue = job_queue.JobQueue(2)
    queue.add(jobs)
    queue.count_result()
    assert not queue.may_lead([])
    taken = drained(queue)
    assert sum((job.tests for job in taken), []) == jobs[0].tests + jobs[1].tests
    assert [len(job.tests) for job in taken[:3]] == [23, 17, 10] and len(taken[-1].tests) == 1


def test_quick_jobs_stay_whole():
    jobs = jobs_of({str(number): 50 for number in range(6)})
    queue = job_queue.JobQueue(2)
    queue.add(jobs)
    queue.count_result()
    assert drained(queue) == jobs
    queue.give_back(jobs[0])
    assert drained(queue) == jobs[:1]


def test_as_much_may_wait_for_a_worker_as_keeps_it_busy(monkeypatch):
    """One job while the pace is not known; then some, by their time and number, and by how many are
    left; never the last ones."""
    now = [0.0]
    monkeypatch.setattr(job_queue.time, "monotonic", lambda: now[0])
    jobs = jobs_of({str(number): 10 for number in range(400)})
    queue = job_queue.JobQueue(2)
    queue.add(jobs)
    assert queue.may_lead([]) and not queue.may_lead(jobs[:1])
    queue.count_result()
    now[0] = 0.002  # 4 ms a test, with two workers
    assert queue.seconds(jobs[:2]) == pytest.approx(0.08)
    assert queue.may_lead(jobs[:9]) and not queue.may_lead(jobs[:11])
    now[0] = 0.00001
    assert queue.may_lead(jobs[:31]) and not queue.may_lead(jobs[:32])
    for _ in range(360):
        queue.take()
    assert queue.may_lead(jobs[:9]) and not queue.may_lead(jobs[:10])  # 400 tests are left
    for _ in range(36):
        queue.take()
    assert not queue.may_lead([])


def test_death_does_not_lose_the_job_that_waits_in_the_pipe(suite):
    for number in range(12):
        suite.file(f"{number}.cl", "first passes", "second aborts", "third passes")
    run = suite.run("-j1", "--retries=0")
    assert len(run.results) == 36
    assert [run.statuses()[f"{number}.cl::third"] for number in range(12)] == ["pass"] * 12


def test_flaky_test_is_told_apart(suite):
    suite.file("a.cl", "one flips", "two fails", "three passes")
    run = suite.run()
    assert run.status == 1
    assert run.statuses() == {"a.cl::one": "flaky", "a.cl::two": "fail", "a.cl::three": "pass"}
    assert run.results["a.cl::one"]["attempts"] == ["fail", "pass"]
    assert "bad in 1 of 2 attempts: 0 of 4" in run.results["a.cl::one"]["message"]
    assert run.results["a.cl::two"]["attempts"] == ["fail", "fail"]
    assert "attempts" not in run.results["a.cl::three"]


def test_flaky_alone_does_not_fail_a_run(suite):
    suite.file("a.cl", "one flips")
    assert suite.run().status == 0
    assert suite.run("--retries=0").status == 1


def test_retries_go_on_until_a_pass(suite):
    suite.file("a.cl", "one fails")
    assert suite.run("--retries=3").results["a.cl::one"]["attempts"] == ["fail"] * 4


def test_many_failures_are_not_retried(suite):
    suite.file("a.cl", *(f"t{number} fails" for number in range(101)))
    run = suite.run()
    assert len(run.results) == 101
    assert not any("attempts" in record for record in run.results.values())


def test_repeat(suite):
    suite.file("a.cl", "one flips", "two passes", "three fails")
    run = suite.run("--repeat=3")
    assert run.results["a.cl::one"]["attempts"] == ["fail", "pass", "fail"]
    assert run.statuses() == {"a.cl::one": "flaky", "a.cl::two": "pass", "a.cl::three": "fail"}
    assert run.results["a.cl::two"]["attempts"] == ["pass"] * 3


@pytest.mark.parametrize(
    "outcomes, expected",
    [
        ([PASS, PASS], PASS),
        ([FAIL, PASS], FLAKY),
        ([PASS, CRASH], FLAKY),
        ([FAIL, CRASH], CRASH),
        ([Status.SKIP, PASS], Status.SKIP),
    ],
)
def test_verdict_of_attempts(outcomes, expected):
    assert attempts.verdict(outcomes) is expected


def test_known_flake_fails_nothing(suite):
    suite.file("a.cl", "one fails", "two passes")
    flakes = suite.expectations / "system-flakes.txt"
    flakes.write_text("a.cl::*  # the fence comes late\n")
    run = suite.run("--retries=0")
    assert run.status == 0
    assert run.statuses() == {"a.cl::one": "flaky", "a.cl::two": "pass"}
    assert run.results["a.cl::one"]["outcome"] == "fail"
    assert "the fence comes late" in run.results["a.cl::one"]["message"]


def test_exit_status_tells_what_happened(suite):
    suite.file("fail.cl", "t fails")
    suite.file("crash.cl", "t aborts")
    suite.file("pass.cl", "t passes")
    folder = suite.folder / "tests"
    fails = suite.expectations / "system-fails.txt"
    fails.write_text("pass.cl  # it did\n")
    for names, status in [("fail", 1), ("fail crash", 4), ("pass", 5), ("pass fail", 1)]:
        paths = [str(folder / f"{name}.cl") for name in names.split()]
        assert suite.run("--retries=0", paths=paths).status == status, names
    allowed = suite.run("--allow-unexpected-pass", paths=[str(folder / "pass.cl")])
    assert allowed.status == 0
    fails.write_text("*  # nothing works\n")
    paths = [str(folder / f"{name}.cl") for name in ("fail", "crash")]
    assert suite.run("--retries=0", paths=paths).status == 0


def test_baseline_of_earlier_results(suite):
    suite.file("a.cl", "same fails", "worse fails", "better fails", "broken passes")
    suite.run("--results=before", "--retries=0")
    suite.file("a.cl", "same fails", "worse aborts", "better passes", "broken fails")
    run = suite.run("--baseline=before", "--retries=0")
    assert run.status == 4
    assert run.statuses() == {
        "a.cl::same": "expected-fail",
        "a.cl::worse": "crash",
        "a.cl::better": "unexpected-pass",
        "a.cl::broken": "fail",
    }
    assert "fail in before" in run.results["a.cl::same"]["message"]
    assert suite.run("--baseline=results.json").status == 0  # all as in the run just before
    assert suite.run("--baseline=nonesuch").status == 2


def test_baseline_of_lists(tmp_path):
    (tmp_path / "d-fails.txt").write_text("a::1  # one\n")
    (tmp_path / "d-skips.txt").write_text("a::2  # two\n")
    for path in (tmp_path, tmp_path / "d-fails.txt"):
        known = Expectations(EntryList([]), EntryList([]), EntryList([]))
        known.add_baseline(path, "d")
        assert known.judge(Result("a::1", FAIL)).status is Status.EXPECTED_FAIL
        assert known.skip_reason("a::2") == ("two" if path == tmp_path else None)


def test_memory_limit_costs_only_the_culprit(suite):
    suite.file("a.cl", "before passes", "culprit hogs_memory", "after passes")
    run = suite.run("--memory=100", "--retries=0")
    assert run.status == 4
    assert run.statuses() == {
        "a.cl::before": "pass",
        "a.cl::culprit": "crash",
        "a.cl::after": "pass",
    }
    assert "more than 100 MiB" in run.results["a.cl::culprit"]["message"]


def test_kernel_log_has_lines_that_concern_a_test(tmp_path):
    pipe = tmp_path / "kmsg"
    os.mkfifo(pipe)
    keeper = os.open(pipe, os.O_RDWR)
    log = KernelLog(pipe)
    os.write(
        keeper,
        b"6,1,100,-;usb 1-1: new device\n"
        b"6,2,101,-;program-tester[42]: segfault at 0 ip 1 sp 2 error 4\n"
        b" SUBSYSTEM=none\n"
        b"6,3,102,-;program-tester[43]: segfault at 0\n"
        b"3,4,103,-;radeon 0000:01:00.0: ring 0 stalled for more than 10000msec\n",
    )
    assert log.take(42).splitlines() == [
        "program-tester[42]: segfault at 0 ip 1 sp 2 error 4",
        "radeon 0000:01:00.0: ring 0 stalled for more than 10000msec",
    ]
    assert log.take(42) == ""
    log.close()
    os.close(keeper)


def test_no_kernel_log_is_no_error(tmp_path):
    log = KernelLog(tmp_path / "none")
    assert log.take(1) == ""
    log.close()


class Watched:
    """A run-tests --watch and what it prints."""

    def __init__(self, process: subprocess.Popen) -> None:
        self.process = process
        self.text = ""

    def next_run(self) -> str:
        """What is printed until it watches again."""
        deadline = time.monotonic() + 20
        while "watching " not in self.text:
            assert time.monotonic() < deadline, self.text
            if select.select([self.process.stdout], [], [], 1)[0]:
                self.text += os.read(self.process.stdout.fileno(), 65536).decode()
        run, _, self.text = self.text.partition("watching ")
        return run


def watch_a_suite_grow(suite, watched: Watched) -> None:
    assert "2 passed, 0 failed" in watched.next_run()
    suite.file("b.cl", "one fails")
    run = watched.next_run()
    assert "fail b.cl::one" in run and "a.cl" not in run
    suite.file("c.cl", "new passes")
    assert "1 passed, 0 failed" in watched.next_run()


def test_watch_runs_what_was_saved(suite):
    suite.file("a.cl", "one passes")
    suite.file("b.cl", "one passes")
    words = suite.command("--watch", "-v", "--retries=0", str(suite.folder / "tests"))
    with subprocess.Popen(words, cwd=suite.folder, stdout=subprocess.PIPE) as process:
        try:
            watch_a_suite_grow(suite, Watched(process))
        except BaseException:
            process.kill()
            raise
        process.terminate()
    assert process.returncode == 0


def test_watch_ends_as_its_last_run_did(suite):
    suite.file("a.cl", "one passes")
    (suite.expectations / "system-fails.txt").write_text("a.cl::one\n")  # without a reason
    words = suite.command("--watch", str(suite.folder / "tests"))
    with subprocess.Popen(words, cwd=suite.folder, stdout=subprocess.PIPE) as process:
        Watched(process).next_run()
        process.terminate()
    assert process.returncode == 2


SKELETONS = [
    ["--buffer=float4[16]"],
    ["--buffer=ulong[3]"],
    ["--image=1d:RGBA:SIGNED_INT32"],
    ["--image=1d_array:RG:HALF_FLOAT", "--sampler"],
    ["--image=2d:bgra:unorm_int8"],
    ["--image=2d_array:RGBA:UNSIGNED_INT16"],
    ["--image=3d:A:UNORM_INT16", "--sampler"],
]


@pytest.mark.parametrize("options", SKELETONS, ids=" ".join)
@pytest.mark.parametrize("driver", ["rootle", "pocl"])
def test_skeletons_pass_as_they_are(options, driver, tmp_path):
    places = find_places(new.ROOT)
    needed = [places.tester, *([places.rootle_icd] if driver == "rootle" else [])]
    for file in needed:
        if not file.exists():
            pytest.skip(f"{file} is not built")
    path = tmp_path / "a-test.cl"
    assert new.main([str(path), *options]) == 0
    command = [new.ROOT / "run-tests", "--no-build", "--build-dir", places.build]
    done = subprocess.run(
        [*command, "--driver", driver, path], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.rstrip().endswith("0 failed, 0 skipped") or driver == "pocl"


def test_skeletons_know_every_format():
    table = new.ROOT / "program-tester" / "base" / "formats.def"
    rows = [line for line in table.read_text(encoding="utf-8").split("\n") if line.startswith(("ORDER(", "DATA_TYPE("))]
    assert len(formats.SEEN) + len(formats.DATA_TYPES) == len(rows)
    assert formats.SEEN["RA"] == "r00a"
    images = [new.Image.parse(f"2d:R:{name}") for name in ("HALF_FLOAT", "SIGNED_INT8", "UNSIGNED_INT32")]
    assert [image.channels.cl_type for image in images] == ["float", "int", "uint"]


@pytest.mark.parametrize(
    "options",
    [
        ["--image=2d:RGBA"],
        ["--image=4d:RGBA:FLOAT"],
        ["--image=2d:RGBA:FLOAT16"],
        ["--buffer=float5[1]"],
        ["--buffer=int[0]"],
    ],
    ids=" ".join,
)
def test_no_skeleton_of_nonsense(options, tmp_path, capsys):
    assert new.main([str(tmp_path / "a.cl"), *options]) == 2
    assert options[0].partition("=")[2] in capsys.readouterr().err
    assert not (tmp_path / "a.cl").exists()


@pytest.mark.parametrize("image", ["2d:DEPTH_STENCIL:FLOAT", "2d:srgb:UNORM_INT8", "2d:R:UNORM_INT24"])
def test_no_skeleton_of_what_no_test_can_have(image, tmp_path, capsys):
    assert new.main([str(tmp_path / "a.cl"), f"--image={image}"]) == 2
    assert "is not for tests: " in capsys.readouterr().err


def test_place_of_a_skeleton(tmp_path, monkeypatch):
    """It is what the caller names, from where the caller is, also in a folder that is not there yet."""
    monkeypatch.chdir(tmp_path)
    assert new.main(["nonesuch/foo"]) == 0
    assert [str(path) for path in tmp_path.rglob("*.cl")] == [str(tmp_path / "nonesuch" / "foo.cl")]
    assert not (find_places(new.ROOT).suite / "nonesuch").exists()


def test_skeleton_never_overwrites(tmp_path, capsys):
    (tmp_path / "a.cl").write_text("mine")
    assert new.main([str(tmp_path / "a")]) == 2
    assert "exists already" in capsys.readouterr().err
    assert (tmp_path / "a.cl").read_text() == "mine"
