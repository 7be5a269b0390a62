// SPDX-License-Identifier: MIT
// A kernel that another one calls is a kernel and a function.
// RUN: --emit=ll %s
// CHECK: define amdgpu_kernel void @inner()
// CHECK: store i32 8
// CHECK: define amdgpu_kernel void @outer()
// CHECK: store i32 8
// CHECK: store i32 9
// CHECK-COUNT: 2 define

kernel void inner(global int *o)
{
    o[0] = 8;
}

kernel void outer(global int *o)
{
    inner(o);
    o[1] = 9;
}
