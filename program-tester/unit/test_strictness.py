#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Where the tester is stricter than Piglit's, from whose tests its format comes. Usage: test_strictness.py PROGRAM

Each test here is something that Piglit's tester was seen to let pass, or to get wrong. What needs a driver runs on
PoCL. The last tests are the other side: what --piglit-compare takes again, and Piglit's command line.
"""

import json
import pathlib
import re
import unittest

from test_cli import POCL, Case

KERNELS = """
kernel void copy_float(global float *out, global const float *in) { out[get_global_id(0)] = in[get_global_id(0)]; }
kernel void copy_int(global int *out, global const int *in) { out[get_global_id(0)] = in[get_global_id(0)]; }
kernel void bits(global ushort *out, global const ushort *in) { out[get_global_id(0)] = in[get_global_id(0)]; }
kernel void sum(global int *out, local int *room)
{
    int total = 0;
    for (int i = 0; i < 4096; i++)
        room[i] = i;
    for (int i = 0; i < 4096; i++)
        total += room[i];
    *out = total;
}
kernel void sample(global float *out, read_only image2d_t image, sampler_t sampler)
{
    size_t i = get_global_id(0);
    out[i] = read_imagef(image, sampler, (float2)(0.25f + 0.5f * i - 1, 0.5f)).x;
}
kernel void volume(global uint *out, read_only image3d_t image)
{
    const sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_NONE | CLK_FILTER_NEAREST;
    int4 at = (int4)(get_global_id(0), get_global_id(1), get_global_id(2), 0);
    out[(at.z * 2 + at.y) * 2 + at.x] = read_imageui(image, texels, at).x;
}
kernel void paint(write_only image2d_t image)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imageui(image, at, (uint4)(at.x, at.y, 7, 8));
}
kernel void crash(global int *out) { ((volatile global int *)out)[1ul << 44] = 1; }
kernel void hang(global int *out) { volatile global int *p = out; while (*p != 123456) *p = 3; }
"""


class Strict(Case):
    def program(self, *tests: str, config: str = "") -> str:
        """Writes a file of such tests."""
        path = pathlib.Path(self.folder.name, "strict.cl")
        text = "\n".join(f"[test]\n{test}" for test in tests)
        path.write_text(f"/*!\n[config]\nname: strict\n{config}\n{text}\n!*/\n{KERNELS}")
        return str(path)

    def floats(self, name: str, expected: str, given: str, tolerance: str = "") -> str:
        return (f"name: {name}\nkernel_name: copy_float\narg_out: 0 buffer float[1] {expected} {tolerance}\n"
                f"arg_in: 1 buffer float[1] {given}")

    def verdicts(self, *arguments: str) -> dict[str, str]:
        return {name: record["status"] for name, record in self.records(*arguments)[1].items()}

    def errors(self, *tests: str, config: str = "kernel_name: copy_int") -> list[str]:
        done = self.run_program("--check", self.program(*tests, config=config))
        self.assertEqual(done.returncode, 2)
        return [line for line in done.stderr.split("\n") if ": error: " in line]


HEADERS = pathlib.Path("/usr/include/CL")
RANGES = {"char": (-128, 255), "uchar": (0, 255), "short": (-32768, 65535), "ushort": (0, 65535),
          "int": (-2**31, 2**32 - 1), "uint": (0, 2**32 - 1), "long": (-2**63, 2**64 - 1), "ulong": (0, 2**64 - 1)}


def constants_of_formats() -> dict[str, list[str]]:
    """The names of channel orders and data types in OpenCL's headers, extensions included."""
    text = (HEADERS / "cl.h").read_text()
    found = {}
    for key, title in (("image_channel_order", "cl_channel_order"), ("image_channel_data_type", "cl_channel_type")):
        section = re.split(r"^/\*", text.split(f"/* {title} */")[1], maxsplit=1, flags=re.M)[0]
        found[key] = re.findall(r"^#define CL_(\w+)", section, re.M)
    found["image_channel_order"] += re.findall(r"^#define CL_(\w*(?:NV12|NV21|YV12|Y[UV]Y[UV]|[UV]Y[UV]Y)_\w+) +0x",
                                               (HEADERS / "cl_ext.h").read_text(), re.M)
    return found


