# SPDX-License-Identifier: MIT
"""run-tests fuzz, with a driver that fails where a function of the file says so."""

import argparse
import dataclasses
import json
import re
import shutil
from pathlib import Path

import pytest

from runner.drivers import Driver
from runner.explain.explain_command import main as explain
from runner.fuzz import distinct, kept
from runner.fuzz.distinct import Distinct
from runner.fuzz.finds import lacking, seed_of
from runner.fuzz.fuzz_command import Fuzzer
from runner.reduce.reduce_command import Reduced
from runner.reduce.sameness import Symptom
from runner.reduce.scenes import Scenes
from runner.results import Result, ResultsError, load
from runner.status import Status

ROOT = Path(__file__).resolve().parents[4]
BATCHES = 3


class FaultyDriver:
    """In the place of Trials: fills crash, and copies between layers are wrong; it ends the run after some batches."""

    device = {"name": "D", "platform": "P"}
    workers = 1

    def __init__(self, clock):
        self.count = self.batches = 0
        self.clock = clock

    def run(self, texts, is_enough=None):
        self.count += len(texts)
        self.batches += len(texts) > 1
        self.clock.is_over = self.batches >= BATCHES
        return [self.result(text) for text in texts]

    @staticmethod
    def result(text):
        if "\nfill: " in text:
            return Result("a", Status.CRASH, message="the tester died of SIGSEGV", signal="SIGSEGV")
        if "\ncopy: " in text and "1d_array" in text and "to 0" in text:
            return Result("a", Status.FAIL, message="step 2: clEnqueueCopyImage failed: CL_INVALID_VALUE")
        return Result("a", Status.PASS)


class Over:
    is_over = False


@pytest.fixture
def fuzzer(tmp_path, monkeypatch):
    """Makes fuzzers of the faulty driver, into one folder."""
    monkeypatch.setattr("runner.fuzz.fuzz_command.Clock", lambda seconds: over)
    over = Over()

    def make(resume=False, name="faulty"):
        over.is_over = False
        folder = tmp_path / "fuzz"
        options = argparse.Namespace(
            build_dir=None, platform=None, device=None, timeout=5.0, jobs=1, minutes=1.0, seed=0, shard=(1, 1), others=[], cluster="",
            results=None if resume else folder, resume=folder if resume else None,
        )  # fmt: skip
        made = Fuzzer(options, Driver(name, None), scenes)
        made.trials = FaultyDriver(over)
        return made

    with Scenes(ROOT / "generated-tests" / "generate", True) as scenes:
        yield make


def test_faults_are_found_and_made_small(fuzzer, monkeypatch):
    found = fuzzer()
    found.run()
    monkeypatch.setattr("runner.reduce.search.Search.first", lambda *_: None)  # its own tests are of that
    faults = found.faults()
    crash = next(fault for fault in faults if fault.told == "ends with SIGSEGV")
    assert "\nfill: " in crash.small.text and len(found.results) > 60
    bad = {test for test, result in found.results.items() if result.status is not Status.PASS}
    assert {test for fault in faults for test in fault.tests} == bad
    assert (found.folder / "faults" / "01.cl").exists()
    told = kept.read(found.folder, load(found.folder))
    assert told["ran"] == len(found.results) and told["failed"] == len(bad) and len(told["faults"]) == len(faults)


def test_what_was_not_made_small_when_interrupted_is_left(fuzzer, monkeypatch):
    found = fuzzer()
    found.run()
    monkeypatch.setattr("runner.reduce.search.Search.first", lambda *_: None)
    asked = []

    def interrupted(*_):
        asked.append(1)
        if len(asked) > 1:
            raise KeyboardInterrupt
        return []

    monkeypatch.setattr(found, "_of_fault", interrupted)
    faults = found.faults()
    bad = {test for test, result in found.results.items() if result.status is not Status.PASS}
    assert [fault.told for fault in faults] == ["ends with SIGSEGV", "left, as the run was interrupted"]
    assert sorted(test for fault in faults for test in fault.tests) == sorted(bad)


