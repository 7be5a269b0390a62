#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""Programs that are kept from run to run, on PoCL. Usage: test_program_cache.py PROGRAM [unittest
arguments]"""

import concurrent.futures
import os
import pathlib
import struct
import subprocess
import unittest

import test_cli
from test_cli import FILE, POCL, int_test

SMALL_KERNEL = "kernel void k(global int *o) { o[0] = 1; }\n"
SMALL_TEST = "[test]\nname: t\nkernel_name: k\narg_out: 0 buffer int[1] 1\n"


def checksum(data: bytes) -> int:
    value = 0xCBF29CE484222325
    for byte in data:
        value = (value ^ byte) * 0x100000001B3 % (1 << 64)
    return value


def with_binary(data: bytes, binary: bytes) -> bytes:
    """A kept program with another binary, and all else right."""
    sizes = list(struct.unpack_from("4Q", data, 16))
    body = data[48:48 + sum(sizes[:3])] + binary
    sizes[3] = len(binary)
    body = struct.pack("4Q", *sizes) + body
    return data[:8] + struct.pack("Q", checksum(body)) + body


@unittest.skipUnless(POCL.exists(), "PoCL is not installed")
class ProgramCache(test_cli.Case):
    icd = str(POCL)

    def setUp(self) -> None:
        super().setUp()
        self.cache = pathlib.Path(self.folder.name, "deep", "cache")

    def kept(self) -> list[pathlib.Path]:
        return sorted(self.cache.glob("*"))

    def run_kept(self, *arguments: str) -> tuple[dict[str, str], str]:
        """The verdicts of a run, and what it said."""
        done = self.run_program("--json", f"--program-cache={self.cache}", *arguments)
        records = [test_cli.json.loads(line) for line in done.stdout.splitlines()]
        verdicts = {record["test"].partition("::")[2]: record["status"] for record in records}
        return verdicts, done.stderr

    def age(self) -> None:
        for file in self.kept():
            os.utime(file, (1, 1))

    def was_used(self) -> bool:
        """Whether the one file was used since age() was called; a use leaves what it holds."""
        return [file.stat().st_mtime > 1 for file in self.kept()] == [True]

    def test_is_used_and_changes_no_verdict(self) -> None:
        path = self.write(int_test("mismatch", "seven", 8), int_test("none", "none"),
                          int_test("too few", "two"))
        first = self.run_kept(path)
        self.assertEqual(first[0], {"good": "pass", "mismatch": "fail", "none": "error",
                                    "too few": "error"})
        self.assertEqual(len(self.kept()), 1)
        inode = self.kept()[0].stat().st_ino
        self.age()
        self.assertEqual(self.run_kept(path), first)
        self.assertTrue(self.was_used())
        self.assertEqual(self.kept()[0].stat().st_ino, inode)

    def test_other_source_options_or_environment_is_another_program(self) -> None:
        self.run_kept(self.write())
        self.run_kept(self.write(int_test("more", "seven")))
        self.assertEqual(len(self.kept()), 2)
        path = pathlib.Path(self.folder.name, "small.cl")
        path.write_text(f"/*!\n[config]\nname: n\n{SMALL_TEST}!*/\n{SMALL_KERNEL}")
        self.run_kept(str(path))
        self.assertEqual(len(self.kept()), 3)
        self.run_kept("--version", "1.1", str(path))  # gives -cl-std=CL1.1
        self.assertEqual(len(self.kept()), 4)
        self.environment["SHLVL"] = "77"
        self.run_kept(str(path))
        self.assertEqual(len(self.kept()), 4)
        self.environment["POCL_DEBUG"] = "error"
        self.run_kept(str(path))
        self.assertEqual(len(self.kept()), 5)

    def test_a_changed_driver_builds_again(self) -> None:
        driver = pathlib.Path(self.folder.name, "driver")
        driver.mkdir()
        (driver / "builtins.bc").write_text("one")
        arguments = ["--driver-files", str(driver), self.write()]
        self.run_kept(*arguments)
        inode = self.kept()[0].stat().st_ino
        (driver / "builtins.bc").write_text("two")
        self.run_kept(*arguments)
        self.assertEqual(len(self.kept()), 1)
        self.assertNotEqual(self.kept()[0].stat().st_ino, inode)
        done = self.run_program("--driver-files", "nowhere", "t.cl")
        self.assertEqual(done.returncode, 2)
        self.assertIn("nowhere", done.stderr)

    def test_a_driver_that_changes_while_it_runs_keeps_nothing(self) -> None:
        driver = pathlib.Path(self.folder.name, "driver.bc")
        driver.write_text("one")
        path = self.write()
        command = [test_cli.PROGRAM, "--server", f"--program-cache={self.cache}", "--driver-files",
                   str(driver)]
        with subprocess.Popen(command, env=self.environment, text=True, stdin=subprocess.PIPE,
                              stdout=subprocess.PIPE) as tester:
            tester.stdout.readline()  # it has begun
            driver.write_text("two")
            said, _ = tester.communicate(f"{path}\n")
        self.assertIn('"status":"pass"', said)
        self.assertEqual(self.kept(), [])

    def test_builds_that_are_tested_are_never_kept(self) -> None:
        kernel, test = SMALL_KERNEL, SMALL_TEST
        pathlib.Path(self.folder.name, "one.h").write_text("\n")
        sources = {
            "only-built.cl": f"/*!\n[config]\nname: n\n!*/\n{kernel}",
            "log.cl": f"/*!\n[config]\nname: n\nexpect_build_fail: true\n!*/\n{kernel}!\n",
            "include.cl": f'/*!\n[config]\nname: n\n{test}!*/\n#  include "one.h"\n{kernel}',
            "cut.cl": f'/*!\n[config]\nname: n\n{test}!*/\n#incl\\ \nude "one.h"\n{kernel}',
            "digraph.cl": f'/*!\n[config]\nname: n\n{test}!*/\n%:include "one.h"\n{kernel}',
            "has.cl": f'/*!\n[config]\nname: n\n{test}!*/\n#if __has_include("two.h")\n#endif\n{kernel}',
            "clock.cl": f"/*!\n[config]\nname: n\n{test}!*/\nconstant char now[] = __TIME__;\n{kernel}",
            "folder.cl": f"/*!\n[config]\nname: n\nbuild_options: -I.\n{test}!*/\n{kernel}",
        }
        for name, source in sources.items():
            pathlib.Path(self.folder.name, name).write_text(source)
        self.environment["PWD"] = self.folder.name
        verdicts, _ = self.run_kept(*sources)
        self.assertEqual(self.kept(), [])
        self.assertEqual(verdicts["build"], "pass")

    def test_the_build_log_is_kept(self) -> None:
        path = pathlib.Path(self.folder.name, "t.cl")
        path.write_text(FILE.format(tests="") + "\n#warning mind the gap\n")
        logs = []
        for _ in range(2):
            done = self.run_program("--json", f"--program-cache={self.cache}", "t.cl")
            logs.append(test_cli.json.loads(done.stdout)["details"].get("build_log"))
        self.assertEqual(logs[0], logs[1])

    def test_damage_is_mended(self) -> None:
        path = self.write()
        self.run_kept(path)
        file = self.kept()[0]
        good = file.read_bytes()
        for bad in (good[:-1], good[:100], b"", good[:200] + b"x" + good[201:]):
            file.write_bytes(bad)
            verdicts, said = self.run_kept(path)
            self.assertEqual(verdicts, {"good": "pass"})
            self.assertIn(f"{file} is damaged", said)
            self.assertGreater(file.stat().st_size, 1000)
        verdicts, said = self.run_kept(path)
        self.assertEqual((verdicts, said), ({"good": "pass"}, ""))

    def test_what_is_no_file_is_told_as_what_it_is(self) -> None:
        path, other = self.write(), self.write(name="other.cl")
        self.run_kept(path)
        file = self.kept()[0]
        makes = {"a FIFO": os.mkfifo, "a symbolic link": lambda name: os.symlink("absent", name), "a folder": os.mkdir}
        for what, make in makes.items():
            file.unlink()
            make(file)
            verdicts, said = self.run_kept(path, other)
            self.assertEqual(verdicts, {"good": "pass"})
            self.assertIn(f"{file} cannot be read: it is {what}; the program is built from source", said)
            self.assertNotIn("cannot keep", said)
        pathlib.Path(other).write_text(pathlib.Path(other).read_text() + "\n")
        self.run_kept(path, other)
        self.assertEqual(len(self.kept()), 2)

    def test_a_binary_that_the_driver_refuses(self) -> None:
        paths = [self.write(), self.write(name="other.cl")]
        self.run_kept(*paths)
        file = self.kept()[0]
        file.write_bytes(with_binary(file.read_bytes(), b"no binary of any driver"))
        verdicts, said = self.run_kept(*paths)
        self.assertEqual(verdicts, {"good": "pass"})
        self.assertEqual(said.count("refuses the binary that it made"), 1)
        self.assertIn("clCreateProgramWithBinary: CL_INVALID_BINARY", said)

    def test_programs_of_other_values_are_the_same(self) -> None:
        """The configuration is no part of a program; where its lines are is one."""
        tests = [(int_test("t", "seven"),), (int_test("u", "seven", 8),), (int_test("t", "seven"), int_test("u", "seven"))]
        for names, kept in zip(tests, (1, 1, 2)):
            self.run_kept(self.write(*names))
            self.assertEqual(len(self.kept()), kept)

    def test_many_processes_at_once(self) -> None:
        paths = [self.write(*(int_test(f"t{test}", "seven") for test in range(i)), name=f"{i}.cl") for i in range(3)]
        with concurrent.futures.ThreadPoolExecutor(4) as pool:
            runs = [pool.submit(self.run_kept, *paths) for _ in range(4)]
        for run in runs:
            verdicts, said = run.result()
            self.assertEqual(set(verdicts.values()), {"pass"})
            self.assertEqual(said, "")
        self.assertEqual([file.suffix for file in self.kept()], [".kept"] * 3)

    def test_a_folder_that_cannot_be_written(self) -> None:
        self.cache = pathlib.Path("/proc/nothing")
        paths = [self.write(), self.write(name="other.cl")]
        verdicts, said = self.run_kept(*paths)
        self.assertEqual(verdicts, {"good": "pass"})
        self.assertEqual(said.count("cannot keep programs in /proc/nothing"), 1)

    def test_server(self) -> None:
        path = self.write(int_test("other", "seven"))
        for _ in range(2):
            done = self.run_program("--server", "--json", f"--program-cache={self.cache}",
                                    stdin=f"{path}\tgood\n{path}\tother\n")
            self.assertEqual(done.stdout.count('"status":"pass"'), 2)
            self.assertEqual(len(self.kept()), 1)

    def test_from_binary(self) -> None:
        path = self.write(int_test("mismatch", "seven", 8), int_test("none", "none"))
        with_source, from_binary = self.records(path), self.records("--from-binary", path)
        for _, records in (with_source, from_binary):
            for record in records.values():
                del record["seconds"]
        self.assertEqual(from_binary, with_source)


if __name__ == "__main__":
    unittest.main()
