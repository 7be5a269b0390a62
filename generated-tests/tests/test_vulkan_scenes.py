# SPDX-License-Identifier: MIT
"""Scenes of Vulkan: they are of all kinds, what is not valid is refused, and a device that works by a wrong rule fails some.

Such a device is the model with one part exchanged, which gives the middle of what it allows."""

import dataclasses
import re
import shutil
import subprocess

import numpy as np
import pytest

from scenes import chance, serve
from scenes.model import SceneError
from scenes.vk import play
from scenes.vk.chance import VkChance
from scenes.vk.model import OPERATIONS, TARGETS, VkScene
from scenes.vk.play import VkPlayer, outcomes
from scenes.vk.render import render
from suites.vk import blit, vk_stores
from wrong_vulkan import FORMATS, given, modes

COUNT = 160
PICTURE = {"type": "2d", "order": "R", "data": "UNSIGNED_INT8", "extents": [2, 2], "texels": [1, 2, 3, 4]}
LAYERS = {"type": "2d_array", "order": "RGBA", "data": "UNORM_INT8", "extents": [2, 2, 2], "texels": [0, 128, 255, 7]}
NATIVE = {**PICTURE, "native": "R4G4_UNORM_PACK8"}


def scene(*steps, pictures=(PICTURE, PICTURE), buffers=()):
    return VkScene.from_json({"images": list(pictures), "buffers": list(buffers), "steps": list(steps)})


@pytest.fixture(scope="module")
def scenes():
    seen = set()
    return [chance.best(seed, 2, seen, maker=VkChance) for seed in range(COUNT)]


@pytest.fixture(scope="module")
def expected(scenes):
    found = []
    for one in scenes:
        try:
            found.append((one, outcomes(one, False)))
        except SceneError:
            continue
    return found


def test_scenes_are_of_all_kinds(scenes, expected):
    words = {word for one in scenes for word in chance.values(one)}
    assert len(expected) > COUNT * 0.8
    assert words >= {*TARGETS, *OPERATIONS} - {"write-buffer", "read-buffer", "sample"} | {"samplerless"}
    assert any(step.linear for one in scenes for step in one.steps) and any("PACK" in word for word in words)


def test_scenes_survive_json(expected):
    for one, _ in expected:
        again = VkScene.from_json(one.to_json())
        assert again == one and render(again, False) == render(one, False)