def test_explain_tells_the_faults_of_tests_by_chance(fuzzer, monkeypatch, capsys, tmp_path):
    found = fuzzer()
    found.run()
    with pytest.raises(ResultsError, match=r"no rules .*`run-tests fuzz --driver faulty --resume .* --minutes 0` says"):
        explain([str(found.folder)])
    monkeypatch.setattr("runner.reduce.search.Search.first", lambda *_: None)
    found.faults()
    report, rows = tmp_path / "report.md", tmp_path / "rows.json"
    assert explain([str(found.folder), "--markdown", str(report), "--json", str(rows)]) == 0
    told = capsys.readouterr().out
    assert told == kept.text(found.folder, found.told) + "\n" and "ends with SIGSEGV" in told and "faults/01.cl: " in told
    assert (found.folder / "faults" / "01.cl").read_text().strip() in report.read_text()
    assert [fault["title"] for fault in json.loads(rows.read_text())] == [fault["title"] for fault in found.told["faults"]]
    with pytest.raises(ResultsError, match="--expectations"):
        explain([str(found.folder), "--expectations", str(tmp_path / "list")])
    (found.folder / "faults" / "faults.json").write_text('{"ran": 1, "failed": 1, "faults": [{"title": 7}]}')
    with pytest.raises(ResultsError, match="faults.json: the list.faults"):
        explain([str(found.folder)])
    fuzzer(resume=True).run()
    assert not (found.folder / "faults" / "faults.json").exists(), "it has tests that the list does not know"


def test_results_are_those_of_a_run(fuzzer):
    found = fuzzer()
    found.run()
    record = load(found.folder)
    bad = [result for result in record.results.values() if result.status is not Status.PASS]
    assert bad and all((found.folder / "sources" / result.kept_source).exists() for result in bad)
    assert record.device["name"] == "D"
    with pytest.raises(ResultsError, match="has results already"):
        fuzzer().run()


def test_a_run_goes_on(fuzzer):
    first = fuzzer()
    first.run()
    about = (first.folder / "about.jsonl").read_bytes()
    (first.folder / "about.jsonl").write_bytes(about + b'{"test": "torn')
    again = fuzzer(resume=True)
    again.run()
    assert set(first.results) < set(again.results)
    assert min(seed_of(test) for test in again.results) == 0
    assert len(again.finds.about) == len(again.results)
    with pytest.raises(ResultsError, match="is of faulty"):
        fuzzer(resume=True, name="other").run()


def test_shards_make_each_seed_once(fuzzer):
    found = fuzzer()
    found.options.shard = (2, 3)
    found.run()
    seeds = {seed_of(test) for test in found.results}
    assert len(seeds) > 40 and {seed % 3 for seed in seeds} == {1}
    again = fuzzer(resume=True)
    again.options.shard = (2, 3)
    again.run()
    assert {seed_of(test) % 3 for test in again.results} == {1} and len(again.results) > len(found.results)


def test_faults_of_other_shards_are_told_too(fuzzer, tmp_path):
    first = fuzzer()
    first.run()
    shutil.copytree(first.folder, tmp_path / "other")
    shutil.rmtree(first.folder)
    second = fuzzer()
    second.options.seed, second.options.others = 10_000, [tmp_path / "other"]
    second.run()
    own = len(second.results)
    second._take_in(tmp_path / "other")
    assert len(second.results) == own + len(first.results) == len(second.finds.about)
    assert set(first.finds.scenes) < set(second.finds.scenes)
    assert len(load(second.folder).results) == own, "they are only told"


