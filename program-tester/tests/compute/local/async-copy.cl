// SPDX-License-Identifier: MIT
/*!
# Copies by a whole work-group, with and without a stride, and prefetch (OpenCL C 1.2, section 6.12.10).

[config]
name: copies by a work-group
global_size: 8
local_size: 4

[test]
name: ints there and back
kernel_name: reverse
arg_out: 0 buffer int[12] 6 5 4 3 2 1 12 11 10 9 8 7
arg_in:  1 buffer int[12] 1 2 3 4 5 6 7 8 9 10 11 12

[test]
name: one event for two copies
kernel_name: one_event
arg_out: 0 buffer float4[4] 6 8 10 12  14 16 18 20  6 8 10 12  14 16 18 20
arg_in:  1 buffer float4[2] 1 2 3 4 5 6 7 8
arg_in:  2 buffer float4[2] 5 6 7 8 9 10 11 12

[test]
name: events of their own
kernel_name: two_events
global_size: 4
arg_out: 0 buffer uchar[7] 11 22 33 44 55 66 77
arg_in:  1 buffer uchar[7] 1 2 3 4 5 6 7
arg_in:  2 buffer ushort[7] 10 20 30 40 50 60 70

[test]
name: strides
kernel_name: strides
global_size: 4
arg_out: 0 buffer int2[6] 1 2  9 10  7 8  5 6  3 4  11 12
arg_in:  1 buffer int2[6] 1 2  3 4  5 6  7 8  9 10  11 12

[test]
name: nothing to copy
kernel_name: nothing
global_size: 4
arg_in:  0 buffer long[2] 5 6
arg_out: 0 buffer long[2] 5 6
!*/

kernel void reverse(global int *out, global const int *in)
{
    local int from[6], to[6];
    size_t group = get_group_id(0), i = get_local_id(0);
    event_t read = async_work_group_copy(from, in + group * 6, 6, 0);
    wait_group_events(1, &read);
    for (size_t n = i; n < 6; n += get_local_size(0))
        to[5 - n] = from[n];
    barrier(CLK_LOCAL_MEM_FENCE);
    event_t written = async_work_group_copy(out + group * 6, to, 6, 0);
    wait_group_events(1, &written);
}

kernel void one_event(global float4 *out, global const float4 *a, global const float4 *b)
{
    local float4 sides[2][2];
    size_t i = get_local_id(0);
    prefetch(a, 2);
    event_t event = async_work_group_copy(sides[0], a, 2, 0);
    event = async_work_group_copy(sides[1], b, 2, event);
    wait_group_events(1, &event);
    if (i < 2)
        out[get_group_id(0) * 2 + i] = sides[0][i] + sides[1][i];
}

kernel void two_events(global uchar *out, global const uchar *a, global const ushort *b)
{
    local uchar small[7];
    local ushort large[7];
    event_t events[2];
    events[0] = async_work_group_copy(small, a, 7, 0);
    events[1] = async_work_group_copy(large, b, 7, 0);
    wait_group_events(2, events);
    for (size_t i = get_local_id(0); i < 7; i += get_local_size(0))
        out[i] = small[i] + large[i];
}

/* Columns of two rows of three are gathered; then halves of what came together are dealt out in turn. */
kernel void strides(global int2 *out, global const int2 *in)
{
    local int2 columns[6];
    event_t read = 0, written = 0;
    for (int i = 0; i < 3; i++)
        read = async_work_group_strided_copy(columns + i * 2, in + i, 2, 3, read);
    wait_group_events(1, &read);
    for (int i = 0; i < 2; i++)
        written = async_work_group_strided_copy(out + i, columns + i * 3, 3, 2, written);
    wait_group_events(1, &written);
}

kernel void nothing(global long *out)
{
    local long none[1];
    event_t event = async_work_group_copy(none, out, 0, 0);
    event = async_work_group_copy(out, none, 0, event);
    wait_group_events(1, &event);
}
