// SPDX-License-Identifier: MIT
// A product and a sum of one expression are rounded once on chips that can, unless the program says otherwise. Those of two
// expressions are rounded twice.
// RUN: --chip cypress --emit=asm %s
// CHECK: kernel one
// CHECK: FMA
// CHECK: kernel off
// CHECK-NOT: FMA
// CHECK: MULADD_IEEE
// CHECK: kernel two
// CHECK-NOT: FMA
// CHECK: MULADD_IEEE
// RUN: --chip juniper --emit=asm %s
// CHECK: kernel one
// CHECK-NOT: FMA
// CHECK: MULADD_IEEE
kernel void one(global float *out, float a, float b)
{
    *out = *out * a + b;
}

kernel void off(global float *out, float a, float b)
{
#pragma OPENCL FP_CONTRACT OFF
    *out = *out * a + b;
}

kernel void two(global float *out, float a, float b)
{
    float product = *out * a;
    *out = product + b;
}
