// SPDX-License-Identifier: MIT
/*!
# The expected value of a compare-and-exchange may lie in global, local or private memory, wherever its
# object is (OpenCL C 3.0, 6.15.12.7.6).

[config]
name: places of the expected value
clc_version_min: 30
require_features: __opencl_c_atomic_order_acq_rel __opencl_c_atomic_scope_device

[test]
name: a global object
kernel_name: of_global
arg_in:  0 buffer int[3] 5 6 7
arg_out: 0 buffer int[3] 5 6 70
# what was expected, afterwards, and whether it was there
arg_in:  1 buffer int[6] 0 0 0 0 0 0
arg_out: 1 buffer int[6] 5 0 6 0 7 1

[test]
name: a local object
kernel_name: of_local
arg_in:  0 buffer int[3] 5 6 7
arg_out: 0 buffer int[3] 5 6 70
arg_in:  1 buffer int[6] 0 0 0 0 0 0
arg_out: 1 buffer int[6] 5 0 6 0 7 1
!*/

#define COMPARE(object, expected)                                                                  \
    atomic_compare_exchange_strong_explicit(object, expected, 70, memory_order_acq_rel,            \
                                            memory_order_relaxed, memory_scope_work_group)

#define COMPARE_ALL(a)                                                                             \
    local int near;                                                                                \
    int mine = 7;                                                                                  \
    out[0] = 0;                                                                                    \
    out[1] = COMPARE(&a[0], &out[0]);                                                              \
    near = 7;                                                                                      \
    out[3] = COMPARE(&a[1], &near);                                                                \
    out[2] = near;                                                                                 \
    out[5] = COMPARE(&a[2], &mine);                                                                \
    out[4] = mine;

kernel void of_global(volatile global atomic_int *a, global int *out)
{
    COMPARE_ALL(a)
}

kernel void of_local(global int *values, global int *out)
{
    local atomic_int a[3];
    for (int i = 0; i < 3; i++)
        atomic_init(&a[i], values[i]);
    COMPARE_ALL(a)
    for (int i = 0; i < 3; i++)
        values[i] = atomic_load_explicit(&a[i], memory_order_relaxed, memory_scope_work_group);
}
