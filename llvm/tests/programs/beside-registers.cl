// SPDX-License-Identifier: MIT
// Work that needs no texel is computed in registers of its own, so that it runs beside the look-up.
// RUN: --chip cypress --emit=pstat %s
// CHECK: pstat: shade: {{.*}}1 fetches hidden, 0 exposed
// RUN: --chip cayman --emit=pstat %s
// CHECK: pstat: shade: {{.*}}1 fetches hidden, 0 exposed
// RUN: ROOTLE_DISABLE=spread --chip cypress --emit=pstat %s
// CHECK: pstat: shade: {{.*}}0 fetches hidden, 1 exposed
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void shade(write_only image2d_t out, read_only image2d_t image, float2 scale, float2 offset)
{
    int2 at = (int2)(get_global_id(0), get_global_id(1));
    float2 p = convert_float2(at) * scale + offset;
    float shade = 1.0f - smoothstep(0.5f, 1.4f, length(p));
    write_imagef(out, at, read_imagef(image, texels, at) * shade);
}
