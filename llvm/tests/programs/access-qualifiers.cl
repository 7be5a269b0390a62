// SPDX-License-Identifier: MIT
// Writing a read_only image and reading a write_only one do not compile.
// RUN: -DWRITE %s
// EXIT: 1
// CHECK: access-qualifiers.cl:16:{{\d+}}: error: no matching function for call to 'write_imagef'
// RUN: -DREAD %s
// EXIT: 1
// CHECK: access-qualifiers.cl:22:{{\d+}}: error: no matching function for call to 'read_imagef'
// RUN: --emit=ll %s
// CHECK: define amdgpu_kernel void @k()

kernel void k(read_only image2d_t r, write_only image2d_t w, global float4 *o)
{
    const sampler_t s = CLK_FILTER_NEAREST | CLK_ADDRESS_CLAMP | CLK_NORMALIZED_COORDS_FALSE;
#ifdef WRITE
    write_imagef(r, (int2)(0, 0), (float4)(1.0f));
#else
    write_imagef(w, (int2)(0, 0), (float4)(1.0f));
#endif

#ifdef READ
    o[0] = read_imagef(w, s, (int2)(0, 0));
#else
    o[0] = read_imagef(r, s, (int2)(0, 0));
#endif
}