def test_scenes_of_vulkan_are_made_small(tmp_path, monkeypatch):
    """Blits crash: what is left is one, as a program of GLSL, between images of a texel."""

    class Faulty(FaultyDriver):
        @staticmethod
        def result(text):
            return Result("a", Status.CRASH, signal="SIGSEGV") if "\nblit: " in text else Result("a", Status.PASS)

    over = Over()
    monkeypatch.setattr("runner.fuzz.fuzz_command.Clock", lambda seconds: over)
    options = argparse.Namespace(
        build_dir=None, platform=None, device=None, timeout=5.0, jobs=1, minutes=1.0, seed=0, shard=(1, 1), others=[], cluster="",
        results=tmp_path / "fuzz", resume=None,
    )  # fmt: skip
    with Scenes(ROOT / "generated-tests" / "generate", False, "vk") as scenes:
        found = Fuzzer(options, Driver("faulty", None, "vk-tester"), scenes)
        found.trials = Faulty(over)
        found.run()
        faults = found.faults()
    assert len(faults) == 1 and all(test.endswith(".vk.comp::test 1") for test in faults[0].tests)
    text = (tmp_path / "fuzz" / "faults" / "01.vk.comp").read_text()
    assert re.search(r"^blit: (0 to 1|1 to 0)$", text, re.M) and text.count("image_width 1 ") == 2 and "launch" not in text and len(text.splitlines()) < 22


def test_images_that_a_device_lacks_are_left_out_from_then_on():
    said = "the device has no 2d images of format R UNORM_INT8 for reading"
    assert lacking(Result("a", Status.SKIP, message=said)) == ["2d R UNORM_INT8"]
    for lack in ("no BLIT_SRC for R8_UINT", "no such image of R8_UINT (optimal)"):
        words = lacking(Result("a", Status.SKIP, message=f"the device has {lack}"))
        assert words == [{"no B": "BLIT_SRC R8_UINT"}.get(lack[:4], "image R8_UINT")]
    assert lacking(Result("a", Status.FAIL, message=said)) == lacking(Result("a", Status.SKIP, message="no fp64")) == []


def test_the_same_seed_makes_the_same_tests(fuzzer):
    texts = []
    for _ in range(2):
        with Scenes(ROOT / "generated-tests" / "generate", True) as scenes:
            texts.append([scenes.ask(do="chance", seed=seed)["text"] for seed in range(8)])
    assert texts[0] == texts[1]


def _small(steps, pictures=("2d",), kind="wrong values", calls=(), relation="", data="UNSIGNED_INT8", order="RGBA", size=1):
    images = [{"type": one, "order": order, "data": data, "extents": [2], "texels": [1]} for one in pictures]
    scene = {"images": images, "buffers": [], "steps": steps}
    return Reduced("x" * size, Symptom(kind, tuple(calls), relation, frozenset()), 1, scene)


def _one(small, *tests, hypotheses=()):
    return Distinct(small, list(tests), frozenset(), list(hypotheses))


READ = {"op": "read", "way": "read", "origin": [0], "region": [2]}
WRAPS = {**READ, "origin": [2**64 - 1]}
PITCHED = {**READ, "row_pitch": 8}
SAMPLE = {"op": "sample", "where": [[0]], "coordinate": "int"}
BEYOND = {**READ, "region": [3]}
LAYER = {"op": "sample", "where": [[0.5, 0.5]], "sampler": ["clamp", "nearest", False]}
FILL = {"op": "fill", "origin": [0], "region": [1], "colours": [[256, 0, 0, 0]]}
MISSING = {"kind": "CL_SUCCESS instead of CL_INVALID_VALUE", "calls": ("clEnqueueReadImage",)}
REFUSED = {"kind": "CL_INVALID_MEM_OBJECT", "calls": ("clEnqueueCopyImage",)}


