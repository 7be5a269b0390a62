#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Wrong input to the whole stack: one clear message and a defined exit status each time, and the driver works on.

Usage: test_wrong_input.py PROGRAM-TESTER ICD [unittest arguments]. In sanitizer builds a leak fails the tester.
"""

import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

TESTER, ICD = sys.argv.pop(1), sys.argv.pop(1)
COMPILER = pathlib.Path(ICD).resolve().parent.parent / "llvm" / "rootle-cc"

CONFIG = "dimensions: 1\nglobal_size: 4 0 0\n"
GOOD = "[test]\nname: good\nkernel_name: fine\narg_out: 0 buffer int[4] 5 6 7 8\n"
SOURCE = """
kernel void fine(global int *out) { out[get_global_id(0)] = get_global_id(0) + 5; }
kernel void endless(global volatile int *out) { while (1) out[0] = 0; }
kernel void outside(global int *out) { out[get_global_id(0) + 1] = 1; }
kernel void reads_outside(global int *out, global const int *in) { out[0] = in[get_global_id(0) * 4096]; }
kernel void wild(ulong at) { *(global int *)(size_t)at = 7; }
kernel void image(read_only image2d_t image, global int *out) { out[0] = get_image_width(image); }
"""
IMAGE = "image_type 2d image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8"


def state(pid: int) -> list[str]:
    """Name, state letter and parent of a process; empty when there is none."""
    try:
        text = pathlib.Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return []
    name, _, rest = text.partition("(")[2].rpartition(")")
    return [name, *rest.split()[:2]]


def runs(pid: int) -> bool:
    return bool(state(pid)) and state(pid)[1] != "Z"


def run_as(program: pathlib.Path) -> list[int]:
    """The processes whose program was started by that name."""
    found = []
    for folder in pathlib.Path("/proc").iterdir():
        try:
            if folder.name.isdigit() and (folder / "cmdline").read_bytes().startswith(bytes(program) + b"\0"):
                found.append(int(folder.name))
        except OSError:
            pass
    return found


def wait_for(condition, seconds: float):
    """What the condition returns when it becomes true; its last answer after that many seconds."""
    end = time.monotonic() + seconds
    while not (answer := condition()) and time.monotonic() < end:
        time.sleep(0.05)
    return answer


class WrongInput(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def run_tests(self, tests: str, source: str = SOURCE, **environment: str):
        """Runs a file of these tests. Returns the exit status, the records by test name, and stderr."""
        path = self.folder / "wrong.cl"
        path.write_text(f"/*!\n[config]\n{CONFIG}\n{tests}!*/\n{source}")
        settings = {
            "OCL_ICD_VENDORS": ICD,
            "ROOTLE_TIMEOUT": "1",
            "ROOTLE_CACHE_DIR": str(self.folder / "cache"),
            **environment,
        }
        done = subprocess.run(
            [TESTER, "--json", str(path)],
            env={**os.environ, **settings},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=240,
            check=False,
        )
        records = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        named = {r["test"].partition("::")[2]: r for r in records if "status" in r}
        return done.returncode, named, done.stderr

    def expect(self, bad: str, message: str, verdict: str = "fail", **environment: str):
        """The test `bad` fails with a message that matches, and a good one after it passes. A verdict
        of "error" says that the test itself is wrong."""
        status, records, _ = self.run_tests(f"[test]\nname: bad\n{bad}\n{GOOD}", **environment)
        self.assertEqual(status, {"fail": 1, "error": 3}[verdict], records)
        self.assertEqual(records["bad"]["status"], verdict)
        self.assertRegex(records["bad"]["message"], message)
        self.assertEqual(records["good"]["status"], "pass", records["good"])

    def test_hanging_kernel(self):
        self.expect(
            "kernel_name: endless\narg_out: 0 buffer int[1] 1",
            r"wrong\.cl:\d+.*endless hangs: it ran longer than 1 s",
        )

    def test_killed_application(self):
        """Its compiler ends with it, and the cache serves the next."""
        path = self.folder / "killed.cl"
        endless = "[test]\nname: bad\nkernel_name: endless\narg_out: 0 buffer int[1] 1\n"
        path.write_text(f"/*!\n[config]\n{CONFIG}\n{endless}!*/\n{SOURCE}")
        compiler = self.folder / "this-test's-compiler"
        compiler.symlink_to(COMPILER)
        settings = {"OCL_ICD_VENDORS": ICD, "ROOTLE_TIMEOUT": "0", "ROOTLE_CACHE_DIR": str(self.folder / "cache")}
        settings["ROOTLE_CC"] = str(compiler)
        tester = subprocess.Popen(
            [TESTER, "--json", "--no-fork", str(path)],
            env={**os.environ, **settings},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            compilers = wait_for(lambda: run_as(compiler), 60)
        finally:
            tester.kill()
            tester.wait()
        self.assertTrue(compilers, "no compiler was started")
        self.assertTrue(wait_for(lambda: not any(map(runs, compilers)), 20), "the compiler runs on")
        status, records, _ = self.run_tests(GOOD)
        self.assertEqual(status, 0, records)

    def test_debug_words_print_once(self):
        _, _, messages = self.run_tests(GOOD, ROOTLE_DEBUG="help,clc")
        self.assertEqual(messages.count("ROOTLE_DEBUG is a comma-separated list"), 1, messages)
        self.assertEqual(messages.count("kernel void fine("), 1, messages)
        _, _, messages = self.run_tests(GOOD, ROOTLE_DEBUG="nonsense,asm")
        self.assertEqual(messages.count("unknown word 'nonsense'"), 1, messages)
        self.assertEqual(messages.count("kernel fine: "), 1, messages)

    def test_store_outside(self):
        self.expect(
            "kernel_name: outside\narg_out: 0 buffer int[4] 1 1 1 1",
            r"work-item \(0, 0, 0\) of group \(3, 0, 0\): store of 4 bytes .* outside every live buffer",
        )

    def test_load_outside(self):
        self.expect(
            "kernel_name: reads_outside\narg_out: 0 buffer int[1] 1\narg_in: 1 buffer int[4] 1 2 3 4",
            r"load of 4 bytes .* outside every live buffer",
        )

    def test_store_without_any_buffer(self):
        self.expect("kernel_name: wild\nexpect: runs\narg_in: 0 ulong 65536", r"store of 4 bytes .* outside every live buffer")

    def test_missing_kernel(self):
        self.expect(
            "kernel_name: absent\narg_out: 0 buffer int[1] 1", r"wrong\.cl:\d+:\d+: .*no kernel 'absent'", "error"
        )

    def test_too_many_arguments(self):
        self.expect(
            "kernel_name: fine\narg_out: 0 buffer int[4] 5 6 7 8\narg_in: 1 int 1",
            r"wrong\.cl:\d+:\d+: kernel 'fine' takes 1 arguments, but the test sets 2",
            "error",
        )

    def test_wrong_kind_of_argument(self):
        self.expect(
            "kernel_name: image\narg_in: 0 float 1\narg_out: 1 buffer int[1] 1",
            r"wrong\.cl:\d+:\d+: argument 0 does not fit kernel 'image'",
        )

    def test_buffer_larger_than_the_device_allows(self):
        self.expect(
            "kernel_name: fine\narg_out: 0 buffer int[30000000] repeat 1",
            r"wrong\.cl:\d+:\d+: argument 0: clCreateBuffer failed: CL_INVALID_BUFFER_SIZE",
            ROOTLE_MEMORY="64",
        )

    def test_memory_runs_out(self):
        # Each buffer is allowed by itself, all of them together are not.
        arguments = "".join(f"arg_in: {i} buffer uchar[12000000] repeat 1\n" for i in range(1, 8))
        source = "kernel void many(global int *out, " + ", ".join(f"global uchar *b{i}" for i in range(1, 8))
        source += ") { out[0] = b1[0]; }\nkernel void fine(global int *out) { out[get_global_id(0)] = get_global_id(0) + 5; }"
        status, records, _ = self.run_tests(
            f"[test]\nname: bad\nkernel_name: many\narg_out: 0 buffer int[1] 1\n{arguments}{GOOD}",
            source,
            ROOTLE_MEMORY="64",
        )
        self.assertEqual(status, 1)
        self.assertRegex(records["bad"]["message"], r"CL_(MEM_OBJECT_ALLOCATION_FAILURE|OUT_OF_RESOURCES)")
        self.assertEqual(records["good"]["status"], "pass")

    def test_image_too_large(self):
        status, records, _ = self.run_tests(
            f"[test]\nname: bad\nkernel_name: image\narg_in: 0 image uchar4 repeat 1 image_width 100000 {IMAGE}\n"
            f"arg_out: 1 buffer int[1] 1\n{GOOD}"
        )
        self.assertEqual(status, 0)
        self.assertEqual(records["bad"]["status"], "skip")
        self.assertRegex(records["bad"]["message"], r"width is 100000, but the device's limit")
        self.assertEqual(records["good"]["status"], "pass")

    def test_build_failure(self):
        status, records, _ = self.run_tests(GOOD, "kernel void fine(global int *out) { out[0] = absent; }\n")
        self.assertEqual(status, 1)
        self.assertRegex(records["good"]["message"], r":\d+:\d+: error: use of undeclared identifier 'absent'")

    def test_recursion(self):
        source = "int f(int n) { return n ? n * f(n - 1) + 1 : 1; }\nkernel void fine(global int *o) { o[0] = f(o[1]); }\n"
        status, records, _ = self.run_tests(GOOD, source)
        self.assertEqual(status, 1)
        self.assertRegex(str(records["good"]), r"recurs.*'?f'?|'f'.*recurs|f calls itself")

    def test_missing_compiler(self):
        status, records, _ = self.run_tests(GOOD, ROOTLE_CC="/proc/absent/rootle-cc")
        self.assertEqual(status, 1)
        self.assertIn("CL_COMPILER_NOT_AVAILABLE", records["good"]["message"])
        self.assertIn("/proc/absent/rootle-cc", str(records["good"]))

    def test_compiler_that_ends_at_once(self):
        status, records, _ = self.run_tests(GOOD, ROOTLE_CC="/bin/false")
        self.assertEqual(status, 1)
        self.assertIn("/bin/false could not be started", str(records["good"]))

    def test_compiler_over_its_time(self):
        source = "\n".join(f"#define M{i} M{i + 1} + M{i + 1}" for i in range(30))
        source += "\n#define M30 out[0]\nkernel void fine(global int *out) { out[1] = M0; }\n"
        status, records, _ = self.run_tests(GOOD, source, ROOTLE_CC_TIMEOUT="1")
        self.assertEqual(status, 1)
        self.assertRegex(str(records["good"]), r"the compiler was stopped after 1 second")

    def test_unknown_chip(self):
        status, records, stderr = self.run_tests(GOOD, ROOTLE_CHIP="banana")
        known = "is not a known chip; known are: cedar redwood juniper cypress caicos turks barts cayman r600 rv770 rv515 rc410"
        self.assertIn(f"ROOTLE_CHIP=banana {known}", stderr)
        self.assertEqual((status, records), (3, {}))

    def test_settings_that_are_not_known(self):
        """Nothing runs in a way that was not asked for."""
        status, records, stderr = self.run_tests(GOOD, ROOTLE_FAULT="clamp_as_edge,weights_swaped")
        self.assertIn("no device: ROOTLE_FAULT: there is no fault 'weights_swaped'; did you mean weights_swapped; ", stderr)
        self.assertEqual((status, records), (3, {}))
        for setting in ("ROOTLE_EXEC=fast", "ROOTLE_HOST=v9", "ROOTLE_CHECK=all,memroy"):
            name, _, value = setting.partition("=")
            status, records, stderr = self.run_tests(GOOD, **{name: value})
            self.assertIn(f"rootle: no device: {setting} is ", stderr)
            self.assertIn("there is no OpenCL device; there is platform 0 'Rootle', which has no device", stderr)
            self.assertEqual((status, records), (3, {}))

    def test_orders_that_are_not_known(self):
        image = f"[test]\nkernel_name: image\narg_in: 0 image uchar4 repeat 1 image_width 4 {IMAGE}\narg_out: 1 buffer int[1] 4\n"
        status, _, stderr = self.run_tests(image, ROOTLE_WITHOUT_ORDERS="RG,sRGBX")
        self.assertIn("rootle: ROOTLE_WITHOUT_ORDERS: there is no channel order 'sRGBX'\n", stderr)
        self.assertEqual(status, 0)

    def test_cache_that_cannot_be_used(self):
        """It is not needed, but who names it is told."""
        status, _, stderr = self.run_tests(GOOD, ROOTLE_CACHE_DIR="/dev/null/cache")
        self.assertEqual(status, 0)
        self.assertIn("rootle: cannot use the cache of compiled programs at /dev/null/cache: Not a directory", stderr)

    def test_source_without_an_end(self):
        done = subprocess.run([COMPILER, "/dev/zero", "-o", self.folder / "out"], capture_output=True, text=True, check=False)
        self.assertEqual((done.returncode, done.stderr), (2, "/dev/zero: File too large\n"))

    def test_errors_of_a_configuration_name_their_places(self):
        bad = "[test]\nglobal_sise: 1\nkernel_name: fine\narg_out: 0 buffer int[4] 1 2 3\narg_in: 1 image uchar4 repeat 1 image_width 1 "
        bad += IMAGE.replace("RGBA", "RGBAX") + "\n"
        status, _, stderr = self.run_tests(bad)
        self.assertEqual(status, 2)
        for place, words in ((7, "there is no key 'global_sise'"), (9, "4 values are needed here, but there are 3"), (10, "RGBAX")):
            self.assertRegex(stderr, rf"wrong\.cl:{place}:\d+: error: .*{words}")


if __name__ == "__main__":
    unittest.main()
