#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""vk-tester as a whole, on lavapipe. Usage: test_vk.py VK-TESTER [unittest arguments]"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

VK_TESTER = sys.argv.pop(1)
ICD = next(iter(sorted(pathlib.Path("/usr/share/vulkan/icd.d").glob("lvp_icd.*.json"))), None)
LAYER = pathlib.Path("/usr/share/vulkan/explicit_layer.d/VkLayer_khronos_validation.json")
LAVAPIPE = {**os.environ, "VK_ICD_FILENAMES": str(ICD), "VK_LOADER_LAYERS_DISABLE": "~implicit~"}
if LAYER.exists():  # its messages fail tests
    LAVAPIPE["VK_TESTER_VALIDATE"] = "1"
# Drivers leave some memory behind when they are unloaded.
LAVAPIPE["ASAN_OPTIONS"] = ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0")))

HEADER = """/*!
[config]
name: a file
kernel_name: main
{config}
{tests}
!*/
"""
ADD = """#version 450
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
layout(push_constant) uniform Values { uint more; uvec2 unused; };
void main() { numbers[gl_GlobalInvocationID.x] += more + unused.y; }
"""
FETCH = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
void main() { results[0] = textureLod(image, vec2(1.75, 0.5), 0.0); }
"""
EMPTY = """#version 450
layout(local_size_x = 1) in;
void main() { }
"""
APART = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform texture2D image;
layout(binding = 2) uniform sampler texels;
void main() { results[0] = textureLod(sampler2D(image, texels), vec2(1.75, 0.5), 0.0); }
"""
RAISE = """#version 450
layout(local_size_x = 1) in;
layout(binding = 0, rgba8ui) uniform uimage2D image;
void main() { imageStore(image, ivec2(0), imageLoad(image, ivec2(0)) + 1u); }
"""
COMPARE = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { float results[]; };
layout(binding = 1) uniform sampler2DShadow image;
void main() { results[0] = textureLod(image, vec3(0.5, 0.5, 0.5), 0.0); }
"""
CUBE_ARRAY = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform samplerCubeArray image;
void main() { results[0] = textureLod(image, vec4(0.0, 0.0, 1.0, 1.0), 0.0); }
"""
SAMPLES = """#version 450
layout(local_size_x = 1) in;
layout(binding = 0, rgba8) writeonly uniform image2DMS image;
void main() { for (int i = 0; i < 4; i++) imageStore(image, ivec2(gl_GlobalInvocationID.x, 0), i, vec4(i & 1)); }
"""
NOTHING = """#version 450
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
layout(std430, binding = 4) buffer Numbers { vec4 numbers[]; };
void main() { results[0] = textureLod(image, vec2(0.5), 0.0) + vec4(textureSize(image, 0), numbers.length(), 0); }
"""
ASSEMBLY = """
               OpCapability Shader
               OpMemoryModel Logical GLSL450
               OpEntryPoint GLCompute %main "main"
               OpExecutionMode %main LocalSize 1 1 1
               OpDecorate %array ArrayStride 4
               OpMemberDecorate %block 0 Offset 0
               OpDecorate %block BufferBlock
               OpDecorate %numbers DescriptorSet 0
               OpDecorate %numbers Binding 0
       %void = OpTypeVoid
   %function = OpTypeFunction %void
       %uint = OpTypeInt 32 0
      %array = OpTypeRuntimeArray %uint
      %block = OpTypeStruct %array
%ptr_block = OpTypePointer Uniform %block
    %numbers = OpVariable %ptr_block Uniform
     %uint_0 = OpConstant %uint 0
     %uint_7 = OpConstant %uint 7
  %ptr_uint = OpTypePointer Uniform %uint
       %main = OpFunction %void None %function
      %label = OpLabel
      %where = OpAccessChain %ptr_uint %numbers %uint_0 %uint_0
               OpStore %where %uint_7
               OpReturn
               OpFunctionEnd
"""
BYTES = "image_channel_order RGBA image_channel_data_type UNSIGNED_INT8"
IMAGE = "type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8"
MIPMAP = f"image_type 2d image_width 4 image_height 2 image_mip_levels 3 {BYTES}"
TEXELS = "255 0 0 255 0 0 0 255"
NEAREST = "sampler normalized_coords true addressing_mode {} filter_mode nearest {}"


