// SPDX-License-Identifier: MIT
// Fetches that do not need each other are in one clause, though one may lie in a register that
// another writes: it comes before that one.
// RUN: --emit=asm %s
// CHECK: TC @
// CHECK-NEXT: SAMPLE_LZ
// CHECK-NEXT: SAMPLE_LZ
// CHECK-NEXT: SAMPLE_LZ
// CHECK-NEXT: ALU
constant sampler_t s = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void sum(write_only image2d_t out, read_only image2d_t in)
{
    const int2 at = (int2)(get_global_id(0), get_global_id(1));
    const int4 left = read_imagei(in, s, at - (int2)(1, 0)), middle = read_imagei(in, s, at);
    const int4 right = read_imagei(in, s, at + (int2)(1, 0));
    write_imagei(out, at, left.x + 2 * middle.x + right.x);
}
