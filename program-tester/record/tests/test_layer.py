#!/usr/bin/python3
# SPDX-License-Identifier: MIT
"""An application that uses every call is recorded, and replayed: its results stay, and reads are byte-equal.

Usage: test_layer.py LAYER REPLAY APPLICATION MUTANTS SEQUENCES ICD...: an ICD file that is not there is left out
"""

import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

LAYER, REPLAY, APPLICATION, MUTANTS, SEQUENCES = (sys.argv.pop(1) for _ in range(5))
ICDS = [sys.argv.pop(1) for _ in range(len(sys.argv) - 1)]
MUTANT_COUNT = 500 if os.environ.get("ROOTLE_LONG_TESTS") == "1" else 150
LONGEST = 60  # seconds of calls by chance
ENOUGH = 250_000  # bytes of their recording

LOADER = """
import ctypes, os, sys
layer = ctypes.CDLL(sys.argv[1])
entries = 1000
target = (ctypes.c_void_p * entries)()
count, table, wrong = ctypes.c_uint(), ctypes.c_void_p(), (ctypes.c_uint64 * 3)(1, 1, 0)
for properties in wrong, None:
    print(layer.clInitLayerWithProperties(entries, target, ctypes.byref(count), ctypes.byref(table), properties))
print(layer.clDeinitLayer(), flush=True)
os._exit(0 if count.value and table.value else 1)  # no destructor runs
"""


