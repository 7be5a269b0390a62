// SPDX-License-Identifier: MIT
/*!
# async_work_group_copy, async_work_group_strided_copy and prefetch (6.12.10) of all kinds of types.

[config]
name: compute language copies
global_size: 8
local_size: 4

[test]
for: name kernel type of given expected in \
       (bytes  bytes  uchar[14]  uchar[14]  "1 2 3 4 5 6 7 8 9 10 11 12 13 14" \
        "7 6 5 4 3 2 1 14 13 12 11 10 9 8") \
       ("vectors of three"  threes  short4[4]  short4[4]  "1 2 3 9 4 5 6 9 7 8 9 9 10 11 12 9" \
        "4 5 6 0 1 2 3 0 10 11 12 0 7 8 9 0") \
       ("longs with a stride from global memory"  gathered  ulong[4]  ulong[12]  "1 0 0 2 0 0 3 0 0 4 0 0" \
        "1 2 3 4")
name: $name
kernel_name: $kernel
arg_in:  1 buffer $of $given
arg_out: 0 buffer $type $expected

[test]
name: float4 with a stride to global memory
kernel_name: scattered
arg_out: 0 buffer float4[8] 0 1 2 3  -1 -1 -1 -1  10 11 12 13  -1 -1 -1 -1 \
  4 5 6 7  -1 -1 -1 -1  14 15 16 17  -1 -1 -1 -1

[test]
name: doubles in two parts of one event
kernel_name: parts
arg_in:  1 buffer long[8] 1 2 3 4 5 6 7 8
arg_out: 0 buffer long[8] 3 4 1 2 7 8 5 6

[test]
name: in a loop, with buffers in turn
kernel_name: in_turn
arg_in:  1 buffer int[16] 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16
arg_out: 0 buffer int[8] 6 8 10 12 22 24 26 28
!*/

kernel void bytes(global uchar *out, global const uchar *in)
{
    local uchar a[7], b[7];
    int g = get_group_id(0);
    prefetch(in + 7 * g, 7);
    event_t e = async_work_group_copy(a, in + 7 * g, 7, 0);
    wait_group_events(1, &e);
    for (int i = get_local_id(0); i < 7; i += 4)
        b[i] = a[6 - i];
    barrier(CLK_LOCAL_MEM_FENCE);
    e = async_work_group_copy(out + 7 * g, b, 7, 0);
    wait_group_events(1, &e);
}

kernel void threes(global short4 *out, global const short4 *in)
{
    local short3 a[2];
    int g = get_group_id(0), i = get_local_id(0);
    event_t e = async_work_group_copy(a, (global const short3 *)in + 2 * g, 2, 0);
    wait_group_events(1, &e);
    if (i < 2)
        out[2 * g + i] = (short4)(a[1 - i], 0);
}

kernel void gathered(global ulong *out, global const ulong *in)
{
    local ulong a[2];
    int g = get_group_id(0), i = get_local_id(0);
    event_t e = async_work_group_strided_copy(a, in + 6 * g, 2, 3, 0);
    wait_group_events(1, &e);
    if (i < 2)
        out[2 * g + i] = a[i];
}

kernel void scattered(global float4 *out)
{
    local float4 a[2];
    int g = get_group_id(0), i = get_local_id(0);
    out[4 * g + i] = -1;
    if (i < 2)
        a[i] = (float4)(0, 1, 2, 3) + 4.0f * g + 10.0f * i;
    barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    event_t e = async_work_group_strided_copy(out + 4 * g, a, 2, 2, 0);
    wait_group_events(1, &e);
}

kernel void parts(global long *out, global const long *in)
{
    local long a[4];
    int g = get_group_id(0);
    event_t e = async_work_group_copy(a, in + 4 * g + 2, 2, 0);
    e = async_work_group_copy(a + 2, in + 4 * g, 2, e);
    wait_group_events(1, &e);
    out[4 * g + get_local_id(0)] = a[get_local_id(0)];
}

kernel void in_turn(global int *out, global const int *in)
{
    local int a[2][4];
    int g = get_group_id(0), sum = 0;
    event_t events[2];
    events[0] = async_work_group_copy(a[0], in + 8 * g, 4, 0);
    for (int step = 0; step < 2; step++) {
        if (step == 0)
            events[1] = async_work_group_copy(a[1], in + 8 * g + 4, 4, 0);
        wait_group_events(1, &events[step]);
        sum += a[step][get_local_id(0)];
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    out[get_global_id(0)] = sum;
}
