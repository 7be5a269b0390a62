// SPDX-License-Identifier: MIT
// A look-up by gradients is three instructions of one clause, which no limit of look-ups takes apart.
// RUN: --chip cypress --emit=asm %s -cl-std=CL3.0
// CHECK: SET_GRADIENTS_H{{ +}}R{{[0-9]+}}.____, R{{[0-9]+}}.{{..}}00, T2, S0 coord_type_x coord_type_y
// CHECK-NEXT: SET_GRADIENTS_V{{ +}}R{{[0-9]+}}.____, R{{[0-9]+}}.{{..}}00, T2, S0 coord_type_x coord_type_y
// CHECK-NEXT: SAMPLE_G{{ +}}R{{[0-9]+}}.xyzw, R{{[0-9]+}}.{{..}}00, T2, S0 coord_type_x coord_type_y
// RUN: ROOTLE_TEX_GROUP=1 --chip cypress --emit=asm %s -cl-std=CL3.0
// CHECK: SET_GRADIENTS_H
// CHECK-NEXT: SET_GRADIENTS_V
// CHECK-NEXT: SAMPLE_G
// RUN: --chip cypress --emit=pstat %s -cl-std=CL3.0
// CHECK: 3 tex, 1 vtx
#pragma OPENCL EXTENSION cl_khr_mipmap_image : enable

constant sampler_t mips = CLK_NORMALIZED_COORDS_TRUE | CLK_ADDRESS_CLAMP_TO_EDGE | CLK_FILTER_LINEAR;

kernel void look(read_only image2d_t image, global float4 *seen, global const float4 *gradients)
{
    int i = get_global_id(0);
    float4 gradient = gradients[i];
    seen[i] = read_imagef(image, mips, (float2)(0.25f), gradient.xy, gradient.zw);
}
