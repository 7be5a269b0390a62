# SPDX-License-Identifier: MIT
"""Programs for tests of the explorer, and where things are."""

import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[4]
BUILD = Path(os.environ.get("ROOTLE_BUILD_DIR") or ROOT / "build")

# 64 groups over an image of 256 x 256: what the bars of size and time are about.
BLUR = """\
/*!
[config]
name: blur
kernel_name: blur
need_image_support: true
dimensions: 2
global_size: 128 128 1
local_size: 16 16 1

[test]
name: <random>
arg_out: 0 image uchar4 repeat 0 0 0 0 image_type 2d image_width 256 image_height 256 image_channel_order RGBA \\
           image_channel_data_type UNORM_INT8
arg_in: 1 image uchar4 random image_type 2d image_width 256 image_height 256 image_channel_order RGBA \\
          image_channel_data_type UNORM_INT8
arg_in: 2 int 5
!*/
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

float4 at(read_only image2d_t image, int x, int y)
{
    return read_imagef(image, texels, (float2)(x + 0.25f, y + 0.5f));
}

kernel void blur(write_only image2d_t out, read_only image2d_t image, int n)
{
    const int x = get_global_id(0), y = get_global_id(1);
    float4 sum = 0;
    for (int i = 0; i < n; i++)
        if (((x + i) & 3) != 1)
            sum += at(image, x + i, y);
    write_imagef(out, (int2)(x, y), sum / n);
}
"""

# Local memory with a stride: of each 32 lanes all want the same bank where it is 32.
BANKS = """\
/*!
[config]
kernel_name: banks
global_size: 64
local_size: 64

[test]
arg_out: 0 buffer uint[64] repeat 0
arg_in: 1 uint STRIDE
arg_in: 2 buffer uint[4096] repeat 7
!*/
kernel void banks(global uint *out, uint stride, global const uint *in)
{
    local uint shared[64 * 33];
    const uint lane = get_local_id(0);
    shared[lane * stride] = in[lane * stride];
    barrier(CLK_LOCAL_MEM_FENCE);
    if (lane < 10)
        out[lane] = shared[lane * stride];
    else
        atomic_add(out + 63, shared[lane * stride]);
}
"""

# One sample for each work-item, at coordinates that a buffer has.
SAMPLE = """\
/*!
[config]
kernel_name: sample
need_image_support: true
global_size: 4
local_size: 4

[test]
arg_out: 0 buffer float4[4] repeat 0
arg_in: 1 image float4 0 0 0 1 1 0 0 1 2 0 0 1 3 0 0 1  4 0 0 1 5 0 0 1 6 0 0 1 7 0 0 1 \\
          image_type 2d image_width 4 image_height 2 image_channel_order RGBA image_channel_data_type FLOAT
arg_in: 2 sampler normalized_coords true addressing_mode MODE filter_mode FILTER
arg_in: 3 buffer float2[4] COORDINATES
!*/
kernel void sample(global float4 *out, read_only image2d_t image, sampler_t how, global const float2 *at)
{
    const size_t i = get_global_id(0);
    out[i] = read_imagef(image, how, at[i]);
}
"""

# So many steps that no trace has room for them.
LONG = """\
/*!
[config]
kernel_name: turn
global_size: 64
local_size: 64

[test]
arg_out: 0 buffer uint[64] repeat 0
arg_in: 1 uint 200000
!*/
kernel void turn(global uint *out, uint n)
{
    uint value = get_global_id(0) + 1;
    for (uint i = 0; i < n; i++)
        value ^= value << 13 ^ i;
    out[get_global_id(0)] = value;
}
"""

# Writes every third int, reads every other float, writes four bytes alone, and counts by atomic operations.
TOUCHES = """\
/*!
[config]
kernel_name: touches
global_size: 16
local_size: 8

[test]
arg_out: 0 buffer int[64] repeat 0
arg_in: 1 buffer float[32] repeat 1.5 2 3 4
arg_out: 2 buffer uchar[16] repeat 9
arg_out: 3 buffer int[1] 0
arg_in: 4 buffer int[20000] repeat 3
!*/
kernel void touches(global int *out, global const float *in, global uchar *bytes, global int *count, global const int *large)
{
    int i = get_global_id(0);
    out[i * 3] = (int)(in[i * 2] * 2) + 100 * i + large[7 * i];
    if (i % 4 == 1)
        bytes[i] = i;
    atomic_inc(count);
}
"""
