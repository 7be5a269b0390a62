# SPDX-License-Identifier: MIT
"""Mistakes that people make in their first tests: what they are told names the place and the reason, not a code alone."""

import os
import subprocess
from pathlib import Path

import pytest

from runner.places import find_places

ROOT = Path(__file__).resolve().parents[3]
PLACES = find_places(ROOT)
HEAD = "/*!\n[config]\nname: mine\nkernel_name: k\n"
RGBA8 = "image_width 1 image_height 1 image_channel_order RGBA image_channel_data_type UNORM_INT8"
SAMPLER = "arg_in: 2 sampler normalized_coords {} addressing_mode {} filter_mode nearest\n"
SAMPLE = "kernel void k(global float4 *out, read_only image2d_t i, sampler_t s) {{ out[0] = {}(i, s, (int2)(0)); }}\n"


def sampled(image: str = f"image_type 2d {RGBA8}", sampler: str = SAMPLER.format("false", "clamp"), read: str = "read_imagef") -> str:
    """A test of a kernel that reads one texel, 5 lines of head before [test]."""
    kernel = SAMPLE.format(read) if read == "read_imagef" else SAMPLE.format(f"convert_float4({read}").replace("(0))", "(0)))")
    return (f"{HEAD}[test]\narg_out: 0 buffer float4[1] 1 1 1 1\narg_in: 1 image uchar4 255 255 255 255 {image}\n"
            f"{sampler}!*/\n{kernel}")  # fmt: skip


def stored(extra: str = "", head: str = "", body: str = "o[get_global_id(0)] = 11;", expected: str = "10") -> str:
    """A test of a kernel that stores a number."""
    return f"{HEAD}{head}[test]\narg_out: 0 buffer float[4] repeat {expected}{extra}\n!*/\nkernel void k(global float *o) {{ {body} }}\n"


# Contents of the file, and the words that are said of it on the bundled driver.
MISTAKES = {
    "a comment that is no configuration": (
        stored().replace("/*!", "/*"),
        "t.cl:1:1: this comment has a [test], but is no configuration: one begins with /*! and ends with !*/\n"),
    "a local size that does not divide": (
        stored(head="global_size: 4\nlocal_size: 3\n"),
        "t.cl:6:1: local_size 3 does not divide global_size 4 (dimension 1): clEnqueueNDRangeKernel failed: "),
    "another local size than the kernel's": (
        stored(head="global_size: 4\n").replace("kernel void", "kernel __attribute__((reqd_work_group_size(2, 1, 1))) void"),
        "the kernel requires a local_size of 2 1 1: clEnqueueNDRangeKernel failed: CL_INVALID_WORK_GROUP_SIZE\n"),
    "repeat without normalized coordinates": (
        sampled(sampler=SAMPLER.format("false", "repeat")),
        "t.cl:8:9: argument 2: an addressing_mode that repeats needs normalized_coords true: clCreateSampler failed: "),
    "an image of another type": (
        sampled(image=f"image_type 3d image_depth 1 {RGBA8}"),
        "t.cl:7:9: argument 1 does not fit kernel 'k': a 3d image for 'read_only image2d_t i': clSetKernelArg failed: "),
    "a function of another kind of format": (
        sampled(read="read_imageui"),
        "; t.cl:7:9: UNORM_INT8 is read by read_imagef, not by read_imageui\n"),
    "a program that does not build": (
        stored(body="o[0] = x;"),
        "the program was not built: t.cl:8:41: error: use of undeclared identifier 'x'\n"),
    "an expected picture that is missing": (
        stored().replace("buffer float[4] repeat 10", f"image uchar4 image_from no.png image_type 2d {RGBA8}"),
        "no.png: No such file or directory; program-tester --write-pictures makes it of what the device gives\n"),
    "a line that does not go on": (
        stored(extra="\ntolerance 1"),
        "t.cl:7:1: neither a [section] nor a 'key: value'; a value goes on in the next line if its line ends with a \\\n"),
    "too small a launch": (
        stored(expected="11"),
        "; none of these was written by the launch of 1 work-item\n"),
    "numbers as people write them": (
        stored(head="global_size: 4\n"),
        "argument 0: 4 of 4 values differ, first at [0]: expected 10, got 11 (1.05 million ulp)\n"),
}  # fmt: skip


@pytest.mark.parametrize("name", MISTAKES)
def test_mistake_is_told(name, tmp_path):
    for file in (PLACES.tester, PLACES.rootle_icd):
        if not file.exists():
            pytest.skip(f"{file} is not built")
    text, said = MISTAKES[name]
    (tmp_path / "t.cl").write_text(text, encoding="utf-8")
    done = subprocess.run([ROOT / "run-tests", "--no-build", "--retries=0", "t.cl"], cwd=tmp_path, capture_output=True, text=True,
                          env={key: value for key, value in os.environ.items() if key != "OCL_ICD_VENDORS"}, check=False)  # fmt: skip
    assert done.returncode == 1
    assert said in done.stdout, done.stdout
    assert "<source>" not in done.stdout
