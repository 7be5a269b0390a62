// SPDX-License-Identifier: MIT
// The first look-ups are made before the others' coordinates are computed, which happens in a clause that does not wait for
// them; the sum of their texels is begun in another one, which does not wait for the others.
// RUN: --chip cypress --emit=asm %s
// CHECK: TC @{{[0-9]+}} barrier
// CHECK: ALU @{{[0-9]+$}}
// CHECK-NOT: barrier
// CHECK: TC @{{[0-9]+}} barrier
// CHECK: ALU @{{[0-9]+$}}
// CHECK-NOT: barrier
// CHECK: ALU_PUSH_BEFORE @{{[0-9]+}} barrier
// RUN: --chip cypress --emit=pstat %s
// CHECK: 5 fetches hidden, 0 exposed
// RUN: ROOTLE_DISABLE=overlap --chip cypress --emit=pstat %s
// CHECK: 0 fetches hidden, 5 exposed
constant sampler_t texels = CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_NEAREST;

kernel void gauss(write_only image2d_t out, read_only image2d_t image)
{
    const float weight[5] = {0.0625f, 0.25f, 0.375f, 0.25f, 0.0625f};
    int2 here = (int2)(get_global_id(0), get_global_id(1));
    float4 sum = (float4)(0.0f);
    for (int x = 0; x < 5; x++)
        sum += weight[x] * read_imagef(image, texels, here + (int2)(x - 2, 0));
    write_imagef(out, here, sum);
}
