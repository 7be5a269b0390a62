# SPDX-License-Identifier: MIT
"""One combination in three APIs: the tests ask the same, pass on drivers of each, and a wrong rule of the oracle is noticed by all."""

import itertools
from pathlib import Path

import numpy as np
import pytest

from beside.combinations import Combination, families, shared
from beside.files import files_of, reads_of
from imagespec import addressing, conversion
from imagespec.formats import Format
from runner.beside.beside_command import suffix_of, verdicts
from runner.commands import run_command
from runner.places import find_places
from runner.results import ResultsError
from suites import images
from suites.vk import vk_formats, vk_sampling

PLACES = find_places(Path(__file__).resolve().parents[4])
DRIVERS = {"rootle": ".cl", "llvmpipe": ".comp", "lavapipe": ".vk.comp"}
SOME = shared()[::97]


def inputs(text):
    """What a file's images hold, and its coordinates by their first components."""
    given = [line for line in text.splitlines() if line.startswith("arg_in: ")]
    texels = [line.split("image_type")[0].split(" ", 2)[2] for line in given if " image " in line]
    where = []
    for line in given:
        if " buffer " in line:
            kind, *values = line.partition(" buffer ")[2].split()
            width = int(kind.partition("[")[0].removeprefix("float") or 1)
            where.append(np.array(values, dtype=np.float32).reshape(-1, width))
    return texels, where


@pytest.mark.parametrize("combination", SOME, ids=lambda one: one.name)
def test_three_files_ask_the_same(combination):
    (texels, where), *others = map(inputs, files_of(combination).values())
    assert texels and len(texels) == len(where) == len(reads_of(combination))
    for their_texels, their_where in others:
        assert their_texels == texels
        for own, theirs in zip(where, their_where, strict=True):
            used = min(own.shape[1], 3)
            assert own[:, :used].tolist() == theirs[:, :used].tolist()


@pytest.mark.parametrize("combination", SOME, ids=lambda one: one.name)
def test_three_oracles_agree(combination):
    """Each set holds what exact arithmetic gives: so some value is in all three."""
    for reads in reads_of(combination):
        allowed = reads.allowed()
        met = np.zeros(allowed["OpenCL"].low.shape, dtype=bool)
        for choice in itertools.product(*(found.choices for found in allowed.values())):
            met |= np.maximum.reduce([one.low for one in choice]) <= np.minimum.reduce([one.high for one in choice])
        assert met.all(), reads


def test_what_all_three_have():
    assert len(shared()) == 1188
    assert Combination("2d", "RGBA-UNORM_INT8", "repeat", "linear", "normalized") in shared()
    only_vulkan = Combination("2d", "RGBA-UNORM_INT8", "mirror_clamp_to_edge", "linear", "normalized")
    assert [api for api, found in families().items() if only_vulkan in found] == ["Vulkan"]


def mode_as(right, mode, other):
    return lambda value, *rest: right(value, *rest[:-1], other if rest[-1] == mode else rest[-1])


def half_on(right):
    return lambda self, axis: right(self, axis) + 0.5


def turned_weights(right):
    def found(*arguments):
        weights, texels = right(*arguments)
        return weights[::-1], texels

    return found


def one_more(kind, bits):
    return (1 << bits - (kind == "snorm")) - (kind != "snorm") + 1


ADDRESS, WRAP, NEAREST, LINEAR = addressing._address, vk_sampling.wrap, addressing.nearest, addressing.linear
# By what is wrong: a combination that shows it, and each place of the oracle that has the rule.
MUTANTS = {
    "mirrored_repeat is repeat": ("2d RGBA-UNORM_INT8 mirrored_repeat nearest normalized", [
        (addressing, "reduced", mode_as(addressing.reduced, "mirrored_repeat", "repeat")),
        (vk_sampling, "wrap", mode_as(WRAP, "mirrored_repeat", "repeat"))]),
    "clamp is clamp_to_edge": ("2d RGBA-UNORM_INT8 clamp linear unnormalized", [
        (addressing, "_address", mode_as(ADDRESS, "clamp", "clamp_to_edge")),
        (vk_sampling, "wrap", mode_as(WRAP, "clamp_to_border", "clamp_to_edge"))]),
    "the border is opaque": ("1d RGBA-HALF_FLOAT clamp nearest normalized", [
        (Format, "border", property(lambda self: np.array([0.0, 0.0, 0.0, 1.0]))),
        (vk_sampling, "BORDERS", {"transparent_black": (0, 0, 0, 1)})]),
    "texels are half a texel further": ("3d R-UNSIGNED_INT32 repeat nearest normalized", [
        (addressing, "nearest", lambda u, size, mode: NEAREST(u + 0.5, size, mode)),
        (vk_sampling.Read, "places", half_on(vk_sampling.Read.places))]),
    "weights are exchanged": ("2d_array RG-FLOAT clamp_to_edge linear normalized", [
        (addressing, "linear", lambda u, size, mode: (*LINEAR(u, size, mode)[:2], 1 - LINEAR(u, size, mode)[2])),
        (vk_sampling, "_footprint", turned_weights(vk_sampling._footprint))]),
    "numbers have a step more": ("1d_array R-UNORM_INT8 repeat nearest normalized", [
        (conversion, "norm_max", one_more), (vk_formats, "norm_max", one_more)]),
}  # fmt: skip


