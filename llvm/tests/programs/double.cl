// SPDX-License-Identifier: MIT
// Only chips with double precision take it; constants are doubles there unless asked otherwise.
// RUN: --chip juniper %s
// EXIT: 1
// CHECK: double.cl:{{\d+}}:{{\d+}}: error: use of type 'double' requires cl_khr_fp64 support
// RUN: --chip cypress --emit=asm %s
// CHECK: MUL_64
// CHECK: ADD_64
// RUN: --chip cypress -DSINGLE -cl-single-precision-constant --emit=asm %s
// CHECK: MUL
// CHECK-NOT: _64
// RUN: --chip juniper -DSINGLE --emit=asm %s
// CHECK-NOT: _64

#ifdef SINGLE
kernel void k(global float *v)
{
    v[0] = v[0] * 2.5;
}
#else
kernel void k(global double *v)
{
    v[0] = v[0] * 2.5;
    v[1] = v[2] + 1.0;
}
#endif
