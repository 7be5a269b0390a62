# SPDX-License-Identifier: MIT
"""A program to be debugged, and where what debugs it lies."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR", ROOT / "build"))
TESTER, ICD = BUILD / "bin" / "program-tester", BUILD / "driver" / "rootle.icd"
SECONDS = 120  # of a conversation: nothing may hang

SUM = """\
/*!
[config]
name: sums
kernel_name: sums
[test]
arg_out: 0 buffer int[8] 0 1 3 6 10 15 21 28
arg_in:  1 buffer int[8] 1 2 3 4 5 6 7 8
global_size: 8 0 0
local_size:  4 0 0
!*/
int square(int v)
{
    int r = v * v;
    return r;
}

kernel void sums(global int *out, global const int *in)
{
    int i = get_global_id(0);
    int total = 0;
    for (int k = 0; k < i; k++) {
        int v = in[k];
        total += v;
    }
    int q = square(total);
    out[i] = total + (q > 100000 ? 1 : 0);
}
"""

# A line that nothing needs.
UNUSED = SUM.replace("    int total = 0;\n", "    int unused = i * 5;\n    unused ^= 3;\n    int total = 0;\n")
DEAD = UNUSED.splitlines().index("    unused ^= 3;") + 1

TURN = """\
/*!
[config]
name: turn
kernel_name: turn
dimensions: 2
need_image_support: true
[test]
arg_in:  0 image uint4 0 1 0 1 2 3 4 5 6 7 8 9 10 11 12 13 image_type 2d image_width 2 image_height 2 \
    image_channel_order RGBA image_channel_data_type UNSIGNED_INT32
arg_out: 1 image uint4 0 1 0 1 6 7 8 9 2 3 4 5 10 11 12 13 image_type 2d image_width 2 image_height 2 \
    image_channel_order RGBA image_channel_data_type UNSIGNED_INT32
global_size: 2 2 0
local_size:  2 2 0
!*/
kernel void turn(read_only image2d_t from, write_only image2d_t to)
{
    local int tile[2];
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    if (at.x == 0)
        tile[at.y] = 5;
    barrier(CLK_LOCAL_MEM_FENCE);
    int five = tile[at.x];
    uint4 texel = read_imageui(from, at.yx);
    write_imageui(to, at, texel + five - 5);
}
"""

# The branch becomes operations with a predicate, at which all work-items are turned on.
ODD = """\
/*!
[config]
name: odd
kernel_name: odd
[test]
arg_out: 0 buffer int[4] 1 106 3 112
arg_in:  1 buffer int[4] 1 2 3 4
global_size: 4 0 0
local_size:  4 0 0
!*/
kernel void odd(global int *out, global const int *in)
{
    int v = in[get_global_id(0)];
    int w = v ^ 5;
    if (v % 2 == 0) {
        w = (w * v) ^ 5;
        w = w * v + ((w & v) * 3 - (v << 3)) * (w | 1);
        w = w * w + (v ^ w);
        v = w & 127;
    }
    out[get_global_id(0)] = v;
}
"""

# Its array stays in memory, as an index of it is computed.
PICK = """\
/*!
[config]
name: pick
kernel_name: pick
[test]
arg_out: 0 buffer int[4] 923 1293 2329 9423
arg_in:  1 buffer int[4] 1 2 3 4
global_size: 4 0 0
local_size:  4 0 0
!*/
kernel void pick(global int *out, global const int *in)
{
    int i = get_global_id(0);
    int a[4] = {i, i + 1, 2, 3};
    a[in[i] & 3] = 9;
    out[i] = a[0] * 1000 + a[1] * 100 + a[2] * 10 + a[3];
}
"""
