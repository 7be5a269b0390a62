// SPDX-License-Identifier: MIT
// Two images read in two branches stay two reads with a constant number each.
// RUN: --emit=ll %s
// CHECK-COUNT: 2 call <4 x i32> @__rootle_tex_ld(
// CHECK-COUNT: 1 @__rootle_tex_ld({{.*}}, i32 {{.*}}2)
// CHECK-COUNT: 1 @__rootle_tex_ld({{.*}}, i32 {{.*}}3)

kernel void k(read_only image2d_t a, read_only image2d_t b, global float4 *o, int which)
{
    int2 at = (int2)(get_global_id(0), 0);
    if (which)
        o[at.x] = read_imagef(a, at);
    else
        o[at.x] = read_imagef(b, at);
}