class Files(Strict):
    """What is wrong before anything runs."""

    @unittest.skipUnless((HEADERS / "cl.h").exists(), "there are no OpenCL headers")
    def test_every_constant_of_formats_is_known(self) -> None:
        found = constants_of_formats()
        self.assertTrue({"sRGB", "DEPTH_STENCIL", "RGBA", "NV21_IMG", "YUYV_INTEL"} <= set(found["image_channel_order"]))
        self.assertTrue({"UNORM_INT24", "HALF_FLOAT"} <= set(found["image_channel_data_type"]))
        for key, names in found.items():
            for name in [*names, "NO_SUCH"]:
                other = {"image_channel_order": "RGBA", "image_channel_data_type": "FLOAT", key: name}
                keys = " ".join(f"{one} {value}" for one, value in other.items())
                done = self.run_program("--check", self.program(
                    f"arg_out: 0 image values float 1 1 1 1 image_type 2d image_width 1 image_height 1 {keys}"))
                self.assertEqual("there is no channel" in done.stderr, name == "NO_SUCH", done.stderr)

    def test_ranges(self) -> None:
        """What a message says of a type's numbers is what is taken."""
        for scalar, ends in RANGES.items():
            for end, beyond in zip(ends, (ends[0] - 1, ends[1] + 1)):
                good = self.run_program("--check", self.program(f"kernel_name: copy_int\narg_out: 0 buffer {scalar}[1] {end}"))
                self.assertEqual(good.returncode, 0, good.stderr)
                errors = self.errors(f"arg_out: 0 buffer {scalar}[1] {beyond}")
                self.assertIn(f"for {scalar}, which has numbers from {ends[0]} to {ends[1]}", errors[0])

    def test_wrong_numbers(self) -> None:
        for scalar, number in (("int", "1-5"), ("int", "010"), ("uchar", "256"), ("uint", "-1"), ("int", "4294967296"),
                               ("char", "-129"), ("float", "1e39"), ("half", "65520"), ("half", "1e9"), ("int", "1.5"),
                               ("int", "1x"), ("int", "0x"), ("float", "1e"), ("float", "1.2.3"), ("ulong", "-0x1")):
            errors = self.errors(f"arg_out: 0 buffer {scalar}[1] {number}")
            self.assertEqual(len(errors), 1, number)
            self.assertIn(f"strict.cl:6:{23 + len(scalar)}: error: '{number}' ", errors[0])

    def test_negative_tolerance(self) -> None:
        self.assertIn("tolerance: '-1' is negative", self.errors("arg_out: 0 buffer int[1] 1 tolerance -1")[0])

    def test_pixel_type_against_format(self) -> None:
        image = "image_type 2d image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type FLOAT"
        self.assertIn("the pixel type has 4 bytes, but a texel of RGBA FLOAT has 16",
                      self.errors(f"arg_out: 0 image uchar4 1 2 3 4 {image}")[0])

    def test_every_error_has_a_place(self) -> None:
        done = self.run_program("--json", self.program("colour: red", "arg_out: 0 buffer int[1] x", config="kernel_name: k"))
        record = json.loads(done.stdout)
        self.assertEqual((done.returncode, record["status"]), (2, "error"))
        self.assertEqual([(error["line"], error["column"]) for error in record["details"]["errors"]], [(6, 1), (8, 26)])
        self.assertIn("    arg_out: 0 buffer int[1] x\n" + " " * 29 + "^\n", done.stderr)

    def test_names(self) -> None:
        out = "arg_out: 0 buffer int[1] 1"
        self.assertIn("there is already a test named 'a'", self.errors(f"name: a\n{out}", f"name: a\n{out}")[0])
        path = self.program(*(f"name: {name}\n{out}" for name in ("one", "two", "three")), config="kernel_name: k")
        listed = {(): ["one", "two", "three"], ("--test", "two"): ["two"], ("--test", "t*"): ["two", "three"],
                  ("--test", "one", "--test", "th*"): ["one", "three"]}
        for selection, names in listed.items():
            done = self.run_program("--list", *selection, path)
            self.assertEqual([line.partition("::")[2] for line in done.stdout.split("\n")[:-1]], names)

    def test_a_test_checks_something(self) -> None:
        self.assertIn("the test checks nothing", self.errors("arg_in: 0 int 1")[0])
        done = self.run_program("--check", self.program("kernel_name: k\nexpect: runs\narg_in: 0 int 1"))
        self.assertEqual(done.returncode, 0)


