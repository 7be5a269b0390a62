// SPDX-License-Identifier: MIT
// RUN: %s
// EXIT: 1
// CHECK: syntax-error.cl:7:40: error: expected ';'
// CHECK-COUNT: 1 error:

kernel void k(global int *o) { o[0] = 1 }
