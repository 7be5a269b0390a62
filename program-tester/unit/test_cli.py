#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""The program as a whole: exit statuses, records, faults. Usage: test_cli.py PROGRAM [unittest arguments]

What needs a driver runs on PoCL, whatever other drivers there are.
"""

import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import unittest

PROGRAM = sys.argv.pop(1)
POCL = pathlib.Path("/etc/OpenCL/vendors/pocl.icd")
FORGER = pathlib.Path(__file__).with_name("forge.cl")  # prints that it passed

FILE = """/*!
[config]
name: a file
global_size: 1 0 0
[test]
name: good
kernel_name: seven
arg_out: 0 buffer int[1] 7
{tests}
!*/
kernel void seven(global int *out) {{ out[0] = 7; }}
kernel void nothing(global int *out) {{ }}
kernel void two(global int *out, int x) {{ out[0] = x; }}
kernel void hang(global int *out) {{ volatile global int *p = out; while (*p != 123456) *p = 3; }}
kernel void crash(global int *out) {{ ((volatile global int *)out)[1ul << 44] = 1; }}
kernel void copy(write_only image2d_t to, read_only image2d_t from)
{{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    write_imagef(to, at, read_imagef(from, at));
}}
"""

IMAGE = "type 2d image_width 2 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8"


def test(name: str, kernel: str, *lines: str) -> str:
    return "\n".join(["[test]", f"name: {name}", f"kernel_name: {kernel}", *lines])


def int_test(name: str, kernel: str, value: int = 7) -> str:
    return test(name, kernel, f"arg_out: 0 buffer int[1] {value}")


class Case(unittest.TestCase):
    icd = "/proc/absent"

    def setUp(self) -> None:
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        # For sanitizer builds: PoCL leaks, and a crash must stay a crash.
        suppressions = pathlib.Path(self.folder.name, "suppressions")
        suppressions.write_text("leak:libpocl\nleak:libLLVM\nleak:libclang\n")
        self.environment = {**os.environ, "OCL_ICD_VENDORS": self.icd,
                            "ASAN_OPTIONS": "handle_segv=0",
                            "LSAN_OPTIONS": f"print_suppressions=0:suppressions={suppressions}"}

    def use_driver(self, library: str) -> None:
        """In the place of `icd`."""
        path = pathlib.Path(self.folder.name, "driver.icd")
        path.write_text(library + "\n")
        self.environment["OCL_ICD_VENDORS"] = str(path)

    def write(self, *tests: str, name: str = "t.cl") -> str:
        path = pathlib.Path(self.folder.name, name)
        path.write_text(FILE.format(tests="\n".join(tests)))
        return str(path)

    def run_program(self, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [PROGRAM, *arguments], env=self.environment, input=stdin,
            cwd=self.folder.name, capture_output=True, text=True, timeout=120)

    def records(self, *arguments: str) -> tuple[int, dict[str, dict]]:
        """Exit status and the records by the test's own name."""
        done = self.run_program("--json", *arguments)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        return done.returncode, {record["test"].split("::")[-1]: record for record in records}