@pytest.mark.parametrize(
    ("one", "other", "are_one"),
    [
        (_small([READ], relation="3 instead of 1"), _small([READ, READ], relation="7 instead of 2"), True),
        (_small([READ]), _small([PITCHED]), False),
        (_small([READ]), _small([READ], ("1d_array",)), False),
        (_small([READ], ("2d_array",)), _small([READ], ("1d_array",)), True),
        (_small([READ]), _small([READ], data="HALF_FLOAT"), False),
        (_small([READ], data="HALF_FLOAT"), _small([READ], data="HALF_FLOAT", order="A"), True),
        (_small([READ], order="R"), _small([READ], order="A"), False),
        (_small([READ], order="RGBA"), _small([READ], order="A"), True),
        (_small([LAYER], ("1d_array",), data="FLOAT"), _small([LAYER], ("2d_array",)), True),
        (_small([LAYER], ("1d_array",)), _small([{**LAYER, "sampler": ["clamp", "nearest", True]}], ("1d_array",)), False),
        (_small([READ]), _small([READ], relation="the sign of zero"), False),
        (_small([READ], **MISSING), _small([READ], ("1d",), **MISSING, data="FLOAT"), True),
        (_small([READ], **MISSING), _small([WRAPS], **MISSING), False),
        (_small([WRAPS], kind="ends with SIGABRT"), _small([WRAPS], **MISSING), True),
        (_small([READ], **REFUSED), _small([READ], **{**REFUSED, "kind": "CL_INVALID_MEM_OBJECT instead of CL_MEM_COPY_OVERLAP"}), True),
        (_small([READ], kind="ends with SIGSEGV"), _small([READ], kind="ends with SIGSEGV", data="FLOAT"), True),
        (_small([READ], kind="ends with SIGSEGV"), _small([READ], kind="ends with SIGABRT"), False),
        (_small([FILL], ("1d_buffer",), kind="ends with SIGSEGV"), _small([SAMPLE], ("1d_buffer",), kind="ends with SIGSEGV"), True),
        (_small([FILL], kind="ends with SIGSEGV"), _small([SAMPLE], kind="ends with SIGSEGV"), False),
        (_small([BEYOND], **MISSING), _small([BEYOND], kind=MISSING["kind"], calls=("clEnqueueMapImage",)), True),
        (_small([BEYOND], **MISSING), _small([BEYOND], ("1d_array",), **MISSING), False),
        (_small([PITCHED]), _small([PITCHED], data="HALF_FLOAT"), True),
        (_small([FILL]), _small([FILL], ("1d",), order="A"), True),
        (_small([FILL]), _small([FILL], data="SNORM_INT8"), False),
    ],
)
def test_small_tests_that_are_alike_are_one_fault(one, other, are_one):
    found = distinct.merged([_one(one, "a"), _one(other, "a", "b", "c")])
    assert len(found) == (1 if are_one else 2)
    assert {test for fault in found for test in fault.tests} == {"a", "b", "c"}


def test_a_wrong_rule_that_explains_the_values_is_one_fault():
    smalls = [_small([READ], size=9), _small([READ, READ], ("1d",), size=5), _small([READ])]
    names = [["layer not rounded (8.4)"], ["layer not rounded (8.4)"], []]
    found = distinct.merged([_one(small, test, hypotheses=some) for small, test, some in zip(smalls, "abc", names, strict=True)])
    assert [fault.kinds for fault in found] == [2, 1]
    assert found[0].small is smalls[1] and found[0].hypotheses == names[0] and found[0].tests == ["a", "b"]


def test_a_wrong_rule_of_several_is_the_one_that_explains_most():
    """What R shows of a missing alpha fits a rule of R alone, too."""
    of_r, of_rg = _small([READ], order="R"), _small([READ], order="RG", size=3)
    names = [["alpha of R missing", "alpha of orders without alpha is 0"], ["alpha of orders without alpha is 0", "alpha of RG missing"]]
    other = _one(_small([READ], order="RA"), "c", hypotheses=["RA as RG"])
    found = distinct.merged([_one(of_r, "a", hypotheses=names[0]), _one(of_rg, "b", hypotheses=names[1]), other])
    assert [(fault.tests, fault.hypotheses) for fault in found] == [(["a", "b"], ["alpha of orders without alpha is 0"]), (["c"], ["RA as RG"])]
    alone = distinct.merged([_one(of_r, "a", hypotheses=names[0])])
    assert [fault.hypotheses for fault in alone] == names[:1], "all that fit stay, where one test alone has them"


def test_what_did_not_fail_again_comes_last():
    found = distinct.merged([_one(None, *"abcdefghi"), _one(_small([READ]), "x"), _one(None, "z")])
    assert [fault.tests for fault in found] == [["x"], [*"abcdefghiz"]]


