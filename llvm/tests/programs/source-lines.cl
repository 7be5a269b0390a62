// SPDX-License-Identifier: MIT
// Lines of the source in machine code: of a macro where it is used, of an inlined function with where
// it is called, of a built-in where it is called.
// RUN: --emit=asm --source %s
// CHECK: source-lines.cl:18:12 in load, inlined at {{.*}}source-lines.cl:24:15 in kern: return p[i];
// CHECK: VTX_FETCH
// CHECK: :24:15 in kern: float x = ROOT(load(in, i));
// CHECK: RECIPSQRT
// CHECK: :25:12 in kern: out[i] = x;
// CHECK: MEM_RAT
// RUN: --emit=asm %s
// CHECK: kernel kern
// CHECK-NOT: in kern:
#define ROOT(x) rsqrt(x)

float load(global const float *p, int i)
{
    return p[i];
}

kernel void kern(global float *out, global const float *in)
{
    int i = get_global_id(0);
    float x = ROOT(load(in, i));
    out[i] = x;
}