class WithoutDriver(Case):
    def test_check(self) -> None:
        done = self.run_program("--check", self.write())
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "", ""))

    def test_check_finds_every_error(self) -> None:
        self.write("colour: red", "[test]", "arg_out: 0 buffer int[1] x")
        done = self.run_program("--check", "t.cl")
        self.assertEqual(done.returncode, 2)
        known = ("kernel_name, expect_test_fail, expect, dimensions, global_size, local_size, global_offset, "
                 "for, name, arg_in, arg_out, launch, read, write, map, fill, copy, blit, resolve, format, queue, ask, info")
        self.assertEqual(done.stderr, (
            f"t.cl:9:1: error: there is no key 'colour'; known: {known}\n    colour: red\n    ^\n"
            "t.cl:11:26: error: 'x' does not belong to a buffer; "
            "known: repeat, random, NULL, tolerance, signed_zero, flushed\n"
            "    arg_out: 0 buffer int[1] x\n                             ^\n"))

    def test_files_that_never_end(self) -> None:
        fifo = pathlib.Path(self.folder.name, "fifo.cl")
        os.mkfifo(fifo)
        os.symlink("/dev/zero", pathlib.Path(self.folder.name, "zero.program_test"))
        os.symlink("fifo.cl", pathlib.Path(self.folder.name, "link.bin"))
        pathlib.Path(self.folder.name, "large.cl").touch()
        os.truncate(pathlib.Path(self.folder.name, "large.cl"), 1 << 40)
        good = pathlib.Path(self.folder.name, "good.program_test")
        config = "[config]\nname: x\n{}: {}\n"
        cases = [(["fifo.cl"], "cannot read fifo.cl: it is a device, a pipe or a socket, not a file"),
                 (["zero.program_test"], "cannot read zero.program_test: it is a device"),
                 (["-config", "zero.program_test", self.write()], "it is a device"),
                 (["-config", "good.program_test", "link.bin"], "cannot read link.bin: it is a device"),
                 (["large.cl"], "cannot read large.cl: it has 1099511627776 bytes"),
                 (["."], "not a test file")]
        good.write_text("[config]\nname: x\n")
        for arguments, message in cases:
            done = self.run_program("--check", *arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertIn(message, done.stderr)
        for key in ("program_source_file", "program_binary_file"):
            for path in ("/dev/zero", "/dev/stdin", "fifo.cl", "large.cl", "/proc/self/pagemap", "."):
                good.write_text(config.format(key, path))
                done = self.run_program("--check", "good.program_test")
                self.assertEqual(done.returncode, 2, path)
                self.assertRegex(done.stderr, r"^good.program_test:3:\d+: error: cannot read ")

    def test_a_name_is_not_a_glob(self) -> None:
        self.write(int_test("g*", "seven"))
        for pattern, names in {"g*": ["g*"], "g**": ["good", "g*"], "goo[d]": ["good"], "[": None, "g\\*": ["g*"]}.items():
            done = self.run_program("--list", "--test", pattern, "t.cl")
            listed = [line.partition("::")[2] for line in done.stdout.split("\n")[:-1]]
            self.assertEqual(listed, names or [], pattern)

    def test_list(self) -> None:
        self.write(int_test("other", "seven"))
        self.assertEqual(self.run_program("--list", "./t.cl").stdout, "t.cl::good\nt.cl::other\n")
        done = self.run_program("--list", "--test", "o*", "t.cl")
        self.assertEqual(done.stdout, "t.cl::other\n")
        done = self.run_program("--list", "--root", "/", f"{self.folder.name}/t.cl", "--test=good")
        self.assertEqual(done.stdout, os.path.realpath(self.folder.name)[1:] + "/t.cl::good\n")

    def test_no_platform_is_no_pass(self) -> None:
        """Whoever asks for tests learns that none was run, in any format, and what was tried."""
        path = self.write()
        for words, report in (
                ([], ""), (["--no-fork"], ""), (["--text"], ""), (["--list-devices"], ""),
                (["--tap"], "TAP version 13\nBail out! tester or driver could not run\n"),
                (["--piglit-protocol"], 'PIGLIT: {"result": "fail" }\n'),
                (["--server", "--json"], '{"no_device":"there is no OpenCL platform: OCL_ICD_VENDORS '
                                         'is /proc/absent, which does not exist"}\n')):
            done = self.run_program(*words, path, stdin=f"{path}\n")
            self.assertEqual((done.returncode, done.stdout), (3, report), words)
            self.assertIn("there is no OpenCL platform: OCL_ICD_VENDORS is /proc/absent", done.stderr)

    def test_what_is_wrong_with_drivers(self) -> None:
        folder = pathlib.Path(self.folder.name, "vendors")
        folder.mkdir()
        self.environment["OCL_ICD_VENDORS"] = str(folder)
        self.assertIn(f"OCL_ICD_VENDORS is {folder}, a folder without .icd files", self.run_program(self.write()).stderr)
        icd = folder / "a.icd"
        for text, words in (("libnope.so.9\n", "libnope.so.9: cannot open shared object file"),
                            ("libm.so.6\n", "libm.so.6 can be loaded, but offers no platform"),
                            ("", "it names no library")):
            icd.write_text(text)
            for given in (folder, icd):
                self.environment["OCL_ICD_VENDORS"] = str(given)
                self.assertIn(f"{icd}: {words}", self.run_program(self.write()).stderr)

    def test_file_given_twice(self) -> None:
        done = self.run_program(self.write(), self.write())
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertIn("t.cl is given twice", done.stderr)

    def test_records_need_a_key(self) -> None:
        for first, descriptor, status in (("", "1", 2), ("", "x", 2), ("", "9", 2)):
            done = self.run_program("--server", f"--records={descriptor}", stdin=first)
            self.assertEqual(done.returncode, status)
        for first in ("", "short\n", "t.cl\n", "0123456789abcdef", "0123456789abcdefg\n", "0" * 65 + "\n"):
            with open(os.devnull, "w") as records:
                done = subprocess.run(
                    [PROGRAM, "--server", f"--records={records.fileno()}"], env=self.environment,
                    pass_fds=[records.fileno()], input=first, capture_output=True, text=True, timeout=120)
            self.assertEqual(done.returncode, 3)
            self.assertIn("does not begin with a key", done.stderr)

    def test_wrong_command_lines(self) -> None:
        path = self.write()
        for arguments in ([], ["--colour", path], ["--seed", "x", path], ["--timeout", "-1", path],
                          ["--test", "nothing", path], ["missing.cl"], ["t.txt"],
                          ["-config", "t.cl", path]):
            done = self.run_program(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertNotEqual(done.stderr, "", arguments)

    def test_options_that_there_are_not(self) -> None:
        hint = "(--help has all)"
        for arguments, message in {
            ("--colour",): f"'--colour' is not an option, or short for several {hint}",
            ("--p",): f"'--p' is not an option, or short for several {hint}",
            ("--platfrom", "1"): "'--platfrom' is not an option, or short for several; did you mean 'platform'?",
            ("-divice=x",): "'-divice=x' is not an option, or short for several; did you mean 'device'?",
            ("-x",): f"'-x' is not an option, or short for several {hint}",
            ("--seed",): "--seed needs an argument",
            ("--check=1",): "--check takes no argument",
        }.items():
            done = self.run_program(*arguments)
            self.assertEqual(done.returncode, 2, arguments)
            self.assertTrue(done.stderr.startswith(f"program-tester: {message}"), done.stderr)

    def test_report_that_cannot_be_written(self) -> None:
        with open("/dev/full", "w") as full:
            for more in ([], ["--no-fork"]):
                done = subprocess.run([PROGRAM, "--json", *more, self.write()], stdout=full,
                                      env=self.environment, stderr=subprocess.PIPE, timeout=120)
                self.assertEqual(done.returncode, 3)

    def test_missing_platform(self) -> None:
        done = self.run_program("--platform", "none such", self.write())
        self.assertEqual(done.returncode, 3)
        self.assertIn("there is no OpenCL platform", done.stderr)

    def test_program_files(self) -> None:
        config = "[config]\nname: x\n{}\n[test]\nkernel_name: k\narg_out: 0 buffer int[1] 1\n"
        cases = {
            "": "t.program_test:1:1: error: there is no program",
            "program_source_file: none.cl": "t.program_test:3:22: error: cannot read none.cl",
            "program_source_file: t.cl\nprogram_binary_file: t.cl": "t.program_test:4:22: error: there can be only one",
            "program_source_file: t.cl": "",
        }
        self.write()
        for program, error in cases.items():
            pathlib.Path(self.folder.name, "t.program_test").write_text(config.format(program))
            done = self.run_program("--check", "t.program_test")
            self.assertEqual(done.returncode, 2 if error else 0)
            self.assertTrue(done.stderr.startswith(error), done.stderr)

    def test_error_record(self) -> None:
        pathlib.Path(self.folder.name, "bad.cl").write_text("/*!\n[confg]\n!*/\n")
        done = self.run_program("--json", "bad.cl", self.write())
        (first,) = map(json.loads, done.stdout.split("\n")[:-1])
        self.assertEqual(done.returncode, 2)
        self.assertEqual(first["status"], "error")
        self.assertEqual(first["details"]["errors"][0],
                         {"line": 2, "column": 2, "message": "there is no section [confg]; did you mean 'config'? "
                          "Known: config, test, program source, program binary"})


@unittest.skipUnless(POCL.exists(), "PoCL is not installed")
class OnPocl(Case):
    icd = str(POCL)

    def test_verdicts(self) -> None:
        path = self.write(
            int_test("mismatch", "seven", 8),
            int_test("expected mismatch", "seven", 8) + "\nexpect_test_fail: true",
            int_test("unexpected match", "seven") + "\nexpect_test_fail: true",
            int_test("writes nothing", "nothing", 0),
            int_test("no such kernel", "none"),
            int_test("too few arguments", "two"),
            int_test("misspelt kernel", "sevn"),
            test("local for global", "seven", "arg_in: 0 buffer int[1] NULL", "expect: runs"),
            int_test("wrong argument", "two") + "\narg_in: 1 int16 repeat 1",
            int_test("too large a group", "seven") + "\nlocal_size: 9999999 1 1\nglobal_size: 9999999 1 1",
            test("runs", "nothing", "arg_in: 0 buffer int[4] random", "expect: runs"))
        status, records = self.records(path)
        self.assertEqual(status, 3)
        self.assertEqual({name: record["status"] for name, record in records.items()}, {
            "good": "pass", "mismatch": "fail", "expected mismatch": "pass",
            "unexpected match": "fail", "writes nothing": "fail", "no such kernel": "error",
            "too few arguments": "error", "wrong argument": "fail", "too large a group": "skip",
            "runs": "pass", "misspelt kernel": "error", "local for global": "fail"})
        self.assertIn("expected 8, got 7", records["mismatch"]["message"])
        self.assertIn("t.cl:29:14: the program has no kernel 'none'; known: ",
                      records["no such kernel"]["message"])
        self.assertIn("the program has no kernel 'sevn'; did you mean 'seven'? Known: ",
                      records["misspelt kernel"]["message"])
        self.assertIn(": NULL makes it local memory; a buffer that may hold anything is 'random'",
                      records["local for global"]["message"])
        self.assertIn("takes 2 arguments, but the test sets 1",
                      records["too few arguments"]["message"])
        self.assertIn("argument 1 does not fit kernel 'two'", records["wrong argument"]["message"])
        self.assertEqual(records["runs"]["details"]["seed"], 1)

    def test_faults_take_nothing_along(self) -> None:
        path = self.write(int_test("hang", "hang"), int_test("crash", "crash"),
                          int_test("after", "seven"))
        status, records = self.records("--timeout", "10", path)
        self.assertEqual(status, 1)
        self.assertEqual([record["status"] for record in records.values()],
                         ["pass", "timeout", "crash", "pass"])
        self.assertIn("Segmentation fault", records["crash"]["message"])

    def test_images(self) -> None:
        path = self.write(
            test("texels", "copy", "global_size: 2 1 0", "dimensions: 2",
                 f"arg_out: 0 image values float 0 0.2 0.4 1  1 1 1 1 {IMAGE}",
                 f"arg_in: 1 image uchar4 0 51 102 255 255 255 255 255 image_row_pitch 16 {IMAGE}"),
            test("no such format", "copy",
                 f"arg_out: 0 image ushort 1 1 {IMAGE.replace('RGBA', 'RGB').replace('UNORM_INT8', 'UNORM_SHORT_565')}",
                 f"arg_in: 1 image uchar4 repeat 0 {IMAGE}"),
            test("too wide", "copy", f"arg_out: 0 image uchar4 repeat 1 {IMAGE}".replace("width 2", "width 9999999"),
                 f"arg_in: 1 image uchar4 repeat 0 {IMAGE}"))
        status, records = self.records("--print-actual", path)
        self.assertEqual(status, 0)
        self.assertEqual(records["texels"]["status"], "pass")
        self.assertEqual(records["texels"]["details"]["arguments"][0]["actual"], "0 0.2 0.4 1 1 1 1 1")
        self.assertEqual(records["no such format"]["status"], "skip")
        self.assertEqual(records["no such format"]["message"],
                         "the device has no 2d images of format RGB UNORM_SHORT_565 for writing")
        self.assertEqual(records["no such format"]["details"]["line"], 19)
        self.assertEqual(records["too wide"]["status"], "skip")

    def test_contents_of_what_differs(self) -> None:
        given = f"image uchar4 1 2 3 4  5 6 7 8 {IMAGE}"
        path = self.write(
            test("stored", "copy", "global_size: 2 1 0", "dimensions: 2",
                 f"arg_out: 0 image uchar4 1 0..9 3 4  9 9 7 8 {IMAGE}", f"arg_in: 1 {given}"),
            int_test("buffer", "seven", 8))
        _, records = self.records(path)
        details = records["stored"]["details"]
        kind = {"scalar": "uchar", "shape": [2, 1, 1], "channels": "rgba",
                "image": {"type": "2d", "order": "RGBA", "data_type": "UNORM_INT8"}}
        self.assertEqual(details["arguments"][0]["contents"],
                         {**kind, "expected": "1 0 3 4 9 9 7 8", "highs": "1 9 3 4 9 9 7 8",
                          "actual": "1 2 3 4 5 6 7 8", "wrong": "4-5"})
        self.assertEqual(details["inputs"], [{"index": 1, **kind, "values": "1 2 3 4 5 6 7 8"}])
        self.assertEqual(records["buffer"]["details"]["arguments"][0]["contents"],
                         {"scalar": "int", "shape": [1, 1, 1],
                          "expected": "8", "actual": "7", "wrong": "0"})
        self.assertNotIn("contents", records["good"]["details"]["arguments"][0])

    def test_alternatives(self) -> None:
        path = self.write(test(
            "texels", "copy", "global_size: 2 1 0", "dimensions: 2",
            f"arg_out: 0 image uchar4 (1 2 3 5)|(9 2 3 4) 5 6 8|7|1..2 9|10 {IMAGE}",
            f"arg_in: 1 image uchar4 1 2 3 4  5 6 7 8 {IMAGE}"))
        dumped = pathlib.Path(self.folder.name, "dumped")
        _, records = self.records("--dump", str(dumped), path)
        record = records["texels"]
        self.assertEqual(record["message"], "argument 0: 2 of 8 values differ, first at (0, 0): "
                         "expected (1 2 3 5) or (9 2 3 4), got (1 2 3 4)")
        argument = record["details"]["arguments"][0]
        self.assertEqual(argument["first"][1], {"at": "(1, 0).3", "expected": "9 or 10", "actual": "8"})
        contents = argument["contents"]
        self.assertEqual(contents["choices"],
                         {"0": "(1 2 3 5)|(9 2 3 4)", "6": "8|7|1..2", "7": "9|10"})
        self.assertEqual(contents["expected"], "1 2 3 5 5 6 7 9")
        self.assertEqual(contents["wrong"], "3 7")
        self.assertEqual(next(dumped.glob("*texels.arg0.expected")).read_text(),
                         "(0, 0) (1 2 3 5)|(9 2 3 4)\n(1, 0) 5 6 8|7|1..2 9|10\n")
        self.assertEqual(next(dumped.glob("*texels.arg0.actual")).read_text(),
                         "(0, 0) 1 2 3 4\n(1, 0) 5 6 7 8\n")

    def test_steps(self) -> None:
        path = self.write(
            test("all", "seven", "arg_in: 0 buffer int[2] 1 2", "read: 0 1 2", "launch: seven",
                 "read: 0 7 2", "write: 0 offset 4 9", "map: 0 read 7 9"),
            test("step differs", "seven", "arg_in: 0 buffer int[4] 1 2 3 4", "launch: seven",
                 "read: 0 offset 4 size 8 2 4"),
            test("rows differ", "copy", f"arg_in: 0 image uchar4 1 2 3 4  5 6 7 8 {IMAGE}",
                 "read: 0 origin 1 0 region 1 1 host_row_pitch 12 5 6 0 8"),
            test("error that does not come", "seven", "arg_in: 0 buffer int[1] 1",
                 "write: 0 size 4 error CL_INVALID_VALUE"),
            test("other error", "seven", "arg_in: 0 buffer int[1] 1",
                 "read: 0 size 8 error CL_OUT_OF_RESOURCES"),
            test("too few arguments", "seven", "arg_in: 0 buffer int[1] 1", "launch: two args 0",
                 "read: 0 1"),
            test("texels", "copy", "global_size: 2 1", "dimensions: 2",
                 f"arg_in: 0 image uchar4 1 2 3 4  5 6 7 8 {IMAGE}", f"arg_out: 1 image uchar4 "
                 f"1 2 3 4  5 6 7 8 {IMAGE}", "launch: copy args 1 0", "arg_in: 2 buffer float4[2] "
                 "0 0 0 0  1 1 1 1", "arg_out: 2 buffer float4[2] texels_of 1"))
        status, records = self.records("--print-actual", "--dump", "out", path)
        self.assertEqual(status, 3)
        self.assertEqual({name: record["status"] for name, record in records.items()}, {
            "good": "pass", "all": "pass", "step differs": "fail", "rows differ": "fail",
            "error that does not come": "fail", "other error": "fail", "too few arguments": "error",
            "texels": "fail"})
        self.assertEqual([(argument["step"], argument["actual"])
                          for argument in records["all"]["details"]["arguments"]],
                         [(1, "1 2"), (3, "7 2"), (5, "7 9")])
        self.assertEqual(records["step differs"]["message"],
                         "step 2: box of argument 0: 1 of 2 values differ, first at [1]: "
                         "expected 4, got 3")
        self.assertIn("step 1: box of argument 0: 1 of 4 values differ, first at (0, 0).2",
                      records["rows differ"]["message"])
        self.assertIn("t.cl:33:8: clEnqueueWriteBuffer gave CL_SUCCESS, but CL_INVALID_VALUE",
                      records["error that does not come"]["message"])
        self.assertIn("clEnqueueReadBuffer gave CL_INVALID_VALUE, but CL_OUT_OF_RESOURCES",
                      records["other error"]["message"])
        self.assertIn("t.cl:43:9: kernel 'two' takes 2 arguments, but the test sets 1",
                      records["too few arguments"]["message"])
        self.assertIn("argument 2: 8 of 8 values differ", records["texels"]["message"])
        dumped = list(pathlib.Path(self.folder.name, "out").glob("*all.step3.actual"))
        self.assertEqual([file.read_text() for file in dumped], ["[0] 7\n[1] 2\n"])

    def test_builds(self) -> None:
        sources = {
            "ok.cl": "kernel void k(void) {}\n",
            "broken.cl": "kernel void k(void) { y = 1; }\n",
            "must_fail.cl": "/*!\n[config]\nexpect_build_fail: true\n!*/\nkernel void k(void) { y = 1; }\n",
            "wrong_log.cl": "/*!\n[config]\nexpect_build_fail: true\nexpect_build_log: no such text\n!*/\n"
                            "kernel void k(void) { y = 1; }\n",
            "unexpected.cl": "/*!\n[config]\nexpect_build_fail: true\n!*/\nkernel void k(void) {}\n",
        }
        expected = ["pass", "fail", "pass", "fail", "fail"]
        for name, source in sources.items():
            pathlib.Path(self.folder.name, name).write_text(source)
        done = self.run_program("--json", *sources)
        records = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([record["status"] for record in records], expected)
        self.assertIn("undeclared identifier 'y'", records[1]["details"]["build_log"])

    def test_requirements(self) -> None:
        for requirement in ("platform_regex: ^None$", "device_regex: ^None$", "clc_version_min: 99",
                            "require_device_extensions: cl_khr_none", "require_platform_extensions: cl_x",
                            "require_features: __opencl_c_none"):
            path = self.write()
            text = pathlib.Path(path).read_text().replace("name: a file", requirement)
            pathlib.Path(path).write_text(text)
            status, records = self.records(path)
            self.assertEqual((status, records["good"]["status"]), (0, "skip"), requirement)

    def test_version_between_those_of_the_device(self) -> None:
        """A file for OpenCL C 2.0, on a device that has 1.2 and 3.0: by CL_DEVICE_OPENCL_C_ALL_VERSIONS of the bundled driver."""
        bundled = pathlib.Path(PROGRAM).resolve().parents[1] / "driver/rootle.icd"
        self.environment.update(OCL_ICD_VENDORS=str(bundled))
        lacks = "the device lacks __opencl_c_atomic_scope_all_devices __opencl_c_device_enqueue __opencl_c_pipes"
        cases = [
            ("clc_version_min: 20", "", "pass", ""),
            ("clc_version_min: 20\nclc_version_max: 20", "", "skip",
             "OpenCL C 2.0 is needed; the device has 1.0, 1.1, 1.2 and 3.0"),
            ("clc_version_min: 13\nclc_version_max: 22", "", "skip", "OpenCL C 1.3 to 2.2 is needed; the device has"),
            ("clc_version_max: 11\nbuild_options: -DVERSION=110", "", "pass", ""),
            ("build_options: -cl-std=CL2.0", "", "skip",
             "the build options ask for OpenCL C 2.0; the device has 1.0, 1.1, 1.2 and 3.0"),
            ("build_options: -cl-std=CL3.0", "", "pass", ""),
            ("clc_version_min: 20", "nothing(;", "skip", lacks),
            ("clc_version_min: 30", "nothing(;", "fail", "the program was not built"),
            ("clc_version_min: 20\nbuild_options: -cl-std=CL3.0", "nothing(;", "fail", "the program was not built"),
        ]
        path = pathlib.Path(self.folder.name, "version.cl")
        for config, more, status, message in cases:
            path.write_text(f"/*!\n[config]\nkernel_name: k\n{config}\n[test]\nname: t\narg_out: 0 buffer int[1] 1\n!*/\n"
                            "#ifndef VERSION\n#define VERSION 300\n#endif\n"
                            f"kernel void k(global int *out) {{ *out = __OPENCL_C_VERSION__ == VERSION; {more} }}\n")
            record = self.records(str(path))[1]["t"]
            self.assertEqual(record["status"], status, record)
            self.assertIn(message, record.get("message") or "")
        path.write_text("/*!\n[config]\nbuild_options: -cl-std=CL2.0\nexpect_build_fail: true\n!*/\nkernel void k() {}\n")
        self.assertEqual(self.records(str(path))[1]["build"]["status"], "pass")

    def test_no_spirv_is_no_failure(self) -> None:
        bundled = pathlib.Path(PROGRAM).resolve().parents[1] / "driver/rootle.icd"
        self.environment.update(OCL_ICD_VENDORS=str(bundled), ROOTLE_LLVM_SPIRV="/proc/absent")
        status, records = self.records("--through", "spirv", self.write())
        self.assertEqual((status, records["good"]["status"]), (0, "skip"))
        self.assertIn("CL_DEVICE_IL_VERSION", records["good"]["message"])

    def test_assembly(self) -> None:
        bundled = pathlib.Path(PROGRAM).resolve().parents[1] / "driver/rootle.icd"
        self.environment.update(OCL_ICD_VENDORS=str(bundled), ROOTLE_LLVM_SPIRV="/proc/absent")
        path = pathlib.Path(self.folder.name, "t.spvasm")
        path.write_text("/*!\n[config]\nkernel_name: k\n[test]\nname: t\narg_out: 0 buffer int[1] 1\n!*/\nOpNothing\n")
        record = self.records(str(path))[1]["t"]
        self.assertEqual(record["status"], "skip", record)
        self.assertIn("CL_DEVICE_IL_VERSION", record["message"])
        self.environment["ROOTLE_LLVM_SPIRV"] = "/bin/true"  # the device takes modules
        if shutil.which("spirv-as"):
            record = self.records(str(path))[1]["t"]
            self.assertEqual(record["status"], "error", record)
            self.assertIn("OpNothing", record["message"])
        self.environment["PATH"] = self.folder.name
        record = self.records(str(path))[1]["t"]
        self.assertEqual((record["status"], record["message"]), ("skip", "no SPIR-V was made: spirv-as: No such file or directory"))

    def test_server(self) -> None:
        path = self.write(int_test("other", "seven", 8))
        done = self.run_program("--server", "--json", stdin=f"{path}\tother\n\n{path}\tgo*\nmissing.cl\n")
        records = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual(sorted(records[0]["device"])[:3], ["c_version", "driver_version", "name"])
        self.assertTrue(all(records[0]["device"].values()))
        self.assertEqual([next(iter(record)) for record in records],
                         ["device", "begin", "test", "done", "begin", "test", "done", "test", "done"])
        self.assertEqual([record["status"] for record in records if "status" in record],
                         ["fail", "pass", "error"])
        passed = [record for record in records if record.get("status") == "pass"]
        self.assertEqual([sorted(record) for record in passed], [["seconds", "status", "test"]])
        done = self.run_program("--server", "--json", "--print-actual", stdin=f"{path}\tgood\n")
        self.assertIn('"actual":"7"', done.stdout)

    def test_server_takes_files_of_any_name(self) -> None:
        """Backslashes stand for what ends words; bytes that are not UTF-8 come back as Python writes them."""
        for name in (b"caf\xe9.cl", b"tab\tline\n.cl", b"back\\t.cl", b"a::b.cl"):
            path = os.path.join(os.fsencode(self.folder.name), name)
            with open(self.write(), "rb") as good, open(path, "wb") as file:
                file.write(good.read())
            word = path.replace(b"\\", b"\\\\").replace(b"\t", b"\\t").replace(b"\n", b"\\n")
            done = subprocess.run([PROGRAM, "--server", "--json"], env=self.environment, input=word + b"\tgood\n",
                                  capture_output=True, check=False)
            records = [json.loads(line) for line in done.stdout.splitlines()]
            told = os.fsdecode(path)
            self.assertEqual(records[1:2] + records[3:], [{"begin": f"{told}::good"}, {"done": told}])
            self.assertEqual((records[2]["test"], records[2]["status"]), (f"{told}::good", "pass"))

    def test_server_keeps_the_order_of_the_request(self) -> None:
        path = self.write(int_test("second", "seven", 7), int_test("third", "seven", 7))
        done = self.run_program("--server", "--json", stdin=f"{path}\tthird\tsecond\t*\n")
        records = [json.loads(line) for line in done.stdout.splitlines()]
        ran = [record["begin"].partition("::")[2] for record in records if "begin" in record]
        self.assertEqual(ran, ["third", "second", "good"])

    def test_printf_stays_out_of_the_report(self) -> None:
        path = pathlib.Path(self.folder.name, "printf.cl")
        path.write_text("/*!\n[config]\nname: p\n[test]\nkernel_name: say\nexpect: runs\n!*/\n"
                        'kernel void say(void) { printf("spoken\\n"); }\n')
        done = self.run_program("--json", "printf.cl")
        self.assertEqual([json.loads(line)["status"] for line in done.stdout.splitlines()], ["pass"])
        self.assertIn("spoken", done.stderr)

    def forger(self) -> str:
        """A test that fails, and prints that it and another pass. Its name."""
        path = pathlib.Path(self.folder.name, "forge.cl")
        path.write_text(FORGER.read_text().replace("FILE", "forge.cl"))
        return str(path)

    def test_no_record_can_be_printed(self) -> None:
        self.forger()
        for more in ([], ["--no-fork"]):
            done = self.run_program("--json", "forge.cl", *more)
            self.assertEqual([json.loads(line)["status"] for line in done.stdout.splitlines()],
                             ["fail", "pass"])
            self.assertEqual(done.stderr.count('"status":"pass"'), 2)

    def test_records_by_key_beside_marked_output(self) -> None:
        path, key = self.forger(), "0123456789abcdef"
        with tempfile.TemporaryFile() as records:
            done = subprocess.run(
                [PROGRAM, "--server", "--json", f"--records={records.fileno()}"], text=True,
                env=self.environment, pass_fds=[records.fileno()], capture_output=True,
                cwd=self.folder.name, input=f"{key}\n{path}\n", timeout=120)
            records.seek(0)
            lines = records.read().decode().splitlines()
        self.assertEqual(done.returncode, 1)
        self.assertTrue(all(line.startswith(key) for line in lines))
        found = [json.loads(line.removeprefix(key)) for line in lines]
        self.assertEqual([next(iter(record)) for record in found],
                         ["device", "begin", "test", "begin", "test", "done"])
        self.assertEqual([record["status"] for record in found if "status" in record],
                         ["fail", "pass"])
        self.assertEqual(done.stdout, "")
        first, second, rest, end = done.stderr.split(key + "\n")
        self.assertTrue(first == second and first.endswith("without an end"), done.stderr)
        self.assertEqual((rest, end), ("", ""))

    def misbehaving_driver(self, deed: str) -> None:
        """Beside PoCL there is a driver that does something when it is loaded."""
        folder = pathlib.Path(self.folder.name, "vendors")
        folder.mkdir()
        source, library = folder / "bad.c", folder / "bad.so"
        source.write_text("#include <string.h>\n#include <unistd.h>\n"
                          "__attribute__((constructor)) static void load(void) { %s }\n" % deed)
        subprocess.run(["cc", "-shared", "-fPIC", "-o", library, source], check=True)
        (folder / "bad.icd").write_text(f"{library}\n")
        (folder / "pocl.icd").write_text(POCL.read_text())
        self.environment["OCL_ICD_VENDORS"] = str(folder)

    def test_driver_that_ends_the_process_is_no_pass(self) -> None:
        self.misbehaving_driver("_exit(0);")
        done = self.run_program("--json", self.write())
        self.assertEqual((done.returncode, done.stdout), (3, ""))
        self.assertIn("outside of any test, the process ended with status 0", done.stderr)

    def test_driver_that_writes_everywhere(self) -> None:
        """As if descriptors were its own: no record and no verdict comes of it."""
        self.misbehaving_driver(
            'const char forged[] = "{\\"test\\":\\"t.cl::good\\",\\"status\\":\\"fail\\"}\\n";'
            "for (int fd = 1; fd < 256; fd++) if (write(fd, forged, strlen(forged)) < 0) continue;")
        path = self.write(int_test("wrong", "seven", 8))
        status, records = self.records(path)
        self.assertEqual({name: record["status"] for name, record in records.items()},
                         {"good": "pass", "wrong": "fail"})
        self.assertEqual(status, 1)

    def test_every_pattern_must_select(self) -> None:
        done = self.run_program("--json", "--test=good", "--test=goood", self.write())
        self.assertEqual(done.returncode, 2)
        self.assertIn("--test 'goood' selects", done.stderr)

    def test_dump(self) -> None:
        self.run_program("--dump", "out", self.write())
        files = sorted(pathlib.Path(self.folder.name, "out").iterdir())
        self.assertEqual([file.read_text() for file in files], ["[0] 7\n", "[0] 7\n"])

    def test_pictures(self) -> None:
        """What is written as an expected picture is compared the next time; wrong files are errors with a place."""
        keys = IMAGE.replace("RGBA", "BGRA")
        lines = ["global_size: 2 1 1", "dimensions: 2", f"arg_out: 0 image uchar4 image_from new.png {keys}",
                 f"arg_in: 1 image uchar4 1 2 3 4 5 6 7 8 {keys}"]  # fmt: skip
        path = self.write(test("picture", "copy", *lines))
        picture = pathlib.Path(self.folder.name, "new.png")
        status, records = self.records(path)
        self.assertIn("new.png", json.dumps(records))
        self.assertEqual(status, 2)
        self.run_program("--json", "--test=picture", "--write-pictures", path)
        if not picture.exists():
            self.skipTest("the tester was built without libpng, or the driver has no such images")
        status, records = self.records(path)
        self.assertEqual(records["picture"]["status"], "pass")
        other = self.write(test("picture", "copy", *lines).replace("4 5 6", "4 5 9"))
        self.assertEqual(self.records(other)[1]["picture"]["status"], "fail")
        picture.write_bytes(picture.read_bytes()[:40])
        self.assertEqual(self.records(path)[0], 2)


if __name__ == "__main__":
    unittest.main()