@unittest.skipUnless(POCL.exists(), "PoCL is not installed")
class Runs(Strict):
    icd = str(POCL)

    def check(self, expected: dict[str, str], *tests: str, arguments: tuple[str, ...] = ()) -> None:
        self.assertEqual(self.verdicts(*arguments, self.program(*tests)), expected)

    def test_infinity_and_nan(self) -> None:
        values = ("nan", "inf", "-inf", "1", "3.4e38")
        tests = [self.floats(f"{a} for {b}{tolerance}", b, a, tolerance)
                 for a in values for b in values[:3] for tolerance in ("", " tolerance 1e30", " tolerance 1000000 ulp")]
        verdicts = self.verdicts(self.program(*tests))
        self.assertEqual(len(verdicts), 45)
        for name, verdict in verdicts.items():
            given, _, expected = name.partition(" for ")
            self.assertEqual(verdict, "pass" if given == expected.split(" ")[0] else "fail", name)

    def test_absolute_tolerance(self) -> None:
        self.check({"inside": "pass", "outside": "fail", "far": "fail", "relative": "pass", "ulp": "fail"},
                   self.floats("inside", "1", "1.09", "tolerance 0.1"),
                   self.floats("outside", "1", "1.11", "tolerance 0.1"),
                   self.floats("far", "1", "1000", "tolerance 0.1"),
                   self.floats("relative", "1000", "1001", "tolerance 0.1 relative"),
                   self.floats("ulp", "1", "1.0000004", "tolerance 2 ulp"))

    def test_halves(self) -> None:
        # binary16: 65519 is nearer to 65504 than to 65536; 2^-25 is a tie that goes to the even 0.
        halves = {"65519": 0x7bff, "inf": 0x7c00, "-inf": 0xfc00, "0x1p-24": 1, "0x1p-25": 0, "0x1.8p-25": 1, "2049": 0x6800,
                  "2051": 0x6802, "0.1": 0x2e66, "-0x1p-14": 0x8400}
        self.check({"halves": "pass"},
                   f"name: halves\nkernel_name: bits\nglobal_size: {len(halves)}\n"
                   f"arg_out: 0 buffer ushort[{len(halves)}] {' '.join(map(str, halves.values()))}\n"
                   f"arg_in: 1 buffer half[{len(halves)}] {' '.join(halves)}")

    def test_zeros(self) -> None:
        self.check({"equal": "pass", "told apart": "fail", "the same": "pass"},
                   self.floats("equal", "0", "-0"), self.floats("told apart", "0", "-0", "signed_zero"),
                   self.floats("the same", "-0", "-0", "signed_zero"))

    def test_samplers(self) -> None:
        # Two texels, 1 and 2, at x = -0.75, -0.25, ... of the image's width.
        expected = {"repeat": "1 2 1 2 1 2", "mirrored_repeat": "2 1 1 2 2 1", "clamp_to_edge": "1 1 1 2 2 2",
                    "clamp": "0 0 1 2 0 0"}
        self.check({mode: "pass" for mode in expected}, *(
            f"name: {mode}\nkernel_name: sample\nglobal_size: 6\narg_out: 0 buffer float[6] {values}\n"
            "arg_in: 1 image float4 1 0 0 1  2 0 0 1 image_type 2d image_width 2 image_height 1 "
            "image_channel_order RGBA image_channel_data_type FLOAT\n"
            f"arg_in: 2 sampler normalized_coords true addressing_mode {mode} filter_mode nearest"
            for mode, values in expected.items()))

    def test_volumes(self) -> None:
        self.check({"volume": "pass"},
                   "name: volume\nkernel_name: volume\ndimensions: 3\nglobal_size: 2 2 2\n"
                   "arg_out: 0 buffer uint[8] 0 1 2 3 4 5 6 7\n"
                   f"arg_in: 1 image uchar4 {' '.join(f'{i} 0 0 0' for i in range(8))} image_type 3d image_width 2 "
                   "image_height 2 image_depth 2 image_channel_order RGBA image_channel_data_type UNSIGNED_INT8")

    def test_formats_that_a_device_lacks(self) -> None:
        path = self.program(
            "name: rgb\nkernel_name: paint\narg_out: 0 image ushort 1 image_type 2d image_width 1 image_height 1 "
            "image_channel_order RGB image_channel_data_type UNORM_SHORT_565")
        record = self.records(path)[1]["rgb"]
        self.assertEqual(record["status"], "skip")
        self.assertRegex(record["message"], "the device has no 2d images of format RGB UNORM_SHORT_565 for writing")

    def test_local_memory(self) -> None:
        self.check({"local": "pass"}, f"name: local\nkernel_name: sum\narg_out: 0 buffer int[1] {4096 * 4095 // 2}\n"
                                      "arg_in: 1 buffer int4[1024] NULL")

    def test_random(self) -> None:
        path = self.program("name: random\nkernel_name: copy_int\nglobal_size: 4\narg_out: 0 buffer int[4] repeat 0\n"
                            "arg_in: 1 buffer int[4] random")

        def actual(*arguments: str) -> tuple[int, str]:
            details = self.records(*arguments, "--print-actual", path)[1]["random"]["details"]
            return details["seed"], details["arguments"][0]["actual"]

        self.assertEqual(actual(), actual("--seed", "1"))
        self.assertEqual(actual("--seed", "7")[0], 7)
        self.assertNotEqual(actual("--seed", "7")[1], actual()[1])

    def test_faults(self) -> None:
        self.check({"crash": "crash", "hang": "timeout", "after": "pass"},
                   "name: crash\nkernel_name: crash\narg_out: 0 buffer int[1] 7",
                   "name: hang\nkernel_name: hang\narg_out: 0 buffer int[1] 7",
                   self.floats("after", "1", "1"), arguments=("--timeout", "10"))

    def test_first_notation_of_images(self) -> None:
        """A sampler may be called an arg_out, and a tolerance may follow an image that goes in."""
        image = ("arg_in: 1 image uchar4 0 0 0 255  255 255 255 255 tolerance 9 type 2d image_width 2 image_height 1 "
                 "image_channel_order RGBA image_channel_data_type UNORM_INT8")
        sampler = "sampler normalized_coords true addressing_mode clamp_to_edge filter_mode nearest"
        out = "kernel_name: sample\nglobal_size: 6\narg_out: 0 buffer float[6]"
        self.check({"as out": "pass", "noticed": "fail"},
                   f"name: as out\n{out} 0 0 0 1 1 1\n{image}\narg_out: 2 {sampler}",
                   f"name: noticed\n{out} 0 0 0 1 1 0\n{image}\narg_out: 2 {sampler}")

    def test_mismatches(self) -> None:
        path = self.program(
            "name: image\nkernel_name: paint\ndimensions: 2\nglobal_size: 2 2\n"
            "arg_out: 0 image uchar4 0 0 7 8  1 0 7 9  0 1 7 8  1 1 0 8 image_type 2d image_width 2 image_height 2 "
            "image_channel_order RGBA image_channel_data_type UNSIGNED_INT8",
            self.floats("float", "1", "1.0000002"))
        records = self.records("--dump", "values", path)[1]
        self.assertIn("2 of 16 values differ, first at (1, 0).3: expected 9, got 8", records["image"]["message"])
        argument = records["image"]["details"]["arguments"][0]
        self.assertEqual(argument["first"], [{"at": "(1, 0).3", "expected": "9", "actual": "8"},
                                             {"at": "(1, 1).2", "expected": "0", "actual": "7"}])
        self.assertEqual(records["float"]["details"]["arguments"][0]["first"][0]["ulp"], 2)
        dumps = sorted(pathlib.Path(self.folder.name, "values").glob("*image*"))
        self.assertEqual([len(dump.read_text().split("\n")) for dump in dumps], [5, 5])

    def test_what_piglit_lets_pass(self) -> None:
        self.check({"finite": "pass", "tolerance": "pass"}, self.floats("finite", "nan", "1"),
                   self.floats("tolerance", "1", "1000", "tolerance 0.1"), arguments=("--piglit-compare",))

    def test_command_line_of_piglit(self) -> None:
        config = pathlib.Path(self.folder.name, "other.program_test")
        config.write_text("[config]\nname: other\nclc_version_min: 12\n[test]\nname: given\nkernel_name: copy_int\n"
                          "arg_out: 0 buffer int[1] 5\narg_in: 1 buffer int[1] 5\n")
        path = self.program(self.floats("own", "1", "1"))
        self.assertEqual(self.verdicts("-config", str(config), path), {"given": "pass"})
        self.assertEqual(self.verdicts("-version", "1.1", "-config", str(config), path), {"given": "skip"})
        self.assertEqual(self.verdicts("-platform", "Portable", "-device", "0", path), {"own": "pass"})
        self.assertEqual(self.run_program("-platform", "None", path).returncode, 3)
        self.environment |= {"PIGLIT_CL_PLATFORM": "Portable", "PIGLIT_CL_DEVICE": "0", "PIGLIT_CL_VERSION": "1.1"}
        self.assertEqual(self.verdicts("-config", str(config), path), {"given": "skip"})
        self.environment["PIGLIT_CL_PLATFORM"] = "None"
        self.assertEqual(self.run_program(path).returncode, 3)
        done = self.run_program("-platform", "Portable", "--piglit-protocol", path)
        self.assertIn("PIGLIT: ", done.stdout)


if __name__ == "__main__":
    unittest.main()
