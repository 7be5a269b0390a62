// SPDX-License-Identifier: MIT
/*!
# Linear ids and enqueued local sizes (OpenCL C 3.0, 6.15.1): offsets do not count.

[config]
name: linear ids
clc_version_min: 30
dimensions: 3
global_size: 4 2 2
local_size: 2 2 1
global_offset: 5 6 7

[test]
for: name kernel type expected in \
       (global            global_ids  16  "0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15") \
       (local             local_ids   16  "0 1 0 1 2 3 2 3 0 1 0 1 2 3 2 3") \
       ("enqueued sizes"  sizes       4   "2 2 1 1")
name: $name
kernel_name: $kernel
arg_out: 0 buffer uint[$type] $expected
!*/

size_t place(void)
{
    return ((get_global_id(2) - 7) * 2 + get_global_id(1) - 6) * 4 + get_global_id(0) - 5;
}

kernel void global_ids(global uint *out)
{
    out[place()] = (uint)get_global_linear_id();
}

kernel void local_ids(global uint *out)
{
    out[place()] = (uint)get_local_linear_id();
}

kernel void sizes(global uint *out)
{
    for (uint i = 0; i < 4; i++)
        out[i] = (uint)get_enqueued_local_size(i);
}
