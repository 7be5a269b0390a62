// SPDX-License-Identifier: MIT
/*!
# Compare and exchange of floats (OpenCL C 3.0, 6.15.12.7.6), which compares bits: 0 is not -0.

[config]
name: compare and exchange of floats
clc_version_min: 30

[test]
name: strong and weak
kernel_name: compare
arg_out: 0 buffer float[6] 0 2.5  1 4.5  0 0
!*/

#define ORDER memory_order_relaxed, memory_order_relaxed, memory_scope_work_group

kernel void compare(global float *out)
{
    local atomic_float a, zero;
    float expected = 3.5f;
    atomic_init(&a, 2.5f);
    atomic_init(&zero, 0.0f);
    out[0] = atomic_compare_exchange_weak_explicit(&a, &expected, 4.5f, ORDER);
    out[1] = expected;
    out[2] = atomic_compare_exchange_strong_explicit(&a, &expected, 4.5f, ORDER);
    out[3] = atomic_load_explicit(&a, memory_order_relaxed, memory_scope_work_group);
    expected = -0.0f;
    out[4] = atomic_compare_exchange_strong_explicit(&zero, &expected, 4.5f, ORDER);
    out[5] = expected;
}
