// SPDX-License-Identifier: MIT
// RUN: %s
// EXIT: 1
// CHECK: double.cl:6:{{\d+}}: error: use of type 'double' requires cl_khr_fp64

kernel void k(global float *o) { o[0] = (double)o[1]; }