@pytest.mark.skipif(not shutil.which("glslangValidator"), reason="needs glslang-tools")
def test_programs_compile(expected, tmp_path):
    for one, _ in expected[::40]:
        file = tmp_path / "program.comp"
        file.write_text(render(one, False).rpartition("!*/\n")[2].lstrip())
        done = subprocess.run(["glslangValidator", "-V", "--target-env", "vulkan1.1", file], capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 0, done.stdout


def test_a_small_scene_is_a_small_file():
    text = render(scene({"op": "fill", "origin": [0, 0], "region": [2, 2], "texels": [9]}, {"op": "read", "way": "read", "origin": [0, 0], "region": [2, 2]}), False)
    assert re.findall(r"^(?:fill|read|launch).*", text, re.M) == ["fill: 0 9 0 0 1", "read: 0 repeat 9"]
    assert '# Vulkan 1.3: "Copying Data Between Buffers and Images", "Clear Commands"' in text


def test_a_program_has_a_case_for_each_launch():
    where = {"where": [[0, 0], [1, 1]], "coordinate": "int"}
    text = render(scene({"op": "sample", **where}, {"op": "carry", "target": 1, **where}, {"op": "query", "image": 1, "queries": ["height"]}), False)
    assert "launch: main global_size 2 1\nlaunch: main global_size 2 1 global_offset 0 1\nlaunch: main global_size 1 1 global_offset 0 2" in text
    stored = re.search(r"if \(gl_GlobalInvocationID.y == 1u\)\n        imageStore\((image\d), values", text)
    assert stored and f"imageSize({stored[1]})" in text


def test_what_a_blit_reads_beyond_its_box_is_the_image_or_its_edge():
    to = {"type": "2d", "order": "R", "data": "FLOAT", "extents": [4, 1], "texels": [0]}
    source = {**to, "extents": [2, 1], "texels": [0, 8]}
    step = {"op": "blit", "target": 1, "origin": [0, 0], "region": [1, 1], "to": [0, 0], "span": [4, 1], "linear": True}
    found = outcomes(scene(step, {"op": "read", "image": 1, "origin": [0, 0], "region": [4, 1]}, pictures=(source, to)), False)[1].values
    assert found.contains(np.array([[0, 0, 1, 3]], dtype=np.float32).T).all() and found.contains(np.zeros((4, 1), dtype=np.float32)).all()
    assert not found.contains(np.array([[0, 0, 2, 3]], dtype=np.float32).T).all() and not found.contains(np.full((4, 1), 4, dtype=np.float32)).all()


def test_the_sign_of_a_zero_that_is_carried_is_open():
    pictures = [{"type": "1d", "order": "R", "data": "FLOAT", "extents": [1], "texels": [0]}] * 2
    carry = {"op": "carry", "target": 1, "where": [[0]], "coordinate": "int"}
    box = {"image": 1, "origin": [0], "region": [1]}
    assert outcomes(scene(carry, {"op": "read", **box}, pictures=pictures), False)[1].values.contains(np.array([[-0.0]])).all()
    with pytest.raises(SceneError, match="in more than one way"):
        outcomes(scene(carry, {"op": "to-buffer", **box}, pictures=pictures, buffers=([0] * 4,)), False)


BOX = {"origin": [0, 0], "region": [2, 2]}


@pytest.mark.parametrize("steps", (
    ({"op": "read", "origin": [1, 0], "region": [2, 2]},),
    ({"op": "fill", "origin": [0, 0], "region": [1, 2], "texels": [9]},),
    ({"op": "copy", "target": 0, **BOX, "to": [0, 0]},),
    ({"op": "copy", "target": 2, **BOX, "to": [0, 0, 0]},),
    ({"op": "blit", "target": 1, **BOX, "to": [0, 0], "span": [3, 1]},),
    ({"op": "blit", "target": 1, **BOX, "to": [0, 0], "span": [1, 1], "linear": True},),
    ({"op": "to-buffer", **BOX, "offset": 1},),
    ({"op": "sample", "where": [[0, 0]], "coordinate": "int"}, {"op": "store", "where": [[0, 0]], "texels": [1]}),
    ({"op": "sample", "where": [[2, 0]], "coordinate": "int"},),
    ({"op": "sample", "where": [[0, 0]], "sampler": ["none", "nearest", True]},),
    ({"op": "sample", "where": [[0, 0]], "sampler": ["repeat", "nearest", False]},),
    ({"op": "sample", "where": [[0, 0]], "sampler": ["repeat", "linear", True]},),
    ({"op": "sample", "where": [[0, 0]], "sampler": ["repeat", "nearest", True]},
     {"op": "sample", "where": [[0, 0]], "sampler": ["clamp", "nearest", True]}),
    ({"op": "store", "where": [[0, 0], [0, 0]], "texels": [1, 2]},),
    ({"op": "store", "image": 3, "where": [[0, 0]], "texels": [7]},),
    ({"op": "probe", "where": [[0, 0]]},), ({"op": "read", **BOX, "way": "map read"},), ({"op": "read", **BOX, "queue": 1},),
    ({"op": "query", "queries": ["channel_order"]},),
))  # fmt: skip
def test_what_is_not_valid_is_refused(steps):
    with pytest.raises(SceneError):
        outcomes(scene(*steps, pictures=(PICTURE, PICTURE, LAYERS, NATIVE), buffers=([0] * 64,)), False)


def failures(expected):
    """How many scenes a device fails that works by the rules as they are now."""
    failed = 0
    for one, right in expected:
        try:
            there = outcomes(one, False)
        except (SceneError, IndexError, ValueError):  # of a wrong rule that does not go with this scene
            continue
        failed += any(r.values is not None and not r.values.contains(given(t.values).astype(r.values.low.dtype)).all() for r, t in zip(right, there))
    return failed


def test_the_right_device_passes(expected):
    assert failures(expected) == 0


RIGHT = {"centres": blit.centres, "copy": VkPlayer._copy, "fill": VkPlayer._fill, "carry": VkPlayer._carry}


def with_step(name, **changed):
    """A step of this kind does another one's work."""
    return lambda self, step: RIGHT[name](self, dataclasses.replace(step, **{key: make(step) for key, make in changed.items()}))


MUTANTS = {
    **modes(("repeat", "mirrored_repeat"), ("clamp_to_border", "clamp_to_edge"), ("mirror_clamp_to_edge", "mirrored_repeat")),
    "blits begin at texels' edges": (blit, "centres", lambda *words: RIGHT["centres"](*words) - 0.5),
    "blits do not scale": (blit, "centres", lambda source, to, dimensions: RIGHT["centres"](to, to, dimensions)),
    "the first row is not copied": (VkPlayer, "_copy", with_step(
        "copy", origin=lambda s: (*s.origin[:-1], s.origin[-1] + (s.region[-1] > 1)), to=lambda s: (*s.to[:-1], s.to[-1] + (s.region[-1] > 1)),
        region=lambda s: (*s.region[:-1], max(1, s.region[-1] - 1)))),
    "a clear is of the first layer": (VkPlayer, "_fill", with_step("fill", origin=lambda s: (*s.origin[:-1], 0))),
    "stores are rounded down": (vk_stores, "_norm", lambda kind, bits, values: vk_stores.Interval.exactly(
        (np.clip(values, -1 if kind == "snorm" else 0, 1) * 0.98 * vk_stores.norm_max(kind, bits)).astype(np.int64))),
    **FORMATS,
    "what is carried goes to the first texel": (VkPlayer, "_carry", with_step("carry", where=lambda s: s.where[:1])),
    "sizes are swapped": (play, "sizes_of", lambda picture: dict.fromkeys(("width", "height", "depth", "array_size"), picture.extents[0])),
}  # fmt: skip


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_wrong_device_fails(mutant, expected, monkeypatch):
    module, name, wrong = MUTANTS[mutant]
    monkeypatch.setattr(module, name, wrong)
    assert failures(expected) > 0


def test_a_wrong_rule_that_gives_the_values_is_named():
    """NVIDIA's and lavapipe's: five bits become eight first, 1/31 is 8/255."""
    picture = {**PICTURE, "extents": [1, 1], "texels": [1], "data": "UNSIGNED_INT16", "native": "B5G6R5_UNORM_PACK16"}
    one = scene({"op": "sample", "where": [[0, 0]], "coordinate": "int"}, pictures=(picture,)).to_json()
    question = {"do": "as-if", "scene": one, "strict": False}
    assert len(serve.reply({**question, "actual": f"{8 / 255} 0 0 1"})["names"]) == 1
    assert serve.reply({**question, "actual": f"{1 / 31} 0 0 1"}) == {"names": []}


def test_what_a_device_lacks_is_left_out():
    lacks = ["image R8_UINT", "BLIT_SRC R8G8B8A8_UNORM", "SAMPLED_IMAGE_FILTER_LINEAR R8_UNORM"]
    for seed in range(30):
        found = serve.reply({"do": "chance", "api": "vk", "seed": seed, "strict": False, "lacks": lacks})
        assert found["scene"]["api"] == "vk" and not VkChance.wants(VkScene.from_json(found["scene"])) & set(lacks)
