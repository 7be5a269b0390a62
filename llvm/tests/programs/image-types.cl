// SPDX-License-Identifier: MIT
// Every image type's builtins, with the layer of an array rounded and in the third coordinate.
// RUN: --emit=ll %s
// CHECK: define amdgpu_kernel void @reads()
// CHECK: define amdgpu_kernel void @writes()
// CHECK-COUNT: 10 call {{.*}}<4 x i32> @__rootle_tex_{{sample|ld}}(
// CHECK-COUNT: 1 call {{.*}}<4 x i32> @__rootle_buffer_ld(
// CHECK-COUNT: 6 call void @__rootle_rat_store_typed(
// CHECK-COUNT: 2 call {{.*}}@llvm.rint.f32

constant sampler_t s = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_REPEAT | CLK_FILTER_LINEAR;

kernel void reads(read_only image1d_t a, read_only image1d_buffer_t b, read_only image1d_array_t c,
                  read_only image2d_t d, read_only image2d_array_t e, read_only image3d_t f,
                  global float4 *o, global int4 *size)
{
    float4 p = o[0];
    int4 i = size[0];
    o[1] = read_imagef(a, s, p.x) + read_imagef(a, i.x) + read_imagef(b, i.x);
    o[2] = read_imagef(c, s, p.xy) + read_imagef(c, i.xy);
    o[3] = read_imagef(d, s, p.xy) + read_imagef(d, i.xy);
    o[4] = read_imagef(e, s, p) + read_imagef(e, i);
    o[5] = read_imagef(f, s, p) + read_imagef(f, i);
    size[1] = (int4)(get_image_array_size(c), get_image_array_size(e), get_image_depth(f),
                     get_image_width(b));
    size[2] = get_image_dim(f) + (int4)(get_image_dim(e), get_image_dim(d));
}

kernel void writes(write_only image1d_t a, write_only image1d_buffer_t b, write_only image1d_array_t c,
                   write_only image2d_t d, write_only image2d_array_t e, write_only image3d_t f,
                   global int4 *at)
{
    int4 i = at[0];
    write_imagef(a, i.x, (float4)(1.0f));
    write_imagei(b, i.x, (int4)(1));
    write_imageui(c, i.xy, (uint4)(1));
    write_imagef(d, i.xy, (float4)(1.0f));
    write_imagei(e, i, (int4)(1));
    write_imageui(f, i, (uint4)(1));
}
