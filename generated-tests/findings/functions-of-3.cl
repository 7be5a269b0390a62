/*!
[config]
name: functions that every compiler for OpenCL C 3.0 has
clc_version_min: 30
build_options: -cl-std=CL3.0

[test]
name: ctz (6.15.3)
kernel_name: count
arg_out: 0 buffer uint[1] 3
arg_in:  1 uint 8

[test]
name: a relaxed atomic addition in a work-group (6.15.12.7)
kernel_name: add
arg_out: 0 buffer int[1] 5
arg_in:  1 int 5
!*/

kernel void count(global uint *out, uint number)
{
    *out = ctz(number);
}

kernel void add(global int *out, int number)
{
    local atomic_int sum;
    atomic_init(&sum, 0);
    atomic_fetch_add_explicit(&sum, number, memory_order_relaxed, memory_scope_work_group);
    *out = atomic_load_explicit(&sum, memory_order_relaxed, memory_scope_work_group);
}