def available(driver):
    try:
        suffix_of(driver, PLACES)
    except ResultsError as error:
        pytest.skip(str(error))
    tester = {"rootle": "program-tester", "llvmpipe": "gl-tester", "lavapipe": "vk-tester"}[driver]
    if not PLACES.tester.with_name(tester).exists():
        pytest.skip(f"{tester} is not built")
    return driver


def forget():
    images.make_image.cache_clear()


@pytest.fixture(scope="module", name="files")
def fixture_files(tmp_path_factory):
    """All files of SOME, and those that each mutant of the oracle writes, by a name of one word."""
    folder = tmp_path_factory.mktemp("beside")

    def write(name, combination):
        for file, text in files_of(combination).items():
            (folder / f"{name}.{file.partition('.')[2]}").write_text(text, encoding="utf-8")

    for combination in SOME:
        write(combination.name, combination)
    for name, (words, places) in MUTANTS.items():
        combination = Combination(*words.split())
        assert combination in shared()
        write(f"right-{name.replace(' ', '-')}", combination)
        forget()
        with pytest.MonkeyPatch.context() as patch:
            for where, rule, wrong in places:
                patch.setattr(where, rule, wrong)
            write(f"wrong-{name.replace(' ', '-')}", combination)
        forget()
    return folder


@pytest.fixture(scope="module", name="found", params=DRIVERS)
def fixture_found(files, request):
    """What the tests of a driver's API come to, by file."""
    suffix = DRIVERS[available(request.param)]
    own = [path for path in sorted(files.iterdir()) if path.name.partition(".")[2] == suffix[1:]]
    return verdicts(request.param, own, None)


def test_drivers_of_all_three_pass(found):
    right = {name: statuses for name, statuses in found.items() if not name.startswith("wrong-")}
    assert len(right) == len(SOME) + len(MUTANTS)
    assert {name: statuses for name, statuses in right.items() if set(statuses) != {"pass"}} == {}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_all_three_notice_a_wrong_rule(found, mutant):
    assert "fail" in found[f"wrong-{mutant.replace(' ', '-')}"]


def test_command(tmp_path, capsys):
    words = ["2d", "RGBA-UNORM_INT8", "repeat", "linear", "normalized"]
    assert run_command("beside", [*words, "-o", str(tmp_path / "out")]) == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == [f"{'-'.join(words)}.{end}" for end in ("cl", "comp", "vk.comp")]
    assert capsys.readouterr().out.endswith("--driver rootle --driver llvmpipe --driver lavapipe\n")


@pytest.mark.parametrize("words, why", [
    (["2d", "repeats"], "no combination has the word repeats; did you mean repeat?"),
    (["cube"], "only OpenGL and Vulkan have tests of cube: see --table"),
    (["2d"], "324 combinations have these words: give more of them, or --all"),
    (["3d", "RGBA-UNORM_INT8", "linear", "repeat", "--driver", "nothing"], "unknown driver nothing: "),
])  # fmt: skip
def test_what_cannot_be_is_said(words, why, tmp_path, capsys):
    assert run_command("beside", [*words, "-o", str(tmp_path / "out")]) == 2
    assert why in capsys.readouterr().err


def test_table(capsys):
    assert run_command("beside", ["--table"]) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0] == "| image | coordinates | addressing | filter | OpenCL | OpenGL | Vulkan | all |"
    assert "| 2d | unnormalized | clamp | linear | 64 | 18 | 53 | 18 |" in table