def test(name: str, *lines: str) -> str:
    return "\n".join(["[test]", f"name: {name}", *lines])


def sums(name: str, first: int, size: int = 4) -> str:
    return test(
        name, f"global_size: {size}", "arg_in: 0 buffer uint[4] 1 2 3 4", "arg_in: 1 uint 10", "arg_in: 2 uint2 5 0",
        f"arg_out: 0 buffer uint[4] {first} 12 13 14",
    )  # fmt: skip


def sampled(mode: str, colour: str, keys: str = "", image: str = "") -> str:
    return test(
        f"{mode} {keys} {image}", "global_size: 1", f"arg_out: 0 buffer float4[1] {colour}",
        f"arg_in: 1 image uchar4 {TEXELS} {IMAGE} {image}", f"arg_in: 2 {NEAREST.format(mode, keys)}",
    )  # fmt: skip


class VkTester(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.environment = {**LAVAPIPE, "XDG_CACHE_HOME": self.folder.name}

    def run_file(self, body: str, *tests: str, suffix: str = "vk.comp", config: str = ""):
        """Exit status, and the record of each test by its name."""
        path = pathlib.Path(self.folder.name, f"a.{suffix}")
        path.write_text(HEADER.format(tests="\n".join(tests), config=config) + body)
        command = [VK_TESTER, "--json", path]
        done = subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        return done.returncode, {r["test"].partition("::")[2]: r for r in records if "test" in r}

    def only(self, body: str, one: str, **options: str) -> dict:
        _, found = self.run_file(body, one, **options)
        return next(iter(found.values()))

    def assert_passes(self, *arguments: str, **options: str) -> None:
        _, found = self.run_file(*arguments, **options)
        self.assertTrue(found)
        self.assertEqual({record["status"] for record in found.values()}, {"pass"}, found)

    def assert_ends(self, record: dict, status: str, message: str) -> None:
        self.assertEqual(record["status"], status, record)
        self.assertIn(message, record["message"])

    def test_buffers_and_push_constants(self) -> None:
        status, found = self.run_file(ADD, sums("good", 11), sums("bad", 12))
        self.assertEqual(status, 1)
        self.assertEqual(found["good"]["status"], "pass", found)
        self.assert_ends(found["bad"], "fail", "expected 12, got 11")

    def test_sizes(self) -> None:
        self.assert_ends(self.only(ADD, sums("odd", 11, 3)), "error", "work-groups of 2 do not divide")

    def test_offsets(self) -> None:
        def shifted(offset: int, left: str) -> str:
            return test(
                f"from {offset}", "arg_in: 0 buffer uint[4] 1 2 3 4", "arg_in: 1 uint 10", "arg_in: 2 uint2 0 0",
                f"arg_out: 0 buffer uint[4] {left}", f"launch: main global_size 2 global_offset {offset}",
            )  # fmt: skip

        self.assert_passes(ADD, shifted(2, "1 2 13 14"), shifted(0, "11 12 3 4"))
        self.assert_ends(self.only(ADD, shifted(1, "1 12 13 4")), "error", "global_offset is 1 in dimension 1")

    def test_modules_are_kept(self) -> None:
        self.assert_passes(ADD, sums("good", 11))
        self.environment["PATH"] = self.folder.name  # with a glslangValidator that makes nothing
        self.assert_ends(self.only(ADD, sums("good", 11)), "error", "there is no glslangValidator")

    def test_assembly(self) -> None:
        self.assert_passes(ASSEMBLY, test("seven", "global_size: 1", "arg_out: 0 buffer uint[1] 7"), suffix="vk.spvasm")

    def test_addressing_modes(self) -> None:
        self.assert_passes(
            FETCH, sampled("repeat", "0 0 0 1"), sampled("mirrored_repeat", "1 0 0 1"), sampled("clamp", "0 0 0 0"),
            sampled("clamp", "1 1 1 1", "vk_border opaque_white"), sampled("clamp_to_edge", "0 0 0 1"),
            sampled("mirrored_repeat", "0 0 0 1", "vk_addressing mirror_clamp_to_edge"),
            sampled("clamp", "0 0 0 1", "vk_addressing repeat,clamp_to_border"), sampled("clamp", "0.5 1 0 1", "vk_border 0.5,1,0,1"),
        )  # fmt: skip
        record = self.only(FETCH, sampled("clamp", "0 0 0 0", "vk_border white"))
        self.assert_ends(record, "error", "a sampler has no 'white'")
        record = self.only(FETCH, sampled("clamp", "0 0 0 0", "vk_border 0.5,1,0"))
        self.assert_ends(record, "error", "a sampler has no '0.5,1,0'")

    def test_samplers_of_their_own(self) -> None:
        self.assert_passes(APART, sampled("repeat", "0 0 0 1"), sampled("mirrored_repeat", "1 0 0 1"))

    def test_swizzles_and_formats(self) -> None:
        self.assert_passes(
            FETCH, sampled("mirrored_repeat", "0 1 1 0", image="vk_swizzle g1r0"),
            sampled("mirrored_repeat", "0 0 1 1", image="vk_format B8G8R8A8_UNORM"),
            sampled("mirrored_repeat", "0 0 1 1", image="vk_view B8G8R8A8_UNORM"),
        )  # fmt: skip
        record = self.only(FETCH, sampled("repeat", "0 0 0 1", image="vk_format R8G8B8_UNORMAL"))
        self.assert_ends(record, "error", "there is no vk_format R8G8B8_UNORMAL")
        record = self.only(FETCH, sampled("repeat", "0 0 0 1", image="vk_format R8_UNORM"))
        self.assert_ends(record, "error", "a texel or block of R8_UNORM has 1 bytes")
        record = self.only(FETCH, sampled("repeat", "0 0 0 1"), suffix="comp")
        self.assert_ends(record, "skip", "gl-tester runs")
        record = self.only(FETCH, sampled("repeat", "0 0 0 1", image="vk_swizzle rgba"), suffix="comp")
        self.assert_ends(record, "error", "vk_swizzle is for tests of Vulkan")

    def test_texels_of_96_bits(self) -> None:
        """A box of two texels is six of the argument's; a row that is 9 long has room for three texels."""
        keys = "image_height 1 image_channel_order R image_channel_data_type UNSIGNED_INT32 vk_format R32G32B32_UINT"
        image = f"image uint {{}} image_type 2d image_width {{}} {keys}"
        lines = (
            f"arg_in: 0 {image.format('1 2 3  4 5 6  7 8 9', 9)}", f"arg_out: 0 {image.format('1 2 3  11 12 13  14 15 16', 9)}",
            "arg_in: 1 buffer uint[9] 11 12 13  14 15 16  0 0 0", "copy: 1 row_length 9 to 0 origin 3 0 region 6 1",
        )  # fmt: skip
        self.assert_passes(EMPTY, test("box", *lines))
        record = self.only(EMPTY, test("odd", f"arg_out: 0 {image.format('1 2 3 4', 4)}", "fill: 0 uint4 1 2 3 4"))
        self.assert_ends(record, "error", "is 3 times as wide")

    def test_comparison(self) -> None:
        depth = "image_type 2d image_width 1 image_height 1 image_channel_order DEPTH image_channel_data_type UNORM_INT16"

        def compared(mode: str, result: int) -> str:
            return test(
                mode, "global_size: 1", f"arg_out: 0 buffer float[1] {result}", f"arg_in: 1 image ushort 40000 {depth}",
                f"arg_in: 2 {NEAREST.format('clamp_to_edge', f'vk_compare {mode}')}",
            )  # fmt: skip

        self.assert_passes(COMPARE, compared("less", 1), compared("greater", 0), compared("always", 1))

    def test_stores_change_the_level_that_is_bound(self) -> None:
        def raised(place: int, level: int = 1) -> str:
            texels = [["1 1 1 1"] * 11, ["1 1 1 1"] * 11]
            texels[1][place] = "2 2 2 2"
            given, left = map(" ".join, texels)
            keys = f"{MIPMAP} image_bound_level {level}"
            return test(
                f"{place}", "global_size: 1", f"arg_in: 0 image uchar4 {given} {keys}",
                f"arg_out: 0 image uchar4 {left} {keys}",
            )  # fmt: skip

        self.assert_passes(RAISE, raised(8), raised(10, 2))
        self.assert_ends(self.only(RAISE, raised(9)), "fail", "expected 1, got 2")

    def test_steps(self) -> None:
        image = f"image_type 2d image_width 2 image_height 2 {BYTES}"
        self.assert_passes(RAISE, test(
            "all", "global_size: 1", f"arg_in: 0 image uchar4 repeat 7 {image}", f"arg_in: 1 image uchar4 repeat 3 {image}",
            "arg_in: 2 buffer uchar[8] repeat 50", "fill: 0 9 9 9 9", "launch: main", "read: 0 10 10 10 10 9 9 9 9 9 9 9 9 9 9 9 9",
            "copy: 0 region 1 1 to 1 origin 1 1", "read: 1 origin 0 1 region 2 1 3 3 3 3 10 10 10 10",
            "copy: 1 origin 1 1 region 1 1 to 2 offset 4", "read: 2 50 50 50 50 10 10 10 10",
            "write: 1 origin 1 0 region 1 1 6 6 6 6", "read: 1 region 2 1 3 3 3 3 6 6 6 6",
            "copy: 2 size 4 to 2 offset 4", "read: 2 repeat 50",
        ))  # fmt: skip

    def test_blits(self) -> None:
        bytes_ = "image_type 2d image_width {} image_height 1 image_channel_order R image_channel_data_type UNORM_INT8"
        floats = "image_type 2d image_width {} image_height 1 image_channel_order R image_channel_data_type FLOAT"

        def blitted(how: str, result: str) -> str:
            return test(
                f"blit{how}", f"arg_in: 0 image uchar 0 255 {bytes_.format(2)}", f"arg_in: 1 image float repeat 7 {floats.format(6)}",
                f"arg_out: 1 image float {result} {floats.format(6)}", f"blit: 0 to 1 origin 1 0 region 4 1 {how}",
            )  # fmt: skip

        self.assert_passes(EMPTY, blitted("  ", "7 0 0 1 1 7"), blitted("linear", "7 0 0.24..0.26 0.74..0.76 1 7"))
        record = self.only(EMPTY, blitted("  ", "7 0 0 1 1 7"), suffix="comp")
        self.assert_ends(record, "error", "a blit is for tests of Vulkan")

    def test_samples_are_resolved(self) -> None:
        texels = "image_type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8"

        def resolved(keys: str, left: str, values: str = "NULL") -> str:
            return test(
                left, "global_size: 2", f"arg_in: 0 image uchar4 {values} {texels} {keys}",
                f"arg_out: 1 image uchar4 {left} {texels}", "launch: main", "resolve: 0 to 1",
            )  # fmt: skip

        self.assert_passes(SAMPLES, resolved("vk_samples 4", "repeat 127..128"))
        self.assert_ends(self.only(SAMPLES, resolved("vk_samples 4", "repeat 0")), "fail", "expected 0, got 12")
        self.assert_ends(self.only(SAMPLES, resolved("", "repeat 127..128")), "error", "uses it with samples")
        self.assert_ends(self.only(SAMPLES, resolved("vk_samples 3", "repeat 0")), "error", "samples, not '3'")
        self.assert_ends(self.only(SAMPLES, resolved("vk_samples 4", "repeat 0", "repeat 0")), "error", "none are copied")
        record = self.only(EMPTY, resolved("vk_tiling linear", "repeat 0").replace("launch: main", ""))
        self.assert_ends(record, "error", "from an image with samples")

    def test_linear_images_are_the_hosts(self) -> None:
        numbers = " ".join(map(str, range(1, 31)))
        image = "image_type 3d image_width 5 image_height 3 image_depth 2 image_channel_order R image_channel_data_type UNSIGNED_INT8"
        flat = "image_type 2d image_width 5 image_height 3 image_channel_order R image_channel_data_type UNSIGNED_INT8"

        def moved(keys: str, numbers: str, tiling: str) -> str:
            return test(
                keys, f"arg_in: 0 image uchar {numbers} {keys} vk_tiling {tiling}", f"arg_in: 1 image uchar repeat 0 {keys}",
                f"arg_out: 1 image uchar {numbers} {keys}", f"arg_out: 2 image uchar {numbers} {keys} vk_tiling {tiling}",
                "copy: 0 to 1", "copy: 1 to 2",
            )  # fmt: skip

        _, found = self.run_file(EMPTY, moved(flat, numbers[:35], "linear"), moved(image, numbers, "linear"))
        self.assertEqual(found[flat]["status"], "pass", found)
        self.assertIn(found[image]["status"], ("pass", "skip"), found)
        self.assert_ends(self.only(EMPTY, moved(flat, numbers[:35], "square")), "error", "vk_tiling is linear or optimal")

    def test_aspects_of_one_image(self) -> None:
        depth, stencil = ("image_type 2d image_width 2 image_height 1 image_channel_order {} vk_format D32_SFLOAT_S8_UINT vk_aspect {}"
                          .format(*keys) for keys in (("R image_channel_data_type UNSIGNED_INT32", "depth"),
                                                      ("R image_channel_data_type UNSIGNED_INT8", "stencil")))  # fmt: skip

        def both(left: str, over: int = 0) -> str:
            return test(
                left, f"arg_in: 0 image uint 7 8 {depth}", f"arg_in: 1 image uchar NULL image_over {over} {stencil}",
                "arg_in: 2 buffer uchar[4] 5 6 0 0", f"arg_out: 0 image uint 7 8 {depth}", "copy: 2 to 1", f"read: 1 {left}",
                "fill: 1 uint4 9 0 0 0", "read: 1 9 9",
            )  # fmt: skip

        self.assert_passes(EMPTY, both("5 6"))
        self.assert_ends(self.only(EMPTY, both("5 7")), "fail", "expected 7, got 6")
        wrong = both("5 6").replace("D32_SFLOAT_S8_UINT vk_aspect stencil", "S8_UINT")
        self.assert_ends(self.only(EMPTY, wrong), "error", "is an aspect of it")

    def test_rows_lie_apart(self) -> None:
        image = "image_type {} image_width 2 image_height 2 {} image_channel_order R image_channel_data_type UNSIGNED_INT8"
        flat, deep = image.format("2d", ""), image.format("3d", "image_depth 2")

        def copied(lengths: str, left: str, keys: str = flat, numbers: str = "1 2 3 4") -> str:
            return test(
                lengths, f"arg_in: 0 image uchar {numbers} {keys}", f"arg_in: 1 buffer uchar[{len(left.split())}] repeat 9",
                f"arg_out: 1 buffer uchar[{len(left.split())}] {left}", f"copy: 0 to 1 {lengths}",
            )  # fmt: skip

        many = "1 2 3 4 5 6 7 8"
        self.assert_passes(
            EMPTY, copied("offset 4", "9 9 9 9 1 2 3 4"), copied("offset 4 row_length 3", "9 9 9 9 1 2 9 3 4 9"),
            copied("row_length 3 image_height 3", "1 2 9 3 4 9 9 9 9 5 6 9 7 8", deep, many),
            copied("image_height 4", "1 2 3 4 9 9 9 9 5 6 7 8", deep, many),
        )  # fmt: skip
        for lengths, why in (("row_length 1", "less than the region's"), ("row_length 9", "does not lie within"),
                             ("image_height 1", "less than the region's")):  # fmt: skip
            self.assert_ends(self.only(EMPTY, copied(lengths, "1 2 3 4")), "error", why)
        record = self.only(EMPTY, copied("row_length 3", "1 2 9 3 4 9"), suffix="comp")
        self.assert_ends(record, "error", "beside an image of Vulkan")

    def test_formats(self) -> None:
        def asked(words: str) -> str:
            return test(words, f"format: {words}")

        self.assert_passes(EMPTY, asked("R8_UNORM optimal SAMPLED_IMAGE"), asked("R8_UNORM buffer"), asked("R8_UNORM linear"),
                           asked("D32_SFLOAT_S8_UINT optimal"))  # fmt: skip
        record = self.only(EMPTY, asked("R8_UNORM optimal BLIT_SRC STORAGE_IMAGE_ATOMIC"))
        self.assert_ends(record, "fail", "R8_UNORM has no STORAGE_IMAGE_ATOMIC, which all devices have")
        for words, why in (("R7_UNORM optimal", "there is no format R7_UNORM"), ("R8_UNORM flat", "not 'flat'"),
                           ("R8_UNORM linear RED", "there is no feature RED")):  # fmt: skip
            self.assert_ends(self.only(EMPTY, asked(words)), "error", why)
        self.assert_ends(self.only(EMPTY, asked("R8_UNORM linear"), suffix="comp"), "error", "a format is for tests of Vulkan")

    def test_nothing_is_bound(self) -> None:
        lines = test("nothing", "global_size: 1", "arg_out: 0 buffer float4[1] 0 0 0 0")
        self.assert_passes(NOTHING, lines, config="require_features: nullDescriptor")
        self.assert_ends(self.only(NOTHING, lines), "error", "uses binding 1 of set 0")

    def test_features_that_are_missing(self) -> None:
        record = self.only(ADD, sums("good", 11), config="require_features: subTexelPrecisionBits:8 flying")
        self.assert_ends(record, "skip", "the device has no feature flying")
        wide = f"image_type 2d image_width 65536 image_height 1 {BYTES}"
        record = self.only(RAISE, test("wide", "global_size: 1", f"arg_in: 0 image uchar4 repeat 1 {wide}", "read: 0 region 1 1 2 1 1 1"))
        self.assert_ends(record, "skip", "no such image of R8G8B8A8_UINT")

    def test_what_a_program_uses_decides_the_kind(self) -> None:
        def cubes(layers: int) -> str:
            keys = f"image_type 2d_array image_width 1 image_height 1 image_array_size {layers}"
            texels = " ".join(f"{layer}" for layer in range(layers))
            return test(
                "cubes", "global_size: 1", "arg_out: 0 buffer float4[1] 10 0 0 1",
                f"arg_in: 1 image float {texels} {keys} image_channel_order R image_channel_data_type FLOAT",
            )  # fmt: skip

        self.assert_passes(CUBE_ARRAY, cubes(12))
        self.assert_ends(self.only(CUBE_ARRAY, cubes(11)), "error", "a textureCubeArray needs a multiple of 6 layers")

    def test_bindings_that_are_no_arguments(self) -> None:
        record = self.only(FETCH, test("none", "global_size: 1", "arg_out: 0 buffer float4[1] 0 0 0 0"))
        self.assert_ends(record, "error", "uses binding 1 of set 0")
        record = self.only(ADD, test("few", "global_size: 2", "arg_in: 1 uint 1", "arg_in: 2 uint2 1 1", "arg_in: 3 uint 1",
                                     "arg_out: 0 buffer uint[2] 0 0"))  # fmt: skip
        self.assert_ends(record, "error", "has 2 members")

    def test_programs_that_do_not_compile(self) -> None:
        record = self.only(ADD.replace("more;", "less;", 1), sums("broken", 11))
        self.assert_ends(record, "fail", "the program was not built: ")
        self.assertIn("more", record["details"]["build_log"])

    @unittest.skipUnless(LAYER.exists(), "there is no validation layer")
    def test_what_the_layer_says_fails(self) -> None:
        broken = ASSEMBLY.replace("OpCapability Shader", "OpCapability Shader\nOpCapability Kernel")
        lines = test("seven", "global_size: 1", "arg_out: 0 buffer uint[1] 7")
        self.assert_ends(self.only(broken, lines, suffix="vk.spvasm"), "fail", "the validation layer says: ")


if __name__ == "__main__":
    there = subprocess.run([VK_TESTER, "--list-devices"], env=LAVAPIPE, capture_output=True, text=True, check=False)
    if "llvmpipe" not in there.stdout:
        print("there is no lavapipe:", there.stderr)
        sys.exit(77)
    unittest.main()