class Test(unittest.TestCase):
    def setUp(self) -> None:
        found = tempfile.TemporaryDirectory()
        self.addCleanup(found.cleanup)
        self.folder = pathlib.Path(found.name)

    def environment(self, icd: str, **more: str) -> dict[str, str]:
        library = pathlib.Path(icd).read_text(encoding="utf-8").strip()  # for Khronos's loader
        return {**os.environ, "OCL_ICD_VENDORS": icd, "OCL_ICD_FILENAMES": library, **more}

    def record(self, icd: str, *arguments: str, **more: str) -> tuple[str, pathlib.Path, int]:
        """What the application printed, its recording, and its status."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        environment = self.environment(icd, OPENCL_LAYERS=LAYER, ROOTLE_RECORD_DIR=str(folder), **more)
        done = subprocess.run([APPLICATION, *arguments], env=environment, capture_output=True, text=True, check=False)
        (file,) = folder.glob("process-*.rec")
        return done.stdout, file, done.returncode

    def replay(self, icd: str, file: pathlib.Path, *arguments: str) -> tuple[list[dict], int]:
        done = subprocess.run([REPLAY, *arguments, file], env=self.environment(icd), capture_output=True, text=True, check=False)
        return [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")], done.returncode

    def test_results_stay_and_reads_are_equal(self) -> None:
        for icd in ICDS:
            if not os.path.exists(icd):
                continue
            with self.subTest(icd):
                plain = subprocess.run([APPLICATION], env=self.environment(icd), capture_output=True, text=True, check=True)
                printed, file, status = self.record(icd)
                self.assertEqual((printed, status), (plain.stdout, 0))
                lines, status = self.replay(icd, file)
                self.assertEqual([line for line in lines if "problem" in line], [])
                self.assertGreaterEqual(lines[-1]["same"], 17)
                self.assertEqual((lines[-1]["different"], status), (0, 0))
                self.assertTrue(lines[0]["ended"])

    def test_what_was_asked_is_asked_again(self) -> None:
        """Once each, and what has an answer alone."""
        _, file, _ = self.record(ICDS[0])
        lines, _ = self.replay(ICDS[0], file)
        answers = [(line["answer"], line["what"], line["value"]) for line in lines if "answer" in line]
        self.assertEqual(answers.count(("clGetImageInfo", 0x1116, "0")), 1)  # CL_IMAGE_DEPTH
        self.assertFalse(any(what == 0x1114 for _, what, _ in answers))  # CL_IMAGE_WIDTH, whose size was asked for
        asked = {name for name, _, value in answers if not value.startswith("error")}
        functions = {"clGetImageInfo", "clGetMemObjectInfo", "clGetSupportedImageFormats", "clGetImageRequirementsInfoEXT"}
        self.assertEqual(functions - asked, set())
        self.assertGreaterEqual(lines[-1]["same_answers"], len(functions))
        self.assertEqual(lines[-1]["other_answers"], 0)

    def test_a_loader_that_ends_its_layers_is_served(self) -> None:
        """As Khronos's of 2026: clInitLayerWithProperties, which knows no property, and clDeinitLayer."""
        folder = pathlib.Path(tempfile.mkdtemp(dir=self.folder))
        environment = self.environment(ICDS[0], ROOTLE_RECORD_DIR=str(folder))
        done = subprocess.run([sys.executable, "-c", LOADER, LAYER], env=environment, capture_output=True, text=True, check=True)
        self.assertEqual(done.stdout.split(), ["-64", "0", "0"])  # CL_INVALID_PROPERTY, CL_SUCCESS
        (file,) = folder.glob("process-*.rec")
        self.assertTrue(self.replay(ICDS[0], file)[0][0]["ended"])

    @unittest.skipUnless(len(ICDS) > 1 and os.path.exists(ICDS[1]), "no driver of others is there")
    def test_shared_virtual_memory_is_replayed_on_a_driver_without(self) -> None:
        _, file, status = self.record(ICDS[1], "svm")
        self.assertEqual(status, 0)
        for icd in ICDS[:2]:
            with self.subTest(icd):
                lines, status = self.replay(icd, file)
                self.assertEqual([line for line in lines if "problem" in line], [])
                self.assertEqual((lines[0]["launches"], lines[0]["notes"]), (5, []))
                self.assertEqual((lines[-1]["same"], lines[-1]["different"], status), (5, 0, 0))

    def test_a_killed_application_leaves_what_it_did(self) -> None:
        printed, file, status = self.record(ICDS[0], "in the middle")
        self.assertEqual(status, -signal.SIGKILL)
        self.assertEqual(printed, "")  # it was not flushed
        lines, status = self.replay(ICDS[0], file)
        self.assertNotIn("ended", lines[0])
        self.assertEqual((lines[0]["launches"], status), (4, 0))
        self.assertGreaterEqual(lines[-1]["same"], 12)

    def test_the_tail_of_a_cut_file_is_left_out(self) -> None:
        _, file, _ = self.record(ICDS[0])
        whole = file.read_bytes()
        file.write_bytes(whole[: len(whole) // 2])
        lines, status = self.replay(ICDS[0], file)
        self.assertRegex(lines[0]["trouble"], r"^record \d+ is cut off$")
        self.assertEqual(status, 0)

    def test_a_limit_is_told(self) -> None:
        printed, file, _ = self.record(ICDS[0], ROOTLE_RECORD_LAUNCHES="2")
        self.assertIn("waited", printed)
        lines, status = self.replay(ICDS[0], file)
        self.assertIn("the limit of --launches is reached", lines[0]["notes"])
        self.assertEqual((lines[0]["launches"], status), (2, 0))

    def test_a_recording_begins_at_a_launch(self) -> None:
        """It has what memory held then, and all that is read later is the same; so with shared virtual memory."""
        wholes: dict[tuple[str, ...], dict] = {}  # facts of the recordings that begin where the application does
        for icd, arguments, kept in ((ICDS[0], (), 6), (ICDS[0], (), 8), (ICDS[-1], (), 3), (ICDS[-1], ("svm",), 1), (ICDS[-1], ("svm",), 2)):
            if not os.path.exists(icd):
                continue
            with self.subTest(icd=icd, kept=kept):
                if (icd, *arguments) not in wholes:
                    _, whole, _ = self.record(icd, *arguments)
                    wholes[icd, *arguments] = self.replay(icd, whole)[0][0]
                facts = wholes[icd, *arguments]
                first = facts["launches"] - kept + 1  # a device without fine-grained memory has fewer
                self.assertGreater(first, 1)
                printed, file, status = self.record(icd, *arguments, ROOTLE_RECORD_FROM=str(first))
                self.assertEqual(status, 0)
                lines, status = self.replay(icd, file)
                self.assertEqual([line for line in lines if "problem" in line], [])
                self.assertEqual((lines[0]["launches"], lines[0]["notes"]), (kept, facts["notes"]))
                self.assertEqual((lines[-1]["different"], status), (0, 0))
                self.assertGreaterEqual(lines[-1]["same"], 1)

    def test_a_changed_content_is_told(self) -> None:
        """The test of the test: a replay that reads something else says so."""
        _, file, _ = self.record(ICDS[0])
        lines, status = self.replay(ICDS[0], file, "--memory", "0")
        self.assertEqual(status, 1)
        self.assertGreater(lines[-1]["problems"], 10)

    def test_what_cannot_be_kept_is_told_beside_launches(self) -> None:
        """Files may have 256 bytes: each launch has its line all the same, as has each problem."""
        _, file, _ = self.record(ICDS[0])
        states = self.folder / "states"
        done = subprocess.run([REPLAY, "--states", states, file], env=self.environment(ICDS[0]), capture_output=True, text=True, check=False,
                              restore_signals=False, preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (256, 256)))  # fmt: skip
        lines = [json.loads(line) for line in done.stdout.splitlines()]
        self.assertEqual([line["state"] for line in lines if "state" in line], list(range(1, lines[0]["launches"] + 1)))
        self.assertGreater(sum("problem" in line for line in lines), 3)

    @unittest.skipUnless(os.path.exists(SEQUENCES), "the fuzzers are not built")
    def test_sequences_of_calls_by_chance(self) -> None:
        """A replay gets what they got, but where they read what nobody wrote, and from two queues at a time."""
        environment = self.environment(ICDS[0], OPENCL_LAYERS=LAYER, ROOTLE_RECORD_DIR=str(self.folder))
        with subprocess.Popen([SEQUENCES], env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            end = time.monotonic() + LONGEST
            while sum(file.stat().st_size for file in self.folder.glob("process-*.rec")) < ENOUGH and time.monotonic() < end:
                time.sleep(0.1)
            process.kill()
        (file,) = self.folder.glob("process-*.rec")
        lines, status = self.replay(ICDS[0], file)
        self.assertIn(status, (0, 1))
        self.assertGreater(lines[-1]["same"], 20)
        self.assertLessEqual(lines[-1]["different"] * 50, lines[-1]["same"])

    def test_a_stripped_launch_replays(self) -> None:
        """Each, also of memory that the host may not write; it is still the application's."""
        _, file, _ = self.record(ICDS[0])
        facts = self.replay(ICDS[0], file)[0][0]
        for launch in range(1, facts["launches"] + 1):
            with self.subTest(launch):
                folder, states = (pathlib.Path(tempfile.mkdtemp(dir=self.folder)) for _ in range(2))
                _, status = self.replay(ICDS[0], file, "--only", str(launch), "--states", states, "--strip", folder)
                self.assertEqual(status, 0)
                lines, status = self.replay(ICDS[0], next(folder.glob("process-*.rec")))
                self.assertEqual([line for line in lines if "problem" in line], [])
                self.assertEqual((lines[0]["application"], lines[0]["launches"]), (facts["application"], 1))
                self.assertEqual((lines[-1]["different"], status), (0, 0))
                self.assertGreaterEqual(lines[-1]["same"], 1)

    def test_mutants_end(self) -> None:
        _, file, _ = self.record(ICDS[0])
        done = subprocess.run([MUTANTS, file, str(MUTANT_COUNT)], env=self.environment(ICDS[0]), capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, 0, done.stderr)


if __name__ == "__main__":
    unittest.main()
