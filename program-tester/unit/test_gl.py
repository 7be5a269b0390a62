#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""gl-tester as a whole, on llvmpipe. Usage: test_gl.py GL-TESTER PROGRAM-TESTER [unittest arguments]"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

GL_TESTER = sys.argv.pop(1)
PROGRAM_TESTER = sys.argv.pop(1)
SOFTWARE = {
    **os.environ,
    "LIBGL_ALWAYS_SOFTWARE": "1",
    "GALLIUM_DRIVER": "llvmpipe",
    # Mesa's libraries leave some memory behind when they are unloaded.
    "ASAN_OPTIONS": ":".join(filter(None, (os.environ.get("ASAN_OPTIONS"), "detect_leaks=0"))),
}

HEADER = """/*!
[config]
name: a file
kernel_name: main
{tests}
!*/
"""
ADD = """#version 430
layout(local_size_x = 2) in;
layout(std430, binding = 0) buffer Numbers { uint numbers[]; };
layout(location = 1) uniform uint more;
void main() { numbers[gl_GlobalInvocationID.x] += more; }
"""
FETCH = """#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { vec4 results[]; };
layout(binding = 1) uniform sampler2D image;
void main() { results[0] = textureLod(image, vec2(1.75, 0.5), 0.0); }
"""
LEVELS = """#version 430
layout(local_size_x = 1) in;
layout(std430, binding = 0) buffer Results { uvec4 results[]; };
layout(binding = 1) uniform usampler2D image;
void main()
{
    int level = int(gl_GlobalInvocationID.x);
    results[level] = texelFetch(image, textureSize(image, level) - 1, level);
}
"""
RAISE = """#version 430
layout(local_size_x = 1) in;
layout(binding = 0, rgba8ui) uniform uimage2D image;
void main() { imageStore(image, ivec2(0), imageLoad(image, ivec2(0)) + 1u); }
"""
MIPMAP = (
    "image_type 2d image_width 4 image_height 2 image_mip_levels 3"
    " image_channel_order RGBA image_channel_data_type UNSIGNED_INT8"
)
COPY = """#version 430
layout(local_size_x = 1) in;
layout(binding = 0, rgba8ui) uniform uimageCube image;
void main()
{
    ivec3 p = ivec3(gl_GlobalInvocationID);
    imageStore(image, p, imageLoad(image, p) + 1u);
}
"""
POSITIONS = """#version 430
layout(location = 1) out vec4 position;
layout(std430, binding = 0) buffer Counts { uint count; };
void main()
{
    atomicAdd(count, 1u);
    if (gl_FragCoord.x > 1.0 && gl_FragCoord.y > 1.0)
        discard;
    position = vec4(gl_FragCoord.xy, 3e9, -1.0);
}
"""
TEXELS = """#version 430
layout(location = 0) out uvec4 texel;
layout(binding = 1) uniform usampler2D image;
void main() { texel = texelFetch(image, ivec2(gl_FragCoord.x, 0), 0) + 4294967000u; }
"""
IMAGE = "type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8"
CUBE = (
    "image_type 2d_array image_width 1 image_height 1 image_array_size {layers}"
    " image_channel_order RGBA image_channel_data_type UNSIGNED_INT8"
)


def test(name: str, *lines: str) -> str:
    return "\n".join(["[test]", f"name: {name}", *lines])


def sums(name: str, first: int, size: int = 4) -> str:
    return test(
        name, f"global_size: {size}", "arg_in: 0 buffer uint[4] 1 2 3 4", "arg_in: 1 uint 10",
        f"arg_out: 0 buffer uint[4] {first} 12 13 14",
    )  # fmt: skip


