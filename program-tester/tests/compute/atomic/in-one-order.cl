// SPDX-License-Identifier: MIT
/*!
# Atomic functions that name no order are sequentially consistent (OpenCL C 3.0, 6.15.12.1): of two
# work-items that each write one variable and then read the other's, at least one sees what was written.

[config]
name: atomics in one order
clc_version_min: 30
require_features: __opencl_c_atomic_order_seq_cst __opencl_c_atomic_scope_device

[test]
name: each function
kernel_name: each
global_size: 32
local_size: 32
arg_in:  0 buffer int[8] 0 0 0 -1 0 5 5 9
arg_out: 0 buffer int[8] 32 -32 31 0 0 -31 31 9
arg_in:  1 buffer uint[4] 1 2 3 0
arg_out: 1 buffer uint[4] 7 2 8 0
arg_out: 2 buffer int[6] 1 2 3 1 0 1

[test]
name: numbers of pointers
kernel_name: pointers
global_size: 1
arg_in:  0 buffer uint[2] 10 0xf0
arg_out: 0 buffer uint[2] 7 0xf1

[test]
name: one of two sees the other
kernel_name: two
global_size: 2048
local_size: 1
arg_in:  0 buffer int[2048] repeat 0
arg_in:  1 buffer int[2048] repeat 0
arg_out: 1 buffer int[2048] repeat 0
arg_in:  2 buffer int[1024] repeat 0
arg_out: 2 buffer int[1024] repeat 0
!*/

kernel void each(volatile global atomic_int *a, volatile global atomic_uint *u, global int *out)
{
    int id = (int)get_global_id(0);
    atomic_fetch_add(&a[0], 1);
    atomic_fetch_sub(&a[1], 1);
    atomic_fetch_or(&a[2], id);
    atomic_fetch_and(&a[3], id);
    atomic_fetch_xor(&a[4], id);
    atomic_fetch_min(&a[5], -id);
    atomic_fetch_max(&a[6], id);
    if (id)
        return;
    uint expected = 3;
    out[0] = (int)atomic_exchange(&u[0], 7u);
    out[1] = (int)atomic_load(&u[1]);
    out[3] = atomic_compare_exchange_strong(&u[2], &expected, 8u);
    out[2] = (int)expected;
    out[4] = atomic_flag_test_and_set((volatile global atomic_flag *)&u[3]);
    out[5] = (int)atomic_load(&u[3]);
    atomic_flag_clear((volatile global atomic_flag *)&u[3]);
}

/* The addend of an atomic_uintptr_t is a ptrdiff_t (6.15.12.7.5). The device's pointers have 32 bits, or
 * the first dword is the low one. */
kernel void pointers(volatile global atomic_uint *a)
{
    local atomic_uintptr_t b;
    atomic_init(&b, 10);
    atomic_fetch_add_explicit(&b, (ptrdiff_t)-1, memory_order_relaxed, memory_scope_work_group);
    atomic_fetch_sub_explicit(&b, (ptrdiff_t)2, memory_order_relaxed, memory_scope_work_group);
    atomic_store(&a[0], (uint)atomic_load_explicit(&b, memory_order_relaxed, memory_scope_work_group));
    atomic_fetch_or(&a[1], 1u);
}

/* Work-items 2i and 2i + 1 are two; arg 2 counts the pairs in which neither saw the other. Each tells
 * whether it saw nothing, and the last of the two looks. */
kernel void two(volatile global atomic_int *written, global int *wrong, volatile global atomic_int *missed)
{
    size_t id = get_global_id(0);
    atomic_store(&written[id], 1);
    int seen = atomic_load(&written[id ^ 1]);
    int before = atomic_fetch_add(&missed[id / 2], seen ? 2 : 1);
    wrong[id] = !seen && before == 1;
    /* Leaves 0 behind: the other's part is taken by whoever comes last. */
    if (before)
        atomic_store(&missed[id / 2], 0);
}
