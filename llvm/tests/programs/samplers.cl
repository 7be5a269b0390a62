// SPDX-License-Identifier: MIT
// Samplers as argument, program-scope and kernel-scope constants; only the argument's kind is asked at run time.
// RUN: --emit=ll %s
// CHECK-COUNT: 1 @__rootle_tex_sample({{.*}}, i32 {{.*}}2, i32 {{.*}}0, i32 {{.*}}3)
// CHECK-COUNT: 1 @__rootle_tex_sample({{.*}}, i32 {{.*}}2, i32 {{.*}}0, i32 {{.*}}0)
// CHECK-COUNT: 1 @__rootle_tex_sample({{.*}}, i32 {{.*}}2, i32 {{.*}}1, i32 {{.*}}3)
// CHECK-COUNT: 1 @__rootle_tex_sample({{.*}}, i32 {{.*}}2, i32 {{.*}}2, i32 {{.*}}0)
// CHECK-COUNT: 1 @__rootle_tex_ld({{.*}}, i32 {{.*}}3)
// RUN: %s
// CHECK: read image 0 (image2d_t a)
// CHECK: read image 1 (image2d_t b)
// CHECK: sampler 0 (sampler_t s)
// CHECK: constant sampler: 0x27
// CHECK: constant sampler: 0x14

constant sampler_t program_scope =
    CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void k(read_only image2d_t a, read_only image2d_t b, sampler_t s, global float4 *o)
{
    const sampler_t kernel_scope =
        CLK_NORMALIZED_COORDS_FALSE | CLK_ADDRESS_CLAMP | CLK_FILTER_NEAREST;
    o[0] = read_imagef(a, s, (float2)(0.5f, 0.5f));
    o[1] = read_imagef(a, program_scope, (float2)(0.5f, 0.5f));
    o[2] = read_imagef(a, kernel_scope, (int2)(1, 1));
    o[3] = read_imagef(b, (int2)(1, 1));
}
