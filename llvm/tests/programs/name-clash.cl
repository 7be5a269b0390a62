// SPDX-License-Identifier: MIT
// A program's own names do not get in between the builtins: EXP_TBL is a table of the library too.
// RUN: %s
// CHECK: {{[1-9]\d\d\d*}} bytes of constants
// RUN: --emit=ll %s
// CHECK: define amdgpu_kernel void @k()

constant float EXP_TBL[2] = {1.0f, 2.0f};

float __clc_exp10(float x)
{
    return x;
}

kernel void k(global float *o, int i)
{
    o[0] = exp10(o[1]) + EXP_TBL[i & 1] + __clc_exp10(o[2]);
}