class GlTester(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)

    def run_file(self, body: str, *tests: str, program: str = GL_TESTER, suffix: str = "comp"):
        """Exit status, and the record of each test by its name."""
        path = pathlib.Path(self.folder.name, f"a.{suffix}")
        path.write_text(HEADER.format(tests="\n".join(tests)) + body)
        done = subprocess.run(
            [program, "--json", path], env=SOFTWARE, capture_output=True, text=True, check=False
        )
        records = [json.loads(line) for line in done.stdout.splitlines()]
        found = {r["test"].partition("::")[2]: r for r in records if "test" in r}
        return done.returncode, found

    def only(self, body: str, one: str) -> dict:
        _, found = self.run_file(body, one)
        return next(iter(found.values()))

    def test_buffers_and_uniforms(self) -> None:
        status, found = self.run_file(ADD, sums("good", 11), sums("bad", 12))
        self.assertEqual(status, 1)
        self.assertEqual(found["good"]["status"], "pass")
        self.assertEqual(found["bad"]["status"], "fail")
        self.assertIn("expected 12, got 11", found["bad"]["message"])

    def test_sizes(self) -> None:
        record = self.only(ADD, sums("odd", 11, 3))
        self.assertEqual(record["status"], "error")
        self.assertIn("work-groups of 2 do not divide", record["message"])

    def test_sampler_belongs_to_the_image_before_it(self) -> None:
        def sampled(mode: str, red: str) -> str:
            return test(
                mode, "global_size: 1", f"arg_out: 0 buffer float4[1] {red} 0 0 1",
                f"arg_in: 1 image uchar4 255 0 0 255 0 0 0 255 {IMAGE}",
                f"arg_in: 2 sampler normalized_coords true addressing_mode {mode} filter_mode nearest",
            )  # fmt: skip

        _, found = self.run_file(
            FETCH, sampled("repeat", "0"), sampled("clamp_to_edge", "0"), sampled("mirrored_repeat", "1")
        )
        self.assertEqual([record["status"] for record in found.values()], ["pass"] * 3, found)

    def test_what_a_program_uses_decides_the_target(self) -> None:
        def cube(layers: int) -> str:
            keys, count = CUBE.format(layers=layers), 4 * layers
            return test(
                "cube", "dimensions: 3", f"global_size: 1 1 {layers}",
                f"arg_in: 0 image uchar4 {' '.join(map(str, range(count)))} {keys}",
                f"arg_out: 0 image uchar4 {' '.join(str(i + 1) for i in range(count))} {keys}",
            )  # fmt: skip

        self.assertEqual(self.only(COPY, cube(6))["status"], "pass")
        record = self.only(COPY, cube(5))
        self.assertEqual(record["status"], "error")
        self.assertIn("needs 6 layers", record["message"])

    def test_levels_are_behind_one_another(self) -> None:
        def fetched(last: int) -> str:
            return test(
                "levels", "global_size: 3",
                f"arg_out: 0 buffer uint4[3] 8 8 8 8 10 10 10 10 {last} 11 11 11",
                f"arg_in: 1 image uchar4 {' '.join(f'{i} {i} {i} {i}' for i in range(1, 12))} {MIPMAP}",
            )  # fmt: skip

        self.assertEqual(self.only(LEVELS, fetched(11))["status"], "pass")
        record = self.only(LEVELS, fetched(12))
        self.assertEqual(record["status"], "fail")
        self.assertIn("expected 12, got 11", record["message"])

    def test_stores_change_the_level_that_is_bound(self) -> None:
        def raised(place: int, level: int = 1) -> str:
            texels = [["1 1 1 1"] * 11, ["1 1 1 1"] * 11]
            texels[1][place] = "2 2 2 2"
            given, left = map(" ".join, texels)
            keys = f"{MIPMAP} image_bound_level {level}"
            return test(
                "store", "global_size: 1", f"arg_in: 0 image uchar4 {given} {keys}",
                f"arg_out: 0 image uchar4 {left} {keys}",
            )  # fmt: skip

        self.assertEqual(self.only(RAISE, raised(8))["status"], "pass")
        self.assertEqual(self.only(RAISE, raised(10, 2))["status"], "pass")
        record = self.only(RAISE, raised(9))
        self.assertEqual(record["status"], "fail")
        self.assertIn("expected 1, got 2", record["message"])

    def drawn(self, *lines: str, body: str = POSITIONS) -> dict:
        _, found = self.run_file(body, test("drawn", *lines), suffix="frag")
        return next(iter(found.values()))

    def test_fragments(self) -> None:
        """Rows from below, colours that are not clamped; what is discarded stays."""
        count, given = "arg_in: 0 buffer uint[1] 0", "arg_in: 1 buffer float4[4] repeat 7"

        def positions(last: str) -> dict:
            return self.drawn(
                "global_size: 2 2", "dimensions: 2", count, given, "arg_out: 0 buffer uint[1] 4",
                f"arg_out: 1 buffer float4[4] 0.5 0.5 3e9 -1  1.5 0.5 3e9 -1  0.5 1.5 3e9 -1  7 7 7 {last}",
            )  # fmt: skip

        self.assertEqual(positions("7")["status"], "pass", positions("7"))
        record = positions("8")
        self.assertEqual(record["status"], "fail")
        self.assertIn("expected 8, got 7", record["message"])

    def test_fragments_without_colours(self) -> None:
        body = POSITIONS.replace("layout(location = 1) out vec4 position;", "vec4 position;")
        record = self.drawn(
            "global_size: 5", "arg_in: 0 buffer uint[1] 2", "arg_out: 0 buffer uint[1] 7", body=body
        )
        self.assertEqual(record["status"], "pass", record)

    def test_integers_of_fragments_keep_all_bits(self) -> None:
        record = self.drawn(
            "global_size: 2", "arg_out: 0 buffer uint4[2] 4294967001 4294967002 4294967003 4294967004"
            " 4294967005 4294967006 4294967007 4294967008",
            "arg_in: 1 image uchar4 1 2 3 4 5 6 7 8 image_" + IMAGE.replace("UNORM", "UNSIGNED").removeprefix("image_"),
            body=TEXELS,
        )  # fmt: skip
        self.assertEqual(record["status"], "pass", record)

    def test_targets_that_cannot_be(self) -> None:
        count = "arg_in: 0 buffer uint[1] 0"
        record = self.drawn("global_size: 2 2", "dimensions: 2", count, "arg_out: 1 buffer float4[3] repeat 0")
        self.assertEqual(record["status"], "error")
        self.assertIn("location 1 needs a buffer of 64 bytes as argument 1", record["message"])
        record = self.drawn("global_size: 1 1 2", "dimensions: 3", count, "arg_out: 1 buffer float4[1] repeat 0")
        self.assertEqual(record["status"], "error")
        self.assertIn("a fragment program has a global_size of up to", record["message"])
        record = self.drawn(
            "global_size: 1", count, "arg_out: 1 buffer float4[1] repeat 0",
            body=POSITIONS.replace("vec4", "vec2").replace(", 3e9, -1.0", ""),
        )  # fmt: skip
        self.assertEqual(record["status"], "error")
        self.assertIn("no vec4, ivec4 or uvec4", record["message"])

    def test_fragment_programs_that_do_not_compile(self) -> None:
        record = self.drawn("global_size: 1", "arg_out: 0 buffer uint[1] 0", body=POSITIONS.replace("3e9", "depth"))
        self.assertEqual(record["status"], "fail")
        self.assertIn("depth", record["details"]["build_log"])

    def test_bindings_that_are_not_used(self) -> None:
        record = self.only(ADD, test(
            "unused", "global_size: 2", f"arg_in: 0 image uchar4 repeat 0 {IMAGE}",
            "arg_in: 1 uint 1", "arg_out: 2 buffer uint[1] 0",
        ))  # fmt: skip
        self.assertEqual(record["status"], "error")
        self.assertIn("uses no texture or image with this binding", record["message"])

    def test_programs_that_do_not_compile(self) -> None:
        record = self.only(ADD.replace("more;", "less;", 1), sums("broken", 11))
        self.assertEqual(record["status"], "fail")
        self.assertIn("the program was not built: ", record["message"])
        self.assertIn("more", record["details"]["build_log"])

    def test_each_tester_skips_what_is_the_other_one_s(self) -> None:
        status, found = self.run_file("kernel void main(global uint *o, uint x) { }", sums("cl", 11), suffix="cl")
        self.assertEqual((status, found["cl"]["status"]), (0, "skip"))
        self.assertIn("program-tester runs", found["cl"]["message"])
        pocl = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
        if pocl.exists():
            SOFTWARE["OCL_ICD_VENDORS"] = str(pocl)
            status, found = self.run_file(ADD, sums("gl", 11), program=PROGRAM_TESTER)
            self.assertEqual((status, found["gl"]["status"]), (0, "skip"))
            self.assertIn("gl-tester runs", found["gl"]["message"])


if __name__ == "__main__":
    there = subprocess.run([GL_TESTER, "--list-devices"], env=SOFTWARE, capture_output=True, text=True, check=False)
    if "llvmpipe" not in there.stdout:
        print("there is no llvmpipe:", there.stderr)
        sys.exit(77)
    unittest.main()