def test_what_did_not_fail_again_is_no_fault(tmp_path):
    (tmp_path / "faults").mkdir()
    again = [dataclasses.replace(_one(None, test), title="did not fail again") for test in "ab"]
    found = [again[0], _one(_small([READ]), "x"), dataclasses.replace(_one(None, "z"), title="left"), again[1]]
    told = kept.write(tmp_path, distinct.merged(found), 9, 4)
    for text in (kept.text(tmp_path, told), kept.markdown(tmp_path, told, {})):
        assert "9 tests" in text and ", 4 failed: 1 fault\n" in text
        assert "2 tests: did not fail again, as a" in text and "1 test: left, as z" in text and "2. " not in text


def test_kinds_of_failure_may_be_of_one_fault():
    assert distinct.is_alike("CL_INVALID_MEM_OBJECT", "CL_INVALID_MEM_OBJECT instead of CL_MEM_COPY_OVERLAP")
    assert distinct.is_alike("ends with SIGSEGV", "ends with SIGSEGV") and not distinct.is_alike("ends with SIGSEGV", "wrong values")


def test_what_a_fault_needs_is_what_is_not_plain():
    images = [{"type": "1d_array", "order": "R", "data": "FLOAT", "extents": [4, 2], "texels": [1], "slice_pitch": 32},
              {"type": "2d", "order": "RGBA", "data": "UNSIGNED_INT8", "extents": [4, 2], "texels": [1]}]  # fmt: skip
    scene = {"images": images, "buffers": [], "steps": []}
    whole = {"op": "read", "way": "read", "origin": [0, 0], "region": [4, 2]}
    assert distinct.needs(scene, whole) == {"read", "array", "R", "FLOAT", "host pitches"}
    assert distinct.needs(scene, {**whole, "image": 1}) == {"read"}
    assert distinct.needs(scene, {**whole, "image": 1, "region": [5, 1], "row_pitch": 64}) == {"read", "box beyond", "transfer pitches"}
    assert distinct.needs(scene, {**whole, "image": 1, "origin": [2**64 - 1, 0]}) == {"read", "wraps"}
    assert distinct.needs(scene, {**whole, "op": "copy", "way": "", "image": 1, "target": 0}) == {"copy", "to 1d_array"}
    sample = {"op": "sample", "image": 1, "where": [[0, 0]], "sampler": ["repeat", "linear", True], "around": 3}
    assert distinct.needs(scene, sample) == {"sample", "repeat", "linear", "normalized", "float", "in a kernel by chance"}


def test_a_scene_is_without_what_a_fault_needs():
    scene = _small([SAMPLE, {**SAMPLE, "image": 1}, READ], ("2d", "1d_array")).scene
    rest = distinct.without(scene, frozenset({"sample", "array"}))
    assert [step["op"] for step in rest["steps"]] == ["sample", "read"] and len(rest["images"]) == 1
    assert distinct.without(scene, frozenset({"sample", "3d"})) is None
    assert distinct.telling(scene)["op"] == "sample" and distinct.telling(_small([SAMPLE, WRAPS]).scene)["origin"] == WRAPS["origin"]


def test_the_model_says_which_wrong_rule_gives_the_values():
    picture = {"type": "2d", "order": "BGRA", "data": "UNORM_INT8", "extents": [1, 1], "texels": [0, 51, 255, 255]}
    step = {"op": "sample", "where": [[0.5, 0.5]], "sampler": ["clamp_to_edge", "nearest", False]}
    ask = {"do": "as-if", "scene": {"images": [picture], "buffers": [], "steps": [step]}}
    with Scenes(ROOT / "generated-tests" / "generate", False) as scenes:
        assert scenes.ask(**ask, actual="0 0.2 1 1")["names"] == ["red and blue exchanged (6.12.14)", "BGRA as RGBA (6.12.14)"]
        assert scenes.ask(**ask, actual="1 0.2 0 1")["names"] == []
        assert scenes.ask(**ask, actual="0.7 0.7 0.7 0.7")["names"] == []
        assert scenes.ask(**ask, actual="")["names"] == []
